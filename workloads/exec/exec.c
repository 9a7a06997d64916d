/*
 * exec: any command, as it is. No shell is used unless the command is one; the command runs in the directory that harness was started
 * in.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/quote.h"
#include "measure/standard.h"
#include "workload/command.h"
#include "workload/trial.h"
#include "workload/workload.h"

enum output { OUTPUT_DISCARD, OUTPUT_KEEP, OUTPUT_SHOW };

static const struct param params[] = {
	{ "command", 0, PARAM_REST, PARAM_REQUIRED, NULL, NULL, 0, 0, "CMD ARG...", "the command to time" },
	{ "stdin", 0, PARAM_PATH, 0, NULL, NULL, 0, 0, "FILE", "its standard input (default: nothing)" },
	{ "output", 0, PARAM_CHOICE, 0, "discard", "discard|keep|show", 0, 0, "WHAT",
	    "what becomes of its output: thrown away, kept in files beside the record, shown" },
	{ "ignore-failure", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "count trials whose command did not exit with 0" },
	{ "reset", 0, PARAM_COMMAND, 0, NULL, NULL, 0, 0, "CMD", "run before every trial, outside the clock" },
	{ "verify", 0, PARAM_COMMAND, 0, NULL, NULL, 0, 0, "CMD", "run after every trial; if it fails, so has the trial" },
	PARAM_END,
};

static const struct metric metrics[] = {
	METRIC_REAL,
	METRIC_USER,
	METRIC_SYS,
	METRIC_END,
};

struct state {
	struct command command;
	char *output, *error;	/* files that are kept, or NULL */
	int status;
};

static int
check(const struct args *args, struct err *e)
{
	static const char *const commands[] = { "command", "reset", "verify" };

	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		char *const *argv = args_words(args, commands[i]);
		char *path;

		if (argv == NULL)
			continue;
		path = tool_find(argv[0], e);
		if (path == NULL)
			return -1;
		free(path);
	}
	if (args_text(args, "stdin") != NULL && !file_exists(args_text(args, "stdin")))
		return err_set(e, ERR_USAGE, "no such file '%s' (--stdin)", args_text(args, "stdin"));
	return 0;
}

static int
populate(struct trial *t, void *state)
{
	char *line = quote_join(args_words(t->args, "command"));

	(void)state;
	trial_describe(t, "%s", line);
	free(line);
	return 0;
}

static int
keep_output(struct trial *t, struct state *s)
{
	const char *number = strrchr(t->out, '-');
	char *out = mem_printf("trial%s.out", number), *err = mem_printf("trial%s.err", number);

	s->output = trial_keep_path(t, out);
	s->error = s->output != NULL ? trial_keep_path(t, err) : NULL;
	free(out);
	free(err);
	s->command.output = s->output;
	s->command.error = s->error;
	return s->error != NULL ? 0 : -1;
}

static int
reset(struct trial *t, void *state)
{
	struct state *s = state;
	enum output output = (enum output)args_count(t->args, "output");

	if (args_words(t->args, "reset") != NULL && command_simple(args_words(t->args, "reset"), t->caller, NULL, &t->err) != 0)
		return err_prefix(&t->err, "--reset");
	s->command.argv = args_words(t->args, "command");
	s->command.input = args_text(t->args, "stdin");
	s->command.output_sink = output == OUTPUT_SHOW ? COMMAND_SHOW : COMMAND_DISCARD;
	s->command.error_sink = output == OUTPUT_SHOW ? COMMAND_SHOW : COMMAND_LOG;
	if (output == OUTPUT_KEEP && keep_output(t, s) != 0)
		return -1;
	return command_prepare(&s->command, &t->err);
}

static int
run(struct trial *t, void *state)
{
	struct state *s = state;

	return command_run(t, &s->command, &s->status);
}

static int
verify(struct trial *t, void *state)
{
	struct state *s = state;
	char *const *check_command = args_words(t->args, "verify");

	if (!args_flag(t->args, "ignore-failure") && command_check(s->command.argv[0], s->status, &t->err) != 0)
		return -1;
	if (check_command != NULL && command_simple(check_command, t->caller, NULL, &t->err) != 0)
		return err_prefix(&t->err, "--verify");
	return 0;
}

static void
teardown(struct trial *t, void *state)
{
	struct state *s = state;

	(void)t;
	command_release(&s->command);
	free(s->output);
	free(s->error);
}

static const struct phase phases[] = {
	{ "run", NULL, run },
	PHASE_END,
};

const struct workload workload_exec = {
	.name = "exec",
	.summary = "any command",
	.version = 1,
	.needs = NEED_CALLER_DIRECTORY,
	.charge = CHARGE_CHILDREN,
	.params = params,
	.metrics = metrics,
	.phases = phases,
	.state_size = sizeof(struct state),
	.check = check,
	.populate = populate,
	.reset = reset,
	.verify = verify,
	.teardown = teardown,
};
