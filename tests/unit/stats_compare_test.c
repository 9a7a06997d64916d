/*
 * Two variants: the null distributions, what the comparison refuses and leaves out, its
 * symmetries, the verdict, and what stands beside it.  Expected values by hand in the comments, or
 * from scipy 1.10.1 and numpy where that is said.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "stats/blocked.h"
#include "stats/blocks.h"
#include "stats/contrast.h"
#include "stats/failure.h"
#include "stats/fisher.h"
#include "stats/holm.h"
#include "stats/nulldist.h"
#include "stats/paired.h"
#include "stats/replication.h"
#include "stats/rng.h"
#include "stats/verdict.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void
near(double got, double want, double tolerance)
{
	if (!(fabs(got - want) <= tolerance))
		fail_msg("%.17g, should be %.17g", got, want);
}

/* One block of two cells. */
static int
compare(const double *a, size_t m, const double *b, size_t n, enum series_scale scale,
    struct blocked *r)
{
	struct cell cells[2] = { { a, m }, { b, n } };

	return blocked_compare(&(struct blocks){ 1, 2, cells }, 0, 1, scale, 0.05, r);
}

/* ---- null distributions ---- */

static void
small_null_distributions(void **state)
{
	static const double rank_sum[] = { 1, 1, 2, 2, 2, 1, 1 };	/* 2 of 5, of 10 */
	static const double signed_sum[] = { 1, 1, 1, 2, 2, 2, 2, 2, 1, 1, 1 };	/* of 16 */
	static const unsigned weights[] = { 1, 2, 3, 4 };
	struct nulldist d;

	(void)state;
	assert_int_equal(nulldist_rank_sum(2, 3, &d), 0);
	assert_int_equal(d.size, COUNT(rank_sum));
	for (size_t i = 0; i < d.size; i++)
		near(d.probability[i], rank_sum[i] / 10, 1e-15);
	near(nulldist_lower(&d, 1), 0.2, 1e-15);
	near(nulldist_upper(&d, 5), 0.2, 1e-15);
	assert_int_equal(nulldist_cut(&d, 0.2), 2);	/* P(U <= 1) = 0.2 still fits */
	assert_int_equal(nulldist_cut(&d, 0.099), 0);
	nulldist_release(&d);
	assert_int_equal(nulldist_signed_sum(weights, 4, &d), 0);
	assert_int_equal(d.size, COUNT(signed_sum));
	for (size_t i = 0; i < d.size; i++)
		near(d.probability[i], signed_sum[i] / 16, 1e-15);
	nulldist_release(&d);
}

/* ---- blocked ---- */

/* conf = 1 - 2 / C(2n, n): 0, 2/3, 0.9, 34/35. */
static void
few_units(void **state)
{
	static const double a[] = { 1.0, 1.1, 1.2, 1.3 }, b[] = { 2.0, 2.2, 2.4, 2.6 };
	static const double conf[] = { 0, 2 / 3.0, 0.9, 34 / 35.0 };
	struct blocked r;

	(void)state;
	for (size_t n = 1; n <= 4; n++) {
		assert_int_equal(compare(a, n, b, n, SERIES_LOG, &r), 0);
		near(r.conf, conf[n - 1], 1e-15);
		assert_int_equal(r.attained, n == 4);
		assert_int_equal(r.k, n == 4);
		near(r.lo, log(b[0] / a[n - 1]), 1e-15);	/* the range in any case */
		near(r.hi, log(b[n - 1] / a[0]), 1e-15);
		near(r.p, fmin(1, 1 - conf[n - 1]), 1e-15);
	}
}

static void
refusals(void **state)
{
	static const double good[] = { 1, 2, 3 }, bad[] = { 1, NAN, 3 }, zero[] = { 1, 0, 3 };
	static const double infinite[] = { 1, 2, INFINITY };
	struct paired paired;
	struct blocked r;

	(void)state;
	assert_int_equal(compare(good, 3, bad, 3, SERIES_LINEAR, &r), STATS_BAD_VALUE);
	assert_int_equal(compare(infinite, 3, good, 3, SERIES_LOG, &r), STATS_BAD_VALUE);
	assert_int_equal(compare(zero, 3, good, 3, SERIES_LOG, &r), STATS_BAD_VALUE);
	assert_int_equal(compare(zero, 3, good, 3, SERIES_LINEAR, &r), 0);
	assert_int_equal(compare(good, 3, NULL, 0, SERIES_LOG, &r), STATS_TOO_FEW);
	assert_int_equal(paired_compare(bad, 3, 0.05, &paired), STATS_BAD_VALUE);
	assert_int_equal(paired_compare(good, 0, 0.05, &paired), STATS_TOO_FEW);
}

