/* opt: an option of the workload, for this variant only. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "setting/setting.h"

static int
parse(struct setting *s, const char *rest, struct err *e)
{
	if (strchr(rest, '=') != NULL)
		return setting_parse_pair(s, rest, e);
	if (rest[0] == '\0')
		return err_set(e, ERR_USAGE, "'%s' names no option; it is written %s", s->text, s->kind->form);
	s->name = mem_string(rest);
	return 0;
}

static const struct param *
find_param(const struct args *args, const char *name)
{
	for (const struct param *p = args->params; p->name != NULL; p++)
		if (strcmp(p->name, name) == 0)
			return p;
	return NULL;
}

int
setting_opt_apply(const struct setting *s, struct args *args, struct err *e)
{
	const struct param *p = find_param(args, s->name);
	const char *value = s->value;
	int result;

	if (p == NULL && value == NULL && strncmp(s->name, "no-", 3) == 0) {
		p = find_param(args, s->name + 3);
		if (p != NULL && p->type == PARAM_FLAG)
			return args_set(args, p->name, "no", e);
		p = NULL;
	}
	if (p != NULL && value == NULL && p->type != PARAM_FLAG)
		return err_set(e, ERR_USAGE, "'%s' lacks a value; it is written opt:%s=VALUE", s->text, s->name);
	if (p != NULL && (p->flags & PARAM_MANY) != 0) {
		char *one[] = { s->value, NULL };

		return args_set_words(args, s->name, one, e);
	}
	result = args_set(args, s->name, value != NULL ? value : "yes", e);
	if (result == 0 && args_get(args, s->name)->list)
		result = err_set(e, ERR_USAGE, "'%s' has a list; a variant gives an option one value", s->text);
	return result;
}

const struct setting_kind setting_opt = {
	.name = "opt",
	.form = "opt:NAME=VALUE or opt:FLAG",
	.scope = SCOPE_LAUNCH,
	.parse = parse,
};
