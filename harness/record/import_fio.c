/*
 * What fio --output-format=json+ writes (json too, then without histograms), from fio 3 on. Every job is a case, every
 * file a session, and every file gives one trial of each of its jobs.
 *
 * fio prints messages into the same file, before and behind the JSON. Clones of a job (numjobs without group_reporting)
 * ran together and are one: operations and bytes are summed and related to the longest run, as group_reporting does.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/date.h"
#include "base/json.h"
#include "record/bins.h"
#include "record/distribution.h"
#include "record/importer.h"

enum { OLDEST_VERSION = 3 };

static bool
recognise(const struct import_file *f)
{
	return strstr(f->text, "\"fio version\"") != NULL;
}

/* ------------------------------------------------------------------ the document inside the file */

struct document {
	json_t *root;
	char *ignored;		/* the first line that is not JSON, or NULL */
};

static size_t
line_length(const char *at)
{
	return strcspn(at, "\r\n");
}

static bool
is_blank_line(const char *at)
{
	return strspn(at, " \t\r") >= line_length(at);
}

static const char *
next_line(const char *at)
{
	at = strchr(at, '\n');
	return at != NULL ? at + 1 : NULL;
}

static int
parse_document(const struct import_file *f, const char *at, size_t *length, struct document *doc, struct err *e)
{
	size_t line = 0;
	json_error_t why;
	json_t *json = json_loadb(at, f->length - (size_t)(at - f->text), JSON_DISABLE_EOF_CHECK, &why);

	for (const char *p = f->text; p < at; p++)
		line += *p == '\n';
	if (json == NULL)
		return err_set(e, ERR_USAGE, "'%s' cannot be imported: no valid JSON in line %zu, column %d: %s; fio prints "
		    "messages and \"nan\" into its JSON, or the file was cut off", f->path, line + (size_t)why.line, why.column,
		    why.text);
	*length = (size_t)why.position;
	if (doc->root != NULL) {
		json_decref(json);
		return err_set(e, ERR_USAGE, "'%s' cannot be imported: it has several results of fio, another one from line %zu; "
		    "cut it into one file each, and run fio without --status-interval", f->path, line + 1);
	}
	doc->root = json;
	return 0;
}

/* Finds the one object, which begins at the start of a line. */
static int
read_document(const struct import_file *f, struct document *doc, struct err *e)
{
	const char *at = f->text;

	*doc = (struct document){ NULL, NULL };
	while (at != NULL && *at != '\0') {
		size_t length = 0;

		if (*at == '{') {
			if (parse_document(f, at, &length, doc, e) != 0)
				return -1;
			at += length;
		} else if (!is_blank_line(at) && doc->ignored == NULL)
			doc->ignored = mem_printf("%.*s", (int)line_length(at), at);
		at = next_line(at);
	}
	if (doc->root == NULL)
		return err_set(e, ERR_USAGE, "'%s' cannot be imported: there is no JSON of fio in it", f->path);
	return 0;
}

static int
check_version(const struct import_file *f, const json_t *root, struct err *e)
{
	const char *version = json_get_text(root, "fio version");
	unsigned number;

	if (version == NULL || sscanf(version, "fio-%u", &number) != 1)
		return err_set(e, ERR_USAGE, "'%s' cannot be imported: it does not say which version of fio wrote it", f->path);
	if (number < OLDEST_VERSION)
		return err_set(e, ERR_USAGE, "'%s' cannot be imported: it is of %s, and only fio %d and later are known", f->path,
		    version, OLDEST_VERSION);
	return 0;
}

/* ------------------------------------------------------------------ latencies and flows */

/* One kind of latency, over all clones. */
struct latency {
	double count, sum_ns;
	struct histogram *histogram;	/* NULL: no bins */
};

/* One direction of a job, over all clones. */
struct flow {
	double operations, bytes, runtime_s;
	double operations_per_s, bytes_per_s;	/* as printed: of one clone */
	struct latency clat, lat;
};

