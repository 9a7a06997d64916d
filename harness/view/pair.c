/* Two sides: medians, their ratio, and what it means. */
#include <string.h>

#include "view/layout.h"
#include "view/show.h"

static void
words(struct table *t, const struct judgement *j, const struct finding *f, bool colour)
{
	const struct comparison *c = &f->comparisons[0];
	struct sentence_case w = layout_case(j, f, c);
	struct buf text = BUF_EMPTY;

	if (f->primary)
		sentence_verdict(&text, c, &w, false);
	else {
		sentence_short(&text, &c->verdict, c->chance, f->metric, w.b);
		if (c->below_floor)
			sentence_below_floor(&text);
	}
	table_cell(t, "%s%s%s", words_colour(&c->verdict, c->chance, f->metric, colour), buf_text(&text),
	    words_colour_end(colour));
	buf_release(&text);
}

static void
row(struct table *t, const struct judgement *j, const struct finding *f, const char *usual, bool colour)
{
	const struct comparison *c = &f->comparisons[0];
	struct units_scale scale = layout_scale(j, f);
	struct buf own = BUF_EMPTY;

	table_cell(t, "%s", f->metric->name);
	layout_median(t, &f->digests[0], scale);
	layout_median(t, &f->digests[1], scale);
	layout_ratio(t, &c->blocked, scale);
	layout_ratio_interval(t, &c->blocked, scale);
	layout_ratio_interval_name(&own, c);
	table_cell(t, "%s", strcmp(buf_text(&own), usual) != 0 ? buf_text(&own) : "");
	words(t, j, f, colour);
	buf_release(&own);
}

static void
show_point(const struct judgement *j, size_t point, const struct show_options *o, struct buf *out)
{
	const char *a = j->sides.list[0].name, *b = j->sides.list[1].name;
	size_t from, to = layout_findings(j, point, &from);
	struct buf usual = BUF_EMPTY;
	struct table t;

	if (from == to)
		return;
	for (size_t i = from; i < to && usual.length == 0; i++)
		layout_ratio_interval_name(&usual, &j->findings[i].comparisons[0]);
	table_init(&t, "lrrrdll");
	table_cell(&t, "%-11s", "");
	table_cell(&t, "%s", a);
	table_cell(&t, "%s", b);
	table_cell(&t, "%s/%s", b, a);
	table_cell(&t, "%s", buf_text(&usual));
	table_end_row(&t);
	for (size_t i = from; i < to; i++)
		row(&t, j, &j->findings[i], buf_text(&usual), o->colour);
	table_print(&t, 2, out);
	table_release(&t);
	buf_release(&usual);
}

void
show_pair(const struct judgement *j, const struct show_options *o, struct buf *out)
{
	for (size_t i = 0; i < j->sides.npoints; i++) {
		layout_point(j, i, i == 0, out);
		show_point(j, i, o, out);
	}
}
