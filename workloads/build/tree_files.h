/*
 * The files of a tree that are the same in every tree: kept in hosttools/ and built into the
 * program.
 */
#ifndef WORKLOADS_BUILD_TREE_FILES_H
#define WORKLOADS_BUILD_TREE_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* The i-th file: its path in the tree into *path (the caller frees) and its text appended. False behind the last. */
bool tree_files_get(size_t i, char **path, struct buf *text);

#endif
