/* The runner: see runner.h. */
#include "run/runner.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/date.h"
#include "base/file.h"
#include "base/json.h"
#include "judge/stopping.h"
#include "measure/heartbeat.h"
#include "os/os.h"
#include "stats/rng.h"
#include "stats/schedule.h"

enum { SETTLE_NS = 100 * 1000 * 1000 };

/* State of one call of runner_run. */
struct progress {
	struct record_writer *writer;
	struct rng order, padding;
	struct instant start;
	size_t done, total;
	bool *proven;		/* per arm: a trial of it succeeded */
	enum stopping_answer answer;
	char reason[256];	/* of the answer */
};

/* ------------------------------------------------------------------ before the first trial */

static char *
data_directory(const struct runner *r, unsigned data)
{
	char name[32];

	snprintf(name, sizeof(name), "data-%u", data);
	return path_join(r->scratch->path, name);
}

static struct step
arm_step(const struct runner *r, enum step_kind kind, const struct arm *arm, const char *data, const char *out)
{
	const struct variant *v = kind == STEP_TRIAL ? &r->plan->variants[arm->variant] : NULL;

	return (struct step){
		.kind = kind,
		.workload = r->plan->workload,
		.args = &arm->args,
		.data = data,
		.out = out,
		.keep = r->keep,
		.caller = r->caller,
		.place = r->place,
		.seed = r->plan->seed,
		.datum = r->plan->datum,
		.cpus = v != NULL ? variant_cpus(v) : NULL,
		.environment = v != NULL ? v->environment : NULL,
		.deadline_ns = kind == STEP_TRIAL ? r->plan->deadline_ns : 0,
		.scratch = r->scratch->path,
	};
}

static int
note_failure(struct runner *r, struct outcome *o, struct err *e)
{
	r->failure = o->err;
	free(r->failure_log);
	r->failure_log = o->log;
	o->log = NULL;
	*e = o->err;
	return -1;
}

/* A populate or calibrate step in an out directory of its own; *result is the worker's answer. */
static int
preparation(struct runner *r, enum step_kind kind, const struct arm *arm, const char *name, json_t **result, struct err *e)
{
	char *data = data_directory(r, arm->data), *out = scratch_directory(r->scratch, name, e);
	struct outcome o = { .result = NULL };
	struct step step;
	int status = -1;

	if (out != NULL) {
		step = arm_step(r, kind, arm, data, out);
		status = r->executor.carry_out(r->executor.context, &step, &o, e);
	}
	if (status == 0 && o.status != OUTCOME_OK)
		status = note_failure(r, &o, e);
	*result = status == 0 ? json_incref(o.result) : NULL;
	outcome_release(&o);
	free(data);
	free(out);
	return status;
}

static void
take_description(struct plan *p, const json_t *result)
{
	const char *text = json_get_text(result, "describe");

	if (text == NULL || p->description != NULL)
		return;
	if (p->ncases > 1)	/* what it says is true of the first case */
		p->description = mem_printf("%s; and %zu further case%s", text, p->ncases - 1, p->ncases == 2 ? "" : "s");
	else
		p->description = mem_string(text);
}

static int
populate(struct runner *r, const struct arm *arm, struct err *e)
{
	struct plan *p = r->plan;
	char name[32], *data;
	const char *means;
	json_t *result;

	snprintf(name, sizeof(name), "data-%u", arm->data);
	data = scratch_directory(r->scratch, name, e);
	if (data == NULL)
		return -1;
	free(data);
	snprintf(name, sizeof(name), "populate-%u", arm->data);
	if (preparation(r, STEP_POPULATE, arm, name, &result, e) != 0)
		return -1;
	json_object_update(p->properties[arm->data], json_object_get(result, "properties"));
	json_object_update(p->tools, json_object_get(result, "tools"));
	take_description(p, result);
	means = json_get_text(result, "means");
	if (means != NULL && p->containment == NULL)
		p->containment = mem_string(means);
	json_decref(result);
	return plan_check_properties(p, arm->data, e);
}

int
runner_prepare(struct runner *r, struct err *e)
{
	struct plan *p = r->plan;
	unsigned next = 0;

	if (r->observer.preparing != NULL)
		r->observer.preparing(r->observer.context, p);
	if (p->heartbeat_iterations == 0)
		p->heartbeat_iterations = heartbeat_calibrate();
	for (size_t i = 0; i < p->narms; i++)
		if (p->arms[i].data == next) {
			if (populate(r, &p->arms[i], e) != 0)
				return -1;
			next++;
		}
	if (p->workload->calibrate != NULL && !isfinite(p->datum)) {
		json_t *result;

		if (preparation(r, STEP_CALIBRATE, &p->arms[0], "calibrate", &result, e) != 0)
			return -1;
		p->datum = json_get_real(result, "datum");
		json_decref(result);
	}
	return 0;
}

/* ------------------------------------------------------------------ trials */

