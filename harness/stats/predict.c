/* From calls to system time: see predict.h. */
#include "stats/predict.h"

#include <math.h>
#include <stdlib.h>

#include "stats/failure.h"

int
predict_from_blocks(const double *counts, const double *costs, size_t call_count,
    size_t block_count, double alpha, double *sums, struct summary *out)
{
	double *own = NULL;
	int failure;

	if (block_count == 0 || call_count == 0)
		return STATS_TOO_FEW;
	if (sums == NULL) {
		own = malloc(block_count * sizeof(own[0]));
		if (own == NULL)
			return STATS_NO_MEMORY;
		sums = own;
	}
	for (size_t b = 0; b < block_count; b++) {
		sums[b] = 0;
		for (size_t i = 0; i < call_count; i++)
			sums[b] += counts[i] * costs[b * call_count + i];
	}
	failure = summary_compute(sums, block_count, alpha, out);
	free(own);
	return failure;
}

int
predict_propagate(const struct predict_call *calls, size_t call_count,
    struct predict_propagated *out)
{
	double sum = 0, squares = 0, from_costs = 0, from_counts = 0;

	if (call_count == 0)
		return STATS_TOO_FEW;
	for (size_t i = 0; i < call_count; i++) {
		double n = calls[i].count, c = calls[i].cost;
		double v = calls[i].count_half_width, u = calls[i].cost_half_width;

		sum += n * c;
		squares += n * u * n * u + c * v * c * v + u * v * u * v;
		from_costs += n * u;
		from_counts += c * v * c * v;
	}
	if (!isfinite(sum) || !isfinite(squares))
		return STATS_BAD_VALUE;
	out->sum = sum;
	out->independent = sqrt(squares);
	out->correlated = from_costs + sqrt(from_counts);
	return STATS_OK;
}

enum predict_account
predict_judge(const struct blocked *ratio)
{
	double limit = log(PREDICT_FACTOR);

	if (!ratio->attained || ratio->scale != SERIES_LOG)
		return PREDICT_UNDECIDED;
	if (ratio->lo > limit)
		return PREDICT_UNEXPLAINED;
	if (ratio->hi < -limit)
		return PREDICT_OVERESTIMATED;
	return ratio->lo >= -limit && ratio->hi <= limit ? PREDICT_EXPLAINED : PREDICT_UNDECIDED;
}

const char *
predict_account_name(enum predict_account account)
{
	switch (account) {
	case PREDICT_UNDECIDED:
		return "undecided";
	case PREDICT_EXPLAINED:
		return "explained";
	case PREDICT_UNEXPLAINED:
		return "unexplained";
	case PREDICT_OVERESTIMATED:
		return "overestimated";
	}
	return "unknown";
}

bool
predict_consistent(double lo, double hi, double other_lo, double other_hi)
{
	return lo <= other_hi && other_lo <= hi;
}
