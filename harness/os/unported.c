/*
 * A system without a file of its own: POSIX does the timing, and every other answer is "unsupported". Builds everywhere
 * (make OS=unported); the file to copy when a new system is begun.
 */
#include "os/visible.h"

#include "os/os.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "os/traits.h"

const struct os_traits os_traits = { .peak_rss_unit = 0, .counts = false, .vfork_shares_memory = false };

static int
unsupported(struct err *e, const char *what)
{
	return err_set(e, ERR_UNSUPPORTED, "%s is unsupported on this system", what);
}

char *
os_self_path(const char *argv0)
{
	char *found = file_find_program(argv0), *whole = found != NULL ? path_absolute(found) : NULL;

	free(found);
	return whole;
}

void
os_rename_self(const char *name)
{
	(void)name;
}

void
os_tree_lead(struct os_tree *t, const char *name, bool group)
{
	(void)name;
	(void)group;
	*t = (struct os_tree){ .means = "nothing", .group = NULL, .cpu_fd = -1 };
}

void
os_tree_cpu(const struct os_tree *t, uint64_t *user_ns, uint64_t *system_ns)
{
	struct os_usage own, reaped;

	(void)t;
	os_usage_self(&own);
	os_usage_children(&reaped);
	*user_ns = own.user_ns + reaped.user_ns;
	*system_ns = own.system_ns + reaped.system_ns;
}

unsigned
os_tree_end(const struct os_tree *t)
{
	(void)t;
	return 0;
}

void
os_tree_bury(const char *name)
{
	(void)name;
}

void
os_tree_release(struct os_tree *t)
{
	(void)t;
}

bool
os_die_with_parent(int number)
{
	(void)number;
	return false;
}

int
os_machine(struct os_machine *m, struct err *e)
{
	*m = (struct os_machine){ OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN };
	return unsupported(e, "the CPU time of the whole machine");
}

int
os_processes(struct os_process **list, size_t *count, struct err *e)
{
	*list = NULL;
	*count = 0;
	return unsupported(e, "the list of processes");
}

int
os_volume(const char *path, struct os_volume *v, struct err *e)
{
	(void)path;
	memset(v, 0, sizeof(*v));
	return unsupported(e, "telling a path's file system");
}

int
os_device_io(const char *device, struct os_device_io *io, struct err *e)
{
	(void)device;
	(void)io;
	return unsupported(e, "counting a device's work");
}

int
os_sync_volume(const char *path, struct err *e)
{
	(void)path;
	return unsupported(e, "writing back a file system and waiting for it");	/* POSIX's sync need not wait */
}

int
os_evict(const char *path, struct err *e)
{
	(void)path;
	return unsupported(e, "dropping a file from the cache");
}

int
os_residency(const char *path, uint64_t *resident_bytes, uint64_t *total_bytes, struct err *e)
{
	(void)path;
	(void)resident_bytes;
	(void)total_bytes;
	return unsupported(e, "telling what of a file is cached");
}

int
os_drop_caches(struct err *e)
{
	return unsupported(e, "dropping the caches of the machine");
}

int
os_attr_set(const char *path, const char *name, const void *value, size_t length, struct err *e)
{
	(void)path;
	(void)name;
	(void)value;
	(void)length;
	return unsupported(e, "an extended attribute");
}

ssize_t
os_attr_get(const char *path, const char *name, void *value, size_t size, struct err *e)
{
	(void)path;
	(void)name;
	(void)value;
	(void)size;
	return unsupported(e, "an extended attribute");
}

ssize_t
os_attr_list(const char *path, char *names, size_t size, struct err *e)
{
	(void)path;
	(void)names;
	(void)size;
	return unsupported(e, "an extended attribute");
}

int
os_attr_remove(const char *path, const char *name, struct err *e)
{
	(void)path;
	(void)name;
	return unsupported(e, "an extended attribute");
}

char *
os_fact(enum os_fact which)
{
	(void)which;
	return NULL;
}

bool
os_tunable(size_t i, const char **name, char **value)
{
	(void)i;
	(void)name;
	(void)value;
	return false;
}

int
os_sysctl_get(const char *name, char **value, struct err *e)
{
	(void)name;
	*value = NULL;
	return unsupported(e, "a sysctl");
}

int
os_sysctl_set(const char *name, const char *value, struct err *e)
{
	(void)name;
	(void)value;
	return unsupported(e, "a sysctl");
}

const char *
os_sysctl_partner(const char *name)
{
	(void)name;
	return NULL;
}

int
os_get_cpus(unsigned **cpus, size_t *count, struct err *e)
{
	*cpus = NULL;
	*count = 0;
	return unsupported(e, "choosing CPUs");
}

int
os_set_cpus(const unsigned *cpus, size_t count, struct err *e)
{
	(void)cpus;
	(void)count;
	return unsupported(e, "choosing CPUs");
}

const char *
os_package_manager(void)
{
	return NULL;
}
