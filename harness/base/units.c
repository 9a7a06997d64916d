/*
 * Numbers with units: see units.h. Whole results are computed in integers, never through a double, so that
 * "0.1s" is 100000000 ns and large sizes are exact.
 */
#include "base/units.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"

enum { FRACTION_DIGITS_MAX = 9 };

enum fault { FINE, MALFORMED, TOO_LARGE };

struct unit {
	const char *name;
	uint64_t factor;
};

/* What a kind of number accepts, in code and in words. */
struct form {
	const struct unit *units;	/* ends in a NULL name */
	bool any_case;
	bool exact;			/* a fraction has to come out whole */
	const char *takes;
	const char *bound;		/* the first value that is too large */
};

static const struct unit time_units[] = {
	{ "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 }, { "m", 60000000000 },
	{ "min", 60000000000 }, { "h", 3600000000000 }, { "d", 86400000000000 }, { NULL, 0 },
};

static const struct unit size_units[] = {
	{ "", 1 }, { "B", 1 },
	{ "K", UINT64_C(1) << 10 }, { "KiB", UINT64_C(1) << 10 },
	{ "M", UINT64_C(1) << 20 }, { "MiB", UINT64_C(1) << 20 },
	{ "G", UINT64_C(1) << 30 }, { "GiB", UINT64_C(1) << 30 },
	{ "T", UINT64_C(1) << 40 }, { "TiB", UINT64_C(1) << 40 },
	{ "P", UINT64_C(1) << 50 }, { "PiB", UINT64_C(1) << 50 },
	{ "E", UINT64_C(1) << 60 }, { "EiB", UINT64_C(1) << 60 },
	{ NULL, 0 },
};

static const struct unit count_units[] = {
	{ "", 1 }, { "k", 1000 }, { "K", 1000 }, { "M", 1000000 }, { "G", 1000000000 }, { NULL, 0 },
};

static const struct form time_form = {
	time_units, false, false, "a time such as '250us', '20ms', '1.5s' or '1h30m'", "213504d",
};
static const struct form size_form = {
	size_units, true, false, "a size such as '4096', '64M' or '1.5G'", "16E",
};
static const struct form count_form = {
	count_units, false, true, "a whole number such as '1000' or '10k'", "18446744073709551616",
};

static int
refuse(struct err *e, enum fault fault, const char *what, const char *text, const struct form *form)
{
	if (fault == TOO_LARGE)
		return err_set(e, ERR_USAGE, "'%s' takes less than %s, not '%s'", what, form->bound, text);
	return err_set(e, ERR_USAGE, "'%s' takes %s, not '%s'", what, form->takes, text);
}

/* whole + fraction / power */
struct decimal {
	uint64_t whole, fraction, power;
};

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Reads "12", "12.5" or ".5" and moves *at behind it. */
static enum fault
read_decimal(const char **at, struct decimal *d)
{
	const char *p = *at;
	bool large = false;
	int digits = 0;

	*d = (struct decimal){ 0, 0, 1 };
	for (; is_digit(*p); p++) {
		uint64_t digit = (uint64_t)(*p - '0');

		large = large || d->whole > (UINT64_MAX - digit) / 10;
		d->whole = d->whole * 10 + digit;
	}
	if (p == *at && !(*p == '.' && is_digit(p[1])))
		return MALFORMED;
	if (*p == '.') {
		if (!is_digit(*++p))
			return MALFORMED;
		for (; is_digit(*p); p++) {
			if (digits == FRACTION_DIGITS_MAX) {
				if (*p != '0')
					return MALFORMED;
				continue;
			}
			d->fraction = d->fraction * 10 + (uint64_t)(*p - '0');
			d->power *= 10;
			digits++;
		}
	}
	*at = p;
	return large ? TOO_LARGE : FINE;
}

/* Reads the letters at *at as a unit; 0 when there is none of that name. */
static uint64_t
read_unit(const char **at, const struct form *form)
{
	size_t length = 0;

	while (isalpha((unsigned char)(*at)[length]))
		length++;
	for (const struct unit *u = form->units; u->name != NULL; u++) {
		if (strlen(u->name) != length)
			continue;
		if ((form->any_case ? strncasecmp : strncmp)(u->name, *at, length) == 0) {
			*at += length;
			return u->factor;
		}
	}
	return 0;
}

/* *sum += d * factor, rounded to the nearest whole number. */
static enum fault
add_scaled(uint64_t *sum, struct decimal d, uint64_t factor, bool exact)
{
	/* power <= 10^9, so that neither product can overflow: fraction < power, and the rest < power. */
	uint64_t tail = factor % d.power * d.fraction;
	uint64_t part = factor / d.power * d.fraction + tail / d.power;
	uint64_t rest = tail % d.power;

	if (exact && rest != 0)
		return MALFORMED;
	part += rest >= d.power - rest && rest != 0;
	if (d.whole > UINT64_MAX / factor || part > UINT64_MAX - d.whole * factor)
		return TOO_LARGE;
	part += d.whole * factor;
	if (part == 0 && d.fraction != 0)
		return MALFORMED;
	if (part > UINT64_MAX - *sum)
		return TOO_LARGE;
	*sum += part;
	return FINE;
}

static enum fault
read_one(const char **at, const struct form *form, uint64_t *sum, uint64_t *factor)
{
	struct decimal d;
	enum fault fault = read_decimal(at, &d);

	if (fault == MALFORMED)
		return fault;
	*factor = read_unit(at, form);
	if (*factor == 0 || (*factor == 1 && d.fraction != 0))
		return MALFORMED;
	return fault != FINE ? fault : add_scaled(sum, d, *factor, form->exact);
}

static int
parse_whole(const char *what, const char *text, const struct form *form, uint64_t *value, struct err *e)
{
	const char *at = text;
	uint64_t sum = 0, factor = 0;
	enum fault fault = read_one(&at, form, &sum, &factor);

	if (*at != '\0')
		fault = MALFORMED;
	if (fault != FINE)
		return refuse(e, fault, what, text, form);
	*value = sum;
	return 0;
}

int
units_parse_size(const char *what, const char *text, uint64_t *bytes, struct err *e)
{
	return parse_whole(what, text, &size_form, bytes, e);
}

int
units_parse_count(const char *what, const char *text, uint64_t *count, struct err *e)
{
	return parse_whole(what, text, &count_form, count, e);
}

int
units_parse_time(const char *what, const char *text, uint64_t *ns, struct err *e)
{
	const char *at = text;
	uint64_t sum = 0, before = UINT64_MAX, factor = 0;
	enum fault fault = FINE;
	struct decimal d;

	if (text[0] != '\0' && text[strspn(text, "0123456789.")] == '\0') {
		/* a bare number is in seconds */
		fault = read_decimal(&at, &d);
		if (*at != '\0')
			fault = MALFORMED;
		if (fault == FINE)
			fault = add_scaled(&sum, d, 1000000000, false);
	} else {
		do {
			enum fault here = read_one(&at, &time_form, &sum, &factor);

			/* a mistake in the form is the more useful message of the two */
			if (here == MALFORMED || fault == FINE)
				fault = here;
			if (fault != MALFORMED && factor >= before)
				fault = MALFORMED;
			before = factor;
		} while (fault != MALFORMED && *at != '\0');
	}
	if (fault != FINE)
		return refuse(e, fault, what, text, &time_form);
	*ns = sum;
	return 0;
}

/* The length of the unsigned decimal number at text, perhaps with an exponent; 0 when there is none. */
static size_t
real_length(const char *text, bool exponent)
{
	const char *p = text;

	while (is_digit(*p))
		p++;
	if (*p == '.') {
		if (!is_digit(p[1]))
			return 0;
		for (p++; is_digit(*p); p++)
			;
	}
	if (p == text)
		return 0;
	if (exponent && (*p == 'e' || *p == 'E')) {
		const char *digits = p + 1;

		if (*digits == '+' || *digits == '-')
			digits++;
		if (!is_digit(*digits))
			return 0;
		for (p = digits; is_digit(*p); p++)
			;
	}
	return (size_t)(p - text);
}

int
units_parse_real(const char *what, const char *text, double *value, struct err *e)
{
	size_t length = real_length(text, true);
	double x = length != 0 && text[length] == '\0' ? strtod(text, NULL) : NAN;

	if (!isfinite(x))
		return err_set(e, ERR_USAGE, "'%s' takes a number such as '2' or '0.5', not '%s'", what, text);
	*value = x;
	return 0;
}

int
units_parse_ratio(const char *what, const char *text, double *ratio, struct err *e)
{
	size_t length = real_length(text, false);
	double x = NAN;

	if (length != 0 && strcmp(text + length, "%") == 0) {
		/* the exponent keeps "0.1%" and "0.001" the same double; a division would not */
		char *shifted = mem_printf("%.*se-2", (int)length, text);

		x = strtod(shifted, NULL);
		free(shifted);
	} else if (length != 0 && text[length] == '\0')
		x = strtod(text, NULL);
	if (!isfinite(x))
		return err_set(e, ERR_USAGE, "'%s' takes a ratio such as '1%%' or '0.01', not '%s'", what, text);
	*ratio = x;
	return 0;
}

static void
write_whole(char *text, size_t size, uint64_t value, const struct unit *units, const char *base)
{
	const struct unit *best = NULL;

	for (const struct unit *u = units; u->name != NULL; u++)
		if (value != 0 && value % u->factor == 0 && (best == NULL || u->factor > best->factor))
			best = u;
	if (best == NULL)
		snprintf(text, size, "0%s", base);
	else
		snprintf(text, size, "%" PRIu64 "%s", value / best->factor, best->name);
}

void
units_write_time(char *text, size_t size, uint64_t ns)
{
	write_whole(text, size, ns, time_units, "s");
}

void
units_write_size(char *text, size_t size, uint64_t bytes)
{
	write_whole(text, size, bytes, size_units, "");
}

void
units_write_real(char *text, size_t size, double value)
{
	char digits[40];

	for (int precision = 15; precision <= 17; precision++) {
		snprintf(digits, sizeof(digits), "%.*g", precision, value);
		if (strtod(digits, NULL) == value)
			break;
	}
	snprintf(text, size, "%s", digits);
}
