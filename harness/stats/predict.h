/*
 * From the cost of single calls to the system time of a workload: S = sum n_i c_i, n_i the count of
 * call i (traced in a separate run), c_i what one costs.
 */
#ifndef HARNESS_STATS_PREDICT_H
#define HARNESS_STATS_PREDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/blocked.h"
#include "stats/summary.h"

/*
 * Costs measured in every block: S_b = sum over i of n_i c_{i,b}; the median of the S_b and its
 * interval (summary.h).  A drift of the machine that moves all costs together is inside the
 * interval. counts[call_count]; costs[block_count * call_count], the calls of a block one after
 * the other; sums: NULL, or room for block_count, gets the S_b.  Failures of summary_compute().
 */
int predict_from_blocks(const double *counts, const double *costs, size_t call_count,
    size_t block_count, double alpha, double *sums, struct summary *out);

struct predict_call {
	double count, cost;
	double count_half_width, cost_half_width;	/* of 95 % */
};

struct predict_propagated {
	double sum;			/* S */
	double independent;		/* half-width when the errors are independent */
	double correlated;		/* worst case: all of them have the same cause */
};

/*
 * Costs from separate experiments, u_i and v_i the half-widths of cost and count:
 * independent = sqrt(sum (n u)^2 + (c v)^2 + (u v)^2), correlated = sum n u + sqrt(sum (c v)^2).
 * STATS_TOO_FEW for no call, STATS_BAD_VALUE for a number that is not finite.
 */
int predict_propagate(const struct predict_call *calls, size_t call_count,
    struct predict_propagated *out);

enum predict_account {
	PREDICT_UNDECIDED,
	PREDICT_EXPLAINED,	/* the calls account for the system time */
	PREDICT_UNEXPLAINED,	/* measured is more: faults, interrupts, cold caches ... */
	PREDICT_OVERESTIMATED,	/* measured is less: the single costs are too high for this use */
};

/* "Within" means this factor either way. */
#define PREDICT_FACTOR 1.25

/*
 * ratio: measured system time (b) against predicted (a), compared on the log scale.  The interval
 * inside [1/1.25, 1.25]: EXPLAINED; above: UNEXPLAINED; below: OVERESTIMATED; else, or when the
 * interval is not attained: UNDECIDED.
 */
enum predict_account predict_judge(const struct blocked *ratio);

/* "undecided", "explained", "unexplained", "overestimated". */
const char *predict_account_name(enum predict_account account);

/*
 * Predicted and measured gain agree: their intervals overlap.  (Predicted: predict_from_blocks()
 * over the differences c^A - c^B with the same counts; measured: blocked.h on the linear scale, A
 * - B.)
 */
bool predict_consistent(double lo, double hi, double other_lo, double other_hi);

#endif
