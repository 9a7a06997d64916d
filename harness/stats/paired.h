/*
 * Pairs: data that came as one A and one B at a time (imported, or run in parallel).  Everything
 * else uses blocked.h.
 *
 *   estimate  the median of all Walsh averages (d_i + d_j) / 2, i <= j; M = n (n+1) / 2 of them
 *   interval  k = the largest integer with F(k-1) <= alpha/2, F the null distribution of the
 *             signed-rank statistic: [W(k), W(M+1-k)], conf = 1 - 2 F(k-1); no such k (n <= 5
 *             at 95 %): the range, conf = 1 - 2 * 2^-n, not attained
 *   p         Pratt's (1959): ranks of |d| with the zeros among them, V = the sum of those with d
 *             > 0, null: signs of the non-zero ones flipped at random, 2 min(both tails).  Zeros
 *             stay in, so that estimate, interval and p describe the same data.
 * More than PAIRED_EXACT pairs: normal approximation, mu = n(n+1)/4, sigma^2 = n(n+1)(2n+1)/24, k
 * = max(0, floor(mu - z sigma + 1/2)), conf = 1 - 2 Phi((k - 1/2 - mu) / sigma); p from mean sum r
 * / 2 and variance sum r^2 / 4 over the midranks r of the non-zero ones, corrected by 1/2.
 */
#ifndef HARNESS_STATS_PAIRED_H
#define HARNESS_STATS_PAIRED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PAIRED_EXACT = 200,
	PAIRED_MAX = 2800,	/* pairs; M stays below 4 million */
};

struct paired {
	size_t n;
	double est, lo, hi;	/* in the unit of the differences */
	double conf;
	bool attained;
	bool approximate;
	uint64_t k;		/* 0: lo and hi are the range */
	double v;
	double p;
};

/*
 * differences: ln B - ln A of each pair (or B - A), borrowed.  STATS_TOO_FEW for n = 0,
 * STATS_BAD_VALUE when one is not finite, STATS_TOO_LARGE beyond PAIRED_MAX, STATS_NO_MEMORY.
 */
int paired_compare(const double *differences, size_t n, double alpha, struct paired *out);

#endif
