/*
 * Typed attributes of files by the system's own interface, for the tools of this tree. Where
 * attributes have no type, it is stored in front of the value, four bytes, and the name gets
 * "haiku." in front.
 *
 * What the system or the file system cannot do is no failure of a tool: it goes to a log, one line
 * for each attribute.
 */
#ifndef TOOLS_ATTRIBUTE_H
#define TOOLS_ATTRIBUTE_H

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#if defined(__HAIKU__)
#include <fs_attr.h>
#elif defined(__FreeBSD__) || defined(__DragonFly__)
#include <sys/extattr.h>
#elif defined(__linux__) || defined(__NetBSD__) || defined(__APPLE__)
#include <sys/xattr.h>
#endif

enum { ATTRIBUTE_NAME = 256 };

/* The whole value with its type in front, as most systems store it. NULL: no memory. */
static inline unsigned char *
attribute_pack(const char *type, const void *value, size_t length)
{
	unsigned char *packed = malloc(length + 4);

	if (packed != NULL) {
		memcpy(packed, type, 4);
		memcpy(packed + 4, value, length);
	}
	return packed;
}

/* Stores `length` bytes under `name`; 0 or an errno. */
static inline int
attribute_store(const char *path, const char *name, const char *type, const void *value, size_t length)
{
	int error = 0;
#if defined(__HAIKU__)
	unsigned long code = (unsigned long)(unsigned char)type[0] << 24 | (unsigned long)(unsigned char)type[1] << 16 |
	    (unsigned long)(unsigned char)type[2] << 8 | (unsigned char)type[3];
	int fd = open(path, O_WRONLY);

	if (fd < 0)
		return errno;
	if (fs_write_attr(fd, name, (unsigned)code, 0, value, length) != (ssize_t)length)
		error = errno;
	close(fd);
#elif defined(__OpenBSD__)
	(void)path; (void)name; (void)type; (void)value; (void)length;
	error = EOPNOTSUPP;
#else
	unsigned char *packed = attribute_pack(type, value, length);
	char stored[ATTRIBUTE_NAME];

	if (packed == NULL)
		return ENOMEM;
#if defined(__FreeBSD__) || defined(__DragonFly__)
	snprintf(stored, sizeof(stored), "haiku.%s", name);
	if (extattr_set_file(path, EXTATTR_NAMESPACE_USER, stored, packed, length + 4) < 0)
		error = errno;
#elif defined(__sun)
	{
		int fd;

		snprintf(stored, sizeof(stored), "haiku.%s", name);
		fd = attropen(path, stored, O_WRONLY | O_CREAT | O_TRUNC, 0644);
		if (fd < 0 || write(fd, packed, length + 4) != (ssize_t)(length + 4))
			error = errno != 0 ? errno : ENOSPC;
		if (fd >= 0 && close(fd) != 0 && error == 0)
			error = errno;
	}
#elif defined(__APPLE__)
	snprintf(stored, sizeof(stored), "user.haiku.%s", name);
	if (setxattr(path, stored, packed, length + 4, 0, 0) != 0)
		error = errno;
#elif defined(__linux__) || defined(__NetBSD__)
	snprintf(stored, sizeof(stored), "user.haiku.%s", name);
	if (setxattr(path, stored, packed, length + 4, 0) != 0)
		error = errno;
#else
	(void)path; (void)stored; (void)name;
	error = EOPNOTSUPP;
#endif
	free(packed);
#endif
	return error;
}

