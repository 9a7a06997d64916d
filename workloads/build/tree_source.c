/*
 * The text of sources. A C file has a struct and functions on it, a C++ file a class derived from
 * one of an included header, and methods; in both the entry function makes an object and calls all
 * of them in order through a table. The generator runs each function as it writes it, so it knows
 * what the entry function will answer.
 */
#include <stdio.h>
#include <string.h>

#include "workloads/build/tree_block.h"
#include "workloads/build/tree_draw.h"
#include "workloads/build/tree_index.h"
#include "workloads/build/tree_names.h"
#include "workloads/build/tree_text.h"

enum {
	SYMBOL = 2 * TREE_NAME_SIZE,
	/* bytes beyond includes and index, and what fits into them */
	TINY = 260, SMALL_C = 1100, SMALL_CXX = 1800, WITH_ARRAYS = 3000,
	LEAST_FUNCTION = 480, FIXED_C = 540, FIXED_CXX = 1060,
	STATEMENTS = 78,			/* percent of a function's text; the rest are comments in it */
	TABLES = 60, MESSAGES = 280,		/* thousandths of the functions that have one before them */
};

struct unit {
	const struct tree_plan *p;
	const struct tree_source *s;
	struct rng r;
	struct buf *out, body, steps, methods;	/* steps: the table's lines; methods: the class's */
	char lower[TREE_NAME_SIZE], camel[TREE_NAME_SIZE], base[TREE_NAME_SIZE];
	char members[BLOCK_MEMBERS][SYMBOL], buffer[SYMBOL], object[TREE_NAME_SIZE];
	char table_name[SYMBOL], messages_name[SYMBOL], helper_name[SYMBOL];
	uint32_t initial[BLOCK_MEMBERS], table[BLOCK_TABLE];
	struct block_header offer;		/* of the base class's header */
	struct block helper;
	struct block_scope scope, helper_scope;
	unsigned functions, arrays;

	/* the object while it runs, and what goes from function to function */
	uint32_t state[BLOCK_MEMBERS], seed, value;
	uint8_t bytes[BLOCK_BYTES];
};

static void
capital(char *to, const char *from)
{
	snprintf(to, TREE_NAME_SIZE, "%s", from);
	to[0] = (char)(to[0] - 'a' + 'A');
}

/* The verb and noun of the n-th function of a file: all different up to 16384. */
static void
function_words(unsigned n, const char **verb, const char **noun)
{
	*verb = tree_name_verb(n * 5 + 3);
	*noun = tree_name_word(n / TREE_WORDS + n * 3 + 11);
}

static void
name_things(struct unit *u)
{
	unsigned salt = (unsigned)rng_bounded(&u->r, TREE_WORDS);
	uint64_t draw = rng_next(&u->r);

	snprintf(u->object, sizeof(u->object), "%s", tree_name_word(salt));
	for (unsigned i = 0; i < BLOCK_MEMBERS; i++) {
		const char *word = tree_name_word(salt + 1 + i + (unsigned)(draw >> 8 * i & 7) * 4);
		char upper[TREE_NAME_SIZE];

		capital(upper, word);
		if (u->s->cxx)
			snprintf(u->members[i], SYMBOL, "f%s", upper);
		else
			snprintf(u->members[i], SYMBOL, "%s->%s", u->object, word);
		u->initial[i] = (uint32_t)rng_next(&u->r);
	}
	if (u->s->cxx)
		snprintf(u->buffer, SYMBOL, "fBytes");
	else
		snprintf(u->buffer, SYMBOL, "%s->bytes", u->object);
	u->scope = (struct block_scope){ .plan = u->p, .headers = u->p->links + u->s->includes.first,
	    .header_count = u->s->includes.count, .cxx = u->s->cxx, .members = true,
	    .variables = { u->members[0], u->members[1], u->members[2], "value",
		tree_name_word(salt + 50), tree_name_word(salt + 51 + (unsigned)(draw >> 32) % 32) } };
	u->helper_scope = u->scope;
	u->helper_scope.members = false;
	u->scope.buffer = u->buffer;
	u->scope.object = u->s->cxx ? NULL : u->object;
}

