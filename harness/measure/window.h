/*
 * A window: what the machine did between two moments. Counters are read outside the clock, so that reading them is not
 * in the time; they span a little more than the clock does, and the shares of the whole machine are taken against their own span.
 */
#ifndef HARNESS_MEASURE_WINDOW_H
#define HARNESS_MEASURE_WINDOW_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "os/os.h"

/* CPU outside the tree by process name; OUTSIDE_ENDED stands for all processes that began and ended within the window. */
#define OUTSIDE_ENDED "short-lived processes"

struct outside_entry {
	char name[32];
	bool kernel;
	double cpu_s;
};

/* Seconds, bytes and counts; NAN is unknown. Figures of several windows can be added. */
struct figures {
	double real, user, sys, cpu, unreaped;
	double kernel, interrupts, others, steal, idle, span;	/* of the machine; span: wall time between its counters x CPUs */
	double peak_rss;
	double minor_faults, major_faults, voluntary_switches, involuntary_switches, blocks_in, blocks_out;
	double processes_started;
	double device_reads, device_writes, device_read_bytes, device_written_bytes;
	struct outside_entry *outside;	/* by falling CPU time */
	size_t noutside;
};

/* What the windows of one trial have in common. */
struct window_scope {
	const struct os_tree *tree;	/* headed by the caller */
	bool self;			/* the caller's own work counts (CHARGE_SELF), not only that of its children */
	const char *device;		/* for os_device_io; "" when there is none */
	/* Last before the clock, after the slow counters: wakes up what would be cold; gives the number of processes it started. Or NULL. */
	unsigned (*poise)(void *context);
	void *context;			/* poise's */
};

struct snapshot {
	struct os_usage self, children;
	uint64_t tree_user_ns, tree_system_ns;
	struct os_machine machine;
	struct instant machine_at;
	bool machine_known;
	struct os_device_io device;
	bool device_known;
	struct os_process *processes;
	size_t nprocesses;
};

struct window {
	const struct window_scope *scope;
	struct snapshot before, after;
	struct instant start, end;
};

/* Reads the counters, then starts the clock. */
void window_open(struct window *w, const struct window_scope *scope);

/* Stops the clock. What the work left running is then ended by the caller before window_close. */
void window_stop(struct window *w);

/* Reads the counters again and gives the window's figures; the caller releases them. */
void window_close(struct window *w, struct figures *f);

/* *sum += more (unknown stays unknown; peaks: the larger). `sum` starts as figures_zero. */
void figures_zero(struct figures *sum);
void figures_add(struct figures *sum, const struct figures *more);
void figures_release(struct figures *f);

/*
 * The value of a standard metric other than flush and durable, NAN when unknown. Shares of the machine are known for windows of
 * at least one second only: its accounting ticks are 4 to 10 ms long.
 */
double figures_value(const struct figures *f, const char *metric);

#endif
