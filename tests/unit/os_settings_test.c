/* os/os.h: variables of the kernel are read and refused (none is changed), and a process is held to some CPUs. */
#include "os_help.h"

static const char *
sysctl_value(const char *name)
{
	static char text[256];
	struct err e;
	char *value;

	if (os_sysctl_get(name, &value, &e) != 0) {
		assert_null(value);
		if (e.kind == ERR_UNSUPPORTED)
			OS_SKIP("%s", e.text);
		fail_msg("%s", e.text);
	}
	snprintf(text, sizeof(text), "%s", value);
	free(value);
	return text;
}

/* The variable that holds the name of the system, and cannot be changed. */
static const char *
system_variable(struct os_name *name)
{
	os_name(name);
	return strcmp(name->system, "Linux") == 0 ? "kernel.ostype" : "kern.ostype";
}

static void
test_sysctl(void **state)
{
	struct os_name name;
	const char *variable = system_variable(&name);

	(void)state;
	assert_string_equal(sysctl_value(variable), name.system);
	if (strcmp(name.system, "Linux") == 0) {
		assert_string_equal(sysctl_value("kernel/ostype"), name.system);
		assert_string_equal(sysctl_value("kernel.osrelease"), name.release);
	}
}

static void
test_sysctl_refused(void **state)
{
	static const struct {
		const char *name, *mentions;
		enum err_kind kind;
	} cases[] = {
		{ "vm.swapiness", "did you mean 'vm.swappiness'", ERR_USAGE },
		{ "vm/swapiness", "did you mean 'vm/swappiness'", ERR_USAGE },
		{ "no.such.thing", "no.such.thing", ERR_USAGE },
		{ "vm.swappiness.more", "vm.swappiness.more", ERR_USAGE },
		{ "vm", "a group of others", ERR_USAGE },
		{ "", "is no name", ERR_USAGE },
		{ ".", "is no name", ERR_USAGE },
		{ "..", "is no name", ERR_USAGE },
		{ "vm..swappiness", "is no name", ERR_USAGE },
		{ "vm/../../self/status", "is no name", ERR_USAGE },
		{ "/etc/passwd", "is no name", ERR_USAGE },
		{ "vm.", "is no name", ERR_USAGE },
		{ "vm/./swappiness", "is no name", ERR_USAGE },
	};
	struct os_name name;

	(void)state;
	os_name(&name);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct err e;
		char *value;

		assert_int_equal(os_sysctl_get(cases[i].name, &value, &e), -1);
		assert_null(value);
		if (e.kind == ERR_UNSUPPORTED)
			OS_SKIP("%s", e.text);
		assert_int_equal(e.kind, cases[i].kind);
		if (strcmp(name.system, "Linux") == 0 && strstr(e.text, cases[i].mentions) == NULL)
			fail_msg("%s", e.text);
		if (os_sysctl_set(cases[i].name, "1", &e) != -1)
			fail_msg("'%s' was set", cases[i].name);
	}
}

/* Only what the kernel keeps from root, too. */
static void
test_sysctl_read_only(void **state)
{
	struct os_name name;
	struct err e;

	(void)state;
	assert_int_equal(os_sysctl_set(system_variable(&name), "Other", &e), -1);
	assert_int_equal(e.kind, ERR_UNSUPPORTED);
}

static void
test_partners(void **state)
{
	const char *partner = os_sysctl_partner("vm.dirty_bytes");

	(void)state;
	if (partner != NULL) {
		assert_string_equal(partner, "vm.dirty_ratio");
		assert_string_equal(os_sysctl_partner(partner), "vm.dirty_bytes");
	}
	assert_null(os_sysctl_partner("vm.swappiness"));
}

/* Whether this process may run on this CPU and on no other. */
static bool
is_on(unsigned cpu)
{
	unsigned *cpus;
	size_t count;
	struct err e;
	bool on = os_get_cpus(&cpus, &count, &e) == 0 && count == 1 && cpus[0] == cpu;

	free(cpus);
	return on;
}

static const char *
check_cpus(void *context)
{
	static char wrong[256];
	unsigned *cpus, none = 65000;
	size_t count;
	struct err e;
	int status;
	pid_t pid;

	(void)context;
	if (os_get_cpus(&cpus, &count, &e) != 0)
		return snprintf(wrong, sizeof(wrong), "%s%.200s", e.kind == ERR_UNSUPPORTED ? "skip: " : "", e.text),
		       wrong;
	if (count == 0 || cpus[count - 1] < count - 1)
		return "the CPUs are not listed";
	if (os_set_cpus(&none, 1, &e) == 0)
		return "a CPU that is not there was taken";
	if (os_set_cpus(&cpus[count - 1], 1, &e) != 0)
		return snprintf(wrong, sizeof(wrong), "%.200s", e.text), wrong;
	if (!is_on(cpus[count - 1]))
		return "the CPU was not taken";
	if ((pid = fork()) == 0)
		_exit(!is_on(cpus[count - 1]));
	if (waitpid(pid, &status, 0) != pid || status != 0)
		return "a child does not inherit it";
	free(cpus);
	return NULL;
}

static void
test_cpus(void **state)
{
	(void)state;
	os_apart(check_cpus, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sysctl),
		cmocka_unit_test(test_sysctl_refused),
		cmocka_unit_test(test_sysctl_read_only),
		cmocka_unit_test(test_partners),
		cmocka_unit_test(test_cpus),
	};

	return cmocka_run_group_tests_name("os_settings", tests, NULL, NULL);
}
