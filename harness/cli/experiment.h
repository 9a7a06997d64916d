/* One experiment from its call to its results: what `run` does, and other verbs that let workloads run. */
#ifndef HARNESS_CLI_EXPERIMENT_H
#define HARNESS_CLI_EXPERIMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/cli.h"

/* What is not the caller's choice when the experiment is a part of something larger. */
struct experiment_frame {
	const char *record;	/* where it is written, or gone on with; NULL: only check the call and print the plan */
	bool resume;
	uint64_t seed;
	json_t *series;		/* "series" of the record's header; borrowed, NULL when there is no record */
};

/*
 * Carries out what stands behind "run" in a call; c->argv becomes the record's "command". Gives the exit status. `frame` is NULL
 * for `run` itself; with it, the options that it decides are refused in argv.
 */
int experiment_run(struct cli *c, int argc, char *const *argv, const struct experiment_frame *frame);

/* Its options, besides the workload's and plan_params. */
extern const struct param experiment_params[];

#endif
