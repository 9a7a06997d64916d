/* What is in a record: see record.h. */
#include "record/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"

void
record_release(struct record *r)
{
	for (size_t i = 0; i < r->ntrials; i++) {
		free(r->trials[i].values);
		json_decref(r->trials[i].line);
	}
	free(r->trials);
	free(r->metrics);
	free(r->path);
	json_decref(r->header);
	json_decref(r->end);
	*r = (struct record){ 0 };
}

static const char *
entry_text(const struct record *r, const char *list, size_t i, const char *key)
{
	const char *text = json_get_text(json_array_get(json_object_get(r->header, list), i), key);

	return text != NULL ? text : "";
}

const char *
record_workload(const struct record *r)
{
	return json_get_text(r->header, "workload");
}

const char *
record_case_label(const struct record *r, size_t i)
{
	return entry_text(r, "cases", i, "label");
}

const char *
record_variant_name(const struct record *r, size_t i)
{
	return entry_text(r, "variants", i, "name");
}

bool
record_randomised(const struct record *r)
{
	return strcmp(json_get_text(r->header, "design"), "randomised") == 0;
}

int
record_metric(const struct record *r, const char *name)
{
	const struct metric *m = metric_find(r->metrics, name);

	return m != NULL ? (int)(m - r->metrics) : -1;
}

void
record_series(const struct record *r, int metric, unsigned arm_case, unsigned variant,
    double **values, size_t **trials, size_t *count)
{
	size_t n = 0;

	*values = mem_resize(NULL, r->ntrials, sizeof(**values));
	if (trials != NULL)
		*trials = mem_resize(NULL, r->ntrials, sizeof(**trials));
	for (size_t i = 0; i < r->ntrials; i++) {
		const struct record_trial *t = &r->trials[i];

		if (t->warmup || t->void_ || !t->ok || !isfinite(t->values[metric]))
			continue;
		if (t->arm_case != arm_case || t->variant != variant)
			continue;
		(*values)[n] = t->values[metric];
		if (trials != NULL)
			(*trials)[n] = i;
		n++;
	}
	*count = n;
}
