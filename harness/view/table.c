/* Text in columns: see table.h. */
#include "view/table.h"

#include <stdlib.h>
#include <string.h>

static const char gap[] = "   ", dots[] = " .. ";

void
table_init(struct table *t, const char *kinds)
{
	*t = (struct table){ .kinds = kinds, .columns = strlen(kinds) };
}

static void
add(struct table *t, char *take_text)
{
	if (t->cells == t->room) {
		t->room = t->room > 0 ? 2 * t->room : 64;
		t->text = mem_resize(t->text, t->room, sizeof(*t->text));
	}
	t->text[t->cells++] = take_text;
}

void
table_cell(struct table *t, const char *fmt, ...)
{
	struct buf text = BUF_EMPTY;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	add(t, buf_take(&text));
}

void
table_end_row(struct table *t)
{
	while (t->cells % t->columns != 0)
		add(t, mem_string(""));
}

static size_t
width(const char *text, size_t length)
{
	size_t count = 0;

	for (size_t i = 0; i < length; i++)
		count += ((unsigned char)text[i] & 0xC0) != 0x80;
	return count;
}

/* A column's width: of what stands before the dots, and of the rest (everything, without dots). */
struct extent {
	size_t before, rest;
};

static struct extent
extent_of(const char *text, char kind)
{
	const char *at = kind == 'd' ? strstr(text, dots) : NULL;
	size_t before = at != NULL ? (size_t)(at - text) : 0;

	return (struct extent){ width(text, before), width(text + before, strlen(text + before)) };
}

static struct extent
extent_of_column(const struct table *t, size_t column)
{
	struct extent most = { 0, 0 };
	size_t plain = 0;

	for (size_t i = column; i < t->cells; i += t->columns) {
		struct extent x = extent_of(t->text[i], t->kinds[column]);

		if (x.before == 0 && x.rest > plain)
			plain = x.rest;
		if (x.before > most.before)
			most.before = x.before;
		if (x.before > 0 && x.rest > most.rest)
			most.rest = x.rest;
	}
	/* headers and ranges that are missing start with the widest number */
	if (most.before + most.rest < plain)
		most.rest = plain - most.before;
	return most;
}

static void
blanks(struct buf *out, size_t count)
{
	while (count-- > 0)
		buf_putc(out, ' ');
}

static void
print_cell(const char *text, char kind, struct extent column, struct buf *out)
{
	struct extent own = extent_of(text, kind);
	size_t whole = column.before + column.rest, left = 0;

	if (kind == 'r')
		left = whole - own.rest;
	else if (own.before > 0)
		left = column.before - own.before;
	blanks(out, left);
	buf_puts(out, text);
	blanks(out, whole - left - own.before - own.rest);
}

void
table_print(const struct table *t, size_t indent, struct buf *out)
{
	struct extent *extents = mem_zero(t->columns, sizeof(*extents));

	for (size_t c = 0; c < t->columns; c++)
		extents[c] = extent_of_column(t, c);
	for (size_t row = 0; row + t->columns <= t->cells; row += t->columns) {
		blanks(out, indent);
		for (size_t c = 0; c < t->columns; c++) {
			/* a column that is empty throughout takes no room */
			if (extents[c].before + extents[c].rest == 0)
				continue;
			if (c > 0)
				buf_puts(out, gap);
			if (c + 1 < t->columns || t->kinds[c] != 'l')
				print_cell(t->text[row + c], t->kinds[c], extents[c], out);
			else
				buf_puts(out, t->text[row + c]);
		}
		while (out->length > 0 && out->text[out->length - 1] == ' ')
			out->text[--out->length] = '\0';
		buf_putc(out, '\n');
	}
	free(extents);
}

void
table_release(struct table *t)
{
	for (size_t i = 0; i < t->cells; i++)
		free(t->text[i]);
	free(t->text);
	*t = (struct table){ .kinds = t->kinds, .columns = t->columns };
}