static const char *const directions[] = { "read", "write", "trim", "mixed" };
enum { DIRECTIONS = 4 };

struct job {
	const json_t *first;	/* borrowed */
	size_t clones;
	struct flow flows[DIRECTIONS];
	struct latency sync;
	json_int_t error;
};

static int
damaged(const struct import_file *f, const json_t *job, struct err *e, const char *what)
{
	return err_set(e, ERR_USAGE, "'%s' cannot be imported: job \"%s\" has %s", f->path, json_get_text(job, "jobname"), what);
}

/* A number that cannot be negative; 0 when it is not there. */
static double
amount(const json_t *object, const char *key)
{
	double value = json_get_real(object, key);

	return isfinite(value) ? value : 0;
}

static int
add_bins(struct latency *l, const json_t *json)
{
	uint64_t min = json_get_count(json, "min"), max = json_get_count(json, "max");
	struct histogram *own = mem_alloc(sizeof(*own));
	int result = bins_to_histogram(own, json_object_get(json, "bins"), min, max, json_get_real(json, "mean"));

	if (result == 0 && own->count > 0) {
		if (l->histogram == NULL) {
			l->histogram = mem_alloc(sizeof(*l->histogram));
			histogram_init(l->histogram);
		}
		histogram_merge(l->histogram, own);
	}
	free(own);
	return result;
}

/* {"min", "max", "mean", "N", "bins"}; early versions have no N, then it is the number of operations. */
static int
add_latency(struct latency *l, const json_t *json, double operations)
{
	double mean = amount(json, "mean"), count = json_get_real(json, "N");

	if (!isfinite(count))
		count = mean > 0 ? operations : 0;
	if (mean < 0 || count < 0)
		return -1;
	l->count += count;
	l->sum_ns += count * mean;
	return json_object_size(json_object_get(json, "bins")) > 0 ? add_bins(l, json) : 0;
}

static int
add_flow(struct flow *w, const json_t *json)
{
	static const char *const keys[] = { "total_ios", "io_bytes", "runtime", "iops", "bw_bytes" };
	double operations = amount(json, "total_ios"), runtime_s = amount(json, "runtime") / 1e3;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (amount(json, keys[i]) < 0)
			return -1;
	w->operations += operations;
	w->bytes += amount(json, "io_bytes");
	w->runtime_s = runtime_s > w->runtime_s ? runtime_s : w->runtime_s;
	w->operations_per_s = amount(json, "iops");
	w->bytes_per_s = amount(json, "bw_bytes");
	if (add_latency(&w->clat, json_object_get(json, "clat_ns"), operations) != 0)
		return -1;
	return add_latency(&w->lat, json_object_get(json, "lat_ns"), operations);
}

static int
add_clone(struct job *j, const struct import_file *f, const json_t *json, struct err *e)
{
	const json_t *sync = json_object_get(json, "sync"), *error = json_object_get(json, "error");

	for (size_t i = 0; i < DIRECTIONS; i++)
		if (add_flow(&j->flows[i], json_object_get(json, directions[i])) != 0)
			return damaged(f, json, e, "numbers that cannot be");
	if (add_latency(&j->sync, json_object_get(sync, "lat_ns"), amount(sync, "total_ios")) != 0)
		return damaged(f, json, e, "numbers that cannot be");
	if (json_is_integer(error) && j->error == 0)
		j->error = json_integer_value(error);
	j->clones++;
	return 0;
}

static void
job_release(struct job *j)
{
	for (size_t i = 0; i < DIRECTIONS; i++) {
		free(j->flows[i].clat.histogram);
		free(j->flows[i].lat.histogram);
	}
	free(j->sync.histogram);
}

/* ------------------------------------------------------------------ into the draft */

