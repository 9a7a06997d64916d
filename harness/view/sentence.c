/* Verdicts in sentences: see sentence.h. */
#include "view/sentence.h"

#include <math.h>
#include <string.h>

#include "base/units.h"
#include "view/words.h"

/* ------------------------------------------------------------------ differences */

static bool
is_linear(const struct comparison *c)
{
	return c->blocked.scale == SERIES_LINEAR;
}

/* A difference of values in the unit; the values themselves say how fine. */
static struct units_scale
scale_of(const struct comparison *c, const struct metric *m)
{
	double size = fmax(fmax(fabs(c->a_median), fabs(c->b_median)), fmax(fabs(c->blocked.lo), fabs(c->blocked.hi)));

	return units_scale_for(m->unit, size);
}

static void
put_amount(struct buf *out, const struct comparison *c, const struct metric *m, double amount, bool with_sign)
{
	struct units_scale scale = scale_of(c, m);

	if (with_sign)
		words_signed(out, scale.decimals, amount * scale.factor);
	else
		buf_printf(out, "%.*f", scale.decimals, fabs(amount) * scale.factor);
	buf_printf(out, "%s%s", scale.suffix[0] != '\0' ? " " : "", scale.suffix);
}

void
sentence_difference(struct buf *out, const struct comparison *c, const struct metric *m, double est)
{
	if (is_linear(c))
		put_amount(out, c, m, est, true);
	else
		words_percent(out, expm1(est));
}

/* Without its sign: "4.4 %". */
static void
put_size(struct buf *out, const struct comparison *c, const struct metric *m, double est)
{
	struct buf text = BUF_EMPTY;

	if (is_linear(c)) {
		put_amount(out, c, m, est, false);
		return;
	}
	words_percent(&text, expm1(est));
	buf_puts(out, buf_text(&text) + strspn(buf_text(&text), "+-"));
	buf_release(&text);
}

static void
put_range(struct buf *out, const struct comparison *c, const struct metric *m)
{
	struct units_scale scale = scale_of(c, m);

	if (!is_linear(c)) {
		words_percent_range(out, expm1(c->blocked.lo), expm1(c->blocked.hi));
		return;
	}
	words_signed(out, scale.decimals, c->blocked.lo * scale.factor);
	buf_puts(out, " .. ");
	put_amount(out, c, m, c->blocked.hi, true);
}

/* The threshold: "1 %", on the linear scale "0.012 s (1 % of old)". */
static void
put_threshold(struct buf *out, const struct comparison *c, const struct sentence_case *w)
{
	if (!is_linear(c)) {
		words_threshold(out, w->delta);
		return;
	}
	put_amount(out, c, w->metric, c->margin, false);
	buf_puts(out, " (");
	words_threshold(out, w->delta);
	buf_printf(out, " of %s)", w->a);
}

/* ------------------------------------------------------------------ verdicts */

/* "8 trials each", "8 and 7 trials". */
static void
put_units(struct buf *out, size_t a, size_t b, enum unit unit)
{
	if (a == b) {
		words_count(out, a, words_unit(unit));
		buf_puts(out, " each");
		return;
	}
	buf_printf(out, "%zu and ", a);
	words_count(out, b, words_unit(unit));
}

/* "time -5.0 %", "tps +3.1 %". */
static void
put_change(struct buf *out, const struct comparison *c, const struct sentence_case *w)
{
	buf_printf(out, "%s ", words_is_time(w->metric) ? "time" : w->metric->name);
	sentence_difference(out, c, w->metric, c->blocked.est);
}

