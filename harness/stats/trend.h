/*
 * Is there a trend over time, and how steep?  Both look at all pairs; a series longer than
 * SERIES_LONG is condensed first (series.h).
 */
#ifndef HARNESS_STATS_TREND_H
#define HARNESS_STATS_TREND_H

#include <stddef.h>
#include <stdint.h>

#include "stats/series.h"

enum { TREND_RUNS_MIN = 8 };	/* below that many values the normal approximation says nothing */

struct trend {
	int64_t s;		/* rising minus falling pairs */
	double z;
	double p;		/* two-sided */
};

/*
 * Mann-Kendall test (Mann 1945, Kendall 1975): S = sum_{i<j} sign(x_j - x_i),
 * var = [n(n-1)(2n+5) - sum over tie groups t(t-1)(2t+5)] / 18,
 * z = (S - sign S) / sqrt var (0 when S = 0 or var <= 0), p = erfc(|z| / sqrt 2).
 * 0, or the failures of series_check(), or STATS_NO_MEMORY.
 */
int trend_mann_kendall(const double *values, size_t n, struct trend *trend);

/*
 * Theil-Sen slope per run: the median over i < j of (y_j - y_i) / (j - i), y on the given scale
 * (log scale: the relative change per run).  n >= 2, else STATS_TOO_FEW; STATS_BAD_VALUE for a
 * value that is not finite or, on the log scale, not positive.
 */
int trend_theil_sen(const double *values, size_t n, enum series_scale scale, double *slope);

#endif
