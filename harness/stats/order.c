/* Order statistics: see order.h. */
#include "stats/order.h"

#include <math.h>
#include <stdlib.h>

#include "stats/binomial.h"
#include "stats/normal.h"

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void
order_sort(double *values, size_t n)
{
	if (n > 1)
		qsort(values, n, sizeof(values[0]), compare);
}

double
order_quantile(const double *sorted, size_t n, double p)
{
	double h = (double)(n - 1) * p;
	double whole = floor(h);
	size_t j = whole > 0 ? (size_t)whole : 0;

	if (j + 1 >= n)
		return sorted[n - 1];
	return sorted[j] + (h - whole) * (sorted[j + 1] - sorted[j]);
}

double
order_median(const double *sorted, size_t n)
{
	return order_quantile(sorted, n, 0.5);
}

double
order_median_of(double *values, size_t n)
{
	order_sort(values, n);
	return order_median(values, n);
}

static void
swap(double *a, double *b)
{
	double held = *a;

	*a = *b;
	*b = held;
}

/* Puts the value of rank k + 1 where it belongs, none larger before it and none smaller behind it (Hoare's FIND). */
static void
settle(double *values, ptrdiff_t n, ptrdiff_t k)
{
	ptrdiff_t first = 0, last = n - 1;

	while (first < last) {
		double pivot = values[k];
		ptrdiff_t i = first, j = last;

		while (i <= j) {
			while (values[i] < pivot)
				i++;
			while (pivot < values[j])
				j--;
			if (i <= j)
				swap(&values[i++], &values[j--]);
		}
		if (j < k)
			first = i;
		if (k < i)
			last = j;
	}
}

double
order_median_among(double *values, size_t n)
{
	size_t k = (n - 1) / 2, next = k + 1;

	settle(values, (ptrdiff_t)n, (ptrdiff_t)k);
	if (n % 2 != 0)
		return values[k];
	for (size_t i = next; i < n; i++)
		if (values[i] < values[next])
			next = i;
	return values[k] + 0.5 * (values[next] - values[k]);
}

uint64_t
order_percentile_rank(uint64_t n, double p)
{
	double rank = ceil(p * (double)n - 1e-9);

	if (!(rank >= 1))
		return 1;
	return rank >= (double)n ? n : (uint64_t)rank;
}

double
order_percentile(const double *sorted, size_t n, double p)
{
	return sorted[order_percentile_rank(n, p) - 1];
}

struct order_ranks
order_median_ranks(uint64_t n, double alpha)
{
	double level = ORDER_LEVEL(alpha / 2), size = (double)n;
	double guess = floor((size + 1) / 2 + normal_quantile(alpha / 2) * sqrt(size) / 2);
	uint64_t k = guess > 0 ? (uint64_t)guess : 0;
	struct order_ranks r;

	while (k > 0 && binomial_below(k, n, 0.5) > level)
		k--;
	while (k < n && binomial_below(k + 1, n, 0.5) <= level)
		k++;
	r.attained = k > 0;
	if (k == 0)
		k = 1;
	r.lo = k;
	r.hi = n + 1 - k;
	r.conf = fmax(0, 1 - 2 * binomial_below(k, n, 0.5));
	return r;
}

struct order_ranks
order_quantile_ranks(uint64_t n, double p, double alpha)
{
	double level = ORDER_LEVEL(alpha / 2), size = (double)n;
	double reach = -normal_quantile(alpha / 2) * sqrt(size * p * (1 - p));
	double low = floor(size * p - reach), high = ceil(size * p + reach) + 1;
	struct order_ranks r;

	r.lo = low > 0 ? (uint64_t)low : 0;
	while (r.lo > 0 && binomial_below(r.lo, n, p) > level)
		r.lo--;
	while (r.lo < n && binomial_below(r.lo + 1, n, p) <= level)
		r.lo++;
	r.hi = high < size ? (uint64_t)high : n;
	while (r.hi <= n && binomial_from(r.hi, n, p) > level)
		r.hi++;
	while (r.hi > 1 && binomial_from(r.hi - 1, n, p) <= level)
		r.hi--;
	r.conf = binomial_below(r.hi, n, p) - binomial_below(r.lo, n, p);
	r.attained = r.lo > 0 && r.hi <= n;
	return r;
}

void
order_doubled_midranks(const double *sorted, size_t n, unsigned *doubled)
{
	for (size_t first = 0; first < n;) {
		size_t last = first;

		while (last + 1 < n && sorted[last + 1] == sorted[first])
			last++;
		for (size_t i = first; i <= last; i++)
			doubled[i] = (unsigned)(first + last + 2);
		first = last + 1;
	}
}
