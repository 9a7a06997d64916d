/* hyperfine's JSON: a file that hyperfine 1.15 wrote, the form of version 2, and what is refused. Run from the top. */
#include "import_help.h"

#define RESULTS(list) "{\"results\":[" list "]}"
#define RESULT(command, times, codes) "{\"command\":\"" command "\",\"user\":0.5,\"system\":0.25,\"times\":[" times "],\"exit_codes\":[" codes "]}"

static void
a_file_of_version_1(void **state)
{
	static const double first[] = { 0.001178629, 0.000819843, 0.0034669830000000003, 0.0007325330000000001 };
	static const double second[] = { 0.013812301, 0.011729103000000001, 0.011961981, 0.011892987 };
	struct record r;
	const json_t *properties;

	(void)state;
	import_paths((char *[]){ (char[]){ IMPORT_DATA "hyperfine-1.15.json" }, NULL }, &r);
	assert_string_equal(record_workload(&r), "hyperfine");
	assert_string_equal(json_get_text(r.header, "unit"), "trial");
	assert_int_equal(r.nvariants, 2);
	assert_string_equal(record_variant_name(&r, 0), "true");
	assert_string_equal(record_variant_name(&r, 1), "sleep 0.01");
	assert_int_equal(r.ncases, 1);
	assert_int_equal(r.nmetrics, 1);
	assert_int_equal(r.metrics[0].better, BETTER_LOWER);
	import_check(&r, "real", 0, 0, first, 4);
	import_check(&r, "real", 0, 1, second, 4);
	properties = json_object_get(r.trials[0].line, "properties");
	assert_true(json_get_real(properties, "user_mean_s") > 0.00078 && json_get_real(properties, "user_mean_s") < 0.00079);
	assert_null(json_object_get(properties, "exit_code"));
	assert_non_null(strstr(import_note(&r), "means only"));
	record_release(&r);
}

/* Taken off a run that is shorter than a shell: 0 is no time. */
static void
a_zero_is_not_known(void **state)
{
	static const double first[] = { 0.00011203534000000029, 0.000021529340000000325 };
	static const double second[] = { 0.00011121334000000036 };
	struct record r;

	(void)state;
	import_paths((char *[]){ (char[]){ IMPORT_DATA "hyperfine-zeros.json" }, NULL }, &r);
	assert_int_equal(r.ntrials, 6);
	assert_string_equal(record_variant_name(&r, 0), "foo (n=1)");
	assert_string_equal(record_variant_name(&r, 1), "foo (n=2)");
	import_check(&r, "real", 0, 0, first, 2);
	import_check(&r, "real", 0, 1, second, 1);
	assert_non_null(strstr(import_note(&r), "2 of 3 times of \"foo\": 0"));
	assert_non_null(strstr(import_note(&r), "some did"));
	assert_int_equal(json_get_count(json_object_get(r.trials[3].line, "properties"), "exit_code"), 2);
	record_release(&r);
}

static void
one_command_is_no_variant(void **state)
{
	struct record r;

	(void)state;
	import_text("one.json", RESULTS(RESULT("make", "1.5,2", "0,0")), &r);
	assert_string_equal(record_variant_name(&r, 0), "default");
	assert_string_equal(json_get_text(r.header, "describe"), "make");
	import_check(&r, "real", 0, 0, (const double[]){ 1.5, 2 }, 2);
	record_release(&r);
}

static void
names_are_told_apart(void **state)
{
	struct record r;

	(void)state;
	import_text("same.json", RESULTS(RESULT("make", "1", "0") "," RESULT("make", "2", "0") "," RESULT("a\\nb", "3", "null")), &r);
	assert_int_equal(r.nvariants, 3);
	assert_string_equal(record_variant_name(&r, 0), "make");
	assert_string_equal(record_variant_name(&r, 1), "make #2");
	assert_string_equal(record_variant_name(&r, 2), "a b");
	record_release(&r);
}

/* Files are sessions; when not all have all commands, commands differ by the session. */
static void
several_files(void **state)
{
	static const char text[] = RESULTS(RESULT("a", "1,2", "0,0") "," RESULT("b", "3", "0"));
	static const char other[] = RESULTS(RESULT("a", "4", "0"));
	char *paths[] = { import_file("1.json", text, strlen(text)), import_file("2.json", text, strlen(text)), NULL };
	char *unequal[] = { paths[0], import_file("3.json", other, strlen(other)), NULL };
	struct record r;

	(void)state;
	import_paths(paths, &r);
	assert_int_equal(r.sessions, 2);
	assert_string_equal(json_get_text(r.header, "unit"), "trial");
	import_check(&r, "real", 0, 0, (const double[]){ 1, 2, 1, 2 }, 4);
	assert_int_equal(r.trials[3].session, 1);
	assert_int_equal(r.trials[3].block, 1);
	record_release(&r);
	import_paths(unequal, &r);
	assert_string_equal(json_get_text(r.header, "unit"), "session");
	assert_int_equal(r.trials[3].block, 0);
	record_release(&r);
	free(paths[0]);
	free(paths[1]);
	free(unequal[1]);
}

