/* What the parts of the plan share: see tree_plan.h. */
#include "workloads/build/tree_plan.h"

#include <assert.h>
#include <stdlib.h>

#include "base/buf.h"

enum { SCALE_ONE = 10000 };

unsigned
tree_plan_count(const struct tree_plan *p, unsigned full, unsigned least)
{
	unsigned count = (unsigned)(((uint64_t)full * p->scale + SCALE_ONE / 2) / SCALE_ONE);

	return count > least ? count : least;
}

unsigned
tree_plan_count_above(const struct tree_plan *p, unsigned full, unsigned floor)
{
	unsigned scale = p->scale < SCALE_ONE ? p->scale : SCALE_ONE;

	return tree_plan_count(p, full, 0) + floor * (SCALE_ONE - scale) / SCALE_ONE;
}

struct rng
tree_plan_stream(const struct tree_plan *p, enum tree_stream kind, unsigned index)
{
	struct rng r;

	rng_seed(&r, p->seed);
	rng_seed(&r, rng_next(&r) ^ (uint64_t)kind << 32 ^ index);
	rng_seed(&r, rng_next(&r));
	return r;
}

void
tree_plan_link(struct tree_plan *p, struct tree_links *list, unsigned index)
{
	if (list->count == 0)
		list->first = p->link_count;
	assert(list->first + list->count == p->link_count);
	if (p->link_count == p->link_capacity) {
		p->link_capacity = p->link_capacity > 0 ? 2 * p->link_capacity : 4096;
		p->links = mem_resize(p->links, p->link_capacity, sizeof(*p->links));
	}
	p->links[p->link_count++] = index;
	list->count++;
}

void
tree_plan_release(struct tree_plan *p)
{
	for (unsigned i = 0; i < p->directory_count; i++)
		free(p->directories[i].path);
	free(p->directories);
	free(p->headers);
	free(p->sources);
	free(p->targets);
	free(p->links);
}
