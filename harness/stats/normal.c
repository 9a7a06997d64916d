/* The normal distribution: see normal.h. */
#include "stats/normal.h"

#include <math.h>

#define SQRT_2 1.41421356237309504880
#define SQRT_2_PI 2.50662827463100050242

double
normal_lower(double z)
{
	return 0.5 * erfc(-z / SQRT_2);
}

double
normal_two_sided(double z)
{
	return erfc(fabs(z) / SQRT_2);
}

/* The quantile of the lower half, 0 < p <= 0.5, where erfc keeps its relative accuracy. */
static double
lower_half_quantile(double p)
{
	double t = sqrt(-2 * log(p));
	double z = (2.515517 + t * (0.802853 + t * 0.010328)) /
	    (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;

	for (int step = 0; step < 3; step++) {
		double off = (normal_lower(z) - p) * SQRT_2_PI * exp(z * z / 2);

		z -= off / (1 + z * off / 2);
	}
	return z;
}

double
normal_quantile(double p)
{
	if (!(p >= 0 && p <= 1))
		return NAN;
	if (p == 0)
		return -INFINITY;
	if (p == 1)
		return INFINITY;
	if (p == 0.5)
		return 0;
	return p < 0.5 ? lower_half_quantile(p) : -lower_half_quantile(1 - p);
}
