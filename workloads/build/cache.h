/* The state of the page cache for a tree: reached, and then looked at. */
#ifndef WORKLOADS_BUILD_CACHE_H
#define WORKLOADS_BUILD_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct cache {
	const char *means;	/* by which it was reached: "read once", "all caches dropped", "file contents dropped" */
	bool whole;		/* all there is was reached: directories and programs, too */
	bool known;		/* whether the system tells what is cached; if not, `reason` says why */
	uint64_t resident_bytes, total_bytes;	/* of the tree's files */
	struct err reason;
};

/* Reads every file below `directory` once. */
int cache_warm(const char *directory, struct cache *c, struct err *e);

/* Drops all caches of the machine where that is possible, else those of the tree's files. */
int cache_cold(const char *directory, struct cache *c, struct err *e);

/* The part that is cached, from 0 to 1; NAN when not known. */
double cache_ratio(const struct cache *c);

#endif
