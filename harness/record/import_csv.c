/*
 * CSV in two forms, told apart by the header line:
 *
 *   long   variant,metric,unit,value     a row is a value, or several when "value" stands last: a series
 *          old,real,s,6.214
 *   wide   variant,real [s],ops [1/s]    a row is a trial, a column a metric with its unit in brackets
 *          old,6.214,1830
 *
 * Optional columns of both: workload, session, block, trial, case, variant, status; of the long one: better and
 * headline. export_csv.c writes the long form with all of them.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "base/csv.h"
#include "base/json.h"
#include "base/quote.h"
#include "record/importer.h"
#include "record/quantity.h"

enum role {
	ROLE_WORKLOAD, ROLE_SESSION, ROLE_BLOCK, ROLE_TRIAL, ROLE_CASE, ROLE_VARIANT, ROLE_STATUS,
	ROLE_METRIC, ROLE_UNIT, ROLE_BETTER, ROLE_HEADLINE,	/* of the long form */
	ROLES,
	ROLE_VALUE,		/* columns that hold numbers */
};

static const char *const role_names[] = {
	"workload", "session", "block", "trial", "case", "variant", "status", "metric", "unit", "better", "headline",
};

struct column {
	enum role role;
	size_t quantity;		/* wide: of its values */
};

/* What rows without a number of their trial have in common: the n-th value of each metric is of the n-th trial. */
struct series {
	size_t *trials;
	size_t ntrials;
	size_t *used;			/* by quantity: values so far */
	size_t nused;
};

struct table {
	struct draft *draft;
	struct csv csv;
	struct column *columns;
	size_t ncolumns;
	int at[ROLES];			/* column of a role, -1: none */
	bool is_long;
	struct quantity *quantities;
	bool *headlines;		/* of each */
	size_t nquantities;
	json_t *quantity_numbers, *session_numbers, *trial_numbers, *series_numbers;
	struct series *series;
	size_t nseries;
};

/* Puts the place before what *e says. */
static int
here(const struct table *t, struct err *e)
{
	return err_prefix(e, "'%s' cannot be imported: line %zu", t->csv.path, t->csv.row_line);
}

static int __attribute__((format(printf, 3, 4)))
wrong(const struct table *t, struct err *e, const char *fmt, ...)
{
	struct buf text = BUF_EMPTY;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	err_set(e, ERR_USAGE, "%s", buf_text(&text));
	buf_release(&text);
	return here(t, e);
}

/* ------------------------------------------------------------------ header */

static enum role
role_of(const char *name)
{
	for (size_t i = 0; i < ROLES; i++)
		if (strcasecmp(role_names[i], name) == 0)
			return (enum role)i;
	return ROLES;
}

/* "value", "value 1", "value2". */
static bool
is_value(const char *name)
{
	return strncasecmp(name, "value", 5) == 0 && name[5 + strspn(name + 5, " _.0123456789")] == '\0';
}

static size_t
add_quantity(struct table *t, struct quantity take, bool headline)
{
	t->quantities = mem_resize(t->quantities, t->nquantities + 1, sizeof(*t->quantities));
	t->headlines = mem_resize(t->headlines, t->nquantities + 1, sizeof(*t->headlines));
	t->quantities[t->nquantities] = take;
	t->headlines[t->nquantities] = headline;
	json_put(t->quantity_numbers, take.name, json_integer((json_int_t)t->nquantities));
	return t->nquantities++;
}

static int
read_metric_column(struct table *t, const char *text, struct column *column, struct err *e)
{
	struct quantity q;

	if (strchr(text, '[') == NULL)
		return wrong(t, e, "column \"%s\" is none of workload, session, block, trial, case, variant and status, and no metric, "
		    "which has its unit in brackets: \"real [s]\"", text);
	if (quantity_parse(&q, text, e) != 0)
		return here(t, e);
	if (json_object_get(t->quantity_numbers, q.name) != NULL) {
		wrong(t, e, "two columns are the metric \"%s\"", q.name);
		quantity_release(&q);
		return -1;
	}
	*column = (struct column){ ROLE_VALUE, add_quantity(t, q, true) };
	return 0;
}

