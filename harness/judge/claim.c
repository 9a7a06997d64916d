/* Published figures recomputed: see claim.h. */
#include "judge/claim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"

const char *
claim_formula(enum claim_convention convention, enum better better)
{
	bool more = better == BETTER_HIGHER;

	switch (convention) {
	case CLAIM_BY_NEW:
		return more ? "(new - old)/new" : "(old - new)/new";
	case CLAIM_BY_OLD:
		return more ? "(new - old)/old" : "(old - new)/old";
	case CLAIM_RATIO:
		break;
	}
	return "new/old";
}

static double
reckon(enum claim_convention convention, enum better better, double old, double new)
{
	double gain = better == BETTER_HIGHER ? new - old : old - new;

	switch (convention) {
	case CLAIM_BY_NEW:
		return 100 * gain / new;
	case CLAIM_BY_OLD:
		return 100 * gain / old;
	case CLAIM_RATIO:
		break;
	}
	return new / old;
}

/* Half a unit of the last digit in a number's writing. */
static double
half_digit(const char *text)
{
	const char *point = strchr(text, '.');

	return 0.5 * pow(10, point != NULL ? -(double)strspn(point + 1, "0123456789") : 0);
}

static double
half_digit_of(double value)
{
	char text[40];

	units_write_real(text, sizeof(text), value);
	return strchr(text, 'e') != NULL ? 0 : half_digit(text);
}

static enum claim_result
check(double printed, double half, enum claim_convention convention, enum better better, double old, double new)
{
	double least = INFINITY, most = -INFINITY, exact = reckon(convention, better, old, new);
	double room = 1e-9 * (1 + fabs(printed));

	if (!isfinite(exact))
		return CLAIM_OPEN;
	if (fabs(exact - printed) <= half + room)
		return CLAIM_EXACT;
	for (int corner = 0; corner < 4; corner++) {
		double x = reckon(convention, better, old + (corner & 1 ? 1 : -1) * half_digit_of(old),
		    new + (corner & 2 ? 1 : -1) * half_digit_of(new));

		least = fmin(least, x);
		most = fmax(most, x);
	}
	return least - half - room <= printed && printed <= most + half + room ? CLAIM_ROUNDING : CLAIM_WRONG;
}

/* The first pair of sides, in order, of which the number is right in this way to this degree. */
static bool
find_pair(struct claim *c, double half, enum claim_convention convention, enum claim_result result,
    enum better better, const double *values, size_t nsides)
{
	for (size_t a = 0; a < nsides; a++)
		for (size_t b = a + 1; b < nsides; b++)
			if (check(c->value, half, convention, better, values[a], values[b]) == result) {
				c->other_a = a;
				c->other_b = b;
				c->convention = convention;
				return true;
			}
	return false;
}

/* Another pair of sides that the number belongs to: exactly rather than within rounding. */
static bool
find_elsewhere(struct claim *c, double half, bool is_ratio, enum better better, const double *values, size_t nsides)
{
	static const enum claim_result degrees[] = { CLAIM_EXACT, CLAIM_ROUNDING };

	for (size_t i = 0; i < 2; i++) {
		if (is_ratio) {
			if (find_pair(c, half, CLAIM_RATIO, degrees[i], better, values, nsides))
				return true;
		} else if (find_pair(c, half, CLAIM_BY_NEW, degrees[i], better, values, nsides) ||
		    find_pair(c, half, CLAIM_BY_OLD, degrees[i], better, values, nsides))
			return true;
	}
	return false;
}

void
claim_check(struct claim *c, const char *text, bool is_ratio, size_t a, size_t b, enum better better,
    const double *values, size_t nsides)
{
	double half = half_digit(text), old = values[a], new = values[b];
	enum claim_result by_old;

	*c = (struct claim){ .a = a, .b = b, .printed = text, .value = strtod(text, NULL) };
	c->by_new = reckon(CLAIM_BY_NEW, better, old, new);
	c->by_old = reckon(CLAIM_BY_OLD, better, old, new);
	c->ratio = new / old;
	c->convention = is_ratio ? CLAIM_RATIO : CLAIM_BY_NEW;
	c->result = check(c->value, half, c->convention, better, old, new);
	if (!is_ratio && c->result != CLAIM_EXACT) {
		by_old = check(c->value, half, CLAIM_BY_OLD, better, old, new);
		if (by_old < c->result) {
			c->result = by_old;
			c->convention = CLAIM_BY_OLD;
		}
	}
	if (c->result == CLAIM_WRONG)
		c->elsewhere = find_elsewhere(c, half, is_ratio, better, values, nsides);
}
