/*
 * The data of an experiment as the comparisons see it: blocks x variants, in each cell the values
 * of the units (independent observations) of that variant in that block.
 *
 * Everything is borrowed.  A cell may be empty (its trials failed); a block in which one of two
 * compared variants is empty drops out of that comparison.
 */
#ifndef HARNESS_STATS_BLOCKS_H
#define HARNESS_STATS_BLOCKS_H

#include <stddef.h>

#include "stats/series.h"

struct cell {
	const double *values;
	size_t count;
};

struct blocks {
	size_t block_count;
	size_t variant_count;
	const struct cell *cells;	/* [block_count * variant_count]; blocks_cell() finds one */
};

const struct cell *blocks_cell(const struct blocks *blocks, size_t block, size_t variant);

/* Values that a variant has over all blocks. */
size_t blocks_unit_count(const struct blocks *blocks, size_t variant);

/*
 * 0; STATS_BAD_VALUE when a value of any variant is not finite; STATS_TOO_FEW when there is none.
 */
int blocks_check(const struct blocks *blocks);

/* SERIES_LOG when every value of every variant is > 0. */
enum series_scale blocks_choose_scale(const struct blocks *blocks);

/*
 * Median of all values of a variant.  0, STATS_TOO_FEW when it has none, STATS_NO_MEMORY.
 */
int blocks_median(const struct blocks *blocks, size_t variant, double *median);

/*
 * Sets pair[] to the cells of two variants in one block.  1 when both have values, 0 when one is
 * empty (the block drops out); STATS_BAD_VALUE for a value that is not finite, or not positive on
 * the log scale.
 */
int blocks_pair(const struct blocks *blocks, size_t block, size_t a, size_t b,
    enum series_scale scale, const struct cell *pair[2]);

/* Fills out[pair[0]->count * pair[1]->count] with all differences B - A on the scale. */
void blocks_differences(const struct cell *const pair[2], enum series_scale scale, double *out);

#endif
