/* First steps with a series: see series.h. */
#include "stats/series.h"

#include <math.h>

#include "stats/failure.h"
#include "stats/order.h"

int
series_check(const double *values, size_t n)
{
	if (n == 0)
		return STATS_TOO_FEW;
	for (size_t i = 0; i < n; i++)
		if (!isfinite(values[i]))
			return STATS_BAD_VALUE;
	return STATS_OK;
}

enum series_scale
series_choose_scale(const double *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(values[i] > 0))
			return SERIES_LINEAR;
	return SERIES_LOG;
}

void
series_transform(enum series_scale scale, const double *values, size_t n, double *out)
{
	for (size_t i = 0; i < n; i++)
		out[i] = scale == SERIES_LOG ? log(values[i]) : values[i];
}

double
series_margin(enum series_scale scale, double delta, double median)
{
	return scale == SERIES_LOG ? log1p(delta) : delta * fabs(median);
}

double
series_relative(enum series_scale scale, double from, double to)
{
	if (scale == SERIES_LOG)
		return to / from - 1;
	return from != 0 ? (to - from) / fabs(from) : NAN;
}

size_t
series_condense(double *values, size_t *n)
{
	size_t group = (*n + SERIES_LONG - 1) / SERIES_LONG, kept = 0;

	if (*n <= SERIES_LONG)
		return 1;
	for (size_t first = 0; first < *n; first += group) {
		size_t length = *n - first < group ? *n - first : group;

		values[kept++] = order_median_of(values + first, length);
	}
	*n = kept;
	return group;
}
