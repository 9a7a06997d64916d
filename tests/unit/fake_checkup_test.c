/* The checkup above an operating system that does not exist: every answer, and every answer that is missing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fake_os.h"
#include "run/checkup_part.h"

static const uint64_t S = 1000000000, MIB = 1024 * 1024;

static int
setup(void **state)
{
	(void)state;
	setenv("HARNESS_STATE", "/nonexistent/harness-state", 1);
	fake_os_reset();
	return 0;
}

static const struct check *
find(const struct checkup *c, const char *name)
{
	for (size_t i = 0; i < c->count; i++)
		if (strcmp(c->list[i].name, name) == 0)
			return &c->list[i];
	fail_msg("no check '%s'", name);
	return NULL;
}

/* Makes a checkup and looks at one line: its level, and words that it has. */
static void
expect(const char *name, enum check_level level, const char *words)
{
	struct checkup c;
	const struct check *found;

	checkup_make(&c, "/scratch", "/results");
	found = find(&c, name);
	if (found->level != level || strstr(found->what, words) == NULL)
		fail_msg("%s: %s: %s", name, check_level_name(found->level), found->what);
	if (level == CHECK_OK) {
		assert_null(found->why);
		assert_null(found->advice);
	} else
		assert_non_null(found->why);
	checkup_release(&c);
}

static void
it_watches_for_a_second(void **state)
{
	(void)state;
	expect("harness", CHECK_OK, "no other");
	assert_true(fake_os_slept_ns() == S);
	assert_int_equal(fake_os_started(), 0);
}

