/*
 * The headers: what there is and where it lies. Shared headers lie below headers/ and are known by
 * their rank in popularity; every other header belongs to one source, lies beside it and is seen by
 * that source's target. Beyond a core, shared headers belong to areas, in directories of their own,
 * and a directory's sources use one area: else every compile would need all header directories.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "workloads/build/tree_draw.h"
#include "workloads/build/tree_includes.h"
#include "workloads/build/tree_plan.h"

enum {
	FULL_SHARED_HEADERS = 3662, FULL_OWN_HEADERS = 6802,	/* 10464 together */
	FLOOR_SHARED_HEADERS = 420,		/* what closures of 60 headers need */
	HEADER_MU = 7740, HEADER_SIGMA = 1240,	/* ln of bytes, in thousandths */
	HEADER_CXX = 450,			/* thousandths of the shared headers that only C++ can include */
	CORE_DIRECTORIES = 40,
	STANDARD_DIRECTORIES = 24,		/* searched by every compile: those with the most popular headers */
};

/* Puts the headers first, first + step, ... into `places`, at least one into each. */
static void
place_headers(struct tree_plan *p, struct rng *r, unsigned first, unsigned end, unsigned step, const unsigned *places,
    unsigned place_count)
{
	uint64_t *sums = mem_alloc(place_count * sizeof(*sums)), sum = 0;
	unsigned n = 0;

	for (unsigned i = 0; i < place_count; i++)
		sums[i] = sum += draw_weight(4 * i);
	for (unsigned i = first; i < end; i += step, n++) {
		p->headers[i].directory = places[n < place_count ? n : draw_pick(r, sums, place_count)];
		p->directories[p->headers[i].directory].headers++;
	}
	free(sums);
}

static void
make_shared(struct tree_plan *p, struct rng *r)
{
	unsigned first = TREE_HEADERS + 1, count = p->shared_directory_count - 1, n = p->shared_header_count;
	unsigned areas = tree_includes_areas(p), core = n < TREE_CORE_HEADERS ? n : TREE_CORE_HEADERS, core_places;
	uint32_t turn = (uint32_t)rng_bounded(r, DRAW_ONE);
	unsigned *places = mem_alloc(count * sizeof(*places));

	for (unsigned i = 0; i < n; i++) {
		struct tree_header *h = &p->headers[i];

		h->name = p->source_count + i;
		h->cxx = i > 0 && draw_even_thousandths(i, DRAW_GOLDEN) < HEADER_CXX;
		h->size = draw_lognormal(HEADER_MU, HEADER_SIGMA, (draw_even(i) + turn) % DRAW_ONE);
	}
	for (unsigned i = 0; i < count; i++)
		places[i] = first + i;
	rng_shuffle(r, places, count);
	/* directories in proportion to headers, until the core has enough */
	core_places = count * core / n;
	core_places = core_places < CORE_DIRECTORIES ? core_places : CORE_DIRECTORIES;
	if (core_places + areas > count)
		core_places = count;
	place_headers(p, r, 0, core, 1, places, core_places);
	for (unsigned a = 0; a < areas; a++) {
		unsigned from = core_places + (count - core_places) * a / areas;
		unsigned to = core_places + (count - core_places) * (a + 1) / areas;

		place_headers(p, r, core + a, n, areas, from < to ? places + from : places,
		    from < to ? to - from : count);
	}
	free(places);
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

void
tree_headers_plan(struct tree_plan *p)
{
	struct rng r = tree_plan_stream(p, TREE_STREAM_HEADERS, 0);
	unsigned *own_first = mem_zero(p->target_count + 1, sizeof(*own_first));

	p->shared_header_count = tree_plan_count_above(p, FULL_SHARED_HEADERS, FLOOR_SHARED_HEADERS);
	p->header_count = p->shared_header_count + tree_plan_count(p, FULL_OWN_HEADERS, 4);
	p->headers = mem_zero(p->header_count, sizeof(*p->headers));
	make_shared(p, &r);
	choose_standard(p);
	make_own(p, &r, own_first);
	tree_includes_plan(p, own_first);
	free(own_first);
}
