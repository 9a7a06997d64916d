/* Verdicts from records: each row of the table, and what can stand in their way. */
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

static const struct comparison *
only(const struct judgement *j)
{
	assert_int_equal(j->nfindings, 1);
	assert_int_equal(j->findings[0].ncomparisons, 1);
	return &j->findings[0].comparisons[0];
}

static void
every_row_of_the_table(void **state)
{
	static const struct {
		const char *pair;
		enum verdict_kind kind;
		enum verdict_reason reason;
	} rows[] = {
		{ "win", VERDICT_WIN, REASON_PROVEN },
		{ "likely", VERDICT_WIN, REASON_LIKELY_SIZE },
		{ "loss", VERDICT_LOSS, REASON_PROVEN },
		{ "same", VERDICT_NOCHANGE, REASON_EQUIVALENT },
		{ "small", VERDICT_NOCHANGE, REASON_REAL_BUT_SMALL },
		{ "noise", VERDICT_UNDECIDED, REASON_NOISE },
		{ "faster near", VERDICT_UNDECIDED, REASON_FASTER_NEAR_THRESHOLD },
		{ "slower near", VERDICT_UNDECIDED, REASON_SLOWER_NEAR_THRESHOLD },
		{ "linear", VERDICT_LOSS, REASON_PROVEN },
		{ "zero", VERDICT_UNDECIDED, REASON_NOISE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct help_pair *p = help_pair(rows[i].pair);
		const struct comparison *c;
		struct judgement j;
		struct record r;

		pair_record(&r, "randomised", REAL, "real", p->a, p->b, 8, "");
		within(&j, &r, &defaults);
		c = only(&j);
		assert_true(c->valid);
		assert_near(c->blocked.est, p->est, 1e-8);
		assert_near(c->blocked.lo, p->lo, 1e-8);
		assert_near(c->blocked.hi, p->hi, 1e-8);
		assert_near(c->blocked.conf, p->conf, 1e-8);
		assert_near(c->p, p->p, 1e-8);
		assert_near(c->p_holm, p->p, 1e-8);
		assert_int_equal(c->verdict.kind, rows[i].kind);
		assert_int_equal(c->verdict.reason, rows[i].reason);
		assert_false(c->chance);
		judgement_release(&j);
		record_release(&r);
	}
}

/* log(1.01) = 0.00995033; HW = 0.02836545; expm1(1.6 HW) and ceil(8 (1.6 HW / m)^2) */
static void
what_noise_would_have_shown(void **state)
{
	const struct help_pair *p = help_pair("noise");
	struct judgement j;
	struct record r;

	(void)state;
	pair_record(&r, "randomised", REAL, "real", p->a, p->b, 8, "");
	within(&j, &r, &defaults);
	assert_near(only(&j)->detectable, 0.046430365, 1e-8);
	assert_int_equal(only(&j)->needed, 167);
	judgement_release(&j);
	record_release(&r);
}

/* Throughputs: the reciprocals of the times turn every sign and no verdict. */
static void
more_is_better(void **state)
{
	static const char *const names[] = { "win", "loss", "likely", "small", "faster near", "noise" };

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct help_pair *p = help_pair(names[i]);
		struct judgement times, rates;
		struct record first, second;
		double a[8], b[8];

		for (size_t k = 0; k < 8; k++) {
			a[k] = 1 / p->a[k];
			b[k] = 1 / p->b[k];
		}
		pair_record(&first, "randomised", REAL, "real", p->a, p->b, 8, "");
		pair_record(&second, "randomised", TPS, "tps", a, b, 8, "");
		within(&times, &first, &defaults);
		within(&rates, &second, &defaults);
		assert_int_equal(only(&rates)->verdict.kind, only(&times)->verdict.kind);
		assert_int_equal(only(&rates)->verdict.reason, only(&times)->verdict.reason);
		assert_near(only(&rates)->blocked.est, -p->est, 1e-8);
		assert_near(only(&rates)->blocked.lo, -p->hi, 1e-8);
		assert_near(only(&rates)->blocked.hi, -p->lo, 1e-8);
		judgement_release(&times);
		judgement_release(&rates);
		record_release(&first);
		record_release(&second);
	}
}

