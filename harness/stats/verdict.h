/*
 * From an interval to a decision.  est, lo, hi describe ln(B / A), or B - A on the linear scale;
 * negative: B takes less.  (More is better: blocked_negate() first.)  margin: the smallest
 * difference that matters, series_margin(scale, delta, median of A); 0 is allowed.  First row that
 * fits:
 *
 *  order not controlled, or failures      UNDECIDED  ORDER_NOT_CONTROLLED, FAILURES
 *  conf < conf_requested - 1e-9           UNDECIDED  TOO_FEW
 *  a look before the planned end          UNDECIDED  UNFINISHED
 *  -margin < lo and hi < margin           NOCHANGE   EQUIVALENT; REAL_BUT_SMALL when 0 is outside
 *  hi < 0 and est <= -margin              WIN        PROVEN when hi <= -margin, else LIKELY_SIZE
 *  lo > 0 and est >= margin               LOSS       PROVEN when lo >= margin, else LIKELY_SIZE
 *  hi < 0                                 UNDECIDED  FASTER_NEAR_THRESHOLD
 *  lo > 0                                 UNDECIDED  SLOWER_NEAR_THRESHOLD
 *  else                                   UNDECIDED  NOISE
 *
 * With an interval of confidence 1 - alpha: P(WIN or LOSS without an effect) <= alpha, P(PROVEN
 * with a true effect below the margin) <= alpha/2, P(NOCHANGE with a true effect of the margin or
 * more) <= alpha/2 (two one-sided tests, each at alpha/2).
 */
#ifndef HARNESS_STATS_VERDICT_H
#define HARNESS_STATS_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

#include "stats/series.h"

enum verdict_kind { VERDICT_UNDECIDED, VERDICT_WIN, VERDICT_LOSS, VERDICT_NOCHANGE };

enum verdict_reason {
	REASON_NOISE,
	REASON_ORDER_NOT_CONTROLLED,
	REASON_FAILURES,
	REASON_TOO_FEW,
	REASON_UNFINISHED,
	REASON_EQUIVALENT,
	REASON_REAL_BUT_SMALL,
	REASON_PROVEN,
	REASON_LIKELY_SIZE,
	REASON_FASTER_NEAR_THRESHOLD,
	REASON_SLOWER_NEAR_THRESHOLD,
};

/* More than this share of a variant's units missing: VERDICT_UNDECIDED, REASON_FAILURES. */
#define VERDICT_MISSING_MAX 0.20

struct verdict_question {
	double est, lo, hi;
	double conf;			/* what the interval attains */
	double conf_requested;		/* 1 - alpha, or 1 - alpha' at a look */
	double margin;
	bool order_not_controlled;	/* imported data, all of A before all of B */
	bool too_many_missing;
	bool unfinished;		/* more units are to come, and nobody planned to look now */
};

struct verdict {
	enum verdict_kind kind;
	enum verdict_reason reason;
};

struct verdict verdict_decide(const struct verdict_question *q);

/* "undecided", "win", "loss", "no-change". */
const char *verdict_name(enum verdict_kind kind);

/* "noise", "order-not-controlled", "failures", "too-few", "unfinished", "equivalent", "real-but-small", ... */
const char *verdict_reason_name(enum verdict_reason reason);

/*
 * A change that this experiment would have called WIN or LOSS with about 80 % probability (71-87 %
 * in simulations of four kinds of noise): HW = (hi - lo)/2, d = max(1.6 HW, margin + HW/2); exp(d)
 * - 1 on the log scale, d in the unit of the values on the linear one.  Means nothing for TOO_FEW.
 */
double verdict_detectable(enum series_scale scale, double lo, double hi, double margin);

/*
 * Units per variant that would settle the margin when n gave this interval: ceil(n (1.6 HW /
 * margin)^2 - 1e-9), at least 1; 0 when no number does (margin 0, or beyond 10^15).
 */
uint64_t verdict_units_needed(uint64_t n, double lo, double hi, double margin);

#endif
