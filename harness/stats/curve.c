/* Profile least squares of one curve: see curve.h. */
#include "stats/curve.h"

#include <math.h>
#include <stdbool.h>

#define GRID_LOW (-14.0)
#define GRID_STEP 0.25
#define GRID_POINTS 113
#define GOLDEN 0.61803398874989484820
#define GOLDEN_WIDTH 1e-10

struct points {
	const double *log_y, *g;
	size_t n;
};

/* RSS(c), and the mean of e in *level; c = INFINITY is the model without a constant part. */
static double
profile_rss(const struct points *p, double c, double *level)
{
	double mean = 0, rss = 0;

	for (size_t i = 0; i < p->n; i++)
		mean += (p->log_y[i] - (isinf(c) ? log(p->g[i]) : log1p(c * p->g[i]))) /
		    (double)p->n;
	for (size_t i = 0; i < p->n; i++) {
		double e = p->log_y[i] - (isinf(c) ? log(p->g[i]) : log1p(c * p->g[i])) - mean;

		rss += e * e;
	}
	*level = mean;
	return rss;
}

/* The best c > 0 on the grid, refined by golden section. */
static double
search(const struct points *p)
{
	double best_u = GRID_LOW, best = INFINITY, level, low, high, left, right, f_left, f_right;

	for (int i = 0; i < GRID_POINTS; i++) {
		double u = GRID_LOW + i * GRID_STEP, rss = profile_rss(p, exp(u), &level);

		if (rss < best) {
			best = rss;
			best_u = u;
		}
	}
	low = best_u - GRID_STEP;
	high = best_u + GRID_STEP;
	left = high - GOLDEN * (high - low);
	right = low + GOLDEN * (high - low);
	f_left = profile_rss(p, exp(left), &level);
	f_right = profile_rss(p, exp(right), &level);
	while (high - low > GOLDEN_WIDTH) {
		if (f_left <= f_right) {
			high = right;
			right = left;
			f_right = f_left;
			left = high - GOLDEN * (high - low);
			f_left = profile_rss(p, exp(left), &level);
		} else {
			low = left;
			left = right;
			f_left = f_right;
			right = low + GOLDEN * (high - low);
			f_right = profile_rss(p, exp(right), &level);
		}
	}
	left = exp((low + high) / 2);
	return profile_rss(p, left, &level) <= best ? left : exp(best_u);
}

struct curve
curve_fit(const double *log_y, const double *g, size_t n)
{
	struct points p = { log_y, g, n };
	double c = search(&p), level, zero_level;
	double rss = profile_rss(&p, c, &level), zero = profile_rss(&p, 0, &zero_level);
	bool positive = true;

	if (zero <= rss) {
		rss = zero;
		level = zero_level;
		c = 0;
	}
	for (size_t i = 0; i < n; i++)
		positive = positive && g[i] > 0;
	if (positive) {
		double pure_level, pure = profile_rss(&p, INFINITY, &pure_level);

		if (pure < rss)
			return (struct curve){ pure, 0, exp(pure_level) };
	}
	return (struct curve){ rss, exp(level), exp(level) * c };
}

struct curve
curve_fit_constant(const double *log_y, size_t n)
{
	double mean = 0, rss = 0;

	for (size_t i = 0; i < n; i++)
		mean += log_y[i] / (double)n;
	for (size_t i = 0; i < n; i++)
		rss += (log_y[i] - mean) * (log_y[i] - mean);
	return (struct curve){ rss, exp(mean), 0 };
}
