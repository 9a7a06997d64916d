/* What is odd about a series, in sentences. */
#ifndef HARNESS_VIEW_ODDITY_H
#define HARNESS_VIEW_ODDITY_H

#include "base/buf.h"
#include "base/metric.h"
#include "judge/digest.h"
#include "judge/sides.h"

/*
 * What is odd about a series: sentences, each ended by a newline, with `who` and ": " before it.
 * Nothing for a quiet one.  `unit` says what its values are of.
 */
void oddity_lines(struct buf *out, const struct digest *d, const struct metric *m, enum unit unit, const char *who);

#endif
