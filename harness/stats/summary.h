/*
 * One series of runs: where it is and how well that is known.  Warm-up runs are left out by the
 * caller beforehand; outliers stay in.
 */
#ifndef HARNESS_STATS_SUMMARY_H
#define HARNESS_STATS_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

struct summary {
	size_t n;
	double min, max;
	double median;
	double lo, hi;		/* interval of the median, with confidence conf */
	double conf;
	bool attained;		/* false: too few runs, lo and hi are the range */
	bool widened;		/* the runs resemble their neighbours, see n_eff */
	double n_eff;		/* n unless widened */
	double lag1;		/* first autocorrelation; 0 where not defined */
	double mean;
	double sd;		/* n - 1 in the denominator; NaN for one run */
	double mad;		/* median |x - median|, not scaled */
	double half_width_ratio;	/* (hi - lo) / (2 |median|); NaN for a median of 0 */
};

/*
 * Values in time order and in their own unit; alpha is 1 minus the confidence (usually 0.05).
 * Interval: the sorted values with the ranks of order_median_ranks() (distribution-free; Conover,
 * Practical Nonparametric Statistics), or the wider ones of dependence_widen(), whose conf is the
 * nominal 1 - alpha.  One run: lo = hi = the value, conf 0.
 * STATS_TOO_FEW for n = 0, STATS_BAD_VALUE when a value is not finite, STATS_NO_MEMORY.
 */
int summary_compute(const double *values, size_t n, double alpha, struct summary *summary);

#endif
