/* Results on the terminal or as JSON: see results.h. */
#include "cli/results.h"

#include "base/buf.h"
#include "base/json.h"
#include "record/record.h"
#include "view/machine.h"
#include "view/show.h"

int
results_print(struct cli *c, const struct judgement *j, const char *saved, bool json)
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
results_show(struct cli *c, const char *path, bool json)
{
	const struct judge_options options = JUDGE_OPTIONS;
	struct judgement judgement;
	struct record record;
	struct err e;
	int status;

	if (record_load(path, RECORD_LINES, &record, &e) != 0)
		return cli_fail(c, &e);
	if (judgement_within(&judgement, &record, &options, &e) == 0) {
		status = results_print(c, &judgement, path, json);
		judgement_release(&judgement);
	} else
		status = cli_fail(c, &e);
	record_release(&record);
	return status;
}
