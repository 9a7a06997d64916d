/*
 * One line of a record, checked and taken into memory: what loading and writing have in common. A
 * line is first checked, which changes nothing, then kept, which cannot fail; a writer puts it on
 * the disk in between.
 */
#ifndef HARNESS_RECORD_LINE_H
#define HARNESS_RECORD_LINE_H

#include <jansson.h>

#include "base/err.h"
#include "record/record.h"

enum line_kind {
	LINE_HEADER,
	LINE_SESSION,
	LINE_TRIAL,
	LINE_END,
	LINE_OTHER,		/* of a later harness with the same schema: to be ignored */
};

struct line {
	enum line_kind kind;
	json_t *json;			/* borrowed */
	struct record_trial trial;	/* LINE_TRIAL: all but values and line */
};

/*
 * Is `json` a line that may follow those in *r? The first must be a header: what is wrong with that
 * is ERR_USAGE and names r->path; what is wrong with a later line is ERR_INTERNAL, and the caller
 * says where it stands.
 */
int line_check(const struct record *r, json_t *json, struct line *l, struct err *e);

/* Takes a checked line into *r. */
void line_keep(struct record *r, unsigned flags, const struct line *l);

/* An empty record, before its first line. */
void line_begin(struct record *r, const char *path);

#endif
