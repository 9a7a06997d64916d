/* Holm's adjustment: see holm.h. */
#include "stats/holm.h"

#include <math.h>
#include <stdlib.h>

#include "stats/failure.h"

struct ranked {
	double p;
	size_t index;
};

static int
compare(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->p != y->p)
		return x->p < y->p ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

int
holm_adjust(const double *p, size_t count, double *adjusted)
{
	struct ranked *ranked;
	double highest = 0;

	if (count == 0)
		return STATS_OK;
	ranked = malloc(count * sizeof(ranked[0]));
	if (ranked == NULL)
		return STATS_NO_MEMORY;
	for (size_t i = 0; i < count; i++)
		ranked[i] = (struct ranked){ p[i], i };
	qsort(ranked, count, sizeof(ranked[0]), compare);
	for (size_t j = 0; j < count; j++) {
		highest = fmax(highest, fmin(1, (double)(count - j) * ranked[j].p));
		adjusted[ranked[j].index] = highest;
	}
	free(ranked);
	return STATS_OK;
}