static void
thresholds(void **state)
{
	static const struct {
		double delta;
		enum verdict_kind kind;
	} rows[] = { { 0.1, VERDICT_NOCHANGE }, { 0.048, VERDICT_UNDECIDED }, { 0.047, VERDICT_WIN }, { 0, VERDICT_WIN } };
	const struct help_pair *p = help_pair("win");

	/* the change is -4.74 %, ln 1.048 = 0.0469 is inside the interval of the size -0.0518 .. -0.0462 */
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct judge_options options = JUDGE_OPTIONS;
		struct judgement j;
		struct record r;

		options.delta = rows[i].delta;
		pair_record(&r, "randomised", REAL, "real", p->a, p->b, 8, "");
		within(&j, &r, &options);
		if (i == 1)	/* est -0.04856 is beyond ln 1.048 = 0.04688, hi is not */
			assert_int_equal(only(&j)->verdict.reason, REASON_LIKELY_SIZE);
		else
			assert_int_equal(only(&j)->verdict.kind, rows[i].kind);
		judgement_release(&j);
		record_release(&r);
	}
}

static void
too_few_trials(void **state)
{
	static const double a[] = { 6.174, 6.197, 6.197, 6.2 }, b[] = { 6.011, 6.042, 5.998, 6.0 };
	static const double conf[] = { 0, 0, 2.0 / 3, 0.9, 0.971428571 };

	(void)state;
	for (size_t n = 1; n <= 4; n++) {
		struct judgement j;
		struct record r;

		pair_record(&r, "randomised", REAL, "real", a, b, n, "");
		within(&j, &r, &defaults);
		assert_near(only(&j)->blocked.conf, conf[n], 1e-8);
		if (n < 4) {
			assert_int_equal(only(&j)->verdict.kind, VERDICT_UNDECIDED);
			assert_int_equal(only(&j)->verdict.reason, REASON_TOO_FEW);
			assert_true(isnan(only(&j)->detectable));
			assert_int_equal(only(&j)->needed, 0);
		} else
			assert_int_equal(only(&j)->verdict.kind, VERDICT_WIN);
		judgement_release(&j);
		record_release(&r);
	}
}

static void
order_that_was_not_controlled(void **state)
{
	const struct help_pair *p = help_pair("win");
	struct judge_options forced = JUDGE_OPTIONS;
	struct judgement j;
	struct record r;

	(void)state;
	pair_record(&r, "sequential", REAL, "real", p->a, p->b, 8, "");
	within(&j, &r, &defaults);
	assert_int_equal(only(&j)->verdict.kind, VERDICT_UNDECIDED);
	assert_int_equal(only(&j)->verdict.reason, REASON_ORDER_NOT_CONTROLLED);
	assert_near(only(&j)->blocked.est, p->est, 1e-8);
	judgement_release(&j);
	forced.force = true;
	within(&j, &r, &forced);
	assert_int_equal(only(&j)->verdict.kind, VERDICT_WIN);
	judgement_release(&j);
	record_release(&r);
}

/* Of eight trials of new, `failed` fail. */
static void
with_failures(struct record *r, size_t failed)
{
	const struct help_pair *p = help_pair("win");
	struct maker m = MAKER_EMPTY;

	maker_header(&m, "randomised", "", "old|new", REAL, "");
	for (size_t i = 0; i < 8; i++) {
		maker_value(&m, (int)(i / 4), 0, 0, "real", p->a[i]);
		if (i < failed)
			maker_line(&m, (int)(i / 4), 0, 1, "\"status\":\"failed\",\"error\":\"no space\"");
		else
			maker_value(&m, (int)(i / 4), 0, 1, "real", p->b[i]);
	}
	maker_end(&m);
	maker_load(&m, "failed.jsonl", r);
}

