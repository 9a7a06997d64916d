/* setting: the undo journal on a real disk, with real processes. */
#include "setting_help.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include "base/quote.h"
#include "os/os.h"
#include "setting/host.h"
#include "setting/journal.h"
#include "setting/state.h"

static void
open_it(struct journal *j)
{
	struct err e;

	if (journal_open(j, &e) != 0)
		fail_msg("%s", e.text);
}

static void
add_file(struct journal *j, const char *path, const char *content)
{
	char *was[] = { path_absolute(path), (char *)(uintptr_t)content, NULL };

	journal_add(j, &undo_file, was);
	free(was[0]);
}

static void
save(struct journal *j)
{
	struct err e;

	if (journal_save(j, &e) != 0)
		fail_msg("%s", e.text);
}

/* As kill -9 would leave it: the file stays, the lock goes. */
static void
abandon(struct journal *j)
{
	close(j->lock);
	for (size_t i = 0; i < j->count; i++) {
		free(j->entries[i].boot);
		quote_free(j->entries[i].was);
	}
	free(j->entries);
}

static void
it_remembers_every_byte(void **state)
{
	static const char odd[] = "a\"b\\c%41\n\t\x01\x7f \xc3\xa9 \xff\xfe ''";
	struct journal j;

	(void)state;
	open_it(&j);
	assert_int_equal(j.count, 0);
	add_file(&j, "f", odd);
	add_file(&j, "g", "");
	save(&j);
	abandon(&j);

	open_it(&j);
	assert_int_equal(j.count, 2);
	assert_ptr_equal(j.entries[0].undo, &undo_file);
	assert_string_equal(path_base(j.entries[0].was[0]), "f");
	assert_string_equal(j.entries[0].was[1], odd);
	assert_string_equal(j.entries[1].was[1], "");
	assert_null(j.entries[1].was[2]);
	journal_forget(&j);
	journal_close(&j);
	assert_false(file_exists("state/journal"));
}

static void
note_seen(void *context, const struct journal_entry *entry, enum journal_fate fate, const struct err *failure)
{
	static const char *const marks[] = { "", "~", "-", "!" };

	assert_int_equal(failure != NULL, fate == JOURNAL_STAYS);
	buf_printf(context, "%s%s ", marks[fate], path_base(entry->was[0]));
}

/* The latest first; what fails stays, the rest comes back all the same. */
static void
everything_is_taken_back_but_what_fails(void **state)
{
	struct buf seen = BUF_EMPTY;
	struct journal j;
	struct err e;

	(void)state;
	put_file("f", "changed\n");
	put_file("g", "changed\n");
	open_it(&j);
	add_file(&j, "f", "f was\n");
	add_file(&j, "missing", "x");
	add_file(&j, "g", "g was\n");
	save(&j);
	assert_int_equal(journal_take_back(&j, note_seen, &seen, &e), -1);
	ASSERT_MENTIONS(e, "missing");
	assert_string_equal(buf_text(&seen), "g !missing f ");
	assert_file("f", "f was\n");
	assert_file("g", "g was\n");
	assert_int_equal(j.count, 1);
	journal_close(&j);

	open_it(&j);
	assert_int_equal(j.count, 1);
	assert_int_equal(journal_refuse_rest(&j, &e), -1);
	assert_int_equal(e.kind, ERR_UNFIT);
	ASSERT_MENTIONS(e, "harness undo");
	ASSERT_MENTIONS(e, "missing=x");
	put_file("missing", "there again\n");
	assert_int_equal(journal_take_back(&j, NULL, NULL, &e), 0);
	assert_file("missing", "x");
	assert_int_equal(journal_refuse_rest(&j, &e), 0);
	journal_close(&j);
	buf_release(&seen);
}

/* A journal as another boot left it. */
static void
put_journal(const char *boot, const char *entries)
{
	struct err e;
	struct buf text = BUF_EMPTY;

	assert_int_equal(state_make(&e), 0);
	buf_puts(&text, "{\"type\":\"undo journal of harness\",\"version\":1}\n");
	for (; *entries != '\0'; entries++)
		if (*entries == '@')
			buf_puts(&text, boot);
		else
			buf_putc(&text, *entries);
	put_file("state/journal", buf_text(&text));
	put_file("state/lock", "");
	buf_release(&text);
}

static const char three[] = "{\"undo\":\"sysctl\",\"boot\":\"@\",\"was\":[\"no.such.sysctl\",\"60\"]}\n"
			    "{\"undo\":\"file\",\"boot\":\"@\",\"was\":[\"/proc/no/such\",\"1\"]}\n"
			    "{\"undo\":\"file\",\"boot\":\"@\",\"was\":[\"/etc/no/such\",\"1\"]}\n";

