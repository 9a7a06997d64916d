/*
 * Who includes whom. Includes are drawn by popularity, never form a ring, and C includes no C++.
 *
 * What a compile reads is the transitive closure, which hangs on two things the include counts do
 * not fix: whether a popular header stands near the bottom of the include order or near its top,
 * and whether popular headers include much. One knob turns both; the plan tries all its positions
 * and keeps the one whose mean closures come nearest to the real tree's.
 */
#include "workloads/build/tree_includes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "workloads/build/tree_draw.h"

enum {
	AREA_HEADERS = 130,			/* in one area, about */
	OWN_INCLUDES = 170,			/* thousandths of includes that stay inside the target */
	CLOSURE_C = 45, CLOSURE_CXX = 65,	/* mean headers read by a compile */
	KNOB_POSITIONS = 14, KNOB_STEP = 60, KNOB_BOTTOM = 950,
	HUB = 16,				/* headers read through a source's first shared include, if possible */
	OWN_WORDS = 8,				/* of 64 headers of one target */
};

static const struct draw_segment includes_per_cxx[] = {
	{ 80, 0, 1 }, { 250, 2, 3 }, { 480, 4, 5 }, { 520, 6, 6 }, { 750, 7, 9 }, { 890, 10, 14 }, { 910, 15, 15 },
	{ 985, 16, 24 }, { 1000, 25, 40 },
};

static const struct draw_segment includes_per_c[] = {
	{ 60, 0, 0 }, { 280, 1, 2 }, { 460, 3, 3 }, { 540, 4, 4 }, { 700, 5, 7 }, { 885, 8, 13 }, { 910, 14, 14 },
	{ 985, 15, 24 }, { 1000, 25, 40 },
};

static const struct draw_segment includes_per_header[] = {
	{ 250, 0, 0 }, { 600, 1, 1 }, { 780, 2, 2 }, { 880, 3, 4 }, { 920, 5, 5 }, { 990, 6, 11 }, { 1000, 12, 24 },
};

/* Shared headers in include order: a header sees those before it. The C ones once more by themselves. */
struct order {
	unsigned *all, *c;
	uint64_t *all_sums, *c_sums;
	unsigned all_count, c_count;
};

struct graph {
	struct tree_plan *p;
	struct order order;
	unsigned *position[2];			/* of each shared header in order.c, order.all */
	unsigned *wanted, *wanted_by_source;	/* includes of each header, of each source */
	unsigned *own_first;			/* of each target, and one behind the last: its own headers */
	uint64_t *closures;			/* of each header, `words` each: shared headers, then own ones */
	unsigned *reach;			/* of each header: its bits in closures */
	unsigned shared_words, words;
};

struct ranked {
	unsigned key, index;
};

static int
ascending(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->index < y->index ? -1 : 1;
}

unsigned
tree_includes_areas(const struct tree_plan *p)
{
	return p->shared_header_count >= TREE_CORE_HEADERS + 2 * AREA_HEADERS ?
	    (p->shared_header_count - TREE_CORE_HEADERS) / AREA_HEADERS : 1;
}

/* Shared headers in include order, and how many includes each has, at a position of the knob. */
static void
make_order(struct graph *g, unsigned knob)
{
	struct tree_plan *p = g->p;
	unsigned n = p->shared_header_count, height = KNOB_BOTTOM > knob ? KNOB_BOTTOM - knob : 0;
	struct ranked *ranked = mem_alloc(n * sizeof(*ranked));
	uint64_t all = 0, c = 0;

	for (unsigned i = 0; i < n; i++)
		ranked[i] = (struct ranked){ knob * (unsigned)((uint64_t)i * 1000 / n) +
		    (1000 - knob) * draw_even_thousandths(i, DRAW_PLASTIC_SQUARED), i };
	qsort(ranked, n, sizeof(*ranked), ascending);
	for (unsigned i = 0; i < n; i++)
		g->wanted[ranked[i].index] = draw_segmented(includes_per_header, draw_slice(n - 1 - i, n));
	for (unsigned i = 0; i < n; i++)
		ranked[i] = (struct ranked){ height * (unsigned)((uint64_t)i * 1000 / n) +
		    (1000 - height) * draw_even_thousandths(i, DRAW_PLASTIC), i };
	qsort(ranked, n, sizeof(*ranked), ascending);
	g->order.all_count = g->order.c_count = 0;
	for (unsigned i = 0; i < n; i++) {
		unsigned h = ranked[i].index;

		all += draw_weight(h);
		g->position[1][h] = g->order.all_count;
		g->position[0][h] = p->headers[h].cxx ? UINT32_MAX : g->order.c_count;
		g->order.all[g->order.all_count] = h;
		g->order.all_sums[g->order.all_count++] = all;
		if (p->headers[h].cxx)
			continue;
		c += draw_weight(h);
		g->order.c[g->order.c_count] = h;
		g->order.c_sums[g->order.c_count++] = c;
	}
	free(ranked);
}

