/*
 * The command line: one file per verb, arguments in, messages and exit status out. Only this layer writes to the terminal.
 */
#ifndef HARNESS_CLI_CLI_H
#define HARNESS_CLI_CLI_H

#include <stdbool.h>
#include <stdio.h>

#include "base/err.h"
#include "base/param.h"

struct cli {
	FILE *out, *err;	/* results; progress and errors */
	bool colour;		/* `out` is a terminal and NO_COLOR is not set */
	bool terminal;		/* `err` is a terminal: progress may redraw its line */
	bool ignore_hangup;	/* started by nohup or its like */
	int argc;		/* the whole call, for the record */
	char *const *argv;
};

struct verb {
	const char *name;
	const char *synopsis;		/* what follows the name: "RECORD... [-- RECORD...]" */
	const char *summary;		/* half a sentence for `harness help` */
	const struct param *params;	/* ends in PARAM_END */
	/* argv without the program and the verb; gives the exit status */
	int (*run)(struct cli *c, int argc, char *const *argv);
};

/* All verbs in the order in which help shows them; ends in NULL. */
extern const struct verb *const verbs[];

/* NULL, with the nearest name in *e (ERR_USAGE), when there is none of that name. */
const struct verb *cli_find_verb(const char *name, struct err *e);

/* Prints "harness: TEXT" on c->err; returns the exit status that belongs to the kind. */
int cli_fail(struct cli *c, const struct err *e);

/* The verb's help on c->out; returns 0. */
int cli_help(struct cli *c, const struct verb *v);

/* Whether there is a "--help" or "-h" before any "--". */
bool cli_asks_for_help(int argc, char *const *argv);

/*
 * Reads options into *a, a fresh table of v->params, and operands (NULL-ended, the caller frees the array). -1 after an error
 * or `--help`, with the exit status in *status and nothing to release.
 */
int cli_parse(struct cli *c, const struct verb *v, struct args *a, int argc, char *const *argv, char ***operands, int *status);

/* ERR_USAGE when there are operands; `what` says what to do instead, or "". */
int cli_no_operands(char *const *operands, const char *what, struct err *e);

#endif
