/* Many comparisons at once: Holm's step-down adjustment (Holm 1979; R: p.adjust()). */
#ifndef HARNESS_STATS_HOLM_H
#define HARNESS_STATS_HOLM_H

#include <stddef.h>

/*
 * p(1) <= ... <= p(M): adjusted(j) = max(adjusted(j-1), min(1, (M-j+1) p(j))), in the order of the
 * input.  adjusted may be p.  Each p must be a number.  0 or STATS_NO_MEMORY.
 */
int holm_adjust(const double *p, size_t count, double *adjusted);

#endif
