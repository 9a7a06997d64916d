/* CSV by the rules of RFC 4180 and the few that csv.h adds; fields written and read back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/csv.h"

/* Rows as text: fields in brackets, "/" behind each row; then, for an error, "!". */
static char *
rows_of(const char *text, size_t length, struct err *e)
{
	struct buf out = BUF_EMPTY;
	struct csv c;
	int result;

	csv_init(&c, "t.csv", text, length);
	while ((result = csv_next(&c, e)) == 1) {
		for (size_t i = 0; i < c.count; i++)
			buf_printf(&out, "[%s]", c.fields[i]);
		buf_putc(&out, '/');
	}
	if (result < 0)
		buf_putc(&out, '!');
	csv_release(&c);
	return buf_take(&out);
}

static void
rows_are_read(void **state)
{
	static const struct {
		const char *text, *rows;
	} cases[] = {
		{ "", "" },
		{ "a", "[a]/" },
		{ "a,b\n", "[a][b]/" },
		{ "a,b\r\nc,d\r\n", "[a][b]/[c][d]/" },
		{ "a,b\r\nc,d", "[a][b]/[c][d]/" },
		{ "a,b\r", "[a][b]/" },
		{ "a,", "[a][]/" },
		{ ",\n", "[][]/" },
		{ ",,\n", "[][][]/" },
		{ "\n\na\n\r\nb\n", "[a]/[b]/" },
		{ "\"\"\n", "[]/" },
		{ "\"a,b\",c\n", "[a,b][c]/" },
		{ "\"a\"\"b\"\n", "[a\"b]/" },
		{ "\"\"\"\"\n", "[\"]/" },
		{ "\"a\nb\",c\nd\n", "[a\nb][c]/[d]/" },
		{ "\"a\r\nb\"\r\n", "[a\r\nb]/" },
		{ " a b ,\tc\n", "[a b][c]/" },
		{ "\" a \" , b\n", "[ a ][b]/" },
		{ "\xc3\xa4,b\n", "[\xc3\xa4][b]/" },
	};
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *rows = rows_of(cases[i].text, strlen(cases[i].text), &e);

		assert_string_equal(rows, cases[i].rows);
		free(rows);
	}
}

static void
what_is_no_csv_is_refused(void **state)
{
	static const struct {
		const char *text;
		size_t length;
		const char *rows, *error;
	} cases[] = {
		{ "a\n\"b\nc\nd", 8, "[a]/!", "the quote that opens in line 2 is never closed" },
		{ "a\nb\"c\n", 6, "[a]/!", "line 2: a quote within a field" },
		{ "\"a\nb\"c\n", 7, "!", "line 2: text behind the closing quote" },
		{ "a\rb\r", 4, "!", "line 1: it ends in CR alone" },
		{ "a\nb\0c\n", 6, "[a]/!", "line 2: a byte 0" },
		{ "\"b\0c\"\n", 6, "!", "line 1: a byte 0" },
	};
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *rows = rows_of(cases[i].text, cases[i].length, &e);

		assert_string_equal(rows, cases[i].rows);
		assert_int_equal(e.kind, ERR_USAGE);
		if (strstr(e.text, cases[i].error) == NULL || strstr(e.text, "'t.csv'") == NULL)
			fail_msg("expected '%s', but it is: %s", cases[i].error, e.text);
		free(rows);
	}
}

static void
lines_are_counted(void **state)
{
	static const char text[] = "a\n\"b\nc\"\n\nd\n";
	static const size_t lines[] = { 1, 2, 5 };
	struct csv c;
	struct err e;

	(void)state;
	csv_init(&c, "t.csv", text, strlen(text));
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(csv_next(&c, &e), 1);
		assert_int_equal(c.row_line, lines[i]);
	}
	assert_int_equal(csv_next(&c, &e), 0);
	assert_int_equal(csv_next(&c, &e), 0);
	csv_release(&c);
}

static void
fields_are_quoted_when_they_need_it(void **state)
{
	static const struct {
		const char *field, *written;
	} cases[] = {
		{ "", "" },
		{ "a b", "a b" },
		{ "a,b", "\"a,b\"" },
		{ "a\"b", "\"a\"\"b\"" },
		{ "a\nb", "\"a\nb\"" },
		{ "a\rb", "\"a\rb\"" },
		{ " a", "\" a\"" },
		{ "a\t", "\"a\t\"" },
	};
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct buf out = BUF_EMPTY;
		struct csv c;

		csv_put(&out, cases[i].field);
		assert_string_equal(buf_text(&out), cases[i].written);
		buf_puts(&out, ",x");
		csv_init(&c, "t.csv", out.text, out.length);
		assert_int_equal(csv_next(&c, &e), 1);
		assert_int_equal(c.count, 2);
		assert_string_equal(c.fields[0], cases[i].field);
		csv_release(&c);
		buf_release(&out);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_are_read),
		cmocka_unit_test(what_is_no_csv_is_refused),
		cmocka_unit_test(lines_are_counted),
		cmocka_unit_test(fields_are_quoted_when_they_need_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
