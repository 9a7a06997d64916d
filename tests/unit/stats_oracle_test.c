/*
 * stats/ against vectors from R, scipy and numpy (tests/data/oracles/stats.json).  Every case of
 * the file is run at its own tolerance; a function of the file without a handler here, an expected
 * value that no handler looks at, or another number of cases than 170 is a failure.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stats/blocked.h"
#include "stats/changepoint.h"
#include "stats/contrast.h"
#include "stats/dependence.h"
#include "stats/fisher.h"
#include "stats/fit.h"
#include "stats/histogram.h"
#include "stats/holm.h"
#include "stats/normal.h"
#include "stats/order.h"
#include "stats/outlier.h"
#include "stats/paired.h"
#include "stats/predict.h"
#include "stats/rng.h"
#include "stats/schedule.h"
#include "stats/sequential.h"
#include "stats/summary.h"
#include "stats/trend.h"
#include "stats/verdict.h"

#define ORACLES "tests/data/oracles/stats.json"
#define CASE_COUNT 170

struct oracle {
	const char *id;
	const json_t *input, *expect;
	double abs, rel;
	size_t checked;		/* expected values that were looked at */
};

static json_t *oracles;
static size_t cases_run;

/* ---- reading ---- */

static double
input_number(const struct oracle *o, const char *key)
{
	const json_t *value = json_object_get(o->input, key);

	if (!json_is_number(value))
		fail_msg("%s: no number \"%s\"", o->id, key);
	return json_number_value(value);
}

static uint64_t
big_integer(const json_t *value)
{
	if (json_is_string(value))
		return strtoull(json_string_value(value), NULL, 10);
	return (uint64_t)json_integer_value(value);
}

/* A fresh copy of an array of numbers. */
static double *
numbers(const json_t *array, size_t *n)
{
	double *values;

	*n = json_array_size(array);
	values = calloc(*n + 1, sizeof(values[0]));
	assert_non_null(values);
	for (size_t i = 0; i < *n; i++)
		values[i] = json_number_value(json_array_get(array, i));
	return values;
}

static double *
input_numbers(const struct oracle *o, const char *key, size_t *n)
{
	const json_t *array = json_object_get(o->input, key);

	if (!json_is_array(array))
		fail_msg("%s: no list \"%s\"", o->id, key);
	return numbers(array, n);
}

/* The blocks [[A values, B values], ...]; release_blocks() frees them. */
static struct blocks
input_blocks(const struct oracle *o)
{
	const json_t *array = json_object_get(o->input, "blocks");
	size_t count = json_array_size(array);
	struct cell *cells = calloc(2 * count, sizeof(cells[0]));

	assert_non_null(cells);
	for (size_t i = 0; i < 2 * count; i++)
		cells[i].values = numbers(json_array_get(json_array_get(array, i / 2), i % 2),
		    &cells[i].count);
	return (struct blocks){ count, 2, cells };
}

static void
release_blocks(struct blocks *blocks)
{
	for (size_t i = 0; i < 2 * blocks->block_count; i++)
		free((void *)blocks->cells[i].values);
	free((void *)blocks->cells);
}

/* ---- comparing ---- */

static void
compare_number(const struct oracle *o, const char *key, const json_t *want, double got)
{
	double wanted;

	if (json_is_null(want)) {
		if (!isnan(got))
			fail_msg("%s: %s is %.17g, should not be reported", o->id, key, got);
		return;
	}
	wanted = json_number_value(want);
	if (!(fabs(got - wanted) <= o->abs + o->rel * fabs(wanted)))
		fail_msg("%s: %s is %.17g, should be %.17g", o->id, key, got, wanted);
}

/* Compares when the case says something about `key`. */
static void
expect_number(struct oracle *o, const char *key, double got)
{
	const json_t *want = json_object_get(o->expect, key);

	if (want == NULL)
		return;
	o->checked++;
	compare_number(o, key, want, got);
}

