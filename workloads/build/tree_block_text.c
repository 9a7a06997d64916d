/* Blocks as C text: see tree_block.h. */
#include "workloads/build/tree_block.h"

#include "workloads/build/tree_draw.h"
#include "workloads/build/tree_names.h"

static const char tabs[] = "\t\t\t\t\t\t\t\t";

/* Starts a line. */
static void
indent(struct buf *out, unsigned depth)
{
	buf_add(out, tabs, depth < sizeof(tabs) - 1 ? depth : sizeof(tabs) - 1);
}

static void
print_simple(const struct block_statement *s, const char *const *names, unsigned depth, struct buf *out)
{
	const char *to = names[s->to], *from = names[s->from];

	indent(out, depth);
	switch ((enum block_op)s->op) {
	case BLOCK_MULTIPLY:
		buf_printf(out, "%s = %s * 0x%xu + %s;\n", to, to, (unsigned)(s->a | 1), from);
		break;
	case BLOCK_SHIFT:
		buf_printf(out, "%s ^= %s %s %u;\n", to, from, s->form & 1 ? ">>" : "<<", (unsigned)(s->a % 31 + 1));
		break;
	case BLOCK_ROTATE:
		buf_printf(out, "%s = (%s << %u | %s >> %u)%s%s;\n", to, to, (unsigned)(s->a % 31 + 1), to,
		    (unsigned)(32 - (s->a % 31 + 1)), s->form & 1 ? " + " : "", s->form & 1 ? from : "");
		break;
	case BLOCK_ADD:
		if (s->form & 1)
			buf_printf(out, "%s += %s ^ 0x%xu;\n", to, from, (unsigned)s->a);
		else
			buf_printf(out, "%s -= %uu;\n", to, (unsigned)(s->a % 4096));
		break;
	case BLOCK_MASK:
		buf_printf(out, "%s = (%s & 0x%xu) | (%s & ~0x%xu);\n", to, to, (unsigned)s->a, from, (unsigned)s->a);
		break;
	case BLOCK_SELECT:
		buf_printf(out, "if (%s > 0x%xu)\n", from, (unsigned)s->a);
		indent(out, depth + 1);
		buf_printf(out, "%s ^= %s;\n", to, from);
		indent(out, depth);
		buf_puts(out, "else\n");
		indent(out, depth + 1);
		buf_printf(out, "%s += %uu;\n", to, (unsigned)(s->b % 1024));
		break;
	case BLOCK_RANGE:
		buf_printf(out, "if (%s < 0x%xu || %s >= 0x%xu) {\n", to, (unsigned)s->a, from, (unsigned)s->b);
		indent(out, depth + 1);
		buf_printf(out, "%s += 0x%xu;\n", to, (unsigned)s->a);
		indent(out, depth + 1);
		buf_printf(out, "%s ^= %s >> 3;\n", from, to);
		indent(out, depth);
		buf_puts(out, "}\n");
		break;
	default:
		buf_printf(out, "%s = %s / %uu + %s %% %uu;\n", to, to, (unsigned)(s->a % 97 + 3), from,
		    (unsigned)(s->b % 251 + 5));
		break;
	}
}

static void
print_loop(const struct block_statement *s, const char *const *names, unsigned depth, struct buf *out)
{
	indent(out, depth);
	buf_printf(out, "for (unsigned i = 0; i < %uu; i++) {\n", (unsigned)(s->a % 29 + 3));
	indent(out, depth + 1);
	buf_printf(out, "%s += i;\n", names[s->to]);
	for (unsigned k = 1; k <= s->count; k++)
		print_simple(&s[k], names, depth + 1, out);
	indent(out, depth);
	buf_puts(out, "}\n");
}

static void
print_switch(const struct block_statement *s, const char *const *names, unsigned depth, struct buf *out)
{
	indent(out, depth);
	buf_printf(out, "switch (%s %% %uu) {\n", names[s->to], s->count + 1u);
	for (unsigned k = 0; k <= s->count; k++) {
		indent(out, depth);
		if (k < s->count) {
			buf_printf(out, "case %u:\n", k);
			print_simple(&s[k + 1], names, depth + 1, out);
		} else {
			buf_puts(out, "default:\n");
			indent(out, depth + 1);
			buf_printf(out, "%s ^= 0x%xu;\n", names[s->from], (unsigned)s->a);
		}
		indent(out, depth + 1);
		buf_puts(out, "break;\n");
	}
	indent(out, depth);
	buf_puts(out, "}\n");
}

static void
print_text(const struct block_statement *s, const struct block_scope *scope, unsigned depth, struct buf *out)
{
	const char *const *names = scope->variables;

	indent(out, depth);
	buf_puts(out, "for (const char *c = ");
	if (scope->messages_name != NULL)
		buf_printf(out, "%s[%s %% %uu]", scope->messages_name, names[s->from], BLOCK_MESSAGES);
	else {
		buf_putc(out, '"');
		tree_block_message(tree_block_message_number(s, scope, 0), out);
		buf_putc(out, '"');
	}
	buf_puts(out, "; *c != '\\0'; c++)\n");
	indent(out, depth + 1);
	buf_printf(out, "%s = %s * 31u + (unsigned char)*c;\n", names[s->to], names[s->to]);
}

