/*
 * The statements of generated functions. A block is drawn once and then used twice: printed as C
 * (or C++, the statements are the same) and run by the generator, which so knows what the compiled
 * program will answer. All arithmetic is modulo 2^32.
 *
 * Six variables: three members of an object that outlive the call, the argument, two locals. An
 * object has 32 bytes besides.
 */
#ifndef WORKLOADS_BUILD_TREE_BLOCK_H
#define WORKLOADS_BUILD_TREE_BLOCK_H

#include "base/buf.h"
#include "workloads/build/tree_plan.h"

enum {
	BLOCK_MEMBERS = 3, BLOCK_ARGUMENT = 3, BLOCK_LOCALS = 4, BLOCK_VARIABLES = 6,
	BLOCK_BYTES = 32, BLOCK_TABLE = 64, BLOCK_MESSAGES = 8,
};

enum block_op {
	/* simple: may stand in a loop or case */
	BLOCK_MULTIPLY, BLOCK_SHIFT, BLOCK_ROTATE, BLOCK_ADD, BLOCK_MASK, BLOCK_SELECT, BLOCK_RANGE, BLOCK_DIVIDE,
	BLOCK_SIMPLE,
	/* whole */
	BLOCK_LOOP = BLOCK_SIMPLE, BLOCK_SWITCH, BLOCK_BITS, BLOCK_TEXT,
	BLOCK_WHOLE,
	/* need something in the scope */
	BLOCK_LOOKUP = BLOCK_WHOLE, BLOCK_BUFFER, BLOCK_GUARD, BLOCK_HELPER, BLOCK_MIX, BLOCK_FOLD, BLOCK_POOL,
};

struct block_statement {
	uint8_t op, to, from, count;	/* loop: the next `count` statements are its body; switch: its cases */
	uint8_t form;			/* of several ways to write the same */
	uint32_t a, b;
	unsigned header;		/* of mix, fold and pool */
};

enum { BLOCK_MOST = 64 };

/* A function: two constants for its locals, and statements. */
struct block {
	uint32_t first, second;
	unsigned count;
	struct block_statement statements[BLOCK_MOST];
};

/* What statements can name. */
struct block_scope {
	const struct tree_plan *plan;
	const unsigned *headers;		/* that can be used */
	unsigned header_count;
	const char *variables[BLOCK_VARIABLES];
	const char *buffer, *object, *table_name, *helper_name;	/* NULL: there is none */
	const uint32_t *table;
	const char *messages_name;		/* of an array of texts, the i-th that of messages + i; NULL: none */
	uint64_t messages;
	const struct block *helper;
	bool cxx, members;
};

/* Draws a block of about `bytes` of text. */
void tree_block_draw(struct block *b, struct rng *r, const struct block_scope *scope, unsigned bytes);

/* The answer of the function for `value`; members and bytes (NULL without an object) are changed. */
uint32_t tree_block_run(const struct block *b, const struct block_scope *scope, uint32_t members[BLOCK_MEMBERS],
    uint8_t bytes[BLOCK_BYTES], uint32_t value);

/* The function's body, from the brace that opens it to the one that closes it, indented by `depth` tabs. */
void tree_block_print(const struct block *b, const struct block_scope *scope, unsigned depth, struct rng *comments,
    struct buf *out);

/* What a header offers to those that include it; all of it follows from the plan. */
struct block_header {
	bool fold;		/* an inline function, else only a macro */
	bool pool, base;	/* C++: a class template, a base class */
	uint32_t a, b;		/* of the macro: (x ^ a) * b; pool and base have them too */
};

struct block_header tree_block_header(const struct tree_plan *p, unsigned header);

/* The inline function of a header that has one. */
void tree_block_fold(const struct tree_plan *p, unsigned header, struct block *b, struct block_scope *scope);

/* The text that belongs to a number. */
void tree_block_message(uint64_t number, struct buf *out);

/* The text that a statement hashes when `from` is the value of the variable it chooses by. */
uint64_t tree_block_message_number(const struct block_statement *s, const struct block_scope *scope, uint32_t from);

#endif
