/*
 * Do experiments keep the method's promises? Seeded ones with known truth go through the real plan, runner, stopping rule, record and
 * judgement, on a fake clock and under five kinds of noise; only the trials themselves are invented. simulate_stats_test asks the
 * statistics alone; here a schedule that is drawn and not followed, a warm-up that counts, or a look that is not counted shows as well.
 *
 * Bounds: false claims at most 5 %, intervals that hold the truth at least 95 %, and the power and length of another simulation (by
 * other code, in numpy), each give or take what chance explains. SIMULATE_REPLICATES=2000 is the long run; its table is printed
 * as comments.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"
#include "fake_os.h"
#include "judge/judgement.h"
#include "measure/standard.h"
#include "noise_help.h"
#include "run/runner.h"
#include "stats/binomial.h"

enum { SLOTS_MAX = 160, VARIANTS_MAX = 4 };

#define WORDS(...) (const char *const[]){ __VA_ARGS__, NULL }

static unsigned replicates = 40;

/* ------------------------------------------------------------------ a workload, and an executor that plays it */

static const struct param params[] = { PARAM_END };
static const struct metric metrics[] = { METRIC_REAL, METRIC_END };
static const struct workload toy = { .name = "toy", .summary = "a toy", .version = 1, .params = params, .metrics = metrics };

struct stage {
	const struct plan *plan;
	const double *effects;		/* ln(time) of each variant, less that of the first */
	double noise[SLOTS_MAX];
	size_t warmups, slot;		/* trials begun of each */
};

/* What a trial takes; the machine is cold in warm-ups, which would spoil the result if they counted. */
static double
real(struct stage *s, const struct step *step)
{
	size_t arm = 0;

	while (step->args != &s->plan->arms[arm].args)
		arm++;
	if (s->warmups < s->plan->warmup * s->plan->narms) {
		s->warmups++;
		return 3;
	}
	assert_true(s->slot < SLOTS_MAX);
	return exp(s->noise[s->slot++] + s->effects[s->plan->arms[arm].variant]);
}

static int
play(void *context, const struct step *step, struct outcome *o, struct err *e)
{
	struct stage *s = context;
	json_t *values = json_object();

	(void)e;
	*o = (struct outcome){ .result = json_object() };
	json_put_text(o->result, "status", "ok");
	if (step->kind == STEP_TRIAL) {
		double took_s = real(s, step);

		fake_os_advance((uint64_t)(took_s * 1e9));
		json_put_real(values, "real", took_s);
		assert_int_equal(rmdir(step->out), 0);
	}
	json_put(o->result, step->kind == STEP_TRIAL ? "values" : "properties", values);
	return 0;
}

/* ------------------------------------------------------------------ many experiments of one design */

struct laboratory {
	char directory[64];
	char *path;
	struct plan plan;
	struct scratch scratch;
	struct stage stage;
	size_t slots;		/* at most, warm-ups apart */
	unsigned judged;	/* replicates so far */
};

#define assert_ok(result, e) do { if ((result) != 0) fail_msg("%s", (e).text); } while (0)

static void
make_plan(struct plan *p, const char *const *words, unsigned nvariants)
{
	struct args args, options, *tables[] = { &args, &options };
	struct variant *variants = mem_zero(nvariants, sizeof(*variants));
	char **operands, *const *argv = (char *const *)(uintptr_t)words;
	struct err e;
	int argc = 0;

	while (words[argc] != NULL)
		argc++;
	args_init(&args, params);
	args_init(&options, plan_params);
	assert_ok(args_parse(tables, 2, argc, argv, &operands, &e), e);
	for (unsigned i = 0; i < nvariants; i++)
		variant_init(&variants[i], (char[]){ (char)('A' + i), '\0' });
	assert_ok(plan_init(p, &toy, &args, &options, variants, nvariants, &e), e);
	p->heartbeat_iterations = 1;	/* the clock is a fake, the work would not be */
	free(operands);
	args_release(&args);
	args_release(&options);
}

