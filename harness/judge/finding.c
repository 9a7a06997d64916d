/* One metric at one point: see finding.h. */
#include "judge/finding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "stats/failure.h"

const struct tally *
finding_tally(const struct finding *f)
{
	return f->one_each ? &f->trials : &f->tally;
}

bool
finding_order_controlled(const struct sides *s, const struct judge_options *options)
{
	if (options->force)
		return true;
	if (s->between && !s->one_boot)
		return s->drawn;
	return !s->sequential;
}

/* Whether verdicts may be given about all sides together. */
static bool
all_judgeable(const struct sides *s, const struct judge_options *options)
{
	return (!s->unfinished || options->force) && finding_order_controlled(s, options);
}

static void
gather(struct finding *f, const struct sides *s)
{
	size_t most = 0;

	tally_make(&f->tally, s, f->point, f->metric->name, s->count > 1 ? s->unit : UNIT_TRIAL);
	for (size_t i = 0; i < s->count; i++)
		if (f->tally.sides[i].count > most)
			most = f->tally.sides[i].count;
	f->one_each = s->count > 1 && s->unit == UNIT_SESSION && most <= 1;
	if (f->one_each)
		tally_make(&f->trials, s, f->point, f->metric->name, UNIT_TRIAL);
}

static int
compare_pair(struct finding *f, const struct sides *s, size_t a, size_t b, size_t rivals, unsigned looks,
    const struct judge_options *options, struct err *e)
{
	struct comparison_terms terms = {
		.delta = options->delta,
		.order_not_controlled = !finding_order_controlled(s, options),
		.looks = looks,
		.rivals = rivals,
		.one_each = f->one_each,
		.unfinished = s->unfinished && !options->force,
	};

	return comparison_make(&f->comparisons[f->ncomparisons++], finding_tally(f), a, b, f->metric, &terms, e);
}

static int
compare_all(struct finding *f, const struct sides *s, unsigned looks, const struct judge_options *options,
    struct err *e)
{
	size_t rivals = options->all_pairs ? s->count * (s->count - 1) / 2 : s->count - 1;

	f->comparisons = mem_zero(rivals, sizeof(*f->comparisons));
	for (size_t a = 0; a < s->count; a++)
		for (size_t b = a + 1; b < s->count && (a == 0 || options->all_pairs); b++)
			if (compare_pair(f, s, a, b, rivals, looks, options, e) != 0)
				return -1;
	return 0;
}

static int
trouble(const struct finding *f, const char *what, int failure, struct err *e)
{
	return err_set(e, failure == STATS_TOO_LARGE ? ERR_USAGE : ERR_INTERNAL, "cannot %s '%s': %s", what,
	    f->metric->name, failure_text(failure));
}

/* The blocks of some sides only; cells as large as all of them. */
static struct blocks
some_sides(const struct blocks *all, const size_t *which, size_t count, struct cell *cells)
{
	for (size_t b = 0; b < all->block_count; b++)
		for (size_t i = 0; i < count; i++)
			cells[b * count + i] = *blocks_cell(all, b, which[i]);
	return (struct blocks){ all->block_count, count, cells };
}

/* Where nothing is proven, everybody may have every rank. */
static void
forget_ranks(struct ranking *r)
{
	for (size_t i = 0; i < r->variant_count; i++) {
		r->variants[i].best = 1;
		r->variants[i].worst = r->variant_count;
	}
	for (size_t i = 0; i < r->pair_count; i++)
		r->pairs[i].a_beats_b = r->pairs[i].b_beats_a = r->pairs[i].no_change = false;
}

static int
rank(struct finding *f, const struct sides *s, const struct judge_options *options, struct err *e)
{
	const struct tally *t = finding_tally(f);
	struct rank_options how = {
		RANK_ALL_PAIRS, COMPARISON_ALPHA, options->delta, f->metric->better == BETTER_HIGHER,
	};
	struct cell *cells = mem_zero(t->blocks.block_count * s->count, sizeof(*cells));
	struct blocks blocks;
	size_t count = 0;
	int failure;

	f->ranked_sides = mem_zero(s->count, sizeof(*f->ranked_sides));
	for (size_t i = 0; i < s->count; i++)
		if (tally_known(t, i) > 0 && tally_missing_ratio(t, i) <= VERDICT_MISSING_MAX)
			f->ranked_sides[count++] = i;
	blocks = some_sides(&t->blocks, f->ranked_sides, count, cells);
	failure = count > 1 ? rank_compute(&blocks, &how, &f->ranking) : STATS_TOO_FEW;
	free(cells);
	f->ranked = failure == STATS_OK;
	if (f->ranked && (f->one_each || !all_judgeable(s, options)))
		forget_ranks(&f->ranking);
	return failure < 0 && failure != STATS_TOO_FEW ? trouble(f, "rank", failure, e) : 0;
}