static void
too_many_pairs(void **state)
{
	double *x = calloc(4000, sizeof(x[0]));
	struct paired paired;
	struct blocked r;

	(void)state;
	assert_non_null(x);
	assert_int_equal(compare(x, 2001, x, 2000, SERIES_LINEAR, &r), STATS_TOO_LARGE);
	assert_int_equal(paired_compare(x, PAIRED_MAX + 1, 0.05, &paired), STATS_TOO_LARGE);
	free(x);
}

/* A = -1 0 1 2, B = 3 4 6 9: the 16 differences 1 2 2 3 3 4 4 4 5 5 6 7 7 8 9 10. */
static void
linear_scale(void **state)
{
	static const double a[] = { 2, -1, 1, 0 }, b[] = { 9, 3, 4, 6 };
	struct cell cells[2] = { { a, 4 }, { b, 4 } };
	struct blocks blocks = { 1, 2, cells };
	double median;
	struct blocked r;

	(void)state;
	assert_int_equal(blocks_choose_scale(&blocks), SERIES_LINEAR);
	assert_int_equal(compare(a, 4, b, 4, SERIES_LINEAR, &r), 0);
	assert_true(r.est == 4.5 && r.lo == 1 && r.hi == 10 && r.u == 0);
	near(r.p, 2 / 70.0, 1e-15);
	assert_int_equal(blocks_median(&blocks, 1, &median), 0);
	assert_true(median == 5);
	near(series_margin(SERIES_LINEAR, 0.01, -median), 0.05, 1e-15);
	blocked_negate(&r);
	assert_true(r.est == -4.5 && r.lo == -10 && r.hi == -1);
}

/* The middle block has no B: what is left is as if it had not been there. */
static void
incomplete_blocks_drop_out(void **state)
{
	static const double a[] = { 10, 11, 12, 13, 50, 60, 20, 21, 22, 23 };
	static const double b[] = { 9, 10.5, 12.5, 12, 19, 21.5, 22.5, 18 };
	struct cell whole[] = { { a, 4 }, { b, 4 }, { a + 4, 2 }, { NULL, 0 }, { a + 6, 4 },
		{ b + 4, 4 } };
	struct cell rest[] = { whole[0], whole[1], whole[4], whole[5] };
	struct blocked with, without;

	(void)state;
	assert_int_equal(blocked_compare(&(struct blocks){ 3, 2, whole }, 0, 1, SERIES_LOG, 0.05,
	    &with), 0);
	assert_int_equal(blocked_compare(&(struct blocks){ 2, 2, rest }, 0, 1, SERIES_LOG, 0.05,
	    &without), 0);
	assert_true(with.est == without.est && with.lo == without.lo && with.hi == without.hi);
	assert_true(with.p == without.p && with.conf == without.conf);
	assert_true(with.a_count == 8 && with.b_count == 8 && with.block_count == 2);
}

/* numpy and scipy (norm, mannwhitneyu): 60 against 61 in one block is more than 100 values. */
static void
normal_approximation(void **state)
{
	double a[60], b[61];
	struct blocked r;

	(void)state;
	for (int i = 0; i < 60; i++)
		a[i] = 100 + 10 * sin(i * 1.7) + 3 * cos(i * 0.31);
	for (int i = 0; i < 61; i++)
		b[i] = 98 + 10 * sin(i * 2.3) + 3 * cos(i * 0.47);
	assert_int_equal(compare(a, 60, b, 61, SERIES_LOG, &r), 0);
	assert_true(r.approximate && r.pair_count == 3660);
	assert_true(r.k == 1452 && r.u == 2129 && r.attained);
	near(r.est, -0.019517824074566814, 1e-14);
	near(r.lo, -0.04567158445472952, 1e-14);
	near(r.hi, 0.006503390519930541, 1e-14);
	near(r.conf, 0.9502569982421726, 1e-13);
	near(r.p, 0.12175659682217904, 1e-13);
}

/*
 * For any data without ties: exchanging A and B turns the signs, making B longer by a factor moves
 * everything by its logarithm, and p <= 0.05 exactly when 0 is outside the interval.
 */
