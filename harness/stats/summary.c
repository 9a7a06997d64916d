/* One series: see summary.h. */
#include "stats/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/dependence.h"
#include "stats/failure.h"
#include "stats/order.h"
#include "stats/series.h"

/* The mean in two passes, so that a large common part costs no digits; then the deviation. */
static void
moments(const double *values, size_t n, struct summary *s)
{
	double mean = 0, rest = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		mean += values[i] / (double)n;
	for (size_t i = 0; i < n; i++)
		rest += (values[i] - mean) / (double)n;
	mean += rest;
	for (size_t i = 0; i < n; i++)
		squares += (values[i] - mean) * (values[i] - mean);
	s->mean = mean;
	s->sd = n > 1 ? sqrt(squares / (double)(n - 1)) : NAN;
}

static void
median_interval(const double *values, const double *sorted, double alpha, struct summary *s)
{
	struct order_ranks ranks = order_median_ranks(s->n, alpha);
	struct dependence wide;

	s->lag1 = dependence_lag1(values, s->n);
	wide = dependence_widen(s->n, s->lag1, alpha);
	s->widened = wide.applied;
	s->n_eff = wide.n_eff;
	s->attained = ranks.attained;
	s->conf = ranks.conf;
	if (wide.applied) {
		ranks.lo = wide.k;
		ranks.hi = s->n + 1 - wide.k;
		s->conf = 1 - alpha;
	}
	s->lo = sorted[ranks.lo - 1];
	s->hi = sorted[ranks.hi - 1];
	s->half_width_ratio = s->median != 0 ? (s->hi - s->lo) / (2 * fabs(s->median)) : NAN;
}

int
summary_compute(const double *values, size_t n, double alpha, struct summary *summary)
{
	struct summary s = { .n = n };
	double *sorted;
	int failure = series_check(values, n);

	if (failure < 0)
		return failure;
	sorted = malloc(n * sizeof(sorted[0]));
	if (sorted == NULL)
		return STATS_NO_MEMORY;
	memcpy(sorted, values, n * sizeof(sorted[0]));
	order_sort(sorted, n);
	s.min = sorted[0];
	s.max = sorted[n - 1];
	s.median = order_median(sorted, n);
	moments(values, n, &s);
	median_interval(values, sorted, alpha, &s);
	for (size_t i = 0; i < n; i++)
		sorted[i] = fabs(sorted[i] - s.median);
	s.mad = order_median_of(sorted, n);
	free(sorted);
	*summary = s;
	return STATS_OK;
}
