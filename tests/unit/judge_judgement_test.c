/* Whole judgements: which metrics, the gate, rankings, ladders, published figures, notes. */
#include "judge_help.h"

#include "judge/judgement.h"

static void
within(struct judgement *j, const struct record *r, const struct judge_options *options)
{
	struct err e;

	if (judgement_within(j, r, options, &e) != 0)
		fail_msg("%s", e.text);
}

/* Variants V of n trials each in blocks of `per_block`; values base[v] * (1 + a little that all blocks have). */
static void
variants_record(struct record *r, const char *names, const double *base, size_t nvariants, size_t n, size_t per_block,
    const char *metric, const char *more)
{
	static const double little[] = { 0, 0.002, -0.001, 0.001, -0.002, 0.003 };
	struct maker m = MAKER_EMPTY;

	maker_header(&m, "randomised", "", names, metric[0] == 't' ? TPS : REAL, more);
	for (size_t i = 0; i < n; i++)
		for (size_t v = 0; v < nvariants; v++)
			maker_value(&m, (int)(i / per_block), 0, (unsigned)v, metric, base[v] * (1 + little[(i + v) % 6]));
	maker_end(&m);
	maker_load(&m, "variants.jsonl", r);
}

/* ------------------------------------------------------------------ metrics */

static void
which_metrics(void **state)
{
	static const struct {
		const char *metric, *gate;
		bool all;
		const char *names;	/* first letter of each, the primary one in capitals */
	} rows[] = {
		{ NULL, NULL, false, "Ruf" },
		{ NULL, NULL, true, "Rufpf" },
		{ "user", NULL, false, "U" },
		{ "peak_rss", NULL, false, "P" },
		{ NULL, "peak_rss", false, "rufP" },
		{ "user", "peak_rss", false, "uP" },
	};
	struct maker m = MAKER_EMPTY;
	struct record r;

	(void)state;
	maker_header(&m, "randomised", "", "default", REAL "," USER "," FLUSH "," RSS "," FAULTS
	    ",{\"name\":\"idle\",\"unit\":\"s\"}", "");
	for (int i = 0; i < 3; i++)
		maker_line(&m, 0, 0, 0, "\"status\":\"ok\",\"values\":{\"real\":1,\"user\":2,\"flush\":3,\"peak_rss\":4,"
		    "\"faults\":5,\"idle\":null}");
	maker_load(&m, "x.jsonl", &r);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct judge_options options = JUDGE_OPTIONS;
		char names[16] = "";
		struct judgement j;

		options.metric = rows[i].metric;
		options.gate = rows[i].gate;
		options.all = rows[i].all;
		within(&j, &r, &options);
		for (size_t k = 0; k < j.nfindings; k++) {
			char letter = j.findings[k].metric->name[0];

			names[k] = (char)(j.findings[k].primary ? letter - 'a' + 'A' : letter);
		}
		assert_string_equal(names, rows[i].names);
		judgement_release(&j);
	}
	record_release(&r);
}

