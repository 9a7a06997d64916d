/* What is odd about a series, in sentences: see oddity.h. */
#include "view/oddity.h"

#include <math.h>
#include <stdint.h>
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
		buf_printf(out, ", while the whole machine (heartbeat) was %.2g %% slower", 100 * o->extent);
		break;
	case CAUSE_UNKNOWN:
		break;
	}
}

/* A time of 0 is less than a tick of the clock, and no fast trial. */
static bool
is_told(const struct digest *d, const struct metric *m, const struct digest_outlier *o, bool high)
{
	double value = d->values[o->index];

	return (value > d->summary.median) == high && (high || value > 0 || strcmp(m->unit, "s") != 0);
}

/* One by one: " (+17.9 %, +24.9 %)". */
static void
say_each(struct buf *out, const struct digest *d, const struct metric *m, bool high, bool causes)
{
	size_t shown = 0;

	for (size_t i = 0; i < d->noutliers; i++) {
		const struct digest_outlier *o = &d->outliers[i];

		if (!is_told(d, m, o, high) || !isfinite(o->ratio))
			continue;
		buf_puts(out, shown == 0 ? " (" : causes ? "; " : ", ");
		words_percent(out, o->ratio);
		say_cause(out, o);
		shown++;
	}
	buf_puts(out, shown > 0 ? ")" : "");
}

/* "+97 %", below 10 % with a decimal. */
static void
put_rough_percent(struct buf *out, double ratio)
{
	if (fabs(ratio) >= 0.0995)
		buf_printf(out, "%+.0f %%", 100 * ratio);
	else
		words_percent(out, ratio);
}

/* All together: " (+97 % to +719 %; during 9 of them the whole machine (heartbeat) was slower)". */
static void
say_range(struct buf *out, const struct digest *d, const struct metric *m, bool high)
{
	static const struct {
		enum cause cause;
		const char *what;
	} causes[] = {
		{ CAUSE_HOST, "the whole machine (heartbeat) was slower" },
		{ CAUSE_STEAL, "the host took CPU away" },
		{ CAUSE_OTHERS, "other processes used CPU" },
		{ CAUSE_INTERRUPTS, "interrupts took CPU" },
	};
	double least = INFINITY, most = 0;
	size_t counts[CAUSE_HOST + 1] = { 0 };
	const char *before = " (";

	for (size_t i = 0; i < d->noutliers; i++) {
		const struct digest_outlier *o = &d->outliers[i];

		if (!is_told(d, m, o, high))
			continue;
		counts[o->cause]++;
		if (isfinite(o->ratio)) {
			least = fabs(o->ratio) < fabs(least) ? o->ratio : least;
			most = fabs(o->ratio) > fabs(most) ? o->ratio : most;
		}
	}
	if (isfinite(least)) {
		buf_puts(out, before);
		put_rough_percent(out, least);
		buf_puts(out, " to ");
		put_rough_percent(out, most);
		before = "; ";
	}
	for (size_t i = 0; i < sizeof(causes) / sizeof(causes[0]); i++)
		if (counts[causes[i].cause] > 0) {
			buf_printf(out, "%sduring %zu of them %s", before, counts[causes[i].cause], causes[i].what);
			before = ", ";
		}
	buf_puts(out, strcmp(before, " (") != 0 ? ")" : "");
}

static void
say_outliers(struct buf *out, const struct digest *d, const struct metric *m, enum unit unit, bool high,
    const char *who)
{
	enum { SINGLY_MAX = 3 };
	size_t count = 0;
	bool causes = false;

	for (size_t i = 0; i < d->noutliers; i++) {
		bool ours = is_told(d, m, &d->outliers[i], high);

		count += ours;
		causes = causes || (ours && d->outliers[i].cause != CAUSE_UNKNOWN);
	}
	if (count == 0)
		return;
	buf_printf(out, "%s: %zu of ", who, count);
	words_count(out, d->count, words_unit(unit));
	buf_printf(out, " %s %s outlier%s", count == 1 ? "was a" : "were", words_slow_or_fast(m, high),
	    count == 1 ? "" : "s");
	if (count > SINGLY_MAX)
		say_range(out, d, m, high);
	else
		say_each(out, d, m, high, causes);
	buf_putc(out, '\n');
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
	/* of values that are few and far between nothing else is worth saying */
	if (d->flags.mask & FLAG_COARSE)
		return;
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

/* ------------------------------------------------------------------ clocks */

bool
oddity_is_coarse(const struct finding *f)
{
	for (size_t i = 0; i < f->tally.nsides && strcmp(f->metric->unit, "s") == 0; i++)
		if (f->digests[i].count > 0 && (f->digests[i].flags.mask & FLAG_COARSE) != 0)
			return true;
	return false;
}

/* Whether the time is one of a CPU, which a kernel may look at by its ticks only. */
static bool
is_cpu_time(const struct metric *m)
{
	static const char *const names[] = { "user", "sys", "cpu", "steal", "outside" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t length = strlen(names[i]);

		if (strncmp(m->name, names[i], length) == 0 && (m->name[length] == '\0' || m->name[length] == '.'))
			return true;
	}
	return false;
}

static bool
was_named(const struct judgement *j, size_t finding)
{
	for (size_t i = 0; i < finding; i++)
		if ((j->findings[i].headline || j->findings[i].primary) && oddity_is_coarse(&j->findings[i]) &&
		    j->findings[i].metric == j->findings[finding].metric)
			return true;
	return false;
}

void
oddity_coarse_line(struct buf *out, const struct judgement *j)
{
	size_t least = SIZE_MAX, most = 0, fewest = SIZE_MAX, count = 0, names = 0;
	enum unit unit = UNIT_TRIAL;
	bool cpu = true;

	for (size_t i = 0; i < j->nfindings; i++) {
		const struct finding *f = &j->findings[i];

		if ((!f->headline && !f->primary) || !oddity_is_coarse(f))
			continue;
		if (!was_named(j, i))
			buf_printf(out, "%s%s", names++ > 0 ? ", " : "", f->metric->name);
		cpu = cpu && is_cpu_time(f->metric);
		unit = finding_tally(f)->unit;
		for (size_t k = 0; k < j->sides.count; k++) {
			const struct digest *d = &f->digests[k];

			if (d->count == 0 || (d->flags.mask & FLAG_COARSE) == 0)
				continue;
			least = d->flags.distinct_count < least ? d->flags.distinct_count : least;
			most = d->flags.distinct_count > most ? d->flags.distinct_count : most;
			fewest = d->count < fewest ? d->count : fewest;
			count = d->count > count ? d->count : count;
		}
	}
	if (names == 0)
		return;
	buf_puts(out, ": only ");
	words_span(out, least, most, "different value");
	buf_puts(out, " in ");
	words_span(out, fewest, count, words_unit(unit));
	buf_printf(out, ": %s, too coarse for so short a %s\n", cpu ? "CPU time is sampled in ticks" : "the clock goes by steps",
	    words_unit(UNIT_TRIAL));
}
