/*
 * What hyperfine --export-json writes, for scripts that read it: one result for each case and variant that has values.
 * Failed trials are left out, because every time there stands for a run that did its work.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/quote.h"
#include "stats/failure.h"
#include "stats/summary.h"
#include "view/exporter.h"

/* The metric whose values are the times: the one that is asked for, "real", or the first in seconds. */
static int
choose_time(const struct record *r, int metric, size_t *time, struct err *e)
{
	int real = record_metric(r, "real");

	if (metric >= 0)
		*time = (size_t)metric;
	else if (real >= 0)
		*time = (size_t)real;
	else
		for (*time = 0; *time < r->nmetrics && strcmp(r->metrics[*time].unit, "s") != 0; ++*time)
			;
	if (*time == r->nmetrics)
		return err_set(e, ERR_USAGE, "'%s' has no metric in seconds, and hyperfine's format is for times", r->path);
	if (strcmp(r->metrics[*time].unit, "s") != 0)
		return err_set(e, ERR_USAGE, "'%s' is in %s, and hyperfine's format is for times", r->metrics[*time].name,
		    r->metrics[*time].unit);
	return 0;
}

/* The words of a workload that times a command, quoted; of others its name. */
static char *
subject_of(const struct record *r, unsigned arm_case)
{
	const json_t *args = json_object_get(json_array_get(json_object_get(r->header, "cases"), arm_case), "args");
	const json_t *command = json_object_get(args, "command");
	char **words = mem_zero(json_array_size(command) + 1, sizeof(*words));
	size_t count = 0;
	char *text;

	for (size_t i = 0; i < json_array_size(command); i++)
		if (json_is_string(json_array_get(command, i)))
			words[count++] = mem_string(json_string_value(json_array_get(command, i)));
	text = count > 0 ? quote_join(words) : mem_string(record_workload(r));
	quote_free(words);
	return text;
}

/* As it was given to hyperfine, else what was timed, with the names of case and variant. */
static char *
command_of(const struct record *r, unsigned arm_case, unsigned variant)
{
	const json_t *entry = json_array_get(json_object_get(r->header, "variants"), variant);
	const char *given = json_string_value(export_property(entry, "command"));
	const char *label = record_case_label(r, arm_case), *name = record_variant_name(r, variant);
	char *subject, *text;

	if (given != NULL)
		return mem_string(given);
	if (r->nvariants == 1 && strcmp(name, "default") == 0)
		name = "";
	subject = subject_of(r, arm_case);
	text = mem_printf("%s%s%s%s%s", subject, label[0] != '\0' ? " " : "", label, name[0] != '\0' ? " " : "", name);
	free(subject);
	return text;
}

/* The arguments in which cases differ, as texts. */
static json_t *
parameters_of(const struct record *r, unsigned arm_case)
{
	const json_t *cases = json_object_get(r->header, "cases");
	const json_t *args = json_object_get(json_array_get(cases, arm_case), "args");
	json_t *parameters = json_object(), *value;
	const char *key;

	json_object_foreach((json_t *)args, key, value) {
		bool differs = false;
		char *text;

		for (size_t i = 0; i < r->ncases && !differs; i++) {
			const json_t *other = json_object_get(json_object_get(json_array_get(cases, i), "args"), key);

			differs = other == NULL || !json_equal(value, other);
		}
		if (!differs)
			continue;
		text = json_is_string(value) ? mem_string(json_string_value(value)) :
		    json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(15));
		json_put_text(parameters, key, text);
		free(text);
	}
	return parameters;
}

/* Parameters of hyperfine itself, when the record was imported. */
static void
add_parameters(const struct record *r, unsigned variant, json_t *parameters)
{
	const json_t *entry = json_array_get(json_object_get(r->header, "variants"), variant);
	const char *key;
	json_t *value;

	json_object_foreach(json_object_get(entry, "properties"), key, value)
		if (strncmp(key, "parameter.", 10) == 0)
			json_put(parameters, key + 10, json_incref(value));
}

