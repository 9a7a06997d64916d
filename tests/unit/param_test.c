/* base/param: the tables, the command line, the grid, JSON and help. */
#include <limits.h>
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

#include "base/json.h"
#include "base/param.h"
#include "base/quote.h"

static const struct param run_params[] = {
	{ "trials", 'n', PARAM_COUNT, 0, "8", NULL, 1, 100000, NULL, "timed trials per arm" },
	{ "verbose", 'v', PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "say more" },
	{ "colour", 0, PARAM_FLAG, 0, "yes", NULL, 0, 0, NULL, "colours on a terminal" },
	{ "threshold", 0, PARAM_RATIO, 0, "1%", NULL, 0, 0.5, NULL, "what counts as a change" },
	{ "budget", 0, PARAM_TIME, 0, NULL, NULL, 1e9, 0, NULL, "time to spend" },
	{ "dir", 'd', PARAM_PATH, 0, NULL, NULL, 0, 0, "DIR", "scratch directory" },
	{ "vary", 0, PARAM_TEXT, PARAM_MANY, NULL, NULL, 0, 0, "NAME=SETTING", "a variant" },
	{ "gate", 'g', PARAM_TEXT, PARAM_OPTIONAL_VALUE, NULL, NULL, 0, 0, "METRIC", "exit status by the verdict" },
	{ "weight", 0, PARAM_REAL, 0, "0.5", NULL, 0.25, 4, NULL, "a number" },
	{ "seed", 0, PARAM_COUNT, 0, NULL, NULL, 0, 0, NULL, "of the order" },
	PARAM_END
};

static const struct param io_params[] = {
	{ "jobs", 'j', PARAM_COUNT, PARAM_GRID, "1", NULL, 1, 4096, NULL, "processes at once" },
	{ "cache", 0, PARAM_CHOICE, PARAM_GRID, "hot", "hot|cold|direct", 0, 0, NULL, "state of the cache" },
	{ "block", 'b', PARAM_SIZE, PARAM_GRID, NULL, NULL, 512, 1073741824, NULL, "bytes of a request" },
	{ "sync", 0, PARAM_FLAG, PARAM_GRID, "no", NULL, 0, 0, NULL, "fsync after each" },
	{ "before", 0, PARAM_COMMAND, 0, NULL, NULL, 0, 0, NULL, "a command before" },
	{ "pattern", 0, PARAM_TEXT, PARAM_GRID, NULL, NULL, 0, 0, NULL, "of names" },
	{ "dir", 'x', PARAM_PATH, 0, NULL, NULL, 0, 0, NULL, "hidden by the first table" },
	PARAM_END
};

static const struct param exec_params[] = {
	{ "command", 0, PARAM_REST, PARAM_REQUIRED, NULL, NULL, 0, 0, NULL, "what is run" },
	{ "input", 'i', PARAM_PATH, PARAM_REQUIRED, NULL, NULL, 0, 0, "FILE", "its standard input" },
	PARAM_END
};

#define JOBS_TAKE "'--jobs' takes a whole number from 1 to 4096, or a list of such, not "
#define BLOCK_TAKES \
	"'--block' takes a size such as '4096' or '64M' from 512 to 1G, or a list of such, not "

enum { RUN, IO, EXEC, TABLES };

struct line {
	struct args tables[TABLES];
	char **operands;
	struct err e;
	int result;
};

/* Parses a line, written as for a shell, into the first `ntables` tables. */
static void
parse(struct line *l, size_t ntables, const char *text)
{
	static const struct param *const params[] = { run_params, io_params, exec_params };
	struct args *tables[TABLES];
	static char **words;
	size_t count;

	quote_free(words);	/* operands borrow from them until the next line */
	words = NULL;
	memset(l, 0, sizeof(*l));
	for (size_t i = 0; i < TABLES; i++) {
		args_init(&l->tables[i], params[i]);
		tables[i] = &l->tables[i];
	}
	if (text == NULL)
		return;
	assert_int_equal(quote_split(text, &words, &count, &l->e), 0);
	l->result = args_parse(tables, ntables, (int)count, words, &l->operands, &l->e);
}

