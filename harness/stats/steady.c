/* Steady state: see steady.h. */
#include "stats/steady.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/changepoint.h"
#include "stats/failure.h"
#include "stats/order.h"
#include "stats/series.h"

const char *
steady_name(enum steady_kind kind)
{
	switch (kind) {
	case STEADY_ALL:
		return "steady";
	case STEADY_WARMUP:
		return "warm-up";
	case STEADY_SLOWDOWN:
		return "slow-down";
	case STEADY_SHIFT:
		return "shift";
	case STEADY_NEVER:
		return "not-steady";
	}
	return "unknown";
}

static enum steady_kind
classify(const struct changepoint_segment *segments, size_t first, double last, double tau)
{
	size_t slower = 0, faster = 0;

	for (size_t i = 0; i < first; i++) {
		slower += segments[i].level > last + tau;
		faster += segments[i].level < last - tau;
	}
	if (slower == first)
		return STEADY_WARMUP;
	return faster == first ? STEADY_SLOWDOWN : STEADY_SHIFT;
}

/* Mean level of the first `first` segments, each counting by its length. */
static double
level_before(const struct changepoint_segment *segments, size_t first)
{
	double sum = 0;

	for (size_t i = 0; i < first; i++)
		sum += segments[i].level * (double)(segments[i + 1].start - segments[i].start);
	return sum / (double)segments[first].start;
}

static void
describe(const struct changepoint_segment *segments, size_t count, size_t n,
    enum series_scale scale, double tau, struct steady *steady)
{
	size_t first = count - 1;
	double last = segments[count - 1].level, before;

	while (first > 0 && fabs(segments[first - 1].level - last) <= tau)
		first--;
	steady->segment_count = count;
	steady->start = segments[first].start;
	steady->before_ratio = 0;
	steady->kind = STEADY_ALL;
	if (first == 0)
		return;
	before = level_before(segments, first);
	steady->before_ratio = scale == SERIES_LOG ? expm1(before - last)
						   : series_relative(scale, last, before);
	steady->kind = 2 * (n - steady->start) < n ? STEADY_NEVER
						   : classify(segments, first, last, tau);
}

int
steady_classify(const double *values, size_t n, double delta, struct steady *steady)
{
	enum series_scale scale = series_choose_scale(values, n);
	struct changepoint_segment *segments;
	double *copy;
	size_t count;
	int failure = series_check(values, n);

	if (failure < 0)
		return failure;
	segments = malloc((n / CHANGEPOINT_SEGMENT_MIN + 1) * sizeof(segments[0]));
	copy = malloc(n * sizeof(copy[0]));
	failure = STATS_NO_MEMORY;
	if (segments != NULL && copy != NULL)
		failure = changepoint_find(values, n, CHANGEPOINT_SEGMENT_MIN,
		    CHANGEPOINT_PENALTY, segments, &count);
	if (failure == STATS_OK) {
		memcpy(copy, values, n * sizeof(copy[0]));
		describe(segments, count, n, scale,
		    series_margin(scale, delta, order_median_of(copy, n)), steady);
	}
	free(segments);
	free(copy);
	return failure;
}
