/*
 * NetBSD: itself, its processes and its counters. Written from the manuals, not yet compiled. See bsd*.c and walk.c
 * for the rest.
 */
#include "os/visible.h"

#include <sys/param.h>
#include <sys/types.h>
#include <sys/iostat.h>
#include <sys/proc.h>
#include <sys/sched.h>
#include <sys/sysctl.h>
#include <sys/time.h>
#include <uvm/uvm_extern.h>

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

const struct os_traits os_traits = { .peak_rss_unit = 1024, .counts = true, .vfork_shares_memory = true };

char *
os_self_path(const char *argv0)
{
	const int mib[] = { CTL_KERN, KERN_PROC_ARGS, -1, KERN_PROC_PATHNAME };
	char *path = bsd_text(mib, 4);

	if (path == NULL) {
		char *found = file_find_program(argv0);

		path = found != NULL ? path_absolute(found) : NULL;
		free(found);
	}
	return path;
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
	struct clockinfo clock;

	if (!bsd_named_value("kern.clockrate", &clock, sizeof(clock)))
		return 0;
	return 1000000000 / (uint64_t)(clock.stathz > 0 ? clock.stathz : clock.hz);
}

int
os_machine(struct os_machine *m, struct err *e)
{
	const int mib[] = { CTL_VM, VM_UVMEXP2 };
	uint64_t t[CPUSTATES], tick = tick_ns();
	struct uvmexp_sysctl *u;
	size_t size = 0;

	if (tick == 0 || !bsd_named_value("kern.cp_time", t, sizeof(t)))
		return err_sys(e, errno, "cannot read the machine's CPU time (kern.cp_time)");
	bsd_machine_fill(m, &(struct bsd_ticks){ .user = t[CP_USER], .nice = t[CP_NICE], .system = t[CP_SYS],
	    .interrupt = t[CP_INTR], .idle = t[CP_IDLE] }, tick);
	u = bsd_block(mib, 2, &size);
	if (u != NULL && size >= sizeof(*u)) {
		m->processes_started = (uint64_t)u->forks;
		m->context_switches = (uint64_t)u->swtch;
	}
	free(u);
	return 0;
}

int
os_processes(struct os_process **list, size_t *count, struct err *e)
{
	struct kinfo_proc2 *all;
	int mib[] = { CTL_KERN, KERN_PROC2, KERN_PROC_ALL, 0, sizeof(*all), 0 };
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
		p->started = (uint64_t)all[i].p_ustart_sec * 1000000 + all[i].p_ustart_usec;
		p->cpu_ns = (uint64_t)all[i].p_rtime_sec * 1000000000 + (uint64_t)all[i].p_rtime_usec * 1000;
		text_cut(p->name, sizeof(p->name), all[i].p_comm);
	}
	free(all);
	return 0;
}

int
os_device_io(const char *device, struct os_device_io *io, struct err *e)
{
	const int mib[] = { CTL_HW, HW_IOSTATS, sizeof(struct io_sysctl) };
	size_t size = 0;
	struct io_sysctl *all = bsd_block(mib, 3, &size);
	bool found = false;

	for (size_t i = 0; all != NULL && !found && i < size / sizeof(*all); i++) {
		if (!(found = strncmp(all[i].name, device, sizeof(all[i].name)) == 0))
			continue;
		io->reads = all[i].rxfer;
		io->read_bytes = all[i].rbytes;
		io->writes = all[i].wxfer;
		io->written_bytes = all[i].wbytes;
	}
	free(all);
	return found ? 0 : err_set(e, ERR_UNSUPPORTED, "there is no block device '%s' with counters", device);
}

int
os_sync_volume(const char *path, struct err *e)
{
	return err_set(e, ERR_UNSUPPORTED,
	    "cannot write back the file system of '%s' and wait: NetBSD's sync only begins to;"
	    " unmounting waits",
	    path);
}

int
os_drop_caches(struct err *e)
{
	return err_set(
	    e, ERR_UNSUPPORTED, "NetBSD cannot drop all caches of the machine: unmount and mount the volume instead");
}

static char *
boot_time(void)
{
	struct timeval boot;

	return bsd_named_value("kern.boottime", &boot, sizeof(boot)) ? mem_printf("%lld", (long long)boot.tv_sec)
								     : NULL;
}

char *
os_fact(enum os_fact which)
{
	char *text;

	switch (which) {
	case OS_CPU_MODEL:
		text = bsd_named_text("machdep.cpu_brand");
		return text != NULL ? text : bsd_named_text("hw.model");
	case OS_MITIGATIONS:
		text = bsd_named_text("machdep.spectre_v2.method");
		if (text != NULL) {
			char *line = mem_printf("spectre_v2: %s", text);

			free(text);
			return line;
		}
		return NULL;
	case OS_VIRTUALISATION:
		return x86_hypervisor();
	case OS_CLOCK_SOURCE:
		return bsd_named_text("kern.timecounter.hardware");
	case OS_KERNEL_COMMAND_LINE:
		return bsd_named_text("machdep.booted_kernel");
	case OS_CPU_ACCOUNTING:
		return mem_string("tick");	/* the sum is exact, the split sampled at stathz */
	case OS_CPU_TICK_NS:
		return tick_ns() != 0 ? mem_printf("%llu", (unsigned long long)tick_ns()) : NULL;
	case OS_BOOT_ID:
		return boot_time();
	case OS_SYSTEM_TITLE:
		return bsd_title();
	}
	return NULL;
}

bool
os_tunable(size_t i, const char **name, char **value)
{
	static const char *const names[] = { "vm.anonmin", "vm.anonmax", "vm.execmin", "vm.execmax", "vm.filemin",
		"vm.filemax", "vm.bufcache", "vm.bufmem_hiwater", "vm.user_va0_disable", "kern.maxvnodes",
		"kern.maxproc", "kern.rtc_offset", "kern.sched.name", "kern.sched.rtts", "kern.sched.cacheht_time",
		"security.pax.aslr.enabled", "security.pax.mprotect.enabled", "vfs.generic.usermount", "vfs.sync.delay",
		"vfs.sync.filedelay", "vfs.sync.metadelay", "vfs.wapbl.flush_disk_cache", "vfs.wapbl.verbose_commit",
		"machdep.cpu.frequency.current", "machdep.cpu.frequency.target", "machdep.spectre_v2.hwmitigated",
		"machdep.svs.enabled" };

	if (i >= sizeof(names) / sizeof(names[0]))
		return false;
	*name = names[i];
	*value = bsd_setting(names[i]);
	return true;
}

const char *
os_package_manager(void)
{
	return "pkgin";
}
