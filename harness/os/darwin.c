/*
 * macOS: itself, its processes and its counters. Written from the manuals, not yet compiled. See bsd*.c and walk.c
 * for the rest. vfork is only a name here (visible.h makes it fork): it no longer shares memory.
 */
#include "os/visible.h"

#include <sys/param.h>
#include <sys/types.h>
#include <sys/proc.h>
#include <sys/sysctl.h>
#include <sys/time.h>

#include "os/bsd.h"

#include <errno.h>
#include <libproc.h>
#include <mach-o/dyld.h>
#include <mach/mach.h>
#include <mach/mach_time.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "os/text.h"
#include "os/traits.h"

const struct os_traits os_traits = { .peak_rss_unit = 1, .counts = true, .vfork_shares_memory = false };

char *
os_self_path(const char *argv0)
{
	uint32_t size = 0;
	char *path, *whole;

	_NSGetExecutablePath(NULL, &size);	/* says how much it needs */
	path = mem_zero(size + 1, 1);
	if (_NSGetExecutablePath(path, &size) != 0) {
		free(path);
		path = file_find_program(argv0);
	}
	whole = path != NULL ? path_absolute(path) : NULL;
	free(path);
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
	return false;
}

int
os_machine(struct os_machine *m, struct err *e)
{
	host_cpu_load_info_data_t load;
	mach_msg_type_number_t count = HOST_CPU_LOAD_INFO_COUNT;
	mach_port_t host = mach_host_self();
	kern_return_t result = host_statistics(host, HOST_CPU_LOAD_INFO, (host_info_t)&load, &count);
	uint64_t tick_ns = 1000000000 / (uint64_t)sysconf(_SC_CLK_TCK);

	mach_port_deallocate(mach_task_self(), host);
	if (result != KERN_SUCCESS)
		return err_set(
		    e, ERR_INTERNAL, "cannot read the machine's CPU time: host_statistics failed (%d)", result);
	bsd_machine_fill(m,
	    &(struct bsd_ticks){ .user = load.cpu_ticks[CPU_STATE_USER],
		.nice = load.cpu_ticks[CPU_STATE_NICE],
		.system = load.cpu_ticks[CPU_STATE_SYSTEM],
		.idle = load.cpu_ticks[CPU_STATE_IDLE] },
	    tick_ns);
	m->interrupt_ns = OS_UNKNOWN;	/* within system */
	return 0;
}

/* CPU time of a process of ours; the system does not tell that of others'. */
static uint64_t
cpu_of(pid_t pid, const mach_timebase_info_data_t *base)
{
	struct proc_taskinfo task;

	if (proc_pidinfo(pid, PROC_PIDTASKINFO, 0, &task, sizeof(task)) != (int)sizeof(task))
		return OS_UNKNOWN;
	return (task.pti_total_user + task.pti_total_system) * base->numer / base->denom;
}

int
os_processes(struct os_process **list, size_t *count, struct err *e)
{
	const int mib[] = { CTL_KERN, KERN_PROC, KERN_PROC_ALL, 0 };
	mach_timebase_info_data_t base = { 1, 1 };
	size_t size = 0;
	struct kinfo_proc *all = bsd_block(mib, 4, &size);

	*list = NULL;
	*count = 0;
	if (all == NULL)
		return err_sys(e, errno, "cannot list processes");
	mach_timebase_info(&base);
	*count = size / sizeof(*all);
	*list = mem_zero(*count, sizeof(**list));
	for (size_t i = 0; i < *count; i++) {
		struct os_process *p = &(*list)[i];
		struct timeval start = all[i].kp_proc.p_starttime;

		p->pid = all[i].kp_proc.p_pid;
		p->parent = all[i].kp_eproc.e_ppid;
		p->kernel = p->pid == 0;
		p->started = (uint64_t)start.tv_sec * 1000000 + (uint64_t)start.tv_usec;
		p->cpu_ns = cpu_of(p->pid, &base);
		text_cut(p->name, sizeof(p->name), all[i].kp_proc.p_comm);
	}
	free(all);
	return 0;
}

int
os_device_io(const char *device, struct os_device_io *io, struct err *e)
{
	(void)io;
	return err_set(
	    e, ERR_UNSUPPORTED, "cannot tell the work of device '%s': macOS counts it in IOKit only", device);
}

int
os_sync_volume(const char *path, struct err *e)
{
	if (sync_volume_np(path, SYNC_VOLUME_FULLSYNC | SYNC_VOLUME_WAIT) != 0)
		return err_sys(e, errno, "cannot write back the file system of '%s'", path);
	return 0;
}

int
os_drop_caches(struct err *e)
{
	return err_set(e, ERR_UNSUPPORTED, "macOS has no call to drop all caches of the machine: run 'purge' as root");
}

/* ------------------------------------------------------------------ facts */

static char *
virtualisation(void)
{
	int present;

	if (!bsd_named_value("kern.hv_vmm_present", &present, sizeof(present)))
		return NULL;
	return mem_string(present != 0 ? "unknown hypervisor" : "none");
}

static char *
system_title(void)
{
	char *version = bsd_named_text("kern.osproductversion"), *title;

	if (version == NULL)
		return bsd_title();
	title = mem_printf("macOS %s", version);
	free(version);
	return title;
}

char *
os_fact(enum os_fact which)
{
	char *text;

	switch (which) {
	case OS_CPU_MODEL:
		text = bsd_named_text("machdep.cpu.brand_string");
		return text != NULL ? text : bsd_named_text("hw.model");
	case OS_VIRTUALISATION:
		return virtualisation();
	case OS_CLOCK_SOURCE:
		return mem_string("mach_absolute_time");
	case OS_KERNEL_COMMAND_LINE:
		return bsd_named_text("kern.bootargs");
	case OS_CPU_ACCOUNTING:
		return mem_string("exact");	/* at every change between user and kernel */
	case OS_BOOT_ID:
		return bsd_named_text("kern.bootsessionuuid");
	case OS_SYSTEM_TITLE:
		return system_title();
	case OS_MITIGATIONS:
	case OS_CPU_TICK_NS:
		return NULL;
	}
	return NULL;
}

bool
os_tunable(size_t i, const char **name, char **value)
{
	static const char *const names[] = { "kern.maxproc", "kern.maxprocperuid", "kern.maxvnodes",
		"kern.maxfilesperproc", "vm.compressor_mode", "vm.vm_page_filecache_min",
		"kern.timer.coalescing_enabled", "machdep.cpu.core_count", "hw.perflevel0.logicalcpu",
		"hw.perflevel1.logicalcpu", "debug.lowpri_throttle_enabled" };

	if (i >= sizeof(names) / sizeof(names[0]))
		return false;
	*name = names[i];
	*value = bsd_setting(names[i]);
	return true;
}

const char *
os_package_manager(void)
{
	return "brew";
}
