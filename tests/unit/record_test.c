/*
 * Reading records: the files in tests/data/records, and lines that must be refused. Run from the
 * top directory.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "record/record.h"

#define DATA "tests/data/records/"

static void
load(const char *name, unsigned flags, struct record *r)
{
	char path[256];
	struct err e;

	snprintf(path, sizeof(path), DATA "%s", name);
	if (record_load(path, flags, r, &e) != 0)
		fail_msg("%s", e.text);
	assert_string_equal(r->path, path);
}

/* The values of an arm's metric are exactly those. */
static void
check_series(const struct record *r, const char *metric, unsigned arm_case, unsigned variant,
    const double *expected, size_t n)
{
	double *values;
	size_t *trials, count;

	record_series(r, record_metric(r, metric), arm_case, variant, &values, &trials, &count);
	assert_int_equal(count, n);
	for (size_t i = 0; i < n; i++) {
		assert_true(values[i] == expected[i]);
		assert_true(r->trials[trials[i]].values[record_metric(r, metric)] == expected[i]);
		assert_true(i == 0 || trials[i - 1] < trials[i]);
	}
	free(values);
	free(trials);
}

static void
a_record_is_read(void **state)
{
	static const double real[] = { 6.2, 6.25, 6.18, 6.21 };
	struct record r;

	(void)state;
	load("good.jsonl", 0, &r);
	assert_string_equal(record_workload(&r), "build");
	assert_true(record_randomised(&r));
	assert_int_equal(r.ncases, 1);
	assert_int_equal(r.nvariants, 1);
	assert_string_equal(record_case_label(&r, 0), "");
	assert_string_equal(record_variant_name(&r, 0), "default");
	assert_int_equal(r.nmetrics, 4);
	assert_int_equal(r.nheadline, 2);
	assert_string_equal(r.metrics[0].name, "durable");
	assert_string_equal(r.metrics[3].unit, "bytes");
	assert_int_equal(r.metrics[0].better, BETTER_LOWER);
	assert_int_equal(r.metrics[3].better, BETTER_NEITHER);
	assert_null(r.metrics[4].name);
	assert_int_equal(record_metric(&r, "cpu"), 2);
	assert_int_equal(record_metric(&r, "none"), -1);
	assert_int_equal(r.ntrials, 5);
	assert_true(r.trials[0].warmup);
	assert_int_equal(r.trials[0].block, RECORD_NONE);
	assert_int_equal(r.trials[4].number, 4);
	assert_int_equal(r.trials[4].block, 0);
	assert_true(r.trials[1].offset_s == 7.85);
	assert_true(r.trials[1].heartbeat_s > 0.019 && r.trials[1].heartbeat_s < 0.021);
	assert_null(r.trials[1].line);
	assert_int_equal(r.sessions, 1);
	assert_non_null(r.end);
	assert_false(r.truncated);
	check_series(&r, "real", 0, 0, real, 4);
	record_release(&r);
}

static void
arms_are_told_apart(void **state)
{
	static const double expected[2][2][4] = {
		{ { 11.0, 11.01, 11.02, 11.03 }, { 10.45, 10.46, 10.47, 10.48 } },
		{ { 6.2, 6.21, 6.22, 6.23 }, { 5.89, 5.9, 5.91, 5.92 } },
	};
	struct record r;

	(void)state;
	load("variants.jsonl", 0, &r);
	assert_string_equal(record_case_label(&r, 1), "jobs=2");
	assert_string_equal(record_variant_name(&r, 1), "new");
	assert_int_equal(r.ntrials, 20);
	for (unsigned c = 0; c < 2; c++)
		for (unsigned v = 0; v < 2; v++)
			check_series(&r, "real", c, v, expected[c][v], 4);
	record_release(&r);
}

static void
a_void_block_counts_for_nothing(void **state)
{
	static const double a[] = { 6.0, 6.02, 6.03, 6.01 }, b[] = { 6.1, 6.12, 6.13, 6.14 };
	size_t void_count = 0;
	struct record r;

	(void)state;
	load("resumed.jsonl", 0, &r);
	assert_int_equal(r.sessions, 2);
	for (size_t i = 0; i < r.ntrials; i++) {
		void_count += r.trials[i].void_;
		assert_int_equal(r.trials[i].void_,
		    r.trials[i].session == 0 && r.trials[i].block == 1);
	}
	assert_int_equal(void_count, 3);
	check_series(&r, "real", 0, 0, a, 4);
	check_series(&r, "real", 0, 1, b, 4);
	assert_string_equal(json_string_value(json_object_get(r.end, "status")), "complete");
	record_release(&r);
}

