/*
 * Latency histograms and curves as they stand in a record, compact:
 *
 *   histogram  {"count":N, "negative":N, "min":ns, "max":ns, "sum":"ns", "buckets":[index, count, step, count, ...]}
 *              every further index is given as its distance from the one before
 *   curve      {"x":[...], "ns":[...]}   of equal length
 */
#ifndef HARNESS_RECORD_DISTRIBUTION_H
#define HARNESS_RECORD_DISTRIBUTION_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "stats/histogram.h"

json_t *histogram_to_json(const struct histogram *h);

/* ERR_INTERNAL when the JSON does not describe a histogram. */
int histogram_from_json(struct histogram *h, const json_t *json, struct err *e);

json_t *curve_to_json(const double *x, const uint64_t *ns, size_t n);

#endif
