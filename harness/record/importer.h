/*
 * Results of other programs as records (record/draft.h). Each format is one file, import_*.c, with one descriptor;
 * importer.c has the table.
 */
#ifndef HARNESS_RECORD_IMPORTER_H
#define HARNESS_RECORD_IMPORTER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "record/draft.h"

/* A file that was read as a whole: a NUL follows the text, and a byte order mark is gone. */
struct import_file {
	const char *path;
	const char *text;
	size_t length;
};

struct importer {
	const char *name;	/* "hyperfine" */
	/* Does it look like this format? A file may be damaged all the same. */
	bool (*recognise)(const struct import_file *f);
	/* Adds what is in the file. ERR_USAGE names the file, and the place in it. */
	int (*read)(struct draft *d, const struct import_file *f, struct err *e);
	/* What can only be said when all files are there; may be NULL. */
	void (*finish)(struct draft *d);
};

/* In the order in which they are asked whether they recognise a file; ends in NULL. */
extern const struct importer *const importers[];

/*
 * Reads files, all of one format (NULL: the one that they look like), into a new draft. ERR_USAGE for what is wrong with
 * a file. On failure *d is released already.
 */
int import_files(struct draft *d, const char *format, char *const *paths, struct err *e);

#endif
