/* setting: files and commands, for real, in a directory of their own. */
#include "setting_help.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>

#include "base/quote.h"
#include "os/os.h"
#include "setting/chore.h"
#include "setting/setting.h"
#include "setting/state.h"
#include "setting/undo.h"

static void
parse(struct setting *s, const char *text)
{
	struct err e;

	if (setting_parse(s, text, &e) != 0)
		fail_msg("%s", e.text);
}

/* Reads, applies, checks, and takes back twice. */
static void
go_around(const char *text, const char *path, const char *before, const char *during)
{
	struct setting s;
	struct err e;
	char **was;

	parse(&s, text);
	put_file(path, before);
	if (s.kind->read(&s, &was, &e) != 0 || s.kind->apply(&s, &e) != 0 || s.kind->check(&s, &e) != 0)
		fail_msg("%s", e.text);
	assert_file(path, during);
	for (int turn = 0; turn < 2; turn++) {
		if (s.kind->undo->take_back(was, &e) != 0)
			fail_msg("%s", e.text);
		assert_file(path, before);
	}
	assert_true(s.kind->undo->lasts(was));
	quote_free(was);
	setting_release(&s);
}

static void
files_come_back_byte_by_byte(void **state)
{
	(void)state;
	go_around("file:f=new", "f", "old\n", "new\n");
	go_around("file:f=new", "f", "no newline at the end", "new\n");
	go_around("file:f=new", "f", "", "new\n");
	go_around("file:f=", "f", "two\nlines\n\n", "");
	go_around("file:f=a\nb\n", "f", "\xff\xfe latin \xe9\t%41", "a\nb\n");
	go_around("file:f=[x] y", "f", "[a] b\n", "[x] y\n");
}

