/* Records in the formats of other programs: see exporter.h. */
#include "view/exporter.h"

#include <stdlib.h>
#include <string.h>

#include "base/quote.h"

extern const struct exporter exporter_hyperfine, exporter_benchfmt, exporter_csv;

const struct exporter *const exporters[] = { &exporter_hyperfine, &exporter_benchfmt, &exporter_csv, NULL };

bool
export_counts(const struct record_trial *t)
{
	return !t->warmup && !t->void_ && !t->interrupted;
}

const json_t *
export_property(const json_t *entry, const char *name)
{
	return json_object_get(json_object_get(entry, "properties"), name);
}

static int
find_metric(const struct record *r, const char *name, int *metric, struct err *e)
{
	const char **names, *near;

	*metric = name != NULL ? record_metric(r, name) : -1;
	if (name == NULL || *metric >= 0)
		return 0;
	names = mem_zero(r->nmetrics, sizeof(*names));
	for (size_t i = 0; i < r->nmetrics; i++)
		names[i] = r->metrics[i].name;
	near = quote_nearest(name, names, r->nmetrics);
	err_set(e, ERR_USAGE, "there is no metric '%s' in '%s'%s%s%s", name, r->path, near != NULL ? "; did you mean '" : "",
	    near != NULL ? near : "", near != NULL ? "'?" : "");
	free(names);
	return -1;
}

int
export_record(const struct record *r, const char *format, const char *metric, struct buf *out, struct err *e)
{
	int index;

	if (find_metric(r, metric, &index, e) != 0)
		return -1;
	for (size_t i = 0; exporters[i] != NULL; i++)
		if (strcmp(exporters[i]->name, format) == 0)
			return exporters[i]->write(r, index, out, e);
	return err_set(e, ERR_USAGE, "there is no format '%s' to export", format);
}
