/*
 * Systems whose mincore and msync work on the pages of files (FreeBSD, NetBSD, macOS, illumos): what of a file is
 * in memory, and how to get it out. Written from the manuals, compiled on Linux only. posix_fadvise only moves
 * pages within the queues there, or does nothing; what frees them is msync with MS_INVALIDATE on a shared mapping
 * of the file.
 */
#include "os/visible.h"

#include <sys/types.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "os/os.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "os/bsd.h"

enum { WINDOW = 64 << 20 };	/* bytes mapped at a time */

#if !defined(MINCORE_INCORE)
#define MINCORE_INCORE 1
#endif

/* Opens a regular file in the common cache, or -1 with *e filled. */
static int
open_file(const char *path, struct stat *st, struct err *e)
{
	struct os_volume v;
	int fd;

	if (os_volume(path, &v, e) != 0)
		return -1;
	if (strcmp(v.type, "zfs") == 0)
		return err_set(e, ERR_UNSUPPORTED,
		    "'%s' is cached by ZFS itself, of which the system's calls know nothing:"
		    " export and import its pool",
		    path);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return err_sys(e, errno, "cannot open '%s'", path);
	if (fstat(fd, st) != 0)
		err_sys(e, errno, "cannot stat '%s'", path);
	else if (!S_ISREG(st->st_mode))
		err_set(e, ERR_UNSUPPORTED, "'%s' is not a regular file", path);
	else
		return fd;
	close(fd);
	return -1;
}

static int
invalidate(int fd, uint64_t size)
{
	int number = 0;

	for (uint64_t at = 0; at < size && number == 0; at += WINDOW) {
		size_t length = size - at < WINDOW ? (size_t)(size - at) : WINDOW;
		void *map = mmap(NULL, length, PROT_READ, MAP_SHARED, fd, (off_t)at);

		if (map == MAP_FAILED)
			return errno;
		if (msync(map, length, MS_SYNC | MS_INVALIDATE) != 0)
			number = errno;
		munmap(map, length);
	}
	return number;
}

int
os_evict(const char *path, struct err *e)
{
	struct stat st;
	int fd = open_file(path, &st, e);
	int number, result = 0;

	if (fd < 0)
		return -1;
	if (fsync(fd) != 0)
		result = err_sys(e, errno, "cannot write back '%s'", path);
#if defined(POSIX_FADV_DONTNEED)
	if (result == 0)
		posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
#endif
	if (result == 0 && (number = invalidate(fd, (uint64_t)st.st_size)) != 0)
		result = err_sys(e, number, "cannot drop the cached pages of '%s'", path);
	close(fd);
	return result;
}

static int
count_resident(int fd, uint64_t size, uint64_t page, uint64_t *pages)
{
	char *present = mem_alloc(WINDOW / page);
	int number = 0;

	*pages = 0;
	for (uint64_t at = 0; at < size && number == 0; at += WINDOW) {
		size_t length = size - at < WINDOW ? (size_t)(size - at) : WINDOW;
		void *map = mmap(NULL, length, PROT_READ, MAP_SHARED, fd, (off_t)at);

		if (map == MAP_FAILED) {
			number = errno;
			break;
		}
		if (mincore(map, length, (void *)present) != 0)
			number = errno;
		for (size_t i = 0; number == 0 && i < (length + page - 1) / page; i++)
			*pages += (present[i] & MINCORE_INCORE) != 0;
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
	int fd, number;

#if defined(__FreeBSD__)
	int mapped_only = 0;

	if (bsd_named_value("vm.mincore_mapped", &mapped_only, sizeof(mapped_only)) && mapped_only != 0)
		return err_set(e, ERR_UNSUPPORTED,
		    "cannot tell what of '%s' is cached: mincore tells of mapped pages only"
		    " unless vm.mincore_mapped is 0",
		    path);
#endif
	fd = open_file(path, &st, e);
	if (fd < 0)
		return -1;
	number = count_resident(fd, (uint64_t)st.st_size, page, &pages);
	close(fd);
	if (number != 0)
		return err_sys(e, number, "cannot tell what of '%s' is cached", path);
	*total_bytes = (uint64_t)st.st_size;
	*resident_bytes = pages * page < *total_bytes ? pages * page : *total_bytes;
	return 0;
}
