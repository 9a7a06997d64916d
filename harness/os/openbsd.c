/*
 * OpenBSD: itself, its processes and its counters. Written from the manuals, not yet compiled. See bsd*.c and walk.c
 * for the rest. sysctl knows numbers only here, and vfork does not share the memory of the parent.
 */
#include "os/visible.h"

#include <sys/param.h>
#include <sys/types.h>
#include <sys/disk.h>
#include <sys/proc.h>
#include <sys/sched.h>
#include <sys/sysctl.h>
#include <sys/time.h>
#include <uvm/uvmexp.h>

#include "os/bsd.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "os/text.h"
#include "os/traits.h"
#include "os/x86.h"

const struct os_traits os_traits = { .peak_rss_unit = 1024, .counts = true, .vfork_shares_memory = false };

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
	setproctitle("-%s", name);
}

bool
os_die_with_parent(int number)
{
	(void)number;
	return false;
}

static uint64_t
tick_ns(void)
{
	const int mib[] = { CTL_KERN, KERN_CLOCKRATE };
	struct clockinfo clock;

	if (!bsd_value(mib, 2, &clock, sizeof(clock)))
		return 0;
	return 1000000000 / (uint64_t)(clock.stathz > 0 ? clock.stathz : clock.hz);
}

int
os_machine(struct os_machine *m, struct err *e)
{
	const int times[] = { CTL_KERN, KERN_CPTIME }, memory[] = { CTL_VM, VM_UVMEXP };
	long t[CPUSTATES];	/* an average over the CPUs, so it is multiplied */
	uint64_t tick = tick_ns(), cpus = os_cpu_count();
	struct uvmexp u;

	if (tick == 0 || !bsd_value(times, 2, t, sizeof(t)))
		return err_sys(e, errno, "cannot read the machine's CPU time (kern.cp_time)");
	bsd_machine_fill(m, &(struct bsd_ticks){ .user = (uint64_t)t[CP_USER], .nice = (uint64_t)t[CP_NICE],
	    .system = (uint64_t)t[CP_SYS], .interrupt = (uint64_t)t[CP_INTR], .spin = (uint64_t)t[CP_SPIN],
	    .idle = (uint64_t)t[CP_IDLE] }, tick * cpus);
	if (bsd_value(memory, 2, &u, sizeof(u))) {
		m->processes_started = (uint64_t)u.forks;
		m->context_switches = (uint64_t)u.swtch;
	}
	return 0;
}

int
os_processes(struct os_process **list, size_t *count, struct err *e)
{
	struct kinfo_proc *all;
	int mib[] = { CTL_KERN, KERN_PROC, KERN_PROC_KTHREAD, 0, sizeof(*all), 0 };
	size_t size = 0;

	*list = NULL;
	*count = 0;
	/* the last number bounds how many are told; without a place, the call says how much there is to tell */
	if (sysctl(mib, 6, NULL, &size, NULL, 0) != 0)
		return err_sys(e, errno, "cannot list processes");
	mib[5] = (int)(size / sizeof(*all)) + 64;
	size = (size_t)mib[5] * sizeof(*all);
	all = mem_alloc(size);
	if (sysctl(mib, 6, all, &size, NULL, 0) != 0) {
		err_sys(e, errno, "cannot list processes");
		free(all);
		return -1;
	}
	*count = size / sizeof(*all);
	*list = mem_zero(*count, sizeof(**list));
	for (size_t i = 0; i < *count; i++) {
		struct os_process *p = &(*list)[i];

		p->pid = all[i].p_pid;
		p->parent = all[i].p_ppid;
		p->kernel = (all[i].p_flag & P_SYSTEM) != 0;
		p->started = all[i].p_ustart_sec * 1000000 + all[i].p_ustart_usec;
		p->cpu_ns = (uint64_t)all[i].p_rtime_sec * 1000000000 + (uint64_t)all[i].p_rtime_usec * 1000;
		text_cut(p->name, sizeof(p->name), all[i].p_comm);
	}
	free(all);
	return 0;
}

