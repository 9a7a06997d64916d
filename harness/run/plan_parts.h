/* What plan.c and plan_header.c share; for them alone. */
#ifndef HARNESS_RUN_PLAN_PARTS_H
#define HARNESS_RUN_PLAN_PARTS_H

#include "run/plan.h"

/* Everything that follows from workload, cases and variants; each arm's check is asked. */
int plan_fill_arms(struct plan *p, struct err *e);

/* A whole number of 64 bits. */
int plan_parse_seed(const char *text, uint64_t *seed, struct err *e);

#endif
