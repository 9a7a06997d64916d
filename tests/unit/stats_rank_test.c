/* Many variants: ranking, ladder, and the looks of a sequential experiment. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "stats/failure.h"
#include "stats/ladder.h"
#include "stats/normal.h"
#include "stats/rank.h"
#include "stats/sequential.h"

#define BLOCKS 4
#define UNITS 3
#define VARIANTS_MAX 4

static void
near(double got, double want, double tolerance)
{
	if (!(fabs(got - want) <= tolerance))
		fail_msg("%.17g, should be %.17g", got, want);
}

/* An experiment of BLOCKS blocks of UNITS units, each block at its own speed. */
struct experiment {
	double values[BLOCKS][VARIANTS_MAX][UNITS];
	struct cell cells[BLOCKS * VARIANTS_MAX];
	struct blocks blocks;
};

static void
fill(struct experiment *e, const double *levels, size_t variants)
{
	static const double noise[UNITS] = { 1, 1.002, 0.999 };

	for (size_t b = 0; b < BLOCKS; b++)
		for (size_t v = 0; v < variants; v++) {
			for (size_t u = 0; u < UNITS; u++)
				e->values[b][v][u] = levels[v] * (1 + 0.1 * (double)b) *
				    noise[(u + v + b) % UNITS] * (1 + 1e-6 * (double)(v + b));
			e->cells[b * variants + v] = (struct cell){ e->values[b][v], UNITS };
		}
	e->blocks = (struct blocks){ BLOCKS, variants, e->cells };
}

/* ---- ranking ---- */

/*
 * 10, 10 and 9 with noise of 0.2 %: variant 2 is below the others in every block, p = 2 / 20^4,
 * times at most 3.  0 and 1 are alike.
 */
static void
ranks_are_not_forced(void **state)
{
	static const double levels[] = { 10, 10, 9 };
	const struct rank_options options = { RANK_ALL_PAIRS, 0.05, 0.01, false };
	const struct rank_pair *pair;
	struct experiment e;
	struct ranking r;

	(void)state;
	fill(&e, levels, 3);
	assert_int_equal(rank_compute(&e.blocks, &options, &r), 0);
	assert_int_equal(r.pair_count, 3);
	assert_int_equal(r.family_size, 3);
	assert_int_equal(r.order[0], 2);
	assert_true(r.variants[2].best == 1 && r.variants[2].worst == 1);
	assert_true(r.variants[0].best == 2 && r.variants[0].worst == 3);
	assert_true(r.variants[1].best == 2 && r.variants[1].worst == 3);
	pair = rank_pair(&r, 2, 0);
	assert_true(pair->a == 0 && pair->b == 2 && pair->b_beats_a && !pair->a_beats_b);
	near(pair->blocked.p, 2 / 160000.0, 1e-12);
	near(pair->p_holm, 3 * 2 / 160000.0, 1e-12);
	near(pair->blocked.est, log(0.9), 0.002);
	assert_true(rank_pair(&r, 0, 1)->no_change && !pair->no_change);
	near(r.variants[0].score + r.variants[1].score + r.variants[2].score, 0, 1e-15);
	near(r.variants[2].score, 2 * log(0.9) / 3, 0.002);
	near(r.margin, log(1.01), 1e-15);
	rank_release(&r);
}

static void
more_may_be_better(void **state)
{
	static const double levels[] = { 10, 11, 9 };
	const struct rank_options options = { RANK_ALL_PAIRS, 0.05, 0.01, true };
	struct experiment e;
	struct ranking r;

	(void)state;
	fill(&e, levels, 3);
	assert_int_equal(rank_compute(&e.blocks, &options, &r), 0);
	assert_true(r.order[0] == 1 && r.order[1] == 0 && r.order[2] == 2);
	for (size_t i = 0; i < 3; i++)
		assert_true(r.variants[r.order[i]].best == i + 1 &&
		    r.variants[r.order[i]].worst == i + 1);
	assert_true(rank_pair(&r, 0, 1)->blocked.est < 0);	/* negative: b is better */
	assert_true(rank_pair(&r, 0, 1)->blocked.lo < rank_pair(&r, 0, 1)->blocked.hi);
	rank_release(&r);
}

