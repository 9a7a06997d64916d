/*
 * Whole outputs against tests/data/golden/view/; with GOLDEN_REFRESH in the environment they are written
 * anew, to be read in the diff. Run from the top directory.
 */
#include "judge_help.h"

#include <jansson.h>

#include "base/json.h"
#include "judge/judgement.h"
#include "view/machine.h"
#include "view/show.h"

#define GOLDEN "tests/data/golden/view/"
#define REFERENCE "results/reference/"

static const struct judge_options defaults = JUDGE_OPTIONS;

static void
check_golden(const char *name, const struct buf *text)
{
	char *path = mem_printf(GOLDEN "%s", name);
	struct buf expected = BUF_EMPTY;
	struct err e;

	if (getenv("GOLDEN_REFRESH") != NULL) {
		if (file_write(path, text->text, text->length, 0644, &e) != 0)
			fail_msg("%s", e.text);
	} else if (file_read(path, &expected, &e) != 0)
		fail_msg("%s", e.text);
	else if (strcmp(buf_text(&expected), buf_text(text)) != 0)
		fail_msg("differs from %s; now it is:\n%s", path, buf_text(text));
	buf_release(&expected);
	free(path);
}

static void
check_shown(const char *name, const struct judgement *j, const char *saved)
{
	const struct show_options options = { .colour = false, .saved = saved };
	struct buf text = BUF_EMPTY;

	show_judgement(j, &options, &text);
	check_golden(name, &text);
	buf_release(&text);
}

static void
check_record(const char *name, const struct record *r, const struct judge_options *options, const char *saved)
{
	struct judgement j;
	struct err e;

	if (judgement_within(&j, r, options, &e) != 0)
		fail_msg("%s", e.text);
	check_shown(name, &j, saved);
	judgement_release(&j);
}

/* ------------------------------------------------------------------ one side */

static const char all_metrics[] = REAL "," USER "," SYS "," FLUSH ",{\"name\":\"outside\",\"unit\":\"s\"},"
    "{\"name\":\"outside.kernel\",\"unit\":\"s\"},{\"name\":\"outside.interrupts\",\"unit\":\"s\"},"
    "{\"name\":\"outside.others\",\"unit\":\"s\"},{\"name\":\"steal\",\"unit\":\"s\"}," RSS "," FAULTS;

/* n trials of about 6.2 s after a warm-up, real being `factor` times that. */
static void
add_trials(struct maker *m, unsigned arm_case, unsigned variant, size_t n, double factor, size_t per_block)
{
	static const int little[] = { 4, -14, 17, -24, 2, 37, 0, -9 };

	for (size_t i = 0; i < n; i++) {
		int x = little[(i + variant) % 8];
		char *rest = mem_printf("\"status\":\"ok\",\"values\":{\"real\":%.3f,\"user\":%.3f,\"sys\":%.3f,\"flush\":%.3f,"
		    "\"outside\":%.3f,\"outside.kernel\":0.11,\"outside.interrupts\":0.05,\"outside.others\":0.03,\"steal\":0.001,"
		    "\"peak_rss\":%d,\"faults\":%d},\"outside\":[{\"name\":\"sshd\",\"kind\":\"process\",\"cpu_s\":0.02},"
		    "{\"name\":\"cron\",\"kind\":\"process\",\"cpu_s\":0.01},{\"name\":\"kswapd0\",\"kind\":\"kernel\",\"cpu_s\":0.11}]",
		    (6.214 + 0.001 * x) * factor, 10.881 + 0.001 * x, (1.402 + 0.001 * x) * factor * factor, 0.31 + 0.001 * x,
		    0.19 + 0.0001 * x, 52428800 + 4096 * x, 100000 + x);

		maker_line(m, (int)(i / per_block), arm_case, variant, rest);
		free(rest);
	}
}

