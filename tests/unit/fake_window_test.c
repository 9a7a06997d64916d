/* Windows above an operating system that does not exist: what is charged to whom, and that nothing is lost. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fake_os.h"
#include "measure/heartbeat.h"
#include "measure/standard.h"
#include "measure/window.h"

enum { MS = 1000 * 1000 };

static const uint64_t S = 1000000000;

static int
setup(void **state)
{
	(void)state;
	fake_os_reset();
	return 0;
}

/* Opens a window, lets `work` change the world for `lasts_ns`, and closes it. */
static void
measure(const struct window_scope *scope, uint64_t lasts_ns, void (*work)(void), struct figures *f)
{
	struct window w;

	window_open(&w, scope);
	fake_os_advance(lasts_ns);
	work();
	window_stop(&w);
	window_close(&w, f);
}

static struct os_tree
lead(void)
{
	struct os_tree t;

	os_tree_lead(&t, "harness-1", true);
	return t;
}

static void
nothing(void)
{
}

static void
real_is_the_clock_between_open_and_stop(void **state)
{
	struct os_tree tree = lead();
	struct window_scope scope = { .tree = &tree, .device = "" };
	struct figures f;

	(void)state;
	fake_os_clock(S, 0);
	measure(&scope, 1500 * MS, nothing, &f);
	assert_float_equal(f.real, 1.5, 1e-9);
	assert_float_equal(figures_value(&f, "real"), 1.5, 1e-9);
	figures_release(&f);
	os_tree_release(&tree);
}

static const struct os_machine before_machine = { 10, 20, 30, 40, 50, 100, 1000 };
static const struct os_process before_processes[] = {
	{ .pid = 2, .kernel = true, .started = 1, .cpu_ns = 5, .name = "kworker/0" },
	{ .pid = 50, .started = 7, .cpu_ns = 1000, .name = "updatedb" },
	{ .pid = 51, .started = 8, .cpu_ns = 0, .name = "idler" },
};
static const struct os_process after_processes[] = {
	{ .pid = 2, .kernel = true, .started = 1, .cpu_ns = 5 + 100 * MS, .name = "kworker/0" },
	{ .pid = 50, .started = 7, .cpu_ns = 1000 + 300 * MS, .name = "updatedb" },
	{ .pid = 51, .started = 99, .cpu_ns = 50 * MS, .name = "newcomer" },	/* the number was used again */
};

/* Two CPUs for 2 s: 1.2 s the tree, 0.1 kernel, 0.35 others by name, 0.15 short-lived, 0.2 interrupts, 0.1 steal, 1.9 idle. */
static void
a_busy_machine(void)
{
	struct os_machine m = before_machine;

	m.user_ns += 1300 * MS;
	m.system_ns += 500 * MS;
	m.interrupt_ns += 200 * MS;
	m.steal_ns += 100 * MS;
	m.idle_ns += 1900 * MS;
	m.processes_started += 7;
	fake_os_machine_is(&m);
	fake_os_processes_are(after_processes, 3);
}

static void
cpu_is_conserved(void **state)
{
	struct os_tree tree = lead();
	struct window_scope scope = { .tree = &tree, .device = "" };
	static const struct fake_child child = { .usage = { .user_ns = 1000 * MS, .system_ns = 200 * MS } };
	struct os_start start = { .path = "/bin/x", .argv = (char *[]){ (char[]){ "x" }, NULL } };
	struct figures f;
	struct window w;
	struct err e;
	pid_t pid;
	int status;

	(void)state;
	fake_os_clock(S, 0);
	fake_os_cpus_are(2);
	fake_os_script(&child, 1);
	fake_os_machine_is(&before_machine);
	fake_os_processes_are(before_processes, 3);
	window_open(&w, &scope);
	assert_int_equal(os_start(&start, &pid, &e), 0);
	assert_int_equal(os_wait(pid, true, &pid, &status, NULL, &e), 0);
	fake_os_advance(2 * S);
	a_busy_machine();
	window_stop(&w);
	window_close(&w, &f);
	assert_float_equal(f.user, 1.0, 1e-9);
	assert_float_equal(f.sys, 0.2, 1e-9);
	assert_float_equal(f.cpu, 1.2, 1e-9);
	assert_float_equal(f.unreaped, 0, 1e-9);
	assert_float_equal(f.kernel, 0.1, 1e-9);
	assert_float_equal(f.others, 0.35 + 0.15, 1e-9);
	assert_float_equal(figures_value(&f, "outside"), 0.1 + 0.2 + 0.5, 1e-9);
	assert_float_equal(figures_value(&f, "steal"), 0.1, 1e-9);
	assert_float_equal(figures_value(&f, "idle"), 1.9, 1e-9);
	assert_float_equal(figures_value(&f, "residue"), 4.0 - (1.2 + 0.8 + 0.1 + 1.9), 1e-9);
	assert_float_equal(figures_value(&f, "processes_started"), 7, 0);
	assert_int_equal(f.noutside, 4);
	assert_string_equal(f.outside[0].name, "updatedb");
	assert_string_equal(f.outside[1].name, OUTSIDE_ENDED);
	assert_true(f.outside[2].kernel);
	assert_string_equal(f.outside[3].name, "newcomer");
	figures_release(&f);
	os_tree_release(&tree);
}