static void
clocks_are_judged_by_name(void **state)
{
	static const struct {
		const char *source;
		enum check_level level;
	} rows[] = {
		{ "tsc", CHECK_OK }, { "TSC-low", CHECK_OK }, { "kvm-clock", CHECK_OK }, { "arch_sys_counter", CHECK_OK },
		{ "hpet", CHECK_WARNING }, { "acpi_pm", CHECK_WARNING }, { "ACPI-fast", CHECK_WARNING }, { "jiffies", CHECK_WARNING },
		{ "something", CHECK_NOTE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		fake_os_fact_is(OS_CLOCK_SOURCE, rows[i].source);
		expect("clock", rows[i].level, rows[i].source);
	}
	fake_os_fact_is(OS_CLOCK_SOURCE, NULL);
	expect("clock", CHECK_UNKNOWN, "does not tell");
}

static void
accounting(void **state)
{
	(void)state;
	fake_os_fact_is(OS_CPU_ACCOUNTING, "exact");
	expect("CPU time", CHECK_OK, "measured");
	fake_os_fact_is(OS_CPU_ACCOUNTING, "tick");
	fake_os_fact_is(OS_CPU_TICK_NS, "4000000");
	expect("CPU time", CHECK_NOTE, "every 4 ms");
	fake_os_fact_is(OS_CPU_TICK_NS, NULL);
	expect("CPU time", CHECK_NOTE, "by sampling");
	fake_os_fact_is(OS_CPU_ACCOUNTING, NULL);
	expect("CPU time", CHECK_UNKNOWN, "does not tell");
}

static void
guests(void **state)
{
	(void)state;
	fake_os_fact_is(OS_VIRTUALISATION, "none");
	expect("machine", CHECK_OK, "no guest");
	fake_os_fact_is(OS_VIRTUALISATION, "KVM");
	expect("machine", CHECK_NOTE, "KVM");
	fake_os_fact_is(OS_VIRTUALISATION, NULL);
	expect("machine", CHECK_UNKNOWN, "does not tell");
}

static void
space(void **state)
{
	(void)state;
	fake_os_space_is(50000 * MIB, 100000 * MIB);
	expect("scratch", CHECK_OK, "/scratch");
	fake_os_space_is(500 * MIB, 100000 * MIB);
	expect("scratch", CHECK_WARNING, "500");
	fake_os_space_is(4000 * MIB, 100000 * MIB);
	expect("results", CHECK_WARNING, "/results");
	fake_os_space_is(1 * MIB, 100000 * MIB);
	expect("scratch", CHECK_UNFIT, "free in");
	fake_os_refuse("os_space", ERR_INTERNAL);
	expect("scratch", CHECK_UNKNOWN, "refused");
}

static const struct os_process processes[] = {
	{ .pid = 2, .kernel = true, .started = 1, .cpu_ns = 5, .name = "kworker/0" },
	{ .pid = 50, .started = 7, .cpu_ns = 1000, .name = "idler" },
	{ .pid = 60, .started = 8, .cpu_ns = 1000, .name = "unattended-upgr" },
	{ .pid = 61, .started = 8, .cpu_ns = 1000, .name = "dpkg" },
	{ .pid = 62, .started = 9, .cpu_ns = 1000, .name = "dpkg" },
	{ .pid = 70, .started = 9, .cpu_ns = 1000, .name = "hwarden" },
};

static void
jobs_and_another_harness(void **state)
{
	struct checkup c;

	(void)state;
	fake_os_processes_are(processes, 2);
	expect("jobs", CHECK_OK, "no update");
	expect("harness", CHECK_OK, "no other");
	expect("processes", CHECK_OK, "no other");
	fake_os_processes_are(processes, 6);
	expect("jobs", CHECK_WARNING, "unattended-upgr, dpkg running");
	expect("harness", CHECK_UNFIT, "another");
	checkup_make(&c, "/scratch", "/results");
	assert_int_equal(checkup_worst(&c), CHECK_UNFIT);
	checkup_release(&c);
}

static void
a_machine_at_rest(void **state)
{
	static const struct os_machine m = { 10, 20, 30, 40, 50, 100, 1000 };

	(void)state;
	fake_os_machine_is(&m);
	expect("load", CHECK_OK, "0.00 of");
	expect("steal", CHECK_OK, "none");
}

static void
what_is_not_told_is_unknown(void **state)
{
	static const struct os_machine nothing = { OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN };

	(void)state;
	fake_os_machine_is(&nothing);
	expect("load", CHECK_UNKNOWN, "does not tell");
	expect("steal", CHECK_UNKNOWN, "does not tell");
	fake_os_refuse("os_machine", ERR_UNSUPPORTED);
	fake_os_refuse("os_processes", ERR_UNSUPPORTED);
	expect("load", CHECK_UNKNOWN, "does not tell");
	expect("steal", CHECK_UNKNOWN, "does not tell");
	expect("processes", CHECK_UNKNOWN, "does not tell");
	expect("jobs", CHECK_UNKNOWN, "does not tell");
	expect("harness", CHECK_UNKNOWN, "does not tell");
	expect("frequency", CHECK_UNKNOWN, "does not tell");
	expect("huge pages", CHECK_UNKNOWN, "does not tell");
	expect("swap", CHECK_UNKNOWN, "does not tell");
}

static void
settings(void **state)
{
	static const struct {
		struct checkup_settings is;
		const char *name;
		enum check_level level;
		const char *words;
	} rows[] = {
		{ { .governor = "performance" }, "frequency", CHECK_OK, "performance" },
		{ { .governor = "performance", .no_turbo = "1" }, "frequency", CHECK_OK, "performance" },
		{ { .governor = "performance", .no_turbo = "0" }, "frequency", CHECK_NOTE, "boost" },
		{ { .governor = "performance", .boost = "1" }, "frequency", CHECK_NOTE, "boost" },
		{ { .governor = "performance,powersave" }, "frequency", CHECK_WARNING, "powersave" },
		{ { .governor = "schedutil", .boost = "0" }, "frequency", CHECK_WARNING, "schedutil" },
		{ { .boost = "1" }, "frequency", CHECK_UNKNOWN, "" },
		{ { .huge_pages = "always" }, "huge pages", CHECK_NOTE, "always" },
		{ { .huge_pages = "madvise" }, "huge pages", CHECK_OK, "madvise" },
		{ { .huge_pages = "never" }, "huge pages", CHECK_OK, "never" },
		{ { .swap_used_bytes = "0" }, "swap", CHECK_OK, "none" },
		{ { .swap_used_bytes = "1048576" }, "swap", CHECK_WARNING, "MiB in use" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct checkup c = { NULL, 0 };
		const struct check *found;

		checkup_judge_settings(&c, &rows[i].is);
		found = find(&c, rows[i].name);
		if (found->level != rows[i].level || strstr(found->what, rows[i].words) == NULL)
			fail_msg("row %zu: %s: %s", i, check_level_name(found->level), found->what);
		checkup_release(&c);
	}
}

/* A second on two CPUs: 0.3 s of one process, 0.06 of another, 0.1 of a kernel thread; 0.07 of the dead. */
static void
a_busy_second(void **state)
{
	enum { MS = 1000000 };
	struct os_process was[] = {
		{ .pid = 2, .kernel = true, .started = 1, .cpu_ns = 5, .name = "kworker/0" },
		{ .pid = 50, .started = 7, .cpu_ns = 1000, .name = "browser" },
		{ .pid = 51, .started = 8, .cpu_ns = 3000 * (uint64_t)MS, .name = "idler" },
		{ .pid = 52, .started = 8, .cpu_ns = OS_UNKNOWN, .name = "hidden" },
	};
	struct os_process is[] = {
		{ .pid = 2, .kernel = true, .started = 1, .cpu_ns = 5 + 100 * MS, .name = "kworker/0" },
		{ .pid = 50, .started = 7, .cpu_ns = 1000 + 200 * MS, .name = "browser" },
		{ .pid = 55, .started = 70, .cpu_ns = 100 * MS, .name = "browser" },	/* new */
		{ .pid = 51, .started = 71, .cpu_ns = 60 * MS, .name = "newcomer" },	/* the number was used again */
		{ .pid = 52, .started = 8, .cpu_ns = OS_UNKNOWN, .name = "hidden" },
	};
	struct moment before = { { S }, true, true, { 0, 0, 0, 0, 0, 0, 0 }, was, 4 };
	struct moment after = { { 2 * S }, true, true, { 430 * MS, 100 * MS, 20 * MS, 50 * MS, 0, 0, 0 }, is, 5 };
	struct checkup c = { NULL, 0 };

	(void)state;
	checkup_compare(&c, &before, &after, 2);
	assert_string_equal(find(&c, "processes")->what, "browser 30 %, kernel thread kworker/0 10 %, newcomer 6 %, "
	    "some that came and went 7 % of one CPU");
	assert_int_equal(find(&c, "processes")->level, CHECK_WARNING);
	assert_string_equal(find(&c, "load")->what, "others use 0.55 of 2 CPUs");
	assert_int_equal(find(&c, "load")->level, CHECK_WARNING);
	assert_string_equal(find(&c, "steal")->what, "the host took 2.5 % of the CPU time away");
	assert_int_equal(find(&c, "steal")->level, CHECK_WARNING);
	checkup_release(&c);
	after.machine.user_ns = 1800 * (uint64_t)MS;
	checkup_compare(&c, &before, &after, 2);
	assert_int_equal(find(&c, "load")->level, CHECK_UNFIT);
	checkup_release(&c);
}

/* Whichever call fails, there is an answer to everything else. */
static void
failures_are_survived(void **state)
{
	(void)state;
	for (unsigned n = 1;; n++) {
		struct checkup c;

		fake_os_reset();
		fake_os_fail_at(n);
		checkup_make(&c, "/scratch", "/results");
		assert_true(c.count >= 12);
		checkup_release(&c);
		if (!fake_os_failed())
			break;
		assert_true(n < 100);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(it_watches_for_a_second, setup),
		cmocka_unit_test_setup(clocks_are_judged_by_name, setup),
		cmocka_unit_test_setup(accounting, setup),
		cmocka_unit_test_setup(guests, setup),
		cmocka_unit_test_setup(space, setup),
		cmocka_unit_test_setup(jobs_and_another_harness, setup),
		cmocka_unit_test_setup(a_machine_at_rest, setup),
		cmocka_unit_test_setup(what_is_not_told_is_unknown, setup),
		cmocka_unit_test_setup(settings, setup),
		cmocka_unit_test_setup(a_busy_second, setup),
		cmocka_unit_test_setup(failures_are_survived, setup),
	};

	return cmocka_run_group_tests_name("checkup", tests, NULL, NULL);
}