static void
a_metric_that_is_not_there(void **state)
{
	static const double x[] = { 1 };
	struct judge_options options = JUDGE_OPTIONS;
	struct judgement j;
	struct record r;
	struct err e;

	(void)state;
	single_record(&r, "x.jsonl", REAL "," USER, "real", x, 1, "");
	options.metric = "rael";
	assert_int_equal(judgement_within(&j, &r, &options, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	assert_string_equal(e.text, "there is no metric 'rael' in 'x.jsonl'; did you mean 'real'?");
	options.metric = NULL;
	options.gate = "throughput";
	assert_int_equal(judgement_within(&j, &r, &options, &e), -1);
	assert_string_equal(e.text, "there is no metric 'throughput' in 'x.jsonl'; it has 'real' and 1 more");
	record_release(&r);
}

/* In a case where the first metric has no values the next one decides. */
static void
primary_by_case(void **state)
{
	const struct judge_options options = JUDGE_OPTIONS;
	struct maker m = MAKER_EMPTY;
	const struct finding *f;
	struct judgement j;
	struct record r;
	size_t at = 0;

	(void)state;
	maker_header(&m, "randomised", "a|b", "default", REAL "," TPS, "");
	maker_value(&m, 0, 0, 0, "real", 1);
	maker_value(&m, 0, 1, 0, "tps", 5);
	maker_load(&m, "x.jsonl", &r);
	within(&j, &r, &options);
	assert_int_equal(j.nfindings, 2);
	f = judgement_next_primary(&j, &at);
	assert_string_equal(f->metric->name, "real");
	f = judgement_next_primary(&j, &at);
	assert_string_equal(f->metric->name, "tps");
	assert_int_equal(f->point, 1);
	assert_null(judgement_next_primary(&j, &at));
	judgement_release(&j);
	record_release(&r);
}

/* ------------------------------------------------------------------ gate */

static void
the_gate(void **state)
{
	static const struct {
		const char *first, *second;	/* pairs of case one and two */
		enum gate gate;
	} rows[] = {
		{ "win", "win", GATE_PASS }, { "win", "same", GATE_PASS }, { "small", "same", GATE_PASS },
		{ "win", "loss", GATE_LOSS }, { "loss", "noise", GATE_LOSS }, { "noise", "loss", GATE_LOSS },
		{ "noise", "win", GATE_UNDECIDED }, { "win", "slower near", GATE_UNDECIDED },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct help_pair *pairs[] = { help_pair(rows[i].first), help_pair(rows[i].second) };
		const struct judge_options options = JUDGE_OPTIONS;
		struct maker m = MAKER_EMPTY;
		struct judgement j;
		struct record r;
		enum gate gate;
		struct err e;

		maker_header(&m, "randomised", "a|b", "old|new", REAL, "");
		for (size_t k = 0; k < 8; k++)
			for (unsigned c = 0; c < 2; c++) {
				maker_value(&m, (int)k / 4, c, 0, "real", pairs[c]->a[k]);
				maker_value(&m, (int)k / 4, c, 1, "real", pairs[c]->b[k]);
			}
		maker_load(&m, "x.jsonl", &r);
		within(&j, &r, &options);
		assert_int_equal(judgement_gate(&j, &gate, &e), 0);
		assert_int_equal(gate, rows[i].gate);
		assert_int_equal(judgement_settled(&j), rows[i].gate == GATE_PASS || (rows[i].gate == GATE_LOSS && i == 3));
		judgement_release(&j);
		record_release(&r);
	}
}

static void
no_gate(void **state)
{
	static const double x[] = { 1, 2 };
	struct judge_options options = JUDGE_OPTIONS;
	struct judgement j;
	struct record r;
	enum gate gate;
	struct err e;

	(void)state;
	single_record(&r, "x.jsonl", REAL, "real", x, 2, "");
	within(&j, &r, &options);
	assert_int_equal(judgement_gate(&j, &gate, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	judgement_release(&j);
	record_release(&r);
	options.gate = "faults";
	pair_record(&r, "randomised", REAL "," FAULTS, "faults", x, x, 2, "");
	within(&j, &r, &options);
	assert_int_equal(judgement_gate(&j, &gate, &e), -1);
	assert_string_equal(e.text, "'--gate=faults' cannot decide: no direction of it is the better one");
	judgement_release(&j);
	record_release(&r);
}

/* ------------------------------------------------------------------ more than two sides */

static void
rank_them(const char *metric, const double *base, size_t n, const char *design, struct judgement *j, struct record *r,
    bool all_pairs)
{
	struct judge_options options = JUDGE_OPTIONS;
	char *more = mem_printf("%s", design);

	options.all_pairs = all_pairs;
	variants_record(r, n == 3 ? "a|b|c" : "a|b|c|d", base, n, 9, 3, metric, more);
	within(j, r, &options);
	free(more);
}

static void
three_variants(void **state)
{
	/* b is 5 % faster than a, c and a are the same */
	static const double times[] = { 10, 9.5, 10.001 };
	const struct finding *f;
	struct judgement j;
	struct record r;

	(void)state;
	rank_them("real", times, 3, "", &j, &r, false);
	f = &j.findings[0];
	assert_true(f->ranked);
	assert_int_equal(f->ncomparisons, 2);
	assert_int_equal(f->comparisons[0].verdict.kind, VERDICT_WIN);
	assert_int_equal(f->comparisons[1].verdict.kind, VERDICT_NOCHANGE);
	assert_int_equal(f->comparisons[0].family, 2);
	assert_true(f->comparisons[0].p_holm >= f->comparisons[0].p);
	assert_int_equal(f->ranking.order[0], 1);
	assert_int_equal(f->ranking.variants[1].best, 1);
	assert_int_equal(f->ranking.variants[1].worst, 1);
	assert_int_equal(f->ranking.variants[0].best, 2);
	assert_int_equal(f->ranking.variants[0].worst, 3);
	assert_int_equal(f->ranking.variants[2].best, 2);
	assert_int_equal(f->ranking.variants[2].worst, 3);
	judgement_release(&j);
	record_release(&r);
}

static void
four_variants_all_pairs(void **state)
{
	/* rates: d, then c and b together, then a */
	static const double rates[] = { 100, 110, 110.01, 130 };
	static const struct {
		size_t best, worst;
	} ranks[] = { { 4, 4 }, { 2, 3 }, { 2, 3 }, { 1, 1 } };
	const struct finding *f;
	struct judgement j;
	struct record r;

	(void)state;
	rank_them("tps", rates, 4, "", &j, &r, true);
	f = &j.findings[0];
	assert_int_equal(f->ncomparisons, 6);
	assert_int_equal(f->comparisons[0].family, 6);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(f->ranking.variants[i].best, ranks[i].best);
		assert_int_equal(f->ranking.variants[i].worst, ranks[i].worst);
	}
	assert_int_equal(f->ranking.order[0], 3);
	assert_int_equal(f->ranking.order[3], 0);
	/* (0,1) (0,2) (0,3) (1,2) (1,3) (2,3): all wins but (1,2) */
	for (size_t i = 0; i < 6; i++)
		assert_int_equal(f->comparisons[i].verdict.kind, i == 3 ? VERDICT_NOCHANGE : VERDICT_WIN);
	judgement_release(&j);
	record_release(&r);
}

/* Trials one after the other prove no rank, however far apart they are. */
static void
ranks_without_order(void **state)
{
	static const double times[] = { 10, 5, 20 };
	const struct judge_options options = JUDGE_OPTIONS;
	struct maker m = MAKER_EMPTY;
	struct judgement j;
	struct record r;

	(void)state;
	maker_header(&m, "sequential", "", "a|b|c", REAL, "");
	for (unsigned i = 0; i < 8; i++)
		for (unsigned v = 0; v < 3; v++)
			maker_value(&m, 0, 0, v, "real", times[v] + 0.01 * i);
	maker_load(&m, "x.jsonl", &r);
	within(&j, &r, &options);
	assert_true(j.findings[0].ranked);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(j.findings[0].ranking.variants[i].best, 1);
		assert_int_equal(j.findings[0].ranking.variants[i].worst, 3);
	}
	assert_int_equal(j.findings[0].comparisons[0].verdict.reason, REASON_ORDER_NOT_CONTROLLED);
	judgement_release(&j);
	record_release(&r);
}

/* A variant that never succeeded is left out of the ranking, and does not take the others with it. */
static void
a_variant_without_values(void **state)
{
	const struct judge_options options = JUDGE_OPTIONS;
	struct maker m = MAKER_EMPTY;
	const struct finding *f;
	struct judgement j;
	struct record r;

	(void)state;
	maker_header(&m, "randomised", "", "a|b|c", REAL, "");
	for (unsigned i = 0; i < 8; i++) {
		maker_value(&m, (int)i / 4, 0, 0, "real", 10 + 0.01 * i);
		maker_line(&m, (int)i / 4, 0, 1, "\"status\":\"failed\",\"error\":\"x\"");
		maker_value(&m, (int)i / 4, 0, 2, "real", 8 + 0.01 * i);
	}
	maker_load(&m, "x.jsonl", &r);
	within(&j, &r, &options);
	f = &j.findings[0];
	assert_true(f->ranked);
	assert_int_equal(f->ranking.variant_count, 2);
	assert_int_equal(f->ranked_sides[1], 2);
	assert_false(f->comparisons[0].valid);
	assert_int_equal(f->comparisons[0].verdict.reason, REASON_FAILURES);
	assert_int_equal(f->comparisons[1].verdict.kind, VERDICT_WIN);
	judgement_release(&j);
	record_release(&r);
}

/* ------------------------------------------------------------------ ladders */

static void
a_ladder(void **state)
{
	static const double times[] = { 10, 9, 9.001, 7 };
	struct judge_options options = JUDGE_OPTIONS;
	const struct ladder *l;
	struct judgement j;
	struct record r;
	enum gate gate;
	struct err e;

	(void)state;
	options.ladder = true;
	variants_record(&r, "a|b|c|d", times, 4, 12, 4, "real", "");
	within(&j, &r, &options);
	assert_true(j.findings[0].laddered);
	assert_false(j.findings[0].ranked);
	l = &j.findings[0].ladder;
	assert_int_equal(l->step_count, 3);
	assert_int_equal(l->steps[0].verdict.kind, VERDICT_WIN);
	assert_int_equal(l->steps[1].verdict.kind, VERDICT_NOCHANGE);
	assert_int_equal(l->steps[2].verdict.kind, VERDICT_WIN);
	assert_int_equal(l->total_verdict.kind, VERDICT_WIN);
	assert_near(l->total.est, log(0.7), 2e-3);
	assert_true(l->adds_up);
	assert_int_equal(judgement_gate(&j, &gate, &e), 0);
	assert_int_equal(gate, GATE_PASS);
	judgement_release(&j);
	record_release(&r);
}

static void
options_of_a_record(void **state)
{
	static const double times[] = { 10, 9 };
	struct judge_options options;
	struct record r;

	(void)state;
	variants_record(&r, "a|b", times, 2, 4, 4, "real", ",\"options\":{\"ladder\":true,\"threshold\":0.03}");
	judge_options_of(&options, &r);
	assert_true(options.ladder);
	assert_near(options.delta, 0.03, 0);
	record_release(&r);
	variants_record(&r, "a|b", times, 2, 4, 4, "real", "");
	judge_options_of(&options, &r);
	assert_false(options.ladder);
	assert_near(options.delta, 0.01, 0);
	record_release(&r);
}

/* ------------------------------------------------------------------ published figures */

/*
 * Study D: the printed percentages, its two ways of reckoning, and its totals, which belong to other steps. What is
 * expected was worked out with decimals in Python.
 */
static void
published_figures(void **state)
{
	static const struct {
		const char *metric;
		size_t a, b;
		const char *printed;
		double by_new, by_old;
		enum claim_convention convention;
		enum claim_result result;
		size_t other_a, other_b;	/* wrong: what it is instead */
	} rows[] = {
		{ "load", 0, 1, "371.47", 371.4695, 78.7897, CLAIM_BY_NEW, CLAIM_EXACT, 0, 0 },
		{ "load", 1, 2, "9.85", 9.8532, 8.9695, CLAIM_BY_NEW, CLAIM_EXACT, 0, 0 },
		{ "load", 2, 3, "1.49", 1.4894, 1.4675, CLAIM_BY_NEW, CLAIM_EXACT, 0, 0 },
		{ "load", 4, 5, "49.10", 49.1039, 32.9327, CLAIM_BY_NEW, CLAIM_EXACT, 0, 0 },
		{ "load", 1, 6, "70.97", 136.5688, 57.7290, CLAIM_BY_NEW, CLAIM_WRONG, 2, 5 },
		{ "load", 0, 6, "1015.35", 1015.3499, 91.0342, CLAIM_BY_NEW, CLAIM_EXACT, 0, 0 },
		{ "tps", 0, 1, "23.93", 23.9739, 31.5337, CLAIM_BY_NEW, CLAIM_ROUNDING, 0, 0 },
		{ "tps", 1, 2, "6.9", 6.8636, 7.3694, CLAIM_BY_NEW, CLAIM_EXACT, 0, 0 },
		{ "tps", 2, 3, "0.10", 0.0868, 0.0869, CLAIM_BY_NEW, CLAIM_ROUNDING, 0, 0 },
		{ "tps", 4, 5, "7.70", 7.6635, 8.2995, CLAIM_BY_NEW, CLAIM_ROUNDING, 0, 0 },
		{ "tps", 1, 6, "17.09", 28.4857, 39.8321, CLAIM_BY_NEW, CLAIM_WRONG, 2, 5 },
		/* the other way of reckoning is recognised as such */
		{ "load", 4, 5, "32.9", 49.1039, 32.9327, CLAIM_BY_OLD, CLAIM_EXACT, 0, 0 },
		{ "tps", 4, 5, "8.30", 7.6635, 8.2995, CLAIM_BY_OLD, CLAIM_EXACT, 0, 0 },
	};
	static const double load[] = { 49.41, 10.48, 9.54, 9.40, 8.32, 5.58, 4.43 };
	static const double tps[] = { 8.15, 10.72, 11.51, 11.52, 12.82, 13.884, 14.99 };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		bool is_load = rows[i].metric[0] == 'l';
		struct claim c;

		claim_check(&c, rows[i].printed, false, rows[i].a, rows[i].b, is_load ? BETTER_LOWER : BETTER_HIGHER,
		    is_load ? load : tps, 7);
		assert_near(c.by_new, rows[i].by_new, 1e-4);
		assert_near(c.by_old, rows[i].by_old, 1e-4);
		assert_int_equal(c.result, rows[i].result);
		assert_int_equal(c.convention, rows[i].convention);
		assert_int_equal(c.elsewhere, rows[i].result == CLAIM_WRONG);
		assert_int_equal(c.other_a, rows[i].other_a);
		assert_int_equal(c.other_b, rows[i].other_b);
	}
}

/* Study A: ratios of times. */
static void
published_ratios(void **state)
{
	static const double real[] = { 713.918, 812.431, 860.792, 1038.436, 780.474, 5214.68 };
	static const struct {
		size_t a, b;
		const char *printed;
		double ratio;
	} rows[] = {
		{ 0, 1, "1.14", 1.137989 }, { 0, 2, "1.21", 1.205730 }, { 0, 3, "1.45", 1.454559 },
		{ 1, 3, "1.28", 1.278184 }, { 2, 3, "1.21", 1.206373 }, { 4, 5, "6.68", 6.681427 },
	};
	struct claim c;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		claim_check(&c, rows[i].printed, true, rows[i].a, rows[i].b, BETTER_LOWER, real, 6);
		assert_near(c.ratio, rows[i].ratio, 1e-6);
		assert_int_equal(c.result, CLAIM_EXACT);
	}
	claim_check(&c, "1.5", true, 0, 1, BETTER_LOWER, real, 6);
	assert_int_equal(c.result, CLAIM_WRONG);
	assert_true(c.elsewhere);	/* haiku / freebsd rounds to 1.5 too */
	assert_int_equal(c.other_b, 3);
	claim_check(&c, "3.33", true, 0, 1, BETTER_LOWER, real, 6);
	assert_int_equal(c.result, CLAIM_WRONG);
	assert_false(c.elsewhere);
}

