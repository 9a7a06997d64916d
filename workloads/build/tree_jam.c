/*
 * The Jamfiles: targets with their sources and libraries, the header directories that they need,
 * and the Jamfiles below.
 */
#include <stdlib.h>
#include <string.h>

#include "workloads/build/tree_draw.h"
#include "workloads/build/tree_names.h"
#include "workloads/build/tree_text.h"

/* Appends a path as jam's list of tokens. */
static void
put_tokens(const char *path, struct buf *out)
{
	if (path[0] == '\0')
		return;
	buf_putc(out, ' ');
	for (; *path != '\0'; path++)
		buf_putc(out, *path == '/' ? ' ' : *path);
}

/* Appends a rule for each group (first directory below headers/) that has a directory with `wanted`. */
static void
put_header_directories(const struct tree_plan *p, const char *rule, const bool *wanted, struct buf *out)
{
	const char *group = NULL;
	size_t skip = strlen(p->directories[TREE_HEADERS].path) + 1;

	for (unsigned g = 0; g < p->directory_count; g++) {
		const char *path;

		if (p->directories[g].parent != TREE_HEADERS || p->directories[g].depth != 2)
			continue;
		path = p->directories[g].path + skip;
		group = NULL;
		for (unsigned i = g; i < p->directory_count; i++) {
			const char *below;

			if (!wanted[i] || !p->directories[i].shared_headers)
				continue;
			below = p->directories[i].path + skip;
			if (strncmp(below, path, strlen(path)) != 0 ||
			    (below[strlen(path)] != '/' && below[strlen(path)] != '\0'))
				continue;
			if (group == NULL)
				buf_printf(out, "%s %s :", rule, path);
			group = path;
			buf_printf(out, " %s", below[strlen(path)] == '/' ? below + strlen(path) + 1 : ".");
		}
		if (group != NULL)
			buf_puts(out, " ;\n");
	}
}

static void
mark_closure(const struct tree_plan *p, const struct tree_links *includes, bool *seen, bool *wanted)
{
	for (unsigned i = 0; i < includes->count; i++) {
		unsigned header = p->links[includes->first + i];

		if (seen[header])
			continue;
		seen[header] = true;
		if (!p->directories[p->headers[header].directory].standard)
			wanted[p->headers[header].directory] = true;
		mark_closure(p, &p->headers[header].includes, seen, wanted);
	}
}

static void
put_target(const struct tree_plan *p, unsigned target, struct buf *out)
{
	static const char *const rules[] = { "ArchiveLibrary", "SharedLibrary", "Program" };
	const struct tree_target *t = &p->targets[target];
	struct rng r = tree_plan_stream(p, TREE_STREAM_NAMES, target);
	char name[TREE_NAME_SIZE];

	tree_name_target(p, target, name);
	buf_puts(out, "\n# ");
	tree_name_sentence(&r, out, draw_between(&r, 3, 8));
	buf_printf(out, ".\n%s %s :\n", rules[t->kind], name);
	for (unsigned i = t->first; i < t->first + t->count; i++) {
		tree_name_source(p, i, name);
		buf_printf(out, "\t%s\n", name);
	}
	if (t->kind != TREE_ARCHIVE) {
		buf_puts(out, "\t:");
		for (unsigned i = 0; i < t->archives.count + t->libraries.count; i++) {
			tree_name_target(p, p->links[i < t->archives.count ? t->archives.first + i :
			    t->libraries.first + i - t->archives.count], name);
			buf_printf(out, " %s", name);
		}
		buf_puts(out, t->cxx ? " : c++\n" : "\n");
	}
	buf_puts(out, ";\n");
}

static void
put_root(const struct tree_plan *p, struct buf *out)
{
	bool *standard = mem_zero(p->directory_count, sizeof(*standard));

	buf_puts(out, "# The whole tree; Jamrules says how to build it.\n\nSubDir TREE ;\n\n");
	for (unsigned i = 0; i < p->directory_count; i++)
		standard[i] = p->directories[i].standard;
	put_header_directories(p, "StandardHeaders", standard, out);
	buf_puts(out, "\nSubInclude TREE tools ;\n");
	free(standard);
}

static void
put_directory(const struct tree_plan *p, unsigned directory, struct buf *out)
{
	const struct tree_directory *d = &p->directories[directory];
	bool *wanted = mem_zero(p->directory_count, sizeof(*wanted)), *seen = mem_zero(p->header_count, sizeof(*seen));
	bool any = false;

	buf_printf(out, "# What is built from %s and below.\n\nSubDir TREE", d->path);
	put_tokens(d->path, out);
	buf_puts(out, " ;\n");
	for (unsigned i = 0; i < p->target_count; i++) {
		const struct tree_target *t = &p->targets[i];

		if (t->directory != directory)
			continue;
		for (unsigned k = t->first; k < t->first + t->count; k++)
			mark_closure(p, &p->sources[k].includes, seen, wanted);
	}
	buf_puts(out, "\n");
	put_header_directories(p, "UseHeaders", wanted, out);
	for (unsigned i = 0; i < p->directory_count; i++) {
		const struct tree_directory *other = &p->directories[i];

		if (i == directory || other->home != directory || other->headers + other->sources == 0 ||
		    other->shared_headers)
			continue;
		buf_printf(out, "%s %s", any ? "" : "UseDirectories", other->path + strlen(d->path) + 1);
		any = true;
	}
	buf_puts(out, any ? " ;\n" : "");
	for (unsigned i = 0; i < p->target_count; i++)
		if (p->targets[i].directory == directory)
			put_target(p, i, out);
	free(wanted);
	free(seen);
}

void
tree_text_jamfile(const struct tree_plan *p, unsigned directory, struct buf *out)
{
	bool first = true;

	if (directory == TREE_ROOT)
		put_root(p, out);
	else
		put_directory(p, directory, out);
	for (unsigned i = 1; i < p->directory_count; i++) {
		if (p->directories[i].parent != directory || !p->directories[i].jamfile)
			continue;
		buf_puts(out, first ? "\nSubInclude TREE" : "SubInclude TREE");
		put_tokens(p->directories[i].path, out);
		buf_puts(out, " ;\n");
		first = false;
	}
}
