/*
 * What stands beside a comparison and never takes part in its verdict.  The estimate of blocked.h
 * describes the typical run: rare slow runs hardly move it, so they are looked at here, and so is
 * whether the difference itself changed during the experiment.
 */
#ifndef HARNESS_STATS_CONTRAST_H
#define HARNESS_STATS_CONTRAST_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/blocked.h"
#include "stats/blocks.h"

enum { CONTRAST_DRIFT_BLOCKS = 8 };

struct contrast_spikes {
	size_t a_spikes, b_spikes;
	size_t a_count, b_count;
	double p;		/* Fisher's exact test; <= 0.05: one has more slow outliers */
};

/*
 * Residuals: y - median of the block (both variants together), y = ln x or x; a spike is a
 * residual above median + max(5 s, ln 1.02 or 2 % of the median of A) of all residuals, s as in
 * outlier.h (no spikes when s = 0).  Blocks without one of the two are left out. Failures as
 * blocked_compare() but STATS_TOO_LARGE.
 */
int contrast_spikes(const struct blocks *blocks, size_t a, size_t b, enum series_scale scale,
    struct contrast_spikes *out);

/*
 * Means of all values of the two variants, in their unit.  STATS_TOO_FEW when one has none.
 */
int contrast_means(const struct blocks *blocks, size_t a, size_t b, double *a_mean,
    double *b_mean);

/*
 * The means say the opposite of the typical run: ln(mean B / mean A) (linear: the difference) and
 * est have opposite signs and both are larger than the margin (series_margin()).
 */
bool contrast_means_disagree(const struct blocked *blocked, double a_mean, double b_mean,
    double margin);

/*
 * Mann-Kendall test (trend.h) over the medians of the differences of each block; p < 0.01: "the
 * difference itself changed during the experiment".  STATS_TOO_FEW below CONTRAST_DRIFT_BLOCKS
 * blocks with both variants, otherwise as contrast_spikes().
 */
int contrast_drift(const struct blocks *blocks, size_t a, size_t b, enum series_scale scale,
    double *p);

#endif
