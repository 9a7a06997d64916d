/*
 * Each target has one function that calls the entry functions of all its sources and the totals of
 * all that is linked into it, so that a program's one line of output depends on every object in it.
 */
#include "workloads/build/tree_index.h"

#include "workloads/build/tree_names.h"
#include "workloads/build/tree_text.h"

static const uint32_t start = 2166136261u, factor = 16777619u;	/* as FNV-1 has them */

uint32_t
tree_index_input(const struct tree_plan *p, unsigned source)
{
	struct rng r = tree_plan_stream(p, TREE_STREAM_VALUE, source);

	return (uint32_t)rng_next(&r);
}

/* The i-th of the targets that are linked into another: archives, then libraries. */
static unsigned
linked(const struct tree_plan *p, const struct tree_target *t, unsigned i)
{
	unsigned n = t->archives.count;

	return p->links[i < n ? t->archives.first + i : t->libraries.first + i - n];
}

static void
print_declarations(const struct tree_plan *p, const struct tree_target *t, struct buf *out)
{
	char name[TREE_NAME_SIZE];

	for (unsigned i = t->first; i < t->first + t->count; i++) {
		tree_name_stem(p, i, TREE_LOWER, name);
		buf_printf(out, "unsigned %s_entry(unsigned value);\n", name);
	}
	for (unsigned i = 0; i < t->archives.count + t->libraries.count; i++) {
		tree_name_target_symbol(p, linked(p, t, i), name);
		buf_printf(out, "unsigned %s_total(void);\n", name);
	}
}

static void
print_calls(const struct tree_plan *p, const struct tree_target *t, struct buf *out)
{
	char name[TREE_NAME_SIZE];

	buf_printf(out, "\tunsigned total = %uu;\n\n", (unsigned)start);
	for (unsigned i = t->first; i < t->first + t->count; i++) {
		tree_name_stem(p, i, TREE_LOWER, name);
		buf_printf(out, "\ttotal = total * %uu ^ %s_entry(0x%xu);\n", (unsigned)factor, name,
		    (unsigned)tree_index_input(p, i));
	}
	for (unsigned i = 0; i < t->archives.count + t->libraries.count; i++) {
		tree_name_target_symbol(p, linked(p, t, i), name);
		buf_printf(out, "\ttotal = total * %uu ^ %s_total();\n", (unsigned)factor, name);
	}
}

void
tree_index_print(const struct tree_plan *p, unsigned target, struct buf *out)
{
	const struct tree_target *t = &p->targets[target];
	bool cxx = p->sources[t->primary].cxx;
	char name[TREE_NAME_SIZE];

	tree_name_target_symbol(p, target, name);
	if (cxx)
		buf_puts(out, "extern \"C\" {\n");
	print_declarations(p, t, out);
	if (t->kind == TREE_PROGRAM)
		buf_puts(out, "int printf(const char *format, ...);\n");
	else
		buf_printf(out, "unsigned %s_total(void);\n", name);
	buf_puts(out, cxx ? "}\n\n" : "\n");
	if (t->kind == TREE_PROGRAM)
		buf_puts(out, "typedef char unsigned_must_have_32_bits[sizeof(unsigned) == 4 ? 1 : -1];\n\n"
		    "int\nmain(void)\n{\n");
	else
		buf_printf(out, "unsigned\n%s_total(void)\n{\n", name);
	print_calls(p, t, out);
	if (t->kind == TREE_PROGRAM)
		buf_printf(out, "\treturn printf(\"%s %%08x\\n\", total) < 0;\n}\n", name);
	else
		buf_puts(out, "\treturn total;\n}\n");
}

size_t
tree_index_bytes(const struct tree_plan *p, unsigned target)
{
	struct buf text = BUF_EMPTY;
	size_t bytes;

	tree_index_print(p, target, &text);
	bytes = text.length;
	buf_release(&text);
	return bytes;
}

static uint32_t
total(const struct tree_plan *p, const struct tree_target *t)
{
	uint32_t sum = start;

	for (unsigned i = t->first; i < t->first + t->count; i++)
		sum = sum * factor ^ p->sources[i].value;
	for (unsigned i = 0; i < t->archives.count + t->libraries.count; i++)
		sum = sum * factor ^ p->targets[linked(p, t, i)].value;
	return sum;
}

void
tree_text_totals(struct tree_plan *p)
{
	for (int kind = TREE_ARCHIVE; kind <= TREE_PROGRAM; kind++)
		for (unsigned i = 0; i < p->target_count; i++)
			if ((int)p->targets[i].kind == kind)
				p->targets[i].value = total(p, &p->targets[i]);
}

void
tree_text_line(const struct tree_plan *p, unsigned target, struct buf *out)
{
	char name[TREE_NAME_SIZE];

	tree_name_target_symbol(p, target, name);
	buf_printf(out, "%s %08x", name, (unsigned)p->targets[target].value);
}
