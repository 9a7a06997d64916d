/*
 * One series: what it refuses, small n, ties, dependence, flags and steady state.  Expected values
 * are worked out by hand in the comments, or come from scipy 1.10.1 where that is said.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stats/binomial.h"
#include "stats/changepoint.h"
#include "stats/dependence.h"
#include "stats/failure.h"
#include "stats/flags.h"
#include "stats/normal.h"
#include "stats/order.h"
#include "stats/outlier.h"
#include "stats/series.h"
#include "stats/steady.h"
#include "stats/summary.h"
#include "stats/trend.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void
near(double got, double want, double tolerance)
{
	if (!(fabs(got - want) <= tolerance))
		fail_msg("%.17g, should be %.17g", got, want);
}

/* A quiet series around 1: +-0.1 % in a fixed pattern without trend. */
static double
jitter(size_t i)
{
	static const double pattern[] = { 0, 0.0010, -0.0007, 0.0004, -0.0010, 0.0008, -0.0003 };

	return 1 + pattern[(i * 5) % COUNT(pattern)];
}

/* ---- refusals and small n ---- */

static void
refuses_what_is_no_number(void **state)
{
	static const double bad[] = { NAN, INFINITY, -INFINITY };
	size_t index[3], count;
	struct changepoint_segment segments[2];
	struct outliers outliers;
	struct summary summary;
	struct steady steady;
	struct flags flags;
	struct trend trend;
	double slope;

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		double x[] = { 1, bad[i], 2 };

		assert_int_equal(summary_compute(x, 3, 0.05, &summary), STATS_BAD_VALUE);
		assert_int_equal(trend_mann_kendall(x, 3, &trend), STATS_BAD_VALUE);
		assert_int_equal(trend_theil_sen(x, 3, SERIES_LINEAR, &slope), STATS_BAD_VALUE);
		assert_int_equal(outlier_find(x, 3, &outliers, index), STATS_BAD_VALUE);
		assert_int_equal(changepoint_find(x, 3, 5, 4, segments, &count),
		    STATS_BAD_VALUE);
		assert_int_equal(steady_classify(x, 3, 0.01, &steady), STATS_BAD_VALUE);
		assert_int_equal(flags_find(x, 3, &summary, 0.01, &flags, NULL),
		    STATS_BAD_VALUE);
	}
	assert_int_equal(trend_theil_sen((double[]){ 1, 0 }, 2, SERIES_LOG, &slope),
	    STATS_BAD_VALUE);
	assert_int_equal(trend_theil_sen((double[]){ 1 }, 1, SERIES_LOG, &slope), STATS_TOO_FEW);
	assert_int_equal(summary_compute(NULL, 0, 0.05, &summary), STATS_TOO_FEW);
}

static void
failures_have_words(void **state)
{
	(void)state;
	for (int failure = STATS_TOO_LARGE; failure <= STATS_OK; failure++)
		assert_string_not_equal(failure_text(failure), failure_text(1));
}

static void
one_run(void **state)
{
	struct summary s;
	struct flags f;
	double x = 3;

	(void)state;
	assert_int_equal(summary_compute(&x, 1, 0.05, &s), 0);
	assert_true(s.lo == 3 && s.hi == 3 && s.conf == 0 && !s.attained);
	assert_true(isnan(s.sd) && s.mad == 0 && s.lag1 == 0);
	assert_int_equal(flags_find(&x, 1, &s, 0.01, &f, NULL), 0);
	assert_int_equal(f.mask, FLAG_FEW);
	assert_int_equal(f.steady.kind, STEADY_ALL);
}

/* The range and how sure it is: 1 - 2 * 2^-n. */
static void
range_for_few_runs(void **state)
{
	static const double conf[] = { 0.5, 0.75, 0.875, 0.9375, 0.96875 };
	double x[] = { 5, 1, 4, 2, 3, 6 };
	struct summary s;

	(void)state;
	for (size_t n = 2; n <= 6; n++) {
		assert_int_equal(summary_compute(x, n, 0.05, &s), 0);
		assert_true(s.lo == 1 && s.hi == (n == 6 ? 6 : 5));
		near(s.conf, conf[n - 2], 1e-15);
		assert_int_equal(s.attained, n == 6);
	}
	near(s.half_width_ratio, (6 - 1) / 7.0, 1e-15);
}

