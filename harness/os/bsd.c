/*
 * FreeBSD, NetBSD, OpenBSD and macOS: what they have in common. Written from the manuals, not yet compiled.
 */
#include "os/visible.h"

#include <sys/param.h>
#include <sys/types.h>
#include <sys/sysctl.h>
#include <sys/mount.h>
#if defined(__NetBSD__)
#include <sys/statvfs.h>
#endif

#include "os/bsd.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "os/text.h"

/* ------------------------------------------------------------------ sysctl */

/* sysctl takes the numbers as const on some of these systems and not on others. */
static int
get(const int *mib, unsigned levels, void *value, size_t *size)
{
	int copy[CTL_MAXNAME];

	if (levels > CTL_MAXNAME)
		return -1;
	memcpy(copy, mib, levels * sizeof(*mib));
	return sysctl(copy, levels, value, size, NULL, 0);
}

bool
bsd_value(const int *mib, unsigned levels, void *value, size_t size)
{
	size_t told = size;

	return get(mib, levels, value, &told) == 0 && told == size;
}

void *
bsd_block(const int *mib, unsigned levels, size_t *size)
{
	void *block = NULL;

	for (int turn = 0; turn < 8; turn++) {	/* a list may grow between the two calls */
		if (get(mib, levels, NULL, size) != 0)
			break;
		*size += *size / 8 + 64;
		block = mem_resize(block, *size, 1);
		if (get(mib, levels, block, size) == 0)
			return block;
		if (errno != ENOMEM)
			break;
	}
	free(block);
	return NULL;
}

/* Text of a block, which may or may not end in NUL; the block is freed. */
static char *
text_of(char *block, size_t size)
{
	char *text;

	if (block == NULL)
		return NULL;
	size = strnlen(block, size);
	while (size > 0 && isspace((unsigned char)block[size - 1]))
		size--;
	text = size > 0 ? mem_printf("%.*s", (int)size, block) : NULL;
	free(block);
	return text;
}

char *
bsd_text(const int *mib, unsigned levels)
{
	size_t size = 0;
	void *block = bsd_block(mib, levels, &size);

	return text_of(block, size);
}

#if !defined(__OpenBSD__)

bool
bsd_named_value(const char *name, void *value, size_t size)
{
	size_t told = size;

	return sysctlbyname(name, value, &told, NULL, 0) == 0 && told == size;
}

void *
bsd_named_block(const char *name, size_t *size)
{
	void *block = NULL;

	for (int turn = 0; turn < 8; turn++) {
		if (sysctlbyname(name, NULL, size, NULL, 0) != 0)
			break;
		*size += *size / 8 + 64;
		block = mem_resize(block, *size, 1);
		if (sysctlbyname(name, block, size, NULL, 0) == 0)
			return block;
		if (errno != ENOMEM)
			break;
	}
	free(block);
	return NULL;
}

char *
bsd_named_text(const char *name)
{
	size_t size = 0;
	void *block = bsd_named_block(name, &size);

	return text_of(block, size);
}

/* 4 or 8 bytes are a number unless they are printable text with its NUL. */
static bool
is_number(const char *block, size_t size)
{
	if (size != sizeof(int32_t) && size != sizeof(int64_t))
		return false;
	return !(isprint((unsigned char)block[0]) && strnlen(block, size) == size - 1);
}

char *
bsd_setting(const char *name)
{
	size_t size = 0;
	char *block = bsd_named_block(name, &size), *text;
	int32_t small;
	int64_t large = 0;

	if (block == NULL || !is_number(block, size))
		return text_of(block, size);
	memcpy(&small, block, sizeof(small));
	memcpy(&large, block, size);
	text = size == sizeof(small) ? mem_printf("%" PRId32, small) : mem_printf("%" PRId64, large);
	free(block);
	return text;
}

#endif

/* ------------------------------------------------------------------ counters */

void
bsd_machine_fill(struct os_machine *m, const struct bsd_ticks *t, uint64_t tick_ns)
{
	*m = (struct os_machine){ OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN };
	m->user_ns = (t->user + t->nice) * tick_ns;
	m->system_ns = (t->system + t->spin) * tick_ns;
	m->interrupt_ns = t->interrupt * tick_ns;
	m->idle_ns = t->idle * tick_ns;
}

