/* Flags of one series: see flags.h. */
#include "stats/flags.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/failure.h"
#include "stats/order.h"
#include "stats/series.h"
#include "stats/trend.h"

#define TREND_P 0.01
#define TREND_RATIO_MIN 0.005

static const struct {
	enum flag flag;
	const char *name;
} names[] = {
	{ FLAG_SPIKES, "spikes" },
	{ FLAG_FAST, "fast" },
	{ FLAG_COLD_FIRST, "cold-first" },
	{ FLAG_TREND, "trend" },
	{ FLAG_AUTOCORR, "autocorrelated" },
	{ FLAG_SHIFT, "shift" },
	{ FLAG_NOT_STEADY, "not-steady" },
	{ FLAG_WARMUP, "warm-up" },
	{ FLAG_SLOWDOWN, "slow-down" },
	{ FLAG_COARSE, "coarse" },
	{ FLAG_FEW, "few" },
};

const char *
flags_name(enum flag flag)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (names[i].flag == flag)
			return names[i].name;
	return NULL;
}

/* Slow and fast outliers; index has room for n. */
static int
find_outliers(const double *values, size_t n, struct flags *f, size_t *index)
{
	int failure = outlier_find(values, n, &f->outliers, index);

	if (failure < 0)
		return failure;
	if (f->outliers.slow_count > 0)
		f->mask |= FLAG_SPIKES;
	if (f->outliers.fast_count > 0)
		f->mask |= FLAG_FAST;
	if (f->outliers.slow_count + f->outliers.fast_count > 0 && index[0] == 0 &&
	    values[0] > f->outliers.median)
		f->mask |= FLAG_COLD_FIRST;
	return STATS_OK;
}

static int
find_trend(const double *values, size_t n, double median, double delta, struct flags *f)
{
	enum series_scale scale = series_choose_scale(values, n);
	struct trend trend;
	double slope = 0, drift;
	int failure;

	f->drift_p = 1;
	f->drift_ratio = 0;
	if (n < TREND_RUNS_MIN)
		return STATS_OK;
	failure = trend_mann_kendall(values, n, &trend);
	if (failure == STATS_OK)
		failure = trend_theil_sen(values, n, scale, &slope);
	if (failure < 0)
		return failure;
	drift = slope * (double)(n - 1);
	f->drift_p = trend.p;
	if (scale == SERIES_LOG)
		f->drift_ratio = expm1(drift);
	else if (median != 0)
		f->drift_ratio = drift / fabs(median);
	if (trend.p < TREND_P &&
	    fabs(drift) >= series_margin(scale, fmax(delta, TREND_RATIO_MIN), median))
		f->mask |= FLAG_TREND;
	return STATS_OK;
}

static unsigned
steady_flag(enum steady_kind kind)
{
	switch (kind) {
	case STEADY_WARMUP:
		return FLAG_WARMUP;
	case STEADY_SLOWDOWN:
		return FLAG_SLOWDOWN;
	case STEADY_SHIFT:
		return FLAG_SHIFT;
	case STEADY_NEVER:
		return FLAG_NOT_STEADY;
	case STEADY_ALL:
		break;
	}
	return 0;
}

static int
count_distinct(const double *values, size_t n, size_t *count)
{
	double *sorted = malloc(n * sizeof(sorted[0]));

	if (sorted == NULL)
		return STATS_NO_MEMORY;
	memcpy(sorted, values, n * sizeof(sorted[0]));
	order_sort(sorted, n);
	*count = 1;
	for (size_t i = 1; i < n; i++)
		*count += sorted[i] != sorted[i - 1];
	free(sorted);
	return STATS_OK;
}

int
flags_find(const double *values, size_t n, const struct summary *summary, double delta,
    struct flags *flags, size_t *outlier_index)
{
	struct flags f = { .mask = 0 };
	size_t *index = NULL;
	int failure = series_check(values, n);

	if (failure < 0)
		return failure;
	index = outlier_index != NULL ? outlier_index : malloc(n * sizeof(index[0]));
	if (index == NULL)
		return STATS_NO_MEMORY;
	failure = find_outliers(values, n, &f, index);
	if (failure == STATS_OK)
		failure = find_trend(values, n, summary->median, delta, &f);
	if (failure == STATS_OK)
		failure = steady_classify(values, n, delta, &f.steady);
	if (failure == STATS_OK)
		failure = count_distinct(values, n, &f.distinct_count);
	if (index != outlier_index)
		free(index);
	if (failure < 0)
		return failure;
	f.mask |= steady_flag(f.steady.kind);
	if (n >= 10 && summary->lag1 > 2 / sqrt((double)n))
		f.mask |= FLAG_AUTOCORR;
	if (2 * f.distinct_count < n)
		f.mask |= FLAG_COARSE;
	if (!summary->attained)
		f.mask |= FLAG_FEW;
	*flags = f;
	return STATS_OK;
}
