/*
 * JSON over jansson: see json.h. The writers are our own because jansson's print reals with a fixed
 * number of digits: either 0.10000000000000001 or a value that does not read back.
 */
#include "base/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"

/* The length of the valid UTF-8 sequence at text, 0 when it is none. */
static size_t
utf8_length(const unsigned char *text)
{
	size_t length = 0;

	if (text[0] < 0x80)
		length = 1;
	else if (text[0] >= 0xc2 && text[0] < 0xf5)
		length = text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
	for (size_t i = 1; i < length; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	/* overlong forms, surrogates, and beyond U+10FFFF */
	if ((text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f) ||
	    (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f))
		return 0;
	return length;
}

/* A copy whose bytes that are not UTF-8 are written \xNN. */
static char *
utf8_text(const char *text)
{
	struct buf out = BUF_EMPTY;

	while (*text != '\0') {
		size_t length = utf8_length((const unsigned char *)text);

		if (length > 0)
			buf_add(&out, text, length);
		else
			buf_printf(&out, "\\x%02x", (unsigned char)*text);
		text += length > 0 ? length : 1;
	}
	return buf_take(&out);
}

json_t *
json_of_text(const char *text)
{
	char *clean = text != NULL ? utf8_text(text) : NULL;
	json_t *value = text != NULL ? json_string(clean) : json_null();

	free(clean);
	if (value == NULL)
		mem_exhausted();
	return value;
}

void
json_put(json_t *object, const char *key, json_t *taken)
{
	char *clean = utf8_text(key);

	if (taken == NULL || json_object_set_new(object, clean, taken) != 0)
		mem_exhausted();
	free(clean);
}

void
json_add(json_t *array, json_t *taken)
{
	if (taken == NULL || json_array_append_new(array, taken) != 0)
		mem_exhausted();
}

void
json_put_text(json_t *object, const char *key, const char *text)
{
	json_put(object, key, json_of_text(text));
}

void
json_put_real(json_t *object, const char *key, double value)
{
	json_put(object, key, isfinite(value) ? json_real(value) : json_null());
}

void
json_put_count(json_t *object, const char *key, uint64_t value)
{
	char *text;

	if (value == UINT64_MAX)
		json_put(object, key, json_null());
	else if (value <= INT64_MAX)
		json_put(object, key, json_integer((json_int_t)value));
	else {
		text = mem_printf("%" PRIu64, value);
		json_put_text(object, key, text);
		free(text);
	}
}

void
json_put_bool(json_t *object, const char *key, bool value)
{
	json_put(object, key, json_boolean(value));
}

const char *
json_get_text(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

double
json_get_real(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

uint64_t
json_get_count(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);
	const char *text = json_string_value(value);
	uint64_t count;
	struct err e;

	if (json_is_integer(value) && json_integer_value(value) >= 0)
		return (uint64_t)json_integer_value(value);
	/* digits alone: a count with a unit is a text of another kind */
	if (text != NULL && text[strspn(text, "0123456789")] == '\0' &&
	    units_parse_count(key, text, &count, &e) == 0)
		return count;
	return UINT64_MAX;
}

bool
json_get_bool(const json_t *object, const char *key, bool fallback)
{
	const json_t *value = json_object_get(object, key);

	return json_is_boolean(value) ? json_is_true(value) : fallback;
}

static void
write_text(const char *text, size_t length, struct buf *out)
{
	static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";

	buf_putc(out, '"');
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)text[i];
		const char *found = c != '\0' ? strchr(escaped, c) : NULL;

		if (found != NULL) {
			buf_putc(out, '\\');
			buf_putc(out, letters[found - escaped]);
		} else if (c < 0x20 || c == 0x7f)
			buf_printf(out, "\\u%04x", c);
		else
			buf_putc(out, text[i]);
	}
	buf_putc(out, '"');
}

static void
write_real(double value, struct buf *out)
{
	char text[64];

	units_write_real(text, sizeof(text), value);
	/* a comma of the locale is no JSON, and a whole real stays a real when it is read */
	for (char *p = text; *p != '\0'; p++)
		if (strchr("0123456789+-e.", *p) == NULL)
			*p = '.';
	buf_puts(out, text);
	if (strpbrk(text, ".e") == NULL)
		buf_puts(out, ".0");
}

static void
write_scalar(const json_t *value, struct buf *out)
{
	switch (json_typeof(value)) {
	case JSON_STRING:
		write_text(json_string_value(value), json_string_length(value), out);
		break;
	case JSON_INTEGER:
		buf_printf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
		break;
	case JSON_REAL:
		write_real(json_real_value(value), out);
		break;
	case JSON_TRUE:
		buf_puts(out, "true");
		break;
	case JSON_FALSE:
		buf_puts(out, "false");
		break;
	default:
		buf_puts(out, "null");
		break;
	}
}

static bool
is_container(const json_t *value)
{
	return json_array_size(value) > 0 || json_object_size(value) > 0;	/* 0 for other kinds */
}

/* Whether a container goes on one line: always when not indented, else an array that holds no other. */
static bool
is_flat(const json_t *value, int indent)
{
	if (indent < 0)
		return true;
	for (size_t i = 0; i < json_array_size(value); i++)
		if (is_container(json_array_get(value, i)))
			return false;
	return json_is_array(value);
}

/* Before the item `index` of a container whose items are indented by `indent`, -1 for one line. */
static void
write_gap(size_t index, bool flat, int indent, struct buf *out)
{
	if (index > 0)
		buf_putc(out, ',');
	if (!flat)
		buf_printf(out, "\n%*s", indent, "");
	else if (index > 0 && indent >= 0)
		buf_putc(out, ' ');
}

static void
write_value(const json_t *value, int indent, struct buf *out)
{
	bool flat = is_flat(value, indent);
	int deeper = indent < 0 ? -1 : indent + 2;
	size_t index = 0;
	const char *key;
	json_t *item;

	if (json_is_array(value)) {
		buf_putc(out, '[');
		for (; index < json_array_size(value); index++) {
			write_gap(index, flat, deeper, out);
			write_value(json_array_get(value, index), deeper, out);
		}
	} else if (json_is_object(value)) {
		buf_putc(out, '{');
		json_object_foreach((json_t *)value, key, item) {
			write_gap(index++, flat, deeper, out);
			write_text(key, strlen(key), out);
			buf_puts(out, indent < 0 ? ":" : ": ");
			write_value(item, deeper, out);
		}
	} else {
		write_scalar(value, out);
		return;
	}
	if (!flat && index > 0)
		buf_printf(out, "\n%*s", indent, "");
	buf_putc(out, json_is_array(value) ? ']' : '}');
}

void
json_line(const json_t *value, struct buf *out)
{
	write_value(value, -1, out);
	buf_putc(out, '\n');
}

void
json_pretty(const json_t *value, struct buf *out)
{
	write_value(value, 0, out);
	buf_putc(out, '\n');
}

json_t *
json_parse(const char *what, const char *text, size_t length, struct err *e)
{
	json_error_t error;
	json_t *value = json_loadb(text, length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);

	if (value == NULL)
		err_set(e, ERR_INTERNAL, "'%s' is no valid JSON at line %d, column %d: %s", what, error.line,
		    error.column, error.text);
	return value;
}
