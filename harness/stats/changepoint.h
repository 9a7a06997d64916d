/*
 * Sudden changes of level inside a series: optimal partitioning with a penalty per segment
 * (Jackson et al. 2005; PELT of Killick et al. 2012 finds the same optimum), on values whose
 * outliers were clipped first so that a spike is no segment.
 */
#ifndef HARNESS_STATS_CHANGEPOINT_H
#define HARNESS_STATS_CHANGEPOINT_H

#include <stddef.h>

enum {
	CHANGEPOINT_RUNS_MIN = 10,	/* shorter series are one segment */
	CHANGEPOINT_SEGMENT_MIN = 5,	/* usual minimal segment length */
	CHANGEPOINT_PENALTY = 4,	/* usual factor of the penalty */
};

struct changepoint_segment {
	size_t start;		/* 0-based index of its first run */
	double level;		/* median of its y: ln x, or x when a value is <= 0 */
};

/*
 * y = ln x (x itself when a value is <= 0); w = y clipped to median +- 3 rsd (not when rsd = 0),
 * rsd = ORDER_MAD_TO_SD * median|y - median|; sigma = ORDER_MAD_TO_SD * median|y_i - y_{i-1}| /
 * sqrt 2, when that is 0 the standard deviation of w, when that is 0 one segment. Minimised: sum
 * over segments of sum (w - segment mean)^2, plus penalty * sigma^2 * ln n for each segment of at
 * least min_segment runs; of equal solutions the one with the earliest last change. Series longer
 * than SERIES_LONG are condensed first (series.h); starts are then multiples of the group size.
 * O(n^2).
 * Clipping is for finding the segments only.  It brings a level that few runs have close to the
 * others, so a segment's level is the median of its y as they were.
 *
 * segments: room for n / min_segment + 1 entries, owned by the caller; the first starts at 0.
 * 0, or the failures of series_check(), or STATS_NO_MEMORY.
 */
int changepoint_find(const double *values, size_t n, size_t min_segment, double penalty,
    struct changepoint_segment *segments, size_t *count);

#endif
