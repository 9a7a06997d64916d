/* harness compare: what records say, inside one of them or between groups of them. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "cli/cli.h"
#include "cli/results.h"
#include "judge/judgement.h"
#include "record/record.h"

extern const struct verb verb_compare;

static const struct param params[] = {
	{ "threshold", 't', PARAM_RATIO, 0, NULL, NULL, 0, 1, "P", "the smallest change that matters (default: what the record was made with, 1%)" },
	RESULTS_PARAMS,
	{ "force", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "compare what was measured differently, or one after the other; marked in the output" },
	{ "second-group", 0, PARAM_REST, 0, NULL, NULL, 0, 0, "RECORD...", "sessions to be compared with those before the \"--\"" },
	PARAM_END,
};

/* The records of one call: those before "--" first. */
struct collection {
	struct record *records;
	const struct record **borrowed;
	size_t count, first_group;	/* first_group: so many before "--", or all without one */
	bool grouped;
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

	if (l->count > 1)
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

	if (l->count == 1 && !json && describe != NULL)
		fprintf(c->out, "%s: %s\n", record_workload(&l->records[0]), describe);
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
	char **operands;
	struct err e;
	int status;

	if (cli_parse(c, &verb_compare, &args, argc, argv, &operands, &status) != 0)
		return status;
	if (operands[0] == NULL) {
		err_set(&e, ERR_USAGE, "no record given%s; 'harness compare --help' shows how",
		    args_words(&args, "second-group") != NULL ? " before the \"--\"" : "");
		status = cli_fail(c, &e);
	} else {
		status = load(&l, operands, args_words(&args, "second-group"), &e) == 0 ? show(c, &args, &l) : cli_fail(c, &e);
		collection_release(&l);
	}
	free(operands);
	args_release(&args);
	return status;
}

const struct verb verb_compare = {
	.name = "compare",
	.synopsis = "RECORD... [-- RECORD...]",
	.summary = "what records say: inside one, or between groups of sessions",
	.params = params,
	.run = run,
};