static void
done(struct line *l)
{
	for (size_t i = 0; i < TABLES; i++)
		args_release(&l->tables[i]);
	free(l->operands);
}

static void
fallbacks_are_values(void **state)
{
	struct args a;

	(void)state;
	args_init(&a, run_params);
	assert_int_equal(args_count(&a, "trials"), 8);
	assert_string_equal(args_text(&a, "trials"), "8");
	assert_false(args_get(&a, "trials")->given);
	assert_true(args_get(&a, "trials")->set);
	assert_false(args_flag(&a, "verbose"));
	assert_true(args_get(&a, "verbose")->set);
	assert_true(args_flag(&a, "colour"));
	assert_true(args_real(&a, "threshold") == 0.01);
	assert_true(args_real(&a, "weight") == 0.5);
	assert_false(args_get(&a, "budget")->set);
	assert_int_equal(args_count(&a, "budget"), 0);
	assert_null(args_text(&a, "dir"));
	assert_null(args_words(&a, "vary"));
	args_release(&a);
	args_release(&a);
}

/* Lines that are taken, and one value of them: as text, count or words. */
static void
lines_are_read(void **state)
{
	static const struct {
		const char *line;
		int table;
		const char *name, *text;
		uint64_t count;
	} cases[] = {
		{ "--trials 5", RUN, "trials", "5", 5 }, { "--trials=5", RUN, "trials", "5", 5 },
		{ "-n5", RUN, "trials", "5", 5 },
		{ "-n 5", RUN, "trials", "5", 5 }, { "-n 10k", RUN, "trials", "10k", 10000 },
		{ "-j2", IO, "jobs", "2", 2 },
		{ "-j 2", IO, "jobs", "2", 2 }, { "-vj2", IO, "jobs", "2", 2 },
		{ "-vvj 2", IO, "jobs", "2", 2 },
		{ "-vj2", RUN, "verbose", "yes", 1 }, { "--verbose", RUN, "verbose", "yes", 1 },
		{ "-v", RUN, "verbose", "yes", 1 },
		{ "--no-verbose", RUN, "verbose", "no", 0 },
		{ "-v --no-verbose", RUN, "verbose", "no", 0 },
		{ "--no-colour", RUN, "colour", "no", 0 },
		{ "--no-colour --colour", RUN, "colour", "yes", 1 },
		{ "--verbose=off", RUN, "verbose", "off", 0 }, { "-j2 -j3", IO, "jobs", "3", 3 },
		{ "--jobs 2 --jobs=4", IO, "jobs", "4", 4 },
		{ "--cache cold", IO, "cache", "cold", 1 },
		{ "--block 64K", IO, "block", "64K", 65536 },
		{ "--budget 1h30m", RUN, "budget", "1h30m", 5400000000000 },
		{ "--gate", RUN, "gate", "", 0 }, { "--gate=real", RUN, "gate", "real", 0 },
		{ "-greal", RUN, "gate", "real", 0 },
		{ "-g", RUN, "gate", "", 0 },
		{ "--vary a --vary 'b c'", RUN, "vary", "a 'b c'", 0 },
		{ "--vary=", RUN, "vary", "''", 0 }, { "--vary a=b=c", RUN, "vary", "a=b=c", 0 },
		{ "--dir /x/y", RUN, "dir", "/x/y", 0 }, { "--dir=/a=b", RUN, "dir", "/a=b", 0 },
		{ "-d/x", RUN, "dir", "/x", 0 },
		{ "-x/y", IO, "dir", "/y", 0 }, { "--dir -v", RUN, "dir", NULL, 0 },
		{ "--jobs 1,2,4", IO, "jobs", "1,2,4", 1 },
		{ "--before 'sh -c \"exit 0\"'", IO, "before", "sh -c 'exit 0'", 0 },
		{ "--pattern 'a\\,b'", IO, "pattern", "a,b", 0 },
		{ "-- x -j9 'y z'", EXEC, "command", "x -j9 'y z'", 0 },
		{ "-v -- --", EXEC, "command", "--", 0 },
		{ "--seed 18446744073709551615", RUN, "seed", "18446744073709551615", UINT64_MAX },
		{ "--vary -x", RUN, "vary", "-x", 0 },
		{ "--vary --unknown", RUN, "vary", "--unknown", 0 },
		{ "op -n 3 other", RUN, "trials", "3", 3 },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct line l;
		const struct arg *v;

		parse(&l, TABLES, cases[i].line);
		if (l.result != 0)
			fail_msg("%s: %s", cases[i].line, l.e.text);
		v = args_get(&l.tables[cases[i].table], cases[i].name);
		assert_true(v->given && v->set);
		if (cases[i].text != NULL)
			assert_string_equal(v->text, cases[i].text);
		if (v->count != cases[i].count)
			fail_msg("%s: %ju", cases[i].line, (uintmax_t)v->count);
		done(&l);
	}
}

