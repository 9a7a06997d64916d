/* Who may be compared with whom, under which names, and as what. */
#include "judge_help.h"

#include "judge/judgement.h"

static const double six[] = { 6.0, 6.01, 6.02, 6.03, 6.04, 6.05 }, five[] = { 5.0, 5.01, 5.02, 5.03, 5.04, 5.05 };

/* A record whose header is that of `workload` ... with these members; everything else is usual. */
static void
record_with(struct record *r, const char *workload, const char *version, const char *args, const char *properties,
    const char *unit)
{
	struct maker m = MAKER_EMPTY;

	buf_printf(&m.text, "{\"type\":\"header\",\"schema\":1,\"workload\":\"%s\",\"workload_version\":%s,"
	    "\"design\":\"randomised\",\"cases\":[{\"label\":\"\",\"args\":%s,\"properties\":%s}],"
	    "\"variants\":[{\"name\":\"default\"}],"
	    "\"metrics\":[{\"name\":\"real\",\"unit\":\"%s\",\"better\":\"lower\",\"headline\":true}]}\n",
	    workload, version, args, properties, unit);
	maker_value(&m, 0, 0, 0, "real", 1);
	maker_load(&m, "other.jsonl", r);
}

static int
between(struct judgement *j, const struct record *a, const struct record *b, bool force, struct err *e)
{
	const struct side_group groups[] = { { &a, 1 }, { &b, 1 } };
	struct judge_options options = JUDGE_OPTIONS;

	options.force = force;
	return judgement_between(j, groups, 2, &options, e);
}

static void
what_differs_is_refused(void **state)
{
	static const struct {
		const char *workload, *version, *args, *properties, *unit;
		const char *named;	/* NULL: no refusal */
	} rows[] = {
		{ "build", "1", "{\"jobs\":2}", "{\"tree\":\"7f3a\"}", "s", NULL },
		{ "build", "1", "{\"jobs\":2.0}", "{\"tree\":\"7f3a\"}", "s", NULL },
		{ "attr", "1", "{\"jobs\":2}", "{\"tree\":\"7f3a\"}", "s", "different workloads (build and attr)" },
		{ "build", "2", "{\"jobs\":2}", "{\"tree\":\"7f3a\"}", "s", "different versions of build (1 and 2)" },
		{ "build", "null", "{\"jobs\":2}", "{\"tree\":\"7f3a\"}", "s", "different versions of build (1 and none)" },
		{ "build", "1", "{\"jobs\":4}", "{\"tree\":\"7f3a\"}", "s", "different jobs (2 and 4)" },
		{ "build", "1", "{}", "{\"tree\":\"7f3a\"}", "s", "different jobs (2 and none)" },
		{ "build", "1", "{\"jobs\":2,\"cold\":true}", "{}", "s", "different cold (none and true)" },
		{ "build", "1", "{\"jobs\":2}", "{\"tree\":\"8b11\"}", "s", "different tree (7f3a and 8b11)" },
		{ "build", "1", "{\"jobs\":2}", "{}", "s", NULL },
		{ "build", "1", "{\"jobs\":2}", "{\"tree\":\"7f3a\"}", "ms", "different units of real (s and ms)" },
	};
	struct record a, b;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct judgement j;
		struct err e;

		record_with(&a, "build", "1", "{\"jobs\":2}", "{\"tree\":\"7f3a\"}", "s");
		record_with(&b, rows[i].workload, rows[i].version, rows[i].args, rows[i].properties, rows[i].unit);
		if (rows[i].named == NULL) {
			assert_int_equal(between(&j, &a, &b, false, &e), 0);
			assert_null(j.sides.differences);
			judgement_release(&j);
		} else {
			assert_int_equal(between(&j, &a, &b, false, &e), -1);
			assert_int_equal(e.kind, ERR_USAGE);
			assert_non_null(strstr(e.text, rows[i].named));
			assert_non_null(strstr(e.text, "--force"));
			assert_int_equal(between(&j, &a, &b, true, &e), 0);
			assert_non_null(strstr(j.sides.differences, rows[i].named));
			judgement_release(&j);
		}
		record_release(&a);
		record_release(&b);
	}
}

/* Where a machine keeps its files, and with what compiler it works, is no reason to refuse. */
static void
what_may_differ(void **state)
{
	struct judgement j;
	struct record a, b;
	struct err e;

	(void)state;
	record_with(&a, "build", "1", "{\"tree\":\"/home/a/haiku\"}", "{\"compiler\":\"gcc 12\"}", "s");
	record_with(&b, "build", "1", "{\"tree\":\"/boot/haiku\"}", "{\"compiler\":\"gcc 13\"}", "s");
	assert_int_equal(between(&j, &a, &b, false, &e), 0);
	assert_string_equal(j.sides.remarks, "different compiler (gcc 12 and gcc 13)");
	judgement_release(&j);
	record_release(&a);
	record_release(&b);
}

