/*
 * Numbers and small words of all sentences: counts, percentages, directions, colours.  With sentence.h and
 * oddity.h the only place where results are worded; text and JSON output both take them from here.  Lower
 * case, ASCII.
 */
#ifndef HARNESS_VIEW_WORDS_H
#define HARNESS_VIEW_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/metric.h"
#include "judge/sides.h"
#include "stats/verdict.h"

/* "8 trials", "1 trial", "1,234 boots": a count with its noun, plural by an s. */
void words_count(struct buf *out, uint64_t count, const char *noun);

/* "8 trials", "6 to 8 trials" */
void words_span(struct buf *out, uint64_t least, uint64_t most, const char *noun);

/* What the units are called: "trial", "volume", "boot". */
const char *words_unit(enum unit unit);

/* "+1.5"; never "-0.0", which is no number that anybody wants to see. */
void words_signed(struct buf *out, int decimals, double value);

/* "-5.0 %" of -0.05, two decimals below 1 %; always with its sign. */
void words_percent(struct buf *out, double ratio_minus_1);

/* "-3.0 .. -1.1 %", both with the same decimals. */
void words_percent_range(struct buf *out, double lo, double hi);

/* "1 %", "0.5 %" of a threshold. */
void words_threshold(struct buf *out, double delta);

/* "1.8 %", "0.35 %" of a noise floor, and of whatever else is rounded and has no sign. */
void words_floor(struct buf *out, double ratio);

/* "2 days ago", "3 hours ago", "just now". */
void words_age(struct buf *out, double seconds);

/* "90", "87.5", "93.8" (% is added by the caller) of a confidence. */
void words_confidence(struct buf *out, double conf);

/* A time of which less is better. */
bool words_is_time(const struct metric *m);

/* "faster", "slower" for times of which less is better, "higher", "lower" for everything else. */
const char *words_direction(const struct metric *m, double est);

/* What a value far above (high) or below the others is: "slow", "fast"; "high", "low" of what is no speed. */
const char *words_slow_or_fast(const struct metric *m, bool high);

/* Colours: what a terminal needs before and behind a verdict; "" without. */
const char *words_colour(const struct verdict *v, bool chance, const struct metric *m, bool colour);
const char *words_colour_end(bool colour);

#endif
