/* The binomial distribution: see binomial.h. */
#include "stats/binomial.h"

#include <math.h>

#define TWO_PI 6.28318530717958647692

/* ln n! minus Stirling's ln(sqrt(2 pi n) (n/e)^n), n >= 1. */
static double
stirling_error(double n)
{
	double n2 = n * n;

	if (n < 16) {
		double factorial = 1;

		for (int i = 2; i <= (int)n; i++)
			factorial *= i;
		return log(factorial) - (n + 0.5) * log(n) + n - 0.5 * log(TWO_PI);
	}
	return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - 1.0 / 1188 / n2) / n2) / n2) /
	    n2) / n;
}

/* x ln(x/m) + m - x without cancellation where x is near m. */
static double
deviance(double x, double m)
{
	if (fabs(x - m) < 0.1 * (x + m)) {
		double v = (x - m) / (x + m);
		double sum = (x - m) * v;
		double term = 2 * x * v;

		for (int j = 3; j < 1000; j += 2) {
			double before = sum;

			term *= v * v;
			sum += term / j;
			if (sum == before)
				break;
		}
		return sum;
	}
	return x * log(x / m) + m - x;
}

double
binomial_probability(uint64_t k, uint64_t n, double p)
{
	double x = (double)k, size = (double)n, rest = size - x;
	double exponent;

	if (k > n)
		return 0;
	if (p <= 0)
		return k == 0 ? 1 : 0;
	if (p >= 1)
		return k == n ? 1 : 0;
	if (k == 0)
		return exp(size * log1p(-p));
	if (k == n)
		return exp(size * log(p));
	exponent = stirling_error(size) - stirling_error(x) - stirling_error(rest) -
	    deviance(x, size * p) - deviance(rest, size * (1 - p));
	return exp(exponent) * sqrt(size / (TWO_PI * x * rest));
}

/* P(X <= k) by adding from k downwards; for k below the mean. */
static double
sum_down(uint64_t k, uint64_t n, double p)
{
	double term = binomial_probability(k, n, p), sum = term;

	for (uint64_t j = k; j > 0 && term > sum * 1e-18; j--) {
		term *= (double)j * (1 - p) / ((double)(n - j + 1) * p);
		sum += term;
	}
	return sum;
}

/* P(X >= k) by adding from k upwards; for k above the mean. */
static double
sum_up(uint64_t k, uint64_t n, double p)
{
	double term = binomial_probability(k, n, p), sum = term;

	for (uint64_t j = k; j < n && term > sum * 1e-18; j++) {
		term *= (double)(n - j) * p / ((double)(j + 1) * (1 - p));
		sum += term;
	}
	return sum;
}

double
binomial_below(uint64_t k, uint64_t n, double p)
{
	if (k == 0)
		return 0;
	if (k > n)
		return 1;
	if ((double)(k - 1) < (double)n * p)
		return sum_down(k - 1, n, p);
	return 1 - sum_up(k, n, p);
}

double
binomial_from(uint64_t k, uint64_t n, double p)
{
	if (k == 0)
		return 1;
	if (k > n)
		return 0;
	if ((double)k > (double)n * p)
		return sum_up(k, n, p);
	return 1 - sum_down(k - 1, n, p);
}
