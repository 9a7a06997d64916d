/*
 * Text in columns.  Cells are added row by row; widths follow from what is in them.  A range ("6.190 .. 6.251")
 * is lined up at its dots.  UTF-8 counts by characters; a last column of kind l is not measured, so that
 * it may hold long text and colours.
 */
#ifndef HARNESS_VIEW_TABLE_H
#define HARNESS_VIEW_TABLE_H

#include <stddef.h>

#include "base/buf.h"

struct table {
	const char *kinds;	/* one letter per column: l left, r right, d lined up at " .. " */
	size_t columns, cells, room;
	char **text;		/* row by row; owned */
};

void table_init(struct table *t, const char *kinds);

/* The next cell; a row ends by itself after its last column. */
void table_cell(struct table *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Leaves the rest of the row empty; nothing at its start. */
void table_end_row(struct table *t);

/* Appends all rows, each behind `indent` blanks, columns three blanks apart, no blanks at line ends. */
void table_print(const struct table *t, size_t indent, struct buf *out);

void table_release(struct table *t);

#endif