/* What was measured along with the trials differs a little from run to run: nobody is told of that. */
static void
measured_properties(void **state)
{
	static const struct {
		const char *properties, *remarks;
	} rows[] = {
		{ "{\"tool_peak_bytes\":3657728.0}", NULL },
		{ "{\"tool_peak_bytes\":3665920}", NULL },
		{ "{\"tool_peak_bytes\":4032512.0}", "different tool_peak_bytes (3665920 and 4032512)" },
		{ "{\"tool_peak_bytes\":0.25}", "different tool_peak_bytes (3665920 and 0.25)" },
		{ "{\"tool_peak_bytes\":\"none\"}", "different tool_peak_bytes (3665920 and none)" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct judgement j;
		struct record a, b;
		struct err e;

		record_with(&a, "build", "1", "{}", "{\"tool_peak_bytes\":3665920.0}", "s");
		record_with(&b, "build", "1", "{}", rows[i].properties, "s");
		assert_int_equal(between(&j, &a, &b, false, &e), 0);
		if (rows[i].remarks == NULL)
			assert_null(j.sides.remarks);
		else
			assert_string_equal(j.sides.remarks, rows[i].remarks);
		judgement_release(&j);
		record_release(&a);
		record_release(&b);
	}
}

/* The state of the cache as it was obtained in every trial, not as it was asked for. */
static void
obtained_properties(void **state)
{
	static const char *const states[] = { "warm", "cold" };
	struct record r[2];
	struct judgement j;
	struct err e;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct maker m = MAKER_EMPTY;
		char *rest = mem_printf("\"status\":\"ok\",\"values\":{\"real\":1},\"properties\":{\"cache\":\"%s\",\"n\":%zu}",
		    states[i], i);

		maker_header(&m, "randomised", "", "default", REAL, "");
		maker_line(&m, 0, 0, 0, rest);
		maker_line(&m, 0, 0, 0, rest);
		maker_load(&m, "x.jsonl", &r[i]);
		free(rest);
	}
	assert_int_equal(between(&j, &r[0], &r[1], false, &e), -1);
	assert_non_null(strstr(e.text, "different cache (warm and cold)"));
	record_release(&r[0]);
	record_release(&r[1]);
}

static void
cases_and_variants_are_matched_by_name(void **state)
{
	struct judgement j;
	struct record a, b;
	struct err e;

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct maker m = MAKER_EMPTY;

		/* the second has them in another order */
		maker_header(&m, "randomised", i == 0 ? "jobs=1|jobs=2" : "jobs=2|jobs=1", i == 0 ? "u|v" : "v|u", REAL, "");
		for (unsigned c = 0; c < 2; c++)
			for (unsigned v = 0; v < 2; v++) {
				unsigned jobs = i == 0 ? c : 1 - c, variant = i == 0 ? v : 1 - v;

				maker_value(&m, 0, c, v, "real", 10 * jobs + variant + 1);
			}
		maker_load(&m, i == 0 ? "a.jsonl" : "b.jsonl", i == 0 ? &a : &b);
	}
	assert_int_equal(between(&j, &a, &b, false, &e), 0);
	assert_int_equal(j.sides.npoints, 4);
	assert_string_equal(j.sides.points[0], "jobs=1 u");
	assert_string_equal(j.sides.points[3], "jobs=2 v");
	for (size_t i = 0; i < j.nfindings; i++)
		assert_near(j.findings[i].digests[0].summary.median, j.findings[i].digests[1].summary.median, 0);
	judgement_release(&j);
	record_release(&b);

	{
		struct maker m = MAKER_EMPTY;

		maker_header(&m, "randomised", "jobs=1|jobs=4", "u|w", REAL, "");
		maker_load(&m, "b.jsonl", &b);
	}
	assert_int_equal(between(&j, &a, &b, false, &e), -1);
	assert_non_null(strstr(e.text, "case \"jobs=2\" is missing in 'b.jsonl'"));
	assert_non_null(strstr(e.text, "case \"jobs=4\" is missing in 'a.jsonl'"));
	assert_non_null(strstr(e.text, "variant \"v\" is missing in 'b.jsonl'"));
	assert_non_null(strstr(e.text, "variant \"w\" is missing in 'a.jsonl'"));
	record_release(&a);
	record_release(&b);
}

