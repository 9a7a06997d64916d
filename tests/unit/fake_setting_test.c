/*
 * The host in an experiment above an operating system that does not exist: variables that refuse, ignore and
 * zero each other, commands that fail, and the n-th call that fails for every n. Each time the machine must be
 * as before, or the journal must say what is not.
 */
#include "setting_help.h"

#include "base/quote.h"
#include "fake_os.h"
#include "setting/host.h"
#include "setting/journal.h"
#include "setting/state.h"

static int
set_up(void **state)
{
	fake_os_reset();
	fake_os_sysctl_is("vm.a", "1");
	fake_os_sysctl_is("vm.b", "2");
	fake_os_sysctl_is("vm.ratio", "20");
	fake_os_sysctl_is("vm.bytes", "0");
	fake_os_sysctl_partners("vm.ratio", "vm.bytes");
	return setting_set_up(state);
}

static int
tear_down(void **state)
{
	fake_os_reset();
	return setting_tear_down(state);
}

static void
assert_untouched(void)
{
	assert_string_equal(fake_os_sysctl("vm.a"), "1");
	assert_string_equal(fake_os_sysctl("vm.b"), "2");
	assert_string_equal(fake_os_sysctl("vm.ratio"), "20");
	assert_string_equal(fake_os_sysctl("vm.bytes"), "0");
}

static void
begin(struct host *h, const struct variant *v, size_t count)
{
	struct err e;

	if (host_begin(h, v, count, &e) != 0)
		fail_msg("%s", e.text);
	assert_untouched();
}

static void
a_variant_is_entered_and_left(void **state)
{
	struct variant v[] = { variant_of("old="), variant_of("new=sysctl:vm.a=7,env:A=1,sysctl:vm.b=0x10") };
	struct host h;
	struct err e;

	(void)state;
	begin(&h, v, 2);
	assert_int_equal(host_enter(&h, &v[0], &e), 0);
	assert_untouched();
	assert_int_equal(host_leave(&h, &e), 0);
	assert_int_equal(host_enter(&h, &v[1], &e), 0);
	assert_string_equal(fake_os_sysctl("vm.a"), "7");
	assert_string_equal(fake_os_sysctl("vm.b"), "0x10");
	assert_int_equal(h.journal.count, 2);
	assert_int_equal(host_leave(&h, &e), 0);
	assert_untouched();
	assert_int_equal(h.journal.count, 0);
	host_end(&h);
	assert_false(file_exists("state/journal"));
	variant_release(&v[0]);
	variant_release(&v[1]);
}

/* Settings of processes need no journal and no state directory. */
static void
without_settings_of_the_host_nothing_is_written(void **state)
{
	struct variant v[] = { variant_of("old="), variant_of("new=env:A=1,cpus:0") };
	struct host h;
	struct err e;

	(void)state;
	begin(&h, v, 2);
	assert_int_equal(host_enter(&h, &v[1], &e), 0);
	assert_int_equal(host_leave(&h, &e), 0);
	host_end(&h);
	assert_false(file_exists("state"));
	variant_release(&v[0]);
	variant_release(&v[1]);
}

/* 0 is what one has while the other is set; the kernel takes it from nobody. */
static void
pairs_come_back_by_their_partner(void **state)
{
	static const char *const texts[] = { "a=sysctl:vm.bytes=4096", "a=sysctl:vm.ratio=30",
		"a=sysctl:vm.bytes=4096,sysctl:vm.a=9" };
	struct host h;
	struct err e;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct variant v = variant_of(texts[i]);

		begin(&h, &v, 1);
		assert_int_equal(host_enter(&h, &v, &e), 0);
		assert_string_equal(fake_os_sysctl("vm.bytes"), i == 1 ? "0" : "4096");
		assert_string_equal(fake_os_sysctl("vm.ratio"), i == 1 ? "30" : "0");
		if (host_leave(&h, &e) != 0)
			fail_msg("%s", e.text);
		assert_untouched();
		host_end(&h);
		variant_release(&v);
	}
}

