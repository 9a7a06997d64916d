/* One experiment from its call to its results: see experiment.h. */
#include "cli/experiment.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/date.h"
#include "base/file.h"
#include "base/json.h"
#include "base/quote.h"
#include "cli/results.h"
#include "measure/standard.h"
#include "os/os.h"
#include "run/executor.h"
#include "run/plan.h"
#include "run/runner.h"
#include "run/survey.h"
#include "view/progress.h"

const struct param experiment_params[] = {
	{ "output-file", 'o', PARAM_PATH, 0, NULL, NULL, 0, 0, "FILE", "the record (default: results/<UTC>-<host>-<workload>.jsonl)" },
	{ "dir", 0, PARAM_PATH, 0, NULL, NULL, 0, 0, "DIR", "where workloads put their files (default: $TMPDIR or /var/tmp)" },
	{ "resume", 0, PARAM_PATH, 0, NULL, NULL, 0, 0, "FILE", "go on with an experiment that was cut short" },
	{ "dry-run", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "print the plan and do nothing" },
	{ "quiet", 'q', PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "no progress" },
	RESULTS_PARAMS,
	PARAM_END,
};

/* What one call holds; everything NULL or zero until it is there. */
struct run {
	struct cli *cli;
	const struct experiment_frame *frame;	/* or NULL */
	struct args options, plan_options;
	struct plan plan;
	struct process_executor executor;
	struct scratch scratch;
	struct host host;
	struct runner runner;
	struct record_writer writer;
	struct progress_view view;
	json_t *session_line;	/* of a resumed experiment */
	char *record_path, *keep, *caller, *command;
	bool quiet, saving;	/* saving: the writer is open */
};

/* Set by a signal: the trial under way is ended, what was measured is saved. */
static volatile sig_atomic_t interrupted;

static void
on_signal(int number)
{
	(void)number;
	interrupted = 1;
}

static void
catch_signals(const struct cli *c)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = on_signal;
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	if (c->ignore_hangup)
		os_signal_disregard(SIGHUP);
	else
		sigaction(SIGHUP, &action, NULL);
	os_signal_disregard(SIGPIPE);
	os_signal_disregard(SIGXFSZ);	/* the write fails then, as on a full disk */
}

/* ------------------------------------------------------------------ what the user sees meanwhile */

static void
say(struct run *r, struct buf *text)
{
	if (!r->quiet && text->length > 0) {
		fputs(text->text, r->cli->err);
		fflush(r->cli->err);
	}
	buf_release(text);
}

static void
on_preparing(void *context, const struct plan *p)
{
	struct run *r = context;
	struct buf text = BUF_EMPTY;

	if (r->cli->terminal && p->workload->populate != NULL)
		buf_printf(&text, "%s: preparing ...", p->workload->name);
	say(r, &text);
}

static void
on_prepared(void *context, const struct plan *p)
{
	struct run *r = context;
	struct buf text = BUF_EMPTY;

	buf_printf(&text, "%s%s: ", r->cli->terminal ? "\r\033[K" : "", p->workload->name);
	buf_puts_plain(&text, p->description != NULL ? p->description : p->workload->summary);
	buf_putc(&text, '\n');
	say(r, &text);
}

static void
on_trial(void *context, const struct plan *p, size_t done, size_t total, const struct arm *arm, bool warmup, const struct outcome *o,
    double primary, double took_s)
{
	struct run *r = context;
	const char *label = p->labels[arm->arm_case], *variant = p->nvariants > 1 ? p->variants[arm->variant].name : "";
	char *what = mem_printf("%s%s%s", label, label[0] != '\0' && variant[0] != '\0' ? " " : "", variant);
	char *state = mem_string(warmup ? "warm-up" : "");
	struct buf text = BUF_EMPTY;

	if (o->status != OUTCOME_OK) {
		free(state);
		state = mem_string(outcome_status_name(o->status));
		progress_end(&r->view, &text);
	}
	progress_trial(&r->view, done, total, took_s, what, state, primary, &text);
	say(r, &text);
	free(what);
	free(state);
}

/* ------------------------------------------------------------------ getting ready */

