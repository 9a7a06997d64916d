/* Looks and when to stop: see sequential.h. */
#include "stats/sequential.h"

#include <assert.h>
#include <math.h>

static const struct {
	size_t units;
	double alpha;	/* alpha' for an overall 0.05 when this is the last look */
} looks[SEQUENTIAL_LOOKS_MAX] = {
	{ 8, 0.05 },
	{ 12, 0.03182 },
	{ 20, 0.02287 },
	{ 32, 0.01792 },
	{ 48, 0.01486 },
	{ 72, 0.01268 },
	{ 108, 0.01104 },
	{ 160, 0.00977 },
};

#define TABLE_ALPHA 0.05

unsigned
sequential_look_count(size_t units_max)
{
	unsigned count = 0;

	while (count < SEQUENTIAL_LOOKS_MAX && looks[count].units <= units_max)
		count++;
	return count;
}

size_t
sequential_look_units(unsigned look)
{
	assert(look < SEQUENTIAL_LOOKS_MAX);
	return looks[look].units;
}

bool
sequential_is_look(size_t units, unsigned look_count, unsigned *look)
{
	for (unsigned i = 0; i < look_count && i < SEQUENTIAL_LOOKS_MAX; i++)
		if (looks[i].units == units) {
			*look = i;
			return true;
		}
	return false;
}

double
sequential_alpha(unsigned look_count, double alpha)
{
	assert(look_count >= 1 && look_count <= SEQUENTIAL_LOOKS_MAX);
	if (fabs(alpha - TABLE_ALPHA) < 1e-12)
		return looks[look_count - 1].alpha;
	return alpha / look_count;
}

double
sequential_adjust_p(unsigned look_count, double smallest_p)
{
	return fmin(1, look_count * smallest_p);
}

bool
sequential_decided(enum verdict_kind verdict, unsigned look, unsigned look_count,
    bool budget_spent)
{
	return verdict != VERDICT_UNDECIDED || look + 1 >= look_count || budget_spent;
}

bool
sequential_precise(const struct summary *summary, bool trend, double target_ratio)
{
	return summary->attained && !trend && summary->half_width_ratio <= target_ratio;
}

double
sequential_forecast_units(const struct summary *summary, double target_ratio)
{
	double factor = summary->half_width_ratio / target_ratio;

	if (!summary->attained || !isfinite(factor))
		return 0;
	return (double)summary->n * factor * factor;
}
