/*
 * A judgement as text: a summary of one side, a table of two, a ranking of more, or a ladder; below it
 * whatever else a reader should know.
 */
#ifndef HARNESS_VIEW_SHOW_H
#define HARNESS_VIEW_SHOW_H

#include <stdbool.h>

#include "base/buf.h"
#include "judge/judgement.h"

struct show_options {
	bool colour;
	const char *saved;	/* the record that was just written, or NULL */
};

void show_judgement(const struct judgement *j, const struct show_options *o, struct buf *out);

/* The parts of it, each a file of its own. */
void show_single(const struct judgement *j, struct buf *out);
void show_pair(const struct judgement *j, const struct show_options *o, struct buf *out);
void show_many(const struct judgement *j, const struct show_options *o, struct buf *out);
void show_steps(const struct judgement *j, const struct show_options *o, struct buf *out);
void show_claims(const struct judgement *j, struct buf *out);
void show_footing(const struct judgement *j, const struct show_options *o, struct buf *out);

#endif
