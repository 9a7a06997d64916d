/* One value of one parameter: see param_value.h. */
#include "base/param_value.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/quote.h"
#include "base/units.h"

enum { ITEMS_MAX = 10000 };

bool
param_choice(const struct param *p, size_t i, char *text, size_t size)
{
	const char *at = p->choices;

	for (; i > 0; i--) {
		at = strchr(at, '|');
		if (at == NULL)
			return false;
		at++;
	}
	snprintf(text, size, "%.*s", (int)strcspn(at, "|"), at);
	return true;
}

const char *
param_metavar(const struct param *p)
{
	if (p->metavar != NULL)
		return p->metavar;
	switch (p->type) {
	case PARAM_FLAG:
		return "yes|no";
	case PARAM_COUNT:
		return "N";
	case PARAM_SIZE:
		return "SIZE";
	case PARAM_TIME:
		return "TIME";
	case PARAM_RATIO:
		return "RATIO";
	case PARAM_REAL:
		return "X";
	case PARAM_CHOICE:
		return p->choices;
	case PARAM_TEXT:
		return "TEXT";
	case PARAM_PATH:
		return "PATH";
	case PARAM_COMMAND:
		return "CMD";
	case PARAM_REST:
		return "CMD ARG...";
	}
	return "VALUE";
}

/* A bound of the range, in the option's own units. */
static void
write_bound(const struct param *p, double bound, struct buf *out)
{
	char text[64];

	if (p->type == PARAM_SIZE && bound < 0x1p64)
		units_write_size(text, sizeof(text), (uint64_t)bound);
	else if (p->type == PARAM_TIME && bound < 0x1p64)
		units_write_time(text, sizeof(text), (uint64_t)bound);
	else if (p->type == PARAM_COUNT)
		snprintf(text, sizeof(text), "%.0f", bound);
	else
		units_write_real(text, sizeof(text), bound);
	buf_puts(out, text);
}

static bool
is_number(const struct param *p)
{
	return p->type == PARAM_COUNT || p->type == PARAM_SIZE || p->type == PARAM_TIME ||
	    p->type == PARAM_RATIO || p->type == PARAM_REAL;
}

void
value_range(const struct param *p, struct buf *out)
{
	if (!is_number(p) || (p->least == 0 && p->most == 0))
		return;
	if (p->most == 0)
		buf_puts(out, "at least ");
	write_bound(p, p->least, out);
	if (p->most != 0) {
		buf_puts(out, " to ");
		write_bound(p, p->most, out);
	}
}

static void
takes_choices(const struct param *p, struct buf *out)
{
	char choice[64], next[64];

	for (size_t i = 0; param_choice(p, i, choice, sizeof(choice)); i++) {
		bool last = !param_choice(p, i + 1, next, sizeof(next));

		buf_printf(out, "%s'%s'", i == 0 ? "" : last ? " or " : ", ", choice);
	}
}

void
value_takes(const struct param *p, struct buf *out)
{
	static const char *const kinds[] = {
		[PARAM_FLAG] = "'yes' or 'no'",
		[PARAM_COUNT] = "a whole number",
		[PARAM_SIZE] = "a size such as '4096' or '64M'",
		[PARAM_TIME] = "a time such as '20ms' or '1.5s'",
		[PARAM_RATIO] = "a ratio such as '1%' or '0.01'",
		[PARAM_REAL] = "a number",
		[PARAM_TEXT] = "a text",
		[PARAM_PATH] = "a path",
		[PARAM_COMMAND] = "a command",
		[PARAM_REST] = "a command",
	};
	struct buf range = BUF_EMPTY;

	if (p->type == PARAM_CHOICE) {
		takes_choices(p, out);
		return;
	}
	buf_puts(out, kinds[p->type]);
	value_range(p, &range);
	if (range.length > 0)
		buf_printf(out, " %s%s%s", p->most == 0 ? "of " : "from ", buf_text(&range),
		    p->flags & PARAM_GRID ? ", or a list of such" : "");
	buf_release(&range);
}

static int
refuse(const struct param *p, const char *text, struct err *e)
{
	struct buf takes = BUF_EMPTY;

	value_takes(p, &takes);
	err_set(e, ERR_USAGE, "'--%s' takes %s, not '%s'", p->name, buf_text(&takes), text);
	buf_release(&takes);
	return -1;
}

static bool
in_range(const struct param *p, const struct arg *v)
{
	double x = p->type == PARAM_RATIO || p->type == PARAM_REAL ? v->real : (double)v->count;

	return !is_number(p) || (x >= p->least && (p->most == 0 || x <= p->most));
}

static int
parse_choice(const struct param *p, const char *text, struct arg *v, struct err *e)
{
	char choice[64];

	for (size_t i = 0; param_choice(p, i, choice, sizeof(choice)); i++)
		if (strcmp(choice, text) == 0) {
			v->count = i;
			return 0;
		}
	return refuse(p, text, e);
}

static int
parse_flag(const struct param *p, const char *text, struct arg *v, struct err *e)
{
	static const char *const words[] = { "no", "yes", "0", "1", "off", "on", "false", "true" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(words[i], text) == 0) {
			v->count = i % 2;
			return 0;
		}
	return refuse(p, text, e);
}

