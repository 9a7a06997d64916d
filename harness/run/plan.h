/*
 * The plan of an experiment: which arms, how often, in which order, under which limits. It is made from the call, or read back
 * from a record's header when an experiment is resumed; the header is made from it, so that both say the same.
 */
#ifndef HARNESS_RUN_PLAN_H
#define HARNESS_RUN_PLAN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/param.h"
#include "setting/variant.h"
#include "workload/workload.h"

/* Workload x case x variant. */
struct arm {
	unsigned arm_case, variant;
	struct args args;	/* the case's, with the variant's own options over them */
	unsigned data;		/* arms with the same number share the directory that populate fills */
};

struct plan {
	const struct workload *workload;
	struct args *cases;
	char **labels;		/* of the cases; "" when there is one */
	size_t ncases;
	struct variant *variants;	/* [0] is the baseline */
	size_t nvariants;
	struct arm *arms;	/* case by case, the variants of a case side by side */
	size_t narms, ndata;

	uint64_t seed;
	bool seed_given;
	unsigned trials, warmup;	/* per arm; warm-ups per arm and session */
	uint64_t deadline_ns;	/* per trial; 0: none */
	bool decide;		/* stop at a verdict, or ... */
	double precision;	/* ... at an interval of this half-width as a ratio; NAN: after `trials` */
	unsigned max_trials;	/* per arm, for both */
	uint64_t budget_ns;	/* for the whole experiment; 0: none */
	double threshold;	/* the smallest change that matters */
	bool ladder;		/* variants are steps on top of each other */

	/* found out before the first trial; part of the header */
	uint64_t heartbeat_iterations;
	double datum;		/* calibrate's, NAN without */
	char *description;	/* or NULL */
	json_t **properties;	/* of each data directory, from populate */
	json_t **expected;	/* what they were when the experiment began, if it is resumed; else NULLs */
	json_t *tools;		/* name -> version */
	json_t *before;		/* what the variants change -> its value before */
	char *containment;	/* how trees are held together, os_tree's means, or NULL */
};

/* Options of `run` that shape the plan. */
extern const struct param plan_params[];

/*
 * From the workload's arguments (grids not yet expanded), the options of plan_params, and variants (taken over). ERR_USAGE,
 * ERR_UNSUPPORTED: what a case's `check` refuses, and whatever does not fit together.
 */
int plan_init(struct plan *p, const struct workload *w, const struct args *args, const struct args *options,
    struct variant *take_variants, size_t nvariants, struct err *e);

/* A seed as people give it: a whole number below 2^64, else ERR_USAGE. */
int plan_parse_seed(const char *text, uint64_t *seed, struct err *e);

/* From the header of a record; ERR_USAGE when it is not ours to go on with (other workload version). */
int plan_from_header(struct plan *p, const json_t *header, struct err *e);

/* ERR_USAGE unless a plan from a header is for this workload and arguments, when an experiment is resumed with its whole call. */
int plan_matches(const struct plan *p, const struct workload *w, const struct args *args, struct err *e);

/* ERR_USAGE when populate made something else than it did at the experiment's start. */
int plan_check_properties(const struct plan *p, unsigned data, struct err *e);

/* The header line; `command` is the call, `environment` is taken. */
json_t *plan_to_header(const struct plan *p, const char *command, json_t *take_environment);

/* Whether the number of trials follows from what is measured. */
bool plan_stops_itself(const struct plan *p);

/* Blocks of the plan (at most, when it stops by itself), and the units of each arm in block b. */
size_t plan_blocks(const struct plan *p);
size_t plan_block_units(const struct plan *p, size_t b);

/* The plan in words, for --dry-run. */
void plan_describe(const struct plan *p, struct buf *out);

void plan_release(struct plan *p);

#endif
