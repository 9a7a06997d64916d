/* harness series: experiments that need a boot for each session. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"
#include "base/quote.h"
#include "cli/cli.h"
#include "cli/experiment.h"
#include "os/os.h"
#include "run/boots.h"
#include "run/plan.h"
#include "run/identity.h"

extern const struct verb verb_series;

static const struct param params[] = {
	{ "systems", 0, PARAM_TEXT, 0, NULL, NULL, 0, 0, "A,B,...",
	    "new: the systems, the first is the baseline; 'A=release:6.1.*' says how one is recognised, and so do version:, cmdline: and tag:" },
	{ "boots", 0, PARAM_COUNT, 0, NULL, NULL, 1, 1000, "N", "new: boots of each (default: the fewest that allow a verdict; 4 of two systems)" },
	{ "seed", 0, PARAM_TEXT, 0, NULL, NULL, 0, 0, "N", "new: seed of the order of boots (default: from the system)" },
	{ "tag", 0, PARAM_TEXT, 0, NULL, NULL, 0, 0, "TEXT", "next: what the running system is called (default: $HARNESS_TAG)" },
	{ "here", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "next: run in this directory, not in the one where the series was made" },
	{ "json", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "status: as JSON" },
	{ "workload", 0, PARAM_REST, 0, NULL, NULL, 0, 0, "WORKLOAD...", "new: what each boot runs, as behind 'harness run'" },
	PARAM_END,
};

/* ------------------------------------------------------------------ new */

/* What there is to know about the plan, in the columns of `harness run --dry-run`. */
static void
show_plan(struct cli *c, const struct boots *b)
{
	struct buf text = BUF_EMPTY;
	unsigned each = (unsigned)(b->count / b->nsystems), needed = boots_needed(b->nsystems);

	for (size_t i = 0; i < b->nsystems; i++) {
		char *words = boots_system_words(b, i);

		buf_printf(&text, "system      %s: %s%s\n", b->systems[i].name, words, i == 0 ? " (the baseline)" : "");
		free(words);
	}
	buf_printf(&text, "boots       %zu: %u of each system, in random order, seed %" PRIu64 "\n", b->count, each, b->seed);
	if (each < needed)
		buf_printf(&text, "            (there cannot be a verdict: %zu systems need %u boots of each)\n", b->nsystems, needed);
	fputs(text.text, c->out);
	buf_release(&text);
}

static void
say_next(FILE *out, const struct boots *b)
{
	size_t next = boots_next(b);
	char *words;

	if (next == b->count) {
		fprintf(out, "all %zu boots are done; 'harness compare %s' says what came out\n", b->count, b->directory);
		return;
	}
	words = boots_system_words(b, b->list[next].system);
	fprintf(out, "next: boot '%s' (%s) for boot %zu of %zu, then 'harness series next %s'\n", b->systems[b->list[next].system].name, words,
	    next + 1, b->count, b->directory);
	free(words);
}

static int
plan_series(struct boots *b, const struct args *args, struct err *e)
{
	const char *systems = args_text(args, "systems"), *seed = args_text(args, "seed");
	uint64_t number = 0;
	unsigned each;

	if (boots_here(b->directory))
		return err_set(e, ERR_USAGE, "there is a series in '%s' already; take another directory", b->directory);
	if (systems == NULL)
		return err_set(e, ERR_USAGE, "no systems given: '--systems old,new'");
	if (args_words(args, "workload") == NULL)
		return err_set(e, ERR_USAGE, "no workload given; it comes last, behind '--', as in '-- build -j2'");
	if (boots_parse_systems(b, systems, e) != 0)
		return -1;
	if (seed != NULL && plan_parse_seed(seed, &number, e) != 0)
		return err_prefix(e, "'--seed'");
	each = args_get(args, "boots")->set ? (unsigned)args_count(args, "boots") : boots_needed(b->nsystems);
	boots_draw(b, each, seed != NULL ? number : os_random_seed());
	b->words = quote_copy(args_words(args, "workload"));
	b->place = path_absolute(".");
	return 0;
}

