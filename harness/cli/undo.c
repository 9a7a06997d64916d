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

/* What is said of each entry. */
struct teller {
	struct cli *cli;
	const char *done;
};

static void
tell(void *context, const struct journal_entry *entry, const struct err *failure)
{
	const struct teller *t = context;
	struct buf text = BUF_EMPTY;

	entry->undo->describe(entry->was, &text);
	if (failure == NULL)
		fprintf(t->cli->out, "%s %s\n", t->done, buf_text(&text));
	else {
		fflush(t->cli->out);
		fprintf(t->cli->err, "harness: cannot bring back %s: %s\n", buf_text(&text), failure->text);
	}
	buf_release(&text);
}

static void
tell_all(struct teller *t, const struct journal *j)
{
	for (size_t i = j->count; i-- > 0;)
		tell(t, &j->entries[i], NULL);
}

/* The lock is held: nobody changes anything but what a killed harness has started. */
static int
bring_back(struct cli *c, struct journal *j)
{
	struct teller gone = { c, "gone with the reboot:" }, back = { c, "brought back" };
	struct err e;

	if (chore_is_running()) {
		fprintf(c->err,
		    "harness: a command of the killed harness is still running; waiting for it, for a minute at most\n");
		chore_await();
	}
	journal_lapse(j, tell, &gone);
	if (journal_take_back(j, tell, &back, &e) == 0)
		return 0;
	if (j->count == 0)
		return cli_fail(c, &e);
	fflush(c->out);
	fprintf(c->err,
	    "harness: %zu left in the journal; 'harness undo' tries again, 'harness undo --forget' gives up\n",
	    j->count);
	return (int)e.kind;
}

static int
forget(struct cli *c)
{
	struct teller teller = { c, "forgotten:" };
	struct journal j;
	struct err e;

	if (journal_open(&j, &e) == 0) {
		tell_all(&teller, &j);
		journal_forget(&j);
		journal_close(&j);
		return 0;
	}
	return e.kind == ERR_UNFIT && journal_remove(&e) == 0 ? 0 : cli_fail(c, &e);
}

static int
undo(struct cli *c, const struct args *a)
{
	struct teller left = { c, "to bring back:" };
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
		tell_all(&left, &j);
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
