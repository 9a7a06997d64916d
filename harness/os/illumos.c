/*
 * illumos: itself, its processes, its counters and its volumes. Written from the manuals, not yet compiled. Needs
 * -lkstat and -lcontract.
 */
#include "os/visible.h"

#include <sys/types.h>
#include <sys/filio.h>
#include <sys/mnttab.h>
#include <sys/stat.h>

#include "os/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <kstat.h>
#include <limits.h>
#include <procfs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stropts.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "os/text.h"
#include "os/traits.h"
#include "os/x86.h"

/* ru_maxrss is always 0 here. */
const struct os_traits os_traits = { .peak_rss_unit = 0, .counts = true, .vfork_shares_memory = true };

char *
os_self_path(const char *argv0)
{
	char path[PATH_MAX], *found, *whole;
	ssize_t n = readlink("/proc/self/path/a.out", path, sizeof(path) - 1);

	if (n > 0) {
		path[n] = '\0';
		return mem_string(path);
	}
	found = file_find_program(argv0);
	whole = found != NULL ? path_absolute(found) : NULL;
	free(found);
	return whole;
}

void
os_rename_self(const char *name)
{
	(void)name;
}

bool
os_die_with_parent(int number)
{
	(void)number;
	return false;	/* a contract that may not be orphaned ends the children of a head (illumos_tree.c) */
}

/* ------------------------------------------------------------------ counters */

/* A named value of a kstat that was read, 0 when there is none of that name. */
static uint64_t
named(kstat_t *k, const char *name)
{
	const kstat_named_t *n = kstat_data_lookup(k, (char *)name);

	if (n == NULL)
		return 0;
	return n->data_type == KSTAT_DATA_UINT64 ? n->value.ui64
	    : n->data_type == KSTAT_DATA_UINT32	 ? n->value.ui32
						 : 0;
}

int
os_machine(struct os_machine *m, struct err *e)
{
	kstat_ctl_t *kc = kstat_open();

	*m = (struct os_machine){ .steal_ns = OS_UNKNOWN };
	if (kc == NULL)
		return err_sys(e, errno, "cannot read the machine's CPU time (kstat)");
	for (kstat_t *k = kc->kc_chain; k != NULL; k = k->ks_next) {
		if (strcmp(k->ks_module, "cpu") != 0 || strcmp(k->ks_name, "sys") != 0 || kstat_read(kc, k, NULL) < 0)
			continue;
		m->user_ns += named(k, "cpu_nsec_user");
		m->system_ns += named(k, "cpu_nsec_kernel");
		m->interrupt_ns += named(k, "cpu_nsec_intr");
		m->idle_ns += named(k, "cpu_nsec_idle");
		m->processes_started += named(k, "sysfork") + named(k, "sysvfork");
		m->context_switches += named(k, "pswitch");
	}
	kstat_close(kc);
	return 0;
}

