/* CSV into records: both forms, and everything that spreadsheets and people do to tables. */
#include <math.h>

#include "import_help.h"

static void
the_wide_form(void **state)
{
	struct record r;

	(void)state;
	import_text("wide.csv", "\xef\xbb\xbf"
	    "variant,case,Real Time [ms],score [points higher],rate [MB/s],\"size [KiB]\"\r\n"
	    "old,j=1,6200,3,1.5,2\r\n"
	    "old,j=1,6100.5,4,,2\r\n"
	    "\r\n"
	    "\"new, really\",j=2, 1e3 ,-5,0,0\r\n", &r);
	assert_string_equal(record_workload(&r), "csv");
	assert_int_equal(r.nvariants, 2);
	assert_int_equal(r.ncases, 2);
	assert_int_equal(r.ntrials, 3);
	assert_string_equal(record_variant_name(&r, 1), "new, really");
	assert_string_equal(record_case_label(&r, 1), "j=2");
	assert_int_equal(r.nmetrics, 4);
	assert_int_equal(r.nheadline, 4);
	assert_string_equal(r.metrics[0].name, "real_time");
	assert_string_equal(r.metrics[0].unit, "s");
	assert_int_equal(r.metrics[0].better, BETTER_LOWER);
	assert_string_equal(r.metrics[1].unit, "points");
	assert_int_equal(r.metrics[1].better, BETTER_HIGHER);
	assert_string_equal(r.metrics[2].unit, "bytes/s");
	assert_int_equal(r.metrics[2].better, BETTER_HIGHER);
	assert_string_equal(r.metrics[3].unit, "bytes");
	import_check(&r, "real_time", 0, 0, (const double[]){ 6.2, 6.1005 }, 2);
	import_check(&r, "rate", 0, 0, (const double[]){ 1.5e6 }, 1);
	import_check(&r, "score", 1, 1, (const double[]){ -5 }, 1);
	import_check(&r, "size", 1, 1, (const double[]){ 0 }, 1);
	record_release(&r);
}

static void
the_long_form_with_series(void **state)
{
	struct record r;

	(void)state;
	import_text("long.csv",
	    "variant,metric,unit,value\n"
	    "old,real,s,6.2,6.1,6.3\n"
	    "new,real,s,5.2,,5.3\n"
	    "new,sys,s,1,2,3,4\n"
	    "old,real,,6.4\n", &r);
	assert_int_equal(r.ntrials, 4 + 4);
	import_check(&r, "real", 0, 0, (const double[]){ 6.2, 6.1, 6.3, 6.4 }, 4);
	import_check(&r, "real", 0, 1, (const double[]){ 5.2, 5.3 }, 2);
	import_check(&r, "sys", 0, 1, (const double[]){ 1, 2, 3, 4 }, 4);
	/* a missing value keeps its place: the third of one belongs to the third of the other */
	for (size_t i = 0; i < r.ntrials; i++)
		if (r.trials[i].variant == 1 && r.trials[i].values[1] >= 2 && r.trials[i].values[1] <= 2)
			assert_true(isnan(r.trials[i].values[0]));
	record_release(&r);
}

static void
the_long_form_with_numbers_of_trials(void **state)
{
	struct record r;

	(void)state;
	import_text("numbered.csv",
	    "workload,session,block,trial,case,variant,status,metric,unit,better,headline,value\n"
	    "build,0,3,0,,a,ok,real,s,lower,yes,1\n"
	    "build,0,3,0,,a,ok,faults,count,neither,no,7\n"
	    "build,0,3,1,,b,timeout,real,s,lower,yes,\n"
	    "build,1,4,0,,b,ok,real,s,lower,yes,2\n", &r);
	assert_string_equal(record_workload(&r), "build");
	assert_int_equal(json_get_count(r.header, "workload_version"), UINT64_MAX);
	assert_int_equal(r.ntrials, 3);
	assert_int_equal(r.sessions, 2);
	assert_int_equal(r.trials[0].block, 3);
	assert_int_equal(r.nheadline, 1);
	assert_false(r.trials[1].ok);
	assert_string_equal(json_get_text(r.trials[1].line, "status"), "timeout");
	assert_int_equal(r.trials[2].session, 1);
	import_check(&r, "faults", 0, 0, (const double[]){ 7 }, 1);
	import_check(&r, "real", 0, 1, (const double[]){ 2 }, 1);
	record_release(&r);
}

static void
several_value_columns(void **state)
{
	struct record r;

	(void)state;
	import_text("columns.csv", "value1,value 2,metric,unit,variant,Value_3\n1,2,real,s,a,3\n", &r);
	import_check(&r, "real", 0, 0, (const double[]){ 1, 2, 3 }, 3);
	record_release(&r);
}

/* Sessions may come in any order; in a record they cannot. */
static void
sessions_are_put_in_order(void **state)
{
	struct record r;

	(void)state;
	import_text("sessions.csv", "session,real [s]\nx,1\ny,2\nx,3\ny,4\n", &r);
	assert_int_equal(r.sessions, 2);
	import_check(&r, "real", 0, 0, (const double[]){ 1, 3, 2, 4 }, 4);
	record_release(&r);
}

