/* Warm and cold: see cache.h. */
#include "workloads/build/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <unistd.h>

#include "base/file.h"
#include "os/os.h"

static int
read_file(void *context, const char *path, const char *relative, const struct stat *st, struct err *e)
{
	char chunk[65536];
	ssize_t n = 0;
	int fd;

	(void)context;
	(void)relative;
	if (!S_ISREG(st->st_mode))
		return 0;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	while (fd >= 0 && ((n = read(fd, chunk, sizeof(chunk))) > 0 || (n < 0 && errno == EINTR)))
		;
	if (fd < 0 || n < 0)
		err_sys(e, errno, "cannot read '%s'", path);
	if (fd >= 0)
		close(fd);
	return fd < 0 || n < 0 ? -1 : 0;
}

static int
evict_file(void *context, const char *path, const char *relative, const struct stat *st, struct err *e)
{
	(void)context;
	(void)relative;
	return S_ISREG(st->st_mode) ? os_evict(path, e) : 0;
}

static int
add_residency(void *context, const char *path, const char *relative, const struct stat *st, struct err *e)
{
	struct cache *c = context;
	uint64_t resident, total;

	(void)relative;
	if (!S_ISREG(st->st_mode) || st->st_size == 0)
		return 0;
	if (os_residency(path, &resident, &total, e) != 0)
		return -1;
	c->resident_bytes += resident;
	c->total_bytes += total;
	return 0;
}

/* A system that does not tell is no failure. */
static void
look(const char *directory, struct cache *c)
{
	c->known = file_walk(directory, add_residency, c, &c->reason) == 0;
}

int
cache_warm(const char *directory, struct cache *c, struct err *e)
{
	*c = (struct cache){ .means = "read once" };
	if (file_walk(directory, read_file, NULL, e) != 0)
		return -1;
	look(directory, c);
	return 0;
}

int
cache_cold(const char *directory, struct cache *c, struct err *e)
{
	struct err ignored;

	*c = (struct cache){ .means = "all caches dropped", .whole = true };
	if (os_drop_caches(&ignored) != 0) {
		c->means = "file contents dropped";
		c->whole = false;
		if (file_walk(directory, evict_file, NULL, e) != 0)
			return -1;
	}
	look(directory, c);
	return 0;
}

double
cache_ratio(const struct cache *c)
{
	if (!c->known)
		return NAN;
	return c->total_bytes > 0 ? (double)c->resident_bytes / (double)c->total_bytes : 1;
}
