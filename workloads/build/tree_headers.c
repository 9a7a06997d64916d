/*
 * The headers and who includes whom. Shared headers lie below headers/ and are drawn by popularity; every other header belongs to
 * one source, lies beside it and is seen by that source's target. Includes never form a ring, and C includes no C++.
 *
 * What a compile reads is the transitive closure, which hangs on two things the include counts do not fix: whether a popular
 * header stands near the bottom of the include order or near its top, and whether popular headers include much. One knob turns
 * both; the plan tries all its positions and keeps the one whose mean closures come nearest to the real tree's.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "workloads/build/tree_draw.h"
#include "workloads/build/tree_plan.h"

enum {
	FULL_SHARED_HEADERS = 3662, FULL_OWN_HEADERS = 6802,	/* 10464 together */
	FLOOR_SHARED_HEADERS = 420,		/* what closures of 60 headers need */
	HEADER_MU = 7740, HEADER_SIGMA = 1240,	/* ln of bytes, in thousandths */
	HEADER_CXX = 450,			/* thousandths of the shared headers that only C++ can include */
	OWN_INCLUDES = 170,			/* thousandths of includes that stay inside the target */
	CLOSURE_C = 45, CLOSURE_CXX = 65,	/* mean headers read by a compile */
	KNOB_POSITIONS = 14, KNOB_STEP = 60, KNOB_BOTTOM = 950,
	HUB = 16,				/* headers read through the first shared one that a source includes, if possible */
	STANDARD_DIRECTORIES = 24,		/* searched by every compile: those with the most popular headers */
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

/* A second and third even sequence, by the powers of the plastic number (Roberts 2018). */
static unsigned
even_thousandths(unsigned i, uint32_t step)
{
	return (unsigned)((uint64_t)(uint32_t)(i * step) * 1000 >> 32);
}

static void
make_shared(struct tree_plan *p, struct rng *r)
{
	unsigned first = TREE_HEADERS + 1, count = p->shared_directory_count - 1;
	uint32_t turn = (uint32_t)rng_bounded(r, DRAW_ONE);
	unsigned *ranks = mem_alloc(p->shared_header_count * sizeof(*ranks));
	unsigned *places = mem_alloc(count * sizeof(*places));
	uint64_t *sums = mem_alloc(count * sizeof(*sums)), sum = 0;

	for (unsigned i = 0; i < p->shared_header_count; i++)
		ranks[i] = i;
	for (unsigned i = 0; i < count; i++) {
		places[i] = first + i;
		sums[i] = sum += draw_weight(4 * i);
	}
	rng_shuffle(r, ranks, p->shared_header_count);
	rng_shuffle(r, places, count);
	for (unsigned i = 0; i < p->shared_header_count; i++) {
		struct tree_header *h = &p->headers[ranks[i]];

		h->directory = i < count ? places[i] : places[draw_pick(r, sums, count)];
		h->name = p->source_count + ranks[i];
		h->cxx = ranks[i] > 0 && even_thousandths(ranks[i], UINT32_C(0x9e3779b9)) < HEADER_CXX;
		h->size = draw_lognormal(HEADER_MU, HEADER_SIGMA, (draw_even(ranks[i]) + turn) % DRAW_ONE);
		p->directories[h->directory].headers++;
	}
	free(ranks);
	free(places);
	free(sums);
}

static void
choose_standard(struct tree_plan *p)
{
	uint64_t *weight = mem_zero(p->directory_count, sizeof(*weight));

	for (unsigned i = 0; i < p->shared_header_count; i++)
		weight[p->headers[i].directory] += draw_weight(i);
	for (unsigned n = 0; n < STANDARD_DIRECTORIES; n++) {
		unsigned best = 0;

		for (unsigned i = 1; i < p->directory_count; i++)
			if (weight[i] > weight[best])
				best = i;
		p->directories[best].standard = weight[best] > 0;
		weight[best] = 0;
	}
	free(weight);
}

