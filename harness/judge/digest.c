/* One series in short: see digest.h. */
#include "judge/digest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "stats/failure.h"
#include "stats/order.h"

#define ALPHA 0.05

/* A cause explains an outlier when it accounts for this share of the time that it took longer. */
#define CAUSE_SHARE 0.25

/* The machine itself counts as slow when the heartbeat took this much longer. */
#define HEARTBEAT_RATIO 0.03

static const struct {
	const char *metric;
	enum cause cause;
} causes[] = {
	{ "steal", CAUSE_STEAL },
	{ "outside.others", CAUSE_OTHERS },
	{ "outside.interrupts", CAUSE_INTERRUPTS },
};

/* How much larger a metric (NULL: the heartbeat) was in one trial than in the usual one; NAN: unknown. */
static double
excess(const struct tally_side *side, const struct tally_unit *unit, const char *metric, double *usual)
{
	double *values = mem_resize(NULL, side->count, sizeof(*values)), own = NAN;
	size_t n = 0;

	for (size_t i = 0; i < side->count; i++) {
		const struct record *r = side->units[i].record;
		const struct record_trial *t = &r->trials[side->units[i].trial];
		int index = metric != NULL ? record_metric(r, metric) : -1;
		double value = metric == NULL ? t->heartbeat_s : t->ok && index >= 0 ? t->values[index] : NAN;

		if (isfinite(value))
			values[n++] = value;
		if (&side->units[i] == unit)
			own = value;
	}
	*usual = n > 0 ? order_median_of(values, n) : NAN;
	free(values);
	return own - *usual;
}

/* What the record says was different while a slow trial ran. */
static void
find_cause(const struct tally_side *side, const struct tally_unit *unit, double longer_s, struct digest_outlier *o)
{
	double usual, more;

	for (size_t i = 0; i < sizeof(causes) / sizeof(causes[0]); i++) {
		more = excess(side, unit, causes[i].metric, &usual);
		if (more >= CAUSE_SHARE * longer_s) {
			o->cause = causes[i].cause;
			o->extent = more;
			return;
		}
	}
	more = excess(side, unit, NULL, &usual);
	if (usual > 0 && more / usual >= HEARTBEAT_RATIO) {
		o->cause = CAUSE_HOST;
		o->extent = more / usual;
	}
}

/* The unit that value number `index` came from. */
static const struct tally_unit *
unit_of(const struct tally_side *side, size_t index)
{
	size_t known = 0;

	for (size_t i = 0; i < side->count; i++)
		if (isfinite(side->units[i].value) && known++ == index)
			return &side->units[i];
	return NULL;
}

static void
describe_outliers(struct digest *d, const struct tally *t, size_t side, const struct metric *metric,
    const size_t *index)
{
	d->noutliers = d->flags.outliers.slow_count + d->flags.outliers.fast_count;
	d->outliers = mem_zero(d->noutliers, sizeof(*d->outliers));
	for (size_t i = 0; i < d->noutliers; i++) {
		double value = d->values[index[i]], median = d->summary.median;
		struct digest_outlier *o = &d->outliers[i];

		*o = (struct digest_outlier){ .index = index[i], .extent = NAN };
		o->ratio = median != 0 ? (value - median) / fabs(median) : NAN;
		if (t->unit == UNIT_TRIAL && strcmp(metric->unit, "s") == 0 && value > median)
			find_cause(&t->sides[side], unit_of(&t->sides[side], index[i]), value - median, o);
	}
}

static unsigned
swap_flags(unsigned mask, enum flag a, enum flag b)
{
	unsigned both = a | b;

	if ((mask & both) == a || (mask & both) == b)
		mask ^= both;
	return mask;
}

/* More is better: what stats/ calls slow is good, and the other way round. */
static void
turn(struct digest *d)
{
	struct outliers *o = &d->flags.outliers;
	size_t slow = o->slow_count;

	o->slow_count = o->fast_count;
	o->fast_count = slow;
	d->flags.mask = swap_flags(d->flags.mask, FLAG_SPIKES, FLAG_FAST);
	d->flags.mask = swap_flags(d->flags.mask, FLAG_WARMUP, FLAG_SLOWDOWN);
	d->flags.mask &= ~(unsigned)FLAG_COLD_FIRST;
	if (d->noutliers > 0 && d->outliers[0].index == 0 && d->outliers[0].ratio < 0)
		d->flags.mask |= FLAG_COLD_FIRST;
}

int
digest_make(struct digest *d, const struct tally *t, size_t side, const struct metric *metric, double delta,
    struct err *e)
{
	const struct tally_side *x = &t->sides[side];
	size_t *index;
	int failure;

	*d = (struct digest){
		.trials = x->trials,
		.failed = x->failed,
		.unknown = x->unknown,
		.warmups = x->warmups,
	};
	d->values = mem_resize(NULL, x->count, sizeof(*d->values));
	for (size_t i = 0; i < x->count; i++)
		if (isfinite(x->units[i].value))
			d->values[d->count++] = x->units[i].value;
	if (d->count == 0)
		return 0;
	index = mem_zero(d->count, sizeof(*index));
	failure = summary_compute(d->values, d->count, ALPHA, &d->summary);
	if (failure == STATS_OK)
		failure = flags_find(d->values, d->count, &d->summary, delta, &d->flags, index);
	if (failure == STATS_OK) {
		describe_outliers(d, t, side, metric, index);
		if (metric->better == BETTER_HIGHER)
			turn(d);
	}
	free(index);
	if (failure == STATS_OK)
		return 0;
	digest_release(d);
	return err_set(e, ERR_INTERNAL, "cannot summarise '%s': %s", metric->name, failure_text(failure));
}

void
digest_release(struct digest *d)
{
	free(d->values);
	free(d->outliers);
	*d = (struct digest){ .count = 0 };
}
