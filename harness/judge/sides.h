/*
 * Who is compared, and where: the variants of one record, or groups of records, each group one side.
 * A point is where sides meet: a case (and, when only variants of one file system are compared with
 * each other, that file system).  Everything is borrowed from the records.
 */
#ifndef HARNESS_JUDGE_SIDES_H
#define HARNESS_JUDGE_SIDES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "record/record.h"

/*
 * What counts as one independent observation: the highest level at which two sides differ.  In a
 * record the header says so; sides that are different records differ by the session (one boot each).
 */
enum unit { UNIT_TRIAL, UNIT_VOLUME, UNIT_SESSION };

/* "trial", "volume", "session", as records have it. */
const char *unit_name(enum unit unit);

/* Where a point's trials of one side are in a record; arm_case RECORD_NONE: nowhere. */
struct side_arm {
	unsigned arm_case, variant;
};

struct side_part {
	const struct record *record;
	struct side_arm *arms;		/* one per point */
	size_t block;			/* of sessions, when their order was drawn; 0 else */
};

struct side {
	char *name;
	struct side_part *parts;
	size_t nparts;
};

struct sides {
	struct side *list;		/* [0] is the baseline */
	size_t count;
	char **points;			/* labels; "" when there is one */
	size_t npoints;
	const struct record *first;	/* whose metrics, cases and design speak for all */
	enum unit unit;
	bool between;			/* sides are different records */
	bool one_boot;			/* ... all of which came from one boot, one after the other */
	bool drawn;			/* ... in an order that was drawn beforehand */
	bool unfinished;		/* ... and is not through */
	bool sequential;		/* the order of the trials was not random */
	char *differences;		/* what should have been equal, or NULL; only when forced */
	char *remarks;			/* what else differs and may matter, or NULL */
};

struct side_group {
	const struct record *const *records;
	size_t count;
};

/* The variants of one record. */
void sides_within(struct sides *s, const struct record *record);

/*
 * Groups of records, each group (not empty) one side and each record one session.  ERR_USAGE names
 * what differs (workload, its version, arguments, what was populated, units of metrics), unless `force`,
 * which keeps the text in s->differences.
 */
int sides_between(struct sides *s, const struct side_group *groups, size_t ngroups, bool force,
    struct err *e);

/* What was drawn for the records of a series of boots before they were measured; by group. */
struct side_order {
	const char *const *names;
	const size_t *const *blocks;	/* of each record: those in random order with each other have the same */
	bool unfinished;		/* boots are still to come */
};

/* Says so of the sides that sides_between made of the groups. */
void sides_arrange(struct sides *s, const struct side_order *order);

void sides_release(struct sides *s);

/* The boot that a record came from: two records with equal ones are one session; NULL when unknown. */
const char *sides_boot(const struct record *r);

#endif
