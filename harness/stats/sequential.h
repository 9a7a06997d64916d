/*
 * When to stop measuring.  Two modes, both look only when whole blocks of four are complete, at
 * 8, 12, 20, 32, 48, 72, 108 and 160 units per variant.
 *
 * Decide (two variants): fix K, the number of looks up to the largest affordable n, before the
 * first look.  At each look compare with alpha' = sequential_alpha(K, alpha) and stop at a
 * verdict.  The K intervals of confidence 1 - alpha' hold together with 1 - alpha (repeated
 * confidence intervals, Jennison and Turnbull), so any reason to stop is allowed, a spent budget
 * or impatience included.
 *
 * Precision (one series): stop when the relative half-width of the plain 1 - alpha interval
 * reaches a target.  Stopping on width, not on the answer, leaves the coverage nearly intact.
 */
#ifndef HARNESS_STATS_SEQUENTIAL_H
#define HARNESS_STATS_SEQUENTIAL_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/summary.h"
#include "stats/verdict.h"

enum { SEQUENTIAL_LOOKS_MAX = 8 };

/* K for a largest n; 0 when it does not reach the first look. */
unsigned sequential_look_count(size_t units_max);

/* Units per variant at look 0 ... SEQUENTIAL_LOOKS_MAX - 1. */
size_t sequential_look_units(unsigned look);

/* True when look number `look` of K is due at exactly this many units; sets *look then. */
bool sequential_is_look(size_t units, unsigned look_count, unsigned *look);

/*
 * alpha' for K = 1 ... SEQUENTIAL_LOOKS_MAX looks.  For alpha = 0.05 from a table: the constant
 * (Pocock) boundary for just these n, by the recursion of Armitage, McPherson and Rowe (1969) over
 * the density of the standardised sum that has not crossed yet.  For any other alpha: alpha / K.
 */
double sequential_alpha(unsigned look_count, double alpha);

/* For Holm: min(1, K times the smallest p of the looks so far). */
double sequential_adjust_p(unsigned look_count, double smallest_p);

/*
 * True when measuring ends: a WIN, LOSS or NOCHANGE, the last look (look = K - 1), or a spent
 * budget.
 */
bool sequential_decided(enum verdict_kind verdict, unsigned look, unsigned look_count,
    bool budget_spent);

/* Precision mode: the target is reached, and the series has no trend. */
bool sequential_precise(const struct summary *summary, bool trend, double target_ratio);

/* Units that would reach it: n (h / target)^2; 0 when that cannot be said. */
double sequential_forecast_units(const struct summary *summary, double target_ratio);

#endif
