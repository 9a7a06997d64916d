/* Three sides or more: a ranking by the metric that decides, the other metrics side by side, all pairs if asked for. */
#include <math.h>
#include <stdlib.h>

#include "view/layout.h"
#include "view/show.h"

static const struct comparison *
against_first(const struct finding *f, size_t side)
{
	for (size_t i = 0; i < f->ncomparisons; i++)
		if (f->comparisons[i].a == 0 && f->comparisons[i].b == side)
			return &f->comparisons[i];
	return NULL;
}

/* What is the same for all rows is said once, below the table. */
static bool
is_shared(const struct comparison *c)
{
	return c->one_each || c->verdict.reason == REASON_ORDER_NOT_CONTROLLED || c->verdict.reason == REASON_UNFINISHED;
}

static void
verdict_cell(struct table *t, const struct judgement *j, const struct finding *f, const struct comparison *c,
    bool colour)
{
	struct sentence_case w = layout_case(j, f, c);
	struct buf text = BUF_EMPTY;

	if (is_shared(c)) {
		buf_puts(&text, "undecided (");
		sentence_difference(&text, c, f->metric, c->blocked.est);
		buf_putc(&text, ')');
	} else
		sentence_verdict(&text, c, &w, false);
	table_cell(t, "%s%s%s", words_colour(&c->verdict, c->chance, f->metric, colour), buf_text(&text),
	    words_colour_end(colour));
	buf_release(&text);
}

static void
rank_cell(struct table *t, const struct rank_variant *v)
{
	if (v->best == v->worst)
		table_cell(t, "%zu", v->best);
	else
		table_cell(t, "%zu-%zu", v->best, v->worst);
}

static void
rank_row(struct table *t, const struct judgement *j, const struct finding *f, size_t side, const struct rank_variant *v,
    const struct show_options *o)
{
	const struct comparison *c = against_first(f, side);
	struct units_scale scale = layout_scale(j, f);

	if (v != NULL)
		rank_cell(t, v);
	else
		table_cell(t, "-");
	table_cell(t, "%s", j->sides.list[side].name);
	layout_median(t, &f->digests[side], scale);
	if (c == NULL) {
		table_cell(t, "baseline");
	} else {
		layout_ratio(t, &c->blocked, scale);
		layout_ratio_interval(t, &c->blocked, scale);
		verdict_cell(t, j, f, c, o->colour);
	}
	table_end_row(t);
}

static bool
is_ranked(const struct finding *f, size_t side)
{
	for (size_t i = 0; f->ranked && i < f->ranking.variant_count; i++)
		if (f->ranked_sides[i] == side)
			return true;
	return false;
}

static void
show_ranking(const struct judgement *j, const struct finding *f, const struct show_options *o, struct buf *out)
{
	struct buf name = BUF_EMPTY;
	struct table t;

	for (size_t i = 0; i < f->ncomparisons && name.length == 0; i++)
		layout_ratio_interval_name(&name, &f->comparisons[i]);
	table_init(&t, "llrrdl");
	table_cell(&t, "rank");
	table_cell(&t, "%s", f->metric->name);
	table_cell(&t, "median");
	table_cell(&t, "/%s", j->sides.list[0].name);
	table_cell(&t, "%s", buf_text(&name));
	table_end_row(&t);
	for (size_t i = 0; f->ranked && i < f->ranking.variant_count; i++) {
		size_t variant = f->ranking.order[i];

		rank_row(&t, j, f, f->ranked_sides[variant], &f->ranking.variants[variant], o);
	}
	for (size_t i = 0; i < j->sides.count; i++)
		if (!is_ranked(f, i))
			rank_row(&t, j, f, i, NULL, o);
	table_print(&t, 2, out);
	table_release(&t);
	buf_release(&name);
}

static void
show_pairs(const struct judgement *j, const struct finding *f, const struct show_options *o, struct buf *out)
{
	struct units_scale scale = layout_scale(j, f);
	struct buf name = BUF_EMPTY;
	struct table t;

	for (size_t i = 0; i < f->ncomparisons && name.length == 0; i++)
		layout_ratio_interval_name(&name, &f->comparisons[i]);
	table_init(&t, "lrdl");
	table_cell(&t, "%s of", f->metric->name);
	table_cell(&t, "ratio");
	table_cell(&t, "%s", buf_text(&name));
	table_end_row(&t);
	for (size_t i = 0; i < f->ncomparisons; i++) {
		const struct comparison *c = &f->comparisons[i];

		table_cell(&t, "%s/%s", j->sides.list[c->b].name, j->sides.list[c->a].name);
		layout_ratio(&t, &c->blocked, scale);
		layout_ratio_interval(&t, &c->blocked, scale);
		verdict_cell(&t, j, f, c, o->colour);
	}
	buf_putc(out, '\n');
	table_print(&t, 2, out);
	table_release(&t);
	buf_release(&name);
}

/* "1.121 s (-20.0 %)", "10.869 s (same)", "6.3 s (?)" */
static void
other_cell(struct table *t, const struct judgement *j, const struct finding *f, size_t side, bool *marked)
{
	const struct comparison *c = against_first(f, side);
	const struct digest *d = &f->digests[side];
	struct buf text = BUF_EMPTY;
	char median[64];

	units_format(median, sizeof(median), d->count > 0 ? d->summary.median : NAN, layout_scale(j, f));
	if (c == NULL || !c->valid) {
		table_cell(t, "%s", median);
		return;
	}
	*marked = true;
	if (c->chance || c->verdict.kind == VERDICT_UNDECIDED)
		buf_puts(&text, "?");
	else if (c->verdict.kind == VERDICT_NOCHANGE)
		buf_puts(&text, "same");
	else
		sentence_difference(&text, c, f->metric, c->blocked.est);
	table_cell(t, "%s (%s)", median, buf_text(&text));
	buf_release(&text);
}

static void
show_others(const struct judgement *j, size_t from, size_t to, struct buf *out)
{
	char *kinds = mem_string("l");
	struct table t;
	bool marked = false;
	size_t rows = 0;

	for (size_t i = 0; i < j->sides.count; i++) {
		char *longer = mem_printf("%sr", kinds);

		free(kinds);
		kinds = longer;
	}
	table_init(&t, kinds);
	table_cell(&t, "%s", "");
	for (size_t i = 0; i < j->sides.count; i++)
		table_cell(&t, "%s", j->sides.list[i].name);
	for (size_t i = from; i < to; i++) {
		if (j->findings[i].primary)
			continue;
		table_cell(&t, "%s", j->findings[i].metric->name);
		for (size_t side = 0; side < j->sides.count; side++)
			other_cell(&t, j, &j->findings[i], side, &marked);
		rows++;
	}
	if (rows > 0) {
		buf_putc(out, '\n');
		table_print(&t, 2, out);
	}
	if (rows > 0 && marked) {
		buf_printf(out, "  against %s: change, \"same\" where any change is below ", j->sides.list[0].name);
		words_threshold(out, j->options.delta);
		buf_puts(out, ", ? where undecided\n");
	}
	table_release(&t);
	free(kinds);
}

void
show_many(const struct judgement *j, const struct show_options *o, struct buf *out)
{
	for (size_t point = 0; point < j->sides.npoints; point++) {
		size_t from, to = layout_findings(j, point, &from);

		layout_point(j, point, point == 0, out);
		for (size_t i = from; i < to; i++)
			if (j->findings[i].primary) {
				show_ranking(j, &j->findings[i], o, out);
				if (j->options.all_pairs)
					show_pairs(j, &j->findings[i], o, out);
			}
		show_others(j, from, to, out);
	}
}
