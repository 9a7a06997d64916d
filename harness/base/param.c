/* Tables of values: see param.h. One value is in param_value.c, the command line in param_parse.c. */
#include "base/param.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/param_value.h"
#include "base/quote.h"

enum { CASES_MAX = 10000 };

size_t
param_index(const struct param *params, const char *name)
{
	for (size_t i = 0; params[i].name != NULL; i++)
		if (strcmp(params[i].name, name) == 0)
			return i;
	return SIZE_MAX;
}

int
param_unknown(struct args *const tables[], size_t ntables, const char *word, struct err *e)
{
	struct buf all = BUF_EMPTY;
	char **names, *bare = mem_printf("%.*s", (int)strcspn(word, "="), word);
	size_t count = 0;
	const char *nearest;

	for (size_t t = 0; t < ntables; t++)
		for (const struct param *p = tables[t]->params; p->name != NULL; p++) {
			if (p->type == PARAM_REST)
				continue;
			buf_printf(&all, "%s,", p->name);
			if (p->type == PARAM_FLAG)
				buf_printf(&all, "no-%s,", p->name);
		}
	quote_list(buf_text(&all), &names, &count);
	/* without dashes, which would make every short name near to every other; the last name is empty */
	nearest = quote_nearest(bare + strspn(bare, "-"), (const char *const *)names, count - 1);
	if (nearest != NULL)
		err_set(e, ERR_USAGE, "unknown option '%s'; did you mean '--%s'?", bare, nearest);
	else
		err_set(e, ERR_USAGE, "unknown option '%s'; '--help' lists those there are", bare);
	quote_free(names);
	buf_release(&all);
	free(bare);
	return -1;
}

void
args_init(struct args *a, const struct param *params)
{
	size_t count = 0;

	while (params[count].name != NULL)
		count++;
	*a = (struct args){ params, count, mem_zero(count, sizeof(*a->values)) };
	for (size_t i = 0; i < count; i++) {
		const char *fallback = params[i].fallback;
		struct err e;

		if (fallback == NULL && params[i].type == PARAM_FLAG)
			fallback = "no";
		if (fallback != NULL && args_set(a, params[i].name, fallback, &e) != 0) {
			fprintf(stderr, "harness: wrong fallback in a table: %s\n", e.text);
			abort();
		}
		a->values[i].given = false;
	}
}

void
args_copy(struct args *to, const struct args *from)
{
	*to = (struct args){ from->params, from->count, mem_zero(from->count, sizeof(*to->values)) };
	for (size_t i = 0; i < from->count; i++)
		value_copy(&to->values[i], &from->values[i]);
}

void
args_release(struct args *a)
{
	for (size_t i = 0; i < a->count; i++)
		value_release(&a->values[i]);
	free(a->values);
	*a = (struct args){ NULL, 0, NULL };
}

/* An option by the name a user gave, which may be wrong. */
static int
find_option(struct args *a, const char *name, size_t *index, struct err *e)
{
	char *word;

	*index = param_index(a->params, name);
	if (*index != SIZE_MAX)
		return 0;
	word = mem_printf("--%s", name);
	param_unknown(&a, 1, word, e);
	free(word);
	return -1;
}

static void
store(struct args *a, size_t index, struct arg value)
{
	value_release(&a->values[index]);
	a->values[index] = value;
	a->values[index].given = true;
}

int
args_set(struct args *a, const char *name, const char *text, struct err *e)
{
	const struct param *p;
	struct arg value, *old;
	size_t index, count = 0;
	int result;

	if (find_option(a, name, &index, e) != 0)
		return -1;
	p = &a->params[index];
	old = &a->values[index];
	result = p->flags & PARAM_GRID ? value_parse_list(p, text, &value, e) : value_parse(p, text, &value, e);
	if (result != 0)
		return -1;
	if ((p->flags & PARAM_MANY) && old->given) {
		/* the new word behind the old ones */
		while (old->words[count] != NULL)
			count++;
		old->words = mem_resize(old->words, count + 2, sizeof(*old->words));
		old->words[count] = mem_string(value.words[0]);
		old->words[count + 1] = NULL;
		value_release(&value);
		free(old->text);
		old->text = quote_join(old->words);
	} else
		store(a, index, value);
	return 0;
}

int
args_set_words(struct args *a, const char *name, char *const *words, struct err *e)
{
	struct arg value = { 0 };
	const struct param *p;
	size_t index;

	if (find_option(a, name, &index, e) != 0)
		return -1;
	p = &a->params[index];
	assert(p->type == PARAM_REST || p->type == PARAM_COMMAND || (p->flags & PARAM_MANY));
	if (value_take_words(p, quote_copy(words), &value, e) != 0)
		return -1;
	store(a, index, value);
	return 0;
}

