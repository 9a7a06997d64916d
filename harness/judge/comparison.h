/*
 * Two sides compared in one metric at one point: by how much, how sure, and what follows
 * (stats/blocked.h, stats/verdict.h).  Numbers only; view/words.h has the sentences.
 */
#ifndef HARNESS_JUDGE_COMPARISON_H
#define HARNESS_JUDGE_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/metric.h"
#include "judge/tally.h"
#include "stats/blocked.h"
#include "stats/contrast.h"
#include "stats/verdict.h"

/* Confidence is 1 - this everywhere. */
#define COMPARISON_ALPHA 0.05

struct comparison_terms {
	double delta;			/* the smallest change that matters, 0.01 */
	bool order_not_controlled;
	unsigned looks;			/* K planned looks of an experiment that stops by itself; 0: none */
	size_t rivals;			/* comparisons at the same point: more than one, and NOCHANGE has to
					 * hold with confidence 1 - alpha / rivals as well */
	bool one_each;			/* the tally is of the trials of one session each */
	bool unfinished;		/* of a series of boots that goes on */
};

struct comparison {
	size_t a, b;			/* sides; b is judged against a */
	const struct tally *tally;	/* borrowed */
	bool valid;			/* both have values in a common block; else only verdict counts */
	bool one_each;			/* figures hold only if sessions do not differ: TOO_FEW */
	struct blocked blocked;		/* as measured, ln(B / A) or B - A, also when more is better */
	double conf_requested;
	unsigned looks, looks_done;
	double margin;			/* in the scale of blocked */
	double p;			/* of blocked, over all looks so far */
	double p_holm;			/* in its family */
	size_t family;			/* comparisons in it */
	struct verdict verdict;
	bool below_floor;		/* WIN or LOSS by less than the machine's noise floor (noise.h) ... */
	double floor;			/* ... which is this, as a ratio minus 1 */
	bool chance;			/* WIN, LOSS or NOCHANGE of this one comparison alone, not proven among all */
	double detectable;		/* as a ratio minus 1, or in the unit; NAN: cannot be said */
	uint64_t needed;		/* units of each side that would settle it; 0: cannot be said */
	double a_median, b_median, a_mean, b_mean;
	bool means_disagree;
	struct contrast_spikes spikes;
	double drift_p;			/* of the difference itself; NAN: too few blocks */
	double a_missing, b_missing;	/* ratios */
};

/* Fewer slow outliers than this by chance alone, and a changing difference, are worth a sentence. */
#define COMPARISON_SPIKES_P 0.05
#define COMPARISON_DRIFT_P 0.01

/* ERR_USAGE when there are too many values for this method, ERR_INTERNAL for other troubles of stats/. */
int comparison_make(struct comparison *c, const struct tally *t, size_t a, size_t b, const struct metric *metric,
    const struct comparison_terms *terms, struct err *e);

/*
 * Holm's adjustment over a family: sets p_holm and family, and chance where a WIN or LOSS has an
 * adjusted p above alpha.  Comparisons that are not valid take no part.
 */
int comparison_adjust(struct comparison *const *family, size_t count, struct err *e);

#endif
