/*
 * The text of a tree's files. Every function appends one whole file to an empty buffer; C and C++
 * files have exactly the planned size, by a comment at the end, unless what they need is longer.
 */
#ifndef WORKLOADS_BUILD_TREE_TEXT_H
#define WORKLOADS_BUILD_TREE_TEXT_H

#include "base/buf.h"
#include "workloads/build/tree_plan.h"

void tree_text_header(const struct tree_plan *p, unsigned header, struct buf *out);

/* Also leaves the source's value in the plan: what its entry function answers for its input. */
void tree_text_source(struct tree_plan *p, unsigned source, struct buf *out);

/* Once all sources have been written: the values of all targets. */
void tree_text_totals(struct tree_plan *p);

/* The line that a program prints, without the newline. */
void tree_text_line(const struct tree_plan *p, unsigned target, struct buf *out);

/* The Jamfile of a directory, that of the root included. */
void tree_text_jamfile(const struct tree_plan *p, unsigned directory, struct buf *out);

/* The resource file of a link, and its name. */
void tree_text_resources(const struct tree_plan *p, unsigned target, struct buf *out);

/* What a build leaves, for tree_verify. */
void tree_text_manifest(const struct tree_plan *p, struct buf *out);

/* shared by the writers of C: a comment at the top; a comment of exactly `bytes`; includes */
void tree_text_begin(struct rng *r, unsigned size, struct buf *out);
void tree_text_pad(struct rng *r, size_t bytes, struct buf *out);
void tree_text_includes(const struct tree_plan *p, const struct tree_links *includes, struct buf *out);

/* A comment of about so many words. */
void tree_text_comment(struct rng *r, unsigned words, struct buf *out);

#endif
