/*
 * Parameters: the only description of an option. Verbs and workloads list theirs in a table; the
 * parser, --help, the man page's check, the record and the grid of cases all come from it.
 *
 * Grammar: "--name VALUE", "--name=VALUE", "-j2", "-j 2", "--flag", "--no-flag", "-vj2" (letters of
 * flags may share a dash); "--" ends options. A parameter with PARAM_GRID takes a list ("1,2,4"):
 * every value is a case of its own.
 */
#ifndef HARNESS_BASE_PARAM_H
#define HARNESS_BASE_PARAM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

enum param_type {
	PARAM_FLAG,	/* bool; "no" when it has no fallback, so that it always has a value */
	PARAM_COUNT,	/* whole number, k = 1000 */
	PARAM_SIZE,	/* bytes */
	PARAM_TIME,	/* nanoseconds */
	PARAM_RATIO,	/* 1% = 0.01 */
	PARAM_REAL,
	PARAM_CHOICE,	/* one of `choices` */
	PARAM_TEXT,
	PARAM_PATH,	/* as given by the user; made absolute when parsed */
	PARAM_COMMAND,	/* words after POSIX unquoting */
	PARAM_REST,	/* the words behind "--"; at most one in a table, without dashes in help */
};

enum {
	PARAM_GRID = 1,		/* a list makes cases */
	PARAM_MANY = 2,		/* may be given several times; values collect (PARAM_TEXT only) */
	PARAM_DATA = 4,		/* shapes what the workload's populate leaves behind */
	PARAM_REQUIRED = 8,
	PARAM_OPTIONAL_VALUE = 16,	/* "--gate" or "--gate=METRIC" (PARAM_TEXT only) */
};

struct param {
	const char *name;	/* long name without dashes */
	char letter;		/* short form, 0 for none */
	enum param_type type;
	unsigned flags;
	const char *fallback;	/* default in the option's own syntax; NULL: unset */
	const char *choices;	/* PARAM_CHOICE: "warm|cold" */
	double least, most;	/* range of numbers in base units, both included; most 0: no upper end */
	const char *metavar;	/* "N", "DIR"; NULL: one by type */
	const char *help;
};

/* Arrays of parameters end in an entry whose name is NULL. */
#define PARAM_END { NULL, 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, NULL }

struct arg {
	bool given;		/* by the user, as opposed to the fallback */
	bool set;		/* has a value at all */
	bool list;		/* several values of a grid, before args_expand: only `text` counts then */
	char *text;		/* as given; a PATH absolute; words joined and quoted */
	uint64_t count;		/* FLAG (0, 1), COUNT, SIZE (bytes), TIME (ns), CHOICE (index) */
	double real;		/* RATIO, REAL */
	char **words;		/* COMMAND, REST, MANY: NULL-ended, at least one */
};

/* Values for a table of parameters: args[i] belongs to params[i]. */
struct args {
	const struct param *params;
	size_t count;
	struct arg *values;
};

/* A table whose values are the fallbacks. A wrong fallback in the table ends the program. */
void args_init(struct args *a, const struct param *params);
void args_copy(struct args *to, const struct args *from);
void args_release(struct args *a);

/*
 * Sets one value from text; checks type, choices and range, of a grid every item (and that none is
 * there twice). A FLAG takes "yes" or "no"; PARAM_MANY adds to what was given before. ERR_USAGE names
 * the option and what it takes, for an unknown name the nearest; the old value stays then.
 */
int args_set(struct args *a, const char *name, const char *text, struct err *e);

/* As args_set for REST, COMMAND and PARAM_MANY: a copy of the words (one at least) replaces the old. */
int args_set_words(struct args *a, const char *name, char *const *words, struct err *e);

/*
 * Reads argv[0 .. argc) into several tables at once (an option belongs to the first table that has
 * it). Words that are no options go to *operands (NULL-ended, borrowed from argv; the caller frees the
 * array; NULL on failure). What is behind "--" goes to the first PARAM_REST there is, else to the
 * operands. Grid parameters keep their list in text until args_expand. The last of several wins,
 * unless PARAM_MANY. Unknown options name the nearest.
 */
int args_parse(struct args *const tables[], size_t ntables, int argc, char *const *argv,
    char ***operands, struct err *e);

/* ERR_USAGE when a PARAM_REQUIRED value is missing. */
int args_check(const struct args *a, struct err *e);

/*
 * The cross product of all grid parameters, first parameter slowest: *cases[*count], each with single
 * values. The caller releases each and frees the array. ERR_USAGE for more than 10,000 cases.
 */
int args_expand(const struct args *a, struct args **cases, size_t *count, struct err *e);

/* Access by name; asserts that the parameter exists and has that type. Unset numbers are 0. */
const struct arg *args_get(const struct args *a, const char *name);
bool args_flag(const struct args *a, const char *name);
uint64_t args_count(const struct args *a, const char *name);	/* COUNT, SIZE, TIME, index of a CHOICE */
double args_real(const struct args *a, const char *name);	/* RATIO, REAL */
const char *args_text(const struct args *a, const char *name);	/* NULL: unset; "": "--gate" alone */
char *const *args_words(const struct args *a, const char *name);	/* NULL when unset */

/*
 * JSON object of all values that are set (texts as given, numbers as numbers in base units, words and
 * lists of a grid as arrays), and back: what the object lacks stays as it is, a key that is no
 * parameter is ERR_USAGE, and a value counts as given when it differs from the fallback.
 */
json_t *args_to_json(const struct args *a);
int args_from_json(struct args *a, const json_t *object, struct err *e);

/*
 * A short label of cases[i]: its values of the parameters that are not the same in all `count` cases ("jobs=2 cache=cold"), "" if
 * none. Equal values have equal labels, however they were spelled ("4096", "4K"). The caller frees.
 */
char *args_label(const struct args *cases, size_t count, size_t i);

/* The options of a table as indented help text, wrapped at 100 columns. */
void params_help(const struct param *params, struct buf *out);

#endif
