/*
 * The targets and their sources: how many sources each has, which directory builds it, in which
 * language, and what is linked into what. Every archive is part of some link and every shared
 * library of some program, so that the checksum a program prints covers all objects of the tree.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "workloads/build/tree_draw.h"
#include "workloads/build/tree_plan.h"

enum {
	FULL_C = 7758, FULL_CXX = 5274,
	FULL_TARGETS = 1609,			/* 8.1 sources each */
	ARCHIVES = 330, SHARED = 280,		/* thousandths of the targets; the rest are programs */
	C_MU = 8790, C_SIGMA = 1480,		/* ln of bytes, in thousandths */
	CXX_MU = 8430, CXX_SIGMA = 1300,
	GATHER = 700,				/* thousandths of the further targets that join a directory with some */
	PRIMARY_BYTES = 900, CALL_BYTES = 110,	/* what a target's first source needs: in all, and for each call */
};

/* Sources per target: median 2, mean 8, 90 % up to 17, the largest 264. */
static const struct draw_segment sources_per_target[] = {
	{ 470, 1, 1 }, { 530, 2, 2 }, { 640, 3, 4 }, { 780, 5, 8 }, { 880, 9, 15 }, { 910, 16, 19 },
	{ 985, 20, 60 }, { 999, 61, 180 }, { 1000, 181, 264 },
};

static int
descending(const void *a, const void *b)
{
	unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;

	return x < y ? 1 : x > y ? -1 : 0;
}

/* Makes the counts (descending) add up to `total` by ones, on the targets that are neither small nor the largest. */
static void
adjust(unsigned *counts, unsigned n, unsigned total)
{
	unsigned sum = 0, i = 0;

	for (unsigned k = 0; k < n; k++)
		sum += counts[k];
	for (unsigned steps = 0; sum != total && steps < 64 * n; steps++, i = (i + 1) % n) {
		bool any = steps > 8 * n;	/* nobody else is left: take from and give to everybody */

		if (!any && (i == 0 || counts[i] < 4))
			continue;
		if (sum < total) {
			counts[i]++;
			sum++;
		} else if (counts[i] > 1) {
			counts[i]--;
			sum--;
		}
	}
}

struct home {
	unsigned directory, key;
};

static int
by_key(const void *a, const void *b)
{
	const struct home *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? 1 : -1;
	return x->directory < y->directory ? -1 : 1;
}

/*
 * Every lowest Jamfile gets a target, the largest where many directories without Jamfile hang
 * below; the rest gather.
 */
static void
choose_homes(struct tree_plan *p, struct rng *r)
{
	unsigned n = p->directory_count, count = 0, all_count = 0, upper = 0, t;
	struct home *homes = mem_alloc(n * sizeof(*homes));
	unsigned *all = mem_alloc(n * sizeof(*all)), *bare = mem_zero(n, sizeof(*bare));
	bool *inner = mem_zero(n, sizeof(*inner));
	unsigned *order = mem_alloc(p->target_count * sizeof(*order));

	for (unsigned i = 1; i < n; i++) {
		const struct tree_directory *d = &p->directories[i];

		if (d->jamfile)
			inner[d->parent] = true;
		else if (!d->shared_headers)
			bare[d->home]++;
	}
	for (unsigned i = 0; i < n; i++) {
		if (!p->directories[i].jamfile || p->directories[i].depth < 2)
			continue;
		all[all_count++] = i;
		upper += bare[i] > 0;
		if (!inner[i] || bare[i] > 0)
			homes[count++] = (struct home){ i, 16 * bare[i] + (unsigned)rng_bounded(r, 16) };
	}
	qsort(homes, count, sizeof(*homes), by_key);
	for (unsigned i = 0; i < p->target_count; i++)
		order[i] = i;
	if (upper < p->target_count)
		rng_shuffle(r, order + upper, p->target_count - upper);
	for (t = 0; t < p->target_count && t < count; t++)
		p->targets[order[t]].directory = homes[t].directory;
	for (; t < p->target_count; t++)
		p->targets[order[t]].directory = draw_chance(r, GATHER) ?
		    p->targets[order[rng_bounded(r, t)]].directory : all[rng_bounded(r, all_count)];
	free(order);
	free(homes);
	free(all);
	free(bare);
	free(inner);
}

