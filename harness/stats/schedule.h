/*
 * In which order the trials of an experiment run.
 *
 * Trials come in blocks: consecutive trials that hold the same number m of units of every variant,
 * in uniformly random order.  Comparisons stay inside a block, so slow drift of the machine
 * cancels, and because the order is uniformly random the comparison is exact whatever the noise is
 * (no "better looking" order may be substituted for an unlucky one: uniformity is the guarantee).
 *
 * Usual m: 4 units for 2 variants (8 trials a block), 3 for 3 or 4, 2 for 5 and more.
 * n units per variant make B = max(1, n div m) blocks; q = n div B, r = n mod B; the first r blocks
 * hold q + 1 units of each variant, the others q.  5 -> {5}, 9 -> {5,4}, 13 -> {5,4,4}.
 */
#ifndef HARNESS_STATS_SCHEDULE_H
#define HARNESS_STATS_SCHEDULE_H

#include <stddef.h>
#include <stdint.h>

struct rng;

enum {
	SCHEDULE_UNITS_MIN = 4,		/* fewer units per variant can never give a verdict */
	SCHEDULE_UNITS_QUICK = 4,
	SCHEDULE_UNITS_DEFAULT = 8,
	SCHEDULE_PADDING_LIMIT = 4096,	/* environment padding is 0 ... 4095 bytes */
};

/* The usual m for that many variants. */
size_t schedule_units_per_block(size_t variant_count);

/* B for n units per variant; 0 when n is 0.  m must be at least 1. */
size_t schedule_block_count(size_t units, size_t units_per_block);

/* How many units of each variant block number `block` (from 0) holds. */
size_t schedule_block_units(size_t units, size_t units_per_block, size_t block);

/*
 * Fills order[variant_count * units] with variant numbers 0 ... variant_count-1, each `units`
 * times, shuffled.  Call it for the blocks in their order with one generator per experiment.
 */
void schedule_order(struct rng *r, size_t variant_count, size_t units, unsigned *order);

/*
 * The two generators of an experiment from its seed: block orders, and (seed XOR 1) the paddings,
 * so that drawing one never moves the other.
 */
void schedule_seed(uint64_t seed, struct rng *order, struct rng *padding);

/*
 * Size of the environment padding of the next trial.  It turns the bias of one memory layout into
 * ordinary noise (Mytkowicz, Diwan, Hauswirth and Sweeney, ASPLOS 2009); record it.
 */
unsigned schedule_padding_bytes(struct rng *padding);

#endif
