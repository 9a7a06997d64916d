/* Published figures beside what they come to when they are recomputed. */
#include <math.h>

#include "view/layout.h"
#include "view/show.h"

static void
percent_cell(struct table *t, double value)
{
	if (isfinite(value))
		table_cell(t, "%.2f %%", value);
	else
		table_cell(t, "-");
}

static void
result_cell(struct table *t, const struct judgement *j, const struct finding *f, const struct claim *c)
{
	const char *formula = claim_formula(c->convention, f->metric->better);

	switch (c->result) {
	case CLAIM_EXACT:
		table_cell(t, "right, as %s", formula);
		return;
	case CLAIM_ROUNDING:
		table_cell(t, "right within rounding, as %s", formula);
		return;
	case CLAIM_OPEN:
		table_cell(t, "cannot be recomputed");
		return;
	case CLAIM_WRONG:
		break;
	}
	if (c->elsewhere)
		table_cell(t, "wrong: %s is %s of %s to %s", c->printed, formula, j->sides.list[c->other_a].name,
		    j->sides.list[c->other_b].name);
	else
		table_cell(t, "wrong");
}

static void
claim_row(struct table *t, const struct judgement *j, const struct finding *f, const struct claim *c)
{
	bool ratio = c->convention == CLAIM_RATIO;

	table_cell(t, "%s to %s", j->sides.list[c->a].name, j->sides.list[c->b].name);
	table_cell(t, "%s%s", c->printed, ratio ? "" : " %");
	if (ratio) {
		table_cell(t, "%s", "");
		table_cell(t, "%s", "");
	} else {
		percent_cell(t, c->by_new);
		percent_cell(t, c->by_old);
	}
	if (isfinite(c->ratio))
		table_cell(t, "%.4f", c->ratio);
	else
		table_cell(t, "-");
	result_cell(t, j, f, c);
}

/* Claims that are ratios have no percentages to show. */
static bool
has_percentages(const struct finding *f)
{
	for (size_t k = 0; k < f->nclaims; k++)
		if (f->claims[k].convention != CLAIM_RATIO)
			return true;
	return false;
}

void
show_claims(const struct judgement *j, struct buf *out)
{
	for (size_t i = 0; i < j->nfindings; i++) {
		const struct finding *f = &j->findings[i];
		enum better better = f->metric->better;
		struct table t;

		if (f->nclaims == 0)
			continue;
		table_init(&t, "lrrrrl");
		table_cell(&t, "%s, as published", f->metric->name);
		table_cell(&t, "printed");
		table_cell(&t, "%s", has_percentages(f) ? claim_formula(CLAIM_BY_NEW, better) : "");
		table_cell(&t, "%s", has_percentages(f) ? claim_formula(CLAIM_BY_OLD, better) : "");
		table_cell(&t, "%s", claim_formula(CLAIM_RATIO, better));
		table_end_row(&t);
		for (size_t k = 0; k < f->nclaims; k++)
			claim_row(&t, j, f, &f->claims[k]);
		buf_putc(out, '\n');
		table_print(&t, 2, out);
		table_release(&t);
	}
}
