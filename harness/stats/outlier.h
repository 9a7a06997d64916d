/* Runs far from the rest.  Pointed out, never removed: removing them biases and hides tails. */
#ifndef HARNESS_STATS_OUTLIER_H
#define HARNESS_STATS_OUTLIER_H

#include <stddef.h>

enum { OUTLIER_RUNS_MIN = 5 };

/* Distances that count: more than 5 s, and more than 2 %. */
#define OUTLIER_DEVIATIONS 5
#define OUTLIER_RATIO 0.02

struct outliers {
	size_t slow_count;	/* above the median */
	size_t fast_count;	/* below */
	double median;		/* of the values; index[] is judged against it */
};

/*
 * y = ln x (x when a value is <= 0), s = 1.4826 median|y - median|, when 0 then 1.2533 mean|y -
 * median| (both estimate a normal standard deviation), when 0 no outliers.  Outlier:
 * |y - median| > 5 s and > ln 1.02 (0.02 |median|).  n < 5: none.
 *
 * index[]: NULL, or room for n entries, filled with the slow_count + fast_count 0-based positions
 * in ascending order.  0, or the failures of series_check(), or STATS_NO_MEMORY.
 */
int outlier_find(const double *values, size_t n, struct outliers *found, size_t *index);

/* s as above of the deviations d = y - median (order not kept). */
double outlier_spread(double *deviations, size_t n);

#endif
