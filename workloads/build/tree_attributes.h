/*
 * The attributes that the host tools give to every linked product: the typical set of an
 * executable, which stays below 4000 bytes with names and headers, and one icon that does not. What
 * the tools write and what tree_verify expects both come from here.
 */
#ifndef WORKLOADS_BUILD_TREE_ATTRIBUTES_H
#define WORKLOADS_BUILD_TREE_ATTRIBUTES_H

#include "base/buf.h"
#include "workloads/build/tree_plan.h"

enum { TREE_ATTRIBUTES = 9 };

struct tree_attribute {
	const char *name, *type;
	bool full;		/* only with TREE_ATTRS_FULL */
	enum {
		TREE_BY_RESOURCE_TEXT, TREE_BY_RESOURCE_BYTES,	/* xres, from the resource file */
		TREE_BY_TOOL,					/* settype, mimeset, setversion */
	} how;
};

extern const struct tree_attribute tree_attributes[TREE_ATTRIBUTES];

/* Appends the value that attribute `i` of the target has when all is well. */
void tree_attributes_value(const struct tree_plan *p, unsigned target, unsigned i, struct buf *out);

/* FNV-1a of 64 bits. */
uint64_t tree_attributes_hash(const void *bytes, size_t length);

#endif
