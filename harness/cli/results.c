/* Results on the terminal or as JSON: see results.h. */
#include "cli/results.h"

#include "base/buf.h"
#include "base/json.h"
#include "judge/judgement.h"
#include "record/record.h"
#include "view/machine.h"
#include "view/show.h"

void
results_options(struct judge_options *options, const struct args *args)
{
	const char *gate = args_text(args, "gate");

	options->metric = args_text(args, "metric");
	options->gate = gate != NULL && gate[0] != '\0' ? gate : NULL;
	options->all = args_flag(args, "all");
	options->all_pairs = args_flag(args, "all-pairs");
	options->ladder = options->ladder || args_flag(args, "ladder");
}

static int
print(struct cli *c, const struct judgement *j, const char *saved, bool json)
{
	struct show_options options = { .colour = c->colour, .saved = saved };
	struct buf text = BUF_EMPTY;
	int written;

	if (json) {
		json_t *object = machine_judgement(j);

		json_pretty(object, &text);
		json_decref(object);
	} else
		show_judgement(j, &options, &text);
	written = fputs(buf_text(&text), c->out);
	buf_release(&text);
	if (written != EOF && fflush(c->out) == 0)
		return 0;
	return cli_fail(c, &(struct err){ ERR_INTERNAL, "the results could not be written" });
}

int
results_print(struct cli *c, const struct judgement *j, const struct args *args, const char *saved)
{
	enum gate gate = GATE_PASS;
	struct err e;
	int status;

	if (args_text(args, "gate") != NULL && judgement_gate(j, &gate, &e) != 0)
		return cli_fail(c, &e);
	status = print(c, j, saved, args_flag(args, "json"));
	return status != 0 ? status : (int)gate;
}

int
results_show(struct cli *c, const char *path, const struct args *args)
{
	struct judge_options options;
	struct judgement judgement;
	struct record record;
	struct err e;
	int status;

	if (record_load(path, RECORD_LINES, &record, &e) != 0)
		return cli_fail(c, &e);
	judge_options_of(&options, &record);
	results_options(&options, args);
	if (judgement_within(&judgement, &record, &options, &e) == 0) {
		status = results_print(c, &judgement, args, path);
		judgement_release(&judgement);
	} else
		status = cli_fail(c, &e);
	record_release(&record);
	return status;
}
