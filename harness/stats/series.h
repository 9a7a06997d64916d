/*
 * What every statistic of a series does first: refuse values that are no numbers, choose the scale,
 * and shorten very long series.
 *
 * Scale: timings are positive and their noise multiplies, so differences are taken between natural
 * logarithms and effects are ratios.  A series with a value <= 0 is handled as it is; what is a
 * ratio margin 1 + delta on the log scale (ln(1 + delta)) is then delta times the size of the
 * median.
 */
#ifndef HARNESS_STATS_SERIES_H
#define HARNESS_STATS_SERIES_H

#include <stddef.h>

enum series_scale { SERIES_LOG, SERIES_LINEAR };

enum { SERIES_LONG = 2000 };

/* 0; STATS_TOO_FEW when n is 0; STATS_BAD_VALUE when a value is not finite. */
int series_check(const double *values, size_t n);

/* SERIES_LOG when all values are > 0. */
enum series_scale series_choose_scale(const double *values, size_t n);

/* out[i] = ln values[i], or values[i]; out may be values. */
void series_transform(enum series_scale scale, const double *values, size_t n, double *out);

/* ln(1 + delta), or delta * |median|. */
double series_margin(enum series_scale scale, double delta, double median);

/* to / from - 1; on the linear scale (to - from) / |from|, NaN for 0. */
double series_relative(enum series_scale scale, double from, double to);

/*
 * A series longer than SERIES_LONG becomes the medians of its consecutive groups of
 * ceil(n / SERIES_LONG) values, in place (the last group may be smaller).  Returns the group size,
 * 1 when nothing was done, and sets *n to the new length.  Order inside a group is lost.
 */
size_t series_condense(double *values, size_t *n);

#endif
