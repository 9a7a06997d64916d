/* The worker: see worker.h. */
#include "run/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"
#include "measure/standard.h"
#include "measure/window.h"
#include "os/os.h"
#include "record/distribution.h"
#include "run/step.h"
#include "setting/setting.h"
#include "workload/channel.h"
#include "workload/command.h"
#include "workload/companion.h"
#include "workload/trial.h"

/* What one worker knows besides the trial itself. */
struct work {
	const struct step *step;
	struct trial trial;
	void *state;
	struct os_tree tree;
	struct os_volume volume;
	char *nothing;		/* path of the program that does nothing, or NULL */
	struct figures sum;
	double flush_s;
	json_t *phases;
};

static void
put_phase(struct work *w, const char *name, const struct figures *f)
{
	json_t *phase = json_object();

	json_put_real(phase, "real", f->real);
	json_put_real(phase, "user", f->user);
	json_put_real(phase, "sys", f->sys);
	json_put(w->phases, name, phase);
}

static unsigned
poise(void *context)
{
	struct work *w = context;

	return command_rehearse(&w->trial, w->nothing);
}

/* One phase in its window. What it leaves running is ended after the clock has stopped and before its CPU time is read. */
static int
run_phase(struct work *w, const struct phase *phase)
{
	struct window_scope scope = {
		.tree = &w->tree,
		.self = w->step->workload->charge == CHARGE_SELF,
		.device = w->volume.device,
		.poise = w->step->workload->charge == CHARGE_CHILDREN && w->nothing != NULL ? poise : NULL,
		.context = w,
	};
	struct window window;
	struct figures f;
	double own_rss;
	int result;

	if (phase->ready != NULL && phase->ready(&w->trial, w->state) != 0)
		return -1;
	window_open(&window, &scope);
	result = phase->run(&w->trial, w->state);
	window_stop(&window);
	os_tree_end(&w->tree);
	window_close(&window, &f);
	/* A child begins with its starter's peak: only what is above ours is its own. */
	own_rss = (double)window.after.self.peak_rss_bytes;
	if (!scope.self && (double)w->trial.child_rss_bytes > own_rss)
		f.peak_rss = (double)w->trial.child_rss_bytes;
	put_phase(w, phase->name, &f);
	figures_add(&w->sum, &f);
	figures_release(&f);
	return result;
}

static void
flush_volume(struct work *w)
{
	struct instant start = os_now();
	struct err ignored;

	w->flush_s = os_sync_volume(w->step->place, &ignored) == 0 ? (double)os_span_ns(start, os_now()) / 1e9 : NAN;
}

static int
run_trial(struct work *w)
{
	const struct workload *load = w->step->workload;
	int result = load->reset != NULL ? load->reset(&w->trial, w->state) : 0;

	if (result == 0) {
		struct err ignored;

		os_sync_volume(w->step->place, &ignored);
	}
	for (const struct phase *p = load->phases; p->name != NULL && result == 0; p++)
		result = run_phase(w, p);
	if (result == 0) {
		flush_volume(w);
		if (load->verify != NULL)
			result = load->verify(&w->trial, w->state);
	}
	if (load->teardown != NULL)
		load->teardown(&w->trial, w->state);
	return result;
}

static int
run_step(struct work *w)
{
	const struct workload *load = w->step->workload;

	switch (w->step->kind) {
	case STEP_POPULATE:
		return load->populate != NULL ? load->populate(&w->trial, w->state) : 0;
	case STEP_CALIBRATE:
		return load->calibrate != NULL ? load->calibrate(&w->trial, w->state) : 0;
	case STEP_TRIAL:
		return run_trial(w);
	}
	return -1;
}

static json_t *
outside_to_json(const struct figures *f)
{
	json_t *list = json_array();

	for (size_t i = 0; i < f->noutside && f->real >= 1; i++) {
		json_t *item = json_object();

		json_put_text(item, "name", f->outside[i].name);
		json_put_text(item, "kind", f->outside[i].kernel ? "kernel" : "process");
		json_put_real(item, "cpu_s", round(f->outside[i].cpu_s * 1e6) / 1e6);
		json_array_append_new(list, item);
	}
	return list;
}

/* Whole numbers as such, seconds to the nanosecond: no digits that mean nothing. */
static void
put_value(json_t *values, const struct metric *m, double value)
{
	if (strcmp(m->unit, "s") == 0)
		value = round(value * 1e9) / 1e9;
	if (isfinite(value) && value == floor(value) && fabs(value) < 1e15)
		json_put(values, m->name, json_integer((json_int_t)value));
	else
		json_put_real(values, m->name, value);
}

static double
value_of(const struct work *w, const struct metric *m)
{
	if (metric_find(standard_metrics, m->name) == NULL)
		return json_get_real(w->trial.values, m->name);
	if (strcmp(m->name, "flush") == 0)
		return w->flush_s;
	if (strcmp(m->name, "durable") == 0)
		return w->sum.real + w->flush_s;
	return figures_value(&w->sum, m->name);
}

