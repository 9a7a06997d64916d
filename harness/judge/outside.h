/* The CPU time that went to others than the workload while one side's trials ran. */
#ifndef HARNESS_JUDGE_OUTSIDE_H
#define HARNESS_JUDGE_OUTSIDE_H

#include <stddef.h>

#include "judge/sides.h"

/* Medians over the trials, seconds of CPU; NAN: unknown. */
struct outside {
	double total, kernel, interrupts, others, steal;
	char *busiest;		/* name of the process that is behind most of `others`, or NULL */
};

void outside_make(struct outside *o, const struct sides *s, size_t point, size_t side);
void outside_release(struct outside *o);

#endif
