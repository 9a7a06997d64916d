/* base/file: in a fresh directory below TMPDIR; nothing is mounted. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"

static char *
at(void **state, const char *name)
{
	return path_join(*state, name);
}

static void
put(void **state, const char *name, const char *text, mode_t mode)
{
	char *path = at(state, name);
	struct err e;

	if (file_write(path, text, strlen(text), mode, &e) != 0)
		fail_msg("%s", e.text);
	assert_int_equal(chmod(path, mode), 0);
	free(path);
}

static void
make(void **state, const char *name, mode_t mode)
{
	char *path = at(state, name);
	struct err e;

	if (file_make_directories(path, &e) != 0)
		fail_msg("%s", e.text);
	assert_int_equal(chmod(path, mode), 0);
	free(path);
}

static void
make_link(void **state, const char *target, const char *name)
{
	char *path = at(state, name);

	assert_int_equal(symlink(target, path), 0);
	free(path);
}

/* A directory of its own for every test. */
static int
set_up(void **state)
{
	const char *base = getenv("TMPDIR");
	char *path = mem_printf("%s/file_test.XXXXXX", base != NULL ? base : "/tmp");

	umask(022);
	*state = mkdtemp(path);
	return *state != NULL ? 0 : -1;
}

static int
tear_down(void **state)
{
	struct err e;
	int result = file_remove_tree(*state, &e);

	if (result == 0 && file_exists(*state))
		result = -1;
	free(*state);
	return result;
}

static void
paths_are_joined(void **state)
{
	static const char *const cases[][3] = {
		{ "a", "b", "a/b" }, { "a/", "b", "a/b" }, { "/", "b", "/b" }, { "a", "/b", "/b" },
		{ "", "b", "b" },
	};
	static const char *const bases[][2] = { { "/a/b", "b" }, { "b", "b" }, { "/", "" }, { "a/b.c", "b.c" } };
	char here[PATH_MAX], *path, *expected;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		path = path_join(cases[i][0], cases[i][1]);
		assert_string_equal(path, cases[i][2]);
		free(path);
	}
	for (size_t i = 0; i < sizeof(bases) / sizeof(bases[0]); i++)
		assert_string_equal(path_base(bases[i][0]), bases[i][1]);
	assert_non_null(getcwd(here, sizeof(here)));
	expected = mem_printf("%s/x/y", here);
	path = path_absolute("x/y");
	assert_string_equal(path, expected);
	free(path);
	free(expected);
	path = path_absolute(".");
	assert_string_equal(path, here);
	free(path);
	path = path_absolute("/x");
	assert_string_equal(path, "/x");
	free(path);
}

static void
files_are_read_and_written(void **state)
{
	char *path = at(state, "f"), *missing = at(state, "none/f");
	char large[200001];
	struct buf b = BUF_EMPTY;
	struct stat st;
	struct err e;

	memset(large, 'x', sizeof(large));
	assert_int_equal(file_write(path, large, sizeof(large), 0640, &e), 0);
	assert_int_equal(file_write(path, "ab\0c", 4, 0600, &e), 0);	/* replaced, its mode kept */
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0640);
	buf_puts(&b, ">");
	assert_int_equal(file_read(path, &b, &e), 0);
	assert_int_equal(b.length, 5);
	assert_memory_equal(b.text, ">ab\0c", 5);
	buf_clear(&b);
	assert_int_equal(file_write(path, large, sizeof(large), 0640, &e), 0);
	assert_int_equal(file_read(path, &b, &e), 0);
	assert_int_equal(b.length, sizeof(large));
	assert_memory_equal(b.text, large, sizeof(large));
	buf_release(&b);

	assert_int_equal(file_read(missing, &b, &e), -1);
	assert_int_equal(e.kind, ERR_INTERNAL);
	assert_non_null(strstr(e.text, missing));
	assert_non_null(strstr(e.text, strerror(ENOENT)));
	assert_int_equal(file_write(missing, "", 0, 0600, &e), -1);
	assert_non_null(strstr(e.text, "cannot create '"));
	assert_int_equal(file_read(*state, &b, &e), -1);
	assert_non_null(strstr(e.text, "cannot read '"));
	assert_int_equal(file_write_fd(-1, "gone", "x", 1, &e), -1);
	assert_non_null(strstr(e.text, "cannot write 'gone': "));
	assert_true(file_exists(path));
	assert_false(file_is_directory(path));
	assert_true(file_is_directory(*state));
	assert_false(file_exists(missing));
	buf_release(&b);
	free(path);
	free(missing);
}

