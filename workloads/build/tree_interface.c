/*
 * The text of headers: a macro, an inline function, in C++ a class template and a base class, which
 * the files that include the header use (tree_block_header says which of them there are), then
 * declarations up to the planned size.
 */
#include <string.h>

#include "workloads/build/tree_block.h"
#include "workloads/build/tree_draw.h"
#include "workloads/build/tree_names.h"
#include "workloads/build/tree_text.h"

/* Never two draws in one call's arguments or one initialiser: C does not say which comes first. */
struct writer {
	const struct tree_plan *p;
	const struct tree_header *h;
	struct rng r;
	struct buf *out;
	char lower[TREE_NAME_SIZE], upper[TREE_NAME_SIZE], camel[TREE_NAME_SIZE];
	unsigned items;
};

static const char *
word(struct writer *w)
{
	return tree_name_word((unsigned)rng_bounded(&w->r, TREE_WORDS));
}

static const char *
verb(struct writer *w)
{
	return tree_name_verb((unsigned)rng_bounded(&w->r, TREE_WORDS));
}

static void
put_capital(struct buf *out, const char *text)
{
	buf_putc(out, (char)(text[0] - 'a' + 'A'));
	buf_puts(out, text + 1);
}

static void
put_upper(struct buf *out, const char *text)
{
	for (; *text != '\0'; text++)
		buf_putc(out, (char)(*text >= 'a' && *text <= 'z' ? *text - 'a' + 'A' : *text));
}

/* "struct other_range" of an included header that has it, else "unsigned". */
static void
put_type(struct writer *w)
{
	const struct tree_links *includes = &w->h->includes;
	char name[TREE_NAME_SIZE];
	unsigned other;

	if (includes->count == 0) {
		buf_puts(w->out, "unsigned");
		return;
	}
	other = w->p->links[includes->first + rng_bounded(&w->r, includes->count)];
	if (tree_block_header(w->p, other).fold) {
		tree_name_stem(w->p, w->p->headers[other].name, TREE_LOWER, name);
		buf_printf(w->out, "struct %s_range", name);
	} else
		buf_puts(w->out, "unsigned long");
}

static void
write_enum(struct writer *w)
{
	unsigned n = draw_between(&w->r, 3, 9);

	buf_printf(w->out, "enum %s_%s%u {\n", w->lower, word(w), w->items);
	for (unsigned i = 0; i < n; i++) {
		buf_printf(w->out, "\t%s_", w->upper);
		put_upper(w->out, word(w));
		buf_printf(w->out, "_%u", w->items * 16 + i);
		if (draw_chance(&w->r, 300))
			buf_printf(w->out, " = 0x%x", draw_between(&w->r, 1, 0xffff));
		buf_puts(w->out, ",\n");
	}
	buf_puts(w->out, "};\n\n");
}

static void
write_struct(struct writer *w)
{
	static const char *const plain[] = { "", "", "const char", "unsigned char", "unsigned long", "unsigned",
		"unsigned" };
	unsigned n = draw_between(&w->r, 3, 10);
	const char *name = word(w);

	buf_printf(w->out, "struct %s_%s%u {\n", w->lower, name, w->items);
	for (unsigned i = 0; i < n; i++) {
		unsigned kind = (unsigned)rng_bounded(&w->r, 7);

		buf_putc(w->out, '\t');
		if (kind == 0)
			put_type(w);
		else if (kind == 1)
			buf_printf(w->out, "struct %s_%s%u", w->lower, name, w->items);
		else
			buf_puts(w->out, plain[kind]);
		buf_printf(w->out, " %s%s_%u", kind == 1 || kind == 2 ? "*" : "", word(w), i);
		if (kind == 3)
			buf_printf(w->out, "[%u]", draw_between(&w->r, 4, 64));
		buf_puts(w->out, ";");
		if (draw_chance(&w->r, 250)) {
			buf_puts(w->out, "\t/* ");
			tree_name_sentence(&w->r, w->out, draw_between(&w->r, 2, 7));
			buf_puts(w->out, " */");
		}
		buf_putc(w->out, '\n');
	}
	buf_puts(w->out, "};\n\n");
}

