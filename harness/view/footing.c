/* Below the tables: how much was measured, what was odd about it, and what readers of the figures should know. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "judge/stopping.h"
#include "view/layout.h"
#include "view/oddity.h"
#include "view/show.h"

/* More remarks than these are counted, not shown. */
enum { REMARKS_MAX = 12, NOTES_MAX = 12 };

/* A ratio that is this far from that of the two medians beside it is explained, and one of the other direction that shows. */
#define MEDIANS_DIFFER 0.02
#define MEDIANS_SEEN 0.0005

/* ------------------------------------------------------------------ how much */

/* Smallest and largest count over all arms that were tried. */
struct counts {
	size_t trials_least, trials_most, warmups_least, warmups_most, units_least, units_most, values_least;
	size_t valued_least, valued_most;	/* trials that have a value */
	size_t failed;
};

static void
widen(size_t *least, size_t *most, size_t x)
{
	if (x < *least)
		*least = x;
	if (x > *most)
		*most = x;
}

static struct counts
count(const struct judgement *j)
{
	struct counts c = { SIZE_MAX, 0, SIZE_MAX, 0, SIZE_MAX, 0, SIZE_MAX, SIZE_MAX, 0, 0 };
	const struct finding *f;
	size_t at = 0;

	while ((f = judgement_next_primary(j, &at)) != NULL)
		for (size_t i = 0; i < j->sides.count; i++) {
			const struct tally_side *side = &f->tally.sides[i];

			widen(&c.trials_least, &c.trials_most, side->trials);
			widen(&c.warmups_least, &c.warmups_most, side->warmups);
			widen(&c.units_least, &c.units_most, side->count);
			if (f->digests[i].count < c.values_least)
				c.values_least = f->digests[i].count;
			widen(&c.valued_least, &c.valued_most, side->trials - side->failed - side->unknown);
			c.failed += side->failed;
		}
	return c;
}

static void
put_counts(const struct judgement *j, const struct counts *c, struct buf *out)
{
	bool each = j->sides.count * j->sides.npoints > 1;
	enum unit unit = j->sides.count > 1 ? j->sides.unit : UNIT_TRIAL;

	if (unit != UNIT_TRIAL) {
		words_span(out, c->units_least, c->units_most, words_unit(unit));
		buf_puts(out, " each, ");
	}
	words_span(out, c->trials_least, c->trials_most, "trial");
	if (each)
		buf_puts(out, " of each");
	if (c->warmups_most > 0) {
		buf_puts(out, " after ");
		words_span(out, c->warmups_least, c->warmups_most, "warm-up");
	}
	if (c->failed == 0)
		return;
	buf_printf(out, ", %zu failed: ", c->failed);
	if (c->valued_most == 0) {
		buf_puts(out, "none has a value");
		return;
	}
	if (c->valued_least < c->valued_most)
		buf_printf(out, "%zu to ", c->valued_least);
	buf_printf(out, "%zu%s %s a value", c->valued_most, each ? " of each" : "",
	    c->valued_most == 1 ? "has" : "have");
}

/* Flags of the headline metrics of all sides together, without those that are too coarse to have any. */
static unsigned
all_flags(const struct judgement *j)
{
	unsigned mask = 0;

	for (size_t i = 0; i < j->nfindings; i++) {
		if ((!j->findings[i].headline && !j->findings[i].primary) || oddity_is_coarse(&j->findings[i]))
			continue;
		for (size_t k = 0; k < j->sides.count; k++) {
			unsigned own = j->findings[i].digests[k].flags.mask;

			if ((own & FLAG_COARSE) == 0)
				mask |= own;
		}
	}
	return mask;
}

static void
show_counts(const struct judgement *j, const struct show_options *o, struct buf *out)
{
	const unsigned moved = FLAG_TREND | FLAG_SHIFT | FLAG_NOT_STEADY | FLAG_WARMUP | FLAG_SLOWDOWN;
	struct counts c = count(j);
	unsigned mask = all_flags(j);

	if (c.trials_least == SIZE_MAX)
		return;
	put_counts(j, &c, out);
	if (c.values_least >= 8 && (mask & moved) == 0)
		buf_puts(out, ", no drift");
	if (c.values_least >= 5 && (mask & (FLAG_SPIKES | FLAG_FAST)) == 0)
		buf_puts(out, ", no outliers");
	if (c.values_least == 1 && c.trials_most == 1)
		buf_puts(out, ": no statement about noise");
	buf_puts(out, ".");
	if (o->saved != NULL)
		buf_printf(out, " Saved %s", o->saved);
	buf_putc(out, '\n');
}

