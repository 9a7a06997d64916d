/* Records as hyperfine's JSON: what hyperfine itself wrote comes back. Run from the top. */
#include <math.h>

#include "import_help.h"
#include "view/exporter.h"

#define DATA "tests/data/records/"

static json_t *
export(const struct record *r, const char *metric)
{
	struct buf out = BUF_EMPTY;
	struct err e;
	json_t *json;

	if (export_record(r, "hyperfine", metric, &out, &e) != 0)
		fail_msg("%s", e.text);
	json = json_parse("export", out.text, out.length, &e);
	if (json == NULL)
		fail_msg("%s", e.text);
	buf_release(&out);
	return json;
}

static void
same_number(const json_t *a, const json_t *b, const char *key)
{
	double x = json_get_real(a, key), y = json_get_real(b, key);

	if (!(fabs(x - y) <= 4e-16 * fabs(x)))
		fail_msg("%s is %.17g, not %.17g", key, y, x);
}

/* hyperfine computes mean and standard deviation itself: only the last bit may differ. */
static void
what_was_imported_comes_back(void **state)
{
	static const char *const numbers[] = { "mean", "stddev", "median", "user", "system", "min", "max" };
	struct buf text = BUF_EMPTY;
	struct record r;
	struct err e;
	json_t *was, *is;

	(void)state;
	import_paths((char *[]){ (char[]){ IMPORT_DATA "hyperfine-1.15.json" }, NULL }, &r);
	is = export(&r, NULL);
	assert_int_equal(file_read(IMPORT_DATA "hyperfine-1.15.json", &text, &e), 0);
	was = json_parse("file", text.text, text.length, &e);
	for (size_t i = 0; i < 2; i++) {
		const json_t *a = json_array_get(json_object_get(was, "results"), i);
		const json_t *b = json_array_get(json_object_get(is, "results"), i);

		assert_string_equal(json_get_text(b, "command"), json_get_text(a, "command"));
		assert_true(json_equal(json_object_get(a, "times"), json_object_get(b, "times")));
		assert_true(json_equal(json_object_get(a, "exit_codes"), json_object_get(b, "exit_codes")));
		for (size_t k = 0; k < sizeof(numbers) / sizeof(numbers[0]); k++)
			same_number(a, b, numbers[k]);
		assert_int_equal(json_object_size(b), json_object_size(a));
	}
	json_decref(was);
	json_decref(is);
	buf_release(&text);
	record_release(&r);
}

static void
parameters_and_exit_codes_come_back(void **state)
{
	struct record r;
	const json_t *second;
	json_t *is;

	(void)state;
	import_paths((char *[]){ (char[]){ IMPORT_DATA "hyperfine-zeros.json" }, NULL }, &r);
	is = export(&r, NULL);
	second = json_array_get(json_object_get(is, "results"), 1);
	assert_string_equal(json_get_text(second, "command"), "foo");
	assert_string_equal(json_get_text(json_object_get(second, "parameters"), "n"), "2");
	/* two of three times are not known */
	assert_int_equal(json_array_size(json_object_get(second, "times")), 1);
	assert_int_equal(json_integer_value(json_array_get(json_object_get(second, "exit_codes"), 0)), 2);
	assert_true(json_is_null(json_object_get(second, "stddev")));
	json_decref(is);
	record_release(&r);
}

static void
cases_and_variants_are_results(void **state)
{
	static const char *const commands[] = { "build jobs=1 old", "build jobs=1 new", "build jobs=2 old", "build jobs=2 new" };
	struct record r;
	struct err e;
	const json_t *results;
	json_t *is;

	(void)state;
	assert_int_equal(record_load(DATA "variants.jsonl", RECORD_LINES, &r, &e), 0);
	is = export(&r, NULL);
	results = json_object_get(is, "results");
	assert_int_equal(json_array_size(results), 4);
	for (size_t i = 0; i < 4; i++)
		assert_string_equal(json_get_text(json_array_get(results, i), "command"), commands[i]);
	/* the fourth without its warm-up: by hand from the file */
	assert_int_equal(json_array_size(json_object_get(json_array_get(results, 3), "times")), 4);
	assert_true(json_get_real(json_array_get(results, 3), "min") > 5.88 && json_get_real(json_array_get(results, 3), "max") < 5.93);
	assert_string_equal(json_get_text(json_object_get(json_array_get(results, 3), "parameters"), "jobs"), "2");
	assert_true(json_is_null(json_object_get(json_array_get(results, 3), "user")));
	json_decref(is);
	is = export(&r, "durable");
	assert_true(json_get_real(json_array_get(json_object_get(is, "results"), 3), "min") > 6.1);
	json_decref(is);
	record_release(&r);
}

static void
only_times_are_times(void **state)
{
	struct buf out = BUF_EMPTY;
	struct record r;
	struct err e;

	(void)state;
	import_text("rate.csv", "rate [1/s]\n5\n", &r);
	assert_int_equal(export_record(&r, "hyperfine", NULL, &out, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	assert_non_null(strstr(e.text, "no metric in seconds"));
	assert_int_equal(export_record(&r, "hyperfine", "rate", &out, &e), -1);
	assert_non_null(strstr(e.text, "'rate' is in 1/s"));
	assert_int_equal(export_record(&r, "xml", NULL, &out, &e), -1);
	record_release(&r);
	assert_int_equal(record_load(DATA "warmups.jsonl", RECORD_LINES, &r, &e), 0);
	assert_int_equal(export_record(&r, "hyperfine", NULL, &out, &e), -1);
	assert_non_null(strstr(e.text, "no values"));
	record_release(&r);
	buf_release(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_imported_comes_back),
		cmocka_unit_test(parameters_and_exit_codes_come_back),
		cmocka_unit_test(cases_and_variants_are_results),
		cmocka_unit_test(only_times_are_times),
	};

	return cmocka_run_group_tests(tests, import_setup, import_teardown);
}
