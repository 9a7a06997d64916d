/*
 * Haiku: itself, its teams, its counters and its volumes. Written from the manuals, not yet compiled. Needs -lbsd
 * (for wait4). Its errors are negative numbers: errno is compared with E names only. See walk.c for the tree:
 * Haiku gives orphans to its first team and has no groups to account in.
 */
#include "os/visible.h"

#include <OS.h>
#include <fs_attr.h>
#include <fs_info.h>
#include <image.h>

#include "os/os.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "os/text.h"
#include "os/traits.h"
#include "os/x86.h"

/* Only the times of struct rusage are kept; vfork copies, only later than fork does. */
const struct os_traits os_traits = { .peak_rss_unit = 0, .counts = false, .vfork_shares_memory = false };

char *
os_self_path(const char *argv0)
{
	image_info image;
	int32 cookie = 0;
	char *found, *whole;

	while (get_next_image_info(B_CURRENT_TEAM, &cookie, &image) == B_OK)
		if (image.type == B_APP_IMAGE)
			return mem_string(image.name);
	found = file_find_program(argv0);
	whole = found != NULL ? path_absolute(found) : NULL;
	free(found);
	return whole;
}

void
os_rename_self(const char *name)
{
	rename_thread(find_thread(NULL), name);
}

bool
os_die_with_parent(int number)
{
	(void)number;
	return false;
}

/* ------------------------------------------------------------------ counters */

/* Only how long each CPU was active is told, neither for whom nor for what. */
int
os_machine(struct os_machine *m, struct err *e)
{
	system_info system;
	uint64_t active_us = 0, uptime_us = (uint64_t)system_time();
	cpu_info cpu;

	*m = (struct os_machine){ OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN };
	if (get_system_info(&system) != B_OK)
		return err_set(e, ERR_INTERNAL, "cannot read the machine's CPU time: get_system_info failed");
	for (uint32 i = 0; i < system.cpu_count; i++) {
		if (get_cpu_info(i, 1, &cpu) != B_OK)
			return err_set(e, ERR_INTERNAL, "cannot read the machine's CPU time: get_cpu_info failed");
		active_us += (uint64_t)cpu.active_time;
	}
	m->idle_ns = (uptime_us * system.cpu_count - active_us) * 1000;
	return 0;
}

int
os_processes(struct os_process **list, size_t *count, struct err *e)
{
	team_usage_info usage;
	team_info team;
	int32 cookie = 0;
	size_t capacity = 0;

	*list = NULL;
	*count = 0;
	while (get_next_team_info(&cookie, &team) == B_OK) {
		struct os_process *p;

		if (*count == capacity) {
			capacity = capacity != 0 ? capacity * 2 : 128;
			*list = mem_resize(*list, capacity, sizeof(**list));
		}
		p = &(*list)[(*count)++];
		memset(p, 0, sizeof(*p));
		p->pid = team.team;
		p->parent = team.parent;
		p->kernel = team.team == B_SYSTEM_TEAM;
		p->started = (uint64_t)team.start_time;
		p->cpu_ns = OS_UNKNOWN;
		if (get_team_usage_info(team.team, B_TEAM_USAGE_SELF, &usage) == B_OK)
			p->cpu_ns = (uint64_t)(usage.user_time + usage.kernel_time) * 1000;
		text_cut(p->name, sizeof(p->name), team.name);
	}
	return *count > 0 ? 0 : err_set(e, ERR_INTERNAL, "cannot list processes: get_next_team_info failed");
}

int
os_device_io(const char *device, struct os_device_io *io, struct err *e)
{
	(void)io;
	return err_set(e, ERR_UNSUPPORTED, "cannot tell the work of device '%s': Haiku does not count it", device);
}

/* ------------------------------------------------------------------ volumes */

