/*
 * file: the content of a file. Below /proc and /sys files are values of the kernel: of a choice ("always
 * [madvise] never") the word in brackets counts, and a reboot takes a change back. Any other file is brought
 * back byte by byte.
 */
#define _XOPEN_SOURCE 700	/* realpath */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/quote.h"
#include "setting/setting.h"
#include "setting/undo.h"

/* Words of an undo. */
enum { PATH, VALUE };

enum { BYTES_MOST = 65536, SHOWN_MOST = 60 };

static int
parse(struct setting *s, const char *rest, struct err *e)
{
	char *absolute;

	if (setting_parse_pair(s, rest, e) != 0)
		return -1;
	absolute = setting_path(s->name);
	free(s->name);
	s->name = absolute;
	free(s->text);
	s->text = mem_printf("file:%s=%s", s->name, s->value);
	return 0;
}

static bool
is_kernel_value(const char *path)
{
	return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/sys/", 5) == 0;
}

/* ------------------------------------------------------------------ reading and writing */

static int
cannot(const char *doing, const char *path, const char *value, struct err *e)
{
	int number = errno;

	if (number == ENOENT || number == ENOTDIR)
		return err_set(e, ERR_USAGE, "there is no file '%s'; 'file:' changes only files that are there", path);
	if (value != NULL && is_kernel_value(path) && (number == EINVAL || number == ERANGE))
		return err_set(e, ERR_USAGE, "the kernel refuses '%.200s' for '%s'", value, path);
	if (value != NULL && is_kernel_value(path) && number == EIO)	/* so say those that cannot be written at all */
		return err_set(e, ERR_UNSUPPORTED, "cannot change '%s': the kernel has it for reading only", path);
	if (number == EACCES || number == EPERM || number == EROFS || number == ELOOP)
		return err_set(e, ERR_UNSUPPORTED, "cannot %s '%s': %s%s", doing, path, strerror(number),
		    geteuid() != 0 ? "; only root may, perhaps" : "");
	return err_sys(e, number, "cannot %s '%s'", doing, path);
}

/* The file behind all links, so that what was read is what is written and brought back. NULL when there is none. */
static char *
resolve(const char *path, struct err *e)
{
	char *resolved = realpath(path, NULL);
	struct stat st;

	if (resolved == NULL || stat(resolved, &st) != 0)
		cannot("find", path, NULL, e);
	else if (!S_ISREG(st.st_mode))
		err_set(e, ERR_USAGE, "'%s' is %s; 'file:' changes only files", path,
		    S_ISDIR(st.st_mode) ? "a directory" : "a device, a pipe or a socket");
	else
		return resolved;
	free(resolved);
	return NULL;
}

/* The word in brackets, or the whole without the white space at its end. */
static void
reduce(char *text)
{
	char *open = strchr(text, '['), *close = open != NULL ? strchr(open, ']') : NULL;
	size_t length = strlen(text);

	if (close != NULL && (open == text || open[-1] == ' ') && strchr(" \n", close[1]) != NULL) {
		length = (size_t)(close - open) - 1;
		memmove(text, open + 1, length);
	}
	while (length > 0 && strchr(" \t\n", text[length - 1]) != NULL)
		length--;
	text[length] = '\0';
}

/* The content of a resolved path, of a kernel's file its value; NULL on failure. The caller frees. */
static char *
content(const char *path, struct err *e)
{
	struct buf text = BUF_EMPTY;
	char chunk[4096];
	ssize_t n = -1;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

	while (fd >= 0 && text.length <= BYTES_MOST && (n = read(fd, chunk, sizeof(chunk))) > 0)
		buf_add(&text, chunk, (size_t)n);
	if (n < 0)
		cannot("read", path, NULL, e);
	else if (text.length > BYTES_MOST || (text.length > 0 && memchr(text.text, '\0', text.length) != NULL)) {
		err_set(e, ERR_USAGE, "'%s' holds %s: it is no file of settings", path,
		    text.length > BYTES_MOST ? "more than 64 KiB" : "bytes of 0");
		n = -1;
	}
	if (fd >= 0)
		close(fd);
	if (n < 0) {
		buf_release(&text);
		return NULL;
	}
	if (is_kernel_value(path) && text.length > 0)
		reduce(text.text);
	return buf_take(&text);
}

