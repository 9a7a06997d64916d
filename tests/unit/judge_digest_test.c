/* One series: its summary, what is odd about it, and what made single trials slow. */
#include "judge_help.h"

#include "judge/judgement.h"

static const struct judge_options defaults = JUDGE_OPTIONS;

static void
within(struct judgement *j, const struct record *r, const struct judge_options *options)
{
	struct err e;

	if (judgement_within(j, r, options, &e) != 0)
		fail_msg("%s", e.text);
}

/* Confidences of the range: 1 - 2^(1-n); from 6 on those of the ranks, by summing binomial coefficients. */
static void
few_trials(void **state)
{
	static const double x[] = { 6.2, 6.3, 6.1, 6.25, 6.22, 6.21, 6.4, 6.15 };
	static const struct {
		double median, lo, hi, conf;
		bool attained;
	} rows[] = {
		{ 6.2, 6.2, 6.2, 0, false },
		{ 6.25, 6.2, 6.3, 0.5, false },
		{ 6.2, 6.1, 6.3, 0.75, false },
		{ 6.225, 6.1, 6.3, 0.875, false },
		{ 6.22, 6.1, 6.3, 0.9375, false },
		{ 6.215, 6.1, 6.3, 0.96875, true },
		{ 6.22, 6.1, 6.4, 0.984375, true },
		{ 6.215, 6.1, 6.4, 0.9921875, true },
	};

	(void)state;
	for (size_t n = 1; n <= 8; n++) {
		const struct digest *d;
		struct judgement j;
		struct record r;

		single_record(&r, "x.jsonl", REAL, "real", x, n, "");
		within(&j, &r, &defaults);
		assert_int_equal(j.nfindings, 1);
		assert_int_equal(j.findings[0].ncomparisons, 0);
		d = &j.findings[0].digests[0];
		assert_int_equal(d->count, n);
		assert_near(d->summary.median, rows[n - 1].median, 1e-12);
		assert_near(d->summary.lo, rows[n - 1].lo, 1e-12);
		assert_near(d->summary.hi, rows[n - 1].hi, 1e-12);
		assert_near(d->summary.conf, rows[n - 1].conf, 1e-12);
		assert_int_equal(d->summary.attained, rows[n - 1].attained);
		judgement_release(&j);
		record_release(&r);
	}
}

/* Warm-ups, void, interrupted and failed trials and unknown values are not in it. */
static void
what_counts(void **state)
{
	struct maker m = MAKER_EMPTY;
	const struct digest *d;
	struct judgement j;
	struct record r;

	(void)state;
	maker_header(&m, "randomised", "", "default", REAL, "");
	maker_value(&m, -1, 0, 0, "real", 100);
	maker_value(&m, 0, 0, 0, "real", 1);
	maker_line(&m, 0, 0, 0, "\"status\":\"failed\",\"error\":\"x\"");
	maker_line(&m, 0, 0, 0, "\"status\":\"timeout\",\"error\":\"x\"");
	maker_value(&m, 1, 0, 0, "real", 200);
	maker_line(&m, 1, 0, 0, "\"status\":\"interrupted\",\"error\":\"x\"");
	buf_puts(&m.text, "{\"type\":\"session\",\"session\":1,\"void\":[1]}\n");
	m.session = 1;
	maker_value(&m, -1, 0, 0, "real", 300);
	maker_value(&m, 1, 0, 0, "real", 2);
	maker_value(&m, 1, 0, 0, "real", NAN);
	maker_value(&m, 2, 0, 0, "real", 3);
	maker_load(&m, "x.jsonl", &r);
	within(&j, &r, &defaults);
	d = &j.findings[0].digests[0];
	assert_int_equal(d->count, 3);
	assert_near(d->values[0], 1, 0);
	assert_near(d->values[1], 2, 0);
	assert_near(d->values[2], 3, 0);
	assert_int_equal(d->trials, 6);
	assert_int_equal(d->failed, 2);
	assert_int_equal(d->unknown, 1);
	assert_int_equal(d->warmups, 2);
	assert_int_equal(j.findings[0].tally.blocks.block_count, 3);
	judgement_release(&j);
	record_release(&r);
}

static void
all_trials_failed(void **state)
{
	struct maker m = MAKER_EMPTY;
	struct judgement j;
	struct record r;

	(void)state;
	maker_header(&m, "randomised", "", "default", REAL "," FLUSH, "");
	for (int i = 0; i < 4; i++)
		maker_line(&m, 0, 0, 0, "\"status\":\"failed\",\"error\":\"x\"");
	maker_load(&m, "x.jsonl", &r);
	within(&j, &r, &defaults);
	assert_int_equal(j.nfindings, 1);
	assert_int_equal(j.findings[0].digests[0].count, 0);
	assert_int_equal(j.findings[0].digests[0].failed, 4);
	judgement_release(&j);
	record_release(&r);
}