static void
a_torn_last_line_is_dropped(void **state)
{
	struct record r;

	(void)state;
	load("truncated.jsonl", 0, &r);
	assert_true(r.truncated);
	assert_int_equal(r.ntrials, 4);
	assert_null(r.end);
	record_release(&r);

	load("open-line.jsonl", 0, &r);
	assert_false(r.truncated);
	assert_int_equal(r.ntrials, 4);
	record_release(&r);
}

static void
warm_ups_alone_give_no_series(void **state)
{
	struct record r;

	(void)state;
	load("warmups.jsonl", 0, &r);
	assert_int_equal(r.ntrials, 2);
	check_series(&r, "real", 0, 0, NULL, 0);
	assert_string_equal(json_string_value(json_object_get(r.end, "status")), "interrupted");
	record_release(&r);
}

static void
a_failed_trial_has_no_values(void **state)
{
	static const double real[] = { 6.2, 6.3, 6.25 };
	struct record r;

	(void)state;
	load("failed.jsonl", RECORD_LINES, &r);
	assert_int_equal(r.ntrials, 7);
	check_series(&r, "real", 0, 0, real, 3);
	for (size_t i = 0; i < r.ntrials; i++)
		assert_int_equal(r.trials[i].ok, !isnan(r.trials[i].values[1]));
	/* its line lists a value all the same */
	assert_false(r.trials[6].ok);
	assert_non_null(json_object_get(json_object_get(r.trials[6].line, "values"), "real"));
	record_release(&r);
}

static void
unknown_keys_and_lines_are_ignored(void **state)
{
	static const double iops[] = { 400000, 390000.5 }, service[] = { 2.5e-6 };
	struct record r;

	(void)state;
	load("unknown-keys.jsonl", RECORD_LINES, &r);
	assert_int_equal(r.ntrials, 2);
	check_series(&r, "iops", 0, 0, iops, 2);
	check_series(&r, "service", 0, 0, service, 1);
	assert_non_null(json_object_get(r.trials[0].line, "curves"));
	assert_non_null(json_object_get(r.trials[0].line, "mood"));
	assert_non_null(r.end);
	record_release(&r);
}