static int
count_words(char *const *words)
{
	int count = 0;

	while (words[count] != NULL)
		count++;
	return count;
}

static int
make_series(struct cli *c, const char *directory, const struct args *args)
{
	struct boots b = { .directory = mem_string(directory) };
	struct experiment_frame frame = { .record = NULL };
	char *command = quote_join(c->argv);
	struct err e;
	int status;

	if (plan_series(&b, args, &e) != 0)
		status = cli_fail(c, &e);
	else {
		frame.seed = b.list[0].seed;
		status = experiment_run(c, count_words(b.words), b.words, &frame);
		if (status == 0 && boots_create(&b, command, &e) != 0)
			status = cli_fail(c, &e);
		else if (status == 0) {
			show_plan(c, &b);
			say_next(c->out, &b);
		}
	}
	free(command);
	boots_release(&b);
	return status;
}

/* ------------------------------------------------------------------ next */

/* The call of `run` that does what this boot does, for its record. */
static char **
equivalent_call(const struct cli *c, const struct boots *b, const struct boot *boot)
{
	char **argv = mem_zero((size_t)count_words(b->words) + 7, sizeof(*argv));
	size_t n = 0;

	argv[n++] = mem_string(c->argv[0]);
	argv[n++] = mem_string("run");
	argv[n++] = mem_string(b->words[0]);
	argv[n++] = mem_string("--seed");
	argv[n++] = mem_printf("%" PRIu64, boot->seed);
	argv[n++] = mem_string("-o");
	argv[n++] = mem_string(boot->path);
	argv = mem_resize(argv, n + (size_t)count_words(b->words), sizeof(*argv));
	for (char **w = b->words + 1; *w != NULL; w++)
		argv[n++] = mem_string(*w);
	argv[n] = NULL;
	return argv;
}

static int
go_there(const struct boots *b, bool here, struct err *e)
{
	if (here || chdir(b->place) == 0)
		return 0;
	return err_set(e, ERR_USAGE, "cannot enter '%s', where the series was made: %s; '--here' runs it where you are", b->place, strerror(errno));
}

/* Makes way for the record, and says what is unusual about this boot. */
static int
clear_way(struct cli *c, const struct boots *b, size_t next, const struct identity *now, enum boots_admission how, struct err *e)
{
	const struct boots_system *system = &b->systems[b->list[next].system];
	char *words = identity_words(now), *aside = NULL;
	bool first = system->rule == NULL;
	int result = 0;

	for (size_t i = 0; i < b->count; i++)
		first = first && !(b->list[i].system == b->list[next].system && b->list[i].state == BOOT_DONE);
	if (how == BOOTS_BEGIN_ANEW)
		result = boots_set_aside(b, next, &aside, e);
	if (aside != NULL)
		fprintf(c->err, "boot %zu was cut short in an earlier boot; it is done anew, what there was is kept as '%s'\n", next + 1, aside);
	if (how == BOOTS_GO_ON)
		fprintf(c->err, "boot %zu was cut short in this boot; it goes on\n", next + 1);
	else if (result == 0 && first)
		fprintf(c->err, "from now on, '%s' is %s\n", system->name, words);
	free(words);
	free(aside);
	return result;
}

static int
run_boot(struct cli *c, const struct boots *b, const struct identity *now, enum boots_admission how)
{
	size_t next = boots_next(b);
	const struct boot *boot = &b->list[next];
	json_t *series = boots_to_header(b, next, now);
	struct experiment_frame frame = { boot->path, how == BOOTS_GO_ON, boot->seed, series };
	char **argv = equivalent_call(c, b, boot);
	struct cli inner = *c;
	int status;

	inner.argc = count_words(argv);
	inner.argv = argv;
	fprintf(c->err, "boot %zu of %zu: %s\n", next + 1, b->count, b->systems[boot->system].name);
	status = experiment_run(&inner, count_words(b->words), b->words, &frame);
	quote_free(argv);
	json_decref(series);
	return status;
}