/* Eight trials of 10 s, the third of 12 s; `own` goes into its line, `usual` into the others. */
static void
with_slow_trial(struct record *r, const char *usual, const char *own)
{
	struct maker m = MAKER_EMPTY;

	maker_header(&m, "randomised", "", "default", REAL ",{\"name\":\"steal\",\"unit\":\"s\"},"
	    "{\"name\":\"outside.others\",\"unit\":\"s\"},{\"name\":\"outside.interrupts\",\"unit\":\"s\"}", "");
	for (int i = 0; i < 8; i++) {
		char *line = mem_printf("\"status\":\"ok\",\"values\":{\"real\":%.3f%s}%s", i == 2 ? 12.0 : 10 + 0.01 * (i % 3),
		    i == 2 && own[0] == ',' ? own : usual, i == 2 && own[0] != ',' ? own : ",\"heartbeat_s\":0.02");

		if (i == 2 && own[0] != ',') {
			free(line);
			line = mem_printf("\"status\":\"ok\",\"values\":{\"real\":12.0%s},%s", usual, own);
		}
		maker_line(&m, 0, 0, 0, line);
		free(line);
	}
	maker_load(&m, "x.jsonl", r);
}

static void
causes_of_outliers(void **state)
{
	static const char usual[] = ",\"steal\":0.1,\"outside.others\":0.05,\"outside.interrupts\":0.01";
	static const struct {
		const char *own;
		enum cause cause;
		double extent;
	} rows[] = {
		{ ",\"steal\":1.1,\"outside.others\":0.05,\"outside.interrupts\":0.01", CAUSE_STEAL, 1.0 },
		{ ",\"steal\":0.1,\"outside.others\":0.85,\"outside.interrupts\":0.01", CAUSE_OTHERS, 0.8 },
		{ ",\"steal\":0.1,\"outside.others\":0.05,\"outside.interrupts\":0.61", CAUSE_INTERRUPTS, 0.6 },
		/* 0.3 of 2 s explain nothing */
		{ ",\"steal\":0.4,\"outside.others\":0.05,\"outside.interrupts\":0.01", CAUSE_UNKNOWN, NAN },
		{ "\"heartbeat_s\":0.023", CAUSE_HOST, 0.15 },
		{ "\"heartbeat_s\":0.0202", CAUSE_UNKNOWN, NAN },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct digest *d;
		struct judgement j;
		struct record r;

		with_slow_trial(&r, usual, rows[i].own);
		within(&j, &r, &defaults);
		d = &j.findings[0].digests[0];
		assert_int_equal(d->noutliers, 1);
		assert_int_equal(d->outliers[0].index, 2);
		assert_near(d->outliers[0].ratio, 2 / 10.01 - 0.0009989, 2e-3);
		assert_int_equal(d->outliers[0].cause, rows[i].cause);
		if (isfinite(rows[i].extent))
			assert_near(d->outliers[0].extent, rows[i].extent, 1e-9);
		judgement_release(&j);
		record_release(&r);
	}
}

/* What is slow for a time is fast for a rate; a rate that begins low begins cold. */
static void
rates(void **state)
{
	static const double x[] = { 50, 100, 101, 100, 99, 100, 101, 140 };
	const struct digest *d;
	struct judgement j;
	struct record r;

	(void)state;
	single_record(&r, "x.jsonl", TPS, "tps", x, 8, "");
	within(&j, &r, &defaults);
	d = &j.findings[0].digests[0];
	assert_int_equal(d->flags.mask & (FLAG_SPIKES | FLAG_FAST | FLAG_COLD_FIRST), FLAG_SPIKES | FLAG_FAST | FLAG_COLD_FIRST);
	judgement_release(&j);
	record_release(&r);
	single_record(&r, "x.jsonl", TPS, "tps", x + 1, 7, "");
	within(&j, &r, &defaults);
	d = &j.findings[0].digests[0];
	assert_int_equal(d->flags.mask & (FLAG_SPIKES | FLAG_FAST | FLAG_COLD_FIRST), FLAG_FAST);
	assert_int_equal(d->flags.outliers.fast_count, 1);
	assert_int_equal(d->flags.outliers.slow_count, 0);
	judgement_release(&j);
	record_release(&r);
	single_record(&r, "x.jsonl", REAL, "real", x + 1, 7, "");
	within(&j, &r, &defaults);
	assert_int_equal(j.findings[0].digests[0].flags.mask & (FLAG_SPIKES | FLAG_FAST), FLAG_SPIKES);
	judgement_release(&j);
	record_release(&r);
}

/* Values of 0 and below are values. */
static void
zero_and_negative(void **state)
{
	static const double x[] = { 0, 0, 0, 0, 0, 0 }, y[] = { -1, 0, 1, -2, 2, 0 };
	struct judgement j;
	struct record r;

	(void)state;
	single_record(&r, "x.jsonl", SYS, "sys", x, 6, "");
	within(&j, &r, &defaults);
	assert_near(j.findings[0].digests[0].summary.median, 0, 0);
	assert_true((j.findings[0].digests[0].flags.mask & FLAG_COARSE) != 0);
	judgement_release(&j);
	record_release(&r);
	single_record(&r, "x.jsonl", SYS, "sys", y, 6, "");
	within(&j, &r, &defaults);
	assert_near(j.findings[0].digests[0].summary.lo, -2, 0);
	judgement_release(&j);
	record_release(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(few_trials),
		cmocka_unit_test(what_counts),
		cmocka_unit_test(all_trials_failed),
		cmocka_unit_test(causes_of_outliers),
		cmocka_unit_test(rates),
		cmocka_unit_test(zero_and_negative),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
