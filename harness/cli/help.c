/* harness help: what there is to say. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/version.h"
#include "cli/cli.h"

extern const struct verb verb_help;

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
	static char help_option[] = "--help";
	const struct verb *v;
	struct err e;

	if (argc == 0)
		return overview(c);
	if (cli_asks_for_help(argc, argv) || strcmp(argv[0], verb_help.name) == 0)
		return cli_help(c, &verb_help);
	v = cli_find_verb(argv[0], &e);
	if (v == NULL)
		return cli_fail(c, &e);
	return v->run(c, 1, (char *const[]){ help_option, NULL });
}

const struct verb verb_help = {
	.name = "help",
	.synopsis = "[COMMAND]",
	.summary = "this text, or that of one command",
	.params = params,
	.run = run,
};
