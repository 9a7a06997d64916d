/*
 * Why a function of stats/ could not answer.  Functions that can fail return 0 or one of these
 * (all negative, so `< 0` is the test) and then leave their result untouched.  Nothing here prints:
 * the caller knows the name of the thing and says it.
 */
#ifndef HARNESS_STATS_FAILURE_H
#define HARNESS_STATS_FAILURE_H

enum stats_failure {
	STATS_OK = 0,
	STATS_NO_MEMORY = -1,
	STATS_BAD_VALUE = -2,	/* not a number, infinite, or outside what the formula allows */
	STATS_TOO_FEW = -3,	/* no value at all, or fewer than the method needs */
	STATS_TOO_LARGE = -4,	/* too many pairs: reduce the data to independent units first */
};

/* A few words for a message, lower case, no full stop; "unknown failure" for other numbers. */
const char *failure_text(int failure);

#endif