/* Mean of a metric, or of a property where that is all that is known, over the trials; NAN: not known. */
static double
mean_of(const struct record *r, const size_t *trials, size_t count, const char *name, const char *property)
{
	int metric = record_metric(r, name);
	double sum = 0;

	for (size_t i = 0; i < count; i++) {
		const struct record_trial *t = &r->trials[trials[i]];
		const json_t *known = export_property(t->line, property);

		if (metric >= 0 && isfinite(t->values[metric]))
			sum += t->values[metric];
		else
			sum += json_is_number(known) ? json_number_value(known) : NAN;
	}
	return sum / (double)count;
}

static int
put_summary(json_t *result, const double *values, size_t count, const struct record *r, const size_t *trials, struct err *e)
{
	struct summary s;
	int failure = summary_compute(values, count, 0.05, &s);

	if (failure != STATS_OK)
		return err_set(e, ERR_INTERNAL, "cannot summarise '%s': %s", r->path, failure_text(failure));
	json_put_real(result, "mean", s.mean);
	json_put_real(result, "stddev", s.sd);
	json_put_real(result, "median", s.median);
	json_put_real(result, "user", mean_of(r, trials, count, "user", "user_mean_s"));
	json_put_real(result, "system", mean_of(r, trials, count, "sys", "system_mean_s"));
	json_put_real(result, "min", s.min);
	json_put_real(result, "max", s.max);
	return 0;
}

/* A trial that is ok ended with 0, unless its workload was told that it need not; then it is not known. */
static json_t *
exit_code_of(const struct record *r, const struct record_trial *t)
{
	const json_t *code = export_property(t->line, "exit_code");
	const json_t *args = json_object_get(json_array_get(json_object_get(r->header, "cases"), t->arm_case), "args");

	if (code != NULL)
		return json_incref((json_t *)code);
	return json_get_bool(args, "ignore-failure", false) ? json_null() : json_integer(0);
}

static void
put_runs(json_t *result, const double *values, size_t count, const struct record *r, const size_t *trials)
{
	json_t *times = json_array(), *codes = json_array();

	for (size_t i = 0; i < count; i++) {
		json_add(times, json_real(values[i]));
		json_add(codes, exit_code_of(r, &r->trials[trials[i]]));
	}
	json_put(result, "times", times);
	json_put(result, "exit_codes", codes);
}

static int
put_result(json_t *results, const struct record *r, size_t time, unsigned arm_case, unsigned variant, struct err *e)
{
	json_t *result, *parameters;
	double *values;
	size_t *trials, count;
	char *command;
	int failure = 0;

	record_series(r, (int)time, arm_case, variant, &values, &trials, &count);
	if (count > 0) {
		result = json_object();
		command = command_of(r, arm_case, variant);
		json_put_text(result, "command", command);
		free(command);
		failure = put_summary(result, values, count, r, trials, e);
		put_runs(result, values, count, r, trials);
		parameters = parameters_of(r, arm_case);
		add_parameters(r, variant, parameters);
		if (json_object_size(parameters) > 0)
			json_put(result, "parameters", json_incref(parameters));
		json_decref(parameters);
		json_add(results, result);
	}
	free(values);
	free(trials);
	return failure;
}

static int
write_hyperfine(const struct record *r, int metric, struct buf *out, struct err *e)
{
	json_t *root, *results;
	size_t time;
	int result = 0;

	if (choose_time(r, metric, &time, e) != 0)
		return -1;
	root = json_object();
	results = json_array();
	json_put(root, "results", results);
	for (unsigned c = 0; c < r->ncases; c++)
		for (unsigned v = 0; v < r->nvariants && result == 0; v++)
			result = put_result(results, r, time, c, v, e);
	if (result == 0 && json_array_size(results) == 0)
		result = err_set(e, ERR_USAGE, "'%s' has no values of '%s' to export", r->path, r->metrics[time].name);
	if (result == 0)
		json_pretty(root, out);
	json_decref(root);
	return result;
}

const struct exporter exporter_hyperfine = { "hyperfine", write_hyperfine };