static int
unknown_column(const struct table *t, const char *field, struct err *e)
{
	const char *near = quote_nearest(field, role_names, ROLES);

	return wrong(t, e, "column \"%s\" is not known%s%s%s; with \"metric\" and \"value\" there can be workload, session, "
	    "block, trial, case, variant, status, unit, better and headline", field, near != NULL ? "; do you mean \"" : "",
	    near != NULL ? near : "", near != NULL ? "\"?" : "");
}

static int
check_separator(const struct table *t, const char *field, struct err *e)
{
	static const struct {
		char character;
		const char *name;
	} others[] = { { ';', "semicolons" }, { '\t', "tabs" }, { '|', "bars" } };

	for (size_t i = 0; i < 3; i++)
		if (strchr(field, others[i].character) != NULL)
			return wrong(t, e, "fields seem to be separated by %s; only commas are read, and points in numbers",
			    others[i].name);
	return 0;
}

static int
read_column(struct table *t, size_t i, struct err *e)
{
	const char *field = t->csv.fields[i];
	struct column *column = &t->columns[i];

	*column = (struct column){ role_of(field), 0 };
	if (!t->is_long && column->role >= ROLE_METRIC)
		return read_metric_column(t, field, column, e);
	if (t->is_long && is_value(field)) {
		column->role = ROLE_VALUE;
		return 0;
	}
	if (column->role == ROLES)
		return unknown_column(t, field, e);
	if (t->at[column->role] >= 0)
		return wrong(t, e, "column \"%s\" is there twice", field);
	t->at[column->role] = (int)i;
	return 0;
}

static int
read_header(struct table *t, struct err *e)
{
	bool metric = false, value = false;

	if (csv_next(&t->csv, e) < 0)
		return -1;
	for (size_t i = 0; i < t->csv.count; i++) {
		if (check_separator(t, t->csv.fields[i], e) != 0)
			return -1;
		metric = metric || role_of(t->csv.fields[i]) == ROLE_METRIC;
		value = value || is_value(t->csv.fields[i]);
	}
	if (metric != value)
		return wrong(t, e, "there is a column \"%s\" and none \"%s\"", metric ? "metric" : "value", metric ? "value" : "metric");
	t->is_long = metric;
	t->ncolumns = t->csv.count;
	t->columns = mem_zero(t->ncolumns, sizeof(*t->columns));
	for (size_t i = 0; i < t->ncolumns; i++)
		if (read_column(t, i, e) != 0)
			return -1;
	if (!t->is_long && t->nquantities == 0)
		return wrong(t, e, "no column is a metric, which has its unit in brackets: \"real [s]\"");
	return 0;
}

/* ------------------------------------------------------------------ rows */

static const char *
field(const struct table *t, enum role role)
{
	return t->at[role] >= 0 ? t->csv.fields[t->at[role]] : "";
}

static int
read_workload(struct table *t, struct err *e)
{
	const char *workload = field(t, ROLE_WORKLOAD);
	bool first = strcmp(t->draft->workload, t->draft->from) == 0 && t->draft->ntrials == 0;

	if (workload[0] == '\0' || strcmp(workload, t->draft->workload) == 0)
		return 0;
	if (!first)
		return wrong(t, e, "it is of the workload \"%s\", and what came before of \"%s\": import them one by one", workload,
		    t->draft->workload);
	free(t->draft->workload);
	t->draft->workload = mem_string(workload);
	return 0;
}

/* Sessions are numbered as they come; without a column the file is one. */
static unsigned
read_session(struct table *t)
{
	const char *name = field(t, ROLE_SESSION);
	json_t *known = json_object_get(t->session_numbers, name);

	if (known == NULL) {
		draft_session(t->draft, NULL);
		known = json_integer((json_int_t)json_array_size(t->draft->sessions) - 1);
		json_put(t->session_numbers, name, known);
	}
	return (unsigned)json_integer_value(known);
}

