/* fio's JSON+: bins into histograms, a file that fio 3.33 wrote, and what is refused. Run from the top. */
#include <math.h>

#include "import_help.h"
#include "record/bins.h"
#include "record/distribution.h"

#define HEAD "\"fio version\":\"fio-3.33\",\"timestamp\":1796043829"
#define READ(body) "\"read\":{\"total_ios\":4,\"io_bytes\":16384,\"runtime\":2,\"iops\":2000.5,\"bw_bytes\":8192000," body "}"
#define JOB(name, group, body) "{\"jobname\":\"" name "\",\"groupid\":" group ",\"error\":0,\"job options\":{}," body "}"
#define FILE_OF(jobs) "{" HEAD ",\"global options\":{\"bs\":\"4k\"},\"jobs\":[" jobs "]}"
#define CLAT(body) "\"clat_ns\":{" body "}"

static json_t *
parse(const char *text)
{
	struct err e;
	json_t *json = json_parse("bins", text, strlen(text), &e);

	if (json == NULL)
		fail_msg("%s", e.text);
	return json;
}

/*
 * By hand from fio's stat.c: bin i >= 128 holds [base + k w, base + (k+1) w), w = 2^(i/64 - 1), k = i mod 64, base =
 * 64 w, and is named base + (k + 1/2) w. So "129" is of the values 128 and 129, "130" would be no bin, and "422" of 420
 * to 423.
 */
static void
bins_become_buckets(void **state)
{
	json_t *json = parse("{\"5\":2,\"129\":3,\"422\":1,\"1794048\":4}");
	struct histogram h;

	(void)state;
	assert_int_equal(bins_to_histogram(&h, json, 5, 1803000, 722000.5), 0);
	assert_int_equal(h.count, 10);
	assert_int_equal(h.min, 5);
	assert_int_equal(h.max, 1803000);
	assert_int_equal(h.sum_low, 7220005);
	assert_int_equal(h.buckets[5], 2);
	assert_int_equal(h.buckets[histogram_index(129)], 3);
	assert_int_equal(h.buckets[histogram_index(422)], 1);
	assert_int_equal(histogram_bucket_low(histogram_index(422)), 422);
	/* 1794048 is the midpoint of [1785856 .. 1802239]; the maximum is beyond it and is one value */
	assert_int_equal(h.buckets[histogram_index(1794048)], 3);
	assert_int_equal(h.buckets[histogram_index(1803000)], 1);
	json_decref(json);
}

/* Minimum and maximum are known exactly, and no value is beyond them. */
static void
ends_go_where_they_are(void **state)
{
	static const struct {
		const char *bins;
		uint64_t min, max, at_min, at_max;
	} cases[] = {
		{ "{\"422\":3}", 420, 423, 1, 2 },	/* 420, 421 in one bucket of ours; 422, 423 in the other */
		{ "{\"422\":3}", 422, 423, 3, 3 },
		{ "{\"422\":3}", 420, 421, 3, 3 },
		{ "{\"422\":1}", 420, 420, 1, 1 },
		{ "{\"422\":2}", 420, 420, 2, 2 },
		{ "{\"17112760320\":2}", 17000000000, 30000000000, 1, 1 },	/* the last bin of fio holds all above */
	};
	struct histogram h;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		json_t *json = parse(cases[i].bins);

		if (bins_to_histogram(&h, json, cases[i].min, cases[i].max, (double)cases[i].min) != 0)
			fail_msg("%s", cases[i].bins);
		assert_int_equal(h.min, cases[i].min);
		assert_int_equal(h.max, cases[i].max);
		assert_int_equal(h.buckets[histogram_index(cases[i].min)], cases[i].at_min);
		assert_int_equal(h.buckets[histogram_index(cases[i].max)], cases[i].at_max);
		json_decref(json);
	}
}

static void
what_is_no_bin_is_refused(void **state)
{
	static const struct {
		const char *bins;
		uint64_t min, max;
		double mean;
	} cases[] = {
		{ "[]", 0, 1, 0 },
		{ "{\"x\":1}", 0, 1, 0 },
		{ "{\"-1\":1}", 0, 1, 0 },
		{ "{\"1.5\":1}", 0, 1, 0 },
		{ "{\"\":1}", 0, 1, 0 },
		{ "{\"99999999999999999999\":1}", 0, 1, 0 },
		{ "{\"1\":-1}", 0, 1, 0 },
		{ "{\"1\":\"1\"}", 0, 1, 0 },
		{ "{\"1\":1.5}", 0, 1, 0 },
		{ "{\"5\":1}", 7, 6, 6 },
		{ "{\"422\":1}", 420, 423, 421 },	/* one value cannot be both */
		{ "{\"5\":1}", 5, 5, -1 },
		{ "{\"5\":1}", 5, 5, NAN },
		{ "{\"5\":9223372036854775807,\"6\":9223372036854775807,\"7\":9223372036854775807}", 5, 7, 1 },
	};
	struct histogram h;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		json_t *json = parse(cases[i].bins);

		if (bins_to_histogram(&h, json, cases[i].min, cases[i].max, cases[i].mean) == 0)
			fail_msg("not refused: %s", cases[i].bins);
		json_decref(json);
	}
}