static void
expect_numbers(struct oracle *o, const char *key, const double *got, size_t n)
{
	const json_t *want = json_object_get(o->expect, key);

	assert_non_null(want);
	o->checked++;
	if (json_array_size(want) != n)
		fail_msg("%s: %s has %zu entries, should have %zu", o->id, key, n,
		    json_array_size(want));
	for (size_t i = 0; i < n; i++)
		compare_number(o, key, json_array_get(want, i), got[i]);
}

static void
expect_big(struct oracle *o, const char *key, size_t index, uint64_t got)
{
	const json_t *want = json_array_get(json_object_get(o->expect, key), index);

	assert_non_null(want);
	if (big_integer(want) != got)
		fail_msg("%s: %s[%zu] is %llu", o->id, key, index, (unsigned long long)got);
	if (index + 1 == json_array_size(json_object_get(o->expect, key)))
		o->checked++;
}

/* Names compare without case and punctuation: "TOO_FEW" is "too-few". */
static void
expect_name(struct oracle *o, const char *key, const char *got)
{
	const char *want = json_string_value(json_object_get(o->expect, key)), *w = want;

	assert_non_null(want);
	o->checked++;
	for (const char *g = got; *g != '\0' || *w != '\0';) {
		if (*g == '-')
			g++;
		else if (*w == '_')
			w++;
		else if ((*g++ ^ *w++) != ('a' ^ 'A'))
			fail_msg("%s: %s is \"%s\", should be \"%s\"", o->id, key, got, want);
	}
}

/* ---- one handler for each function of the file ---- */

static void
quantile7(struct oracle *o)
{
	size_t n, count;
	double *x = input_numbers(o, "x", &n), *p = input_numbers(o, "p", &count);

	order_sort(x, n);
	for (size_t i = 0; i < count; i++)
		p[i] = order_quantile(x, n, p[i]);
	expect_numbers(o, "q", p, count);
	free(x);
	free(p);
}

static void
summary(struct oracle *o)
{
	size_t n;
	double *x = input_numbers(o, "x", &n);
	struct summary s;

	assert_int_equal(summary_compute(x, n, 0.05, &s), 0);
	expect_number(o, "n", (double)s.n);
	expect_number(o, "min", s.min);
	expect_number(o, "max", s.max);
	expect_number(o, "median", s.median);
	expect_number(o, "mean", s.mean);
	expect_number(o, "mad", s.mad);
	expect_number(o, "sd", s.sd);
	free(x);
}

static void
median_ranks(struct oracle *o)
{
	struct order_ranks r = order_median_ranks((uint64_t)input_number(o, "n"),
	    input_number(o, "alpha"));

	expect_number(o, "lo_rank", (double)r.lo);
	expect_number(o, "hi_rank", (double)r.hi);
	expect_number(o, "conf", r.conf);
	expect_number(o, "attained", r.attained);
}

static void
quantile_ranks(struct oracle *o)
{
	struct order_ranks r = order_quantile_ranks((uint64_t)input_number(o, "N"),
	    input_number(o, "p"), input_number(o, "alpha"));

	expect_number(o, "lo_rank", (double)r.lo);
	expect_number(o, "hi_rank", (double)r.hi);
}

static void
lag1(struct oracle *o)
{
	size_t n;
	double *x = input_numbers(o, "x", &n);

	expect_number(o, "r1", dependence_lag1(x, n));
	free(x);
}

static void
widen_k(struct oracle *o)
{
	struct dependence d = dependence_widen((size_t)input_number(o, "n"),
	    input_number(o, "r1"), input_number(o, "alpha"));

	expect_number(o, "applied", d.applied);
	expect_number(o, "k", d.applied ? (double)d.k : NAN);
	expect_number(o, "n_eff", d.applied ? d.n_eff : NAN);
}

static void
mann_kendall(struct oracle *o)
{
	size_t n;
	double *x = input_numbers(o, "x", &n);
	struct trend t;

	assert_int_equal(trend_mann_kendall(x, n, &t), 0);
	expect_number(o, "S", (double)t.s);
	expect_number(o, "z", t.z);
	expect_number(o, "p", t.p);
	free(x);
}