static void
write_macros(struct writer *w)
{
	unsigned n = draw_between(&w->r, 2, 8);

	for (unsigned i = 0; i < n; i++) {
		buf_printf(w->out, "#define %s_", w->upper);
		put_upper(w->out, word(w));
		buf_printf(w->out, "_%u%s", w->items * 16 + i, draw_chance(&w->r, 300) ? "(x) ((x) & " : " (");
		buf_printf(w->out, "0x%xu)\n", (unsigned)rng_bounded(&w->r, UINT32_MAX));
	}
	buf_putc(w->out, '\n');
}

static void
write_prototypes(struct writer *w)
{
	unsigned n = draw_between(&w->r, 2, 7);

	tree_text_comment(&w->r, draw_between(&w->r, 6, 25), w->out);
	for (unsigned i = 0; i < n; i++) {
		const char *name = word(w);

		buf_printf(w->out, "unsigned %s_at_%s_%s%u(", w->lower, verb(w), name, w->items * 16 + i);
		if (draw_chance(&w->r, 500)) {
			buf_puts(w->out, "const ");
			put_type(w);
			buf_printf(w->out, " *%s, ", word(w));
		}
		buf_puts(w->out, "unsigned options");
		buf_puts(w->out, draw_chance(&w->r, 300) ? ", const char *text, unsigned long size);\n" : ");\n");
	}
	buf_putc(w->out, '\n');
}

/* Another inline function, which nobody calls. */
static void
write_inline(struct writer *w)
{
	struct block b;
	struct block_scope scope;
	const char *name = word(w);

	tree_block_fold(w->p, (unsigned)(w->h - w->p->headers), &b, &scope);
	tree_block_draw(&b, &w->r, &scope, draw_between(&w->r, 180, 500));
	tree_text_comment(&w->r, draw_between(&w->r, 6, 20), w->out);
	buf_printf(w->out, "static inline unsigned\n%s_%s_%s%u(unsigned value)\n", w->lower, verb(w), name, w->items);
	tree_block_print(&b, &scope, 0, NULL, w->out);
	buf_putc(w->out, '\n');
}

static void
write_class(struct writer *w)
{
	unsigned n = draw_between(&w->r, 3, 14), fields = draw_between(&w->r, 2, 7);
	const char *name = word(w);

	tree_text_comment(&w->r, draw_between(&w->r, 8, 30), w->out);
	buf_printf(w->out, "class %s", w->camel);
	put_capital(w->out, name);
	buf_printf(w->out, "%u {\npublic:\n\t%s", w->items, w->camel);
	put_capital(w->out, name);
	buf_printf(w->out, "%u();\n\tvirtual ~%s", w->items, w->camel);
	put_capital(w->out, name);
	buf_printf(w->out, "%u();\n\n", w->items);
	for (unsigned i = 0; i < n; i++) {
		bool accessor = draw_chance(&w->r, 250);

		buf_printf(w->out, "\t%sunsigned ", !accessor && draw_chance(&w->r, 350) ? "virtual " : "");
		put_capital(w->out, verb(w));
		put_capital(w->out, word(w));
		if (accessor) {
			buf_printf(w->out, "%u() const { return fField%u; }\n", i,
			    (unsigned)rng_bounded(&w->r, fields));
			continue;
		}
		buf_printf(w->out, "%u(", i);
		if (draw_chance(&w->r, 400)) {
			buf_puts(w->out, "const ");
			put_type(w);
			buf_printf(w->out, "& %s, ", word(w));
		}
		buf_puts(w->out, draw_chance(&w->r, 500) ? "unsigned options);\n" :
		    "const char* text, unsigned options = 0) const;\n");
	}
	buf_puts(w->out, "\nprivate:\n");
	for (unsigned i = 0; i < fields; i++)
		buf_printf(w->out, "\tunsigned fField%u;\n", i);
	buf_puts(w->out, "};\n\n");
}

static void
write_template(struct writer *w)
{
	unsigned shift = draw_between(&w->r, 3, 31);

	buf_printf(w->out, "template<typename Type>\ninline Type\n%s", w->camel);
	put_capital(w->out, verb(w));
	buf_printf(w->out, "%u(Type first, Type second, unsigned count)\n{\n", w->items);
	buf_puts(w->out, "\tfor (unsigned i = 0; i < count; i++)\n\t\tfirst = first * ");
	buf_printf(w->out, "%uu + (second >> (i %% %uu));\n\treturn first;\n}\n\n", draw_between(&w->r, 3, 999),
	    shift);
}

