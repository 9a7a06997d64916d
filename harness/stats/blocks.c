/* Blocks x variants: see blocks.h. */
#include "stats/blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/failure.h"
#include "stats/order.h"

const struct cell *
blocks_cell(const struct blocks *blocks, size_t block, size_t variant)
{
	return &blocks->cells[block * blocks->variant_count + variant];
}

size_t
blocks_unit_count(const struct blocks *blocks, size_t variant)
{
	size_t count = 0;

	for (size_t b = 0; b < blocks->block_count; b++)
		count += blocks_cell(blocks, b, variant)->count;
	return count;
}

int
blocks_check(const struct blocks *blocks)
{
	size_t seen = 0;

	for (size_t i = 0; i < blocks->block_count * blocks->variant_count; i++) {
		const struct cell *cell = &blocks->cells[i];

		if (cell->count > 0 && series_check(cell->values, cell->count) < 0)
			return STATS_BAD_VALUE;
		seen += cell->count;
	}
	return seen > 0 ? STATS_OK : STATS_TOO_FEW;
}

enum series_scale
blocks_choose_scale(const struct blocks *blocks)
{
	for (size_t i = 0; i < blocks->block_count * blocks->variant_count; i++)
		if (series_choose_scale(blocks->cells[i].values, blocks->cells[i].count) !=
		    SERIES_LOG)
			return SERIES_LINEAR;
	return SERIES_LOG;
}

int
blocks_median(const struct blocks *blocks, size_t variant, double *median)
{
	size_t count = blocks_unit_count(blocks, variant), filled = 0;
	double *values;

	if (count == 0)
		return STATS_TOO_FEW;
	values = malloc(count * sizeof(values[0]));
	if (values == NULL)
		return STATS_NO_MEMORY;
	for (size_t b = 0; b < blocks->block_count; b++) {
		const struct cell *cell = blocks_cell(blocks, b, variant);

		if (cell->count > 0)
			memcpy(values + filled, cell->values, cell->count * sizeof(values[0]));
		filled += cell->count;
	}
	*median = order_median_of(values, count);
	free(values);
	return STATS_OK;
}

int
blocks_pair(const struct blocks *blocks, size_t block, size_t a, size_t b,
    enum series_scale scale, const struct cell *pair[2])
{
	pair[0] = blocks_cell(blocks, block, a);
	pair[1] = blocks_cell(blocks, block, b);
	if (pair[0]->count == 0 || pair[1]->count == 0)
		return 0;
	for (int i = 0; i < 2; i++) {
		if (series_check(pair[i]->values, pair[i]->count) < 0)
			return STATS_BAD_VALUE;
		if (scale == SERIES_LOG &&
		    series_choose_scale(pair[i]->values, pair[i]->count) != SERIES_LOG)
			return STATS_BAD_VALUE;
	}
	return 1;
}

void
blocks_differences(const struct cell *const pair[2], enum series_scale scale, double *out)
{
	for (size_t i = 0; i < pair[0]->count; i++)
		for (size_t j = 0; j < pair[1]->count; j++) {
			double x = pair[0]->values[i], y = pair[1]->values[j];

			*out++ = scale == SERIES_LOG ? log(y) - log(x) : y - x;
		}
}
