/*
 * k variants in one experiment: all pairs, an order, and for each variant the ranks it may have.
 * No variant is forced into a place that the data do not prove.
 *
 * Each pair is compared inside the blocks (blocked.h).  Holm's adjustment runs over the family:
 * every variant against variant 0, M = k-1, or all pairs, M = k (k-1) / 2.
 *   i beats j       adjusted p <= alpha and the estimate is the margin or more in favour of i
 *   no change       the interval of confidence 1 - alpha/M lies inside the margin on both sides
 *   order           ascending score: score_i = (1/k) sum over j of est_ij, est_ij = ln(i / j);
 *                   always transitive; equal scores in the order of the input
 *   rank interval   best_i = 1 + number of variants that beat i, worst_i = k - number that i beats;
 *                   they hold together with confidence 1 - alpha, being functions of simultaneous
 *                   pairwise statements (as in Mogstad, Romano, Shaikh and Wilhelm 2024)
 */
#ifndef HARNESS_STATS_RANK_H
#define HARNESS_STATS_RANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/blocked.h"
#include "stats/blocks.h"

enum rank_family { RANK_AGAINST_FIRST, RANK_ALL_PAIRS };

struct rank_options {
	enum rank_family family;
	double alpha;		/* 0.05 */
	double delta;		/* the smallest change that matters, 0.01 */
	bool higher_is_better;
};

struct rank_pair {
	size_t a, b;		/* a < b */
	struct blocked blocked;	/* b against a, interval 1 - alpha, not adjusted for other pairs;
				 * negative: b is better, also when more is better */
	bool in_family;
	double p_holm;		/* in the family; 1 outside */
	bool a_beats_b, b_beats_a;	/* only in the family */
	bool no_change;		/* only in the family */
};

struct rank_variant {
	double score;
	size_t best, worst;	/* ranks from 1 */
};

struct ranking {
	enum series_scale scale;
	double margin;			/* series_margin(), of the median of variant 0 */
	size_t variant_count;
	size_t pair_count;
	size_t family_size;		/* M */
	struct rank_pair *pairs;	/* (0,1) (0,2) ... (1,2) ...; owned */
	struct rank_variant *variants;	/* owned */
	size_t *order;			/* variants, best score first; owned */
};

/*
 * Fresh *out, release it with rank_release().  Each variant must share a block with each other one,
 * else STATS_TOO_FEW: leave out a variant that has no values.  Otherwise as blocked_compare().
 */
int rank_compute(const struct blocks *blocks, const struct rank_options *options,
    struct ranking *out);
void rank_release(struct ranking *ranking);

/* The pair of two different variants, in either order. */
const struct rank_pair *rank_pair(const struct ranking *ranking, size_t a, size_t b);

/*
 * Blocks of m units per variant that a family of M needs before Holm's first step can be passed at
 * all: the smallest B with 2 C(2m, m)^-B <= alpha / M.  Check before running.
 */
size_t rank_blocks_needed(size_t units_per_block, size_t family_size, double alpha);

#endif
