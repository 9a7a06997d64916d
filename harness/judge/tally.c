/* Trials into units into blocks: see tally.h. */
#include "judge/tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "stats/order.h"

/* One trial on its way into a unit; failed ones have the value NAN. */
struct drop {
	size_t unit;
	double value;
};

struct gathering {
	struct tally_side *side;
	size_t room;
	struct drop *drops;
	size_t ndrops, drops_room;
	size_t *keys;			/* per unit: what trials of the same unit have in common */
};

static size_t
add_unit(struct gathering *g, size_t key, size_t block, const struct record *r, size_t trial)
{
	struct tally_side *side = g->side;

	if (side->count == g->room) {
		g->room = g->room > 0 ? 2 * g->room : 16;
		side->units = mem_resize(side->units, g->room, sizeof(*side->units));
		g->keys = mem_resize(g->keys, g->room, sizeof(*g->keys));
	}
	side->units[side->count] = (struct tally_unit){ NAN, block, r, trial };
	g->keys[side->count] = key;
	return side->count++;
}

static size_t
find_unit(struct gathering *g, size_t key, size_t block, const struct record *r, size_t trial)
{
	for (size_t i = g->side->count; i > 0; i--)
		if (g->keys[i - 1] == key)
			return i - 1;
	return add_unit(g, key, block, r, trial);
}

static void
add_drop(struct gathering *g, size_t unit, double value)
{
	if (g->ndrops == g->drops_room) {
		g->drops_room = g->drops_room > 0 ? 2 * g->drops_room : 16;
		g->drops = mem_resize(g->drops, g->drops_room, sizeof(*g->drops));
	}
	g->drops[g->ndrops++] = (struct drop){ unit, value };
}

/* Records of one boot are one session: the first of them speaks for all. */
static size_t
boot_of(const struct side *side, size_t part)
{
	const char *boot = sides_boot(side->parts[part].record);

	for (size_t k = 0; k < part; k++) {
		const char *other = sides_boot(side->parts[k].record);

		if (boot != NULL && other != NULL && strcmp(boot, other) == 0)
			return k;
	}
	return part;
}

/* A trial whose record says nothing of volumes had one of its own. */
static size_t
volume_of(const struct record_trial *t, size_t index)
{
	uint64_t volume = t->line != NULL ? json_get_count(t->line, "volume") : UINT64_MAX;

	return volume != UINT64_MAX ? (size_t)volume : SIZE_MAX - index;
}

static void
gather_part(struct gathering *g, const struct sides *s, const struct side *side, size_t part, size_t point,
    const char *metric, enum unit unit)
{
	const struct record *r = side->parts[part].record;
	struct side_arm arm = side->parts[part].arms[point];
	int index = record_metric(r, metric);

	for (size_t i = 0; arm.arm_case != RECORD_NONE && i < r->ntrials; i++) {
		const struct record_trial *t = &r->trials[i];
		double value = t->ok && index >= 0 ? t->values[index] : NAN;
		size_t block = 0, which;

		if (t->arm_case != arm.arm_case || t->variant != arm.variant || t->void_ || t->interrupted)
			continue;
		if (t->warmup) {
			g->side->warmups++;
			continue;
		}
		if (!s->between && unit != UNIT_SESSION)
			block = t->block;
		else if (s->between && unit == UNIT_SESSION)
			block = side->parts[part].block;
		g->side->trials++;
		g->side->failed += !t->ok;
		g->side->unknown += t->ok && !isfinite(value);
		if (unit == UNIT_TRIAL)
			which = add_unit(g, 0, block, r, i);
		else if (unit == UNIT_VOLUME)
			which = find_unit(g, volume_of(t, i), block, r, i);
		else
			which = find_unit(g, s->between ? boot_of(side, part) : t->session, block, r, i);
		add_drop(g, which, value);
	}
}

/* The median of each unit's known trials. */
static void
settle_units(struct gathering *g)
{
	double *values = mem_resize(NULL, g->ndrops, sizeof(*values));

	for (size_t u = 0; u < g->side->count; u++) {
		size_t n = 0;

		/* a trial is a unit: its one drop has its number */
		if (g->ndrops == g->side->count) {
			g->side->units[u].value = g->drops[u].value;
		} else {
			for (size_t i = 0; i < g->ndrops; i++)
				if (g->drops[i].unit == u && isfinite(g->drops[i].value))
					values[n++] = g->drops[i].value;
			if (n > 0)
				g->side->units[u].value = order_median_of(values, n);
		}
		g->side->missing += !isfinite(g->side->units[u].value);
	}
	free(values);
}