static struct runner
runner_of(struct laboratory *l)
{
	return (struct runner){
		.plan = &l->plan,
		.executor = { play, &l->stage },
		.scratch = &l->scratch,
		.keep = l->directory,
		.caller = l->directory,
		.place = l->directory,
	};
}

/* In memory where there is such a place: a record is brought to the disk with every line. It is the test's state, which goes with the test. */
static struct laboratory *
laboratory_make(void **state, const char *const *words, unsigned nvariants)
{
	struct laboratory *l = mem_zero(1, sizeof(*l));
	struct runner r;
	struct err e;

	*state = l;
	fake_os_reset();
	strcpy(l->directory, "/dev/shm/harness-simulate-XXXXXX");
	if (mkdtemp(l->directory) == NULL) {
		strcpy(l->directory, "/tmp/harness-simulate-XXXXXX");
		assert_non_null(mkdtemp(l->directory));
	}
	l->path = path_join(l->directory, "r.jsonl");
	make_plan(&l->plan, words, nvariants);
	assert_ok(scratch_make(&l->scratch, l->directory, &e), e);
	l->stage.plan = &l->plan;
	l->slots = nvariants * (l->plan.decide ? l->plan.max_trials : l->plan.trials);
	r = runner_of(l);
	assert_ok(runner_prepare(&r, &e), e);
	runner_release(&r);
	return l;
}

static int
laboratory_release(void **state)
{
	struct laboratory *l = *state;
	struct err e;
	int result;

	plan_release(&l->plan);
	result = scratch_remove(&l->scratch, &e);
	if (file_remove_tree(l->directory, &e) != 0)
		result = -1;
	free(l->path);
	free(l);
	return result;
}

/* The file says the same as the record in memory, which the others are judged by. */
static void
compare_with_file(const struct laboratory *l, const struct judgement *j)
{
	const struct comparison *here = &j->findings[0].comparisons[0], *there;
	struct judgement again;
	struct record r;
	struct err e;

	assert_ok(record_load(l->path, RECORD_LINES, &r, &e), e);
	assert_ok(judgement_within(&again, &r, &j->options, &e), e);
	there = &again.findings[0].comparisons[0];
	assert_int_equal(there->verdict.kind, here->verdict.kind);
	assert_int_equal(there->looks_done, here->looks_done);
	assert_true(fabs(there->blocked.lo - here->blocked.lo) < 1e-9 && fabs(there->blocked.hi - here->blocked.hi) < 1e-9);
	judgement_release(&again);
	record_release(&r);
}

/* One experiment from the plan to the judgement; tally is told what was found, and how many trials of each arm that took. */
static void
experiment(struct laboratory *l, const struct noise_model *model, uint64_t seed, const double *effects,
    void (*tally)(const struct finding *f, size_t units, void *context), void *context)
{
	struct judge_options options;
	struct record_writer writer;
	struct judgement j;
	struct runner r = runner_of(l);
	struct rng weather;
	struct err e;
	json_t *header;

	l->plan.seed = seed;
	l->stage.effects = effects;
	l->stage.warmups = l->stage.slot = 0;
	rng_seed(&weather, ~seed);
	model->fill(&weather, l->stage.noise, l->slots);
	header = plan_to_header(&l->plan, "harness run toy", json_object());
	assert_ok(record_create(&writer, l->path, 0, header, &e), e);
	json_decref(header);
	assert_ok(runner_run(&r, &writer, &e), e);
	judge_options_of(&options, &writer.record);
	assert_ok(judgement_within(&j, &writer.record, &options, &e), e);
	assert_int_equal(j.nfindings, 1);
	if (l->judged++ == 0)
		compare_with_file(l, &j);
	tally(&j.findings[0], l->stage.slot / l->plan.nvariants, context);
	judgement_release(&j);
	record_close(&writer);
	assert_int_equal(unlink(l->path), 0);
	runner_release(&r);
}

/* Seeds differ for every design and model: 4242 million, the design's number, the model's, the replicate's. */
static void
replicate(struct laboratory *l, unsigned design, unsigned model, const double *effects,
    void (*tally)(const struct finding *f, size_t units, void *context), void *context)
{
	for (unsigned i = 0; i < replicates; i++)
		experiment(l, &noise_models[model], UINT64_C(4242000000) + 10000000 * design + 1000000 * model + i, effects, tally, context);
}

