/* The plan of an experiment: see plan.h. */
#include "run/plan.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/units.h"
#include "os/os.h"
#include "run/plan_parts.h"
#include "stats/schedule.h"

const struct param plan_params[] = {
	{ "trials", 0, PARAM_COUNT, 0, "8", NULL, 1, 1e6, "N", "timed trials of every arm" },
	{ "quick", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "four trials instead of eight" },
	{ "warmup", 0, PARAM_COUNT, 0, "1", NULL, 0, 1000, "N", "trials of every arm before them, recorded but not counted" },
	{ "vary", 0, PARAM_TEXT, PARAM_MANY, NULL, NULL, 0, 0, "NAME=SETTING,...",
	    "a variant to compare; the first is the baseline, 'NAME=' changes nothing" },
	{ "decide", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "go on until two variants are told apart, or known to be equal" },
	{ "precision", 0, PARAM_RATIO, 0, NULL, NULL, 1e-6, 1, "P", "go on until the interval is this narrow, +-P of the median" },
	{ "max-trials", 0, PARAM_COUNT, 0, "72", NULL, 8, 160, "N", "of every arm, for --decide and --precision" },
	{ "budget", 0, PARAM_TIME, 0, NULL, NULL, 1e6, 0, "TIME", "end the experiment between blocks when so much time is used up" },
	{ "threshold", 't', PARAM_RATIO, 0, "1%", NULL, 0, 1, "P", "the smallest change that matters" },
	{ "deadline", 0, PARAM_TIME, 0, NULL, NULL, 1e6, 0, "TIME", "end a trial that takes longer, with all its processes" },
	{ "seed", 0, PARAM_TEXT, 0, NULL, NULL, 0, 0, "N", "seed of the order of trials (default: from the system)" },
	PARAM_END,
};

bool
plan_stops_itself(const struct plan *p)
{
	return p->decide || isfinite(p->precision);
}

static bool
same_value(const struct args *a, const struct args *b, size_t i)
{
	const struct arg *x = &a->values[i], *y = &b->values[i];

	return x->set == y->set && (!x->set || strcmp(x->text, y->text) == 0);
}

static bool
same_data(const struct arm *a, const struct arm *b)
{
	for (size_t i = 0; i < a->args.count; i++)
		if ((a->args.params[i].flags & PARAM_DATA) != 0 && !same_value(&a->args, &b->args, i))
			return false;
	return true;
}

static void
number_data(struct plan *p)
{
	for (size_t i = 0; i < p->narms; i++) {
		size_t first = 0;

		while (!same_data(&p->arms[first], &p->arms[i]))
			first++;
		p->arms[i].data = first < i ? p->arms[first].data : (unsigned)p->ndata++;
	}
	p->properties = mem_zero(p->ndata, sizeof(*p->properties));
	p->expected = mem_zero(p->ndata, sizeof(*p->expected));
	for (size_t i = 0; i < p->ndata; i++)
		p->properties[i] = json_object();
}

/* The variant's own options over those of the case. What makes the cases is not for a variant: they would be alike. */
static int
vary_options(const struct plan *p, const struct variant *v, const struct args *of_case, struct args *args, struct err *e)
{
	if (variant_options(v, args, e) != 0)
		return -1;
	for (size_t i = 0; i < args->count; i++)
		for (size_t c = 1; c < p->ncases && !same_value(of_case, args, i); c++)
			if (!same_value(&p->cases[0], &p->cases[c], i))
				return err_set(e, ERR_USAGE, "'--%s' makes cases; variant '%s' cannot set it as well",
				    args->params[i].name, v->name);
	return args_check(args, e);
}

/* Everything that follows from workload, cases and variants; each arm's check is asked. */
int
plan_fill_arms(struct plan *p, struct err *e)
{
	p->labels = mem_zero(p->ncases, sizeof(*p->labels));
	p->arms = mem_zero(p->ncases * p->nvariants, sizeof(*p->arms));
	p->datum = NAN;
	p->tools = json_object();
	for (size_t c = 0; c < p->ncases; c++) {
		p->labels[c] = args_label(p->cases, p->ncases, c);
		for (size_t v = 0; v < p->nvariants; v++) {
			struct arm *arm = &p->arms[p->narms];

			arm->arm_case = (unsigned)c;
			arm->variant = (unsigned)v;
			args_copy(&arm->args, &p->cases[c]);
			p->narms++;
			if (vary_options(p, &p->variants[v], &p->cases[c], &arm->args, e) != 0)
				return -1;
			if (p->workload->check != NULL && p->workload->check(&arm->args, e) != 0)
				return -1;
		}
	}
	number_data(p);
	p->before = json_object();
	return variants_read(p->variants, p->nvariants, p->before, e);
}

int
plan_parse_seed(const char *text, uint64_t *seed, struct err *e)
{
	char *end;

	errno = 0;
	*seed = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0)
		return err_set(e, ERR_USAGE, "'--seed' takes a whole number below 2^64, not '%s'", text);
	return 0;
}