static void
shares_of_a_short_window_are_unknown(void **state)
{
	struct os_tree tree = lead();
	struct window_scope scope = { .tree = &tree, .device = "" };
	struct figures f;

	(void)state;
	fake_os_clock(S, 0);
	fake_os_machine_is(&before_machine);
	measure(&scope, 900 * MS, a_busy_machine, &f);
	assert_true(isnan(figures_value(&f, "outside")));
	assert_true(isnan(figures_value(&f, "idle")));
	assert_true(isnan(figures_value(&f, "residue")));
	assert_true(isnan(figures_value(&f, "outside.kernel")));
	assert_false(isnan(figures_value(&f, "real")));
	assert_false(isnan(figures_value(&f, "processes_started")));
	figures_release(&f);
	os_tree_release(&tree);
}

static const struct os_device_io before_device = { 10, 4096, 20, 8192 };

static void
the_device_works(void)
{
	static const struct os_device_io after = { 13, 4096 * 4, 25, 8192 * 3 };

	fake_os_device_is(&after);
}

static void
device_counters(void **state)
{
	struct os_tree tree = lead();
	struct window_scope scope = { .tree = &tree, .device = "vda" }, none = { .tree = &tree, .device = "" };
	struct figures f;

	(void)state;
	fake_os_device_is(&before_device);
	measure(&scope, S, the_device_works, &f);
	assert_float_equal(figures_value(&f, "device_reads"), 3, 0);
	assert_float_equal(figures_value(&f, "device_writes"), 5, 0);
	assert_float_equal(figures_value(&f, "device_read_bytes"), 4096 * 3, 0);
	assert_float_equal(figures_value(&f, "device_written_bytes"), 8192 * 2, 0);
	figures_release(&f);
	measure(&none, S, nothing, &f);
	assert_true(isnan(figures_value(&f, "device_reads")));
	figures_release(&f);
	os_tree_release(&tree);
}

static void
self_has_worked(void)
{
	static const struct os_usage after = { .user_ns = 700 * MS, .system_ns = 100 * MS, .peak_rss_bytes = 9000, .minor_faults = 12 };

	fake_os_usage_of_self(&after);
}

static void
whose_work_counts(void **state)
{
	static const struct os_usage before = { .user_ns = 200 * MS, .system_ns = 50 * MS, .peak_rss_bytes = 5000, .minor_faults = 2 };
	struct os_tree tree = lead();
	struct window_scope scope = { .tree = &tree, .device = "", .self = true };
	struct figures f;

	(void)state;
	fake_os_usage_of_self(&before);
	measure(&scope, S, self_has_worked, &f);
	assert_float_equal(f.user, 0.5, 1e-9);
	assert_float_equal(f.sys, 0.05, 1e-9);
	assert_float_equal(f.minor_faults, 10, 0);
	assert_float_equal(f.peak_rss, 9000, 0);
	figures_release(&f);
	scope.self = false;
	fake_os_usage_of_self(&before);
	measure(&scope, S, self_has_worked, &f);
	assert_float_equal(f.user, 0, 1e-9);
	assert_float_equal(f.minor_faults, 0, 0);
	assert_true(isnan(f.peak_rss));
	figures_release(&f);
	os_tree_release(&tree);
}