/* /dev/full is the one file that root cannot write. */
static void
a_full_device_is_an_error(void **state)
{
	struct err e;

	(void)state;
	if (!file_exists("/dev/full")) {
		print_message("skipped: this system has no /dev/full\n");
		skip();
	}
	assert_int_equal(file_write("/dev/full", "x", 1, 0600, &e), -1);
	assert_non_null(strstr(e.text, strerror(ENOSPC)));
}

static void
directories_are_made(void **state)
{
	char *deep = at(state, "a/b//c/"), *below = at(state, "f/x"), *through = at(state, "dangling/x");
	char *file = at(state, "f");
	struct err e;

	put(state, "f", "", 0644);
	make_link(state, "nowhere", "dangling");
	assert_int_equal(file_make_directories(deep, &e), 0);
	assert_true(file_is_directory(deep));
	assert_int_equal(file_make_directories(deep, &e), 0);
	assert_int_equal(file_make_directories("/", &e), 0);
	assert_int_equal(file_make_directories("", &e), -1);
	assert_int_equal(file_make_directories(below, &e), -1);
	assert_non_null(strstr(e.text, "cannot make directory '"));
	assert_int_equal(file_make_directories(through, &e), -1);
	assert_non_null(strstr(e.text, strerror(EEXIST)));
	assert_int_equal(file_make_directories(file, &e), -1);
	free(deep);
	free(below);
	free(through);
	free(file);
}

static void
trees_are_removed(void **state)
{
	static const char *const refused[] = { "/", "//", "", ".", "..", "./", "/.", "/..", "/tmp/.." };
	char *tree = at(state, "t"), *link = at(state, "link"), *slash = at(state, "link/");
	char *kept = at(state, "kept/file");
	struct err e;

	make(state, "kept", 0755);
	put(state, "kept/file", "x", 0644);
	make(state, "t/a/b", 0755);
	put(state, "t/a/b/f", "x", 0000);
	make_link(state, "../kept", "t/to-directory");
	make_link(state, "nowhere", "t/dangling");
	make(state, "t/locked/in", 0755);
	put(state, "t/locked/f", "x", 0444);
	make(state, "t/locked", 0000);
	assert_int_equal(file_remove_tree(tree, &e), 0);
	assert_false(file_exists(tree));
	assert_true(file_exists(kept));
	assert_int_equal(file_remove_tree(tree, &e), 0);	/* not there any more */

	/* links, with a slash behind, too, are removed and not followed */
	make_link(state, "kept", "link");
	assert_int_equal(file_remove_tree(slash, &e), 0);
	assert_false(file_exists(link));
	assert_true(file_exists(kept));
	make_link(state, "kept", "link");
	assert_int_equal(file_remove_tree(link, &e), 0);
	assert_false(file_exists(link));
	assert_true(file_exists(kept));

	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		assert_int_equal(file_remove_tree(refused[i], &e), -1);
		assert_non_null(strstr(e.text, "refusing to remove"));
	}
	free(tree);
	free(link);
	free(slash);
	free(kept);
}

static int
list_entry(void *context, const char *path, const char *relative, const struct stat *st, struct err *e)
{
	struct buf *out = context;

	if (strcmp(relative, "stop") == 0)
		return err_set(e, ERR_WORKLOAD, "stopped at '%s'", path);
	buf_printf(out, "%s%s ", relative, S_ISDIR(st->st_mode) ? "/" : S_ISLNK(st->st_mode) ? "@" : "");
	return 0;
}

