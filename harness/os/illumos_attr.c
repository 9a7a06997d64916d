/*
 * illumos: extended attributes are files in a hidden directory of each file (fsattr(7)), opened by openat with O_XATTR.
 * Written from the manuals, not yet compiled.
 */
#include "os/visible.h"

#include <sys/types.h>
#include <sys/stat.h>

#include "os/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"

/* Turns errno into *e; `what` is "set attribute 'x' of 12 bytes on". */
static int
attr_failed(struct err *e, int number, const char *path, const char *what)
{
	if (pathconf(path, _PC_XATTR_ENABLED) == 0)
		return err_set(
		    e, ERR_UNSUPPORTED, "the file system of '%s' does not support extended attributes", path);
	err_sys(e, number, "cannot %s '%s'", what, path);
	if (number == ENOSPC || number == EDQUOT || number == EFBIG || number == ENAMETOOLONG)
		e->kind = ERR_WORKLOAD;
	return -1;
}

/* The attribute's own descriptor; -1 with *e filled. */
static int
open_attr(const char *path, const char *name, int flags, const char *verb, struct err *e)
{
	int file, fd, number;
	char *what;

	if (strchr(name, '/') != NULL)
		return err_set(
		    e, ERR_WORKLOAD, "cannot %s attribute '%s' of '%s': names are file names here", verb, name, path);
	if ((file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)) < 0)
		return err_sys(e, errno, "cannot open '%s'", path);
	fd = openat(file, name, flags | O_XATTR | O_CLOEXEC, 0644);
	number = errno;
	close(file);
	if (fd >= 0)
		return fd;
	if (number == ENOENT && pathconf(path, _PC_XATTR_ENABLED) != 0)
		return err_set(e, ERR_WORKLOAD, "'%s' has no attribute '%s'", path, name);
	what = mem_printf("%s attribute '%s' of", verb, name);
	attr_failed(e, number, path, what);
	free(what);
	return -1;
}

int
os_attr_set(const char *path, const char *name, const void *value, size_t length, struct err *e)
{
	int fd = open_attr(path, name, O_CREAT | O_RDWR | O_TRUNC, "set", e), number = 0;
	const char *at = value;
	size_t left = length;
	char *what;

	if (fd < 0)
		return -1;
	while (left > 0 && number == 0) {
		ssize_t n = write(fd, at, left);

		if (n < 0 && errno != EINTR)
			number = errno;
		if (n > 0) {
			at += n;
			left -= (size_t)n;
		}
	}
	if (close(fd) != 0 && number == 0)
		number = errno;
	if (number == 0)
		return 0;
	what = mem_printf("set attribute '%s' of %zu bytes on", name, length);
	attr_failed(e, number, path, what);
	free(what);
	return -1;
}

ssize_t
os_attr_get(const char *path, const char *name, void *value, size_t size, struct err *e)
{
	int fd = open_attr(path, name, O_RDONLY, "read", e);
	char *at = value;
	struct stat st;
	ssize_t n = 1;
	int number = 0;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) != 0)
		number = errno;
	while (number == 0 && size > 0 && n != 0) {
		n = read(fd, at, size);
		if (n < 0 && errno != EINTR)
			number = errno;
		if (n > 0) {
			at += n;
			size -= (size_t)n;
		}
	}
	close(fd);
	return number == 0 ? (ssize_t)st.st_size : attr_failed(e, number, path, "read an attribute of");
}

/* The hidden directory; the caller closes. NULL with *e filled. */
static DIR *
open_directory(const char *path, struct err *e)
{
	int fd = open_attr(path, ".", O_RDONLY, "list", e);
	DIR *d = fd >= 0 ? fdopendir(fd) : NULL;

	if (fd >= 0 && d == NULL) {
		attr_failed(e, errno, path, "list the attributes of");
		close(fd);
	}
	return d;
}

ssize_t
os_attr_list(const char *path, char *names, size_t size, struct err *e)
{
	DIR *d = open_directory(path, e);
	struct buf all = BUF_EMPTY;
	struct dirent *entry;
	ssize_t length;

	if (d == NULL)
		return -1;
	while ((entry = readdir(d)) != NULL)
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0
		    && strncmp(entry->d_name, "SUNWattr_", 9) != 0)	/* the system's own */
			buf_add(&all, entry->d_name, strlen(entry->d_name) + 1);
	closedir(d);
	length = (ssize_t)all.length;
	if (size > 0 && all.length > 0)
		memcpy(names, all.text, all.length < size ? all.length : size);
	buf_release(&all);
	return length;
}

int
os_attr_remove(const char *path, const char *name, struct err *e)
{
	DIR *d = open_directory(path, e);
	int result = 0;
	char *what;

	if (d == NULL)
		return -1;
	if (unlinkat(dirfd(d), name, 0) != 0) {
		if (errno == ENOENT)
			result = err_set(e, ERR_WORKLOAD, "'%s' has no attribute '%s'", path, name);
		else {
			int number = errno;

			what = mem_printf("remove attribute '%s' of", name);
			result = attr_failed(e, number, path, what);
			free(what);
		}
	}
	closedir(d);
	return result;
}
