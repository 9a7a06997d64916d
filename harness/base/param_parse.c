/* The command line: see args_parse in param.h for the grammar. */
#include "base/param.h"

#include <stdlib.h>
#include <string.h>

#include "base/param_value.h"

struct reader {
	struct args *const *tables;
	size_t ntables;
	int argc;
	char *const *argv;
	int at;			/* the word being read */
};

/* A parameter and the table that it is in; p is NULL when there is none. */
struct place {
	struct args *table;
	const struct param *p;
};

static struct place
find_name(const struct reader *r, const char *name)
{
	for (size_t t = 0; t < r->ntables; t++) {
		size_t index = param_index(r->tables[t]->params, name);

		if (index != SIZE_MAX && r->tables[t]->params[index].type != PARAM_REST)
			return (struct place){ r->tables[t], &r->tables[t]->params[index] };
	}
	return (struct place){ NULL, NULL };
}

static struct place
find_letter(const struct reader *r, char letter)
{
	for (size_t t = 0; t < r->ntables; t++)
		for (const struct param *p = r->tables[t]->params; p->name != NULL; p++)
			if (p->letter == letter && p->type != PARAM_REST)
				return (struct place){ r->tables[t], p };
	return (struct place){ NULL, NULL };
}

static struct place
find_rest(const struct reader *r)
{
	for (size_t t = 0; t < r->ntables; t++)
		for (const struct param *p = r->tables[t]->params; p->name != NULL; p++)
			if (p->type == PARAM_REST)
				return (struct place){ r->tables[t], p };
	return (struct place){ NULL, NULL };
}

/* Whether a word is an option of these tables, and so hardly the value of another one. */
static bool
is_known_option(const struct reader *r, const char *word)
{
	bool known = false;
	char *name;

	if (strncmp(word, "--", 2) != 0)
		return false;
	name = mem_printf("%.*s", (int)strcspn(word + 2, "="), word + 2);
	known = find_name(r, name).p != NULL;
	free(name);
	return known;
}

/* The value that follows as a word of its own. */
static int
next_value(struct reader *r, const struct param *p, const char **value, struct err *e)
{
	const char *next = r->at + 1 < r->argc ? r->argv[r->at + 1] : NULL;

	if (next == NULL || strcmp(next, "--") == 0 || is_known_option(r, next))
		return err_set(e, ERR_USAGE, "'--%s' needs a value: '--%s %s'", p->name, p->name,
		    param_metavar(p));
	r->at++;
	*value = next;
	return 0;
}

/* "--name", "--name=VALUE", "--name VALUE", "--no-name" */
static int
long_option(struct reader *r, const char *word, struct err *e)
{
	const char *equals = strchr(word, '=');
	const char *value = equals != NULL ? equals + 1 : NULL;
	char *name = mem_printf("%.*s", (int)strcspn(word + 2, "="), word + 2);
	struct place place = find_name(r, name);
	int result = 0;

	if (place.p == NULL && strncmp(name, "no-", 3) == 0) {
		place = find_name(r, name + 3);
		if (place.p != NULL && place.p->type != PARAM_FLAG)
			place.p = NULL;
		else if (place.p != NULL && value != NULL)
			result = err_set(e, ERR_USAGE, "'--%s' takes no value; leave out '=%s'", name, value);
		value = "no";
	}
	if (place.p == NULL)
		result = param_unknown(r->tables, r->ntables, word, e);
	if (result == 0 && value == NULL) {
		if (place.p->type == PARAM_FLAG)
			value = "yes";
		else if (place.p->flags & PARAM_OPTIONAL_VALUE)
			value = "";
		else
			result = next_value(r, place.p, &value, e);
	}
	if (result == 0)
		result = args_set(place.table, place.p->name, value, e);
	free(name);
	return result;
}

/* "-j2", "-j 2", "-v", "-vj2" */
static int
letters(struct reader *r, const char *word, struct err *e)
{
	for (const char *at = word + 1; *at != '\0'; at++) {
		struct place place = find_letter(r, *at);
		const char *value = at + 1;

		if (place.p == NULL) {
			char unknown[] = { '-', *at, '\0' };

			if (word[2] == '\0')
				return param_unknown(r->tables, r->ntables, unknown, e);
			if (find_name(r, word + 1).p != NULL)
				return param_unknown(r->tables, r->ntables, word, e);	/* "-trials" */
			return err_set(e, ERR_USAGE,
			    "unknown option '%s' in '%s'; '--help' lists those there are", unknown, word);
		}
		if (place.p->type == PARAM_FLAG) {
			if (args_set(place.table, place.p->name, "yes", e) != 0)
				return -1;
			continue;
		}
		if (*value == '\0' && !(place.p->flags & PARAM_OPTIONAL_VALUE) &&
		    next_value(r, place.p, &value, e) != 0)
			return -1;
		return args_set(place.table, place.p->name, value, e);
	}
	return 0;
}

/* What is behind "--", which is the word being read; reads up to the end. */
static int
rest(struct reader *r, char **operands, size_t *count, struct err *e)
{
	struct place place = find_rest(r);
	char *const *words = r->argv + r->at + 1;
	size_t nwords = (size_t)(r->argc - r->at - 1);
	char **ended;
	int result;

	r->at = r->argc;
	if (place.p == NULL) {
		for (size_t i = 0; i < nwords; i++)
			operands[(*count)++] = words[i];
		return 0;
	}
	if (nwords == 0)
		return err_set(e, ERR_USAGE, "nothing follows '--'; put '%s' there", param_metavar(place.p));
	/* argv need not end in NULL at argc */
	ended = mem_zero(nwords + 1, sizeof(*ended));
	memcpy(ended, words, nwords * sizeof(*ended));
	result = args_set_words(place.table, place.p->name, ended, e);
	free(ended);
	return result;
}

int
args_parse(struct args *const tables[], size_t ntables, int argc, char *const *argv, char ***operands,
    struct err *e)
{
	struct reader r = { tables, ntables, argc, argv, 0 };
	char **others = mem_zero((size_t)argc + 1, sizeof(*others));
	size_t count = 0;
	int result = 0;

	for (; result == 0 && r.at < r.argc; r.at++) {
		const char *word = argv[r.at];

		if (word[0] != '-' || word[1] == '\0')
			others[count++] = argv[r.at];
		else if (word[1] != '-')
			result = letters(&r, word, e);
		else if (word[2] != '\0')
			result = long_option(&r, word, e);
		else
			result = rest(&r, others, &count, e);
	}
	if (result != 0) {
		free(others);
		others = NULL;
	}
	*operands = others;
	return result;
}
