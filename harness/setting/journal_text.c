/* The undo journal as text: see journal_text.h. Bytes of words that are no plain ASCII are written %NN. */
#include "setting/journal_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/quote.h"

/* Everything that can stand in a journal. */
static const struct undo *const undos[] = { &undo_sysctl, &undo_file, &undo_cmd, NULL };

const char journal_heading[] = "{\"type\":\"undo journal of harness\",\"version\":1}\n";

static void
encode(const char *word, struct buf *out)
{
	for (const unsigned char *p = (const unsigned char *)word; *p != '\0'; p++)
		if (*p < ' ' || *p > '~' || *p == '%')
			buf_printf(out, "%%%02x", *p);
		else
			buf_putc(out, (char)*p);
}

/* NULL for what encode did not write. The caller frees. */
static char *
decode(const char *text)
{
	struct buf word = BUF_EMPTY;

	for (; text != NULL && *text != '\0'; text++) {
		unsigned byte = (unsigned char)*text;

		if (*text == '%') {
			if (strspn(text + 1, "0123456789abcdef") < 2 || sscanf(text + 1, "%2x", &byte) != 1 ||
			    byte == 0) {
				buf_release(&word);
				return NULL;
			}
			text += 2;
		}
		buf_putc(&word, (char)byte);
	}
	return text != NULL ? buf_take(&word) : NULL;
}

static void
write_entry(const struct journal_entry *entry, struct buf *out)
{
	json_t *line = json_object(), *words = json_array();

	for (char **word = entry->was; *word != NULL; word++) {
		struct buf text = BUF_EMPTY;

		encode(*word, &text);
		json_add(words, json_of_text(buf_text(&text)));
		buf_release(&text);
	}
	json_put_text(line, "undo", entry->undo->name);
	json_put_text(line, "boot", entry->boot);
	json_put(line, "was", words);
	json_line(line, out);
	json_decref(line);
}

static bool
fits(const struct undo *undo, size_t count)
{
	return count >= undo->words.least && count <= undo->words.most &&
	       (count - undo->words.least) % undo->words.step == 0;
}

static int
read_entry(struct journal *j, const json_t *line, struct err *e)
{
	const char *name = json_get_text(line, "undo"), *boot = json_get_text(line, "boot");
	const json_t *list = json_object_get(line, "was");
	size_t count = json_array_size(list), kind = 0;
	char **words;

	while (undos[kind] != NULL && strcmp(undos[kind]->name, name != NULL ? name : "") != 0)
		kind++;
	if (undos[kind] == NULL)
		return err_set(e, ERR_UNFIT, "an entry '%s' is of another version of harness; let that one undo it",
		    name != NULL ? name : "");
	if (boot == NULL)
		return err_set(e, ERR_UNFIT, "an entry '%s' lacks its boot", name);
	if (!fits(undos[kind], count))
		return err_set(e, ERR_UNFIT, "an entry '%s' has the wrong number of words: %zu", name, count);
	words = mem_zero(count + 1, sizeof(*words));
	for (size_t i = 0; i < count; i++) {
		words[i] = decode(json_string_value(json_array_get(list, i)));
		if (words[i] == NULL) {
			quote_free(words);
			return err_set(e, ERR_UNFIT, "an entry is damaged");
		}
	}
	journal_take(j, undos[kind], mem_string(boot), words);
	return 0;
}

int
journal_read(struct journal *j, const char *text, struct err *e)
{
	if (strncmp(text, journal_heading, strlen(journal_heading)) != 0)
		return err_set(e, ERR_UNFIT, "its first line is not of this version of harness");
	for (text += strlen(journal_heading); *text != '\0';) {
		size_t length = strcspn(text, "\n");
		json_t *line = json_parse("an entry", text, length, e);
		int result = line != NULL ? read_entry(j, line, e) : -1;

		json_decref(line);
		if (result != 0)
			return -1;
		text += length + (text[length] != '\0');
	}
	return 0;
}

void
journal_write(const struct journal *j, struct buf *out)
{
	buf_puts(out, journal_heading);
	for (size_t i = 0; i < j->count; i++)
		write_entry(&j->entries[i], out);
}
