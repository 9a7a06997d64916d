/* Cells and headings of result tables: see layout.h. */
#include "view/layout.h"

#include <math.h>
#include <string.h>

/* No value of a row should be left with fewer digits than this. */
#define DIGITS_MIN 3

/* Times that stand below others of a second and more are written in seconds too, down to this. */
#define SECONDS_LEAST 0.1

/* Whether the metric that decides at this point is shown in seconds. */
static bool
among_seconds(const struct judgement *j, size_t point)
{
	for (size_t i = 0; i < j->nfindings; i++) {
		const struct finding *f = &j->findings[i];

		if (f->point == point && f->primary && strcmp(f->metric->unit, "s") == 0)
			for (size_t k = 0; k < j->sides.count; k++)
				if (f->digests[k].count > 0 && f->digests[k].summary.median >= 1)
					return true;
	}
	return false;
}

struct units_scale
layout_scale(const struct judgement *j, const struct finding *f)
{
	double most = 0, least = INFINITY;
	struct units_scale scale;
	size_t sides = f->tally.nsides;

	for (size_t i = 0; i < sides; i++)
		if (f->digests[i].count > 0) {
			double size = fabs(f->digests[i].summary.median);

			most = fmax(most, size);
			if (size > 0)
				least = fmin(least, size);
		}
	if (most == 0)
		for (size_t i = 0; i < sides; i++)
			if (f->digests[i].count > 0)
				most = fmax(most, fabs(f->digests[i].summary.hi));
	scale = units_scale_for(f->metric->unit, most);
	if (strcmp(f->metric->unit, "s") == 0 && most >= SECONDS_LEAST && most < 1 && among_seconds(j, f->point))
		scale = units_scale_for("s", 1);
	if (isfinite(least)) {
		int digits = (int)floor(log10(least * scale.factor)) + 1;

		if (scale.decimals + digits < DIGITS_MIN && scale.decimals > 0 && digits > -6)
			scale.decimals = DIGITS_MIN - digits;
	}
	return scale;
}

void
layout_median(struct table *t, const struct digest *d, struct units_scale scale)
{
	char text[64];

	units_format(text, sizeof(text), d->count > 0 ? d->summary.median : NAN, scale);
	table_cell(t, "%s", text);
}

void
layout_interval(struct table *t, const struct digest *d, struct units_scale scale)
{
	if (d->count < 2)
		table_cell(t, "%s", "");
	else
		table_cell(t, "%.*f .. %.*f", scale.decimals, d->summary.lo * scale.factor, scale.decimals,
		    d->summary.hi * scale.factor);
}

void
layout_interval_name(struct buf *out, const struct summary *s)
{
	if (s->attained) {
		buf_puts(out, "95 % interval");
	} else if (s->n > 1) {
		buf_puts(out, "range: too few for an interval (");
		words_confidence(out, s->conf);
		buf_puts(out, " % confidence)");
	}
}

static int
ratio_decimals(double ratio)
{
	if (ratio >= 100)
		return 1;
	if (ratio >= 10)
		return 2;
	return ratio >= 0.1 ? 3 : ratio >= 0.01 ? 4 : 6;
}

void
layout_ratio(struct table *t, const struct blocked *b, struct units_scale scale)
{
	if (!isfinite(b->est))
		table_cell(t, "-");
	else if (b->scale == SERIES_LINEAR)
		table_cell(t, "%+.*f%s%s", scale.decimals, b->est * scale.factor, scale.suffix[0] != '\0' ? " " : "",
		    scale.suffix);
	else
		table_cell(t, "%.*f", ratio_decimals(exp(b->est)), exp(b->est));
}

void
layout_ratio_interval(struct table *t, const struct blocked *b, struct units_scale scale)
{
	int decimals = ratio_decimals(exp(b->est));

	if (!isfinite(b->lo) || b->conf <= 0)
		table_cell(t, "%s", "");
	else if (b->scale == SERIES_LINEAR)
		table_cell(t, "%+.*f .. %+.*f", scale.decimals, b->lo * scale.factor, scale.decimals,
		    b->hi * scale.factor);
	else
		table_cell(t, "%.*f .. %.*f", decimals, exp(b->lo), decimals, exp(b->hi));
}

void
layout_ratio_interval_name(struct buf *out, const struct comparison *c)
{
	if (!c->valid || c->blocked.conf <= 0)
		return;
	if (c->blocked.attained) {
		buf_puts(out, "95 % interval");
		return;
	}
	buf_puts(out, "range: too few for an interval (");
	words_confidence(out, c->blocked.conf);
	buf_puts(out, " % confidence)");
}

struct sentence_case
layout_case(const struct judgement *j, const struct finding *f, const struct comparison *c)
{
	return (struct sentence_case){
		.metric = f->metric,
		.a = j->sides.list[c->a].name,
		.b = j->sides.list[c->b].name,
		.delta = j->options.delta,
	};
}

void
layout_point(const struct judgement *j, size_t point, bool first, struct buf *out)
{
	if (j->sides.npoints == 1)
		return;
	buf_printf(out, "%s  %s\n", first ? "" : "\n", j->sides.points[point]);
}

size_t
layout_findings(const struct judgement *j, size_t point, size_t *from)
{
	size_t i = 0;

	while (i < j->nfindings && j->findings[i].point < point)
		i++;
	*from = i;
	while (i < j->nfindings && j->findings[i].point == point)
		i++;
	return i;
}
