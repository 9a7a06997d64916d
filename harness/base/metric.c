/* What a number in a result is: see metric.h. */
#include "base/metric.h"

#include <string.h>

static const char *const names[] = {
	[BETTER_LOWER] = "lower",
	[BETTER_HIGHER] = "higher",
	[BETTER_NEITHER] = "neither",
};

const char *
metric_better_name(enum better better)
{
	return names[better];
}

enum better
metric_better_of(const char *name)
{
	if (strcmp(name, names[BETTER_LOWER]) == 0)
		return BETTER_LOWER;
	if (strcmp(name, names[BETTER_HIGHER]) == 0)
		return BETTER_HIGHER;
	return BETTER_NEITHER;
}

const struct metric *
metric_find(const struct metric *metrics, const char *name)
{
	for (; metrics->name != NULL; metrics++)
		if (strcmp(metrics->name, name) == 0)
			return metrics;
	return NULL;
}
