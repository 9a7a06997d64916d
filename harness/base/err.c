/* Errors: see err.h. */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
	enum err_kind kind;
	const char *name;
} kinds[] = {
	{ ERR_NONE, "none" },
	{ ERR_USAGE, "usage" },
	{ ERR_WORKLOAD, "workload" },
	{ ERR_UNSUPPORTED, "unsupported" },
	{ ERR_UNFIT, "unfit" },
	{ ERR_INTERNAL, "internal" },
	{ ERR_INTERRUPTED, "interrupted" },
};

/* Formats into *e; what is formatted may be the old text of *e itself. */
static void
fill(struct err *e, const char *fmt, va_list ap)
{
	char text[sizeof(e->text)];

	vsnprintf(text, sizeof(text), fmt, ap);
	memcpy(e->text, text, sizeof(text));
}

int
err_set(struct err *e, enum err_kind kind, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fill(e, fmt, ap);
	va_end(ap);
	e->kind = kind;
	return -1;
}

int
err_sys(struct err *e, int number, const char *fmt, ...)
{
	const char *words = strerror(number);
	size_t room = sizeof(e->text) - strlen(words) - sizeof(": "), used;
	va_list ap;

	va_start(ap, fmt);
	fill(e, fmt, ap);
	va_end(ap);
	e->kind = ERR_INTERNAL;
	used = strlen(e->text);
	if (used > room)	/* a long path is cut, not the cause */
		used = room;
	snprintf(e->text + used, sizeof(e->text) - used, ": %s", words);
	return -1;
}

int
err_prefix(struct err *e, const char *fmt, ...)
{
	char rest[sizeof(e->text)];
	va_list ap;
	size_t used;

	memcpy(rest, e->text, sizeof(rest));
	va_start(ap, fmt);
	fill(e, fmt, ap);
	va_end(ap);
	used = strlen(e->text);
	snprintf(e->text + used, sizeof(e->text) - used, ": %s", rest);
	return -1;
}

const char *
err_kind_name(enum err_kind kind)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kinds[i].kind == kind)
			return kinds[i].name;
	return "internal";
}

enum err_kind
err_kind_of(const char *name)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strcmp(kinds[i].name, name) == 0)
			return kinds[i].kind;
	return ERR_INTERNAL;
}