/* Headline metrics first, as the workload lists them; then the standard ones. */
static json_t *
values_to_json(const struct work *w)
{
	const struct metric *lists[] = { w->step->workload->metrics, standard_metrics };
	json_t *values = json_object();

	for (size_t i = 0; i < 2; i++)
		for (const struct metric *m = lists[i]; m->name != NULL; m++)
			if (json_object_get(values, m->name) == NULL)
				put_value(values, m, value_of(w, m));
	return values;
}

static void
put_unless_empty(json_t *json, const char *key, json_t *take_value)
{
	if (json_object_size(take_value) + json_array_size(take_value) > 0)
		json_put(json, key, take_value);
	else
		json_decref(take_value);
}

/* What the hooks left besides values. */
static void
put_findings(json_t *json, const struct trial *t)
{
	json_t *histograms = json_object(), *curves = json_object();

	for (size_t i = 0; i < t->nhistograms; i++)
		json_put(histograms, t->histograms[i]->metric, histogram_to_json(&t->histograms[i]->histogram));
	for (size_t i = 0; i < t->ncurves; i++)
		json_put(curves, t->curves[i].metric, curve_to_json(t->curves[i].x, t->curves[i].ns, t->curves[i].n));
	put_unless_empty(json, "properties", json_incref(t->properties));
	put_unless_empty(json, "tools", json_incref(t->tools));
	put_unless_empty(json, "histograms", histograms);
	put_unless_empty(json, "curves", curves);
	put_unless_empty(json, "notes", json_incref(t->notes));
}

static json_t *
result_to_json(struct work *w, int result)
{
	json_t *json = json_object();

	json_put_text(json, "status", result == 0 ? "ok" : "failed");
	json_put_text(json, "means", w->tree.means);
	if (result != 0) {
		json_put_text(json, "kind", err_kind_name(w->trial.err.kind));
		json_put_text(json, "error", w->trial.err.text);
	} else if (w->step->kind == STEP_TRIAL) {
		json_put(json, "values", values_to_json(w));
		json_put(json, "outside", outside_to_json(&w->sum));
		if (json_object_size(w->phases) > 1)
			json_put(json, "phases", json_incref(w->phases));
	} else if (w->step->kind == STEP_CALIBRATE)
		json_put_real(json, "datum", w->trial.new_datum);
	if (w->trial.description != NULL)
		json_put_text(json, "describe", w->trial.description);
	put_findings(json, &w->trial);
	return json;
}

static int
read_job(struct buf *text, struct err *e)
{
	char chunk[4096];
	ssize_t n;

	while ((n = read(CHANNEL_JOB, chunk, sizeof(chunk))) != 0) {
		if (n > 0)
			buf_add(text, chunk, (size_t)n);
		else if (errno != EINTR)
			return err_sys(e, errno, "cannot read the job");
	}
	return 0;
}

static int
answer(json_t *take_json, struct err *e)
{
	struct buf line = BUF_EMPTY;
	int result;

	json_line(take_json, &line);
	json_decref(take_json);
	result = file_write_fd(CHANNEL_RESULT, "the result channel", line.text, line.length, e);
	buf_release(&line);
	return result;
}

/* Carries out one job and answers. */
static int
work(const json_t *job, const char *group, struct err *e)
{
	struct step step;
	struct args args;
	struct work w;
	int result;

	if (step_from_json(&step, &args, job, e) != 0)
		return -1;
	memset(&w, 0, sizeof(w));
	w.step = &step;
	w.phases = json_object();
	w.flush_s = NAN;
	figures_zero(&w.sum);
	trial_init(&w.trial, step.workload, &args);
	w.trial.data = step.data;
	w.trial.out = step.out;
	w.trial.keep = step.keep;
	w.trial.caller = step.caller;
	w.trial.seed = step.seed;
	w.trial.datum = step.datum;
	w.state = mem_zero(1, step.workload->state_size + 1);
	w.nothing = companion_find("nothing");
	os_tree_lead(&w.tree, group, true);
	if (os_volume(step.place, &w.volume, e) != 0)
		w.volume.device[0] = '\0';
	result = step.cpus != NULL ? setting_cpus_take(step.cpus, &w.trial.err) : 0;
	if (result == 0)
		result = run_step(&w);
	os_tree_end(&w.tree);
	result = answer(result_to_json(&w, result), e);
	os_tree_release(&w.tree);
	figures_release(&w.sum);
	json_decref(w.phases);
	trial_release(&w.trial);
	args_release(&args);
	free(w.nothing);
	free(w.state);
	return result;
}

int
worker_main(int argc, char *const *argv)
{
	struct buf text = BUF_EMPTY;
	struct err e;
	json_t *job = NULL;
	int result = -1;

	for (int fd = CHANNEL_JOB; fd < CHANNEL_END; fd++)
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	os_rename_self("harness-worker");
	os_die_with_parent(SIGKILL);
	if (argc == 1 && read_job(&text, &e) == 0)
		job = json_parse("the job", buf_text(&text), text.length, &e);
	if (job != NULL)
		result = work(job, argv[0], &e);
	json_decref(job);
	buf_release(&text);
	return result == 0 ? 0 : ERR_INTERNAL;
}
