/* The options of the build workload, and what is refused of them before anything runs. */
#ifndef WORKLOADS_BUILD_OPTIONS_H
#define WORKLOADS_BUILD_OPTIONS_H

#include <stdbool.h>

#include "base/err.h"
#include "base/param.h"

enum cache_choice { CACHE_WARM, CACHE_COLD };
enum spawn_choice { SPAWN_NATIVE, SPAWN_FORK };

extern const struct param options_params[];

int options_check(const struct args *args, struct err *e);

/* No --tree: the generated one is built. */
bool options_generated(const struct args *args);

unsigned options_jobs(const struct args *args);

/* A compiler ("cc", "cxx") as the build tool shall call it from whatever directory; NULL: as the build file says. The caller frees. */
char *options_compiler(const struct args *args, const char *option);

/* Whether a shim has to be loaded into the build tool. */
bool options_shim(const struct args *args);

#endif
