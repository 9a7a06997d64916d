/*
 * Runs that resemble their neighbours carry less information than their number says; a median's
 * interval has to be wider then.
 */
#ifndef HARNESS_STATS_DEPENDENCE_H
#define HARNESS_STATS_DEPENDENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dependence {
	bool applied;		/* false: the runs look independent, the rest says nothing */
	uint64_t k;		/* interval of the median: sorted ranks k and n+1-k */
	double n_eff;		/* how many independent runs these are worth */
};

/*
 * First autocorrelation r1 = sum_{i>=2} d_i d_{i-1} / sum d_i^2, d = x - mean.
 * 0 for fewer than 3 values and for a constant series, where it is not defined.
 */
double dependence_lag1(const double *values, size_t n);

/*
 * For n >= 10 and r1 > 1/sqrt n: r = min(0.95, max(0, r1 + (1 + 4 r1) / n)) (the usual correction
 * of its bias), n_eff = max(2, n (1-r) / (1+r)) (first-order autoregression), k = max(1,
 * floor((n+1)/2 - z sqrt(n)/2 * sqrt(n / n_eff))), z the normal quantile of 1 - alpha/2.
 */
struct dependence dependence_widen(size_t n, double lag1, double alpha);

#endif
