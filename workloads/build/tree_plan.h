/*
 * The plan of a generated tree: what there will be, how big, and what refers to what, before a line
 * of text is written. Each tree_*_plan fills its part, in this order: directories, targets (with
 * sources), headers (with includes).
 */
#ifndef WORKLOADS_BUILD_TREE_PLAN_H
#define WORKLOADS_BUILD_TREE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/rng.h"

enum { TREE_ROOT, TREE_SRC, TREE_HEADERS };	/* the first three directories */

struct tree_directory {
	unsigned parent, depth;
	char *path;		/* from the root, "" for the root itself */
	bool shared_headers;	/* below headers/ */
	bool standard;		/* of these, one that every compile searches */
	bool jamfile;
	unsigned home;		/* the directory whose Jamfile builds what is here */
	unsigned children, headers, sources;
};

/* A list of indices inside tree_plan.links. */
struct tree_links {
	unsigned first, count;
};

struct tree_header {
	unsigned directory, size, name;		/* name: as for tree_name */
	unsigned target;			/* of the sources beside it; meaningless for shared headers */
	bool cxx;
	struct tree_links includes;
};

struct tree_source {
	unsigned directory, size, target;
	bool cxx;
	struct tree_links includes;
	uint32_t value;				/* of its entry function */
};

enum tree_kind { TREE_ARCHIVE, TREE_SHARED, TREE_PROGRAM };

struct tree_target {
	enum tree_kind kind;
	unsigned directory;			/* of its Jamfile */
	unsigned first, count;			/* sources; they are contiguous */
	unsigned primary;			/* the source that calls all others */
	bool cxx;				/* any C++ inside: linked by the C++ compiler */
	struct tree_links archives, libraries;	/* targets */
	uint32_t value;				/* its total over all that is linked into it */
};

struct tree_plan {
	uint64_t seed;
	unsigned scale;				/* in 1/10000 */
	struct tree_directory *directories;
	struct tree_header *headers;		/* shared ones first, in order of popularity */
	struct tree_source *sources;
	struct tree_target *targets;
	unsigned directory_count, header_count, shared_header_count, source_count, target_count;
	unsigned jamfile_count, shared_directory_count;
	unsigned *links;
	unsigned link_count, link_capacity;
	double headers_per_c, headers_per_cxx, bytes_per_c, bytes_per_cxx;
};

void tree_directories_plan(struct tree_plan *p);
void tree_targets_plan(struct tree_plan *p);
void tree_headers_plan(struct tree_plan *p);
void tree_plan_release(struct tree_plan *p);

/* full * scale, at least `least`. */
unsigned tree_plan_count(const struct tree_plan *p, unsigned full, unsigned least);

/*
 * As tree_plan_count, for what does not shrink to nothing: `floor` is added at the smallest scale,
 * nothing at scale 1.
 */
unsigned tree_plan_count_above(const struct tree_plan *p, unsigned full, unsigned floor);

/* A random stream of its own for every purpose and item. */
enum tree_stream {
	TREE_STREAM_DIRECTORIES = 1, TREE_STREAM_TARGETS, TREE_STREAM_HEADERS, TREE_STREAM_INCLUDES, TREE_STREAM_NAMES,
	TREE_STREAM_HEADER, TREE_STREAM_SOURCE, TREE_STREAM_VALUE, TREE_STREAM_RESOURCES, TREE_STREAM_FOLD,
};

struct rng tree_plan_stream(const struct tree_plan *p, enum tree_stream kind, unsigned index);

/* Appends an index to the list that is being built (the one that ends at link_count). */
void tree_plan_link(struct tree_plan *p, struct tree_links *list, unsigned index);

#endif
