/*
 * CSV in the long form that import_csv.c reads: a row for each trial and metric, with every value as exact as the record
 * has it. A trial that failed is one row with its status and no value; a metric without a value in a trial is no row.
 */
#include <math.h>

#include "base/csv.h"
#include "base/json.h"
#include "base/units.h"
#include "view/exporter.h"

/* What is the same for all rows of a trial, up to its status. */
static void
put_trial(const struct record *r, const struct record_trial *t, struct buf *row)
{
	const char *status = json_get_text(t->line, "status");

	csv_put(row, record_workload(r));
	buf_printf(row, ",%u,%u,%u,", t->session, t->block, t->number);
	csv_put(row, record_case_label(r, t->arm_case));
	buf_putc(row, ',');
	csv_put(row, record_variant_name(r, t->variant));
	buf_putc(row, ',');
	csv_put(row, status);
}

static void
put_row(const struct record *r, const struct buf *trial, size_t metric, double value, struct buf *out)
{
	const struct metric *m = &r->metrics[metric];
	char text[40] = "";

	if (isfinite(value))
		units_write_real(text, sizeof(text), value);
	buf_printf(out, "%s,%s,", trial->text, m->name);
	csv_put(out, m->unit);
	buf_printf(out, ",%s,%s,%s\n", metric_better_name(m->better), metric < r->nheadline ? "yes" : "no", text);
}

static int
write_csv(const struct record *r, int metric, struct buf *out, struct err *e)
{
	struct buf row = BUF_EMPTY;
	size_t rows = 0;

	buf_puts(out, "workload,session,block,trial,case,variant,status,metric,unit,better,headline,value\n");
	for (size_t i = 0; i < r->ntrials; i++) {
		const struct record_trial *t = &r->trials[i];
		size_t before = out->length;

		if (!export_counts(t))
			continue;
		rows++;
		buf_clear(&row);
		put_trial(r, t, &row);
		for (size_t m = 0; m < r->nmetrics; m++)
			if ((metric < 0 || (size_t)metric == m) && isfinite(t->values[m]))
				put_row(r, &row, m, t->values[m], out);
		if (out->length == before)
			put_row(r, &row, metric < 0 ? 0 : (size_t)metric, NAN, out);
	}
	buf_release(&row);
	return rows > 0 ? 0 : err_set(e, ERR_USAGE, "'%s' has no trials to export", r->path);
}

const struct exporter exporter_csv = { "csv", write_csv };
