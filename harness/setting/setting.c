/* Settings: see setting.h. */
#include "setting/setting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/quote.h"

#define SETTING(name) extern const struct setting_kind setting_##name;
#include "setting/list.h"
#undef SETTING

const struct setting_kind *const setting_kinds[] = {
#define SETTING(name) &setting_##name,
#include "setting/list.h"
#undef SETTING
	NULL,
};

/* ------------------------------------------------------------------ parsing */

/* Length of the kind that a text begins with, 0 when it does not. */
static size_t
kind_length(const char *text)
{
	size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz");

	return text[length] == ':' ? length : 0;
}

static const struct setting_kind *
find_kind(const char *name, struct err *e)
{
	const char *names[16], *near;
	struct buf all = BUF_EMPTY;
	size_t count = 0;

	for (size_t i = 0; setting_kinds[i] != NULL; i++)
		if (strcmp(setting_kinds[i]->name, name) == 0)
			return setting_kinds[i];
	for (; setting_kinds[count] != NULL; count++) {
		names[count] = setting_kinds[count]->name;
		buf_printf(&all, "%s%s:", count > 0 ? ", " : "", names[count]);
	}
	near = quote_nearest(name, names, count);
	if (near != NULL)
		err_set(e, ERR_USAGE, "unknown kind of setting '%s:'; did you mean '%s:'?", name, near);
	else
		err_set(e, ERR_USAGE,
		    "unknown kind of setting '%s:'; there are %s; a comma that belongs to a value is written '\\,'",
		    name, buf_text(&all));
	buf_release(&all);
	return NULL;
}

int
setting_parse(struct setting *s, const char *text, struct err *e)
{
	size_t length = kind_length(text);
	char *name;

	memset(s, 0, sizeof(*s));
	if (length == 0)
		return err_set(e, ERR_USAGE,
		    "'%s' is no setting; those are written KIND:..., as in 'sysctl:vm.swappiness=10'", text);
	name = mem_printf("%.*s", (int)length, text);
	s->kind = find_kind(name, e);
	free(name);
	if (s->kind == NULL)
		return -1;
	s->text = mem_string(text);
	if (s->kind->parse(s, text + length + 1, e) == 0)
		return 0;
	setting_release(s);
	return -1;
}

void
setting_release(struct setting *s)
{
	free(s->text);
	free(s->name);
	free(s->value);
	quote_free(s->words);
	memset(s, 0, sizeof(*s));
}

char *
setting_path(const char *given)
{
	while (strncmp(given, "./", 2) == 0 && given[2] != '\0')
		given += 2;
	return path_absolute(given);
}

int
setting_parse_pair(struct setting *s, const char *rest, struct err *e)
{
	const char *equals = strchr(rest, '=');

	if (equals == NULL || equals == rest)
		return err_set(e, ERR_USAGE, "'%s' lacks a %s; it is written %s", s->text,
		    equals == NULL ? "value" : "name", s->kind->form);
	s->name = mem_printf("%.*s", (int)(equals - rest), rest);
	s->value = mem_string(equals + 1);
	return 0;
}

char **
setting_split(const char *list, size_t *count)
{
	struct buf text = BUF_EMPTY;
	char **texts = mem_zero(strlen(list) + 2, sizeof(*texts));

	*count = 0;
	if (list[0] == '\0')
		return texts;
	for (; *list != '\0'; list++) {
		if (list[0] == ',' && kind_length(list + 1) > 0) {
			texts[(*count)++] = buf_take(&text);
			continue;
		}
		list += list[0] == '\\' && list[1] == ',';
		buf_putc(&text, *list);
	}
	texts[(*count)++] = buf_take(&text);
	return texts;
}

/* ------------------------------------------------------------------ values */

/* The next word at *at, and moves *at behind it; its length, 0 at the end. */
static size_t
next_word(const char **at, const char **word)
{
	size_t length;

	*word = *at + strspn(*at, " \t\n");
	length = strcspn(*word, " \t\n");
	*at = *word + length;
	return length;
}

/* 1 or 0 for the kernel's words for a truth value, -1 for others. */
static int
truth(const char *word)
{
	static const char *const words[] = { "0", "1", "n", "y", "no", "yes", "off", "on" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcasecmp(words[i], word) == 0)
			return (int)(i % 2);
	return -1;
}

static bool
number(const char *word, long long *value)
{
	char *end;

	errno = 0;
	*value = strtoll(word, &end, 0);
	return errno == 0 && end != word && *end == '\0';
}

static bool
same_word(const char *a, const char *b)
{
	long long x, y;

	if (strcmp(a, b) == 0 || (truth(a) >= 0 && truth(a) == truth(b)))
		return true;
	if (number(a, &x) && number(b, &y) && x == y)
		return true;
	return strcasecmp(a + strspn(a, "0"), b + strspn(b, "0")) == 0;	/* masks: "0000000f" */
}

bool
setting_value_is(const char *read, const char *asked)
{
	for (;;) {
		const char *a, *b;
		size_t a_length = next_word(&read, &a), b_length = next_word(&asked, &b);
		char *x, *y;
		bool same;

		if (a_length == 0 || b_length == 0)
			return a_length == b_length;
		x = mem_printf("%.*s", (int)a_length, a);
		y = mem_printf("%.*s", (int)b_length, b);
		same = same_word(x, y);
		free(x);
		free(y);
		if (!same)
			return false;
	}
}

int
setting_did_not_take(const char *what, const char *asked, const char *read, struct err *e)
{
	return err_set(e, ERR_UNFIT, "'%s' did not take the value '%.200s': it is '%.200s'", what, asked, read);
}
