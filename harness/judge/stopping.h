/*
 * When an experiment ends. Asked after every whole block; the answer follows from the record alone, so that the judgement afterwards counts the
 * same looks.
 *
 *   trials      a number of trials of every arm that was fixed beforehand
 *   decide      two variants: at the planned looks (stats/sequential.h), until the verdict of every case is other than undecided
 *   precision   at the same numbers of trials, until the interval of every arm's primary metric is narrow enough
 *
 * A budget of time ends each of them between blocks; the first block is always done.
 */
#ifndef HARNESS_JUDGE_STOPPING_H
#define HARNESS_JUDGE_STOPPING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "record/record.h"

enum stopping_mode { STOPPING_TRIALS, STOPPING_DECIDE, STOPPING_PRECISION };

struct stopping {
	enum stopping_mode mode;
	size_t max_units;	/* trials of each arm: the number, or the limit of the other modes */
	double budget_s;	/* INFINITY: none */
	double precision;	/* half-width of the interval as a ratio of the median */
	double delta;		/* the threshold of verdicts */
};

enum { STOPPING_MAX_DEFAULT = 72, STOPPING_MAX_MOST = 160 };

/* From the "options" of a header. */
void stopping_of(struct stopping *s, const struct record *r);

/*
 * K, the number of planned looks of an experiment that decides by itself: those up to max_units or, with a budget, up to what the budget
 * allows by the time that the first block took. 0 for other experiments, and while the first block is not whole.
 */
unsigned stopping_looks(const struct record *r);

enum stopping_answer {
	STOPPING_GO_ON,
	STOPPING_COMPLETE,	/* what was asked for is there */
	STOPPING_BUDGET,	/* the time is used up before */
	STOPPING_LIMIT,		/* the largest number of trials is reached before */
};

/*
 * After a whole block, `elapsed_s` into the experiment, with `blocks` blocks of `planned` done. The answer in words goes to reason[size] unless
 * it is to go on.
 */
int stopping_ask(const struct record *r, double elapsed_s, size_t blocks, size_t planned, enum stopping_answer *answer,
    char *reason, size_t size, struct err *e);

#endif
