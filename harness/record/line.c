/*
 * One line of a record: see line.h. This is the file that knows the keys which the rest of the
 * program depends on.
 */
#include "record/line.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"

void
line_begin(struct record *r, const char *path)
{
	*r = (struct record){ .path = mem_string(path), .sessions = 1 };
}

static int
bad_header(const struct record *r, struct err *e, const char *what)
{
	return err_set(e, ERR_USAGE, "'%s' cannot be used as a record: %s", r->path, what);
}

static bool
has_control(const char *text)
{
	for (; text != NULL && *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || *text == '\x7f')
			return true;
	return false;
}

/*
 * Every entry of the list `key` is an object with the texts `first` and `second` (NULL: none asked
 * for).
 */
static int
check_list(const struct record *r, const json_t *header, const char *key, const char *first,
    const char *second, struct err *e)
{
	const json_t *list = json_object_get(header, key);
	const json_t *entry;
	char what[128];
	size_t i;

	if (json_array_size(list) == 0) {
		snprintf(what, sizeof(what), "its header has no list \"%s\"", key);
		return bad_header(r, e, what);
	}
	json_array_foreach(list, i, entry) {
		const char *missing = NULL;

		/* Names go to terminals and into tables as they are. */
		if (has_control(json_get_text(entry, "name")) || has_control(json_get_text(entry, "unit")) ||
		    has_control(json_get_text(entry, "label")))
			return bad_header(r, e, "a name in its header has control characters");
		if (second != NULL && json_get_text(entry, second) == NULL)
			missing = second;
		if (first != NULL && json_get_text(entry, first) == NULL)
			missing = first;
		if (missing == NULL && json_is_object(entry))
			continue;
		snprintf(what, sizeof(what), "entry %zu of \"%s\" in its header has no text \"%s\"",
		    i, key, missing != NULL ? missing : "label");
		return bad_header(r, e, what);
	}
	return 0;
}

/* Names are unique, and the headline metrics stand first. */
static int
check_metrics(const struct record *r, const json_t *header, struct err *e)
{
	const json_t *list = json_object_get(header, "metrics");
	bool headline = true;

	if (!json_get_bool(json_array_get(list, 0), "headline", false))
		return bad_header(r, e, "none of its metrics comes first as a headline metric");
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *entry = json_array_get(list, i);
		const char *name = json_get_text(entry, "name");
		bool now = json_get_bool(entry, "headline", false);

		if (now && !headline)
			return bad_header(r, e, "its headline metrics do not stand first");
		headline = now;
		for (size_t k = 0; k < i; k++)
			if (strcmp(name, json_get_text(json_array_get(list, k), "name")) == 0)
				return bad_header(r, e, "two of its metrics have the same name");
	}
	return 0;
}

static int
check_header(const struct record *r, const json_t *json, struct err *e)
{
	const char *type = json_get_text(json, "type");
	const json_t *schema = json_object_get(json, "schema");

	if (type == NULL || strcmp(type, "header") != 0 || !json_is_integer(schema) ||
	    json_integer_value(schema) < 1)
		return err_set(e, ERR_USAGE,
		    "'%s' is not a record of harness: its first line is no header", r->path);
	if (json_integer_value(schema) > RECORD_SCHEMA)
		return err_set(e, ERR_USAGE,
		    "'%s' has schema %lld and this harness knows up to %d: use a newer harness",
		    r->path, (long long)json_integer_value(schema), RECORD_SCHEMA);
	if (json_get_text(json, "workload") == NULL)
		return bad_header(r, e, "its header names no workload");
	if (json_get_text(json, "design") == NULL)
		return bad_header(r, e, "its header says nothing of the design");
	if (check_list(r, json, "cases", NULL, NULL, e) != 0 ||
	    check_list(r, json, "variants", "name", NULL, e) != 0 ||
	    check_list(r, json, "metrics", "name", "unit", e) != 0)
		return -1;
	return check_metrics(r, json, e);
}

/* A whole number below `limit` under `key`. */
static int
check_number(const json_t *json, const char *key, size_t limit, unsigned *value, struct err *e)
{
	const json_t *number = json_object_get(json, key);

	if (!json_is_integer(number) || json_integer_value(number) < 0)
		return err_set(e, ERR_INTERNAL, "\"%s\" is missing or not a number", key);
	if ((json_int_t)limit <= json_integer_value(number))
		return err_set(e, ERR_INTERNAL, "\"%s\" is %lld, of %zu", key,
		    (long long)json_integer_value(number), limit);
	*value = (unsigned)json_integer_value(number);
	return 0;
}

static int
check_trial(const struct record *r, const json_t *json, struct record_trial *t, struct err *e)
{
	const json_t *block = json_object_get(json, "block");
	const json_t *warmup = json_object_get(json, "warmup");
	const char *status = json_get_text(json, "status");

	*t = (struct record_trial){ .block = RECORD_NONE };
	if (check_number(json, "trial", UINT_MAX, &t->number, e) != 0 ||
	    check_number(json, "session", r->sessions, &t->session, e) != 0 ||
	    check_number(json, "case", r->ncases, &t->arm_case, e) != 0 ||
	    check_number(json, "variant", r->nvariants, &t->variant, e) != 0)
		return -1;
	if (!json_is_null(block) && check_number(json, "block", RECORD_NONE, &t->block, e) != 0)
		return -1;
	if (t->session != r->sessions - 1)
		return err_set(e, ERR_INTERNAL, "\"session\" is %u within session %u", t->session,
		    r->sessions - 1);
	if (!json_is_boolean(warmup))
		return err_set(e, ERR_INTERNAL, "\"warmup\" is missing or not true or false");
	if (status == NULL)
		return err_set(e, ERR_INTERNAL, "\"status\" is missing or not a text");
	t->warmup = json_is_true(warmup);
	t->ok = strcmp(status, "ok") == 0;
	t->interrupted = strcmp(status, "interrupted") == 0;
	if (t->ok && !json_is_object(json_object_get(json, "values")))
		return err_set(e, ERR_INTERNAL, "the trial is ok and has no \"values\"");
	if (!t->warmup && t->block == RECORD_NONE)
		return err_set(e, ERR_INTERNAL, "the trial belongs to no block and is no warm-up");
	t->offset_s = json_get_real(json, "offset_s");
	t->took_s = json_get_real(json, "took_s");
	t->heartbeat_s = json_get_real(json, "heartbeat_s");
	return 0;
}