static void
one_side(void **state)
{
	static const size_t counts[] = { 1, 3, 5, 8 };

	(void)state;
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		struct maker m = MAKER_EMPTY;
		struct record r;
		char *name = mem_printf("single-%zu", counts[i]);

		maker_header(&m, "randomised", "", "default", all_metrics, "");
		maker_value(&m, -1, 0, 0, "real", 7);
		add_trials(&m, 0, 0, counts[i], 1, 8);
		maker_end(&m);
		maker_load(&m, "x.jsonl", &r);
		check_record(name, &r, &defaults, counts[i] == 8 ? "results/20261130T101500Z-vm-build.jsonl" : NULL);
		if (counts[i] == 8) {
			struct judge_options all = JUDGE_OPTIONS;

			all.all = true;
			check_record("single-all", &r, &all, NULL);
		}
		record_release(&r);
		free(name);
	}
}

static void
cases(void **state)
{
	struct maker m = MAKER_EMPTY;
	struct record r;

	(void)state;
	maker_header(&m, "randomised", "jobs=1|jobs=2", "default", all_metrics, "");
	add_trials(&m, 0, 0, 8, 1, 8);
	add_trials(&m, 1, 0, 8, 0.6, 8);
	maker_end(&m);
	maker_load(&m, "x.jsonl", &r);
	check_record("cases", &r, &defaults, NULL);
	record_release(&r);

	maker_header(&m, "randomised", "rss=0|rss=64M|rss=512M", "default",
	    "{\"name\":\"cost\",\"unit\":\"s\",\"better\":\"lower\",\"headline\":true}", "");
	for (int i = 0; i < 8; i++) {
		maker_value(&m, 0, 0, 0, "cost", 98.4e-6 + i * 1e-8);
		maker_value(&m, 0, 1, 0, "cost", 412e-6 + i * 1e-7);
		if (i < 4)
			maker_value(&m, 0, 2, 0, "cost", 2.9e-3 + i * 1e-6);
	}
	maker_end(&m);
	maker_load(&m, "x.jsonl", &r);
	check_record("cases-one-metric", &r, &defaults, NULL);
	record_release(&r);
}

/* Outliers with a cause, failures, a note, and a record without an end. */
static void
remarks(void **state)
{
	struct maker m = MAKER_EMPTY;
	struct record r;

	(void)state;
	maker_header(&m, "randomised", "", "default", all_metrics, "");
	add_trials(&m, 0, 0, 6, 1, 8);
	maker_line(&m, 0, 0, 0, "\"status\":\"ok\",\"values\":{\"real\":8.1,\"user\":10.9,\"sys\":1.4,\"outside.others\":1.2},"
	    "\"notes\":[\"the tree was read from the disk\"]");
	maker_line(&m, 0, 0, 0, "\"status\":\"failed\",\"error\":\"'jam' ended with status 1\"");
	maker_load(&m, "x.jsonl", &r);
	check_record("remarks", &r, &defaults, NULL);
	record_release(&r);

	maker_header(&m, "randomised", "", "default", all_metrics, "");
	maker_line(&m, 0, 0, 0, "\"status\":\"failed\",\"error\":\"'jam' ended with status 1\"");
	buf_puts(&m.text, "{\"type\":\"end\",\"session\":0,\"status\":\"failed\",\"reason\":\"the first trial failed\"}\n");
	maker_load(&m, "x.jsonl", &r);
	check_record("all-failed", &r, &defaults, NULL);
	record_release(&r);
}

/* ------------------------------------------------------------------ two sides */