/* ------------------------------------------------------------------ what was odd */

static char *
who(const struct judgement *j, const struct finding *f, const char *side)
{
	const char *point = j->sides.npoints > 1 ? j->sides.points[f->point] : "";

	return mem_printf("%s%s%s%s%s%s", f->metric->name, side[0] != '\0' ? " of " : "", side,
	    point[0] != '\0' ? " (" : "", point, point[0] != '\0' ? ")" : "");
}

static void
collect_flags(const struct judgement *j, const struct finding *f, struct buf *remarks)
{
	for (size_t i = 0; i < j->sides.count; i++) {
		char *name = who(j, f, j->sides.count > 1 ? j->sides.list[i].name : "");

		oddity_lines(remarks, &f->digests[i], f->metric, finding_tally(f)->unit, name);
		free(name);
	}
}

static void
collect_beside(const struct judgement *j, const struct finding *f, struct buf *remarks)
{
	for (size_t k = 0; k < f->ncomparisons; k++) {
		struct comparison told = f->comparisons[k], *c = &told;
		struct sentence_case w = layout_case(j, f, c);
		struct metric named = *f->metric;
		char *name = who(j, f, j->sides.count > 2 ? w.b : "");

		named.name = name;
		w.metric = &named;
		if (oddity_is_coarse(f))
			c->spikes.p = 1;	/* steps of a clock */
		sentence_beside(remarks, c, &w);
		free(name);
	}
}

/* Line by line, as far as they are not too many. */
static void
show_lines(const char *text, size_t most, const char *noun, struct buf *out)
{
	size_t lines = 0;

	for (const char *end; (end = strchr(text, '\n')) != NULL; text = end + 1)
		if (++lines <= most)
			buf_printf(out, "  %.*s\n", (int)(end - text), text);
	if (lines > most) {
		buf_puts(out, "  ... and ");
		words_count(out, lines - most, noun);
		buf_puts(out, " more (--json has all)\n");
	}
}

static void
show_remarks(const struct judgement *j, struct buf *out)
{
	struct buf remarks = BUF_EMPTY;

	oddity_coarse_line(&remarks, j);
	for (size_t i = 0; i < j->nfindings; i++) {
		if (!j->findings[i].headline && !j->findings[i].primary)
			continue;
		if (!oddity_is_coarse(&j->findings[i]))
			collect_flags(j, &j->findings[i], &remarks);
		collect_beside(j, &j->findings[i], &remarks);
	}
	show_lines(buf_text(&remarks), REMARKS_MAX, "remark", out);
	buf_release(&remarks);
}

/* ------------------------------------------------------------------ how to read the verdicts */

/* For tables that leave the reason of "undecided" to this place; true when there was one. */
static bool
show_reasons(const struct judgement *j, struct buf *out)
{
	bool one_each = false, order = false, unfinished = false;

	if (j->sides.count < 3 || j->options.ladder)
		return false;
	for (size_t i = 0; i < j->nfindings; i++) {
		const struct finding *f = &j->findings[i];

		one_each = one_each || f->one_each;
		for (size_t k = 0; k < f->ncomparisons; k++) {
			order = order || f->comparisons[k].verdict.reason == REASON_ORDER_NOT_CONTROLLED;
			unfinished = unfinished || f->comparisons[k].verdict.reason == REASON_UNFINISHED;
		}
	}
	if (one_each)
		buf_puts(out, "  undecided: one boot each, boots were not compared; "
		    "the figures hold if boots do not differ\n");
	if (order)
		buf_printf(out, "  undecided: the %ss were not interleaved; drift could explain the differences\n",
		    words_unit(j->sides.unit));
	if (unfinished)
		buf_puts(out, "  undecided: boots of the series are still to come, and looking early finds what is not there\n");
	return one_each || order || unfinished;
}

