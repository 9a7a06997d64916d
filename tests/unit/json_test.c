/* base/json and base/metric. The texts are checked against the JSON grammar by jansson's own reader. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/metric.h"

static json_t *
parse(const char *text)
{
	struct err e;
	json_t *value = json_parse("test", text, strlen(text), &e);

	if (value == NULL)
		fail_msg("%s", e.text);
	return value;
}

static void
check_line(json_t *taken, const char *expected)
{
	struct buf out = BUF_EMPTY;

	json_line(taken, &out);
	assert_string_equal(buf_text(&out), expected);
	buf_release(&out);
	json_decref(taken);
}

static void
values_are_put(void **state)
{
	json_t *object = json_object();

	(void)state;
	json_put_text(object, "z", "a \"b\"\\\n\t\x01\x7f/");
	json_put_text(object, "null", NULL);
	json_put_real(object, "real", 0.1);
	json_put_real(object, "nan", NAN);
	json_put_real(object, "inf", -INFINITY);
	json_put_count(object, "count", 42);
	json_put_count(object, "most", INT64_MAX);
	json_put_count(object, "more", UINT64_C(9223372036854775808));
	json_put_count(object, "unknown", UINT64_MAX);
	json_put_bool(object, "yes", true);
	json_put_bool(object, "no", false);
	json_put(object, "list", json_array());
	json_add(json_object_get(object, "list"), json_of_text("x"));
	json_put_text(object, "z\xff", "again");
	check_line(object,
	    "{\"z\":\"a \\\"b\\\"\\\\\\n\\t\\u0001\\u007f/\",\"null\":null,\"real\":0.1,\"nan\":null,\"inf\":null,"
	    "\"count\":42,\"most\":9223372036854775807,\"more\":\"9223372036854775808\",\"unknown\":null,\"yes\":true,"
	    "\"no\":false,\"list\":[\"x\"],\"z\\\\xff\":\"again\"}\n");
}

static void
values_are_got(void **state)
{
	json_t *o = parse("{\"t\":\"x\",\"r\":1.5,\"i\":3,\"n\":-1,\"z\":null,\"b\":true,"
	    "\"big\":\"18446744073709551614\",\"k\":\"1k\",\"e\":\"\"}");

	(void)state;
	assert_string_equal(json_get_text(o, "t"), "x");
	assert_null(json_get_text(o, "r"));
	assert_null(json_get_text(o, "none"));
	assert_null(json_get_text(o, "z"));
	assert_true(json_get_real(o, "r") == 1.5);
	assert_true(json_get_real(o, "i") == 3);
	assert_true(isnan(json_get_real(o, "z")));
	assert_true(isnan(json_get_real(o, "t")));
	assert_true(isnan(json_get_real(o, "none")));
	assert_true(json_get_count(o, "i") == 3);
	assert_true(json_get_count(o, "big") == UINT64_MAX - 1);
	assert_true(json_get_count(o, "n") == UINT64_MAX);
	assert_true(json_get_count(o, "r") == UINT64_MAX);
	assert_true(json_get_count(o, "k") == UINT64_MAX);
	assert_true(json_get_count(o, "e") == UINT64_MAX);
	assert_true(json_get_count(o, "none") == UINT64_MAX);
	assert_true(json_get_bool(o, "b", false));
	assert_true(json_get_bool(o, "i", true));
	assert_false(json_get_bool(o, "none", false));
	assert_null(json_get_text(NULL, "t"));
	assert_true(isnan(json_get_real(NULL, "t")));
	assert_true(json_get_count(NULL, "t") == UINT64_MAX);
	json_decref(o);
}

static void
reals_are_short(void **state)
{
	/* the texts as python3 writes them, except for exponents ("1e16" there) */
	static const struct {
		double value;
		const char *text;
	} cases[] = {
		{ 0.1, "0.1\n" }, { 0.1 + 0.2, "0.30000000000000004\n" }, { 3, "3.0\n" },
		{ -0.0, "-0.0\n" }, { 0, "0.0\n" },
		{ 1e300, "1e+300\n" }, { 123456.789, "123456.789\n" }, { 1e15, "1e+15\n" },
		{ 1.0 / 3, "0.3333333333333333\n" },
		{ 2.2250738585072014e-308, "2.2250738585072014e-308\n" }, { 100, "100.0\n" },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_line(json_real(cases[i].value), cases[i].text);
}

static void
text_that_is_not_utf8(void **state)
{
	static const char *const cases[][2] = {
		{ "\xff", "\\xff" }, { "a\xc3\xa4z", "a\xc3\xa4z" }, { "\xc3", "\\xc3" },
		{ "\xc0\x80", "\\xc0\\x80" },
		{ "\xed\xa0\x80", "\\xed\\xa0\\x80" },
		{ "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80" },
		{ "\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80" }, { "\xe2\x82", "\\xe2\\x82" },
		{ "\xe0\x80\x80", "\\xe0\\x80\\x80" },
		{ "\xf0\x80\x80\x80", "\\xf0\\x80\\x80\\x80" }, { "\x80x", "\\x80x" }, { "", "" },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		json_t *value = json_of_text(cases[i][0]);

		assert_string_equal(json_string_value(value), cases[i][1]);
		json_decref(value);
	}
}