int
args_check(const struct args *a, struct err *e)
{
	for (size_t i = 0; i < a->count; i++) {
		const struct param *p = &a->params[i];

		if (!(p->flags & PARAM_REQUIRED) || a->values[i].set)
			continue;
		if (p->type == PARAM_REST)
			return err_set(e, ERR_USAGE, "nothing to do: put '-- %s' at the end", param_metavar(p));
		return err_set(e, ERR_USAGE, "'--%s' is missing; give it as '--%s %s'", p->name, p->name,
		    param_metavar(p));
	}
	return 0;
}

/* The grid of a table: for each parameter the items of its list, or none. */
struct grid {
	char ***items;
	size_t *counts;
};

static int
grid_read(struct grid *g, const struct args *a, size_t *product, struct err *e)
{
	*product = 1;
	g->items = mem_zero(a->count, sizeof(*g->items));
	g->counts = mem_zero(a->count, sizeof(*g->counts));
	for (size_t i = 0; i < a->count; i++) {
		if (!a->values[i].list)
			continue;
		quote_list(a->values[i].text, &g->items[i], &g->counts[i]);
		*product *= g->counts[i];
		if (*product > CASES_MAX)
			return err_set(e, ERR_USAGE,
			    "the lists make more than 10,000 cases; shorten that of '--%s' or another",
			    a->params[i].name);
	}
	return 0;
}

static void
grid_release(struct grid *g, size_t count)
{
	for (size_t i = 0; i < count; i++)
		quote_free(g->items[i]);
	free(g->items);
	free(g->counts);
}

/* Case number `which` of the product; the last parameter moves fastest. */
static int
grid_case(const struct grid *g, const struct args *a, size_t which, struct args *out, struct err *e)
{
	args_copy(out, a);
	for (size_t i = a->count; i-- > 0;) {
		struct arg value;

		if (g->items[i] == NULL)
			continue;
		if (value_parse(&a->params[i], g->items[i][which % g->counts[i]], &value, e) != 0)
			return -1;
		value.given = a->values[i].given;
		value_release(&out->values[i]);
		out->values[i] = value;
		which /= g->counts[i];
	}
	return 0;
}

int
args_expand(const struct args *a, struct args **cases, size_t *count, struct err *e)
{
	struct args *made = NULL;
	struct grid grid;
	size_t product, done = 0;
	int result = grid_read(&grid, a, &product, e);

	if (result == 0)
		made = mem_zero(product, sizeof(*made));
	for (; result == 0 && done < product; done++)
		result = grid_case(&grid, a, done, &made[done], e);
	if (result != 0) {
		while (done-- > 0)
			args_release(&made[done]);
		free(made);
		made = NULL;
		product = 0;
	}
	grid_release(&grid, a->count);
	*cases = made;
	*count = product;
	return result;
}

const struct arg *
args_get(const struct args *a, const char *name)
{
	size_t index = param_index(a->params, name);

	assert(index != SIZE_MAX);
	return &a->values[index];
}

/* As args_get; asserts that the type's bit is in `types`. */
static const struct arg *
get_typed(const struct args *a, const char *name, unsigned types)
{
	const struct arg *v = args_get(a, name);

	assert((types >> a->params[v - a->values].type & 1) != 0);
	(void)types;
	return v;
}

bool
args_flag(const struct args *a, const char *name)
{
	return get_typed(a, name, 1u << PARAM_FLAG)->count != 0;
}

uint64_t
args_count(const struct args *a, const char *name)
{
	enum { TAKES_COUNT = 1 << PARAM_COUNT | 1 << PARAM_SIZE | 1 << PARAM_TIME | 1 << PARAM_CHOICE };

	return get_typed(a, name, TAKES_COUNT)->count;
}

double
args_real(const struct args *a, const char *name)
{
	return get_typed(a, name, 1u << PARAM_RATIO | 1u << PARAM_REAL)->real;
}

const char *
args_text(const struct args *a, const char *name)
{
	return args_get(a, name)->text;
}

char *const *
args_words(const struct args *a, const char *name)
{
	return args_get(a, name)->words;
}

/* Whether parameter `which` has one value in all cases. */
static bool
is_common(const struct args *cases, size_t count, size_t which)
{
	for (size_t i = 1; i < count; i++)
		if (!value_equal(&cases[0].params[which], &cases[i].values[which], &cases[0].values[which]))
			return false;
	return true;
}

char *
args_label(const struct args *cases, size_t count, size_t i)
{
	const struct args *a = &cases[i];
	struct buf out = BUF_EMPTY;

	for (size_t which = 0; which < a->count; which++) {
		const struct param *p = &a->params[which];
		const struct arg *v = &a->values[which];
		char *plain, *quoted;

		if (is_common(cases, count, which))
			continue;
		plain = v->set ? value_write(p, v) : mem_string("unset");
		quoted = quote_word(plain);
		buf_printf(&out, "%s%s=%s", out.length > 0 ? " " : "", p->name, quoted);
		free(quoted);
		free(plain);
	}
	return buf_take(&out);
}
