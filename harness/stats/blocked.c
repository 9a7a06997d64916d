/* Blocked Hodges-Lehmann: see blocked.h. */
#include "stats/blocked.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/failure.h"
#include "stats/normal.h"
#include "stats/nulldist.h"
#include "stats/order.h"

/* One block that takes part. */
struct pairing {
	const struct cell *cells[2];	/* A, B */
};

/* What one comparison works on; released by release(). */
struct work {
	struct pairing *pairings;
	size_t count;
	double *differences;		/* D, sorted */
	size_t largest_block;		/* most values in one block, both variants */
	double variance;		/* of U without ties */
};

static void
release(struct work *w)
{
	free(w->pairings);
	free(w->differences);
}

/* Finds the blocks that have both variants, and the sizes. */
static int
gather(const struct blocks *blocks, size_t a, size_t b, enum series_scale scale, struct work *w,
    struct blocked *r)
{
	w->pairings = malloc((blocks->block_count + 1) * sizeof(w->pairings[0]));
	if (w->pairings == NULL)
		return STATS_NO_MEMORY;
	for (size_t i = 0; i < blocks->block_count; i++) {
		const struct cell *cells[2];
		int both = blocks_pair(blocks, i, a, b, scale, cells);
		double m, n;

		if (both < 0)
			return both;
		if (both == 0)
			continue;
		m = (double)cells[0]->count;
		n = (double)cells[1]->count;
		w->pairings[w->count++] = (struct pairing){ { cells[0], cells[1] } };
		w->variance += m * n * (m + n + 1) / 12;
		if (cells[0]->count + cells[1]->count > w->largest_block)
			w->largest_block = cells[0]->count + cells[1]->count;
		r->a_count += cells[0]->count;
		r->b_count += cells[1]->count;
		if (m * n > BLOCKED_PAIRS_MAX)
			return STATS_TOO_LARGE;
		r->pair_count += (uint64_t)cells[0]->count * cells[1]->count;
		if (r->pair_count > BLOCKED_PAIRS_MAX)
			return STATS_TOO_LARGE;
	}
	r->block_count = w->count;
	return w->count > 0 ? STATS_OK : STATS_TOO_FEW;
}

/* U of one block. */
static double
count_faster(const struct cell *a, const struct cell *b)
{
	double u = 0;

	for (size_t i = 0; i < a->count; i++)
		for (size_t j = 0; j < b->count; j++) {
			if (b->values[j] < a->values[i])
				u += 1;
			else if (b->values[j] == a->values[i])
				u += 0.5;
		}
	return u;
}

/* Fills D and U. */
static int
difference(struct work *w, struct blocked *r)
{
	size_t filled = 0;

	w->differences = malloc((size_t)r->pair_count * sizeof(w->differences[0]));
	if (w->differences == NULL)
		return STATS_NO_MEMORY;
	for (size_t i = 0; i < w->count; i++) {
		const struct cell *const *cells = w->pairings[i].cells;

		blocks_differences(cells, r->scale, w->differences + filled);
		filled += cells[0]->count * cells[1]->count;
		r->u += count_faster(cells[0], cells[1]);
	}
	order_sort(w->differences, filled);
	r->est = order_median(w->differences, filled);
	return STATS_OK;
}

/* F: the Mann-Whitney distributions of all blocks, convolved. */
static int
count_null(const struct work *w, struct nulldist *null)
{
	int failure = nulldist_init(null);

	for (size_t i = 0; i < w->count && failure == STATS_OK; i++) {
		const struct cell *const *cells = w->pairings[i].cells;
		struct nulldist block;

		failure = nulldist_rank_sum(cells[0]->count, cells[1]->count, &block);
		if (failure < 0)
			break;
		failure = nulldist_convolve(null, &block);
		nulldist_release(&block);
	}
	return failure;
}

/* F(0) = product of 1 / C(m+n, m), and the two-sided confidence of the range of D. */
static double
range_confidence(const struct work *w)
{
	double f = 1;

	for (size_t i = 0; i < w->count; i++) {
		double m = (double)w->pairings[i].cells[0]->count;
		double n = (double)w->pairings[i].cells[1]->count;

		for (double j = 1; j <= m; j++)
			f *= j / (n + j);
	}
	return 1 - 2 * f;
}

/* Sets k and conf. */
static int
find_cut(const struct work *w, double alpha, struct blocked *r)
{
	struct nulldist null;
	int failure;

	if (r->approximate) {
		double mu = (double)r->pair_count / 2, sigma = sqrt(w->variance);
		double k = floor(mu + normal_quantile(alpha / 2) * sigma + 0.5);

		r->k = k > 0 ? (uint64_t)k : 0;
		r->conf = 1 - 2 * normal_lower(((double)r->k - 0.5 - mu) / sigma);
	} else {
		failure = count_null(w, &null);
		if (failure == STATS_OK) {
			r->k = nulldist_cut(&null, alpha / 2);
			if (r->k > 0)
				r->conf = 1 - 2 * nulldist_lower(&null, r->k - 1);
		}
		nulldist_release(&null);
		if (failure < 0)
			return failure;
	}
	if (r->k == 0)
		r->conf = range_confidence(w);
	return STATS_OK;
}

