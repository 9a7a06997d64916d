/*
 * The Go benchmark data format (golang.org/design/14313-benchmark-format), which benchstat reads: configuration lines,
 * "Unit" lines that say what is better, and a line for each trial. Failed trials are left out, as by go test.
 *
 * benchstat compares results only where all configuration is equal, so what may differ between the sides of a comparison,
 * such as the kernel, is not in there but behind a "#".
 */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/units.h"
#include "view/exporter.h"

/* ------------------------------------------------------------------ names */

/* Blanks, "/" and whatever is not ASCII would end a name or cut it: each becomes "_". */
static void
put_part(struct buf *out, const char *text, const char *kept)
{
	for (; *text != '\0'; text++) {
		unsigned char c = (unsigned char)*text;

		if ((c & 0xc0) == 0x80)	/* the rest of a character that has its "_" already */
			continue;
		buf_putc(out, (c > ' ' && c < 0x7f && c != '/') || strchr(kept, c) != NULL ? (char)c : '_');
	}
}

/* "build" -> "Build", "call/fork" -> "Call/fork". */
static void
put_workload(struct buf *out, const char *workload)
{
	size_t start = out->length;

	put_part(out, workload, "/");
	out->text[start] = (char)toupper((unsigned char)out->text[start]);
}

/* "jobs=2 cache=hot" -> "/jobs=2/cache=hot". */
static void
put_case(struct buf *out, const char *label)
{
	char *copy = mem_string(label);

	for (char *word = copy, *end; *word != '\0'; word = end) {
		word += strspn(word, " ");
		end = word + strcspn(word, " ");
		if (*end != '\0')
			*end++ = '\0';
		if (*word == '\0')
			continue;
		buf_putc(out, '/');
		put_part(out, word, "");
	}
	free(copy);
}

/* "-2" for two CPUs; a number at the end of the name that is none of CPUs must not look like it. */
static void
put_cpus(struct buf *out, uint64_t cpus)
{
	size_t digits = out->length;

	if (cpus != UINT64_MAX) {
		buf_printf(out, "-%" PRIu64, cpus);
		return;
	}
	while (digits > 0 && isdigit((unsigned char)out->text[digits - 1]))
		digits--;
	if (digits > 0 && digits < out->length && out->text[digits - 1] == '-')
		out->text[digits - 1] = '_';
}