static void
two_sides(void **state)
{
	const struct help_pair *p = help_pair("win");
	struct maker m = MAKER_EMPTY;
	struct record r;

	(void)state;
	maker_header(&m, "randomised", "", "old|new", all_metrics, "");
	maker_value(&m, -1, 0, 0, "real", 7);
	maker_value(&m, -1, 0, 1, "real", 7);
	add_trials(&m, 0, 0, 8, 1, 4);
	add_trials(&m, 0, 1, 8, 0.95, 4);
	maker_end(&m);
	maker_load(&m, "x.jsonl", &r);
	check_record("pair", &r, &defaults, "results/20261130T101500Z-vm-build.jsonl");
	record_release(&r);

	maker_header(&m, "randomised", "jobs=1|jobs=2", "old|new", all_metrics, "");
	for (unsigned c = 0; c < 2; c++) {
		add_trials(&m, c, 0, 8, 1, 4);
		add_trials(&m, c, 1, 8, c == 0 ? 0.95 : 1.1, 4);
	}
	maker_end(&m);
	maker_load(&m, "x.jsonl", &r);
	check_record("pair-cases", &r, &defaults, NULL);
	record_release(&r);

	/* three trials each: ranges; CPU times of 0: differences */
	maker_header(&m, "randomised", "", "old|new", REAL "," SYS, "");
	for (int i = 0; i < 3; i++)
		for (unsigned v = 0; v < 2; v++) {
			char *rest = mem_printf("\"status\":\"ok\",\"values\":{\"real\":%.3f,\"sys\":%.3f}",
			    v == 0 ? p->a[i] : p->b[i], v == 0 ? 0 : 0.004 * i);

			maker_line(&m, 0, 0, v, rest);
			free(rest);
		}
	maker_end(&m);
	maker_load(&m, "x.jsonl", &r);
	check_record("pair-few", &r, &defaults, NULL);
	record_release(&r);

	pair_record(&r, "randomised", REAL, "real", p->a, p->b, 8,
	    ",\"options\":{\"decide\":true,\"max_trials\":72,\"threshold\":0.01}");
	check_record("pair-looks", &r, &defaults, NULL);
	record_release(&r);
}

/* The level changes between the blocks: inside each new is faster, and the medians of all say something else. */
static void
medians_that_contradict(void **state)
{
	static const struct {
		const char *name;
		double level[2];
		size_t old[2];	/* trials of old in each block, of 8 */
	} rows[] = {
		{ "pair-medians-direction", { 10, 11 }, { 5, 3 } },
		{ "pair-medians-size", { 10, 10.6 }, { 5, 3 } },
	};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct maker m = MAKER_EMPTY;
		struct record r;

		maker_header(&m, "randomised", "", "old|new", REAL, "");
		for (size_t b = 0; b < 2; b++)
			for (size_t k = 0; k < 8; k++)
				maker_value(&m, (int)b, 0, k >= rows[i].old[b], "real",
				    (rows[i].level[b] + 0.01 * (double)k) * (k >= rows[i].old[b] ? i == 0 ? 0.97 : 0.9 : 1));
		maker_end(&m);
		maker_load(&m, "x.jsonl", &r);
		check_record(rows[i].name, &r, &defaults, NULL);
		record_release(&r);
	}
}

/* CPU times in ticks of 4 ms, a size that is always the same: one remark for all. */
static void
ticks(void **state)
{
	static const double user[] = { 0.004, 0.004, 0.008, 0.004, 0, 0.004, 0.004, 0.012, 0.004, 0.004, 0.004, 0.040 };
	struct maker m = MAKER_EMPTY;
	struct record r;

	(void)state;
	maker_header(&m, "randomised", "", "old|new", REAL "," USER "," SYS
	    ",{\"name\":\"size\",\"unit\":\"bytes\",\"better\":\"lower\",\"headline\":true}", "");
	for (int i = 0; i < 12; i++)
		for (unsigned v = 0; v < 2; v++) {
			char *rest = mem_printf("\"status\":\"ok\",\"values\":{\"real\":%.3f,\"user\":%.3f,\"sys\":%.3f,\"size\":4096}",
			    0.02 + 0.001 * (i * 5 % 12), user[(i + (int)v) % 12], v == 0 ? 0.004 * (i % 3) : 0.004);

			maker_line(&m, i / 4, 0, v, rest);
			free(rest);
		}
	maker_end(&m);
	maker_load(&m, "x.jsonl", &r);
	check_record("pair-ticks", &r, &defaults, NULL);
	record_release(&r);
}

