/* Words for the failures of stats/: see failure.h. */
#include "stats/failure.h"

const char *
failure_text(int failure)
{
	switch (failure) {
	case STATS_OK:
		return "no failure";
	case STATS_NO_MEMORY:
		return "out of memory";
	case STATS_BAD_VALUE:
		return "a value is not usable (not a number, infinite or out of range)";
	case STATS_TOO_FEW:
		return "too few values";
	case STATS_TOO_LARGE:
		return "too many pairs to compare; reduce the data to independent units first";
	}
	return "unknown failure";
}
