/* Comma-separated values: see csv.h. */
#include "base/csv.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NO_TEXT "a byte 0, which no text has"

void
csv_init(struct csv *c, const char *path, const char *text, size_t length)
{
	*c = (struct csv){ .path = path, .text = text, .length = length, .line = 1 };
}

void
csv_release(struct csv *c)
{
	free(c->fields);
	buf_release(&c->bytes);
	c->fields = NULL;
	c->count = c->room = 0;
}

/* The next byte, -1 at the end. */
static int
peek(const struct csv *c)
{
	return c->at < c->length ? (unsigned char)c->text[c->at] : -1;
}

static bool
is_blank(int byte)
{
	return byte == ' ' || byte == '\t';
}

static void
skip_blanks(struct csv *c)
{
	while (is_blank(peek(c)))
		c->at++;
}

/* Takes the end of a line, if there is one here. */
static bool
take_line_end(struct csv *c)
{
	size_t cr = peek(c) == '\r' && (c->at + 1 == c->length || c->text[c->at + 1] == '\n') ? 1 : 0;

	if (c->at + cr < c->length && c->text[c->at + cr] != '\n')
		return false;
	if (c->at < c->length)
		c->line++;
	c->at += c->at + cr < c->length ? cr + 1 : cr;
	return true;
}

static int
wrong(const struct csv *c, struct err *e, const char *what)
{
	return err_set(e, ERR_USAGE, "'%s' is no CSV in line %zu: %s", c->path, c->line, what);
}

static int
read_quoted(struct csv *c, struct err *e)
{
	size_t opened = c->line;

	for (c->at++; peek(c) >= 0; c->at++) {
		if (peek(c) == '"') {
			if (c->at + 1 == c->length || c->text[c->at + 1] != '"')
				break;
			c->at++;
		}
		if (peek(c) == '\0')
			return wrong(c, e, NO_TEXT);
		if (peek(c) == '\n')
			c->line++;
		buf_putc(&c->bytes, c->text[c->at]);
	}
	if (peek(c) < 0)
		return err_set(e, ERR_USAGE, "'%s' is no CSV: the quote that opens in line %zu is never closed", c->path,
		    opened);
	c->at++;
	skip_blanks(c);
	return 0;
}

static int
read_plain(struct csv *c, struct err *e)
{
	size_t start = c->at, end;

	while (peek(c) >= 0 && strchr(",\"\r\n", peek(c)) == NULL)	/* which finds a byte 0 as well */
		c->at++;
	if (peek(c) == '"')
		return wrong(c, e, "a quote within a field that does not begin with one");
	for (end = c->at; end > start && is_blank(c->text[end - 1]); end--)
		;
	buf_add(&c->bytes, c->text + start, end - start);
	return 0;
}

/* Reads one field and what ends it; *last: that was the end of the line. */
static int
read_field(struct csv *c, bool *last, bool *quoted, struct err *e)
{
	skip_blanks(c);
	*quoted = peek(c) == '"';
	if ((*quoted ? read_quoted : read_plain)(c, e) != 0)
		return -1;
	buf_putc(&c->bytes, '\0');
	*last = take_line_end(c);
	if (*last)
		return 0;
	if (peek(c) == '\0')
		return wrong(c, e, NO_TEXT);
	if (peek(c) == '\r')
		return wrong(c, e, "it ends in CR alone; LF or CR LF is needed");
	if (peek(c) != ',')
		return wrong(c, e, "text behind the closing quote of a field");
	c->at++;
	return 0;
}

/* The fields stand behind each other in bytes. */
static void
point_to_fields(struct csv *c)
{
	char *at = c->bytes.text;

	if (c->room < c->count) {
		c->room = 2 * c->count;
		c->fields = mem_resize(c->fields, c->room, sizeof(*c->fields));
	}
	for (size_t i = 0; i < c->count; i++) {
		c->fields[i] = at;
		at += strlen(at) + 1;
	}
}

int
csv_next(struct csv *c, struct err *e)
{
	while (c->at < c->length) {
		bool last = false, quoted = false;

		buf_clear(&c->bytes);
		c->count = 0;
		c->row_line = c->line;
		while (!last) {
			if (read_field(c, &last, &quoted, e) != 0)
				return -1;
			c->count++;
		}
		point_to_fields(c);
		if (c->count > 1 || quoted || c->fields[0][0] != '\0')
			return 1;
	}
	c->count = 0;
	return 0;
}

void
csv_put(struct buf *out, const char *text)
{
	size_t length = strlen(text);

	if (strpbrk(text, ",\"\r\n") == NULL && (length == 0 || (!is_blank(text[0]) && !is_blank(text[length - 1])))) {
		buf_puts(out, text);
		return;
	}
	buf_putc(out, '"');
	for (; *text != '\0'; text++) {
		if (*text == '"')
			buf_putc(out, '"');
		buf_putc(out, *text);
	}
	buf_putc(out, '"');
}