static void
what_is_no_record_is_refused(void **state)
{
	static const struct {
		const char *path, *words;
		enum err_kind kind;
	} cases[] = {
		{ DATA "foreign.json", "not a record of harness", ERR_USAGE },
		{ DATA "foreign.jsonl", "first line is no header", ERR_USAGE },
		{ DATA "newer.jsonl", "schema 2", ERR_USAGE },
		{ DATA "nothing-here.jsonl", "cannot open", ERR_USAGE },
		{ DATA, "is a directory", ERR_USAGE },
		{ "/dev/null", "is empty", ERR_USAGE },
		{ DATA "damaged.jsonl", "line 5", ERR_INTERNAL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct err e = { .kind = ERR_NONE };
		struct record r;

		assert_int_equal(record_load(cases[i].path, 0, &r, &e), -1);
		assert_int_equal(e.kind, cases[i].kind);
		if (strstr(e.text, cases[i].words) == NULL || strstr(e.text, cases[i].path) == NULL)
			fail_msg("%s: %s", cases[i].path, e.text);
	}
}

/* Loads text through a pipe, as from <(zcat ...). */
static int
load_text(const char *text, size_t length, struct record *r, struct err *e)
{
	char path[32];
	int fd[2], result;

	assert_int_equal(pipe(fd), 0);
	assert_int_equal(write(fd[1], text, length), length);
	close(fd[1]);
	snprintf(path, sizeof(path), "/dev/fd/%d", fd[0]);
	result = record_load(path, 0, r, e);
	close(fd[0]);
	return result;
}

#define HEADER(schema, cases, variants, metrics) \
	"{\"type\":\"header\",\"schema\":" schema ",\"workload\":\"w\",\"design\":\"sequential\"," \
	"\"cases\":" cases ",\"variants\":" variants ",\"metrics\":" metrics "}\n"
#define ONE "[{\"name\":\"a\"}]"
#define METRIC(name, headline) \
	"{\"name\":\"" name "\",\"unit\":\"s\",\"better\":\"lower\",\"headline\":" headline "}"
#define GOOD HEADER("1", "[{}]", ONE, "[" METRIC("m", "true") "]")
#define TRIAL(trial, session, block, c, v, rest) \
	"{\"type\":\"trial\",\"trial\":" trial ",\"session\":" session ",\"block\":" block \
	",\"case\":" c ",\"variant\":" v rest "}\n"
#define OK ",\"warmup\":false,\"status\":\"ok\",\"values\":{\"m\":1}"
#define SESSION(number, blocks) \
	"{\"type\":\"session\",\"session\":" number ",\"void\":" blocks "}\n"

static void
wrong_lines_are_named(void **state)
{
	static const struct {
		const char *text, *words;
		enum err_kind kind;
	} cases[] = {
		{ "x", "no JSON Lines", ERR_USAGE },
		{ "\n" GOOD, "no JSON Lines", ERR_USAGE },
		{ "{\"type\":\"hea", "ends within its first line", ERR_USAGE },
		{ "{\"type\":\"header\"}\n", "first line is no header", ERR_USAGE },
		{ "{\"type\":\"header\",\"schema\":1}\n", "names no workload", ERR_USAGE },
		{ HEADER("0", "[{}]", ONE, "[]"), "first line is no header", ERR_USAGE },
		{ HEADER("1", "[]", ONE, "[]"), "\"cases\"", ERR_USAGE },
		{ HEADER("1", "[1]", ONE, "[]"), "\"cases\"", ERR_USAGE },
		{ HEADER("1", "[{}]", "[{}]", "[]"), "\"variants\"", ERR_USAGE },
		{ HEADER("1", "[{}]", ONE, "{}"), "\"metrics\"", ERR_USAGE },
		{ HEADER("1", "[{}]", ONE, ONE), "\"unit\"", ERR_USAGE },
		{ HEADER("1", "[{}]", ONE, "[" METRIC("m", "false") "]"), "headline", ERR_USAGE },
		{ HEADER("1", "[{}]", ONE, "[" METRIC("m", "true") "," METRIC("n", "false") ","
		    METRIC("o", "true") "]"), "do not stand first", ERR_USAGE },
		{ HEADER("1", "[{}]", ONE, "[" METRIC("m", "true") "," METRIC("m", "false") "]"),
		    "same name", ERR_USAGE },
		{ GOOD "7\n", "line 2", ERR_INTERNAL },
		{ GOOD "{}\n", "no \"type\"", ERR_INTERNAL },
		{ GOOD "{}", "no \"type\"", ERR_INTERNAL },
		{ GOOD "\n" GOOD, "line 3: a second header", ERR_INTERNAL },
		{ GOOD TRIAL("0", "0", "0", "1", "0", OK), "\"case\" is 1, of 1", ERR_INTERNAL },
		{ GOOD TRIAL("0", "0", "0", "0", "2", OK), "\"variant\" is 2, of 1", ERR_INTERNAL },
		{ GOOD TRIAL("0", "0", "0", "-1", "0", OK), "\"case\"", ERR_INTERNAL },
		{ GOOD TRIAL("0", "1", "0", "0", "0", OK), "\"session\"", ERR_INTERNAL },
		{ GOOD TRIAL("0", "0", "4294967295", "0", "0", OK), "\"block\"", ERR_INTERNAL },
		{ GOOD TRIAL("0", "0", "null", "0", "0", OK), "no block", ERR_INTERNAL },
		{ GOOD TRIAL("\"0\"", "0", "0", "0", "0", OK), "\"trial\"", ERR_INTERNAL },
		{ GOOD TRIAL("0", "0", "0", "0", "0", ""), "\"warmup\"", ERR_INTERNAL },
		{ GOOD TRIAL("0", "0", "0", "0", "0", ",\"warmup\":false"), "\"status\"",
		    ERR_INTERNAL },
		{ GOOD TRIAL("0", "0", "0", "0", "0", ",\"warmup\":false,\"status\":\"ok\""),
		    "\"values\"", ERR_INTERNAL },
		{ GOOD TRIAL("0", "0", "0", "0", "0", OK OK), "duplicate", ERR_INTERNAL },
		{ GOOD SESSION("2", "[]"), "\"session\" is 2 behind session 0", ERR_INTERNAL },
		{ GOOD SESSION("1", "3"), "\"void\"", ERR_INTERNAL },
		{ GOOD SESSION("1", "[\"3\"]"), "\"void\"", ERR_INTERNAL },
		{ GOOD SESSION("1", "[]") TRIAL("0", "0", "0", "0", "0", OK), "within session 1",
		    ERR_INTERNAL },
		{ GOOD "{\"type\":\"end\"}\n", "\"status\"", ERR_INTERNAL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct err e = { .kind = ERR_NONE };
		struct record r;

		if (load_text(cases[i].text, strlen(cases[i].text), &r, &e) != -1)
			fail_msg("taken: %s", cases[i].text);
		if (e.kind != cases[i].kind || strstr(e.text, cases[i].words) == NULL)
			fail_msg("%s: %s", cases[i].text, e.text);
	}
}

static void
odd_but_right_files_are_read(void **state)
{
	static const struct {
		const char *text;
		size_t ntrials;
		bool truncated, ended;
	} cases[] = {
		{ GOOD, 0, false, false },
		{ GOOD "\r\n \n" TRIAL("0", "0", "0", "0", "0", OK) "\n", 1, false, false },
		{ GOOD TRIAL("0", "0", "0", "0", "0", OK) "{\"type\":\"end\",\"status\":\"x\"}", 1,
		    false, true },
		{ GOOD "{\"type\":\"end\",\"status\":\"\"}\n" SESSION("1", "[]"), 0, false, false },
		{ GOOD "{\"type\":\"end\",\"status\":\"x\"}\n{\"type\":\"ses", 0, true, true },
		{ GOOD "{", 0, true, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct record r;
		struct err e;

		if (load_text(cases[i].text, strlen(cases[i].text), &r, &e) != 0)
			fail_msg("%s: %s", cases[i].text, e.text);
		assert_int_equal(r.ntrials, cases[i].ntrials);
		assert_int_equal(r.truncated, cases[i].truncated);
		assert_int_equal(r.end != NULL, cases[i].ended);
		record_release(&r);
	}
}

/* A machine that lost power leaves zeros where the last line should be. */
static void
zeros_at_the_end_are_a_torn_line(void **state)
{
	static const char text[] = GOOD TRIAL("0", "0", "0", "0", "0", OK) "\0\0\0\0\0\0\0";
	struct record r;
	struct err e;

	(void)state;
	assert_int_equal(load_text(text, sizeof(text), &r, &e), 0);
	assert_true(r.truncated);
	assert_int_equal(r.ntrials, 1);
	record_release(&r);
}

/* Lines of any length, across every boundary of the buffer, in files that are longer than it. */
static void
long_lines_are_read(void **state)
{
	char path[] = "/tmp/record-test-XXXXXX";
	struct record r;
	struct err e;
	int fd = mkstemp(path);
	FILE *file = fdopen(fd, "w");

	(void)state;
	assert_non_null(file);
	fputs(GOOD, file);
	for (int i = 0; i < 40; i++) {
		fprintf(file, "{\"type\":\"trial\",\"notes\":[\"%*s\"],", 1 << (i % 20), "x");
		fprintf(file, "\"trial\":%d,\"session\":0,\"block\":0,\"case\":0,", i);
		fprintf(file, "\"variant\":0" OK "}\n");
	}
	assert_int_equal(fclose(file), 0);
	if (record_load(path, 0, &r, &e) != 0)
		fail_msg("%s", e.text);
	unlink(path);
	assert_int_equal(r.ntrials, 40);
	for (unsigned i = 0; i < 40; i++) {
		assert_int_equal(r.trials[i].number, i);
		assert_true(r.trials[i].values[0] == 1);
		assert_true(isnan(r.trials[i].offset_s));
	}
	record_release(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_record_is_read),
		cmocka_unit_test(arms_are_told_apart),
		cmocka_unit_test(a_void_block_counts_for_nothing),
		cmocka_unit_test(a_torn_last_line_is_dropped),
		cmocka_unit_test(warm_ups_alone_give_no_series),
		cmocka_unit_test(a_failed_trial_has_no_values),
		cmocka_unit_test(unknown_keys_and_lines_are_ignored),
		cmocka_unit_test(what_is_no_record_is_refused),
		cmocka_unit_test(wrong_lines_are_named),
		cmocka_unit_test(odd_but_right_files_are_read),
		cmocka_unit_test(zeros_at_the_end_are_a_torn_line),
		cmocka_unit_test(long_lines_are_read),
	};

	return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
