/* One value of one parameter: what param*.c share. Others use param.h. */
#ifndef HARNESS_BASE_PARAM_VALUE_H
#define HARNESS_BASE_PARAM_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/param.h"

/* Reads a single value (no list) into *v, which is empty; on failure it stays so. */
int value_parse(const struct param *p, const char *text, struct arg *v, struct err *e);

/* Reads a list of a grid: every item is checked. One item is a plain value. */
int value_parse_list(const struct param *p, const char *text, struct arg *v, struct err *e);

/* A value of words; takes them. */
int value_take_words(const struct param *p, char **words, struct arg *v, struct err *e);

/* Fills in the canonical text of *v, which has only its number, and checks the range. */
int value_finish(const struct param *p, struct arg *v, struct err *e);

void value_copy(struct arg *to, const struct arg *from);
void value_release(struct arg *v);
bool value_equal(const struct param *p, const struct arg *a, const struct arg *b);

/* The one spelling that equal values share; the caller frees. */
char *value_write(const struct param *p, const struct arg *v);

/* "a whole number from 1 to 4096": completes "'--jobs' takes ". */
void value_takes(const struct param *p, struct buf *out);

/* "1 to 4096", "at least 1" or nothing. */
void value_range(const struct param *p, struct buf *out);

/* "N": the parameter's own word for its value, or one by type; the choices for a choice without. */
const char *param_metavar(const struct param *p);

/* The i-th of "warm|cold|hot" into text[size]; false behind the last. */
bool param_choice(const struct param *p, size_t i, char *text, size_t size);

/* The index of the parameter of that name, or SIZE_MAX. */
size_t param_index(const struct param *params, const char *name);

/* Fills *e for a `word` ("--trails") that no table knows, naming the nearest option; returns -1. */
int param_unknown(struct args *const tables[], size_t ntables, const char *word, struct err *e);

#endif