/* The uppermost directory above `path` that is on the same file system. */
static void
mount_point(const char *path, dev_t device, char *to, size_t size)
{
	char *whole = realpath(path, NULL), *slash;
	struct stat st;

	to[0] = '\0';
	if (whole == NULL)
		return;
	while ((slash = strrchr(whole, '/')) != NULL && whole[1] != '\0') {
		char *cut = slash == whole ? slash + 1 : slash;
		char kept = *cut;

		*cut = '\0';
		if (stat(whole, &st) != 0 || st.st_dev != device) {
			*cut = kept;
			break;
		}
	}
	text_cut(to, size, whole);
	free(whole);
}

/* The device is in `source`; as nothing is counted for devices, `device` stays empty. */
int
os_volume(const char *path, struct os_volume *v, struct err *e)
{
	dev_t device = dev_for_path(path);
	fs_info info;

	memset(v, 0, sizeof(*v));
	if (device < 0 || fs_stat_dev(device, &info) != 0)
		return err_sys(e, device < 0 ? (int)device : errno, "cannot tell the file system of '%s'", path);
	text_cut(v->type, sizeof(v->type), info.fsh_name);
	text_cut(v->source, sizeof(v->source), info.device_name);
	text_cut(v->options, sizeof(v->options), (info.flags & B_FS_IS_READONLY) != 0 ? "ro" : "rw");
	mount_point(path, device, v->mounted_on, sizeof(v->mounted_on));
	return 0;
}

/* sync(2) goes through the volumes one after the other and waits for each. */
int
os_sync_volume(const char *path, struct err *e)
{
	if (!file_exists(path))
		return err_sys(e, ENOENT, "cannot open '%s'", path);
	sync();
	return 0;
}

/* Opening without the cache writes back and drops the file's pages. */
int
os_evict(const char *path, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), bare;
	int result = 0;

	if (fd < 0)
		return err_sys(e, errno, "cannot open '%s'", path);
	if (fsync(fd) != 0)
		result = err_sys(e, errno, "cannot write back '%s'", path);
	close(fd);
	if (result != 0)
		return result;
	if ((bare = open(path, O_RDONLY | O_CLOEXEC | O_NOCACHE)) < 0)
		return err_sys(e, errno, "cannot open '%s' without cache", path);
	close(bare);
	return 0;
}

int
os_residency(const char *path, uint64_t *resident_bytes, uint64_t *total_bytes, struct err *e)
{
	(void)resident_bytes;
	(void)total_bytes;
	return err_set(e, ERR_UNSUPPORTED, "cannot tell what of '%s' is cached: Haiku does not tell", path);
}

int
os_drop_caches(struct err *e)
{
	return err_set(
	    e, ERR_UNSUPPORTED, "Haiku cannot drop all caches of the machine: unmount and mount the volume instead");
}

/* ------------------------------------------------------------------ facts */

char *
os_fact(enum os_fact which)
{
	struct os_name name;
	system_info system;

	switch (which) {
	case OS_CPU_MODEL:
		return x86_brand();
	case OS_VIRTUALISATION:
		return x86_hypervisor();
	case OS_CLOCK_SOURCE:
		return mem_string("system_time");
	case OS_CPU_ACCOUNTING:
		return mem_string("exact");	/* at every change between user and kernel */
	case OS_BOOT_ID:
		return get_system_info(&system) == B_OK ? mem_printf("%lld", (long long)system.boot_time) : NULL;
	case OS_SYSTEM_TITLE:
		os_name(&name);
		return mem_printf("%s %s", name.system, name.version);	/* "Haiku hrev57937 ..." */
	case OS_MITIGATIONS:
	case OS_KERNEL_COMMAND_LINE:
	case OS_CPU_TICK_NS:
		return NULL;
	}
	return NULL;
}

bool
os_tunable(size_t i, const char **name, char **value)
{
	(void)i;
	(void)name;
	(void)value;
	return false;	/* none that a program could read */
}

const char *
os_package_manager(void)
{
	return "pkgman";
}