static void
negative_and_zero_median(void **state)
{
	double x[] = { -2, -1, 0, 1, 2, 0, 0 };
	struct summary s;

	(void)state;
	assert_int_equal(summary_compute(x, 7, 0.05, &s), 0);
	assert_true(s.median == 0 && s.min == -2 && s.max == 2);
	assert_true(isnan(s.half_width_ratio));
	x[6] = -7;
	assert_int_equal(summary_compute(x, 7, 0.05, &s), 0);	/* sorted -7 -2 -1 0 0 1 2 */
	assert_true(s.median == 0 && s.lo == -7);
}

/* A large common part must not cost the deviation its digits: sd of 0, 1, 2, 3 is sqrt(5/3). */
static void
large_offset(void **state)
{
	double x[] = { 1e9, 1e9 + 1, 1e9 + 2, 1e9 + 3 };
	struct summary s;

	(void)state;
	assert_int_equal(summary_compute(x, 4, 0.05, &s), 0);
	near(s.mean, 1e9 + 1.5, 1e-6);
	near(s.sd, sqrt(5.0 / 3), 1e-9);
}

/* ---- distributions ---- */

/*
 * scipy.stats.binom; for n = 10^9, where that is off in the 8th digit, the normal integral with its
 * terms for kurtosis and for the sum (Edgeworth, Euler-Maclaurin), good to 12 digits.
 */
