/* Where the tree comes from that is built: made by the generator, or a copy of the user's, which is never touched. */
#ifndef WORKLOADS_BUILD_SOURCE_H
#define WORKLOADS_BUILD_SOURCE_H

#include <stdint.h>

#include "base/err.h"

struct source_facts {
	char hash[65];		/* as file_hash_tree */
	uint64_t files, sources, headers, bytes;
	uint64_t products;	/* what a build has to leave; 0: not known */
};

/* Makes the generated tree in `directory`. */
int source_generate(double scale, const char *directory, struct source_facts *facts, struct err *e);

/*
 * Copies the user's tree to `directory`. ERR_USAGE for a link that leads out of the copy back into the tree: what a build wrote
 * through it would change the original.
 */
int source_import(const char *tree, const char *directory, struct source_facts *facts, struct err *e);

/* What a tree holds, so that two moments can be compared. */
struct source_state {
	uint64_t files, bytes;
	uint64_t sum;		/* over paths, sizes, times and numbers of all files */
};

int source_look(const char *directory, struct source_state *state, struct err *e);

#endif
