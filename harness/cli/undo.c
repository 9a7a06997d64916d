/* harness undo: bring back what a harness that was killed has left changed. */
#include <stdlib.h>

#include "base/buf.h"
#include "base/file.h"
#include "cli/cli.h"
#include "setting/chore.h"
#include "setting/journal.h"
#include "setting/state.h"

extern const struct verb verb_undo;

static const struct param params[] = {
	{ "dry-run", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "say what would be brought back and do nothing" },
	{ "forget", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "bring nothing back and take everything as it is now" },
	PARAM_END,
};

static void
say(struct cli *c, const char *what, const struct journal_entry *entry)
{
	struct buf text = BUF_EMPTY;

	entry->undo->describe(entry->was, &text);
	fprintf(c->out, "%s %s\n", what, buf_text(&text));
	buf_release(&text);
}

static void
say_all(struct cli *c, const char *what, const struct journal *j)
{
	for (size_t i = j->count; i-- > 0;)
		say(c, what, &j->entries[i]);
}

/* What became of an entry. */
static void
tell(void *context, const struct journal_entry *entry, enum journal_fate fate, const struct err *failure)
{
	static const char *const words[] = {
		[JOURNAL_BACK] = "brought back",
		[JOURNAL_LAPSED] = "gone with the reboot:",
		[JOURNAL_GONE] = "gone, with nothing left to bring back:",
	};
	struct cli *c = context;
	struct buf text = BUF_EMPTY;

	if (fate != JOURNAL_STAYS) {
		say(c, words[fate], entry);
		return;
	}
	entry->undo->describe(entry->was, &text);
	fflush(c->out);
	fprintf(c->err, "harness: cannot bring back %s: %s\n", buf_text(&text), failure->text);
	buf_release(&text);
}

/* The lock is held: nobody changes anything but what a killed harness has started. */
static int
bring_back(struct cli *c, struct journal *j)
{
	struct err e;

	if (chore_is_running()) {
		fprintf(c->err,
		    "harness: a command of the killed harness is still running; waiting for it, for a minute at most\n");
		chore_await();
	}
	journal_lapse(j, tell, c);
	if (journal_take_back(j, tell, c, &e) == 0)
		return 0;
	if (j->count == 0)
		return cli_fail(c, &e);
	fflush(c->out);
	fprintf(c->err,
	    "harness: %zu left in the journal; 'harness undo' tries again, 'harness undo --forget' gives up\n",
	    j->count);
	return (int)(e.kind == ERR_USAGE ? ERR_UNFIT : e.kind);	/* the words of this call are not what is wrong */
}

static int
forget(struct cli *c)
{
	struct journal j;
	struct err e;

	if (journal_open(&j, &e) == 0) {
		say_all(c, "forgotten:", &j);
		journal_forget(&j);
		journal_close(&j);
		return 0;
	}
	return e.kind == ERR_UNFIT && journal_remove(&e) == 0 ? 0 : cli_fail(c, &e);
}

static int
undo(struct cli *c, const struct args *a)
{
	char *path = state_path("journal");
	bool nothing = !file_exists(path);
	struct journal j;
	struct err e;
	int status = 0;

	free(path);
	if (nothing) {
		if (journal_check(&e) != 0)	/* there may be root's, for others than root */
			return cli_fail(c, &e);
		fprintf(c->out, "nothing to undo\n");
		return 0;
	}
	if (args_flag(a, "forget"))
		return forget(c);
	if (journal_open(&j, &e) != 0)
		return cli_fail(c, &e);
	if (j.count == 0)
		fprintf(c->out, "nothing to undo\n");
	else if (args_flag(a, "dry-run"))
		say_all(c, "to bring back:", &j);
	else
		status = bring_back(c, &j);
	journal_close(&j);
	return status;
}

static int
run(struct cli *c, int argc, char *const *argv)
{
	struct args a;
	char **operands;
	struct err e;
	int status;

	if (cli_parse(c, &verb_undo, &a, argc, argv, &operands, &status) != 0)
		return status;
	if (operands[0] != NULL) {
		cli_no_operands(operands, "'harness undo' takes no operands", &e);
		status = cli_fail(c, &e);
	} else if (args_flag(&a, "dry-run") && args_flag(&a, "forget")) {
		err_set(&e, ERR_USAGE, "'--dry-run' and '--forget' exclude each other");
		status = cli_fail(c, &e);
	} else
		status = undo(c, &a);
	free(operands);
	args_release(&a);
	return status;
}

const struct verb verb_undo = {
	.name = "undo",
	.synopsis = "[--dry-run | --forget]",
	.summary = "bring back settings that a killed harness has left changed",
	.params = params,
	.run = run,
};
