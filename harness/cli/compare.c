/* harness compare: what records say, inside one of them or between groups of them. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"
#include "base/quote.h"
#include "cli/cli.h"
#include "cli/results.h"
#include "judge/judgement.h"
#include "record/record.h"
#include "run/boots.h"

extern const struct verb verb_compare;

static const struct param params[] = {
	{ "threshold", 't', PARAM_RATIO, 0, NULL, NULL, 0, 1, "P", "the smallest change that matters (default: what the record was made with, 1%)" },
	RESULTS_PARAMS,
	{ "force", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "compare what was measured differently, or one after the other; marked in the output" },
	{ "second-group", 0, PARAM_REST, 0, NULL, NULL, 0, 0, "RECORD...", "sessions to be compared with those before the \"--\"" },
	PARAM_END,
};

/* The records of one call: those before "--" first, those of a series system by system. */
struct collection {
	struct record *records;
	const struct record **borrowed;
	size_t count, first_group;	/* first_group: so many before "--", or all without one */
	bool grouped;
	struct boots series;		/* its count is 0 when there is none */
	size_t *blocks;			/* of a series, by record */
};

static size_t
count_words(char *const *words)
{
	size_t count = 0;

	while (words != NULL && words[count] != NULL)
		count++;
	return count;
}

static void
collection_release(struct collection *l)
{
	for (size_t i = 0; i < l->count; i++)
		record_release(&l->records[i]);
	free(l->records);
	free(l->borrowed);
	free(l->blocks);
	boots_release(&l->series);
}

static int
load(struct collection *l, char *const *before, char *const *behind, struct err *e)
{
	size_t total = count_words(before) + count_words(behind);

	*l = (struct collection){ .first_group = count_words(before), .grouped = behind != NULL };
	l->records = mem_zero(total, sizeof(*l->records));
	l->borrowed = mem_zero(total, sizeof(*l->borrowed));
	while (l->count < total) {
		const char *path = l->count < l->first_group ? before[l->count] : behind[l->count - l->first_group];

		for (size_t i = 0; i < l->count; i++)
			if (strcmp(l->records[i].path, path) == 0)
				return err_set(e, ERR_USAGE, "'%s' is named twice", path);
		if (record_load(path, RECORD_LINES, &l->records[l->count], e) != 0)
			return -1;
		l->borrowed[l->count] = &l->records[l->count];
		l->count++;
	}
	return 0;
}

/* What the boots that are done have measured. */
static int
load_series(struct collection *l, const char *directory, struct err *e)
{
	struct boots *b = &l->series;

	*l = (struct collection){ .count = 0 };
	if (boots_load(b, directory, e) != 0)
		return -1;
	l->records = mem_zero(b->count, sizeof(*l->records));
	l->borrowed = mem_zero(b->count, sizeof(*l->borrowed));
	l->blocks = mem_zero(b->count, sizeof(*l->blocks));
	for (size_t s = 0; s < b->nsystems; s++)
		for (size_t i = 0; i < b->count; i++) {
			if (b->list[i].system != s || b->list[i].state != BOOT_DONE)
				continue;
			if (record_load(b->list[i].path, RECORD_LINES, &l->records[l->count], e) != 0)
				return -1;
			l->borrowed[l->count] = &l->records[l->count];
			l->blocks[l->count++] = b->list[i].block;
		}
	if (l->count == 0)
		return err_set(e, ERR_USAGE, "no boot of '%s' is done yet; 'harness series next %s' runs the first", directory, directory);
	return 0;
}

/* Systems of which no boot is done are left out. */
static int
judge_series(struct judgement *j, const struct collection *l, const struct judge_options *options, struct err *e)
{
	const struct boots *b = &l->series;
	struct side_group *groups = mem_zero(b->nsystems, sizeof(*groups));
	const char **names = mem_zero(b->nsystems, sizeof(*names));
	const size_t **blocks = mem_zero(b->nsystems, sizeof(*blocks));
	struct side_order order = { names, blocks, boots_next(b) < b->count };
	size_t ngroups = 0, at = 0;
	int result;

	for (size_t s = 0; s < b->nsystems; s++) {
		size_t done = 0;

		for (size_t i = 0; i < b->count; i++)
			done += b->list[i].system == s && b->list[i].state == BOOT_DONE;
		if (done == 0)
			continue;
		names[ngroups] = b->systems[s].name;
		blocks[ngroups] = l->blocks + at;
		groups[ngroups++] = (struct side_group){ l->borrowed + at, done };
		at += done;
	}
	result = judgement_of_series(j, groups, ngroups, &order, options, e);
	free(groups);
	free(names);
	free(blocks);
	return result;
}