/* Everything that can be wrong with a value is known before the first trial, and changes nothing. */
static void
values_that_do_not_take_are_refused_at_once(void **state)
{
	static const struct {
		const char *text, *mentions;
		enum err_kind kind;
	} cases[] = {
		{ "a=sysctl:vm.a=9,sysctl:vm.b=99", "'vm.b' did not take the value '99': it is '2'", ERR_UNFIT },
		{ "a=sysctl:vm.a=9,sysctl:vm.ratio=0", "refuses '0'", ERR_USAGE },
		{ "a=sysctl:vm.ratio=30,sysctl:vm.bytes=4096", "'vm.ratio' did not take", ERR_UNFIT },
		{ "a=sysctl:vm.a=9,sysctl:no.such=1", "there is no sysctl 'no.such'", ERR_USAGE },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct variant v[] = { variant_of("old="), variant_of(cases[i].text) };
		struct host h;
		struct err e;

		fake_os_sysctl_ignores("vm.b", "99");
		assert_int_equal(host_begin(&h, v, 2, &e), -1);
		assert_int_equal(e.kind, cases[i].kind);
		ASSERT_MENTIONS(e, cases[i].mentions);
		ASSERT_MENTIONS(e, "variant 'a'");
		assert_untouched();
		assert_int_equal(h.journal.count, 0);
		host_end(&h);
		assert_false(file_exists("state/journal"));
		variant_release(&v[0]);
		variant_release(&v[1]);
	}
}

/*
 * A value that does not come back leaves the machine changed: that is said, stays in the journal, and stops
 * every start.
 */
static void
what_does_not_come_back_stays_in_the_journal(void **state)
{
	struct variant v = variant_of("a=sysctl:vm.a=9,sysctl:vm.b=9");
	struct host h, next;
	struct err e;

	(void)state;
	begin(&h, &v, 1);
	assert_int_equal(host_enter(&h, &v, &e), 0);
	fake_os_sysctl_ignores("vm.a", "1");
	assert_int_equal(host_leave(&h, &e), -1);
	ASSERT_MENTIONS(e, "harness undo");
	ASSERT_MENTIONS(e, "'vm.a' did not take the value '1': it is '9'");
	assert_string_equal(fake_os_sysctl("vm.b"), "2");
	host_end(&h);

	assert_int_equal(host_begin(&next, &v, 1, &e), -1);
	assert_int_equal(e.kind, ERR_UNFIT);
	ASSERT_MENTIONS(e, "to bring back sysctl:vm.a=1");
	host_end(&next);
	assert_int_equal(journal_check(&e), -1);
	assert_int_equal(e.kind, ERR_UNFIT);
	assert_true(file_exists("state/journal"));
	variant_release(&v);
}

/* As `harness undo` does. */
static void
undo(void)
{
	struct journal j;
	struct err e;

	fake_os_fail_at(0);
	if (journal_open(&j, &e) != 0 || journal_take_back(&j, NULL, NULL, &e) != 0)
		fail_msg("%s", e.text);
	journal_close(&j);
	assert_untouched();
}

static int
experiment(const struct variant *v, size_t count, struct err *e)
{
	struct host h;
	int result = host_begin(&h, v, count, e);

	for (size_t i = 0; i < count && result == 0; i++) {
		result = host_enter(&h, &v[i], e);
		if (result == 0)
			result = host_leave(&h, e);
	}
	host_end(&h);
	return result;
}

/*
 * The n-th call of the system fails. Whatever was being done: either all is as before, or the journal brings it
 * back.
 */
static void
any_call_may_fail(void **state)
{
	struct variant v[] = { variant_of("old="), variant_of("new=sysctl:vm.a=7,sysctl:vm.bytes=4096,cmd:/bin/sh x") };
	unsigned n, dirty = 0;

	(void)state;
	for (n = 1;; n++) {
		struct err e;
		bool clean;

		fake_os_fail_at(n);
		if (experiment(v, 2, &e) == 0) {
			assert_untouched();
			if (!fake_os_failed())
				break;
			continue;	/* a look whether things are as they were may fail: then they are made so */
		}
		assert_true(fake_os_failed());
		if (strstr(e.text, "fake failure") == NULL)
			fail_msg("call %u: %s", n, e.text);
		clean = strcmp(fake_os_sysctl("vm.a"), "1") == 0 && strcmp(fake_os_sysctl("vm.bytes"), "0") == 0;
		if (!clean) {
			dirty++;
			assert_true(file_exists("state/journal"));
			if (strstr(e.text, "harness undo") == NULL)
				fail_msg("call %u: %s", n, e.text);
		}
		undo();
	}
	if (n <= 30 || dirty == 0)
		fail_msg("%u calls, %u of them left something behind", n, dirty);
	assert_untouched();
	assert_false(file_exists("state/journal"));
	variant_release(&v[0]);
	variant_release(&v[1]);
}

static void
note_fate(void *context, const struct journal_entry *entry, enum journal_fate fate, const struct err *failure)
{
	buf_printf(context, "%s:%d%s ", entry->was[0], (int)fate, failure != NULL ? "!" : "");
}