static bool
is_taken(char *const *names, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* The name of an arm, other than those before it, as go test numbers its own: "Build/variant=a_b#01-2". */
static char *
name_arm(const struct record *r, unsigned arm_case, unsigned variant, char *const *names, size_t count)
{
	uint64_t cpus = json_get_count(json_object_get(r->header, "environment"), "cpus");
	const char *label = record_variant_name(r, variant);

	for (unsigned i = 0;; i++) {
		struct buf name = BUF_EMPTY;

		buf_puts(&name, "Benchmark");
		put_workload(&name, record_workload(r));
		put_case(&name, record_case_label(r, arm_case));
		if (r->nvariants > 1 || strcmp(label, "default") != 0) {
			buf_puts(&name, "/variant=");
			put_part(&name, label, "");
		}
		if (i > 0)
			buf_printf(&name, "#%02u", i);
		put_cpus(&name, cpus);
		if (!is_taken(names, count, name.text))
			return buf_take(&name);
		buf_release(&name);
	}
}

static char **
name_arms(const struct record *r)
{
	char **names = mem_zero(r->ncases * r->nvariants, sizeof(*names));
	size_t count = 0;

	for (unsigned c = 0; c < r->ncases; c++)
		for (unsigned v = 0; v < r->nvariants; v++, count++)
			names[count] = name_arm(r, c, v, names, count);
	return names;
}

/* ------------------------------------------------------------------ units */

/* Times are given as "ns/op" for the one that is the benchmark's time, else under their names. */
static bool
is_time(const struct record *r, size_t metric)
{
	int real = record_metric(r, "real");

	return strcmp(r->metrics[metric].unit, "s") == 0 && metric == (real >= 0 ? (size_t)real : 0);
}

/* A "-" is a multiplication sign in units, and "ns" and "MB" between such signs are converted: names have none. */
static void
put_unit(struct buf *out, const struct record *r, size_t metric)
{
	static const struct {
		const char *unit, *suffix;
	} suffixes[] = {
		{ "s", "-sec/op" }, { "bytes", "-bytes/op" }, { "bytes/s", "-B/s" }, { "1/s", "/s" }, { "count", "/op" },
		{ "ratio", "-ratio" },
	};
	const struct metric *m = &r->metrics[metric];

	if (is_time(r, metric)) {
		buf_puts(out, "ns/op");
		return;
	}
	for (const char *c = m->name; *c != '\0'; c++)
		buf_putc(out, *c != '-' ? *c : '_');
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
		if (strcmp(suffixes[i].unit, m->unit) == 0) {
			buf_puts(out, suffixes[i].suffix);
			return;
		}
	buf_putc(out, '-');
	put_part(out, m->unit, "/");
}

/* ------------------------------------------------------------------ lines */

static void
put_comment(struct buf *out, const char *key, const char *value)
{
	if (value == NULL)
		return;
	buf_printf(out, "# %s: ", key);
	for (; *value != '\0'; value++)
		buf_putc(out, (unsigned char)*value < ' ' ? ' ' : *value);
	buf_putc(out, '\n');
}

static void
put_configuration(struct buf *out, const struct record *r)
{
	static const char *const facts[] = { "system", "release", "machine", "title", "cpu_model" };
	const json_t *environment = json_object_get(r->header, "environment");
	uint64_t version = json_get_count(r->header, "workload_version");

	buf_puts(out, "workload: ");
	put_part(out, record_workload(r), "/ ");
	buf_putc(out, '\n');
	if (version != UINT64_MAX)
		buf_printf(out, "workload-version: %" PRIu64 "\n", version);
	put_comment(out, "describe", json_get_text(r->header, "describe"));
	put_comment(out, "created", json_get_text(r->header, "created"));
	put_comment(out, "host", json_get_text(r->header, "host"));
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
		put_comment(out, facts[i], json_get_text(environment, facts[i]));
}

static bool
has_values(const struct record *r, size_t metric)
{
	for (size_t i = 0; i < r->ntrials; i++)
		if (export_counts(&r->trials[i]) && isfinite(r->trials[i].values[metric]))
			return true;
	return false;
}

static void
put_units(struct buf *out, const struct record *r, const bool *chosen)
{
	for (size_t m = 0; m < r->nmetrics; m++) {
		if (!chosen[m] || r->metrics[m].better == BETTER_NEITHER)
			continue;
		buf_puts(out, "Unit ");
		put_unit(out, r, m);
		buf_printf(out, " better=%s\n", metric_better_name(r->metrics[m].better));
	}
}

static void
put_trial(struct buf *out, const struct record *r, const struct record_trial *t, const bool *chosen, const char *name)
{
	struct buf line = BUF_EMPTY;
	char text[40];

	buf_printf(&line, "%s 1", name);
	for (size_t m = 0; m < r->nmetrics; m++) {
		if (!chosen[m] || !isfinite(t->values[m]))
			continue;
		units_write_real(text, sizeof(text), is_time(r, m) ? t->values[m] * 1e9 : t->values[m]);
		buf_printf(&line, " %s ", text);
		put_unit(&line, r, m);
	}
	if (strlen(name) + 2 < line.length)
		buf_printf(out, "%s\n", line.text);
	buf_release(&line);
}

static int
write_benchfmt(const struct record *r, int metric, struct buf *out, struct err *e)
{
	bool *chosen = mem_zero(r->nmetrics, sizeof(*chosen)), any = false;
	char **names;

	for (size_t m = 0; m < r->nmetrics; m++) {
		chosen[m] = (metric < 0 || (size_t)metric == m) && has_values(r, m);
		any = any || chosen[m];
	}
	if (!any) {
		free(chosen);
		return err_set(e, ERR_USAGE, "'%s' has no values to export", r->path);
	}
	names = name_arms(r);
	put_configuration(out, r);
	put_units(out, r, chosen);
	for (size_t i = 0; i < r->ntrials; i++) {
		const struct record_trial *t = &r->trials[i];

		if (export_counts(t))
			put_trial(out, r, t, chosen, names[t->arm_case * r->nvariants + t->variant]);
	}
	for (size_t i = 0; i < r->ncases * r->nvariants; i++)
		free(names[i]);
	free(names);
	free(chosen);
	return 0;
}

const struct exporter exporter_benchfmt = { "benchfmt", write_benchfmt };