/* Only the comparisons with variant 0 are in the family: 1 and 2 prove nothing about each other. */
static void
family_against_the_first(void **state)
{
	static const double levels[] = { 10, 9, 8 };
	const struct rank_options options = { RANK_AGAINST_FIRST, 0.05, 0.01, false };
	struct experiment e;
	struct ranking r;

	(void)state;
	fill(&e, levels, 3);
	assert_int_equal(rank_compute(&e.blocks, &options, &r), 0);
	assert_int_equal(r.family_size, 2);
	assert_false(rank_pair(&r, 1, 2)->in_family);
	assert_true(rank_pair(&r, 1, 2)->p_holm == 1 && !rank_pair(&r, 1, 2)->b_beats_a);
	near(rank_pair(&r, 0, 2)->p_holm, 2 * 2 / 160000.0, 1e-12);
	assert_true(r.variants[0].best == 3 && r.variants[0].worst == 3);
	assert_true(r.variants[1].best == 1 && r.variants[1].worst == 2);
	assert_true(r.variants[2].best == 1 && r.variants[2].worst == 2);
	assert_true(r.order[0] == 2 && r.order[2] == 0);
	rank_release(&r);
}

/* Half a percent apart beyond doubt, but 1 % was asked for: nobody beats anybody. */
static void
small_differences_do_not_rank(void **state)
{
	static const double levels[] = { 10, 9.95 };
	const struct rank_options options = { RANK_ALL_PAIRS, 0.05, 0.01, false };
	struct experiment e;
	struct ranking r;

	(void)state;
	fill(&e, levels, 2);
	assert_int_equal(rank_compute(&e.blocks, &options, &r), 0);
	assert_true(r.pairs[0].p_holm < 0.001 && r.pairs[0].no_change);
	assert_false(r.pairs[0].b_beats_a);
	assert_true(r.variants[0].worst == 2 && r.variants[1].worst == 2);
	assert_true(r.order[0] == 1);
	rank_release(&r);
}

static void
equal_variants_keep_their_order(void **state)
{
	static const double same[] = { 5, 5, 5 };
	struct cell cells[] = { { same, 3 }, { same, 3 }, { same, 3 }, { same, 3 } };
	const struct rank_options options = { RANK_ALL_PAIRS, 0.05, 0.01, false };
	struct blocks blocks = { 1, 4, cells };
	struct ranking r;

	(void)state;
	assert_int_equal(rank_compute(&blocks, &options, &r), 0);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(r.order[i], i);
		assert_true(r.variants[i].best == 1 && r.variants[i].worst == 4);
	}
	for (size_t i = 0; i < r.pair_count; i++)	/* 3 against 3: too few for no change */
		assert_true(r.pairs[i].p_holm == 1 && !r.pairs[i].no_change);
	rank_release(&r);
}

static void
ranking_refuses(void **state)
{
	static const double levels[] = { 10, 9, 8 };
	const struct rank_options options = { RANK_ALL_PAIRS, 0.05, 0.01, false };
	struct experiment e;
	struct ranking r;

	(void)state;
	fill(&e, levels, 3);
	for (size_t b = 0; b < BLOCKS; b++)
		e.cells[b * 3 + 1].count = 0;
	assert_int_equal(rank_compute(&e.blocks, &options, &r), STATS_TOO_FEW);
	fill(&e, levels, 3);
	e.values[2][1][0] = NAN;
	assert_int_equal(rank_compute(&e.blocks, &options, &r), STATS_BAD_VALUE);
}

