/* A draft into a file: see draft.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/version.h"
#include "record/draft.h"
#include "record/line.h"
#include "record/record.h"

/* Those of the headline first, as records have them; never none of them. */
static json_t *
ordered_metrics(const struct draft *d)
{
	json_t *list = json_array(), *entry;
	bool any = false;
	size_t i;

	json_array_foreach(d->metrics.entries, i, entry)
		any = any || json_get_bool(entry, "headline", false);
	if (!any)
		json_put_bool(json_array_get(d->metrics.entries, 0), "headline", true);
	for (int headline = 1; headline >= 0; headline--)
		json_array_foreach(d->metrics.entries, i, entry)
			if (json_get_bool(entry, "headline", false) == (headline == 1))
				json_add(list, json_incref(entry));
	return list;
}

/* Variants differ by the session, unless every session has all of them. */
static bool
differ_by_session(const struct draft *d)
{
	size_t nvariants = json_array_size(d->variants.entries), found = 0;
	size_t *seen = mem_zero(nvariants, sizeof(*seen));	/* the latest session of each, from 1 */
	bool all = true;

	for (size_t i = 0; i < d->ntrials; i++) {
		const struct draft_trial *t = &d->trials[i];

		if (i > 0 && t->session != d->trials[i - 1].session) {
			all = all && found == nvariants;
			found = 0;
		}
		found += seen[t->variant] != t->session + (size_t)1;
		seen[t->variant] = t->session + (size_t)1;
	}
	free(seen);
	return !all || found != nvariants;
}

static json_t *
environment(const struct draft *d)
{
	static const char *const unknown[] = {
		"system", "release", "machine", "title", "cpu_model", "cpus", "memory_bytes", "scratch",
	};
	json_t *json = json_object();

	for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++)
		json_put(json, unknown[i], json_null());
	json_put(json, "tools", json_incref(d->tools));
	json_put(json, "settings", json_object());
	return json;
}

static json_t *
imported(const struct draft *d)
{
	json_t *json = json_object();

	json_put_text(json, "from", d->from);
	json_put_text(json, "title", buf_text(&d->sources));
	if (d->note.length > 0)
		json_put_text(json, "note", d->note.text);
	return json;
}

static json_t *
header(const struct draft *d, const char *command, bool by_session)
{
	json_t *h = json_object();

	json_put_text(h, "type", "header");
	json_put_count(h, "schema", RECORD_SCHEMA);
	json_put_text(h, "harness", HARNESS_VERSION);
	json_put_text(h, "created", d->created);
	json_put_text(h, "host", NULL);
	json_put_text(h, "command", command);
	json_put_text(h, "workload", d->workload);
	json_put(h, "workload_version", json_null());
	json_put_text(h, "describe", d->describe);
	json_put_text(h, "design", "sequential");
	json_put_text(h, "unit", by_session ? "session" : "trial");
	json_put(h, "seed", json_null());
	json_put_bool(h, "seed_given", false);
	json_put(h, "trials", json_null());
	json_put_count(h, "warmup", 0);
	json_put(h, "cases", json_incref(d->cases.entries));
	json_put(h, "variants", json_incref(d->variants.entries));
	json_put(h, "metrics", ordered_metrics(d));
	json_put(h, "heartbeat_iterations", json_null());
	json_put(h, "datum", json_null());
	json_put(h, "options", json_object());
	json_put(h, "environment", environment(d));
	json_put(h, "imported", imported(d));
	return h;
}

/* ------------------------------------------------------------------ writing */

/* The lines in the order of the file, each checked as a reader would. */
struct writing {
	struct buf text;
	struct record record;
	bool by_session;	/* sessions are the units */
};

static int
put_line(struct writing *w, json_t *take_line, struct err *e)
{
	struct line l;
	int result = line_check(&w->record, take_line, &l, e);

	if (result == 0) {
		line_keep(&w->record, 0, &l);
		json_line(take_line, &w->text);
	}
	json_decref(take_line);
	return result;
}

/* Comparisons stay inside a block: a session is one where it has all variants, else all sessions together are. */
static unsigned
block_of(const struct writing *w, const struct draft_trial *t)
{
	if (t->block != DRAFT_NO_BLOCK)
		return t->block;
	return w->by_session ? 0 : t->session;
}