static void
a_file_of_fio(void **state)
{
	struct record r;
	struct histogram h;
	struct err e;

	(void)state;
	import_paths((char *[]){ (char[]){ IMPORT_DATA "fio-3.33.json" }, NULL }, &r);
	assert_string_equal(record_workload(&r), "fio");
	assert_int_equal(r.ncases, 2);
	assert_int_equal(r.nvariants, 1);
	assert_int_equal(r.ntrials, 2);
	assert_string_equal(record_case_label(&r, 0), "seqread");
	assert_string_equal(record_case_label(&r, 1), "mixed");
	assert_string_equal(r.metrics[0].name, "read.iops");
	import_check(&r, "read.iops", 0, 0, (const double[]){ 16000 }, 1);
	import_check(&r, "read.bw", 0, 0, (const double[]){ 65536000 }, 1);
	import_check(&r, "read.clat", 0, 0, (const double[]){ 26465.6875 / 1e9 }, 1);
	import_check(&r, "write.iops", 0, 0, NULL, 0);
	/* two clones, 5 and 7 reads in 23 and 29 ms */
	import_check(&r, "read.iops", 1, 0, (const double[]){ 12 / 0.029 }, 1);
	assert_int_equal(json_get_count(json_object_get(r.trials[1].line, "properties"), "clones"), 2);
	if (histogram_from_json(&h, json_object_get(json_object_get(r.trials[0].line, "histograms"), "read.clat"), &e) != 0)
		fail_msg("%s", e.text);
	assert_int_equal(h.count, 16);
	assert_int_equal(h.min, 420);
	assert_int_equal(h.max, 315020);
	assert_true(fabs(histogram_mean(&h) - 26465.6875) < 1e-3);
	/* the 50th percentile as fio printed it, within the width of its bins */
	assert_true(fabs(histogram_percentile(&h, 0.5) / 700 - 1) < 1.0 / 64);
	assert_string_equal(json_get_text(json_object_get(json_object_get(r.header, "environment"), "tools"), "fio"), "fio-3.33");
	assert_non_null(json_get_text(r.header, "created"));
	record_release(&r);
}

/* As fio does it: what it has to say stands in the same file. */
static void
text_around_the_results(void **state)
{
	static const char good[] = FILE_OF(JOB("a", "0", READ(CLAT("\"mean\":5"))));
	char *text = mem_printf("fio: a message\n\n%s\nfio: another\n", good);
	struct record r;

	(void)state;
	import_text("around.json", text, &r);
	assert_non_null(strstr(import_note(&r), "besides its results fio said: fio: a message"));
	assert_string_equal(record_case_label(&r, 0), "");
	assert_string_equal(json_get_text(r.header, "created"), "2026-11-30T13:03:49Z");
	import_check(&r, "read.clat", 0, 0, (const double[]){ 5e-9 }, 1);
	record_release(&r);
	free(text);
}

static void
a_job_that_failed(void **state)
{
	static const char one[] = FILE_OF(JOB("a", "0", READ(CLAT("\"mean\":5"))));
	char *paths[] = { (char[]){ IMPORT_DATA "fio-failed.json" }, import_file("good.json", one, strlen(one)), NULL };
	struct record r;
	struct err e;

	(void)state;
	assert_int_equal(import_try(NULL, (char *[]){ paths[0], NULL }, &r, &e), -1);
	assert_non_null(strstr(e.text, "job \"full\" failed with error 28"));
	import_paths(paths, &r);
	assert_int_equal(r.ntrials, 2);
	assert_false(r.trials[0].ok);
	assert_true(r.trials[1].ok);
	assert_non_null(strstr(import_note(&r), "io_u error on file /dev/full"));
	record_release(&r);
	free(paths[1]);
}

