/* What all C and C++ files have: see tree_text.h. */
#include "workloads/build/tree_text.h"

#include "workloads/build/tree_draw.h"
#include "workloads/build/tree_names.h"

enum { LINE = 76 };

/* Sentences broken into lines that start with " * ". */
static void
sentences(struct rng *r, unsigned words, struct buf *out)
{
	while (words > 0) {
		unsigned n = draw_between(r, 5, 11);
		size_t begin;

		n = n < words ? n : words;
		buf_puts(out, " * ");
		begin = out->length;
		tree_name_sentence(r, out, n);
		while (out->length - begin < LINE / 2 && n < words) {
			buf_putc(out, ' ');
			buf_puts(out, tree_name_word((unsigned)rng_bounded(r, TREE_WORDS)));
			n++;
		}
		buf_puts(out, ".\n");
		words -= n;
	}
}

void
tree_text_comment(struct rng *r, unsigned words, struct buf *out)
{
	buf_puts(out, "/*\n");
	sentences(r, words, out);
	buf_puts(out, " */\n");
}

void
tree_text_begin(struct rng *r, unsigned size, struct buf *out)
{
	if (size >= 900)
		tree_text_comment(r, draw_between(r, 12, size >= 4000 ? 60 : 24), out);
	else if (size >= 400) {
		buf_puts(out, "/* ");
		tree_name_sentence(r, out, draw_between(r, 3, 8));
		buf_puts(out, " */\n");
	}
}

void
tree_text_pad(struct rng *r, size_t bytes, struct buf *out)
{
	size_t end = out->length + bytes;

	if (bytes >= 16) {
		buf_puts(out, "/*\n");
		while (out->length + 12 < end) {
			size_t room = end - out->length - 4, begin = out->length;

			buf_puts(out, " * ");
			tree_name_sentence(r, out, 9);
			if (out->length - begin + 1 > room)
				out->length = begin + room - 1;
			buf_putc(out, '\n');
		}
		while (out->length + 4 < end)
			buf_putc(out, '\n');
		buf_puts(out, " */\n");
	}
	while (out->length < end)
		buf_putc(out, '\n');
}

void
tree_text_includes(const struct tree_plan *p, const struct tree_links *includes, struct buf *out)
{
	for (unsigned i = 0; i < includes->count; i++) {
		unsigned header = p->links[includes->first + i];
		bool shared = header < p->shared_header_count;
		char name[TREE_NAME_SIZE];

		tree_name_header(p, header, name);
		buf_printf(out, "#include %c%s%c\n", shared ? '<' : '"', name, shared ? '>' : '"');
	}
	if (includes->count > 0)
		buf_putc(out, '\n');
}
