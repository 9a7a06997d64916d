/*
 * One metric at one point: the summaries of all sides, their comparisons, and for more than two sides
 * a ranking, or a ladder.
 */
#ifndef HARNESS_JUDGE_FINDING_H
#define HARNESS_JUDGE_FINDING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "judge/claim.h"
#include "judge/comparison.h"
#include "judge/digest.h"
#include "judge/sides.h"
#include "judge/tally.h"
#include "stats/ladder.h"
#include "stats/rank.h"

struct judge_options {
	double delta;		/* the smallest change that matters, 0.01 */
	const char *metric;	/* only this one; NULL: the headline ones and flush */
	const char *gate;	/* this one decides, whatever else is shown; NULL: the record's first */
	bool all;		/* all that have values */
	bool all_pairs;		/* compare every two sides, not only each with the baseline */
	bool ladder;		/* sides are cumulative steps */
	bool force;		/* judge what should not be compared, or was not interleaved; it is marked */
};

#define JUDGE_OPTIONS { 0.01, NULL, NULL, false, false, false, false }

struct finding {
	size_t point;
	const struct metric *metric;	/* borrowed from the first record */
	bool headline;			/* the workload's own choice */
	bool primary;			/* decides; the others' p-values are adjusted for being many */
	struct tally tally;		/* of independent units; of trials when there is one side */
	struct tally trials;		/* one_each: of the trials; else empty */
	bool one_each;			/* one session on every side: figures are of `trials` */
	struct digest *digests;		/* one per side, of `trials` if one_each, else of `tally` */
	struct comparison *comparisons;
	size_t ncomparisons;
	bool ranked;			/* three sides or more, and no ladder */
	struct ranking ranking;		/* all pairs; its variants are numbers into ranked_sides */
	size_t *ranked_sides;		/* sides that have enough values */
	bool laddered;
	struct ladder ladder;		/* negative is better, also where more is */
	struct claim *claims;
	size_t nclaims;
};

/* The tally that the digests and comparisons are made from. */
const struct tally *finding_tally(const struct finding *f);

/* Everything but Holm's adjustment of the comparisons; `looks` as in struct judgement. On failure *f is released. */
int finding_make(struct finding *f, const struct sides *s, size_t point, const struct metric *metric, bool primary,
    unsigned looks, const struct judge_options *options, struct err *e);
void finding_release(struct finding *f);

/*
 * Whether the order of the trials, or of the boots, was drawn at random, so that verdicts may be given; true whenever
 * options->force is set.
 */
bool finding_order_controlled(const struct sides *s, const struct judge_options *options);

#endif