static void
print_buffer(const struct block_statement *s, const struct block_scope *scope, unsigned depth, struct buf *out)
{
	const char *to = scope->variables[s->to], *from = scope->variables[s->from], *buffer = scope->buffer;

	indent(out, depth);
	buf_printf(out, "for (unsigned i = 0; i < %uu; i++)\n", BLOCK_BYTES);
	indent(out, depth + 1);
	buf_printf(out, "%s[i] = (unsigned char)(%s[i] + (%s >> (i & 15u)));\n", buffer, buffer, from);
	indent(out, depth);
	buf_printf(out, "for (unsigned i = %uu; i < %uu; i += %uu)\n", (unsigned)(s->a % 8), BLOCK_BYTES,
	    (unsigned)(s->b % 5 + 1));
	indent(out, depth + 1);
	buf_printf(out, "%s = %s * 33u + %s[i];\n", to, to, buffer);
}

static void
print_pool(const struct block_statement *s, const struct block_scope *scope, unsigned depth, struct buf *out)
{
	const char *to = scope->variables[s->to], *from = scope->variables[s->from];
	struct block_header h = tree_block_header(scope->plan, s->header);
	char name[TREE_NAME_SIZE];

	tree_name_stem(scope->plan, scope->plan->headers[s->header].name, TREE_CAMEL, name);
	indent(out, depth);
	buf_puts(out, "{\n");
	indent(out, depth + 1);
	buf_printf(out, "%sPool<unsigned, %u> pooled;\n", name, (unsigned)(s->a % 13 + 4));
	indent(out, depth + 1);
	buf_printf(out, "for (unsigned i = 0; i < %uu; i++)\n", (unsigned)(s->b % 24 + 1));
	indent(out, depth + 2);
	buf_printf(out, "pooled.Push(%s + i * 0x%xu);\n", from, (unsigned)h.a);
	indent(out, depth + 1);
	buf_printf(out, "%s = pooled.Fold(%s);\n", to, to);
	indent(out, depth);
	buf_puts(out, "}\n");
}

static void
print_one(const struct block_statement *s, const struct block_scope *scope, unsigned depth, struct buf *out)
{
	const char *const *names = scope->variables;
	const char *to = names[s->to], *from = names[s->from];
	char header[TREE_NAME_SIZE];

	switch ((enum block_op)s->op) {
	case BLOCK_LOOP:
		print_loop(s, names, depth, out);
		return;
	case BLOCK_SWITCH:
		print_switch(s, names, depth, out);
		return;
	case BLOCK_TEXT:
		print_text(s, scope, depth, out);
		return;
	case BLOCK_BUFFER:
		print_buffer(s, scope, depth, out);
		return;
	case BLOCK_POOL:
		print_pool(s, scope, depth, out);
		return;
	case BLOCK_BITS:
		indent(out, depth);
		buf_printf(out, "for (unsigned bits = %s & 0x%xu; bits != 0; bits &= bits - 1)\n", from,
		    (unsigned)s->a);
		indent(out, depth + 1);
		buf_printf(out, "%s = %s * 3u + 1u;\n", to, to);
		return;
	case BLOCK_LOOKUP:
		indent(out, depth);
		buf_printf(out, "%s += %s[%s %% %uu];\n", to, scope->table_name, from, BLOCK_TABLE);
		return;
	case BLOCK_GUARD:
		indent(out, depth);
		buf_printf(out, "if (%s == 0)\n", scope->object);
		indent(out, depth + 1);
		buf_printf(out, "return 0x8000%04xu;\n", (unsigned)(s->a & 0xffff));
		return;
	case BLOCK_HELPER:
		indent(out, depth);
		buf_printf(out, "%s ^= %s(%s);\n", to, scope->helper_name, from);
		return;
	case BLOCK_MIX:
		tree_name_stem(scope->plan, scope->plan->headers[s->header].name, TREE_UPPER, header);
		indent(out, depth);
		buf_printf(out, "%s = %s_MIX(%s);\n", to, header, from);
		return;
	case BLOCK_FOLD:
		tree_name_stem(scope->plan, scope->plan->headers[s->header].name, TREE_LOWER, header);
		indent(out, depth);
		buf_printf(out, "%s += %s_fold(%s);\n", to, header, from);
		return;
	default:
		print_simple(s, names, depth, out);
		return;
	}
}

void
tree_block_print(const struct block *b, const struct block_scope *scope, unsigned depth, struct rng *comments,
    struct buf *out)
{
	const char *const *names = scope->variables;

	indent(out, depth);
	buf_puts(out, "{\n");
	indent(out, depth + 1);
	buf_printf(out, "unsigned %s = %s + 0x%xu;\n", names[BLOCK_LOCALS], names[BLOCK_ARGUMENT], (unsigned)b->first);
	indent(out, depth + 1);
	buf_printf(out, "unsigned %s = %s ^ 0x%xu;\n\n", names[BLOCK_LOCALS + 1],
	    names[scope->members ? 0 : BLOCK_ARGUMENT], (unsigned)b->second);
	for (unsigned i = 0; i < b->count; i += 1u + b->statements[i].count) {
		if (comments != NULL && draw_chance(comments, 300)) {
			if (i > 0)
				buf_putc(out, '\n');
			indent(out, depth + 1);
			buf_puts(out, "/* ");
			tree_name_sentence(comments, out, draw_between(comments, 4, 14));
			buf_puts(out, " */\n");
		}
		print_one(&b->statements[i], scope, depth + 1, out);
	}
	indent(out, depth + 1);
	buf_printf(out, "return (%s ^ %s) + %s;\n", names[BLOCK_ARGUMENT], names[BLOCK_LOCALS],
	    names[BLOCK_LOCALS + 1]);
	indent(out, depth);
	buf_puts(out, "}\n");
}
