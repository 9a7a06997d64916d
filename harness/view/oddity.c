/* What is odd about a series, in sentences: see oddity.h. */
#include "view/oddity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "stats/order.h"
#include "view/words.h"

static void
say_cause(struct buf *out, const struct digest_outlier *o)
{
	switch (o->cause) {
	case CAUSE_STEAL:
		buf_printf(out, ", while the host took %.2g s of CPU away", o->extent);
		break;
	case CAUSE_OTHERS:
		buf_printf(out, ", while other processes used %.2g s of CPU", o->extent);
		break;
	case CAUSE_INTERRUPTS:
		buf_printf(out, ", while interrupts took %.2g s of CPU", o->extent);
		break;
	case CAUSE_HOST:
		buf_printf(out, ", while the whole machine was %.2g %% slower", 100 * o->extent);
		break;
	case CAUSE_UNKNOWN:
		break;
	}
}

static void
say_outliers(struct buf *out, const struct digest *d, const struct metric *m, enum unit unit, bool high,
    const char *who)
{
	enum { SHOWN_MAX = 4 };
	size_t count = 0, shown = 0;
	bool causes = false;

	for (size_t i = 0; i < d->noutliers; i++) {
		bool ours = (d->values[d->outliers[i].index] > d->summary.median) == high;

		count += ours;
		causes = causes || (ours && d->outliers[i].cause != CAUSE_UNKNOWN);
	}
	if (count == 0)
		return;
	buf_printf(out, "%s: %zu of ", who, count);
	words_count(out, d->count, words_unit(unit));
	buf_printf(out, " %s %s outlier%s", count == 1 ? "was a" : "were", words_slow_or_fast(m, high),
	    count == 1 ? "" : "s");
	for (size_t i = 0; i < d->noutliers && isfinite(d->outliers[i].ratio); i++) {
		const struct digest_outlier *o = &d->outliers[i];

		if ((d->values[o->index] > d->summary.median) != high || shown == SHOWN_MAX)
			continue;
		buf_puts(out, shown == 0 ? " (" : causes ? "; " : ", ");
		words_percent(out, o->ratio);
		say_cause(out, o);
		shown++;
	}
	if (count > SHOWN_MAX && shown > 0)
		buf_printf(out, " and %zu more", count - shown);
	buf_puts(out, shown > 0 ? ")\n" : "\n");
}

static void
put_median(struct buf *out, const double *values, size_t count, const struct metric *m, double size)
{
	double *copy = mem_resize(NULL, count, sizeof(*copy));
	char text[64];

	memcpy(copy, values, count * sizeof(*copy));
	units_format(text, sizeof(text), order_median_of(copy, count), units_scale_for(m->unit, size));
	buf_puts(out, text);
	free(copy);
}

/* "2 speed levels (10.10 s, then 10.60 s from trial 6 on)" */
static void
say_levels(struct buf *out, const struct digest *d, const struct metric *m, enum unit unit, const char *who)
{
	const struct steady *s = &d->flags.steady;
	size_t start = s->start;

	if (s->kind == STEADY_ALL || start == 0 || start >= d->count)
		return;
	buf_printf(out, "%s: %zu %slevels (", who, s->segment_count, strcmp(m->unit, "s") == 0 ? "speed " : "");
	if (s->segment_count == 2) {
		put_median(out, d->values, start, m, d->summary.median);
		buf_puts(out, ", then ");
	} else
		buf_puts(out, "the last, ");
	put_median(out, d->values + start, d->count - start, m, d->summary.median);
	buf_printf(out, "%s from %s %zu on)", s->segment_count == 2 ? "" : ",", words_unit(unit), start + 1);
	if (d->flags.mask & FLAG_WARMUP)
		buf_printf(out, "; use %s--warmup", d->warmups > 0 ? "a larger " : "");
	buf_puts(out, d->flags.mask & FLAG_NOT_STEADY ? "; not steady\n" : "\n");
}

void
oddity_lines(struct buf *out, const struct digest *d, const struct metric *m, enum unit unit, const char *who)
{
	const char *noun = words_unit(unit);

	if (d->count == 0)
		return;
	/* of values that are steps of a clock nothing else is worth saying */
	if (d->flags.mask & FLAG_COARSE) {
		buf_printf(out, "%s: only ", who);
		words_count(out, d->flags.distinct_count, "different value");
		buf_printf(out, " in %zu %ss: the clock or CPU accounting is too coarse\n", d->count, noun);
		return;
	}
	say_outliers(out, d, m, unit, true, who);
	say_outliers(out, d, m, unit, false, who);
	if ((d->flags.mask & FLAG_COLD_FIRST) && d->flags.steady.kind == STEADY_ALL)
		buf_printf(out, "%s: the first %s was cold; use %s--warmup\n", who, noun,
		    d->warmups > 0 ? "a larger " : "");
	if (d->flags.mask & FLAG_TREND) {
		buf_printf(out, "%s: drifted by ", who);
		words_percent(out, d->flags.drift_ratio);
		buf_puts(out, " during the measurement\n");
	}
	if (d->flags.mask & FLAG_AUTOCORR)
		buf_printf(out, "%s: %ss depend on each other: %zu %ss are worth about %.0f\n", who, noun, d->count,
		    noun, d->summary.n_eff);
	say_levels(out, d, m, unit, who);
}