static bool
included(const struct tree_plan *p, const struct tree_links *list, unsigned header)
{
	for (unsigned i = 0; i < list->count; i++)
		if (p->links[list->first + i] == header)
			return true;
	return false;
}

enum { CORE_ONLY = UINT32_MAX - 1, NOTHING = UINT32_MAX };

/*
 * A shared header by popularity among the first `limit` in the order of the language; one outside
 * the core is replaced by its neighbour in the area. NOTHING: there is none.
 */
static unsigned
pick_shared(const struct graph *g, struct rng *r, bool cxx, unsigned limit, unsigned area)
{
	static const int neighbours[] = { 0, -1, 1, -2, 2 };
	const struct order *o = &g->order;
	unsigned header = cxx ? o->all[draw_pick(r, o->all_sums, limit)] : o->c[draw_pick(r, o->c_sums, limit)];
	unsigned areas = tree_includes_areas(g->p);

	if (header < TREE_CORE_HEADERS)
		return header;
	for (unsigned i = 0; area != CORE_ONLY && i < sizeof(neighbours) / sizeof(neighbours[0]); i++) {
		int row = (int)((header - TREE_CORE_HEADERS) / areas) + neighbours[i];
		unsigned other = TREE_CORE_HEADERS + (unsigned)row * areas + area;

		if (row >= 0 && other < g->p->shared_header_count && g->position[cxx][other] < limit)
			return other;
	}
	return NOTHING;
}

/*
 * Who includes, and what it can see: the first `shared` headers in the order of its language, `own`
 * ones from own_first on.
 */
struct view {
	bool cxx;
	unsigned wanted, area, shared, own_first, own;
};

static void
choose(struct graph *g, struct rng *r, const struct view *v, struct tree_links *list)
{
	for (unsigned tries = 0; list->count < v->wanted && tries < 8 * v->wanted; tries++) {
		unsigned header;

		if (v->own > 0 && (v->shared == 0 || draw_chance(r, OWN_INCLUDES)))
			header = v->own_first + (unsigned)rng_bounded(r, v->own);
		else if (v->shared > 0)
			header = pick_shared(g, r, v->cxx, v->shared, v->area);
		else
			break;
		if (header != NOTHING && (v->cxx || !g->p->headers[header].cxx) && !included(g->p, list, header))
			tree_plan_link(g->p, list, header);
	}
}

/* The closure of a header: itself and those of its includes, which must be known. */
static void
close_header(struct graph *g, unsigned header)
{
	const struct tree_plan *p = g->p;
	const struct tree_header *h = &p->headers[header];
	uint64_t *bits = g->closures + (size_t)header * g->words;
	unsigned own = header < p->shared_header_count ? header :
	    64 * g->shared_words + header - g->own_first[h->target];

	memset(bits, 0, g->words * sizeof(*bits));
	bits[own / 64] |= UINT64_C(1) << own % 64;
	for (unsigned i = 0; i < h->includes.count; i++) {
		const uint64_t *other = g->closures + (size_t)p->links[h->includes.first + i] * g->words;

		for (unsigned w = 0; w < g->words; w++)
			bits[w] |= other[w];
	}
	g->reach[header] = 0;
	for (unsigned w = 0; w < g->words; w++)
		for (uint64_t rest = bits[w]; rest != 0; rest &= rest - 1)
			g->reach[header]++;
}