static void
claims_without_values(void **state)
{
	const double values[] = { NAN, 5, 0 };
	struct claim c;

	(void)state;
	claim_check(&c, "10", false, 0, 1, BETTER_LOWER, values, 3);
	assert_int_equal(c.result, CLAIM_OPEN);
	claim_check(&c, "10", true, 2, 1, BETTER_LOWER, values, 3);
	assert_int_equal(c.result, CLAIM_OPEN);
}

static void
claims_of_a_record(void **state)
{
	static const double times[] = { 10, 9 };
	const struct judge_options options = JUDGE_OPTIONS;
	struct judgement j;
	struct record r;

	(void)state;
	variants_record(&r, "a|b", times, 2, 1, 1, "real", ",\"published\":["
	    "{\"metric\":\"real\",\"from\":\"a\",\"to\":\"b\",\"percent\":\"9.8\"},"
	    "{\"metric\":\"real\",\"from\":\"a\",\"to\":\"b\",\"ratio\":\"0.9\"},"
	    "{\"metric\":\"real\",\"from\":\"a\",\"to\":\"nobody\",\"ratio\":\"0.9\"},"
	    "{\"metric\":\"real\",\"from\":\"a\",\"to\":\"b\"},"
	    "{\"metric\":\"real\",\"case\":\"x\",\"from\":\"a\",\"to\":\"b\",\"ratio\":\"0.9\"},"
	    "{\"metric\":\"user\",\"from\":\"a\",\"to\":\"b\",\"ratio\":\"0.9\"}, 17]");
	within(&j, &r, &options);
	assert_int_equal(j.findings[0].nclaims, 2);
	assert_int_equal(j.findings[0].claims[1].result, CLAIM_EXACT);
	judgement_release(&j);
	record_release(&r);
}

