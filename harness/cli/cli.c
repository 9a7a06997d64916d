/* What all verbs share: see cli.h. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quote.h"

#define VERB(name) extern const struct verb verb_##name;
#include "cli/verbs.h"
#undef VERB

const struct verb *const verbs[] = {
#define VERB(name) &verb_##name,
#include "cli/verbs.h"
#undef VERB
	NULL,
};

const struct verb *
cli_find_verb(const char *name, struct err *e)
{
	const char *names[64], *near;
	size_t count = 0;

	for (size_t i = 0; verbs[i] != NULL && count < 64; i++) {
		if (strcmp(verbs[i]->name, name) == 0)
			return verbs[i];
		names[count++] = verbs[i]->name;
	}
	near = quote_nearest(name, names, count);
	if (near != NULL)
		err_set(e, ERR_USAGE, "unknown command '%s'; did you mean '%s'?", name, near);
	else
		err_set(e, ERR_USAGE, "unknown command '%s'; 'harness help' shows all", name);
	return NULL;
}

int
cli_fail(struct cli *c, const struct err *e)
{
	struct buf text = BUF_EMPTY;

	buf_puts_plain(&text, e->text);
	fflush(c->out);
	fprintf(c->err, "harness: %s\n", buf_text(&text));
	buf_release(&text);
	return (int)e->kind;
}

int
cli_help(struct cli *c, const struct verb *v)
{
	struct buf text = BUF_EMPTY;

	buf_printf(&text, "usage: harness %s %s\n\n%s\n", v->name, v->synopsis, v->summary);
	if (v->params->name != NULL) {
		buf_puts(&text, "\noptions:\n");
		params_help(v->params, &text);
	}
	fputs(text.text, c->out);
	buf_release(&text);
	return 0;
}

bool
cli_asks_for_help(int argc, char *const *argv)
{
	for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
			return true;
	return false;
}

int
cli_parse(struct cli *c, const struct verb *v, struct args *a, int argc, char *const *argv, char ***operands, int *status)
{
	struct args *tables[] = { a };
	struct err e;

	*operands = NULL;
	if (cli_asks_for_help(argc, argv)) {
		*status = cli_help(c, v);
		return -1;
	}
	args_init(a, v->params);
	if (args_parse(tables, 1, argc, argv, operands, &e) == 0 && args_check(a, &e) == 0)
		return 0;
	free(*operands);
	*operands = NULL;
	args_release(a);
	*status = cli_fail(c, &e);
	return -1;
}

int
cli_no_operands(char *const *operands, const char *what, struct err *e)
{
	if (operands[0] == NULL)
		return 0;
	return err_set(e, ERR_USAGE, "'%s' is not expected here%s%s", operands[0], what[0] != '\0' ? "; " : "", what);
}