static void
bad_lines_are_refused(void **state)
{
	static const struct {
		const char *line;
		const char *message;
	} cases[] = {
		{ "--trails 5", "unknown option '--trails'; did you mean '--trials'?" },
		{ "--trails=5", "unknown option '--trails'; did you mean '--trials'?" },
		{ "--no-color", "unknown option '--no-color'; did you mean '--no-colour'?" },
		{ "--completely-else", "unknown option '--completely-else'; '--help' lists those there are" },
		{ "-q", "unknown option '-q'; '--help' lists those there are" },
		{ "-vq", "unknown option '-q' in '-vq'; '--help' lists those there are" },
		{ "-5", "unknown option '-5'; '--help' lists those there are" },
		{ "--", NULL },		/* taken: no table with a rest */
		/* of a table that is not read */
		{ "--input x", "unknown option '--input'; '--help' lists those there are" },
		{ "--no-trials", "unknown option '--no-trials'; did you mean '--trials'?" },
		{ "--no-verbose=1", "'--no-verbose' takes no value; leave out '=1'" },
		{ "--verbose=maybe", "'--verbose' takes 'yes' or 'no', not 'maybe'" },
		{ "--trials", "'--trials' needs a value: '--trials N'" },
		{ "-n", "'--trials' needs a value: '--trials N'" },
		{ "-vn", "'--trials' needs a value: '--trials N'" },
		{ "--trials --", "'--trials' needs a value: '--trials N'" },
		{ "--dir --trials 5", "'--dir' needs a value: '--dir DIR'" },
		{ "--dir --trials=5", "'--dir' needs a value: '--dir DIR'" },
		{ "--dir=", "'--dir' takes a path, not ''" },
		{ "--dir ''", "'--dir' takes a path, not ''" },
		{ "--trials 0", "'--trials' takes a whole number from 1 to 100000, not '0'" },
		{ "--trials 100001", "'--trials' takes a whole number from 1 to 100000, not '100001'" },
		{ "--trials=", "'--trials' takes a whole number from 1 to 100000, not ''" },
		{ "--trials -5", "'--trials' takes a whole number from 1 to 100000, not '-5'" },
		{ "-n-5", "'--trials' takes a whole number from 1 to 100000, not '-5'" },
		{ "--trials 5x", "'--trials' takes a whole number from 1 to 100000, not '5x'" },
		{ "--trials 1,2", "'--trials' takes a whole number from 1 to 100000, not '1,2'" },
		{ "-j0", JOBS_TAKE "'0'" },
		{ "-j 1,0", JOBS_TAKE "'0'" },
		{ "-j=2", JOBS_TAKE "'=2'" },
		{ "-j 1,,2", "'--jobs' has an empty item in its list '1,,2'" },
		{ "-j 1,", "'--jobs' has an empty item in its list '1,'" },
		{ "-j ,", "'--jobs' has an empty item in its list ','" },
		{ "-j 1,2,1", "'--jobs' has '1' twice in its list '1,2,1'" },
		{ "--block 4096,4K", "'--block' has '4K' twice in its list '4096,4K'" },
		{ "--block 99999999999999999999G", BLOCK_TAKES "'99999999999999999999G'" },
		{ "--block 4ms", BLOCK_TAKES "'4ms'" },
		{ "--block -4K", BLOCK_TAKES "'-4K'" },
		{ "--seed 99999999999999999999",
		    "'--seed' takes less than 18446744073709551616, not '99999999999999999999'" },
		{ "--seed -1", "'--seed' takes a whole number such as '1000' or '10k', not '-1'" },
		{ "--budget 5K", "'--budget' takes a time such as '20ms' or '1.5s' of at least 1s, not '5K'" },
		{ "--budget 1ms", "'--budget' takes a time such as '20ms' or '1.5s' of at least 1s, not '1ms'" },
		{ "--threshold 60%", "'--threshold' takes a ratio such as '1%' or '0.01' from 0 to 0.5, not '60%'" },
		{ "--threshold -1%", "'--threshold' takes a ratio such as '1%' or '0.01' from 0 to 0.5, not '-1%'" },
		{ "--weight nan", "'--weight' takes a number from 0.25 to 4, not 'nan'" },
		{ "--weight 0.2", "'--weight' takes a number from 0.25 to 4, not '0.2'" },
		{ "--cache warm", "'--cache' takes 'hot', 'cold' or 'direct', not 'warm'" },
		{ "--cache ho", "'--cache' takes 'hot', 'cold' or 'direct', not 'ho'" },
		{ "--cache 'hot|cold'", "'--cache' takes 'hot', 'cold' or 'direct', not 'hot|cold'" },
		{ "--cache hot,", "'--cache' has an empty item in its list 'hot,'" },
		{ "--before ''", "'--before' takes a command, not ''" },
		{ "--before \"a 'b\"", "'--before': the quote ' is not closed in 'a 'b'" },
		{ "---", "unknown option '---'; '--help' lists those there are" },
		{ "--=5", "unknown option '--'; '--help' lists those there are" },
		{ "--no-", "unknown option '--no-'; did you mean '--no-verbose'?" },
		{ "-trials", "unknown option '-trials'; did you mean '--trials'?" },
		{ "--xyz", "unknown option '--xyz'; '--help' lists those there are" },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct line l;

		parse(&l, EXEC, cases[i].line);
		if (cases[i].message == NULL)
			assert_int_equal(l.result, 0);
		else {
			if (l.result != -1)
				fail_msg("%s was taken", cases[i].line);
			assert_int_equal(l.e.kind, ERR_USAGE);
			assert_string_equal(l.e.text, cases[i].message);
			assert_null(l.operands);
		}
		done(&l);
	}
}

