/* base/buf and base/err. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/err.h"

static void
empty_is_a_text(void **state)
{
	struct buf b = BUF_EMPTY;
	char *taken;

	(void)state;
	assert_string_equal(buf_text(&b), "");
	buf_clear(&b);
	buf_puts(&b, "");
	assert_string_equal(buf_text(&b), "");
	buf_add(&b, NULL, 0);
	assert_int_equal(b.length, 0);
	buf_release(&b);
	buf_release(&b);
	taken = buf_take(&b);
	assert_string_equal(taken, "");
	free(taken);
}

static void
it_grows(void **state)
{
	struct buf b = BUF_EMPTY;
	char *taken;

	(void)state;
	for (int i = 0; i < 100000; i++)
		buf_putc(&b, (char)('a' + i % 26));
	assert_int_equal(b.length, 100000);
	assert_int_equal(strlen(b.text), 100000);
	assert_int_equal(b.text[99999], 'a' + 99999 % 26);
	buf_clear(&b);
	assert_string_equal(buf_text(&b), "");
	/* at every length around the first capacity */
	for (int i = 1; i < 140; i++) {
		struct buf c = BUF_EMPTY;

		buf_printf(&c, "%*s", i, "x");
		buf_add(&c, "\0y", 2);
		assert_int_equal(c.length, i + 2);
		assert_memory_equal(c.text + i - 1, "x\0y", 4);
		buf_release(&c);
	}
	buf_puts(&b, "one");
	buf_printf(&b, " %s %d", "two", 3);
	taken = buf_take(&b);
	assert_string_equal(taken, "one two 3");
	assert_null(b.text);
	assert_int_equal(b.capacity, 0);
	free(taken);
}

static void
memory_helpers(void **state)
{
	int *zero = mem_zero(3, sizeof(*zero));
	char *text = mem_string("abc"), *made = mem_printf("%s-%d", text, 7), *none = mem_alloc(0);

	(void)state;
	assert_int_equal(zero[0] | zero[1] | zero[2], 0);
	assert_string_equal(made, "abc-7");
	assert_non_null(none);
	free(zero);
	free(text);
	free(made);
	free(none);
	free(mem_zero(0, 8));
}

static void
errors_are_filled(void **state)
{
	char longer[3000];
	struct err e;

	(void)state;
	assert_int_equal(err_set(&e, ERR_USAGE, "bad '%s'", "x"), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	assert_string_equal(e.text, "bad 'x'");
	assert_int_equal(err_prefix(&e, "'%s'", "y"), -1);
	assert_string_equal(e.text, "'y': bad 'x'");
	assert_int_equal(e.kind, ERR_USAGE);
	assert_int_equal(err_sys(&e, ENOENT, "cannot open '%s'", "z"), -1);
	assert_int_equal(e.kind, ERR_INTERNAL);
	assert_int_equal(strncmp(e.text, "cannot open 'z': ", 17), 0);
	assert_string_equal(e.text + 17, strerror(ENOENT));
	memset(longer, 'a', sizeof(longer));
	longer[sizeof(longer) - 1] = '\0';
	err_set(&e, ERR_WORKLOAD, "%s", longer);
	assert_int_equal(strlen(e.text), sizeof(e.text) - 1);
	err_sys(&e, EIO, "%s", longer);
	assert_int_equal(strlen(e.text), sizeof(e.text) - 1);
	err_prefix(&e, "p");
	assert_int_equal(strncmp(e.text, "p: aaa", 6), 0);
	assert_int_equal(strlen(e.text), sizeof(e.text) - 1);
	err_prefix(&e, "%s", longer);
	assert_int_equal(strlen(e.text), sizeof(e.text) - 1);
}

static void
kinds_have_names(void **state)
{
	static const enum err_kind kinds[] = {
		ERR_NONE, ERR_USAGE, ERR_WORKLOAD, ERR_UNSUPPORTED, ERR_UNFIT, ERR_INTERNAL, ERR_INTERRUPTED,
	};
	(void)state;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		assert_int_equal(err_kind_of(err_kind_name(kinds[i])), kinds[i]);
	assert_string_equal(err_kind_name(ERR_UNSUPPORTED), "unsupported");
	assert_int_equal(err_kind_of("?"), ERR_INTERNAL);
	assert_string_equal(err_kind_name((enum err_kind)99), "internal");
}

static void
text_of_strangers_is_harmless(void **state)
{
	struct buf b = BUF_EMPTY;

	(void)state;
	buf_puts_plain(&b, "a\tb\n\033[31mred\007\177\r\303\251");
	assert_string_equal(buf_text(&b), "a\tb\n?[31mred???\303\251");
	buf_release(&b);
}

static void
an_error_may_quote_itself(void **state)
{
	struct err e;
	char path[3000];

	(void)state;
	err_set(&e, ERR_WORKLOAD, "the first");
	err_set(&e, ERR_UNFIT, "%s; and then: %s", e.text, "the second");
	assert_string_equal(e.text, "the first; and then: the second");
	assert_int_equal(e.kind, ERR_UNFIT);
	memset(path, 'x', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	err_sys(&e, ENOSPC, "cannot write '%s'", path);
	assert_non_null(strstr(e.text, strerror(ENOSPC)));
	err_prefix(&e, "%s", "before");
	assert_memory_equal(e.text, "before: cannot write", 20);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_of_strangers_is_harmless),
		cmocka_unit_test(an_error_may_quote_itself),
		cmocka_unit_test(empty_is_a_text),
		cmocka_unit_test(it_grows),
		cmocka_unit_test(memory_helpers),
		cmocka_unit_test(errors_are_filled),
		cmocka_unit_test(kinds_have_names),
	};

	return cmocka_run_group_tests_name("buf", tests, NULL, NULL);
}
