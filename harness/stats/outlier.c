/* Outliers: see outlier.h. */
#include "stats/outlier.h"

#include <math.h>
#include <stdlib.h>

#include "stats/failure.h"
#include "stats/order.h"
#include "stats/series.h"

#define MEAN_DEVIATION_TO_SD 1.2533141373155	/* sqrt(pi / 2) */

double
outlier_spread(double *deviations, size_t n)
{
	double mean = 0, spread;

	for (size_t i = 0; i < n; i++) {
		deviations[i] = fabs(deviations[i]);
		mean += deviations[i] / (double)n;
	}
	spread = ORDER_MAD_TO_SD * order_median_of(deviations, n);
	return spread > 0 ? spread : MEAN_DEVIATION_TO_SD * mean;
}

int
outlier_find(const double *values, size_t n, struct outliers *found, size_t *index)
{
	enum series_scale scale = series_choose_scale(values, n);
	struct outliers o = { 0, 0, 0 };
	double *y, *scratch, median, reach;
	int failure = series_check(values, n);

	if (failure < 0)
		return failure;
	y = malloc(2 * n * sizeof(y[0]));
	if (y == NULL)
		return STATS_NO_MEMORY;
	scratch = y + n;
	series_transform(SERIES_LINEAR, values, n, scratch);
	o.median = order_median_of(scratch, n);
	series_transform(scale, values, n, y);
	series_transform(scale, values, n, scratch);
	median = order_median_of(scratch, n);
	for (size_t i = 0; i < n; i++)
		scratch[i] -= median;
	reach = outlier_spread(scratch, n) * OUTLIER_DEVIATIONS;
	if (reach > 0)
		reach = fmax(reach, series_margin(scale, OUTLIER_RATIO, median));
	for (size_t i = 0; i < n && n >= OUTLIER_RUNS_MIN && reach > 0; i++) {
		if (fabs(y[i] - median) <= reach)
			continue;
		if (index != NULL)
			index[o.slow_count + o.fast_count] = i;
		if (y[i] > median)
			o.slow_count++;
		else
			o.fast_count++;
	}
	free(y);
	*found = o;
	return STATS_OK;
}
