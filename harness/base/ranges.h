/* Sets of small numbers as people write them: "0,2-3". */
#ifndef HARNESS_BASE_RANGES_H
#define HARNESS_BASE_RANGES_H

#include <stddef.h>

#include "base/err.h"

/* Reads a set into *numbers, ascending, each once; the caller frees. ERR_USAGE; `what` is the subject ("cpus:"). */
int ranges_parse(const char *what, const char *text, unsigned **numbers, size_t *count, struct err *e);

/* The shortest text of ascending numbers; the caller frees. */
char *ranges_write(const unsigned *numbers, size_t count);

#endif