/* Verdicts of the primary metric, counted; chance ones are not. */
static void
show_tally(const struct judgement *j, struct buf *out)
{
	size_t counts[4] = { 0, 0, 0, 0 }, all = 0, chance = 0, family = 0, other_family = 0;

	for (size_t i = 0; i < j->nfindings && !j->options.ladder; i++)
		for (size_t k = 0; k < j->findings[i].ncomparisons; k++) {
			const struct comparison *c = &j->findings[i].comparisons[k];

			chance += c->chance;
			if (c->chance && j->findings[i].primary)
				family = c->family;
			else if (c->chance)
				other_family = c->family;
			if (!j->findings[i].primary)
				continue;
			all++;
			counts[c->chance ? VERDICT_UNDECIDED : c->verdict.kind]++;
		}
	if (all > 2)
		buf_printf(out, "  %zu comparisons: %zu better, %zu worse, %zu without change, %zu undecided\n", all,
		    counts[VERDICT_WIN], counts[VERDICT_LOSS], counts[VERDICT_NOCHANGE], counts[VERDICT_UNDECIDED]);
	if (chance > 0)
		buf_printf(out, "  ?  1 of %zu comparisons; may be chance\n",
		    family > other_family ? family : other_family);
	if (all > 1 && j->sides.count > 2)
		buf_puts(out, "  each interval holds for itself, the ranks and verdicts for all together\n");
}

/* "noise floor of this machine: 1.8 % with 8 trials each (doctor, 2 days ago)" */
static void
show_noise(const struct judgement *j, struct buf *out)
{
	const struct noise *n = &j->noise;

	if (!isfinite(n->ratio))
		return;
	buf_puts(out, n->several ? "  largest noise floor: " : "  noise floor of this machine: ");
	words_floor(out, n->ratio);
	if (n->trials != UINT64_MAX) {
		buf_puts(out, " with ");
		words_count(out, n->trials, "trial");
		buf_puts(out, " each");
	}
	buf_puts(out, " (doctor");
	if (n->age_s >= 0) {
		buf_puts(out, ", ");
		words_age(out, n->age_s);
	}
	buf_puts(out, ")\n");
}

/* Whether the tables show a comparison's ratio or difference beside the two medians. */
static bool
is_shown(const struct judgement *j, const struct finding *f, const struct comparison *c)
{
	if (!c->valid || f->digests[c->a].count == 0 || f->digests[c->b].count == 0)
		return false;
	if (f->primary || j->sides.count == 2 || j->options.ladder)
		return true;
	return c->a == 0 && !c->chance && (c->verdict.kind == VERDICT_WIN || c->verdict.kind == VERDICT_LOSS);
}

/* Whether a reader who divides the medians, or subtracts them, gets something else, so that it can be seen. */
static bool
contradicts(const struct finding *f, const struct comparison *c)
{
	double a = f->digests[c->a].summary.median, b = f->digests[c->b].summary.median, est = c->blocked.est, own;

	if (c->blocked.scale == SERIES_LOG)
		own = log(b / a);
	else {
		double size = fmax(fabs(a), fabs(b));

		own = size > 0 ? (b - a) / size : 0;
		est = size > 0 ? est / size : est;
	}
	return fabs(own - est) > log1p(MEDIANS_DIFFER) ||
	    (own * est < 0 && fmin(fabs(own), fabs(est)) >= MEDIANS_SEEN);
}

static void
show_medians_differ(const struct judgement *j, struct buf *out)
{
	bool ratios = false, differences = false;

	for (size_t i = 0; i < j->nfindings; i++)
		for (size_t k = 0; k < j->findings[i].ncomparisons; k++) {
			const struct comparison *c = &j->findings[i].comparisons[k];

			if (!is_shown(j, &j->findings[i], c) || !contradicts(&j->findings[i], c))
				continue;
			ratios = ratios || c->blocked.scale == SERIES_LOG;
			differences = differences || c->blocked.scale == SERIES_LINEAR;
		}
	if (ratios)
		buf_puts(out, "  ratios are medians of comparisons inside blocks, not ratios of the two medians\n");
	else if (differences)
		buf_puts(out, "  differences are medians of comparisons inside blocks, not differences of the two medians\n");
}

static void
show_terms(const struct judgement *j, struct buf *out)
{
	show_medians_differ(j, out);
	if (j->sides.remarks != NULL)
		buf_printf(out, "  also %s\n", j->sides.remarks);
	show_noise(j, out);
	if (j->looks > 1)
		buf_printf(out, "  intervals are 95 %%, adjusted for up to %u looks\n", j->looks);
	if (j->options.force && (j->sides.differences != NULL || j->sides.sequential))
		buf_printf(out, "  forced: %s%s%s\n", j->sides.differences != NULL ? j->sides.differences : "",
		    j->sides.differences != NULL && j->sides.sequential ? "; " : "",
		    j->sides.sequential ? "the order of the trials was not controlled" : "");
	if (j->options.force && j->sides.unfinished)
		buf_puts(out, "  forced: boots of the series are still to come\n");
}

