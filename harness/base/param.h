/*
 * Parameters: the only description of an option. Verbs and workloads list theirs in a table; the parser, --help,
 * the man page's check, the record and the grid of cases all come from it.
 *
 * Grammar: "--name VALUE", "--name=VALUE", "-j2", "-j 2", "--flag", "--no-flag"; "--" ends options. A parameter with PARAM_GRID
 * takes a list ("1,2,4"): every value is a case of its own.
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
	PARAM_FLAG,	/* bool */
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
	double least, most;	/* accepted range of numbers, both included; both 0: any */
	const char *metavar;	/* "N", "DIR" */
	const char *help;
};

/* Arrays of parameters end in an entry whose name is NULL. */
#define PARAM_END { NULL, 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, NULL }

struct arg {
	bool given;		/* by the user, as opposed to the fallback */
	bool set;		/* has a value at all */
	char *text;		/* as given; for PARAM_MANY and PARAM_COMMAND joined and quoted */
	uint64_t count;		/* FLAG (0, 1), COUNT, SIZE (bytes), TIME (ns), CHOICE (index) */
	double real;		/* RATIO, REAL */
	char **words;		/* COMMAND, REST, MANY: NULL-ended */
};

/* Values for a table of parameters: args[i] belongs to params[i]. */
struct args {
	const struct param *params;
	size_t count;
	struct arg *values;
};

/* A table whose values are the fallbacks. Fails only on a table with a wrong fallback (assert). */
void args_init(struct args *a, const struct param *params);
void args_copy(struct args *to, const struct args *from);
void args_release(struct args *a);

/* Sets one value from text; checks type, choices and range. ERR_USAGE names the option and what it takes. */
int args_set(struct args *a, const char *name, const char *text, struct err *e);

/* As args_set for PARAM_REST and PARAM_COMMAND: a copy of the words. */
int args_set_words(struct args *a, const char *name, char *const *words, struct err *e);

/*
 * Reads argv[0 .. argc) into several tables at once (an option belongs to the first table that has it). Words that are no
 * options go to *operands (NULL-ended, borrowed from argv; the caller frees the array). Grid parameters keep their list
 * in text until args_expand. Unknown options name the nearest.
 */
int args_parse(struct args *const tables[], size_t ntables, int argc, char *const *argv, char ***operands, struct err *e);

/* ERR_USAGE when a PARAM_REQUIRED value is missing. */
int args_check(const struct args *a, struct err *e);

/*
 * The cross product of all grid parameters, first parameter slowest: *cases[*count], each with single values.
 * The caller releases each and frees the array. ERR_USAGE for a bad or empty item, or more than 10,000 cases.
 */
int args_expand(const struct args *a, struct args **cases, size_t *count, struct err *e);

/* Access by name; asserts that the parameter exists and has that type. */
const struct arg *args_get(const struct args *a, const char *name);
bool args_flag(const struct args *a, const char *name);
uint64_t args_count(const struct args *a, const char *name);	/* COUNT, SIZE, TIME */
double args_real(const struct args *a, const char *name);	/* RATIO, REAL */
const char *args_text(const struct args *a, const char *name);	/* NULL when unset */
char *const *args_words(const struct args *a, const char *name);	/* NULL when unset */

/* JSON object of all values that are set (texts as given, numbers as numbers in base units, words as arrays), and back. */
json_t *args_to_json(const struct args *a);
int args_from_json(struct args *a, const json_t *object, struct err *e);

/*
 * A short label of the values in which this case differs from `first` ("jobs=2 cache=cold"), "" if none; `first` NULL:
 * all grid parameters. The caller frees.
 */
char *args_label(const struct args *a, const struct args *first);

/* The options of a table as indented help text, wrapped at 100 columns. */
void params_help(const struct param *params, struct buf *out);

#endif
