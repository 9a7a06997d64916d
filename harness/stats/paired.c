/* Signed ranks: see paired.h. */
#include "stats/paired.h"

#include <math.h>
#include <stdlib.h>

#include "stats/failure.h"
#include "stats/normal.h"
#include "stats/nulldist.h"
#include "stats/order.h"
#include "stats/series.h"

/* All Walsh averages, sorted; the caller frees them; NULL when there is no memory. */
static double *
walsh_averages(const double *d, size_t n)
{
	size_t count = n * (n + 1) / 2, filled = 0;
	double *w = malloc(count * sizeof(w[0]));

	if (w == NULL)
		return NULL;
	for (size_t i = 0; i < n; i++)
		for (size_t j = i; j < n; j++)
			w[filled++] = (d[i] + d[j]) / 2;
	order_sort(w, count);
	return w;
}

/* Sets k and conf. */
static int
find_cut(size_t n, double alpha, unsigned *ranks, struct paired *r)
{
	double size = (double)n;
	struct nulldist null;

	if (r->approximate) {
		double mu = size * (size + 1) / 4;
		double sigma = sqrt(size * (size + 1) * (2 * size + 1) / 24);

		r->k = (uint64_t)fmax(0, floor(mu + normal_quantile(alpha / 2) * sigma + 0.5));
		r->conf = 1 - 2 * normal_lower(((double)r->k - 0.5 - mu) / sigma);
		return STATS_OK;
	}
	for (size_t i = 0; i < n; i++)
		ranks[i] = (unsigned)i + 1;
	if (nulldist_signed_sum(ranks, n, &null) < 0)
		return STATS_NO_MEMORY;
	r->k = nulldist_cut(&null, alpha / 2);
	r->conf = 1 - 2 * nulldist_lower(&null, r->k > 0 ? r->k - 1 : 0);
	nulldist_release(&null);
	return STATS_OK;
}

/*
 * V doubled, and in weights[] the doubled midranks of |d| in ascending order, 0 where d = 0: a
 * weight of 0 is a sign that changes nothing.
 */
static uint64_t
rank_sizes(const double *d, size_t n, double *sizes, unsigned *weights)
{
	uint64_t v = 0;
	size_t zeros = 0;

	for (size_t i = 0; i < n; i++)
		sizes[i] = fabs(d[i]);
	order_sort(sizes, n);
	order_doubled_midranks(sizes, n, weights);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; d[i] > 0 && j < n; j++)
			if (sizes[j] == d[i]) {
				v += weights[j];
				break;
			}
	while (zeros < n && sizes[zeros] == 0)
		weights[zeros++] = 0;
	return v;
}

static int
find_p(uint64_t doubled_v, const unsigned *weights, struct paired *r)
{
	double mean = 0, variance = 0;
	struct nulldist null;

	r->v = (double)doubled_v / 2;
	if (!r->approximate) {
		if (nulldist_signed_sum(weights, r->n, &null) < 0)
			return STATS_NO_MEMORY;
		r->p = nulldist_two_sided(&null, doubled_v);
		nulldist_release(&null);
		return STATS_OK;
	}
	for (size_t i = 0; i < r->n; i++) {
		double rank = (double)weights[i] / 2;

		mean += rank / 2;
		variance += rank * rank / 4;
	}
	r->p = 1;
	if (variance > 0)
		r->p = normal_two_sided(fmax(0, fabs(r->v - mean) - 0.5) / sqrt(variance));
	return STATS_OK;
}

int
paired_compare(const double *differences, size_t n, double alpha, struct paired *out)
{
	struct paired r = { .n = n, .approximate = n > PAIRED_EXACT };
	double *walsh = NULL, *sizes = NULL;
	unsigned *ranks = NULL;
	size_t pairs = n * (n + 1) / 2;
	int failure = series_check(differences, n);

	if (failure < 0)
		return failure;
	if (n > PAIRED_MAX)
		return STATS_TOO_LARGE;
	walsh = walsh_averages(differences, n);
	sizes = malloc(n * sizeof(sizes[0]));
	ranks = malloc(n * sizeof(ranks[0]));
	failure = STATS_NO_MEMORY;
	if (walsh != NULL && sizes != NULL && ranks != NULL)
		failure = find_cut(n, alpha, ranks, &r);
	if (failure == STATS_OK)
		failure = find_p(rank_sizes(differences, n, sizes, ranks), ranks, &r);
	if (failure == STATS_OK) {
		r.est = order_median(walsh, pairs);
		r.lo = walsh[r.k > 0 ? r.k - 1 : 0];
		r.hi = walsh[pairs - (r.k > 0 ? r.k : 1)];
		r.attained = r.conf >= 1 - alpha - 1e-9;
		*out = r;
	}
	free(walsh);
	free(sizes);
	free(ranks);
	return failure;
}
