/* Commands outside the clock that need a build's environment: the configure step, probes, a dry run. */
#ifndef WORKLOADS_BUILD_ERRAND_H
#define WORKLOADS_BUILD_ERRAND_H

#include <stdbool.h>

#include "base/err.h"

struct errand {
	char *const *argv;		/* a first word with a slash is relative to `directory` */
	const char *directory;
	const char *const *environment;	/* further "NAME=VALUE", NULL-ended, or NULL */
	bool compilers;			/* as for environment_clean */
	bool quiet;			/* its output is of no interest; else it goes to the log */
};

/* Runs it and fails unless it exits with 0. */
int errand_run(const struct errand *r, struct err *e);

#endif
