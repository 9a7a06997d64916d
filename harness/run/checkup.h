/*
 * The checkup: what disturbs measurements on this machine, as far as the system tells. It changes nothing, and takes
 * about a second, in which it watches who uses the CPUs.
 */
#ifndef HARNESS_RUN_CHECKUP_H
#define HARNESS_RUN_CHECKUP_H

#include <stdbool.h>
#include <stddef.h>

enum check_level {
	CHECK_OK,
	CHECK_UNKNOWN,		/* the system does not tell, here or at all */
	CHECK_NOTE,		/* good to know; results are comparable as long as it stays so */
	CHECK_WARNING,		/* makes results worse */
	CHECK_UNFIT,		/* makes measuring senseless */
};

struct check {
	enum check_level level;
	const char *name;	/* one or two words */
	char *what;		/* how it is */
	const char *why;	/* it matters; NULL for CHECK_OK */
	const char *advice;	/* what to do; NULL when there is nothing */
};

struct checkup {
	struct check *list;
	size_t count;
};

/* `scratch` is where workloads put their files, `results` where records go. */
void checkup_make(struct checkup *c, const char *scratch, const char *results);
void checkup_release(struct checkup *c);

/* The worst that was found. */
enum check_level checkup_worst(const struct checkup *c);

/* "ok", "unknown", "note", "warning", "unfit". */
const char *check_level_name(enum check_level level);

#endif