/* What tree_block.c runs as BLOCK_POOL. */
static void
write_pool(struct writer *w, const struct block_header *offer)
{
	buf_printf(w->out,
	    "template<typename Type, unsigned kSize>\nclass %sPool {\npublic:\n\t%sPool() : fCount(0)\n\t{\n"
	    "\t\tfor (unsigned i = 0; i < kSize; i++)\n\t\t\tfItems[i] = 0;\n\t}\n\n",
	    w->camel, w->camel);
	buf_puts(w->out, "\tvoid Push(const Type& item)\n\t{\n\t\tfItems[fCount++ % kSize] += item;\n\t}\n\n"
	    "\tType Fold(Type value) const\n\t{\n\t\tfor (unsigned i = 0; i < kSize; i++)\n");
	buf_printf(w->out, "\t\t\tvalue = value * 0x%xu + fItems[i];\n\t\treturn value;\n\t}\n\n"
	    "\tunsigned Count() const { return fCount; }\n\n"
	    "private:\n\tType fItems[kSize];\n\tunsigned fCount;\n};\n\n", (unsigned)offer->b);
}

/* What tree_source.c derives classes from. */
static void
write_base(struct writer *w, const struct block_header *offer)
{
	buf_printf(w->out, "class %sBase {\npublic:\n\t%sBase(unsigned seed) : fSeed(seed ^ 0x%xu) {}\n"
	    "\tvirtual ~%sBase() {}\n\n", w->camel, w->camel, (unsigned)offer->a, w->camel);
	buf_printf(w->out, "\tvirtual unsigned Notify(unsigned value) { return value * 0x%xu + fSeed; }\n"
	    "\tunsigned Seed() const { return fSeed; }\n\nprotected:\n\tunsigned fSeed;\n};\n\n", (unsigned)offer->b);
}

static void
write_item(struct writer *w)
{
	unsigned kind = (unsigned)rng_bounded(&w->r, 10);

	w->items++;
	if (w->h->cxx && kind < 5)
		write_class(w);
	else if (w->h->cxx && kind == 5)
		write_template(w);
	else if (kind < 4)
		write_prototypes(w);
	else if (kind < 6)
		write_struct(w);
	else if (kind == 6)
		write_enum(w);
	else if (kind == 7)
		write_inline(w);
	else if (kind == 8)
		write_macros(w);
	else
		tree_text_comment(&w->r, draw_between(&w->r, 30, 90), w->out);
}

void
tree_text_header(const struct tree_plan *p, unsigned header, struct buf *out)
{
	const struct tree_header *h = &p->headers[header];
	struct block_header offer = tree_block_header(p, header);
	struct writer w = { .p = p, .h = h, .r = tree_plan_stream(p, TREE_STREAM_HEADER, header), .out = out };
	const size_t end = strlen("#endif\n"), item = 700;

	(void)rng_next(&w.r);	/* what the offer was drawn from */
	tree_name_stem(p, h->name, TREE_LOWER, w.lower);
	tree_name_stem(p, h->name, TREE_UPPER, w.upper);
	tree_name_stem(p, h->name, TREE_CAMEL, w.camel);
	tree_text_begin(&w.r, h->size, out);
	buf_printf(out, "#ifndef _%s_H\n#define _%s_H\n\n", w.upper, w.upper);
	tree_text_includes(p, &h->includes, out);
	buf_printf(out, "#define %s_MIX(x) (((x) ^ 0x%xu) * 0x%xu)\n\n", w.upper, (unsigned)offer.a, (unsigned)offer.b);
	if (offer.fold) {
		struct block b;
		struct block_scope scope;

		tree_block_fold(p, header, &b, &scope);
		buf_printf(out, "struct %s_range {\n\tunsigned start;\n\tunsigned length;\n};\n\n"
		    "static inline unsigned\n%s_fold(unsigned value)\n", w.lower, w.lower);
		tree_block_print(&b, &scope, 0, NULL, out);
		buf_putc(out, '\n');
	}
	if (offer.pool)
		write_pool(&w, &offer);
	if (offer.base)
		write_base(&w, &offer);
	while (out->length + end + item < h->size)
		write_item(&w);
	if (out->length + end < h->size)
		tree_text_pad(&w.r, h->size - end - out->length, out);
	buf_puts(out, "#endif\n");
}
