/*
 * The runner: carries out a plan, trial by trial, and writes each to the record the moment it ends. It neither judges nor prints: whoever
 * started it watches through an observer and reads the record.
 */
#ifndef HARNESS_RUN_RUNNER_H
#define HARNESS_RUN_RUNNER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "record/record.h"
#include "run/plan.h"
#include "run/scratch.h"
#include "run/step.h"
#include "setting/host.h"

/* What a watcher is told; any member may be NULL. */
struct observer {
	void *context;
	void (*preparing)(void *context, const struct plan *p);	/* populate and calibrate begin */
	void (*prepared)(void *context, const struct plan *p);		/* the first trial is next */
	/* A trial ended: the done-th of total (warm-ups included), arm, its primary metric (NAN unless ok), seconds it took in all. */
	void (*trial)(void *context, const struct plan *p, size_t done, size_t total, const struct arm *arm, bool warmup,
	    const struct outcome *o, double primary, double took_s);
};

struct runner {
	/* given */
	struct plan *plan;
	struct executor executor;
	struct scratch *scratch;
	const char *keep;		/* directory for files that the user keeps */
	const char *caller;		/* directory that harness was started in */
	const char *place;		/* directory on the volume that counts */
	struct observer observer;
	struct host *host;		/* begun for the plan's variants; NULL when they change nothing of it */

	/* where a resumed experiment goes on; all zero for a new one */
	unsigned session;
	size_t first_block;		/* the blocks before it are whole */
	unsigned next_trial;		/* number of the next trial line */
	double offset_s;		/* seconds since the experiment's start */

	/* how it went, without warm-ups */
	size_t ok, failed;
	struct err failure;		/* of the last failed trial */
	char *failure_log;		/* its last lines, or NULL */
};

/* Fills what the plan must know before the header is written: populates data directories, calibrates. */
int runner_prepare(struct runner *r, struct err *e);

/*
 * Runs all blocks from first_block on and writes trial lines and the end line to w. 0 when every trial was done, though some may have
 * failed (r->failed); -1 when it stopped early: ERR_WORKLOAD when an arm's first trial failed, ERR_INTERRUPTED,
 * or ERR_INTERNAL. What was measured is in the record in every case.
 */
int runner_run(struct runner *r, struct record_writer *w, struct err *e);

/*
 * Where a cut-off record goes on: fills session, first_block, next_trial and offset_s, and *line with the session line to append
 * (json_decref it). ERR_USAGE when all is done already.
 */
int runner_resume(struct runner *r, const struct record *record, json_t **line, struct err *e);

void runner_release(struct runner *r);

#endif