/* ------------------------------------------------------------------ bounds */

static double
share(unsigned count)
{
	return (double)count / replicates;
}

/*
 * A share at its limit gives such a count in fewer than 1 of 500 simulations: in 2000 replicates that is 3 standard errors, in few it allows
 * for the skewness as well.
 */
static void
at_most(const char *what, const char *model, unsigned count, double limit)
{
	if (binomial_from(count, replicates, limit) < 0.002)
		fail_msg("%s: %s: %.1f %%, at most %.1f %%", model, what, 100 * share(count), 100 * limit);
}

static void
at_least(const char *what, const char *model, unsigned count, double limit)
{
	if (binomial_below(count + 1, replicates, limit) < 0.002)
		fail_msg("%s: %s: %.1f %%, at least %.1f %%", model, what, 100 * share(count), 100 * limit);
}

/* What the other simulation saw, or between what. */
struct range {
	double least, most;
};

#define JUST(x) { x, x }
#define UNKNOWN { 0, 1 }

/* 3 standard errors of a share that is p, seen in n replicates. */
static double
error_of(double p, double n)
{
	return 3 * sqrt(p * (1 - p) / n);
}

/* It had so many replicates, and its figures were rounded to whole percents. */
static void
as_seen(const char *what, const char *model, unsigned count, const struct range *seen, double others)
{
	double low = fmin(seen->least, 0.995), high = fmax(seen->most, 0.005);

	if (share(count) < seen->least - 0.005 - hypot(error_of(low, replicates), error_of(low, others)) ||
	    share(count) > seen->most + 0.005 + hypot(error_of(high, replicates), error_of(high, others)))
		fail_msg("%s: %s: %.1f %%, should be %.1f to %.1f %%", model, what, 100 * share(count), 100 * seen->least, 100 * seen->most);
}

/* ------------------------------------------------------------------ two variants */

struct pair_tally {
	double effect;
	unsigned wins, losses, proven, nochange, covered;
	double units, units_squared;
};

static void
tally_pair(const struct finding *f, size_t units, void *context)
{
	const struct comparison *c = &f->comparisons[0];
	struct pair_tally *t = context;

	assert_int_equal(f->ncomparisons, 1);
	assert_true(c->valid);
	t->wins += c->verdict.kind == VERDICT_WIN;
	t->losses += c->verdict.kind == VERDICT_LOSS;
	t->proven += c->verdict.reason == REASON_PROVEN;
	t->nochange += c->verdict.kind == VERDICT_NOCHANGE;
	t->covered += c->blocked.lo <= t->effect && c->blocked.hi >= t->effect;
	t->units += (double)units / replicates;
	t->units_squared += (double)(units * units) / replicates;
}

struct seen {
	struct range claims, nochange;	/* without an effect */
	struct range wins_2, wins_5;	/* with 2 and 5 % */
	double units_2;			/* of each variant, until a verdict for 2 %; NAN: it did not look */
};

static struct pair_tally
pairs(struct laboratory *l, unsigned design, unsigned model, double change)
{
	const double effects[VARIANTS_MAX] = { 0, log1p(-change) };
	const char *how = l->plan.budget_ns > 0 ? "budget" : l->plan.decide ? "decide" : "fixed";
	struct pair_tally t = { .effect = effects[1] };

	replicate(l, design, model, effects, tally_pair, &t);
	print_message("# %-6s %-8s %2.0f %% faster: %5.1f win %5.1f loss %5.1f no change %5.1f covered (%%), %4.1f trials each\n", how,
	    noise_models[model].name, 100 * change, 100 * share(t.wins), 100 * share(t.losses), 100 * share(t.nochange),
	    100 * share(t.covered), t.units);
	return t;
}

static void
no_effect(struct laboratory *l, unsigned design, unsigned model, const struct seen *seen, double others)
{
	const char *name = noise_models[model].name;
	struct pair_tally t = pairs(l, design, model, 0);

	at_most("claims without an effect", name, t.wins + t.losses, 0.05);
	at_most("proven without an effect", name, t.proven, 0.025);
	at_least("intervals that hold 0", name, t.covered, 0.95);
	as_seen("claims without an effect", name, t.wins + t.losses, &seen->claims, others);
	as_seen("no change without an effect", name, t.nochange, &seen->nochange, others);
}

