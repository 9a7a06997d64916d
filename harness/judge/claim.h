/*
 * What somebody else printed about a comparison, held against the figures: a record of published data
 * may carry its study's own percentages and ratios in its header,
 *
 *   "published": [ { "metric": "load", "from": "test 7", "to": "test 8", "percent": "9.85" },
 *                  { "metric": "real", "from": "freebsd", "to": "linux", "ratio": "1.14" } ]
 *
 * as texts, because the digits that were printed say how far they were rounded; "case" names a case
 * other than the first.  Studies reckon improvements in two ways, by the new value or by the old one,
 * and a percentage means nothing before it is known which.
 */
#ifndef HARNESS_JUDGE_CLAIM_H
#define HARNESS_JUDGE_CLAIM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/metric.h"

enum claim_result {
	CLAIM_EXACT,		/* recomputed and rounded as printed, it is the same */
	CLAIM_ROUNDING,		/* it can be, when the figures that it is made from were rounded */
	CLAIM_WRONG,
	CLAIM_OPEN,		/* a side has no value */
};

/* How an improvement in percent was reckoned. */
enum claim_convention {
	CLAIM_BY_NEW,		/* (old - new) / new, of which more is better (new - old) / new */
	CLAIM_BY_OLD,		/* (old - new) / old, (new - old) / old */
	CLAIM_RATIO,		/* new / old */
};

struct claim {
	size_t a, b;			/* sides: from, to */
	const char *printed;		/* borrowed from the record */
	double value;			/* what that reads as */
	enum claim_convention convention;	/* the one that it agrees with best */
	double by_new, by_old, ratio;	/* recomputed: percent, percent, ratio */
	enum claim_result result;
	bool elsewhere;			/* wrong, but exactly what other_a -> other_b gives */
	size_t other_a, other_b;
};

/*
 * Checks `text` against values[nsides] (NAN: none).  Decimals of a value are those of its shortest
 * writing.
 */
void claim_check(struct claim *c, const char *text, bool is_ratio, size_t a, size_t b, enum better better,
    const double *values, size_t nsides);

/* "(old - new)/new" and so on: the convention in the words of the metric. */
const char *claim_formula(enum claim_convention convention, enum better better);

#endif