/* Length of the value without its type, at most `size` bytes of which are copied; -1 when there is none. */
static inline long
attribute_fetch(const char *path, const char *name, void *value, size_t size)
{
	long length = -1;
#if defined(__HAIKU__)
	int fd = open(path, O_RDONLY);

	if (fd < 0)
		return -1;
	length = (long)fs_read_attr(fd, name, 0, 0, value, size);
	close(fd);
#elif !defined(__OpenBSD__)
	unsigned char *packed = malloc(size + 4);
	char stored[ATTRIBUTE_NAME];

	if (packed == NULL)
		return -1;
#if defined(__FreeBSD__) || defined(__DragonFly__)
	snprintf(stored, sizeof(stored), "haiku.%s", name);
	length = (long)extattr_get_file(path, EXTATTR_NAMESPACE_USER, stored, packed, size + 4);
#elif defined(__sun)
	{
		int fd;

		snprintf(stored, sizeof(stored), "haiku.%s", name);
		fd = attropen(path, stored, O_RDONLY);
		if (fd >= 0) {
			length = (long)read(fd, packed, size + 4);
			close(fd);
		}
	}
#elif defined(__APPLE__)
	snprintf(stored, sizeof(stored), "user.haiku.%s", name);
	length = (long)getxattr(path, stored, packed, size + 4, 0, 0);
#elif defined(__linux__) || defined(__NetBSD__)
	snprintf(stored, sizeof(stored), "user.haiku.%s", name);
	length = (long)getxattr(path, stored, packed, size + 4);
#else
	(void)path; (void)stored; (void)name;
#endif
	length = length >= 4 ? length - 4 : -1;
	if (length > 0)
		memcpy(value, packed + 4, (size_t)length);
	free(packed);
#else
	(void)path; (void)name; (void)value; (void)size;
#endif
	return length;
}

/* "unsupported" or "unfit" for what is a property of the system, NULL for a failure. */
static inline const char *
attribute_excuse(int error)
{
	switch (error) {
	case EOPNOTSUPP:
#if ENOTSUP != EOPNOTSUPP
	case ENOTSUP:
#endif
	case ENOSYS:
	case EINVAL:
		return "unsupported";
	case ENOSPC:
	case E2BIG:
	case EFBIG:
	case ERANGE:
	case ENAMETOOLONG:
	case EDQUOT:
		return "unfit";
	default:
		return NULL;
	}
}

/* One line "excuse <tab> attribute <tab> bytes <tab> file <tab> words" in a single write; 0 or -1. */
static inline int
attribute_log(const char *log, const char *excuse, const char *name, size_t length, const char *path, int error)
{
	char line[4096];
	int n = snprintf(line, sizeof(line), "%s\t%s\t%lu\t%s\t%s\n", excuse, name, (unsigned long)length, path,
	    strerror(error));
	int fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0644);

	if (fd < 0 || n < 0 || (size_t)n >= sizeof(line) || write(fd, line, (size_t)n) != n) {
		fprintf(stderr, "cannot write '%s': %s\n", log, strerror(errno));
		if (fd >= 0)
			close(fd);
		return -1;
	}
	return close(fd);
}

/* Stores an attribute, or logs why it is not there. 0, or 1 after a message when it failed for another reason. */
static inline int
attribute_write(const char *log, const char *path, const char *name, const char *type, const void *value, size_t length)
{
	int error = attribute_store(path, name, type, value, length);
	const char *excuse = attribute_excuse(error);

	if (error == 0)
		return 0;
	if (excuse != NULL && log != NULL)
		return attribute_log(log, excuse, name, length, path, error) == 0 ? 0 : 1;
	fprintf(stderr, "cannot write attribute '%s' of '%s': %s\n", name, path, strerror(error));
	return 1;
}

/* `length` bytes that follow from a seed (SplitMix64), eight for each step, the lowest first. */
static inline void
attribute_bytes(unsigned long long seed, unsigned char *bytes, size_t length)
{
	unsigned long long z = 0;

	for (size_t i = 0; i < length; i++) {
		if (i % 8 == 0) {
			seed += 0x9e3779b97f4a7c15ull;
			z = seed;
			z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
			z = (z ^ z >> 27) * 0x94d049bb133111ebull;
			z ^= z >> 31;
		}
		bytes[i] = (unsigned char)(z >> i % 8 * 8);
	}
}

#endif