int
os_device_io(const char *device, struct os_device_io *io, struct err *e)
{
	const int mib[] = { CTL_HW, HW_DISKSTATS };
	size_t size = 0;
	struct diskstats *all = bsd_block(mib, 2, &size);
	bool found = false;

	for (size_t i = 0; all != NULL && !found && i < size / sizeof(*all); i++) {
		if (!(found = strncmp(all[i].ds_name, device, sizeof(all[i].ds_name)) == 0))
			continue;
		io->reads = all[i].ds_rxfer;
		io->read_bytes = all[i].ds_rbytes;
		io->writes = all[i].ds_wxfer;
		io->written_bytes = all[i].ds_wbytes;
	}
	free(all);
	return found ? 0 : err_set(e, ERR_UNSUPPORTED, "there is no block device '%s' with counters", device);
}

int
os_sync_volume(const char *path, struct err *e)
{
	return err_set(e, ERR_UNSUPPORTED,
	    "cannot write back the file system of '%s' and wait: OpenBSD's sync only begins to;"
	    " unmounting waits",
	    path);
}

int
os_evict(const char *path, struct err *e)
{
	return err_set(e, ERR_UNSUPPORTED, "cannot drop the cached pages of '%s': OpenBSD's buffer cache is emptied"
	    " by unmounting only", path);
}

int
os_residency(const char *path, uint64_t *resident_bytes, uint64_t *total_bytes, struct err *e)
{
	(void)resident_bytes;
	(void)total_bytes;
	return err_set(e, ERR_UNSUPPORTED, "cannot tell what of '%s' is cached: OpenBSD has no mincore", path);
}

int
os_drop_caches(struct err *e)
{
	return err_set(
	    e, ERR_UNSUPPORTED, "OpenBSD cannot drop all caches of the machine: unmount and mount the volume instead");
}

char *
os_fact(enum os_fact which)
{
	const int model[] = { CTL_HW, HW_MODEL };
	const int boot[] = { CTL_KERN, KERN_BOOTTIME };
	struct timeval booted;
	const int timecounter[] = { CTL_KERN, KERN_TIMECOUNTER, KERN_TIMECOUNTER_HARDWARE };

	switch (which) {
	case OS_CPU_MODEL:
		return bsd_text(model, 2);
	case OS_VIRTUALISATION:
		return x86_hypervisor();
	case OS_CLOCK_SOURCE:
		return bsd_text(timecounter, 3);
	case OS_CPU_ACCOUNTING:
		return mem_string("tick");	/* the sum is exact, the split sampled at stathz */
	case OS_CPU_TICK_NS:
		return tick_ns() != 0 ? mem_printf("%llu", (unsigned long long)tick_ns()) : NULL;
	case OS_BOOT_ID:
		return bsd_value(boot, 2, &booted, sizeof(booted)) ? mem_printf("%lld", (long long)booted.tv_sec)
								   : NULL;
	case OS_SYSTEM_TITLE:
		return bsd_title();
	case OS_MITIGATIONS:		/* always on, and not told */
	case OS_KERNEL_COMMAND_LINE:
		return NULL;
	}
	return NULL;
}

bool
os_tunable(size_t i, const char **name, char **value)
{
	static const struct {
		const char *name;
		int mib[2];
	} tunables[] = {
		{ "hw.setperf", { CTL_HW, HW_SETPERF } },
		{ "hw.cpuspeed", { CTL_HW, HW_CPUSPEED } },
		{ "hw.smt", { CTL_HW, HW_SMT } },
		{ "hw.ncpuonline", { CTL_HW, HW_NCPUONLINE } },
		{ "kern.bufcachepercent", { CTL_KERN, KERN_BUFCACHEPERCENT } },
		{ "kern.maxvnodes", { CTL_KERN, KERN_MAXVNODES } },
		{ "kern.maxproc", { CTL_KERN, KERN_MAXPROC } },
		{ "kern.wxabort", { CTL_KERN, KERN_WXABORT } },
		{ "vm.swapencrypt.enable", { CTL_VM, VM_SWAPENCRYPT } },
	};
	int number;

	if (i >= sizeof(tunables) / sizeof(tunables[0]))
		return false;
	*name = tunables[i].name;
	*value = bsd_value(tunables[i].mib, 2, &number, sizeof(number)) ? mem_printf("%d", number) : NULL;
	return true;
}

const char *
os_package_manager(void)
{
	return "pkg_add";
}
