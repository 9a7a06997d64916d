/* Latency histogram and prediction from single calls; values worked out by hand in the comments. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/failure.h"
#include "stats/histogram.h"
#include "stats/predict.h"
#include "stats/rng.h"

static void
near(double got, double want, double tolerance)
{
	if (!(fabs(got - want) <= tolerance))
		fail_msg("%.17g, should be %.17g", got, want);
}

static struct histogram *
fresh(void)
{
	struct histogram *h = malloc(sizeof(*h));

	assert_non_null(h);
	histogram_init(h);
	return h;
}

/* Every bucket begins where the one before ends, and holds its own edges. */
static void
buckets_cover_everything(void **state)
{
	(void)state;
	assert_true(histogram_bucket_low(0) == 0);
	assert_true(histogram_bucket_high(HISTOGRAM_BUCKETS - 1) == UINT64_MAX);
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		uint64_t low = histogram_bucket_low(i), high = histogram_bucket_high(i);

		assert_int_equal(histogram_index(low), i);
		assert_int_equal(histogram_index(high), i);
		assert_true(i == 0 || histogram_bucket_high(i - 1) + 1 == low);
		assert_true(high - low <= low / 128);
	}
}

static void
empty(void **state)
{
	struct histogram *h = fresh();
	struct histogram_interval interval;

	(void)state;
	assert_true(isnan(histogram_percentile(h, 0.5)) && isnan(histogram_mean(h)));
	assert_int_equal(histogram_percentile_interval(h, 0.5, 0.05, &interval), STATS_TOO_FEW);
	free(h);
}

static void
negative_values_are_counted_apart(void **state)
{
	struct histogram *h = fresh();

	(void)state;
	histogram_record_difference(h, -1);
	histogram_record_difference(h, INT64_MIN);
	histogram_record_difference(h, 0);
	histogram_record_difference(h, 7);
	assert_true(h->count == 2 && h->negative_count == 2 && h->min == 0 && h->max == 7);
	near(histogram_mean(h), 3.5, 0);
	free(h);
}

/* Below 256 every value has its own bucket: percentiles of 1 ... 100 are the values themselves. */
static void
percentiles_of_small_values(void **state)
{
	struct histogram *h = fresh();

	(void)state;
	for (uint64_t v = 100; v > 0; v--)
		histogram_record(h, v);
	near(histogram_percentile(h, 0.5), 50, 0);
	near(histogram_percentile(h, 0.9), 90, 0);
	near(histogram_percentile(h, 0.99), 99, 0);
	near(histogram_percentile(h, 0.991), 100, 0);
	near(histogram_percentile(h, 0.07), 7, 0);	/* 0.07 * 100 is just above 7 in binary */
	near(histogram_percentile(h, 1e-9), 1, 0);
	near(histogram_percentile(h, 1), 100, 0);
	free(h);
}

/* A single value lies in [min, max], not at the middle of its bucket. */
static void
percentile_is_clipped(void **state)
{
	struct histogram *h = fresh();

	(void)state;
	histogram_record(h, 1000001);
	for (double p = 0.1; p < 1; p += 0.2)
		near(histogram_percentile(h, p), 1000001, 0);
	free(h);
}

/* Ranks from scipy.stats.binom: 100 values, p90: 84 and 96; 30 values: 23 and none. */
static void
percentile_intervals(void **state)
{
	struct histogram *h = fresh();
	struct histogram_interval i;

	(void)state;
	for (uint64_t v = 1; v <= 30; v++)
		histogram_record(h, v);
	assert_int_equal(histogram_percentile_interval(h, 0.9, 0.05, &i), 0);
	assert_true(i.lo_bounded && i.lo == 23 && !i.hi_bounded && i.hi == 30);
	for (uint64_t v = 31; v <= 100; v++)
		histogram_record(h, v);
	assert_int_equal(histogram_percentile_interval(h, 0.9, 0.05, &i), 0);
	assert_true(i.lo_bounded && i.lo == 84 && i.hi_bounded && i.hi == 96);
	assert_int_equal(histogram_percentile_interval(h, 1, 0.05, &i), STATS_BAD_VALUE);
	assert_int_equal(histogram_percentile_interval(h, NAN, 0.05, &i), STATS_BAD_VALUE);
	free(h);
}

