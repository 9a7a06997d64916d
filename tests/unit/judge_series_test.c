/* Series of boots: the boot is the unit, the blocks are those in which the order was drawn. */
#include "judge_help.h"

#include "judge/judgement.h"

/* Boots of two systems; each has a record of its own with a few trials around its value. */
struct series {
	struct record records[32];
	const struct record *borrowed[32];	/* first all of the one, then all of the other */
	size_t blocks[32];
	size_t a, b;
};

/* Dates are such that the one comes whole before the other: what counts is that an order was drawn. */
static void
add_boot(struct series *s, double value, size_t block)
{
	static const double around[] = { 1.001, 0.999, 1.3, 1, 0.7 };	/* the median is 1 */
	size_t i = s->a + s->b;
	char *more = mem_printf(",\"created\":\"2026-11-30T%02zu:00:00Z\",\"environment\":{\"boot_id\":\"%zu\"}", i, i);
	double x[5];

	for (size_t k = 0; k < 5; k++)
		x[k] = value * around[k];
	single_record(&s->records[i], "boot.jsonl", REAL, "real", x, 5, more);
	s->borrowed[i] = &s->records[i];
	s->blocks[i] = block;
	free(more);
}

static void
make_series(struct series *s, const double *a, const double *b, size_t each, size_t in_block)
{
	s->a = s->b = 0;
	for (; s->a < each; s->a++)
		add_boot(s, a[s->a], s->a / in_block);
	for (; s->b < each; s->b++)
		add_boot(s, b[s->b], s->b / in_block);
}

static void
judge(struct judgement *j, const struct series *s, bool unfinished, bool force)
{
	static const char *const names[] = { "old kernel", "new kernel" };
	const size_t *const blocks[] = { s->blocks, s->blocks + s->a };
	const struct side_group groups[] = { { s->borrowed, s->a }, { s->borrowed + s->a, s->b } };
	const struct side_order order = { names, blocks, unfinished };
	struct judge_options options = JUDGE_OPTIONS;
	struct err e;

	options.force = force;
	if (judgement_of_series(j, groups, 2, &order, &options, &e) != 0)
		fail_msg("%s", e.text);
}

static void
release(struct judgement *j, struct series *s)
{
	judgement_release(j);
	for (size_t i = 0; i < s->a + s->b; i++)
		record_release(&s->records[i]);
}

/* The figures of help_pairs are of trials in two blocks of 4 and 4; of boots they are the same. */
static void
boots_in_drawn_blocks(void **state)
{
	static const struct {
		const char *pair;
		enum verdict_kind kind;
	} rows[] = { { "win", VERDICT_WIN }, { "loss", VERDICT_LOSS }, { "same", VERDICT_NOCHANGE }, { "noise", VERDICT_UNDECIDED } };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct help_pair *p = help_pair(rows[i].pair);
		const struct comparison *c;
		struct judgement j;
		struct series s;

		make_series(&s, p->a, p->b, 8, 4);
		judge(&j, &s, false, false);
		assert_int_equal(j.sides.unit, UNIT_SESSION);
		assert_string_equal(j.sides.list[0].name, "old kernel");
		assert_string_equal(j.sides.list[1].name, "new kernel");
		assert_int_equal(j.findings[0].tally.blocks.block_count, 2);
		c = &j.findings[0].comparisons[0];
		assert_near(c->blocked.est, p->est, 1e-8);
		assert_near(c->blocked.lo, p->lo, 1e-8);
		assert_near(c->blocked.hi, p->hi, 1e-8);
		assert_near(c->blocked.conf, p->conf, 1e-8);
		assert_near(c->p, p->p, 1e-8);
		assert_int_equal(c->verdict.kind, rows[i].kind);
		release(&j, &s);
	}
}

