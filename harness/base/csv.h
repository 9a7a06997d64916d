/*
 * Comma-separated values (RFC 4180): rows out of a text, and fields into one. Lines end in LF or CR LF; a field in
 * double quotes may hold commas, line breaks and doubled quotes. Beyond the RFC, empty lines are no rows, and
 * blanks around a field without quotes are no part of it.
 */
#ifndef HARNESS_BASE_CSV_H
#define HARNESS_BASE_CSV_H

#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

struct csv {
	const char *path;	/* for messages; borrowed, as the text is */
	const char *text;
	size_t length;
	size_t at, line;	/* what comes next, and its line from 1 */
	char **fields;		/* of the row that was found; valid until the next call */
	size_t count;
	size_t row_line;	/* where that row began */
	size_t room;
	struct buf bytes;	/* the fields, each with its NUL */
};

void csv_init(struct csv *c, const char *path, const char *text, size_t length);

/* 1: there is a row; 0: there is none left; -1: ERR_USAGE says in which line what is wrong. */
int csv_next(struct csv *c, struct err *e);

void csv_release(struct csv *c);

/* Appends one field, in quotes where it needs them. */
void csv_put(struct buf *out, const char *text);

#endif