/* ------------------------------------------------------------------ notes */

static void
notes(void **state)
{
	const struct judge_options options = JUDGE_OPTIONS;
	struct maker m = MAKER_EMPTY;
	struct judgement j;
	struct record r;

	(void)state;
	maker_header(&m, "randomised", "", "default", REAL, ",\"imported\":{\"note\":\"one run each\"}");
	maker_line(&m, -1, 0, 0, "\"status\":\"ok\",\"values\":{\"real\":1},\"notes\":[\"b\",\"a\"]");
	maker_line(&m, 0, 0, 0, "\"status\":\"ok\",\"values\":{\"real\":1},\"notes\":[\"a\",\"c\",\"\",7]");
	maker_load(&m, "x.jsonl", &r);
	within(&j, &r, &options);
	assert_string_equal(j.notes[0], "b");
	assert_string_equal(j.notes[1], "a");
	assert_string_equal(j.notes[2], "c");
	assert_string_equal(j.notes[3], "one run each");
	assert_null(j.notes[4]);
	judgement_release(&j);
	record_release(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(which_metrics),
		cmocka_unit_test(a_metric_that_is_not_there),
		cmocka_unit_test(primary_by_case),
		cmocka_unit_test(the_gate),
		cmocka_unit_test(no_gate),
		cmocka_unit_test(three_variants),
		cmocka_unit_test(four_variants_all_pairs),
		cmocka_unit_test(ranks_without_order),
		cmocka_unit_test(a_variant_without_values),
		cmocka_unit_test(a_ladder),
		cmocka_unit_test(options_of_a_record),
		cmocka_unit_test(published_figures),
		cmocka_unit_test(published_ratios),
		cmocka_unit_test(claims_without_values),
		cmocka_unit_test(claims_of_a_record),
		cmocka_unit_test(notes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
