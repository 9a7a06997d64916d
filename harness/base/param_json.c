/* Values as JSON and back: see args_to_json in param.h. */
#include "base/param.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/param_value.h"
#include "base/quote.h"

/* A whole number; as text where jansson's integers end. */
static json_t *
whole_to_json(uint64_t count)
{
	char *text;
	json_t *value;

	if (count <= INT64_MAX)
		return json_integer((json_int_t)count);
	text = mem_printf("%" PRIu64, count);
	value = json_string(text);
	free(text);
	return value;
}

static json_t *
value_to_json(const struct param *p, const struct arg *v)
{
	json_t *array;

	if (v->words != NULL) {
		array = json_array();
		for (size_t i = 0; v->words[i] != NULL; i++)
			json_add(array, json_of_text(v->words[i]));
		return array;
	}
	switch (p->type) {
	case PARAM_FLAG:
		return json_boolean(v->count != 0);
	case PARAM_COUNT:
	case PARAM_SIZE:
	case PARAM_TIME:
		return whole_to_json(v->count);
	case PARAM_RATIO:
	case PARAM_REAL:
		return json_real(v->real);
	default:
		return json_of_text(v->text);
	}
}

static json_t *
list_to_json(const struct param *p, const struct arg *v)
{
	json_t *array = json_array();
	char **items;
	size_t count;

	quote_list(v->text, &items, &count);
	for (size_t i = 0; i < count; i++) {
		struct arg item;
		struct err e;
		int checked = value_parse(p, items[i], &item, &e);

		assert(checked == 0);	/* it was read before, in args_set */
		(void)checked;
		json_add(array, value_to_json(p, &item));
		value_release(&item);
	}
	quote_free(items);
	return array;
}

json_t *
args_to_json(const struct args *a)
{
	json_t *object = json_object();

	for (size_t i = 0; i < a->count; i++) {
		const struct param *p = &a->params[i];
		const struct arg *v = &a->values[i];

		if (v->set)
			json_put(object, p->name, v->list ? list_to_json(p, v) : value_to_json(p, v));
	}
	return object;
}

static int
refuse(const struct param *p, const json_t *value, struct err *e)
{
	struct buf takes = BUF_EMPTY, found = BUF_EMPTY;

	value_takes(p, &takes);
	json_line(value, &found);
	err_set(e, ERR_USAGE, "'--%s' takes %s, not '%.*s'", p->name, buf_text(&takes), (int)found.length - 1,
	    buf_text(&found));
	buf_release(&found);
	buf_release(&takes);
	return -1;
}

/* An array of texts into words. */
static int
words_from_json(const struct param *p, const json_t *array, struct arg *v, struct err *e)
{
	char **words = mem_zero(json_array_size(array) + 1, sizeof(*words));

	for (size_t i = 0; i < json_array_size(array); i++) {
		const char *text = json_string_value(json_array_get(array, i));

		if (text == NULL) {
			quote_free(words);
			return refuse(p, array, e);
		}
		words[i] = mem_string(text);
	}
	return value_take_words(p, words, v, e);
}

static bool
takes_words(const struct param *p)
{
	return p->type == PARAM_COMMAND || p->type == PARAM_REST || (p->flags & PARAM_MANY);
}

/* Reads one value that is no list of a grid. */
static int
value_from_json(const struct param *p, const json_t *value, struct arg *v, struct err *e)
{
	*v = (struct arg){ 0 };
	if (json_is_array(value))
		return takes_words(p) ? words_from_json(p, value, v, e) : refuse(p, value, e);
	if (json_is_string(value))
		return value_parse(p, json_string_value(value), v, e);
	switch (p->type) {
	case PARAM_FLAG:
		if (!json_is_boolean(value))
			return refuse(p, value, e);
		v->count = json_is_true(value);
		return value_finish(p, v, e);
	case PARAM_COUNT:
	case PARAM_SIZE:
	case PARAM_TIME:
		if (!json_is_integer(value) || json_integer_value(value) < 0)
			return refuse(p, value, e);
		v->count = (uint64_t)json_integer_value(value);
		return value_finish(p, v, e);
	case PARAM_RATIO:
	case PARAM_REAL:
		if (!json_is_number(value))
			return refuse(p, value, e);
		v->real = json_number_value(value);
		return value_finish(p, v, e);
	default:
		return refuse(p, value, e);
	}
}

/* Appends an item of a list, its commas hidden. */
static void
add_item(struct buf *list, const char *item)
{
	for (; *item != '\0'; item++) {
		if (*item == ',')
			buf_putc(list, '\\');
		buf_putc(list, *item);
	}
}

/* A list of a grid: its text is put together again and read as from the command line. */
static int
list_from_json(const struct param *p, const json_t *array, struct arg *v, struct err *e)
{
	struct buf list = BUF_EMPTY;
	int result = 0;

	for (size_t i = 0; result == 0 && i < json_array_size(array); i++) {
		struct arg item;
		char *text;

		result = value_from_json(p, json_array_get(array, i), &item, e);
		if (result != 0)
			break;
		text = value_write(p, &item);
		if (i > 0)
			buf_putc(&list, ',');
		add_item(&list, text);
		free(text);
		value_release(&item);
	}
	if (result == 0)
		result = value_parse_list(p, buf_text(&list), v, e);
	buf_release(&list);
	return result;
}

static bool
is_fallback(const struct args *a, size_t index)
{
	struct args fresh;
	bool same;

	args_init(&fresh, a->params);
	same = value_equal(&a->params[index], &a->values[index], &fresh.values[index]);
	args_release(&fresh);
	return same;
}

int
args_from_json(struct args *a, const json_t *object, struct err *e)
{
	const char *key;
	json_t *value;

	if (!json_is_object(object))
		return err_set(e, ERR_USAGE, "the parameters are no JSON object");
	json_object_foreach((json_t *)object, key, value) {
		size_t index = param_index(a->params, key);
		const struct param *p;
		struct arg v = { 0 };
		int result = 0;

		if (index == SIZE_MAX)
			return err_set(e, ERR_USAGE,
			    "unknown parameter '%s'; it is of another version or workload", key);
		p = &a->params[index];
		if (json_is_array(value) && (p->flags & PARAM_GRID) && !takes_words(p))
			result = list_from_json(p, value, &v, e);
		else if (!json_is_null(value))
			result = value_from_json(p, value, &v, e);
		if (result != 0)
			return -1;
		value_release(&a->values[index]);
		a->values[index] = v;
		a->values[index].given = !is_fallback(a, index);
	}
	return 0;
}