static json_t *
trial_line(const struct runner *r, const struct step *s, const struct arm *arm, unsigned block, const struct outcome *o,
    double offset_s, double took_s, double heartbeat_s, const char *started)
{
	static const char *const parts[] = { "values", "phases", "outside", "properties", "histograms", "curves", "notes" };
	json_t *line = json_object();
	char seed[32];

	snprintf(seed, sizeof(seed), "%" PRIu64, s->seed);
	json_put_text(line, "type", "trial");
	json_put_count(line, "trial", r->next_trial);
	json_put_count(line, "session", r->session);
	json_put(line, "block", block == RECORD_NONE ? json_null() : json_integer(block));
	json_put_count(line, "case", arm->arm_case);
	json_put_count(line, "variant", arm->variant);
	json_put_bool(line, "warmup", block == RECORD_NONE);
	json_put_text(line, "status", outcome_status_name(o->status));
	if (o->status != OUTCOME_OK) {
		json_put_text(line, "kind", err_kind_name(o->err.kind));
		json_put_text(line, "error", o->err.text);
	}
	json_put_text(line, "started", started);
	json_put_real(line, "offset_s", offset_s);
	json_put_real(line, "took_s", took_s);
	json_put_count(line, "padding", s->padding);
	json_put_text(line, "seed", seed);
	json_put_real(line, "heartbeat_s", heartbeat_s);
	for (size_t i = 0; o->status == OUTCOME_OK && i < sizeof(parts) / sizeof(parts[0]); i++) {
		json_t *part = json_object_get(o->result, parts[i]);

		if (part != NULL && (json_object_size(part) + json_array_size(part) > 0 || i == 0))
			json_put(line, parts[i], json_incref(part));
	}
	return line;
}

static double
seconds_since(struct instant start)
{
	return (double)os_span_ns(start, os_now()) / 1e9;
}

/* The time is kept short of noise: microseconds are enough, and short in the record. */
static double
rounded(double seconds)
{
	return round(seconds * 1e6) / 1e6;
}

/* Whether an experiment can go on after this outcome; fills *e when not. */
static int
consider(struct runner *r, struct progress *g, size_t arm, bool warmup, struct outcome *o, struct err *e)
{
	if (o->status == OUTCOME_OK) {
		g->proven[arm] = true;
		r->ok += !warmup;
		return 0;
	}
	if (o->status == OUTCOME_INTERRUPTED) {
		*e = o->err;
		return -1;
	}
	r->failed += !warmup;
	note_failure(r, o, e);
	return g->proven[arm] ? 0 : -1;
}

/*
 * The step, while the machine is as the variant wants it: whatever comes of the step, it is as before when this returns,
 * or no trial may follow. The pause: who has just computed for 20 ms, as the heartbeat does, is scheduled unlike one who
 * has not.
 */
static int
carry_out_under(struct runner *r, const struct variant *v, const struct step *step, struct outcome *o, struct err *e)
{
	struct err later;
	int result;

	if (r->host != NULL && host_enter(r->host, v, e) != 0)
		return -1;
	os_sleep_ns(SETTLE_NS);
	result = r->executor.carry_out(r->executor.context, step, o, e);
	if (r->host != NULL && host_leave(r->host, &later) != 0) {
		*e = later;
		result = -1;
	}
	return result;
}

static int
run_trial(struct runner *r, struct progress *g, size_t arm, unsigned block, struct err *e)
{
	const struct arm *a = &r->plan->arms[arm];
	char name[32], started[32], *data = data_directory(r, a->data), *out;
	double offset_s = r->offset_s + seconds_since(g->start), took_s, primary, heartbeat_s;
	struct instant begin = os_now();
	struct outcome o = { .result = NULL };
	struct step step;
	json_t *line;
	int result = -1;

	snprintf(name, sizeof(name), "trial-%06u", r->next_trial);
	date_iso(started, sizeof(started), os_wall_seconds());
	out = scratch_directory(r->scratch, name, e);
	if (out == NULL)
		goto out;
	step = arm_step(r, STEP_TRIAL, a, data, out);
	step.seed = r->plan->seed + r->next_trial;
	step.padding = schedule_padding_bytes(&g->padding);
	heartbeat_s = (double)heartbeat_ns(r->plan->heartbeat_iterations) / 1e9;	/* not in the worker: see carry_out_under */
	if (carry_out_under(r, &r->plan->variants[a->variant], &step, &o, e) != 0)
		goto out;
	took_s = seconds_since(begin);
	line = trial_line(r, &step, a, block, &o, rounded(offset_s), rounded(took_s), heartbeat_s, started);
	result = record_append(g->writer, line, e);
	json_decref(line);
	if (result != 0)
		goto out;
	r->next_trial++;
	g->done++;
	primary = json_get_real(json_object_get(o.result, "values"), r->plan->workload->metrics[0].name);
	if (r->observer.trial != NULL)
		r->observer.trial(r->observer.context, r->plan, g->done, g->total, a, block == RECORD_NONE, &o, primary, took_s);
	result = consider(r, g, arm, block == RECORD_NONE, &o, e);
out:
	outcome_release(&o);
	free(data);
	free(out);
	return result;
}

static int
run_warmups(struct runner *r, struct progress *g, struct err *e)
{
	for (unsigned w = 0; w < r->plan->warmup; w++)
		for (size_t arm = 0; arm < r->plan->narms; arm++)
			if (run_trial(r, g, arm, RECORD_NONE, e) != 0)
				return -1;
	return 0;
}

