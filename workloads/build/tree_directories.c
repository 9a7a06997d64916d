/*
 * The directories: one tree below src/ (sources, with Jamfiles) and one below headers/ (headers
 * that everybody includes), level by level so that files lie as deep as in the real tree. A
 * directory's parent is most often that of an earlier directory of the same level, which gives the
 * long-tailed fan-out of real trees: most directories have no subdirectory, a few have dozens.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "workloads/build/tree_draw.h"
#include "workloads/build/tree_names.h"
#include "workloads/build/tree_plan.h"

enum {
	FULL_DIRECTORIES = 2619,
	FULL_HEADER_DIRECTORIES = 340,
	FULL_JAMFILES = 1383,
	FLOOR_HEADER_DIRECTORIES = 24,
	LEVELS = 8,
	SAME_PARENT = 600,	/* thousandths */
	MOST_CHILDREN = 56,
};

/* Thousandths of the directories at depth 1 ... 8; together, weighted by files, the depths of the real tree. */
static const unsigned src_levels[LEVELS] = { 0, 7, 120, 255, 260, 250, 74, 34 };
static const unsigned header_levels[LEVELS] = { 0, 40, 380, 380, 200, 0, 0, 0 };

/* Shares `count` directories out over the levels, at least one each down to the deepest that has a whole one. */
static void
share(const unsigned *levels, unsigned count, unsigned sizes[LEVELS])
{
	unsigned given = 0, largest = 1;

	for (unsigned d = 0; d < LEVELS; d++) {
		sizes[d] = count * levels[d] / 1000;
		if (levels[d] > levels[largest])
			largest = d;
	}
	for (unsigned d = LEVELS - 1; d > 0; d--)
		if (sizes[d] == 0 && (d + 1 < LEVELS && sizes[d + 1] > 0))
			sizes[d] = 1;
	sizes[0] = 1;
	if (sizes[1] == 0)
		sizes[1] = 1;
	for (unsigned d = 0; d < LEVELS; d++)
		given += sizes[d];
	/* what rounding left over or took too much goes to the biggest level */
	if (given <= count)
		sizes[largest] += count - given;
	else if (sizes[largest] > given - count)
		sizes[largest] -= given - count;
}

static unsigned
add(struct tree_plan *p, unsigned parent, const char *name)
{
	unsigned index = p->directory_count++;
	struct tree_directory *d;

	p->directories = mem_resize(p->directories, p->directory_count, sizeof(*p->directories));
	d = &p->directories[index];
	*d = (struct tree_directory){ .parent = parent, .home = TREE_ROOT };
	if (index == TREE_ROOT) {
		d->path = mem_string("");
		return index;
	}
	p->directories[parent].children++;
	d->depth = p->directories[parent].depth + 1;
	d->shared_headers = index == TREE_HEADERS || p->directories[parent].shared_headers;
	d->path = parent == TREE_ROOT ? mem_string(name) : mem_printf("%s/%s", p->directories[parent].path, name);
	return index;
}

static void
grow(struct tree_plan *p, struct rng *r, unsigned top, const unsigned *levels, unsigned count)
{
	unsigned sizes[LEVELS], above = top, above_count = 1;
	unsigned *salts = mem_zero(p->directory_count + count, sizeof(*salts));

	share(levels, count, sizes);
	for (unsigned depth = 1; depth < LEVELS && sizes[depth] > 0; depth++) {
		unsigned first = p->directory_count;

		for (unsigned i = 0; i < sizes[depth]; i++) {
			bool again = i > 0 && draw_chance(r, SAME_PARENT);
			unsigned parent = again ? p->directories[first + rng_bounded(r, i)].parent :
			    above + (unsigned)rng_bounded(r, above_count);
			char *name;

			if (p->directories[parent].children >= MOST_CHILDREN)
				parent = above + (unsigned)rng_bounded(r, above_count);
			if (p->directories[parent].children == 0)
				salts[parent] = (unsigned)rng_bounded(r, 997);
			name = tree_name_directory(depth + 1, salts[parent], p->directories[parent].children);
			add(p, parent, name);
			free(name);
		}
		above = first;
		above_count = sizes[depth];
	}
	free(salts);
}

/* Takes the Jamfile from `count` random directories of src/ (not its topmost) that have none below them. */
static void
choose_jamfiles(struct tree_plan *p, struct rng *r, unsigned first, unsigned count)
{
	unsigned n = p->directory_count, candidates = 0;
	unsigned *open = mem_alloc(n * sizeof(*open)), *below = mem_zero(n, sizeof(*below));

	for (unsigned i = first; i < n; i++) {
		p->directories[i].jamfile = true;
		below[p->directories[i].parent]++;
	}
	for (unsigned i = first; i < n; i++)
		if (below[i] == 0 && p->directories[i].depth > 2)
			open[candidates++] = i;
	while (count > 0 && candidates > 0) {
		unsigned k = (unsigned)rng_bounded(r, candidates), i = open[k], parent = p->directories[i].parent;

		open[k] = open[--candidates];
		p->directories[i].jamfile = false;
		count--;
		if (--below[parent] == 0 && p->directories[parent].depth > 2)
			open[candidates++] = parent;
	}
	free(open);
	free(below);
}

void
tree_directories_plan(struct tree_plan *p)
{
	struct rng r = tree_plan_stream(p, TREE_STREAM_DIRECTORIES, 0);
	unsigned header_count = tree_plan_count_above(p, FULL_HEADER_DIRECTORIES, FLOOR_HEADER_DIRECTORIES);
	unsigned src_count = tree_plan_count(p, FULL_DIRECTORIES - FULL_HEADER_DIRECTORIES, 6);
	unsigned jamfiles = tree_plan_count(p, FULL_JAMFILES, 5);
	unsigned first;

	add(p, TREE_ROOT, "");
	add(p, TREE_ROOT, "src");
	add(p, TREE_ROOT, "headers");
	grow(p, &r, TREE_HEADERS, header_levels, header_count);
	first = p->directory_count;
	grow(p, &r, TREE_SRC, src_levels, src_count);
	p->directories[TREE_ROOT].jamfile = p->directories[TREE_SRC].jamfile = true;
	if (p->directory_count - first + 2 > jamfiles)
		choose_jamfiles(p, &r, first, p->directory_count - first + 2 - jamfiles);
	else
		choose_jamfiles(p, &r, first, 0);
	for (unsigned i = 0; i < p->directory_count; i++) {
		struct tree_directory *d = &p->directories[i];

		d->home = d->jamfile ? i : p->directories[d->parent].home;
		p->jamfile_count += d->jamfile;
		p->shared_directory_count += d->shared_headers;
	}
}