static void
an_effect(struct laboratory *l, unsigned design, unsigned model, double change, const struct range *wins, double units,
    double others)
{
	const char *name = noise_models[model].name;
	struct pair_tally t = pairs(l, design, model, change);
	double sd = sqrt(t.units_squared - t.units * t.units);

	at_most("losses with a gain", name, t.losses, 0.025);
	at_most("no change with a change", name, t.nochange, 0.025);
	at_least("intervals that hold the effect", name, t.covered, 0.95);
	as_seen("wins", name, t.wins, wins, others);
	if (isfinite(units) && fabs(t.units - units) > 0.5 + 3 * hypot(sd / sqrt(replicates), sd / sqrt(others)))
		fail_msg("%s: %.1f trials each, should be about %.0f", name, t.units, units);
}

static void
two_variants(void **state, unsigned design, const char *const *words, const struct seen seen[NOISE_MODELS], double others)
{
	struct laboratory *l = laboratory_make(state, words, 2);

	for (unsigned m = 0; m < NOISE_MODELS; m++) {
		no_effect(l, design, m, &seen[m], others);
		an_effect(l, design + 1, m, 0.02, &seen[m].wins_2, seen[m].units_2, others);
		if (!l->plan.decide)
			an_effect(l, design + 2, m, 0.05, &seen[m].wins_5, NAN, others);
	}
}

/* The other simulation had 5 and 10. */
static void
eight_trials(void **state)
{
	static const struct seen seen[NOISE_MODELS] = {
		{ UNKNOWN, UNKNOWN, JUST(1.00), JUST(1.00), NAN },
		{ UNKNOWN, { 0, 0.10 }, { 0, 0.66 }, { 0.59, 0.94 }, NAN },
		{ UNKNOWN, { 0, 0.83 }, { 0, 0.94 }, { 0.76, 0.99 }, NAN },
		{ UNKNOWN, { 0, 0.00 }, { 0, 0.36 }, { 0.40, 0.74 }, NAN },
		{ UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, NAN },
	};

	two_variants(state, 0, WORDS("--trials", "8"), seen, 3000);
}

static void
ten_trials(void **state)
{
	static const struct seen seen[NOISE_MODELS] = {
		{ JUST(0.000), UNKNOWN, JUST(1.00), JUST(1.00), NAN },
		{ JUST(0.037), UNKNOWN, JUST(0.66), JUST(0.94), NAN },
		{ JUST(0.018), UNKNOWN, JUST(0.94), JUST(0.99), NAN },
		{ JUST(0.037), UNKNOWN, JUST(0.36), JUST(0.74), NAN },
		{ UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, NAN },
	};

	two_variants(state, 3, WORDS("--trials", "10"), seen, 3000);
}

static void
twenty_trials(void **state)
{
	static const struct seen seen[NOISE_MODELS] = {
		{ JUST(0.000), JUST(1.00), JUST(1.00), JUST(1.00), NAN },
		{ JUST(0.027), JUST(0.10), JUST(0.92), JUST(1.00), NAN },
		{ JUST(0.001), JUST(0.83), JUST(1.00), JUST(1.00), NAN },
		{ JUST(0.045), JUST(0.00), JUST(0.65), JUST(0.95), NAN },
		{ UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, NAN },
	};

	two_variants(state, 6, WORDS("--trials", "20"), seen, 3000);
}

static void
until_it_is_decided(void **state)
{
	static const struct seen seen[NOISE_MODELS] = {
		{ JUST(0.000), UNKNOWN, UNKNOWN, UNKNOWN, 8 },
		{ JUST(0.022), UNKNOWN, UNKNOWN, UNKNOWN, 17 },
		{ UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, NAN },
		{ JUST(0.032), UNKNOWN, UNKNOWN, UNKNOWN, 30 },
		{ UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, NAN },
	};

	two_variants(state, 9, WORDS("--decide", "--max-trials", "72"), seen, 1500);
}

