/* Two sides compared: see comparison.h. */
#include "judge/comparison.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "stats/failure.h"
#include "stats/holm.h"
#include "stats/order.h"
#include "stats/sequential.h"

static int
fail(int failure, const struct metric *metric, struct err *e)
{
	return err_set(e, failure == STATS_TOO_LARGE ? ERR_USAGE : ERR_INTERNAL, "cannot compare '%s': %s",
	    metric->name, failure_text(failure));
}

/* Smallest p of the looks that the data have passed, and how many those are. */
static int
look_back(struct comparison *c, enum series_scale scale, double *smallest)
{
	struct blocks prefix = c->tally->blocks;
	size_t units = 0;

	for (size_t i = 0; i < c->tally->blocks.block_count; i++) {
		struct blocked at;
		unsigned look;
		int failure;

		units += blocks_cell(&c->tally->blocks, i, c->a)->count;
		if (!sequential_is_look(units, c->looks, &look))
			continue;
		prefix.block_count = i + 1;
		failure = blocked_compare(&prefix, c->a, c->b, scale, COMPARISON_ALPHA, &at);
		if (failure < 0)
			return failure;
		c->looks_done = look + 1;
		*smallest = fmin(*smallest, at.p);
	}
	return STATS_OK;
}

/* NOCHANGE among rivals: the wider interval has to lie inside the margin too. */
static int
check_among_rivals(struct comparison *c, const struct comparison_terms *terms)
{
	struct blocked wide;
	int failure;

	if (c->verdict.kind != VERDICT_NOCHANGE || terms->rivals < 2)
		return STATS_OK;
	failure = blocked_compare(&c->tally->blocks, c->a, c->b, c->blocked.scale,
	    COMPARISON_ALPHA / (double)terms->rivals, &wide);
	if (failure == STATS_OK)
		c->chance = !(wide.attained && wide.lo > -c->margin && wide.hi < c->margin);
	return failure;
}

static void
decide(struct comparison *c, const struct metric *metric, const struct comparison_terms *terms)
{
	struct blocked judged = c->blocked;
	struct verdict_question q = {
		.conf = c->one_each ? 0 : judged.conf,
		.conf_requested = c->conf_requested,
		.margin = c->margin,
		.order_not_controlled = terms->order_not_controlled,
		.too_many_missing = fmax(c->a_missing, c->b_missing) > VERDICT_MISSING_MAX,
		.unfinished = terms->unfinished,
	};

	if (metric->better == BETTER_HIGHER)
		blocked_negate(&judged);
	q.est = judged.est;
	q.lo = judged.lo;
	q.hi = judged.hi;
	/* too few sessions is the more useful thing to hear: their order is then not worth discussing */
	if (c->one_each || (c->tally->unit == UNIT_SESSION && !judged.attained))
		q.order_not_controlled = false;
	c->verdict = verdict_decide(&q);
	c->detectable = NAN;
	if (judged.attained && !c->one_each) {
		size_t fewer = judged.a_count < judged.b_count ? judged.a_count : judged.b_count;

		c->detectable = verdict_detectable(judged.scale, judged.lo, judged.hi, c->margin);
		c->needed = verdict_units_needed(fewer, judged.lo, judged.hi, c->margin);
	}
}

static int
look_beside(struct comparison *c)
{
	const struct blocks *blocks = &c->tally->blocks;
	int failure = contrast_spikes(blocks, c->a, c->b, c->blocked.scale, &c->spikes);

	if (failure == STATS_OK)
		failure = contrast_means(blocks, c->a, c->b, &c->a_mean, &c->b_mean);
	if (failure < 0)
		return failure;
	c->means_disagree = contrast_means_disagree(&c->blocked, c->a_mean, c->b_mean, c->margin);
	failure = contrast_drift(blocks, c->a, c->b, c->blocked.scale, &c->drift_p);
	if (failure == STATS_TOO_FEW) {
		c->drift_p = NAN;
		failure = STATS_OK;
	}
	return failure;
}

static void
without_values(struct comparison *c)
{
	bool missing = fmax(c->a_missing, c->b_missing) > VERDICT_MISSING_MAX;

	c->verdict = (struct verdict){ VERDICT_UNDECIDED, missing ? REASON_FAILURES : REASON_TOO_FEW };
	c->blocked = (struct blocked){ .est = NAN, .lo = NAN, .hi = NAN, .p = 1 };
	c->p = c->p_holm = 1;
	c->detectable = c->drift_p = c->a_mean = c->b_mean = NAN;
}

int
comparison_make(struct comparison *c, const struct tally *t, size_t a, size_t b, const struct metric *metric,
    const struct comparison_terms *terms, struct err *e)
{
	double alpha = terms->looks > 0 ? sequential_alpha(terms->looks, COMPARISON_ALPHA) : COMPARISON_ALPHA;
	enum series_scale scale = blocks_choose_scale(&t->blocks);
	double smallest;
	int failure;

	*c = (struct comparison){
		.a = a,
		.b = b,
		.tally = t,
		.one_each = terms->one_each,
		.conf_requested = 1 - alpha,
		.looks = terms->looks,
		.family = 1,
		.a_median = NAN,
		.b_median = NAN,
		.a_missing = tally_missing_ratio(t, a),
		.b_missing = tally_missing_ratio(t, b),
	};
	blocks_median(&t->blocks, a, &c->a_median);
	blocks_median(&t->blocks, b, &c->b_median);
	failure = blocked_compare(&t->blocks, a, b, scale, alpha, &c->blocked);
	if (failure == STATS_TOO_FEW) {
		without_values(c);
		return 0;
	}
	if (failure < 0)
		return fail(failure, metric, e);
	c->valid = true;
	c->margin = series_margin(scale, terms->delta, c->a_median);
	smallest = c->blocked.p;
	if (terms->looks > 0) {
		failure = look_back(c, scale, &smallest);
		if (failure < 0)
			return fail(failure, metric, e);
	}
	c->p = terms->looks > 0 ? sequential_adjust_p(terms->looks, smallest) : smallest;
	c->p_holm = c->p;
	decide(c, metric, terms);
	failure = check_among_rivals(c, terms);
	if (failure == STATS_OK)
		failure = look_beside(c);
	return failure < 0 ? fail(failure, metric, e) : 0;
}

int
comparison_adjust(struct comparison *const *family, size_t count, struct err *e)
{
	double *p = mem_resize(NULL, count, sizeof(*p));
	size_t n = 0, at = 0;
	int failure;

	for (size_t i = 0; i < count; i++)
		if (family[i]->valid)
			p[n++] = family[i]->p;
	failure = holm_adjust(p, n, p);
	for (size_t i = 0; i < count && failure == STATS_OK; i++) {
		struct comparison *c = family[i];
		bool claim = c->verdict.kind == VERDICT_WIN || c->verdict.kind == VERDICT_LOSS;

		c->family = n;
		if (!c->valid)
			continue;
		c->p_holm = p[at++];
		/* of one alone the interval decides, should they disagree (ties) */
		if (claim && n > 1 && c->p_holm > ORDER_LEVEL(COMPARISON_ALPHA))
			c->chance = true;
	}
	free(p);
	if (failure < 0)
		return err_set(e, ERR_INTERNAL, "cannot adjust for many comparisons: %s", failure_text(failure));
	return 0;
}
