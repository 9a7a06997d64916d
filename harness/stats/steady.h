/*
 * Has the series reached one speed?  In the spirit of Barrett et al., "Virtual machine warmup blows
 * hot and cold" (OOPSLA 2017), by level only.
 */
#ifndef HARNESS_STATS_STEADY_H
#define HARNESS_STATS_STEADY_H

#include <stddef.h>

enum steady_kind {
	STEADY_ALL,		/* one level, within the margin */
	STEADY_WARMUP,		/* everything before `start` was slower */
	STEADY_SLOWDOWN,	/* everything before `start` was faster */
	STEADY_SHIFT,		/* several levels before `start`, on both sides */
	STEADY_NEVER,		/* the last level holds for less than half of the runs */
};

struct steady {
	enum steady_kind kind;
	size_t start;		/* 0-based run where the last level begins */
	size_t segment_count;
	double before_ratio;	/* level before start against the last level, minus 1 */
};

/*
 * tau = ln(1 + delta) (delta |median| when a value is <= 0).  Segments from changepoint_find() with
 * its usual parameters; the steady part begins at the first segment from which on all levels are
 * within tau of the last one.  It is the first: STEADY_ALL.  It holds fewer than n/2 runs:
 * STEADY_NEVER.  Else all earlier levels > last + tau: STEADY_WARMUP, all < last - tau:
 * STEADY_SLOWDOWN, otherwise STEADY_SHIFT.  (Values are costs: larger is slower.)
 * before_ratio is 0 for STEADY_ALL.  0, or the failures of changepoint_find().
 */
int steady_classify(const double *values, size_t n, double delta, struct steady *steady);

/* "steady", "warm-up", "slow-down", "shift", "not-steady". */
const char *steady_name(enum steady_kind kind);

#endif
