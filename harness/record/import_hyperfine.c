/*
 * What hyperfine --export-json writes. Every command of a file is a variant, every file a session.
 *
 * Up to version 1 the wall-clock times of single runs are there, but user and system time only as means, so they are
 * properties and no metrics. A run time of exactly 0 is what was left when the shell's start-up time was taken off and
 * the rest was negative: it says nothing but "less than can be told", and is null here. Version 2 has everything for each
 * run. Memory is not taken: it is a maximum over all runs so far.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "record/importer.h"

static const struct metric real = { "real", "s", BETTER_LOWER, "wall-clock time of the command" };
static const struct metric user = { "user", "s", BETTER_LOWER, "CPU time in user mode" };
static const struct metric sys = { "sys", "s", BETTER_LOWER, "CPU time in the kernel" };

/* One entry of "results". */
struct result {
	const struct import_file *file;
	const json_t *json;
	size_t number;		/* from 1 */
	const char *command;
};

static bool
recognise(const struct import_file *f)
{
	return f->text[strspn(f->text, " \t\r\n")] == '{' && strstr(f->text, "\"results\"") != NULL &&
	    strstr(f->text, "\"command\"") != NULL;
}

static int
damaged(const struct result *r, struct err *e, const char *what)
{
	return err_set(e, ERR_USAGE, "'%s' cannot be imported: result %zu (\"%s\") %s", r->file->path, r->number, r->command,
	    what);
}

/* A time: NAN for null, and for a 0 that hyperfine's correction has made. */
static int
read_time(const struct result *r, const json_t *value, double *time, struct err *e)
{
	*time = json_is_number(value) ? json_number_value(value) : NAN;
	if (!json_is_number(value) && !json_is_null(value))
		return damaged(r, e, "has a time that is no number");
	if (*time < 0)
		return damaged(r, e, "has a time below 0");
	return 0;
}

/* ------------------------------------------------------------------ variants */

static const char *
command_of(const json_t *result)
{
	const char *command = json_get_text(result, "command");

	return command != NULL ? command : "";
}

/* Whether another result of the file has the same command. */
static bool
is_shared(const json_t *results, size_t i)
{
	const char *command = command_of(json_array_get(results, i));

	for (size_t k = 0; k < json_array_size(results); k++)
		if (k != i && strcmp(command_of(json_array_get(results, k)), command) == 0)
			return true;
	return false;
}

/* "make", "make (threads=2)" where that tells results apart, on one line; the caller frees. */
static char *
plain_name(const json_t *results, size_t i)
{
	const json_t *result = json_array_get(results, i), *parameters = json_object_get(result, "parameters");
	struct buf name = BUF_EMPTY;
	const char *own = json_get_text(result, "name"), *separator = " (", *key;
	json_t *value;

	buf_puts(&name, own != NULL ? own : command_of(result));
	if (is_shared(results, i)) {
		json_object_foreach((json_t *)parameters, key, value) {
			buf_printf(&name, "%s%s=%s", separator, key,
			    json_is_string(value) ? json_string_value(value) : "?");
			separator = ", ";
		}
		if (separator[0] == ',')
			buf_putc(&name, ')');
	}
	for (size_t k = 0; k < name.length; k++)
		if ((unsigned char)name.text[k] < ' ')
			name.text[k] = ' ';
	return buf_take(&name);
}

/* As plain_name; those that are still the same get a number: a command may be timed against itself. */
static char *
name_of(const json_t *results, size_t i)
{
	char *name = plain_name(results, i), *numbered;
	size_t same = 1;

	for (size_t k = 0; k < i; k++) {
		char *other;

		if (strcmp(command_of(json_array_get(results, k)), command_of(json_array_get(results, i))) != 0)
			continue;
		other = plain_name(results, k);
		same += strcmp(other, name) == 0;
		free(other);
	}
	if (same == 1)
		return name;
	numbered = mem_printf("%s #%zu", name, same);
	free(name);
	return numbered;
}

static json_t *
properties_of(const json_t *result)
{
	json_t *properties = json_object(), *value;
	const char *key;

	json_put_text(properties, "command", command_of(result));
	json_object_foreach(json_object_get(result, "parameters"), key, value) {
		char *name = mem_printf("parameter.%s", key);

		if (!json_is_object(value) && !json_is_array(value))
			json_put(properties, name, json_incref(value));
		free(name);
	}
	return properties;
}

/* ------------------------------------------------------------------ trials */

/* Anything but 0 was ignored on purpose, or hyperfine would have stopped. null: ended by a signal. */
static int
note_exit(struct draft *d, const struct result *r, json_t *trial, json_t *code, struct err *e)
{
	if (code == NULL || (json_is_integer(code) && json_integer_value(code) == 0))
		return 0;
	if (!json_is_integer(code) && !json_is_null(code))
		return damaged(r, e, "has an exit code that is no number");
	draft_property(trial, "exit_code", json_incref(code));
	draft_note(d, "hyperfine was told to ignore commands that fail, and some did");
	return 0;
}

