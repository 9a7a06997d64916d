/*
 * Records in the formats of other programs. Each format is one file, export_*.c, with one descriptor; exporter.c has the
 * table.
 *
 * Warm-ups, void and interrupted trials are in none of them. What becomes of failed trials is said by each.
 */
#ifndef HARNESS_VIEW_EXPORTER_H
#define HARNESS_VIEW_EXPORTER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

struct exporter {
	const char *name;	/* "benchfmt" */
	/* Appends the record, loaded with RECORD_LINES, to *out; only one metric when `metric` is not -1. */
	int (*write)(const struct record *r, int metric, struct buf *out, struct err *e);
};

/* All formats; ends in NULL. */
extern const struct exporter *const exporters[];

/* ERR_USAGE when there is no such format. */
int export_record(const struct record *r, const char *format, const char *metric, struct buf *out, struct err *e);

/* Whether a trial is to be exported; failed ones are. */
bool export_counts(const struct record_trial *t);

/* A fact of a header's list entry or a trial's line, under "properties"; NULL: not there. */
const json_t *export_property(const json_t *entry, const char *name);

#endif
