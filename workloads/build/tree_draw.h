/*
 * Draws from distributions in integers only: the C library's exp and log differ in the last bit
 * between systems, and a tree must be the same bytes everywhere. Draws are stratified (the i-th of
 * n items gets the middle of the i-th of n equal slices of probability), so that a small tree has
 * the distribution of a big one instead of a sample of it.
 */
#ifndef WORKLOADS_BUILD_TREE_DRAW_H
#define WORKLOADS_BUILD_TREE_DRAW_H

#include <stddef.h>
#include <stdint.h>

#include "stats/rng.h"

#define DRAW_ONE (UINT32_C(1) << 24)	/* probabilities are fractions of this */

/* Items between the last segment's `upto` (in thousandths of all items) and this one's have low ... high, evenly. */
struct draw_segment {
	unsigned upto, low, high;
};

/* The middle of slice i of n. */
uint32_t draw_slice(size_t i, size_t n);

/* The i-th point of a sequence that covers [0, 1) evenly at every length (van der Corput, base 2). */
uint32_t draw_even(size_t i);

/*
 * Others like it, each a sequence of its own, in thousandths (by the powers of the golden and the
 * plastic number; Roberts 2018).
 */
enum { DRAW_GOLDEN, DRAW_PLASTIC, DRAW_PLASTIC_SQUARED };
unsigned draw_even_thousandths(unsigned i, unsigned which);

/*
 * exp(mu + sigma z) for the normal quantile z of p, clipped at the 0.1st and 99.9th percentile; mu
 * and sigma in thousandths.
 */
uint32_t draw_lognormal(unsigned mu, unsigned sigma, uint32_t p);

/* The value at probability p; segments end with the one whose upto is 1000. */
uint32_t draw_segmented(const struct draw_segment *segments, uint32_t p);

/* n values, one per slice, in random order. */
void draw_segmented_all(struct rng *r, const struct draw_segment *segments, unsigned *values, size_t n);
void draw_lognormal_all(struct rng *r, unsigned mu, unsigned sigma, unsigned *values, size_t n);

/* Uniform on low ... high. */
unsigned draw_between(struct rng *r, unsigned low, unsigned high);

/* True `thousandths` times in a thousand. */
int draw_chance(struct rng *r, unsigned thousandths);

/*
 * Popularity by rank 0, 1, ...: weight 1 / (rank + 4), Zipf's law with Mandelbrot's shift.
 * draw_pick answers an index below n in proportion to its weight, where sums[i] is the sum of the
 * weights 0 ... i.
 */
uint64_t draw_weight(unsigned rank);
unsigned draw_pick(struct rng *r, const uint64_t *sums, unsigned n);

#endif