static void
put_value(struct draft *d, json_t *trial, const char *direction, const char *name, struct metric metric, bool headline,
    double value)
{
	char *full = mem_printf("%s.%s", direction, name);

	metric.name = full;
	if (isfinite(value)) {
		draft_metric(d, &metric, headline);
		draft_value(trial, full, value);
	}
	free(full);
}

static void
put_latency(struct draft *d, json_t *trial, const char *direction, const char *name, const char *help, bool headline,
    const struct latency *l)
{
	const struct metric metric = { NULL, "s", BETTER_LOWER, help };

	if (l->count == 0)
		return;
	put_value(d, trial, direction, name, metric, headline, l->sum_ns / l->count / 1e9);
	if (l->histogram != NULL) {
		char *full = mem_printf("%s.%s", direction, name);

		draft_histogram(trial, full, histogram_to_json(l->histogram));
		free(full);
	}
}

/* Rates of a run that took no measurable time are not known. */
static void
put_flow(struct draft *d, json_t *trial, const char *direction, const struct flow *w, bool one)
{
	const struct metric iops = { NULL, "1/s", BETTER_HIGHER, "operations for each second" };
	const struct metric bw = { NULL, "bytes/s", BETTER_HIGHER, "bytes for each second" };
	double runtime_s = w->runtime_s > 0 ? w->runtime_s : NAN;
	bool printed = one && w->runtime_s > 0;

	if (w->operations == 0)
		return;
	put_value(d, trial, direction, "iops", iops, true, printed ? w->operations_per_s : w->operations / runtime_s);
	put_value(d, trial, direction, "bw", bw, true, printed ? w->bytes_per_s : w->bytes / runtime_s);
	put_latency(d, trial, direction, "clat", "mean time from submission to completion", true, &w->clat);
	put_latency(d, trial, direction, "lat", "mean time from request to completion", false, &w->lat);
}

static void
put_job(struct draft *d, unsigned arm_case, const struct job *j)
{
	json_t *trial = draft_trial(d, arm_case, draft_variant(d, "default", NULL));
	bool any = j->sync.count > 0;
	char *why;

	for (size_t i = 0; i < DIRECTIONS; i++) {
		put_flow(d, trial, directions[i], &j->flows[i], j->clones == 1);
		any = any || j->flows[i].operations > 0;
	}
	put_latency(d, trial, "sync", "lat", "mean time of a synchronisation", false, &j->sync);
	if (j->clones > 1) {
		draft_property(trial, "clones", json_integer((json_int_t)j->clones));
		draft_note(d, "clones of a job ran together and are one trial");
	}
	if (j->error != 0) {
		why = mem_printf("fio says that job \"%s\" failed with error %" JSON_INTEGER_FORMAT,
		    json_get_text(j->first, "jobname"), j->error);
		draft_fail(trial, why);
		free(why);
	} else if (!any)
		draft_fail(trial, "the job did no input or output");
}

/* Those of the job over the global ones. */
static json_t *
options_of(const json_t *root, const json_t *job)
{
	json_t *options = json_object();

	json_put_text(options, "job", json_get_text(job, "jobname"));
	json_object_update(options, json_object_get(root, "global options"));
	json_object_update(options, json_object_get(job, "job options"));
	return options;
}

/* The case of a job: its name, with a number when a job of other options has it already. */
static unsigned
case_of(struct draft *d, const json_t *root, const json_t *job)
{
	const char *name = json_get_text(job, "jobname");
	json_t *options = options_of(root, job);

	for (size_t i = 1;; i++) {
		char *label = i == 1 ? mem_string(name) : mem_printf("%s #%zu", name, i);
		size_t before = json_array_size(d->cases.entries);
		unsigned number = draft_case(d, label, json_incref(options));
		const json_t *entry = json_array_get(d->cases.entries, number);

		free(label);
		if (number < before && !json_equal(json_object_get(entry, "args"), options))
			continue;
		json_decref(options);
		return number;
	}
}

