/*
 * The contract between the engine and the workloads: a workload describes what it can do in one const struct and fills in
 * hooks named for when they run. Only `run` is inside the clock. A workload cannot print, store, repeat or decide, and reads no
 * clock; it finds everything it needs in struct trial (workload/trial.h) and leaves its results there.
 */
#ifndef HARNESS_WORKLOAD_WORKLOAD_H
#define HARNESS_WORKLOAD_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/metric.h"
#include "base/param.h"

struct trial;

/* Whose CPU time is the workload's. */
enum charge {
	CHARGE_CHILDREN,	/* the commands it starts, and all that descends from them */
	CHARGE_SELF,		/* the worker process itself, with all that it starts */
};

enum need {
	NEED_VOLUME = 1,	/* works on files below the scratch directory: flush is part of the result */
	NEED_CALLER_DIRECTORY = 2,	/* runs in the directory that harness was started in */
};

struct phase {
	const char *name;
	int (*ready)(struct trial *t, void *state);	/* untimed: evict, rewind; may be NULL */
	int (*run)(struct trial *t, void *state);	/* its own window */
};

#define PHASE_END { NULL, NULL, NULL }

/*
 * Hooks return 0, or -1 after trial_fail. Each step (populate, calibrate, a trial) runs in a process of its own, so nothing but files
 * and the datum goes from one to the next; state is zeroed before the first hook of a trial.
 */
struct workload {
	const char *name, *summary;
	unsigned version;		/* raised when results are no longer comparable with older ones */
	unsigned needs;			/* enum need */
	enum charge charge;
	const struct param *params;	/* ends in PARAM_END */
	const struct metric *metrics;	/* headline metrics, [0] is primary; the standard ones by METRIC_REAL & co; ends in METRIC_END */
	const struct phase *phases;	/* ends in PHASE_END */
	const char *const *controls;	/* names of the calls under it, NULL-ended, or NULL */
	size_t state_size;

	/* A case that cannot have the asked effect, or a missing tool, is refused before anything runs. May be NULL. */
	int (*check)(const struct args *args, struct err *e);

	/* Once per data directory: leaves files only (in t->data), and properties of them. May be NULL. */
	int (*populate)(struct trial *t, void *state);

	/* Once per experiment, on the baseline: trial_datum leaves a number that every later trial finds in t->datum. May be NULL. */
	int (*calibrate)(struct trial *t, void *state);

	int (*reset)(struct trial *t, void *state);	/* before every trial, untimed; may be NULL */
	int (*verify)(struct trial *t, void *state);	/* after every trial, untimed: a wrong answer is a failure; may be NULL */
	void (*teardown)(struct trial *t, void *state);	/* last in every trial, also after a failure; may be NULL */
};

/* All workloads, in the order of workloads/list.h, NULL-ended. */
extern const struct workload *const workload_list[];

/* By name; NULL, with the nearest name in *e (ERR_USAGE), when there is none. */
const struct workload *workload_find(const char *name, struct err *e);

#endif
