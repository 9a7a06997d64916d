/*
 * Haiku: extended attributes are typed and indexed; ours are of the raw type. Written from the manuals, not yet
 * compiled. Its FAT takes some attributes without an error and drops them: whoever sets one must read it back.
 */
#include "os/visible.h"

#include <TypeConstants.h>
#include <fs_attr.h>
#include <fs_info.h>

#include "os/os.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"

static int
open_file(const char *path, struct err *e)
{
	int fd = open(path, O_RDONLY | O_NOTRAVERSE | O_CLOEXEC);

	return fd >= 0 ? fd : err_sys(e, errno, "cannot open '%s'", path);
}

static bool
has_attributes(const char *path)
{
	dev_t device = dev_for_path(path);
	fs_info info;

	return device < 0 || fs_stat_dev(device, &info) != 0 || (info.flags & B_FS_HAS_ATTR) != 0;
}

static int
attr_failed(struct err *e, int number, const char *path, const char *verb, const char *name, size_t length)
{
	if (number == EOPNOTSUPP || number == ENOSYS || !has_attributes(path))
		return err_set(
		    e, ERR_UNSUPPORTED, "the file system of '%s' does not support extended attributes", path);
	if (number == ENOENT)
		return err_set(e, ERR_WORKLOAD, "'%s' has no attribute '%s'", path, name);
	err_sys(e, number, "cannot %s attribute '%s' (%zu bytes) of '%s'", verb, name, length, path);
	if (number == ENOSPC || number == E2BIG || number == ERANGE || number == ENAMETOOLONG)
		e->kind = ERR_WORKLOAD;
	return -1;
}

int
os_attr_set(const char *path, const char *name, const void *value, size_t length, struct err *e)
{
	int fd = open_file(path, e), number;
	ssize_t written;

	if (fd < 0)
		return -1;
	written = fs_write_attr(fd, name, B_RAW_TYPE, 0, value, length);	/* at 0: the old value goes */
	number = written < 0 ? errno : ENOSPC;
	close(fd);
	if (written == (ssize_t)length)
		return 0;
	if (number == EOPNOTSUPP || !has_attributes(path))
		return attr_failed(e, EOPNOTSUPP, path, "set", name, length);
	err_sys(e, number, "cannot set attribute '%s' of %zu bytes on '%s'", name, length, path);
	e->kind = ERR_WORKLOAD;
	return -1;
}

ssize_t
os_attr_get(const char *path, const char *name, void *value, size_t size, struct err *e)
{
	int fd = open_file(path, e), number = 0;
	struct attr_info info;

	if (fd < 0)
		return -1;
	if (fs_stat_attr(fd, name, &info) != 0)
		number = errno;
	else if (size > 0 && info.size > 0 && fs_read_attr(fd, name, B_ANY_TYPE, 0, value, size) < 0)
		number = errno;
	close(fd);
	return number == 0 ? (ssize_t)info.size : attr_failed(e, number, path, "read", name, size);
}

ssize_t
os_attr_list(const char *path, char *names, size_t size, struct err *e)
{
	int fd = open_file(path, e);
	DIR *d = fd >= 0 ? fs_fopen_attr_dir(fd) : NULL;
	struct buf all = BUF_EMPTY;
	struct dirent *entry;
	ssize_t length;

	if (d == NULL) {
		if (fd >= 0) {
			attr_failed(e, errno, path, "list", "", 0);
			close(fd);
		}
		return -1;
	}
	while ((entry = fs_read_attr_dir(d)) != NULL)
		buf_add(&all, entry->d_name, strlen(entry->d_name) + 1);
	fs_close_attr_dir(d);
	close(fd);
	length = (ssize_t)all.length;
	if (size > 0 && all.length > 0)
		memcpy(names, all.text, all.length < size ? all.length : size);
	buf_release(&all);
	return length;
}

int
os_attr_remove(const char *path, const char *name, struct err *e)
{
	int fd = open_file(path, e), number;

	if (fd < 0)
		return -1;
	number = fs_remove_attr(fd, name) == 0 ? 0 : errno;
	close(fd);
	return number == 0 ? 0 : attr_failed(e, number, path, "remove", name, 0);
}
