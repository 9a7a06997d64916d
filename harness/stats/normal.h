/* The normal distribution: quantile and tails. */
#ifndef HARNESS_STATS_NORMAL_H
#define HARNESS_STATS_NORMAL_H

/*
 * z with P(Z <= z) = p, absolute error below 1e-12.  -infinity and +infinity for 0 and 1, NaN for
 * anything outside.  Start: Abramowitz and Stegun 26.2.23; then Halley's steps on erfc.
 */
double normal_quantile(double p);

/* P(|Z| >= |z|) = erfc(|z| / sqrt 2). */
double normal_two_sided(double z);

/* P(Z <= z). */
double normal_lower(double z);

#endif
