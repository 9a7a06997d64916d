/* A judgement as JSON: see machine.h. */
#include "view/machine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "view/layout.h"
#include "view/words.h"

enum { FORMAT = 1 };

static json_t *
flags(const struct digest *d)
{
	json_t *list = json_array();

	for (unsigned flag = 1; d->count > 0 && flags_name((enum flag)flag) != NULL; flag <<= 1)
		if (d->flags.mask & flag)
			json_add(list, json_of_text(flags_name((enum flag)flag)));
	return list;
}

static json_t *
outliers(const struct digest *d)
{
	static const char *const causes[] = {
		[CAUSE_UNKNOWN] = NULL,
		[CAUSE_STEAL] = "steal",
		[CAUSE_OTHERS] = "others",
		[CAUSE_INTERRUPTS] = "interrupts",
		[CAUSE_HOST] = "host",
	};
	json_t *list = json_array();

	for (size_t i = 0; i < d->noutliers; i++) {
		json_t *item = json_object();

		json_put_count(item, "index", d->outliers[i].index);
		json_put_real(item, "change", d->outliers[i].ratio);
		json_put_text(item, "cause", causes[d->outliers[i].cause]);
		json_put_real(item, "extent", d->outliers[i].extent);
		json_add(list, item);
	}
	return list;
}

static json_t *
side(const struct judgement *j, const struct finding *f, size_t i)
{
	const struct digest *d = &f->digests[i];
	const struct summary *s = &d->summary;
	bool known = d->count > 0;
	json_t *o = json_object(), *values = json_array();

	json_put_text(o, "name", j->sides.list[i].name);
	json_put_count(o, "n", d->count);
	json_put_count(o, "trials", d->trials);
	json_put_count(o, "failed", d->failed);
	json_put_count(o, "unknown", d->unknown);
	json_put_count(o, "warmups", d->warmups);
	json_put_real(o, "median", known ? s->median : NAN);
	json_put_real(o, "lo", d->count > 1 ? s->lo : NAN);
	json_put_real(o, "hi", d->count > 1 ? s->hi : NAN);
	json_put_real(o, "conf_requested", 1 - COMPARISON_ALPHA);
	json_put_real(o, "conf_attained", known ? s->conf : NAN);
	json_put_bool(o, "attained", known && s->attained);
	json_put_real(o, "half_width", d->count > 1 ? s->half_width_ratio : NAN);
	json_put_real(o, "n_effective", known ? s->n_eff : NAN);
	json_put_real(o, "mean", known ? s->mean : NAN);
	json_put_real(o, "sd", known ? s->sd : NAN);
	json_put_real(o, "mad", known ? s->mad : NAN);
	json_put_real(o, "min", known ? s->min : NAN);
	json_put_real(o, "max", known ? s->max : NAN);
	json_put(o, "flags", flags(d));
	json_put(o, "outliers", outliers(d));
	for (size_t k = 0; k < d->count; k++)
		json_add(values, json_real(d->values[k]));
	json_put(o, "values", values);
	return o;
}

/* Win and loss need a better direction; without one the direction itself is the verdict. */
static const char *
verdict_text(const struct verdict *v, const struct metric *m)
{
	if (m->better == BETTER_NEITHER && v->kind == VERDICT_WIN)
		return "lower";
	if (m->better == BETTER_NEITHER && v->kind == VERDICT_LOSS)
		return "higher";
	return verdict_name(v->kind);
}

static void
put_verdict(json_t *o, const struct verdict *v, const struct metric *m)
{
	json_put_text(o, "verdict", verdict_text(v, m));
	json_put_text(o, "reason", verdict_reason_name(v->reason));
}

static const char *
scale_text(enum series_scale scale)
{
	return scale == SERIES_LOG ? "log" : "linear";
}

/* Estimate and interval as measured, ln(b/a) or b - a. */
static void
put_blocked(json_t *o, const struct blocked *b)
{
	bool ratio = b->scale == SERIES_LOG && isfinite(b->est), interval = b->conf > 0;

	json_put_text(o, "scale", scale_text(b->scale));
	json_put_real(o, "ratio", ratio ? exp(b->est) : NAN);
	json_put_real(o, "ratio_lo", ratio && interval ? exp(b->lo) : NAN);
	json_put_real(o, "ratio_hi", ratio && interval ? exp(b->hi) : NAN);
	json_put_real(o, "theta", b->est);
	json_put_real(o, "lo", interval ? b->lo : NAN);
	json_put_real(o, "hi", interval ? b->hi : NAN);
	json_put_real(o, "conf_attained", b->conf);
	json_put_bool(o, "approximate", b->approximate);
	json_put_real(o, "p", b->p);
	json_put_real(o, "U", b->u);
	json_put_count(o, "k", b->k);
	json_put_count(o, "M", b->pair_count);
}

