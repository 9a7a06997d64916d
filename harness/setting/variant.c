/* Variants: see variant.h. */
#include "setting/variant.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/quote.h"

enum { SHOWN_MOST = 200 };

void
variant_init(struct variant *v, const char *name)
{
	*v = (struct variant){ .name = mem_string(name), .environment = mem_zero(1, sizeof(*v->environment)) };
}

void
variant_release(struct variant *v)
{
	for (size_t i = 0; i < v->nsettings; i++)
		setting_release(&v->settings[i]);
	free(v->settings);
	free(v->name);
	quote_free(v->environment);
	*v = (struct variant){ .name = NULL };
}

void
variants_free(struct variant *variants, size_t count)
{
	for (size_t i = 0; i < count; i++)
		variant_release(&variants[i]);
	free(variants);
}

/* ------------------------------------------------------------------ parsing */

static void
add_environment(struct variant *v, const struct setting *s)
{
	size_t count = 0;

	while (v->environment[count] != NULL)
		count++;
	v->environment = mem_resize(v->environment, count + 2, sizeof(*v->environment));
	v->environment[count] = mem_printf("%s=%s", s->name, s->value);
	v->environment[count + 1] = NULL;
}

int
variant_add(struct variant *v, const char *text, struct err *e)
{
	struct setting s;

	if (setting_parse(&s, text, e) != 0)
		return err_prefix(e, "variant '%s'", v->name);
	for (size_t i = 0; i < v->nsettings; i++)
		if (v->settings[i].kind == s.kind && strcmp(v->settings[i].name, s.name) == 0) {
			err_set(e, ERR_USAGE, "variant '%s' sets '%s' twice: '%s' and '%s'", v->name, s.name,
			    v->settings[i].text, s.text);
			setting_release(&s);
			return -1;
		}
	if (strcmp(s.kind->name, "env") == 0)
		add_environment(v, &s);
	v->settings = mem_resize(v->settings, v->nsettings + 1, sizeof(*v->settings));
	v->settings[v->nsettings++] = s;
	return 0;
}

static int
check_name(const char *name, const char *text, struct err *e)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-@:";

	if (name[0] == '\0')
		return err_set(
		    e, ERR_USAGE, "the variant in '--vary %s' has no name; it is written NAME=SETTING", text);
	if (name[strspn(name, letters)] != '\0')
		return err_set(
		    e, ERR_USAGE, "the name of variant '%s' may have letters, digits and . _ + - @ : only", name);
	return 0;
}

static int
parse_variant(struct variant *v, const char *text, struct err *e)
{
	const char *equals = strchr(text, '=');
	char *name, **settings;
	size_t count;
	int result;

	if (equals == NULL)
		return err_set(e, ERR_USAGE,
		    "'--vary' takes NAME=SETTING[,SETTING...], not '%s'; '%s=' is the untouched system", text, text);
	name = mem_printf("%.*s", (int)(equals - text), text);
	result = check_name(name, text, e);
	if (result == 0)
		variant_init(v, name);
	free(name);
	if (result != 0)
		return -1;
	settings = setting_split(equals + 1, &count);
	for (size_t i = 0; i < count && result == 0; i++)
		result = variant_add(v, settings[i], e);
	quote_free(settings);
	if (result != 0)
		variant_release(v);
	return result;
}

int
variants_parse(char *const *texts, struct variant **variants, size_t *count, struct err *e)
{
	size_t most = 1;

	while (texts != NULL && texts[most - 1] != NULL)
		most++;
	*variants = mem_zero(most, sizeof(**variants));
	*count = 0;
	if (texts == NULL) {
		variant_init(&(*variants)[(*count)++], "default");
		return 0;
	}
	for (; *texts != NULL; texts++) {
		struct variant *v = &(*variants)[*count];
		int result = parse_variant(v, *texts, e);

		for (size_t i = 0; i < *count && result == 0; i++)
			if (strcmp((*variants)[i].name, v->name) == 0) {
				result = err_set(e, ERR_USAGE,
				    "two variants are called '%s'; each needs a name of its own", v->name);
				variant_release(v);
			}
		if (result != 0) {
			variants_free(*variants, *count);
			*variants = NULL;
			*count = 0;
			return -1;
		}
		++*count;
	}
	return 0;
}

/* ------------------------------------------------------------------ in a record */

json_t *
variant_to_json(const struct variant *v)
{
	json_t *object = json_object(), *settings = json_array();

	for (size_t i = 0; i < v->nsettings; i++)
		json_add(settings, json_of_text(v->settings[i].text));
	json_put_text(object, "name", v->name);
	json_put(object, "settings", settings);
	return object;
}

int
variant_from_json(struct variant *v, const json_t *object, struct err *e)
{
	const char *name = json_get_text(object, "name");
	size_t i;
	json_t *item;

	if (name == NULL)
		return err_set(e, ERR_USAGE, "the record has a variant without a name");
	variant_init(v, name);
	json_array_foreach(json_object_get(object, "settings"), i, item)
		if (variant_add(v, json_is_string(item) ? json_string_value(item) : "", e) != 0) {
			variant_release(v);
			return -1;
		}
	return 0;
}

bool
variant_equal(const struct variant *a, const struct variant *b)
{
	bool equal = strcmp(a->name, b->name) == 0 && a->nsettings == b->nsettings;

	for (size_t i = 0; i < a->nsettings && equal; i++)
		equal = strcmp(a->settings[i].text, b->settings[i].text) == 0;
	return equal;
}

/* The value without white space at its end; what is too long to be looked at is left out. */
static void
put_value(json_t *values, const char *name, const char *value)
{
	size_t length = strlen(value);
	char *text;

	while (length > 0 && strchr(" \t\n", value[length - 1]) != NULL)
		length--;
	if (length > SHOWN_MOST)
		return;
	text = mem_printf("%.*s", (int)length, value);
	json_put_text(values, name, text);
	free(text);
}

int
variants_read(const struct variant *variants, size_t count, json_t *values, struct err *e)
{
	for (const struct variant *v = variants; v < variants + count; v++)
		for (const struct setting *s = v->settings; s < v->settings + v->nsettings; s++) {
			char **was;

			if (s->kind->read == NULL)
				continue;
			if (s->kind->read(s, &was, e) != 0)
				return err_prefix(e, "variant '%s'", v->name);
			if (s->kind->scope != SCOPE_HOST || s->kind->check != NULL)
				put_value(values, was[0], was[1]);
			quote_free(was);
		}
	return 0;
}

/* ------------------------------------------------------------------ settings of processes */

int
variant_options(const struct variant *v, struct args *args, struct err *e)
{
	for (size_t i = 0; i < v->nsettings; i++)
		if (strcmp(v->settings[i].kind->name, "opt") == 0 && setting_opt_apply(&v->settings[i], args, e) != 0)
			return err_prefix(e, "variant '%s'", v->name);
	return 0;
}

const char *
variant_cpus(const struct variant *v)
{
	for (size_t i = 0; i < v->nsettings; i++)
		if (strcmp(v->settings[i].kind->name, "cpus") == 0)
			return v->settings[i].value;
	return NULL;
}

bool
variant_has(const struct variant *v, enum scope scope)
{
	for (size_t i = 0; i < v->nsettings; i++)
		if (v->settings[i].kind->scope == scope)
			return true;
	return false;
}
