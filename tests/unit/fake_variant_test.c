/*
 * Variants in a plan and in its trials, above an operating system and an executor that do not exist: whose
 * options and data an arm has, what its steps are given, and that the machine is as the variant wants it during
 * its trials only.
 */
#include "setting_help.h"

#include "fake_os.h"
#include "measure/standard.h"
#include "run/runner.h"

/* ------------------------------------------------------------------ a workload */

static int
check(const struct args *args, struct err *e)
{
	return args_count(args, "mode") == 9 ? err_set(e, ERR_UNSUPPORTED, "mode 9 is not possible here") : 0;
}

static const struct param params[] = {
	{ "size", 0, PARAM_COUNT, PARAM_GRID | PARAM_DATA, "1", NULL, 0, 0, "N", "shapes the data" },
	{ "mode", 0, PARAM_COUNT, PARAM_GRID, "1", NULL, 0, 0, "N", "does not" },
	{ "word", 0, PARAM_TEXT, PARAM_REQUIRED, NULL, NULL, 0, 0, "W", "must be there" },
	PARAM_END,
};
static const struct metric metrics[] = { METRIC_REAL, METRIC_END };
static const struct workload toy = {
	.name = "toy",
	.summary = "a toy",
	.version = 1,
	.params = params,
	.metrics = metrics,
	.check = check,
};

/* ------------------------------------------------------------------ plans */

#define WORDS(...)                \
	(const char *const[])     \
	{                         \
		__VA_ARGS__, NULL \
	}

/* A plan of "toy" from the words of a call, with --vary among them. */
static int
plan_of(struct plan *p, const char *const *words, struct err *e)
{
	struct args args, options, *tables[] = { &args, &options };
	struct variant *variants;
	char **operands;
	size_t nvariants;
	int argc = 0, result;

	while (words[argc] != NULL)
		argc++;
	args_init(&args, params);
	args_init(&options, plan_params);
	if (args_parse(tables, 2, argc, (char *const *)(uintptr_t)words, &operands, e) != 0)
		fail_msg("%s", e->text);
	if (variants_parse(args_words(&options, "vary"), &variants, &nvariants, e) != 0)
		fail_msg("%s", e->text);
	result = plan_init(p, &toy, &args, &options, variants, nvariants, e);
	free(operands);
	args_release(&args);
	args_release(&options);
	return result;
}

static void
plan_right(struct plan *p, const char *const *words)
{
	struct err e;

	if (plan_of(p, words, &e) != 0)
		fail_msg("%s", e.text);
}

static void
arms_have_options_and_data_of_their_variant(void **state)
{
	/* case by case: mode 1, mode 2; in each: base, big, other, small */
	static const unsigned sizes[] = { 1, 8, 1, 1 }, data[] = { 0, 1, 0, 0 };
	struct plan p;

	(void)state;
	plan_right(&p,
	    WORDS("--word", "w", "--mode", "1,2", "--vary", "base=", "--vary", "big=opt:size=8", "--vary",
		"other=opt:word=x", "--vary", "small=opt:size=1"));
	assert_int_equal(p.narms, 8);
	assert_int_equal(p.ndata, 2);
	for (size_t i = 0; i < 8; i++) {
		const struct arm *arm = &p.arms[i];

		assert_int_equal(arm->arm_case, i / 4);
		assert_int_equal(arm->variant, i % 4);
		assert_int_equal(args_count(&arm->args, "mode"), 1 + i / 4);
		assert_int_equal(args_count(&arm->args, "size"), sizes[i % 4]);
		assert_string_equal(args_text(&arm->args, "word"), i % 4 == 2 ? "x" : "w");
		assert_int_equal(arm->data, data[i % 4]);
	}
	plan_release(&p);
}

/* What is required may come from every variant. */
static void
options_may_all_come_from_variants(void **state)
{
	struct plan p;

	(void)state;
	plan_right(&p, WORDS("--vary", "a=opt:word=x", "--vary", "b=opt:word=y"));
	assert_string_equal(args_text(&p.arms[1].args, "word"), "y");
	plan_release(&p);
}