static void
pretty_is_indented(void **state)
{
	struct buf out = BUF_EMPTY;
	json_t *value = parse("{\"a\":1,\"b\":[1,2.5,\"x\"],\"c\":{\"d\":[]},\"e\":{},\"f\":[[1],{\"g\":null}]}");

	(void)state;
	json_pretty(value, &out);
	assert_string_equal(buf_text(&out),
	    "{\n  \"a\": 1,\n  \"b\": [1, 2.5, \"x\"],\n  \"c\": {\n    \"d\": []\n  },\n  \"e\": {},\n"
	    "  \"f\": [\n    [1],\n    {\n      \"g\": null\n    }\n  ]\n}\n");
	json_decref(value);
	buf_clear(&out);
	value = json_integer(7);
	json_pretty(value, &out);
	assert_string_equal(buf_text(&out), "7\n");
	json_decref(value);
	buf_release(&out);
}

static void
bad_texts_are_refused(void **state)
{
	static const char *const texts[] = {
		"", " ", "{", "{\"a\":}", "{\"a\":1,}", "[1,]", "nul", "1 2", "{\"a\":1}x",
		"{\"a\":1,\"a\":2}", "\"\xff\"", "'a'",
		"NaN", "1e999", "99999999999999999999", "\"a\nb\"", "\"\\u0000\"", "01", "+1", ".5",
	};
	struct buf deep = BUF_EMPTY;
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		e = (struct err){ .kind = ERR_NONE };
		if (json_parse("the record", texts[i], strlen(texts[i]), &e) != NULL)
			fail_msg("'%s' was taken", texts[i]);
		assert_int_equal(e.kind, ERR_INTERNAL);
		assert_int_equal(strncmp(e.text, "'the record' is no valid JSON at line ", 38), 0);
	}
	for (int i = 0; i < 100000; i++)
		buf_putc(&deep, '[');
	assert_null(json_parse("deep", deep.text, deep.length, &e));
	buf_release(&deep);
	/* the length rules, not a NUL */
	assert_null(json_parse("x", "12345", 0, &e));
}

/* What json_line and json_pretty write is read back as the same tree. */
static json_t *
random_value(unsigned *seed, int depth)
{
	json_t *value;
	unsigned kind, size;
	char text[8];
	double real;
	uint64_t bits = 0;

	*seed = *seed * 1103515245u + 12345u;
	kind = (*seed >> 16) % (depth > 0 ? 8 : 6);
	size = (*seed >> 20) % 5;
	switch (kind) {
	case 0:
		return json_null();
	case 1:
		return json_boolean(size & 1);
	case 2:
		return json_integer((json_int_t)*seed - 2000000000);
	case 3:
	case 4:
		for (int i = 0; i < 5; i++) {
			*seed = *seed * 1103515245u + 12345u;
			bits = bits << 15 ^ *seed >> 16;
		}
		memcpy(&real, &bits, sizeof(real));
		return json_real(isfinite(real) ? real : 0.5);
	case 5:
		for (unsigned i = 0; i < size; i++) {
			*seed = *seed * 1103515245u + 12345u;
			text[i] = (char)(*seed >> 16);
		}
		text[size] = '\0';
		return json_of_text(text);
	case 6:
		value = json_array();
		for (unsigned i = 0; i < size; i++)
			json_add(value, random_value(seed, depth - 1));
		return value;
	default:
		value = json_object();
		for (unsigned i = 0; i < size; i++) {
			text[0] = (char)('a' + i);
			text[1] = '\0';
			json_put(value, text, random_value(seed, depth - 1));
		}
		return value;
	}
}

static void
random_trees(void **state)
{
	unsigned seed = 11;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		json_t *value = random_value(&seed, 4), *back;
		struct buf out = BUF_EMPTY;
		struct err e;

		for (int pretty = 0; pretty < 2; pretty++) {
			buf_clear(&out);
			(pretty ? json_pretty : json_line)(value, &out);
			if (!pretty)
				assert_ptr_equal(strchr(out.text, '\n'), out.text + out.length - 1);
			back = json_parse("x", out.text, out.length, &e);
			if (back == NULL)
				fail_msg("%s in %s", e.text, out.text);
			if (!json_equal(value, back))
				fail_msg("differs: %s", out.text);
			json_decref(back);
		}
		/* and damaged texts are refused or read, no more */
		if (out.length > 2) {
			seed = seed * 1103515245u + 12345u;
			out.text[(seed >> 16) % out.length] = (char)(seed >> 8);
			json_decref(json_parse("x", out.text, out.length, &e));
		}
		buf_release(&out);
		json_decref(value);
	}
}

static void
metrics_are_found(void **state)
{
	static const struct metric metrics[] = {
		{ "real", "s", BETTER_LOWER, "elapsed" }, { "rate", "1/s", BETTER_HIGHER, "per second" }, METRIC_END
	};
	(void)state;
	assert_ptr_equal(metric_find(metrics, "rate"), &metrics[1]);
	assert_null(metric_find(metrics, "rat"));
	assert_null(metric_find(metrics, ""));
	for (int better = BETTER_LOWER; better <= BETTER_NEITHER; better++)
		assert_int_equal(metric_better_of(metric_better_name((enum better)better)), better);
	assert_string_equal(metric_better_name(BETTER_HIGHER), "higher");
	assert_int_equal(metric_better_of("high"), BETTER_NEITHER);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_put),
		cmocka_unit_test(values_are_got),
		cmocka_unit_test(reals_are_short),
		cmocka_unit_test(text_that_is_not_utf8),
		cmocka_unit_test(pretty_is_indented),
		cmocka_unit_test(bad_texts_are_refused),
		cmocka_unit_test(random_trees),
		cmocka_unit_test(metrics_are_found),
	};

	return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