/* Own headers: one each for evenly spread sources. */
static void
make_own(struct tree_plan *p, struct rng *r, unsigned *own_first)
{
	unsigned count = p->header_count - p->shared_header_count;
	unsigned *sizes = mem_alloc(count * sizeof(*sizes));

	draw_lognormal_all(r, HEADER_MU, HEADER_SIGMA, sizes, count);
	for (unsigned i = 0; i < count; i++) {
		struct tree_header *h = &p->headers[p->shared_header_count + i];
		unsigned from = (unsigned)((uint64_t)i * p->source_count / count);
		unsigned to = (unsigned)((uint64_t)(i + 1) * p->source_count / count);
		unsigned source = from + (unsigned)rng_bounded(r, to - from);

		h->directory = p->sources[source].directory;
		h->target = p->sources[source].target;
		h->name = source;
		h->cxx = p->sources[source].cxx;
		h->size = sizes[i];
		p->directories[h->directory].headers++;
		own_first[h->target + 1]++;
	}
	own_first[0] = p->shared_header_count;
	for (unsigned i = 0; i < p->target_count; i++)
		own_first[i + 1] += own_first[i];
	free(sizes);
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
		    (1000 - knob) * even_thousandths(i, UINT32_C(0x91e10da6)), i };
	qsort(ranked, n, sizeof(*ranked), ascending);
	for (unsigned i = 0; i < n; i++)
		g->wanted[ranked[i].index] = draw_segmented(includes_per_header, draw_slice(n - 1 - i, n));
	for (unsigned i = 0; i < n; i++)
		ranked[i] = (struct ranked){ height * (unsigned)((uint64_t)i * 1000 / n) +
		    (1000 - height) * even_thousandths(i, UINT32_C(0xc13fa9a9)), i };
	qsort(ranked, n, sizeof(*ranked), ascending);
	g->order.all_count = g->order.c_count = 0;
	for (unsigned i = 0; i < n; i++) {
		unsigned h = ranked[i].index;

		all += draw_weight(h);
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

static unsigned
pick_shared(const struct order *o, struct rng *r, bool cxx, unsigned limit)
{
	return cxx ? o->all[draw_pick(r, o->all_sums, limit)] : o->c[draw_pick(r, o->c_sums, limit)];
}

/*
 * Draws includes until there are `wanted`: of the first `shared` headers in the order of the language, and of `own` headers from
 * own_first on.
 */
static void
choose(struct graph *g, struct rng *r, bool cxx, unsigned wanted, unsigned shared, unsigned own_first, unsigned own,
    struct tree_links *list)
{

	for (unsigned tries = 0; list->count < wanted && tries < 8 * wanted; tries++) {
		unsigned header;

		if (own > 0 && (shared == 0 || draw_chance(r, OWN_INCLUDES)))
			header = own_first + (unsigned)rng_bounded(r, own);
		else if (shared > 0)
			header = pick_shared(&g->order, r, cxx, shared);
		else
			break;
		if ((cxx || !g->p->headers[header].cxx) && !included(g->p, list, header))
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

static void
include_headers(struct graph *g, struct rng *r)
{
	struct tree_plan *p = g->p;
	unsigned c = 0;

	for (unsigned i = 0; i < g->order.all_count; i++) {
		unsigned index = g->order.all[i];
		struct tree_header *h = &p->headers[index];

		h->includes = (struct tree_links){ 0, 0 };
		choose(g, r, h->cxx, g->wanted[index], h->cxx ? i : c, 0, 0, &h->includes);
		close_header(g, index);
		c += !h->cxx;
	}
	for (unsigned i = p->shared_header_count; i < p->header_count; i++) {
		struct tree_header *h = &p->headers[i];
		unsigned first = g->own_first[h->target];

		h->includes = (struct tree_links){ 0, 0 };
		choose(g, r, h->cxx, g->wanted[i], h->cxx ? g->order.all_count : g->order.c_count, first, i - first, &h->includes);
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

static void
include_sources(struct graph *g, struct rng *r)
{
	struct tree_plan *p = g->p;
	uint64_t *scratch = mem_alloc(g->words * sizeof(*scratch));
	uint64_t headers[2] = { 0, 0 }, bytes[2] = { 0, 0 };
	unsigned count[2] = { 0, 0 }, own = p->shared_header_count;

	for (unsigned i = 0; i < p->source_count; i++) {
		struct tree_source *s = &p->sources[i];
		unsigned first = g->own_first[s->target], limit = s->cxx ? g->order.all_count : g->order.c_count;

		s->includes = (struct tree_links){ 0, 0 };
		while (own < p->header_count && p->headers[own].name < i)
			own++;
		if (own < p->header_count && p->headers[own].name == i && g->wanted_by_source[i] > 0)
			tree_plan_link(p, &s->includes, own);
		if (s->includes.count < g->wanted_by_source[i]) {
			unsigned header = pick_shared(&g->order, r, s->cxx, limit);

			for (unsigned tries = 0; tries < 8 && g->reach[header] < HUB; tries++)
				header = pick_shared(&g->order, r, s->cxx, limit);
			tree_plan_link(p, &s->includes, header);
		}
		choose(g, r, s->cxx, g->wanted_by_source[i], limit, first, g->own_first[s->target + 1] - first, &s->includes);
		headers[s->cxx] += measure(g, s, scratch, &bytes[s->cxx]);
		count[s->cxx]++;
	}
	free(scratch);
	p->headers_per_c = (double)headers[0] / count[0];
	p->headers_per_cxx = (double)headers[1] / count[1];
	p->bytes_per_c = (double)bytes[0] / count[0];
	p->bytes_per_cxx = (double)bytes[1] / count[1];
}

static unsigned
away(double value, unsigned target)
{
	return (unsigned)(1000 * (value > target ? value - target : target - value));
}

static void
choose_includes(struct graph *g)
{
	struct tree_plan *p = g->p;
	unsigned mark = p->link_count, best = 0, least = UINT32_MAX;

	for (unsigned i = 0; i <= KNOB_POSITIONS; i++) {
		unsigned knob = KNOB_STEP * (i < KNOB_POSITIONS ? i : best), off;
		struct rng r = tree_plan_stream(p, TREE_STREAM_INCLUDES, 0);

		p->link_count = mark;
		make_order(g, knob);
		include_headers(g, &r);
		include_sources(g, &r);
		off = away(p->headers_per_c, CLOSURE_C) + away(p->headers_per_cxx, CLOSURE_CXX);
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
tree_headers_plan(struct tree_plan *p)
{
	struct rng r = tree_plan_stream(p, TREE_STREAM_HEADERS, 0);
	struct graph g = { .p = p };
	unsigned n;

	p->shared_header_count = tree_plan_count_above(p, FULL_SHARED_HEADERS, FLOOR_SHARED_HEADERS);
	p->header_count = p->shared_header_count + tree_plan_count(p, FULL_OWN_HEADERS, 4);
	p->headers = mem_zero(p->header_count, sizeof(*p->headers));
	n = p->shared_header_count;
	g.order = (struct order){ mem_alloc(n * sizeof(unsigned)), mem_alloc(n * sizeof(unsigned)),
	    mem_alloc(n * sizeof(uint64_t)), mem_alloc(n * sizeof(uint64_t)), 0, 0 };
	g.wanted = mem_zero(p->header_count, sizeof(*g.wanted));
	g.wanted_by_source = mem_zero(p->source_count, sizeof(*g.wanted_by_source));
	g.own_first = mem_zero(p->target_count + 1, sizeof(*g.own_first));
	g.reach = mem_zero(p->header_count, sizeof(*g.reach));
	g.shared_words = (n + 63) / 64;
	g.words = g.shared_words + OWN_WORDS;
	g.closures = mem_alloc((size_t)p->header_count * g.words * sizeof(*g.closures));
	make_shared(p, &r);
	choose_standard(p);
	make_own(p, &r, g.own_first);
	for (unsigned i = 0; i < p->target_count; i++)
		assert(g.own_first[i + 1] - g.own_first[i] <= 64 * OWN_WORDS);
	want_includes(&g, &r);
	choose_includes(&g);
	free(g.order.all);
	free(g.order.c);
	free(g.order.all_sums);
	free(g.order.c_sums);
	free(g.wanted);
	free(g.wanted_by_source);
	free(g.own_first);
	free(g.reach);
	free(g.closures);
}
