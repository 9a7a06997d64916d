/*
 * What the operating system answers. Part 1 is POSIX (posix.c); part 2 is answered by one file per system (linux.c,
 * freebsd.c, ... unported.c): a function missing there is a link error, which makes this header the porting checklist.
 *
 * "Not possible here" is an answer: ERR_UNSUPPORTED with the reason, never 0 or success. A number that is not
 * known is OS_UNKNOWN. Times are nanoseconds, sizes bytes. No other directory has #if on a system.
 */
#ifndef HARNESS_OS_OS_H
#define HARNESS_OS_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

#define OS_UNKNOWN UINT64_MAX

/* ------------------------------------------------------------------ part 1: POSIX */

/* A point of the monotonic clock. Spans are uint64_t ..._ns. */
struct instant {
	uint64_t ns;
};

struct instant os_now(void);
uint64_t os_span_ns(struct instant from, struct instant to);	/* 0 when `to` is before `from` */
uint64_t os_wall_seconds(void);					/* since 1970, for dates only */
void os_sleep_ns(uint64_t ns);					/* shorter when a signal handler runs */
unsigned os_cpu_count(void);					/* online, at least 1 */
uint64_t os_random_seed(void);					/* 64 bits from the system */

/* Resources of processes that were waited for, or of the caller. */
struct os_usage {
	uint64_t user_ns, system_ns;
	uint64_t peak_rss_bytes;	/* of the largest; may be inherited from the starter */
	uint64_t minor_faults, major_faults;
	uint64_t voluntary_switches, involuntary_switches;
	uint64_t blocks_in, blocks_out;	/* of 512 bytes, as the system accounts them */
};

void os_usage_self(struct os_usage *u);
void os_usage_children(struct os_usage *u);	/* sum over all that the caller reaped, and their reaped descendants */

/*
 * Once, first in every program of ours: no signal blocked, and what the starter ignored (nohup, a shell's background)
 * disregarded from now on. exec resets handlers but not ignored signals, and asking for each would cost os_start 60
 * calls: so ours are never SIG_IGN but disregarded, by a handler that does nothing (calls restart; sleeps and polls do
 * return). Who wants a signal for itself leaves it alone when its disposition is not SIG_DFL: that is nohup.
 */
void os_signals_default(void);
void os_signal_disregard(int signal);

/* How to start a program. Everything is prepared by the caller: between the call and the exec nothing is allocated. */
struct os_start {
	const char *path;		/* as for execve: no search */
	char *const *argv;
	char *const *envp;
	const char *directory;		/* working directory; NULL: the caller's */
	/* become descriptors 0, 1, 2; one that has its number must not be close-on-exec */
	int in, out, error;
	const int *pass;		/* become descriptors 3, 4, ... in this order, ended by -1; NULL: none. Each
					   number is at least that which it becomes */
	bool new_session;		/* setsid: out of the reach of the terminal's signals */
};

/*
 * Starts it by vfork and execve (posix_spawn's own work would be charged to the child). Descriptors of ours are
 * close-on-exec by habit, so only 0, 1, 2 and `pass` survive; no signal is blocked, all that we do not ignore (see
 * above) are at their defaults. An exec or a directory that fails is an error here (ERR_WORKLOAD), with its errno
 * in words.
 */
int os_start(const struct os_start *s, pid_t *pid, struct err *e);

/*
 * waitpid (wanted > 0: that child, -1: any) with the usage (u may be NULL) of that child and its reaped
 * descendants; *pid 0 when none has ended (block false). A handler without SA_RESTART ends a blocking wait:
 * ERR_INTERRUPTED.
 */
int os_wait(pid_t wanted, bool block, pid_t *pid, int *status, struct os_usage *u, struct err *e);

/* "exit status 2", "killed by signal 9 (Killed)" into text[size]. */
void os_status_words(int status, char *text, size_t size);

struct os_name {
	char system[64], release[128], version[256], machine[64], host[128];	/* uname(2) */
};

void os_name(struct os_name *n);

uint64_t os_memory_bytes(void);		/* physical, OS_UNKNOWN where sysconf does not say */

/* Free and total bytes of the file system that holds `path`, for an ordinary user. */
int os_space(const char *path, uint64_t *free_bytes, uint64_t *total_bytes, struct err *e);

/* An exclusive lock on an open file, kept until it is closed or we die. ERR_UNFIT when another process has it. */
int os_lock(int fd, const char *path, struct err *e);

/* ------------------------------------------------------------------ part 2: per system */

/* A path by which the running program can be started again; the caller frees. */
char *os_self_path(const char *argv0);

/* The caller's name in ps and kill by name; at most 15 bytes are shown. Does nothing where there is no such thing. */
void os_rename_self(const char *name);

/*
 * The tree: the caller and every process that descends from it, detached or not.
 *
 * os_tree_lead makes the caller the head: orphaned descendants come back to it (Linux subreaper, FreeBSD reaper)
 * and, where the system has accounting groups that we may use (cgroup v2, `group` true), the caller moves into a
 * new one called `name` into which all children are born. It always succeeds: `means` says what was obtained
 * ("cgroup and subreaper", "subreaper", "reaper", "contract"; "process list": daemons escape; "nothing").
 */
struct os_tree {
	const char *means;
	char *group;	/* path of the accounting group, or NULL */
	int cpu_fd;	/* of its counters, or -1 */
};

void os_tree_lead(struct os_tree *t, const char *name, bool group);

