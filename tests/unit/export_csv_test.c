/* Records into CSV and back: the same series. Run from the top. */
#include <math.h>

#include "import_help.h"
#include "view/exporter.h"

#define DATA "tests/data/records/"

static void
load(const char *path, struct record *r)
{
	struct err e;

	if (record_load(path, RECORD_LINES, r, &e) != 0)
		fail_msg("%s", e.text);
}

static void
export(const struct record *r, const char *metric, struct buf *out)
{
	struct err e;

	if (export_record(r, "csv", metric, out, &e) != 0)
		fail_msg("%s", e.text);
}

/* The arm of `in` that has the names of an arm of `of`. */
static void
find_arm(const struct record *of, unsigned arm_case, unsigned variant, const struct record *in, unsigned *c, unsigned *v)
{
	for (*c = 0; *c < in->ncases; ++*c)
		if (strcmp(record_case_label(in, *c), record_case_label(of, arm_case)) == 0)
			break;
	for (*v = 0; *v < in->nvariants; ++*v)
		if (strcmp(record_variant_name(in, *v), record_variant_name(of, variant)) == 0)
			break;
	assert_true(*c < in->ncases && *v < in->nvariants);
}

static void
same_series(const struct record *a, const struct record *b)
{
	for (size_t m = 0; m < a->nmetrics; m++)
		for (unsigned c = 0; c < a->ncases; c++)
			for (unsigned v = 0; v < a->nvariants; v++) {
				double *values;
				size_t count;
				unsigned other_case, other_variant;

				record_series(a, (int)m, c, v, &values, NULL, &count);
				if (count > 0) {
					find_arm(a, c, v, b, &other_case, &other_variant);
					import_check(b, a->metrics[m].name, other_case, other_variant, values, count);
				}
				free(values);
			}
}

static void
round_trips(void **state)
{
	static const char *const files[] = {
		DATA "good.jsonl", DATA "variants.jsonl", DATA "resumed.jsonl", DATA "failed.jsonl", DATA "unknown-keys.jsonl",
		"results/reference/oltp-oracle8i.jsonl", "results/reference/build-r34844-linux.jsonl",
		"results/reference/io-windows-xp.jsonl",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		struct buf first = BUF_EMPTY, second = BUF_EMPTY;
		struct record r, back, again;

		load(files[i], &r);
		export(&r, NULL, &first);
		import_text("trip.csv", first.text, &back);
		assert_string_equal(record_workload(&back), record_workload(&r));
		same_series(&r, &back);
		for (size_t m = 0; m < back.nmetrics; m++) {
			const struct metric *was = metric_find(r.metrics, back.metrics[m].name);

			assert_string_equal(back.metrics[m].unit, was->unit);
			assert_int_equal(back.metrics[m].better, was->better);
			assert_int_equal(m < back.nheadline, (size_t)(was - r.metrics) < r.nheadline);
		}
		export(&back, NULL, &second);
		import_text("again.csv", second.text, &again);
		same_series(&back, &again);
		record_release(&r);
		record_release(&back);
		record_release(&again);
		buf_release(&first);
		buf_release(&second);
	}
}

/* Numbers of every size come back as they were. */
static void
values_are_exact(void **state)
{
	static const double values[] = { 0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 123456789012345678.0, 9007199254740993.0, 1e22, 0 };
	struct buf text = BUF_EMPTY, out = BUF_EMPTY;
	struct record r, back;

	(void)state;
	buf_puts(&text, "x [count],y [s]\n");
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		buf_printf(&text, "%.17g,%.17g\n", -values[i], values[i]);
	import_text("exact.csv", text.text, &r);
	import_check(&r, "y", 0, 0, values, sizeof(values) / sizeof(values[0]));
	export(&r, NULL, &out);
	import_text("back.csv", out.text, &back);
	same_series(&r, &back);
	record_release(&r);
	record_release(&back);
	buf_release(&text);
	buf_release(&out);
}

static void
rows_are_as_documented(void **state)
{
	struct buf out = BUF_EMPTY;
	struct record r;
	struct err e;

	(void)state;
	load(DATA "failed.jsonl", &r);
	export(&r, "real", &out);
	assert_non_null(strstr(out.text, "workload,session,block,trial,case,variant,status,metric,unit,better,headline,value\n"));
	assert_non_null(strstr(out.text, "build,0,0,1,,default,ok,real,s,lower,yes,6.2\n"));
	assert_non_null(strstr(out.text, ",timeout,real,s,lower,yes,\n"));
	assert_null(strstr(out.text, "durable"));
	assert_int_equal(export_record(&r, "csv", "raal", &out, &e), -1);
	assert_non_null(strstr(e.text, "did you mean 'real'?"));
	record_release(&r);
	load(DATA "warmups.jsonl", &r);
	assert_int_equal(export_record(&r, "csv", NULL, &out, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	record_release(&r);
	buf_release(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(round_trips),
		cmocka_unit_test(values_are_exact),
		cmocka_unit_test(rows_are_as_documented),
	};

	return cmocka_run_group_tests(tests, import_setup, import_teardown);
}
