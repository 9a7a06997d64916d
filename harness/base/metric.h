/* What a number in a result is: its name, its unit and which way is good. */
#ifndef HARNESS_BASE_METRIC_H
#define HARNESS_BASE_METRIC_H

#include <stdbool.h>
#include <stddef.h>

enum better { BETTER_LOWER, BETTER_HIGHER, BETTER_NEITHER };

struct metric {
	const char *name;	/* unique among a workload's and the standard metrics; [a-z0-9_.-] */
	const char *unit;	/* "s", "bytes", "1/s", "count", "ratio" */
	enum better better;
	const char *help;	/* half a sentence for `list` and the man page */
};

/* Arrays of metrics end in an entry whose name is NULL. */
#define METRIC_END { NULL, NULL, BETTER_NEITHER, NULL }

/* "lower", "higher", "neither", as written in records; and back (BETTER_NEITHER for anything else). */
const char *metric_better_name(enum better better);
enum better metric_better_of(const char *name);

/* The entry of that name, or NULL. */
const struct metric *metric_find(const struct metric *metrics, const char *name);

#endif