static void
theil_sen_log(struct oracle *o)
{
	size_t n;
	double *x = input_numbers(o, "x", &n), slope;

	assert_int_equal(trend_theil_sen(x, n, SERIES_LOG, &slope), 0);
	expect_number(o, "slope", slope);
	free(x);
}

static void
blocked(struct oracle *o)
{
	struct blocks blocks = input_blocks(o);
	struct blocked r;

	assert_int_equal(blocked_compare(&blocks, 0, 1, SERIES_LOG, input_number(o, "alpha"), &r),
	    0);
	expect_number(o, "est", r.est);
	expect_number(o, "lo", r.lo);
	expect_number(o, "hi", r.hi);
	expect_number(o, "conf", r.conf);
	expect_number(o, "k", (double)r.k);
	expect_number(o, "U", r.u);
	expect_number(o, "p", r.p);
	release_blocks(&blocks);
}

static void
paired(struct oracle *o)
{
	size_t n;
	double *d = input_numbers(o, "d", &n);
	struct paired r;

	assert_int_equal(paired_compare(d, n, input_number(o, "alpha"), &r), 0);
	expect_number(o, "est", r.est);
	expect_number(o, "lo", r.lo);
	expect_number(o, "hi", r.hi);
	expect_number(o, "conf", r.conf);
	expect_number(o, "k", (double)r.k);
	expect_number(o, "V", r.v);
	expect_number(o, "p", r.p);
	free(d);
}

static void
fisher(struct oracle *o)
{
	expect_number(o, "p", fisher_two_sided((uint64_t)input_number(o, "sa"),
	    (uint64_t)input_number(o, "na"), (uint64_t)input_number(o, "sb"),
	    (uint64_t)input_number(o, "nb")));
}

static void
spikes(struct oracle *o)
{
	struct blocks blocks = input_blocks(o);
	struct contrast_spikes s;

	assert_int_equal(contrast_spikes(&blocks, 0, 1, SERIES_LOG, &s), 0);
	expect_number(o, "spikes_A", (double)s.a_spikes);
	expect_number(o, "spikes_B", (double)s.b_spikes);
	expect_number(o, "p", s.p);
	release_blocks(&blocks);
}

static void
holm(struct oracle *o)
{
	size_t n;
	double *p = input_numbers(o, "p", &n);

	assert_int_equal(holm_adjust(p, n, p), 0);
	expect_numbers(o, "p_adj", p, n);
	free(p);
}

static void
fit(struct oracle *o)
{
	static const char *const suffixes[FIT_CLASS_COUNT] = {
		"1", "log", "n", "nlog", "n2", "hinge", "step",
	};
	size_t n;
	double *x = input_numbers(o, "x", &n), *y = input_numbers(o, "y", &n);
	const char *chosen = json_string_value(json_object_get(o->expect, "chosen"));
	struct fit f;

	assert_int_equal(fit_compute(x, y, NULL, n, &f), 0);
	for (int c = 0; c < FIT_CLASS_COUNT; c++) {
		char key[32];

		snprintf(key, sizeof(key), "rss_%s", suffixes[c]);
		expect_number(o, key, f.models[c].fitted ? f.models[c].rss : NAN);
		snprintf(key, sizeof(key), "aicc_%s", suffixes[c]);
		expect_number(o, key, f.models[c].fitted ? f.models[c].aicc : NAN);
	}
	expect_number(o, "K", f.knee);
	expect_number(o, "K_lo", f.knee_core_lo);
	expect_number(o, "K_hi", f.knee_core_hi);
	expect_number(o, "step_lo_x", f.step_lo_x);
	expect_number(o, "step_hi_x", f.step_hi_x);
	expect_number(o, "step_ratio", f.step_ratio);
	assert_string_equal(chosen, suffixes[f.unflattened]);
	o->checked++;
	free(x);
	free(y);
}