/* The same values times 1000: rank 84 is 84000 in [83968, 84479], 96 in [95744, 96255]. */
static void
interval_takes_whole_buckets(void **state)
{
	struct histogram *h = fresh();
	struct histogram_interval i;

	(void)state;
	for (uint64_t v = 1; v <= 100; v++)
		histogram_record(h, 1000 * v);
	assert_int_equal(histogram_percentile_interval(h, 0.9, 0.05, &i), 0);
	assert_true(i.lo == 83968 && i.hi == 96255);
	free(h);
}

static void
values_needed(void **state)
{
	(void)state;
	assert_int_equal(histogram_count_needed(0.99, 0.05), 368);
	assert_int_equal(histogram_count_needed(0.999, 0.05), 3688);
	assert_int_equal(histogram_count_needed(0.9999, 0.05), 36887);
}

static void
merging_is_recording(void **state)
{
	struct histogram *a = fresh(), *b = fresh(), *both = fresh();
	struct rng r;

	(void)state;
	rng_seed(&r, 5);
	for (int i = 0; i < 5000; i++) {
		uint64_t v = rng_next(&r) >> rng_bounded(&r, 64);

		histogram_record(i % 3 == 0 ? a : b, v);
		histogram_record(both, v);
	}
	histogram_record_difference(a, -4);
	histogram_record_difference(both, -4);
	histogram_merge(a, b);
	assert_memory_equal(a, both, sizeof(*a));
	histogram_init(b);
	histogram_merge(a, b);	/* nothing more */
	assert_memory_equal(a, both, sizeof(*a));
	free(a);
	free(b);
	free(both);
}

static void
sum_does_not_overflow(void **state)
{
	struct histogram *h = fresh();

	(void)state;
	for (int i = 0; i < 4; i++)
		histogram_record(h, UINT64_MAX);
	assert_true(h->sum_high == 3 && h->sum_low == UINT64_MAX - 3);	/* 4 * 2^64 - 4 */
	near(histogram_mean(h), 0x1p64, 0);
	free(h);
}

/* What a record does: store the buckets that are not empty and the totals, and read them back. */
static void
stored_and_read_back(void **state)
{
	struct histogram *h = fresh(), *back = fresh();
	struct histogram_bucket bucket;
	size_t cursor = 0, seen = 0;

	(void)state;
	for (uint64_t v = 3; v < UINT64_MAX / 7; v *= 7)
		histogram_record(h, v);
	histogram_record(h, 3);
	histogram_record_difference(h, -9);
	while (histogram_next(h, &cursor, &bucket)) {
		assert_true(bucket.count == (bucket.index == 3 ? 2 : 1));
		assert_true(histogram_bucket_low(bucket.index) == bucket.lo);
		assert_true(histogram_bucket_high(bucket.index) == bucket.hi);
		assert_int_equal(histogram_add_bucket(back, bucket.index, bucket.count), 0);
		seen += bucket.count;
	}
	assert_int_equal(seen, h->count);
	assert_false(histogram_next(h, &cursor, &bucket));	/* and stays at the end */
	assert_int_equal(histogram_set_totals(back, 4, h->max, 0, 0, 0), STATS_BAD_VALUE);
	assert_int_equal(histogram_set_totals(back, 3, h->max / 2, 0, 0, 0), STATS_BAD_VALUE);
	assert_int_equal(histogram_set_totals(back, h->min, h->max, h->sum_high, h->sum_low,
	    h->negative_count), 0);
	assert_memory_equal(h, back, sizeof(*h));
	assert_int_equal(histogram_add_bucket(back, HISTOGRAM_BUCKETS, 1), STATS_BAD_VALUE);
	assert_int_equal(histogram_add_bucket(back, 0, UINT64_MAX), STATS_BAD_VALUE);
	free(h);
	free(back);
}

/*
 * One stall of 100 where a request was due every 10: 90, 80 ... 10 waited as well.  A value of 15
 * hid nothing (5 is below the interval), 20 hid one of 10.
 */
