/* os/os.h: what the system tells of itself, its processes and its counters. */
#include "os_help.h"

#include "base/buf.h"

static char *self;	/* set once by main */

static void
test_self_path(void **state)
{
	char *argv[] = { self, "--nothing", NULL };
	int status = -1;
	struct err e;
	pid_t pid;

	(void)state;
	assert_non_null(self);
	assert_int_equal(os_run(&pid, &e, argv), 0);
	assert_int_equal(os_wait(pid, true, &pid, &status, NULL, &e), 0);
	assert_int_equal(status, 42 << 8);
}

/* Later is never less, and the whole is not more than all CPUs could. */
static void
test_machine(void **state)
{
	struct os_machine a, b;
	struct err e;
	int status;
	pid_t pid;

	(void)state;
	if (os_machine(&a, &e) != 0) {
		assert_int_equal(e.kind, ERR_UNSUPPORTED);
		OS_SKIP("%s", e.text);
	}
	if ((pid = fork()) == 0)
		_exit(os_spin(50000000) == 0);
	waitpid(pid, &status, 0);
	assert_int_equal(os_machine(&b, &e), 0);
	const uint64_t before[] = { a.user_ns, a.system_ns, a.interrupt_ns, a.steal_ns, a.idle_ns, a.processes_started,
	    a.context_switches };
	const uint64_t after[] = { b.user_ns, b.system_ns, b.interrupt_ns, b.steal_ns, b.idle_ns, b.processes_started,
	    b.context_switches };
	for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++)
		if (before[i] != OS_UNKNOWN)
			assert_true(after[i] + 20000000 >= before[i]);	/* idle may be seen to step back a tick */
	if (a.processes_started != OS_UNKNOWN)
		assert_true(b.processes_started > a.processes_started);
	if (a.user_ns != OS_UNKNOWN && a.idle_ns != OS_UNKNOWN)
		assert_true(b.user_ns > 0 && b.user_ns + b.system_ns + b.idle_ns > a.user_ns + a.system_ns + a.idle_ns);
}

static const struct os_process *
find(const struct os_process *list, size_t count, pid_t pid)
{
	for (size_t i = 0; i < count; i++)
		if (list[i].pid == pid)
			return &list[i];
	return NULL;
}

/* We are listed, and a child with a name that is hard to read; twice with the same start. */
static const char *
check_processes(void *context)
{
	static char wrong[128];
	struct os_process *list, *again;
	const struct os_process *p, *q;
	size_t count, count_again;
	struct err e;
	int ready[2];
	char byte;
	pid_t pid;

	(void)context;
	os_pipe(ready);
	if ((pid = fork()) == 0) {
		os_rename_self("a) R 1 (b c");
		os_spin(60000000);
		if (write(ready[1], "+", 1) != 1)
			_exit(1);
		alarm(60);
		for (;;)
			pause();
	}
	if (read(ready[0], &byte, 1) != 1)
		return "no child";
	e.kind = ERR_NONE;
	if (os_processes(&list, &count, &e) != 0 || os_processes(&again, &count_again, &e) != 0)
		list = again = NULL;
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	if (list == NULL)
		return e.kind == ERR_UNSUPPORTED ? "skip: processes cannot be listed here" : "cannot list processes";
	p = find(list, count, getpid());
	if (p == NULL || p->kernel || p->parent != getppid() || p->name[0] == '\0')
		return "we are not listed as we are";
	p = find(list, count, pid);
	q = find(again, count_again, pid);
	if (p == NULL || q == NULL || p->parent != getpid() || p->started != q->started)
		return "the child is not listed as it is";
	if (p->cpu_ns != OS_UNKNOWN && p->cpu_ns < 30000000)
		return "the child's CPU time is not told";
	if (strcmp(p->name, "a) R 1 (b c") != 0 && strncmp(p->name, "os_facts", 8) != 0)
		return snprintf(wrong, sizeof(wrong), "the child is called '%s'", p->name), wrong;
	free(list);
	free(again);
	return NULL;
}

static void
test_processes(void **state)
{
	(void)state;
	os_apart(check_processes, NULL);
}

static void
test_facts(void **state)
{
	(void)state;
	for (int i = 0; i <= OS_SYSTEM_TITLE; i++) {
		char *text = os_fact((enum os_fact)i), *end;

		if (text == NULL)
			continue;
		assert_true(text[0] != '\0' && strchr(text, '\n') == NULL);
		if (i == OS_CPU_TICK_NS) {
			assert_in_range(strtoull(text, &end, 10), 100000, 1000000000);
			assert_int_equal(*end, '\0');
		}
		free(text);
	}
}

static void
test_tunables(void **state)
{
	const char *name, *other;
	char *value, *other_value;
	size_t count = 0;

	(void)state;
	for (; os_tunable(count, &name, &value); count++) {
		assert_true(name[0] != '\0');
		if (value != NULL)
			assert_true(value[0] != '\0' && strchr(value, '\n') == NULL);
		free(value);
		for (size_t i = 0; i < count; i++) {
			assert_true(os_tunable(i, &other, &other_value));
			free(other_value);
			assert_string_not_equal(name, other);
		}
		assert_true(count < 1000);
	}
	assert_false(os_tunable(count + 1, &name, &value));
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_self_path),
		cmocka_unit_test(test_machine),
		cmocka_unit_test(test_processes),
		cmocka_unit_test(test_facts),
		cmocka_unit_test(test_tunables),
	};
	int failed;

	if (argc > 1)
		return 42;
	os_close_on_exec();
	self = os_self_path(argv[0]);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	free(self);
	return failed;
}
