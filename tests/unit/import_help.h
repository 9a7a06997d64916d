/* What the tests of imports and exports share: texts into files, files into records. */
#ifndef TESTS_UNIT_IMPORT_HELP_H
#define TESTS_UNIT_IMPORT_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"
#include "record/importer.h"
#include "record/record.h"

#define IMPORT_DATA "tests/data/import/"
#define IMPORT_HELPER __attribute__((unused)) static

static char import_directory[] = "/tmp/import-test-XXXXXX";

IMPORT_HELPER int
import_setup(void **state)
{
	(void)state;
	return mkdtemp(import_directory) != NULL ? 0 : -1;
}

IMPORT_HELPER int
import_teardown(void **state)
{
	struct err e;

	(void)state;
	return file_remove_tree(import_directory, &e);
}

/* A file in the directory; the caller frees the path. */
IMPORT_HELPER char *
import_file(const char *name, const char *text, size_t length)
{
	char *path = path_join(import_directory, name);
	struct err e;

	if (file_write(path, text, length, 0666, &e) != 0)
		fail_msg("%s", e.text);
	return path;
}

/* Files into *r by way of a record on the disk; -1 and *e when they are refused, and then there is no record. */
IMPORT_HELPER int
import_try(const char *format, char *const *paths, struct record *r, struct err *e)
{
	char *path = path_join(import_directory, "imported.jsonl");
	struct draft d;
	int result = import_files(&d, format, paths, e);

	unlink(path);
	if (result == 0) {
		result = draft_write(&d, path, "harness import", e);
		draft_release(&d);
	}
	if (result == 0 && record_load(path, RECORD_LINES, r, e) != 0)
		fail_msg("%s", e->text);
	assert_true(result == 0 || !file_exists(path));
	free(path);
	return result;
}

IMPORT_HELPER void
import_paths(char *const *paths, struct record *r)
{
	struct err e;

	if (import_try(NULL, paths, r, &e) != 0)
		fail_msg("%s", e.text);
	assert_false(record_randomised(r));
	assert_non_null(json_object_get(r->header, "imported"));
	assert_non_null(r->end);
}

/* One file with that text. */
IMPORT_HELPER void
import_text(const char *name, const char *text, struct record *r)
{
	char *path = import_file(name, text, strlen(text));

	import_paths((char *[]){ path, NULL }, r);
	free(path);
}

/* The text is refused, as a mistake of the user, with `expected` in the message. */
IMPORT_HELPER void
import_refused(const char *format, const char *name, const char *text, size_t length, const char *expected)
{
	char *path = import_file(name, text, length);
	struct record r;
	struct err e;

	if (import_try(format, (char *[]){ path, NULL }, &r, &e) == 0)
		fail_msg("not refused: %s", text);
	if (strstr(e.text, expected) == NULL || strstr(e.text, name) == NULL || e.kind != ERR_USAGE)
		fail_msg("expected '%s', kind 2, but it is: %s (%d)", expected, e.text, (int)e.kind);
	free(path);
}

/* The values of an arm's metric are exactly those. */
IMPORT_HELPER void
import_check(const struct record *r, const char *metric, unsigned arm_case, unsigned variant, const double *expected, size_t n)
{
	double *values;
	size_t count;

	if (record_metric(r, metric) < 0)
		fail_msg("no metric %s", metric);
	record_series(r, record_metric(r, metric), arm_case, variant, &values, NULL, &count);
	assert_int_equal(count, n);
	for (size_t i = 0; i < n; i++)
		if (!(values[i] >= expected[i] && values[i] <= expected[i]))
			fail_msg("%s %zu is %.17g, not %.17g", metric, i, values[i], expected[i]);
	free(values);
}

IMPORT_HELPER const char *
import_note(const struct record *r)
{
	const char *note = json_get_text(json_object_get(r->header, "imported"), "note");

	return note != NULL ? note : "";
}

#endif