static void
failures(void **state)
{
	(void)state;
	for (size_t failed = 0; failed <= 8; failed++) {
		const struct comparison *c;
		struct judgement j;
		struct record r;

		with_failures(&r, failed);
		within(&j, &r, &defaults);
		c = only(&j);
		assert_near(c->b_missing, (double)failed / 8, 1e-12);
		if (failed <= 1) {	/* 12.5 % */
			assert_int_equal(c->verdict.kind, VERDICT_WIN);
		} else {
			assert_int_equal(c->verdict.kind, VERDICT_UNDECIDED);
			assert_int_equal(c->verdict.reason, REASON_FAILURES);
		}
		assert_int_equal(c->valid, failed < 8);
		assert_int_equal(j.findings[0].digests[1].count, 8 - failed);
		assert_int_equal(j.findings[0].digests[1].failed, failed);
		judgement_release(&j);
		record_release(&r);
	}
}

/* A value that is not known is missing, and no failure; where no side has any there is nothing to show. */
static void
unknown_values(void **state)
{
	double a[8], b[8];
	const struct help_pair *p = help_pair("win");
	struct judgement j;
	struct record r;

	(void)state;
	memcpy(a, p->a, sizeof(a));
	memcpy(b, p->b, sizeof(b));
	a[0] = a[5] = NAN;
	pair_record(&r, "randomised", REAL, "real", a, b, 8, "");
	within(&j, &r, &defaults);
	assert_int_equal(only(&j)->verdict.reason, REASON_FAILURES);
	assert_int_equal(j.findings[0].digests[0].unknown, 2);
	assert_int_equal(j.findings[0].digests[0].failed, 0);
	judgement_release(&j);
	record_release(&r);

	for (size_t i = 0; i < 8; i++)
		a[i] = b[i] = NAN;
	pair_record(&r, "randomised", REAL, "real", a, b, 8, "");
	within(&j, &r, &defaults);
	assert_int_equal(j.nfindings, 0);
	judgement_release(&j);
	record_release(&r);
}

/* Two blocks without a common one: nothing can be said. */
static void
no_common_block(void **state)
{
	struct maker m = MAKER_EMPTY;
	struct judgement j;
	struct record r;

	(void)state;
	maker_header(&m, "randomised", "", "old|new", REAL, "");
	for (int i = 0; i < 4; i++)
		maker_value(&m, 0, 0, 0, "real", 6.1 + i * 0.01);
	for (int i = 0; i < 4; i++)
		maker_value(&m, 1, 0, 1, "real", 6.0 + i * 0.01);
	maker_load(&m, "apart.jsonl", &r);
	within(&j, &r, &defaults);
	assert_false(only(&j)->valid);
	assert_int_equal(only(&j)->verdict.reason, REASON_TOO_FEW);
	judgement_release(&j);
	record_release(&r);
}

/*
 * The metrics beside the primary one are a family: of three with p = 0.0286 each (four and four trials
 * fully apart) none survives Holm's adjustment, and the primary one is not touched by it.
 */