/* A name that is not taken: two experiments may well begin within one second. */
static char *
default_record_path(const struct plan *p)
{
	char date[32], *path;
	struct os_name name;

	date_compact(date, sizeof(date), os_wall_seconds());
	os_name(&name);
	name.host[strcspn(name.host, ".")] = '\0';
	for (unsigned n = 1;; n++) {
		char count[16] = "";

		if (n > 1)
			snprintf(count, sizeof(count), "-%u", n);
		path = mem_printf("results/%s-%s-%s%s.jsonl", date, name.host[0] != '\0' ? name.host : "host", p->workload->name, count);
		for (char *c = path + strlen("results/"); *c != '\0'; c++)
			if (*c == '/')
				*c = '-';
		if (!file_exists(path))
			return path;
		free(path);
	}
}

/* Everything that can be refused before work begins is refused here. */
static int
prepare_record_path(struct run *r, struct err *e)
{
	const char *given = args_text(&r->options, "output-file");
	char *directory;
	size_t length;
	int result = 0;

	r->record_path = given != NULL ? mem_string(given) : default_record_path(&r->plan);
	if (file_exists(r->record_path))
		return err_set(e, ERR_USAGE, "'%s' exists already; go on with it by --resume, or name another with -o", r->record_path);
	directory = mem_string(r->record_path);
	length = (size_t)(path_base(directory) - directory);
	directory[length > 1 ? length - 1 : length] = '\0';
	if (given == NULL)
		result = file_make_directories(directory, e);
	else if (directory[0] != '\0' && !file_is_directory(directory))
		result = err_set(e, ERR_USAGE, "there is no directory '%s' for the record (-o)", directory);
	if (result == 0 && access(directory[0] != '\0' ? directory : ".", W_OK) != 0)
		result = err_sys(e, errno, "cannot write to directory '%s'", directory[0] != '\0' ? directory : ".");
	free(directory);
	return result;
}

static void
prepare_keep_path(struct run *r)
{
	char *absolute = path_absolute(r->record_path), *end = strstr(absolute, ".jsonl");

	if (end != NULL && strcmp(end, ".jsonl") == 0)
		*end = '\0';
	r->keep = mem_printf("%s-output", absolute);
	free(absolute);
}

static int
prepare_scratch(struct run *r, struct err *e)
{
	const char *directory = args_text(&r->options, "dir");

	if (directory == NULL)
		directory = getenv("TMPDIR");
	if (directory == NULL || directory[0] == '\0')
		directory = "/var/tmp";
	if (!file_is_directory(directory))
		return err_set(e, ERR_USAGE, "'%s' is not a directory (--dir)", directory);
	return scratch_make(&r->scratch, directory, e);
}

/* What could not be shown when all is done is refused before it begins. */
static int
check_results_options(const struct run *r, struct err *e)
{
	static const char *const compare[] = { "ladder", "gate", "all-pairs" }, *const name[] = { "metric", "gate" };

	for (size_t i = 0; i < sizeof(compare) / sizeof(compare[0]); i++)
		if (args_get(&r->options, compare[i])->given && r->plan.nvariants < 2)
			return err_set(e, ERR_USAGE, "'--%s' takes at least two variants; name them by '--vary'", compare[i]);
	for (size_t i = 0; i < sizeof(name) / sizeof(name[0]); i++) {
		const char *metric = args_text(&r->options, name[i]);

		if (metric != NULL && metric[0] != '\0' && metric_find(r->plan.workload->metrics, metric) == NULL &&
		    metric_find(standard_metrics, metric) == NULL)
			return err_set(e, ERR_USAGE, "there is no metric '%s' (--%s)", metric, name[i]);
	}
	return 0;
}

static int
plan_new(struct run *r, const struct workload *w, const struct args *args, struct err *e)
{
	struct variant *variants;
	size_t nvariants;

	if (variants_parse(args_words(&r->plan_options, "vary"), &variants, &nvariants, e) != 0)
		return -1;
	if (plan_init(&r->plan, w, args, &r->plan_options, variants, nvariants, e) != 0)
		return -1;
	r->plan.ladder = args_flag(&r->options, "ladder");
	return check_results_options(r, e);
}

static int
write_header(struct run *r, struct err *e)
{
	json_t *environment = survey(r->runner.place, r->plan.containment, r->plan.tools);
	json_t *header = plan_to_header(&r->plan, r->command, environment);
	int result;

	if (r->frame != NULL)
		json_put(header, "series", json_incref(r->frame->series));
	result = record_create(&r->writer, r->record_path, 0, header, e);
	r->saving = result == 0;
	json_decref(header);
	return result;
}

