/*
 * Latencies as a histogram of integers (nanoseconds), in the manner of HdrHistogram: exact below
 * 2^7, above that 2^7 buckets for each power of two, over the whole range of uint64_t.  A bucket is
 * at most 1/128 of its values wide, so its midpoint is within 0.4 % of each of them.
 *
 *   index of v < 2^B: v; else e = floor(log2 v), s = e - B: ((s + 1) << B) + ((v >> s) - 2^B)
 *   back, i >= 2^(B+1): s = (i >> B) - 1, lo = ((i & (2^B - 1)) + 2^B) << s, hi = lo + 2^s - 1
 *
 * Kept beside the buckets: count, exact minimum, maximum and sum.  Negative values (the clock went
 * backwards) are counted apart and are never recorded as 0.
 * struct histogram is 59 kB; it holds no pointers and may be copied.  Recording does not allocate.
 */
#ifndef HARNESS_STATS_HISTOGRAM_H
#define HARNESS_STATS_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	HISTOGRAM_BITS = 7,		/* B */
	HISTOGRAM_BUCKETS = 7424,	/* (64 - B + 1) << B */
};

struct histogram {
	uint64_t count;			/* values recorded, without the negative ones */
	uint64_t negative_count;
	uint64_t min, max;		/* UINT64_MAX and 0 while count is 0 */
	uint64_t sum_high, sum_low;	/* exact sum, 128 bits */
	uint64_t buckets[HISTOGRAM_BUCKETS];
};

struct histogram_bucket {
	size_t index;
	uint64_t lo, hi;		/* smallest and largest value that belongs to it */
	uint64_t count;
};

struct histogram_interval {
	double lo, hi;
	bool lo_bounded, hi_bounded;	/* false: no such limit exists; lo is min then, hi is max */
};

void histogram_init(struct histogram *h);
void histogram_record(struct histogram *h, uint64_t value);

/* For differences of clock readings: a negative one only adds to negative_count. */
void histogram_record_difference(struct histogram *h, int64_t value);

size_t histogram_index(uint64_t value);
uint64_t histogram_bucket_low(size_t index);
uint64_t histogram_bucket_high(size_t index);

/* NaN while empty. */
double histogram_mean(const struct histogram *h);

/*
 * Percentile 0 < p <= 1: the midpoint of the bucket that holds rank max(1, ceil(p N - 1e-9)), not
 * outside [min, max]; p = 1: max.  NaN while empty.
 */
double histogram_percentile(const struct histogram *h, double p);

/*
 * Interval of that percentile from one run: ranks of order_quantile_ranks(), lower edge of the low
 * bucket and upper edge of the high bucket, not outside [min, max].  It assumes independent values,
 * but stalls come in clusters: where there are several runs, take the percentile of each and the
 * interval between runs.  STATS_TOO_FEW while empty, STATS_BAD_VALUE unless 0 < p < 1.
 */
int histogram_percentile_interval(const struct histogram *h, double p, double alpha,
    struct histogram_interval *out);

/*
 * Values needed before percentile p has an upper limit: ceil(ln(alpha/2) / ln p); at 95 %: 368 for
 * p99, 3,688 for p99.9.  With fewer, do not show it.
 */
uint64_t histogram_count_needed(double p, double alpha);

/* Adds `from` to h.  Hides differences between runs: for pictures, not for percentiles. */
void histogram_merge(struct histogram *h, const struct histogram *from);

/*
 * What if requests had not waited for a stall (a closed loop leaves them out: coordinated
 * omission)? *out gets all of h, and for each value v also v - T, v - 2T, ... down to T, T =
 * interval >= 1. Works on bucket midpoints.  For percentiles: the sum, and so the mean, stays that
 * of h's values. out must not be h.
 */
void histogram_fill_omitted(const struct histogram *h, uint64_t interval, struct histogram *out);

/*
 * The buckets that are not empty, ascending, for storing: start with *cursor = 0; false at the end.
 */
bool histogram_next(const struct histogram *h, size_t *cursor, struct histogram_bucket *bucket);

/*
 * And back: init, add the buckets, then set the totals, which is refused (STATS_BAD_VALUE) unless
 * min and max lie in the first and the last bucket that is not empty.  Adding fails for an index
 * out of range or a count that overflows.
 */
int histogram_add_bucket(struct histogram *h, size_t index, uint64_t count);
int histogram_set_totals(struct histogram *h, uint64_t min, uint64_t max, uint64_t sum_high,
    uint64_t sum_low, uint64_t negative_count);

#endif
