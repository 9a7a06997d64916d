/* Fisher's exact test of a 2 x 2 table. */
#ifndef HARNESS_STATS_FISHER_H
#define HARNESS_STATS_FISHER_H

#include <stdint.h>

/*
 * Two-sided p for a_hits of a_count against b_hits of b_count: the sum of the hypergeometric
 * probabilities that are <= that of the observed table times 1 + 1e-7 (the rule of R's
 * fisher.test). Hits must not be more than their count.
 */
double fisher_two_sided(uint64_t a_hits, uint64_t a_count, uint64_t b_hits, uint64_t b_count);

#endif
