/*
 * Does the method keep its promises?  Seeded experiments with known truth, through schedule,
 * comparison, verdict and looks, under four kinds of noise.  Bounds: false claims at most 5 %,
 * intervals that hold the truth at least 95 %, power and length as in a larger simulation by other
 * code (numpy, 3000 replicates), each give or take 3 standard errors of this one.
 *
 * The number of replicates is the first argument, or SIMULATE_REPLICATES in the environment; 300
 * take about a second, a long run has 2000 or more.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "noise_help.h"
#include "stats/blocked.h"
#include "stats/rng.h"
#include "stats/schedule.h"
#include "stats/sequential.h"
#include "stats/summary.h"
#include "stats/verdict.h"

#define SLOTS_MAX 160	/* trial slots of one experiment, both variants */
#define UNITS 20	/* per variant in an experiment of fixed length */
#define LOOKS 6		/* up to 72 units per variant */
#define DELTA 0.01

static unsigned replicates = 300;

static const struct model {
	const char *name;
	void (*fill)(struct rng *, double *noise, size_t slots);
	double power_2, power_5;	/* WIN for 2 and 5 % with 20 units, in the larger simulation */
	double units_2;			/* units per variant until a verdict for 2 %; 0: not known */
} models[] = {
	{ "quiet", noise_quiet, 1.00, 1.00, 8 },
	{ "vm", noise_vm, 0.92, 1.00, 17 },
	{ "ramp", noise_ramp, 1.00, 1.00, 0 },
	{ "harsh", noise_harsh, 0.65, 0.95, 30 },
};

#define MODELS (sizeof(models) / sizeof(models[0]))

/* ---- one experiment ---- */

struct experiment {
	double values[2][SLOTS_MAX / 2];
	struct cell cells[SLOTS_MAX];	/* two of each block */
	size_t block_count;
};

/*
 * Runs `units` of both variants in the order of the schedule; the slots pass the noise one after
 * the other, B takes exp(effect) times as long.
 */
static void
run(const struct model *model, uint64_t seed, size_t units, double effect, struct experiment *e)
{
	double noise[SLOTS_MAX];
	size_t slot = 0, m = schedule_units_per_block(2), used[2] = { 0, 0 };
	struct rng order, weather;

	rng_seed(&order, seed);
	rng_seed(&weather, ~seed);
	model->fill(&weather, noise, 2 * units);
	e->block_count = schedule_block_count(units, m);
	for (size_t b = 0; b < e->block_count; b++) {
		size_t size = schedule_block_units(units, m, b);
		unsigned labels[SLOTS_MAX];

		schedule_order(&order, 2, size, labels);
		for (unsigned v = 0; v < 2; v++)
			e->cells[2 * b + v] = (struct cell){ e->values[v] + used[v], size };
		for (size_t i = 0; i < 2 * size; i++, slot++) {
			unsigned v = labels[i];

			e->values[v][used[v]++] = exp(2 + noise[slot] + (v == 1 ? effect : 0));
		}
	}
}

static struct verdict
judge(const struct experiment *e, size_t block_count, double alpha, struct blocked *r)
{
	const struct blocks blocks = { block_count, 2, e->cells };

	assert_int_equal(blocked_compare(&blocks, 0, 1, SERIES_LOG, alpha, r), 0);
	return verdict_decide(&(struct verdict_question){ .est = r->est, .lo = r->lo, .hi = r->hi,
	    .conf = r->conf, .conf_requested = 1 - alpha,
	    .margin = series_margin(SERIES_LOG, DELTA, 1) });
}

static uint64_t
seed_of(size_t model, unsigned replicate)
{
	return UINT64_C(4242000000) + 1000000 * model + replicate;
}

/* ---- bounds ---- */

static double
error_of(double share)
{
	return 3 * sqrt(share * (1 - share) / replicates);
}

static void
at_most(const char *what, const char *model, unsigned count, double share)
{
	double got = (double)count / replicates;

	if (got > share + error_of(share))
		fail_msg("%s, %s: %.1f %%, at most %.1f %%", model, what, 100 * got, 100 * share);
}

static void
at_least(const char *what, const char *model, unsigned count, double share)
{
	double got = (double)count / replicates;

	if (got < share - error_of(share))
		fail_msg("%s, %s: %.1f %%, at least %.1f %%", model, what, 100 * got, 100 * share);
}

/* ---- the promises ---- */

static void
no_effect_is_rarely_claimed(void **state)
{
	(void)state;
	for (size_t m = 0; m < MODELS; m++) {
		unsigned claims = 0, significant = 0, covered = 0;

		for (unsigned i = 0; i < replicates; i++) {
			struct experiment e;
			struct blocked r;
			struct verdict v;

			run(&models[m], seed_of(m, i), UNITS, 0, &e);
			v = judge(&e, e.block_count, 0.05, &r);
			claims += v.kind == VERDICT_WIN || v.kind == VERDICT_LOSS;
			significant += r.p <= 0.05;
			covered += r.lo <= 0 && r.hi >= 0;
		}
		at_most("claims without an effect", models[m].name, claims, 0.05);
		at_most("p <= 0.05 without an effect", models[m].name, significant, 0.05);
		at_least("intervals that hold 0", models[m].name, covered, 0.95);
	}
}