static void
operands_and_rest(void **state)
{
	static const struct {
		size_t tables;
		const char *line, *operands, *rest;
	} cases[] = {
		{ TABLES, "", "", NULL }, { TABLES, "a -v b - c", "a b - c", NULL },
		{ TABLES, "a -- b -v", "a", "b -v" },
		{ EXEC, "a -- b -v --", "a b -v --", NULL }, { EXEC, "--", "", NULL },
		{ TABLES, "a b -- x -- y", "a b", "x -- y" },
		{ TABLES, "''", "''", NULL },
	};
	struct line l;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct arg *rest;
		char *joined;

		parse(&l, cases[i].tables, cases[i].line);
		assert_int_equal(l.result, 0);
		joined = quote_join(l.operands);
		assert_string_equal(joined, cases[i].operands);
		free(joined);
		rest = args_get(&l.tables[EXEC], "command");
		if (cases[i].rest == NULL)
			assert_false(rest->set);
		else
			assert_string_equal(rest->text, cases[i].rest);
		done(&l);
	}
	parse(&l, TABLES, "a --");
	assert_int_equal(l.result, -1);
	assert_string_equal(l.e.text, "nothing follows '--'; put 'CMD ARG...' there");
	done(&l);
}

static void
relative_paths_become_absolute(void **state)
{
	char here[PATH_MAX], expected[PATH_MAX + 8];
	struct line l;

	(void)state;
	assert_non_null(getcwd(here, sizeof(here)));
	parse(&l, 1, "--dir a/b");
	snprintf(expected, sizeof(expected), "%s/a/b", here);
	assert_string_equal(args_text(&l.tables[RUN], "dir"), expected);
	done(&l);
}