static void
gather(struct tally *t, const struct sides *s, size_t side, size_t point, const char *metric)
{
	struct gathering g = { .side = &t->sides[side] };

	for (size_t k = 0; k < s->list[side].nparts; k++)
		gather_part(&g, s, &s->list[side], k, point, metric, t->unit);
	settle_units(&g);
	free(g.drops);
	free(g.keys);
}

static int
by_number(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

/* Block numbers of the record, however sparse, become 0 ... block_count - 1 in rising order. */
static void
number_blocks(struct tally *t)
{
	size_t total = 0, count = 0;
	size_t *numbers;

	for (size_t i = 0; i < t->nsides; i++)
		total += t->sides[i].count;
	numbers = mem_zero(total, sizeof(*numbers));
	for (size_t i = 0; i < t->nsides; i++)
		for (size_t u = 0; u < t->sides[i].count; u++)
			numbers[count++] = t->sides[i].units[u].block;
	qsort(numbers, total, sizeof(*numbers), by_number);
	count = 0;
	for (size_t i = 0; i < total; i++)
		if (i == 0 || numbers[i] != numbers[count - 1])
			numbers[count++] = numbers[i];
	for (size_t i = 0; i < t->nsides; i++)
		for (size_t u = 0; u < t->sides[i].count; u++) {
			size_t *block = &t->sides[i].units[u].block;
			const size_t *found = bsearch(block, numbers, count, sizeof(*numbers), by_number);

			*block = (size_t)(found - numbers);
		}
	t->blocks.block_count = count;
	free(numbers);
}

static void
lay_out(struct tally *t)
{
	size_t total = 0, ncells, at = 0;

	number_blocks(t);
	t->blocks.variant_count = t->nsides;
	ncells = t->blocks.block_count * t->nsides;
	for (size_t i = 0; i < t->nsides; i++)
		total += t->sides[i].count;
	t->values = mem_resize(NULL, total, sizeof(*t->values));
	t->cells = mem_zero(ncells, sizeof(*t->cells));
	for (size_t i = 0; i < t->nsides; i++)
		for (size_t u = 0; u < t->sides[i].count; u++)
			if (isfinite(t->sides[i].units[u].value))
				t->cells[t->sides[i].units[u].block * t->nsides + i].count++;
	for (size_t c = 0; c < ncells; c++) {
		t->cells[c].values = t->values + at;
		at += t->cells[c].count;
		t->cells[c].count = 0;
	}
	for (size_t i = 0; i < t->nsides; i++)
		for (size_t u = 0; u < t->sides[i].count; u++) {
			struct cell *cell = &t->cells[t->sides[i].units[u].block * t->nsides + i];

			if (isfinite(t->sides[i].units[u].value))
				t->values[(size_t)(cell->values - t->values) + cell->count++] =
				    t->sides[i].units[u].value;
		}
	t->blocks.cells = t->cells;
}

void
tally_make(struct tally *t, const struct sides *s, size_t point, const char *metric, enum unit unit)
{
	*t = (struct tally){ .unit = unit, .nsides = s->count };
	t->sides = mem_zero(s->count, sizeof(*t->sides));
	for (size_t i = 0; i < s->count; i++)
		gather(t, s, i, point, metric);
	lay_out(t);
}

void
tally_release(struct tally *t)
{
	for (size_t i = 0; i < t->nsides; i++)
		free(t->sides[i].units);
	free(t->sides);
	free(t->values);
	free(t->cells);
	*t = (struct tally){ .nsides = 0 };
}

size_t
tally_known(const struct tally *t, size_t side)
{
	return t->sides[side].count - t->sides[side].missing;
}

double
tally_missing_ratio(const struct tally *t, size_t side)
{
	const struct tally_side *x = &t->sides[side];
	double units = x->count > 0 ? (double)x->missing / (double)x->count : 0;
	double trials = x->trials > 0 ? (double)(x->failed + x->unknown) / (double)x->trials : 0;

	return units > trials ? units : trials;
}
