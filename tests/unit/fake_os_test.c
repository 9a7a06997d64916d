/* The operating system that does not exist, as far as other tests lean on it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "fake_os.h"

static int
start(pid_t *pid, int out, struct err *e)
{
	char *argv[] = { "program", "one", "two", NULL }, *envp[] = { NULL };
	struct os_start s = { .path = "/bin/program", .argv = argv, .envp = envp, .in = -1, .out = out, .error = -1 };

	return os_start(&s, pid, e);
}

static void
test_clock(void **state)
{
	const uint64_t steps[] = { 5, 7 };

	(void)state;
	fake_os_reset();
	fake_os_clock(100, 10);
	assert_int_equal(os_now().ns, 100);
	assert_int_equal(os_now().ns, 110);
	fake_os_steps(steps, 2);
	assert_int_equal(os_now().ns, 120);
	assert_int_equal(os_now().ns, 125);
	assert_int_equal(os_now().ns, 132);
	assert_int_equal(os_now().ns, 142);
	os_sleep_ns(1000);
	assert_int_equal(os_now().ns, 1152);
	assert_int_equal(fake_os_slept_ns(), 1000);
}

/* Three calls that can fail: each fails in its turn, and the fourth time none does. */
static void
test_failures(void **state)
{
	struct os_machine m;
	struct os_volume v;
	struct err e;
	unsigned n;

	(void)state;
	for (n = 1;; n++) {
		fake_os_reset();
		fake_os_fail_at(n);
		if (os_machine(&m, &e) == 0 && os_volume("/", &v, &e) == 0 && os_drop_caches(&e) == 0)
			break;
		assert_true(fake_os_failed());
		assert_int_equal(fake_os_calls(), n);
		assert_int_equal(e.kind, ERR_INTERNAL);
	}
	assert_int_equal(n, 4);
	assert_false(fake_os_failed());

	fake_os_reset();
	fake_os_refuse("os_drop_caches", ERR_UNSUPPORTED);
	assert_int_equal(os_drop_caches(&e), -1);
	assert_int_equal(e.kind, ERR_UNSUPPORTED);
	assert_int_equal(os_machine(&m, &e), 0);
}

static void
test_children(void **state)
{
	const struct fake_child script[] = {
		{ .status = 2 << 8, .lasts_ns = 5000000, .usage = { .user_ns = 30 }, .out = "spoken" },
		{ .lasts_ns = 1000000, .usage = { .user_ns = 4 } },
	};
	struct os_tree tree;
	struct os_usage u;
	struct err e;
	uint64_t user, system;
	int end[2], status = -1;
	pid_t one, two, ended;
	char said[16] = "";

	(void)state;
	fake_os_reset();
	fake_os_script(script, 2);
	assert_int_equal(pipe(end), 0);
	os_tree_lead(&tree, "group", true);
	assert_int_equal(start(&one, end[1], &e), 0);
	assert_int_equal(start(&two, -1, &e), 0);
	assert_int_equal(read(end[0], said, sizeof(said) - 1), 6);
	assert_string_equal(said, "spoken");
	assert_string_equal(fake_os_command(0), "/bin/program one two");
	assert_int_equal(fake_os_children(), 2);
	assert_int_equal(os_wait(-1, false, &ended, &status, &u, &e), 0);
	assert_int_equal(ended, 0);
	assert_int_equal(os_wait(-1, true, &ended, &status, &u, &e), 0);	/* the one that ends first */
	assert_int_equal(ended, two);
	assert_int_equal(u.user_ns, 4);
	assert_int_equal(os_wait(one, true, &ended, &status, &u, &e), 0);
	assert_int_equal(status, 2 << 8);
	assert_true(os_now().ns >= 1005000000);
	os_tree_cpu(&tree, &user, &system);
	assert_int_equal(user, 34);
	assert_int_equal(os_wait(-1, true, &ended, &status, &u, &e), -1);

	assert_int_equal(start(&one, -1, &e), 0);
	fake_os_stragglers(2);
	assert_int_equal(os_tree_end(&tree), 3);
	assert_int_equal(fake_os_children(), 0);
	assert_int_equal(fake_os_trees(), 1);
	os_tree_release(&tree);
	assert_int_equal(fake_os_trees(), 0);
	close(end[0]);
	close(end[1]);
}

static void
test_attributes(void **state)
{
	char value[8] = "", names[32];
	struct err e;

	(void)state;
	fake_os_reset();
	assert_int_equal(os_attr_get("/f", "a", value, sizeof(value), &e), -1);
	assert_int_equal(e.kind, ERR_WORKLOAD);
	assert_int_equal(os_attr_set("/f", "a", "12345", 5, &e), 0);
	assert_int_equal(os_attr_set("/g", "b", "", 0, &e), 0);
	assert_int_equal(os_attr_get("/f", "a", value, 2, &e), 5);
	assert_string_equal(value, "12");
	assert_int_equal(os_attr_list("/f", names, sizeof(names), &e), 2);
	assert_string_equal(names, "a");
	assert_int_equal(os_attr_remove("/f", "a", &e), 0);
	assert_int_equal(os_attr_remove("/f", "a", &e), -1);
	fake_os_reset();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_clock),
		cmocka_unit_test(test_failures),
		cmocka_unit_test(test_children),
		cmocka_unit_test(test_attributes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
