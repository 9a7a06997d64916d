/*
 * One growing curve through points with relative errors: y = a + b g, a >= 0, b >= 0, by least
 * squares on ln y.  Given c = b / a, the best level is known in closed form (profile), so one number
 * is searched: RSS(c) = sum (e - mean e)^2, e_i = ln y_i - ln(1 + c g_i), ln a = mean e; c over
 * exp(-14 ... 14) in steps of exp 0.25, then golden section to 1e-10 around the best; also c = 0
 * and, where all g > 0, c infinite (a = 0).
 */
#ifndef HARNESS_STATS_CURVE_H
#define HARNESS_STATS_CURVE_H

#include <stddef.h>

struct curve {
	double rss;	/* residual sum of squares of ln y */
	double a, b;
};

/* log_y[n] and g[n] >= 0 with a largest value of 1, borrowed. */
struct curve curve_fit(const double *log_y, const double *g, size_t n);

/* The constant alone: b = 0. */
struct curve curve_fit_constant(const double *log_y, size_t n);

#endif
