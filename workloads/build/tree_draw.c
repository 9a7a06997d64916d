/* Distributions in integers: see tree_draw.h. */
#include "workloads/build/tree_draw.h"

enum {
	NORMAL_STEPS = 31,	/* z = 0 ... 3.1 by 0.1 */
	CLIP_LOW = DRAW_ONE / 1000,
	CLIP_HIGH = DRAW_ONE - DRAW_ONE / 1000,
};

/* The normal distribution function at z = 0, 0.1, ... 3.1, times 10^7. */
static const uint32_t normal[NORMAL_STEPS + 1] = {
	5000000, 5398278, 5792597, 6179114, 6554217, 6914625, 7257469, 7580363,
	7881446, 8159399, 8413447, 8643339, 8849303, 9031995, 9192433, 9331928,
	9452007, 9554345, 9640697, 9712834, 9772499, 9821356, 9860966, 9892759,
	9918025, 9937903, 9953388, 9965330, 9974449, 9981342, 9986501, 9990324,
};

/* 2^(i/16), times 2^30. */
static const uint32_t power[17] = {
	1073741824, 1121280436, 1170923762, 1222764986, 1276901417, 1333434672, 1392470869, 1454120821,
	1518500250, 1585730000, 1655936265, 1729250827, 1805811301, 1885761398, 1969251188, 2056437387,
	2147483648,
};

uint32_t
draw_slice(size_t i, size_t n)
{
	return (uint32_t)(((2 * (uint64_t)i + 1) * DRAW_ONE) / (2 * (uint64_t)n));
}

uint32_t
draw_even(size_t i)
{
	uint32_t p = 0;

	for (unsigned bit = 0; bit < 24; bit++)
		if ((i >> bit & 1) != 0)
			p |= DRAW_ONE >> (bit + 1);
	return p;
}

unsigned
draw_even_thousandths(unsigned i, unsigned which)
{
	static const uint32_t steps[] = { UINT32_C(0x9e3779b9), UINT32_C(0xc13fa9a9), UINT32_C(0x91e10da6) };

	return (unsigned)((uint64_t)(uint32_t)(i * steps[which]) * 1000 >> 32);
}

/* The normal quantile in units of 2^-16. */
static int64_t
quantile(uint32_t p)
{
	uint64_t upper = p >= DRAW_ONE / 2 ? p : DRAW_ONE - p;
	uint64_t scaled = upper * 10000000 / DRAW_ONE;
	unsigned i = 0;
	int64_t z;

	while (i < NORMAL_STEPS - 1 && scaled >= normal[i + 1])
		i++;
	z = (int64_t)((i * UINT64_C(65536) + (scaled - normal[i]) * 65536 / (normal[i + 1] - normal[i])) / 10);
	return p >= DRAW_ONE / 2 ? z : -z;
}

/* exp(x) for x >= 0 in units of 2^-16. */
static uint32_t
exponential(uint64_t x)
{
	uint64_t binary = x * 94548 >> 16;	/* times log2(e) */
	unsigned whole = (unsigned)(binary >> 16);
	unsigned step = (unsigned)(binary >> 12) & 15;
	uint64_t rest = binary & 4095;
	uint64_t mantissa = power[step] + ((power[step + 1] - power[step]) * rest >> 12);

	return (uint32_t)(whole <= 30 ? mantissa >> (30 - whole) : UINT32_MAX);
}

uint32_t
draw_lognormal(unsigned mu, unsigned sigma, uint32_t p)
{
	int64_t z = quantile(p < CLIP_LOW ? CLIP_LOW : p > CLIP_HIGH ? CLIP_HIGH : p);
	int64_t x = (int64_t)mu * 65536 / 1000 + (int64_t)sigma * z / 1000;

	return exponential(x > 0 ? (uint64_t)x : 0);
}

uint32_t
draw_segmented(const struct draw_segment *segments, uint32_t p)
{
	unsigned from = 0;

	for (const struct draw_segment *s = segments;; s++) {
		uint64_t begin = (uint64_t)from * DRAW_ONE / 1000, end = (uint64_t)s->upto * DRAW_ONE / 1000;

		if (p < end || s->upto >= 1000)
			return s->low + (uint32_t)((p - begin) * (s->high - s->low + 1) / (end - begin));
		from = s->upto;
	}
}

void
draw_segmented_all(struct rng *r, const struct draw_segment *segments, unsigned *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		values[i] = draw_segmented(segments, draw_slice(i, n));
	rng_shuffle(r, values, n);
}

void
draw_lognormal_all(struct rng *r, unsigned mu, unsigned sigma, unsigned *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		values[i] = draw_lognormal(mu, sigma, draw_slice(i, n));
	rng_shuffle(r, values, n);
}

unsigned
draw_between(struct rng *r, unsigned low, unsigned high)
{
	return low + (unsigned)rng_bounded(r, high - low + 1);
}

int
draw_chance(struct rng *r, unsigned thousandths)
{
	return rng_bounded(r, 1000) < thousandths;
}

uint64_t
draw_weight(unsigned rank)
{
	return (UINT64_C(1) << 40) / ((uint64_t)rank + 4);
}

unsigned
draw_pick(struct rng *r, const uint64_t *sums, unsigned n)
{
	uint64_t at = rng_bounded(r, sums[n - 1]);
	unsigned low = 0, high = n - 1;

	while (low < high) {
		unsigned middle = low + (high - low) / 2;

		if (at < sums[middle])
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}
