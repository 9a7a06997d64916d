/*
 * What the tests of harness/os share. A test that becomes the head of a tree, ignores signals or moves descriptors
 * does it in a process of its own (os_apart), which says by a text what went wrong.
 */
#ifndef TESTS_UNIT_OS_HELP_H
#define TESTS_UNIT_OS_HELP_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "os/os.h"

extern char **environ;

#define OS_HELPER __attribute__((unused)) static

/* Skips the test and says why. */
#define OS_SKIP(...) do { print_message("skipped: " __VA_ARGS__); print_message("\n"); skip(); } while (0)

/* Reads until the end, or for at most 20 s; returns the length, -1 when it did not end. */
OS_HELPER ssize_t
os_read_all(int fd, char *text, size_t size)
{
	size_t length = 0;
	struct pollfd p = { .fd = fd, .events = POLLIN };
	ssize_t n = 1;

	while (n > 0 && length < size - 1 && poll(&p, 1, 20000) > 0)
		if ((n = read(fd, text + length, size - 1 - length)) > 0)
			length += (size_t)n;
	text[length] = '\0';
	return n == 0 ? (ssize_t)length : -1;
}

/* A pipe of which every process that holds the writing end is counted as alive; both close on exec. */
OS_HELPER void
os_pipe(int end[2])
{
	if (pipe(end) != 0)
		abort();
	fcntl(end[0], F_SETFD, FD_CLOEXEC);
	fcntl(end[1], F_SETFD, FD_CLOEXEC);
}

/* True when nobody holds the writing end any more. The caller must have closed its own. */
OS_HELPER bool
os_all_gone(int fd)
{
	char text[256];

	return os_read_all(fd, text, sizeof(text)) >= 0;
}

/* Runs `check` in a process of its own; it returns NULL or what is wrong, or "skip: why". */
OS_HELPER void
os_apart(const char *(*check)(void *), void *context)
{
	char said[1024];
	int end[2], status;
	pid_t pid;

	os_pipe(end);
	fflush(NULL);
	if ((pid = fork()) == 0) {
		const char *wrong = check(context);

		if (wrong != NULL && write(end[1], wrong, strlen(wrong)) < 0)
			_exit(2);
		_exit(wrong != NULL);
	}
	assert_true(pid > 0);
	close(end[1]);
	assert_true(os_read_all(end[0], said, sizeof(said)) >= 0);
	close(end[0]);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (strncmp(said, "skip: ", 6) == 0)
		OS_SKIP("%s", said + 6);
	if (said[0] != '\0')
		fail_msg("%s", said);
	assert_int_equal(status, 0);
}

/* CPU time of this process by its own clock. */
OS_HELPER uint64_t
os_own_cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Uses CPU until this process has used so much since it began (or 20 s have gone); returns what it has used. */
OS_HELPER uint64_t
os_spin(uint64_t until_ns)
{
	struct instant begin = os_now();

	while (os_own_cpu_ns() < until_ns && os_span_ns(begin, os_now()) < 20000000000)
		;
	return os_own_cpu_ns();
}

/* Starts a program with 0, 1 and 2 as they are. */
OS_HELPER int
os_run(pid_t *pid, struct err *e, char *const *argv)
{
	struct os_start s = { .path = argv[0], .argv = argv, .envp = environ, .in = 0, .out = 1, .error = 2 };

	return os_start(&s, pid, e);
}

/* Whatever the starter of the test left open must not be taken for a leak of ours. */
OS_HELPER void
os_close_on_exec(void)
{
	for (int fd = 3; fd < 256; fd++)
		fcntl(fd, F_SETFD, FD_CLOEXEC);
}

#endif
