/* What is odd about a series, in sentences. */
#ifndef HARNESS_VIEW_ODDITY_H
#define HARNESS_VIEW_ODDITY_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/metric.h"
#include "judge/digest.h"
#include "judge/judgement.h"

/*
 * What is odd about a series: sentences, each ended by a newline, with `who` and ": " before it.
 * Nothing for a quiet one.  `unit` says what its values are of.
 */
void oddity_lines(struct buf *out, const struct digest *d, const struct metric *m, enum unit unit, const char *who);

/* Whether the values of a time are steps of its clock on some side: then outliers and the like are not worth a word. */
bool oddity_is_coarse(const struct finding *f);

/* One sentence, as above, for all such times among the headline metrics; nothing when there are none. */
void oddity_coarse_line(struct buf *out, const struct judgement *j);

#endif