/*
 * CPU of the head and all its descendants so far. With a group: the dead and the living; else the head's own and
 * what it has reaped, so end the tree first. OS_UNKNOWN where it cannot be told.
 */
void os_tree_cpu(const struct os_tree *t, uint64_t *user_ns, uint64_t *system_ns);

/*
 * Ends every descendant (SIGKILL) and reaps those that come back to the head; returns how many were still alive.
 * Gives up after 10 s on what cannot be killed (stuck in the kernel, another user's).
 */
unsigned os_tree_end(const struct os_tree *t);

/* Called from outside when the head is dead or dying: ends what is left in the group of that name and removes it. */
void os_tree_bury(const char *name);

/* The head leads no more: it steps out of its group and removes it when it is empty. */
void os_tree_release(struct os_tree *t);

/* The caller gets `signal` when its parent dies. False where the system has no such thing. */
bool os_die_with_parent(int signal);

/* CPU time of the whole machine since boot, by kind, summed over CPUs; each OS_UNKNOWN where not told. */
struct os_machine {
	uint64_t user_ns, system_ns, interrupt_ns, steal_ns, idle_ns;	/* user with nice, idle with waiting for I/O */
	uint64_t processes_started;	/* system-wide; on Linux with threads */
	uint64_t context_switches;
};

int os_machine(struct os_machine *m, struct err *e);

/* One process as the system lists it. */
struct os_process {
	pid_t pid, parent;
	bool kernel;		/* a kernel thread */
	uint64_t started;	/* with pid: identity over time; any unit */
	uint64_t cpu_ns;
	char name[32];
};

/* All processes; *list is the caller's (free). */
int os_processes(struct os_process **list, size_t *count, struct err *e);

/* A block device's work since boot. */
struct os_device_io {
	uint64_t reads, read_bytes, writes, written_bytes;
};

/* The file system that holds a path. Unknown text is "". */
struct os_volume {
	char type[32], source[256], options[512], mounted_on[256];
	char device[64];	/* what os_device_io takes; "" when no block device is behind it */
};

int os_volume(const char *path, struct os_volume *v, struct err *e);
int os_device_io(const char *device, struct os_device_io *io, struct err *e);

/*
 * Writes back everything dirty on the file system that holds `path`, and waits (where sync does not wait:
 * ERR_UNSUPPORTED).
 */
int os_sync_volume(const char *path, struct err *e);

/* Drops a file's clean pages from the cache (after an fsync of it); residency tells what it did. */
int os_evict(const char *path, struct err *e);

/* Bytes of the file in the page cache, of its total. */
int os_residency(const char *path, uint64_t *resident_bytes, uint64_t *total_bytes, struct err *e);

/* Drops all clean caches of the machine (needs root). */
int os_drop_caches(struct err *e);

/*
 * Extended attributes of the user namespace. `name` is without prefix ("haiku.BEOS:TYPE"). get: the value's length
 * (the value is cut at size), -1 on error. list: likewise; every name ends in NUL. A missing attribute is
 * ERR_WORKLOAD; a file system or system without attributes ERR_UNSUPPORTED; a value that does not fit ERR_WORKLOAD
 * with the system's words.
 */
int os_attr_set(const char *path, const char *name, const void *value, size_t length, struct err *e);
ssize_t os_attr_get(const char *path, const char *name, void *value, size_t size, struct err *e);
ssize_t os_attr_list(const char *path, char *names, size_t size, struct err *e);
int os_attr_remove(const char *path, const char *name, struct err *e);

/* Facts for the record, in words; NULL when unknown. The caller frees. */
enum os_fact {
	OS_CPU_MODEL,
	OS_MITIGATIONS,		/* of CPU flaws, one line */
	OS_VIRTUALISATION,	/* "none" or the hypervisor */
	OS_CLOCK_SOURCE,	/* of the monotonic clock */
	OS_KERNEL_COMMAND_LINE,
	OS_CPU_ACCOUNTING,	/* "tick" (user/sys sampled at ticks, their sum exact), "exact", or the system's word */
	OS_CPU_TICK_NS,		/* decimal; the sampling period when accounting is by tick */
	OS_BOOT_ID,		/* differs after every boot */
	OS_SYSTEM_TITLE,	/* distribution or product, "Debian GNU/Linux 12 (bookworm)" */
};

char *os_fact(enum os_fact which);

/*
 * The i-th setting of this system that is known to move results ("vm.swappiness" = "60"): *name borrowed, *value
 * the caller's or NULL when unknown. False behind the last.
 */
bool os_tunable(size_t i, const char **name, char **value);

/*
 * A variable of the kernel by the name that sysctl(8) knows. get: its value as text without white space at its end; the caller frees.
 * Unknown names and values that the kernel refuses are ERR_USAGE; what cannot be read or changed, by us or at all, is ERR_UNSUPPORTED.
 * Whether a value took must be read back.
 */
int os_sysctl_get(const char *name, char **value, struct err *e);
int os_sysctl_set(const char *name, const char *value, struct err *e);

/* The variable that becomes 0 when `name` is set, and the other way round ("vm.dirty_ratio" of "vm.dirty_bytes"), or NULL. */
const char *os_sysctl_partner(const char *name);

/* The CPUs on which the caller, and whatever it starts later, may run: their numbers, ascending. get: the caller frees. */
int os_get_cpus(unsigned **cpus, size_t *count, struct err *e);
int os_set_cpus(const unsigned *cpus, size_t count, struct err *e);

/* The package manager's column in the table of needed programs ("apt", "pkg", "pkgin"), or NULL when there is none. */
const char *os_package_manager(void);

#endif