static void
choose_kinds(struct tree_plan *p, struct rng *r)
{
	unsigned n = p->target_count, archives = n * ARCHIVES / 1000, shared = n * SHARED / 1000;
	unsigned *kinds = mem_alloc(n * sizeof(*kinds));

	archives = archives > 0 ? archives : 1;
	shared = shared > 0 ? shared : 1;
	for (unsigned i = 0; i < n; i++)
		kinds[i] = i < archives ? TREE_ARCHIVE : i < archives + shared ? TREE_SHARED : TREE_PROGRAM;
	rng_shuffle(r, kinds, n);
	for (unsigned i = 0; i < n; i++)
		p->targets[i].kind = kinds[i];
	free(kinds);
}

/*
 * Languages by target, so that what is linked together is mostly of one; the counts are exact, one
 * target is mixed.
 */
static void
choose_languages(struct tree_plan *p, struct rng *r, unsigned c_left)
{
	unsigned *order = mem_alloc(p->target_count * sizeof(*order));

	for (unsigned i = 0; i < p->target_count; i++)
		order[i] = i;
	rng_shuffle(r, order, p->target_count);
	for (unsigned i = 0; i < p->target_count; i++) {
		struct tree_target *t = &p->targets[order[i]];

		for (unsigned k = 0; k < t->count; k++) {
			struct tree_source *s = &p->sources[t->first + k];

			s->cxx = c_left == 0;
			c_left -= c_left > 0;
			t->cxx = t->cxx || s->cxx;
		}
	}
	free(order);
}

static void
choose_sizes(struct tree_plan *p, struct rng *r, unsigned c_count)
{
	unsigned cxx_count = p->source_count - c_count, c = 0, cxx = 0;
	unsigned *c_sizes = mem_alloc(c_count * sizeof(*c_sizes));
	unsigned *cxx_sizes = mem_alloc(cxx_count * sizeof(*cxx_sizes));

	draw_lognormal_all(r, C_MU, C_SIGMA, c_sizes, c_count);
	draw_lognormal_all(r, CXX_MU, CXX_SIGMA, cxx_sizes, cxx_count);
	for (unsigned i = 0; i < p->source_count; i++)
		p->sources[i].size = p->sources[i].cxx ? cxx_sizes[cxx++] : c_sizes[c++];
	free(c_sizes);
	free(cxx_sizes);
}

/*
 * The first source of a target calls all others: if it is too small for that it changes sizes with
 * a source of its language that has nothing to call.
 */
static void
choose_primaries(struct tree_plan *p, struct rng *r)
{
	for (unsigned i = 0; i < p->target_count; i++) {
		struct tree_target *t = &p->targets[i];
		struct tree_source *s = &p->sources[t->first];
		unsigned least = PRIMARY_BYTES + CALL_BYTES * (t->count + t->archives.count + t->libraries.count);

		t->primary = t->first;
		for (unsigned tries = 0; tries < 1000 && s->size < least; tries++) {
			unsigned k = (unsigned)rng_bounded(r, p->source_count), size = p->sources[k].size;

			if (k == p->targets[p->sources[k].target].first || p->sources[k].cxx != s->cxx || size < least)
				continue;
			p->sources[k].size = s->size;
			s->size = size;
		}
	}
}

/*
 * Puts the sources of each Jamfile into its directory and those without Jamfile below it, none of
 * which stays empty if it can be.
 */
static void
choose_directories(struct tree_plan *p, struct rng *r)
{
	unsigned n = p->directory_count;
	unsigned *first = mem_zero(n + 1, sizeof(*first)), *members = mem_alloc(n * sizeof(*members));
	unsigned *next = mem_alloc((n + 1) * sizeof(*next));

	for (unsigned i = 1; i < n; i++)
		if (!p->directories[i].jamfile && !p->directories[i].shared_headers)
			first[p->directories[i].home + 1]++;
	for (unsigned i = 0; i < n; i++)
		first[i + 1] += first[i];
	for (unsigned i = 0; i <= n; i++)
		next[i] = first[i];
	for (unsigned i = 1; i < n; i++)
		if (!p->directories[i].jamfile && !p->directories[i].shared_headers)
			members[next[p->directories[i].home]++] = i;
	for (unsigned i = 0; i < n; i++)
		next[i] = first[i];
	for (unsigned i = 0; i < p->source_count; i++) {
		unsigned home = p->targets[p->sources[i].target].directory, bare = first[home + 1] - first[home];
		unsigned at = home;

		if (next[home] < first[home + 1])
			at = members[next[home]++];
		else if (bare > 0 && draw_chance(r, 550))
			at = members[first[home] + rng_bounded(r, rng_bounded(r, rng_bounded(r, bare) + 1) + 1)];
		p->sources[i].directory = at;
		p->directories[at].sources++;
	}
	free(first);
	free(members);
	free(next);
}