static int
put_trial(struct writing *w, const struct draft_trial *t, struct err *e)
{
	static const char *const unknown[] = { "started", "offset_s", "padding", "seed", "heartbeat_s" };
	json_t *line = json_object();

	json_put_text(line, "type", "trial");
	json_put_count(line, "trial", w->record.ntrials);
	json_put_count(line, "session", t->session);
	json_put_count(line, "block", block_of(w, t));
	json_put_count(line, "case", t->arm_case);
	json_put_count(line, "variant", t->variant);
	json_put_bool(line, "warmup", false);
	for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++)
		json_put(line, unknown[i], json_null());
	if (json_object_update(line, t->line) != 0)
		mem_exhausted();
	json_put(line, "notes", json_array());
	return put_line(w, line, e);
}

static int
put_session(struct writing *w, const struct draft *d, size_t session, struct err *e)
{
	json_t *line = json_object();

	json_put_text(line, "type", "session");
	json_put_count(line, "session", session);
	json_put(line, "started", json_incref(json_array_get(d->sessions, session)));
	json_put_text(line, "reason", "imported");
	json_put(line, "void", json_array());
	return put_line(w, line, e);
}

static int
put_end(struct writing *w, const struct draft *d, struct err *e)
{
	json_t *line = json_object();

	json_put_text(line, "type", "end");
	json_put_count(line, "session", json_array_size(d->sessions) - 1);
	json_put_text(line, "status", "complete");
	json_put_text(line, "reason", "imported");
	json_put(line, "finished", json_null());
	json_put(line, "elapsed_s", json_null());
	json_put_count(line, "trials", d->ntrials);
	return put_line(w, line, e);
}

static int
by_session(const void *a, const void *b)
{
	const struct draft_trial *x = a, *y = b;

	if (x->session != y->session)
		return x->session < y->session ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static int
put_all(struct writing *w, struct draft *d, const char *command, struct err *e)
{
	size_t at = 0;

	qsort(d->trials, d->ntrials, sizeof(*d->trials), by_session);
	w->by_session = differ_by_session(d);
	if (put_line(w, header(d, command, w->by_session), e) != 0)
		return -1;
	for (size_t s = 0; s < json_array_size(d->sessions); s++) {
		if (s > 0 && put_session(w, d, s, e) != 0)
			return -1;
		for (; at < d->ntrials && d->trials[at].session == s; at++)
			if (put_trial(w, &d->trials[at], e) != 0)
				return -1;
	}
	return put_end(w, d, e);
}

static int
create_failed(const char *path, struct err *e)
{
	int number = errno;

	if (number == EEXIST)
		return err_set(e, ERR_USAGE, "'%s' exists: give -o another name", path);
	err_sys(e, number, "cannot create '%s'", path);
	if (number == ENOENT || number == ENOTDIR)
		e->kind = ERR_USAGE;
	return -1;
}

static int
put_file(const char *path, const struct buf *text, struct err *e)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	int result;

	if (fd < 0)
		return create_failed(path, e);
	result = file_write_fd(fd, path, text->text, text->length, e);
	while (result == 0 && fsync(fd) != 0)
		if (errno != EINTR)
			result = err_sys(e, errno, "cannot bring '%s' to the disk", path);
	if (close(fd) != 0 && result == 0)
		result = err_sys(e, errno, "cannot write '%s'", path);
	if (result != 0)
		unlink(path);
	return result;
}

/* Why there is nothing: what went wrong first, else what was noted. */
static int
nothing(const struct draft *d, struct err *e)
{
	const char *why = d->note.length > 0 ? d->note.text : NULL;

	for (size_t i = d->ntrials; i > 0; i--) {
		const char *error = json_get_text(d->trials[i - 1].line, "error");

		why = error != NULL ? error : why;
	}
	return err_set(e, ERR_USAGE, "there is no value in '%s' that could be imported%s%s", buf_text(&d->sources),
	    why != NULL ? ": " : "", why != NULL ? why : "");
}

int
draft_write(struct draft *d, const char *path, const char *command, struct err *e)
{
	struct writing w = { .text = BUF_EMPTY };
	int result;

	if (draft_known(d) == 0)
		return nothing(d, e);
	line_begin(&w.record, path);
	result = put_all(&w, d, command, e);
	if (result != 0)
		e->kind = ERR_INTERNAL;
	else
		result = put_file(path, &w.text, e);
	record_release(&w.record);
	buf_release(&w.text);
	return result;
}
