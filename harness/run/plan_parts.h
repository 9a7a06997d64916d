/* What plan.c shares with plan_header.c; for them alone. */
#ifndef HARNESS_RUN_PLAN_PARTS_H
#define HARNESS_RUN_PLAN_PARTS_H

#include "run/plan.h"

/* Everything that follows from workload, cases and variants; each arm's check is asked. */
int plan_fill_arms(struct plan *p, struct err *e);

#endif
