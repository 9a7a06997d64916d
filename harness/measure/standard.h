/*
 * The metrics that the engine itself measures in every trial, whatever the workload is. A workload lists those that it wants in
 * its headline by METRIC_REAL and so on; all of them are in the record.
 */
#ifndef HARNESS_MEASURE_STANDARD_H
#define HARNESS_MEASURE_STANDARD_H

#include "base/metric.h"

#define METRIC_REAL { "real", "s", BETTER_LOWER, "wall-clock time of the run window" }
#define METRIC_USER { "user", "s", BETTER_LOWER, "CPU time in user mode, whole tree" }
#define METRIC_SYS { "sys", "s", BETTER_LOWER, "CPU time in the kernel, whole tree" }
#define METRIC_CPU { "cpu", "s", BETTER_LOWER, "CPU time of the whole tree, detached descendants included" }
#define METRIC_DURABLE { "durable", "s", BETTER_LOWER, "real and flush together" }

/* All of them, in the order of the record; ends in METRIC_END. */
extern const struct metric standard_metrics[];

#endif