static void
walks_are_in_byte_order(void **state)
{
	struct buf out = BUF_EMPTY;
	char *missing = at(state, "none"), *expected;
	struct err e;

	/* made in another order; '-' and '.' are before '/', 'B' before 'a', bytes above 127 last */
	put(state, "b", "", 0644);
	make(state, "a", 0755);
	put(state, "a/z", "", 0644);
	put(state, "a/y", "", 0644);
	put(state, "\xc3\xa4", "", 0644);
	put(state, "a.c", "", 0644);
	put(state, "a-b", "", 0644);
	put(state, "B", "", 0644);
	put(state, ".hidden", "", 0644);
	make_link(state, ".", "loop");
	make(state, "empty", 0755);
	assert_int_equal(file_walk(*state, list_entry, &out, &e), 0);
	assert_string_equal(buf_text(&out), ".hidden B a/ a/y a/z a-b a.c b empty/ loop@ \xc3\xa4 ");
	buf_clear(&out);
	put(state, "stop", "", 0644);
	assert_int_equal(file_walk(*state, list_entry, &out, &e), -1);
	assert_string_equal(buf_text(&out), ".hidden B a/ a/y a/z a-b a.c b empty/ loop@ ");
	expected = mem_printf("stopped at '%s/stop'", (char *)*state);
	assert_string_equal(e.text, expected);
	assert_int_equal(file_walk(missing, list_entry, &out, &e), -1);
	assert_non_null(strstr(e.text, "cannot read directory '"));
	buf_release(&out);
	free(expected);
	free(missing);
}

static void
trees_are_hashed(void **state)
{
	/* sha256 of "B\0f4\0big\n" "a\0d0\0" "a/empty\0f0\0" "a/link\0l4\0../B" "a-b\0x10\0#!/bin/sh\n", by python3 */
	static const char expected[] = "6d087c39f4410ff5b158e987b2298c3831f76c01372bb06712217616e5e8d247";
	static const char nothing[] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
	char *tree = at(state, "t"), *empty = at(state, "empty"), *missing = at(state, "none");
	char hex[65], other[65];
	struct err e;

	make(state, "t/a", 0755);
	put(state, "t/a-b", "#!/bin/sh\n", 0744);
	put(state, "t/a/empty", "", 0600);
	put(state, "t/B", "big\n", 0644);
	make_link(state, "../B", "t/a/link");
	assert_int_equal(file_hash_tree(tree, hex, &e), 0);
	assert_string_equal(hex, expected);

	put(state, "t/B", "big\n", 0655);	/* only the owner's x counts */
	make(state, "t/a", 0700);
	assert_int_equal(file_hash_tree(tree, other, &e), 0);
	assert_string_equal(other, hex);
	put(state, "t/B", "bag\n", 0600);
	assert_int_equal(file_hash_tree(tree, other, &e), 0);
	assert_string_not_equal(other, hex);
	put(state, "t/B", "big\n", 0700);
	assert_int_equal(file_hash_tree(tree, other, &e), 0);
	assert_string_not_equal(other, hex);

	make(state, "empty", 0755);
	assert_int_equal(file_hash_tree(empty, hex, &e), 0);
	assert_string_equal(hex, nothing);
	assert_int_equal(file_hash_tree(missing, hex, &e), -1);
	free(tree);
	free(empty);
	free(missing);
}

static void
check_mode_and_time(void **state, const char *name, mode_t mode)
{
	char *path = at(state, name);
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, mode);
	assert_int_equal(st.st_mtime, 1000000000);
	assert_int_equal(st.st_mtim.tv_nsec, 500);
	free(path);
}