static void
changepoints(struct oracle *o)
{
	size_t n, count, min_segment = (size_t)input_number(o, "min_seg");
	double *x = input_numbers(o, "x", &n);
	struct changepoint_segment *segments = calloc(n / min_segment + 1, sizeof(segments[0]));

	assert_non_null(segments);
	assert_int_equal(changepoint_find(x, n, min_segment, input_number(o, "c"), segments,
	    &count), 0);
	assert_int_equal(segments[0].start, 0);
	for (size_t i = 1; i < count; i++)
		x[i - 1] = (double)segments[i].start;
	expect_numbers(o, "cp", x, count - 1);
	free(segments);
	free(x);
}

static void
seq_alpha(struct oracle *o)
{
	size_t n;
	double *looks = input_numbers(o, "looks", &n);

	assert_int_equal(n, SEQUENTIAL_LOOKS_MAX);
	for (unsigned i = 0; i < n; i++) {
		assert_int_equal((size_t)looks[i], sequential_look_units(i));
		looks[i] = sequential_alpha(i + 1, input_number(o, "alpha"));
	}
	expect_numbers(o, "alpha_prime", looks, n);
	free(looks);
}

static void
ninv(struct oracle *o)
{
	size_t n;
	double *p = input_numbers(o, "p", &n);

	for (size_t i = 0; i < n; i++)
		p[i] = normal_quantile(p[i]);
	expect_numbers(o, "z", p, n);
	free(p);
}

/* The exact percentiles, and the histogram's within half a bucket of them. */
static void
percentile(struct oracle *o)
{
	size_t n, count;
	double *x = input_numbers(o, "x", &n), *p = input_numbers(o, "p", &count);
	struct histogram *h = malloc(sizeof(*h));

	assert_non_null(h);
	histogram_init(h);
	for (size_t i = 0; i < n; i++)
		histogram_record(h, (uint64_t)x[i]);
	order_sort(x, n);
	for (size_t i = 0; i < count; i++) {
		double exact = order_percentile(x, n, p[i]);

		assert_true(fabs(histogram_percentile(h, p[i]) - exact) <= exact / 256);
		p[i] = exact;
	}
	expect_numbers(o, "q", p, count);
	free(h);
	free(x);
	free(p);
}

static void
hist_index(struct oracle *o)
{
	const json_t *values = json_object_get(o->input, "v");

	assert_int_equal((int)input_number(o, "B"), HISTOGRAM_BITS);
	for (size_t i = 0; i < json_array_size(values); i++) {
		size_t index = histogram_index(big_integer(json_array_get(values, i)));

		expect_big(o, "index", i, index);
		expect_big(o, "low", i, histogram_bucket_low(index));
		expect_big(o, "high", i, histogram_bucket_high(index));
	}
}

static struct rng
seeded(const struct oracle *o)
{
	struct rng r;

	rng_seed(&r, big_integer(json_object_get(o->input, "seed")));
	return r;
}

static void
next(struct oracle *o)
{
	struct rng r = seeded(o);

	for (size_t i = 0; i < json_array_size(json_object_get(o->expect, "out")); i++)
		expect_big(o, "out", i, rng_next(&r));
}

static void
bounded(struct oracle *o)
{
	struct rng r = seeded(o);

	for (size_t i = 0; i < (size_t)input_number(o, "count"); i++)
		expect_big(o, "out", i, rng_bounded(&r, (uint64_t)input_number(o, "n")));
}

static void
schedule(struct oracle *o)
{
	const json_t *blocks = json_object_get(o->expect, "order");
	const json_t *sizes = json_object_get(o->input, "block_sizes");
	size_t variants = (size_t)input_number(o, "k");
	struct rng r = seeded(o);

	assert_int_equal(json_array_size(blocks), json_array_size(sizes));
	for (size_t b = 0; b < json_array_size(sizes); b++) {
		size_t units = (size_t)json_integer_value(json_array_get(sizes, b));
		const json_t *want = json_array_get(blocks, b);
		unsigned order[64];

		assert_int_equal(json_array_size(want), variants * units);
		schedule_order(&r, variants, units, order);
		for (size_t i = 0; i < variants * units; i++)
			assert_int_equal(order[i], json_integer_value(json_array_get(want, i)));
	}
	o->checked++;
}

