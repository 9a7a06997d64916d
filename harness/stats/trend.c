/* Mann-Kendall and Theil-Sen: see trend.h. */
#include "stats/trend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/failure.h"
#include "stats/normal.h"
#include "stats/order.h"

/* A condensed copy; NULL when there is no memory. */
static double *
condensed_copy(const double *values, size_t *n, size_t *group)
{
	double *copy = malloc(*n * sizeof(copy[0]));

	if (copy == NULL)
		return NULL;
	memcpy(copy, values, *n * sizeof(copy[0]));
	*group = series_condense(copy, n);
	return copy;
}

static int64_t
pair_signs(const double *values, size_t n)
{
	int64_t s = 0;

	for (size_t j = 1; j < n; j++)
		for (size_t i = 0; i < j; i++)
			s += (values[j] > values[i]) - (values[j] < values[i]);
	return s;
}

/* n(n-1)(2n+5), for all values or for one tie group. */
static double
variance_term(size_t n)
{
	double t = (double)n;

	return t * (t - 1) * (2 * t + 5);
}

static double
tie_terms(const double *sorted, size_t n)
{
	double sum = 0;

	for (size_t first = 0, next; first < n; first = next) {
		next = first + 1;
		while (next < n && sorted[next] == sorted[first])
			next++;
		sum += variance_term(next - first);
	}
	return sum;
}

int
trend_mann_kendall(const double *values, size_t n, struct trend *trend)
{
	double *copy, variance;
	size_t group;
	int failure = series_check(values, n);

	if (failure < 0)
		return failure;
	copy = condensed_copy(values, &n, &group);
	if (copy == NULL)
		return STATS_NO_MEMORY;
	trend->s = pair_signs(copy, n);
	order_sort(copy, n);
	variance = (variance_term(n) - tie_terms(copy, n)) / 18;
	free(copy);
	trend->z = 0;
	if (trend->s != 0 && variance > 0)
		trend->z = (double)(trend->s - (trend->s > 0 ? 1 : -1)) / sqrt(variance);
	trend->p = normal_two_sided(trend->z);
	return STATS_OK;
}

int
trend_theil_sen(const double *values, size_t n, enum series_scale scale, double *slope)
{
	double *copy, *slopes = NULL;
	size_t group, pairs = 0;
	int failure = series_check(values, n);

	if (failure < 0)
		return failure;
	if (n < 2)
		return STATS_TOO_FEW;
	if (scale == SERIES_LOG && series_choose_scale(values, n) != SERIES_LOG)
		return STATS_BAD_VALUE;
	copy = condensed_copy(values, &n, &group);
	if (copy != NULL)
		slopes = malloc(n * (n - 1) / 2 * sizeof(slopes[0]));
	if (slopes == NULL) {
		free(copy);
		return STATS_NO_MEMORY;
	}
	series_transform(scale, copy, n, copy);
	for (size_t j = 1; j < n; j++)
		for (size_t i = 0; i < j; i++)
			slopes[pairs++] = (copy[j] - copy[i]) / (double)(j - i);
	*slope = order_median_among(slopes, pairs) / (double)group;
	free(slopes);
	free(copy);
	return STATS_OK;
}