/*
 * One write, and a line for the kernel, which takes each write as a value of its own. Other files must be on
 * the disk before the journal forgets them.
 */
static int
replace(const char *path, const char *text, struct err *e)
{
	bool kernel = is_kernel_value(path);
	char *bytes = mem_printf("%s%s", text, kernel ? "\n" : "");
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (kernel ? 0 : O_TRUNC)), result = 0;
	size_t length = strlen(bytes);
	ssize_t n = fd >= 0 ? write(fd, bytes, length) : -1;

	if (n >= 0 && (size_t)n < length)
		result = err_set(e, ERR_INTERNAL, "cannot write all of '%s'", path);
	else if (n < 0 || (!kernel && fsync(fd) != 0))
		result = cannot("change", path, text, e);
	if (fd >= 0 && close(fd) != 0 && result == 0)
		result = cannot("change", path, text, e);
	free(bytes);
	return result;
}

/* Compares with the content that is wanted. */
static int
compare(const char *path, const char *wanted, struct err *e)
{
	char *is = content(path, e);
	int result = 0;

	if (is == NULL)
		return -1;
	if (is_kernel_value(path) ? !setting_value_is(is, wanted) : strcmp(is, wanted) != 0)
		result = setting_did_not_take(path, wanted, is, e);
	free(is);
	return result;
}

/* ------------------------------------------------------------------ the kind */

static int
read_file(const struct setting *s, char ***was, struct err *e)
{
	char *words[] = { resolve(s->name, e), NULL, NULL };

	*was = NULL;
	if (words[PATH] != NULL)
		words[VALUE] = content(words[PATH], e);
	if (words[VALUE] != NULL)
		*was = quote_copy(words);
	free(words[PATH]);
	free(words[VALUE]);
	return *was != NULL ? 0 : -1;
}

/* What the file shall hold: of files that are not the kernel's the value is a line. */
static char *
wanted_of(const struct setting *s, const char *path)
{
	size_t length = strlen(s->value);
	bool line = !is_kernel_value(path) && length > 0 && s->value[length - 1] != '\n';

	return mem_printf("%s%s", s->value, line ? "\n" : "");
}

static int
with_wanted(const struct setting *s, int (*act)(const char *path, const char *wanted, struct err *e), struct err *e)
{
	char *path = resolve(s->name, e), *wanted;
	int result;

	if (path == NULL)
		return -1;
	wanted = wanted_of(s, path);
	result = act(path, wanted, e);
	free(wanted);
	free(path);
	return result;
}

static int
apply(const struct setting *s, struct err *e)
{
	return with_wanted(s, replace, e);
}

static int
check(const struct setting *s, struct err *e)
{
	return with_wanted(s, compare, e);
}

static int
take_back(char *const *was, struct err *e)
{
	if (compare(was[PATH], was[VALUE], e) == 0)
		return 0;
	if (replace(was[PATH], was[VALUE], e) != 0)
		return -1;
	return compare(was[PATH], was[VALUE], e);
}

/* A value of the kernel whose file is gone is gone with what it belonged to: a process, a module, a device. */
static bool
gone(char *const *was)
{
	return is_kernel_value(was[PATH]) && !file_exists(was[PATH]);
}

static bool
lasts(char *const *was)
{
	return !is_kernel_value(was[PATH]);
}

/* The first line is enough. */
static void
describe(char *const *was, struct buf *out)
{
	size_t length = strcspn(was[VALUE], "\n");
	bool cut = length > SHOWN_MOST || (was[VALUE][length] != '\0' && was[VALUE][length + 1] != '\0');

	buf_printf(out, "file:%s=%.*s%s", was[PATH], (int)(length > SHOWN_MOST ? SHOWN_MOST : length), was[VALUE],
	    cut ? "..." : "");
}

const struct undo undo_file = {
	.name = "file",
	.words = { 2, 2, 1 },
	.take_back = take_back,
	.gone = gone,
	.lasts = lasts,
	.describe = describe,
};

const struct setting_kind setting_file = {
	.name = "file",
	.form = "file:PATH=VALUE",
	.scope = SCOPE_HOST,
	.parse = parse,
	.read = read_file,
	.apply = apply,
	.check = check,
	.undo = &undo_file,
};
