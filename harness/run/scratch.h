/*
 * The scratch directory of one experiment: all that it writes lies below it and goes with it. A lock file inside tells a living
 * owner from a dead one, so that what a killed harness left behind is removed by the next that works in the same place.
 */
#ifndef HARNESS_RUN_SCRATCH_H
#define HARNESS_RUN_SCRATCH_H

#include "base/err.h"

struct scratch {
	char *path;	/* absolute */
	int lock;
};

/* Makes a new one below `directory` (which must exist), after removing what dead ones left there. */
int scratch_make(struct scratch *s, const char *directory, struct err *e);

/* "data-3", "trial-000012" below it: makes the directory; the caller frees the path. NULL with *e filled on failure. */
char *scratch_directory(const struct scratch *s, const char *name, struct err *e);

/* Removes it with all that it holds. The first failure is in *e; it goes on all the same. */
int scratch_remove(struct scratch *s, struct err *e);

#endif
