/*
 * Latencies as fio counts them: bins that are exact below 128 ns, above that 64 for each power of two, named by their
 * midpoint (fio's stat.c, plat_idx_to_val). Our histogram has 128 for each power of two, so that a bin is two of our
 * buckets and its midpoint the lower edge of the upper one.
 */
#ifndef HARNESS_RECORD_BINS_H
#define HARNESS_RECORD_BINS_H

#include <jansson.h>
#include <stdint.h>

#include "stats/histogram.h"

/*
 * Fills *h from {"midpoint": count, ...} in nanoseconds and from the exact minimum, maximum and mean beside it. Each bin
 * goes where its midpoint is; one value each goes where the minimum and the maximum are, because that is known better.
 * -1 when the bins are no bins; *h is empty when they are empty.
 */
int bins_to_histogram(struct histogram *h, const json_t *bins, uint64_t min, uint64_t max, double mean);

#endif
