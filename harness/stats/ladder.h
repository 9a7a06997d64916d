/*
 * A ladder of tuning steps: variants 0 ... k, each the one before plus one change, all of them in
 * every block.
 *   step j      variant j against j-1; Holm over the k steps; a WIN or LOSS also needs adjusted
 *               p <= alpha, else it is UNDECIDED for NOISE
 *   total       variant k against 0, measured directly, never multiplied from the steps; the
 *               declared primary comparison, so not adjusted
 *   cumulative  variant j against 0, with its own interval
 *   closure     C = sum of the estimates of the steps - estimate of the total; |C| > max(margin,
 *               half-width of the total): the steps do not add up (noise, or one change works
 *               through another)
 * What a step brings depends on the order of the steps; say so wherever they are shown.
 */
#ifndef HARNESS_STATS_LADDER_H
#define HARNESS_STATS_LADDER_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/blocked.h"
#include "stats/blocks.h"
#include "stats/verdict.h"

struct ladder_options {
	double alpha;			/* 0.05 */
	double delta;			/* the smallest change that matters, 0.01 */
	bool higher_is_better;
	bool order_not_controlled;	/* for the verdicts, verdict.h */
	bool too_many_missing;
};

struct ladder_step {
	struct blocked step;		/* against the variant before; negative: better */
	double p_holm;
	struct verdict verdict;
	struct blocked cumulative;	/* against variant 0 */
};

struct ladder {
	enum series_scale scale;
	double margin;			/* series_margin(), of the median of variant 0 */
	struct blocked total;
	struct verdict total_verdict;
	double steps_sum;		/* log scale: exp() of it is the product of the steps */
	double closure;			/* steps_sum - total.est */
	bool adds_up;
	bool shares_meaningful;		/* total is a WIN and every step's estimate < 0 */
	size_t step_count;
	struct ladder_step *steps;	/* owned; steps[j] leads from variant j to j + 1 */
};

/*
 * Fresh *out, release it with ladder_release().  At least two variants (STATS_TOO_FEW); otherwise
 * the failures of blocked_compare().
 */
int ladder_compute(const struct blocks *blocks, const struct ladder_options *options,
    struct ladder *out);
void ladder_release(struct ladder *ladder);

#endif
