/* Which system is running: see identity.h. */
#include "run/identity.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "os/os.h"

static const struct {
	const char *name;	/* for people, and of the kind of rule */
	bool rule;		/* a rule can ask for it */
	bool lasting;		/* is the same in all boots of a system */
} facts[IDENTITY_FACTS] = {
	[IDENTITY_SYSTEM] = { "system", false, true },
	[IDENTITY_RELEASE] = { "release", true, true },
	[IDENTITY_VERSION] = { "version", true, true },
	[IDENTITY_MACHINE] = { "machine", false, true },
	[IDENTITY_COMMAND_LINE] = { "cmdline", true, false },
	[IDENTITY_TAG] = { "tag", true, true },
	[IDENTITY_BOOT] = { "boot", false, false },
};

static char *
copy(const char *text)
{
	return text != NULL && text[0] != '\0' ? mem_string(text) : NULL;
}

void
identity_now(struct identity *i, const char *tag)
{
	struct os_name name;

	os_name(&name);
	*i = (struct identity){ {
		[IDENTITY_SYSTEM] = copy(name.system),
		[IDENTITY_RELEASE] = copy(name.release),
		[IDENTITY_VERSION] = copy(name.version),
		[IDENTITY_MACHINE] = copy(name.machine),
		[IDENTITY_COMMAND_LINE] = os_fact(OS_KERNEL_COMMAND_LINE),
		[IDENTITY_TAG] = copy(tag),
		[IDENTITY_BOOT] = os_fact(OS_BOOT_ID),
	} };
}

void
identity_of_record(struct identity *i, const struct record *r)
{
	const json_t *environment = json_object_get(r->header, "environment");

	*i = (struct identity){ {
		[IDENTITY_SYSTEM] = copy(json_get_text(environment, "system")),
		[IDENTITY_RELEASE] = copy(json_get_text(environment, "release")),
		[IDENTITY_VERSION] = copy(json_get_text(environment, "version")),
		[IDENTITY_MACHINE] = copy(json_get_text(environment, "machine")),
		[IDENTITY_COMMAND_LINE] = copy(json_get_text(environment, "kernel_command_line")),
		[IDENTITY_TAG] = copy(json_get_text(json_object_get(r->header, "series"), "tag")),
		[IDENTITY_BOOT] = copy(json_get_text(environment, "boot_id")),
	} };
}

void
identity_release(struct identity *i)
{
	for (size_t k = 0; k < IDENTITY_FACTS; k++)
		free(i->facts[k]);
	*i = (struct identity){ { NULL } };
}

/* The fact that a rule asks for, and in *pattern for what; IDENTITY_FACTS when it is no rule. */
static size_t
rule_fact(const char *rule, const char **pattern)
{
	for (size_t k = 0; k < IDENTITY_FACTS; k++) {
		size_t length = strlen(facts[k].name);

		if (facts[k].rule && strncmp(rule, facts[k].name, length) == 0 && rule[length] == ':') {
			*pattern = rule + length + 1;
			return k;
		}
	}
	return IDENTITY_FACTS;
}

int
identity_check_rule(const char *rule, struct err *e)
{
	const char *pattern = "";

	if (rule_fact(rule, &pattern) == IDENTITY_FACTS)
		return err_set(e, ERR_USAGE,
		    "'%s' does not say how a system is recognised; 'release:6.1.*' does, and 'version:', 'cmdline:' and 'tag:'", rule);
	if (pattern[0] == '\0')
		return err_set(e, ERR_USAGE, "'%s' lacks a pattern behind the colon", rule);
	return 0;
}

bool
identity_fits(const struct identity *i, const char *rule)
{
	const char *pattern;
	size_t k = rule_fact(rule, &pattern);

	return k < IDENTITY_FACTS && i->facts[k] != NULL && fnmatch(pattern, i->facts[k], 0) == 0;
}

void
identity_differences(const struct identity *a, const struct identity *b, struct buf *out)
{
	for (size_t k = 0; k < IDENTITY_FACTS; k++) {
		const char *x = a->facts[k] != NULL ? a->facts[k] : "none", *y = b->facts[k] != NULL ? b->facts[k] : "none";

		if (facts[k].lasting && strcmp(x, y) != 0)
			buf_printf(out, "%s%s (%s and %s)", out->length > 0 ? ", " : "", facts[k].name, x, y);
	}
}

char *
identity_words(const struct identity *i)
{
	struct buf text = BUF_EMPTY;

	for (size_t k = IDENTITY_SYSTEM; k <= IDENTITY_VERSION; k++)
		if (i->facts[k] != NULL)
			buf_printf(&text, "%s%s", text.length > 0 ? " " : "", i->facts[k]);
	if (text.length == 0)
		buf_puts(&text, "an unknown system");
	if (i->facts[IDENTITY_TAG] != NULL)
		buf_printf(&text, ", tag '%s'", i->facts[IDENTITY_TAG]);
	return buf_take(&text);
}