static unsigned
area_of(const struct tree_plan *p, unsigned target)
{
	return p->targets[target].directory % tree_includes_areas(p);
}

static void
include_headers(struct graph *g, struct rng *r)
{
	struct tree_plan *p = g->p;
	unsigned c = 0;

	for (unsigned i = 0; i < g->order.all_count; i++) {
		unsigned index = g->order.all[i];
		struct tree_header *h = &p->headers[index];
		struct view v = { .cxx = h->cxx, .wanted = g->wanted[index], .shared = h->cxx ? i : c, .area = CORE_ONLY };

		if (index >= TREE_CORE_HEADERS)
			v.area = (index - TREE_CORE_HEADERS) % tree_includes_areas(p);
		h->includes = (struct tree_links){ 0, 0 };
		choose(g, r, &v, &h->includes);
		close_header(g, index);
		c += !h->cxx;
	}
	for (unsigned i = p->shared_header_count; i < p->header_count; i++) {
		struct tree_header *h = &p->headers[i];
		unsigned first = g->own_first[h->target];
		struct view v = { .cxx = h->cxx, .wanted = g->wanted[i],
		    .shared = h->cxx ? g->order.all_count : g->order.c_count, .area = area_of(p, h->target),
		    .own_first = first, .own = i - first };

		h->includes = (struct tree_links){ 0, 0 };
		choose(g, r, &v, &h->includes);
		close_header(g, i);
	}
}

/* Headers and bytes that a compile of the source reads. */
static unsigned
measure(const struct graph *g, const struct tree_source *s, uint64_t *scratch, uint64_t *bytes)
{
	const struct tree_plan *p = g->p;
	unsigned count = 0;

	memset(scratch, 0, g->words * sizeof(*scratch));
	for (unsigned i = 0; i < s->includes.count; i++) {
		const uint64_t *other = g->closures + (size_t)p->links[s->includes.first + i] * g->words;

		for (unsigned w = 0; w < g->words; w++)
			scratch[w] |= other[w];
	}
	*bytes += s->size;
	for (unsigned w = 0; w < g->words; w++) {
		for (unsigned bit = 0; scratch[w] >> bit != 0; bit++) {
			if ((scratch[w] >> bit & 1) == 0)
				continue;
			count++;
			*bytes += p->headers[w < g->shared_words ? 64 * w + bit :
			    g->own_first[s->target] + 64 * (w - g->shared_words) + bit].size;
			if (bit == 63)
				break;
		}
	}
	return count;
}

/* The first shared include of a source: one that reads some others, if there is one. */
static void
include_hub(struct graph *g, struct rng *r, const struct view *v, struct tree_links *list)
{
	unsigned header = NOTHING;

	for (unsigned tries = 0; tries < 10 && (header == NOTHING || g->reach[header] < HUB); tries++)
		header = pick_shared(g, r, v->cxx, v->shared, v->area);
	if (header != NOTHING)
		tree_plan_link(g->p, list, header);
}

static uint64_t
distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/*
 * Answers how far the mean closures are from the real ones; in integers, because the choice of the
 * knob hangs on it.
 */
static uint64_t
include_sources(struct graph *g, struct rng *r)
{
	struct tree_plan *p = g->p;
	uint64_t *scratch = mem_alloc(g->words * sizeof(*scratch));
	uint64_t headers[2] = { 0, 0 }, bytes[2] = { 0, 0 };
	unsigned count[2] = { 0, 0 }, own = p->shared_header_count;

	for (unsigned i = 0; i < p->source_count; i++) {
		struct tree_source *s = &p->sources[i];
		unsigned first = g->own_first[s->target];
		struct view v = { .cxx = s->cxx, .wanted = g->wanted_by_source[i],
		    .shared = s->cxx ? g->order.all_count : g->order.c_count, .area = area_of(p, s->target),
		    .own_first = first, .own = g->own_first[s->target + 1] - first };

		s->includes = (struct tree_links){ 0, 0 };
		while (own < p->header_count && p->headers[own].name < i)
			own++;
		if (own < p->header_count && p->headers[own].name == i && v.wanted > 0)
			tree_plan_link(p, &s->includes, own);
		if (s->includes.count < v.wanted)
			include_hub(g, r, &v, &s->includes);
		choose(g, r, &v, &s->includes);
		headers[s->cxx] += measure(g, s, scratch, &bytes[s->cxx]);
		count[s->cxx]++;
	}
	free(scratch);
	p->headers_per_c = (double)headers[0] / count[0];
	p->headers_per_cxx = (double)headers[1] / count[1];
	p->bytes_per_c = (double)bytes[0] / count[0];
	p->bytes_per_cxx = (double)bytes[1] / count[1];
	return distance(1000 * headers[0] / count[0], 1000 * CLOSURE_C) +
	    distance(1000 * headers[1] / count[1], 1000 * CLOSURE_CXX);
}

