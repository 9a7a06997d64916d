/* Sets of small numbers: see ranges.h. */
#include "base/ranges.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/buf.h"

enum { LARGEST = 65535 };

/* Reads one number and moves *at behind it. */
static bool
read_number(const char **at, unsigned *number)
{
	unsigned long n = 0;

	if (!isdigit((unsigned char)**at))
		return false;
	for (; isdigit((unsigned char)**at); (*at)++) {
		n = n * 10 + (unsigned long)(**at - '0');
		if (n > LARGEST)
			return false;
	}
	*number = (unsigned)n;
	return true;
}

/* Marks what a text names; false when it is no list of ranges. */
static bool
mark(const char *text, bool *has)
{
	const char *at = text;

	for (;;) {
		unsigned first, last;

		if (!read_number(&at, &first))
			return false;
		last = first;
		if (*at == '-') {
			at++;
			if (!read_number(&at, &last) || last < first)
				return false;
		}
		for (unsigned i = first; i <= last; i++)
			has[i] = true;
		if (*at == '\0')
			return true;
		if (*at++ != ',')
			return false;
	}
}

int
ranges_parse(const char *what, const char *text, unsigned **numbers, size_t *count, struct err *e)
{
	bool *has = mem_zero(LARGEST + 1, sizeof(*has));

	*numbers = NULL;
	*count = 0;
	if (!mark(text, has)) {
		free(has);
		return err_set(e, ERR_USAGE, "'%s' takes numbers up to %d, and ranges of them, as in '0,2-3', not '%s'",
		    what, LARGEST, text);
	}
	*numbers = mem_zero(LARGEST + 1, sizeof(**numbers));
	for (unsigned i = 0; i <= LARGEST; i++)
		if (has[i])
			(*numbers)[(*count)++] = i;
	*numbers = mem_resize(*numbers, *count, sizeof(**numbers));
	free(has);
	return 0;
}

char *
ranges_write(const unsigned *numbers, size_t count)
{
	struct buf text = BUF_EMPTY;

	for (size_t i = 0, last; i < count; i = last + 1) {
		for (last = i; last + 1 < count && numbers[last + 1] == numbers[last] + 1;)
			last++;
		buf_printf(&text, "%s%u", i > 0 ? "," : "", numbers[i]);
		if (last > i)
			buf_printf(&text, "-%u", numbers[last]);
	}
	return buf_take(&text);
}
