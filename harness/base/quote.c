/* Commands and lists inside options: see quote.h. */
#include "base/quote.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

enum { NEAREST_LENGTH_MAX = 64 };

struct words {
	char **list;
	size_t count, capacity;
};

static void
words_take(struct words *w, char *word)
{
	if (w->count + 1 >= w->capacity) {
		w->capacity = w->capacity != 0 ? w->capacity * 2 : 8;
		w->list = mem_resize(w->list, w->capacity, sizeof(*w->list));
	}
	w->list[w->count] = word;
	w->count += word != NULL;
}

/* Reads one word at *at, which is no blank, and moves *at behind it. */
static int
read_word(const char **at, struct buf *word, const char *text, struct err *e)
{
	const char *p = *at;
	char quote = '\0';

	for (; *p != '\0'; p++) {
		if (quote == '\0' && strchr(" \t\n", *p) != NULL)
			break;
		if (quote == '\0' && (*p == '\'' || *p == '"'))
			quote = *p;
		else if (*p == quote)
			quote = '\0';
		else if (*p == '\\' && quote != '\'') {
			if (p[1] == '\0' && quote == '\0')
				return err_set(e, ERR_USAGE,
				    "nothing follows the backslash at the end of '%s'", text);
			if (p[1] == '\n')
				p++;	/* joins the lines */
			else if (quote == '\0' || (p[1] != '\0' && strchr("$`\"\\", p[1]) != NULL))
				buf_putc(word, *++p);
			else
				buf_putc(word, *p);
		} else
			buf_putc(word, *p);
	}
	if (quote != '\0')
		return err_set(e, ERR_USAGE, "the quote %c is not closed in '%s'", quote, text);
	*at = p;
	return 0;
}

int
quote_split(const char *text, char ***words, size_t *count, struct err *e)
{
	struct words found = { NULL, 0, 0 };
	const char *at = text;

	*words = NULL;
	*count = 0;
	for (;;) {
		struct buf word = BUF_EMPTY;

		while (*at != '\0' && (strchr(" \t\n", *at) != NULL || (at[0] == '\\' && at[1] == '\n')))
			at += *at == '\\' ? 2 : 1;
		if (*at == '\0')
			break;
		if (read_word(&at, &word, text, e) != 0) {
			buf_release(&word);
			words_take(&found, NULL);
			quote_free(found.list);
			return -1;
		}
		words_take(&found, buf_take(&word));
	}
	words_take(&found, NULL);
	*words = found.list;
	*count = found.count;
	return 0;
}

char *
quote_word(const char *word)
{
	static const char plain[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
	struct buf out = BUF_EMPTY;

	if (word[0] != '\0' && word[strspn(word, plain)] == '\0')
		return mem_string(word);
	buf_putc(&out, '\'');
	for (; *word != '\0'; word++) {
		if (*word == '\'')
			buf_puts(&out, "'\\''");
		else
			buf_putc(&out, *word);
	}
	buf_putc(&out, '\'');
	return buf_take(&out);
}

char *
quote_join(char *const *words)
{
	struct buf out = BUF_EMPTY;

	for (size_t i = 0; words[i] != NULL; i++) {
		char *quoted = quote_word(words[i]);

		if (i > 0)
			buf_putc(&out, ' ');
		buf_puts(&out, quoted);
		free(quoted);
	}
	return buf_take(&out);
}

void
quote_list(const char *text, char ***items, size_t *count)
{
	struct words found = { NULL, 0, 0 };
	struct buf item = BUF_EMPTY;

	for (; *text != '\0'; text++) {
		if (*text == ',')
			words_take(&found, buf_take(&item));
		else {
			text += text[0] == '\\' && text[1] == ',';
			buf_putc(&item, *text);
		}
	}
	words_take(&found, buf_take(&item));
	words_take(&found, NULL);
	*items = found.list;
	*count = found.count;
}

char **
quote_copy(char *const *words)
{
	struct words copy = { NULL, 0, 0 };

	for (; *words != NULL; words++)
		words_take(&copy, mem_string(*words));
	words_take(&copy, NULL);
	return copy.list;
}

void
quote_free(char **words)
{
	if (words == NULL)
		return;
	for (size_t i = 0; words[i] != NULL; i++)
		free(words[i]);
	free(words);
}

static size_t
least_of(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Edit distance where a swap of neighbours counts once (optimal string alignment). */
static size_t
distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
	size_t rows[3][NEAREST_LENGTH_MAX + 1];
	size_t *before = rows[0], *above = rows[1], *here = rows[2];

	for (size_t j = 0; j <= b_length; j++)
		above[j] = j;
	for (size_t i = 1; i <= a_length; i++) {
		size_t *spare = before;

		here[0] = i;
		for (size_t j = 1; j <= b_length; j++) {
			here[j] = least_of(above[j], here[j - 1]) + 1;
			here[j] = least_of(here[j], above[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				here[j] = least_of(here[j], before[j - 2] + 1);
		}
		before = above;
		above = here;
		here = spare;
	}
	return above[b_length];
}

const char *
quote_nearest(const char *word, const char *const *candidates, size_t count)
{
	size_t length = strlen(word);
	size_t best = (length + 2) / 3 + 1;	/* one mistake in three letters is still near */
	const char *nearest = NULL;

	if (length > NEAREST_LENGTH_MAX)
		return NULL;
	if (best > length)
		best = length;
	for (size_t i = 0; i < count; i++) {
		size_t other = strlen(candidates[i]), edits;

		if (other > NEAREST_LENGTH_MAX)
			continue;
		edits = distance(word, length, candidates[i], other);
		if (length >= 3 && edits > 1 && strncmp(word, candidates[i], length) == 0)
			edits = 1;	/* the start of it */
		if (edits < best) {
			best = edits;
			nearest = candidates[i];
		}
	}
	return nearest;
}
