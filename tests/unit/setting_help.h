/*
 * What the tests of harness/setting share: a directory of their own for each test, in *state, which is the
 * working directory and has the state directory in it, so that nothing outside is read or written.
 */
#ifndef TESTS_UNIT_SETTING_HELP_H
#define TESTS_UNIT_SETTING_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"
#include "setting/variant.h"

#define SETTING_HELPER __attribute__((unused)) static

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

SETTING_HELPER int
setting_set_up(void **state)
{
	char *path = mem_string("/tmp/harness-setting-XXXXXX"), *place;

	umask(022);
	if (mkdtemp(path) == NULL || chdir(path) != 0)
		return -1;
	place = path_join(path, "state");
	setenv("HARNESS_STATE", place, 1);
	free(place);
	*state = path;
	return 0;
}

SETTING_HELPER int
setting_tear_down(void **state)
{
	struct err e;
	int result = chdir("/") == 0 ? file_remove_tree(*state, &e) : -1;

	free(*state);
	return result;
}

/* Reads a variant, which must be right; release it. */
SETTING_HELPER struct variant
variant_of(const char *text)
{
	char *texts[] = { (char *)(uintptr_t)text, NULL };
	struct variant *list, v;
	size_t count;
	struct err e;

	if (variants_parse(texts, &list, &count, &e) != 0)
		fail_msg("%s: %s", text, e.text);
	assert_int_equal(count, 1);
	v = list[0];
	free(list);
	return v;
}

SETTING_HELPER void
put_file(const char *path, const char *text)
{
	struct err e;

	if (file_write(path, text, strlen(text), 0644, &e) != 0)
		fail_msg("%s", e.text);
}

SETTING_HELPER void
assert_file(const char *path, const char *text)
{
	struct buf is = BUF_EMPTY;
	struct err e;

	if (file_read(path, &is, &e) != 0)
		fail_msg("%s", e.text);
	assert_string_equal(buf_text(&is), text);
	buf_release(&is);
}

/* A command that writes its words into a file called `calls`, a line for each call, and does what `more` says. */
SETTING_HELPER void
put_command(const char *path, const char *more)
{
	struct buf text = BUF_EMPTY;

	buf_printf(&text, "#!/bin/sh\necho \"$*\" >> calls\n%s\n", more);
	put_file(path, buf_text(&text));
	assert_int_equal(chmod(path, 0755), 0);
	buf_release(&text);
}

#define ASSERT_MENTIONS(e, part)                                                  \
	do {                                                                      \
		if (strstr((e).text, (part)) == NULL)                             \
			fail_msg("'%s' does not mention '%s'", (e).text, (part)); \
	} while (0)

#endif
