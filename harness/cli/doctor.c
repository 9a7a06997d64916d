/* harness doctor: what disturbs measurements on this machine, and how small a change it can show. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"
#include "base/quote.h"
#include "cli/cli.h"
#include "cli/experiment.h"
#include "judge/judgement.h"
#include "judge/noise.h"
#include "record/record.h"
#include "run/checkup.h"
#include "run/floor.h"
#include "view/checks.h"
#include "view/floor_text.h"

extern const struct verb verb_doctor;

static const struct param params[] = {
	{ "quick", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "four trials of each for the noise floor instead of eight" },
	{ "time", 0, PARAM_TIME, 0, NULL, NULL, 1e6, 0, "TIME", "measure the noise floor for so long: as many trials as fit, 72 of each at most" },
	{ "measure", 0, PARAM_FLAG, 0, "yes", NULL, 0, 0, NULL, "only look, do not measure the noise floor" },
	{ "force", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "measure the noise floor of an unfit machine all the same" },
	{ "dir", 0, PARAM_PATH, 0, NULL, NULL, 0, 0, "DIR", "where workloads put their files (default: $TMPDIR or /var/tmp)" },
	{ "json", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "as JSON" },
	PARAM_END,
};

/* What one call finds out. */
struct examination {
	struct cli *cli;
	const struct args *args;
	bool json;
	struct checkup checkup;
	json_t *floor;			/* as stored; NULL: not measured */
	struct noise_test noise;
};

static const char *
scratch_place(const struct args *a)
{
	const char *given = args_text(a, "dir"), *temporary = getenv("TMPDIR");

	if (given != NULL)
		return given;
	return temporary != NULL && temporary[0] != '\0' ? temporary : "/var/tmp";
}

/* ------------------------------------------------------------------ what is said */

static void
show_checks(const struct examination *x)
{
	struct buf text = BUF_EMPTY;

	for (size_t i = 0; i < x->checkup.count; i++) {
		const struct check *c = &x->checkup.list[i];

		checks_line(&text, check_level_name(c->level), c->name, c->what, c->why, c->advice);
	}
	fputs(buf_text(&text), x->cli->out);
	fflush(x->cli->out);
	buf_release(&text);
}

static void
show_floor(const struct examination *x)
{
	struct buf text = BUF_EMPTY;

	floor_text_lines(&text, &x->noise);
	buf_printf(&text, "Saved %s; records made from now on cite it.\n", json_get_text(x->floor, "record"));
	fputs(buf_text(&text), x->cli->out);
	buf_release(&text);
}

static void
show_json(const struct examination *x)
{
	json_t *o = json_object(), *checks = json_array();
	struct buf text = BUF_EMPTY, words = BUF_EMPTY;

	for (size_t i = 0; i < x->checkup.count; i++) {
		const struct check *c = &x->checkup.list[i];
		json_t *item = json_object();

		json_put_text(item, "name", c->name);
		json_put_text(item, "level", check_level_name(c->level));
		json_put_text(item, "what", c->what);
		json_put_text(item, "why", c->why);
		json_put_text(item, "advice", c->advice);
		json_add(checks, item);
	}
	json_put_count(o, "doctor", 1);
	json_put_text(o, "worst", check_level_name(checkup_worst(&x->checkup)));
	json_put(o, "checks", checks);
	if (x->floor != NULL)
		floor_text_sentence(&words, &x->noise);
	json_put_text(o, "words", x->floor != NULL ? buf_text(&words) : NULL);
	json_put(o, "floor", x->floor != NULL ? json_incref(x->floor) : json_null());
	json_pretty(o, &text);
	fputs(buf_text(&text), x->cli->out);
	json_decref(o);
	buf_release(&words);
	buf_release(&text);
}

/* ------------------------------------------------------------------ the noise floor */

static void
add_word(char ***words, size_t *count, const char *word)
{
	*words = mem_resize(*words, *count + 2, sizeof(**words));
	(*words)[(*count)++] = mem_string(word);
	(*words)[*count] = NULL;
}

