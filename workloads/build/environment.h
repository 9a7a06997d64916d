/* What a build must not inherit from whoever started harness. */
#ifndef WORKLOADS_BUILD_ENVIRONMENT_H
#define WORKLOADS_BUILD_ENVIRONMENT_H

#include <stdbool.h>

/*
 * Takes variables out of a NULL-ended array ("NAME=VALUE", borrowed strings): those by which an outer build tool talks to an
 * inner one, and with `compilers` also those that would change what compilers and a Jamfile do.
 */
void environment_clean(char **envp, bool compilers);

#endif
