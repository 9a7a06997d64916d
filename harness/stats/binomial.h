/*
 * The binomial distribution, exact to about 1e-14 relative also for n of many millions: the
 * probabilities by Loader's saddle point form ("Fast and accurate computation of binomial
 * probabilities", 2000, the method of R), the tails by summing them away from the middle
 * (about 10 standard deviations of terms, no cancellation).  0 <= p <= 1.
 */
#ifndef HARNESS_STATS_BINOMIAL_H
#define HARNESS_STATS_BINOMIAL_H

#include <stdint.h>

/* P(X = k), X ~ Bin(n, p). */
double binomial_probability(uint64_t k, uint64_t n, double p);

/* P(X < k); 0 for k = 0, 1 for k > n. */
double binomial_below(uint64_t k, uint64_t n, double p);

/* P(X >= k); 1 for k = 0, 0 for k > n. */
double binomial_from(uint64_t k, uint64_t n, double p);

#endif