/* Opens the record at the place where it was cut off; it may have moved on since it was read. */
static int
reopen(struct run *r, struct err *e)
{
	if (record_reopen(&r->writer, r->record_path, 0, e) != 0)
		return -1;
	r->saving = true;
	if (r->writer.record.ntrials != r->runner.next_trial)
		return err_set(e, ERR_UNFIT, "'%s' was written by another harness meanwhile", r->record_path);
	return record_append(&r->writer, r->session_line, e);
}

/* The plan of an experiment that is resumed stands in its record. */
static int
refuse_plan_options(const struct run *r, struct err *e)
{
	for (size_t i = 0; i < r->plan_options.count; i++)
		if (r->plan_options.values[i].given)
			return err_set(e, ERR_USAGE, "'--%s' cannot be changed by '--resume'", r->plan_options.params[i].name);
	return 0;
}

static int
plan_resumed(struct run *r, const struct workload *w, const struct args *args, struct err *e)
{
	struct record record;
	int result;

	r->record_path = mem_string(args_text(&r->options, "resume"));
	/* in a frame, the call is the one that the record was begun with */
	if (r->frame == NULL && refuse_plan_options(r, e) != 0)
		return -1;
	if (record_load(r->record_path, 0, &record, e) != 0)
		return -1;
	result = plan_from_header(&r->plan, record.header, e);
	if (result == 0 && w != NULL)
		result = plan_matches(&r->plan, w, args, e);
	if (result == 0)
		result = runner_resume(&r->runner, &record, &r->session_line, e);
	record_release(&record);
	return result;
}

/* ------------------------------------------------------------------ carrying out */

static int
carry_out(struct run *r, struct err *e)
{
	bool resumed = args_text(&r->options, "resume") != NULL;

	r->runner.executor = process_executor(&r->executor);
	r->runner.scratch = &r->scratch;
	r->runner.keep = r->keep;
	r->runner.caller = r->caller;
	r->runner.place = (r->plan.workload->needs & NEED_CALLER_DIRECTORY) != 0 ? r->caller : r->scratch.path;
	r->runner.observer = (struct observer){ r, on_preparing, on_prepared, on_trial };
	r->runner.host = &r->host;
	if (host_begin(&r->host, r->plan.variants, r->plan.nvariants, e) != 0)
		return -1;
	if (runner_prepare(&r->runner, e) != 0)
		return -1;
	if ((resumed ? reopen(r, e) : write_header(r, e)) != 0)
		return -1;
	return runner_run(&r->runner, &r->writer, e);
}

static void
show_failure(struct run *r, const struct err *e)
{
	struct buf text = BUF_EMPTY;
	const char *log = r->runner.failure_log;

	progress_end(&r->view, &text);
	if (log != NULL && log[0] != '\0') {
		buf_puts_plain(&text, log);
		buf_putc(&text, '\n');
	}
	fputs(buf_text(&text), r->cli->err);
	buf_release(&text);
	cli_fail(r->cli, e);
}

static int
finish(struct run *r, int result, struct err *e)
{
	bool saved = r->saving;
	struct buf text = BUF_EMPTY;
	struct err later;
	int status = 0;

	if (saved)
		record_close(&r->writer);
	if (scratch_remove(&r->scratch, &later) != 0)
		fprintf(r->cli->err, "harness: %s\n", later.text);
	if (result != 0) {
		show_failure(r, e);
		status = (int)e->kind;
	} else {
		progress_end(&r->view, &text);
		say(r, &text);
	}
	if (result == 0 && r->runner.failed > 0) {
		err_set(e, ERR_WORKLOAD, "%zu of %zu trials failed; the last: %s", r->runner.failed, r->runner.failed + r->runner.ok,
		    r->runner.failure.text);
		show_failure(r, e);
		status = ERR_WORKLOAD;
	}
	if (saved && r->runner.ok > 0) {
		int shown = results_show(r->cli, r->record_path, &r->options);

		if (status == 0)
			status = shown;
	} else if (saved)
		fprintf(r->cli->err, "harness: no trial was finished; the record is '%s'\n", r->record_path);
	return status;
}

static void
release(struct run *r)
{
	json_decref(r->session_line);
	host_end(&r->host);
	runner_release(&r->runner);
	process_executor_release(&r->executor);
	plan_release(&r->plan);
	free(r->record_path);
	free(r->keep);
	free(r->caller);
	free(r->command);
}