static void
version_2_has_everything_for_each_run(void **state)
{
	struct record r;

	(void)state;
	import_text("two.json", "{\"hyperfine_version\":\"2.0\",\"results\":[{\"command\":\"make -j2\",\"name\":\"make\",\"measurements\":["
	    "{\"time_wall_clock\":{\"value\":1.5,\"unit\":\"second\"},\"time_user\":{\"value\":0.0,\"unit\":\"second\"},"
	    "\"time_system\":{\"value\":0.25,\"unit\":\"second\"},\"peak_memory_usage\":{\"value\":1024.0,\"unit\":\"byte\"},\"exit_code\":0},"
	    "{\"time_wall_clock\":{\"value\":0.0,\"unit\":\"second\"},\"time_user\":{\"value\":1.0,\"unit\":\"second\"},"
	    "\"time_system\":{\"value\":0.5,\"unit\":\"second\"},\"exit_code\":0}]}]}", &r);
	assert_string_equal(json_get_text(r.header, "describe"), "make");
	import_check(&r, "real", 0, 0, (const double[]){ 1.5 }, 1);
	import_check(&r, "user", 0, 0, (const double[]){ 0, 1 }, 2);
	import_check(&r, "sys", 0, 0, (const double[]){ 0.25, 0.5 }, 2);
	record_release(&r);
}

static void
what_is_wrong_is_refused(void **state)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{ "", "is empty" },
		{ "\n\n", "is empty" },
		{ "\xff\xfe{", "UTF-16" },
		{ "[]", "no results" },
		{ "{}", "no results" },
		{ RESULTS(""), "no results" },
		{ RESULTS("7"), "result 1 has no command" },
		{ RESULTS("{\"times\":[1]}"), "result 1 has no command" },
		{ RESULTS("{\"command\":\"a\"}"), "no times of single runs" },
		{ RESULTS(RESULT("a", "", "")), "no times of single runs" },
		{ RESULTS(RESULT("a", "1", "0") "," RESULT("b", "1,-0.5", "0,0")), "result 2 (\"b\") has a time below 0" },
		{ RESULTS(RESULT("a", "\"1\"", "0")), "no number" },
		{ RESULTS(RESULT("a", "1,2", "0")), "exit codes" },
		{ RESULTS(RESULT("a", "1", "[]")), "exit code that is no number" },
		{ RESULTS(RESULT("a", "0.0,0", "0,0")), "there is no value" },
		{ RESULTS(RESULT("a", "null", "0")), "there is no value" },
		{ RESULTS(RESULT("a", "NaN", "0")), "no valid JSON at line 1" },
		{ RESULTS(RESULT("a", "1", "0")) " x", "no valid JSON" },
		{ "{\"results\":[{\"command\":\"a\",\"times\":[1,", "no valid JSON" },
		{ RESULTS("{\"command\":\"a\",\"measurements\":[{\"time_wall_clock\":{\"value\":1,\"unit\":\"hour\"}}]}"), "not in seconds" },
		{ RESULTS("{\"command\":\"a\",\"measurements\":[]}"), "no times" },
		{ RESULTS("{\"command\":\"a\",\"measurements\":[3]}"), "not in seconds" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		import_refused("hyperfine", "wrong.json", cases[i].text, strlen(cases[i].text), cases[i].error);
}

static void
files_are_refused_for_what_they_are(void **state)
{
	static const char hyperfine[] = RESULTS(RESULT("a", "1", "0")), csv[] = "real [s]\n1\n";
	char *paths[] = { import_file("a.json", hyperfine, strlen(hyperfine)), import_file("a.csv", csv, strlen(csv)), NULL };
	struct record r;
	struct err e;

	(void)state;
	assert_int_equal(import_try(NULL, paths, &r, &e), -1);
	assert_non_null(strstr(e.text, "import them one by one"));
	assert_int_equal(import_try(NULL, (char *[]){ paths[0], paths[0], NULL }, &r, &e), -1);
	assert_non_null(strstr(e.text, "named twice"));
	assert_int_equal(import_try("xml", paths, &r, &e), -1);
	assert_non_null(strstr(e.text, "no format 'xml'"));
	assert_int_equal(import_try(NULL, (char *[]){ (char[]){ "no-such-file" }, NULL }, &r, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	assert_int_equal(import_try(NULL, (char *[]){ import_directory, NULL }, &r, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	import_refused(NULL, "foreign", "\177ELF\2\1\1\0\0", 9, "none of the formats");
	import_refused(NULL, "text", "just a text\n", 12, "none of the formats");
	import_refused(NULL, "x.json", "{\"a\":1}", 7, "none of the formats");
	import_refused(NULL, "r.jsonl", "{\"type\":\"header\",\"schema\":1}\n", 29, "a record of harness already");
	free(paths[0]);
	free(paths[1]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_of_version_1),
		cmocka_unit_test(a_zero_is_not_known),
		cmocka_unit_test(one_command_is_no_variant),
		cmocka_unit_test(names_are_told_apart),
		cmocka_unit_test(several_files),
		cmocka_unit_test(version_2_has_everything_for_each_run),
		cmocka_unit_test(what_is_wrong_is_refused),
		cmocka_unit_test(files_are_refused_for_what_they_are),
	};

	return cmocka_run_group_tests(tests, import_setup, import_teardown);
}