/* B is faster by `change`; the power of the larger simulation is a share give or take another 2 %. */
static void
power_for(double change, size_t offset)
{
	double effect = log1p(-change);

	for (size_t m = 0; m < MODELS; m++) {
		double power = offset == 2 ? models[m].power_2 : models[m].power_5;
		unsigned wins = 0, losses = 0, missed = 0, covered = 0;

		for (unsigned i = 0; i < replicates; i++) {
			struct experiment e;
			struct blocked r;
			struct verdict v;

			run(&models[m], seed_of(m + 10 * offset, i), UNITS, effect, &e);
			v = judge(&e, e.block_count, 0.05, &r);
			wins += v.kind == VERDICT_WIN;
			losses += v.kind == VERDICT_LOSS;
			missed += v.kind == VERDICT_NOCHANGE;
			covered += r.lo <= effect && r.hi >= effect;
		}
		at_least("wins", models[m].name, wins, fmin(power - 0.02, 0.98));
		at_most("wins", models[m].name, wins, fmin(power + 0.02, 1));
		at_most("losses", models[m].name, losses, 0.025);
		at_most("no change", models[m].name, missed, 0.025);
		at_least("intervals that hold the effect", models[m].name, covered, 0.95);
	}
}

static void
two_percent_are_found(void **state)
{
	(void)state;
	power_for(0.02, 2);
}

static void
five_percent_are_found(void **state)
{
	(void)state;
	power_for(0.05, 5);
}

/* Looks at 8, 12, ... 72 units; returns the units used. */
static size_t
look_until_decided(const struct experiment *e, struct verdict *v, struct blocked *r,
    double *smallest_p)
{
	double alpha = sequential_alpha(LOOKS, 0.05);
	size_t units = 0;

	*smallest_p = 1;
	for (unsigned look = 0; look < LOOKS; look++) {
		units = sequential_look_units(look);
		*v = judge(e, units / 4, alpha, r);
		*smallest_p = fmin(*smallest_p, r->p);
		if (sequential_decided(v->kind, look, LOOKS, false))
			break;
	}
	return units;
}

static void
looking_often_stays_honest(void **state)
{
	size_t most = sequential_look_units(LOOKS - 1);

	(void)state;
	for (size_t m = 0; m < MODELS; m++) {
		unsigned claims = 0, significant = 0, covered = 0;

		for (unsigned i = 0; i < replicates; i++) {
			struct experiment e;
			struct blocked r;
			struct verdict v;
			double p;

			run(&models[m], seed_of(m + 70, i), most, 0, &e);
			look_until_decided(&e, &v, &r, &p);
			claims += v.kind == VERDICT_WIN || v.kind == VERDICT_LOSS;
			significant += sequential_adjust_p(LOOKS, p) <= 0.05;
			covered += r.lo <= 0 && r.hi >= 0;
		}
		at_most("claims after looks", models[m].name, claims, 0.05);
		at_most("adjusted p <= 0.05", models[m].name, significant, 0.05);
		at_least("intervals at the end", models[m].name, covered, 0.95);
	}
}

/* The units until a verdict spread by about their own mean. */
static void
looking_stops_early(void **state)
{
	size_t most = sequential_look_units(LOOKS - 1);

	(void)state;
	for (size_t m = 0; m < MODELS; m++) {
		double mean = 0, want = models[m].units_2;
		unsigned wins = 0;

		for (unsigned i = 0; i < replicates; i++) {
			struct experiment e;
			struct blocked r;
			struct verdict v;
			double p;

			run(&models[m], seed_of(m + 80, i), most, log1p(-0.02), &e);
			mean += (double)look_until_decided(&e, &v, &r, &p) / replicates;
			wins += v.kind == VERDICT_WIN;
		}
		at_least("wins after looks", models[m].name, wins, 0.90);
		if (want > 0 && fabs(mean - want) > 1.5 + 3 * want / sqrt(replicates))
			fail_msg("%s: %.1f units for 2 %%, should be about %.0f", models[m].name,
			    mean, want);
	}
}

/* Autocorrelation 0.5 over 30 runs: the plain interval of the median holds it in 82 %. */
static void
dependent_runs_are_covered(void **state)
{
	unsigned covered = 0;

	(void)state;
	for (unsigned i = 0; i < replicates; i++) {
		double x[30], level;
		struct summary s;
		struct rng r;

		rng_seed(&r, seed_of(90, i));
		level = noise_gauss(&r, 0.01);
		for (size_t j = 0; j < 30; j++) {
			x[j] = exp(level);
			level = 0.5 * level + noise_gauss(&r, 0.01 * sqrt(0.75));
		}
		assert_int_equal(summary_compute(x, 30, 0.05, &s), 0);
		covered += s.lo <= 1 && s.hi >= 1;
	}
	at_least("median intervals", "AR(0.5)", covered, 0.94);
}

int
main(int argc, char **argv)
{
	const char *count = argc > 1 ? argv[1] : getenv("SIMULATE_REPLICATES");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_effect_is_rarely_claimed),
		cmocka_unit_test(two_percent_are_found),
		cmocka_unit_test(five_percent_are_found),
		cmocka_unit_test(looking_often_stays_honest),
		cmocka_unit_test(looking_stops_early),
		cmocka_unit_test(dependent_runs_are_covered),
	};

	if (count != NULL && atoi(count) > 0)
		replicates = (unsigned)atoi(count);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