static void
symmetries(void **state)
{
	struct rng rng;
	unsigned outside = 0;

	(void)state;
	rng_seed(&rng, 11);
	for (int round = 0; round < 400; round++) {
		double v[2][10], longer[10];
		size_t first = 3 + (size_t)rng_bounded(&rng, 3);
		struct cell cells[4], moved[4];
		struct blocks blocks = { 2, 2, cells }, shifted = { 2, 2, moved };
		struct blocked r, back, shift;

		for (int side = 0; side < 2; side++)
			for (int i = 0; i < 10; i++)
				v[side][i] = exp(0.1 * rng_unit(&rng) + 0.04 * side);
		for (int i = 0; i < 10; i++)
			longer[i] = 1.25 * v[1][i];
		for (int side = 0; side < 2; side++) {
			cells[side] = (struct cell){ v[side], first };
			cells[2 + side] = (struct cell){ v[side] + first, 8 - first };
			moved[side] = cells[side];
			moved[2 + side] = cells[2 + side];
		}
		moved[1].values = longer;
		moved[3].values = longer + first;
		assert_int_equal(blocked_compare(&blocks, 0, 1, SERIES_LOG, 0.05, &r), 0);
		assert_int_equal(blocked_compare(&blocks, 1, 0, SERIES_LOG, 0.05, &back), 0);
		assert_int_equal(blocked_compare(&shifted, 0, 1, SERIES_LOG, 0.05, &shift), 0);
		blocked_negate(&back);
		near(back.est, r.est, 1e-15);
		assert_true(back.lo == r.lo && back.hi == r.hi);
		near(back.p, r.p, 1e-13);
		near(shift.est, r.est + log(1.25), 1e-14);
		near(shift.lo, r.lo + log(1.25), 1e-14);
		near(shift.hi, r.hi + log(1.25), 1e-14);
		assert_true(r.conf >= 0.95 && r.conf < 0.98);
		assert_int_equal(r.p <= 0.05 * (1 + 1e-12), r.lo > 0 || r.hi < 0);
		outside += r.p <= 0.05;
	}
	assert_true(outside > 40 && outside < 360);	/* both sides were seen */
}

/* numpy and scipy: Walsh averages, and Pratt's p as wilcoxon(mode="approx", correction=True). */
static void
many_pairs(void **state)
{
	double d[250];
	struct paired r;

	(void)state;
	for (int i = 0; i < 250; i++)
		d[i] = sin(i * 1.7) + 0.13 * cos(i * 0.31) + 0.1;
	assert_int_equal(paired_compare(d, 250, 0.05, &r), 0);
	assert_true(r.approximate && r.v == 18640 && r.k == 13444 && r.attained);
	near(r.p, 0.009901032122889548, 1e-12);
	near(r.est, 0.10605063038960905, 1e-12);
	near(r.lo, 0.027313337928900394, 1e-12);
	near(r.hi, 0.18473521441685176, 1e-12);
}

static void
one_pair(void **state)
{
	struct paired r;
	double d = -0.5;

	(void)state;
	assert_int_equal(paired_compare(&d, 1, 0.05, &r), 0);
	assert_true(r.est == -0.5 && r.lo == -0.5 && r.hi == -0.5 && r.conf == 0 && r.p == 1);
	assert_false(r.attained);
}

/* ---- Fisher, Holm ---- */

static void
fisher_large(void **state)
{
	(void)state;	/* scipy.stats.fisher_exact */
	near(fisher_two_sided(3, 1000, 17, 1000), 0.002458343425915171, 1e-12);
	near(fisher_two_sided(12, 17, 29, 31), 0.08026855207410463, 1e-12);
	near(fisher_two_sided(40, 100, 61, 100), 0.004555324844394694, 1e-12);
	assert_true(fisher_two_sided(4, 4, 6, 6) == 1 && fisher_two_sided(0, 0, 3, 7) == 1);
}

static void
holm_of_nothing(void **state)
{
	(void)state;
	assert_int_equal(holm_adjust(NULL, 0, NULL), 0);
}

/* ---- verdict ---- */

static struct verdict
decide(double est, double lo, double hi, double margin)
{
	return verdict_decide(&(struct verdict_question){ .est = est, .lo = lo, .hi = hi,
	    .conf = 0.96, .conf_requested = 0.95, .margin = margin });
}