static void
links_are_followed_once(void **state)
{
	struct setting s;
	struct err e;
	struct stat st;
	char **was, *real = path_join(*state, "real");

	put_file("real", "old\n");
	assert_int_equal(symlink("real", "link"), 0);
	parse(&s, "file:link=new");
	assert_int_equal(s.kind->read(&s, &was, &e), 0);
	assert_string_equal(path_base(was[0]), "real");
	assert_int_equal(s.kind->apply(&s, &e), 0);
	assert_file("real", "new\n");
	/* something else is put in its place: what is brought back must not go through it */
	put_file("other", "other\n");
	assert_int_equal(unlink("real"), 0);
	assert_int_equal(symlink("other", "real"), 0);
	assert_int_equal(s.kind->undo->take_back(was, &e), -1);
	assert_file("other", "other\n");
	assert_int_equal(lstat("link", &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	quote_free(was);
	setting_release(&s);
	free(real);
}

static void
what_is_no_file_of_settings_is_refused(void **state)
{
	static const struct {
		const char *path, *mentions;
	} cases[] = {
		{ "missing", "there is no file" },
		{ "directory", "is a directory" },
		{ "pipe", "a pipe" },
		{ "zeros", "bytes of 0" },
		{ "large", "64 KiB" },
		{ "missing/below", "there is no file" },
		{ "zeros/below", "there is no file" },
	};
	char *large = mem_alloc(70000);

	(void)state;
	memset(large, 'x', 70000);
	assert_int_equal(mkdir("directory", 0755), 0);
	assert_int_equal(mkfifo("pipe", 0644), 0);
	assert_int_equal(file_write("zeros", "a\0b", 3, 0644, &(struct err){ 0 }), 0);
	assert_int_equal(file_write("large", large, 70000, 0644, &(struct err){ 0 }), 0);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *text = mem_printf("file:%s=1", cases[i].path), **was;
		struct setting s;
		struct err e;

		parse(&s, text);
		assert_int_equal(s.kind->read(&s, &was, &e), -1);
		assert_null(was);
		assert_int_equal(e.kind, ERR_USAGE);
		ASSERT_MENTIONS(e, cases[i].mentions);
		setting_release(&s);
		free(text);
	}
	free(large);
}

/* A full disk cannot be had here, a device that is one can. */
static void
a_value_that_cannot_be_written_is_an_error(void **state)
{
	char *was[] = { (char[]){ "/dev/full" }, (char[]){ "x" }, NULL };
	struct err e;

	(void)state;
	if (access("/dev/full", W_OK) != 0) {
		print_message("skipped: there is no /dev/full\n");
		skip();
	}
	assert_int_equal(undo_file.take_back(was, &e), -1);
	ASSERT_MENTIONS(e, "/dev/full");
}

static void
a_file_that_is_gone(void **state)
{
	char *ours[] = { path_join(*state, "gone"), (char[]){ "x" }, NULL };
	char *kernels[] = { (char[]){ "/proc/no/such/value" }, (char[]){ "x" }, NULL };
	struct err e;

	assert_int_equal(undo_file.take_back(ours, &e), -1);
	ASSERT_MENTIONS(e, "there is no file");
	assert_false(file_exists("gone"));
	assert_true(undo_file.lasts(ours));
	assert_false(undo_file.gone(ours));
	assert_true(undo_file.gone(kernels));
	assert_false(undo_file.lasts(kernels));
	free(ours[0]);
}

static void
changes_are_described(void **state)
{
	static const struct {
		const struct undo *undo;
		char *was[4];
		const char *text;
	} cases[] = {
		{ &undo_sysctl, { "vm.swappiness", "60" }, "sysctl:vm.swappiness=60" },
		{ &undo_file, { "/a", "x\n" }, "file:/a=x" },
		{ &undo_file, { "/a", "x\ny\n" }, "file:/a=x..." },
		{ &undo_file, { "/a", "" }, "file:/a=" },
		{ &undo_cmd, { "/", "/bin/tune", "a b" }, "cmd:/bin/tune 'a b'" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf text = BUF_EMPTY;

		cases[i].undo->describe(cases[i].was, &text);
		assert_string_equal(buf_text(&text), cases[i].text);
		buf_release(&text);
	}
}

/* ------------------------------------------------------------------ commands */

static void
commands_are_called(void **state)
{
	struct setting s;
	struct err e;
	char **was;

	(void)state;
	assert_int_equal(state_make(&e), 0);
	put_command("tune", "read line; [ -z \"$line\" ]");	/* nothing to read */
	parse(&s, "cmd:./tune 'a b' c");
	assert_int_equal(s.kind->read(&s, &was, &e), 0);
	if (s.kind->apply(&s, &e) != 0)
		fail_msg("%s", e.text);
	assert_int_equal(mkdir("elsewhere", 0755), 0);
	assert_int_equal(chdir("elsewhere"), 0);	/* what takes back runs where the change was made */
	if (s.kind->undo->take_back(was, &e) != 0)
		fail_msg("%s", e.text);
	assert_int_equal(chdir(".."), 0);
	assert_file("calls", "a b c apply\na b c revert\n");
	assert_false(chore_is_running());
	quote_free(was);
	setting_release(&s);
}

static void
a_command_that_fails_is_an_error(void **state)
{
	char *words[] = { path_join(*state, "fail"), NULL }, *missing[] = { path_join(*state, "missing"), NULL };
	struct err e;

	assert_int_equal(state_make(&e), 0);
	put_command("fail", "echo first; echo 'no such device' >&2; exit 3");
	assert_int_equal(chore_run(*state, words, "apply", true, &e), -1);
	assert_int_equal(e.kind, ERR_UNFIT);
	ASSERT_MENTIONS(e, "fail apply' failed: exit status 3; it said: first no such device");
	put_command("fail", "kill -9 $$");
	assert_int_equal(chore_run(*state, words, "apply", true, &e), -1);
	ASSERT_MENTIONS(e, "killed by signal 9");
	assert_int_equal(chore_run(*state, missing, "apply", true, &e), -1);
	ASSERT_MENTIONS(e, "missing");
	free(words[0]);
	free(missing[0]);
}

static int
put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	ssize_t n = fd >= 0 ? write(fd, text, strlen(text)) : -1;

	close(fd);
	return n >= 0 ? 0 : -1;
}

/* Whoever started it is gone at once; it is seen, and waited for. */
static void
a_command_of_a_dead_starter_is_waited_for(void **state)
{
	char *words[] = { path_join(*state, "slow"), NULL };
	struct err e;
	int status, turn = 0;
	pid_t pid;

	assert_int_equal(state_make(&e), 0);
	put_command("slow", "sleep 1; echo done > done");
	if ((pid = fork()) == 0) {
		chore_run(*state, words, "apply", true, &e);
		_exit(put("not", "killed"));
	}
	for (; !file_exists("calls") && turn < 2000; turn++)
		os_sleep_ns(5000000);
	assert_int_equal(kill(pid, 9), 0);
	assert_int_equal(os_wait(pid, true, &pid, &status, NULL, &e), 0);
	assert_true(chore_is_running());
	assert_false(file_exists("done"));
	chore_await();
	assert_false(chore_is_running());
	assert_file("done", "done\n");
	assert_false(file_exists("not"));
	free(words[0]);
}

int
main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, setting_set_up, setting_tear_down)
	const struct CMUnitTest tests[] = {
		TEST(files_come_back_byte_by_byte),
		TEST(links_are_followed_once),
		TEST(what_is_no_file_of_settings_is_refused),
		TEST(a_value_that_cannot_be_written_is_an_error),
		TEST(a_file_that_is_gone),
		TEST(changes_are_described),
		TEST(commands_are_called),
		TEST(a_command_that_fails_is_an_error),
		TEST(a_command_of_a_dead_starter_is_waited_for),
	};

	return cmocka_run_group_tests_name("setting_file", tests, NULL, NULL);
}
