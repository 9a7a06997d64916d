/* Linux: mounts and the devices behind them. */
#define _GNU_SOURCE

#include "os/os.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "os/linux.h"
#include "os/text.h"

/* Octal escapes back into bytes, in place: the kernel writes blank, tab, newline and backslash as \040 and so on. */
static char *
unescape(char *text)
{
	char *to = text;

	for (const char *from = text; *from != '\0'; to++) {
		if (from[0] == '\\' && from[1] >= '0' && from[1] <= '3' && from[2] >= '0' && from[2] <= '7'
		    && from[3] >= '0' && from[3] <= '7') {
			*to = (char)((from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0'));
			from += 4;
		} else
			*to = *from++;
	}
	*to = '\0';
	return text;
}

bool
linux_next_mount(char **at, struct linux_mount *m)
{
	char *line, *word, *field[6], *rest[3];
	size_t n;

	while ((line = strsep(at, "\n")) != NULL) {
		/* id parent major:minor root point options [tag]... - type source options */
		for (n = 0; n < 6 && (field[n] = strsep(&line, " ")) != NULL; n++)
			;
		while (n == 6 && (word = strsep(&line, " ")) != NULL && strcmp(word, "-") != 0)
			;
		for (size_t i = 0; n == 6 + i && i < 3 && (rest[i] = strsep(&line, " ")) != NULL; i++)
			n++;
		if (n < 9 || sscanf(field[2], "%u:%u", &m->major, &m->minor) != 2)
			continue;
		m->id = atol(field[0]);
		m->root = unescape(field[3]);
		m->point = unescape(field[4]);
		m->options = unescape(field[5]);
		m->type = unescape(rest[0]);
		m->source = unescape(rest[1]);
		m->super_options = unescape(rest[2]);
		return true;
	}
	return false;
}

/* The number of the mount that a path is on: exact, whatever is bound over what. -1 when it cannot be told. */
static long
mount_of(int fd)
{
	char path[48], text[1024];
	const char *found;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	if (!linux_text(path, text, sizeof(text)) || (found = strstr(text, "mnt_id:")) == NULL)
		return -1;
	return atol(found + 7);
}

static bool
has_option(const char *options, const char *option, size_t length)
{
	for (const char *at = options;; at++) {
		size_t one = strcspn(at, ",");

		if (one == length && strncmp(at, option, length) == 0)
			return true;
		at += one;
		if (*at == '\0')
			return false;
	}
}

/* Options of the mount and of its file system, each once; "ro" of either wins. */
static void
join_options(char *to, size_t size, const struct linux_mount *m)
{
	bool read_only = has_option(m->options, "ro", 2) || has_option(m->super_options, "ro", 2);
	const char *parts[] = { m->options, m->super_options };
	struct buf all = BUF_EMPTY;

	buf_puts(&all, read_only ? "ro" : "rw");
	for (size_t i = 0; i < 2; i++)
		for (const char *at = parts[i]; *at != '\0'; at += *at == ',') {
			size_t one = strcspn(at, ",");

			if (!(one == 2 && at[0] == 'r' && (at[1] == 'o' || at[1] == 'w')) &&
			    !has_option(buf_text(&all), at, one))
				buf_printf(&all, ",%.*s", (int)one, at);
			at += one;
		}
	text_cut(to, size, buf_text(&all));
	buf_release(&all);
}

/* The kernel's name of a block device ("vda1", "dm-0", "loop3"), "" when there is none of that number. */
static void
device_name(char *to, size_t size, unsigned major_number, unsigned minor_number)
{
	char path[64], target[PATH_MAX];
	ssize_t n;

	to[0] = '\0';
	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u", major_number, minor_number);
	n = readlink(path, target, sizeof(target) - 1);
	if (n <= 0)
		return;
	target[n] = '\0';
	text_cut(to, size, path_base(target));
}

static void
fill_volume(struct os_volume *v, const struct linux_mount *m)
{
	struct stat st;

	text_cut(v->type, sizeof(v->type), m->type);
	text_cut(v->source, sizeof(v->source), m->source);
	text_cut(v->mounted_on, sizeof(v->mounted_on), m->point);
	join_options(v->options, sizeof(v->options), m);
	if (m->major != 0)
		device_name(v->device, sizeof(v->device), m->major, m->minor);
	else if (m->source[0] == '/' && stat(m->source, &st) == 0 && S_ISBLK(st.st_mode)) /* btrfs numbers itself */
		device_name(v->device, sizeof(v->device), major(st.st_rdev), minor(st.st_rdev));
}

int
os_volume(const char *path, struct os_volume *v, struct err *e)
{
	int fd = open(path, O_PATH | O_CLOEXEC);
	struct buf text = BUF_EMPTY;
	struct linux_mount m;
	bool found = false;
	long id;

	memset(v, 0, sizeof(*v));
	if (fd < 0)
		return err_sys(e, errno, "cannot open '%s'", path);
	id = mount_of(fd);
	close(fd);
	if (file_read("/proc/self/mountinfo", &text, e) != 0)
		return -1;
	for (char *at = text.text; !found && linux_next_mount(&at, &m);)
		if ((found = m.id == id))
			fill_volume(v, &m);
	buf_release(&text);
	if (!found)
		return err_set(e, ERR_UNSUPPORTED,
		    "cannot tell the file system of '%s': its mount is not in '/proc/self/mountinfo'", path);
	return 0;
}

int
os_device_io(const char *device, struct os_device_io *io, struct err *e)
{
	char path[128], text[512];
	uint64_t read_sectors, written_sectors;

	snprintf(path, sizeof(path), "/sys/class/block/%s/stat", device);
	if (device[0] == '\0' || strchr(device, '/') != NULL || !linux_text(path, text, sizeof(text)))
		return err_set(e, ERR_UNSUPPORTED, "there is no block device '%s' with counters", device);
	/* reads, merged, sectors, ms, writes, merged, sectors ...; a sector is 512 bytes whatever the device's is */
	if (sscanf(text, "%" SCNu64 " %*u %" SCNu64 " %*u %" SCNu64 " %*u %" SCNu64, &io->reads, &read_sectors,
		&io->writes, &written_sectors) != 4)
		return err_set(e, ERR_INTERNAL, "cannot read '%s': not as expected", path);
	io->read_bytes = read_sectors * 512;
	io->written_bytes = written_sectors * 512;
	return 0;
}
