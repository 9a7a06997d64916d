/* k variants: see rank.h. */
#include "stats/rank.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "stats/failure.h"
#include "stats/holm.h"
#include "stats/order.h"

static size_t
pair_index(size_t variant_count, size_t a, size_t b)
{
	return a * (2 * variant_count - a - 1) / 2 + b - a - 1;
}

const struct rank_pair *
rank_pair(const struct ranking *ranking, size_t a, size_t b)
{
	assert(a != b);
	return &ranking->pairs[pair_index(ranking->variant_count, a < b ? a : b, a < b ? b : a)];
}

void
rank_release(struct ranking *ranking)
{
	free(ranking->pairs);
	free(ranking->variants);
	free(ranking->order);
	*ranking = (struct ranking){ .pairs = NULL };
}

static int
compare(const struct blocks *blocks, const struct rank_options *options, double alpha,
    const struct ranking *r, const struct rank_pair *pair, struct blocked *out)
{
	int failure = blocked_compare(blocks, pair->a, pair->b, r->scale, alpha, out);

	if (failure == STATS_OK && options->higher_is_better)
		blocked_negate(out);
	return failure;
}

/* Fills the pairs but for Holm; a pair of the family also gets no_change. */
static int
compare_pairs(const struct blocks *blocks, const struct rank_options *options, struct ranking *r)
{
	size_t k = r->variant_count;

	for (size_t a = 0; a < k; a++) {
		for (size_t b = a + 1; b < k; b++) {
			struct rank_pair *pair = &r->pairs[pair_index(k, a, b)];
			struct blocked wide;
			int failure;

			*pair = (struct rank_pair){ .a = a, .b = b, .p_holm = 1 };
			pair->in_family = a == 0 || options->family == RANK_ALL_PAIRS;
			failure = compare(blocks, options, options->alpha, r, pair,
			    &pair->blocked);
			if (failure < 0)
				return failure;
			if (!pair->in_family)
				continue;
			failure = compare(blocks, options,
			    options->alpha / (double)r->family_size, r, pair, &wide);
			if (failure < 0)
				return failure;
			pair->no_change = wide.attained && wide.lo > -r->margin &&
			    wide.hi < r->margin;
		}
	}
	return STATS_OK;
}

/* The pairs of the family come first in the list for either family. */
static int
adjust_pairs(double alpha, struct ranking *r)
{
	double *p = malloc((r->family_size + 1) * sizeof(p[0]));
	int failure;

	if (p == NULL)
		return STATS_NO_MEMORY;
	for (size_t i = 0; i < r->family_size; i++)
		p[i] = r->pairs[i].blocked.p;
	failure = holm_adjust(p, r->family_size, p);
	for (size_t i = 0; i < r->family_size && failure == STATS_OK; i++) {
		struct rank_pair *pair = &r->pairs[i];
		bool proven = p[i] <= ORDER_LEVEL(alpha);

		pair->p_holm = p[i];
		pair->b_beats_a = proven && pair->blocked.est < 0 &&
		    pair->blocked.est <= -r->margin;
		pair->a_beats_b = proven && pair->blocked.est > 0 &&
		    pair->blocked.est >= r->margin;
	}
	free(p);
	return failure;
}

static void
place(struct ranking *r)
{
	size_t k = r->variant_count;

	for (size_t i = 0; i < k; i++)
		r->variants[i] = (struct rank_variant){ 0, 1, k };
	for (size_t i = 0; i < r->pair_count; i++) {
		const struct rank_pair *pair = &r->pairs[i];
		struct rank_variant *a = &r->variants[pair->a], *b = &r->variants[pair->b];

		a->score -= pair->blocked.est / (double)k;
		b->score += pair->blocked.est / (double)k;
		a->best += pair->b_beats_a;
		b->worst -= pair->b_beats_a;
		b->best += pair->a_beats_b;
		a->worst -= pair->a_beats_b;
	}
	for (size_t i = 0; i < k; i++) {
		size_t at = i;

		for (; at > 0; at--) {
			if (r->variants[r->order[at - 1]].score <= r->variants[i].score)
				break;
			r->order[at] = r->order[at - 1];
		}
		r->order[at] = i;
	}
}

int
rank_compute(const struct blocks *blocks, const struct rank_options *options, struct ranking *out)
{
	struct ranking r = { .variant_count = blocks->variant_count };
	double median = 0;
	int failure = blocks_check(blocks);

	if (failure == STATS_OK)
		failure = blocks_median(blocks, 0, &median);
	if (failure < 0)
		return failure;
	r.scale = blocks_choose_scale(blocks);
	r.margin = series_margin(r.scale, options->delta, median);
	r.pair_count = r.variant_count * (r.variant_count - 1) / 2;
	r.family_size = options->family == RANK_ALL_PAIRS ? r.pair_count : r.variant_count - 1;
	r.pairs = calloc(r.pair_count + 1, sizeof(r.pairs[0]));
	r.variants = calloc(r.variant_count, sizeof(r.variants[0]));
	r.order = calloc(r.variant_count, sizeof(r.order[0]));
	failure = STATS_NO_MEMORY;
	if (r.pairs != NULL && r.variants != NULL && r.order != NULL)
		failure = compare_pairs(blocks, options, &r);
	if (failure == STATS_OK)
		failure = adjust_pairs(options->alpha, &r);
	if (failure < 0) {
		rank_release(&r);
		return failure;
	}
	place(&r);
	*out = r;
	return STATS_OK;
}

size_t
rank_blocks_needed(size_t units_per_block, size_t family_size, double alpha)
{
	double subsets = 1, p = 2;
	size_t blocks = 0;

	assert(units_per_block > 0 && family_size > 0 && alpha > 0);
	for (size_t j = 1; j <= units_per_block; j++)
		subsets *= (double)(units_per_block + j) / (double)j;
	while (p > ORDER_LEVEL(alpha / (double)family_size)) {
		p /= subsets;
		blocks++;
	}
	return blocks;
}