/* A trial takes a little over a second by the fake clock: time for the first looks only, and how many is known after the first block. */
static void
until_the_time_is_up(void **state)
{
	static const struct seen seen[NOISE_MODELS] = {
		{ UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, NAN },
		{ UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, NAN },
		{ UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, NAN },
		{ UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, NAN },
		{ UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, NAN },
	};

	two_variants(state, 12, WORDS("--decide", "--budget", "60s"), seen, 1500);
}

/* ------------------------------------------------------------------ three variants, ranked */

struct rank_tally {
	const double *effects;
	unsigned unadjusted, beaten, claimed;	/* at least one */
	unsigned proven, held;			/* all: no two variants share a rank; the true ranks are among the possible */
};

static void
tally_ranks(const struct finding *f, size_t units, void *context)
{
	struct rank_tally *t = context;
	bool unadjusted = false, beaten = false, claimed = false, proven = true, held = true;

	(void)units;
	assert_true(f->ranked);
	assert_int_equal(f->ranking.family_size, 3);
	for (size_t i = 0; i < f->ranking.pair_count; i++) {
		const struct rank_pair *p = &f->ranking.pairs[i];

		unadjusted = unadjusted || p->blocked.p <= 0.05;
		beaten = beaten || p->a_beats_b || p->b_beats_a;
	}
	for (size_t i = 0; i < f->ncomparisons; i++) {
		const struct comparison *c = &f->comparisons[i];

		claimed = claimed || (!c->chance && (c->verdict.kind == VERDICT_WIN || c->verdict.kind == VERDICT_LOSS));
	}
	for (size_t i = 0; i < 3; i++) {
		const struct rank_variant *v = &f->ranking.variants[i];
		size_t faster = 0, not_slower = 0;

		for (size_t k = 0; k < 3; k++) {
			faster += t->effects[k] < t->effects[i];
			not_slower += t->effects[k] <= t->effects[i];
		}
		proven = proven && v->best == v->worst;
		held = held && v->best <= faster + 1 && v->worst >= not_slower;	/* equals have all the ranks that they share */
	}
	t->unadjusted += unadjusted;
	t->beaten += beaten;
	t->claimed += claimed;
	t->proven += proven;
	t->held += held;
}

static void
print_ranks(const char *model, const char *effects, const struct rank_tally *t)
{
	print_message("# ranked %-8s %9s %%: %5.1f p <= .05 unadjusted %5.1f beats another %5.1f claim %5.1f all proven %5.1f ranks hold (%%)\n",
	    model, effects, 100 * share(t->unadjusted), 100 * share(t->beaten), 100 * share(t->claimed), 100 * share(t->proven),
	    100 * share(t->held));
}

static void
three_variants(void **state)
{
	static const double equal[VARIANTS_MAX] = { 0 }, different[VARIANTS_MAX] = { 0, -0.03, 0.03 };
	struct laboratory *l = laboratory_make(state, WORDS("--trials", "12"), 3);

	for (unsigned m = 0; m < NOISE_MODELS; m++) {
		const char *name = noise_models[m].name;
		struct rank_tally none = { .effects = equal }, some = { .effects = different };

		l->plan.threshold = 0;	/* else it hides much of what chance does */
		replicate(l, 20, m, equal, tally_ranks, &none);
		l->plan.threshold = 0.01;
		replicate(l, 21, m, different, tally_ranks, &some);
		print_ranks(name, "0, 0, 0", &none);
		print_ranks(name, "0, -3, +3", &some);
		at_most("one beats another that is equal", name, none.beaten, 0.05);
		at_most("any claim among equals", name, none.claimed, 0.05);
		at_least("ranks of equals", name, none.held, 0.95);
		at_least("ranks", name, some.held, 0.95);
		if (m == 0)	/* 3 % are ten standard errors */
			at_least("every rank", name, some.proven, 0.99);
	}
}

/* ------------------------------------------------------------------ a ladder */

