/* Beside the verdict: see contrast.h. */
#include "stats/contrast.h"

#include <math.h>
#include <stdlib.h>

#include "stats/failure.h"
#include "stats/fisher.h"
#include "stats/order.h"
#include "stats/outlier.h"
#include "stats/trend.h"

/*
 * Residuals of all blocks in residual[], A's and B's of each block one after the other, and the
 * same in of_b[] saying whose they are.  Returns how many, or a failure.
 */
static int
residuals(const struct blocks *blocks, size_t a, size_t b, enum series_scale scale,
    double *residual, bool *of_b, double *scratch, size_t *count)
{
	size_t filled = 0;

	for (size_t i = 0; i < blocks->block_count; i++) {
		const struct cell *cells[2];
		size_t first = filled, length;
		double median;
		int both = blocks_pair(blocks, i, a, b, scale, cells);

		if (both < 0)
			return both;
		if (both == 0)
			continue;
		for (int side = 0; side < 2; side++) {
			series_transform(scale, cells[side]->values, cells[side]->count,
			    residual + filled);
			for (size_t j = 0; j < cells[side]->count; j++)
				of_b[filled++] = side == 1;
		}
		length = filled - first;
		series_transform(SERIES_LINEAR, residual + first, length, scratch);
		median = order_median_of(scratch, length);
		for (size_t j = first; j < filled; j++)
			residual[j] -= median;
	}
	*count = filled;
	return filled > 0 ? STATS_OK : STATS_TOO_FEW;
}

/* The limit above which a residual is a spike; INFINITY when there is no spread. */
static double
spike_limit(const double *residual, size_t count, double floor, double *scratch)
{
	double median, spread;

	series_transform(SERIES_LINEAR, residual, count, scratch);
	median = order_median_of(scratch, count);
	for (size_t i = 0; i < count; i++)
		scratch[i] = residual[i] - median;
	spread = outlier_spread(scratch, count);
	return spread > 0 ? median + fmax(OUTLIER_DEVIATIONS * spread, floor) : INFINITY;
}

int
contrast_spikes(const struct blocks *blocks, size_t a, size_t b, enum series_scale scale,
    struct contrast_spikes *out)
{
	size_t room = blocks_unit_count(blocks, a) + blocks_unit_count(blocks, b), count;
	double *residual = malloc((room + 1) * 2 * sizeof(residual[0]));
	bool *of_b = malloc((room + 1) * sizeof(of_b[0]));
	struct contrast_spikes s = { 0, 0, 0, 0, 1 };
	double limit, a_median = 0;
	int failure = STATS_NO_MEMORY;

	if (residual == NULL || of_b == NULL)
		goto out;
	failure = residuals(blocks, a, b, scale, residual, of_b, residual + room, &count);
	if (failure == STATS_OK)
		failure = blocks_median(blocks, a, &a_median);
	if (failure < 0)
		goto out;
	limit = spike_limit(residual, count, series_margin(scale, OUTLIER_RATIO, a_median),
	    residual + room);
	for (size_t i = 0; i < count; i++) {
		bool spike = residual[i] > limit;

		s.a_count += !of_b[i];
		s.b_count += of_b[i];
		s.a_spikes += spike && !of_b[i];
		s.b_spikes += spike && of_b[i];
	}
	s.p = fisher_two_sided(s.a_spikes, s.a_count, s.b_spikes, s.b_count);
	*out = s;
out:
	free(residual);
	free(of_b);
	return failure;
}

static double
mean_of(const struct blocks *blocks, size_t variant)
{
	double count = (double)blocks_unit_count(blocks, variant), mean = 0;

	for (size_t i = 0; i < blocks->block_count; i++) {
		const struct cell *cell = blocks_cell(blocks, i, variant);

		for (size_t j = 0; j < cell->count; j++)
			mean += cell->values[j] / count;
	}
	return mean;
}

int
contrast_means(const struct blocks *blocks, size_t a, size_t b, double *a_mean, double *b_mean)
{
	if (blocks_unit_count(blocks, a) == 0 || blocks_unit_count(blocks, b) == 0)
		return STATS_TOO_FEW;
	*a_mean = mean_of(blocks, a);
	*b_mean = mean_of(blocks, b);
	return STATS_OK;
}

bool
contrast_means_disagree(const struct blocked *blocked, double a_mean, double b_mean, double margin)
{
	double means = blocked->scale == SERIES_LOG ? log(b_mean / a_mean) : b_mean - a_mean;

	return means * blocked->est < 0 && fabs(means) > margin && fabs(blocked->est) > margin;
}

/* Median of all differences B - A of one block. */
static int
block_difference(const struct cell *cells[2], enum series_scale scale, double *median)
{
	size_t count = cells[0]->count * cells[1]->count;
	double *d;

	if ((double)cells[0]->count * (double)cells[1]->count > BLOCKED_PAIRS_MAX)
		return STATS_TOO_LARGE;
	d = malloc(count * sizeof(d[0]));
	if (d == NULL)
		return STATS_NO_MEMORY;
	blocks_differences((const struct cell *const *)cells, scale, d);
	*median = order_median_of(d, count);
	free(d);
	return STATS_OK;
}

int
contrast_drift(const struct blocks *blocks, size_t a, size_t b, enum series_scale scale, double *p)
{
	double *medians = malloc((blocks->block_count + 1) * sizeof(medians[0]));
	struct trend trend;
	size_t count = 0;
	int failure = STATS_OK;

	if (medians == NULL)
		return STATS_NO_MEMORY;
	for (size_t i = 0; i < blocks->block_count && failure >= 0; i++) {
		const struct cell *cells[2];

		failure = blocks_pair(blocks, i, a, b, scale, cells);
		if (failure > 0)
			failure = block_difference(cells, scale, &medians[count++]);
	}
	if (failure >= 0 && count < CONTRAST_DRIFT_BLOCKS)
		failure = STATS_TOO_FEW;
	if (failure >= 0)
		failure = trend_mann_kendall(medians, count, &trend);
	free(medians);
	if (failure < 0)
		return failure;
	*p = trend.p;
	return STATS_OK;
}
