/*
 * The runner above an operating system and an executor that do not exist: the schedule, what is written down, and what happens when
 * something fails. Records are real files.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"
#include "fake_os.h"
#include "measure/standard.h"
#include "run/runner.h"
#include "stats/rng.h"
#include "stats/schedule.h"

/* ------------------------------------------------------------------ a workload, and an executor that plays it */

static const struct param params[] = {
	{ "size", 0, PARAM_COUNT, PARAM_GRID | PARAM_DATA, "1", NULL, 0, 0, "N", "shapes the data" },
	{ "mode", 0, PARAM_COUNT, PARAM_GRID, "1", NULL, 0, 0, "N", "does not" },
	PARAM_END,
};
static const struct metric metrics[] = { METRIC_REAL, { "score", "1/s", BETTER_HIGHER, "more is better" }, METRIC_END };
static const struct workload toy = { .name = "toy", .summary = "a toy", .version = 3, .params = params, .metrics = metrics };

struct stage {
	unsigned steps, populates, trials;
	unsigned fail_trial, break_step, interrupt_trial;	/* the n-th, from 1; 0: never */
	double (*real)(const struct stage *s, const struct step *step);
	char order[256];		/* 'a' + variant-like digit of each trial's mode */
	unsigned paddings[64];
};

static double
constant(const struct stage *s, const struct step *step)
{
	(void)s;
	(void)step;
	return 1.0;
}

static json_t *
trial_result(const struct stage *s, const struct step *step)
{
	json_t *result = json_object(), *values = json_object();

	json_put_real(values, "real", s->real(s, step));
	json_put_text(result, "status", "ok");
	json_put(result, "values", values);
	return result;
}

static json_t *
populate_result(const struct stage *s)
{
	json_t *result = json_object(), *properties = json_object(), *tools = json_object();

	json_put_count(properties, "tree", s->populates);
	json_put_text(tools, "cc", "12");
	json_put_text(result, "status", "ok");
	json_put_text(result, "means", "fake");
	json_put_text(result, "describe", "a toy of size 1");
	json_put(result, "properties", properties);
	json_put(result, "tools", tools);
	return result;
}

static int
play(void *context, const struct step *step, struct outcome *o, struct err *e)
{
	struct stage *s = context;

	memset(o, 0, sizeof(*o));
	if (++s->steps == s->break_step)
		return err_set(e, ERR_INTERNAL, "the stage broke");
	assert_true(file_is_directory(step->data));
	assert_true(file_is_directory(step->out));
	if (step->kind != STEP_TRIAL) {
		s->populates++;
		o->result = populate_result(s);
		return 0;
	}
	s->paddings[s->trials] = step->padding;
	s->order[s->trials++] = (char)('0' + args_count(step->args, "mode"));
	if (s->trials == s->fail_trial) {
		o->status = OUTCOME_FAILED;
		o->log = mem_string("the last line of its log");
		err_set(&o->err, ERR_WORKLOAD, "it fell over");
	} else if (s->trials == s->interrupt_trial) {
		o->status = OUTCOME_INTERRUPTED;
		err_set(&o->err, ERR_INTERRUPTED, "interrupted");
	} else
		o->result = trial_result(s, step);
	return 0;
}

/* ------------------------------------------------------------------ a bench to run on */

struct bench {
	char directory[64];
	char *path;
	struct plan plan;
	struct scratch scratch;
	struct runner runner;
	struct stage stage;
	struct record_writer writer;
};

static void
plan(struct bench *b, const char *const *words, unsigned nvariants)
{
	struct args args, options, *tables[] = { &args, &options };
	struct variant *variants = mem_zero(nvariants, sizeof(*variants));
	char **operands, *const *argv = (char *const *)(uintptr_t)words;
	struct err e;
	int argc = 0;

	while (words[argc] != NULL)
		argc++;
	args_init(&args, params);
	args_init(&options, plan_params);
	assert_int_equal(args_parse(tables, 2, argc, argv, &operands, &e), 0);
	for (unsigned i = 0; i < nvariants; i++)
		variant_init(&variants[i], (char[]){ (char)('A' + i), '\0' });
	if (plan_init(&b->plan, &toy, &args, &options, variants, nvariants, &e) != 0)
		fail_msg("plan: %s", e.text);
	free(operands);
	args_release(&args);
	args_release(&options);
}

