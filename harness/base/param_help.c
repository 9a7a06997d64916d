/* Options as help text: see params_help in param.h. */
#include "base/param.h"

#include <string.h>

#include "base/param_value.h"

enum { HELP_COLUMN = 28, WIDTH = 100 };

/* Adds text at a column, wrapped at blanks; the line so far has `used` columns. */
static void
add_wrapped(struct buf *out, const char *text, size_t used)
{
	bool first = true;

	while (*text != '\0') {
		size_t length = strcspn(text, " ");

		if (!first && used + 1 + length > WIDTH) {
			buf_printf(out, "\n%*s", HELP_COLUMN, "");
			used = HELP_COLUMN;
		} else if (!first) {
			buf_putc(out, ' ');
			used++;
		}
		buf_add(out, text, length);
		used += length;
		first = false;
		text += length;
		text += strspn(text, " ");
	}
	buf_putc(out, '\n');
}

static void
add_name(struct buf *out, const struct param *p)
{
	bool on = p->type == PARAM_FLAG && p->fallback != NULL && strcmp(p->fallback, "yes") == 0;

	if (p->type == PARAM_REST) {
		buf_printf(out, "  -- %s", param_metavar(p));
		return;
	}
	if (p->letter != '\0')
		buf_printf(out, "  -%c, ", p->letter);
	else
		buf_puts(out, "      ");
	buf_printf(out, "--%s%s", on ? "no-" : "", p->name);
	if (p->flags & PARAM_OPTIONAL_VALUE)
		buf_printf(out, "[=%s]", param_metavar(p));
	else if (p->type != PARAM_FLAG || (p->flags & PARAM_GRID))
		buf_printf(out, "%s%s", p->type == PARAM_FLAG ? "=" : " ", param_metavar(p));
}

/* What is true by the table, behind the words of the help: "(1 to 64; default 1; a list makes cases)". */
static void
add_note(struct buf *note, const char *text)
{
	if (text[0] != '\0')
		buf_printf(note, "%s%s", note->length > 0 ? "; " : " (", text);
}

static void
add_notes(struct buf *text, const struct param *p)
{
	struct buf notes = BUF_EMPTY, note = BUF_EMPTY;

	if (p->type == PARAM_CHOICE && p->metavar != NULL)
		value_takes(p, &note);
	else
		value_range(p, &note);
	add_note(&notes, buf_text(&note));
	buf_clear(&note);
	if (p->fallback != NULL && p->fallback[0] != '\0' &&
	    (p->type != PARAM_FLAG || (p->flags & PARAM_GRID)))
		buf_printf(&note, "default %s", p->fallback);
	add_note(&notes, buf_text(&note));
	if (p->flags & PARAM_REQUIRED)
		add_note(&notes, "required");
	if (p->flags & PARAM_MANY)
		add_note(&notes, "may be given several times");
	if (p->flags & PARAM_GRID)
		add_note(&notes, "a list makes cases");
	if (notes.length > 0)
		buf_printf(text, "%s)", buf_text(&notes));
	buf_release(&note);
	buf_release(&notes);
}

void
params_help(const struct param *params, struct buf *out)
{
	for (const struct param *p = params; p->name != NULL; p++) {
		struct buf name = BUF_EMPTY, text = BUF_EMPTY;

		add_name(&name, p);
		buf_puts(out, buf_text(&name));
		if (name.length + 2 > HELP_COLUMN)
			buf_printf(out, "\n%*s", HELP_COLUMN, "");
		else
			buf_printf(out, "%*s", (int)(HELP_COLUMN - name.length), "");
		buf_puts(&text, p->help != NULL ? p->help : "");
		add_notes(&text, p);
		add_wrapped(out, buf_text(&text), HELP_COLUMN);
		buf_release(&text);
		buf_release(&name);
	}
}