static void
setting_by_name(void **state)
{
	struct args a, copy;
	struct err e;
	char *words[] = { "make", "-j 2", NULL }, *none[] = { NULL };

	(void)state;
	args_init(&a, io_params);
	assert_int_equal(args_set(&a, "job", "3", &e), -1);
	assert_string_equal(e.text, "unknown option '--job'; did you mean '--jobs'?");
	assert_int_equal(args_set(&a, "jobs", "3", &e), 0);
	assert_int_equal(args_set(&a, "jobs", "x", &e), -1);
	assert_int_equal(args_count(&a, "jobs"), 3);	/* a failure leaves the old value */
	assert_int_equal(args_set_words(&a, "before", words, &e), 0);
	assert_string_equal(args_text(&a, "before"), "make '-j 2'");
	assert_string_equal(args_words(&a, "before")[1], "-j 2");
	assert_int_equal(args_set_words(&a, "before", none, &e), -1);
	assert_string_equal(e.text, "'--before' takes a command, not ''");
	args_copy(&copy, &a);
	args_release(&a);
	assert_string_equal(args_words(&copy, "before")[0], "make");
	assert_int_equal(args_count(&copy, "jobs"), 3);
	args_release(&copy);

	args_init(&a, exec_params);
	assert_int_equal(args_check(&a, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	assert_string_equal(e.text, "nothing to do: put '-- CMD ARG...' at the end");
	assert_int_equal(args_set_words(&a, "command", words, &e), 0);
	assert_int_equal(args_check(&a, &e), -1);
	assert_string_equal(e.text, "'--input' is missing; give it as '--input FILE'");
	assert_int_equal(args_set(&a, "input", "/dev/null", &e), 0);
	assert_int_equal(args_check(&a, &e), 0);
	args_release(&a);
}

static void
many_collect(void **state)
{
	struct args a;
	struct err e;
	char *words[] = { "x", "y", NULL };

	(void)state;
	args_init(&a, run_params);
	for (int i = 0; i < 3; i++)
		assert_int_equal(args_set(&a, "vary", i == 1 ? "b c" : "a", &e), 0);
	assert_string_equal(args_text(&a, "vary"), "a 'b c' a");
	assert_string_equal(args_words(&a, "vary")[1], "b c");
	assert_null(args_words(&a, "vary")[3]);
	assert_int_equal(args_set_words(&a, "vary", words, &e), 0);
	assert_string_equal(args_text(&a, "vary"), "x y");
	args_release(&a);
}

static void
check_cases(const char *line, const char *const *labels, size_t expected)
{
	struct args *cases;
	struct line l;
	size_t count;

	parse(&l, EXEC, line);
	assert_int_equal(l.result, 0);
	assert_int_equal(args_expand(&l.tables[IO], &cases, &count, &l.e), 0);
	assert_int_equal(count, expected);
	for (size_t i = 0; i < count; i++) {
		char *label = args_label(cases, count, i);

		assert_string_equal(label, labels[i]);
		assert_false(args_get(&cases[i], "jobs")->list);
		free(label);
	}
	for (size_t i = 0; i < count; i++)
		args_release(&cases[i]);
	free(cases);
	done(&l);
}

static void
grids_make_cases(void **state)
{
	static const char *const one[] = { "" };
	static const char *const six[] = {
		"jobs=1 cache=hot", "jobs=1 cache=direct",
		"jobs=2 cache=hot", "jobs=2 cache=direct",
		"jobs=4 cache=hot", "jobs=4 cache=direct",
	};
	static const char *const rest[] = {
		"sync=yes pattern='a,b c'",
		"sync=yes pattern=d",
		"sync=no pattern='a,b c'",
		"sync=no pattern=d",
	};
	(void)state;
	check_cases("", one, 1);
	check_cases("--jobs 1,2,4 --cache hot,direct", six, 6);
	check_cases("--sync=yes,no --block 4096 --pattern 'a\\,b c,d'", rest, 4);
}

static void
too_many_cases_are_refused(void **state)
{
	struct buf list = BUF_EMPTY;
	struct args a, *cases;
	struct err e;
	size_t count;

	(void)state;
	args_init(&a, io_params);
	for (int i = 1; i <= 2500; i++)
		buf_printf(&list, "%s%d", i > 1 ? "," : "", i);
	assert_int_equal(args_set(&a, "jobs", buf_text(&list), &e), 0);
	assert_int_equal(args_set(&a, "sync", "yes,no", &e), 0);
	assert_int_equal(args_set(&a, "pattern", "a,b", &e), 0);
	assert_int_equal(args_expand(&a, &cases, &count, &e), 0);
	assert_int_equal(count, 10000);
	assert_int_equal(args_count(&cases[9999], "jobs"), 2500);
	for (size_t i = 0; i < count; i++)
		args_release(&cases[i]);
	free(cases);
	assert_int_equal(args_set(&a, "cache", "hot,cold", &e), 0);
	assert_int_equal(args_expand(&a, &cases, &count, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	assert_null(cases);
	assert_int_equal(count, 0);
	assert_non_null(strstr(e.text, "more than 10,000 cases"));
	buf_release(&list);
	args_release(&a);
}

static void
labels_show_differences(void **state)
{
	struct args both[2];
	struct err e;
	char *label;

	(void)state;
	args_init(&both[0], io_params);
	args_init(&both[1], io_params);
	label = args_label(both, 2, 1);
	assert_string_equal(label, "");
	free(label);
	args_set(&both[0], "block", "4096", &e);
	args_set(&both[1], "block", "4K", &e);
	args_set(&both[1], "jobs", "2", &e);
	args_set(&both[1], "before", "make -j2", &e);
	label = args_label(both, 2, 1);
	assert_string_equal(label, "jobs=2 before='make -j2'");
	free(label);
	label = args_label(both, 2, 0);
	assert_string_equal(label, "jobs=1 before=unset");
	free(label);
	args_release(&both[0]);
	args_release(&both[1]);
}

/* To JSON, through text, back, and to JSON again. */
static void
check_json(int table, const char *line, const char *expected)
{
	struct buf first = BUF_EMPTY, second = BUF_EMPTY;
	struct line l, fresh;
	json_t *object, *again;
	char *label;

	parse(&fresh, TABLES, NULL);
	parse(&l, TABLES, line);
	assert_int_equal(l.result, 0);
	object = args_to_json(&l.tables[table]);
	json_line(object, &first);
	assert_string_equal(buf_text(&first), expected);
	json_decref(object);
	object = json_parse("x", first.text, first.length, &l.e);
	assert_non_null(object);
	if (args_from_json(&fresh.tables[table], object, &l.e) != 0)
		fail_msg("%s", l.e.text);
	json_decref(object);
	again = args_to_json(&fresh.tables[table]);
	json_line(again, &second);
	assert_string_equal(buf_text(&second), expected);
	json_decref(again);
	label = args_label((struct args[]){ fresh.tables[table], l.tables[table] }, 2, 0);
	assert_string_equal(label, "");
	free(label);
	buf_release(&first);
	buf_release(&second);
	done(&l);
	done(&fresh);
}

static void
json_there_and_back(void **state)
{
	(void)state;
	check_json(RUN, "", "{\"trials\":8,\"verbose\":false,\"colour\":true,\"threshold\":0.01,\"weight\":0.5}\n");
	check_json(RUN, "-v -n 10k --budget 1.5s --dir /x --vary a --vary 'b c' --gate --weight 2 "
	    "--seed 18446744073709551615",
	    "{\"trials\":10000,\"verbose\":true,\"colour\":true,\"threshold\":0.01,"
	    "\"budget\":1500000000,\"dir\":\"/x\",\"vary\":[\"a\",\"b c\"],\"gate\":\"\",\"weight\":2.0,\"seed\":\"18446744073709551615\"}\n");
	check_json(IO, "-j 2 --block 4K --before \"sh -c 'a b'\" --pattern 'a\\,b'",
	    "{\"jobs\":2,\"cache\":\"hot\",\"block\":4096,\"sync\":false,\"before\":[\"sh\",\"-c\",\"a b\"],"
	    "\"pattern\":\"a,b\"}\n");
	check_json(IO, "-j 1,2 --cache hot,cold --block 4K,8K --sync=no,yes --pattern 'a\\,b,c'",
	    "{\"jobs\":[1,2],\"cache\":[\"hot\",\"cold\"],\"block\":[4096,8192],\"sync\":[false,true],"
	    "\"pattern\":[\"a,b\",\"c\"]}\n");
	check_json(EXEC, "-i /dev/null -- a 'b c'", "{\"command\":[\"a\",\"b c\"],\"input\":\"/dev/null\"}\n");
}

static void
bad_json_is_refused(void **state)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{ "[]", "the parameters are no JSON object" },
		{ "{\"job\":1}", "unknown parameter 'job'; it is of another version or workload" },
		{ "{\"jobs\":0}", JOBS_TAKE "'0'" },
		{ "{\"jobs\":-1}", JOBS_TAKE "'-1'" },
		{ "{\"jobs\":1.5}", JOBS_TAKE "'1.5'" },
		{ "{\"jobs\":{}}", JOBS_TAKE "'{}'" },
		{ "{\"jobs\":[1,true]}", JOBS_TAKE "'true'" },
		{ "{\"jobs\":[]}", JOBS_TAKE "''" },
		{ "{\"jobs\":[1,1]}", "'--jobs' has '1' twice in its list '1,1'" },
		{ "{\"cache\":1}", "'--cache' takes 'hot', 'cold' or 'direct', not '1'" },
		{ "{\"cache\":\"warm\"}", "'--cache' takes 'hot', 'cold' or 'direct', not 'warm'" },
		{ "{\"sync\":1}", "'--sync' takes 'yes' or 'no', not '1'" },
		{ "{\"before\":[]}", "'--before' takes a command, not ''" },
		{ "{\"before\":[\"a\",1]}", "'--before' takes a command, not '[\"a\",1]'" },
		{ "{\"dir\":[\"a\"]}", "'--dir' takes a path, not '[\"a\"]'" },
	};
	struct args a;
	struct err e;
	json_t *object;
	const char *some = "{\"jobs\":1,\"block\":null,\"cache\":\"cold\"}";

	(void)state;
	args_init(&a, io_params);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		object = json_parse("x", cases[i].text, strlen(cases[i].text), &e);
		assert_non_null(object);
		assert_int_equal(args_from_json(&a, object, &e), -1);
		assert_int_equal(e.kind, ERR_USAGE);
		assert_string_equal(e.text, cases[i].message);
		json_decref(object);
	}
	object = json_parse("x", some, strlen(some), &e);
	assert_non_null(object);
	assert_int_equal(args_from_json(&a, object, &e), 0);
	assert_false(args_get(&a, "jobs")->given);	/* equal to the fallback */
	assert_true(args_get(&a, "cache")->given);
	assert_false(args_get(&a, "block")->set);
	json_decref(object);
	args_release(&a);
}

static void
help_is_aligned(void **state)
{
	static const struct param params[] = {
		{ "jobs", 'j', PARAM_COUNT, PARAM_GRID, "1", NULL, 1, 4096, NULL, "processes at once" },
		{ "quiet", 'q', PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "say less" },
		{ "colour", 0, PARAM_FLAG, 0, "yes", NULL, 0, 0, NULL, "plain text" },
		{ "cache", 0, PARAM_CHOICE, 0, "hot", "hot|cold", 0, 0, "STATE", "the cache" },
		{ "mode", 0, PARAM_CHOICE, 0, NULL, "a|b", 0, 0, NULL, "the mode" },
		{ "gate", 0, PARAM_TEXT, PARAM_OPTIONAL_VALUE, NULL, NULL, 0, 0, "METRIC", "the gate" },
		{ "a-very-long-option-name", 0, PARAM_SIZE, PARAM_REQUIRED, NULL, NULL, 512, 0, NULL,
		    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen" },
		{ "command", 0, PARAM_REST, 0, NULL, NULL, 0, 0, NULL, "what is run" },
		PARAM_END
	};
	struct buf out = BUF_EMPTY;

	(void)state;
	params_help(params, &out);
	assert_string_equal(buf_text(&out),
	    "  -j, --jobs N              processes at once (1 to 4096; default 1; a list makes cases)\n"
	    "  -q, --quiet               say less\n"
	    "      --no-colour           plain text\n"
	    "      --cache STATE         the cache ('hot' or 'cold'; default hot)\n"
	    "      --mode a|b            the mode\n"
	    "      --gate[=METRIC]       the gate\n"
	    "      --a-very-long-option-name SIZE\n"
	    "                            one two three four five six seven eight nine ten eleven twelve thirteen\n"
	    "                            fourteen (at least 512; required)\n"
	    "  -- CMD ARG...             what is run\n");
	buf_release(&out);
}

/* Random lines never crash or leak; what is taken expands, or is refused, and survives JSON. */
static void
random_lines(void **state)
{
	static const char *const words[] = {
		"-v", "-j", "-j2", "-vj", "1", "2,3", "4K", "--jobs", "--jobs=1,2", "--no-verbose",
		"--", "-", "", "--cache",
		"hot", "hot,cold", "--block=4K,8K", "--vary", "a b", "--vary=x,y", "--gate", "-g",
		"--before", "sh -c 'x'", "'",
		"--dir", "/", "--weight", "0.5", "1%", "--threshold", "--budget", "1h",
		"--pattern=a\\,b,c", "--=", "-n99999999999",
		"--sync=yes,no", "--zzz", "-z", "--no-", "\xff\xfe", "--pattern=\xff",
	};
	unsigned seed = 3;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		struct line l;
		struct args *tables[TABLES], *cases;
		char *argv[8];
		size_t count;
		int argc;

		seed = seed * 1103515245u + 12345u;
		argc = (int)(seed >> 16) % 8;
		for (int i = 0; i < argc; i++) {
			seed = seed * 1103515245u + 12345u;
			argv[i] = (char *)words[(seed >> 16) % (sizeof(words) / sizeof(words[0]))];
		}
		parse(&l, TABLES, NULL);
		for (size_t i = 0; i < TABLES; i++)
			tables[i] = &l.tables[i];
		if (args_parse(tables, TABLES, argc, argv, &l.operands, &l.e) == 0) {
			assert_int_equal(args_expand(&l.tables[IO], &cases, &count, &l.e), 0);
			for (size_t i = 0; i < count; i++) {
				json_t *object = args_to_json(&cases[i]);

				assert_int_equal(args_from_json(&cases[i], object, &l.e), 0);
				json_decref(object);
				args_release(&cases[i]);
			}
			free(cases);
		} else
			assert_int_equal(l.e.kind, ERR_USAGE);
		done(&l);
	}
}

static int
last_line(void **state)
{
	struct line l;

	(void)state;
	parse(&l, TABLES, "");	/* frees the words of the line before */
	done(&l);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fallbacks_are_values),
		cmocka_unit_test(lines_are_read),
		cmocka_unit_test(bad_lines_are_refused),
		cmocka_unit_test(operands_and_rest),
		cmocka_unit_test(relative_paths_become_absolute),
		cmocka_unit_test(setting_by_name),
		cmocka_unit_test(many_collect),
		cmocka_unit_test(grids_make_cases),
		cmocka_unit_test(too_many_cases_are_refused),
		cmocka_unit_test(labels_show_differences),
		cmocka_unit_test(json_there_and_back),
		cmocka_unit_test(bad_json_is_refused),
		cmocka_unit_test(help_is_aligned),
		cmocka_unit_test(random_lines),
	};

	return cmocka_run_group_tests_name("param", tests, NULL, last_line);
}