/* One that cannot be read is not gone. */
static void
a_variable_that_is_gone_is_dropped(void **state)
{
	static const struct {
		enum err_kind refusal;
		enum journal_fate fate;
	} cases[] = { { ERR_USAGE, JOURNAL_GONE }, { ERR_UNSUPPORTED, JOURNAL_STAYS }, { ERR_INTERNAL, JOURNAL_STAYS } };
	char *was[] = { (char[]){ "vm.a" }, (char[]){ "1" }, NULL };
	struct journal j;
	struct err e;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct buf seen = BUF_EMPTY;
		bool stays = cases[i].fate == JOURNAL_STAYS;

		fake_os_reset();
		assert_int_equal(journal_open(&j, &e), 0);
		journal_add(&j, &undo_sysctl, was);
		fake_os_refuse("os_sysctl_get", cases[i].refusal);
		fake_os_refuse("os_sysctl_set", cases[i].refusal);
		assert_int_equal(journal_take_back(&j, note_fate, &seen, &e), stays ? -1 : 0);
		assert_string_equal(buf_text(&seen), stays ? "vm.a:3! " : "vm.a:2 ");
		assert_int_equal(j.count, stays ? 1 : 0);
		journal_forget(&j);
		journal_close(&j);
		buf_release(&seen);
	}
}

static void
commands_are_started_in_order(void **state)
{
	struct variant v = variant_of("a=cmd:/bin/sh x,cmd:/bin/sh y z");
	struct host h;
	struct err e;

	(void)state;
	begin(&h, &v, 1);
	assert_int_equal(fake_os_started(), 4);
	assert_int_equal(host_enter(&h, &v, &e), 0);
	assert_int_equal(host_leave(&h, &e), 0);
	assert_string_equal(fake_os_command(4), "/bin/sh x apply");
	assert_string_equal(fake_os_command(5), "/bin/sh y z apply");
	assert_string_equal(fake_os_command(6), "/bin/sh y z revert");
	assert_string_equal(fake_os_command(7), "/bin/sh x revert");
	host_end(&h);
	variant_release(&v);
}

/* One that fails may have done half of its work: it is reverted, too. */
static void
a_command_that_fails_is_reverted(void **state)
{
	static const struct fake_child children[] = { { .status = 0 },
		{ .status = 1 << 8, .error = "no such device\n" } };
	struct variant v = variant_of("a=cmd:/bin/sh x,sysctl:vm.a=3,cmd:/bin/sh y");
	struct host h;
	struct err e;

	(void)state;
	fake_os_script(children, COUNT_OF(children));
	assert_int_equal(host_begin(&h, &v, 1, &e), -1);
	assert_int_equal(e.kind, ERR_UNFIT);
	ASSERT_MENTIONS(e, "variant 'a': '/bin/sh y apply' failed: exit status 1; it said: no such device");
	assert_int_equal(fake_os_started(), 4);
	assert_string_equal(fake_os_command(2), "/bin/sh y revert");
	assert_string_equal(fake_os_command(3), "/bin/sh x revert");
	assert_untouched();
	host_end(&h);
	variant_release(&v);
}

/* Both failures are told, and who comes next is told what became of it. */
static void
a_command_that_cannot_be_reverted_either_says_both(void **state)
{
	static const struct fake_child children[] = { { .status = 1 << 8, .error = "no such device\n" },
		{ .status = 2 << 8, .error = "still none\n" } };
	struct variant v = variant_of("a=cmd:/bin/sh x");
	struct host h, next;
	struct err e;

	(void)state;
	fake_os_script(children, COUNT_OF(children));
	assert_int_equal(host_begin(&h, &v, 1, &e), -1);
	assert_int_equal(e.kind, ERR_UNFIT);
	assert_string_equal(e.text, "variant 'a': '/bin/sh x apply' failed: exit status 1; it said: no such device; and then: "
	    "this machine is left changed ('harness undo' tries again): '/bin/sh x revert' failed: exit status 2; it said: still none");
	host_end(&h);

	assert_int_equal(host_begin(&next, &v, 1, &e), -1);
	assert_string_equal(e.text, "a harness that was killed, or could not undo its change, has left this machine changed; "
	    "call 'harness undo' to bring back cmd:/bin/sh x, or 'harness undo --forget' to leave it as it is now");
	host_end(&next);
	variant_release(&v);
}

