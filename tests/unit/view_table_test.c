/* Columns: alignment, ranges at their dots, empty columns, UTF-8, no blanks at line ends. */
#include "judge_help.h"

#include "view/table.h"

static void
check(const char *kinds, const char *const *cells, size_t count, size_t indent, const char *expected)
{
	struct buf out = BUF_EMPTY;
	struct table t;

	table_init(&t, kinds);
	for (size_t i = 0; i < count; i++)
		if (cells[i] == NULL)
			table_end_row(&t);
		else
			table_cell(&t, "%s", cells[i]);
	table_print(&t, indent, &out);
	assert_string_equal(buf_text(&out), expected);
	buf_release(&out);
	table_release(&t);
}

static void
alignment(void **state)
{
	static const char *const cells[] = {
		"", "median", "95 % interval", "", "real", "6.214 s", "6.190 .. 6.251", "good", "user", "10.881 s",
		"10.850 .. 10.930", "",
	};

	(void)state;
	check("lrdl", cells, 12, 2,
	    "           median   95 % interval\n"
	    "  real    6.214 s    6.190 .. 6.251    good\n"
	    "  user   10.881 s   10.850 .. 10.930\n");
}

static void
ranges_at_the_end(void **state)
{
	static const char *const cells[] = { "a", "1 .. 22", "b", "333 .. 4", "c", "" };

	(void)state;
	check("ld", cells, 6, 0, "a     1 .. 22\nb   333 .. 4\nc\n");
}

static void
rows_that_end_early(void **state)
{
	static const char *const cells[] = { "a", NULL, "b", "2", "c", NULL, "d", "4", "e" };

	(void)state;
	check("lrr", cells, 9, 0, "a\nb   2   c\nd   4   e\n");
}

static void
empty_columns(void **state)
{
	static const char *const cells[] = { "a", "", "1", "b", "", "2" };

	(void)state;
	check("lrr", cells, 6, 1, " a   1\n b   2\n");
}

static void
characters(void **state)
{
	static const char *const cells[] = { "größe", "1", "x", "2" };

	(void)state;
	check("lr", cells, 4, 0, "größe   1\nx       2\n");
}

static void
nothing(void **state)
{
	(void)state;
	check("lr", NULL, 0, 2, "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(alignment),
		cmocka_unit_test(ranges_at_the_end),
		cmocka_unit_test(rows_that_end_early),
		cmocka_unit_test(empty_columns),
		cmocka_unit_test(characters),
		cmocka_unit_test(nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