int
os_processes(struct os_process **list, size_t *count, struct err *e)
{
	DIR *d = opendir("/proc");
	struct dirent *entry;
	size_t capacity = 0;

	*list = NULL;
	*count = 0;
	if (d == NULL)
		return err_sys(e, errno, "cannot list processes: '/proc'");
	while ((entry = readdir(d)) != NULL) {
		char path[64];
		struct psinfo ps;
		struct os_process *p;
		ssize_t n;
		int fd;

		if (entry->d_name[0] < '0' || entry->d_name[0] > '9')
			continue;
		snprintf(path, sizeof(path), "/proc/%.20s/psinfo", entry->d_name);
		if ((fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
			continue;
		n = read(fd, &ps, sizeof(ps));
		close(fd);
		if (n != (ssize_t)sizeof(ps))
			continue;
		if (*count == capacity) {
			capacity = capacity != 0 ? capacity * 2 : 256;
			*list = mem_resize(*list, capacity, sizeof(**list));
		}
		p = &(*list)[(*count)++];
		memset(p, 0, sizeof(*p));
		p->pid = ps.pr_pid;
		p->parent = ps.pr_ppid;
		p->kernel = ps.pr_size == 0 && ps.pr_nlwp > 0;	/* without memory, but not ended */
		p->started = (uint64_t)ps.pr_start.tv_sec * 1000000000 + (uint64_t)ps.pr_start.tv_nsec;
		p->cpu_ns = (uint64_t)ps.pr_time.tv_sec * 1000000000 + (uint64_t)ps.pr_time.tv_nsec;
		text_cut(p->name, sizeof(p->name), ps.pr_fname);
	}
	closedir(d);
	return 0;
}

int
os_device_io(const char *device, struct os_device_io *io, struct err *e)
{
	kstat_ctl_t *kc = kstat_open();
	kstat_t *k = kc != NULL && device[0] != '\0' ? kstat_lookup(kc, NULL, -1, (char *)device) : NULL;
	bool found = k != NULL && k->ks_type == KSTAT_TYPE_IO && kstat_read(kc, k, NULL) >= 0;

	if (found) {
		const kstat_io_t *counters = k->ks_data;

		io->reads = counters->reads;
		io->read_bytes = counters->nread;
		io->writes = counters->writes;
		io->written_bytes = counters->nwritten;
	}
	if (kc != NULL)
		kstat_close(kc);
	return found ? 0 : err_set(e, ERR_UNSUPPORTED, "there is no block device '%s' with counters", device);
}

/* ------------------------------------------------------------------ volumes */

/*
 * The mount with the longest mount point above the resolved path. Its device is not told: mnttab names it by its path
 * ("/dev/dsk/c0t0d0s0") or pool, kstat by driver and instance ("sd0").
 */
int
os_volume(const char *path, struct os_volume *v, struct err *e)
{
	char *whole = realpath(path, NULL);
	FILE *table = fopen(MNTTAB, "r");
	struct mnttab m;
	size_t longest = 0;

	memset(v, 0, sizeof(*v));
	if (whole == NULL || table == NULL)
		err_sys(e, errno, "cannot tell the file system of '%s'", path);
	else
		while (getmntent(table, &m) == 0) {
			size_t length = strlen(m.mnt_mountp);
			bool root = strcmp(m.mnt_mountp, "/") == 0;

			if (length < longest || strncmp(whole, m.mnt_mountp, length) != 0
			    || (!root && whole[length] != '/' && whole[length] != '\0'))
				continue;
			longest = length;
			text_cut(v->type, sizeof(v->type), m.mnt_fstype);
			text_cut(v->source, sizeof(v->source), m.mnt_special);
			text_cut(v->options, sizeof(v->options), m.mnt_mntopts);
			text_cut(v->mounted_on, sizeof(v->mounted_on), m.mnt_mountp);
		}
	if (table != NULL && whole != NULL && longest == 0)
		err_set(e, ERR_UNSUPPORTED, "cannot tell the file system of '%s': it is not in '%s'", path, MNTTAB);
	if (table != NULL)
		fclose(table);
	free(whole);
	return longest > 0 ? 0 : -1;
}

/* As lockfs -f does; ZFS, UFS and others know it. */
int
os_sync_volume(const char *path, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int result = 0;

	if (fd < 0)
		return err_sys(e, errno, "cannot open '%s'", path);
	if (ioctl(fd, _FIOFFS, NULL) != 0)
		result = errno == ENOTTY || errno == ENOTSUP
		    ? err_set(e, ERR_UNSUPPORTED, "the file system of '%s' cannot be written back at once", path)
		    : err_sys(e, errno, "cannot write back the file system of '%s'", path);
	close(fd);
	return result;
}

int
os_drop_caches(struct err *e)
{
	return err_set(
	    e, ERR_UNSUPPORTED, "illumos cannot drop all caches of the machine: export and import the pool instead");
}

/* ------------------------------------------------------------------ facts */

/* A value of a kstat as text. */
static char *
kstat_text(const char *module, int instance, const char *kstat, const char *name)
{
	kstat_ctl_t *kc = kstat_open();
	kstat_t *k = kc != NULL ? kstat_lookup(kc, (char *)module, instance, (char *)kstat) : NULL;
	const kstat_named_t *n = NULL;
	char *text = NULL;

	if (k != NULL && kstat_read(kc, k, NULL) >= 0)
		n = kstat_data_lookup(k, (char *)name);
	if (n != NULL && n->data_type == KSTAT_DATA_STRING && KSTAT_NAMED_STR_PTR(n) != NULL)
		text = mem_string(KSTAT_NAMED_STR_PTR(n));
	else if (n != NULL && n->data_type == KSTAT_DATA_CHAR)
		text = mem_printf("%.16s", n->value.c);
	else if (n != NULL)
		text = mem_printf("%llu", (unsigned long long)named(k, name));
	if (kc != NULL)
		kstat_close(kc);
	return text;
}

static char *
system_title(void)
{
	struct buf text = BUF_EMPTY;
	struct err e;
	char *title = NULL;

	if (file_read("/etc/release", &text, &e) == 0) {
		const char *line = buf_text(&text) + strspn(buf_text(&text), " \t\n");

		title = mem_printf("%.*s", (int)strcspn(line, "\n"), line);
	}
	buf_release(&text);
	return title;
}

char *
os_fact(enum os_fact which)
{
	switch (which) {
	case OS_CPU_MODEL:
		return kstat_text("cpu_info", 0, NULL, "brand");
	case OS_VIRTUALISATION:
		return x86_hypervisor();
	case OS_CPU_ACCOUNTING:
		return mem_string("exact");	/* microstates: at every change between user and kernel */
	case OS_BOOT_ID:
		return kstat_text("unix", 0, "system_misc", "boot_time");
	case OS_SYSTEM_TITLE:
		return system_title();
	case OS_MITIGATIONS:
	case OS_CLOCK_SOURCE:
	case OS_KERNEL_COMMAND_LINE:
	case OS_CPU_TICK_NS:
		return NULL;
	}
	return NULL;
}

bool
os_tunable(size_t i, const char **name, char **value)
{
	static const struct {
		const char *name, *module, *kstat, *value;
	} tunables[] = {
		{ "zfs.arc.c_max", "zfs", "arcstats", "c_max" },
		{ "zfs.arc.c_min", "zfs", "arcstats", "c_min" },
		{ "cpu.clock_mhz", "cpu_info", NULL, "clock_MHz" },
		{ "cpu.current_hz", "cpu_info", NULL, "current_clock_Hz" },
		{ "cpu.cstates", "cpu_info", NULL, "supported_max_cstates" },
		{ "vm.pages", "unix", "system_pages", "physmem" },
		{ "vm.lotsfree", "unix", "system_pages", "lotsfree" },
	};

	if (i >= sizeof(tunables) / sizeof(tunables[0]))
		return false;
	*name = tunables[i].name;
	*value = kstat_text(tunables[i].module, 0, tunables[i].kstat, tunables[i].value);
	return true;
}

const char *
os_package_manager(void)
{
	char *path = file_find_program("pkgin");	/* SmartOS; the others have the image packaging system */

	free(path);
	return path != NULL ? "pkgin" : "pkg";
}
