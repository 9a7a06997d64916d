/* sysctl: a variable of the kernel. */
#include <stdlib.h>
#include <string.h>

#include "base/quote.h"
#include "os/os.h"
#include "setting/setting.h"
#include "setting/undo.h"

/* Words of an undo. A variable whose partner is zeroed with it is noted with its partner. */
enum { NAME, VALUE, PARTNER, PARTNER_VALUE };

static int
parse(struct setting *s, const char *rest, struct err *e)
{
	return setting_parse_pair(s, rest, e);
}

static int
read_sysctl(const struct setting *s, char ***was, struct err *e)
{
	const char *partner = os_sysctl_partner(s->name);
	char *words[] = { s->name, NULL, (char *)partner, NULL, NULL };
	int result = os_sysctl_get(s->name, &words[VALUE], e);

	if (result == 0 && partner != NULL)
		result = os_sysctl_get(partner, &words[PARTNER_VALUE], e);
	*was = result == 0 ? quote_copy(words) : NULL;
	free(words[VALUE]);
	free(words[PARTNER_VALUE]);
	return result;
}

static int
apply(const struct setting *s, struct err *e)
{
	return os_sysctl_set(s->name, s->value, e);
}

static int
compare(const char *name, const char *value, struct err *e)
{
	char *is;
	int result = os_sysctl_get(name, &is, e);

	if (result == 0 && !setting_value_is(is, value))
		result = setting_did_not_take(name, value, is, e);
	free(is);
	return result;
}

static int
check(const struct setting *s, struct err *e)
{
	return compare(s->name, s->value, e);
}

static int
compare_all(char *const *was, struct err *e)
{
	int result = compare(was[NAME], was[VALUE], e);

	return result == 0 && was[PARTNER] != NULL ? compare(was[PARTNER], was[PARTNER_VALUE], e) : result;
}

/* Of a pair, one that was 0 comes back by setting the other as it was; 0 itself may be refused. */
static int
take_back(char *const *was, struct err *e)
{
	bool by_partner = was[PARTNER] != NULL && strcmp(was[VALUE], "0") == 0;

	if (compare_all(was, e) == 0)
		return 0;
	if (os_sysctl_set(was[by_partner ? PARTNER : NAME], was[by_partner ? PARTNER_VALUE : VALUE], e) != 0)
		return -1;
	return compare_all(was, e);
}

/* One that is there but cannot be read is another failure. */
static bool
is_missing(const char *name)
{
	struct err e;
	char *is;
	bool missing = os_sysctl_get(name, &is, &e) != 0 && e.kind == ERR_USAGE;

	free(is);
	return missing;
}

static bool
gone(char *const *was)
{
	return is_missing(was[NAME]);
}

static bool
lasts(char *const *was)
{
	(void)was;
	return false;
}

static void
describe(char *const *was, struct buf *out)
{
	buf_printf(out, "sysctl:%s=%s", was[NAME], was[VALUE]);
}

const struct undo undo_sysctl = {
	.name = "sysctl",
	.words = { 2, 4, 2 },
	.take_back = take_back,
	.gone = gone,
	.lasts = lasts,
	.describe = describe,
};

const struct setting_kind setting_sysctl = {
	.name = "sysctl",
	.form = "sysctl:NAME=VALUE",
	.scope = SCOPE_HOST,
	.parse = parse,
	.read = read_sysctl,
	.apply = apply,
	.check = check,
	.undo = &undo_sysctl,
};