/* Afterwards: how it stands now. */
static void
say_progress(struct cli *c, const char *directory, size_t ran)
{
	struct boots b;
	struct err e;

	if (boots_load(&b, directory, &e) != 0) {
		cli_fail(c, &e);
		return;
	}
	if (boots_next(&b) == ran)
		fprintf(c->err, "boot %zu of %zu is not done: 'harness series next %s' goes on in this boot, and begins anew in another\n", ran + 1,
		    b.count, directory);
	else
		say_next(c->err, &b);
	boots_release(&b);
}

static int
run_next(struct cli *c, const char *directory, const struct args *args)
{
	const char *tag = args_text(args, "tag");
	struct identity now = { { NULL } };
	struct boots b = { .count = 0 };
	enum boots_admission how;
	int lock = -1, status;
	struct err e;

	if (tag == NULL)
		tag = getenv("HARNESS_TAG");
	/* the records are read under the lock, so that they are those of all boots before this one */
	if (boots_load(&b, directory, &e) != 0)
		return cli_fail(c, &e);
	boots_release(&b);
	lock = boots_lock(directory, &e);
	if (lock < 0 || boots_load(&b, directory, &e) != 0) {
		status = cli_fail(c, &e);
		goto out;
	}
	identity_now(&now, tag);
	if (boots_admit(&b, &now, &how, &e) != 0 || go_there(&b, args_flag(args, "here"), &e) != 0 ||
	    clear_way(c, &b, boots_next(&b), &now, how, &e) != 0) {
		status = cli_fail(c, &e);
		goto out;
	}
	status = run_boot(c, &b, &now, how);
	say_progress(c, directory, boots_next(&b));
out:
	if (lock >= 0)
		close(lock);
	identity_release(&now);
	boots_release(&b);
	return status;
}

/* ------------------------------------------------------------------ status */

static json_t *
status_to_json(const struct boots *b)
{
	json_t *json = json_object(), *systems = json_array(), *list = json_array(), *words = json_array();
	size_t next = boots_next(b);

	for (char **w = b->words; *w != NULL; w++)
		json_add(words, json_of_text(*w));
	for (size_t i = 0; i < b->nsystems; i++) {
		json_t *item = json_object();

		json_put_text(item, "name", b->systems[i].name);
		json_put_text(item, "rule", b->systems[i].rule);
		json_add(systems, item);
	}
	for (size_t i = 0; i < b->count; i++) {
		json_t *item = json_object();

		json_put_count(item, "boot", i + 1);
		json_put_text(item, "system", b->systems[b->list[i].system].name);
		json_put_count(item, "block", b->list[i].block);
		json_put_text(item, "state", boot_state_name(b->list[i].state));
		json_put_text(item, "record", b->list[i].state != BOOT_OPEN ? b->list[i].path : NULL);
		json_add(list, item);
	}
	json_put_text(json, "directory", b->directory);
	json_put(json, "workload", words);
	json_put(json, "systems", systems);
	json_put(json, "boots", list);
	json_put_text(json, "next", next < b->count ? b->systems[b->list[next].system].name : NULL);
	return json;
}

static void
show_status(const struct boots *b, struct buf *out)
{
	static const char *const states[] = { [BOOT_OPEN] = "", [BOOT_CUT] = "cut short", [BOOT_DONE] = "done" };
	char *call = quote_join(b->words);
	size_t widest = 0, next = boots_next(b);

	for (size_t i = 0; i < b->nsystems; i++)
		if (strlen(b->systems[i].name) > widest)
			widest = strlen(b->systems[i].name);
	buf_printf(out, "%s\n", call);
	for (size_t i = 0; i < b->nsystems; i++) {
		char *words = boots_system_words(b, i);

		buf_printf(out, "%s: %s\n", b->systems[i].name, words);
		free(words);
	}
	for (size_t i = 0; i < b->count; i++) {
		const struct boot *boot = &b->list[i];
		const char *state = states[boot->state];

		if (boot->state == BOOT_OPEN && i == next)
			state = "next";
		buf_printf(out, "  %3zu  %-*s%s%s\n", i + 1, state[0] != '\0' ? (int)widest : 0, b->systems[boot->system].name,
		    state[0] != '\0' ? "  " : "", state);
	}
	free(call);
}