/* Clones have the same name and options, and ran at the same time. */
static bool
are_clones(const json_t *a, const json_t *b)
{
	return strcmp(json_get_text(a, "jobname"), json_get_text(b, "jobname")) == 0 &&
	    json_equal(json_object_get(a, "groupid"), json_object_get(b, "groupid")) &&
	    json_equal(json_object_get(a, "job options"), json_object_get(b, "job options"));
}

static int
check_jobs(const struct import_file *f, const json_t *root, struct err *e)
{
	const json_t *jobs = json_object_get(root, "jobs"), *job;
	size_t i;

	if (json_object_get(root, "client_stats") != NULL)
		return err_set(e, ERR_USAGE, "'%s' cannot be imported: it is of fio's client and server mode, which is not known",
		    f->path);
	if (json_array_size(jobs) == 0)
		return err_set(e, ERR_USAGE, "'%s' cannot be imported: it has no jobs", f->path);
	json_array_foreach(jobs, i, job)
		if (json_get_text(job, "jobname") == NULL)
			return err_set(e, ERR_USAGE, "'%s' cannot be imported: job %zu has no name", f->path, i + 1);
	return 0;
}

/* The job at `i` with its clones behind it; nothing for a clone of one before it. */
static int
read_job(struct draft *d, const struct import_file *f, const json_t *root, size_t i, struct err *e)
{
	const json_t *jobs = json_object_get(root, "jobs"), *json = json_array_get(jobs, i);
	struct job *job;
	int result = 0;

	for (size_t k = 0; k < i; k++)
		if (are_clones(json_array_get(jobs, k), json))
			return 0;
	job = mem_zero(1, sizeof(*job));
	job->first = json;
	for (size_t k = i; k < json_array_size(jobs) && result == 0; k++)
		if (are_clones(json_array_get(jobs, k), json))
			result = add_clone(job, f, json_array_get(jobs, k), e);
	if (result == 0)
		put_job(d, case_of(d, root, json), job);
	job_release(job);
	free(job);
	return result;
}

static void
note_origin(struct draft *d, const struct document *doc)
{
	const char *version = json_get_text(doc->root, "fio version");
	uint64_t seconds = json_get_count(doc->root, "timestamp");
	char started[32];

	if (seconds < UINT64_C(253402300800))	/* the year 10000 */
		date_iso(started, sizeof(started), seconds);
	draft_session(d, seconds < UINT64_C(253402300800) ? started : NULL);
	if (json_array_size(d->sessions) == 1) {
		d->created = seconds < UINT64_C(253402300800) ? mem_string(started) : NULL;
		json_put_text(d->tools, "fio", version);
	} else if (strcmp(json_get_text(d->tools, "fio"), version) != 0)
		draft_note(d, "not all files are of the same version of fio");
	if (doc->ignored != NULL)
		draft_note(d, "besides its results fio said: %s", doc->ignored);
}

static int
read_file(struct draft *d, const struct import_file *f, struct err *e)
{
	struct document doc;
	int result = read_document(f, &doc, e);

	if (result == 0)
		result = check_version(f, doc.root, e);
	if (result == 0)
		result = check_jobs(f, doc.root, e);
	if (result == 0) {
		note_origin(d, &doc);
		for (size_t i = 0; i < json_array_size(json_object_get(doc.root, "jobs")) && result == 0; i++)
			result = read_job(d, f, doc.root, i, e);
	}
	json_decref(doc.root);
	free(doc.ignored);
	return result;
}

/* A case alone has an empty label. */
static void
finish(struct draft *d)
{
	json_t *entry = json_array_get(d->cases.entries, 0);
	size_t count = json_array_size(d->cases.entries);

	if (count == 1) {
		d->describe = mem_printf("fio, job %s", json_get_text(entry, "label"));
		json_put_text(entry, "label", "");
	} else
		d->describe = mem_printf("fio, %zu jobs", count);
}

const struct importer importer_fio = { "fio", recognise, read_file, finish };
