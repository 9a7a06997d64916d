/* A place where a build can begin: the tree, the tool, its words and its environment. */
#ifndef WORKLOADS_BUILD_SITE_H
#define WORKLOADS_BUILD_SITE_H

#include <stdbool.h>
#include <stdint.h>

#include "workload/trial.h"
#include "workloads/build/builder.h"
#include "workloads/build/spawn.h"

struct site {
	const struct builder *builder;
	char *program;		/* the builder's */
	char *tree;		/* the directory that it runs in */
	char *output;		/* where the generated tree's products go, else NULL */
	char *temporary;	/* for the compilers' own files, on the same volume */
	char *cc, *cxx;		/* or NULL */
	char *variables[8];	/* of the environment: "NAME=VALUE" */
	const char *environment[24];	/* the same and the shim's, NULL-ended */
	char **words;		/* the call */
	struct spawn spawn;	/* the shim, or all zero */
};

/* The kept tree, which populate has filled; the caller frees. */
char *site_data(const struct trial *t);

/* Copies and configures what has to be; t->err is filled. Release it in either case. */
int site_prepare(struct site *s, struct trial *t);

enum site_shim { SITE_PLAIN, SITE_COUNT, SITE_HEAP };

/* Words and environment of a call. SITE_COUNT: vfork turned into fork. The shim's report goes to `name` in t->out. */
int site_call(struct site *s, struct trial *t, bool dry, enum site_shim shim, uint64_t heap_bytes, const char *name);

void site_release(struct site *s);

#endif