/* How it ends: after a number of trials, or by itself. */
static int
stopping_options(struct plan *p, const struct args *options, struct err *e)
{
	bool fixed = args_get(options, "trials")->given || args_flag(options, "quick");

	p->decide = args_flag(options, "decide");
	p->precision = args_get(options, "precision")->set ? args_real(options, "precision") : NAN;
	p->max_trials = (unsigned)args_count(options, "max-trials");
	if (p->decide && isfinite(p->precision))
		return err_set(e, ERR_USAGE, "'--decide' and '--precision' exclude each other");
	if (!plan_stops_itself(p)) {
		if (args_get(options, "max-trials")->given)
			return err_set(e, ERR_USAGE, "'--max-trials' is for '--decide' and '--precision'; a fixed number is '--trials'");
		return 0;
	}
	if (fixed)
		return err_set(e, ERR_USAGE, "'%s' finds the number of trials itself; limit it by '--max-trials'",
		    p->decide ? "--decide" : "--precision");
	if (p->decide && p->nvariants != 2)
		return err_set(e, ERR_USAGE, "'--decide' takes two variants, not %zu; name them by '--vary'", p->nvariants);
	return 0;
}

int
plan_init(struct plan *p, const struct workload *w, const struct args *args, const struct args *options,
    struct variant *take_variants, size_t nvariants, struct err *e)
{
	memset(p, 0, sizeof(*p));
	p->workload = w;
	p->variants = take_variants;
	p->nvariants = nvariants;
	p->trials = (unsigned)args_count(options, "trials");
	if (args_flag(options, "quick")) {
		if (args_get(options, "trials")->given)
			return err_set(e, ERR_USAGE, "'--quick' and '--trials' exclude each other");
		p->trials = SCHEDULE_UNITS_QUICK;
	}
	p->warmup = (unsigned)args_count(options, "warmup");
	p->deadline_ns = args_count(options, "deadline");
	p->threshold = args_real(options, "threshold");
	p->budget_ns = args_count(options, "budget");
	if (stopping_options(p, options, e) != 0)
		return -1;
	p->seed_given = args_text(options, "seed") != NULL;
	if (!p->seed_given)
		p->seed = os_random_seed();
	else if (plan_parse_seed(args_text(options, "seed"), &p->seed, e) != 0)
		return -1;
	if (args_expand(args, &p->cases, &p->ncases, e) != 0)
		return -1;
	return plan_fill_arms(p, e);
}

/* Trials of each arm, at most. */
static size_t
units(const struct plan *p)
{
	return plan_stops_itself(p) ? p->max_trials : p->trials;
}

static size_t
units_per_block(const struct plan *p)
{
	return plan_stops_itself(p) ? SCHEDULE_UNITS_MIN : schedule_units_per_block(p->nvariants);
}

size_t
plan_blocks(const struct plan *p)
{
	return schedule_block_count(units(p), units_per_block(p));
}

size_t
plan_block_units(const struct plan *p, size_t b)
{
	return schedule_block_units(units(p), units_per_block(p), b);
}

void
plan_describe(const struct plan *p, struct buf *out)
{
	size_t timed = p->narms * units(p), warm = p->narms * p->warmup;

	buf_printf(out, "workload    %s, version %u\n", p->workload->name, p->workload->version);
	for (size_t c = 0; c < p->ncases; c++) {
		json_t *args = args_to_json(&p->cases[c]);
		char *text = json_dumps(args, JSON_COMPACT);

		buf_printf(out, "case        %s%s%s\n", p->labels[c], p->labels[c][0] != '\0' ? ": " : "", text);
		free(text);
		json_decref(args);
	}
	for (size_t v = 0; v < p->nvariants; v++) {
		buf_printf(out, "variant     %s", p->variants[v].name);
		for (size_t s = 0; s < p->variants[v].nsettings; s++)
			buf_printf(out, " %s", p->variants[v].settings[s].text);
		buf_puts(out, v == 0 && p->nvariants > 1 ? " (the baseline)\n" : "\n");
	}
	buf_printf(out, "trials      %zu warm-up and %s%zu timed: %zu of each of %zu arm%s in %zu block%s, in random order, seed %" PRIu64 "\n", warm,
	    plan_stops_itself(p) ? "at most " : "", timed, units(p), p->narms, p->narms == 1 ? "" : "s", plan_blocks(p), plan_blocks(p) == 1 ? "" : "s", p->seed);
	if (p->deadline_ns > 0) {
		char text[32];

		units_format_span(text, sizeof(text), (double)p->deadline_ns / 1e9);
		buf_printf(out, "deadline    %s for a trial\n", text);
	}
	buf_puts(out, "metrics    ");
	for (const struct metric *m = p->workload->metrics; m->name != NULL; m++)
		buf_printf(out, " %s%s", m->name, m == p->workload->metrics ? " (primary)" : "");
	buf_putc(out, '\n');
}

void
plan_release(struct plan *p)
{
	for (size_t i = 0; i < p->narms; i++)
		args_release(&p->arms[i].args);
	for (size_t i = 0; i < p->ncases; i++) {
		args_release(&p->cases[i]);
		if (p->labels != NULL)
			free(p->labels[i]);
	}
	for (size_t i = 0; i < p->nvariants; i++)
		variant_release(&p->variants[i]);
	for (size_t i = 0; i < p->ndata; i++) {
		json_decref(p->properties[i]);
		json_decref(p->expected[i]);
	}
	free(p->arms);
	free(p->cases);
	free(p->labels);
	free(p->variants);
	free(p->properties);
	free(p->expected);
	free(p->description);
	free(p->containment);
	json_decref(p->tools);
	json_decref(p->before);
	memset(p, 0, sizeof(*p));
}
