/* Comparisons in sentences. */
#ifndef HARNESS_VIEW_SENTENCE_H
#define HARNESS_VIEW_SENTENCE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/metric.h"
#include "judge/comparison.h"
#include "stats/verdict.h"

/* The difference that blocked.est is: "-5.0 %", or on the linear scale "-0.012 s". */
void sentence_difference(struct buf *out, const struct comparison *c, const struct metric *m, double est);

/* How a judged comparison (negative: b is better) of a metric is told. */
struct sentence_case {
	const struct metric *metric;
	const char *a, *b;	/* names */
	double delta;
};

/*
 * The verdict as a sentence: "new is faster: time -5.0 %. Real, and at least the 1 % you asked for."
 * With `interval`, WIN and LOSS have theirs in percent (a table shows it as a ratio instead).
 */
void sentence_verdict(struct buf *out, const struct comparison *c, const struct sentence_case *w, bool interval);

/* In few words: "new is faster", "no change", "undecided"; "?" behind what may be chance. */
void sentence_short(struct buf *out, const struct verdict *v, bool chance, const struct metric *m, const char *b);

/* Behind sentence_short, of a claim that is below the noise floor: " (less than the noise floor)". */
void sentence_below_floor(struct buf *out);

/* What stands beside a comparison: further sentences, each ended by a newline; none is usual. */
void sentence_beside(struct buf *out, const struct comparison *c, const struct sentence_case *w);

#endif
