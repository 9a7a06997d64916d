/* The noise floor: what follows from an A/A experiment, and how later records are held against it. */
#include "judge_help.h"

#include "judge/judgement.h"
#include "judge/noise.h"
#include "view/floor_text.h"
#include "view/machine.h"
#include "view/show.h"

static const struct judge_options defaults = JUDGE_OPTIONS;

#define CREATED ",\"created\":\"2026-03-02T12:00:00Z\""
#define FLOOR(ratio, created) \
	",\"environment\":{\"noise_floor\":{\"ratio\":" ratio ",\"trials\":8,\"created\":\"" created "\"}}"

static void
judge(struct judgement *j, struct record *r, const char *pair, const char *more)
{
	const struct help_pair *p = help_pair(pair);
	struct err e;

	pair_record(r, "randomised", REAL, "real", p->a, p->b, 8, more);
	if (judgement_within(j, r, &defaults, &e) != 0)
		fail_msg("%s", e.text);
}

static void
done(struct judgement *j, struct record *r)
{
	judgement_release(j);
	record_release(r);
}

/* The interval of "noise" was enumerated outside: HW = 0.0283655; exp(1.6 HW) - 1 = 4.6430 %. */
static void
the_floor_is_the_detectable_change(void **state)
{
	const struct help_pair *p = help_pair("noise");
	struct noise_test t;
	struct judgement j;
	struct record r;
	struct err e;

	(void)state;
	judge(&j, &r, "noise", "");
	assert_int_equal(noise_measure(&t, &j, &e), 0);
	assert_int_equal(t.trials, 8);
	assert_float_equal(t.ratio, 0.046430, 1e-6);
	assert_float_equal(t.est, expm1(p->est), 1e-7);
	assert_float_equal(t.lo, expm1(p->lo), 1e-7);
	assert_float_equal(t.hi, expm1(p->hi), 1e-7);
	assert_false(t.differs);
	assert_true(isnan(t.heartbeat));
	done(&j, &r);
}

/* Of "win", -4.74 %, the interval is narrow: the floor is the difference that should not have been there. */
static void
a_difference_where_there_is_none(void **state)
{
	struct buf text = BUF_EMPTY;
	struct noise_test t;
	struct judgement j;
	struct record r;
	struct err e;

	(void)state;
	judge(&j, &r, "win", "");
	assert_int_equal(noise_measure(&t, &j, &e), 0);
	assert_true(t.differs);
	assert_float_equal(t.ratio, expm1(0.048556499), 1e-7);
	floor_text_lines(&text, &t);
	assert_non_null(strstr(buf_text(&text), "noise floor: with 8 trials each this machine sees changes of about 5.0 %\n"));
	assert_non_null(strstr(buf_text(&text), "1 in 20"));
	buf_release(&text);
	done(&j, &r);
}

static void
too_few_say_nothing(void **state)
{
	static const double a[] = { 1, 2 }, b[] = { 1.5, 2.5 };
	struct noise_test t;
	struct judgement j;
	struct record r;
	struct err e;

	(void)state;
	pair_record(&r, "randomised", REAL, "real", a, b, 2, "");
	assert_int_equal(judgement_within(&j, &r, &defaults, &e), 0);
	assert_int_equal(noise_measure(&t, &j, &e), -1);
	assert_int_equal(e.kind, ERR_UNFIT);
	done(&j, &r);
}

static void
heartbeats_have_a_spread(void **state)
{
	struct maker m = MAKER_EMPTY;
	struct noise_test t;
	struct judgement j;
	struct record r;
	struct err e;

	(void)state;
	maker_header(&m, "randomised", "", "A|B", REAL, "");
	for (unsigned i = 0; i < 8; i++) {
		char *rest = mem_printf("\"heartbeat_s\":%s,\"status\":\"ok\",\"values\":{\"real\":%g}",
		    i == 0 ? "0.019" : i == 5 ? "0.022" : "0.020", 1 + 0.01 * (i * 5 % 8));

		maker_line(&m, 0, 0, i % 2, rest);
		free(rest);
	}
	maker_end(&m);
	maker_load(&m, "beats.jsonl", &r);
	assert_int_equal(judgement_within(&j, &r, &defaults, &e), 0);
	assert_int_equal(noise_measure(&t, &j, &e), 0);
	assert_float_equal(t.heartbeat, 0.020, 1e-12);
	assert_float_equal(t.heartbeat_least, -0.05, 1e-9);
	assert_float_equal(t.heartbeat_most, 0.10, 1e-9);
	assert_float_equal(t.median, 1.035, 1e-9);
	done(&j, &r);
}

