/* A ladder of cumulative steps: what each step brought, and what all of them together. */
#include <math.h>

#include "view/layout.h"
#include "view/show.h"

/* Ladder intervals are judged ones: turned back to less and more for showing. */
static struct blocked
as_measured(const struct blocked *judged, const struct metric *m)
{
	struct blocked b = *judged;

	if (m->better == BETTER_HIGHER)
		blocked_negate(&b);
	return b;
}

static void
verdict_cell(struct table *t, const struct verdict *v, const struct metric *m, const char *name, bool below_floor, bool colour)
{
	struct buf text = BUF_EMPTY;

	sentence_short(&text, v, false, m, name);
	if (below_floor)
		sentence_below_floor(&text);
	table_cell(t, "%s%s%s", words_colour(v, false, m, colour), buf_text(&text), words_colour_end(colour));
	buf_release(&text);
}

static void
share_cell(struct table *t, const struct ladder *l, const struct ladder_step *s)
{
	if (l->shares_meaningful && l->steps_sum < 0)
		table_cell(t, "%.0f %%", 100 * s->step.est / l->steps_sum);
	else
		table_cell(t, "%s", "");
}

static void
step_row(struct table *t, const struct judgement *j, const struct finding *f, size_t step, bool colour)
{
	const struct ladder_step *s = &f->ladder.steps[step];
	struct units_scale scale = layout_scale(j, f);
	struct blocked own = as_measured(&s->step, f->metric), since = as_measured(&s->cumulative, f->metric);
	const char *name = j->sides.list[step + 1].name;

	table_cell(t, "%s", name);
	layout_median(t, &f->digests[step + 1], scale);
	layout_ratio(t, &own, scale);
	layout_ratio_interval(t, &own, scale);
	layout_ratio(t, &since, scale);
	layout_ratio_interval(t, &since, scale);
	share_cell(t, &f->ladder, s);
	verdict_cell(t, &s->verdict, f->metric, name, noise_covers(&j->noise, &s->verdict, &own), colour);
}

/* The total is what the ladder was declared for: its verdict in full, and not adjusted for the steps. */
static void
total_verdict_cell(struct table *t, const struct judgement *j, const struct finding *f, bool colour)
{
	for (size_t i = 0; i < f->ncomparisons; i++) {
		struct comparison total = f->comparisons[i];
		struct sentence_case w = layout_case(j, f, &total);
		struct buf text = BUF_EMPTY;

		if (total.a != 0 || total.b != j->sides.count - 1)
			continue;
		total.chance = false;
		sentence_verdict(&text, &total, &w, false);
		table_cell(t, "%s%s%s", words_colour(&total.verdict, false, f->metric, colour), buf_text(&text),
		    words_colour_end(colour));
		buf_release(&text);
	}
}

static void
total_row(struct table *t, const struct judgement *j, const struct finding *f, bool colour)
{
	struct blocked total = as_measured(&f->ladder.total, f->metric);
	struct units_scale scale = layout_scale(j, f);

	table_cell(t, "all steps");
	table_cell(t, "%s", "");
	table_cell(t, "%s", "");
	table_cell(t, "%s", "");
	layout_ratio(t, &total, scale);
	layout_ratio_interval(t, &total, scale);
	table_cell(t, "%s", "");
	total_verdict_cell(t, j, f, colour);
}

static void
show_ladder(const struct judgement *j, const struct finding *f, bool colour, struct buf *out)
{
	const char *interval = f->ladder.total.conf > 0 ? "95 % interval" : "";
	struct units_scale scale = layout_scale(j, f);
	struct table t;

	table_init(&t, "lrrdrdrl");
	table_cell(&t, "%s", f->metric->name);
	table_cell(&t, "median");
	table_cell(&t, "step");
	table_cell(&t, "%s", interval);
	table_cell(&t, "since %s", j->sides.list[0].name);
	table_cell(&t, "%s", interval);
	table_cell(&t, "%s", f->ladder.shares_meaningful ? "share" : "");
	table_end_row(&t);
	table_cell(&t, "%s", j->sides.list[0].name);
	layout_median(&t, &f->digests[0], scale);
	table_end_row(&t);
	for (size_t i = 0; i < f->ladder.step_count; i++)
		step_row(&t, j, f, i, colour);
	total_row(&t, j, f, colour);
	table_print(&t, 2, out);
	table_release(&t);
}

/* "product of the steps 0.087, all steps measured directly 0.093" and whether that fits. */
static void
show_closure(const struct judgement *j, const struct finding *f, struct buf *out)
{
	const struct ladder *l = &f->ladder;
	double sign = f->metric->better == BETTER_HIGHER ? -1 : 1;
	struct units_scale scale = layout_scale(j, f);

	if (l->scale == SERIES_LOG)
		buf_printf(out, "  %s: steps multiplied %.3f, measured directly %.3f", f->metric->name,
		    exp(sign * l->steps_sum), exp(sign * l->total.est));
	else
		buf_printf(out, "  %s: steps added %+.*f, measured directly %+.*f %s", f->metric->name, scale.decimals,
		    sign * l->steps_sum * scale.factor, scale.decimals, sign * l->total.est * scale.factor,
		    scale.suffix);
	buf_puts(out, l->adds_up ? ".\n" : ": the steps do not add up: noise or interaction.\n");
}

void
show_steps(const struct judgement *j, const struct show_options *o, struct buf *out)
{
	bool first = true;

	for (size_t i = 0; i < j->nfindings; i++) {
		const struct finding *f = &j->findings[i];

		if (i == 0 || f->point != j->findings[i - 1].point)
			layout_point(j, f->point, first, out);
		else
			buf_putc(out, '\n');
		first = false;
		if (f->laddered) {
			show_ladder(j, f, o->colour, out);
			show_closure(j, f, out);
		} else
			buf_printf(out, "  %s: not every step has values\n", f->metric->name);
	}
	buf_puts(out, "  What a step brings depends on the order of the steps.\n");
}