static void
wrong_plans_are_refused(void **state)
{
	static const struct {
		const char *vary, *mentions;
		enum err_kind kind;
	} cases[] = {
		{ "b=opt:sizes=8", "variant 'b': unknown option '--sizes'; did you mean '--size'", ERR_USAGE },
		{ "b=opt:mode=9", "mode 9 is not possible here", ERR_UNSUPPORTED },
		{ "b=opt:mode=3", "'--mode' makes cases; variant 'b' cannot set it as well", ERR_USAGE },
		{ "b=opt:mode=1", "'--mode' makes cases; variant 'b' cannot set it as well", ERR_USAGE },
		{ "b=sysctl:no.such=1", "variant 'b': there is no sysctl", ERR_USAGE },
		{ "b=cpus:7", "variant 'b': CPU 7", ERR_UNSUPPORTED },
	};
	struct plan p;
	struct err e;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *modes = cases[i].kind == ERR_UNSUPPORTED ? "1" : "1,2";

		assert_int_equal(
		    plan_of(&p, WORDS("--word", "w", "--mode", modes, "--vary", "a=", "--vary", cases[i].vary), &e),
		    -1);
		assert_int_equal(e.kind, cases[i].kind);
		ASSERT_MENTIONS(e, cases[i].mentions);
		plan_release(&p);
	}
	assert_int_equal(plan_of(&p, WORDS("--vary", "a=opt:word=x", "--vary", "b="), &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	ASSERT_MENTIONS(e, "--word");
	plan_release(&p);
}

/* ------------------------------------------------------------------ trials */

struct stage {
	unsigned trials, fail, interrupt;	/* the n-th trial does; 0: never */
	unsigned stick;	/* from the n-th trial on vm.a cannot be brought back */
	bool break_down;	/* the first trial ends in an error of the engine */
	struct buf seen;	/* what each step was given, and what vm.a was then */
};

static int
play(void *context, const struct step *step, struct outcome *o, struct err *e)
{
	struct stage *s = context;

	memset(o, 0, sizeof(*o));
	buf_printf(&s->seen, "%c:%s:%s:%s ", step->kind == STEP_TRIAL ? 't' : 'p', fake_os_sysctl("vm.a"),
	    step->cpus != NULL ? step->cpus : "-",
	    step->environment != NULL && step->environment[0] != NULL ? step->environment[0] : "-");
	o->result = json_object();
	if (step->kind != STEP_TRIAL)
		return 0;
	if (++s->trials == s->stick)
		fake_os_sysctl_ignores("vm.a", "1");
	if (s->break_down)
		return err_set(e, ERR_INTERNAL, "the stage broke");
	if (s->trials == s->fail) {
		o->status = OUTCOME_FAILED;
		err_set(&o->err, ERR_WORKLOAD, "it fell over");
	} else if (s->trials == s->interrupt) {
		o->status = OUTCOME_INTERRUPTED;
		err_set(&o->err, ERR_INTERRUPTED, "interrupted");
	} else {
		json_t *values = json_object();

		json_put_real(values, "real", 1.0);
		json_put(o->result, "values", values);
	}
	return 0;
}

/* Runs a plan of two variants, the second with settings of all scopes; gives its status. */
static int
perform(struct stage *s, struct err *e)
{
	struct plan p;
	struct scratch scratch;
	struct host host;
	struct record_writer writer;
	json_t *header, *environment = json_object();
	struct runner r = { .plan = &p,
		.executor = { play, s },
		.scratch = &scratch,
		.keep = ".",
		.caller = ".",
		.place = ".",
		.host = &host };
	struct err later;
	int result;

	plan_right(&p,
	    WORDS("--word", "w", "--trials", "1", "--seed", "1", "--vary", "a=", "--vary",
		"b=sysctl:vm.a=7,env:LANG=C,cpus:1"));
	p.heartbeat_iterations = 1;
	json_put(environment, "settings", json_object());
	header = plan_to_header(&p, "harness run toy", environment);
	assert_string_equal(json_get_text(json_object_get(environment, "settings"), "vm.a"), "1");
	assert_string_equal(
	    json_string_value(
		json_array_get(json_object_get(json_array_get(json_object_get(header, "variants"), 1), "settings"), 0)),
	    "sysctl:vm.a=7");
	assert_int_equal(scratch_make(&scratch, ".", e), 0);
	assert_int_equal(record_create(&writer, "r.jsonl", 0, header, e), 0);
	result = host_begin(&host, p.variants, p.nvariants, e);
	assert_string_equal(fake_os_sysctl("vm.a"), "1");
	if (result == 0)
		result = runner_prepare(&r, e);
	if (result == 0)
		result = runner_run(&r, &writer, e);
	host_end(&host);
	record_close(&writer);
	assert_int_equal(scratch_remove(&scratch, &later), 0);
	json_decref(header);
	runner_release(&r);
	plan_release(&p);
	return result;
}

static int
set_up(void **state)
{
	fake_os_reset();
	fake_os_sysctl_is("vm.a", "1");
	return setting_set_up(state);
}

static int
tear_down(void **state)
{
	fake_os_reset();
	return setting_tear_down(state);
}

static void
trials_run_under_their_variant(void **state)
{
	struct stage s = { .trials = 0 };
	struct err e;

	(void)state;
	if (perform(&s, &e) != 0)
		fail_msg("%s", e.text);
	assert_int_equal(s.trials, 4);
	/* populate, warm-ups, and a block whose order the seed gives */
	if (strncmp(buf_text(&s.seen), "p:1:-:- t:1:-:- t:7:1:LANG=C ", 29) != 0)
		fail_msg("%s", buf_text(&s.seen));
	assert_non_null(strstr(buf_text(&s.seen) + 29, "t:7:1:LANG=C "));
	assert_non_null(strstr(buf_text(&s.seen) + 29, "t:1:-:- "));
	assert_string_equal(fake_os_sysctl("vm.a"), "1");
	assert_false(file_exists("state/journal"));
	buf_release(&s.seen);
}

/* The second trial is of the variant that changes the machine. */
static void
whatever_comes_of_a_trial_the_machine_is_as_before(void **state)
{
	struct stage stages[] = { { .fail = 2 }, { .interrupt = 2 }, { .break_down = true } };
	static const enum err_kind kinds[] = { ERR_WORKLOAD, ERR_INTERRUPTED, ERR_INTERNAL };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(stages); i++) {
		struct err e;

		assert_int_equal(perform(&stages[i], &e), -1);
		assert_int_equal(e.kind, kinds[i]);
		assert_string_equal(fake_os_sysctl("vm.a"), "1");
		assert_false(file_exists("state/journal"));
		assert_int_equal(unlink("r.jsonl"), 0);
		buf_release(&stages[i].seen);
	}
}