/* ------------------------------------------------------------------ volumes */

#if defined(__NetBSD__)
typedef struct statvfs mount_facts;
#define mount_facts_of(path, f)	statvfs((path), (f))
#define mount_flags(f)		((f)->f_flag)
#else
typedef struct statfs mount_facts;
#define mount_facts_of(path, f)	statfs((path), (f))
#define mount_flags(f)		((f)->f_flags)
#endif

static const struct {
	unsigned long flag;
	const char *word;
} mount_words[] = {
	{ MNT_SYNCHRONOUS, "sync" },
	{ MNT_NOEXEC, "noexec" },
	{ MNT_NOSUID, "nosuid" },
#if defined(MNT_NODEV)
	{ MNT_NODEV, "nodev" },
#endif
#if defined(MNT_ASYNC)
	{ MNT_ASYNC, "async" },
#endif
#if defined(MNT_NOATIME)
	{ MNT_NOATIME, "noatime" },
#endif
#if defined(MNT_SOFTDEP)
	{ MNT_SOFTDEP, "softdep" },
#endif
#if defined(MNT_LOG)
	{ MNT_LOG, "log" },
#endif
#if defined(MNT_GJOURNAL)
	{ MNT_GJOURNAL, "gjournal" },
#endif
#if defined(MNT_SUJ)
	{ MNT_SUJ, "journaled soft-updates" },
#endif
#if defined(MNT_JOURNALED)
	{ MNT_JOURNALED, "journaled" },
#endif
	{ MNT_LOCAL, "local" },
};

/*
 * "ada0" of "/dev/ada0p2": counters are kept for disks. "" for what is no disk ("tmpfs", "pool/home",
 * "/dev/ufs/label").
 */
static void
disk_name(char *to, size_t size, const char *source)
{
	size_t length;

	to[0] = '\0';
	if (strncmp(source, "/dev/", 5) != 0)
		return;
	source += 5;
	length = strspn(source, "abcdefghijklmnopqrstuvwxyz");
	if (length == 0 || !isdigit((unsigned char)source[length]))
		return;
	length += strspn(source + length, "0123456789");
	if (length < size) {
		memcpy(to, source, length);
		to[length] = '\0';
	}
}

int
os_volume(const char *path, struct os_volume *v, struct err *e)
{
	struct buf options = BUF_EMPTY;
	mount_facts f;

	memset(v, 0, sizeof(*v));
	if (mount_facts_of(path, &f) != 0)
		return err_sys(e, errno, "cannot tell the file system of '%s'", path);
	text_cut(v->type, sizeof(v->type), f.f_fstypename);
	text_cut(v->source, sizeof(v->source), f.f_mntfromname);
	text_cut(v->mounted_on, sizeof(v->mounted_on), f.f_mntonname);
	buf_puts(&options, (mount_flags(&f) & MNT_RDONLY) != 0 ? "ro" : "rw");
	for (size_t i = 0; i < sizeof(mount_words) / sizeof(mount_words[0]); i++)
		if ((mount_flags(&f) & mount_words[i].flag) != 0)
			buf_printf(&options, ",%s", mount_words[i].word);
	text_cut(v->options, sizeof(v->options), buf_text(&options));
	buf_release(&options);
	disk_name(v->device, sizeof(v->device), f.f_mntfromname);
	return 0;
}

/* ------------------------------------------------------------------ facts */

char *
bsd_title(void)
{
	static const char key[] = "\nPRETTY_NAME=";
	struct buf text = BUF_EMPTY;
	struct os_name name;
	struct err e;
	const char *value;
	char *title = NULL;

	buf_putc(&text, '\n');
	if (file_read("/etc/os-release", &text, &e) == 0 && (value = strstr(buf_text(&text), key)) != NULL) {
		value += sizeof(key) - 1;
		value += *value == '"' || *value == '\'';
		title = mem_printf("%.*s", (int)strcspn(value, "\"'\n"), value);
	}
	buf_release(&text);
	if (title != NULL)
		return title;
	os_name(&name);
	return mem_printf("%s %s", name.system, name.release);
}