/* Variants of one file system are compared with each other, not with those of another. */
static void
variants_within_something(void **state)
{
	struct maker m = MAKER_EMPTY;
	const struct judge_options options = JUDGE_OPTIONS;
	struct judgement j;
	struct record r;
	struct err e;

	(void)state;
	buf_puts(&m.text, "{\"type\":\"header\",\"schema\":1,\"workload\":\"w\",\"design\":\"randomised\","
	    "\"cases\":[{\"label\":\"\"}],\"variants\":["
	    "{\"name\":\"ext4 old\",\"within\":\"ext4\",\"label\":\"old\"},{\"name\":\"ext4 new\",\"within\":\"ext4\",\"label\":\"new\"},"
	    "{\"name\":\"xfs old\",\"within\":\"xfs\",\"label\":\"old\"},{\"name\":\"xfs new\",\"within\":\"xfs\",\"label\":\"new\"}],"
	    "\"metrics\":[" REAL "]}\n");
	for (unsigned v = 0; v < 4; v++)
		maker_value(&m, 0, 0, v, "real", v + 1);
	maker_load(&m, "x.jsonl", &r);
	assert_int_equal(judgement_within(&j, &r, &options, &e), 0);
	assert_int_equal(j.sides.count, 2);
	assert_string_equal(j.sides.list[0].name, "old");
	assert_string_equal(j.sides.list[1].name, "new");
	assert_int_equal(j.sides.npoints, 2);
	assert_string_equal(j.sides.points[1], "xfs");
	assert_near(j.findings[1].digests[0].summary.median, 3, 0);
	assert_near(j.findings[1].digests[1].summary.median, 4, 0);
	judgement_release(&j);
	record_release(&r);
}