static json_t *
units_by_block(const struct comparison *c)
{
	const struct blocks *blocks = &c->tally->blocks;
	json_t *list = json_array();

	for (size_t i = 0; i < blocks->block_count; i++) {
		json_t *pair = json_array();

		json_add(pair, json_integer((json_int_t)blocks_cell(blocks, i, c->a)->count));
		json_add(pair, json_integer((json_int_t)blocks_cell(blocks, i, c->b)->count));
		json_add(list, pair);
	}
	return list;
}

static json_t *
spikes(const struct contrast_spikes *s)
{
	json_t *o = json_object();

	json_put_count(o, "a", s->a_spikes);
	json_put_count(o, "a_of", s->a_count);
	json_put_count(o, "b", s->b_spikes);
	json_put_count(o, "b_of", s->b_count);
	json_put_real(o, "p", s->p);
	return o;
}

static json_t *
comparison(const struct judgement *j, const struct finding *f, const struct comparison *c)
{
	struct sentence_case w = layout_case(j, f, c);
	struct buf text = BUF_EMPTY;
	json_t *o = json_object();
	bool known = c->valid && c->blocked.scale == SERIES_LOG;

	sentence_verdict(&text, c, &w, true);
	json_put_text(o, "a", w.a);
	json_put_text(o, "b", w.b);
	put_verdict(o, &c->verdict, f->metric);
	json_put_bool(o, "chance", c->chance);
	json_put_bool(o, "below_noise_floor", c->below_floor);
	json_put_text(o, "words", buf_text(&text));
	put_blocked(o, &c->blocked);
	json_put_real(o, "p", c->valid ? c->p : NAN);
	json_put_real(o, "conf_requested", c->conf_requested);
	json_put_real(o, "p_holm", c->valid ? c->p_holm : NAN);
	json_put_count(o, "family", c->family);
	json_put_count(o, "looks", c->looks_done);
	json_put_count(o, "looks_planned", c->looks);
	json_put(o, "n_per_block", units_by_block(c));
	json_put_real(o, "delta", j->options.delta);
	json_put_real(o, "margin", c->valid ? c->margin : NAN);
	json_put_real(o, "mde", c->detectable);
	json_put_count(o, "n_needed", c->needed > 0 ? c->needed : UINT64_MAX);
	json_put_bool(o, "one_session_each", c->one_each);
	json_put_real(o, "speedup", known ? exp(-c->blocked.est) : NAN);
	json_put_real(o, "mean_ratio", known ? c->b_mean / c->a_mean : NAN);
	json_put_bool(o, "means_disagree", c->means_disagree);
	json_put(o, "spikes", c->valid ? spikes(&c->spikes) : json_null());
	json_put_real(o, "drift_p", c->drift_p);
	buf_release(&text);
	return o;
}

static json_t *
ranking(const struct judgement *j, const struct finding *f)
{
	json_t *list = json_array();

	for (size_t i = 0; i < f->ranking.variant_count; i++) {
		size_t variant = f->ranking.order[i];
		json_t *item = json_object();

		json_put_text(item, "name", j->sides.list[f->ranked_sides[variant]].name);
		json_put_count(item, "rank_best", f->ranking.variants[variant].best);
		json_put_count(item, "rank_worst", f->ranking.variants[variant].worst);
		json_put_real(item, "score", f->ranking.variants[variant].score);
		json_add(list, item);
	}
	return list;
}

static json_t *
measured(const struct blocked *judged, const struct metric *m)
{
	struct blocked b = *judged;
	json_t *o = json_object();

	if (m->better == BETTER_HIGHER)
		blocked_negate(&b);
	put_blocked(o, &b);
	return o;
}

static json_t *
ladder(const struct judgement *j, const struct finding *f)
{
	const struct ladder *l = &f->ladder;
	double sign = f->metric->better == BETTER_HIGHER ? -1 : 1;
	json_t *o = json_object(), *steps = json_array(), *total = measured(&l->total, f->metric);

	for (size_t i = 0; i < l->step_count; i++) {
		const struct ladder_step *s = &l->steps[i];
		json_t *item = json_object();

		json_put_text(item, "from", j->sides.list[i].name);
		json_put_text(item, "to", j->sides.list[i + 1].name);
		json_put(item, "step", measured(&s->step, f->metric));
		json_put_real(item, "p_holm", s->p_holm);
		put_verdict(item, &s->verdict, f->metric);
		json_put_bool(item, "below_noise_floor", noise_covers(&j->noise, &s->verdict, &s->step));
		json_put(item, "cumulative", measured(&s->cumulative, f->metric));
		json_put_real(item, "share", l->shares_meaningful ? s->step.est / l->steps_sum : NAN);
		json_add(steps, item);
	}
	json_put(o, "steps", steps);
	put_verdict(total, &l->total_verdict, f->metric);
	json_put(o, "total", total);
	json_put_real(o, "steps_sum", sign * l->steps_sum);
	json_put_real(o, "closure", sign * l->closure);
	json_put_bool(o, "adds_up", l->adds_up);
	return o;
}

