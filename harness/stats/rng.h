/*
 * The one random number generator: SplitMix64 (Steele, Lea and Flood 2014; also the seeder of
 * java.util.SplittableRandom).  Own code, so that a seed gives the same order of trials on every
 * system.  Randomness only ever orders things or draws settings; no statistic is resampled.
 *
 * next:       s += 0x9E3779B97F4A7C15; z = s; z = (z ^ z>>30) * 0xBF58476D1CE4E5B9;
 *             z = (z ^ z>>27) * 0x94D049BB133111EB; answer z ^ z>>31   (all modulo 2^64)
 * bounded(n): t = (2^64 - n) mod n; draw r until r >= t; answer r mod n   (exactly uniform)
 * shuffle:    Fisher-Yates: for i = count-1 ... 1: swap items i and bounded(i + 1)
 */
#ifndef HARNESS_STATS_RNG_H
#define HARNESS_STATS_RNG_H

#include <stddef.h>
#include <stdint.h>

struct rng {
	uint64_t state;
};

void rng_seed(struct rng *r, uint64_t seed);
uint64_t rng_next(struct rng *r);

/* Uniform on 0 ... n-1; n must be at least 1. */
uint64_t rng_bounded(struct rng *r, uint64_t n);

/* Uniform on [0, 1), a multiple of 2^-53. */
double rng_unit(struct rng *r);

void rng_shuffle(struct rng *r, unsigned *items, size_t count);

#endif
