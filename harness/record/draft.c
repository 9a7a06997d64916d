/* A record gathered from elsewhere: see draft.h. */
#include "record/draft.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

void
draft_init(struct draft *d, const char *from)
{
	struct draft_list *const lists[] = { &d->cases, &d->variants, &d->metrics };

	*d = (struct draft){
		.from = from, .workload = mem_string(from), .tools = json_object(), .sessions = json_array(),
	};
	for (size_t i = 0; i < 3; i++)
		*lists[i] = (struct draft_list){ json_array(), json_object() };
}

void
draft_release(struct draft *d)
{
	struct draft_list *const lists[] = { &d->cases, &d->variants, &d->metrics };

	for (size_t i = 0; i < 3; i++) {
		json_decref(lists[i]->entries);
		json_decref(lists[i]->numbers);
	}
	for (size_t i = 0; i < d->ntrials; i++)
		json_decref(d->trials[i].line);
	free(d->trials);
	json_decref(d->tools);
	json_decref(d->sessions);
	buf_release(&d->sources);
	buf_release(&d->note);
	free(d->workload);
	free(d->describe);
	free(d->created);
	*d = (struct draft){ .from = NULL };
}

void
draft_session(struct draft *d, const char *started)
{
	json_add(d->sessions, json_of_text(started));
}

/* The number of a name; *is_new when it had none. */
static unsigned
number_of(struct draft_list *l, const char *name, bool *is_new)
{
	json_t *known = json_object_get(l->numbers, name);
	size_t count = json_array_size(l->entries);

	*is_new = known == NULL;
	if (*is_new)
		json_put(l->numbers, name, json_integer((json_int_t)count));
	return *is_new ? (unsigned)count : (unsigned)json_integer_value(known);
}

unsigned
draft_case(struct draft *d, const char *label, json_t *take_args)
{
	json_t *args = take_args != NULL ? take_args : json_object(), *entry;
	bool is_new;
	unsigned number = number_of(&d->cases, label, &is_new);

	if (is_new) {
		entry = json_object();
		json_put_text(entry, "label", label);
		json_put(entry, "args", json_incref(args));
		json_add(d->cases.entries, entry);
	}
	json_decref(args);
	return number;
}

unsigned
draft_variant(struct draft *d, const char *name, json_t *take_properties)
{
	bool is_new;
	unsigned number = number_of(&d->variants, name, &is_new);

	if (is_new) {
		json_t *entry = json_object();

		json_put_text(entry, "name", name);
		json_put(entry, "settings", json_array());
		if (take_properties != NULL)
			json_put(entry, "properties", json_incref(take_properties));
		json_add(d->variants.entries, entry);
	}
	json_decref(take_properties);
	return number;
}

unsigned
draft_metric(struct draft *d, const struct metric *metric, bool headline)
{
	bool is_new;
	unsigned number = number_of(&d->metrics, metric->name, &is_new);

	if (is_new) {
		json_t *entry = json_object();

		json_put_text(entry, "name", metric->name);
		json_put_text(entry, "unit", metric->unit);
		json_put_text(entry, "better", metric_better_name(metric->better));
		json_put_bool(entry, "headline", headline);
		if (metric->help != NULL)
			json_put_text(entry, "help", metric->help);
		json_add(d->metrics.entries, entry);
	}
	return number;
}

json_t *
draft_trial(struct draft *d, unsigned arm_case, unsigned variant)
{
	unsigned session = (unsigned)json_array_size(d->sessions) - 1;
	json_t *line = json_object();

	if (d->ntrials == d->room) {
		d->room = d->room > 0 ? 2 * d->room : 64;
		d->trials = mem_resize(d->trials, d->room, sizeof(*d->trials));
	}
	d->trials[d->ntrials] = (struct draft_trial){ line, d->ntrials, session, DRAFT_NO_BLOCK, arm_case, variant };
	d->ntrials++;
	json_put_text(line, "status", "ok");
	json_put(line, "values", json_object());
	return line;
}

/* The object under a key of a trial, which is made when it is not there. */
static json_t *
part_of(json_t *trial, const char *key)
{
	json_t *part = json_object_get(trial, key);

	if (part == NULL) {
		part = json_object();
		json_put(trial, key, part);
	}
	return part;
}

void
draft_value(json_t *trial, const char *metric, double value)
{
	json_t *values = json_object_get(trial, "values");

	/* a whole number stays one, as far as doubles tell it from its neighbours */
	if (values != NULL && value == floor(value) && fabs(value) < 0x1p53)
		json_put(values, metric, json_integer((json_int_t)value));
	else if (values != NULL)
		json_put_real(values, metric, value);
}

void
draft_property(json_t *trial, const char *name, json_t *take_value)
{
	json_put(part_of(trial, "properties"), name, take_value);
}

void
draft_histogram(json_t *trial, const char *metric, json_t *take_histogram)
{
	json_put(part_of(trial, "histograms"), metric, take_histogram);
}

void
draft_fail(json_t *trial, const char *why)
{
	json_put_text(trial, "status", "failed");
	json_put_text(trial, "error", why);
	json_put_text(trial, "kind", err_kind_name(ERR_WORKLOAD));
	json_object_del(trial, "values");
	json_object_del(trial, "histograms");
}

void
draft_note(struct draft *d, const char *fmt, ...)
{
	struct buf text = BUF_EMPTY;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	if (strstr(buf_text(&d->note), buf_text(&text)) == NULL)
		buf_printf(&d->note, "%s%s", d->note.length > 0 ? "; " : "", buf_text(&text));
	buf_release(&text);
}

size_t
draft_known(const struct draft *d)
{
	size_t known = 0;

	for (size_t i = 0; i < d->ntrials; i++) {
		const json_t *values = json_object_get(d->trials[i].line, "values");
		const char *name;
		json_t *value;
		bool any = false;

		json_object_foreach((json_t *)values, name, value)
			any = any || json_is_number(value);
		known += any;
	}
	return known;
}