static int
run_block(struct runner *r, struct progress *g, size_t b, struct err *e)
{
	size_t units = plan_block_units(r->plan, b), count = r->plan->narms * units;
	unsigned *order = mem_zero(count, sizeof(*order));
	int result = 0;

	schedule_order(&g->order, r->plan->narms, units, order);
	for (size_t i = 0; b >= r->first_block && i < count && result == 0; i++)
		result = run_trial(r, g, order[i], (unsigned)b, e);
	free(order);
	return result;
}

/* All blocks; the orders of those that are whole already are drawn and dropped, so that a seed gives one schedule. */
static int
run_blocks(struct runner *r, struct progress *g, struct err *e)
{
	size_t planned = plan_blocks(r->plan);
	int result = 0;

	for (size_t b = 0; g->answer == STOPPING_GO_ON && b < planned && result == 0; b++) {
		result = run_block(r, g, b, e);
		if (result == 0 && b >= r->first_block)
			result = stopping_ask(&g->writer->record, r->offset_s + seconds_since(g->start), b + 1, planned, &g->answer, g->reason,
			    sizeof(g->reason), e);
	}
	return result;
}

static json_t *
end_line(const struct runner *r, const struct progress *g, int result, const struct err *e)
{
	json_t *line = json_object();
	char finished[32];

	date_iso(finished, sizeof(finished), os_wall_seconds());
	json_put_text(line, "type", "end");
	json_put_count(line, "session", r->session);
	if (result == 0) {
		json_put_text(line, "status", g->answer == STOPPING_BUDGET ? "budget" : "complete");
		json_put_text(line, "reason", g->reason);
	} else {
		json_put_text(line, "status", e->kind == ERR_INTERRUPTED ? "interrupted" : "failed");
		json_put_text(line, "reason", e->text);
	}
	json_put_text(line, "finished", finished);
	json_put_real(line, "elapsed_s", rounded(r->offset_s + seconds_since(g->start)));
	json_put_count(line, "trials", r->next_trial);
	return line;
}

static size_t
trials_to_do(const struct runner *r)
{
	size_t units = r->plan->warmup;

	for (size_t b = r->first_block; b < plan_blocks(r->plan); b++)
		units += plan_block_units(r->plan, b);
	return units * r->plan->narms;
}

int
runner_run(struct runner *r, struct record_writer *w, struct err *e)
{
	struct progress g = { .writer = w, .start = os_now(), .total = trials_to_do(r) };
	struct err ignored;
	json_t *line;
	int result;

	g.proven = mem_zero(r->plan->narms, sizeof(*g.proven));
	schedule_seed(r->plan->seed, &g.order, &g.padding);
	for (unsigned i = 0; i < r->next_trial; i++)
		schedule_padding_bytes(&g.padding);
	if (r->observer.prepared != NULL)
		r->observer.prepared(r->observer.context, r->plan);
	result = run_warmups(r, &g, e);
	if (result == 0)
		result = run_blocks(r, &g, e);
	line = end_line(r, &g, result, e);
	if (record_append(w, line, result == 0 ? e : &ignored) != 0)
		result = -1;
	json_decref(line);
	free(g.proven);
	return result;
}

/* ------------------------------------------------------------------ resuming */

/* The ok trials that block b has, and whether it was begun at all. */
static size_t
block_trials(const struct record *record, size_t b, bool *begun)
{
	size_t ended = 0;

	*begun = false;
	for (size_t i = 0; i < record->ntrials; i++) {
		const struct record_trial *t = &record->trials[i];

		if (t->block != b || t->void_)
			continue;
		*begun = true;
		ended += !t->interrupted;
	}
	return ended;
}

int
runner_resume(struct runner *r, const struct record *record, json_t **line, struct err *e)
{
	json_t *voided = json_array();
	char started[32];
	size_t b;

	for (b = 0; b < plan_blocks(r->plan); b++) {
		bool begun;
		size_t ended = block_trials(record, b, &begun);

		if (ended == r->plan->narms * plan_block_units(r->plan, b))
			continue;
		if (begun)
			json_array_append_new(voided, json_integer((json_int_t)b));
		break;
	}
	if (b == plan_blocks(r->plan)) {
		json_decref(voided);
		return err_set(e, ERR_USAGE, "'%s' is complete: nothing is left to do", record->path);
	}
	r->first_block = b;
	r->session = record->sessions;
	r->next_trial = (unsigned)record->ntrials;
	if (record->ntrials > 0)
		r->offset_s = record->trials[record->ntrials - 1].offset_s;
	date_iso(started, sizeof(started), os_wall_seconds());
	*line = json_object();
	json_put_text(*line, "type", "session");
	json_put_count(*line, "session", r->session);
	json_put_text(*line, "started", started);
	json_put_text(*line, "reason", "resumed");
	json_put(*line, "void", voided);
	return 0;
}

void
runner_release(struct runner *r)
{
	free(r->failure_log);
	r->failure_log = NULL;
}
