/* Linux: what of a file is in the page cache, and how to get it out. */
#define _GNU_SOURCE

#include "os/os.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/buf.h"

#ifndef SYS_cachestat
#define SYS_cachestat 451	/* since 6.5; the same number on all architectures but alpha */
#endif

enum { WINDOW = 64 << 20, ZFS = 0x2fc12fc1 };	/* bytes mapped at a time for mincore; f_type of statfs */

int
os_sync_volume(const char *path, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int result = 0;

	if (fd < 0)
		return err_sys(e, errno, "cannot open '%s'", path);
	if (syncfs(fd) != 0)
		result = err_sys(e, errno, "cannot write back the file system of '%s'", path);
	close(fd);
	return result;
}

/* ZFS keeps files in a cache of its own (ARC), of which the page cache knows nothing. */
static bool
has_own_cache(int fd)
{
	struct statfs s;

	return fstatfs(fd, &s) == 0 && s.f_type == ZFS;
}

int
os_evict(const char *path, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int number, result = 0;

	if (fd < 0)
		return err_sys(e, errno, "cannot open '%s'", path);
	if (has_own_cache(fd))
		result = err_set(
		    e, ERR_UNSUPPORTED, "cannot drop '%s' from the cache of ZFS: export and import its pool", path);
	else if (fsync(fd) != 0)
		result = err_sys(e, errno, "cannot write back '%s'", path);
	else if ((number = posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED)) != 0)
		result = err_sys(e, number, "cannot drop the cached pages of '%s'", path);
	close(fd);
	return result;
}

/* cachestat(2): exact, without a mapping; *pages is cached pages. */
static int
count_by_cachestat(int fd, uint64_t *pages)
{
	struct { uint64_t offset, length; } range = { 0, 0 };	/* length 0: to the end */
	struct { uint64_t cached, dirty, writeback, evicted, recently_evicted; } answer = { 0, 0, 0, 0, 0 };

	if (syscall(SYS_cachestat, fd, &range, &answer, 0) != 0)
		return -1;
	*pages = answer.cached;
	return 0;
}

/* mincore(2) over a mapping, a window at a time; 0 or errno. */
static int
count_by_mincore(int fd, uint64_t size, uint64_t page, uint64_t *pages)
{
	unsigned char *present = mem_alloc(WINDOW / page);
	int number = 0;

	*pages = 0;
	for (uint64_t at = 0; at < size && number == 0; at += WINDOW) {
		size_t length = size - at < WINDOW ? (size_t)(size - at) : WINDOW;
		void *map = mmap(NULL, length, PROT_READ, MAP_SHARED, fd, (off_t)at);

		if (map == MAP_FAILED) {
			number = errno;
			break;
		}
		if (mincore(map, length, present) != 0)
			number = errno;
		for (size_t i = 0; number == 0 && i < (length + page - 1) / page; i++)
			*pages += present[i] & 1;
		munmap(map, length);
	}
	free(present);
	return number;
}

int
os_residency(const char *path, uint64_t *resident_bytes, uint64_t *total_bytes, struct err *e)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), pages = 0;
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int number, result = 0;

	if (fd < 0)
		return err_sys(e, errno, "cannot open '%s'", path);
	if (fstat(fd, &st) != 0)
		result = err_sys(e, errno, "cannot stat '%s'", path);
	else if (!S_ISREG(st.st_mode))
		result = err_set(e, ERR_UNSUPPORTED, "cannot tell what of '%s' is cached: not a regular file", path);
	else if (has_own_cache(fd))
		result =
		    err_set(e, ERR_UNSUPPORTED, "cannot tell what of '%s' is cached: ZFS has a cache of its own", path);
	else if (count_by_cachestat(fd, &pages) != 0) {
		/* to others mincore says that all is there */
		if (st.st_uid != geteuid() && geteuid() != 0 && access(path, W_OK) != 0)
			result = err_set(e, ERR_UNSUPPORTED,
			    "cannot tell what of '%s' is cached: the system tells only its owner"
			    " or who may write it",
			    path);
		else if ((number = count_by_mincore(fd, (uint64_t)st.st_size, page, &pages)) != 0)
			result = err_sys(e, number, "cannot tell what of '%s' is cached", path);
	}
	if (result == 0) {
		*total_bytes = (uint64_t)st.st_size;
		*resident_bytes = pages * page < *total_bytes ? pages * page : *total_bytes;
	}
	close(fd);
	return result;
}

int
os_drop_caches(struct err *e)
{
	static const char path[] = "/proc/sys/vm/drop_caches";
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int number;

	if (fd < 0 && (errno == EACCES || errno == EPERM))
		return err_set(
		    e, ERR_UNSUPPORTED, "cannot drop the caches of the machine: only root may write '%s'", path);
	if (fd < 0 && (errno == EROFS || errno == ENOENT))
		return err_set(e, ERR_UNSUPPORTED,
		    "cannot drop the caches of the machine: '%s' cannot be written in this container", path);
	if (fd < 0)
		return err_sys(e, errno, "cannot open '%s'", path);
	sync();
	number = write(fd, "3", 1) == 1 ? 0 : errno;
	close(fd);
	return number == 0 ? 0 : err_sys(e, number, "cannot drop the caches of the machine");
}