/* One value of 0 anywhere puts all pairs on the linear scale, margin 1 % of the first's median. */
static void
one_scale_for_all(void **state)
{
	static const double levels[] = { 10, 9, 8 };
	const struct rank_options options = { RANK_ALL_PAIRS, 0.05, 0.01, false };
	struct experiment e;
	struct ranking r;

	(void)state;
	fill(&e, levels, 3);
	e.values[1][2][1] = 0;
	assert_int_equal(rank_compute(&e.blocks, &options, &r), 0);
	assert_int_equal(r.scale, SERIES_LINEAR);
	assert_int_equal(r.pairs[0].blocked.scale, SERIES_LINEAR);
	near(r.margin, 0.01 * 11.5, 0.05);	/* blocks at 10, 11, 12, 13 */
	assert_true(r.pairs[0].blocked.est < -0.9 && r.pairs[0].blocked.est > -1.4);
	rank_release(&r);
}

/*
 * m = 4: 2/70 <= 0.05.  m = 3, 3 pairs: 2/20 and 2/400 against 0.0167.  m = 2, 10 pairs: 2/6 2/36
 * 2/216 2/1296 against 0.005.
 */
static void
blocks_needed(void **state)
{
	(void)state;
	assert_int_equal(rank_blocks_needed(4, 1, 0.05), 1);
	assert_int_equal(rank_blocks_needed(3, 3, 0.05), 2);
	assert_int_equal(rank_blocks_needed(2, 10, 0.05), 4);
}

/* ---- ladder ---- */

static void
ladder_of_three_steps(void **state)
{
	static const double levels[] = { 10, 9.5, 9.5, 9 };
	const struct ladder_options options = { .alpha = 0.05, .delta = 0.01 };
	struct experiment e;
	struct ladder l;

	(void)state;
	fill(&e, levels, 4);
	assert_int_equal(ladder_compute(&e.blocks, &options, &l), 0);
	assert_int_equal(l.step_count, 3);
	near(l.steps[0].step.est, log(0.95), 0.002);
	near(l.steps[1].step.est, 0, 0.002);
	near(l.steps[2].cumulative.est, log(0.9), 0.002);
	assert_int_equal(l.steps[0].verdict.kind, VERDICT_WIN);
	assert_int_equal(l.steps[1].verdict.kind, VERDICT_NOCHANGE);
	assert_int_equal(l.steps[2].verdict.kind, VERDICT_WIN);
	near(l.steps[0].p_holm, 3 * 2 / 160000.0, 1e-12);
	assert_int_equal(l.total_verdict.kind, VERDICT_WIN);
	near(l.total.est, log(0.9), 0.002);
	near(l.closure, 0, 0.002);
	assert_true(l.adds_up);
	assert_true(l.shares_meaningful == (l.steps[1].step.est < 0));
	ladder_release(&l);
}

static void
ladder_without_control_decides_nothing(void **state)
{
	static const double levels[] = { 10, 9 };
	const struct ladder_options options = { .alpha = 0.05, .delta = 0.01,
		.order_not_controlled = true };
	struct experiment e;
	struct ladder l;

	(void)state;
	fill(&e, levels, 2);
	assert_int_equal(ladder_compute(&e.blocks, &options, &l), 0);
	assert_int_equal(l.total_verdict.reason, REASON_ORDER_NOT_CONTROLLED);
	assert_int_equal(l.steps[0].verdict.kind, VERDICT_UNDECIDED);
	assert_false(l.shares_meaningful);
	ladder_release(&l);
	e.blocks.variant_count = 1;
	assert_int_equal(ladder_compute(&e.blocks, &options, &l), STATS_TOO_FEW);
}

/*
 * Steps that are sure alone but not among three: 4 against 4 apart has p = 2/70 = 0.029, Holm
 * 0.086. Of the total (declared beforehand) it is enough.
 */