static void
choose_includes(struct graph *g)
{
	struct tree_plan *p = g->p;
	unsigned mark = p->link_count, best = 0;
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i <= KNOB_POSITIONS; i++) {
		struct rng r = tree_plan_stream(p, TREE_STREAM_INCLUDES, 0);
		uint64_t off;

		p->link_count = mark;
		make_order(g, KNOB_STEP * (i < KNOB_POSITIONS ? i : best));
		include_headers(g, &r);
		off = include_sources(g, &r);
		if (off < least) {
			least = off;
			best = i;
		}
	}
}

/* How many includes the own headers and the sources want; those of the shared headers follow from the knob. */
static void
want_includes(struct graph *g, struct rng *r)
{
	const struct tree_plan *p = g->p;
	unsigned *c = mem_alloc(p->source_count * sizeof(*c)), *cxx = mem_alloc(p->source_count * sizeof(*cxx));
	unsigned c_count = 0, cxx_count = 0;

	draw_segmented_all(r, includes_per_header, g->wanted + p->shared_header_count,
	    p->header_count - p->shared_header_count);
	for (unsigned i = 0; i < p->source_count; i++)
		*(p->sources[i].cxx ? &cxx_count : &c_count) += 1;
	draw_segmented_all(r, includes_per_c, c, c_count);
	draw_segmented_all(r, includes_per_cxx, cxx, cxx_count);
	for (unsigned i = 0; i < p->source_count; i++)
		g->wanted_by_source[i] = p->sources[i].cxx ? cxx[--cxx_count] : c[--c_count];
	free(c);
	free(cxx);
}

void
tree_includes_plan(struct tree_plan *p, unsigned *own_first)
{
	struct rng r = tree_plan_stream(p, TREE_STREAM_INCLUDES, 1);
	struct graph g = { .p = p, .own_first = own_first };
	unsigned n = p->shared_header_count;

	g.order = (struct order){ mem_alloc(n * sizeof(unsigned)), mem_alloc(n * sizeof(unsigned)),
	    mem_alloc(n * sizeof(uint64_t)), mem_alloc(n * sizeof(uint64_t)), 0, 0 };
	g.position[0] = mem_alloc(n * sizeof(unsigned));
	g.position[1] = mem_alloc(n * sizeof(unsigned));
	g.wanted = mem_zero(p->header_count, sizeof(*g.wanted));
	g.wanted_by_source = mem_zero(p->source_count, sizeof(*g.wanted_by_source));
	g.reach = mem_zero(p->header_count, sizeof(*g.reach));
	g.shared_words = (n + 63) / 64;
	g.words = g.shared_words + OWN_WORDS;
	g.closures = mem_alloc((size_t)p->header_count * g.words * sizeof(*g.closures));
	for (unsigned i = 0; i < p->target_count; i++)
		assert(own_first[i + 1] - own_first[i] <= 64 * OWN_WORDS);
	want_includes(&g, &r);
	choose_includes(&g);
	free(g.order.all);
	free(g.order.c);
	free(g.order.all_sums);
	free(g.order.c_sums);
	free(g.position[0]);
	free(g.position[1]);
	free(g.wanted);
	free(g.wanted_by_source);
	free(g.reach);
	free(g.closures);
}