static void
note_zeros(struct draft *d, const struct result *r, size_t zeros, size_t count)
{
	if (zeros > 0)
		draft_note(d, "%zu of %zu times of \"%s\": 0 after hyperfine's correction for the shell, so not known", zeros, count,
		    r->command);
}

/* Version 1: "times" beside "exit_codes". */
static int
read_times(struct draft *d, const struct result *r, unsigned variant, struct err *e)
{
	const json_t *times = json_object_get(r->json, "times"), *codes = json_object_get(r->json, "exit_codes");
	double user_mean = json_get_real(r->json, "user"), sys_mean = json_get_real(r->json, "system");
	size_t zeros = 0;

	if (json_array_size(times) == 0)
		return damaged(r, e, "has no times of single runs");
	if (codes != NULL && json_array_size(codes) != json_array_size(times))
		return damaged(r, e, "has more of its times or of its exit codes: the file is damaged");
	draft_metric(d, &real, true);
	for (size_t i = 0; i < json_array_size(times); i++) {
		json_t *trial;
		double time;

		if (read_time(r, json_array_get(times, i), &time, e) != 0)
			return -1;
		zeros += time == 0;
		trial = draft_trial(d, draft_case(d, "", NULL), variant);
		draft_value(trial, "real", time > 0 ? time : NAN);
		if (isfinite(user_mean))
			draft_property(trial, "user_mean_s", json_real(user_mean));
		if (isfinite(sys_mean))
			draft_property(trial, "system_mean_s", json_real(sys_mean));
		if (note_exit(d, r, trial, json_array_get(codes, i), e) != 0)
			return -1;
	}
	note_zeros(d, r, zeros, json_array_size(times));
	if (zeros < json_array_size(times))
		draft_note(d, "hyperfine has user and system time as means only");
	return 0;
}

/* Version 2: "measurements", each with {"value": 1.5, "unit": "second"}. */
static int
read_measurements(struct draft *d, const struct result *r, unsigned variant, struct err *e)
{
	static const struct {
		const char *key;
		const struct metric *metric;
	} times[] = { { "time_wall_clock", &real }, { "time_user", &user }, { "time_system", &sys } };
	const json_t *list = json_object_get(r->json, "measurements");
	size_t zeros = 0;

	if (json_array_size(list) == 0)
		return damaged(r, e, "has no times of single runs");
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *run = json_array_get(list, i);
		json_t *trial = draft_trial(d, draft_case(d, "", NULL), variant);

		for (size_t k = 0; k < sizeof(times) / sizeof(times[0]); k++) {
			const json_t *quantity = json_object_get(run, times[k].key);
			const char *unit = json_get_text(quantity, "unit");
			double time = NAN;

			if (k > 0 && quantity == NULL)
				continue;
			if (unit == NULL || strcmp(unit, "second") != 0)
				return damaged(r, e, "has a time that is not in seconds");
			if (read_time(r, json_object_get(quantity, "value"), &time, e) != 0)
				return -1;
			zeros += k == 0 && time == 0;
			draft_metric(d, times[k].metric, true);
			draft_value(trial, times[k].metric->name, k == 0 && !(time > 0) ? NAN : time);
		}
		if (note_exit(d, r, trial, json_object_get(run, "exit_code"), e) != 0)
			return -1;
	}
	note_zeros(d, r, zeros, json_array_size(list));
	return 0;
}

static int
read_result(struct draft *d, const struct import_file *f, const json_t *results, size_t i, struct err *e)
{
	struct result r = { f, json_array_get(results, i), i + 1, command_of(json_array_get(results, i)) };
	unsigned variant;
	char *name;

	if (r.command[0] == '\0')
		return err_set(e, ERR_USAGE, "'%s' cannot be imported: result %zu has no command", f->path, i + 1);
	name = name_of(results, i);
	variant = draft_variant(d, name, properties_of(r.json));
	free(name);
	return json_object_get(r.json, "measurements") != NULL ? read_measurements(d, &r, variant, e) :
	    read_times(d, &r, variant, e);
}

static int
read_file(struct draft *d, const struct import_file *f, struct err *e)
{
	json_t *root = json_parse(f->path, f->text, f->length, e);
	const json_t *results = json_object_get(root, "results");
	int result = 0;

	if (root == NULL) {
		e->kind = ERR_USAGE;
		return -1;
	}
	draft_session(d, NULL);
	if (json_array_size(results) == 0)
		result = err_set(e, ERR_USAGE, "'%s' cannot be imported: it has no results of hyperfine", f->path);
	for (size_t i = 0; i < json_array_size(results) && result == 0; i++)
		result = read_result(d, f, results, i, e);
	json_decref(root);
	return result;
}

/* One command alone is not a variant of anything: files are then told apart by their own names. */
static void
finish(struct draft *d)
{
	json_t *variant = json_array_get(d->variants.entries, 0);

	if (json_array_size(d->variants.entries) == 1) {
		d->describe = mem_string(json_get_text(variant, "name"));
		json_put_text(variant, "name", "default");
	} else
		d->describe = mem_printf("%zu commands", json_array_size(d->variants.entries));
}

const struct importer importer_hyperfine = { "hyperfine", recognise, read_file, finish };