static void
ladder_steps_are_adjusted(void **state)
{
	static const double v[4][4] = {
		{ 10, 10.01, 10.02, 10.03 }, { 9, 9.01, 9.02, 9.03 },
		{ 8, 8.01, 8.02, 8.03 }, { 7, 7.01, 7.02, 7.03 },
	};
	struct cell cells[] = { { v[0], 4 }, { v[1], 4 }, { v[2], 4 }, { v[3], 4 } };
	const struct ladder_options options = { .alpha = 0.05, .delta = 0.01 };
	struct blocks blocks = { 1, 4, cells };
	struct ladder l;

	(void)state;
	assert_int_equal(ladder_compute(&blocks, &options, &l), 0);
	for (size_t j = 0; j < 3; j++) {
		near(l.steps[j].p_holm, 3 * 2 / 70.0, 1e-12);
		assert_int_equal(l.steps[j].verdict.kind, VERDICT_UNDECIDED);
		assert_int_equal(l.steps[j].verdict.reason, REASON_NOISE);
	}
	assert_int_equal(l.total_verdict.kind, VERDICT_WIN);
	assert_true(l.shares_meaningful);
	ladder_release(&l);
}

/*
 * Three dice that beat each other in a circle, 2 4 9, 1 6 8 and 3 5 7 (hundredths of ln time), in
 * 12 blocks.  Medians of the differences: -1, -1, and +1 from the first to the last, so the steps
 * miss the total by 3; its interval is [D(38), D(71)] = [-1, 1].
 */
static void
ladder_that_does_not_add_up(void **state)
{
	static const int dice[3][3] = { { 2, 4, 9 }, { 1, 6, 8 }, { 3, 5, 7 } };
	const struct ladder_options options = { .alpha = 0.05, .delta = 0.005 };
	struct cell cells[12 * 3];
	double values[3][3];
	struct ladder l;

	(void)state;
	for (int v = 0; v < 3; v++)
		for (int i = 0; i < 3; i++)
			values[v][i] = exp(0.01 * dice[v][i]);
	for (int i = 0; i < 12 * 3; i++)
		cells[i] = (struct cell){ values[i % 3], 3 };
	assert_int_equal(ladder_compute(&(struct blocks){ 12, 3, cells }, &options, &l), 0);
	near(l.steps_sum, -0.02, 1e-12);
	near(l.total.est, 0.01, 1e-12);
	assert_int_equal(l.total.k, 38);
	near(l.total.hi - l.total.lo, 0.02, 1e-12);
	near(l.closure, -0.03, 1e-12);
	assert_false(l.adds_up);
	ladder_release(&l);
}

/* ---- looks ---- */

#define GRID 400	/* intervals of Simpson's rule, even */

/*
 * P(|S_i| >= c sqrt n_i at some look), S_i a sum of n_i standard normal values: the density of S_i
 * that has not crossed, carried from look to look (Armitage, McPherson and Rowe 1969).
 */
static double
crossing(const double *n, size_t looks, double c)
{
	double density[GRID + 1], next[GRID + 1], stay = 0;

	for (size_t look = 0; look < looks; look++) {
		double edge = c * sqrt(n[look]), h = 2 * edge / GRID;
		double before = look > 0 ? n[look - 1] : 0, sd = sqrt(n[look] - before);
		double old_edge = c * sqrt(before), old_h = 2 * old_edge / GRID;

		stay = 0;
		for (int i = 0; i <= GRID; i++) {
			double s = -edge + i * h, sum = 0;
			double weight = i == 0 || i == GRID ? 1 : i % 2 == 1 ? 4 : 2;

			for (int j = 0; look > 0 && j <= GRID; j++) {
				double z = (s - (-old_edge + j * old_h)) / sd;
				double w = j == 0 || j == GRID ? 1 : j % 2 == 1 ? 4 : 2;

				sum += w * old_h / 3 * density[j] * exp(-z * z / 2);
			}
			if (look == 0)
				sum = exp(-s * s / sd / sd / 2);
			next[i] = sum / sd / 2.5066282746310002;
			stay += weight * h / 3 * next[i];
		}
		for (int i = 0; i <= GRID; i++)
			density[i] = next[i];
	}
	return 1 - stay;
}