/* What the result says, and what it is, of a pair and the floor in its header. */
static void
check_mark(const char *pair, const char *more, enum verdict_kind kind, bool marked, const char *words)
{
	const struct show_options options = { .colour = false, .saved = NULL };
	struct buf text = BUF_EMPTY;
	struct judgement j;
	struct record r;
	json_t *o;

	judge(&j, &r, pair, more);
	assert_int_equal(j.findings[0].comparisons[0].verdict.kind, kind);
	assert_int_equal(j.findings[0].comparisons[0].below_floor, marked);
	show_judgement(&j, &options, &text);
	assert_int_equal(strstr(buf_text(&text), "less than the noise floor") != NULL, marked);
	if (words != NULL && strstr(buf_text(&text), words) == NULL)
		fail_msg("'%s' is not in:\n%s", words, buf_text(&text));
	o = machine_judgement(&j);
	assert_int_equal(json_is_true(json_object_get(json_array_get(json_object_get(json_array_get(
	    json_object_get(o, "findings"), 0), "comparisons"), 0), "below_noise_floor")), marked);
	assert_int_equal(json_is_null(json_object_get(o, "noise_floor")), words == NULL);
	json_decref(o);
	buf_release(&text);
	done(&j, &r);
}

static void
a_claim_below_it_is_marked(void **state)
{
	(void)state;
	check_mark("win", "", VERDICT_WIN, false, NULL);
	check_mark("win", CREATED FLOOR("0.02", "2026-02-28T11:00:00Z"), VERDICT_WIN, false,
	    "  noise floor of this machine: 2.0 % with 8 trials each (doctor, 2 days ago)\n");
	check_mark("win", CREATED FLOOR("0.06", "2026-03-02T11:00:00Z"), VERDICT_WIN, true,
	    "new is faster: time -4.7 %, less than the noise floor of 6.0 %. Real");
	check_mark("loss", CREATED FLOOR("0.06", "2026-03-02T11:00:00Z"), VERDICT_LOSS, true, "(doctor, 1 hour ago)");
	/* no claim, no mark */
	check_mark("same", CREATED FLOOR("0.06", "2026-03-02T11:59:40Z"), VERDICT_NOCHANGE, false, "(doctor, just now)");
	check_mark("noise", FLOOR("0.06", "rubbish"), VERDICT_UNDECIDED, false, "6.0 % with 8 trials each (doctor)\n");
	/* what is no number is no floor */
	check_mark("win", FLOOR("null", "2026-03-02T11:00:00Z"), VERDICT_WIN, false, NULL);
}

static void
of_two_machines_the_larger_counts(void **state)
{
	static const char *const floors[] = { FLOOR("0.02", "2026-03-02T11:00:00Z"), FLOOR("0.06", "2026-03-02T11:00:00Z") };
	static const double x[] = { 1, 1.1, 1.2, 1.3 };
	struct record r[2];
	const struct record *p[2] = { &r[0], &r[1] };
	struct side_group groups[] = { { &p[0], 1 }, { &p[1], 1 } };
	struct judgement j;
	struct err e;

	(void)state;
	for (size_t i = 0; i < 2; i++)
		single_record(&r[i], i == 0 ? "a.jsonl" : "b.jsonl", REAL, "real", x, 4, floors[i]);
	if (judgement_between(&j, groups, 2, &defaults, &e) != 0)
		fail_msg("%s", e.text);
	assert_float_equal(j.noise.ratio, 0.06, 1e-12);
	assert_true(j.noise.several);
	judgement_release(&j);
	record_release(&r[0]);
	record_release(&r[1]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_floor_is_the_detectable_change),
		cmocka_unit_test(a_difference_where_there_is_none),
		cmocka_unit_test(too_few_say_nothing),
		cmocka_unit_test(heartbeats_have_a_spread),
		cmocka_unit_test(a_claim_below_it_is_marked),
		cmocka_unit_test(of_two_machines_the_larger_counts),
	};

	return cmocka_run_group_tests_name("noise", tests, NULL, NULL);
}