static bool
linked(const struct tree_plan *p, const struct tree_links *list, unsigned target)
{
	for (unsigned i = 0; i < list->count; i++)
		if (p->links[list->first + i] == target)
			return true;
	return false;
}

/* The targets of a kind, each with the link that is sure to have it and its share of the further ones. */
struct pool {
	unsigned *targets, *users;
	uint64_t *sums;
	unsigned count;
};

static struct pool
make_pool(const struct tree_plan *p, struct rng *r, enum tree_kind kind)
{
	unsigned n = p->target_count;
	struct pool q = { mem_alloc(n * sizeof(unsigned)), mem_alloc(n * sizeof(unsigned)),
		mem_alloc(n * sizeof(uint64_t)), 0 };
	uint64_t sum = 0;

	for (unsigned i = 0; i < n; i++) {
		unsigned user;

		if (p->targets[i].kind != kind)
			continue;
		do
			user = (unsigned)rng_bounded(r, n);
		while (p->targets[user].kind <= kind);
		q.targets[q.count] = i;
		q.users[q.count] = user;
		q.sums[q.count] = sum += draw_weight(q.count);
		q.count++;
	}
	return q;
}

static void
link_pool(struct tree_plan *p, struct rng *r, const struct pool *q, unsigned user, struct tree_links *list,
    unsigned further)
{
	for (unsigned i = 0; i < q->count; i++)
		if (q->users[i] == user)
			tree_plan_link(p, list, q->targets[i]);
	for (unsigned i = 0; i < further && q->count > 0; i++) {
		unsigned target = q->targets[draw_pick(r, q->sums, q->count)];

		if (!linked(p, list, target))
			tree_plan_link(p, list, target);
	}
}

static void
choose_links(struct tree_plan *p, struct rng *r)
{
	struct pool archives = make_pool(p, r, TREE_ARCHIVE), shared = make_pool(p, r, TREE_SHARED);

	for (unsigned i = 0; i < p->target_count; i++) {
		struct tree_target *t = &p->targets[i];

		if (t->kind == TREE_ARCHIVE)
			continue;
		link_pool(p, r, &archives, i, &t->archives, (unsigned)rng_bounded(r, 2));
		if (t->kind == TREE_PROGRAM)
			link_pool(p, r, &shared, i, &t->libraries, (unsigned)rng_bounded(r, 4));
		for (unsigned k = 0; k < t->archives.count; k++)
			t->cxx = t->cxx || p->targets[p->links[t->archives.first + k]].cxx;
	}
	free(archives.targets);
	free(archives.users);
	free(archives.sums);
	free(shared.targets);
	free(shared.users);
	free(shared.sums);
}

void
tree_targets_plan(struct tree_plan *p)
{
	struct rng r = tree_plan_stream(p, TREE_STREAM_TARGETS, 0);
	unsigned c_count = tree_plan_count(p, FULL_C, 6), cxx_count = tree_plan_count(p, FULL_CXX, 4);
	unsigned n = tree_plan_count(p, FULL_TARGETS, 5), source = 0;
	unsigned *counts = mem_alloc(n * sizeof(*counts));

	p->target_count = n;
	p->targets = mem_zero(n, sizeof(*p->targets));
	p->source_count = c_count + cxx_count;
	p->sources = mem_zero(p->source_count, sizeof(*p->sources));
	draw_segmented_all(&r, sources_per_target, counts, n);
	qsort(counts, n, sizeof(*counts), descending);
	adjust(counts, n, p->source_count);
	choose_homes(p, &r);
	for (unsigned i = 0; i < n; i++) {
		p->targets[i].first = source;
		p->targets[i].count = counts[i];
		for (unsigned k = 0; k < counts[i]; k++)
			p->sources[source++].target = i;
	}
	free(counts);
	choose_kinds(p, &r);
	choose_languages(p, &r, c_count);
	choose_sizes(p, &r, c_count);
	choose_directories(p, &r);
	choose_links(p, &r);
	choose_primaries(p, &r);
}