static int
read_block(const struct table *t, unsigned *block, struct err *e)
{
	const char *text = field(t, ROLE_BLOCK);
	unsigned long number = strtoul(text, NULL, 10);

	*block = text[0] != '\0' ? (unsigned)number : DRAFT_NO_BLOCK;
	if (text[strspn(text, "0123456789")] != '\0' || strlen(text) > 9)
		return wrong(t, e, "block \"%s\" is no whole number", text);
	return 0;
}

/* Fields with something between them that is in none of them; the caller frees. */
static char *
key_of(const char *a, const char *b, const char *c)
{
	return mem_printf("%zu %s%zu %s%zu %s", strlen(a), a, strlen(b), b, strlen(c), c);
}

/* A new trial of the row's arm; its number in the draft. */
static int
new_trial(struct table *t, size_t *number, struct err *e)
{
	const char *variant = field(t, ROLE_VARIANT);
	unsigned session = read_session(t), block;
	struct draft_trial *trial;

	if (read_block(t, &block, e) != 0)
		return -1;
	*number = t->draft->ntrials;
	draft_trial(t->draft, draft_case(t->draft, field(t, ROLE_CASE), NULL),
	    draft_variant(t->draft, variant[0] != '\0' ? variant : "default", NULL));
	trial = &t->draft->trials[*number];
	trial->session = session;
	trial->block = block;
	return 0;
}

/* The trial of the row's session and number, new or known. */
static int
numbered_trial(struct table *t, size_t *number, struct err *e)
{
	char *key = key_of(field(t, ROLE_SESSION), field(t, ROLE_TRIAL), "");
	const json_t *known = json_object_get(t->trial_numbers, key);
	const char *variant = field(t, ROLE_VARIANT);
	int result = 0;

	if (known == NULL) {
		result = new_trial(t, number, e);
		if (result == 0)
			json_put(t->trial_numbers, key, json_integer((json_int_t)*number));
	} else {
		struct draft *d = t->draft;

		*number = (size_t)json_integer_value(known);
		if (d->trials[*number].arm_case != draft_case(d, field(t, ROLE_CASE), NULL) ||
		    d->trials[*number].variant != draft_variant(d, variant[0] != '\0' ? variant : "default", NULL))
			result = wrong(t, e, "trial %s is of another case or variant in a line before", field(t, ROLE_TRIAL));
	}
	free(key);
	return result;
}

static struct series *
series_of(struct table *t)
{
	char *key = key_of(field(t, ROLE_SESSION), field(t, ROLE_CASE), field(t, ROLE_VARIANT));
	const json_t *known = json_object_get(t->series_numbers, key);
	size_t number = known != NULL ? (size_t)json_integer_value(known) : t->nseries;

	if (known == NULL) {
		json_put(t->series_numbers, key, json_integer((json_int_t)number));
		t->series = mem_resize(t->series, t->nseries + 1, sizeof(*t->series));
		t->series[t->nseries++] = (struct series){ NULL, 0, NULL, 0 };
	}
	free(key);
	return &t->series[number];
}

/* The trial that the next value of a metric is of, in the row's arm and session. */
static int
next_trial(struct table *t, size_t quantity, size_t *number, struct err *e)
{
	struct series *s = series_of(t);

	if (s->nused < t->nquantities) {
		s->used = mem_resize(s->used, t->nquantities, sizeof(*s->used));
		while (s->nused < t->nquantities)
			s->used[s->nused++] = 0;
	}
	if (s->used[quantity] == s->ntrials) {
		if (new_trial(t, number, e) != 0)
			return -1;
		if ((s->ntrials & (s->ntrials - 1)) == 0)
			s->trials = mem_resize(s->trials, s->ntrials > 0 ? 2 * s->ntrials : 1, sizeof(*s->trials));
		s->trials[s->ntrials++] = *number;
	}
	*number = s->trials[s->used[quantity]++];
	return 0;
}