static int
tell_status(struct cli *c, const char *directory, const struct args *args)
{
	struct buf text = BUF_EMPTY;
	struct boots b;
	struct err e;

	if (boots_load(&b, directory, &e) != 0)
		return cli_fail(c, &e);
	if (args_flag(args, "json")) {
		json_t *json = status_to_json(&b);

		json_pretty(json, &text);
		json_decref(json);
	} else
		show_status(&b, &text);
	fputs(buf_text(&text), c->out);
	if (!args_flag(args, "json"))
		say_next(c->out, &b);
	buf_release(&text);
	boots_release(&b);
	return 0;
}

/* ------------------------------------------------------------------ which of them */

static const struct action {
	const char *name;
	int (*run)(struct cli *c, const char *directory, const struct args *args);
	const char *options[5];	/* that are its own */
} actions[] = {
	{ "new", make_series, { "systems", "boots", "seed", "workload", NULL } },
	{ "next", run_next, { "tag", "here", NULL } },
	{ "status", tell_status, { "json", NULL } },
};

enum { ACTIONS = sizeof(actions) / sizeof(actions[0]) };

static const struct action *
find_action(const char *name, struct err *e)
{
	for (size_t i = 0; i < ACTIONS; i++)
		if (name != NULL && strcmp(actions[i].name, name) == 0)
			return &actions[i];
	if (name == NULL)
		err_set(e, ERR_USAGE, "nothing to do given: 'harness series new|next|status DIR'");
	else
		err_set(e, ERR_USAGE, "'harness series' takes new, next or status, not '%s'", name);
	return NULL;
}

static int
check_options(const struct action *action, const struct args *args, struct err *e)
{
	for (size_t i = 0; i < ACTIONS; i++)
		for (const char *const *o = actions[i].options; *o != NULL; o++)
			if (&actions[i] != action && args_get(args, *o)->given)
				return err_set(e, ERR_USAGE, "'%s%s' is for 'harness series %s'", strcmp(*o, "workload") == 0 ? "" : "--",
				    strcmp(*o, "workload") == 0 ? "--" : *o, actions[i].name);
	return 0;
}

static int
act(struct cli *c, const struct args *args, char *const *operands)
{
	struct err e;
	const struct action *action = find_action(operands[0], &e);
	char *directory;
	int result;

	if (action == NULL || check_options(action, args, &e) != 0)
		return cli_fail(c, &e);
	if (operands[1] == NULL)
		err_set(&e, ERR_USAGE, "no directory given: 'harness series %s DIR'", action->name);
	else if (operands[2] != NULL)
		err_set(&e, ERR_USAGE, "'%s' is not expected here; the workload stands behind '--'", operands[2]);
	if (operands[1] == NULL || operands[2] != NULL)
		return cli_fail(c, &e);
	directory = path_absolute(operands[1]);
	result = action->run(c, directory, args);
	free(directory);
	return result;
}

static int
run(struct cli *c, int argc, char *const *argv)
{
	struct args args;
	char **operands;
	int status;

	if (cli_parse(c, &verb_series, &args, argc, argv, &operands, &status) != 0)
		return status;
	status = act(c, &args, operands);
	free(operands);
	args_release(&args);
	return status;
}

const struct verb verb_series = {
	.name = "series",
	.synopsis = "new|next|status DIR [-- WORKLOAD...]",
	.summary = "experiments that need a boot per session",
	.params = params,
	.run = run,
};
