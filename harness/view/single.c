/* One side: medians and how well they are known. */
#include <math.h>
#include <string.h>

#include "judge/outside.h"
#include "view/layout.h"
#include "view/show.h"

/* Names of metrics are seldom longer. */
enum { NAME_WIDTH = 11 };

/* The name of the first interval is the column's heading; rows that differ say what theirs is. */
static void
heading(const struct judgement *j, size_t from, size_t to, struct buf *out)
{
	for (size_t i = from; i < to && out->length == 0; i++)
		if (j->findings[i].digests[0].count > 0)
			layout_interval_name(out, &j->findings[i].digests[0].summary);
}

static void
row(struct table *t, const struct judgement *j, const char *name, const struct finding *f, const char *usual)
{
	const struct digest *d = &f->digests[0];
	struct units_scale scale = layout_scale(j, f);
	struct buf own = BUF_EMPTY;

	table_cell(t, "%s", name);
	layout_median(t, d, scale);
	layout_interval(t, d, scale);
	if (d->count == 0)
		table_cell(t, d->failed == d->trials ? "no trial succeeded" : "not known");
	else if (d->count > 1) {
		layout_interval_name(&own, &d->summary);
		table_cell(t, "%s", strcmp(buf_text(&own), usual) != 0 ? buf_text(&own) : "");
	}
	table_end_row(t);
	buf_release(&own);
}

static void
part(struct buf *out, const char *name, double seconds, const char *busiest, bool *first)
{
	if (!(seconds >= 0.005))
		return;
	buf_printf(out, "%s%s %.2f", *first ? ": " : ", ", name, seconds);
	if (busiest != NULL)
		buf_printf(out, " (mostly %s)", busiest);
	*first = false;
}

/* "0.19 s CPU: kernel threads 0.11, interrupts 0.05, others 0.03" */
static void
outside(const struct judgement *j, size_t point, int width, struct buf *out)
{
	struct outside o;
	bool first = true;

	outside_make(&o, &j->sides, point, 0);
	if (isfinite(o.total)) {
		buf_printf(out, "  %-*s   %.2f s CPU", width, "outside", o.total);
		part(out, "kernel threads", o.kernel, NULL, &first);
		part(out, "interrupts", o.interrupts, NULL, &first);
		part(out, "others", o.others, o.busiest, &first);
		if (o.steal >= 0.005)
			buf_printf(out, "; taken by the host %.2f", o.steal);
		buf_putc(out, '\n');
	}
	outside_release(&o);
}

static bool
is_one_metric(const struct judgement *j)
{
	for (size_t i = 1; i < j->nfindings; i++)
		if (j->findings[i].metric != j->findings[0].metric || j->findings[i].point == j->findings[i - 1].point)
			return false;
	return j->nfindings > 1;
}

/* Many cases, one number of each: a line for each case. */
static void
show_cases(const struct judgement *j, struct buf *out)
{
	struct buf usual = BUF_EMPTY;
	struct table t;

	heading(j, 0, j->nfindings, &usual);
	table_init(&t, "lrdl");
	table_cell(&t, "%s", j->findings[0].metric->name);
	table_cell(&t, "median");
	table_cell(&t, "%s", buf_text(&usual));
	table_end_row(&t);
	for (size_t i = 0; i < j->nfindings; i++)
		row(&t, j, j->sides.points[j->findings[i].point], &j->findings[i], buf_text(&usual));
	table_print(&t, 2, out);
	table_release(&t);
	buf_release(&usual);
}

static void
show_point(const struct judgement *j, size_t point, struct buf *out)
{
	struct buf usual = BUF_EMPTY;
	struct table t;
	size_t from, to = layout_findings(j, point, &from);
	int width = NAME_WIDTH;

	heading(j, from, to, &usual);
	table_init(&t, "lrdl");
	table_cell(&t, "%-*s", width, "");
	table_cell(&t, "median");
	table_cell(&t, "%s", buf_text(&usual));
	table_end_row(&t);
	for (size_t i = from; i < to; i++) {
		const char *name = j->findings[i].metric->name;

		row(&t, j, name, &j->findings[i], buf_text(&usual));
		if ((int)strlen(name) > width)
			width = (int)strlen(name);
	}
	table_print(&t, 2, out);
	if (!j->options.all && j->options.metric == NULL)
		outside(j, point, width, out);
	table_release(&t);
	buf_release(&usual);
}

void
show_single(const struct judgement *j, struct buf *out)
{
	if (is_one_metric(j)) {
		show_cases(j, out);
		return;
	}
	for (size_t i = 0; i < j->sides.npoints; i++) {
		layout_point(j, i, i == 0, out);
		show_point(j, i, out);
	}
}