/* Whatever ended an experiment before its time. */
static void
ends(void **state)
{
	static const struct {
		const char *name, *design, *more, *end;
	} rows[] = {
		{ "end-interrupted", "randomised", ",\"trials\":15",
		    "{\"type\":\"end\",\"session\":0,\"status\":\"interrupted\",\"reason\":\"interrupted\"}\n" },
		{ "end-interrupted-decide", "randomised", ",\"trials\":8,\"options\":{\"decide\":true,\"max_trials\":72,\"threshold\":0.01}",
		    "{\"type\":\"end\",\"session\":0,\"status\":\"interrupted\",\"reason\":\"interrupted\"}\n" },
		{ "end-none", "randomised", ",\"trials\":15", "" },
		{ "end-none-imported", "sequential", "", "" },
		{ "end-budget", "randomised", ",\"trials\":15",
		    "{\"type\":\"end\",\"session\":0,\"status\":\"budget\",\"reason\":\"the budget of 5 s is used up after 1 trials of each arm\"}\n" },
		{ "end-failed", "randomised", ",\"trials\":15",
		    "{\"type\":\"end\",\"session\":0,\"status\":\"failed\",\"reason\":\"the disk is full\"}\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct maker m = MAKER_EMPTY;
		struct record r;

		maker_header(&m, rows[i].design, "", "old|new", REAL, rows[i].more);
		maker_value(&m, -1, 0, 0, "real", 7);
		maker_value(&m, -1, 0, 1, "real", 7);
		maker_value(&m, 0, 0, 0, "real", 6.5);
		maker_value(&m, 0, 0, 1, "real", 6.2);
		maker_line(&m, 0, 0, 1, "\"status\":\"interrupted\",\"error\":\"interrupted\"");
		buf_puts(&m.text, rows[i].end);
		maker_load(&m, "x.jsonl", &r);
		check_record(rows[i].name, &r, &defaults, NULL);
		record_release(&r);
	}
}

/* 3 of 12 trials, and one of the warm-ups besides. */
static void
failures(void **state)
{
	struct maker m = MAKER_EMPTY;
	struct record r;

	(void)state;
	maker_header(&m, "randomised", "", "old|new", REAL, "");
	maker_value(&m, -1, 0, 0, "real", 7);
	maker_line(&m, -1, 0, 1, "\"status\":\"failed\",\"error\":\"'jam' ended with status 2\"");
	for (int i = 0; i < 6; i++)
		for (unsigned v = 0; v < 2; v++)
			if ((i == 2 && v == 0) || (i > 3 && v == 1))
				maker_line(&m, i / 3, 0, v, "\"status\":\"failed\",\"error\":\"'jam' ended with status 1\"");
			else
				maker_value(&m, i / 3, 0, v, "real", 6 + 0.01 * i);
	maker_end(&m);
	maker_load(&m, "x.jsonl", &r);
	check_record("pair-failed", &r, &defaults, NULL);
	record_release(&r);
}

static void
colours(void **state)
{
	static const struct {
		const char *pair, *start;
	} rows[] = { { "win", "\033[32m" }, { "loss", "\033[31m" }, { "noise", "\033[33m" }, { "same", "no change: " } };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct help_pair *p = help_pair(rows[i].pair);
		const struct show_options coloured = { .colour = true };
		struct buf text = BUF_EMPTY;
		struct judgement j;
		struct record r;
		struct err e;

		pair_record(&r, "randomised", REAL, "real", p->a, p->b, 8, "");
		assert_int_equal(judgement_within(&j, &r, &defaults, &e), 0);
		show_judgement(&j, &coloured, &text);
		assert_non_null(strstr(buf_text(&text), rows[i].start));
		assert_int_equal(strstr(buf_text(&text), "\033[3") != NULL, i < 3);
		buf_release(&text);
		judgement_release(&j);
		record_release(&r);
	}
}

/* ------------------------------------------------------------------ more */

static void
three_sides(void **state)
{
	struct judge_options all_pairs = JUDGE_OPTIONS;
	struct maker m = MAKER_EMPTY;
	struct record r;

	(void)state;
	maker_header(&m, "randomised", "", "ext4|xfs|btrfs", all_metrics, "");
	add_trials(&m, 0, 0, 9, 1, 3);
	add_trials(&m, 0, 1, 9, 0.95, 3);
	add_trials(&m, 0, 2, 9, 1.2, 3);
	maker_end(&m);
	maker_load(&m, "x.jsonl", &r);
	check_record("many", &r, &defaults, NULL);
	all_pairs.all_pairs = true;
	check_record("many-pairs", &r, &all_pairs, NULL);
	record_release(&r);
}