static void
trees_are_copied(void **state)
{
	static const struct timespec times[2] = { { 1000000000, 500 }, { 1000000000, 500 } };
	static const char *const stamped[] = { "from/f", "from/x", "from/locked/f", "from/locked", "from" };
	char *from = at(state, "from"), *to = at(state, "to"), *link = at(state, "to/link");
	char hex[65], other[65], target[32];
	struct err e;

	make(state, "from/locked", 0755);
	put(state, "from/locked/f", "in", 0444);
	put(state, "from/f", "text", 0640);
	put(state, "from/x", "#!/bin/sh\n", 0755);
	make_link(state, "../nowhere", "from/link");
	make(state, "from/locked", 0555);
	make(state, "from", 0750);
	for (size_t i = 0; i < sizeof(stamped) / sizeof(stamped[0]); i++) {
		char *path = at(state, stamped[i]);

		assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
		free(path);
	}
	if (file_copy_tree(from, to, &e) != 0)
		fail_msg("%s", e.text);
	assert_int_equal(file_hash_tree(from, hex, &e), 0);
	assert_int_equal(file_hash_tree(to, other, &e), 0);
	assert_string_equal(hex, other);
	check_mode_and_time(state, "to", 0750);
	check_mode_and_time(state, "to/f", 0640);
	check_mode_and_time(state, "to/x", 0755);
	check_mode_and_time(state, "to/locked", 0555);
	check_mode_and_time(state, "to/locked/f", 0444);
	memset(target, 0, sizeof(target));
	assert_int_equal(readlink(link, target, sizeof(target) - 1), 10);
	assert_string_equal(target, "../nowhere");
	free(from);
	free(to);
	free(link);
}

static void
bad_copies_are_refused(void **state)
{
	char *from = at(state, "from"), *to = at(state, "to"), *inside = at(state, "from/d/inside");
	char *file = at(state, "from/f");
	char *missing = at(state, "none"), *fifo = at(state, "from/z"), *other = at(state, "other");
	struct err e;

	make(state, "from/d", 0755);
	make(state, "to", 0755);
	put(state, "from/f", "text", 04755);
	assert_int_equal(file_copy_tree(from, to, &e), -1);
	assert_non_null(strstr(e.text, strerror(EEXIST)));
	assert_int_equal(file_copy_tree(missing, other, &e), -1);
	assert_non_null(strstr(e.text, missing));
	assert_false(file_exists(other));
	assert_int_equal(file_copy_tree(file, other, &e), -1);
	assert_non_null(strstr(e.text, "it is no directory"));
	assert_false(file_exists(other));
	assert_int_equal(file_copy_tree(from, inside, &e), -1);
	assert_non_null(strstr(e.text, "into itself"));
	assert_int_equal(file_remove_tree(inside, &e), 0);
	assert_int_equal(mkfifo(fifo, 0600), 0);
	assert_int_equal(file_copy_tree(from, other, &e), -1);
	assert_int_equal(e.kind, ERR_WORKLOAD);
	assert_non_null(strstr(e.text, "not a file, directory or link"));
	free(from);
	free(to);
	free(inside);
	free(file);
	free(missing);
	free(fifo);
	free(other);
}

/* A tree deeper than there are descriptors. */
static void
deep_trees_need_few_descriptors(void **state)
{
	struct rlimit old, few;
	struct buf path = BUF_EMPTY;
	char *from = at(state, "d"), *to = at(state, "e");
	char hex[65], other[65];
	struct err e;

	buf_puts(&path, *state);
	for (int i = 0; i < 1500; i++)
		buf_puts(&path, "/d");
	assert_int_equal(file_make_directories(buf_text(&path), &e), 0);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
	few = old;
	few.rlim_cur = 12;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	if (file_copy_tree(from, to, &e) != 0 || file_hash_tree(from, hex, &e) != 0 ||
	    file_hash_tree(to, other, &e) != 0 || file_remove_tree(from, &e) != 0 || file_remove_tree(to, &e) != 0) {
		setrlimit(RLIMIT_NOFILE, &old);
		fail_msg("%s", e.text);
	}
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
	assert_string_equal(hex, other);
	assert_false(file_exists(from));
	buf_release(&path);
	free(from);
	free(to);
}

