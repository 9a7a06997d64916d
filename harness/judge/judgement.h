/*
 * Everything that follows from records: for each metric at each point the summaries of all sides,
 * their comparisons, and for more than two sides a ranking or a ladder.  view/ shows it.
 */
#ifndef HARNESS_JUDGE_JUDGEMENT_H
#define HARNESS_JUDGE_JUDGEMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "judge/finding.h"
#include "judge/noise.h"
#include "judge/sides.h"

struct judgement {
	struct judge_options options;
	struct sides sides;
	struct finding *findings;	/* point by point, metrics in the record's order */
	size_t nfindings;
	unsigned looks;			/* K of an experiment that stops by itself; 0 else */
	struct noise noise;		/* what the records know of it */
	char **notes;			/* of workloads, each once, in the order of the trials; NULL-ended */
};

/* The options that an experiment was planned with: threshold and ladder from the record's header, the rest usual. */
void judge_options_of(struct judge_options *options, const struct record *r);

/*
 * All: ERR_USAGE for a metric that is not there, values that cannot be compared, and (between records)
 * what differs.  The records must outlive the judgement; load them with RECORD_LINES, or notes and
 * volumes are unknown.  On failure *j is released already.
 */
int judgement_within(struct judgement *j, const struct record *r, const struct judge_options *options, struct err *e);
int judgement_between(struct judgement *j, const struct side_group *groups, size_t ngroups,
    const struct judge_options *options, struct err *e);

/* As judgement_between, of records that took place in an order that was drawn. */
int judgement_of_series(struct judgement *j, const struct side_group *groups, size_t ngroups, const struct side_order *order,
    const struct judge_options *options, struct err *e);

void judgement_release(struct judgement *j);

/* The findings of the metric that decides; NULL behind the last.  `at` starts as 0. */
const struct finding *judgement_next_primary(const struct judgement *j, size_t *at);

/* True when the verdict of every deciding comparison is other than undecided (for --decide). */
bool judgement_settled(const struct judgement *j);

enum gate { GATE_PASS = 0, GATE_LOSS = 1, GATE_UNDECIDED = 5 };

/*
 * The gate over all points, by the metric that decides: a loss anywhere, else anything undecided, else
 * passed; a ladder counts by its total.  ERR_USAGE when nothing is compared, or when the metric has no
 * better direction.
 */
int judgement_gate(const struct judgement *j, enum gate *gate, struct err *e);

#endif
