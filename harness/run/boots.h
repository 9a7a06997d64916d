/*
 * A series of boots: systems of which only one can run at a time, each booted several times in an order that was drawn
 * beforehand. A directory holds the plan, series.json, which is written once, and a record for each boot, NNN-SYSTEM.jsonl. How far
 * the series got follows from the records alone, so that there is nothing that a crash could leave wrong.
 */
#ifndef HARNESS_RUN_BOOTS_H
#define HARNESS_RUN_BOOTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "run/identity.h"

struct boots_system {
	char *name;
	char *rule;		/* how it is recognised (run/identity.h); NULL: as in its first boot */
};

enum boot_state {
	BOOT_OPEN,		/* no record */
	BOOT_CUT,		/* a record that was cut short */
	BOOT_DONE,		/* all that was planned, or all that the budget allowed */
};

struct boot {
	unsigned system;
	unsigned block;		/* boots in random order with each other have the same */
	uint64_t seed;		/* of its experiment */
	char *path;		/* of its record, there or not */
	enum boot_state state;
	struct identity identity;	/* what it ran on; nothing when open */
};

struct boots {
	char *directory;	/* of the series */
	char *place;		/* the directory that the workload is called in */
	char **words;		/* its call, as behind `harness run` */
	struct boots_system *systems;	/* [0] is the baseline */
	size_t nsystems;
	uint64_t seed;
	struct boot *list;	/* in the order in which they take place */
	size_t count;
};

/*
 * Reads "A,B=release:6.1.*" into *b, which is empty before. Names become parts of file names; "\," is a comma of a rule. ERR_USAGE,
 * also for fewer than two.
 */
int boots_parse_systems(struct boots *b, const char *text, struct err *e);

/* So many boots of each of several systems make a verdict possible at all. */
unsigned boots_needed(size_t nsystems);

/* Draws the order of so many boots of each system, and their seeds. */
void boots_draw(struct boots *b, unsigned each, uint64_t seed);

/* Makes the directory and writes the plan, which `command` has made, to the disk. ERR_USAGE when there is one already. */
int boots_create(const struct boots *b, const char *command, struct err *e);

/* Whether a path is a directory with a series in it. */
bool boots_here(const char *directory);

/*
 * Reads the plan, and from the records how far it got; *b is empty before. ERR_USAGE when there is no series, or a record is not of
 * this one. On failure *b is released already.
 */
int boots_load(struct boots *b, const char *directory, struct err *e);
void boots_release(struct boots *b);

/* The first boot that is not done; b->count when there is none. */
size_t boots_next(const struct boots *b);

enum boots_admission {
	BOOTS_BEGIN,		/* a new record */
	BOOTS_GO_ON,		/* with the record that was cut short in this very boot */
	BOOTS_BEGIN_ANEW,	/* that record is of another boot: set it aside first */
};

/*
 * Whether the running system, `now`, may be used for the next boot, and how. ERR_USAGE when all are done; ERR_UNFIT, naming
 * what to boot instead, when it is another system, has changed, or when this boot was used already; ERR_UNSUPPORTED when boots cannot
 * be told apart.
 */
int boots_admit(const struct boots *b, const struct identity *now, enum boots_admission *how, struct err *e);

/* Renames a boot's record to NNN-SYSTEM.jsonl.cut-1, or the next number that is free; *to is the new path, the caller frees. */
int boots_set_aside(const struct boots *b, size_t boot, char **to, struct err *e);

/*
 * Locks the series for whoever runs its next boot; close the descriptor when it is over. ERR_UNFIT when another process does
 * that; -1 for all failures.
 */
int boots_lock(const char *directory, struct err *e);

/* What a record's header says of the boot: its "series". */
json_t *boots_to_header(const struct boots *b, size_t boot, const struct identity *now);

/* How a system is recognised, for people: "release:6.1.*", "Linux 6.1.1 #1, as in its first boot"; the caller frees. */
char *boots_system_words(const struct boots *b, size_t system);

const char *boot_state_name(enum boot_state state);	/* "open", "cut", "done" */

#endif
