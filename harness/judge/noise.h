/*
 * The noise floor of a machine: the smallest change that it can be trusted to show, found by comparing a thing
 * with itself (`harness doctor`). Records carry the one that was known when they were made; a claim of less is
 * marked, its verdict is what it was.
 */
#ifndef HARNESS_JUDGE_NOISE_H
#define HARNESS_JUDGE_NOISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "judge/sides.h"
#include "stats/blocked.h"
#include "stats/verdict.h"

/* What records say of it. */
struct noise {
	double ratio;		/* as a ratio minus 1; NAN: not known */
	uint64_t trials;	/* of each side, by which it was found */
	double age_s;		/* when the record was made; NAN: not known */
	bool several;		/* records of different floors: this is the largest */
};

void noise_of(struct noise *n, const struct sides *s);

/* Whether a win or loss by this much is smaller than the floor. */
bool noise_covers(const struct noise *n, const struct verdict *v, const struct blocked *b);

struct judgement;

/* What the comparison of a thing with itself shows. */
struct noise_test {
	size_t trials;			/* of each side */
	double ratio;			/* the floor */
	double est, lo, hi;		/* B / A, minus 1 */
	double conf;
	bool differs;			/* 0 is not in the interval, although there is no difference */
	double median, sd_ratio;	/* of all trials: seconds; sd / mean */
	double lag1;			/* first autocorrelation of the trials in time order */
	double trials_worth;		/* independent ones that they are worth */
	double drift_ratio, drift_p;	/* from the first to the last trial */
	bool drifts, resemble;		/* by the rules for flags (stats/flags.h) */
	double heartbeat, heartbeat_least, heartbeat_most;	/* median in seconds, extremes as ratios minus 1; NAN: not known */
};

/*
 * Of the one record that is behind a judgement of two variants. ERR_UNFIT when it has too few values to say anything.
 *
 * The floor is verdict_detectable() without a threshold, METHOD 4.5: a change that an experiment with so many trials
 * would call real with about 80 % probability; but not less than the difference that was seen where there is none.
 */
int noise_measure(struct noise_test *t, const struct judgement *j, struct err *e);

#endif
