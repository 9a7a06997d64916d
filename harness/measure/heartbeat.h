/*
 * The heartbeat: a fixed amount of pure computation before every trial, whose time exposes a machine that has become slower or
 * faster while nothing in the guest shows it (steal often reads 0). It flags, it never corrects.
 */
#ifndef HARNESS_MEASURE_HEARTBEAT_H
#define HARNESS_MEASURE_HEARTBEAT_H

#include <stdint.h>

/* Iterations that take about 20 ms here and now; fixed for an experiment and kept in its record. */
uint64_t heartbeat_calibrate(void);

/* Time of that many iterations. */
uint64_t heartbeat_ns(uint64_t iterations);

#endif
