/*
 * One side's values of a metric at a point: the summary, what is odd about them, and, where the
 * record can tell, what made single trials slow.
 */
#ifndef HARNESS_JUDGE_DIGEST_H
#define HARNESS_JUDGE_DIGEST_H

#include <stddef.h>

#include "base/err.h"
#include "base/metric.h"
#include "judge/tally.h"
#include "stats/flags.h"
#include "stats/summary.h"

enum cause { CAUSE_UNKNOWN, CAUSE_STEAL, CAUSE_OTHERS, CAUSE_INTERRUPTS, CAUSE_HOST };

struct digest_outlier {
	size_t index;			/* in values */
	double ratio;			/* against the median, minus 1 (NAN when that is 0) */
	enum cause cause;
	double extent;			/* how much of the cause: seconds of CPU, or for CAUSE_HOST a ratio minus 1 */
};

struct digest {
	double *values;			/* units in time order, owned */
	size_t count;			/* 0: the rest says nothing */
	size_t trials, failed, unknown, warmups;
	struct summary summary;
	struct flags flags;
	struct digest_outlier *outliers;	/* flags.outliers' slow and fast ones, in time order; owned */
	size_t noutliers;
};

/*
 * `delta` is the smallest change that matters (0.01).  Of a metric of which more is better the flags
 * for warm-up and slow-down, and for slow and fast outliers, have changed places: slow is bad here too.
 * ERR_INTERNAL when stats/ cannot answer.
 */
int digest_make(struct digest *d, const struct tally *t, size_t side, const struct metric *metric, double delta,
    struct err *e);
void digest_release(struct digest *d);

#endif
