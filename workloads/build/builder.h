/* Build tools: what differs between jam, make and ninja. */
#ifndef WORKLOADS_BUILD_BUILDER_H
#define WORKLOADS_BUILD_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* For PARAM_CHOICE, in the order of enum builder_choice. */
#define BUILDER_CHOICES "auto|jam|make|ninja"

enum builder_choice { BUILDER_AUTO, BUILDER_JAM, BUILDER_MAKE, BUILDER_NINJA };

struct builder {
	const char *name;
	const char *const *programs;	/* by which it goes, best first; NULL-ended */
	const char *const *files;	/* of which a tree has one at its top; NULL-ended */
	const char *variable;		/* what stands before NAME=VALUE on the command line; NULL: it takes no variables */
	const char *cxx;		/* the variable that names the C++ compiler; the C compiler's is CC for all */
	unsigned most_jobs;		/* above it -j is cut without a word; 0: no limit */
	const char *probe;		/* text of the build file of a tree in which one command is run */
};

/* The tool of a choice, if it finds work in `tree`; for BUILDER_AUTO the one whose file is in `tree`. ERR_USAGE when the tree has none that fits. */
const struct builder *builder_of(enum builder_choice choice, const char *tree, struct err *e);

/* The tool of a choice that is not BUILDER_AUTO. */
const struct builder *builder_named(enum builder_choice choice);

/* The path of its program, or NULL as tool_find; the caller frees. */
char *builder_program(const struct builder *b, struct err *e);

struct builder_call {
	const char *program;		/* as builder_program */
	unsigned jobs;
	bool dry;			/* read everything, start nothing */
	const char *cc, *cxx;		/* or NULL */
	const char *const *variables;	/* further "NAME=VALUE", NULL-ended, or NULL */
	char *const *targets;		/* NULL: what the build file has as its default */
};

/* The words of a call; free with quote_free. */
char **builder_words(const struct builder *b, const struct builder_call *call);

/* The version in the first line of what a program says of itself ("gcc (Debian 12.2.0-14) 12.2.0"), into text[size]; "" without. */
void builder_version(const char *output, char *text, size_t size);

#endif
