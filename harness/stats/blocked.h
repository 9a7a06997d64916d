/*
 * Two variants compared inside blocks: the estimate, its interval and its p-value.  One code path
 * for plain two-sample data (one block), interleaved trials (many blocks), ladders and boots.
 *
 * theta = ln(B / A), the difference of the logarithms (linear scale: B - A); negative: B takes
 * less.  D = all differences within the blocks, sorted, M of them.
 *   estimate  the median of D (Hodges and Lehmann 1963, blocks pooled)
 *   U         pairs with B < A, plus half of the equal ones, judged on the values themselves
 *   interval  with F the null distribution of U: the Mann-Whitney distributions of the blocks,
 *             convolved; k = the largest integer with F(k-1) <= alpha/2: [D(k), D(M+1-k)],
 *             conf = 1 - 2 F(k-1).  No such k: the range of D, conf = 1 - 2 F(0), not attained.
 *   p         two-sided and exact given the ties: the sum over blocks of the doubled midranks of
 *             the A values against its null distribution by the same counting, 2 min(both tails)
 * One block gives the exact Wilcoxon-Mann-Whitney interval (R: wilcox.test(conf.int = TRUE)).  When
 * the order inside the blocks was uniformly random, U has exactly this distribution for any noise,
 * drift or dependence that does not react to the order; ties only make the interval wider.  p and
 * interval can disagree when there are ties: the interval decides.
 *
 * Large data (M > BLOCKED_EXACT_PAIRS, or a block of more than BLOCKED_EXACT_BLOCK values): normal
 * approximation, mu = M/2, sigma^2 = sum m n (m+n+1) / 12, k = max(0, floor(mu - z sigma + 1/2)),
 * conf = 1 - 2 Phi((k - 1/2 - mu) / sigma), p = erfc(z / sqrt 2) with z = max(0, |U - mu| - 1/2) /
 * sigma_t, sigma_t^2 = sum (m n / 12) ((N+1) - sum over ties (t^3 - t) / (N (N-1))).
 */
#ifndef HARNESS_STATS_BLOCKED_H
#define HARNESS_STATS_BLOCKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/blocks.h"
#include "stats/series.h"

enum {
	BLOCKED_EXACT_PAIRS = 10000,
	BLOCKED_EXACT_BLOCK = 100,
	BLOCKED_PAIRS_MAX = 4000000,
};

struct blocked {
	enum series_scale scale;	/* of est, lo, hi */
	double est, lo, hi;
	double conf;			/* of [lo, hi]; exact unless `approximate` */
	bool attained;			/* conf reaches 1 - alpha (less 1e-9) */
	bool approximate;		/* the normal approximation was used */
	uint64_t k;			/* rank of lo in D; 0: none, lo and hi are its range */
	uint64_t pair_count;		/* M */
	double u;
	double p;
	size_t a_count, b_count;	/* units that took part */
	size_t block_count;		/* blocks that took part */
};

/*
 * Compares variant b with variant a.  Choose the scale for the whole experiment
 * (blocks_choose_scale()), so that all its comparisons speak of the same thing.
 * STATS_TOO_FEW when no block has both; STATS_BAD_VALUE for a value that is not finite, or not
 * positive on the log scale; STATS_TOO_LARGE for M > BLOCKED_PAIRS_MAX; STATS_NO_MEMORY.
 */
int blocked_compare(const struct blocks *blocks, size_t a, size_t b, enum series_scale scale,
    double alpha, struct blocked *out);

/* Turns the sign of est and swaps the limits: for metrics of which more is better. */
void blocked_negate(struct blocked *blocked);

#endif