static void
block_sizes(struct oracle *o)
{
	const json_t *lists = json_object_get(o->expect, "sizes");
	size_t count, m = (size_t)input_number(o, "m");
	double *n = input_numbers(o, "n", &count);

	assert_int_equal(count, json_array_size(lists));
	for (size_t i = 0; i < count; i++) {
		const json_t *want = json_array_get(lists, i);
		size_t units = (size_t)n[i];

		assert_int_equal(schedule_block_count(units, m), json_array_size(want));
		for (size_t b = 0; b < json_array_size(want); b++)
			assert_int_equal(schedule_block_units(units, m, b),
			    json_integer_value(json_array_get(want, b)));
	}
	o->checked++;
	free(n);
}

static void
verdict(struct oracle *o)
{
	struct verdict v = verdict_decide(&(struct verdict_question){
	    .est = input_number(o, "est"),
	    .lo = input_number(o, "lo"),
	    .hi = input_number(o, "hi"),
	    .conf = input_number(o, "conf"),
	    .conf_requested = input_number(o, "conf_req"),
	    .margin = series_margin(SERIES_LOG, input_number(o, "delta"), 1),
	});

	expect_name(o, "verdict", verdict_name(v.kind));
	expect_name(o, "reason", verdict_reason_name(v.reason));
}

static void
mde(struct oracle *o)
{
	double lo = input_number(o, "lo"), hi = input_number(o, "hi");
	double margin = series_margin(SERIES_LOG, input_number(o, "delta"), 1);

	expect_number(o, "mde", verdict_detectable(SERIES_LOG, lo, hi, margin));
	expect_number(o, "n_needed", (double)verdict_units_needed((uint64_t)input_number(o, "n"),
	    lo, hi, margin));
}

static void
outliers(struct oracle *o)
{
	size_t n, index[64];
	double *x = input_numbers(o, "x", &n);
	struct outliers found;

	assert_true(n <= 64);
	assert_int_equal(outlier_find(x, n, &found, index), 0);
	for (size_t i = 0; i < found.slow_count + found.fast_count; i++)
		x[i] = (double)index[i];
	expect_numbers(o, "idx", x, found.slow_count + found.fast_count);
	free(x);
}

static void
predict(struct oracle *o)
{
	const json_t *rows = json_object_get(o->input, "cost_by_block");
	size_t calls, blocks = json_array_size(rows);
	double *counts = input_numbers(o, "counts", &calls), costs[64];
	struct summary s;

	assert_true(blocks * calls <= 64);
	for (size_t i = 0; i < blocks * calls; i++)
		costs[i] = json_number_value(json_array_get(json_array_get(rows, i / calls),
		    i % calls));
	assert_int_equal(predict_from_blocks(counts, costs, calls, blocks,
	    input_number(o, "alpha"), NULL, &s), 0);
	expect_number(o, "S", s.median);
	expect_number(o, "lo", s.lo);
	expect_number(o, "hi", s.hi);
	free(counts);
}

static void
predict_prop(struct oracle *o)
{
	size_t n;
	double *counts = input_numbers(o, "counts", &n), *cost = input_numbers(o, "cost", &n);
	double *u = input_numbers(o, "u_cost", &n), *v = input_numbers(o, "u_counts", &n);
	struct predict_call calls[16];
	struct predict_propagated p;

	assert_true(n <= 16);
	for (size_t i = 0; i < n; i++)
		calls[i] = (struct predict_call){ counts[i], cost[i], v[i], u[i] };
	assert_int_equal(predict_propagate(calls, n, &p), 0);
	expect_number(o, "S", p.sum);
	expect_number(o, "u_indep", p.independent);
	expect_number(o, "u_corr", p.correlated);
	free(counts);
	free(cost);
	free(u);
	free(v);
}