/* What the kernel has no more needs no undo, and stops nobody; a file of the user's that is missing does. */
static void
what_the_kernel_has_no_more_is_dropped(void **state)
{
	char *boot = os_fact(OS_BOOT_ID);
	struct buf seen = BUF_EMPTY;
	struct journal j;
	struct err e;

	(void)state;
	put_journal(boot != NULL ? boot : "", three);
	open_it(&j);
	assert_int_equal(journal_take_back(&j, note_seen, &seen, &e), -1);
	ASSERT_MENTIONS(e, "/etc/no/such");
	assert_memory_equal(buf_text(&seen), "!such -such ", 12);	/* not every system can tell of a sysctl */
	assert_string_equal(j.entries[j.count - 1].was[0], "/etc/no/such");
	journal_close(&j);
	buf_release(&seen);
	free(boot);
}

static void
a_reboot_takes_back_what_the_kernel_forgets(void **state)
{
	char *boot = os_fact(OS_BOOT_ID);
	struct journal j;

	(void)state;
	put_journal("another boot", three);
	open_it(&j);
	assert_int_equal(j.count, 3);
	journal_lapse(&j, NULL, NULL);
	assert_int_equal(j.count, boot != NULL ? 1 : 3);
	assert_string_equal(j.entries[j.count - 1].was[0], "/etc/no/such");
	journal_close(&j);

	put_journal(boot != NULL ? boot : "", three);
	open_it(&j);
	journal_lapse(&j, NULL, NULL);
	assert_int_equal(j.count, 3);
	journal_close(&j);

	put_journal("", three);	/* a system that does not tell */
	open_it(&j);
	journal_lapse(&j, NULL, NULL);
	assert_int_equal(j.count, 3);
	journal_close(&j);
	free(boot);
}

static void
a_start_looks_at_it(void **state)
{
	char *boot = os_fact(OS_BOOT_ID);
	struct err e;

	(void)state;
	assert_int_equal(journal_check(&e), 0);
	assert_false(file_exists("state"));	/* who only looks leaves nothing */
	put_journal(boot != NULL ? boot : "", three);
	assert_int_equal(journal_check(&e), -1);
	assert_int_equal(e.kind, ERR_UNFIT);
	ASSERT_MENTIONS(e, "call 'harness undo' to bring back sysctl:no.such.sysctl=60 and 2 more");
	if (boot != NULL) {
		put_journal("another boot", "{\"undo\":\"sysctl\",\"boot\":\"@\",\"was\":[\"a\",\"60\"]}\n");
		assert_int_equal(journal_check(&e), 0);
	}
	free(boot);
}

#define HEADING "{\"type\":\"undo journal of harness\",\"version\":1}\n"

static void
damage_is_not_written_over(void **state)
{
	static const char *const texts[] = {
		"",
		"x\n",
		"{\"type\":\"undo journal of harness\",\"version\":2}\n",
		HEADING "{\"undo\":\"sysctl\"",
		HEADING "{\"undo\":\"loop\",\"boot\":\"\",\"was\":[\"a\"]}\n",
		HEADING "{\"undo\":\"file\",\"boot\":\"\",\"was\":[]}\n",
		HEADING "{\"undo\":\"file\",\"boot\":\"\",\"was\":[\"%zz\"]}\n",
		HEADING "{\"undo\":\"file\",\"boot\":\"\",\"was\":[\"%0\"]}\n",
		HEADING "{\"undo\":\"file\",\"boot\":\"\",\"was\":[1]}\n",
	};
	struct journal j;
	struct err e;

	(void)state;
	assert_int_equal(state_make(&e), 0);
	put_file("state/lock", "");
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		put_file("state/journal", texts[i]);
		assert_int_equal(journal_open(&j, &e), -1);
		assert_int_equal(e.kind, ERR_UNFIT);
		ASSERT_MENTIONS(e, "state/journal");
		assert_int_equal(journal_check(&e), -1);
		assert_int_equal(e.kind, ERR_UNFIT);
		assert_file("state/journal", texts[i]);
	}
	assert_int_equal(journal_remove(&e), 0);
	open_it(&j);
	journal_close(&j);
}