static void
jobs_and_clones(void **state)
{
	struct record r;

	(void)state;
	/* the same job twice in different groups: two trials; with other options: another case */
	import_text("jobs.json", FILE_OF(JOB("a", "0", READ(CLAT("\"mean\":5"))) "," JOB("a", "1", READ(CLAT("\"mean\":7"))) ","
	    "{\"jobname\":\"a\",\"groupid\":2,\"job options\":{\"bs\":\"8k\"}," READ(CLAT("\"mean\":9")) "}"), &r);
	assert_int_equal(r.ncases, 2);
	assert_string_equal(record_case_label(&r, 1), "a #2");
	import_check(&r, "read.clat", 0, 0, (const double[]){ 5e-9, 7e-9 }, 2);
	import_check(&r, "read.clat", 1, 0, (const double[]){ 9e-9 }, 1);
	record_release(&r);
	/* two clones: mean over all operations, rates over the longest run */
	import_text("clones.json", FILE_OF(JOB("a", "0", READ(CLAT("\"mean\":5,\"N\":4"))) ","
	    JOB("a", "0", "\"read\":{\"total_ios\":12,\"io_bytes\":4096,\"runtime\":4,\"iops\":1," CLAT("\"mean\":9,\"N\":12") "}")), &r);
	assert_int_equal(r.ntrials, 1);
	import_check(&r, "read.clat", 0, 0, (const double[]){ (4 * 5 + 12 * 9) / 16.0 / 1e9 }, 1);
	import_check(&r, "read.iops", 0, 0, (const double[]){ 4000 }, 1);
	import_check(&r, "read.bw", 0, 0, (const double[]){ 5120000 }, 1);
	record_release(&r);
}

/* 0 in a field of a rate means that the run was too short to have one. */
static void
no_time_no_rate(void **state)
{
	struct record r;

	(void)state;
	import_text("short.json", FILE_OF(JOB("a", "0", "\"read\":{\"total_ios\":4,\"io_bytes\":16384,\"runtime\":0,\"iops\":0.0,\"bw_bytes\":0,"
	    CLAT("\"mean\":5") "}")), &r);
	assert_int_equal(record_metric(&r, "read.iops"), -1);
	import_check(&r, "read.clat", 0, 0, (const double[]){ 5e-9 }, 1);
	record_release(&r);
}

static void
what_is_wrong_is_refused(void **state)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{ "fio: nothing but messages\n", "no JSON of fio" },
		{ " {}\n", "no JSON of fio" },
		{ "{}", "which version" },
		{ "{\"fio version\":\"fio-2.16\",\"jobs\":[]}", "only fio 3 and later" },
		{ "{\"fio version\":\"other\"}", "which version" },
		{ "{" HEAD "}", "no jobs" },
		{ FILE_OF(""), "no jobs" },
		{ FILE_OF("7"), "job 1 has no name" },
		{ "{" HEAD ",\"client_stats\":[]}", "client and server" },
		{ FILE_OF(JOB("a", "0", READ(CLAT("\"mean\":5")))) "\n" FILE_OF(JOB("a", "0", READ(CLAT("\"mean\":6")))), "several results" },
		{ "x\n{" HEAD ",\n\"jobs\":[nan]}", "in line 3" },
		{ "{" HEAD ",\"jobs\":[{\"jobname\":\"a\",", "cut off" },
		{ "{" HEAD ",\"jobs\":[\nfio: a message in the middle\n]}", "in line 2" },
		{ FILE_OF(JOB("a", "0", READ(CLAT("\"mean\":-5")))), "cannot be" },
		{ FILE_OF(JOB("a", "0", READ(CLAT("\"mean\":5,\"N\":-5")))), "cannot be" },
		{ FILE_OF(JOB("a", "0", READ(CLAT("\"mean\":5,\"min\":5,\"max\":5,\"bins\":{\"x\":5}")))), "cannot be" },
		{ FILE_OF(JOB("a", "0", "\"read\":{\"total_ios\":-4}")), "cannot be" },
		{ FILE_OF(JOB("a", "0", "\"read\":{\"total_ios\":0}")), "no input or output" },
		{ FILE_OF(JOB("a", "0", "\"read\":[]")), "no input or output" },
		{ FILE_OF(JOB("a", "\"x\"", "\"write\":3,\"sync\":\"x\"")), "no input or output" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		import_refused("fio", "wrong.json", cases[i].text, strlen(cases[i].text), cases[i].error);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bins_become_buckets),
		cmocka_unit_test(ends_go_where_they_are),
		cmocka_unit_test(what_is_no_bin_is_refused),
		cmocka_unit_test(a_file_of_fio),
		cmocka_unit_test(text_around_the_results),
		cmocka_unit_test(a_job_that_failed),
		cmocka_unit_test(jobs_and_clones),
		cmocka_unit_test(no_time_no_rate),
		cmocka_unit_test(what_is_wrong_is_refused),
	};

	return cmocka_run_group_tests(tests, import_setup, import_teardown);
}