static void
omitted_requests(void **state)
{
	struct histogram *h = fresh(), *filled = fresh();

	(void)state;
	histogram_record(h, 100);
	histogram_fill_omitted(h, 10, filled);
	assert_int_equal(filled->count, 10);
	for (size_t v = 1; v < 128; v++)
		assert_int_equal(filled->buckets[v], v % 10 == 0 && v <= 100);
	assert_true(filled->min == 10 && filled->max == 100);

	histogram_init(h);
	histogram_record(h, 15);
	histogram_record(h, 20);
	histogram_fill_omitted(h, 10, filled);
	assert_true(filled->count == 3 && filled->buckets[10] == 1);

	histogram_init(h);
	for (int i = 0; i < 1000; i++)	/* a second in all, and one stall of a second */
		histogram_record(h, 1000000);
	histogram_record(h, 1000000000);
	histogram_fill_omitted(h, 1000000, filled);
	assert_true(filled->count >= 1990 && filled->count <= 2010);
	near(histogram_percentile(filled, 0.75), 0.5e9, 0.01e9);
	near(histogram_percentile(h, 0.75), 1e6, 1e6 / 256);
	free(h);
	free(filled);
}

/* ---- prediction ---- */

static void
account(void **state)
{
	static const struct {
		double lo, hi;
		bool attained;
		enum predict_account want;
	} cases[] = {
		{ 0.9, 1.1, true, PREDICT_EXPLAINED },
		{ 0.81, 1.24, true, PREDICT_EXPLAINED },
		{ 1.26, 1.9, true, PREDICT_UNEXPLAINED },
		{ 0.5, 0.79, true, PREDICT_OVERESTIMATED },
		{ 1.1, 1.3, true, PREDICT_UNDECIDED },
		{ 0.7, 0.9, true, PREDICT_UNDECIDED },
		{ 1.5, 1.9, false, PREDICT_UNDECIDED },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct blocked r = { .scale = SERIES_LOG, .lo = log(cases[i].lo),
			.hi = log(cases[i].hi), .attained = cases[i].attained };

		assert_string_equal(predict_account_name(predict_judge(&r)),
		    predict_account_name(cases[i].want));
	}
	assert_true(predict_consistent(1, 3, 2, 5) && predict_consistent(2, 5, 1, 2));
	assert_false(predict_consistent(1, 3, 3.1, 5) || predict_consistent(3.1, 5, 1, 3));
}

static void
prediction_refuses(void **state)
{
	struct predict_call call = { 10, NAN, 0, 0 };
	double count = 10, cost = NAN, sum;
	struct predict_propagated p;
	struct summary s;

	(void)state;
	assert_int_equal(predict_propagate(&call, 0, &p), STATS_TOO_FEW);
	assert_int_equal(predict_propagate(&call, 1, &p), STATS_BAD_VALUE);
	assert_int_equal(predict_from_blocks(&count, &cost, 1, 1, 0.05, NULL, &s),
	    STATS_BAD_VALUE);
	assert_int_equal(predict_from_blocks(&count, &cost, 1, 0, 0.05, NULL, &s), STATS_TOO_FEW);
	cost = 2.5;
	assert_int_equal(predict_from_blocks(&count, &cost, 1, 1, 0.05, &sum, &s), 0);
	assert_true(sum == 25 && s.median == 25 && !s.attained);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(buckets_cover_everything),
		cmocka_unit_test(empty),
		cmocka_unit_test(negative_values_are_counted_apart),
		cmocka_unit_test(percentiles_of_small_values),
		cmocka_unit_test(percentile_is_clipped),
		cmocka_unit_test(percentile_intervals),
		cmocka_unit_test(interval_takes_whole_buckets),
		cmocka_unit_test(values_needed),
		cmocka_unit_test(merging_is_recording),
		cmocka_unit_test(sum_does_not_overflow),
		cmocka_unit_test(stored_and_read_back),
		cmocka_unit_test(omitted_requests),
		cmocka_unit_test(account),
		cmocka_unit_test(prediction_refuses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