static void
names_of_sides(void **state)
{
	static const struct {
		const char *paths[4];
		size_t group;		/* so many files in each group */
		const char *names[2];
	} rows[] = {
		{ { "d/linux.jsonl", "freebsd.jsonl" }, 1, { "linux", "freebsd" } },
		{ { "build-r1-linux.jsonl", "build-r1-freebsd.jsonl" }, 1, { "linux", "freebsd" } },
		{ { "20261130T1-vm-build.jsonl", "20261130T2-vm-build.jsonl" }, 1, { "20261130T1", "20261130T2" } },
		{ { "a/x.jsonl", "b/x.jsonl" }, 1, { "x", "x#2" } },
		{ { "linux-1.jsonl", "linux-2.jsonl", "haiku-1.jsonl", "haiku-2.jsonl" }, 2, { "linux", "haiku" } },
		{ { "1.jsonl", "2.jsonl", "3.jsonl", "4.jsonl" }, 2, { "group", "group#2" } },
		{ { "data", "data.old" }, 1, { "data", "data.old" } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct judge_options options = JUDGE_OPTIONS;
		const struct record *borrowed[4];
		struct record r[4];
		struct judgement j;
		struct err e;

		for (size_t k = 0; k < 2 * rows[i].group; k++) {
			single_record(&r[k], "t.jsonl", REAL, "real", six, 1, "");
			free(r[k].path);
			r[k].path = mem_string(rows[i].paths[k]);
			borrowed[k] = &r[k];
		}
		const struct side_group groups[] = { { borrowed, rows[i].group }, { borrowed + rows[i].group, rows[i].group } };

		assert_int_equal(judgement_between(&j, groups, 2, &options, &e), 0);
		assert_string_equal(j.sides.list[0].name, rows[i].names[0]);
		assert_string_equal(j.sides.list[1].name, rows[i].names[1]);
		judgement_release(&j);
		for (size_t k = 0; k < 2 * rows[i].group; k++)
			record_release(&r[k]);
	}
}

/* Sessions `dates` apart; old in the even ones, new in the odd ones. */
static void
sessions(struct record *r, const struct record **old, const struct record **new, size_t each, bool turns, const char *boot)
{
	size_t a = 0, b = 0;

	for (size_t i = 0; i < 2 * each; i++) {
		bool is_old = turns ? i % 2 == 0 : i < each;
		char *more = mem_printf(",\"created\":\"2026-11-30T%02zu:00:00Z\",\"environment\":{\"boot_id\":\"%s%zu\"}", i,
		    boot, boot[0] != '\0' ? (size_t)0 : i);
		double x[6];

		/* boots differ a little; within one trials do less */
		for (size_t k = 0; k < 6; k++)
			x[k] = (is_old ? six[k] : five[k]) + 0.1 * (double)(i / 2);
		single_record(&r[i], is_old ? "old.jsonl" : "new.jsonl", REAL, "real", x, 6, more);
		*(is_old ? &old[a++] : &new[b++]) = &r[i];
		free(more);
	}
}

static void
boots_are_the_units(void **state)
{
	static const struct {
		size_t each;
		bool turns;
		const char *boot;
		enum verdict_kind kind;
		enum verdict_reason reason;
	} rows[] = {
		/* boots in turns are better than one after the other, but nobody drew their order: that is a series' part */
		{ 4, true, "", VERDICT_UNDECIDED, REASON_ORDER_NOT_CONTROLLED },
		{ 4, false, "", VERDICT_UNDECIDED, REASON_ORDER_NOT_CONTROLLED },
		{ 3, true, "", VERDICT_UNDECIDED, REASON_TOO_FEW },
		{ 3, false, "", VERDICT_UNDECIDED, REASON_TOO_FEW },
		{ 1, true, "", VERDICT_UNDECIDED, REASON_TOO_FEW },
		/* all in one boot: trials again, but one after the other */
		{ 1, true, "same", VERDICT_UNDECIDED, REASON_ORDER_NOT_CONTROLLED },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct judge_options options = JUDGE_OPTIONS;
		const struct record *old[4], *new[4];
		struct side_group groups[] = { { old, rows[i].each }, { new, rows[i].each } };
		const struct finding *f;
		struct record r[8];
		struct judgement j;
		struct err e;

		sessions(r, old, new, rows[i].each, rows[i].turns, rows[i].boot);
		assert_int_equal(judgement_between(&j, groups, 2, &options, &e), 0);
		f = &j.findings[0];
		assert_int_equal(f->comparisons[0].verdict.kind, rows[i].kind);
		assert_int_equal(f->comparisons[0].verdict.reason, rows[i].reason);
		assert_int_equal(f->one_each, rows[i].each == 1 && rows[i].boot[0] == '\0');
		/* one boot each: the figures are those of the trials */
		assert_int_equal(f->digests[0].count, rows[i].each == 1 ? 6 : rows[i].each);
		if (rows[i].each > 1)	/* medians of 6 trials: 6.025 and 5.025 plus 0.1 per pair of boots */
			assert_near(f->tally.sides[0].units[1].value,
			    rows[i].turns ? 6.125 : 6.025, 1e-9);
		judgement_release(&j);
		for (size_t k = 0; k < 2 * rows[i].each; k++)
			record_release(&r[k]);
	}
}

/* Two records of one boot are one session: here two boots on each side, not four. */
static void
records_of_one_boot_are_one_unit(void **state)
{
	const struct judge_options options = JUDGE_OPTIONS;
	const struct record *borrowed[8];
	const struct side_group groups[] = { { borrowed, 4 }, { borrowed + 4, 4 } };
	struct record r[8];
	struct judgement j;
	struct err e;

	(void)state;
	for (size_t i = 0; i < 8; i++) {
		char *more = mem_printf(",\"environment\":{\"boot_id\":\"%zu\"}", i / 2);

		single_record(&r[i], "x.jsonl", REAL, "real", six, 2, more);
		borrowed[i] = &r[i];
		free(more);
	}
	assert_int_equal(judgement_between(&j, groups, 2, &options, &e), 0);
	assert_int_equal(j.findings[0].tally.sides[0].count, 2);
	assert_int_equal(j.findings[0].tally.sides[0].trials, 8);
	judgement_release(&j);
	for (size_t i = 0; i < 8; i++)
		record_release(&r[i]);
}

/* A record that holds sessions of one variant each. */
static void
sessions_inside_a_record(void **state)
{
	const struct judge_options options = JUDGE_OPTIONS;
	struct maker m = MAKER_EMPTY;
	struct judgement j;
	struct record r;
	struct err e;

	(void)state;
	maker_header(&m, "randomised", "", "old|new", REAL, ",\"unit\":\"session\"");
	for (unsigned s = 0; s < 8; s++) {
		if (s > 0)
			buf_printf(&m.text, "{\"type\":\"session\",\"session\":%u}\n", s);
		m.session = s;
		for (int k = 0; k < 3; k++)
			maker_value(&m, (int)s, 0, s % 2, "real", (s % 2 == 0 ? six : five)[s / 2] + k * 0.001);
	}
	maker_load(&m, "x.jsonl", &r);
	assert_int_equal(judgement_within(&j, &r, &options, &e), 0);
	assert_int_equal(j.findings[0].tally.unit, UNIT_SESSION);
	assert_int_equal(j.findings[0].tally.sides[0].count, 4);
	assert_near(j.findings[0].tally.sides[0].units[1].value, 6.011, 1e-12);
	assert_int_equal(j.findings[0].tally.blocks.block_count, 1);
	assert_int_equal(j.findings[0].comparisons[0].verdict.kind, VERDICT_WIN);
	judgement_release(&j);
	record_release(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_differs_is_refused),
		cmocka_unit_test(what_may_differ),
		cmocka_unit_test(measured_properties),
		cmocka_unit_test(obtained_properties),
		cmocka_unit_test(cases_and_variants_are_matched_by_name),
		cmocka_unit_test(variants_within_something),
		cmocka_unit_test(names_of_sides),
		cmocka_unit_test(boots_are_the_units),
		cmocka_unit_test(records_of_one_boot_are_one_unit),
		cmocka_unit_test(sessions_inside_a_record),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