/* Status "ok" or empty: true. Anything else and the trial has failed. */
static bool
is_ok(const struct table *t, json_t *trial)
{
	const char *status = field(t, ROLE_STATUS);

	if (status[0] == '\0' || strcmp(status, "ok") == 0)
		return json_object_get(trial, "values") != NULL;
	draft_fail(trial, status);
	if (strcmp(status, "timeout") == 0 || strcmp(status, "interrupted") == 0)
		json_put_text(trial, "status", status);
	return false;
}

static int
put_value(struct table *t, size_t number, size_t quantity, const char *text, struct err *e)
{
	const struct quantity *q = &t->quantities[quantity];
	json_t *trial = t->draft->trials[number].line;
	double value;

	if (quantity_read(q, text, &value, e) != 0)
		return here(t, e);
	if (json_object_get(json_object_get(trial, "values"), q->name) != NULL)
		return wrong(t, e, "%s of trial %s is there twice", q->name, field(t, ROLE_TRIAL));
	if (is_ok(t, trial))
		draft_value(trial, q->name, value);
	return 0;
}

static int
read_wide_row(struct table *t, struct err *e)
{
	size_t number, before = t->draft->ntrials;

	if (t->csv.count != t->ncolumns)
		return wrong(t, e, "it has %zu fields, and the header %zu: is the file cut off?", t->csv.count, t->ncolumns);
	if ((t->at[ROLE_TRIAL] >= 0 ? numbered_trial : new_trial)(t, &number, e) != 0)
		return -1;
	if (number < before)
		return wrong(t, e, "trial %s is there twice", field(t, ROLE_TRIAL));
	for (size_t i = 0; i < t->ncolumns; i++)
		if (t->columns[i].role == ROLE_VALUE &&
		    put_value(t, number, t->columns[i].quantity, t->csv.fields[i], e) != 0)
			return -1;
	return 0;
}

/* The row's metric. What is said about it has to be what was said before. */
static int
read_quantity(struct table *t, size_t *quantity, struct err *e)
{
	const char *unit = field(t, ROLE_UNIT), *better = field(t, ROLE_BETTER);
	const json_t *known = json_object_get(t->quantity_numbers, field(t, ROLE_METRIC));
	struct quantity q;

	if (known == NULL) {
		if (quantity_init(&q, field(t, ROLE_METRIC), unit, better, e) != 0)
			return here(t, e);
		known = json_object_get(t->quantity_numbers, q.name);
		if (known == NULL) {
			*quantity = add_quantity(t, q, strcmp(field(t, ROLE_HEADLINE), "no") != 0);
			return 0;
		}
		quantity_release(&q);
	}
	*quantity = (size_t)json_integer_value(known);
	return quantity_agree(&t->quantities[*quantity], unit, better, e) == 0 ? 0 : here(t, e);
}

static int
read_long_row(struct table *t, struct err *e)
{
	bool series = t->columns[t->ncolumns - 1].role == ROLE_VALUE;
	size_t quantity = 0, values = 0;

	if (t->csv.count < t->ncolumns || (t->csv.count > t->ncolumns && !series))
		return wrong(t, e, "it has %zu fields, and the header %zu: is the file cut off?", t->csv.count, t->ncolumns);
	if (read_quantity(t, &quantity, e) != 0)
		return -1;
	for (size_t i = 0; i < t->csv.count; i++) {
		size_t number;

		if (i < t->ncolumns && t->columns[i].role != ROLE_VALUE)
			continue;
		if (t->at[ROLE_TRIAL] >= 0 && values++ > 0)
			return wrong(t, e, "a row with the number of a trial has more than one value");
		if ((t->at[ROLE_TRIAL] >= 0 ? numbered_trial(t, &number, e) : next_trial(t, quantity, &number, e)) != 0 ||
		    put_value(t, number, quantity, t->csv.fields[i], e) != 0)
			return -1;
	}
	return 0;
}