static void
steps(void **state)
{
	struct judge_options ladder = JUDGE_OPTIONS;
	struct maker m = MAKER_EMPTY;
	struct record r;

	(void)state;
	ladder.ladder = true;
	maker_header(&m, "randomised", "", "base|noatime|dirty", REAL "," TPS, "");
	for (int i = 0; i < 12; i++)
		for (unsigned v = 0; v < 3; v++) {
			static const double time[] = { 10, 8, 7 };
			char *rest = mem_printf("\"status\":\"ok\",\"values\":{\"real\":%.3f,\"tps\":%.3f}",
			    time[v] + 0.01 * (i * 5 % 7), 100 / time[v] + 0.01 * (i * 3 % 7));

			maker_line(&m, i / 3, 0, v, rest);
			free(rest);
		}
	maker_end(&m);
	maker_load(&m, "x.jsonl", &r);
	check_record("ladder", &r, &ladder, NULL);
	record_release(&r);
}

/* ------------------------------------------------------------------ the studies */

static void
load(const char *path, struct record *r)
{
	struct err e;

	if (record_load(path, RECORD_LINES, r, &e) != 0)
		fail_msg("%s", e.text);
}

/* Study A: the six published ratios come out of the records of its figures. */
static void
study_a(void **state)
{
	static const char *const paths[] = {
		REFERENCE "build-r34844-freebsd.jsonl", REFERENCE "build-r34844-linux.jsonl",
		REFERENCE "build-r34844-opensolaris.jsonl", REFERENCE "build-r34844-haiku.jsonl",
		REFERENCE "build-r28969-haiku.jsonl", REFERENCE "build-r28969-zeta.jsonl",
	};
	const struct record *borrowed[6];
	struct side_group groups[6];
	struct judge_options options = JUDGE_OPTIONS;
	struct record r[6];
	struct judgement j;
	struct err e;

	(void)state;
	options.all_pairs = true;
	options.metric = "real";
	for (size_t i = 0; i < 6; i++) {
		load(paths[i], &r[i]);
		borrowed[i] = &r[i];
		groups[i] = (struct side_group){ &borrowed[i], 1 };
	}
	assert_int_equal(judgement_between(&j, groups, 4, &options, &e), 0);
	check_shown("study-a", &j, NULL);
	judgement_release(&j);
	assert_int_equal(judgement_between(&j, groups + 4, 2, &options, &e), 0);
	check_shown("study-a-zeta", &j, NULL);
	judgement_release(&j);
	/* another tree */
	assert_int_equal(judgement_between(&j, groups + 3, 2, &options, &e), -1);
	assert_non_null(strstr(e.text, "different tree (r34844 and r28969)"));
	for (size_t i = 0; i < 6; i++)
		record_release(&r[i]);
}

static void
claim(json_t *list, const char *metric, const char *from, const char *to, const char *percent)
{
	json_t *entry = json_object();

	json_put_text(entry, "metric", metric);
	json_put_text(entry, "from", from);
	json_put_text(entry, "to", to);
	json_put_text(entry, "percent", percent);
	json_add(list, entry);
}

/* Study D: the ladder with the percentages that were printed. */
static void
study_d(void **state)
{
	static const char *const load_percent[] = { "371.47", "9.85", "1.49", "12.98", "49.10", "25.96" };
	static const char *const tps_percent[] = { "23.93", "6.9", "0.10", "10.09", "7.70", "7.37" };
	static const char *const tests[] = { "test 1", "test 7", "test 8", "test 9", "test 10", "test 11", "test 12" };
	struct judge_options options;
	struct record r;

	(void)state;
	load(REFERENCE "oltp-oracle8i.jsonl", &r);
	if (json_object_get(r.header, "published") == NULL) {
		json_t *list = json_array();

		for (size_t i = 0; i < 6; i++)
			claim(list, "load", tests[i], tests[i + 1], load_percent[i]);
		claim(list, "load", "test 7", "test 12", "70.97");
		claim(list, "load", "test 1", "test 12", "1015.35");
		for (size_t i = 0; i < 6; i++)
			claim(list, "tps", tests[i], tests[i + 1], tps_percent[i]);
		claim(list, "tps", "test 7", "test 12", "17.09");
		claim(list, "tps", "test 1", "test 12", "45.61");
		json_put(r.header, "published", list);
	}
	judge_options_of(&options, &r);
	assert_true(options.ladder);
	check_record("study-d", &r, &options, NULL);
	record_release(&r);
}

