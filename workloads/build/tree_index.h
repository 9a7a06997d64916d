/*
 * The function by which a target's primary source calls everything that is linked into the target:
 * see tree_index.c.
 */
#ifndef WORKLOADS_BUILD_TREE_INDEX_H
#define WORKLOADS_BUILD_TREE_INDEX_H

#include "base/buf.h"
#include "workloads/build/tree_plan.h"

/* What the entry function of a source is called with. */
uint32_t tree_index_input(const struct tree_plan *p, unsigned source);

/* TARGET_total() of a library, main() of a program; its text, and the bytes of it. */
void tree_index_print(const struct tree_plan *p, unsigned target, struct buf *out);
size_t tree_index_bytes(const struct tree_plan *p, unsigned target);

#endif
