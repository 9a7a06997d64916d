/* base/ranges: sets of numbers, read and written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/ranges.h"

static void
sets_are_read_and_written_short(void **state)
{
	static const char *const cases[][2] = {
		{ "0", "0" },
		{ "0-0", "0" },
		{ "3,1,2", "1-3" },
		{ "0,2-3", "0,2-3" },
		{ "1,1,1-1", "1" },
		{ "5-7,6-9,0", "0,5-9" },
		{ "0,1", "0-1" },
		{ "65535", "65535" },
		{ "007", "7" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		unsigned *numbers;
		size_t count;
		struct err e;
		char *text;

		if (ranges_parse("x", cases[i][0], &numbers, &count, &e) != 0)
			fail_msg("%s", e.text);
		text = ranges_write(numbers, count);
		assert_string_equal(text, cases[i][1]);
		free(text);
		free(numbers);
	}
}

static void
others_are_refused(void **state)
{
	static const char *const cases[] = { "", ",", "1,", ",1", "a", "1-", "-1", "3-2", "1 2", " 1", "1-2-3", "65536",
		"0x1", "99999999999999999999", "1,,2", "1;2" };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		unsigned *numbers;
		size_t count;
		struct err e;

		if (ranges_parse("x", cases[i], &numbers, &count, &e) == 0)
			fail_msg("'%s' was taken", cases[i]);
		assert_int_equal(e.kind, ERR_USAGE);
		assert_null(numbers);
		assert_int_equal(count, 0);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_are_read_and_written_short),
		cmocka_unit_test(others_are_refused),
	};

	return cmocka_run_group_tests_name("ranges", tests, NULL, NULL);
}
