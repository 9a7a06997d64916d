/* os/os.h, part 1: with real processes. The program starts itself with "--show" and so on to be the child. */
#include "os_help.h"

#include <sys/stat.h>

#include "base/buf.h"
#include "base/file.h"

static char *self;	/* set once by main */

/* ------------------------------------------------------------------ what the child does */

/* Tells on descriptor 1 what it was born with. */
static int
child_show(void)
{
	struct sigaction a;
	sigset_t blocked;
	char *directory = getcwd(NULL, 0);

	printf("open");
	for (int fd = 0; fd < 256; fd++)
		if (fcntl(fd, F_GETFD) >= 0)
			printf(" %d", fd);
	printf("\nignored");
	for (int n = 1; n < 32; n++)
		if (sigaction(n, NULL, &a) == 0 && a.sa_handler == SIG_IGN)
			printf(" %d", n);
	printf("\nblocked");
	sigprocmask(SIG_SETMASK, NULL, &blocked);
	for (int n = 1; n < 32; n++)
		if (sigismember(&blocked, n) == 1)
			printf(" %d", n);
	printf("\nleader %d\ndirectory %s\n", getsid(0) == getpid(), directory);
	free(directory);
	return 0;
}

static int
child_main(int argc, char **argv)
{
	if (strcmp(argv[1], "--show") == 0)
		return child_show();
	if (strcmp(argv[1], "--exit") == 0)
		return atoi(argv[2]);
	if (strcmp(argv[1], "--spin") == 0)
		return os_spin(strtoull(argv[2], NULL, 10)) == 0;
	if (strcmp(argv[1], "--touch") == 0) {
		size_t size = strtoull(argv[2], NULL, 10);
		volatile char *p = mem_alloc(size);

		for (size_t i = 0; i < size; i += 512)
			p[i] = 1;
		if (size == 0 || p[0] != 1)
			return 1;
		free((void *)p);
		return 0;
	}
	if (strcmp(argv[1], "--pause") == 0)
		for (;;)
			pause();
	if (strcmp(argv[1], "--speak") == 0)
		return write(1, "out", 3) != 3 || write(2, "error", 5) != 5 || write(3, "result", 6) != 6;
	fprintf(stderr, "%d arguments?\n", argc);
	return 99;
}

/* Runs "--show" and returns what it said; the caller frees. */
static char *
show(const int *pass, bool new_session, const char *directory)
{
	char text[4096], *argv[] = { self, "--show", NULL };
	struct os_start s = { .path = self, .argv = argv, .envp = environ, .in = 0, .error = 2, .pass = pass,
	    .new_session = new_session, .directory = directory };
	struct err e;
	int end[2], status;
	pid_t pid;

	os_pipe(end);
	s.out = end[1];
	if (os_start(&s, &pid, &e) != 0)
		return mem_string(e.text);
	close(end[1]);
	os_read_all(end[0], text, sizeof(text));
	close(end[0]);
	os_wait(pid, true, &pid, &status, NULL, &e);
	return mem_string(text);
}

/* ------------------------------------------------------------------ small answers */

static void
test_clock(void **state)
{
	struct instant a = os_now(), b;
	uint64_t wall = os_wall_seconds();

	(void)state;
	os_sleep_ns(2000000);
	b = os_now();
	assert_true(os_span_ns(a, b) >= 2000000);
	assert_int_equal(os_span_ns(b, a), 0);
	assert_int_equal(os_span_ns((struct instant){ 5 }, (struct instant){ 12 }), 7);
	assert_in_range(wall, (uint64_t)time(NULL) - 5, (uint64_t)time(NULL));
}

static void
test_machine(void **state)
{
	struct os_name n;
	uint64_t free_bytes, total_bytes;
	struct err e;

	(void)state;
	assert_true(os_cpu_count() >= 1);
	assert_true(os_memory_bytes() >= 1 << 20);
	assert_true(os_random_seed() != os_random_seed());
	os_name(&n);
	assert_true(n.system[0] != '\0' && n.release[0] != '\0' && n.machine[0] != '\0');
	assert_int_equal(os_space(".", &free_bytes, &total_bytes, &e), 0);
	assert_true(total_bytes > 0 && free_bytes <= total_bytes);
	assert_int_equal(os_space("/no/such", &free_bytes, &total_bytes, &e), -1);
	assert_non_null(strstr(e.text, "'/no/such'"));
}

