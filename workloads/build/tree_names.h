/*
 * Names in a generated tree. A stem is two words: 16384 pairs, and further ones by a number behind.
 * Sources and headers have stems that are unique in the whole tree whatever the case of letters, so
 * an include needs no directory and a file system that folds case sees no two names as one.
 */
#ifndef WORKLOADS_BUILD_TREE_NAMES_H
#define WORKLOADS_BUILD_TREE_NAMES_H

#include "base/buf.h"
#include "workloads/build/tree_plan.h"

enum { TREE_NAME_SIZE = 32, TREE_WORDS = 128 };

enum tree_case {
	TREE_LOWER,	/* blit_map: C files and symbols, programs, libraries */
	TREE_UPPER,	/* BLIT_MAP: macros */
	TREE_CAMEL,	/* BlitMap: C++ files and classes */
};

/* The stem of the index-th source; headers without a source go on behind the last source. */
void tree_name_stem(const struct tree_plan *p, unsigned index, enum tree_case style, char name[TREE_NAME_SIZE]);

/* The file name of a header, a source and an object. */
void tree_name_header(const struct tree_plan *p, unsigned header, char name[TREE_NAME_SIZE]);
void tree_name_source(const struct tree_plan *p, unsigned source, char name[TREE_NAME_SIZE]);
void tree_name_object(const struct tree_plan *p, unsigned source, char name[TREE_NAME_SIZE]);

/*
 * The file name of a target: "libblit_map.a", "libblit_map.so", "blit_map"; that of its resources;
 * its symbol, without "lib" and suffix.
 */
void tree_name_target(const struct tree_plan *p, unsigned target, char name[TREE_NAME_SIZE]);
void tree_name_resources(const struct tree_plan *p, unsigned target, char name[2 * TREE_NAME_SIZE]);
void tree_name_target_symbol(const struct tree_plan *p, unsigned target, char name[TREE_NAME_SIZE]);

/* One of TREE_WORDS words, and of as many verbs. */
const char *tree_name_word(unsigned i);
const char *tree_name_verb(unsigned i);

/* A directory's name by its depth and its place among its siblings; the caller frees. */
char *tree_name_directory(unsigned depth, unsigned salt, unsigned sibling);

/* `words` random words as a sentence, without the dot. */
void tree_name_sentence(struct rng *r, struct buf *out, unsigned words);

#endif
