/*
 * FreeBSD: itself, its processes and its counters. Written from the manuals, not yet compiled. See bsd*.c for the rest.
 */
#include "os/visible.h"

#include <sys/param.h>
#include <sys/types.h>
#include <sys/devicestat.h>
#include <sys/procctl.h>
#include <sys/resource.h>
#include <sys/sysctl.h>
#include <sys/time.h>
#include <sys/user.h>
#include <sys/wait.h>

#include "os/bsd.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "os/killed.h"
#include "os/text.h"
#include "os/traits.h"

static const uint64_t PATIENCE_NS = 10000000000;

const struct os_traits os_traits = { .peak_rss_unit = 1024, .counts = true, .vfork_shares_memory = true };

char *
os_self_path(const char *argv0)
{
	const int mib[] = { CTL_KERN, KERN_PROC, KERN_PROC_PATHNAME, -1 };
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
	return procctl(P_PID, 0, PROC_PDEATHSIG_CTL, &number) == 0;
}

/* ------------------------------------------------------------------ the tree: a reaper, to which orphans come back */

void
os_tree_lead(struct os_tree *t, const char *name, bool group)
{
	bool reaper = procctl(P_PID, getpid(), PROC_REAP_ACQUIRE, NULL) == 0 || errno == EBUSY;	/* EBUSY: it is one */

	(void)name;
	(void)group;
	*t = (struct os_tree){ .means = reaper ? "reaper" : "nothing", .group = NULL, .cpu_fd = -1 };
}

void
os_tree_release(struct os_tree *t)
{
	if (strcmp(t->means, "reaper") == 0)
		procctl(P_PID, getpid(), PROC_REAP_RELEASE, NULL);
	t->means = "nothing";
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
	struct instant begin = os_now();
	unsigned alive = 0;

	(void)t;
	for (unsigned turn = 0;; turn++) {
		struct procctl_reaper_status status = { .rs_descendants = 0 };
		struct procctl_reaper_kill all = { .rk_sig = SIGKILL };
		bool children = killed_reap();

		if (procctl(P_PID, getpid(), PROC_REAP_STATUS, &status) != 0)
			status.rs_descendants = 0;
		if ((!children && status.rs_descendants == 0) || os_span_ns(begin, os_now()) > PATIENCE_NS)
			return alive;
		/* the kernel goes through the list until no new one was forked meanwhile */
		if (procctl(P_PID, getpid(), PROC_REAP_KILL, &all) == 0 && turn == 0)
			alive = all.rk_killed;
		os_sleep_ns(turn < 10 ? 200000 : 5000000);
	}
}

void
os_tree_bury(const char *name)
{
	(void)name;	/* no groups; the orphans of a dead reaper go to the reaper above it */
}

/* ------------------------------------------------------------------ counters */

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
	long t[CPUSTATES];
	unsigned count, sum = 0;
	uint64_t tick = tick_ns();
	static const char *const forks[] = { "vm.stats.vm.v_forks", "vm.stats.vm.v_vforks", "vm.stats.vm.v_rforks" };

	if (tick == 0 || !bsd_named_value("kern.cp_time", t, sizeof(t)))
		return err_sys(e, errno, "cannot read the machine's CPU time (kern.cp_time)");
	bsd_machine_fill(m, &(struct bsd_ticks){ .user = (uint64_t)t[CP_USER], .nice = (uint64_t)t[CP_NICE],
	    .system = (uint64_t)t[CP_SYS], .interrupt = (uint64_t)t[CP_INTR], .idle = (uint64_t)t[CP_IDLE] }, tick);
	for (size_t i = 0; i < 3; i++)
		sum += bsd_named_value(forks[i], &count, sizeof(count)) ? count : 0;
	m->processes_started = sum;
	if (bsd_named_value("vm.stats.sys.v_swtch", &count, sizeof(count)))
		m->context_switches = count;	/* both are counters of 32 bits that wrap */
	return 0;
}

int
os_processes(struct os_process **list, size_t *count, struct err *e)
{
	const int mib[] = { CTL_KERN, KERN_PROC, KERN_PROC_PROC, 0 };
	size_t size = 0;
	struct kinfo_proc *all = bsd_block(mib, 3, &size);

	*list = NULL;
	*count = 0;
	if (all == NULL)
		return err_sys(e, errno, "cannot list processes");
	*count = size / sizeof(*all);
	*list = mem_zero(*count, sizeof(**list));
	for (size_t i = 0; i < *count; i++) {
		struct os_process *p = &(*list)[i];

		p->pid = all[i].ki_pid;
		p->parent = all[i].ki_ppid;
		p->kernel = (all[i].ki_flag & P_KPROC) != 0;
		p->started = (uint64_t)all[i].ki_start.tv_sec * 1000000 + (uint64_t)all[i].ki_start.tv_usec;
		p->cpu_ns = (uint64_t)all[i].ki_runtime * 1000;
		text_cut(p->name, sizeof(p->name), all[i].ki_comm);
	}
	free(all);
	return 0;
}

