/* A ladder of steps: see ladder.h. */
#include "stats/ladder.h"

#include <math.h>
#include <stdlib.h>

#include "stats/failure.h"
#include "stats/holm.h"
#include "stats/order.h"

void
ladder_release(struct ladder *ladder)
{
	free(ladder->steps);
	ladder->steps = NULL;
	ladder->step_count = 0;
}

static int
compare(const struct blocks *blocks, const struct ladder_options *options, enum series_scale scale,
    size_t a, size_t b, struct blocked *out)
{
	int failure = blocked_compare(blocks, a, b, scale, options->alpha, out);

	if (failure == STATS_OK && options->higher_is_better)
		blocked_negate(out);
	return failure;
}

static struct verdict
decide(const struct blocked *blocked, const struct ladder_options *options, double margin)
{
	return verdict_decide(&(struct verdict_question){
	    .est = blocked->est,
	    .lo = blocked->lo,
	    .hi = blocked->hi,
	    .conf = blocked->conf,
	    .conf_requested = 1 - options->alpha,
	    .margin = margin,
	    .order_not_controlled = options->order_not_controlled,
	    .too_many_missing = options->too_many_missing,
	});
}

static int
climb(const struct blocks *blocks, const struct ladder_options *options, struct ladder *l)
{
	for (size_t j = 0; j < l->step_count; j++) {
		struct ladder_step *s = &l->steps[j];
		int failure = compare(blocks, options, l->scale, j, j + 1, &s->step);

		if (failure == STATS_OK)
			failure = compare(blocks, options, l->scale, 0, j + 1, &s->cumulative);
		if (failure < 0)
			return failure;
		s->verdict = decide(&s->step, options, l->margin);
		l->steps_sum += s->step.est;
	}
	return STATS_OK;
}

/* Takes back the verdicts that chance alone would give somewhere on the ladder. */
static int
adjust(double alpha, struct ladder *l)
{
	double *p = malloc(l->step_count * sizeof(p[0]));
	int failure;

	if (p == NULL)
		return STATS_NO_MEMORY;
	for (size_t j = 0; j < l->step_count; j++)
		p[j] = l->steps[j].step.p;
	failure = holm_adjust(p, l->step_count, p);
	for (size_t j = 0; j < l->step_count && failure == STATS_OK; j++) {
		struct verdict *v = &l->steps[j].verdict;

		l->steps[j].p_holm = p[j];
		if ((v->kind == VERDICT_WIN || v->kind == VERDICT_LOSS) &&
		    p[j] > ORDER_LEVEL(alpha))
			*v = (struct verdict){ VERDICT_UNDECIDED, REASON_NOISE };
	}
	free(p);
	return failure;
}

static void
close_up(const struct ladder_options *options, struct ladder *l)
{
	double half_width = (l->total.hi - l->total.lo) / 2;

	l->total_verdict = decide(&l->total, options, l->margin);
	l->closure = l->steps_sum - l->total.est;
	l->adds_up = fabs(l->closure) <= fmax(l->margin, half_width);
	l->shares_meaningful = l->total_verdict.kind == VERDICT_WIN;
	for (size_t j = 0; j < l->step_count; j++)
		if (!(l->steps[j].step.est < 0))
			l->shares_meaningful = false;
}

int
ladder_compute(const struct blocks *blocks, const struct ladder_options *options,
    struct ladder *out)
{
	struct ladder l = { .scale = blocks_choose_scale(blocks) };
	double median = 0;
	int failure = blocks_check(blocks);

	if (failure == STATS_OK && blocks->variant_count < 2)
		failure = STATS_TOO_FEW;
	if (failure == STATS_OK)
		failure = blocks_median(blocks, 0, &median);
	if (failure < 0)
		return failure;
	l.margin = series_margin(l.scale, options->delta, median);
	l.step_count = blocks->variant_count - 1;
	l.steps = calloc(l.step_count, sizeof(l.steps[0]));
	if (l.steps == NULL)
		return STATS_NO_MEMORY;
	failure = climb(blocks, options, &l);
	if (failure == STATS_OK)
		failure = adjust(options->alpha, &l);
	if (failure == STATS_OK)
		failure = compare(blocks, options, l.scale, 0, l.step_count, &l.total);
	if (failure < 0) {
		ladder_release(&l);
		return failure;
	}
	close_up(options, &l);
	*out = l;
	return STATS_OK;
}