/* Root may read everything, so root becomes somebody else for a moment. */
static void
what_cannot_be_read_is_an_error(void **state)
{
	char *tree = at(state, "t"), *secret = at(state, "secret"), *to = at(state, "to/copy");
	int hashed, copied, hashed_secret, removed;
	struct err e[4];
	char hex[65];

	make(state, "t/closed", 0000);
	make(state, "secret", 0755);
	put(state, "secret/file", "x", 0000);
	make(state, "to", 0777);
	assert_int_equal(chmod(*state, 0755), 0);
	if (geteuid() == 0)
		assert_int_equal(seteuid(65534), 0);
	hashed = file_hash_tree(tree, hex, &e[0]);
	copied = file_copy_tree(tree, to, &e[1]);
	hashed_secret = file_hash_tree(secret, hex, &e[2]);
	if (getuid() == 0) {
		/* others may remove it, as it is theirs */
		removed = file_remove_tree(secret, &e[3]);
		assert_int_equal(seteuid(0), 0);
		assert_int_equal(removed, -1);
		assert_non_null(strstr(e[3].text, "cannot remove '"));
	}
	assert_int_equal(hashed, -1);
	assert_non_null(strstr(e[0].text, "t/closed': "));
	assert_non_null(strstr(e[0].text, strerror(EACCES)));
	assert_int_equal(copied, -1);
	assert_non_null(strstr(e[1].text, "cannot read directory '"));
	assert_int_equal(hashed_secret, -1);
	assert_non_null(strstr(e[2].text, "cannot open '"));
	free(tree);
	free(secret);
	free(to);
}

static void
programs_are_found(void **state)
{
	char *bin = at(state, "bin"), *tool = at(state, "bin/tool"), *old = mem_string(getenv("PATH"));
	char *found, *path;
	char here[PATH_MAX];

	make(state, "bin/sub", 0755);
	put(state, "bin/tool", "#!/bin/sh\n", 0755);
	put(state, "bin/plain", "", 0644);
	path = mem_printf("/nonexistent:%s:", bin);
	assert_int_equal(setenv("PATH", path, 1), 0);
	found = file_find_program("tool");
	assert_string_equal(found, tool);
	free(found);
	assert_null(file_find_program("plain"));
	assert_null(file_find_program("sub"));
	assert_null(file_find_program("none"));
	assert_null(file_find_program(""));
	found = file_find_program(tool);
	assert_string_equal(found, tool);
	free(found);
	assert_null(file_find_program(bin));

	/* the empty entry at the end of PATH is the current directory */
	assert_non_null(getcwd(here, sizeof(here)));
	assert_int_equal(setenv("PATH", "/nonexistent:", 1), 0);
	assert_int_equal(chdir(bin), 0);
	found = file_find_program("tool");
	assert_int_equal(chdir(here), 0);
	assert_int_equal(setenv("PATH", old, 1), 0);
	assert_non_null(found);
	assert_string_equal(found, "./tool");
	free(found);
	free(bin);
	free(tool);
	free(old);
	free(path);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(paths_are_joined),
		cmocka_unit_test_setup_teardown(files_are_read_and_written, set_up, tear_down),
		cmocka_unit_test(a_full_device_is_an_error),
		cmocka_unit_test_setup_teardown(directories_are_made, set_up, tear_down),
		cmocka_unit_test_setup_teardown(trees_are_removed, set_up, tear_down),
		cmocka_unit_test_setup_teardown(walks_are_in_byte_order, set_up, tear_down),
		cmocka_unit_test_setup_teardown(trees_are_hashed, set_up, tear_down),
		cmocka_unit_test_setup_teardown(trees_are_copied, set_up, tear_down),
		cmocka_unit_test_setup_teardown(bad_copies_are_refused, set_up, tear_down),
		cmocka_unit_test_setup_teardown(deep_trees_need_few_descriptors, set_up, tear_down),
		cmocka_unit_test_setup_teardown(what_cannot_be_read_is_an_error, set_up, tear_down),
		cmocka_unit_test_setup_teardown(programs_are_found, set_up, tear_down),
	};

	return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
