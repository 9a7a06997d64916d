/* base/quote: the words are those of a POSIX shell, seen with dash: printf '<%s>' ... */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/quote.h"

/* The words in angle brackets: "<a><b c>". */
static char *
show(char *const *words)
{
	struct buf out = BUF_EMPTY;

	for (; *words != NULL; words++)
		buf_printf(&out, "<%s>", *words);
	return buf_take(&out);
}

static void
words_are_split(void **state)
{
	static const struct {
		const char *text, *words;
	} cases[] = {
		{ "", "" }, { "  \t\n ", "" }, { "a", "<a>" },
		{ " make  -j2\tall ", "<make><-j2><all>" },
		{ "a\nb", "<a><b>" }, { "'a b' c", "<a b><c>" }, { "\"a b\"c", "<a bc>" },
		{ "''", "<>" },
		{ "\"\" x ''", "<><x><>" }, { "a''b", "<ab>" }, { "a\\ b", "<a b>" },
		{ "\\'", "<'>" }, { "\\\\", "<\\>" },
		{ "'it'\\''s'", "<it's>" }, { "\"it's\"", "<it's>" }, { "'a\"b'", "<a\"b>" },
		{ "'a\\b'", "<a\\b>" },
		{ "\"a\\b\"", "<a\\b>" }, { "\"\\\"\\\\\\$\\`\"", "<\"\\$`>" },
		{ "a\\\nb", "<ab>" },
		{ "a \\\n b", "<a><b>" }, { "\"a\\\nb\"", "<ab>" },
		{ "$HOME * ~ #x", "<$HOME><*><~><#x>" },
		{ "a;b|c&d>e", "<a;b|c&d>e>" }, { "sh -c 'exit $1'", "<sh><-c><exit $1>" },
		{ "\\\n", "" },
		{ "ä 'ö ü'", "<ä><ö ü>" },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char **words, *shown;
		size_t count, real = 0;
		struct err e = { .text = "" };

		if (quote_split(cases[i].text, &words, &count, &e) != 0)
			fail_msg("<%s>: %s", cases[i].text, e.text);
		while (words[real] != NULL)
			real++;
		assert_int_equal(real, count);
		shown = show(words);
		assert_string_equal(shown, cases[i].words);
		free(shown);
		quote_free(words);
	}
}

static void
open_quotes_are_refused(void **state)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{ "a 'b", "the quote ' is not closed in 'a 'b'" },
		{ "\"", "the quote \" is not closed in '\"'" },
		{ "a\\", "nothing follows the backslash at the end of 'a\\'" },
		{ "x \\", "nothing follows the backslash at the end of 'x \\'" },
		{ "\"a\\\"", "the quote \" is not closed in '\"a\\\"'" },
		{ "\"a\\", "the quote \" is not closed in '\"a\\'" },
		{ "one two three four five six seven eight nine '", NULL },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char **words = (char **)1;
		size_t count = 1;
		struct err e = { .kind = ERR_NONE };

		assert_int_equal(quote_split(cases[i].text, &words, &count, &e), -1);
		assert_int_equal(e.kind, ERR_USAGE);
		assert_null(words);
		assert_int_equal(count, 0);
		if (cases[i].message != NULL)
			assert_string_equal(e.text, cases[i].message);
	}
}

static void
words_are_quoted(void **state)
{
	static const char *const cases[][2] = {
		{ "plain", "plain" }, { "-j2", "-j2" },
		{ "a/b.c:d=e,f+g@h%i_", "a/b.c:d=e,f+g@h%i_" }, { "", "''" },
		{ "a b", "'a b'" }, { "it's", "'it'\\''s'" }, { "$x", "'$x'" }, { "~", "'~'" },
		{ "{a}", "'{a}'" },
		{ "a\nb", "'a\nb'" }, { "\\", "'\\'" }, { "#", "'#'" }, { "ä", "'ä'" },
	};
	char *words[] = { "sh", "-c", "echo it's", "", NULL };
	char *none[] = { NULL };
	char *text;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		text = quote_word(cases[i][0]);
		assert_string_equal(text, cases[i][1]);
		free(text);
	}
	text = quote_join(words);
	assert_string_equal(text, "sh -c 'echo it'\\''s' ''");
	free(text);
	text = quote_join(none);
	assert_string_equal(text, "");
	free(text);
}