static void
what_the_system_refuses_is_unknown_not_zero(void **state)
{
	struct os_tree tree = lead();
	struct window_scope scope = { .tree = &tree, .device = "vda" };
	struct figures f;

	(void)state;
	fake_os_refuse("os_machine", ERR_UNSUPPORTED);
	fake_os_refuse("os_processes", ERR_UNSUPPORTED);
	fake_os_refuse("os_device_io", ERR_UNSUPPORTED);
	measure(&scope, 2 * S, nothing, &f);
	assert_true(isnan(figures_value(&f, "outside")));
	assert_true(isnan(figures_value(&f, "residue")));
	assert_true(isnan(figures_value(&f, "processes_started")));
	assert_true(isnan(figures_value(&f, "device_reads")));
	assert_float_equal(f.real, 2.0, 1e-3);
	figures_release(&f);
	os_tree_release(&tree);
}

/* Whatever call fails, a window gives a real time. */
static void
every_failing_call(void **state)
{
	struct os_tree tree = lead();
	struct window_scope scope = { .tree = &tree, .device = "vda" };
	struct figures f;

	(void)state;
	for (unsigned n = 1;; n++) {
		fake_os_reset();
		fake_os_fail_at(n);
		measure(&scope, S, nothing, &f);
		assert_float_equal(f.real, 1.0, 1e-3);
		figures_release(&f);
		if (!fake_os_failed())
			break;
		assert_true(n < 20);
	}
	os_tree_release(&tree);
}

static unsigned
poise(void *context)
{
	struct os_machine m = before_machine;

	(void)context;
	m.processes_started += 3;
	fake_os_machine_is(&m);
	return 3;
}

static void
one_process_starts(void)
{
	struct os_machine m = before_machine;

	m.processes_started += 4;
	fake_os_machine_is(&m);
}

static void
what_rehearsed_is_not_counted(void **state)
{
	struct os_tree tree = lead();
	struct window_scope scope = { .tree = &tree, .device = "", .poise = poise };
	struct figures f;

	(void)state;
	fake_os_machine_is(&before_machine);
	measure(&scope, S, one_process_starts, &f);
	assert_float_equal(figures_value(&f, "processes_started"), 1, 0);
	figures_release(&f);
	os_tree_release(&tree);
}

static void
figures_of_phases_are_added(void **state)
{
	struct figures a = { .real = 1, .user = 2, .peak_rss = 100, .kernel = NAN }, b = { .real = 3, .user = 4, .peak_rss = 50 };
	struct figures sum;

	(void)state;
	figures_zero(&sum);
	assert_true(isnan(sum.peak_rss));
	figures_add(&sum, &b);
	figures_add(&sum, &a);
	assert_float_equal(sum.real, 4, 0);
	assert_float_equal(sum.user, 6, 0);
	assert_float_equal(sum.peak_rss, 100, 0);
	assert_true(isnan(sum.kernel));
	figures_release(&sum);
}

static void
every_standard_metric_has_a_value(void **state)
{
	struct figures f = { .real = 2, .peak_rss = 1, .span = 4 };

	(void)state;
	for (const struct metric *m = standard_metrics; m->name != NULL; m++)
		if (strcmp(m->name, "flush") != 0 && strcmp(m->name, "durable") != 0)
			assert_false(isnan(figures_value(&f, m->name)));
}

static void
heartbeats_are_of_fixed_length(void **state)
{
	uint64_t iterations;

	(void)state;
	fake_os_clock(S, 1000 * 1000);	/* every probe of 65,536 iterations seems to take 1 ms */
	iterations = heartbeat_calibrate();
	assert_int_equal(iterations, 20 * 65536);
	assert_int_equal(heartbeat_ns(iterations), 1000 * 1000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(real_is_the_clock_between_open_and_stop, setup),
		cmocka_unit_test_setup(cpu_is_conserved, setup),
		cmocka_unit_test_setup(shares_of_a_short_window_are_unknown, setup),
		cmocka_unit_test_setup(device_counters, setup),
		cmocka_unit_test_setup(whose_work_counts, setup),
		cmocka_unit_test_setup(what_the_system_refuses_is_unknown_not_zero, setup),
		cmocka_unit_test_setup(every_failing_call, setup),
		cmocka_unit_test_setup(what_rehearsed_is_not_counted, setup),
		cmocka_unit_test_setup(figures_of_phases_are_added, setup),
		cmocka_unit_test_setup(every_standard_metric_has_a_value, setup),
		cmocka_unit_test_setup(heartbeats_are_of_fixed_length, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