static int
read_rows(struct table *t, struct err *e)
{
	size_t rows = 0;
	int result;

	while ((result = csv_next(&t->csv, e)) == 1) {
		if (read_workload(t, e) != 0 || (t->is_long ? read_long_row : read_wide_row)(t, e) != 0)
			return -1;
		rows++;
	}
	if (result == 0 && rows == 0)
		return err_set(e, ERR_USAGE, "'%s' cannot be imported: there is nothing below its header", t->csv.path);
	return result;
}

/* What is said about a metric in two files has to agree, too. */
static int
put_metrics(struct table *t, struct err *e)
{
	for (size_t i = 0; i < t->nquantities; i++) {
		const struct quantity *q = &t->quantities[i];
		const json_t *entry;
		unsigned number;

		number = draft_metric(t->draft, &(struct metric){ q->name, q->unit, q->better, NULL }, t->headlines[i]);
		entry = json_array_get(t->draft->metrics.entries, number);
		if (strcmp(json_get_text(entry, "unit"), q->unit) != 0 ||
		    strcmp(json_get_text(entry, "better"), metric_better_name(q->better)) != 0)
			return err_set(e, ERR_USAGE, "'%s' cannot be imported: %s has another unit or direction than in the files before",
			    t->csv.path, q->name);
	}
	return 0;
}

static void
table_release(struct table *t)
{
	for (size_t i = 0; i < t->nquantities; i++)
		quantity_release(&t->quantities[i]);
	for (size_t i = 0; i < t->nseries; i++) {
		free(t->series[i].trials);
		free(t->series[i].used);
	}
	free(t->quantities);
	free(t->headlines);
	free(t->series);
	free(t->columns);
	json_decref(t->quantity_numbers);
	json_decref(t->session_numbers);
	json_decref(t->trial_numbers);
	json_decref(t->series_numbers);
	csv_release(&t->csv);
}

static bool
is_utf8(const char *text, size_t length)
{
	json_t *string = json_stringn(text, length);
	bool valid = string != NULL;

	json_decref(string);
	return valid;
}

static int
check_encoding(const struct import_file *f, struct err *e)
{
	const char *at = f->text, *end = f->text + f->length;

	if (is_utf8(f->text, f->length))
		return 0;
	for (size_t line = 1;; line++) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		size_t length = (size_t)((newline != NULL ? newline : end) - at);

		if (!is_utf8(at, length) || newline == NULL)
			return err_set(e, ERR_USAGE, "'%s' cannot be imported: line %zu: it is not in UTF-8", f->path, line);
		at = newline + 1;
	}
}

static int
read_file(struct draft *d, const struct import_file *f, struct err *e)
{
	struct table t = {
		.draft = d, .quantity_numbers = json_object(), .session_numbers = json_object(),
		.trial_numbers = json_object(), .series_numbers = json_object(),
	};
	int result;

	for (size_t i = 0; i < ROLES; i++)
		t.at[i] = -1;
	csv_init(&t.csv, f->path, f->text, f->length);
	result = check_encoding(f, e);
	if (result == 0)
		result = read_header(&t, e);
	if (result == 0)
		result = read_rows(&t, e);
	if (result == 0)
		result = put_metrics(&t, e);
	table_release(&t);
	return result;
}

/* A header that has a metric in either form. */
static bool
recognise(const struct import_file *f)
{
	struct csv csv;
	struct err e;
	bool metric = false, value = false, column = false;

	csv_init(&csv, f->path, f->text, f->length);
	if (f->text[0] != '{' && csv_next(&csv, &e) == 1)
		for (size_t i = 0; i < csv.count; i++) {
			const char *open = strchr(csv.fields[i], '[');

			metric = metric || role_of(csv.fields[i]) == ROLE_METRIC;
			value = value || is_value(csv.fields[i]);
			column = column || (open != NULL && strchr(open, ']') != NULL);
		}
	csv_release(&csv);
	return (metric && value) || column;
}

const struct importer importer_csv = { "csv", recognise, read_file, NULL };