static void
bench_make(struct bench *b, const char *const *words, unsigned nvariants)
{
	struct err e;

	memset(b, 0, sizeof(*b));
	fake_os_reset();
	snprintf(b->directory, sizeof(b->directory), "/tmp/harness-runner-XXXXXX");
	assert_non_null(mkdtemp(b->directory));
	b->path = path_join(b->directory, "r.jsonl");
	plan(b, words, nvariants);
	assert_int_equal(scratch_make(&b->scratch, b->directory, &e), 0);
	b->stage.real = constant;
	b->plan.heartbeat_iterations = 1;	/* the clock is a fake, the work would not be */
	b->runner = (struct runner){
		.plan = &b->plan,
		.executor = { play, &b->stage },
		.scratch = &b->scratch,
		.keep = b->directory,
		.caller = b->directory,
		.place = b->directory,
	};
}

static int
bench_run(struct bench *b, struct err *e)
{
	json_t *header, *environment;
	int result;

	if (runner_prepare(&b->runner, e) != 0)
		return -1;
	environment = json_object();
	json_put(environment, "scratch", json_object());
	header = plan_to_header(&b->plan, "harness run toy", environment);
	result = record_create(&b->writer, b->path, 0, header, e);
	json_decref(header);
	if (result == 0)
		result = runner_run(&b->runner, &b->writer, e);
	record_close(&b->writer);
	return result;
}

static void
bench_release(struct bench *b)
{
	struct err e;

	runner_release(&b->runner);
	plan_release(&b->plan);
	assert_int_equal(scratch_remove(&b->scratch, &e), 0);
	assert_int_equal(file_remove_tree(b->directory, &e), 0);
	free(b->path);
}

static void
bench_load(const struct bench *b, struct record *r)
{
	struct err e;

	if (record_load(b->path, RECORD_LINES, r, &e) != 0)
		fail_msg("%s", e.text);
}

#define WORDS(...) (const char *const[]){ __VA_ARGS__, NULL }

/* ------------------------------------------------------------------ tests */

static void
warmups_then_blocks_in_the_seeded_order(void **state)
{
	unsigned order[16];
	struct record r;
	struct bench b;
	struct rng rng, padding;
	struct err e;

	(void)state;
	bench_make(&b, WORDS("--mode", "1,2", "--seed", "5", "--trials", "8", "--warmup", "2"), 1);
	assert_int_equal(bench_run(&b, &e), 0);
	assert_int_equal(b.stage.trials, 4 + 16);
	assert_memory_equal(b.stage.order, "1212", 4);
	schedule_seed(5, &rng, &padding);
	for (size_t block = 0; block < 2; block++) {	/* one variant: blocks of four of each arm */
		schedule_order(&rng, 2, 4, order);
		for (size_t i = 0; i < 8; i++)
			assert_int_equal(b.stage.order[4 + 8 * block + i], '1' + (char)order[i]);
	}
	for (size_t i = 0; i < 20; i++)
		assert_int_equal(b.stage.paddings[i], schedule_padding_bytes(&padding));
	bench_load(&b, &r);
	assert_int_equal(r.ntrials, 20);
	for (size_t i = 0; i < 20; i++) {
		assert_int_equal(r.trials[i].number, i);
		assert_int_equal(r.trials[i].warmup, i < 4);
		assert_true(i < 4 ? r.trials[i].block == RECORD_NONE : r.trials[i].block == (i - 4) / 8);
		assert_int_equal(json_get_count(r.trials[i].line, "padding"), b.stage.paddings[i]);
	}
	assert_string_equal(json_get_text(r.end, "status"), "complete");
	assert_string_equal(json_get_text(r.header, "seed"), "5");
	record_release(&r);
	bench_release(&b);
}

static void
arms_share_data_unless_it_differs(void **state)
{
	struct record r;
	struct bench b;
	struct err e;

	(void)state;
	bench_make(&b, WORDS("--size", "1,2", "--mode", "1,2,3", "--trials", "1", "--warmup", "0"), 1);
	assert_int_equal(b.plan.narms, 6);
	assert_int_equal(bench_run(&b, &e), 0);
	assert_int_equal(b.stage.populates, 2);
	bench_load(&b, &r);
	assert_int_equal(r.ncases, 6);
	for (size_t c = 0; c < 6; c++) {
		const json_t *item = json_array_get(json_object_get(r.header, "cases"), c);

		assert_int_equal(json_get_count(json_object_get(item, "properties"), "tree"), c < 3 ? 1 : 2);
	}
	assert_string_equal(json_get_text(b.plan.tools, "cc"), "12");
	assert_string_equal(json_get_text(r.header, "describe"), "a toy of size 1; and 5 further cases");
	record_release(&r);
	bench_release(&b);
}