/* A machine that stays changed ends the experiment at once: what was measured before is kept, nothing follows. */
static void
no_trial_follows_when_the_machine_stays_changed(void **state)
{
	struct stage s = { .stick = 2 };
	struct record r;
	struct err e, later;

	(void)state;
	assert_int_equal(perform(&s, &e), -1);
	ASSERT_MENTIONS(e, "harness undo");
	ASSERT_MENTIONS(e, "'vm.a' did not take the value '1': it is '7'");
	assert_int_equal(s.trials, 2);
	assert_true(file_exists("state/journal"));
	assert_int_equal(record_load("r.jsonl", RECORD_LINES, &r, &later), 0);
	assert_int_equal(r.ntrials, 1);
	assert_string_equal(json_get_text(r.end, "status"), "failed");
	record_release(&r);
	buf_release(&s.seen);
}

int
main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(arms_have_options_and_data_of_their_variant),
		TEST(options_may_all_come_from_variants),
		TEST(wrong_plans_are_refused),
		TEST(trials_run_under_their_variant),
		TEST(whatever_comes_of_a_trial_the_machine_is_as_before),
		TEST(no_trial_follows_when_the_machine_stays_changed),
	};

	return cmocka_run_group_tests_name("fake_variant", tests, NULL, NULL);
}