static void
verdict_needs_an_honest_design(void **state)
{
	struct verdict_question q = { -0.2, -0.3, -0.1, 0.96, 0.95, 0.01, true, true, true };

	(void)state;
	assert_int_equal(verdict_decide(&q).reason, REASON_ORDER_NOT_CONTROLLED);
	q.order_not_controlled = false;
	assert_int_equal(verdict_decide(&q).reason, REASON_FAILURES);
	q.too_many_missing = false;
	assert_int_equal(verdict_decide(&q).kind, VERDICT_UNDECIDED);
	assert_int_equal(verdict_decide(&q).reason, REASON_UNFINISHED);
	q.unfinished = false;
	assert_int_equal(verdict_decide(&q).kind, VERDICT_WIN);
	q.conf = 0.95 - 1e-10;	/* rounding is forgiven */
	assert_int_equal(verdict_decide(&q).kind, VERDICT_WIN);
	q.conf = NAN;
	assert_int_equal(verdict_decide(&q).reason, REASON_TOO_FEW);
}

static void
verdict_edges(void **state)
{
	(void)state;
	/* an interval that just touches the margin is not inside */
	assert_int_equal(decide(0, -0.01, 0.005, 0.01).reason, REASON_NOISE);
	assert_int_equal(decide(-0.01, -0.02, -0.01, 0.01).reason, REASON_PROVEN);
	assert_int_equal(decide(0.02, 0.01, 0.03, 0.01).reason, REASON_PROVEN);
	/* margin 0: never "no change", and touching 0 decides nothing */
	assert_int_equal(decide(0, 0, 0, 0).reason, REASON_NOISE);
	assert_int_equal(decide(-0.1, -0.2, 0, 0).reason, REASON_NOISE);
	assert_int_equal(decide(0.1, 0.001, 0.2, 0).kind, VERDICT_LOSS);
	/* nothing is claimed from what is no number */
	assert_int_equal(decide(NAN, NAN, NAN, 0.01).kind, VERDICT_UNDECIDED);
}

static void
verdict_words(void **state)
{
	(void)state;
	assert_string_equal(verdict_name(VERDICT_NOCHANGE), "no-change");
	for (int a = 0; a <= REASON_SLOWER_NEAR_THRESHOLD; a++)
		for (int b = 0; b < a; b++)
			assert_string_not_equal(verdict_reason_name((enum verdict_reason)a),
			    verdict_reason_name((enum verdict_reason)b));
}

/* HW 2, margin 1: max(3.2, 2) = 3.2; HW 0.5: max(0.8, 1.25) = 1.25. */
static void
what_could_be_seen(void **state)
{
	(void)state;
	near(verdict_detectable(SERIES_LINEAR, -1, 3, 1), 3.2, 1e-15);
	near(verdict_detectable(SERIES_LINEAR, 1, 2, 1), 1.25, 1e-15);
	near(verdict_detectable(SERIES_LOG, 0, 0.2, 0.01), exp(0.16) - 1, 1e-15);
	assert_int_equal(verdict_units_needed(10, 0, 0.5, 0.1), 160);	/* 10 (1.6 * 2.5)^2 */
	assert_int_equal(verdict_units_needed(8, 0, 0, 0.1), 1);
	assert_int_equal(verdict_units_needed(8, -1, 1, 0), 0);
	assert_int_equal(verdict_units_needed(8, -1, 1, 1e-12), 0);
}

/* ---- beside the verdict ---- */

/* B is 2 % faster but for 5 of 20 runs that take double: the mean says 22 % slower. */
static void
means_may_disagree(void **state)
{
	double a[20], b[20], a_mean, b_mean;
	struct cell cells[2] = { { a, 20 }, { b, 20 } };
	struct blocks blocks = { 1, 2, cells };
	struct contrast_spikes spikes;
	struct blocked r;

	(void)state;
	for (int i = 0; i < 20; i++) {
		a[i] = 10 + 0.001 * i;
		b[i] = (9.8 + 0.001 * i) * (i % 4 == 3 ? 2 : 1);
	}
	assert_int_equal(blocked_compare(&blocks, 0, 1, SERIES_LOG, 0.05, &r), 0);
	assert_int_equal(contrast_means(&blocks, 0, 1, &a_mean, &b_mean), 0);
	near(a_mean, 10.0095, 1e-12);
	assert_true(r.est < -0.015 && b_mean > 1.2 * a_mean);
	assert_true(contrast_means_disagree(&r, a_mean, b_mean, log(1.01)));
	assert_false(contrast_means_disagree(&r, a_mean, b_mean, log(1.05)));
	assert_false(contrast_means_disagree(&r, a_mean, a_mean * 0.9, log(1.01)));
	assert_int_equal(contrast_spikes(&blocks, 0, 1, SERIES_LOG, &spikes), 0);
	assert_true(spikes.a_spikes == 0 && spikes.b_spikes == 5);
	near(spikes.p, 0.047124047124047094, 1e-12);	/* R: fisher.test, 0 of 20 and 5 of 20 */
}

