/*
 * Advice on planning only, no verdict uses it: how many runs one session (boot, mount, process) is
 * worth before a new session tells more.  Kalibera and Jones, "Rigorous benchmarking in reasonable
 * time" (ISMM 2013), with the T^2 estimators of their library libkalibera.
 *   r runs per session; S1^2 = mean of the variances of ln x within the sessions, S2^2 = variance
 *   of the sessions' means of ln x; T1^2 = S1^2, T2^2 = S2^2 - S1^2 / r;
 *   r* = ceil(sqrt((c2 / c1) (T1^2 / T2^2))), c2 the cost of a session, c1 of a run;
 *   T2^2 <= 0 (sessions do not matter measurably): 10; clamped to 1 ... 50.
 */
#ifndef HARNESS_STATS_REPLICATION_H
#define HARNESS_STATS_REPLICATION_H

#include <stddef.h>

#include "stats/blocks.h"

struct replication {
	double run_variance;		/* T1^2 */
	double session_variance;	/* T2^2, may be <= 0 */
	unsigned runs_per_session;	/* r* */
};

/*
 * sessions[session_count]: the positive values of each session, equally many (at least 2) in each
 * of at least 2 sessions.  cost_ratio: c2 / c1 > 0.  STATS_TOO_FEW; STATS_BAD_VALUE for unequal
 * numbers, or values or a ratio that are not positive and finite.
 */
int replication_plan(const struct cell *sessions, size_t session_count, double cost_ratio,
    struct replication *out);

#endif
