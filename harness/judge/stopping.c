/* When an experiment ends: see stopping.h. */
#include "judge/stopping.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/units.h"
#include "judge/judgement.h"
#include "stats/flags.h"
#include "stats/sequential.h"
#include "stats/summary.h"

void
stopping_of(struct stopping *s, const struct record *r)
{
	const json_t *options = json_object_get(r->header, "options");
	uint64_t limit = json_get_count(options, "max_trials"), trials = json_get_count(r->header, "trials");
	double budget_s = json_get_real(options, "budget_s"), delta = json_get_real(options, "threshold");

	s->precision = json_get_real(options, "precision");
	s->mode = STOPPING_TRIALS;
	if (json_get_bool(options, "decide", false))
		s->mode = STOPPING_DECIDE;
	else if (isfinite(s->precision))
		s->mode = STOPPING_PRECISION;
	s->max_units = (size_t)(s->mode == STOPPING_TRIALS ? trials : limit);
	s->budget_s = isfinite(budget_s) ? budget_s : INFINITY;
	s->delta = isfinite(delta) ? delta : 0.01;
}

/* Timed trials of the first block that count, and the seconds that they took; false while it is not whole. */
static bool
first_block(const struct record *r, size_t *units, double *took_s)
{
	size_t trials = 0, arms = r->ncases * r->nvariants;
	bool whole = false;

	*took_s = 0;
	for (size_t i = 0; i < r->ntrials; i++) {
		const struct record_trial *t = &r->trials[i];

		if (t->void_ || t->warmup || t->interrupted)
			continue;
		if (t->block == 0) {
			trials++;
			*took_s += t->took_s;
		} else
			whole = true;
	}
	*units = trials / arms;
	return trials > 0 && (whole || trials % arms == 0) && isfinite(*took_s);
}

unsigned
stopping_looks(const struct record *r)
{
	struct stopping s;
	size_t units, affordable;
	double took_s, before_s = 0;

	stopping_of(&s, r);
	if (s.mode != STOPPING_DECIDE)
		return 0;
	if (!isfinite(s.budget_s))
		return sequential_look_count(s.max_units);
	if (!first_block(r, &units, &took_s) || took_s <= 0)
		return 0;
	for (size_t i = 0; i < r->ntrials; i++)
		if (r->trials[i].warmup && isfinite(r->trials[i].took_s))
			before_s += r->trials[i].took_s;
	affordable = (size_t)fmax(0, floor((s.budget_s - before_s) / (took_s / (double)units)));
	if (affordable > s.max_units)
		affordable = s.max_units;
	/* Too little for the first look: it is taken all the same, at what there is. */
	return sequential_look_count(affordable) > 0 ? sequential_look_count(affordable) : 1;
}

/* Trials of each arm when `blocks` blocks are done. */
static size_t
units_done(const struct record *r)
{
	size_t trials = 0;

	for (size_t i = 0; i < r->ntrials; i++)
		trials += !r->trials[i].void_ && !r->trials[i].warmup && !r->trials[i].interrupted;
	return trials / (r->ncases * r->nvariants);
}

static int
decided(const struct record *r, const struct stopping *s, bool *settled, struct err *e)
{
	struct judge_options options = JUDGE_OPTIONS;
	struct judgement j;

	options.delta = s->delta;
	options.metric = r->metrics[0].name;
	if (judgement_within(&j, r, &options, e) != 0)
		return -1;
	*settled = judgement_settled(&j);
	judgement_release(&j);
	return 0;
}

/* The widest interval among the arms; NAN while one has no interval or drifts. */
static double
widest(const struct record *r, const struct stopping *s)
{
	double widest_ratio = 0;

	for (unsigned c = 0; c < r->ncases; c++)
		for (unsigned v = 0; v < r->nvariants; v++) {
			struct summary summary;
			struct flags flags;
			double *values;
			size_t count;
			bool known;

			record_series(r, 0, c, v, &values, NULL, &count);
			known = count > 0 && summary_compute(values, count, COMPARISON_ALPHA, &summary) == 0 &&
			    flags_find(values, count, &summary, s->delta, &flags, NULL) == 0;
			free(values);
			if (!known || !summary.attained || (flags.mask & FLAG_TREND) != 0)
				return NAN;
			widest_ratio = fmax(widest_ratio, summary.half_width_ratio);
		}
	return widest_ratio;
}

static bool
is_look(size_t units, size_t max_units)
{
	unsigned look;

	return sequential_is_look(units, SEQUENTIAL_LOOKS_MAX, &look) || units >= max_units;
}

int
stopping_ask(const struct record *r, double elapsed_s, size_t blocks, size_t planned, enum stopping_answer *answer,
    char *reason, size_t size, struct err *e)
{
	struct stopping s;
	size_t units = units_done(r);
	bool settled = false;
	char span[32];

	stopping_of(&s, r);
	*answer = STOPPING_GO_ON;
	units_format_span(span, sizeof(span), s.budget_s);
	if (s.mode == STOPPING_TRIALS && blocks >= planned) {
		*answer = STOPPING_COMPLETE;
		snprintf(reason, size, "%zu trials of each arm were asked for", s.max_units);
	} else if (s.mode == STOPPING_DECIDE && is_look(units, s.max_units)) {
		unsigned look, looks = stopping_looks(r);

		if (decided(r, &s, &settled, e) != 0)
			return -1;
		sequential_is_look(units, SEQUENTIAL_LOOKS_MAX, &look);
		if (settled) {
			*answer = STOPPING_COMPLETE;
			snprintf(reason, size, "decided at look %u of at most %u, after %zu trials of each variant", look + 1, looks, units);
		} else if (look + 1 >= looks) {
			*answer = looks < sequential_look_count(s.max_units) ? STOPPING_BUDGET : STOPPING_LIMIT;
			snprintf(reason, size, "undecided after %zu trials of each variant, as many as the %s allows", units,
			    *answer == STOPPING_BUDGET ? "budget" : "limit (--max-trials)");
		}
	} else if (s.mode == STOPPING_PRECISION && is_look(units, s.max_units)) {
		double width = widest(r, &s);

		if (width <= s.precision) {
			*answer = STOPPING_COMPLETE;
			snprintf(reason, size, "precision reached after %zu trials of each arm: +-%.2g %% of the median", units, 100 * width);
		} else if (units >= s.max_units) {
			*answer = STOPPING_LIMIT;
			snprintf(reason, size, "precision not reached after %zu trials of each arm, as many as the limit (--max-trials) allows",
			    units);
		}
	}
	/* Another block of the usual length would not fit. */
	if (*answer == STOPPING_GO_ON && elapsed_s + elapsed_s / (double)blocks > s.budget_s) {
		*answer = STOPPING_BUDGET;
		snprintf(reason, size, "the budget of %s is used up after %zu trials of each arm", span, units);
	}
	return 0;
}