static void
no_spikes_without_spread(void **state)
{
	static const double same[] = { 3, 3, 3, 3 };
	struct cell cells[2] = { { same, 4 }, { same, 4 } };
	struct contrast_spikes spikes;

	(void)state;
	assert_int_equal(contrast_spikes(&(struct blocks){ 1, 2, cells }, 0, 1, SERIES_LOG,
	    &spikes), 0);
	assert_true(spikes.a_spikes == 0 && spikes.b_spikes == 0 && spikes.p == 1);
	cells[1].count = 0;
	assert_int_equal(contrast_spikes(&(struct blocks){ 1, 2, cells }, 0, 1, SERIES_LOG,
	    &spikes), STATS_TOO_FEW);
}

/* B grows against A in each of 8 blocks: S = 28, z = 27 / sqrt(8*7*21/18); p from scipy. */
static void
difference_drifts(void **state)
{
	double values[16], p;
	struct cell cells[16];

	(void)state;
	for (int b = 0; b < 8; b++) {
		values[2 * b] = 10 + b % 3;
		values[2 * b + 1] = values[2 * b] * (1 + 0.01 * b);
		cells[2 * b] = (struct cell){ &values[2 * b], 1 };
		cells[2 * b + 1] = (struct cell){ &values[2 * b + 1], 1 };
	}
	assert_int_equal(contrast_drift(&(struct blocks){ 8, 2, cells }, 0, 1, SERIES_LOG, &p),
	    0);
	near(p, 0.0008366271311193044, 1e-12);
	assert_int_equal(contrast_drift(&(struct blocks){ 7, 2, cells }, 0, 1, SERIES_LOG, &p),
	    STATS_TOO_FEW);
}

/* ---- planning ---- */

/*
 * ln x: sessions {0, 2}, {1, 3}, {2, 4}, {3, 5} in hundredths: variance within 2, means 1 2 3 4
 * with variance 5/3, so T2^2 = 5/3 - 2/2 = 2/3 and T1^2/T2^2 = 3.
 */
static void
runs_per_session(void **state)
{
	double x[8];
	struct cell sessions[4];
	struct replication r;

	(void)state;
	for (int s = 0; s < 4; s++) {
		x[2 * s] = exp(0.01 * s);
		x[2 * s + 1] = exp(0.01 * (s + 2));
		sessions[s] = (struct cell){ x + 2 * s, 2 };
	}
	assert_int_equal(replication_plan(sessions, 4, 12, &r), 0);
	near(r.run_variance, 2e-4, 1e-15);
	near(r.session_variance, 2e-4 / 3, 1e-15);
	assert_int_equal(r.runs_per_session, 6);	/* sqrt(12 * 3) */
	assert_int_equal(replication_plan(sessions, 4, 1e6, &r), 0);
	assert_int_equal(r.runs_per_session, 50);
	assert_int_equal(replication_plan(sessions, 1, 12, &r), STATS_TOO_FEW);
	assert_int_equal(replication_plan(sessions, 4, 0, &r), STATS_BAD_VALUE);
	sessions[1] = sessions[2] = sessions[3] = sessions[0];	/* sessions do not differ */
	assert_int_equal(replication_plan(sessions, 4, 12, &r), 0);
	assert_true(r.session_variance < 0);
	assert_int_equal(r.runs_per_session, 10);
	sessions[3].count = 1;
	assert_int_equal(replication_plan(sessions, 4, 12, &r), STATS_BAD_VALUE);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_null_distributions),
		cmocka_unit_test(few_units),
		cmocka_unit_test(refusals),
		cmocka_unit_test(too_many_pairs),
		cmocka_unit_test(linear_scale),
		cmocka_unit_test(incomplete_blocks_drop_out),
		cmocka_unit_test(normal_approximation),
		cmocka_unit_test(symmetries),
		cmocka_unit_test(many_pairs),
		cmocka_unit_test(one_pair),
		cmocka_unit_test(fisher_large),
		cmocka_unit_test(holm_of_nothing),
		cmocka_unit_test(verdict_needs_an_honest_design),
		cmocka_unit_test(verdict_edges),
		cmocka_unit_test(verdict_words),
		cmocka_unit_test(what_could_be_seen),
		cmocka_unit_test(means_may_disagree),
		cmocka_unit_test(no_spikes_without_spread),
		cmocka_unit_test(difference_drifts),
		cmocka_unit_test(runs_per_session),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