/* The head of a constant array that other files could see, so that it is in the object whether used or not. */
static void
open_array(struct unit *u, char name[SYMBOL], const char *noun, const char *type, unsigned count)
{
	snprintf(name, SYMBOL, u->s->cxx ? "k%s_%s%u" : "%s_%s%u", u->s->cxx ? u->camel : u->lower, noun, u->arrays++);
	if (u->s->cxx)
		buf_printf(&u->body, "extern const %s%s[%u];\n", type, name, count);
	buf_printf(&u->body, "const %s%s[%u] = {", type, name, count);
}

static void
write_table(struct unit *u)
{
	open_array(u, u->table_name, "weights", "unsigned ", BLOCK_TABLE);
	for (unsigned i = 0; i < BLOCK_TABLE; i++) {
		u->table[i] = (uint32_t)rng_next(&u->r);
		buf_printf(&u->body, "%s0x%08x,", i % 6 == 0 ? "\n\t" : " ", (unsigned)u->table[i]);
	}
	buf_puts(&u->body, "\n};\n\n");
	u->scope.table = u->helper_scope.table = u->table;
	u->scope.table_name = u->helper_scope.table_name = u->table_name;
	u->scope.helper = NULL;		/* which speaks of the table before */
}

static void
write_messages(struct unit *u)
{
	u->scope.messages = u->helper_scope.messages = rng_next(&u->r);
	open_array(u, u->messages_name, "messages", "char *const ", BLOCK_MESSAGES);
	for (unsigned i = 0; i < BLOCK_MESSAGES; i++) {
		buf_puts(&u->body, "\n\t\"");
		tree_block_message(u->scope.messages + i, &u->body);
		buf_puts(&u->body, "\",");
	}
	buf_puts(&u->body, "\n};\n\n");
	u->scope.messages_name = u->helper_scope.messages_name = u->messages_name;
	u->scope.helper = NULL;		/* which speaks of the messages before */
}

/* Fields that the functions do not use, of types from the included headers. */
static void
write_fields(struct unit *u, struct buf *out)
{
	for (unsigned i = 0; i < u->s->includes.count && i < 6; i++) {
		unsigned header = u->scope.headers[i];
		char name[TREE_NAME_SIZE];

		if (!tree_block_header(u->p, header).fold)
			continue;
		tree_name_stem(u->p, u->p->headers[header].name, TREE_LOWER, name);
		buf_printf(out, "\tstruct %s_range %s%s;\n", name, u->s->cxx ? "f_" : "", name);
	}
}

/* A function of the file alone, which the next functions may call. */
static void
write_helper(struct unit *u)
{
	const char *verb, *noun;

	function_words(u->functions + 5000, &verb, &noun);
	snprintf(u->helper_name, sizeof(u->helper_name), "%s_%s_%s", u->lower, verb, noun);
	tree_block_draw(&u->helper, &u->r, &u->helper_scope, draw_between(&u->r, 200, 500));
	buf_printf(&u->body, "static unsigned\n%s(unsigned value)\n", u->helper_name);
	tree_block_print(&u->helper, &u->helper_scope, 0, &u->r, &u->body);
	buf_putc(&u->body, '\n');
	u->scope.helper = &u->helper;
	u->scope.helper_name = u->helper_name;
}

static void
write_function(struct unit *u, unsigned bytes)
{
	const char *verb, *noun;
	char upper_verb[TREE_NAME_SIZE], upper_noun[TREE_NAME_SIZE];
	size_t begin = u->body.length + u->steps.length + u->methods.length, used;
	struct block b;

	if (bytes > 900 && draw_chance(&u->r, 350))
		write_helper(u);
	function_words(u->functions++, &verb, &noun);
	if (bytes > LEAST_FUNCTION + 60 && draw_chance(&u->r, 880))
		tree_text_comment(&u->r, draw_between(&u->r, 6, bytes > 600 ? 80 : 24), &u->body);
	if (u->s->cxx) {
		capital(upper_verb, verb);
		capital(upper_noun, noun);
		buf_printf(&u->body, "unsigned\n%s::%s%s(unsigned value)\n", u->camel, upper_verb, upper_noun);
		buf_printf(&u->methods, "\t%sunsigned %s%s(unsigned value);\n",
		    draw_chance(&u->r, 300) ? "virtual " : "", upper_verb, upper_noun);
		buf_printf(&u->steps, "\t&%s::%s%s,\n", u->camel, upper_verb, upper_noun);
	} else {
		buf_printf(&u->body, "unsigned\n%s_%s_%s(struct %s *%s, unsigned value)\n", u->lower, verb, noun,
		    u->lower, u->object);
		buf_printf(&u->steps, "\t%s_%s_%s,\n", u->lower, verb, noun);
	}
	used = u->body.length + u->steps.length + u->methods.length - begin;
	tree_block_draw(&b, &u->r, &u->scope, bytes > used ? (bytes - (unsigned)used) * STATEMENTS / 100 : 0);
	tree_block_print(&b, &u->scope, 0, &u->r, &u->body);
	buf_putc(&u->body, '\n');
	u->value = tree_block_run(&b, &u->scope, u->state, u->bytes, u->value);
}

