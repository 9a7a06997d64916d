/*
 * What a reader should know about one series before believing its median.  Flags never change the
 * data or the numbers.
 */
#ifndef HARNESS_STATS_FLAGS_H
#define HARNESS_STATS_FLAGS_H

#include <stddef.h>

#include "stats/outlier.h"
#include "stats/steady.h"
#include "stats/summary.h"

enum flag {
	FLAG_SPIKES = 1 << 0,		/* slow outliers (outlier.h) */
	FLAG_FAST = 1 << 1,		/* fast outliers */
	FLAG_COLD_FIRST = 1 << 2,	/* the first run is a slow outlier: warm up */
	FLAG_TREND = 1 << 3,		/* drifted during the measurement */
	FLAG_AUTOCORR = 1 << 4,		/* runs depend on each other: n are worth n_eff */
	FLAG_SHIFT = 1 << 5,		/* these four: steady.h */
	FLAG_NOT_STEADY = 1 << 6,
	FLAG_WARMUP = 1 << 7,
	FLAG_SLOWDOWN = 1 << 8,
	FLAG_COARSE = 1 << 9,		/* fewer than n/2 distinct values: clock too coarse */
	FLAG_FEW = 1 << 10,		/* the interval does not reach its confidence */
};

struct flags {
	unsigned mask;			/* of enum flag */
	struct outliers outliers;
	double drift_p;			/* Mann-Kendall; 1 for fewer than 8 runs */
	double drift_ratio;		/* Theil-Sen slope times n - 1, as ratio - 1; or 0 */
	struct steady steady;
	size_t distinct_count;
};

/*
 * values, n: the series that gave `summary` (summary.h).  delta: the smallest change that matters
 * (0.01).  outlier_index: NULL, or room for n entries (outlier.h).
 *
 * TREND: n >= 8, Mann-Kendall p < 0.01 and |slope (n-1)| >= ln(1 + max(delta, 0.005)).
 * AUTOCORR: n >= 10 and r1 > 2/sqrt n.  The log scale unless a value is <= 0 (series.h).
 * 0, or the failures of series_check(), or STATS_NO_MEMORY.
 */
int flags_find(const double *values, size_t n, const struct summary *summary, double delta,
    struct flags *flags, size_t *outlier_index);

/* The flag's name in records: "spikes", "cold-first" ...; NULL for a number that is no flag. */
const char *flags_name(enum flag flag);

#endif