/* The values of both variants of a block, sorted, and their doubled midranks. */
static void
rank_block(const struct pairing *p, double *joint, unsigned *doubled)
{
	size_t m = p->cells[0]->count, n = p->cells[1]->count;

	memcpy(joint, p->cells[0]->values, m * sizeof(joint[0]));
	memcpy(joint + m, p->cells[1]->values, n * sizeof(joint[0]));
	order_sort(joint, m + n);
	order_doubled_midranks(joint, m + n, doubled);
}

/* Sum of the doubled midranks of the A values; joint is sorted. */
static uint64_t
rank_sum(const struct cell *a, const double *joint, size_t count, const unsigned *doubled)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < a->count; i++) {
		size_t low = 0, high = count;

		while (low < high) {
			size_t middle = low + (high - low) / 2;

			if (joint[middle] < a->values[i])
				low = middle + 1;
			else
				high = middle;
		}
		sum += doubled[low];
	}
	return sum;
}

static int
exact_p(const struct work *w, double *joint, unsigned *doubled, double *p)
{
	struct nulldist null;
	uint64_t sum = 0;
	int failure = nulldist_init(&null);

	for (size_t i = 0; i < w->count && failure == STATS_OK; i++) {
		const struct pairing *pair = &w->pairings[i];
		size_t count = pair->cells[0]->count + pair->cells[1]->count;
		struct nulldist block;

		rank_block(pair, joint, doubled);
		sum += rank_sum(pair->cells[0], joint, count, doubled);
		failure = nulldist_subset_sum(doubled, count, pair->cells[0]->count, &block);
		if (failure < 0)
			break;
		failure = nulldist_convolve(&null, &block);
		nulldist_release(&block);
	}
	if (failure == STATS_OK)
		*p = nulldist_two_sided(&null, sum);
	nulldist_release(&null);
	return failure;
}

/* Sum over tie groups of t^3 - t. */
static double
tie_sum(const double *sorted, size_t n)
{
	double sum = 0;

	for (size_t first = 0, next; first < n; first = next) {
		double t;

		next = first + 1;
		while (next < n && sorted[next] == sorted[first])
			next++;
		t = (double)(next - first);
		sum += t * t * t - t;
	}
	return sum;
}

static double
normal_p(const struct work *w, const struct blocked *r, double *joint, unsigned *doubled)
{
	double variance = 0, z;

	for (size_t i = 0; i < w->count; i++) {
		const struct pairing *pair = &w->pairings[i];
		double m = (double)pair->cells[0]->count, n = (double)pair->cells[1]->count;
		double all = m + n;

		rank_block(pair, joint, doubled);
		variance += m * n / 12 *
		    (all + 1 - tie_sum(joint, (size_t)all) / (all * (all - 1)));
	}
	if (!(variance > 0))
		return 1;
	z = fmax(0, fabs(r->u - (double)r->pair_count / 2) - 0.5) / sqrt(variance);
	return normal_two_sided(z);
}

static int
find_p(const struct work *w, struct blocked *r)
{
	double *joint = malloc(w->largest_block * sizeof(joint[0]));
	unsigned *doubled = malloc(w->largest_block * sizeof(doubled[0]));
	int failure = STATS_NO_MEMORY;

	if (joint != NULL && doubled != NULL) {
		failure = STATS_OK;
		if (r->approximate)
			r->p = normal_p(w, r, joint, doubled);
		else
			failure = exact_p(w, joint, doubled, &r->p);
	}
	free(joint);
	free(doubled);
	return failure;
}

int
blocked_compare(const struct blocks *blocks, size_t a, size_t b, enum series_scale scale,
    double alpha, struct blocked *out)
{
	struct blocked r = { .scale = scale };
	struct work w = { .pairings = NULL };
	int failure = gather(blocks, a, b, scale, &w, &r);

	if (failure < 0)
		goto out;
	r.approximate = r.pair_count > BLOCKED_EXACT_PAIRS || w.largest_block > BLOCKED_EXACT_BLOCK;
	failure = difference(&w, &r);
	if (failure == STATS_OK)
		failure = find_cut(&w, alpha, &r);
	if (failure == STATS_OK)
		failure = find_p(&w, &r);
	if (failure < 0)
		goto out;
	r.lo = w.differences[r.k > 0 ? r.k - 1 : 0];
	r.hi = w.differences[r.pair_count - (r.k > 0 ? r.k : 1)];
	r.attained = r.conf >= 1 - alpha - 1e-9;
	*out = r;
out:
	release(&w);
	return failure;
}

void
blocked_negate(struct blocked *blocked)
{
	double lo = blocked->lo;

	blocked->est = 0 - blocked->est;
	blocked->lo = 0 - blocked->hi;
	blocked->hi = 0 - lo;
}