static int
climb(struct finding *f, const struct sides *s, const struct judge_options *options, struct err *e)
{
	const struct tally *t = finding_tally(f);
	struct ladder_options how = {
		.alpha = COMPARISON_ALPHA,
		.delta = options->delta,
		.higher_is_better = f->metric->better == BETTER_HIGHER,
		.order_not_controlled = f->one_each || !all_judgeable(s, options),
	};
	int failure;

	for (size_t i = 0; i < s->count; i++)
		if (tally_missing_ratio(t, i) > VERDICT_MISSING_MAX)
			how.too_many_missing = true;
	failure = ladder_compute(&t->blocks, &how, &f->ladder);
	f->laddered = failure == STATS_OK;
	return failure < 0 && failure != STATS_TOO_FEW ? trouble(f, "climb", failure, e) : 0;
}

static int
summarise(struct finding *f, const struct sides *s, const struct judge_options *options, struct err *e)
{
	f->digests = mem_zero(s->count, sizeof(*f->digests));
	for (size_t i = 0; i < s->count; i++)
		if (digest_make(&f->digests[i], finding_tally(f), i, f->metric, options->delta, e) != 0)
			return -1;
	return 0;
}

static size_t
side_named(const struct sides *s, const char *name)
{
	size_t i = 0;

	while (i < s->count && (name == NULL || strcmp(s->list[i].name, name) != 0))
		i++;
	return i;
}

static bool
concerns(const struct finding *f, const struct sides *s, const json_t *entry)
{
	const char *metric = json_get_text(entry, "metric"), *point = json_get_text(entry, "case");

	if (metric == NULL || strcmp(metric, f->metric->name) != 0)
		return false;
	return point != NULL ? strcmp(point, s->points[f->point]) == 0 : f->point == 0;
}

/* Takes the claims of one record about this metric whose sides are both here. */
static void
add_claims(struct finding *f, const struct sides *s, const json_t *published, const double *values)
{
	const json_t *entry;
	size_t i;

	json_array_foreach(published, i, entry) {
		const char *percent = json_get_text(entry, "percent"), *ratio = json_get_text(entry, "ratio");
		size_t a = side_named(s, json_get_text(entry, "from")), b = side_named(s, json_get_text(entry, "to"));

		if (!concerns(f, s, entry) || a == s->count || b == s->count || (percent == NULL && ratio == NULL))
			continue;
		f->claims = mem_resize(f->claims, f->nclaims + 1, sizeof(*f->claims));
		claim_check(&f->claims[f->nclaims++], ratio != NULL ? ratio : percent, ratio != NULL, a, b,
		    f->metric->better, values, s->count);
	}
}

static void
check_claims(struct finding *f, const struct sides *s)
{
	double *values = mem_resize(NULL, s->count, sizeof(*values));

	for (size_t i = 0; i < s->count; i++)
		values[i] = f->digests[i].count > 0 ? f->digests[i].summary.median : NAN;
	for (size_t i = 0; i < s->count; i++)
		for (size_t k = 0; k < s->list[i].nparts; k++) {
			const struct record *r = s->list[i].parts[k].record;

			if (i + k == 0 || r != s->first)
				add_claims(f, s, json_object_get(r->header, "published"), values);
		}
	free(values);
}

int
finding_make(struct finding *f, const struct sides *s, size_t point, const struct metric *metric, bool primary,
    unsigned looks, const struct judge_options *options, struct err *e)
{
	int result;

	*f = (struct finding){ .point = point, .metric = metric, .primary = primary };
	f->headline = (size_t)(metric - s->first->metrics) < s->first->nheadline;
	gather(f, s);
	result = summarise(f, s, options, e);
	if (result == 0 && s->count > 1)
		result = compare_all(f, s, looks, options, e);
	if (result == 0 && s->count > 1 && options->ladder)
		result = climb(f, s, options, e);
	else if (result == 0 && s->count > 2)
		result = rank(f, s, options, e);
	if (result == 0)
		check_claims(f, s);
	else
		finding_release(f);
	return result;
}

void
finding_release(struct finding *f)
{
	for (size_t i = 0; i < f->tally.nsides && f->digests != NULL; i++)
		digest_release(&f->digests[i]);
	free(f->digests);
	tally_release(&f->tally);
	tally_release(&f->trials);
	free(f->comparisons);
	if (f->ranked)
		rank_release(&f->ranking);
	free(f->ranked_sides);
	if (f->laddered)
		ladder_release(&f->ladder);
	free(f->claims);
	*f = (struct finding){ .point = 0 };
}
