/* All findings of some records: see judgement.h. */
#include "judge/judgement.h"
#include "judge/stopping.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/quote.h"
#include "stats/sequential.h"

static const char *const always_shown = "flush";

/* ------------------------------------------------------------------ which metrics */

static int
check_metric(const struct record *r, const char *name, struct err *e)
{
	const char **names, *nearest;

	if (name == NULL || metric_find(r->metrics, name) != NULL)
		return 0;
	names = mem_zero(r->nmetrics, sizeof(*names));
	for (size_t i = 0; i < r->nmetrics; i++)
		names[i] = r->metrics[i].name;
	nearest = quote_nearest(name, names, r->nmetrics);
	if (nearest != NULL)
		err_set(e, ERR_USAGE, "there is no metric '%s' in '%s'; did you mean '%s'?", name, r->path, nearest);
	else
		err_set(e, ERR_USAGE, "there is no metric '%s' in '%s'; it has '%s' and %zu more", name, r->path,
		    r->metrics[0].name, r->nmetrics - 1);
	free(names);
	return -1;
}

/* Whether a metric has values at a point on any side, and whether trials failed there. */
static void
look_for_values(const struct sides *s, size_t point, const char *metric, bool *values, bool *failures)
{
	struct tally t;

	tally_make(&t, s, point, metric, UNIT_TRIAL);
	*values = *failures = false;
	for (size_t i = 0; i < t.nsides; i++) {
		*values = *values || tally_known(&t, i) > 0;
		*failures = *failures || t.sides[i].failed > 0;
	}
	tally_release(&t);
}

/* The metric that decides at a point: the declared one, else the first of the headline that has values there. */
static const struct metric *
primary_at(const struct judgement *j, size_t point)
{
	const struct record *r = j->sides.first;
	const char *declared = j->options.gate != NULL ? j->options.gate : j->options.metric;
	bool values, failures;

	if (declared != NULL)
		return metric_find(r->metrics, declared);
	for (size_t i = 0; i < r->nheadline; i++) {
		look_for_values(&j->sides, point, r->metrics[i].name, &values, &failures);
		if (values)
			return &r->metrics[i];
	}
	return &r->metrics[0];
}

static bool
is_shown(const struct judgement *j, size_t point, const struct metric *m, bool primary)
{
	const struct record *r = j->sides.first;
	bool headline = (size_t)(m - r->metrics) < r->nheadline || primary, values, failures;

	if (j->options.metric != NULL)
		return primary || strcmp(m->name, j->options.metric) == 0;
	if (!headline && !j->options.all && strcmp(m->name, always_shown) != 0)
		return false;
	look_for_values(&j->sides, point, m->name, &values, &failures);
	return values || (headline && failures);
}

/* ------------------------------------------------------------------ making */

static void
add_note(struct judgement *j, size_t *count, const char *text)
{
	if (text == NULL || text[0] == '\0')
		return;
	for (size_t i = 0; i < *count; i++)
		if (strcmp(j->notes[i], text) == 0)
			return;
	j->notes = mem_resize(j->notes, *count + 2, sizeof(*j->notes));
	j->notes[(*count)++] = mem_string(text);
	j->notes[*count] = NULL;
}

static void
collect_notes(struct judgement *j)
{
	size_t count = 0;

	j->notes = mem_zero(1, sizeof(*j->notes));
	for (size_t i = 0; i < j->sides.count; i++)
		for (size_t k = 0; k < j->sides.list[i].nparts; k++) {
			const struct record *r = j->sides.list[i].parts[k].record;

			for (size_t t = 0; t < r->ntrials; t++) {
				const json_t *notes = json_object_get(r->trials[t].line, "notes"), *note;
				size_t n;

				json_array_foreach(notes, n, note)
					add_note(j, &count, json_string_value(note));
			}
			add_note(j, &count, json_get_text(json_object_get(r->header, "imported"), "note"));
		}
}

static int
add_findings(struct judgement *j, size_t point, struct err *e)
{
	const struct record *r = j->sides.first;
	const struct metric *primary = primary_at(j, point);

	for (const struct metric *m = r->metrics; m->name != NULL; m++) {
		if (!is_shown(j, point, m, m == primary))
			continue;
		if (finding_make(&j->findings[j->nfindings], &j->sides, point, m, m == primary, j->looks,
		    &j->options, e) != 0)
			return -1;
		j->nfindings++;
	}
	return 0;
}

/* The primary comparisons of all points are one family, all others another. */
static int
adjust(struct judgement *j, struct err *e)
{
	size_t room = 0;
	struct comparison **family;
	int result = 0;

	for (size_t i = 0; i < j->nfindings; i++)
		room += j->findings[i].ncomparisons;
	family = mem_zero(room, sizeof(*family));
	for (int primary = 0; primary < 2 && result == 0; primary++) {
		size_t count = 0;

		for (size_t i = 0; i < j->nfindings; i++)
			for (size_t k = 0; k < j->findings[i].ncomparisons; k++)
				if (j->findings[i].primary == (primary != 0))
					family[count++] = &j->findings[i].comparisons[k];
		result = comparison_adjust(family, count, e);
	}
	free(family);
	return result;
}