/* ------------------------------------------------------------------ records */

/* Failures among the trials, or among the warm-ups, which do not count. */
static void
show_failed(const struct record *r, bool warmups, struct buf *out)
{
	const char *last = NULL;
	size_t failed = 0, all = 0;

	for (size_t i = 0; i < r->ntrials; i++) {
		const struct record_trial *t = &r->trials[i];

		if (t->void_ || t->interrupted || t->warmup != warmups)
			continue;
		all++;
		failed += !t->ok;
		if (!t->ok && json_get_text(t->line, "error") != NULL)
			last = json_get_text(t->line, "error");
	}
	if (failed == 0)
		return;
	buf_printf(out, "  %s: %zu of ", r->path, failed);
	words_count(out, all, warmups ? "warm-up" : "trial");
	buf_printf(out, " failed%s%s\n", last != NULL ? ", the last: " : "", last != NULL ? last : "");
}

/* "after 2 of 30 trials"; how many were to be done is not always known. */
static void
put_done(const struct record *r, const struct stopping *s, struct buf *out)
{
	size_t done = 0;

	for (size_t i = 0; i < r->ntrials; i++)
		done += !r->trials[i].void_ && !r->trials[i].warmup && !r->trials[i].interrupted;
	buf_puts(out, "after ");
	if (s->mode == STOPPING_TRIALS && json_get_count(r->header, "trials") != UINT64_MAX) {
		buf_printf(out, "%zu of ", done);
		done = s->max_units * r->ncases * r->nvariants;
	}
	words_count(out, done, "trial");
}

/* What can go on is what harness itself began; a series goes on by itself. */
static void
put_resume(const struct judgement *j, const struct record *r, struct buf *out)
{
	if (record_randomised(r) && !j->sides.drawn)
		buf_printf(out, "; 'harness run --resume %s' goes on", r->path);
	buf_putc(out, '\n');
}

static void
show_end(const struct judgement *j, const struct record *r, struct buf *out)
{
	const char *status = r->end != NULL ? json_get_text(r->end, "status") : NULL;
	const char *reason = r->end != NULL ? json_get_text(r->end, "reason") : NULL;
	struct stopping stopping;

	stopping_of(&stopping, r);
	if (r->end == NULL || r->truncated) {
		buf_printf(out, "  %s has no end: it was cut off, or is still being written, ", r->path);
		put_done(r, &stopping, out);
		put_resume(j, r, out);
	} else if (status != NULL && strcmp(status, "interrupted") == 0) {
		buf_printf(out, "  %s%sinterrupted ", j->sides.between ? r->path : "", j->sides.between ? ": " : "");
		put_done(r, &stopping, out);
		put_resume(j, r, out);
	} else if (status != NULL && strcmp(status, "budget") == 0 && reason != NULL)
		buf_printf(out, "  %s: %s\n", r->path, reason);
	else if (status != NULL && strcmp(status, "complete") != 0)
		buf_printf(out, "  %s: %s%s%s\n", r->path, status, reason != NULL ? ": " : "",
		    reason != NULL ? reason : "");
	else if (reason != NULL && stopping.mode != STOPPING_TRIALS)
		buf_printf(out, "  %s\n", reason);
}

static void
show_records(const struct judgement *j, struct buf *out)
{
	for (size_t i = 0; i < j->sides.count; i++)
		for (size_t k = 0; k < j->sides.list[i].nparts; k++) {
			const struct record *r = j->sides.list[i].parts[k].record;

			if (i > 0 && !j->sides.between)
				return;
			show_failed(r, true, out);
			show_failed(r, false, out);
			show_end(j, r, out);
		}
}

static void
show_notes(const struct judgement *j, struct buf *out)
{
	struct buf lines = BUF_EMPTY;

	for (char **n = j->notes; *n != NULL; n++)
		buf_printf(&lines, "%s\n", *n);
	show_lines(buf_text(&lines), NOTES_MAX, "note", out);
	buf_release(&lines);
}

void
show_footing(const struct judgement *j, const struct show_options *o, struct buf *out)
{
	show_counts(j, o, out);
	show_remarks(j, out);
	if (!show_reasons(j, out))
		show_tally(j, out);
	show_terms(j, out);
	show_records(j, out);
	show_notes(j, out);
}
