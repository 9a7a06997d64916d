/* What posix.c must know of the system it runs on: one constant in each system's file. */
#ifndef HARNESS_OS_TRAITS_H
#define HARNESS_OS_TRAITS_H

#include <stdbool.h>
#include <stdint.h>

struct os_traits {
	uint64_t peak_rss_unit;		/* bytes in one ru_maxrss; 0: the system does not tell */
	bool counts;			/* the counts of struct rusage are kept, not merely 0 */
	bool vfork_shares_memory;	/* false where vfork is a fork: the errno of a failed exec then needs a pipe */
};

extern const struct os_traits os_traits;

#endif
