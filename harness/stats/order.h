/*
 * Order statistics: sorting, quantiles, and which sorted values bound a median or a quantile.
 * Ranks are 1-based: rank k is sorted[k - 1].  Values must not be NaN (series_check() refuses them
 * before anything gets here).  No function but those that say so allocates or fails.
 */
#ifndef HARNESS_STATS_ORDER_H
#define HARNESS_STATS_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for rounding when a cumulative probability is compared with a level: c <= ORDER_LEVEL(L). */
#define ORDER_LEVEL(level) ((level) * (1 + 1e-12))

/* 1 / (normal quantile of 3/4): times the MAD it estimates the standard deviation. */
#define ORDER_MAD_TO_SD 1.482602218505602

struct order_ranks {
	uint64_t lo;		/* 0: no lower limit exists (order_quantile_ranks only) */
	uint64_t hi;		/* n + 1: no upper limit exists (order_quantile_ranks only) */
	double conf;		/* the confidence that the two ranks give exactly */
	bool attained;		/* conf reaches 1 - alpha */
};

/* Ascending, in place. */
void order_sort(double *values, size_t n);

/*
 * Quantile 0 <= p <= 1 of n >= 1 sorted values, Hyndman and Fan's type 7 (the default of R):
 * h = (n-1) p, j = floor h: x(j+1) + (h-j) (x(j+2) - x(j+1)).
 */
double order_quantile(const double *sorted, size_t n, double p);
double order_median(const double *sorted, size_t n);

/* Sorts `values` and returns the median. */
double order_median_of(double *values, size_t n);

/* The same median in linear time; `values` are left in another order, not a sorted one. */
double order_median_among(double *values, size_t n);

/* The value of rank max(1, ceil(p n - 1e-9)): an observed value, the "inverted cdf" percentile. */
double order_percentile(const double *sorted, size_t n, double p);

/* That rank. */
uint64_t order_percentile_rank(uint64_t n, double p);

/*
 * Ranks that bound the median of n >= 1 independent values with confidence >= 1 - alpha:
 * k = the largest integer with P(Bin(n, 1/2) <= k-1) <= alpha/2, ranks k and n+1-k,
 * conf = 1 - 2 P(Bin <= k-1).  No such k (n <= 5 at 95 %): the range, ranks 1 and n,
 * conf = 1 - 2 * 2^-n (0 for n = 1), not attained.
 */
struct order_ranks order_median_ranks(uint64_t n, double alpha);

/*
 * Ranks that bound quantile p: lo = the largest l with P(Bin(n, p) <= l-1) <= alpha/2 (0: none),
 * hi = the smallest u with P(Bin(n, p) >= u) <= alpha/2 (n + 1: none).  attained: both exist.
 */
struct order_ranks order_quantile_ranks(uint64_t n, double p, double alpha);

/*
 * Twice the midranks of sorted values, as integers: a tie group in positions i ... j gets i + j.
 */
void order_doubled_midranks(const double *sorted, size_t n, unsigned *doubled);

#endif
