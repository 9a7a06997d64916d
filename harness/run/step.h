/*
 * A step: one thing that the engine has a worker do (populate a directory, calibrate, run a trial), and how it came out. Steps travel
 * to the worker as JSON, outcomes come back as JSON, on descriptors of their own.
 */
#ifndef HARNESS_RUN_STEP_H
#define HARNESS_RUN_STEP_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/param.h"
#include "workload/workload.h"

enum step_kind { STEP_POPULATE, STEP_CALIBRATE, STEP_TRIAL };

struct step {
	enum step_kind kind;
	const struct workload *workload;
	const struct args *args;
	const char *data, *out, *keep, *caller;	/* directories, absolute */
	const char *place;			/* a directory on the volume whose flush and device count */
	uint64_t seed;
	double datum;
	const char *cpus;			/* to run on, as for "cpus:", or NULL: any */

	/* for the warden, not sent to the worker */
	unsigned padding;			/* bytes of environment padding */
	char *const *environment;		/* further "NAME=VALUE", NULL-ended, or NULL */
	uint64_t deadline_ns;			/* 0: none */
	const char *scratch;			/* where the log may be */
};

enum outcome_status { OUTCOME_OK, OUTCOME_FAILED, OUTCOME_TIMEOUT, OUTCOME_INTERRUPTED };

struct outcome {
	enum outcome_status status;
	struct err err;		/* unless OK */
	char *log;		/* the last lines that the step wrote to its log, "" for none; only unless OK */
	json_t *result;		/* the worker's, or NULL */
};

void outcome_release(struct outcome *o);

/* "ok", "failed", "timeout", "interrupted". */
const char *outcome_status_name(enum outcome_status status);

json_t *step_to_json(const struct step *s);

/* What a worker reads: args is a table to release; the strings are borrowed from json. */
int step_from_json(struct step *s, struct args *args, const json_t *json, struct err *e);

/*
 * Who carries steps out. The real one starts a warden (run/executor.h); tests have one of their own. 0 with *o filled, whatever
 * became of the step; -1 when the engine itself could not do its part.
 */
struct executor {
	int (*carry_out)(void *context, const struct step *s, struct outcome *o, struct err *e);
	void *context;
};

#endif