/* Claims of less than the machine can be trusted to show. */
static void
hold_against_noise(struct judgement *j)
{
	noise_of(&j->noise, &j->sides);
	for (size_t i = 0; i < j->nfindings; i++)
		for (size_t k = 0; k < j->findings[i].ncomparisons; k++) {
			struct comparison *c = &j->findings[i].comparisons[k];

			c->below_floor = noise_covers(&j->noise, &c->verdict, &c->blocked);
			c->floor = j->noise.ratio;
		}
}

/* The sides are there already. */
static int
make(struct judgement *j, struct err *e)
{
	const struct record *r = j->sides.first;
	int result = check_metric(r, j->options.metric, e);

	if (result == 0)
		result = check_metric(r, j->options.gate, e);
	j->looks = j->sides.between || j->sides.count != 2 ? 0 : stopping_looks(r);
	j->findings = mem_zero(j->sides.npoints * r->nmetrics, sizeof(*j->findings));
	for (size_t i = 0; i < j->sides.npoints && result == 0; i++)
		result = add_findings(j, i, e);
	if (result == 0)
		result = adjust(j, e);
	hold_against_noise(j);
	collect_notes(j);
	if (result != 0)
		judgement_release(j);
	return result;
}

void
judge_options_of(struct judge_options *options, const struct record *r)
{
	const json_t *planned = json_object_get(r->header, "options");
	double delta = json_get_real(planned, "threshold");

	*options = (struct judge_options)JUDGE_OPTIONS;
	if (delta >= 0)
		options->delta = delta;
	options->ladder = json_get_bool(planned, "ladder", false) && r->nvariants > 1;
}

int
judgement_within(struct judgement *j, const struct record *r, const struct judge_options *options, struct err *e)
{
	*j = (struct judgement){ .options = *options };
	sides_within(&j->sides, r);
	return make(j, e);
}

int
judgement_of_series(struct judgement *j, const struct side_group *groups, size_t ngroups, const struct side_order *order,
    const struct judge_options *options, struct err *e)
{
	*j = (struct judgement){ .options = *options };
	if (sides_between(&j->sides, groups, ngroups, options->force, e) != 0) {
		judgement_release(j);
		return -1;
	}
	if (order != NULL)
		sides_arrange(&j->sides, order);
	return make(j, e);
}

int
judgement_between(struct judgement *j, const struct side_group *groups, size_t ngroups,
    const struct judge_options *options, struct err *e)
{
	return judgement_of_series(j, groups, ngroups, NULL, options, e);
}

void
judgement_release(struct judgement *j)
{
	for (size_t i = 0; i < j->nfindings; i++)
		finding_release(&j->findings[i]);
	for (char **n = j->notes; n != NULL && *n != NULL; n++)
		free(*n);
	free(j->findings);
	free(j->notes);
	sides_release(&j->sides);
	*j = (struct judgement){ .looks = 0 };
}

/* ------------------------------------------------------------------ what follows */

const struct finding *
judgement_next_primary(const struct judgement *j, size_t *at)
{
	while (*at < j->nfindings) {
		const struct finding *f = &j->findings[(*at)++];

		if (f->primary)
			return f;
	}
	return NULL;
}

static enum gate
gate_of(struct verdict v, bool chance)
{
	if (chance || v.kind == VERDICT_UNDECIDED)
		return GATE_UNDECIDED;
	return v.kind == VERDICT_LOSS ? GATE_LOSS : GATE_PASS;
}

/* A loss outweighs what is undecided, and that what is fine. */
static void
worsen(enum gate *gate, enum gate other)
{
	if (other == GATE_LOSS || *gate == GATE_PASS)
		*gate = other;
}

static enum gate
gate_of_finding(const struct finding *f)
{
	enum gate gate = GATE_PASS;

	if (f->laddered)
		return gate_of(f->ladder.total_verdict, false);
	for (size_t k = 0; k < f->ncomparisons; k++)
		if (f->comparisons[k].a == 0)
			worsen(&gate, gate_of(f->comparisons[k].verdict, f->comparisons[k].chance));
	return gate;
}

bool
judgement_settled(const struct judgement *j)
{
	const struct finding *f;
	size_t at = 0, count = 0;

	while ((f = judgement_next_primary(j, &at)) != NULL) {
		if (gate_of_finding(f) == GATE_UNDECIDED)
			return false;
		count++;
	}
	return count > 0 && j->sides.count > 1;
}

int
judgement_gate(const struct judgement *j, enum gate *gate, struct err *e)
{
	const struct finding *f;
	size_t at = 0, count = 0;

	*gate = GATE_PASS;
	if (j->sides.count < 2)
		return err_set(e, ERR_USAGE, "'--gate' needs two variants or records, one of them the baseline");
	while ((f = judgement_next_primary(j, &at)) != NULL) {
		if (f->metric->better == BETTER_NEITHER)
			return err_set(e, ERR_USAGE, "'--gate=%s' cannot decide: no direction of it is the better one",
			    f->metric->name);
		worsen(gate, gate_of_finding(f));
		count++;
	}
	if (count == 0)
		*gate = GATE_UNDECIDED;
	return 0;
}
