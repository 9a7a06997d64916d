/*
 * How does a cost grow with a count, and does it have a knee?
 *
 * x: the count (processes, descriptors, ports, ...), x >= 1, strictly ascending; y > 0: the cost at
 * each point, the median of several timings.  Best with 16 or more points, geometrically spaced.
 *
 *   class           g(x)             parameters (with the noise)
 *   O(1)            -                2
 *   O(log n)        ln x             3
 *   O(n)            x                3
 *   O(n log n)      x ln x           3
 *   O(n^2)          x^2              3
 *   hinge           max(0, x - K)    4    flat, then linear from K on
 *   step            two levels       4    jumps between two neighbouring points
 *
 * Fitted on ln y, so errors are relative: y = a + b g(x), a >= 0, b >= 0 (costs do not fall), by
 * profile least squares (curve.h), with g divided by its largest value.  RSS is of ln y.
 * Hinge: K over x_i (x_{i+1}/x_i)^(f/8), i = 3 ... n-3, f = 0 ... 7, and x_{n-2}; the smallest RSS,
 * of equal ones the smallest K.  Step: after point i = 3 ... n-3.
 * AICc = n ln(max(RSS/n, 1e-6)) + 2p + 2p(p+1)/(n-p-1) (Hurvich and Tsai 1989; floor: 0.1 % noise).
 *
 * Choice: best = the smooth class (the first five) of smallest AICc.  O(1) when it is best or
 * within 4 of it; else the simplest of the other classes within 2, the rest of those being
 * `also_possible`.  A curve that rises by less than 5 % from end to end is called O(1), `flat`.
 * Hinge or step (the better of the two) replaces it when its AICc is smaller than that of best by
 * more than 6.
 * Knee interval: candidates K with n ln(max(RSS/n, 1e-6) / max(RSS_min/n, 1e-6)) <= 3.8415 (the
 * 95 % point of chi-squared with 1 degree), and one candidate more on each side.
 */
#ifndef HARNESS_STATS_FIT_H
#define HARNESS_STATS_FIT_H

#include <stdbool.h>
#include <stddef.h>

enum {
	FIT_POINTS_MIN = 6,		/* for a class */
	FIT_KNEE_POINTS_MIN = 10,	/* for a hinge or a step */
};

enum fit_class {
	FIT_CONSTANT,
	FIT_LOG,
	FIT_LINEAR,
	FIT_LINEARITHMIC,
	FIT_QUADRATIC,
	FIT_HINGE,
	FIT_STEP,
	FIT_CLASS_COUNT,
};

struct fit_model {
	bool fitted;		/* false: too few points for it */
	double rss, aicc;
	double a, b;		/* y = a + b g(x), in the unit of y; step: a before, a + b after */
};

struct fit {
	size_t n;
	struct fit_model models[FIT_CLASS_COUNT];
	enum fit_class best;		/* smooth class of smallest AICc */
	enum fit_class unflattened;	/* the choice before the 5 % rule */
	enum fit_class chosen;
	bool flat;			/* the 5 % rule made it O(1) */
	unsigned also_possible;		/* bit 1 << class */
	double knee;			/* K of the hinge; NaN if not fitted, as the four below */
	double knee_lo, knee_hi;	/* its interval */
	double knee_core_lo, knee_core_hi;	/* the same, not extended */
	double step_lo_x, step_hi_x;	/* the step lies in this gap; NaN when not fitted */
	double step_ratio;		/* level after / level before */
	double residual_ratio;		/* sqrt(RSS / (n - p)) of the chosen model */
	bool poor;			/* above max(0.10, 3 median half-width): no good fit */
	double upper_slope;		/* least squares, ln y over ln x, upper half of points */
	bool decreasing;		/* Mann-Kendall p < 0.01, falling: no class applies */
};

/*
 * half_width: relative half-widths of the y, or NULL.  STATS_TOO_FEW below FIT_POINTS_MIN,
 * STATS_BAD_VALUE for an x or y outside the above, STATS_NO_MEMORY.
 */
int fit_compute(const double *x, const double *y, const double *half_width, size_t n,
    struct fit *fit);

/* The fitted cost at x; NaN for a model that was not fitted. */
double fit_value(const struct fit *fit, enum fit_class class, double x);

/* "O(1)", "O(log n)", "O(n)", "O(n log n)", "O(n^2)", "hinge", "step". */
const char *fit_class_name(enum fit_class class);

/*
 * An upward and a downward pass over the same points, each fitted: the largest ratio between the
 * two chosen curves at these x, minus 1.  Above 0.10 it is hysteresis or drift.
 */
double fit_pass_gap(const struct fit *up, const struct fit *down, const double *x, size_t n);

#endif
