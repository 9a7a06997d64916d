/*
 * The generated source tree of the build workload: C and C++ with the statistics of a real
 * operating system's tree, Jamfiles in its directories, and everything that is needed to check what
 * was built from it. The tree is a function of seed and scale alone: the same bytes on every system
 * and with every compiler.
 *
 *	tree_generate(&spec, "tree", &facts, &e);
 *	cd tree && jam -q -j2 -sOUTPUT=/absolute/output [-sCC=gcc] [-sC++=g++] [-sCFLAGS=-O2] [-sC++FLAGS=-O2]
 *	    [-sATTRS=on|off|full]
 *	tree_verify("tree", "/absolute/output", TREE_ATTRS_ON, &check, &verified, &e);
 *
 * jam writes below OUTPUT only, whose path must have no blanks; -sTOOLS=DIR puts the host tools
 * elsewhere. Give CC, C++, CFLAGS and C++FLAGS always: jam takes them from the environment
 * otherwise.
 */
#ifndef WORKLOADS_BUILD_TREE_H
#define WORKLOADS_BUILD_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"

#define TREE_SEED_DEFAULT 1

/* So that a build takes 5 to 15 s on two processors. */
#define TREE_SCALE_DEFAULT 0.01

/*
 * Below this there are too few targets to have one of each kind; above it the tree is bigger than
 * the one it is modelled on.
 */
#define TREE_SCALE_LEAST 0.001
#define TREE_SCALE_MOST 4.0

struct tree_spec {
	uint64_t seed;
	double scale;	/* 1: as many files as the tree that it is modelled on; taken to the nearest 1/10000 */
};

struct tree_facts {
	unsigned c_sources, cxx_sources, headers, directories, jamfiles;
	unsigned archives, shared, programs;	/* targets; shared and programs are links */
	unsigned tools;				/* host programs, built first */
	unsigned resources;			/* resource files, one per link */
	unsigned files;				/* all of the above and the manifest */
	unsigned products;			/* what a build has to leave: objects and targets */
	uint64_t bytes;				/* of all files */
	double headers_per_c, headers_per_cxx;	/* read by one compile: the mean transitive closure */
	double bytes_per_c, bytes_per_cxx;	/* read by one compile: the source and its headers */
};

/* Writes the tree into `directory`, which is made and must be empty or absent. */
int tree_generate(const struct tree_spec *spec, const char *directory, struct tree_facts *facts, struct err *e);

/* The attributes that a build was told to write (-sATTRS=). */
enum tree_attrs {
	TREE_ATTRS_OFF,
	TREE_ATTRS_ON,		/* together below 4000 bytes: fits where one block holds all attributes of a file */
	TREE_ATTRS_FULL,	/* and an icon of 46080 bytes */
};

/* How tree_verify does what only its caller can. */
struct tree_check {
	void *context;

	/* Runs a program (an absolute path) without arguments and appends its standard output. */
	int (*run)(void *context, const char *program, struct buf *output, struct err *e);

	/* As os_attr_get. NULL with TREE_ATTRS_OFF. */
	ssize_t (*attribute)(const char *path, const char *name, void *value, size_t size, struct err *e);
};

struct tree_verified {
	unsigned products, programs;	/* that exist; that ran and printed what was predicted */
	unsigned attributes;		/* read back equal */
	unsigned unsupported, unfit;	/* that the system does not have, that did not fit: both logged by the tools */
	char words[256];		/* the first of these in words, "" without */
};

/* Compares an output directory with the tree's manifest; the first difference is ERR_WORKLOAD. */
int tree_verify(const char *tree, const char *output, enum tree_attrs attrs, const struct tree_check *check,
    struct tree_verified *verified, struct err *e);

#endif
