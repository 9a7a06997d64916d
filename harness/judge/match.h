/* May two records be compared?  Only when they timed the same thing. */
#ifndef HARNESS_JUDGE_MATCH_H
#define HARNESS_JUDGE_MATCH_H

#include <stddef.h>

#include "base/buf.h"
#include "record/record.h"

/*
 * Appends to *differences, separated by "; ", what differs between two records that should not:
 * workload, its version, the cases' arguments, the tree that was populated and the state of the cache as
 * it was obtained, and the units of metrics that both have.  Nothing is appended when they are
 * comparable.  Arguments that are absolute paths may differ: machines have their files in different
 * places, and what is in them counts.  Other properties that differ (a compiler's version) go to
 * *remarks: they may be what is compared, or a confounder.
 */
void match_records(const struct record *a, const struct record *b, struct buf *differences, struct buf *remarks);

/*
 * The case of `in` that is case `arm_case` of `of`: the one with the same label, or the only one
 * there is on both sides.  RECORD_NONE when there is none.
 */
unsigned match_case(const struct record *of, unsigned arm_case, const struct record *in);

#endif
