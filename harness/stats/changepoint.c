/* Optimal partitioning: see changepoint.h. */
#include "stats/changepoint.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/failure.h"
#include "stats/order.h"
#include "stats/series.h"

#define SQRT_2 1.41421356237309504880

/* Prefix sums of w - median and of its square, so that the cost of any segment is O(1). */
struct sums {
	double *plain, *square;	/* [n + 1] */
};

static double
segment_cost(const struct sums *sums, size_t from, size_t to)
{
	double sum = sums->plain[to] - sums->plain[from];

	return sums->square[to] - sums->square[from] - sum * sum / (double)(to - from);
}

/* Clips w in place around the median (returned); scratch has room for n. */
static double
clip(double *w, size_t n, double *scratch)
{
	double median, reach;

	memcpy(scratch, w, n * sizeof(w[0]));
	median = order_median_of(scratch, n);
	for (size_t i = 0; i < n; i++)
		scratch[i] = fabs(w[i] - median);
	reach = 3 * ORDER_MAD_TO_SD * order_median_of(scratch, n);
	for (size_t i = 0; i < n && reach > 0; i++)
		w[i] = fmin(fmax(w[i], median - reach), median + reach);
	return median;
}

/* Noise from neighbours, which a change of level hardly touches. */
static double
neighbour_noise(const double *y, size_t n, double *scratch)
{
	for (size_t i = 1; i < n; i++)
		scratch[i - 1] = fabs(y[i] - y[i - 1]);
	return ORDER_MAD_TO_SD * order_median_of(scratch, n - 1) / SQRT_2;
}

static void
fill_sums(const double *w, size_t n, double median, struct sums *sums)
{
	sums->plain[0] = sums->square[0] = 0;
	for (size_t i = 0; i < n; i++) {
		double d = w[i] - median;

		sums->plain[i + 1] = sums->plain[i] + d;
		sums->square[i + 1] = sums->square[i] + d * d;
	}
}

/* Fills from[t] with the start of the last segment of the best partition of the first t values. */
static void
partition(const struct sums *sums, size_t n, size_t min_segment, double penalty, double *best,
    size_t *from)
{
	best[0] = -penalty;
	for (size_t t = min_segment; t <= n; t++) {
		from[t] = 0;
		best[t] = best[0] + segment_cost(sums, 0, t) + penalty;
		for (size_t s = min_segment; s + min_segment <= t; s++) {
			double cost = best[s] + segment_cost(sums, s, t) + penalty;

			if (cost < best[t]) {
				best[t] = cost;
				from[t] = s;
			}
		}
	}
}

/* Walks back over from[], then turns the list round; starts are in values, not in groups. */
static size_t
collect(double *y, size_t n, const size_t *from, size_t group,
    struct changepoint_segment *segments)
{
	size_t count = 0;

	for (size_t to = n; to > 0; to = from[to]) {
		segments[count].start = from[to] * group;
		segments[count++].level = order_median_of(y + from[to], to - from[to]);
	}
	for (size_t i = 0, j = count; i + 1 < j; i++) {
		struct changepoint_segment kept = segments[i];

		segments[i] = segments[--j];
		segments[j] = kept;
	}
	return count;
}

int
changepoint_find(const double *values, size_t n, size_t min_segment, double penalty,
    struct changepoint_segment *segments, size_t *count)
{
	double *memory, *y, *w, *scratch, *best, median, sigma;
	struct sums sums;
	size_t *from, group;
	enum series_scale scale = series_choose_scale(values, n);
	int failure = series_check(values, n);

	assert(min_segment > 0);
	if (failure < 0)
		return failure;
	memory = malloc((6 * n + 3) * sizeof(memory[0]));
	from = calloc(n + 1, sizeof(from[0]));
	if (memory == NULL || from == NULL) {
		free(memory);
		free(from);
		return STATS_NO_MEMORY;
	}
	y = memory;
	w = y + n;
	scratch = w + n;
	best = scratch + n;
	sums.plain = best + n + 1;
	sums.square = sums.plain + n + 1;
	memcpy(y, values, n * sizeof(y[0]));
	group = series_condense(y, &n);
	series_transform(scale, y, n, y);
	sigma = n > 1 ? neighbour_noise(y, n, scratch) : 0;
	memcpy(w, y, n * sizeof(w[0]));
	median = clip(w, n, scratch);
	fill_sums(w, n, median, &sums);
	if (sigma == 0 && n > 1)
		sigma = sqrt(fmax(0, segment_cost(&sums, 0, n)) / (double)(n - 1));
	if (n >= CHANGEPOINT_RUNS_MIN && n >= min_segment && sigma > 0)
		partition(&sums, n, min_segment, penalty * sigma * sigma * log((double)n), best,
		    from);
	*count = collect(y, n, from, group, segments);
	free(memory);
	free(from);
	return STATS_OK;
}