static void
say_claim(struct buf *out, const struct comparison *c, const struct sentence_case *w, bool interval)
{
	buf_printf(out, "%s is %s: ", w->b, words_direction(w->metric, c->blocked.est));
	put_change(out, c, w);
	if (interval) {
		buf_puts(out, " (");
		words_confidence(out, c->conf_requested);
		buf_puts(out, " % interval ");
		put_range(out, c, w->metric);
		buf_putc(out, ')');
	}
	if (c->below_floor) {
		buf_puts(out, ", less than the noise floor of ");
		words_floor(out, c->floor);
	}
	/* how real it is shows only among all comparisons: the mark behind it says so */
	if (c->chance)
		return;
	buf_putc(out, '.');
	if (c->margin <= 0) {
		buf_puts(out, " Real.");
		return;
	}
	buf_puts(out, c->verdict.reason == REASON_PROVEN ? " Real, and at least the " :
	    " Real; probably, but not certainly, at least ");
	put_threshold(out, c, w);
	buf_puts(out, c->verdict.reason == REASON_PROVEN ? " you asked for." : ".");
}

static void
say_no_change(struct buf *out, const struct comparison *c, const struct sentence_case *w)
{
	if (c->verdict.reason == REASON_EQUIVALENT) {
		buf_puts(out, "no change: any difference is below ");
		put_threshold(out, c, w);
	} else {
		buf_printf(out, "no change that matters: %s is %s, but by less than ", w->b,
		    words_direction(w->metric, c->blocked.est));
		put_threshold(out, c, w);
	}
	buf_puts(out, " (");
	put_range(out, c, w->metric);
	buf_puts(out, ").");
}

/* "about 167 trials each would settle 1 %", or that nobody has so much patience; `it` instead of the threshold, if not NULL. */
static void
say_needed(struct buf *out, const struct comparison *c, const struct sentence_case *w, bool sentence, const char *it)
{
	enum { NEEDED_MOST = 1000 };
	size_t done = c->blocked.a_count < c->blocked.b_count ? c->blocked.a_count : c->blocked.b_count;
	bool out_of_reach = c->needed > NEEDED_MOST;

	/* a number that is there already settles nothing: the difference is too close to the threshold */
	if (c->needed <= done)
		return;
	buf_puts(out, sentence ? " " : "; ");
	if (out_of_reach)
		buf_puts(out, sentence ? "Settling " : "settling ");
	else {
		buf_puts(out, sentence ? "About " : "about ");
		words_count(out, c->needed, words_unit(c->tally->unit));
		buf_puts(out, " each would settle ");
	}
	if (it != NULL)
		buf_puts(out, it);
	else
		put_threshold(out, c, w);
	if (out_of_reach)
		buf_printf(out, " is out of reach here: lower the noise (harness doctor), or ask for %s --threshold",
		    it != NULL ? "another" : "a larger");
	if (sentence)
		buf_putc(out, '.');
}

static void
say_noise(struct buf *out, const struct comparison *c, const struct sentence_case *w)
{
	const struct metric *m = w->metric;

	if (c->margin <= 0 && c->blocked.lo >= 0 && c->blocked.hi <= 0) {
		buf_puts(out, "undecided: nothing but equal values");
		buf_puts(out, is_linear(c) ? "; too small for this clock or CPU accounting." :
		    ", and no difference is too small for a threshold of 0.");
		return;
	}
	buf_printf(out, "undecided: %s may be ", w->b);
	put_size(out, c, m, c->blocked.lo);
	buf_printf(out, " %s or ", words_direction(m, -1));
	put_size(out, c, m, c->blocked.hi);
	buf_printf(out, " %s. This experiment (", words_direction(m, 1));
	put_units(out, c->blocked.a_count, c->blocked.b_count, c->tally->unit);
	buf_puts(out, ") sees changes of about ");
	put_size(out, c, m, is_linear(c) ? c->detectable : log1p(c->detectable));
	buf_puts(out, " or more");
	say_needed(out, c, w, false, NULL);
	buf_putc(out, '.');
}