/* Without "--" each record is a group of its own. */
static int
judge_groups(struct judgement *j, const struct collection *l, const struct judge_options *options, struct err *e)
{
	size_t ngroups = l->grouped ? 2 : l->count;
	struct side_group *groups = mem_zero(ngroups, sizeof(*groups));
	int result;

	for (size_t i = 0; i < ngroups && !l->grouped; i++)
		groups[i] = (struct side_group){ &l->borrowed[i], 1 };
	if (l->grouped) {
		groups[0] = (struct side_group){ l->borrowed, l->first_group };
		groups[1] = (struct side_group){ l->borrowed + l->first_group, l->count - l->first_group };
	}
	result = judgement_between(j, groups, ngroups, options, e);
	free(groups);
	return result;
}

static int
judge(struct judgement *j, const struct collection *l, const struct judge_options *options, struct err *e)
{
	int result;

	if (l->series.count > 0)
		result = judge_series(j, l, options, e);
	else if (l->count > 1)
		result = judge_groups(j, l, options, e);
	else
		result = judgement_within(j, &l->records[0], options, e);
	if (result == 0 && options->ladder && j->sides.count < 2) {
		judgement_release(j);
		return err_set(e, ERR_USAGE, "'--ladder' needs at least two variants or records");
	}
	return result;
}

static void
introduce(struct cli *c, const struct collection *l, bool json)
{
	const char *describe = json_get_text(l->records[0].header, "describe");
	struct buf text = BUF_EMPTY;

	if (l->series.count > 0 && !json) {
		char *call = quote_join(l->series.words);

		fprintf(c->out, "%s: %zu of %zu boots, in an order that was drawn\n", call, l->count, l->series.count);
		free(call);
	} else if (l->count == 1 && !json && describe != NULL) {
		buf_puts_plain(&text, describe);
		fprintf(c->out, "%s: %s\n", record_workload(&l->records[0]), buf_text(&text));
	}
	buf_release(&text);
}

static int
show(struct cli *c, const struct args *args, const struct collection *l)
{
	struct judge_options options;
	struct judgement j;
	struct err e;
	int status;

	judge_options_of(&options, &l->records[0]);
	results_options(&options, args);
	if (args_get(args, "threshold")->set)
		options.delta = args_real(args, "threshold");
	options.force = args_flag(args, "force");
	if (judge(&j, l, &options, &e) != 0)
		return cli_fail(c, &e);
	introduce(c, l, args_flag(args, "json"));
	status = results_print(c, &j, args, NULL);
	judgement_release(&j);
	return status;
}

static int
run(struct cli *c, int argc, char *const *argv)
{
	struct collection l;
	struct args args;
	char **operands, *const *behind;
	struct err e;
	int status, result;

	if (cli_parse(c, &verb_compare, &args, argc, argv, &operands, &status) != 0)
		return status;
	behind = args_words(&args, "second-group");
	if (operands[0] == NULL) {
		err_set(&e, ERR_USAGE, "no record given%s; 'harness compare --help' shows how",
		    behind != NULL ? " before the \"--\"" : "");
		status = cli_fail(c, &e);
	} else {
		if (operands[1] == NULL && behind == NULL && file_is_directory(operands[0]))
			result = load_series(&l, operands[0], &e);
		else
			result = load(&l, operands, behind, &e);
		status = result == 0 ? show(c, &args, &l) : cli_fail(c, &e);
		collection_release(&l);
	}
	free(operands);
	args_release(&args);
	return status;
}

const struct verb verb_compare = {
	.name = "compare",
	.synopsis = "RECORD... [-- RECORD...] | DIR",
	.summary = "what records say: inside one, or between groups of sessions",
	.params = params,
	.run = run,
};