static void
test_status_words(void **state)
{
	char text[64];

	(void)state;
	os_status_words(2 << 8, text, sizeof(text));
	assert_string_equal(text, "exit status 2");
	os_status_words(SIGKILL, text, sizeof(text));
	assert_string_equal(text, "killed by signal 9 (Killed)");
}

static void
test_lock(void **state)
{
	char path[] = "os_lock.XXXXXX";
	int fd = mkstemp(path), end[2], status;
	struct err e;
	pid_t pid;
	char byte;

	(void)state;
	assert_true(fd >= 0);
	os_pipe(end);
	if ((pid = fork()) == 0) {	/* holds the lock until it is killed */
		if (os_lock(fd, path, &e) != 0 || write(end[1], "+", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	assert_int_equal(read(end[0], &byte, 1), 1);
	assert_int_equal(os_lock(fd, path, &e), -1);
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	assert_int_equal(e.kind, ERR_UNFIT);
	assert_non_null(strstr(e.text, path));
	assert_int_equal(os_lock(fd, path, &e), 0);
	close(fd);
	close(end[0]);
	close(end[1]);
	unlink(path);
}

/* ------------------------------------------------------------------ starting */

static void
test_start_and_status(void **state)
{
	char *argv[] = { self, "--exit", "7", NULL }, *waiter[] = { self, "--pause", NULL };
	struct os_usage u;
	struct err e;
	int status;
	pid_t pid, ended;

	(void)state;
	assert_int_equal(os_run(&pid, &e, argv), 0);
	assert_int_equal(os_wait(pid, true, &ended, &status, &u, &e), 0);
	assert_int_equal(ended, pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);

	assert_int_equal(os_run(&pid, &e, waiter), 0);
	assert_int_equal(os_wait(pid, false, &ended, &status, &u, &e), 0);
	assert_int_equal(ended, 0);
	kill(pid, SIGKILL);
	assert_int_equal(os_wait(-1, true, &ended, &status, &u, &e), 0);
	assert_int_equal(ended, pid);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);

	assert_int_equal(os_wait(pid, true, &ended, &status, &u, &e), -1);
	assert_int_equal(e.kind, ERR_INTERNAL);
}

static void
test_start_failures(void **state)
{
	char script[] = "os_script.XXXXXX", plain[] = "os_plain.XXXXXX", *argv[] = { "x", NULL };
	const char *script_path, *plain_path;
	struct os_start s = { .argv = argv, .envp = environ, .in = 0, .out = 1, .error = 2 };
	int fd;
	struct err e;
	pid_t pid = -5;

	(void)state;
	assert_true((fd = mkstemp(script)) >= 0);
	assert_int_equal(write(fd, "#!/no/such/interpreter\n", 23), 23);
	fchmod(fd, 0755);
	close(fd);
	assert_true((fd = mkstemp(plain)) >= 0);
	fchmod(fd, 0644);
	close(fd);
	script_path = script;
	plain_path = plain;

	const struct { const char *path, *directory, *words; } cases[] = {
		{ "/no/such/program", NULL, "cannot start '/no/such/program': No such file or directory" },
		{ plain_path, NULL, "Permission denied" },
		{ "/", NULL, "cannot start '/': " },
		{ script_path, NULL, "interpreter or loader is missing" },
		{ self, "/no/such/directory", "cannot enter directory '/no/such/directory': No such file" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		s.path = cases[i].path;
		s.directory = cases[i].directory;
		assert_int_equal(os_start(&s, &pid, &e), -1);
		assert_int_equal(e.kind, ERR_WORKLOAD);
		assert_non_null(strstr(e.text, cases[i].words));
		assert_int_equal(pid, -5);
		assert_true(waitpid(-1, NULL, 0) < 0 && errno == ECHILD);	/* and nothing is left behind */
	}
	s.path = self;
	s.directory = NULL;
	s.in = 250;	/* not open */
	assert_int_equal(os_start(&s, &pid, &e), -1);
	assert_non_null(strstr(e.text, "descriptors"));
	unlink(script);
	unlink(plain);
}

static void
test_descriptors(void **state)
{
	int one = open("/dev/null", O_RDONLY | O_CLOEXEC), two = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int pass[] = { two, two, -1 };
	char *none = show(NULL, false, NULL), *some = show(pass, true, "/");

	(void)state;
	assert_true(one >= 3 && two >= 4);
	if (strstr(none, "open 0 1 2\n") != none || strstr(none, "leader 0\n") == NULL)
		fail_msg("%s", none);
	if (strstr(some, "open 0 1 2 3 4\n") != some || strstr(some, "leader 1\ndirectory /\n") == NULL)
		fail_msg("%s", some);
	assert_true((fcntl(two, F_GETFD) & FD_CLOEXEC) != 0);	/* ours is as before */
	free(none);
	free(some);
	close(one);
	close(two);
}

/* The child's 0, 1, 2 are the parent's 2, 0, 1, and 3 a higher one. */
static const char *
check_rotation(void *context)
{
	char *argv[] = { self, "--speak", NULL }, said_out[16], said_error[16], said_result[16];
	struct os_start s = { .path = self, .argv = argv, .envp = environ, .in = 2, .out = 0, .error = 1 };
	int out[2], error[2], result[2], pass[] = { -1, -1 }, status;
	struct err e;
	pid_t pid;

	(void)context;
	os_pipe(out);
	os_pipe(error);
	os_pipe(result);
	pass[0] = result[1];
	s.pass = pass;
	if (dup2(out[1], 0) != 0 || dup2(error[1], 1) != 1)
		return "dup2";
	close(out[1]);
	close(error[1]);
	if (os_start(&s, &pid, &e) != 0)
		return "cannot start";
	close(0);
	close(1);
	close(result[1]);
	os_wait(pid, true, &pid, &status, NULL, &e);
	os_read_all(out[0], said_out, sizeof(said_out));
	os_read_all(error[0], said_error, sizeof(said_error));
	os_read_all(result[0], said_result, sizeof(said_result));
	if (strcmp(said_out, "out") != 0 || strcmp(said_error, "error") != 0 || strcmp(said_result, "result") != 0)
		return "what was written to 1, 2 and 3 did not come out where it belongs";
	return NULL;
}

static void
test_rotation(void **state)
{
	(void)state;
	os_apart(check_rotation, NULL);
}

static const char *
check_signals(void *context)
{
	static char said[4096];
	sigset_t all;
	char *text;

	signal(SIGINT, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	os_signal_disregard(SIGPIPE);
	if (*(bool *)context)
		os_signals_default();
	sigemptyset(&all);
	sigaddset(&all, SIGINT);
	sigaddset(&all, SIGTERM);
	sigprocmask(SIG_SETMASK, &all, NULL);	/* what we block ourselves is unblocked at the start */
	text = show(NULL, false, NULL);
	snprintf(said, sizeof(said), "%s", text);
	free(text);
	if (strstr(said, "\nblocked\n") == NULL)
		return said;
	if (*(bool *)context && strstr(said, "\nignored\n") == NULL)
		return said;
	if (raise(SIGHUP) != 0)	/* we ourselves are still deaf to it */
		return "raise";
	return NULL;
}

static void
test_signals(void **state)
{
	bool yes = true, no = false;

	(void)state;
	os_apart(check_signals, &yes);
	os_apart(check_signals, &no);
}

static const char *
check_disregard(void *context)
{
	int end[2];

	(void)context;
	os_signal_disregard(SIGPIPE);
	os_pipe(end);
	close(end[0]);
	if (write(end[1], "x", 1) != -1 || errno != EPIPE)
		return "no EPIPE";
	return NULL;
}

static void
test_disregard(void **state)
{
	(void)state;
	os_apart(check_disregard, NULL);
}

static void
on_alarm(int number)
{
	(void)number;
}

static const char *
check_interruption(void *context)
{
	char *argv[] = { self, "--pause", NULL };
	struct sigaction a = { .sa_handler = on_alarm };
	struct err e;
	int status;
	pid_t pid, ended;

	(void)context;
	sigaction(SIGALRM, &a, NULL);
	if (os_run(&pid, &e, argv) != 0)
		return "cannot start";
	alarm(1);
	if (os_wait(pid, true, &ended, &status, NULL, &e) != -1 || e.kind != ERR_INTERRUPTED)
		return "the wait was not interrupted";
	kill(pid, SIGKILL);
	if (os_wait(pid, true, &ended, &status, NULL, &e) != 0 || ended != pid)
		return "not to be waited for again";
	return NULL;
}

static void
test_interruption(void **state)
{
	(void)state;
	os_apart(check_interruption, NULL);
}

/* ------------------------------------------------------------------ usage */

static uint64_t
cpu_of(const struct os_usage *u)
{
	return u->user_ns + u->system_ns;
}

/* Each child's usage is its own, and theirs together are what the children of the caller grew by. */
static void
test_usage_of_each(void **state)
{
	char *longer[] = { self, "--spin", "120000000", NULL }, *shorter[] = { self, "--spin", "30000000", NULL };
	struct os_usage before, after, one, two;
	struct instant begin = os_now();
	uint64_t wall_ns;
	int status;
	struct err e;
	pid_t first, second, ended;

	(void)state;
	os_usage_children(&before);
	assert_int_equal(os_run(&first, &e, longer), 0);
	assert_int_equal(os_run(&second, &e, shorter), 0);
	assert_int_equal(os_wait(first, true, &ended, &status, &one, &e), 0);
	assert_int_equal(os_wait(second, true, &ended, &status, &two, &e), 0);
	wall_ns = os_span_ns(begin, os_now());
	os_usage_children(&after);
	assert_true(cpu_of(&one) >= 119000000);
	assert_true(cpu_of(&two) >= 29000000);
	assert_true(cpu_of(&one) <= wall_ns + wall_ns / 10 + 10000000);
	assert_in_range(cpu_of(&one) + cpu_of(&two), cpu_of(&after) - cpu_of(&before) - 2000000,
	    cpu_of(&after) - cpu_of(&before) + 2000000);
}

static void
test_peak_and_faults(void **state)
{
	char *argv[] = { self, "--touch", "67108864", NULL };
	struct os_usage u;
	int status;
	struct err e;
	pid_t pid;

	(void)state;
	assert_int_equal(os_run(&pid, &e, argv), 0);
	assert_int_equal(os_wait(pid, true, &pid, &status, &u, &e), 0);
	assert_int_equal(status, 0);
	if (u.peak_rss_bytes == OS_UNKNOWN || u.minor_faults == OS_UNKNOWN)
		OS_SKIP("this system tells neither");
	assert_in_range(u.peak_rss_bytes, 64 << 20, (uint64_t)1 << 32);
	assert_true(u.minor_faults > 0);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_clock),
		cmocka_unit_test(test_machine),
		cmocka_unit_test(test_status_words),
		cmocka_unit_test(test_lock),
		cmocka_unit_test(test_start_and_status),
		cmocka_unit_test(test_start_failures),
		cmocka_unit_test(test_descriptors),
		cmocka_unit_test(test_rotation),
		cmocka_unit_test(test_signals),
		cmocka_unit_test(test_disregard),
		cmocka_unit_test(test_interruption),
		cmocka_unit_test(test_usage_of_each),
		cmocka_unit_test(test_peak_and_faults),
	};
	int failed;

	if (argc > 1)
		return child_main(argc, argv);
	os_close_on_exec();
	self = os_self_path(argv[0]);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	free(self);
	return failed;
}
