/* Runs per session: see replication.h. */
#include "stats/replication.h"

#include <math.h>

#include "stats/failure.h"

#define RUNS_MAX 50
#define RUNS_WITHOUT_SESSION_EFFECT 10

static int
check(const struct cell *sessions, size_t session_count)
{
	if (session_count < 2 || sessions[0].count < 2)
		return STATS_TOO_FEW;
	for (size_t i = 0; i < session_count; i++)
		if (sessions[i].count != sessions[0].count ||
		    series_check(sessions[i].values, sessions[i].count) < 0 ||
		    series_choose_scale(sessions[i].values, sessions[i].count) != SERIES_LOG)
			return STATS_BAD_VALUE;
	return STATS_OK;
}

static double
mean_log(const struct cell *cell)
{
	double mean = 0;

	for (size_t i = 0; i < cell->count; i++)
		mean += log(cell->values[i]) / (double)cell->count;
	return mean;
}

int
replication_plan(const struct cell *sessions, size_t session_count, double cost_ratio,
    struct replication *out)
{
	double grand = 0, within = 0, between = 0, runs, count = (double)session_count;
	int failure = check(sessions, session_count);

	if (failure < 0)
		return failure;
	if (!(cost_ratio > 0) || !isfinite(cost_ratio))
		return STATS_BAD_VALUE;
	runs = (double)sessions[0].count;
	for (size_t i = 0; i < session_count; i++)
		grand += mean_log(&sessions[i]) / count;
	for (size_t i = 0; i < session_count; i++) {
		double mean = mean_log(&sessions[i]);

		between += (mean - grand) * (mean - grand) / (count - 1);
		for (size_t j = 0; j < sessions[i].count; j++) {
			double d = log(sessions[i].values[j]) - mean;

			within += d * d / (runs - 1) / count;
		}
	}
	out->run_variance = within;
	out->session_variance = between - within / runs;
	out->runs_per_session = RUNS_WITHOUT_SESSION_EFFECT;
	if (out->session_variance > 0) {
		double best = ceil(sqrt(cost_ratio * within / out->session_variance));

		out->runs_per_session = (unsigned)fmin(RUNS_MAX, fmax(1, best));
	}
	return STATS_OK;
}