static void
study_c(void **state)
{
	struct record r;

	(void)state;
	load(REFERENCE "io-windows-xp.jsonl", &r);
	check_record("study-c", &r, &defaults, NULL);
	record_release(&r);
}

/* ------------------------------------------------------------------ JSON */

static void
machine(void **state)
{
	struct maker m = MAKER_EMPTY;
	struct buf text = BUF_EMPTY;
	struct judgement j;
	struct record r;
	struct err e;
	json_t *object;

	(void)state;
	maker_header(&m, "randomised", "", "old|new", REAL "," TPS "," FAULTS, ",\"unit\":\"trial\",\"seed\":\"17\"");
	for (int i = 0; i < 8; i++)
		for (unsigned v = 0; v < 2; v++) {
			/* powers of two: figures that every machine writes alike */
			char *rest = mem_printf("\"status\":\"ok\",\"values\":{\"real\":%d,\"tps\":%d,\"faults\":%d}", v == 0 ? 4 : 2,
			    v == 0 ? 2 : 8, i);

			maker_line(&m, i / 4, 0, v, rest);
			free(rest);
		}
	maker_end(&m);
	maker_load(&m, "x.jsonl", &r);
	assert_int_equal(judgement_within(&j, &r, &defaults, &e), 0);
	object = machine_judgement(&j);
	json_pretty(object, &text);
	check_golden("machine", &text);
	json_decref(object);
	buf_release(&text);
	judgement_release(&j);
	record_release(&r);
}

/* What there is of rankings, ladders and published figures is there as JSON too, and nothing is without a number. */
static void
machine_of_many(void **state)
{
	struct judge_options options;
	struct judgement j;
	struct record r;
	struct err e;
	json_t *object, *ladder;

	(void)state;
	load(REFERENCE "oltp-oracle8i.jsonl", &r);
	judge_options_of(&options, &r);
	assert_int_equal(judgement_within(&j, &r, &options, &e), 0);
	object = machine_judgement(&j);
	ladder = json_object_get(json_array_get(json_object_get(object, "findings"), 0), "ladder");
	assert_int_equal(json_array_size(json_object_get(ladder, "steps")), 6);
	assert_near(json_get_real(json_object_get(ladder, "total"), "ratio"), 4.43 / 49.41, 1e-12);
	assert_true(json_is_null(json_object_get(json_object_get(ladder, "total"), "ratio_lo")));
	assert_string_equal(json_get_text(json_object_get(ladder, "total"), "reason"), "order-not-controlled");
	json_decref(object);
	judgement_release(&j);
	options.ladder = false;
	assert_int_equal(judgement_within(&j, &r, &options, &e), 0);
	object = machine_judgement(&j);
	assert_int_equal(json_array_size(json_object_get(json_array_get(json_object_get(object, "findings"), 0), "ranking")), 7);
	json_decref(object);
	judgement_release(&j);
	record_release(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_side),
		cmocka_unit_test(cases),
		cmocka_unit_test(remarks),
		cmocka_unit_test(two_sides),
		cmocka_unit_test(medians_that_contradict),
		cmocka_unit_test(ticks),
		cmocka_unit_test(ends),
		cmocka_unit_test(failures),
		cmocka_unit_test(colours),
		cmocka_unit_test(three_sides),
		cmocka_unit_test(steps),
		cmocka_unit_test(study_a),
		cmocka_unit_test(study_d),
		cmocka_unit_test(study_c),
		cmocka_unit_test(machine),
		cmocka_unit_test(machine_of_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
