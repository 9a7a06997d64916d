/*
 * A setting: one thing that can be applied before a trial and taken back after it, "KIND:REST". Its kind says
 * how far it reaches, and that alone decides what the engine does with it.
 */
#ifndef HARNESS_SETTING_SETTING_H
#define HARNESS_SETTING_SETTING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/param.h"

/* What a setting changes, and for how long. */
enum scope {
	SCOPE_LAUNCH,	/* the processes of the trial: gone with them */
	SCOPE_HOST,	/* the machine: noted in the undo journal, taken back after the trial */
	SCOPE_VOLUME,	/* a file system that harness attached */
	SCOPE_BOOT,	/* the running system */
};

struct setting {
	const struct setting_kind *kind;
	char *text;	/* "kind:rest", which reads back as the same setting in any directory */
	char *name;	/* what is set: a variant sets nothing twice */
	char *value;	/* to what; NULL: nothing was said */
	char **words;	/* of a command; else NULL */
};

struct setting_kind {
	const char *name, *form;	/* "sysctl", "sysctl:NAME=VALUE" */
	enum scope scope;

	/* Fills name, value and words from what is behind the colon, and replaces text if need be. ERR_USAGE. */
	int (*parse)(struct setting *s, const char *rest, struct err *e);

	/*
	 * How things are now: *was is words for `undo`, of which the first is what, and, where there is a
	 * `check`, the second its value; the caller frees with quote_free. Fails when the setting cannot be
	 * made here. May be NULL.
	 */
	int (*read)(const struct setting *s, char ***was, struct err *e);

	/* SCOPE_HOST only. check: ERR_UNFIT when the value did not take; NULL where nothing can be read back. */
	int (*apply)(const struct setting *s, struct err *e);
	int (*check)(const struct setting *s, struct err *e);
	const struct undo *undo;
};

/* All kinds, NULL-ended. */
extern const struct setting_kind *const setting_kinds[];

/* Reads one setting; ERR_USAGE names the form that its kind takes, or the nearest kind. */
int setting_parse(struct setting *s, const char *text, struct err *e);
void setting_release(struct setting *s);

/*
 * The texts in a list. A comma ends a text only before "kind:"; "\," never does. The caller frees with
 * quote_free.
 */
char **setting_split(const char *list, size_t *count);

/* The absolute form of a path that was given, without "./" in front; the caller frees. For parse of a kind. */
char *setting_path(const char *given);

/* "NAME=VALUE" into s; ERR_USAGE without a name or without "=". For parse of a kind. */
int setting_parse_pair(struct setting *s, const char *rest, struct err *e);

/*
 * Whether a value that was read is the one that was asked for: the same words, where numbers may be written in
 * different ways, and Y and N be 1 and 0.
 */
bool setting_value_is(const char *read, const char *asked);

/* ERR_UNFIT that says so, for check and undo of a kind; returns -1. */
int setting_did_not_take(const char *what, const char *asked, const char *read, struct err *e);

/* opt: sets an option of the workload in a table; ERR_USAGE. */
int setting_opt_apply(const struct setting *s, struct args *args, struct err *e);

/* cpus: the caller, and whatever it starts, runs on these CPUs from now on. */
int setting_cpus_take(const char *list, struct err *e);

#endif
