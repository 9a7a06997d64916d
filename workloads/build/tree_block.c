/* Drawing and running blocks: see tree_block.h. */
#include "workloads/build/tree_block.h"

#include <string.h>

#include "workloads/build/tree_draw.h"
#include "workloads/build/tree_names.h"

enum {
	FOLD_BYTES = 700, FOLD_TEXT = 220, POOL_BYTES = 1500, BASE_BYTES = 2200,
	BYTES_PER_INCLUDE = 26,
};

static unsigned
simple(struct rng *r, struct block_statement *s, bool members)
{
	uint64_t draw = rng_next(r);
	unsigned low = members ? 0 : BLOCK_ARGUMENT, n = BLOCK_VARIABLES - low;

	s->op = (uint8_t)(draw % BLOCK_SIMPLE);
	s->to = (uint8_t)(low + (draw >> 8) % n);
	s->from = (uint8_t)(low + ((s->to - low) + 1 + (draw >> 16) % (n - 1)) % n);
	s->form = (uint8_t)(draw >> 24);
	s->count = 0;
	s->a = (uint32_t)(draw >> 32);
	s->b = (uint32_t)(rng_next(r) >> 32);
	return s->op == BLOCK_SELECT ? 62 : s->op == BLOCK_RANGE ? 80 : 34;
}

/* One statement with what belongs to it; answers its bytes of text, about. */
static unsigned
draw_one(struct block *b, struct rng *r, const struct block_scope *scope)
{
	struct block_statement *s = &b->statements[b->count++];
	unsigned bytes = simple(r, s, scope->members), roll = (unsigned)rng_bounded(r, 100);

	if (roll < 58)
		return bytes;
	s->op = (uint8_t)(BLOCK_SIMPLE + rng_bounded(r, BLOCK_POOL + 1 - BLOCK_SIMPLE));
	switch ((enum block_op)s->op) {
	case BLOCK_LOOP:
	case BLOCK_SWITCH:
		s->count = (uint8_t)(s->op == BLOCK_LOOP ? 1 + s->form % 3 : 2 + s->form % 5);
		bytes = 60;
		for (unsigned i = 0; i < s->count; i++)
			bytes += simple(r, &b->statements[b->count++], scope->members) +
			    (s->op == BLOCK_SWITCH ? 24 : 0);
		return bytes;
	case BLOCK_BITS:
		return 80;
	case BLOCK_TEXT:
		return 130;
	case BLOCK_LOOKUP:
		if (scope->table_name != NULL)
			return 50;
		break;
	case BLOCK_BUFFER:
		if (scope->buffer != NULL)
			return 150;
		break;
	case BLOCK_GUARD:
		if (scope->object != NULL)
			return 44;
		break;
	case BLOCK_HELPER:
		if (scope->helper != NULL)
			return 46;
		break;
	default:
		if (scope->header_count > 0) {
			struct block_header h;

			s->header = scope->headers[rng_bounded(r, scope->header_count)];
			h = tree_block_header(scope->plan, s->header);
			if (!(s->op == BLOCK_FOLD ? h.fold : s->op == BLOCK_POOL ? h.pool && scope->cxx : true))
				s->op = BLOCK_MIX;
			return s->op == BLOCK_POOL ? 160 : 44;
		}
		break;
	}
	s->op = (uint8_t)(s->form % BLOCK_SIMPLE);
	return 40;
}

void
tree_block_draw(struct block *b, struct rng *r, const struct block_scope *scope, unsigned bytes)
{
	unsigned used = 150;	/* head, locals, return */
	uint64_t draw = rng_next(r);

	b->first = (uint32_t)draw;
	b->second = (uint32_t)(draw >> 32);
	b->count = 0;
	while (b->count + 8 < BLOCK_MOST && (b->count == 0 || used + 40 < bytes))
		used += draw_one(b, r, scope);
}

static uint32_t
rotate(uint32_t x, unsigned n)
{
	return x << n | x >> (32 - n);
}

static void
run_simple(const struct block_statement *s, uint32_t *v)
{
	uint32_t *to = &v[s->to], from = v[s->from];

	switch ((enum block_op)s->op) {
	case BLOCK_MULTIPLY:
		*to = *to * (s->a | 1) + from;
		break;
	case BLOCK_SHIFT:
		*to ^= s->form & 1 ? from >> (s->a % 31 + 1) : from << (s->a % 31 + 1);
		break;
	case BLOCK_ROTATE:
		*to = rotate(*to, s->a % 31 + 1) + (s->form & 1 ? from : 0);
		break;
	case BLOCK_ADD:
		*to = s->form & 1 ? *to + (from ^ s->a) : *to - s->a % 4096;
		break;
	case BLOCK_MASK:
		*to = (*to & s->a) | (from & ~s->a);
		break;
	case BLOCK_SELECT:
		if (from > s->a)
			*to ^= from;
		else
			*to += s->b % 1024;
		break;
	case BLOCK_RANGE:
		if (*to < s->a || from >= s->b) {
			*to += s->a;
			v[s->from] = from ^ (*to >> 3);
		}
		break;
	default:
		*to = *to / (s->a % 97 + 3) + from % (s->b % 251 + 5);
		break;
	}
}

static void
run_buffer(const struct block_statement *s, uint32_t *v, uint8_t *bytes)
{
	for (unsigned i = 0; i < BLOCK_BYTES; i++)
		bytes[i] = (uint8_t)(bytes[i] + (v[s->from] >> (i & 15)));
	for (unsigned i = s->a % 8; i < BLOCK_BYTES; i += s->b % 5 + 1)
		v[s->to] = v[s->to] * 33 + bytes[i];
}

