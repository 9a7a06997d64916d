/* Exact null distributions: see nulldist.h. */
#include "stats/nulldist.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "stats/failure.h"
#include "stats/order.h"

int
nulldist_init(struct nulldist *d)
{
	d->probability = malloc(sizeof(d->probability[0]));
	d->size = 1;
	d->lowest = 0;
	if (d->probability == NULL)
		return STATS_NO_MEMORY;
	d->probability[0] = 1;
	return STATS_OK;
}

void
nulldist_release(struct nulldist *d)
{
	free(d->probability);
	d->probability = NULL;
	d->size = 0;
}

/* Copies the part of counts[0 ... size-1] that is not 0, scaled to a sum of 1. */
static int
take_counts(const double *counts, size_t size, uint64_t offset, struct nulldist *out)
{
	size_t first = 0, last = size - 1;
	double total = 0;

	while (first < last && counts[first] == 0)
		first++;
	while (last > first && counts[last] == 0)
		last--;
	out->size = last - first + 1;
	out->lowest = offset + first;
	out->probability = malloc(out->size * sizeof(out->probability[0]));
	if (out->probability == NULL)
		return STATS_NO_MEMORY;
	for (size_t i = 0; i < out->size; i++)
		total += counts[first + i];
	for (size_t i = 0; i < out->size; i++)
		out->probability[i] = counts[first + i] / total;
	return STATS_OK;
}

/*
 * Weights are used less the smallest of them, which keeps the table small: every subset then lacks
 * take * smallest, which is put back at the end.
 */
int
nulldist_subset_sum(const unsigned *weights, size_t count, size_t take, struct nulldist *out)
{
	unsigned smallest = weights[0], largest = weights[0];
	size_t width;
	double *table;
	int failure;

	assert(take >= 1 && take <= count);
	for (size_t i = 1; i < count; i++) {
		smallest = weights[i] < smallest ? weights[i] : smallest;
		largest = weights[i] > largest ? weights[i] : largest;
	}
	width = (size_t)(largest - smallest) * take + 1;
	table = calloc((take + 1) * width, sizeof(table[0]));
	if (table == NULL)
		return STATS_NO_MEMORY;
	table[0] = 1;
	for (size_t i = 0; i < count; i++) {
		size_t w = weights[i] - smallest;

		for (size_t c = i + 1 < take ? i + 1 : take; c > 0; c--) {
			const double *from = table + (c - 1) * width;
			double *to = table + c * width;

			for (size_t s = w; s < width; s++)
				to[s] += from[s - w];
		}
	}
	failure = take_counts(table + take * width, width, (uint64_t)smallest * take, out);
	free(table);
	return failure;
}

int
nulldist_rank_sum(size_t m, size_t n, struct nulldist *out)
{
	unsigned *ranks = malloc((m + n) * sizeof(ranks[0]));
	int failure;

	if (ranks == NULL)
		return STATS_NO_MEMORY;
	for (size_t i = 0; i < m + n; i++)
		ranks[i] = (unsigned)i + 1;
	failure = nulldist_subset_sum(ranks, m + n, m, out);
	free(ranks);
	if (failure == STATS_OK)
		out->lowest = 0;	/* U is the rank sum less its smallest value */
	return failure;
}

int
nulldist_signed_sum(const unsigned *weights, size_t count, struct nulldist *out)
{
	size_t width = 1, used = 1;
	double *sums;
	int failure;

	for (size_t i = 0; i < count; i++)
		width += weights[i];
	sums = calloc(width, sizeof(sums[0]));
	if (sums == NULL)
		return STATS_NO_MEMORY;
	sums[0] = 1;
	for (size_t i = 0; i < count; i++) {
		used += weights[i];
		for (size_t s = used; s-- > 0;)
			sums[s] = (sums[s] + (s >= weights[i] ? sums[s - weights[i]] : 0)) / 2;
	}
	failure = take_counts(sums, width, 0, out);
	free(sums);
	return failure;
}

int
nulldist_convolve(struct nulldist *d, const struct nulldist *e)
{
	size_t size = d->size + e->size - 1;
	double *sum = calloc(size, sizeof(sum[0]));

	if (sum == NULL)
		return STATS_NO_MEMORY;
	for (size_t i = 0; i < d->size; i++)
		for (size_t j = 0; j < e->size; j++)
			sum[i + j] += d->probability[i] * e->probability[j];
	free(d->probability);
	d->probability = sum;
	d->size = size;
	d->lowest += e->lowest;
	return STATS_OK;
}

double
nulldist_lower(const struct nulldist *d, uint64_t x)
{
	double sum = 0;

	for (size_t i = 0; i < d->size && d->lowest + i <= x; i++)
		sum += d->probability[i];
	return sum;
}

double
nulldist_upper(const struct nulldist *d, uint64_t x)
{
	double sum = 0;

	for (size_t i = d->size; i > 0 && d->lowest + i - 1 >= x; i--)
		sum += d->probability[i - 1];
	return sum;
}

uint64_t
nulldist_cut(const struct nulldist *d, double level)
{
	double sum = 0;
	size_t k = 0;

	while (k < d->size) {
		sum += d->probability[k];
		if (sum > ORDER_LEVEL(level))
			break;
		k++;
	}
	return k;
}

double
nulldist_two_sided(const struct nulldist *d, uint64_t x)
{
	return fmin(1, 2 * fmin(nulldist_lower(d, x), nulldist_upper(d, x)));
}