struct ladder_tally {
	const double *effects;
	unsigned false_steps, true_steps;	/* any that is not there, all that are */
	unsigned total_wins, total_losses, total_covered, cumulative_covered, adds_up;
};

static void
tally_ladder(const struct finding *f, size_t units, void *context)
{
	struct ladder_tally *t = context;
	const struct ladder *l = &f->ladder;
	bool false_step = false, true_steps = true;

	(void)units;
	assert_true(f->laddered);
	assert_int_equal(l->step_count, 3);
	for (size_t i = 0; i < 3; i++) {
		double effect = t->effects[i + 1] - t->effects[i];
		enum verdict_kind kind = l->steps[i].verdict.kind;

		false_step = false_step || (kind == VERDICT_WIN && effect >= 0) || (kind == VERDICT_LOSS && effect <= 0);
		true_steps = true_steps && (effect == 0 || kind == VERDICT_WIN);
	}
	t->false_steps += false_step;
	t->true_steps += true_steps;
	t->total_wins += l->total_verdict.kind == VERDICT_WIN;
	t->total_losses += l->total_verdict.kind == VERDICT_LOSS;
	t->total_covered += l->total.lo <= t->effects[3] && l->total.hi >= t->effects[3];
	t->cumulative_covered += l->steps[1].cumulative.lo <= t->effects[2] && l->steps[1].cumulative.hi >= t->effects[2];
	t->adds_up += l->adds_up;
}

static struct ladder_tally
climb(struct laboratory *l, unsigned design, unsigned model, const double *effects)
{
	const char *name = noise_models[model].name;
	struct ladder_tally t = { .effects = effects };

	replicate(l, design, model, effects, tally_ladder, &t);
	print_message("# ladder %-8s %2.0f %% faster: steps: %5.1f any false %5.1f all true; total: %5.1f win %5.1f loss %5.1f covered; "
	    "%5.1f covered on the way %5.1f adds up (%%)\n", name, 100 * (1 - exp(effects[3])), 100 * share(t.false_steps),
	    100 * share(t.true_steps), 100 * share(t.total_wins), 100 * share(t.total_losses), 100 * share(t.total_covered),
	    100 * share(t.cumulative_covered), 100 * share(t.adds_up));
	at_most("any false step", name, t.false_steps, 0.05);
	at_least("intervals of the total", name, t.total_covered, 0.95);
	at_least("intervals on the way", name, t.cumulative_covered, 0.95);
	return t;
}

static void
a_ladder(void **state)
{
	static const double flat[VARIANTS_MAX] = { 0 }, steps[VARIANTS_MAX] = { 0, -0.03, -0.03, -0.05 };
	struct laboratory *l = laboratory_make(state, WORDS("--trials", "12"), 4);

	l->plan.ladder = true;
	for (unsigned m = 0; m < NOISE_MODELS; m++) {
		struct ladder_tally t;

		l->plan.threshold = 0;
		t = climb(l, 30, m, flat);
		at_most("total of nothing", noise_models[m].name, t.total_wins + t.total_losses, 0.05);
		l->plan.threshold = 0.01;
		t = climb(l, 31, m, steps);
		at_most("total the wrong way", noise_models[m].name, t.total_losses, 0.025);
		if (m == 0) {	/* 2 % are ten standard errors */
			at_least("steps", noise_models[m].name, t.true_steps, 0.99);
			at_least("total", noise_models[m].name, t.total_wins, 0.99);
			at_least("sums", noise_models[m].name, t.adds_up, 0.99);
		}
	}
}

int
main(void)
{
	const char *count = getenv("SIMULATE_REPLICATES");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(eight_trials, laboratory_release),
		cmocka_unit_test_teardown(ten_trials, laboratory_release),
		cmocka_unit_test_teardown(twenty_trials, laboratory_release),
		cmocka_unit_test_teardown(until_it_is_decided, laboratory_release),
		cmocka_unit_test_teardown(until_the_time_is_up, laboratory_release),
		cmocka_unit_test_teardown(three_variants, laboratory_release),
		cmocka_unit_test_teardown(a_ladder, laboratory_release),
	};

	if (count != NULL && atoi(count) > 0)
		replicates = (unsigned)atoi(count);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
