/*
 * The Go benchmark data format, against a reader written from its description: golang.org/design/14313-benchmark-format,
 * and for what is a unit golang.org/x/perf/benchunit. Run from the top.
 */
#include <ctype.h>
#include <math.h>

#include "import_help.h"
#include "view/exporter.h"

#define DATA "tests/data/records/"

static char *
export(const struct record *r, const char *metric)
{
	struct buf out = BUF_EMPTY;
	struct err e;

	if (export_record(r, "benchfmt", metric, &out, &e) != 0)
		fail_msg("%s", e.text);
	return buf_take(&out);
}

static char *
export_text(const char *csv)
{
	struct record r;
	char *text;

	import_text("names.csv", csv, &r);
	text = export(&r, NULL);
	record_release(&r);
	return text;
}

static void
check_benchmark(char *line)
{
	char *save, *word = strtok_r(line, " \t", &save), *end;
	size_t pairs = 0;

	assert_true(isupper((unsigned char)word[strlen("Benchmark")]));
	word = strtok_r(NULL, " \t", &save);
	assert_non_null(word);
	assert_string_equal(word, "1");
	while ((word = strtok_r(NULL, " \t", &save)) != NULL) {
		assert_true(isfinite(strtod(word, &end)));
		assert_true(*end == '\0');
		word = strtok_r(NULL, " \t", &save);
		assert_non_null(word);
		/* nothing that is converted but ns/op */
		if (strcmp(word, "ns/op") != 0)
			assert_true(strncmp(word, "ns", 2) != 0 && strstr(word, "-ns") == NULL && strstr(word, "MB") == NULL);
		pairs++;
	}
	assert_true(pairs > 0);
}

/* Every line is one of the four kinds; the number of benchmark lines. */
static size_t
check_lines(const char *text)
{
	char *copy = mem_string(text), *save;
	size_t count = 0;

	for (char *line = strtok_r(copy, "\n", &save); line != NULL; line = strtok_r(NULL, "\n", &save)) {
		if (strncmp(line, "Benchmark", 9) == 0) {
			check_benchmark(line);
			count++;
		} else if (strncmp(line, "Unit ", 5) == 0) {
			const char *key = strchr(line + 5, ' ');

			assert_non_null(key);
			assert_true(strcmp(key, " better=lower") == 0 || strcmp(key, " better=higher") == 0);
		} else if (line[0] != '#') {
			size_t key = strcspn(line, ":");

			assert_true(islower((unsigned char)line[0]) && line[key] == ':' && line[key + 1] == ' ');
			for (size_t i = 0; i < key; i++)
				assert_false(isspace((unsigned char)line[i]) || isupper((unsigned char)line[i]));
		}
	}
	free(copy);
	return count;
}

static void
a_line_for_each_trial(void **state)
{
	struct record r;
	struct err e;
	char *text;

	(void)state;
	assert_int_equal(record_load(DATA "variants.jsonl", RECORD_LINES, &r, &e), 0);
	text = export(&r, NULL);
	assert_int_equal(check_lines(text), 16);
	assert_non_null(strstr(text, "workload: build\nworkload-version: 1\n"));
	assert_non_null(strstr(text, "\nUnit ns/op better=lower\n"));
	assert_non_null(strstr(text, "\nUnit durable-sec/op better=lower\n"));
	assert_non_null(strstr(text, "\nBenchmarkBuild/jobs=2/variant=new-2 1 6.14 durable-sec/op 5890000000 ns/op "));
	assert_null(strstr(text, "Unit peak_rss"));
	free(text);
	text = export(&r, "real");
	assert_non_null(strstr(text, "\nBenchmarkBuild/jobs=2/variant=new-2 1 5890000000 ns/op\n"));
	free(text);
	record_release(&r);
}

static void
failed_trials_are_left_out(void **state)
{
	struct record r;
	struct err e;
	char *text;

	(void)state;
	assert_int_equal(record_load(DATA "failed.jsonl", RECORD_LINES, &r, &e), 0);
	text = export(&r, NULL);
	assert_int_equal(check_lines(text), 3);
	assert_non_null(strstr(text, "\nBenchmarkBuild-2 1 "));
	free(text);
	record_release(&r);
	assert_int_equal(record_load(DATA "resumed.jsonl", RECORD_LINES, &r, &e), 0);
	text = export(&r, NULL);
	assert_int_equal(check_lines(text), 8);
	free(text);
	record_release(&r);
}

static void
names_are_mended(void **state)
{
	char *text = export_text("workload,case,variant,real [s]\n"
	    "call/fork,rss=64M  mode=a,6.1.0-38,1\n"
	    "call/fork,rss=64M  mode=a,a b,2\n"
	    "call/fork,rss=64M  mode=a,a/b,3\n"
	    "call/fork,rss=64M  mode=a,\xc3\xa4\xe2\x80\x83\x62,4\n");

	(void)state;
	assert_int_equal(check_lines(text), 4);
	/* "-38" would be the number of CPUs */
	assert_non_null(strstr(text, "\nBenchmarkCall/fork/rss=64M/mode=a/variant=6.1.0_38 1 1000000000 ns/op\n"));
	assert_non_null(strstr(text, "/variant=a_b 1 2000000000 ns/op\n"));
	assert_non_null(strstr(text, "/variant=a_b#01 1 3000000000 ns/op\n"));
	assert_non_null(strstr(text, "/variant=__b 1 4000000000 ns/op\n"));
	free(text);
}

static void
units_are_mended(void **state)
{
	char *text = export_text("rate [1/s],size-ns [bytes],bw [bytes/s],t-mb [s],n [count],share [ratio],score [Points/op lower]\n1,2,3,4,5,6,7\n");

	(void)state;
	assert_int_equal(check_lines(text), 1);
	assert_non_null(strstr(text, "\nBenchmarkCsv 1 1 rate/s 2 size_ns-bytes/op 3 bw-B/s 4 t_mb-sec/op 5 n/op 6 share-ratio 7 score-Points/op\n"));
	assert_non_null(strstr(text, "\nUnit rate/s better=higher\n"));
	assert_non_null(strstr(text, "\nUnit score-Points/op better=lower\n"));
	assert_null(strstr(text, "Unit n/op"));
	free(text);
}

static void
nothing_is_refused(void **state)
{
	struct buf out = BUF_EMPTY;
	struct record r;
	struct err e;

	(void)state;
	assert_int_equal(record_load(DATA "warmups.jsonl", RECORD_LINES, &r, &e), 0);
	assert_int_equal(export_record(&r, "benchfmt", NULL, &out, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	record_release(&r);
	buf_release(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_for_each_trial),
		cmocka_unit_test(failed_trials_are_left_out),
		cmocka_unit_test(names_are_mended),
		cmocka_unit_test(units_are_mended),
		cmocka_unit_test(nothing_is_refused),
	};

	return cmocka_run_group_tests(tests, import_setup, import_teardown);
}
