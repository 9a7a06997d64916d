/* One trial's results: see trial.h. */
#include "workload/trial.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"
#include "base/metric.h"
#include "workload/workload.h"

void
trial_init(struct trial *t, const struct workload *w, const struct args *args)
{
	memset(t, 0, sizeof(*t));
	t->workload = w;
	t->args = args;
	t->datum = t->new_datum = NAN;
	t->values = json_object();
	t->properties = json_object();
	t->tools = json_object();
	t->notes = json_array();
}

void
trial_release(struct trial *t)
{
	json_decref(t->values);
	json_decref(t->properties);
	json_decref(t->tools);
	json_decref(t->notes);
	for (size_t i = 0; i < t->nhistograms; i++)
		free(t->histograms[i]);
	free(t->histograms);
	for (size_t i = 0; i < t->ncurves; i++) {
		free(t->curves[i].x);
		free(t->curves[i].ns);
	}
	free(t->curves);
	free(t->description);
	memset(t, 0, sizeof(*t));
}

int
trial_fail(struct trial *t, const char *fmt, ...)
{
	va_list ap;

	t->err.kind = ERR_WORKLOAD;
	va_start(ap, fmt);
	vsnprintf(t->err.text, sizeof(t->err.text), fmt, ap);
	va_end(ap);
	return -1;
}

void
trial_value(struct trial *t, const char *metric, double value)
{
	assert(metric_find(t->workload->metrics, metric) != NULL);
	json_put_real(t->values, metric, value);
}

void
trial_histogram(struct trial *t, const char *metric, const struct histogram *h)
{
	struct trial_histogram *kept = mem_alloc(sizeof(*kept));

	kept->metric = metric;
	kept->histogram = *h;
	t->histograms = mem_resize(t->histograms, t->nhistograms + 1, sizeof(*t->histograms));
	t->histograms[t->nhistograms++] = kept;
}

void
trial_curve(struct trial *t, const char *metric, const double *x, const uint64_t *ns, size_t n)
{
	struct trial_curve kept = { metric, mem_resize(NULL, n, sizeof(*x)), mem_resize(NULL, n, sizeof(*ns)), n };

	memcpy(kept.x, x, n * sizeof(*x));
	memcpy(kept.ns, ns, n * sizeof(*ns));
	t->curves = mem_resize(t->curves, t->ncurves + 1, sizeof(*t->curves));
	t->curves[t->ncurves++] = kept;
}

static char *
words(const char *fmt, va_list ap)
{
	struct buf b = BUF_EMPTY;

	buf_vprintf(&b, fmt, ap);
	return buf_take(&b);
}

void
trial_property(struct trial *t, const char *name, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = words(fmt, ap);
	va_end(ap);
	json_put_text(t->properties, name, text);
	free(text);
}

void
trial_property_number(struct trial *t, const char *name, double value)
{
	if (value == floor(value) && fabs(value) < 1e15)
		json_put(t->properties, name, json_integer((json_int_t)value));
	else
		json_put_real(t->properties, name, value);
}

void
trial_note(struct trial *t, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = words(fmt, ap);
	va_end(ap);
	json_array_append_new(t->notes, json_string(text));
	free(text);
}

void
trial_describe(struct trial *t, const char *fmt, ...)
{
	va_list ap;

	free(t->description);
	va_start(ap, fmt);
	t->description = words(fmt, ap);
	va_end(ap);
}

void
trial_datum(struct trial *t, double value)
{
	t->new_datum = value;
}

void
trial_tool(struct trial *t, const char *program, const char *version)
{
	json_put_text(t->tools, program, version);
}

char *
trial_keep_path(struct trial *t, const char *name)
{
	char *path;

	if (file_make_directories(t->keep, &t->err) != 0)
		return NULL;
	path = path_join(t->keep, name);
	unlink(path);	/* of a trial of this number that was killed */
	return path;
}