static void
many_metrics(void **state)
{
	struct maker m = MAKER_EMPTY;
	struct judgement j;
	struct record r;

	(void)state;
	maker_header(&m, "randomised", "", "old|new", REAL "," USER "," SYS "," FLUSH, "");
	for (int i = 0; i < 4; i++) {
		char *x = mem_printf("\"status\":\"ok\",\"values\":{\"real\":%d.5,\"user\":%d.5,\"sys\":%d.5,\"flush\":%d.5}",
		    10 + i, 20 + i, 30 + i, 40 + i);
		char *y = mem_printf("\"status\":\"ok\",\"values\":{\"real\":%d.5,\"user\":%d.5,\"sys\":%d.5,\"flush\":%d.5}",
		    5 + i, 10 + i, 20 + i, 30 + i);

		maker_line(&m, 0, 0, 0, x);
		maker_line(&m, 0, 0, 1, y);
		free(x);
		free(y);
	}
	maker_load(&m, "many.jsonl", &r);
	within(&j, &r, &defaults);
	assert_int_equal(j.nfindings, 4);
	for (size_t i = 0; i < 4; i++) {
		const struct comparison *c = &j.findings[i].comparisons[0];

		assert_int_equal(c->verdict.kind, VERDICT_WIN);
		assert_near(c->p, 2.0 / 70, 1e-12);
		assert_int_equal(j.findings[i].primary, i == 0);
		assert_near(c->p_holm, (i == 0 ? 1 : 3) * 2.0 / 70, 1e-12);
		assert_int_equal(c->family, i == 0 ? 1 : 3);
		assert_int_equal(c->chance, i != 0);
	}
	judgement_release(&j);
	record_release(&r);
}

/*
 * An experiment that stops by itself after at most 6 looks (at 8, 12, ...): the interval is that of 0.01268,
 * and p is six times the smallest of the looks so far.
 */
static void
looks(void **state)
{
	const struct help_pair *p = help_pair("win");
	struct judgement j;
	struct record r;

	(void)state;
	pair_record(&r, "randomised", REAL, "real", p->a, p->b, 8, ",\"options\":{\"decide\":true,\"max_trials\":72}");
	within(&j, &r, &defaults);
	assert_int_equal(j.looks, 6);
	assert_near(only(&j)->conf_requested, 1 - 0.01268, 1e-12);
	assert_int_equal(only(&j)->looks_done, 1);
	assert_near(only(&j)->blocked.p, 0.000408163, 1e-8);
	assert_near(only(&j)->p, 6 * 0.000408163, 1e-7);
	assert_int_equal(only(&j)->verdict.kind, VERDICT_WIN);
	assert_true(judgement_settled(&j));
	judgement_release(&j);
	record_release(&r);

	/* four trials are not enough for that level, though they are for 0.05 */
	pair_record(&r, "randomised", REAL, "real", p->a, p->b, 4, ",\"options\":{\"decide\":true,\"max_trials\":72}");
	within(&j, &r, &defaults);
	assert_int_equal(only(&j)->verdict.reason, REASON_TOO_FEW);
	assert_int_equal(only(&j)->looks_done, 0);
	assert_false(judgement_settled(&j));
	judgement_release(&j);
	record_release(&r);
}

/* Five of twenty trials of new are slow: the typical trial does not show it, the rest of the report does. */
static void
slow_outliers_of_one_side(void **state)
{
	double a[20], b[20];
	struct judgement j;
	struct record r;

	(void)state;
	for (size_t i = 0; i < 20; i++) {
		a[i] = 10 + 0.01 * (double)(i * 7 % 10);
		b[i] = (i % 4 == 1 ? 12 : 10) + 0.01 * (double)(i * 3 % 10);
	}
	pair_record(&r, "randomised", REAL, "real", a, b, 20, "");
	within(&j, &r, &defaults);
	assert_int_equal(only(&j)->spikes.a_spikes, 0);
	assert_int_equal(only(&j)->spikes.b_spikes, 5);
	/* C(20,0) C(20,5) / C(40,5), doubled by the other tail */
	assert_near(only(&j)->spikes.p, 2 * 15504.0 / 658008.0, 1e-9);
	judgement_release(&j);
	record_release(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_of_the_table),
		cmocka_unit_test(what_noise_would_have_shown),
		cmocka_unit_test(more_is_better),
		cmocka_unit_test(thresholds),
		cmocka_unit_test(too_few_trials),
		cmocka_unit_test(order_that_was_not_controlled),
		cmocka_unit_test(failures),
		cmocka_unit_test(unknown_values),
		cmocka_unit_test(no_common_block),
		cmocka_unit_test(many_metrics),
		cmocka_unit_test(looks),
		cmocka_unit_test(slow_outliers_of_one_side),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
