/* cmd: a command of the user's, called with "apply" behind it before a trial, and with "revert" after it. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/quote.h"
#include "setting/chore.h"
#include "setting/setting.h"
#include "setting/undo.h"

/* Words of an undo: the directory that harness was started in, then the command's. */
enum { DIRECTORY, PROGRAM };

static int
parse(struct setting *s, const char *rest, struct err *e)
{
	char *found;
	size_t count;

	if (quote_split(rest, &s->words, &count, e) != 0)
		return -1;
	if (count == 0)
		return err_set(e, ERR_USAGE, "'%s' names no command; it is written %s", s->text, s->kind->form);
	found = file_find_program(s->words[0]);
	if (found == NULL)
		return err_set(e, ERR_UNSUPPORTED, "cannot find the program '%s' of '%s'; name it by its path",
		    s->words[0], s->text);
	free(s->words[0]);
	s->words[0] = setting_path(found);
	free(found);
	s->name = quote_join(s->words);
	free(s->text);
	s->text = mem_printf("cmd:%s", s->name);
	return 0;
}

static int
read_cmd(const struct setting *s, char ***was, struct err *e)
{
	size_t count = 0;
	char **words;

	(void)e;
	while (s->words[count] != NULL)
		count++;
	words = mem_zero(count + 2, sizeof(*words));
	words[DIRECTORY] = path_absolute(".");
	memcpy(words + PROGRAM, s->words, count * sizeof(*words));
	*was = quote_copy(words);
	free(words[DIRECTORY]);
	free(words);
	return 0;
}

static int
apply(const struct setting *s, struct err *e)
{
	char *here = path_absolute(".");
	int result = chore_run(here, s->words, "apply", true, e);

	free(here);
	return result;
}

static int
take_back(char *const *was, struct err *e)
{
	return chore_run(was[DIRECTORY], was + PROGRAM, "revert", false, e);
}

/* Nobody knows what the command did. */
static bool
lasts(char *const *was)
{
	(void)was;
	return true;
}

static void
describe(char *const *was, struct buf *out)
{
	char *line = quote_join(was + PROGRAM);

	buf_printf(out, "cmd:%s", line);
	free(line);
}

const struct undo undo_cmd = {
	.name = "cmd",
	.words = { 2, SIZE_MAX, 1 },
	.take_back = take_back,
	.lasts = lasts,
	.describe = describe,
};

const struct setting_kind setting_cmd = {
	.name = "cmd",
	.form = "cmd:COMMAND",
	.scope = SCOPE_HOST,
	.parse = parse,
	.read = read_cmd,
	.apply = apply,
	.undo = &undo_cmd,
};