static int
parse_number(const struct param *p, const char *text, struct arg *v, struct err *e)
{
	char *what = mem_printf("--%s", p->name);
	int result;

	switch (p->type) {
	case PARAM_COUNT:
		result = units_parse_count(what, text, &v->count, e);
		break;
	case PARAM_SIZE:
		result = units_parse_size(what, text, &v->count, e);
		break;
	case PARAM_TIME:
		result = units_parse_time(what, text, &v->count, e);
		break;
	case PARAM_RATIO:
		result = units_parse_ratio(what, text, &v->real, e);
		break;
	default:
		result = units_parse_real(what, text, &v->real, e);
		break;
	}
	free(what);
	/* with a range the words of the range say more than those of the unit */
	if (result != 0 ? p->least != 0 || p->most != 0 : !in_range(p, v))
		result = refuse(p, text, e);
	return result;
}

int
value_take_words(const struct param *p, char **words, struct arg *v, struct err *e)
{
	if (words[0] == NULL) {
		quote_free(words);
		return refuse(p, "", e);
	}
	v->text = quote_join(words);
	v->words = words;
	v->set = true;
	return 0;
}

int
value_parse(const struct param *p, const char *text, struct arg *v, struct err *e)
{
	char **words;
	size_t count;
	int result = 0;

	*v = (struct arg){ 0 };
	switch (p->type) {
	case PARAM_FLAG:
		result = parse_flag(p, text, v, e);
		break;
	case PARAM_CHOICE:
		result = parse_choice(p, text, v, e);
		break;
	case PARAM_PATH:
		if (text[0] == '\0')
			return refuse(p, text, e);
		v->text = path_absolute(text);
		break;
	case PARAM_COMMAND:
	case PARAM_REST:
		if (quote_split(text, &words, &count, e) != 0)
			return err_prefix(e, "'--%s'", p->name);
		return value_take_words(p, words, v, e);
	case PARAM_TEXT:
		if (p->flags & PARAM_MANY) {
			const char *const one[] = { text, NULL };

			return value_take_words(p, quote_copy((char *const *)one), v, e);
		}
		break;
	default:
		result = parse_number(p, text, v, e);
		break;
	}
	if (result != 0) {
		*v = (struct arg){ 0 };
		return -1;
	}
	if (v->text == NULL)
		v->text = mem_string(text);
	v->set = true;
	return 0;
}

int
value_parse_list(const struct param *p, const char *text, struct arg *v, struct err *e)
{
	struct arg *values;
	char **items;
	size_t count, done = 0;
	int result = 0;

	quote_list(text, &items, &count);
	values = mem_zero(count, sizeof(*values));
	*v = (struct arg){ 0 };
	if (count > ITEMS_MAX)
		result = err_set(e, ERR_USAGE, "'--%s' has a list of %zu items; the most is %d", p->name, count,
		    ITEMS_MAX);
	for (; result == 0 && done < count; done++) {
		if (count > 1 && items[done][0] == '\0')
			result = err_set(e, ERR_USAGE, "'--%s' has an empty item in its list '%s'", p->name,
			    text);
		else
			result = value_parse(p, items[done], &values[done], e);
		for (size_t i = 0; result == 0 && i < done; i++)
			if (value_equal(p, &values[i], &values[done]))
				result = err_set(e, ERR_USAGE, "'--%s' has '%s' twice in its list '%s'",
				    p->name, items[done], text);
	}
	if (result == 0) {
		*v = values[0];
		values[0] = (struct arg){ 0 };
		if (count > 1) {
			free(v->text);
			v->text = mem_string(text);
			v->list = true;
		}
	}
	for (size_t i = 0; i < count; i++)
		value_release(&values[i]);
	free(values);
	quote_free(items);
	return result;
}

int
value_finish(const struct param *p, struct arg *v, struct err *e)
{
	int result = 0;

	v->text = value_write(p, v);
	if (!in_range(p, v)) {
		result = refuse(p, v->text, e);
		value_release(v);
	} else
		v->set = true;
	return result;
}

void
value_copy(struct arg *to, const struct arg *from)
{
	*to = *from;
	if (from->text != NULL)
		to->text = mem_string(from->text);
	if (from->words != NULL)
		to->words = quote_copy(from->words);
}

void
value_release(struct arg *v)
{
	free(v->text);
	quote_free(v->words);
	*v = (struct arg){ 0 };
}

bool
value_equal(const struct param *p, const struct arg *a, const struct arg *b)
{
	if (!a->set || !b->set)
		return a->set == b->set;
	if (!a->list && !b->list) {
		switch (p->type) {
		case PARAM_FLAG:
		case PARAM_COUNT:
		case PARAM_SIZE:
		case PARAM_TIME:
		case PARAM_CHOICE:
			return a->count == b->count;
		case PARAM_RATIO:
		case PARAM_REAL:
			return a->real == b->real;
		default:
			break;
		}
	}
	/* words are compared by their quoted form, which is one to one */
	return a->list == b->list && strcmp(a->text, b->text) == 0;
}

char *
value_write(const struct param *p, const struct arg *v)
{
	char text[64];

	if (v->list)
		return mem_string(v->text);
	switch (p->type) {
	case PARAM_FLAG:
		return mem_string(v->count != 0 ? "yes" : "no");
	case PARAM_COUNT:
		return mem_printf("%" PRIu64, v->count);
	case PARAM_SIZE:
		units_write_size(text, sizeof(text), v->count);
		return mem_string(text);
	case PARAM_TIME:
		units_write_time(text, sizeof(text), v->count);
		return mem_string(text);
	case PARAM_RATIO:
	case PARAM_REAL:
		units_write_real(text, sizeof(text), v->real);
		return mem_string(text);
	default:
		return mem_string(v->text);
	}
}
