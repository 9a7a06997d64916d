/* Commands inside options: POSIX shell quoting without any expansion, and lists with commas. */
#ifndef HARNESS_BASE_QUOTE_H
#define HARNESS_BASE_QUOTE_H

#include <stddef.h>

#include "base/err.h"

/*
 * Splits as a POSIX shell would into words: blanks separate, '...' and "..." and \ quote, nothing is
 * expanded and nothing else is special ($, *, ~, #, ; are themselves). *words ends in NULL; the caller
 * frees with quote_free. ERR_USAGE for an unclosed quote or a backslash at the end (*words is NULL then).
 */
int quote_split(const char *text, char ***words, size_t *count, struct err *e);

/* One word, or a whole argv, quoted so that a shell (and quote_split) reads it back; the caller frees. */
char *quote_word(const char *word);
char *quote_join(char *const *words);

/* Splits at commas; empty items are kept; "\," is a comma. The caller frees with quote_free. */
void quote_list(const char *text, char ***items, size_t *count);

/* A copy of a NULL-ended array. */
char **quote_copy(char *const *words);

void quote_free(char **words);

/* The candidate nearest to `word` by edit distance, or NULL when none is near (for "did you mean"). */
const char *quote_nearest(const char *word, const char *const *candidates, size_t count);

#endif