static void
write_c(struct unit *u)
{
	buf_printf(u->out, "struct %s {\n", u->lower);
	for (unsigned i = 0; i < BLOCK_MEMBERS; i++)
		buf_printf(u->out, "\tunsigned %s;\n", u->members[i] + strlen(u->object) + 2);
	buf_printf(u->out, "\tunsigned char bytes[%u];\n", BLOCK_BYTES);
	write_fields(u, u->out);
	buf_puts(u->out, "};\n\n");
	buf_add(u->out, buf_text(&u->body), u->body.length);
	buf_printf(u->out, "static unsigned (*const %s_steps[])(struct %s *, unsigned) = {\n%s};\n\n", u->lower,
	    u->lower, buf_text(&u->steps));
	buf_printf(u->out, "unsigned\n%s_entry(unsigned value)\n{\n\tstruct %s object = {\n", u->lower, u->lower);
	for (unsigned i = 0; i < BLOCK_MEMBERS; i++)
		buf_printf(u->out, "\t\t.%s = %s0x%xu,\n", u->members[i] + strlen(u->object) + 2,
		    i == 0 ? "value ^ " : "", (unsigned)u->initial[i]);
	buf_printf(u->out, "\t};\n\n\tfor (unsigned i = 0; i < %uu; i++)\n\t\tvalue = %s_steps[i](&object, value);\n"
	    "\treturn value;\n}\n", u->functions, u->lower);
}

static void
write_cxx(struct unit *u)
{
	bool derived = u->base[0] != '\0';

	buf_printf(u->out, "class %s%s%s%s {\npublic:\n\t%s(unsigned seed);\n\tvirtual ~%s() {}\n\n"
	    "\tvirtual unsigned Notify(unsigned value);\n%s\nprivate:\n", u->camel, derived ? " : public " : "",
	    u->base, derived ? "Base" : "", u->camel, u->camel, buf_text(&u->methods));
	for (unsigned i = 0; i < BLOCK_MEMBERS; i++)
		buf_printf(u->out, "\tunsigned %s;\n", u->members[i]);
	buf_printf(u->out, "\tunsigned char fBytes[%u];\n", BLOCK_BYTES);
	write_fields(u, u->out);
	buf_printf(u->out, "};\n\n%s::%s(unsigned seed)\n\t:\n", u->camel, u->camel);
	if (derived)
		buf_printf(u->out, "\t%sBase(seed),\n", u->base);
	for (unsigned i = 0; i < BLOCK_MEMBERS; i++)
		buf_printf(u->out, "\t%s(%s0x%xu)%s\n", u->members[i], i == 0 ? "seed ^ " : "", (unsigned)u->initial[i],
		    i + 1 < BLOCK_MEMBERS ? "," : "");
	buf_printf(u->out, "{\n\tfor (unsigned i = 0; i < %uu; i++)\n\t\tfBytes[i] = 0;\n}\n\n"
	    "unsigned\n%s::Notify(unsigned value)\n{\n\treturn ", BLOCK_BYTES, u->camel);
	buf_printf(u->out, "%s%svalue%s + %s;\n}\n\n", u->base, derived ? "Base::Notify(" : "", derived ? ")" : "",
	    u->members[1]);
	buf_add(u->out, buf_text(&u->body), u->body.length);
	buf_printf(u->out, "static unsigned (%s::*const k%sSteps[])(unsigned) = {\n%s};\n\nextern \"C\" unsigned\n"
	    "%s_entry(unsigned value)\n{\n\t%s object(value);\n\t%s%s* notified = &object;\n\n", u->camel, u->camel,
	    buf_text(&u->steps), u->lower, u->camel, derived ? u->base : u->camel, derived ? "Base" : "");
	buf_printf(u->out, "\tfor (unsigned i = 0; i < %uu; i++)\n\t\tvalue = (object.*k%sSteps[i])(value);\n"
	    "\treturn notified->Notify(value);\n}\n", u->functions, u->camel);
}