static void
binomial_tails(void **state)
{
	static const struct {
		uint64_t n, k;
		double p, below, from;
	} cases[] = {
		{ 20, 3, 0.3, 0.03548313229846864, 0.9645168677015313 },
		{ 50000, 49990, 0.9999, 0.013690735559889302, 0.9863092644401107 },
		{ 1000000, 998930, 0.999, 0.013542782982868753, 0.9864572170171313 },
		{ 1000000000, 499970000, 0.5, 0.0288877002422, 0.9711122997578 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		near(binomial_below(cases[i].k, cases[i].n, cases[i].p), cases[i].below,
		    1e-9 * cases[i].below);
		near(binomial_from(cases[i].k, cases[i].n, cases[i].p), cases[i].from, 1e-9);
	}
	near(binomial_probability(3, 20, 0.3), 0.0716036722052621, 1e-14);
	assert_true(binomial_below(0, 5, 0.5) == 0 && binomial_below(6, 5, 0.5) == 1);
	assert_true(binomial_from(0, 5, 0.5) == 1 && binomial_from(6, 5, 0.5) == 0);
	assert_true(binomial_from(5, 5, 1) == 1 && binomial_from(1, 5, 0) == 0);
	assert_true(binomial_below(1, 5, 0) == 1 && binomial_below(5, 5, 1) == 0);
}

static void
normal_edges(void **state)
{
	(void)state;
	assert_true(normal_quantile(0) == -INFINITY && normal_quantile(1) == INFINITY);
	assert_true(isnan(normal_quantile(-0.1)) && isnan(normal_quantile(NAN)));
	near(normal_quantile(1e-10), -6.361340902404056, 1e-9);	/* scipy.stats.norm.ppf */
	near(normal_lower(normal_quantile(0.2)), 0.2, 1e-15);
}

/* scipy.stats.binom, searched from the definition. */
static void
quantile_ranks_of_long_series(void **state)
{
	static const struct {
		uint64_t n;
		double p;
		uint64_t lo, hi;
	} cases[] = {
		{ 1, 0.5, 0, 2 },
		{ 5, 0.5, 0, 6 },
		{ 36886, 0.9999, 36878, 36887 },
		{ 36887, 0.9999, 36879, 36887 },
		{ 1000000, 0.999, 998938, 999062 },
		{ 100000000, 0.5, 49990200, 50009801 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct order_ranks r = order_quantile_ranks(cases[i].n, cases[i].p, 0.05);

		assert_int_equal(r.lo, cases[i].lo);
		assert_int_equal(r.hi, cases[i].hi);
		assert_int_equal(r.attained, r.lo > 0 && r.hi <= cases[i].n);
	}
}

/* All ways to arrange up to six values, of which any may be equal, against sorting. */
static void
median_without_sorting(void **state)
{
	double x[6], sorted[6], after[6];

	(void)state;
	for (size_t n = 1, all = 6; n <= 6; n++, all *= 6)
		for (size_t code = 0; code < all; code++) {
			for (size_t i = 0, rest = code; i < n; i++, rest /= 6)
				x[i] = sorted[i] = (double)(rest % 6) - 2.5;
			near(order_median_among(x, n), order_median_of(sorted, n), 0);
			memcpy(after, x, sizeof(after));
			order_sort(after, n);
			assert_memory_equal(after, sorted, n * sizeof(after[0]));
		}
}

static void
midranks(void **state)
{
	static const double x[] = { 1, 2, 2, 2, 5, 7, 7 };
	static const unsigned want[] = { 2, 6, 6, 6, 10, 13, 13 };	/* 1 3 3 3 5 6.5 6.5 */
	unsigned got[7];

	(void)state;
	order_doubled_midranks(x, 7, got);
	assert_memory_equal(got, want, sizeof(want));
}

/* ---- dependence and trend ---- */

/* Steps of 1, 2, ... 12: d = -5.5 ... 5.5, sum d^2 = 143, sum of neighbours' products = 107.25. */
static void
dependent_runs_widen(void **state)
{
	double x[12], plain[12];
	struct summary s;
	struct flags f;

	(void)state;
	for (size_t i = 0; i < 12; i++) {
		x[i] = 101 + (double)i;
		plain[i] = 101 + (double)(i * 5 % 12);
	}
	near(dependence_lag1(x, 12), 107.25 / 143, 1e-12);
	assert_int_equal(summary_compute(x, 12, 0.05, &s), 0);
	/* r = 0.75 + 4/12 > 0.95, so n_eff = max(2, 12 * 0.05 / 1.95) and k = 1 */
	assert_true(s.widened && s.n_eff == 2 && s.lo == 101 && s.hi == 112);
	near(s.conf, 0.95, 1e-15);
	assert_int_equal(flags_find(x, 12, &s, 0.01, &f, NULL), 0);
	assert_true(f.mask & FLAG_AUTOCORR);	/* 0.75 > 2 / sqrt 12 = 0.577 */
	assert_true(f.mask & FLAG_TREND);

	assert_int_equal(summary_compute(plain, 12, 0.05, &s), 0);
	assert_true(!s.widened && s.n_eff == 12 && s.lo == 103 && s.hi == 110);	/* ranks 3, 10 */
}

static void
lag1_where_undefined(void **state)
{
	static const double constant[] = { 4, 4, 4, 4 };

	(void)state;
	assert_true(dependence_lag1(constant, 4) == 0);
	assert_true(dependence_lag1((double[]){ 1, 2 }, 2) == 0);
}

/* A pure 1 % per run: every pair has the slope ln 1.01, so the drift over 10 runs is 1.01^9 - 1. */
static void
exact_trend(void **state)
{
	double x[10], slope;
	struct summary s;
	struct flags f;
	struct trend t;

	(void)state;
	for (size_t i = 0; i < 10; i++)
		x[i] = 7 * pow(1.01, (double)i);
	assert_int_equal(trend_theil_sen(x, 10, SERIES_LOG, &slope), 0);
	near(slope, log(1.01), 1e-14);
	assert_int_equal(trend_mann_kendall(x, 10, &t), 0);
	assert_int_equal(t.s, 45);
	near(t.z, 44 / sqrt(10.0 * 9 * 25 / 18), 1e-12);
	assert_int_equal(summary_compute(x, 10, 0.05, &s), 0);
	assert_int_equal(flags_find(x, 10, &s, 0.01, &f, NULL), 0);
	near(f.drift_ratio, pow(1.01, 9) - 1, 1e-12);
	assert_true(f.mask & FLAG_TREND);
	/* the same rise, but a change of 10 % would be the first to matter */
	assert_int_equal(flags_find(x, 10, &s, 0.10, &f, NULL), 0);
	assert_false(f.mask & FLAG_TREND);
}

static void
no_trend_without_variance(void **state)
{
	static const double constant[9] = { 2, 2, 2, 2, 2, 2, 2, 2, 2 };
	struct trend t;

	(void)state;
	assert_int_equal(trend_mann_kendall(constant, 9, &t), 0);
	assert_true(t.s == 0 && t.z == 0 && t.p == 1);
}

/* 4001 values: groups of 3 (ceil(4001 / 2000)), 1334 of them; the slope stays one per run. */
static void
long_series_are_condensed(void **state)
{
	size_t n = 4001;
	double *x = malloc(n * sizeof(x[0])), slope;
	struct trend t;

	(void)state;
	assert_non_null(x);
	for (size_t i = 0; i < n; i++)
		x[i] = 5 + (double)i;
	assert_int_equal(trend_theil_sen(x, n, SERIES_LINEAR, &slope), 0);
	near(slope, 1, 1e-12);
	assert_int_equal(trend_mann_kendall(x, n, &t), 0);
	assert_int_equal(t.s, 1334 * 1333 / 2);
	assert_int_equal(series_condense(x, &n), 3);
	assert_int_equal(n, 1334);
	assert_true(x[0] == 6 && x[1332] == 5 + 3997);
	near(x[1333], 5 + 3999.5, 1e-9);	/* the last group has two values */
	free(x);
}

/* ---- outliers and other flags ---- */

/* Median 10, deviations 0 .1 .1 .2 .2: s = 1.4826 ln(1.01) or so; 14 is 40 % up, 7 is 30 % down. */
static void
outliers_both_sides(void **state)
{
	double x[] = { 14, 10, 10.1, 9.9, 10.2, 9.8, 7, 10, 10.1, 9.9 };
	struct outliers found;
	struct summary s;
	struct flags f;
	size_t index[10];

	(void)state;
	assert_int_equal(outlier_find(x, 10, &found, index), 0);
	assert_true(found.slow_count == 1 && found.fast_count == 1);
	assert_true(index[0] == 0 && index[1] == 6 && found.median == 10);
	assert_int_equal(summary_compute(x, 10, 0.05, &s), 0);
	assert_int_equal(flags_find(x, 10, &s, 0.01, &f, NULL), 0);
	assert_int_equal(f.mask, FLAG_SPIKES | FLAG_FAST | FLAG_COLD_FIRST);
	x[0] = 10;
	assert_int_equal(summary_compute(x, 10, 0.05, &s), 0);
	assert_int_equal(flags_find(x, 10, &s, 0.01, &f, NULL), 0);
	assert_int_equal(f.mask, FLAG_FAST);
}

/*
 * Most values equal: the MAD is 0, so s = 1.2533 mean|y - median|.  One of 12 up by ln 1.5: the
 * mean is ln 1.5 / 12, 5 s = 0.522 ln 1.5, so it counts; and 1.5 % never does, being below 2 %.
 */
static void
outliers_of_a_flat_series(void **state)
{
	double x[] = { 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2 };
	struct outliers found;

	(void)state;
	assert_int_equal(outlier_find(x, 12, &found, NULL), 0);
	assert_int_equal(found.slow_count, 1);
	x[10] = 2.03;
	assert_int_equal(outlier_find(x, 12, &found, NULL), 0);
	assert_int_equal(found.slow_count, 0);
	assert_int_equal(outlier_find(x + 8, 4, &found, NULL), 0);	/* n < 5 */
	assert_int_equal(found.slow_count, 0);
}

/* Counts of events may be 0: the linear scale, and still an outlier. */
static void
outliers_with_zeros(void **state)
{
	double x[] = { 0, 1, 0, 2, 1, 0, 1, 400 };
	struct outliers found;
	size_t index[8];

	(void)state;
	assert_int_equal(outlier_find(x, 8, &found, index), 0);
	assert_true(found.slow_count == 1 && found.fast_count == 0 && index[0] == 7);
}

static void
coarse_clock(void **state)
{
	double x[] = { 1, 1, 1.01, 1, 1.01, 1, 1, 1.01 };	/* 2 distinct of 8 */
	struct summary s;
	struct flags f;

	(void)state;
	assert_int_equal(summary_compute(x, 8, 0.05, &s), 0);
	assert_int_equal(flags_find(x, 8, &s, 0.01, &f, NULL), 0);
	assert_int_equal(f.mask, FLAG_COARSE);
	assert_int_equal(f.distinct_count, 2);
	x[0] = 0.99, x[1] = 1.02;	/* 4 of 8 is enough */
	assert_int_equal(summary_compute(x, 8, 0.05, &s), 0);
	assert_int_equal(flags_find(x, 8, &s, 0.01, &f, NULL), 0);
	assert_int_equal(f.mask, 0);
}

static void
flags_have_names(void **state)
{
	(void)state;
	for (unsigned bit = 0; bit <= 10; bit++)
		assert_non_null(flags_name((enum flag)(1u << bit)));
	assert_null(flags_name((enum flag)(1u << 11)));
}

/* ---- steady state ---- */

struct piece {
	size_t length;
	double level;
};

static void
steady_states(void **state)
{
	static const struct {
		const char *what;
		struct piece pieces[4];
		enum steady_kind kind;
		size_t start;
		double before;	/* ratio - 1 of the level before */
		unsigned flag;
	} cases[] = {
		{ "one level", { { 30, 10 } }, STEADY_ALL, 0, 0, 0 },
		{ "too short to say", { { 5, 20 }, { 4, 10 } }, STEADY_ALL, 0, 0, 0 },
		{ "warm-up", { { 8, 12 }, { 22, 10 } }, STEADY_WARMUP, 8, 0.2, FLAG_WARMUP },
		{ "small warm-up", { { 10, 10.2 }, { 20, 10 } }, STEADY_WARMUP, 10, 0.02,
		    FLAG_WARMUP },
		{ "a difference that does not matter", { { 10, 10.06 }, { 20, 10 } }, STEADY_ALL,
		    0, 0, 0 },
		/* both are clipped alike, so one level: the median of 6 x 14 and 8 x 12 */
		{ "warm-up in two steps", { { 6, 14 }, { 8, 12 }, { 26, 10 } }, STEADY_WARMUP,
		    14, 0.2, FLAG_WARMUP },
		{ "slow-down", { { 12, 10 }, { 28, 12.5 } }, STEADY_SLOWDOWN, 12, -0.2,
		    FLAG_SLOWDOWN },
		{ "both sides", { { 8, 12 }, { 8, 8 }, { 24, 10 } }, STEADY_SHIFT, 16, 0,
		    FLAG_SHIFT },
		{ "back to the first level", { { 12, 10 }, { 8, 12 }, { 20, 10 } }, STEADY_SHIFT,
		    20, 0, FLAG_SHIFT },
		{ "last level too short", { { 25, 10 }, { 15, 12 } }, STEADY_NEVER, 25,
		    10 / 12.0 - 1, FLAG_NOT_STEADY },
		{ "exactly half is enough", { { 20, 12 }, { 20, 10 } }, STEADY_WARMUP, 20, 0.2,
		    FLAG_WARMUP },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		double x[64];
		size_t n = 0;
		struct steady s;
		struct summary summary;
		struct flags f;

		for (size_t p = 0; p < 4; p++)
			for (size_t j = 0; j < cases[i].pieces[p].length; j++, n++)
				x[n] = cases[i].pieces[p].level * jitter(n);
		assert_int_equal(steady_classify(x, n, 0.01, &s), 0);
		if (s.kind != cases[i].kind || s.start != cases[i].start)
			fail_msg("%s: %s from %zu", cases[i].what, steady_name(s.kind), s.start);
		if (cases[i].kind != STEADY_SHIFT)
			near(s.before_ratio, cases[i].before, 0.002);
		assert_int_equal(summary_compute(x, n, 0.05, &summary), 0);
		assert_int_equal(flags_find(x, n, &summary, 0.01, &f, NULL), 0);
		assert_int_equal(f.mask &
		    (FLAG_WARMUP | FLAG_SLOWDOWN | FLAG_SHIFT | FLAG_NOT_STEADY), cases[i].flag);
	}
}

/* A spike is no segment, and no level either. */
static void
spikes_do_not_make_levels(void **state)
{
	double x[30];
	struct steady s;

	(void)state;
	for (size_t i = 0; i < 30; i++)
		x[i] = 10 * jitter(i) * (i == 3 || i == 17 ? 1.5 : 1);
	assert_int_equal(steady_classify(x, 30, 0.01, &s), 0);
	assert_int_equal(s.kind, STEADY_ALL);
	assert_int_equal(s.segment_count, 1);
}

static void
constant_series_are_steady(void **state)
{
	double x[20];
	struct steady s;

	(void)state;
	for (size_t i = 0; i < 20; i++)
		x[i] = 3;
	assert_int_equal(steady_classify(x, 20, 0.01, &s), 0);
	assert_int_equal(s.kind, STEADY_ALL);
	for (size_t i = 0; i < 20; i++)
		x[i] = i < 8 ? 4 : 3;	/* no noise at all: sigma is that of the whole */
	assert_int_equal(steady_classify(x, 20, 0.01, &s), 0);
	assert_int_equal(s.kind, STEADY_WARMUP);
	assert_int_equal(s.start, 8);
}

/* Temperatures may be negative: linear scale, margin 1 % of the median. */
static void
steady_with_negative_values(void **state)
{
	double x[30];
	struct steady s;

	(void)state;
	for (size_t i = 0; i < 30; i++)
		x[i] = (i < 10 ? -5 : -10) + (jitter(i) - 1);
	assert_int_equal(steady_classify(x, 30, 0.01, &s), 0);
	assert_int_equal(s.kind, STEADY_WARMUP);
	assert_int_equal(s.start, 10);
	near(s.before_ratio, 0.5, 0.001);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refuses_what_is_no_number),
		cmocka_unit_test(failures_have_words),
		cmocka_unit_test(one_run),
		cmocka_unit_test(range_for_few_runs),
		cmocka_unit_test(negative_and_zero_median),
		cmocka_unit_test(large_offset),
		cmocka_unit_test(binomial_tails),
		cmocka_unit_test(normal_edges),
		cmocka_unit_test(quantile_ranks_of_long_series),
		cmocka_unit_test(median_without_sorting),
		cmocka_unit_test(midranks),
		cmocka_unit_test(dependent_runs_widen),
		cmocka_unit_test(lag1_where_undefined),
		cmocka_unit_test(exact_trend),
		cmocka_unit_test(no_trend_without_variance),
		cmocka_unit_test(long_series_are_condensed),
		cmocka_unit_test(outliers_both_sides),
		cmocka_unit_test(outliers_of_a_flat_series),
		cmocka_unit_test(outliers_with_zeros),
		cmocka_unit_test(coarse_clock),
		cmocka_unit_test(flags_have_names),
		cmocka_unit_test(steady_states),
		cmocka_unit_test(spikes_do_not_make_levels),
		cmocka_unit_test(constant_series_are_steady),
		cmocka_unit_test(steady_with_negative_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
