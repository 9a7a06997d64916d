/* harness help: what there is to say. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/version.h"
#include "cli/cli.h"

static const struct param params[] = { PARAM_END };

static int
overview(struct cli *c)
{
	struct buf text = BUF_EMPTY;

	buf_puts(&text, "harness: is this system faster at real work, by how much, how sure are we, and why?\n\nusage:\n");
	for (size_t i = 0; verbs[i] != NULL; i++)
		buf_printf(&text, "  harness %-8s %-40s %s\n", verbs[i]->name, verbs[i]->synopsis, verbs[i]->summary);
	buf_puts(&text, "\nexample:\n  harness run build -j2\n");
	fputs(text.text, c->out);
	buf_release(&text);
	return 0;
}

static int
run(struct cli *c, int argc, char *const *argv)
{
	struct err e;

	if (argc == 0)
		return overview(c);
	for (size_t i = 0; verbs[i] != NULL; i++)
		if (strcmp(verbs[i]->name, argv[0]) == 0)
			return verbs[i]->run(c, 1, (char *const[]){ (char[]){ "--help" }, NULL });
	err_set(&e, ERR_USAGE, "unknown command '%s'", argv[0]);
	return cli_fail(c, &e);
}

const struct verb verb_help = {
	.name = "help",
	.synopsis = "[COMMAND]",
	.summary = "this text, or that of one command",
	.params = params,
	.run = run,
};
