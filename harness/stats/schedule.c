/* Blocks and the order inside them: see schedule.h. */
#include "stats/schedule.h"

#include <assert.h>

#include "stats/rng.h"

size_t
schedule_units_per_block(size_t variant_count)
{
	if (variant_count <= 2)
		return 4;
	if (variant_count <= 4)
		return 3;
	return 2;
}

size_t
schedule_block_count(size_t units, size_t units_per_block)
{
	assert(units_per_block > 0);
	if (units == 0)
		return 0;
	return units < units_per_block ? 1 : units / units_per_block;
}

size_t
schedule_block_units(size_t units, size_t units_per_block, size_t block)
{
	size_t blocks = schedule_block_count(units, units_per_block);

	assert(block < blocks);
	return units / blocks + (block < units % blocks ? 1 : 0);
}

void
schedule_order(struct rng *r, size_t variant_count, size_t units, unsigned *order)
{
	size_t filled = 0;

	for (size_t v = 0; v < variant_count; v++)
		for (size_t u = 0; u < units; u++)
			order[filled++] = (unsigned)v;
	rng_shuffle(r, order, filled);
}

void
schedule_seed(uint64_t seed, struct rng *order, struct rng *padding)
{
	rng_seed(order, seed);
	rng_seed(padding, seed ^ 1);
}

unsigned
schedule_padding_bytes(struct rng *padding)
{
	return (unsigned)rng_bounded(padding, SCHEDULE_PADDING_LIMIT);
}
