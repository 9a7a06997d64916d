/*
 * One metric at one point, trials gathered into units (independent observations) for every side, and
 * laid out in blocks for stats/.  Warm-ups, void trials, and trials that were interrupted count for
 * nothing; a failed trial, or one whose value is not known, is missing.
 */
#ifndef HARNESS_JUDGE_TALLY_H
#define HARNESS_JUDGE_TALLY_H

#include <stddef.h>

#include "judge/sides.h"
#include "stats/blocks.h"

struct tally_unit {
	double value;			/* median of its trials; NAN: missing */
	size_t block;
	const struct record *record;	/* of its first trial */
	size_t trial;			/* index of that in record->trials */
};

struct tally_side {
	struct tally_unit *units;	/* in time order, records in the order given */
	size_t count;
	size_t missing;			/* units without value */
	size_t trials, failed, unknown;	/* trials, and those of them without a value, by reason */
	size_t warmups;
};

struct tally {
	enum unit unit;
	size_t nsides;
	struct tally_side *sides;
	struct blocks blocks;		/* of the units that have a value; borrowed from here */
	double *values;			/* what the cells point into */
	struct cell *cells;
};

/*
 * Units of UNIT_TRIAL are trials, in the record's own blocks, or between records all in one block.
 * Units of UNIT_SESSION are sessions within one record, all in one block, or boots between records, in the blocks in which
 * their order was drawn, or all in one.
 */
void tally_make(struct tally *t, const struct sides *s, size_t point, const char *metric, enum unit unit);
void tally_release(struct tally *t);

/* Units of a side that have a value. */
size_t tally_known(const struct tally *t, size_t side);

/* The share of a side that is missing, 0 ... 1: of its units or of its trials, whichever is larger. */
double tally_missing_ratio(const struct tally *t, size_t side);

#endif
