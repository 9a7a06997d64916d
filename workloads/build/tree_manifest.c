/*
 * The manifest of a tree: what a build must leave in the output directory, one line each, fields
 * separated by tabs.
 *
 *	harness-tree	1	SEED	SCALE (in 1/10000)
 *	object|archive|shared	PATH
 *	program	PATH	LINE (that it prints)
 *	attribute	LEVEL (on, full)	NAME	TYPE	BYTES	FNV-1a (of the product in the line above)
 */
#include "workloads/build/tree_attributes.h"
#include "workloads/build/tree_names.h"
#include "workloads/build/tree_text.h"

static void
put_hash(uint64_t hash, struct buf *out)
{
	buf_printf(out, "%08x%08x", (unsigned)(hash >> 32), (unsigned)hash);
}

static void
put_product(const struct tree_plan *p, unsigned target, struct buf *out)
{
	static const char *const kinds[] = { "archive", "shared", "program" };
	const struct tree_target *t = &p->targets[target];
	const char *directory = p->directories[t->directory].path;
	char name[TREE_NAME_SIZE];

	for (unsigned i = t->first; i < t->first + t->count; i++) {
		tree_name_object(p, i, name);
		buf_printf(out, "object\t%s/%s\n", directory, name);
	}
	tree_name_target(p, target, name);
	buf_printf(out, "%s\t%s/%s", kinds[t->kind], directory, name);
	if (t->kind == TREE_PROGRAM) {
		buf_putc(out, '\t');
		tree_text_line(p, target, out);
	}
	buf_putc(out, '\n');
	if (t->kind == TREE_ARCHIVE)
		return;
	for (unsigned i = 0; i < TREE_ATTRIBUTES; i++) {
		struct buf value = BUF_EMPTY;

		tree_attributes_value(p, target, i, &value);
		buf_printf(out, "attribute\t%s\t%s\t%s\t%u\t", tree_attributes[i].full ? "full" : "on",
		    tree_attributes[i].name, tree_attributes[i].type, (unsigned)value.length);
		put_hash(tree_attributes_hash(value.text, value.length), out);
		buf_putc(out, '\n');
		buf_release(&value);
	}
}

void
tree_text_manifest(const struct tree_plan *p, struct buf *out)
{
	buf_puts(out, "harness-tree\t1\t");
	put_hash(p->seed, out);
	buf_printf(out, "\t%u\n", p->scale);
	for (unsigned i = 0; i < p->target_count; i++)
		put_product(p, i, out);
}
