/* SplitMix64: see rng.h. */
#include "stats/rng.h"

#include <assert.h>

void
rng_seed(struct rng *r, uint64_t seed)
{
	r->state = seed;
}

uint64_t
rng_next(struct rng *r)
{
	uint64_t z;

	r->state += UINT64_C(0x9E3779B97F4A7C15);
	z = r->state;
	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

uint64_t
rng_bounded(struct rng *r, uint64_t n)
{
	uint64_t threshold, value;

	assert(n > 0);
	threshold = (UINT64_C(0) - n) % n;
	do {
		value = rng_next(r);
	} while (value < threshold);
	return value % n;
}

double
rng_unit(struct rng *r)
{
	return (double)(rng_next(r) >> 11) * 0x1p-53;
}

void
rng_shuffle(struct rng *r, unsigned *items, size_t count)
{
	for (size_t i = count; i > 1; i--) {
		size_t j = (size_t)rng_bounded(r, i);
		unsigned kept = items[i - 1];

		items[i - 1] = items[j];
		items[j] = kept;
	}
}