static int
check_session(const struct record *r, const json_t *json, struct err *e)
{
	const json_t *blocks = json_object_get(json, "void");
	const json_t *block;
	unsigned number;
	size_t i;

	if (check_number(json, "session", UINT_MAX, &number, e) != 0)
		return -1;
	if (number != r->sessions)
		return err_set(e, ERR_INTERNAL, "\"session\" is %u behind session %u", number,
		    r->sessions - 1);
	if (blocks != NULL && !json_is_array(blocks))
		return err_set(e, ERR_INTERNAL, "\"void\" is not a list of blocks");
	json_array_foreach(blocks, i, block)
		if (!json_is_integer(block))
			return err_set(e, ERR_INTERNAL, "\"void\" is not a list of blocks");
	return 0;
}

int
line_check(const struct record *r, json_t *json, struct line *l, struct err *e)
{
	const char *type = json_get_text(json, "type");

	l->json = json;
	l->kind = LINE_HEADER;
	if (r->header == NULL)
		return check_header(r, json, e);
	if (type == NULL)
		return err_set(e, ERR_INTERNAL, "the line has no \"type\"");
	if (strcmp(type, "trial") == 0) {
		l->kind = LINE_TRIAL;
		return check_trial(r, json, &l->trial, e);
	}
	if (strcmp(type, "session") == 0) {
		l->kind = LINE_SESSION;
		return check_session(r, json, e);
	}
	if (strcmp(type, "header") == 0)
		return err_set(e, ERR_INTERNAL, "a second header: two records in one file");
	l->kind = LINE_OTHER;
	if (strcmp(type, "end") == 0) {
		l->kind = LINE_END;
		if (json_get_text(json, "status") == NULL)
			return err_set(e, ERR_INTERNAL, "\"status\" is missing or not a text");
	}
	return 0;
}

static void
keep_header(struct record *r, json_t *json)
{
	const json_t *list = json_object_get(json, "metrics");

	r->header = json_incref(json);
	r->ncases = json_array_size(json_object_get(json, "cases"));
	r->nvariants = json_array_size(json_object_get(json, "variants"));
	r->nmetrics = json_array_size(list);
	r->metrics = mem_zero(r->nmetrics + 1, sizeof(*r->metrics));
	for (size_t i = 0; i < r->nmetrics; i++) {
		const json_t *entry = json_array_get(list, i);
		const char *better = json_get_text(entry, "better");

		r->metrics[i] = (struct metric){
			.name = json_get_text(entry, "name"),
			.unit = json_get_text(entry, "unit"),
			.better = better != NULL ? metric_better_of(better) : BETTER_NEITHER,
			.help = json_get_text(entry, "help"),
		};
		if (json_get_bool(entry, "headline", false))
			r->nheadline = i + 1;
	}
	r->metrics[r->nmetrics] = (struct metric)METRIC_END;
}

static void
keep_trial(struct record *r, unsigned flags, const struct line *l)
{
	const json_t *values = json_object_get(l->json, "values");
	struct record_trial *t;

	if (r->ntrials == r->capacity) {
		r->capacity = r->capacity != 0 ? 2 * r->capacity : 64;
		r->trials = mem_resize(r->trials, r->capacity, sizeof(*r->trials));
	}
	t = &r->trials[r->ntrials++];
	*t = l->trial;
	t->values = mem_resize(NULL, r->nmetrics, sizeof(*t->values));
	for (size_t i = 0; i < r->nmetrics; i++)
		t->values[i] = t->ok ? json_get_real(values, r->metrics[i].name) : NAN;
	if (flags & RECORD_LINES)
		t->line = json_incref(l->json);
}

/* The blocks that it voids are those before it: they are done again under the same numbers. */
static void
keep_session(struct record *r, const json_t *json)
{
	const json_t *blocks = json_object_get(json, "void");

	r->sessions++;
	for (size_t i = 0; i < json_array_size(blocks); i++) {
		json_int_t block = json_integer_value(json_array_get(blocks, i));

		for (size_t k = 0; k < r->ntrials; k++)
			if (!r->trials[k].warmup && r->trials[k].block == block)
				r->trials[k].void_ = true;
	}
}

void
line_keep(struct record *r, unsigned flags, const struct line *l)
{
	if (l->kind == LINE_OTHER)
		return;
	json_decref(r->end);
	r->end = NULL;
	switch (l->kind) {
	case LINE_HEADER:
		keep_header(r, l->json);
		break;
	case LINE_TRIAL:
		keep_trial(r, flags, l);
		break;
	case LINE_SESSION:
		keep_session(r, l->json);
		break;
	case LINE_END:
		r->end = json_incref(l->json);
		break;
	case LINE_OTHER:
		break;
	}
}