/* Everything that is needed before work begins; what there is of it is given back by finish. */
static int
prepare(struct run *r, struct err *e)
{
	if (process_executor_init(&r->executor, r->cli->argv[0], STDERR_FILENO, &interrupted, e) != 0 || prepare_scratch(r, e) != 0)
		return -1;
	if (r->record_path == NULL && prepare_record_path(r, e) != 0)
		return -1;
	prepare_keep_path(r);
	return 0;
}

/* Options and arguments are parsed; w is NULL when only --resume was given. */
static int
experiment(struct run *r, const struct workload *w, const struct args *args)
{
	struct buf text = BUF_EMPTY;
	struct err e;
	int result, status;

	r->runner.plan = &r->plan;
	r->quiet = args_flag(&r->options, "quiet");
	r->view.terminal = r->cli->terminal;
	r->caller = path_absolute(".");
	r->command = quote_join(r->cli->argv);
	if (args_text(&r->options, "resume") != NULL)
		result = plan_resumed(r, w, args, &e);
	else
		result = plan_new(r, w, args, &e);
	if (result == 0 && args_flag(&r->options, "dry-run")) {
		plan_describe(&r->plan, &text);
		fputs(buf_text(&text), r->cli->out);
		buf_release(&text);
		return 0;
	}
	if (result != 0)
		return cli_fail(r->cli, &e);
	catch_signals(r->cli);
	if (prepare(r, &e) == 0)
		result = carry_out(r, &e);
	else
		result = -1;
	status = finish(r, result, &e);
	return status;
}

static bool
takes_command(const struct workload *w)
{
	const struct param *p = w->params;

	while (p->name != NULL && p->type != PARAM_REST)
		p++;
	return p->name != NULL;
}

/* What the frame says, over what the call may say: *options and *plan_options are parsed. */
static int
enter_frame(struct run *r, struct err *e)
{
	static const char *const ours[] = { "output-file", "resume", "dry-run" };
	const struct experiment_frame *f = r->frame;
	char seed[32];

	if (f == NULL)
		return 0;
	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
		if (args_get(&r->options, ours[i])->given)
			return err_set(e, ERR_USAGE, "'--%s' cannot be chosen here: the series does that", ours[i]);
	if (args_get(&r->plan_options, "seed")->given)
		return err_set(e, ERR_USAGE, "'--seed' cannot be chosen here: every boot has its own, from that of the series");
	snprintf(seed, sizeof(seed), "%" PRIu64, f->seed);
	if (args_set(&r->plan_options, "seed", seed, e) != 0)
		return -1;
	if (f->record == NULL)
		return args_set(&r->options, "dry-run", "yes", e);
	return args_set(&r->options, f->resume ? "resume" : "output-file", f->record, e);
}

int
experiment_run(struct cli *c, int argc, char *const *argv, const struct experiment_frame *frame)
{
	static const struct param none[] = { PARAM_END };
	const struct workload *w = NULL;
	struct run r = { .cli = c, .frame = frame, .scratch = { NULL, -1 } };
	struct args args, *tables[] = { &args, &r.plan_options, &r.options };
	char **operands = NULL;
	struct err e;
	int status;

	if (argc > 0 && argv[0][0] != '-') {
		w = workload_find(argv[0], &e);
		if (w == NULL)
			return cli_fail(c, &e);
		argc--;
		argv++;
	}
	args_init(&args, w != NULL ? w->params : none);
	args_init(&r.plan_options, plan_params);
	args_init(&r.options, experiment_params);
	if (args_parse(tables, 3, argc, argv, &operands, &e) != 0)
		status = cli_fail(c, &e);
	else if (operands[0] != NULL) {
		cli_no_operands(operands, w == NULL ? "the workload comes first" : takes_command(w) ? "the command stands behind '--'" : "", &e);
		status = cli_fail(c, &e);
	} else if (w == NULL && args_text(&r.options, "resume") == NULL) {
		err_set(&e, ERR_USAGE, "no workload given; 'harness list' shows all");
		status = cli_fail(c, &e);
	} else if (enter_frame(&r, &e) != 0)
		status = cli_fail(c, &e);
	else {
		status = experiment(&r, w, &args);
		release(&r);
	}
	free(operands);
	args_release(&args);
	args_release(&r.plan_options);
	args_release(&r.options);
	return status;
}
