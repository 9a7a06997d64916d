/* Fisher's exact test: see fisher.h. */
#include "stats/fisher.h"

#include <assert.h>
#include <math.h>

#include "stats/binomial.h"

/* P(a of the hits fall on A), as a ratio of binomials: with any share, this one is stable. */
static double
table_probability(uint64_t a, uint64_t a_count, uint64_t b_count, uint64_t hits)
{
	double share = (double)hits / (double)(a_count + b_count);

	return binomial_probability(a, a_count, share) *
	    binomial_probability(hits - a, b_count, share) /
	    binomial_probability(hits, a_count + b_count, share);
}

double
fisher_two_sided(uint64_t a_hits, uint64_t a_count, uint64_t b_hits, uint64_t b_count)
{
	uint64_t hits = a_hits + b_hits;
	uint64_t first = hits > b_count ? hits - b_count : 0;
	uint64_t last = hits < a_count ? hits : a_count;
	double observed, sum = 0;

	assert(a_hits <= a_count && b_hits <= b_count);
	if (hits == 0 || hits == a_count + b_count)
		return 1;
	observed = table_probability(a_hits, a_count, b_count, hits);
	for (uint64_t a = first; a <= last; a++) {
		double probability = table_probability(a, a_count, b_count, hits);

		if (probability <= observed * (1 + 1e-7))
			sum += probability;
	}
	return fmin(1, sum);
}