/* The block of kern.devstat.all is a long (its generation) and then the devices, as libdevstat reads it. */
int
os_device_io(const char *device, struct os_device_io *io, struct err *e)
{
	size_t size = 0;
	char *block = bsd_named_block("kern.devstat.all", &size), name[64];
	struct devstat d;
	bool found = false;

	for (size_t at = sizeof(long); block != NULL && !found && at + sizeof(d) <= size; at += sizeof(d)) {
		memcpy(&d, block + at, sizeof(d));
		snprintf(name, sizeof(name), "%s%d", d.device_name, d.unit_number);
		if (!(found = strcmp(name, device) == 0))
			continue;
		io->reads = d.operations[DEVSTAT_READ];
		io->read_bytes = d.bytes[DEVSTAT_READ];
		io->writes = d.operations[DEVSTAT_WRITE];
		io->written_bytes = d.bytes[DEVSTAT_WRITE];
	}
	free(block);
	return found ? 0 : err_set(e, ERR_UNSUPPORTED, "there is no block device '%s' with counters", device);
}

/*
 * There is no syncfs. sync(2) may by its manual return early, but the kernel writes on behalf of its caller
 * (TDP_SYNCIO), as its own syncfs for Linux programs does.
 */
int
os_sync_volume(const char *path, struct err *e)
{
	struct os_volume v;

	if (os_volume(path, &v, e) != 0)
		return -1;
	sync();
	return 0;
}

int
os_drop_caches(struct err *e)
{
	return err_set(
	    e, ERR_UNSUPPORTED, "FreeBSD cannot drop all caches of the machine: unmount and mount the volume instead");
}

/* ------------------------------------------------------------------ facts */

static char *
mitigations(void)
{
	static const char *const names[] = { "vm.pmap.pti", "machdep.mitigations.ibrs.active", "hw.ibrs_active",
	    "machdep.mitigations.mds.state", "hw.mds_disable_state", "machdep.mitigations.ssb.active",
	    "machdep.mitigations.taa.state", "machdep.mitigations.rngds.state", "machdep.mitigations.flush_rsb_ctxsw" };
	struct buf all = BUF_EMPTY;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char *value = bsd_setting(names[i]);

		if (value != NULL)
			buf_printf(&all, "%s%s: %s", all.length > 0 ? " | " : "", names[i], value);
		free(value);
	}
	if (all.length > 0)
		return buf_take(&all);
	buf_release(&all);
	return NULL;
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
	switch (which) {
	case OS_CPU_MODEL:
		return bsd_named_text("hw.model");
	case OS_MITIGATIONS:
		return mitigations();
	case OS_VIRTUALISATION:
		return bsd_named_text("kern.vm_guest");
	case OS_CLOCK_SOURCE:
		return bsd_named_text("kern.timecounter.hardware");
	case OS_KERNEL_COMMAND_LINE:
		return bsd_named_text("kern.bootfile");
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
	static const char *const names[] = { "kern.hz", "kern.sched.name", "kern.sched.slice",
		"kern.sched.preempt_thresh", "kern.sched.steal_idle", "kern.elf64.aslr.enable", "kern.maxproc",
		"kern.maxvnodes", "vm.overcommit", "vm.pmap.pg_ps_enabled", "vm.swap_enabled", "vm.swap_total",
		"vm.swap_reserved", "vm.mincore_mapped", "vfs.hirunningspace", "vfs.lorunningspace",
		"vfs.hidirtybuffers", "vfs.maxbufspace", "vfs.read_max", "vfs.write_behind", "vfs.ffs.doasyncfree",
		"vfs.zfs.arc_max", "vfs.zfs.arc.max", "vfs.zfs.txg.timeout", "dev.cpu.0.freq", "dev.cpu.0.freq_levels",
		"hw.acpi.cpu.cx_lowest", "machdep.hyperthreading_allowed", "security.bsd.unprivileged_proc_debug",
		"debug.witness.watch" };

	if (i >= sizeof(names) / sizeof(names[0]))
		return false;
	*name = names[i];
	*value = bsd_setting(names[i]);
	return true;
}

const char *
os_package_manager(void)
{
	return "pkg";
}
