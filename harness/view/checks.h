/* What was found out about a machine, line by line. */
#ifndef HARNESS_VIEW_CHECKS_H
#define HARNESS_VIEW_CHECKS_H

#include "base/buf.h"

/*
 * "  warning   swap         120.3 MiB in use", and below it why that matters and what to do (either may be NULL).
 * The level is a word.
 */
void checks_line(struct buf *out, const char *level, const char *name, const char *what, const char *why, const char *advice);

#endif
