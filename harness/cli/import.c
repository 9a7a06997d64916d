/* harness import: what other programs measured, as a record. */
#include <stdlib.h>

#include "base/buf.h"
#include "base/quote.h"
#include "cli/cli.h"
#include "record/draft.h"
#include "record/importer.h"

extern const struct verb verb_import;

static const struct param params[] = {
	{ "format", 'f', PARAM_CHOICE, 0, NULL, "hyperfine|fio|csv", 0, 0, NULL, "what the files are (default: what they look like)" },
	{ "output-file", 'o', PARAM_PATH, PARAM_REQUIRED, NULL, NULL, 0, 0, "FILE", "the record; it must not exist yet" },
	PARAM_END,
};

static void
count(struct buf *out, size_t number, const char *noun)
{
	buf_printf(out, "%zu %s%s", number, noun, number == 1 ? "" : "s");
}

static void
introduce(struct cli *c, const struct draft *d, const char *path)
{
	struct buf text = BUF_EMPTY;

	buf_printf(&text, "Imported from %s: ", d->from);
	count(&text, d->ntrials, "trial");
	buf_puts(&text, " of ");
	count(&text, json_array_size(d->variants.entries), "variant");
	if (json_array_size(d->cases.entries) > 1) {
		buf_puts(&text, " in ");
		count(&text, json_array_size(d->cases.entries), "case");
	}
	if (json_array_size(d->sessions) > 1) {
		buf_puts(&text, ", ");
		count(&text, json_array_size(d->sessions), "session");
	}
	if (draft_known(d) < d->ntrials)
		buf_printf(&text, "; %zu without values", d->ntrials - draft_known(d));
	fprintf(c->out, "%s. Saved %s\n", text.text, path);
	if (d->note.length > 0)
		fprintf(c->err, "harness: %s\n", d->note.text);
	buf_release(&text);
}

static int
import(struct cli *c, const struct args *args, char *const *files)
{
	const char *path = args_text(args, "output-file"), *format = args_get(args, "format")->text;
	char *command = quote_join(c->argv);
	struct draft d;
	struct err e;
	int result;

	if (files[0] == NULL) {
		err_set(&e, ERR_USAGE, "no file given to import; 'harness import --help' shows how");
		result = -1;
	} else
		result = import_files(&d, format, files, &e);
	if (result == 0) {
		result = draft_write(&d, path, command, &e);
		if (result == 0)
			introduce(c, &d, path);
		draft_release(&d);
	}
	free(command);
	return result == 0 ? 0 : cli_fail(c, &e);
}

static int
run(struct cli *c, int argc, char *const *argv)
{
	struct args args;
	char **operands;
	int status;

	if (cli_parse(c, &verb_import, &args, argc, argv, &operands, &status) != 0)
		return status;
	status = import(c, &args, operands);
	free(operands);
	args_release(&args);
	return status;
}

const struct verb verb_import = {
	.name = "import",
	.synopsis = "[--format FORMAT] FILE... -o RECORD",
	.summary = "what hyperfine, fio or a table measured, as a record",
	.params = params,
	.run = run,
};