static void
run_pool(const struct block_statement *s, const struct block_header *h, uint32_t *v)
{
	uint32_t items[16] = { 0 };
	unsigned size = s->a % 13 + 4, pushes = s->b % 24 + 1;

	for (unsigned i = 0; i < pushes; i++)
		items[i % size] += v[s->from] + i * h->a;
	for (unsigned i = 0; i < size; i++)
		v[s->to] = v[s->to] * h->b + items[i];
}

static void
run_text(const struct block_statement *s, const struct block_scope *scope, uint32_t *v)
{
	struct buf text = BUF_EMPTY;

	tree_block_message(tree_block_message_number(s, scope, v[s->from]), &text);
	for (const char *c = buf_text(&text); *c != '\0'; c++)
		v[s->to] = v[s->to] * 31 + (unsigned char)*c;
	buf_release(&text);
}

static uint32_t
run_fold(const struct tree_plan *p, unsigned header, uint32_t value)
{
	struct block b;
	struct block_scope scope;

	tree_block_fold(p, header, &b, &scope);
	return tree_block_run(&b, &scope, NULL, NULL, value);
}

static const struct block_statement *
run_one(const struct block_statement *s, const struct block_scope *scope, uint32_t *v, uint8_t *bytes)
{
	const struct block_statement *next = s + 1 + s->count;
	struct block_header h = { 0 };

	if (s->op >= BLOCK_MIX)
		h = tree_block_header(scope->plan, s->header);
	switch ((enum block_op)s->op) {
	case BLOCK_LOOP:
		for (unsigned i = 0; i < s->a % 29 + 3; i++) {
			v[s->to] += i;
			for (unsigned k = 1; k <= s->count; k++)
				run_simple(&s[k], v);
		}
		break;
	case BLOCK_SWITCH:
		if (v[s->to] % (s->count + 1u) < s->count)
			run_simple(&s[1 + v[s->to] % (s->count + 1u)], v);
		else
			v[s->from] ^= s->a;
		break;
	case BLOCK_BITS:
		for (uint32_t bits = v[s->from] & s->a; bits != 0; bits &= bits - 1)
			v[s->to] = v[s->to] * 3 + 1;
		break;
	case BLOCK_TEXT:
		run_text(s, scope, v);
		break;
	case BLOCK_LOOKUP:
		v[s->to] += scope->table[v[s->from] % BLOCK_TABLE];
		break;
	case BLOCK_BUFFER:
		run_buffer(s, v, bytes);
		break;
	case BLOCK_GUARD:
		break;
	case BLOCK_HELPER:
		v[s->to] ^= tree_block_run(scope->helper, scope, NULL, NULL, v[s->from]);
		break;
	case BLOCK_MIX:
		v[s->to] = (v[s->from] ^ h.a) * h.b;
		break;
	case BLOCK_FOLD:
		v[s->to] += run_fold(scope->plan, s->header, v[s->from]);
		break;
	case BLOCK_POOL:
		run_pool(s, &h, v);
		break;
	default:
		run_simple(s, v);
		break;
	}
	return next;
}

uint32_t
tree_block_run(const struct block *b, const struct block_scope *scope, uint32_t members[BLOCK_MEMBERS],
    uint8_t bytes[BLOCK_BYTES], uint32_t value)
{
	const struct block_statement *s = b->statements, *end = s + b->count;
	uint32_t v[BLOCK_VARIABLES] = { 0 };

	if (members != NULL)
		memcpy(v, members, BLOCK_MEMBERS * sizeof(*v));
	v[BLOCK_ARGUMENT] = value;
	v[BLOCK_LOCALS] = value + b->first;
	v[BLOCK_LOCALS + 1] = v[members != NULL ? 0 : BLOCK_ARGUMENT] ^ b->second;
	while (s < end)
		s = run_one(s, scope, v, bytes);
	if (members != NULL)
		memcpy(members, v, BLOCK_MEMBERS * sizeof(*v));
	return (v[BLOCK_ARGUMENT] ^ v[BLOCK_LOCALS]) + v[BLOCK_LOCALS + 1];
}

struct block_header
tree_block_header(const struct tree_plan *p, unsigned header)
{
	const struct tree_header *h = &p->headers[header];
	struct rng r = tree_plan_stream(p, TREE_STREAM_HEADER, header);
	uint64_t draw = rng_next(&r);
	unsigned includes = BYTES_PER_INCLUDE * h->includes.count;
	unsigned room = h->size > includes ? h->size - includes : 0;

	return (struct block_header){
		.fold = room >= FOLD_BYTES, .pool = h->cxx && room >= POOL_BYTES, .base = h->cxx && room >= BASE_BYTES,
		.a = (uint32_t)draw, .b = (uint32_t)(draw >> 32) | 1,
	};
}

void
tree_block_fold(const struct tree_plan *p, unsigned header, struct block *b, struct block_scope *scope)
{
	struct rng r = tree_plan_stream(p, TREE_STREAM_FOLD, header);

	*scope = (struct block_scope){ .plan = p };
	scope->variables[BLOCK_ARGUMENT] = "value";
	scope->variables[BLOCK_LOCALS] = tree_name_word(header * 7 + 3);
	scope->variables[BLOCK_LOCALS + 1] = tree_name_word(header * 7 + 40);
	tree_block_draw(b, &r, scope, FOLD_TEXT);
}

void
tree_block_message(uint64_t number, struct buf *out)
{
	struct rng r;

	rng_seed(&r, number);
	tree_name_sentence(&r, out, draw_between(&r, 3, 10));
}

uint64_t
tree_block_message_number(const struct block_statement *s, const struct block_scope *scope, uint32_t from)
{
	return scope->messages_name != NULL ? scope->messages + from % BLOCK_MESSAGES : (uint64_t)s->a << 32 | s->b;
}
