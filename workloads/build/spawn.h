/*
 * How the build tool starts its commands, and how big it is while it does: the use of the shims in shim/, and what they say. Study
 * A's build had a parent of 500 MB that was cloned for every command; most systems' jam hides that behind vfork.
 */
#ifndef WORKLOADS_BUILD_SPAWN_H
#define WORKLOADS_BUILD_SPAWN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "workloads/build/builder.h"

/* What is asked of a shim, and the environment that has it loaded. All zero: none. */
struct spawn {
	char *report;		/* the file that it writes */
	char *words[8];		/* "NAME=VALUE" */
	const char *environment[8];	/* the same, NULL-ended, for struct command */
};

/* ERR_UNSUPPORTED when the shim that this takes is not there. */
int spawn_find(bool fork, char **path, struct err *e);

/* `fork`: vfork is turned into fork, and calls are counted. The report must not exist. */
int spawn_init(struct spawn *s, bool fork, uint64_t heap_bytes, const char *report, struct err *e);
void spawn_release(struct spawn *s);

/* What a shim reported. */
struct spawn_seen {
	bool loaded, ended;	/* said so at the tool's beginning, at its end */
	bool counted;		/* the calls below are known */
	uint64_t heap_bytes, heap_cpu_ns;	/* had, and the CPU time that getting it took */
	uint64_t vforks, forks, spawns;		/* calls by the tool itself */
	uint64_t peak_bytes;	/* the tool's own; 0 when not told */
};

/* A report's text; ERR_INTERNAL when it cannot be one. */
int spawn_parse(const char *text, struct spawn_seen *seen, struct err *e);

/* Reads the report of a run that has ended. */
int spawn_read(const struct spawn *s, struct spawn_seen *seen, struct err *e);

/*
 * Has the tool run one command in a tree of its own below `directory`, which is made, with the shim that counts.
 * ERR_UNSUPPORTED when the tool does not load it.
 */
int spawn_probe(const struct builder *b, const char *program, const char *directory, struct spawn_seen *seen, struct err *e);

/* "vfork", "fork", "posix_spawn", or "another call": by which the tool starts commands. */
const char *spawn_words(const struct spawn_seen *seen);

#endif
