/* harness export: a record in another program's format. */
#include <stdlib.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/file.h"
#include "cli/cli.h"
#include "record/record.h"
#include "view/exporter.h"

extern const struct verb verb_export;

static const struct param params[] = {
	{ "format", 'f', PARAM_CHOICE, PARAM_REQUIRED, NULL, "hyperfine|benchfmt|csv", 0, 0, NULL, "the other program's format" },
	{ "metric", 'm', PARAM_TEXT, 0, NULL, NULL, 0, 0, "NAME", "only this metric (hyperfine: the one whose values are the times)" },
	{ "output-file", 'o', PARAM_PATH, 0, NULL, NULL, 0, 0, "FILE", "write to this file (default: standard output)" },
	PARAM_END,
};

/* Writing over the record that is being exported would be the end of it. */
static int
check_output(const char *path, const char *record, struct err *e)
{
	struct stat a, b;

	if (stat(path, &a) != 0 || stat(record, &b) != 0 || a.st_dev != b.st_dev || a.st_ino != b.st_ino)
		return 0;
	return err_set(e, ERR_USAGE, "'%s' is the record itself: give -o another name", path);
}

static int
put(struct cli *c, const char *path, const char *record, const struct buf *text, struct err *e)
{
	if (path == NULL) {
		if (fputs(buf_text(text), c->out) != EOF && fflush(c->out) == 0)
			return 0;
		return err_set(e, ERR_INTERNAL, "what was exported could not be written");
	}
	if (check_output(path, record, e) != 0)
		return -1;
	return file_write(path, buf_text(text), text->length, 0666, e);
}

static int
export(struct cli *c, const struct args *args, char *const *operands)
{
	struct buf text = BUF_EMPTY;
	struct record r;
	struct err e;
	int result;

	if (operands[0] == NULL || operands[1] != NULL) {
		err_set(&e, ERR_USAGE, "%s; 'harness export --help' shows how",
		    operands[0] == NULL ? "no record given to export" : "only one record can be exported at a time");
		return cli_fail(c, &e);
	}
	if (record_load(operands[0], RECORD_LINES, &r, &e) != 0)
		return cli_fail(c, &e);
	result = export_record(&r, args_get(args, "format")->text, args_text(args, "metric"), &text, &e);
	if (result == 0)
		result = put(c, args_text(args, "output-file"), operands[0], &text, &e);
	buf_release(&text);
	record_release(&r);
	return result == 0 ? 0 : cli_fail(c, &e);
}

static int
run(struct cli *c, int argc, char *const *argv)
{
	struct args args;
	char **operands;
	int status;

	if (cli_parse(c, &verb_export, &args, argc, argv, &operands, &status) != 0)
		return status;
	status = export(c, &args, operands);
	free(operands);
	args_release(&args);
	return status;
}

const struct verb verb_export = {
	.name = "export",
	.synopsis = "--format FORMAT RECORD [-o FILE]",
	.summary = "a record for hyperfine's scripts, benchstat or a table",
	.params = params,
	.run = run,
};