/* Runs what the entry function does before and after the steps. */
static void
start_object(struct unit *u)
{
	memcpy(u->state, u->initial, sizeof(u->state));
	u->seed = u->value;
	u->state[0] ^= u->value;
}

static void
end_object(struct unit *u)
{
	if (u->s->cxx && u->base[0] != '\0')
		u->value = u->value * u->offer.b + (u->seed ^ u->offer.a) + u->state[1];
	else if (u->s->cxx)
		u->value += u->state[1];
}

static void
choose_base(struct unit *u)
{
	for (unsigned i = 0; i < u->s->includes.count; i++) {
		unsigned header = u->scope.headers[i];

		u->offer = tree_block_header(u->p, header);
		if (u->offer.base) {
			tree_name_stem(u->p, u->p->headers[header].name, TREE_CAMEL, u->base);
			return;
		}
	}
}

/* A file with no room for more than its entry function. */
static void
write_small(struct unit *u, unsigned room)
{
	struct block b;

	buf_printf(u->out, "%sunsigned\n%s_entry(unsigned value)\n", u->s->cxx ? "extern \"C\" " : "", u->lower);
	if (room < TINY) {
		buf_printf(u->out, "{\n\treturn value * 0x%xu;\n}\n", (unsigned)u->initial[0]);
		u->value *= u->initial[0];
		return;
	}
	tree_block_draw(&b, &u->r, &u->helper_scope, (room - 60) * STATEMENTS / 100);
	tree_block_print(&b, &u->helper_scope, 0, room < SMALL_C / 2 ? NULL : &u->r, u->out);
	u->value = tree_block_run(&b, &u->helper_scope, NULL, NULL, u->value);
}

static size_t
bytes_so_far(const struct unit *u)
{
	return u->out->length + u->body.length + u->steps.length + u->methods.length +
	    (u->s->cxx ? FIXED_CXX : FIXED_C);
}

static void
write_large(struct unit *u, size_t end, bool arrays)
{
	if (u->s->cxx)
		choose_base(u);
	start_object(u);
	while (u->functions == 0 || bytes_so_far(u) + LEAST_FUNCTION < end) {
		size_t used = bytes_so_far(u);
		unsigned bytes = draw_between(&u->r, 250, draw_chance(&u->r, 150) ? 2600 : 1200);

		if (arrays && used + WITH_ARRAYS / 2 < end && draw_chance(&u->r, TABLES))
			write_table(u);
		else if (arrays && used + WITH_ARRAYS / 2 < end && draw_chance(&u->r, MESSAGES))
			write_messages(u);
		else
			write_function(u, used + bytes < end ? bytes : used < end ? (unsigned)(end - used) :
			    LEAST_FUNCTION);
	}
	end_object(u);
	(u->s->cxx ? write_cxx : write_c)(u);
}

void
tree_text_source(struct tree_plan *p, unsigned source, struct buf *out)
{
	struct tree_source *s = &p->sources[source];
	bool primary = p->targets[s->target].primary == source;
	size_t index = primary ? tree_index_bytes(p, s->target) + 1 : 0, end = s->size > index ? s->size - index : 0;
	struct unit u = { .p = p, .s = s, .r = tree_plan_stream(p, TREE_STREAM_SOURCE, source), .out = out,
	    .body = BUF_EMPTY, .steps = BUF_EMPTY, .methods = BUF_EMPTY, .value = tree_index_input(p, source) };
	unsigned room;

	tree_name_stem(p, source, TREE_LOWER, u.lower);
	tree_name_stem(p, source, TREE_CAMEL, u.camel);
	tree_text_begin(&u.r, (unsigned)end, out);
	tree_text_includes(p, &s->includes, out);
	name_things(&u);
	room = end > out->length ? (unsigned)(end - out->length) : 0;
	if (room < (unsigned)(s->cxx ? SMALL_CXX : SMALL_C))
		write_small(&u, room);
	else
		write_large(&u, end, room >= WITH_ARRAYS);
	s->value = u.value;
	if (primary) {
		buf_putc(out, '\n');
		tree_index_print(p, s->target, out);
	}
	if (out->length < s->size)
		tree_text_pad(&u.r, s->size - out->length, out);
	buf_release(&u.body);
	buf_release(&u.steps);
	buf_release(&u.methods);
}