/* ---- the table ---- */

struct handler {
	const char *function;
	void (*run)(struct oracle *);
};

static struct handler handlers[] = {
	{ "hs_quantile7", quantile7 },
	{ "hs_summary", summary },
	{ "hs_median_ranks", median_ranks },
	{ "hs_quantile_ranks", quantile_ranks },
	{ "hs_lag1", lag1 },
	{ "hs_widen_k", widen_k },
	{ "hs_mann_kendall", mann_kendall },
	{ "hs_theil_sen_log", theil_sen_log },
	{ "hs_blocked", blocked },
	{ "hs_paired", paired },
	{ "hs_fisher", fisher },
	{ "hs_spikes", spikes },
	{ "hs_holm", holm },
	{ "hs_fit", fit },
	{ "hs_changepoints", changepoints },
	{ "hs_seq_alpha", seq_alpha },
	{ "hs_ninv", ninv },
	{ "hs_order_percentile", percentile },
	{ "hs_hist_index", hist_index },
	{ "hs_rng_next", next },
	{ "hs_rng_bounded", bounded },
	{ "hs_schedule", schedule },
	{ "hs_block_sizes", block_sizes },
	{ "hs_verdict", verdict },
	{ "hs_mde", mde },
	{ "hs_outliers", outliers },
	{ "hs_predict", predict },
	{ "hs_predict_prop", predict_prop },
};

#define HANDLER_COUNT (sizeof(handlers) / sizeof(handlers[0]))

static const char *
function_of(const json_t *item)
{
	return json_string_value(json_object_get(item, "fn"));
}

/* All cases of one function; *state is its handler. */
static void
run_cases(void **state)
{
	const struct handler *handler = *state;
	const json_t *cases = json_object_get(oracles, "cases");
	size_t run = 0;

	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *item = json_array_get(cases, i);
		const json_t *tolerance = json_object_get(item, "tol");
		struct oracle o = {
			.id = json_string_value(json_object_get(item, "id")),
			.input = json_object_get(item, "input"),
			.expect = json_object_get(item, "expect"),
			.abs = json_number_value(json_object_get(tolerance, "abs")),
			.rel = json_number_value(json_object_get(tolerance, "rel")),
		};

		if (strcmp(function_of(item), handler->function) != 0)
			continue;
		handler->run(&o);
		if (o.checked != json_object_size(o.expect))
			fail_msg("%s: %zu of %zu expected values were compared", o.id, o.checked,
			    json_object_size(o.expect));
		run++;
	}
	assert_true(run > 0);
	cases_run += run;
}

static void
every_case_was_run(void **state)
{
	const json_t *cases = json_object_get(oracles, "cases");

	(void)state;
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const char *function = function_of(json_array_get(cases, i));
		bool known = false;

		for (size_t j = 0; j < HANDLER_COUNT; j++)
			known = known || strcmp(function, handlers[j].function) == 0;
		if (!known)
			fail_msg("no handler for %s", function);
	}
	assert_int_equal(json_array_size(cases), CASE_COUNT);
	assert_int_equal(cases_run, CASE_COUNT);
}

static int
load(void **state)
{
	json_error_t error;

	(void)state;
	oracles = json_load_file(ORACLES, 0, &error);
	if (oracles == NULL)
		print_error("%s: %s\n", ORACLES, error.text);
	return oracles == NULL;
}

static int
unload(void **state)
{
	(void)state;
	json_decref(oracles);
	return 0;
}

int
main(void)
{
	struct CMUnitTest tests[HANDLER_COUNT + 1];

	for (size_t i = 0; i < HANDLER_COUNT; i++)
		tests[i] = (struct CMUnitTest){ handlers[i].function, run_cases, NULL, NULL,
			&handlers[i] };
	tests[HANDLER_COUNT] = (struct CMUnitTest)cmocka_unit_test(every_case_was_run);
	return cmocka_run_group_tests(tests, load, unload);
}
