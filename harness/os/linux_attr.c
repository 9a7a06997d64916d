/* Linux: extended attributes in the namespace "user.". The value goes straight between caller and kernel. */
#include "os/os.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>

#include "base/buf.h"

#ifndef XATTR_SIZE_MAX
#define XATTR_SIZE_MAX 65536
#define XATTR_LIST_MAX 65536
#endif

enum {
	PREFIX = 5,		/* "user." */
	/* a name that does not fit here is longer than the kernel's 255: ERANGE from it */
	NAME_SIZE = PREFIX + 256 + 1,
};

static const char *
whole_name(char whole[NAME_SIZE], const char *name)
{
	size_t length = strnlen(name, NAME_SIZE - PREFIX - 1);

	memcpy(whole, "user.", PREFIX);
	memcpy(whole + PREFIX, name, length);
	whole[PREFIX + length] = '\0';
	return whole;
}

/* Turns errno of an attribute call into *e; `what` is "set attribute 'x' of 12 bytes on". */
static int
attr_failed(struct err *e, int number, const char *path, const char *what)
{
	if (number == ENOTSUP || number == EOPNOTSUPP || number == ENOSYS)
		return err_set(
		    e, ERR_UNSUPPORTED, "the file system of '%s' does not support extended attributes", path);
	err_sys(e, number, "cannot %s '%s'", what, path);
	if (number == ENOSPC || number == EDQUOT || number == E2BIG || number == ERANGE || number == ENODATA)
		e->kind = ERR_WORKLOAD;
	return -1;
}

static int
named_failed(struct err *e, int number, const char *path, const char *verb, const char *name)
{
	char *what;

	if (number == ENODATA)
		return err_set(e, ERR_WORKLOAD, "'%s' has no attribute '%s'", path, name);
	what = mem_printf("%s attribute '%s' of", verb, name);
	attr_failed(e, number, path, what);
	free(what);
	return -1;
}

int
os_attr_set(const char *path, const char *name, const void *value, size_t length, struct err *e)
{
	char whole[NAME_SIZE];
	char *what;
	int number;

	if (lsetxattr(path, whole_name(whole, name), value, length, 0) == 0)
		return 0;
	number = errno;
	what = mem_printf("set attribute '%s' of %zu bytes on", name, length);
	attr_failed(e, number, path, what);
	free(what);
	return -1;
}

ssize_t
os_attr_get(const char *path, const char *name, void *value, size_t size, struct err *e)
{
	char whole[NAME_SIZE];
	ssize_t length = lgetxattr(path, whole_name(whole, name), value, size);
	int number = errno;

	if (length < 0 && errno == ERANGE && size > 0) {	/* longer than the caller's place: cut it */
		void *all = mem_alloc(XATTR_SIZE_MAX);

		length = lgetxattr(path, whole, all, XATTR_SIZE_MAX);
		number = errno;
		if (length > 0)
			memcpy(value, all, (size_t)length < size ? (size_t)length : size);
		free(all);
	}
	if (length < 0)
		return named_failed(e, number, path, "read", name);
	return length;
}

/* Keeps the names in the namespace "user.", without it; returns their length. In place. */
static size_t
keep_user_names(char *names, size_t length)
{
	size_t kept = 0;

	for (size_t at = 0, next; at < length; at = next) {
		size_t one = strnlen(names + at, length - at);

		next = at + one + 1;
		if (one < PREFIX || memcmp(names + at, "user.", PREFIX) != 0)
			continue;
		memmove(names + kept, names + at + PREFIX, one - PREFIX + 1);
		kept += one - PREFIX + 1;
	}
	return kept;
}

ssize_t
os_attr_list(const char *path, char *names, size_t size, struct err *e)
{
	ssize_t length = size > 0 ? llistxattr(path, names, size) : -1;
	char *all;

	if (length >= 0)
		return (ssize_t)keep_user_names(names, (size_t)length);
	if (size > 0 && errno != ERANGE)
		return attr_failed(e, errno, path, "list the attributes of");
	all = mem_alloc(XATTR_LIST_MAX);
	length = llistxattr(path, all, XATTR_LIST_MAX);
	if (length < 0) {
		attr_failed(e, errno, path, "list the attributes of");
		free(all);
		return -1;
	}
	length = (ssize_t)keep_user_names(all, (size_t)length);
	if (size > 0)
		memcpy(names, all, (size_t)length < size ? (size_t)length : size);
	free(all);
	return length;
}

int
os_attr_remove(const char *path, const char *name, struct err *e)
{
	char whole[NAME_SIZE];

	if (lremovexattr(path, whole_name(whole, name)) == 0)
		return 0;
	return named_failed(e, errno, path, "remove", name);
}
