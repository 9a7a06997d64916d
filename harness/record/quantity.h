/*
 * A metric as a table of somebody else's names it: what it is called and measured in there, and in a record. Messages do
 * not say where in the table.
 */
#ifndef HARNESS_RECORD_QUANTITY_H
#define HARNESS_RECORD_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/metric.h"

struct quantity {
	char *name, *unit;		/* in the record */
	char *spelled;			/* the unit in the table: "ms" */
	double factor, divisor;		/* what its numbers are multiplied by, and divided by */
	enum better better;
};

/*
 * `name` is made into what records take: "Read Rate" is "read_rate". `better` is "lower", "higher", "neither", or "" for
 * what is usual: less of times and sizes, more of rates. ERR_USAGE without a name or unit, *q needs no release then.
 */
int quantity_init(struct quantity *q, const char *name, const char *unit, const char *better, struct err *e);

/* As "real [s]" or "score [points higher]". */
int quantity_parse(struct quantity *q, const char *text, struct err *e);

void quantity_release(struct quantity *q);

/*
 * A number in the table's unit as one in the record's; NAN for "". ERR_USAGE for what is no decimal number with a point,
 * for "nan" and "inf", and for times below 0.
 */
int quantity_read(const struct quantity *q, const char *text, double *value, struct err *e);

/* ERR_USAGE when two descriptions of one metric differ; `better` as in quantity_init, "" and an empty unit agree. */
int quantity_agree(const struct quantity *q, const char *unit, const char *better, struct err *e);

#endif