/* Between the blocks the machine changed by a half; inside them new is always 10 % faster. */
static void
drift_between_blocks_cancels(void **state)
{
	static const double a[] = { 10, 10.01, 10.02, 10.03, 15, 15.01, 15.02, 15.03 };
	static const double b[] = { 9, 9.01, 9.02, 9.03, 13.5, 13.51, 13.52, 13.53 };
	struct judgement j;
	struct series s;

	(void)state;
	make_series(&s, a, b, 8, 4);
	judge(&j, &s, false, false);
	assert_int_equal(j.findings[0].comparisons[0].verdict.kind, VERDICT_WIN);
	assert_near(expm1(j.findings[0].comparisons[0].blocked.est), -0.1, 1e-3);
	release(&j, &s);
	/* all in one block: nothing can be said */
	make_series(&s, a, b, 8, 8);
	judge(&j, &s, false, false);
	assert_int_equal(j.findings[0].comparisons[0].verdict.kind, VERDICT_UNDECIDED);
	release(&j, &s);
}

static void
few_boots_and_early_looks(void **state)
{
	static const struct {
		size_t each;
		bool unfinished, force;
		enum verdict_kind kind;
		enum verdict_reason reason;
	} rows[] = {
		{ 4, false, false, VERDICT_WIN, REASON_PROVEN },
		{ 4, true, false, VERDICT_UNDECIDED, REASON_UNFINISHED },
		{ 4, true, true, VERDICT_WIN, REASON_PROVEN },
		/* too few is too few, by force or not; and it is what is said first */
		{ 3, false, false, VERDICT_UNDECIDED, REASON_TOO_FEW },
		{ 3, true, false, VERDICT_UNDECIDED, REASON_TOO_FEW },
		{ 3, true, true, VERDICT_UNDECIDED, REASON_TOO_FEW },
		{ 1, true, false, VERDICT_UNDECIDED, REASON_TOO_FEW },
	};
	const struct help_pair *p = help_pair("win");

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct comparison *c;
		struct judgement j;
		struct series s;

		make_series(&s, p->a, p->b, rows[i].each, 4);
		judge(&j, &s, rows[i].unfinished, rows[i].force);
		c = &j.findings[0].comparisons[0];
		assert_int_equal(c->verdict.kind, rows[i].kind);
		assert_int_equal(c->verdict.reason, rows[i].reason);
		/* the figures are there in any case */
		assert_true(c->valid && c->blocked.est < -0.03);
		assert_int_equal(j.findings[0].one_each, rows[i].each == 1);
		release(&j, &s);
	}
}

/* A ladder, and a ranking, are as undecided as their comparisons. */
static void
nothing_is_ranked_early(void **state)
{
	static const char *const names[] = { "a", "b", "c" };
	static const double values[] = { 10, 9, 8 };
	const size_t blocks_of[5] = { 0 };
	const size_t *const blocks[] = { blocks_of, blocks_of, blocks_of };
	struct side_group groups[3];
	struct series s = { .a = 0 };

	(void)state;
	for (size_t g = 0; g < 3; g++) {
		groups[g] = (struct side_group){ s.borrowed + 5 * g, 5 };
		for (size_t i = 0; i < 5; i++, s.a++)
			add_boot(&s, values[g] + 0.01 * (double)i, 0);
	}
	for (int unfinished = 0; unfinished < 2; unfinished++)
		for (int ladder = 0; ladder < 2; ladder++) {
			const struct side_order order = { names, blocks, unfinished };
			struct judge_options options = JUDGE_OPTIONS;
			struct judgement j;
			enum gate gate;
			struct err e;

			options.ladder = ladder;
			assert_int_equal(judgement_of_series(&j, groups, 3, &order, &options, &e), 0);
			if (ladder)
				assert_int_equal(j.findings[0].ladder.total_verdict.kind, unfinished ? VERDICT_UNDECIDED : VERDICT_WIN);
			else
				assert_int_equal(j.findings[0].ranking.variants[0].best, unfinished ? 1 : 3);
			assert_int_equal(judgement_gate(&j, &gate, &e), 0);
			assert_int_equal(gate, unfinished ? GATE_UNDECIDED : GATE_PASS);
			judgement_release(&j);
		}
	for (size_t i = 0; i < s.a; i++)
		record_release(&s.records[i]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boots_in_drawn_blocks),
		cmocka_unit_test(drift_between_blocks_cancels),
		cmocka_unit_test(few_boots_and_early_looks),
		cmocka_unit_test(nothing_is_ranked_early),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
