/*
 * What numbers mean, in sentences: verdicts, oddities of a series, percentages.  The only place where
 * these are worded; text and JSON output both take them from here.  Lower case, ASCII.
 */
#ifndef HARNESS_VIEW_WORDS_H
#define HARNESS_VIEW_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/metric.h"
#include "base/units.h"
#include "judge/comparison.h"
#include "judge/digest.h"
#include "judge/sides.h"
#include "stats/verdict.h"

/* "8 trials", "1 trial", "1,234 boots": a count with its noun, plural by an s. */
void words_count(struct buf *out, uint64_t count, const char *noun);

/* What the units are called: "trial", "volume", "boot". */
const char *words_unit(enum unit unit);

/* "-5.0 %" of -0.05, two decimals below 1 %; always with its sign. */
void words_percent(struct buf *out, double ratio_minus_1);

/* "-3.0 .. -1.1 %", both with the same decimals. */
void words_percent_range(struct buf *out, double lo, double hi);

/* "1 %", "0.5 %" of a threshold. */
void words_threshold(struct buf *out, double delta);

/* "90", "87.5", "93.8" (% is added by the caller) of a confidence. */
void words_confidence(struct buf *out, double conf);

/* The difference that blocked.est is: "-5.0 %", or on the linear scale "-0.012 s". */
void words_difference(struct buf *out, const struct comparison *c, const struct metric *m, double est);

/* "faster", "slower" for times of which less is better, "higher", "lower" for everything else. */
const char *words_direction(const struct metric *m, double est);

/* How a judged comparison (negative: b is better) of a metric is told. */
struct words_case {
	const struct metric *metric;
	const char *a, *b;	/* names */
	double delta;
};

/*
 * The verdict as a sentence: "new is faster: time -5.0 %. Real, and at least the 1 % you asked for."
 * With `interval`, WIN and LOSS have theirs in percent (a table shows it as a ratio instead).
 */
void words_verdict(struct buf *out, const struct comparison *c, const struct words_case *w, bool interval);

/* In few words: "new is faster", "no change", "undecided"; "?" behind what may be chance. */
void words_short(struct buf *out, const struct verdict *v, bool chance, const struct metric *m, const char *b);

/* What stands beside a comparison: further sentences, each ended by a newline; none is usual. */
void words_beside(struct buf *out, const struct comparison *c, const struct words_case *w);

/*
 * What is odd about a series: sentences, each ended by a newline, with `who` and ": " before it.
 * Nothing for a quiet one.  `unit` says what its values are of.
 */
void words_flags(struct buf *out, const struct digest *d, const struct metric *m, enum unit unit, const char *who);

/* Colours: what a terminal needs before and behind a verdict; "" without. */
const char *words_colour(const struct verdict *v, bool chance, const struct metric *m, bool colour);
const char *words_colour_end(bool colour);

#endif
