/*
 * FreeBSD and NetBSD (extattr), macOS (xattr), OpenBSD (none): extended attributes. Written from the manuals, not
 * yet compiled.
 */
#include "os/visible.h"

#include <sys/types.h>
#if defined(__FreeBSD__) || defined(__NetBSD__)
#include <sys/extattr.h>
#elif defined(__APPLE__)
#include <sys/xattr.h>
#endif

#include "os/os.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

#if defined(__OpenBSD__)

static int
none(struct err *e, const char *path)
{
	return err_set(
	    e, ERR_UNSUPPORTED, "the file system of '%s' does not support extended attributes: OpenBSD has none", path);
}

int
os_attr_set(const char *path, const char *name, const void *value, size_t length, struct err *e)
{
	(void)name;
	(void)value;
	(void)length;
	return none(e, path);
}

ssize_t
os_attr_get(const char *path, const char *name, void *value, size_t size, struct err *e)
{
	(void)name;
	(void)value;
	(void)size;
	return none(e, path);
}

ssize_t
os_attr_list(const char *path, char *names, size_t size, struct err *e)
{
	(void)names;
	(void)size;
	return none(e, path);
}

int
os_attr_remove(const char *path, const char *name, struct err *e)
{
	(void)name;
	return none(e, path);
}

#else

/* Turns errno of an attribute call into *e; `what` is "set attribute 'x' of 12 bytes on". */
static int
attr_failed(struct err *e, int number, const char *path, const char *what)
{
	if (number == EOPNOTSUPP || number == ENOTSUP || number == ENOSYS)
		return err_set(
		    e, ERR_UNSUPPORTED, "the file system of '%s' does not support extended attributes", path);
	err_sys(e, number, "cannot %s '%s'", what, path);
	if (number == ENOSPC || number == EDQUOT || number == E2BIG || number == EFBIG || number == ERANGE
	    || number == ENAMETOOLONG || number == EINVAL)
		e->kind = ERR_WORKLOAD;
	return -1;
}

static int
named_failed(struct err *e, int number, const char *path, const char *verb, const char *name)
{
	char *what;

	if (number == ENOATTR)
		return err_set(e, ERR_WORKLOAD, "'%s' has no attribute '%s'", path, name);
	what = mem_printf("%s attribute '%s' of", verb, name);
	attr_failed(e, number, path, what);
	free(what);
	return -1;
}

static int
set_failed(struct err *e, int number, const char *path, const char *name, size_t length)
{
	char *what = mem_printf("set attribute '%s' of %zu bytes on", name, length);

	attr_failed(e, number, path, what);
	free(what);
	return -1;
}

#if defined(__APPLE__)

int
os_attr_set(const char *path, const char *name, const void *value, size_t length, struct err *e)
{
	if (setxattr(path, name, value, length, 0, XATTR_NOFOLLOW) == 0)
		return 0;
	return set_failed(e, errno, path, name, length);
}

ssize_t
os_attr_get(const char *path, const char *name, void *value, size_t size, struct err *e)
{
	ssize_t length = getxattr(path, name, size > 0 ? value : NULL, size, 0, XATTR_NOFOLLOW);
	int number = errno;
	void *all;

	if (length < 0 && number == ERANGE && size > 0) {	/* longer than the caller's place: cut it */
		length = getxattr(path, name, NULL, 0, 0, XATTR_NOFOLLOW);
		if (length > 0) {
			all = mem_alloc((size_t)length);
			length = getxattr(path, name, all, (size_t)length, 0, XATTR_NOFOLLOW);
			number = errno;
			if (length > 0)
				memcpy(value, all, (size_t)length < size ? (size_t)length : size);
			free(all);
		}
	}
	return length < 0 ? named_failed(e, number, path, "read", name) : length;
}

ssize_t
os_attr_list(const char *path, char *names, size_t size, struct err *e)
{
	ssize_t length = listxattr(path, size > 0 ? names : NULL, size, XATTR_NOFOLLOW);
	int number = errno;
	char *all;

	if (length < 0 && number == ERANGE && size > 0) {
		length = listxattr(path, NULL, 0, XATTR_NOFOLLOW);
		if (length > 0) {
			all = mem_alloc((size_t)length);
			length = listxattr(path, all, (size_t)length, XATTR_NOFOLLOW);
			number = errno;
			if (length > 0)
				memcpy(names, all, (size_t)length < size ? (size_t)length : size);
			free(all);
		}
	}
	return length < 0 ? attr_failed(e, number, path, "list the attributes of") : length;
}

int
os_attr_remove(const char *path, const char *name, struct err *e)
{
	if (removexattr(path, name, XATTR_NOFOLLOW) == 0)
		return 0;
	return named_failed(e, errno, path, "remove", name);
}

#else

int
os_attr_set(const char *path, const char *name, const void *value, size_t length, struct err *e)
{
	ssize_t written = extattr_set_link(path, EXTATTR_NAMESPACE_USER, name, value, length);

	if (written == (ssize_t)length)
		return 0;
	return set_failed(e, written < 0 ? errno : ENOSPC, path, name, length);
}

ssize_t
os_attr_get(const char *path, const char *name, void *value, size_t size, struct err *e)
{
	ssize_t length = -1;

	if (size > 0) {	/* fills what there is room for, and says no more */
		length = extattr_get_link(path, EXTATTR_NAMESPACE_USER, name, value, size);
		if (length < 0 && errno != ERANGE)
			return named_failed(e, errno, path, "read", name);
		if (length >= 0 && (size_t)length < size)
			return length;
	}
	length = extattr_get_link(path, EXTATTR_NAMESPACE_USER, name, NULL, 0);
	return length < 0 ? named_failed(e, errno, path, "read", name) : length;
}

/*
 * Names that each have their length (an unsigned byte) before them, into names that each end in NUL: as long, and
 * in place.
 */
static void
end_names(char *names, size_t length)
{
	for (size_t at = 0; at < length;) {
		size_t one = (unsigned char)names[at];

		if (one > length - at - 1)
			one = length - at - 1;
		memmove(names + at, names + at + 1, one);
		names[at + one] = '\0';
		at += one + 1;
	}
}

ssize_t
os_attr_list(const char *path, char *names, size_t size, struct err *e)
{
	ssize_t length = extattr_list_link(path, EXTATTR_NAMESPACE_USER, NULL, 0);
	char *all;

	if (length > 0 && size > 0) {
		all = mem_alloc((size_t)length);
		length = extattr_list_link(path, EXTATTR_NAMESPACE_USER, all, (size_t)length);
		if (length > 0) {
			end_names(all, (size_t)length);
			memcpy(names, all, (size_t)length < size ? (size_t)length : size);
		}
		free(all);
	}
	return length < 0 ? attr_failed(e, errno, path, "list the attributes of") : length;
}

int
os_attr_remove(const char *path, const char *name, struct err *e)
{
	if (extattr_delete_link(path, EXTATTR_NAMESPACE_USER, name) == 0)
		return 0;
	return named_failed(e, errno, path, "remove", name);
}

#endif
#endif
