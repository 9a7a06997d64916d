/* Showing results, as `run` does at its end and `compare` always. */
#ifndef HARNESS_CLI_RESULTS_H
#define HARNESS_CLI_RESULTS_H

#include <stdbool.h>

#include "cli/cli.h"

struct judgement;
struct judge_options;

/* Options of every verb that shows results: entries of its table. */
#define RESULTS_PARAMS \
	{ "metric", 'm', PARAM_TEXT, 0, NULL, NULL, 0, 0, "NAME", "only this metric (default: those of the workload, and flush)" }, \
	{ "all", 'a', PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "all metrics" }, \
	{ "all-pairs", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "every two with each other, not only each with the first" }, \
	{ "ladder", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "variants, or records, are steps on top of each other" }, \
	{ "gate", 0, PARAM_TEXT, PARAM_OPTIONAL_VALUE, NULL, NULL, 0, 0, "METRIC", \
	    "exit status 0 for win or no change, 1 for a loss, 5 for undecided" }, \
	{ "json", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "results as JSON" }

/* Puts what these say over *options; texts are borrowed from args. */
void results_options(struct judge_options *options, const struct args *args);

/* Shows one record as `args` (a table with RESULTS_PARAMS) and its own plan say, with "Saved ..."; gives the exit status, the gate's too. */
int results_show(struct cli *c, const char *path, const struct args *args);

/* Shows a judgement, with "Saved ..." unless `saved` is NULL; gives the exit status, the gate's too. */
int results_print(struct cli *c, const struct judgement *j, const struct args *args, const char *saved);

#endif