static void
lists_are_split(void **state)
{
	static const char *const cases[][2] = {
		{ "1,2,4", "<1><2><4>" }, { "", "<>" }, { ",", "<><>" }, { "a,", "<a><>" },
		{ ",a", "<><a>" },
		{ "a,,b", "<a><><b>" }, { "a\\,b,c", "<a,b><c>" }, { "a\\b", "<a\\b>" },
		{ "a\\", "<a\\>" },
		{ "\\,", "<,>" }, { "\\\\,", "<\\,>" }, { " a , b ", "< a >< b >" },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char **items, *shown;
		size_t count, real = 0;

		quote_list(cases[i][0], &items, &count);
		while (items[real] != NULL)
			real++;
		assert_int_equal(real, count);
		shown = show(items);
		assert_string_equal(shown, cases[i][1]);
		free(shown);
		quote_free(items);
	}
}

static void
copies_are_their_own(void **state)
{
	char first[] = "a";
	char *words[] = { first, NULL }, *none[] = { NULL };
	char **copy = quote_copy(words), **empty = quote_copy(none);

	(void)state;
	first[0] = 'b';
	assert_string_equal(copy[0], "a");
	assert_null(copy[1]);
	assert_null(empty[0]);
	quote_free(copy);
	quote_free(empty);
	quote_free(NULL);
}

static void
nearest_is_found(void **state)
{
	static const char *const options[] = {
		"--trials", "--threshold", "--fs", "--budget", "--precision", "--dir", "--jobs",
		"--quick", "--quiet",
	};
	static const char *const cases[][2] = {
		{ "--trails", "--trials" }, { "--trial", "--trials" },
		{ "--treshold", "--threshold" }, { "--job", "--jobs" },
		{ "--presicion", "--precision" }, { "--dri", "--dir" }, { "--prec", "--precision" },
		{ "--quik", "--quick" },
		{ "--utterly-else", NULL }, { "", NULL }, { "x", NULL },
		{ "--xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
		    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", NULL },
	};
	static const char *const kinds[] = { "sysctl", "mount", "ext4" };

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *found = quote_nearest(cases[i][0], options, sizeof(options) / sizeof(options[0]));

		if (cases[i][1] == NULL)
			assert_null(found);
		else {
			assert_non_null(found);
			assert_string_equal(found, cases[i][1]);
		}
	}
	assert_string_equal(quote_nearest("sysclt", kinds, 3), "sysctl");
	assert_string_equal(quote_nearest("ext3", kinds, 3), "ext4");
	assert_null(quote_nearest("zfs", kinds, 3));
	assert_null(quote_nearest("mount", kinds, 0));
}

/* Random words come back through quote_join and quote_split; random texts never crash. */
static void
random_words(void **state)
{
	static const char alphabet[] = "ab '\"\\\n$,\t";
	unsigned seed = 7;

	(void)state;
	for (int round = 0; round < 50000; round++) {
		char store[3][12], *words[4] = { store[0], store[1], store[2], NULL };
		char *joined, **back;
		size_t count;
		struct err e;

		for (size_t w = 0; w < 3; w++) {
			size_t length;

			seed = seed * 1103515245u + 12345u;
			length = (seed >> 16) % 11;
			for (size_t i = 0; i < length; i++) {
				seed = seed * 1103515245u + 12345u;
				store[w][i] = alphabet[(seed >> 16) % (sizeof(alphabet) - 1)];
			}
			store[w][length] = '\0';
		}
		joined = quote_join(words);
		assert_int_equal(quote_split(joined, &back, &count, &e), 0);
		assert_int_equal(count, 3);
		for (size_t w = 0; w < 3; w++)
			assert_string_equal(back[w], words[w]);
		quote_free(back);
		free(joined);
		if (quote_split(store[0], &back, &count, &e) == 0)
			quote_free(back);
		quote_list(store[1], &back, &count);
		quote_free(back);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_split),
		cmocka_unit_test(open_quotes_are_refused),
		cmocka_unit_test(words_are_quoted),
		cmocka_unit_test(lists_are_split),
		cmocka_unit_test(copies_are_their_own),
		cmocka_unit_test(nearest_is_found),
		cmocka_unit_test(random_words),
	};

	return cmocka_run_group_tests_name("quote", tests, NULL, NULL);
}