static void
say_near_threshold(struct buf *out, const struct comparison *c, const struct sentence_case *w)
{
	const struct blocked *x = &c->blocked;
	bool less = x->est < 0;
	struct buf small = BUF_EMPTY;

	buf_printf(out, "%s is %s, by ", w->b, words_direction(w->metric, x->est));
	put_size(&small, c, w->metric, less ? x->hi : x->lo);
	if (!is_linear(c))
		small.text[strcspn(small.text, " ")] = '\0';
	buf_printf(out, "%s .. ", buf_text(&small));
	put_size(out, c, w->metric, less ? x->lo : x->hi);
	buf_puts(out, "; undecided whether that is ");
	put_threshold(out, c, w);
	buf_putc(out, '.');
	say_needed(out, c, w, true, "it");
	buf_release(&small);
}

/* The fewest units of each side whose ranks can give the confidence: 2 / C(2n, n) <= alpha. */
static unsigned
least_units(double conf)
{
	double subsets = 1;
	unsigned n = 0;

	while (2 / subsets > (1 - conf) * (1 + 1e-9) && n < 100) {
		n++;
		subsets *= (double)(2 * n) * (double)(2 * n - 1) / ((double)n * (double)n);
	}
	return n;
}

/* ". If boots did not differ: -12.1 %." */
static void
say_if(struct buf *out, const struct comparison *c, const struct sentence_case *w, const char *condition)
{
	buf_printf(out, " %s: ", condition);
	sentence_difference(out, c, w->metric, c->blocked.est);
	buf_putc(out, '.');
}

static void
say_too_few(struct buf *out, const struct comparison *c, const struct sentence_case *w)
{
	enum unit unit = c->tally->unit;
	size_t a = c->blocked.a_count, b = c->blocked.b_count;

	if (c->one_each) {
		buf_puts(out, "undecided: one boot each, boots were not compared.");
		if (c->valid)
			say_if(out, c, w, "If boots did not differ");
		return;
	}
	if (!c->valid) {
		const struct tally *t = c->tally;
		bool neither = tally_known(t, c->a) == 0 && tally_known(t, c->b) == 0;

		if (tally_known(t, c->a) > 0 && tally_known(t, c->b) > 0)
			buf_printf(out, "undecided: %s and %s have no block in common.", w->a, w->b);
		else
			buf_printf(out, "undecided: no values of %s%s%s.", tally_known(t, c->a) == 0 ? w->a : w->b,
			    neither ? " and " : "", neither ? w->b : "");
		return;
	}
	buf_puts(out, "undecided: ");
	put_units(out, a, b, unit);
	buf_puts(out, a == 1 && b == 1 ? " allows " : " allow ");
	if (c->blocked.conf > 0) {
		buf_puts(out, "only a ");
		words_confidence(out, c->blocked.conf);
		buf_puts(out, " % interval (");
		put_range(out, c, w->metric);
		buf_putc(out, ')');
	} else
		buf_puts(out, "no interval");
	if (least_units(c->conf_requested) > (a < b ? a : b))
		buf_printf(out, ". Needs at least %u each.", least_units(c->conf_requested));
	else
		buf_puts(out, ". Needs more in each block.");
}

static void
say_failures(struct buf *out, const struct comparison *c, const struct sentence_case *w)
{
	size_t side = c->a_missing >= c->b_missing ? c->a : c->b;
	const struct tally_side *x = &c->tally->sides[side];

	size_t missing = x->failed > 0 ? x->failed : x->unknown;

	buf_printf(out, "undecided: %zu of ", missing);
	words_count(out, x->trials, "trial");
	buf_printf(out, " of %s %s.", side == c->a ? w->a : w->b,
	    x->failed > 0 ? "failed" : missing == 1 ? "has no value" : "have no value");
}

static void
say_order(struct buf *out, const struct comparison *c, const struct sentence_case *w)
{
	if (c->tally->unit == UNIT_SESSION)
		buf_printf(out, "undecided: the order of the boots of %s and %s was not drawn at random, as by 'harness series'; drift could "
		    "explain the difference.", w->a, w->b);
	else
		buf_printf(out, "undecided: the %ss of %s and %s were not interleaved; drift could explain the difference.",
		    words_unit(c->tally->unit), w->a, w->b);
	if (c->valid)
		say_if(out, c, w, "Without drift");
}

