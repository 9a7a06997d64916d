/* What the tables of results have in common: medians, intervals and ratios as cells, and their headings. */
#ifndef HARNESS_VIEW_LAYOUT_H
#define HARNESS_VIEW_LAYOUT_H

#include <stddef.h>

#include "base/units.h"
#include "judge/judgement.h"
#include "view/sentence.h"
#include "view/table.h"
#include "view/words.h"

/* The scale for a finding's values on all sides; it fits those of the point's other times. */
struct units_scale layout_scale(const struct judgement *j, const struct finding *f);

/* "6.214 s"; "-" without values. */
void layout_median(struct table *t, const struct digest *d, struct units_scale scale);

/* "6.190 .. 6.251" of a median; empty where there is none. */
void layout_interval(struct table *t, const struct digest *d, struct units_scale scale);

/* "95 % interval" or, of few values, "range: too few for an interval (87.5 % confidence)"; "" of one. */
void layout_interval_name(struct buf *out, const struct summary *s);

/* "0.950", on the linear scale "-0.012 s"; "-" without values. */
void layout_ratio(struct table *t, const struct blocked *b, struct units_scale scale);

/* "0.943 .. 0.957"; empty where there is none. */
void layout_ratio_interval(struct table *t, const struct blocked *b, struct units_scale scale);

/* "95 % interval", "range: too few ..." of a comparison; "" without one. */
void layout_ratio_interval_name(struct buf *out, const struct comparison *c);

/* How a comparison of this judgement is to be told. */
struct sentence_case layout_case(const struct judgement *j, const struct finding *f, const struct comparison *c);

/* The line that names a point, when there are several; `first` leaves out the empty line before it. */
void layout_point(const struct judgement *j, size_t point, bool first, struct buf *out);

/* The findings of one point: [*from, return value). */
size_t layout_findings(const struct judgement *j, size_t point, size_t *from);

#endif