static void
the_first_failure_of_an_arm_ends_it(void **state)
{
	struct record r;
	struct bench b;
	struct err e;

	(void)state;
	bench_make(&b, WORDS("--trials", "4"), 1);
	b.stage.fail_trial = 1;
	assert_int_equal(bench_run(&b, &e), -1);
	assert_int_equal(e.kind, ERR_WORKLOAD);
	assert_string_equal(e.text, "it fell over");
	assert_string_equal(b.runner.failure_log, "the last line of its log");
	bench_load(&b, &r);
	assert_int_equal(r.ntrials, 1);
	assert_false(r.trials[0].ok);
	assert_string_equal(json_get_text(r.end, "status"), "failed");
	record_release(&r);
	bench_release(&b);
}

static void
a_later_failure_is_written_down_and_counted(void **state)
{
	struct record r;
	struct bench b;
	struct err e;

	(void)state;
	bench_make(&b, WORDS("--trials", "4"), 1);
	b.stage.fail_trial = 3;
	assert_int_equal(bench_run(&b, &e), 0);
	assert_int_equal(b.runner.ok, 3);
	assert_int_equal(b.runner.failed, 1);
	bench_load(&b, &r);
	assert_int_equal(r.ntrials, 5);
	assert_string_equal(json_get_text(r.trials[2].line, "error"), "it fell over");
	assert_string_equal(json_get_text(r.trials[2].line, "kind"), "workload");
	assert_null(json_object_get(r.trials[2].line, "values"));
	assert_string_equal(json_get_text(r.end, "status"), "complete");
	record_release(&r);
	bench_release(&b);
}

static void
an_interruption_is_saved(void **state)
{
	struct record r;
	struct bench b;
	struct err e;

	(void)state;
	bench_make(&b, WORDS("--trials", "8"), 1);
	b.stage.interrupt_trial = 7;
	assert_int_equal(bench_run(&b, &e), -1);
	assert_int_equal(e.kind, ERR_INTERRUPTED);
	bench_load(&b, &r);
	assert_int_equal(r.ntrials, 7);
	assert_true(r.trials[6].interrupted);
	assert_string_equal(json_get_text(r.end, "status"), "interrupted");
	record_release(&r);
	bench_release(&b);
}

/* Whatever step breaks: an error, and a record that holds every trial before it. */
static void
every_broken_step(void **state)
{
	for (unsigned n = 1;; n++) {
		struct record r;
		struct bench b;
		struct err e;
		int result;

		(void)state;
		bench_make(&b, WORDS("--trials", "4", "--mode", "1,2"), 1);
		b.stage.break_step = n;
		result = bench_run(&b, &e);
		if (n == 1)
			assert_false(file_exists(b.path));	/* populate: nothing was measured yet */
		else {
			bench_load(&b, &r);
			assert_int_equal(r.ntrials, result == 0 ? 10 : n - 2);
			assert_string_equal(json_get_text(r.end, "status"), result == 0 ? "complete" : "failed");
			record_release(&r);
		}
		if (result != 0)
			assert_string_equal(e.text, "the stage broke");
		bench_release(&b);
		if (result == 0) {
			assert_int_equal(n, 12);
			break;
		}
	}
}

/* Cuts the record behind `lines` lines, as kill -9 would. */
static void
cut(const char *path, size_t lines)
{
	struct buf text = BUF_EMPTY;
	const char *at;
	struct err e;

	assert_int_equal(file_read(path, &text, &e), 0);
	at = text.text;
	while (lines-- > 0)
		at = strchr(at, '\n') + 1;
	assert_int_equal(truncate(path, at - text.text), 0);
	buf_release(&text);
}

#define assert_ok(result, e) do { if ((result) != 0) fail_msg("%s", (e).text); } while (0)

static int
bench_resume(struct bench *b, struct err *e)
{
	json_t *line = NULL;
	struct record r;
	int result;

	bench_load(b, &r);
	memset(&b->stage.steps, 0, sizeof(unsigned) * 3);
	result = runner_resume(&b->runner, &r, &line, e);
	record_release(&r);
	if (result == 0 && scratch_remove(&b->scratch, e) == 0 && scratch_make(&b->scratch, b->directory, e) == 0)
		result = runner_prepare(&b->runner, e);
	if (result == 0)
		result = record_reopen(&b->writer, b->path, 0, e);
	if (result == 0) {
		result = record_append(&b->writer, line, e);
		if (result == 0)
			result = runner_run(&b->runner, &b->writer, e);
		record_close(&b->writer);
	}
	json_decref(line);
	return result;
}

