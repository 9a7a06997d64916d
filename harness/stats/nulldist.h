/*
 * Exact null distributions of rank statistics, by counting: adding positive numbers only, so no
 * digits are lost.
 *
 * A distribution is probability[0 ... size-1] of a statistic that is an integer, probability[i]
 * belonging to the value lowest + i.
 */
#ifndef HARNESS_STATS_NULLDIST_H
#define HARNESS_STATS_NULLDIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nulldist {
	double *probability;	/* owned */
	size_t size;
	uint64_t lowest;
};

/* One point of probability 1 at 0: the start of a convolution.  0 or STATS_NO_MEMORY. */
int nulldist_init(struct nulldist *d);
void nulldist_release(struct nulldist *d);

/*
 * Sets *out (fresh, release it) to the distribution of the sum of `take` different weights out of
 * `count`, all subsets equally likely: g[0][0] = 1; for each weight w, for c = take ... 1:
 * g[c][s] += g[c-1][s-w]; divided by the total.  With the weights 1 ... m+n and take m that is the
 * rank sum of Wilcoxon, Mann and Whitney; with doubled midranks its version conditional on ties.
 * 1 <= take <= count.  0 or STATS_NO_MEMORY.
 */
int nulldist_subset_sum(const unsigned *weights, size_t count, size_t take, struct nulldist *out);

/* Mann-Whitney's U of m and n values without ties, 0 ... m n.  Fresh.  0 or STATS_NO_MEMORY. */
int nulldist_rank_sum(size_t m, size_t n, struct nulldist *out);

/*
 * The sum of the weights whose sign comes out positive, all 2^count sign patterns equally likely.
 * With weights 1 ... n the signed-rank statistic of Wilcoxon.  Fresh.  0 or STATS_NO_MEMORY.
 */
int nulldist_signed_sum(const unsigned *weights, size_t count, struct nulldist *out);

/* d becomes the distribution of the sum of independent d and e.  0 or STATS_NO_MEMORY. */
int nulldist_convolve(struct nulldist *d, const struct nulldist *e);

/* P(X <= x) and P(X >= x). */
double nulldist_lower(const struct nulldist *d, uint64_t x);
double nulldist_upper(const struct nulldist *d, uint64_t x);

/*
 * For a statistic on 0 ... size-1: the largest k with P(X <= k-1) <= level (0 when P(X <= 0) is
 * already above it).
 */
uint64_t nulldist_cut(const struct nulldist *d, double level);

/* Two-sided p of x: min(1, 2 min(P(X <= x), P(X >= x))). */
double nulldist_two_sided(const struct nulldist *d, uint64_t x);

#endif
