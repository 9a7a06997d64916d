/* The stored noise floor: kept, cited on the same host only, and never a reason to fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/json.h"
#include "base/quote.h"
#include "run/floor.h"

static char place[] = "/tmp/harness-floor-XXXXXX";

static int
setup(void **state)
{
	(void)state;
	if (mkdtemp(place) == NULL)
		return -1;
	return setenv("HARNESS_STATE", place, 1);
}

static int
teardown(void **state)
{
	struct err e;

	(void)state;
	return file_remove_tree(place, &e);
}

static void
write_floor(const char *text)
{
	char *path = path_join(place, "floor.json");
	struct err e;

	assert_int_equal(file_write(path, text, strlen(text), 0600, &e), 0);
	free(path);
}

static void
nothing_stored_is_null(void **state)
{
	json_t *cited = floor_cited();

	(void)state;
	assert_true(json_is_null(cited));
	json_decref(cited);
}

static void
what_is_stored_is_cited(void **state)
{
	const struct noise_test t = { .trials = 8, .ratio = 0.018 };
	json_t *floor = floor_to_json(&t, "/somewhere/doctor.jsonl"), *cited;
	struct err e;

	(void)state;
	if (floor_store(floor, &e) != 0)
		fail_msg("%s", e.text);
	cited = floor_cited();
	assert_float_equal(json_get_real(cited, "ratio"), 0.018, 0);
	assert_int_equal(json_get_count(cited, "trials"), 8);
	assert_string_equal(json_get_text(cited, "created"), json_get_text(floor, "created"));
	assert_int_equal(json_object_size(cited), 3);
	json_decref(cited);

	/* a home that machines share */
	json_put_text(floor, "host", "another.example");
	assert_int_equal(floor_store(floor, &e), 0);
	cited = floor_cited();
	assert_true(json_is_null(cited));
	json_decref(cited);
	json_decref(floor);
}

static void
rubbish_is_null(void **state)
{
	static const char *const texts[] = { "", "[]", "{", "{\"floor\":1}", "{\"floor\":2,\"ratio\":0.1}", "null" };

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		json_t *cited;

		write_floor(texts[i]);
		cited = floor_cited();
		assert_true(json_is_null(cited));
		json_decref(cited);
	}
}

static void
the_command_is_complete(void **state)
{
	char **words = floor_command();

	(void)state;
	assert_string_equal(words[0], "/bin/sh");
	assert_string_equal(words[1], "-c");
	assert_non_null(words[3]);
	assert_null(words[4]);
	quote_free(words);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_stored_is_null),
		cmocka_unit_test(what_is_stored_is_cited),
		cmocka_unit_test(rubbish_is_null),
		cmocka_unit_test(the_command_is_complete),
	};

	return cmocka_run_group_tests_name("floor", tests, setup, teardown);
}