static json_t *
published(const struct judgement *j, const struct finding *f)
{
	static const char *const results[] = {
		[CLAIM_EXACT] = "exact",
		[CLAIM_ROUNDING] = "within-rounding",
		[CLAIM_WRONG] = "wrong",
		[CLAIM_OPEN] = "open",
	};
	json_t *list = json_array();

	for (size_t i = 0; i < f->nclaims; i++) {
		const struct claim *c = &f->claims[i];
		json_t *item = json_object();

		json_put_text(item, "from", j->sides.list[c->a].name);
		json_put_text(item, "to", j->sides.list[c->b].name);
		json_put_text(item, "printed", c->printed);
		json_put_text(item, "formula", claim_formula(c->convention, f->metric->better));
		json_put_real(item, "percent_of_new", c->by_new);
		json_put_real(item, "percent_of_old", c->by_old);
		json_put_real(item, "ratio", c->ratio);
		json_put_text(item, "result", results[c->result]);
		json_put_text(item, "belongs_from", c->elsewhere ? j->sides.list[c->other_a].name : NULL);
		json_put_text(item, "belongs_to", c->elsewhere ? j->sides.list[c->other_b].name : NULL);
		json_add(list, item);
	}
	return list;
}

static json_t *
finding(const struct judgement *j, const struct finding *f)
{
	json_t *o = json_object(), *sides = json_array(), *comparisons = json_array();

	json_put_text(o, "case", j->sides.points[f->point]);
	json_put_text(o, "metric", f->metric->name);
	json_put_text(o, "unit", f->metric->unit);
	json_put_text(o, "better", metric_better_name(f->metric->better));
	json_put_bool(o, "headline", f->headline);
	json_put_bool(o, "primary", f->primary);
	for (size_t i = 0; i < j->sides.count; i++)
		json_add(sides, side(j, f, i));
	json_put(o, "sides", sides);
	for (size_t i = 0; i < f->ncomparisons; i++)
		json_add(comparisons, comparison(j, f, &f->comparisons[i]));
	json_put(o, "comparisons", comparisons);
	json_put(o, "ranking", f->ranked ? ranking(j, f) : json_null());
	json_put(o, "ladder", f->laddered ? ladder(j, f) : json_null());
	json_put(o, "published", published(j, f));
	return o;
}

static json_t *
sides(const struct judgement *j)
{
	json_t *list = json_array();

	for (size_t i = 0; i < j->sides.count; i++) {
		const struct side *s = &j->sides.list[i];
		json_t *item = json_object(), *records = json_array();

		json_put_text(item, "name", s->name);
		for (size_t k = 0; k < s->nparts; k++)
			json_add(records, json_of_text(s->parts[k].record->path));
		json_put(item, "records", records);
		json_add(list, item);
	}
	return list;
}

static bool
is_sequential(const struct sides *s)
{
	bool sequential = s->sequential;

	for (size_t i = 0; i < s->count; i++)
		for (size_t k = 0; k < s->list[i].nparts; k++)
			sequential = sequential || !record_randomised(s->list[i].parts[k].record);
	return sequential;
}

json_t *
machine_judgement(const struct judgement *j)
{
	const json_t *header = j->sides.first->header;
	json_t *o = json_object(), *findings = json_array(), *notes = json_array();

	json_put_count(o, "judgement", FORMAT);
	json_put_text(o, "workload", record_workload(j->sides.first));
	json_put(o, "workload_version", json_deep_copy(json_object_get(header, "workload_version")));
	json_put_text(o, "design", is_sequential(&j->sides) ? "sequential" : "randomised");
	json_put_text(o, "unit", unit_name(j->sides.unit));
	json_put_text(o, "seed", j->sides.between ? NULL : json_get_text(header, "seed"));
	json_put_real(o, "delta", j->options.delta);
	json_put_bool(o, "forced", j->options.force);
	json_put_real(o, "noise_floor", j->noise.ratio);
	json_put_text(o, "differences", j->sides.differences);
	json_put_text(o, "remarks", j->sides.remarks);
	json_put(o, "sides", sides(j));
	for (size_t i = 0; i < j->nfindings; i++)
		json_add(findings, finding(j, &j->findings[i]));
	json_put(o, "findings", findings);
	for (char **n = j->notes; *n != NULL; n++)
		json_add(notes, json_of_text(*n));
	json_put(o, "notes", notes);
	return o;
}