static void
say_unfinished(struct buf *out, const struct comparison *c, const struct sentence_case *w)
{
	buf_puts(out, "undecided: boots of the series are still to come, and looking early finds what is not there.");
	say_if(out, c, w, "As it stands");
}

void
sentence_verdict(struct buf *out, const struct comparison *c, const struct sentence_case *w, bool interval)
{
	switch (c->verdict.reason) {
	case REASON_PROVEN:
	case REASON_LIKELY_SIZE:
		say_claim(out, c, w, interval);
		break;
	case REASON_EQUIVALENT:
	case REASON_REAL_BUT_SMALL:
		say_no_change(out, c, w);
		break;
	case REASON_NOISE:
		say_noise(out, c, w);
		break;
	case REASON_FASTER_NEAR_THRESHOLD:
	case REASON_SLOWER_NEAR_THRESHOLD:
		say_near_threshold(out, c, w);
		break;
	case REASON_TOO_FEW:
		say_too_few(out, c, w);
		break;
	case REASON_UNFINISHED:
		say_unfinished(out, c, w);
		break;
	case REASON_FAILURES:
		say_failures(out, c, w);
		break;
	case REASON_ORDER_NOT_CONTROLLED:
		say_order(out, c, w);
		break;
	}
	if (c->chance)
		buf_puts(out, " ?");
}

/* The verdict is about better and worse; back to less and more. */
static double
direction_of(const struct verdict *v, const struct metric *m)
{
	double better = m->better == BETTER_HIGHER ? 1 : -1;

	return v->kind == VERDICT_WIN ? better : -better;
}

void
sentence_short(struct buf *out, const struct verdict *v, bool chance, const struct metric *m, const char *b)
{
	switch (v->kind) {
	case VERDICT_WIN:
	case VERDICT_LOSS:
		buf_printf(out, "%s is %s", b, words_direction(m, direction_of(v, m)));
		break;
	case VERDICT_NOCHANGE:
		buf_puts(out, v->reason == REASON_EQUIVALENT ? "no change" : "no change that matters");
		break;
	case VERDICT_UNDECIDED:
		buf_puts(out, "undecided");
		break;
	}
	if (chance)
		buf_puts(out, " ?");
}

void
sentence_below_floor(struct buf *out)
{
	buf_puts(out, " (less than the noise floor)");
}

void
sentence_beside(struct buf *out, const struct comparison *c, const struct sentence_case *w)
{
	const struct contrast_spikes *s = &c->spikes;
	bool b_more = s->b_spikes * s->a_count > s->a_spikes * s->b_count;

	if (!c->valid)
		return;
	/* half of a side and more are no outliers: they are the difference itself */
	if (s->p <= COMPARISON_SPIKES_P && 2 * s->a_spikes < s->a_count && 2 * s->b_spikes < s->b_count)
		buf_printf(out, "%s: %s has more %s outliers (%zu of %zu against %zu of %zu)\n", w->metric->name,
		    b_more ? w->b : w->a, words_slow_or_fast(w->metric, true), b_more ? s->b_spikes : s->a_spikes,
		    b_more ? s->b_count : s->a_count, b_more ? s->a_spikes : s->b_spikes,
		    b_more ? s->a_count : s->b_count);
	if (c->means_disagree) {
		buf_printf(out, "%s: the means say the opposite (", w->metric->name);
		sentence_difference(out, c, w->metric,
		    is_linear(c) ? c->b_mean - c->a_mean : log(c->b_mean / c->a_mean));
		buf_printf(out, "): the typical %s and the rare slow ones differ\n", words_unit(c->tally->unit));
	}
	if (c->drift_p < COMPARISON_DRIFT_P)
		buf_printf(out, "%s: the difference itself changed during the experiment\n", w->metric->name);
}