/* Where a boot is told by its time, setting the clock is no reboot. */
static void
boots_are_told_apart(void **state)
{
	static const struct {
		const char *noted, *now;
		bool same;
	} cases[] = {
		{ "a-b-c", "a-b-c", true },
		{ "a-b-c", "a-b-d", false },
		{ "a-b-c", NULL, true },
		{ NULL, "a-b-c", true },
		{ "1790000000", "1790000000", true },
		{ "1790000000", "1790000300", true },
		{ "1790000300", "1790000000", true },
		{ "1790000000", "1790090000", false },
		{ "1790000000", "1790000001-x", false },
		{ "8f", "8e", false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *was[] = { (char[]){ "vm.a" }, (char[]){ "1" }, NULL };
		struct journal j;
		struct err e;

		fake_os_fact_is(OS_BOOT_ID, cases[i].noted);
		assert_int_equal(journal_open(&j, &e), 0);
		journal_add(&j, &undo_sysctl, was);
		fake_os_fact_is(OS_BOOT_ID, cases[i].now);
		journal_lapse(&j, NULL, NULL);
		assert_int_equal(j.count, cases[i].same ? 1 : 0);
		journal_forget(&j);
		journal_close(&j);
	}
}

static void
values_are_read_for_the_record(void **state)
{
	struct variant v[] = { variant_of("a="), variant_of("b=sysctl:vm.a=7,cpus:1,env:A=1,cmd:/bin/sh x,file:f=9"),
		variant_of("c=sysctl:vm.bytes=1") };
	json_t *values = json_object(), *value;
	const char *name, *content = NULL;
	struct err e;

	(void)state;
	put_file("f", "what was\n");
	assert_int_equal(variants_read(v, 3, values, &e), 0);
	assert_int_equal(json_object_size(values), 4);
	assert_string_equal(json_get_text(values, "vm.a"), "1");
	assert_string_equal(json_get_text(values, "vm.bytes"), "0");
	assert_string_equal(json_get_text(values, "cpus"), "0-1");
	json_object_foreach(values, name, value) if (name[0] == '/' && strcmp(path_base(name), "f") == 0) content =
	    json_string_value(value);
	assert_string_equal(content, "what was");
	json_decref(values);
	for (size_t i = 0; i < COUNT_OF(v); i++)
		variant_release(&v[i]);
}

static void
what_cannot_be_had_is_refused(void **state)
{
	static const struct {
		const char *text, *mentions;
		enum err_kind kind;
	} cases[] = {
		{ "a=cpus:1-2", "CPU 2 of 'cpus:1-2' is not among those that we may run on: 0-1", ERR_UNSUPPORTED },
		{ "a=sysctl:no.such=1", "there is no sysctl", ERR_USAGE },
		{ "a=file:missing=1", "there is no file", ERR_USAGE },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct variant v = variant_of(cases[i].text);
		json_t *values = json_object();
		struct err e;

		assert_int_equal(variants_read(&v, 1, values, &e), -1);
		assert_int_equal(e.kind, cases[i].kind);
		ASSERT_MENTIONS(e, cases[i].mentions);
		json_decref(values);
		variant_release(&v);
	}
}

static void
cpus_are_taken_and_read_back(void **state)
{
	unsigned *cpus;
	size_t count;
	struct err e;

	(void)state;
	assert_int_equal(setting_cpus_take("1", &e), 0);
	assert_int_equal(os_get_cpus(&cpus, &count, &e), 0);
	assert_int_equal(count, 1);
	assert_int_equal(cpus[0], 1);
	free(cpus);
	for (unsigned n = 1;; n++) {
		fake_os_fail_at(n);
		if (setting_cpus_take("0-1", &e) == 0)
			break;
		assert_true(fake_os_failed());
	}
	fake_os_refuse("os_set_cpus", ERR_UNSUPPORTED);
	assert_int_equal(setting_cpus_take("0", &e), -1);
	assert_int_equal(e.kind, ERR_UNSUPPORTED);
}

int
main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(a_variant_is_entered_and_left),
		TEST(without_settings_of_the_host_nothing_is_written),
		TEST(pairs_come_back_by_their_partner),
		TEST(values_that_do_not_take_are_refused_at_once),
		TEST(what_does_not_come_back_stays_in_the_journal),
		TEST(any_call_may_fail),
		TEST(a_variable_that_is_gone_is_dropped),
		TEST(commands_are_started_in_order),
		TEST(a_command_that_fails_is_reverted),
		TEST(a_command_that_cannot_be_reverted_either_says_both),
		TEST(boots_are_told_apart),
		TEST(values_are_read_for_the_record),
		TEST(what_cannot_be_had_is_refused),
		TEST(cpus_are_taken_and_read_back),
	};

	return cmocka_run_group_tests_name("fake_setting", tests, NULL, NULL);
}
