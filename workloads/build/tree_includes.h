/* Who includes whom: see tree_includes.c. A part of tree_headers_plan. */
#ifndef WORKLOADS_BUILD_TREE_INCLUDES_H
#define WORKLOADS_BUILD_TREE_INCLUDES_H

#include "workloads/build/tree_plan.h"

enum { TREE_CORE_HEADERS = 450 };	/* the most popular ones, which everybody includes */

/* The shared headers behind the core belong to so many areas: rank - TREE_CORE_HEADERS modulo this is the area. */
unsigned tree_includes_areas(const struct tree_plan *p);

/*
 * Fills the includes of headers and sources. The own headers of target i are own_first[i] ...
 * own_first[i + 1] - 1.
 */
void tree_includes_plan(struct tree_plan *p, unsigned *own_first);

#endif
