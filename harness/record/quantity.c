/* A metric of somebody else's table: see quantity.h. */
#include "record/quantity.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* Units under other names, and those that records have a multiple of. */
static const struct spelling {
	const char *name, *unit;
	double factor, divisor;
} spellings[] = {
	{ "sec", "s", 1, 1 }, { "seconds", "s", 1, 1 }, { "ms", "s", 1, 1e3 }, { "us", "s", 1, 1e6 }, { "ns", "s", 1, 1e9 },
	{ "B", "bytes", 1, 1 }, { "KiB", "bytes", 0x1p10, 1 }, { "MiB", "bytes", 0x1p20, 1 }, { "GiB", "bytes", 0x1p30, 1 },
	{ "B/s", "bytes/s", 1, 1 }, { "KiB/s", "bytes/s", 0x1p10, 1 }, { "MiB/s", "bytes/s", 0x1p20, 1 },
	{ "GiB/s", "bytes/s", 0x1p30, 1 }, { "MB/s", "bytes/s", 1e6, 1 }, { "/s", "1/s", 1, 1 }, { "ops/s", "1/s", 1, 1 },
	{ "%", "ratio", 1, 100 },
};

/* What records take as the name of a metric; the caller frees. */
static char *
plain_name(const char *text)
{
	struct buf name = BUF_EMPTY;

	for (; *text != '\0'; text++) {
		char c = (char)tolower((unsigned char)*text);

		buf_putc(&name, strchr("abcdefghijklmnopqrstuvwxyz0123456789_.-", c) != NULL ? c : '_');
	}
	return buf_take(&name);
}

static enum better
usual_better(const char *unit)
{
	size_t length = strlen(unit);

	if (strcmp(unit, "s") == 0 || strcmp(unit, "bytes") == 0)
		return BETTER_LOWER;
	return length > 2 && strcmp(unit + length - 2, "/s") == 0 ? BETTER_HIGHER : BETTER_NEITHER;
}

static int
read_better(const char *text, enum better usual, enum better *better, struct err *e)
{
	*better = text[0] != '\0' ? metric_better_of(text) : usual;
	if (text[0] == '\0' || strcmp(metric_better_name(*better), text) == 0)
		return 0;
	return err_set(e, ERR_USAGE, "what is better has to be \"lower\", \"higher\" or \"neither\", not \"%s\"", text);
}

int
quantity_init(struct quantity *q, const char *name, const char *unit, const char *better, struct err *e)
{
	struct spelling as = { unit, unit, 1, 1 };

	if (name[0] == '\0')
		return err_set(e, ERR_USAGE, "a metric has no name");
	if (unit[0] == '\0')
		return err_set(e, ERR_USAGE, "\"%s\" has no unit: write \"s\", \"count\" or whatever it is in", name);
	for (size_t i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++)
		if (strcmp(spellings[i].name, unit) == 0)
			as = spellings[i];
	*q = (struct quantity){ .factor = as.factor, .divisor = as.divisor };
	if (read_better(better, usual_better(as.unit), &q->better, e) != 0)
		return -1;
	q->name = plain_name(name);
	q->unit = mem_string(as.unit);
	q->spelled = mem_string(unit);
	return 0;
}

int
quantity_parse(struct quantity *q, const char *text, struct err *e)
{
	const char *open = strchr(text, '['), *close = open != NULL ? strchr(open, ']') : NULL;
	size_t length = open != NULL ? (size_t)(open - text) : 0;
	char *name, *unit, *blank;
	int result;

	if (close == NULL || close[1] != '\0')
		return err_set(e, ERR_USAGE, "\"%s\" is no metric, which has its unit in brackets: \"real [s]\"", text);
	while (length > 0 && text[length - 1] == ' ')
		length--;
	name = mem_printf("%.*s", (int)length, text);
	unit = mem_printf("%.*s", (int)(close - open - 1), open + 1);
	blank = strchr(unit, ' ');
	if (blank != NULL)
		*blank = '\0';
	result = quantity_init(q, name, unit, blank != NULL ? blank + 1 : "", e);
	free(name);
	free(unit);
	return result;
}

void
quantity_release(struct quantity *q)
{
	free(q->name);
	free(q->unit);
	free(q->spelled);
}

/* Digits with a point and an exponent, nothing else: no hexadecimal, no "nan". */
static bool
is_number(const char *text)
{
	size_t whole, part = 0;

	text += *text == '-' || *text == '+';
	whole = strspn(text, "0123456789");
	text += whole;
	if (*text == '.') {
		part = strspn(text + 1, "0123456789");
		text += part + 1;
	}
	if (whole + part == 0)
		return false;
	if (*text == 'e' || *text == 'E') {
		text++;
		text += *text == '-' || *text == '+';
		if (strspn(text, "0123456789") == 0)
			return false;
		text += strspn(text, "0123456789");
	}
	return *text == '\0';
}

int
quantity_read(const struct quantity *q, const char *text, double *value, struct err *e)
{
	*value = NAN;
	if (text[0] == '\0')
		return 0;
	if (!is_number(text))
		return err_set(e, ERR_USAGE, "\"%s\" is no number for %s; a value that is not known is left empty, and decimals follow "
		    "a point", text, q->name);
	*value = strtod(text, NULL) * q->factor / q->divisor;
	if (!isfinite(*value))
		return err_set(e, ERR_USAGE, "\"%s\" is too large a number", text);
	if (*value < 0 && q->better == BETTER_LOWER && strcmp(q->unit, "s") == 0)
		return err_set(e, ERR_USAGE, "%s is %s %s: no time is below 0", q->name, text, q->spelled);
	return 0;
}

int
quantity_agree(const struct quantity *q, const char *unit, const char *better, struct err *e)
{
	enum better own;

	if (unit[0] != '\0' && strcmp(unit, q->spelled) != 0)
		return err_set(e, ERR_USAGE, "%s is in %s, and in a line before in %s", q->name, unit, q->spelled);
	if (read_better(better, q->better, &own, e) != 0)
		return -1;
	if (own != q->better)
		return err_set(e, ERR_USAGE, "of %s better is %s, and in a line before %s", q->name, metric_better_name(own),
		    metric_better_name(q->better));
	return 0;
}