static void
what_is_wrong_is_refused(void **state)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{ "real [s]\n", "nothing below its header" },
		{ "real\n1\n", "column \"real\" is none of" },
		{ "variant,metric\na,b\n", "\"metric\" and none \"value\"" },
		{ "variant,value\na,1\n", "\"value\" and none \"metric\"" },
		{ "variant;real [s]\na;1,5\n", "semicolons" },
		{ "variant\treal [s]\na\t1\n", "tabs" },
		{ "variant|real [s]\na|1\n", "bars" },
		{ "variant,variant,real [s]\na,b,1\n", "there twice" },
		{ "real [s],Real [ms]\n1,2\n", "two columns are the metric \"real\"" },
		{ "real []\n1\n", "no unit" },
		{ "[s]\n1\n", "no name" },
		{ "real [s] x\n1\n", "unit in brackets" },
		{ "real [s best]\n1\n", "\"lower\", \"higher\" or \"neither\"" },
		{ "variant,real [s]\na,1\nb\n", "line 3: it has 1 fields, and the header 2: is the file cut off?" },
		{ "variant,real [s]\na,1,2\n", "it has 3 fields" },
		{ "variant,metric,unit,value\na,real,s\n", "it has 3 fields, and the header 4" },
		{ "metric,unit,value,variant\nreal,s,1,a,2\n", "it has 5 fields" },
		{ "real [s]\nNaN\n", "\"NaN\" is no number" },
		{ "real [s]\ninf\n", "is no number" },
		{ "real [s]\n0x10\n", "is no number" },
		{ "real [s]\n1e999\n", "too large" },
		{ "real [s]\n\"1,5\"\n", "decimals follow a point" },
		{ "real [s]\n1.5s\n", "is no number" },
		{ "real [s]\n.\n", "is no number" },
		{ "real [s]\n1e\n", "is no number" },
		{ "real [s]\n1\n2\n-0.5\n", "line 4: real is -0.5 s: no time is below 0" },
		{ "real [s]\n\"\"\n", "there is no value" },
		{ "varient,metric,unit,value\na,real,s,1\n", "do you mean \"variant\"?" },
		{ "metric,unit,value\nreal,,1\n", "has no unit" },
		{ "metric,unit,value\n,s,1\n", "no name" },
		{ "metric,unit,value\nreal,s,1\nreal,ms,1\n", "real is in ms, and in a line before in s" },
		{ "metric,unit,better,value\nreal,s,lower,1\nreal,s,higher,1\n", "in a line before" },
		{ "metric,unit,better,value\nreal,s,best,1\n", "\"lower\", \"higher\" or \"neither\"" },
		{ "trial,metric,unit,value\n1,real,s,1\n1,real,s,2\n", "real of trial 1 is there twice" },
		{ "trial,metric,unit,value\n1,real,s,1,2\n", "more than one value" },
		{ "trial,variant,metric,unit,value\n1,a,real,s,1\n1,b,real,s,2\n", "of another case or variant" },
		{ "trial,real [s]\n1,2\n1,2\n", "trial 1 is there twice" },
		{ "block,real [s]\nx,2\n", "no whole number" },
		{ "block,real [s]\n99999999999999999999,2\n", "no whole number" },
		{ "workload,real [s]\na,1\nb,2\n", "import them one by one" },
		{ "real [s]\n1\nb\xff\n", "line 3: it is not in UTF-8" },
		{ "real [s]\n\"1\n", "never closed" },
		{ "status,real [s]\nfailed,1\n", "there is no value" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		import_refused("csv", "wrong.csv", cases[i].text, strlen(cases[i].text), cases[i].error);
}

static void
files_have_to_agree(void **state)
{
	static const char a[] = "real [s]\n1\n", b[] = "real [count]\n2\n", c[] = "workload,real [s]\nio,3\n", d[] = "real [ms]\n4\n";
	char *paths[] = { import_file("a.csv", a, strlen(a)), import_file("b.csv", b, strlen(b)),
	    import_file("c.csv", c, strlen(c)), import_file("d.csv", d, strlen(d)) };
	struct record r;
	struct err e;

	(void)state;
	assert_int_equal(import_try(NULL, (char *[]){ paths[0], paths[1], NULL }, &r, &e), -1);
	assert_non_null(strstr(e.text, "another unit"));
	assert_int_equal(import_try(NULL, (char *[]){ paths[0], paths[2], NULL }, &r, &e), -1);
	assert_non_null(strstr(e.text, "import them one by one"));
	import_paths((char *[]){ paths[0], paths[3], NULL }, &r);
	assert_int_equal(r.sessions, 2);
	import_check(&r, "real", 0, 0, (const double[]){ 1, 0.004 }, 2);
	record_release(&r);
	for (size_t i = 0; i < 4; i++)
		free(paths[i]);
}

/* Many rows, names and trials stay fast: nothing here is quadratic. */
static void
large_tables(void **state)
{
	struct buf text = BUF_EMPTY;
	struct record r;

	(void)state;
	buf_puts(&text, "session,trial,variant,metric,unit,value\n");
	for (int i = 0; i < 60000; i++)
		buf_printf(&text, "%d,%d,v%d,real,s,%d.5\n", i % 500, i, i % 1000, i);
	import_text("large.csv", text.text, &r);
	assert_int_equal(r.ntrials, 60000);
	assert_int_equal(r.nvariants, 1000);
	assert_int_equal(r.sessions, 500);
	record_release(&r);
	buf_release(&text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_wide_form),
		cmocka_unit_test(the_long_form_with_series),
		cmocka_unit_test(the_long_form_with_numbers_of_trials),
		cmocka_unit_test(several_value_columns),
		cmocka_unit_test(sessions_are_put_in_order),
		cmocka_unit_test(what_is_wrong_is_refused),
		cmocka_unit_test(files_have_to_agree),
		cmocka_unit_test(large_tables),
	};

	return cmocka_run_group_tests(tests, import_setup, import_teardown);
}