/* Each alpha' of the table gives 5 % over its looks; the table has five digits. */
static void
alpha_of_the_looks(void **state)
{
	static const double equal[] = { 1, 2, 3, 4, 5 };
	double n[SEQUENTIAL_LOOKS_MAX];

	(void)state;
	near(crossing(equal, 5, 2.413), 0.05, 5e-5);	/* Pocock's constant for five equal looks */
	for (unsigned k = 1; k <= SEQUENTIAL_LOOKS_MAX; k++) {
		double alpha = sequential_alpha(k, 0.05);

		n[k - 1] = (double)sequential_look_units(k - 1);
		near(crossing(n, k, -normal_quantile(alpha / 2)), 0.05, 3e-5);
	}
	near(sequential_alpha(4, 0.02), 0.005, 1e-15);	/* no table: Bonferroni */
}

static void
looks_are_planned(void **state)
{
	unsigned look;

	(void)state;
	assert_int_equal(sequential_look_count(7), 0);
	assert_int_equal(sequential_look_count(8), 1);
	assert_int_equal(sequential_look_count(71), 5);
	assert_int_equal(sequential_look_count(72), 6);
	assert_int_equal(sequential_look_count(100000), 8);
	assert_true(sequential_is_look(20, 3, &look) && look == 2);
	assert_false(sequential_is_look(32, 3, &look));	/* beyond the plan */
	assert_false(sequential_is_look(16, 8, &look));
	near(sequential_adjust_p(6, 0.01), 0.06, 1e-15);
	assert_true(sequential_adjust_p(6, 0.5) == 1);
}

static void
stops(void **state)
{
	(void)state;
	assert_true(sequential_decided(VERDICT_NOCHANGE, 0, 6, false));
	assert_true(sequential_decided(VERDICT_LOSS, 1, 6, false));
	assert_false(sequential_decided(VERDICT_UNDECIDED, 4, 6, false));
	assert_true(sequential_decided(VERDICT_UNDECIDED, 5, 6, false));
	assert_true(sequential_decided(VERDICT_UNDECIDED, 0, 6, true));
}

/* Half-width 2 % with 8 runs: 8 (2/1)^2 = 32 runs for 1 %. */
static void
precision(void **state)
{
	struct summary s = { .n = 8, .median = 10, .lo = 9.8, .hi = 10.2, .attained = true,
		.half_width_ratio = 0.02 };

	(void)state;
	assert_true(sequential_precise(&s, false, 0.02));
	assert_false(sequential_precise(&s, true, 0.02));
	assert_false(sequential_precise(&s, false, 0.01));
	near(sequential_forecast_units(&s, 0.01), 32, 1e-12);
	s.half_width_ratio = NAN;
	assert_false(sequential_precise(&s, false, 0.02));
	assert_true(sequential_forecast_units(&s, 0.01) == 0);
	s.half_width_ratio = 0.001;
	s.attained = false;	/* five equal runs prove nothing yet */
	assert_false(sequential_precise(&s, false, 0.02));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranks_are_not_forced),
		cmocka_unit_test(more_may_be_better),
		cmocka_unit_test(family_against_the_first),
		cmocka_unit_test(small_differences_do_not_rank),
		cmocka_unit_test(equal_variants_keep_their_order),
		cmocka_unit_test(ranking_refuses),
		cmocka_unit_test(one_scale_for_all),
		cmocka_unit_test(blocks_needed),
		cmocka_unit_test(ladder_of_three_steps),
		cmocka_unit_test(ladder_without_control_decides_nothing),
		cmocka_unit_test(ladder_steps_are_adjusted),
		cmocka_unit_test(ladder_that_does_not_add_up),
		cmocka_unit_test(alpha_of_the_looks),
		cmocka_unit_test(looks_are_planned),
		cmocka_unit_test(stops),
		cmocka_unit_test(precision),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
