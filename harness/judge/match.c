/* What makes records comparable: see match.h. */
#include "judge/match.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

/* Numbers among the properties that differ by less than this are no difference. */
#define MEASURED_NEAR 0.1

unsigned
match_case(const struct record *of, unsigned arm_case, const struct record *in)
{
	if (of->ncases == 1 && in->ncases == 1)
		return 0;
	for (size_t i = 0; i < in->ncases; i++)
		if (strcmp(record_case_label(of, arm_case), record_case_label(in, i)) == 0)
			return (unsigned)i;
	return RECORD_NONE;
}

/* The same thing said of many records is said once. */
static void __attribute__((format(printf, 2, 3)))
differ(struct buf *out, const char *fmt, ...)
{
	struct buf text = BUF_EMPTY;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	if (strstr(buf_text(out), buf_text(&text)) == NULL)
		buf_printf(out, "%s%s", out->length > 0 ? "; " : "", buf_text(&text));
	buf_release(&text);
}

/* A value as a person would write it; the caller frees. */
static char *
shown(const json_t *value)
{
	char *text, *copy;

	if (value == NULL || json_is_null(value))
		return mem_string("none");
	if (json_is_string(value))
		return mem_string(json_string_value(value));
	if (json_is_real(value) && json_real_value(value) == nearbyint(json_real_value(value)) &&
	    fabs(json_real_value(value)) < 1e15)
		return mem_printf("%.0f", json_real_value(value));
	text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(10));
	copy = mem_string(text != NULL ? text : "?");
	free(text);
	return copy;
}

static bool
is_path(const json_t *value)
{
	return json_is_string(value) && json_string_value(value)[0] == '/';
}

static bool
same(const json_t *x, const json_t *y)
{
	if (json_is_null(x))
		x = NULL;
	if (json_is_null(y))
		y = NULL;
	if (json_is_number(x) && json_is_number(y))
		return !(json_number_value(x) < json_number_value(y)) &&
		    !(json_number_value(x) > json_number_value(y));
	return (x == NULL && y == NULL) || (x != NULL && y != NULL && json_equal(x, y)) ||
	    (is_path(x) && is_path(y));
}

static void
differ_value(struct buf *out, const char *what, const char *key, const char *label, const json_t *x,
    const json_t *y)
{
	char *first = shown(x), *second = shown(y);

	differ(out, "different %s%s%s%s%s (%s and %s)", what, key, label[0] != '\0' ? " in case \"" : "",
	    label, label[0] != '\0' ? "\"" : "", first, second);
	free(first);
	free(second);
}

/* Every key of either object. */
static void
match_arguments(const char *label, const json_t *x, const json_t *y, struct buf *out)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)x, key, value)
		if (!same(value, json_object_get(y, key)))
			differ_value(out, "", key, label, value, json_object_get(y, key));
	json_object_foreach((json_t *)y, key, value)
		if (json_object_get(x, key) == NULL && !json_is_null(value))
			differ_value(out, "", key, label, NULL, value);
}

/* What was worked on has to be the same; by which means may differ. */
static bool
is_subject(const char *property)
{
	return strcmp(property, "tree") == 0 || strcmp(property, "cache") == 0 || strcmp(property, "hash") == 0;
}

/* What was measured along with a trial is never quite the same. */
static bool
is_near(const json_t *x, const json_t *y)
{
	double a = json_number_value(x), b = json_number_value(y);

	return json_is_number(x) && json_is_number(y) && fabs(a - b) < MEASURED_NEAR * fmin(fabs(a), fabs(b));
}

static void
match_properties(const char *label, const json_t *x, const json_t *y, struct buf *differences, struct buf *remarks)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)x, key, value) {
		const json_t *other = json_object_get(y, key);

		/* a property that only one of them knows says nothing */
		if (other != NULL && !json_is_null(other) && !json_is_null(value) && !same(value, other) &&
		    !is_near(value, other))
			differ_value(is_subject(key) ? differences : remarks, "", key, label, value, other);
	}
}

/* The text properties that all trials of a case have in common; a new object. */
static json_t *
common_properties(const struct record *r, unsigned arm_case)
{
	json_t *common = NULL;

	for (size_t i = 0; i < r->ntrials; i++) {
		const json_t *own = json_object_get(r->trials[i].line, "properties");
		const char *key;
		json_t *value;
		void *next;

		if (!r->trials[i].ok || r->trials[i].arm_case != arm_case)
			continue;
		if (common == NULL) {
			common = own != NULL ? json_copy((json_t *)own) : json_object();
			continue;
		}
		json_object_foreach_safe(common, next, key, value)
			if (!json_is_string(value) || json_object_get(own, key) == NULL ||
			    !json_equal(value, json_object_get(own, key)))
				json_object_del(common, key);
	}
	return common != NULL ? common : json_object();
}

static void
match_cases(const struct record *a, const struct record *b, struct buf *differences, struct buf *remarks)
{
	const json_t *first = json_object_get(a->header, "cases");
	const json_t *second = json_object_get(b->header, "cases");

	for (size_t i = 0; i < a->ncases; i++) {
		unsigned other = match_case(a, (unsigned)i, b);
		const char *label = a->ncases > 1 ? record_case_label(a, i) : "";
		const json_t *x = json_array_get(first, i);
		const json_t *y = json_array_get(second, other);
		json_t *own, *others;

		if (other == RECORD_NONE) {
			differ(differences, "case \"%s\" is missing in '%s'", record_case_label(a, i), b->path);
			continue;
		}
		match_arguments(label, json_object_get(x, "args"), json_object_get(y, "args"), differences);
		match_properties(label, json_object_get(x, "properties"), json_object_get(y, "properties"), differences,
		    remarks);
		own = common_properties(a, (unsigned)i);
		others = common_properties(b, other);
		match_properties(label, own, others, differences, remarks);
		json_decref(own);
		json_decref(others);
	}
	for (size_t i = 0; i < b->ncases; i++)
		if (match_case(b, (unsigned)i, a) == RECORD_NONE)
			differ(differences, "case \"%s\" is missing in '%s'", record_case_label(b, i), a->path);
}

static void
match_units(const struct record *a, const struct record *b, struct buf *out)
{
	for (const struct metric *m = a->metrics; m->name != NULL; m++) {
		const struct metric *other = metric_find(b->metrics, m->name);

		if (other != NULL && strcmp(m->unit, other->unit) != 0)
			differ(out, "different units of %s (%s and %s)", m->name, m->unit, other->unit);
		if (other != NULL && m->better != other->better)
			differ(out, "%s is better %s in one and %s in the other", m->name,
			    metric_better_name(m->better), metric_better_name(other->better));
	}
}

void
match_records(const struct record *a, const struct record *b, struct buf *differences, struct buf *remarks)
{
	uint64_t first = json_get_count(a->header, "workload_version");
	uint64_t second = json_get_count(b->header, "workload_version");

	if (strcmp(record_workload(a), record_workload(b)) != 0) {
		differ(differences, "different workloads (%s and %s)", record_workload(a),
		    record_workload(b));
		return;
	}
	if (first != second)
		differ_value(differences, "versions of ", record_workload(a), "",
		    json_object_get(a->header, "workload_version"),
		    json_object_get(b->header, "workload_version"));
	match_cases(a, b, differences, remarks);
	match_units(a, b, differences);
}
