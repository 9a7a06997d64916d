/* Autocorrelation and the wider interval it asks for: see dependence.h. */
#include "stats/dependence.h"

#include <math.h>

#include "stats/normal.h"

double
dependence_lag1(const double *values, size_t n)
{
	double mean = 0, products = 0, squares = 0, before = 0;

	if (n < 3)
		return 0;
	for (size_t i = 0; i < n; i++)
		mean += (values[i] - values[0]) / (double)n;
	for (size_t i = 0; i < n; i++) {
		double d = values[i] - values[0] - mean;

		if (i > 0)
			products += d * before;
		squares += d * d;
		before = d;
	}
	return squares > 0 ? products / squares : 0;
}

struct dependence
dependence_widen(size_t n, double lag1, double alpha)
{
	struct dependence d = { false, 0, (double)n };
	double size = (double)n, r, k;

	if (n < 10 || !(lag1 > 1 / sqrt(size)))
		return d;
	r = fmin(0.95, fmax(0, lag1 + (1 + 4 * lag1) / size));
	d.applied = true;
	d.n_eff = fmax(2, size * (1 - r) / (1 + r));
	k = floor((size + 1) / 2 +
	    normal_quantile(alpha / 2) * (sqrt(size) / 2) * sqrt(size / d.n_eff));
	d.k = k > 1 ? (uint64_t)k : 1;
	return d;
}
