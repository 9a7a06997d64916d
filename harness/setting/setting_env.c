/* env: a variable in the environment of the worker and all that it starts. */
#include <stddef.h>
#include <string.h>

#include "setting/setting.h"

static int
parse(struct setting *s, const char *rest, struct err *e)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

	if (setting_parse_pair(s, rest, e) != 0)
		return -1;
	if (strspn(s->name, letters) != strlen(s->name) || strchr("0123456789", s->name[0]) != NULL)
		return err_set(e, ERR_USAGE, "'%s' is no name of an environment variable", s->name);
	if (strncmp(s->name, "HARNESS_", strlen("HARNESS_")) == 0)
		return err_set(e, ERR_USAGE, "'%s' belongs to harness itself and cannot be set by 'env:'", s->name);
	return 0;
}

const struct setting_kind setting_env = {
	.name = "env",
	.form = "env:NAME=VALUE",
	.scope = SCOPE_LAUNCH,
	.parse = parse,
};