/* Each kind of entry has as many words as its undo reads, neither fewer nor more than it knows. */
static void
entries_have_the_words_that_they_need(void **state)
{
	static const struct {
		const char *kind, *legal;	/* legal: for 0, 1, ... words */
	} cases[] = { { "file", "001000000" }, { "sysctl", "001010000" }, { "cmd", "001111111" } };
	struct err e;

	(void)state;
	assert_int_equal(state_make(&e), 0);
	put_file("state/lock", "");
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		for (size_t count = 0; cases[i].legal[count] != '\0'; count++) {
			struct buf text = BUF_EMPTY, said = BUF_EMPTY;
			struct journal j;
			bool legal = cases[i].legal[count] == '1';

			buf_printf(&text, HEADING "{\"undo\":\"%s\",\"boot\":\"\",\"was\":[", cases[i].kind);
			for (size_t w = 0; w < count; w++)
				buf_printf(&text, "%s\"/no/such/%zu\"", w > 0 ? "," : "", w);
			buf_puts(&text, "]}\n");
			put_file("state/journal", buf_text(&text));
			if ((journal_open(&j, &e) == 0) != legal)
				fail_msg("%s with %zu words: %s", cases[i].kind, count, legal ? e.text : "taken");
			if (legal) {
				j.entries[0].undo->describe(j.entries[0].was, &said);
				assert_non_null(strstr(buf_text(&said), cases[i].kind));
				journal_forget(&j);
				journal_close(&j);
			} else {
				assert_int_equal(e.kind, ERR_UNFIT);
				ASSERT_MENTIONS(e, "cannot be read");
				ASSERT_MENTIONS(e, cases[i].kind);
				assert_int_equal(journal_check(&e), -1);
				assert_int_equal(e.kind, ERR_UNFIT);
				assert_file("state/journal", buf_text(&text));
			}
			buf_release(&text);
			buf_release(&said);
		}
}

/* Runs in a process of its own while the lock is held here; gives the kind of the error, or 0. */
static int
elsewhere(int (*act)(struct err *e))
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		struct err e = { .kind = ERR_NONE };

		if (act(&e) != 0 && strstr(e.text, "another harness") == NULL)
			_exit(1);
		_exit((int)e.kind);
	}
	assert_true(pid > 0);
	while (waitpid(pid, &status, 0) < 0)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int
try_open(struct err *e)
{
	struct journal j;
	int result = journal_open(&j, e);

	if (result == 0)
		journal_close(&j);
	return result;
}

static void
one_harness_at_a_time(void **state)
{
	struct journal j;

	(void)state;
	open_it(&j);
	assert_int_equal(elsewhere(try_open), ERR_UNFIT);
	assert_int_equal(elsewhere(journal_check), ERR_UNFIT);
	assert_int_equal(elsewhere(journal_remove), ERR_UNFIT);
	journal_close(&j);
	assert_int_equal(elsewhere(try_open), 0);
	assert_int_equal(elsewhere(journal_check), 0);
}

static void
no_place_for_it(void **state)
{
	struct journal j;
	struct err e;

	(void)state;
	put_file("state", "in the way");
	assert_int_equal(journal_open(&j, &e), -1);
	ASSERT_MENTIONS(e, "HARNESS_STATE");
}

/* The state directory vanishes between two trials: nothing is changed that is not noted. */
static void
what_cannot_be_noted_is_not_changed(void **state)
{
	struct variant v = variant_of("a=file:f=new");
	struct host h;
	struct err e;

	(void)state;
	put_file("f", "old");
	if (host_begin(&h, &v, 1, &e) != 0)
		fail_msg("%s", e.text);
	assert_file("f", "old");
	assert_int_equal(file_remove_tree("state", &e), 0);
	assert_int_equal(host_enter(&h, &v, &e), -1);
	ASSERT_MENTIONS(e, "variant 'a': the undo journal");
	assert_file("f", "old");
	host_end(&h);
	variant_release(&v);
}

static void
places_of_the_state(void **state)
{
	char *path, *given = mem_string(getenv("HARNESS_STATE"));

	(void)state;
	path = state_path("journal");
	assert_string_equal(path_base(path), "journal");
	assert_memory_equal(path, given, strlen(given));
	free(path);
	unsetenv("HARNESS_STATE");
	setenv("HOME", "/home/x", 1);
	setenv("XDG_STATE_HOME", "/x/state", 1);
	path = state_path("journal");
	assert_string_equal(path, geteuid() == 0 ? "/var/lib/harness/journal" : "/x/state/harness/journal");
	free(path);
	setenv("XDG_STATE_HOME", "relative", 1);
	path = state_path("journal");
	assert_string_equal(path, geteuid() == 0 ? "/var/lib/harness/journal" : "/home/x/.local/state/harness/journal");
	free(path);
	unsetenv("XDG_STATE_HOME");
	setenv("HARNESS_STATE", given, 1);
	free(given);
}

int
main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, setting_set_up, setting_tear_down)
	const struct CMUnitTest tests[] = {
		TEST(it_remembers_every_byte),
		TEST(everything_is_taken_back_but_what_fails),
		TEST(what_the_kernel_has_no_more_is_dropped),
		TEST(a_reboot_takes_back_what_the_kernel_forgets),
		TEST(a_start_looks_at_it),
		TEST(damage_is_not_written_over),
		TEST(entries_have_the_words_that_they_need),
		TEST(one_harness_at_a_time),
		TEST(no_place_for_it),
		TEST(what_cannot_be_noted_is_not_changed),
		TEST(places_of_the_state),
	};

	return cmocka_run_group_tests_name("setting_journal", tests, NULL, NULL);
}