static void
resuming_redoes_the_block_that_was_cut_short(void **state)
{
	struct record r;
	struct bench b;
	struct err e;
	char whole[32];
	size_t counted = 0;

	(void)state;
	bench_make(&b, WORDS("--trials", "8", "--mode", "1,2", "--seed", "9"), 1);
	assert_int_equal(bench_run(&b, &e), 0);
	memcpy(whole, b.stage.order, sizeof(whole));
	cut(b.path, 1 + 2 + 8 + 3);	/* header, warm-ups, the first block, three of the second */
	assert_ok(bench_resume(&b, &e), e);
	assert_int_equal(b.stage.trials, 2 + 8);
	assert_memory_equal(b.stage.order + 2, whole + 2 + 8, 8);	/* the same order again */
	bench_load(&b, &r);
	assert_int_equal(r.sessions, 2);
	for (size_t i = 0; i < r.ntrials; i++)
		counted += !r.trials[i].warmup && !r.trials[i].void_;
	assert_int_equal(counted, 16);
	assert_true(r.trials[10].void_ && r.trials[12].void_ && !r.trials[9].void_);
	assert_int_equal(json_integer_value(json_array_get(json_object_get(r.end, "void"), 0)), 0);
	assert_string_equal(json_get_text(r.end, "status"), "complete");
	record_release(&r);
	assert_int_equal(bench_resume(&b, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	bench_release(&b);
}

static void
resuming_after_every_line(void **state)
{
	(void)state;
	for (size_t lines = 1; lines <= 7; lines++) {	/* header, a warm-up, four trials, the end */
		struct record r;
		struct bench b;
		struct err e;
		size_t counted = 0;

		bench_make(&b, WORDS("--trials", "4"), 1);
		assert_int_equal(bench_run(&b, &e), 0);
		cut(b.path, lines);
		if (lines >= 6) {	/* all trials are there */
			assert_int_equal(bench_resume(&b, &e), -1);
			bench_release(&b);
			continue;
		}
		assert_ok(bench_resume(&b, &e), e);
		bench_load(&b, &r);
		for (size_t i = 0; i < r.ntrials; i++)
			counted += !r.trials[i].warmup && !r.trials[i].void_;
		assert_int_equal(counted, 4);
		record_release(&r);
		bench_release(&b);
	}
}

/* Variant B takes 10 % longer; which variant a step is of is not in the step, so it is told by the schedule. */
static double
alternating(const struct stage *s, const struct step *step)
{
	return 1.0 + 0.1 * (double)(args_count(step->args, "mode") - 1) + 1e-4 * (s->trials % 7);
}

static void
precision_ends_an_experiment(void **state)
{
	struct record r;
	struct bench b;
	struct err e;

	(void)state;
	bench_make(&b, WORDS("--precision", "1%", "--max-trials", "20"), 1);
	b.stage.real = alternating;
	assert_int_equal(bench_run(&b, &e), 0);
	bench_load(&b, &r);
	assert_int_equal(r.ntrials, 1 + 8);	/* the first look */
	assert_string_equal(json_get_text(r.end, "status"), "complete");
	assert_non_null(strstr(json_get_text(r.end, "reason"), "precision reached after 8 trials"));
	record_release(&r);
	bench_release(&b);
	bench_make(&b, WORDS("--precision", "0.0001%", "--max-trials", "12"), 1);
	b.stage.real = alternating;
	assert_int_equal(bench_run(&b, &e), 0);
	bench_load(&b, &r);
	assert_int_equal(r.ntrials, 1 + 12);
	assert_non_null(strstr(json_get_text(r.end, "reason"), "not reached"));
	record_release(&r);
	bench_release(&b);
}

static void
a_budget_ends_it_between_blocks(void **state)
{
	struct record r;
	struct bench b;
	struct err e;

	(void)state;
	/* Every trial settles for 100 ms by the fake clock: a block of four and the warm-up take a little over 0.5 s. */
	bench_make(&b, WORDS("--trials", "100", "--budget", "1s"), 1);
	assert_int_equal(bench_run(&b, &e), 0);
	bench_load(&b, &r);
	assert_string_equal(json_get_text(r.end, "status"), "budget");
	assert_int_equal((r.ntrials - 1) % 4, 0);
	assert_true(r.ntrials > 4 && r.ntrials < 12);
	record_release(&r);
	bench_release(&b);
}

static void
a_full_header_makes_the_same_plan_again(void **state)
{
	struct args args, options;
	struct variant *variants = mem_zero(1, sizeof(*variants));
	struct plan plan, again;
	char *words[] = { (char[]){ "true" }, NULL };
	json_t *header, *other;
	struct err e;

	(void)state;
	fake_os_reset();
	variant_init(variants, "default");
	args_init(&args, workload_find("exec", &e)->params);
	args_init(&options, plan_params);
	assert_int_equal(args_set_words(&args, "command", words, &e), 0);
	assert_int_equal(args_set(&options, "deadline", "90s", &e), 0);
	assert_int_equal(args_set(&options, "seed", "18446744073709551615", &e), 0);
	if (plan_init(&plan, workload_find("exec", &e), &args, &options, variants, 1, &e) != 0)
		fail_msg("%s", e.text);
	plan.heartbeat_iterations = 12345;
	header = plan_to_header(&plan, "harness run exec -- true", json_object());
	if (plan_from_header(&again, header, &e) != 0)
		fail_msg("%s", e.text);
	again.heartbeat_iterations = plan.heartbeat_iterations;
	other = plan_to_header(&again, "harness run exec -- true", json_object());
	json_object_del(header, "created");
	json_object_del(other, "created");
	assert_true(json_equal(header, other));
	assert_int_equal(plan_matches(&again, plan.workload, &args, &e), 0);
	assert_int_equal(args_set(&args, "output", "show", &e), 0);
	assert_int_equal(plan_matches(&again, plan.workload, &args, &e), -1);
	json_decref(header);
	json_decref(other);
	plan_release(&plan);
	plan_release(&again);
	args_release(&args);
	args_release(&options);
}

static void
damaged_headers_are_refused(void **state)
{
	static const char *const texts[] = {
		"{}",
		"{\"workload\":\"exec\"}",
		"{\"workload\":\"gone\",\"seed\":\"1\"}",
		"{\"workload\":\"exec\",\"seed\":\"1\",\"workload_version\":99}",
		"{\"workload\":\"exec\",\"seed\":\"x\",\"workload_version\":1}",
		"{\"workload\":\"exec\",\"seed\":\"1\",\"workload_version\":1,\"trials\":0,\"warmup\":1,\"heartbeat_iterations\":1}",
		"{\"workload\":\"exec\",\"seed\":\"1\",\"workload_version\":1,\"trials\":4,\"warmup\":1,\"heartbeat_iterations\":1}",
		"{\"workload\":\"exec\",\"seed\":\"1\",\"workload_version\":1,\"trials\":4,\"warmup\":1,\"heartbeat_iterations\":1,"
		"\"variants\":[{\"name\":\"a\"}],\"cases\":[]}",
		"{\"workload\":\"exec\",\"seed\":\"1\",\"workload_version\":1,\"trials\":4,\"warmup\":1,\"heartbeat_iterations\":1,"
		"\"variants\":[{}],\"cases\":[{\"args\":{}}]}",
		"{\"workload\":\"exec\",\"seed\":\"1\",\"workload_version\":1,\"trials\":4,\"warmup\":1,\"heartbeat_iterations\":1,"
		"\"variants\":[{\"name\":\"a\"}],\"cases\":[{\"args\":{\"no such\":1}}]}",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct plan p;
		struct err e;
		json_t *header = json_parse("a header", texts[i], strlen(texts[i]), &e);

		assert_non_null(header);
		e.kind = ERR_NONE;
		assert_int_equal(plan_from_header(&p, header, &e), -1);
		assert_int_equal(e.kind, ERR_USAGE);
		plan_release(&p);
		json_decref(header);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(warmups_then_blocks_in_the_seeded_order),
		cmocka_unit_test(arms_share_data_unless_it_differs),
		cmocka_unit_test(the_first_failure_of_an_arm_ends_it),
		cmocka_unit_test(a_later_failure_is_written_down_and_counted),
		cmocka_unit_test(an_interruption_is_saved),
		cmocka_unit_test(every_broken_step),
		cmocka_unit_test(resuming_redoes_the_block_that_was_cut_short),
		cmocka_unit_test(resuming_after_every_line),
		cmocka_unit_test(precision_ends_an_experiment),
		cmocka_unit_test(a_budget_ends_it_between_blocks),
		cmocka_unit_test(a_full_header_makes_the_same_plan_again),
		cmocka_unit_test(damaged_headers_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