/* The experiment as a call of `run`. NULL-ended; the caller frees with quote_free. */
static char **
experiment_words(const struct examination *x, const char *record, size_t *count)
{
	const char *time = args_text(x->args, "time"), *place = scratch_place(x->args);
	const char *first[] = { "exec", "--vary", "A=", "--vary", "B=", "--output-file", record, "--dir", place, NULL };
	char **words = NULL, **command = floor_command();

	*count = 0;
	for (size_t i = 0; first[i] != NULL; i++)
		add_word(&words, count, first[i]);
	if (time != NULL) {
		add_word(&words, count, "--trials");
		add_word(&words, count, "72");
		add_word(&words, count, "--budget");
		add_word(&words, count, time);
	}
	if (args_flag(x->args, "quick"))
		add_word(&words, count, "--quick");
	if (x->json || !x->cli->terminal)
		add_word(&words, count, "--quiet");
	add_word(&words, count, "--");
	for (size_t i = 0; command[i] != NULL; i++)
		add_word(&words, count, command[i]);
	quote_free(command);
	return words;
}

/* Its own results say less than we do, so they are not shown. */
static int
carry_out(const struct examination *x, const char *record, struct err *e)
{
	struct cli quiet = *x->cli;
	char *unseen = NULL, **words;
	size_t length = 0, count;
	int status;

	quiet.out = open_memstream(&unseen, &length);
	if (quiet.out == NULL)
		return err_set(e, ERR_INTERNAL, "no memory for the results"), ERR_INTERNAL;
	words = experiment_words(x, record, &count);
	status = experiment_run(&quiet, (int)count, words, NULL);
	fclose(quiet.out);
	free(unseen);
	quote_free(words);
	return status;
}

static int
understand(struct examination *x, const char *path, struct err *e)
{
	struct judge_options options = JUDGE_OPTIONS;
	struct judgement j;
	struct record r;
	int result;

	if (record_load(path, RECORD_LINES, &r, e) != 0)
		return -1;
	result = judgement_within(&j, &r, &options, e);
	if (result == 0) {
		result = noise_measure(&x->noise, &j, e);
		judgement_release(&j);
	}
	record_release(&r);
	if (result != 0)
		return -1;
	x->floor = floor_to_json(&x->noise, path);
	return floor_store(x->floor, e);
}

/* Gives the exit status; what went wrong has been said. */
static int
measure(struct examination *x)
{
	struct err e;
	char *record = floor_record_path(&e);
	int status = 0;

	if (record == NULL)
		return cli_fail(x->cli, &e);
	e.kind = ERR_NONE;
	status = carry_out(x, record, &e);
	if (status != 0 && e.kind != ERR_NONE)
		cli_fail(x->cli, &e);
	if (status == 0 && understand(x, record, &e) != 0)
		status = cli_fail(x->cli, &e);
	free(record);
	return status;
}

/* ------------------------------------------------------------------ all */

static int
examine(struct examination *x)
{
	bool unfit, wanted = args_flag(x->args, "measure");
	int status = 0;

	checkup_make(&x->checkup, scratch_place(x->args), ".");
	unfit = checkup_worst(&x->checkup) == CHECK_UNFIT;
	if (!x->json)
		show_checks(x);
	if (wanted && (!unfit || args_flag(x->args, "force")))
		status = measure(x);
	else if (wanted && !x->json)
		fputs("noise floor: not measured, the machine is unfit (--force measures all the same)\n", x->cli->out);
	if (x->json)
		show_json(x);
	else if (x->floor != NULL)
		show_floor(x);
	return status == 0 && unfit ? ERR_UNFIT : status;
}

static int
run(struct cli *c, int argc, char *const *argv)
{
	struct args a;
	struct examination x = { .cli = c, .args = &a };
	char **operands;
	struct err e;
	int status;

	if (cli_parse(c, &verb_doctor, &a, argc, argv, &operands, &status) != 0)
		return status;
	x.json = args_flag(&a, "json");
	if (operands[0] != NULL) {
		err_set(&e, ERR_USAGE, "'%s' is not expected here; 'harness doctor' takes no operands", operands[0]);
		status = cli_fail(c, &e);
	} else if (args_flag(&a, "quick") && args_text(&a, "time") != NULL) {
		err_set(&e, ERR_USAGE, "'--quick' and '--time' exclude each other");
		status = cli_fail(c, &e);
	} else if (!file_is_directory(scratch_place(&a))) {
		err_set(&e, ERR_USAGE, "'%s' is not a directory (--dir)", scratch_place(&a));
		status = cli_fail(c, &e);
	} else
		status = examine(&x);
	checkup_release(&x.checkup);
	json_decref(x.floor);
	free(operands);
	args_release(&a);
	return status;
}

const struct verb verb_doctor = {
	.name = "doctor",
	.synopsis = "[--no-measure] [OPTION...]",
	.summary = "what disturbs measurements here, and how small a change this machine shows",
	.params = params,
	.run = run,
};
