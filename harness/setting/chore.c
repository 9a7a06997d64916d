/*
 * Chores: see chore.h. Every chore inherits the writing end of a named pipe in the state directory: whether one
 * is still running is whether the pipe has a writer. There is no moment in which a chore runs and is not seen,
 * as there would be if its number were noted after its start.
 */
#include "setting/chore.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/quote.h"
#include "os/os.h"
#include "setting/state.h"

extern char **environ;

#define LIMIT_NS 60000000000
#define PAUSE_NS 2000000

enum { FIRST_FREE = 10, OUTPUT_SHOWN = 400 };

/* ------------------------------------------------------------------ the pipe */

/* The reading end; without a writer a read tells the end at once. -1 on failure. */
static int
open_watch(struct err *e)
{
	char *path = state_path("chores");
	int fd = -1;

	if (mkfifo(path, 0600) != 0 && errno != EEXIST)
		err_sys(e, errno, "cannot make '%s'", path);
	else {
		fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
		if (fd < 0)
			err_sys(e, errno, "cannot open '%s'", path);
	}
	free(path);
	return fd;
}

/* The writing end, for chores; -1 on failure. */
static int
open_mark(struct err *e)
{
	char *path;
	int watch = open_watch(e), low, fd = -1;

	if (watch < 0)
		return -1;
	path = state_path("chores");
	low = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
	if (low >= 0)
		fd = fcntl(low, F_DUPFD_CLOEXEC, FIRST_FREE);
	if (fd < 0)
		err_sys(e, errno, "cannot open '%s'", path);
	if (low >= 0)
		close(low);
	close(watch);
	free(path);
	return fd;
}

bool
chore_is_running(void)
{
	struct err ignored;
	char byte;
	int watch = open_watch(&ignored);
	bool running = watch >= 0 && read(watch, &byte, 1) != 0;

	if (watch >= 0)
		close(watch);
	return running;
}

void
chore_await(void)
{
	struct instant start = os_now();

	while (chore_is_running() && os_span_ns(start, os_now()) < LIMIT_NS)
		os_sleep_ns(PAUSE_NS);
}

/* ------------------------------------------------------------------ running */

/* A file without a name that takes the output; -1 on failure. */
static int
open_log(struct err *e)
{
	char *path = state_path("output-XXXXXX");
	int low = mkstemp(path), fd = -1;

	if (low >= 0) {
		unlink(path);
		fd = fcntl(low, F_DUPFD_CLOEXEC, FIRST_FREE);
		close(low);
	}
	if (fd < 0)
		err_sys(e, errno, "cannot make '%s'", path);
	free(path);
	return fd;
}

/* The end of what was written, on one line. The caller frees. */
static char *
log_end(int log)
{
	char text[OUTPUT_SHOWN + 1];
	off_t size = lseek(log, 0, SEEK_END);
	ssize_t n = pread(log, text, OUTPUT_SHOWN, size > OUTPUT_SHOWN ? size - OUTPUT_SHOWN : 0);

	while (n > 0 && strchr(" \t\n", text[n - 1]) != NULL)
		n--;
	text[n > 0 ? n : 0] = '\0';
	for (char *p = text; *p != '\0'; p++)
		if (*p == '\n')
			*p = ' ';
	return mem_string(text);
}

/* The words with the last one behind them, borrowed. The caller frees the array. */
static char **
with_last(char *const *words, const char *last)
{
	size_t count = 0;
	char **argv;

	while (words[count] != NULL)
		count++;
	argv = mem_zero(count + 2, sizeof(*argv));
	memcpy(argv, words, count * sizeof(*argv));
	argv[count] = (char *)last;
	return argv;
}

/* How it ended, or why it was ended. */
enum end { END_OWN, END_LATE, END_INTERRUPTED };

/*
 * What asks harness to stop is held back while a chore runs that may be interrupted: so it is seen here, and by who
 * handles it afterwards.
 */
static void
hold_signals(sigset_t *before)
{
	sigset_t held;

	sigemptyset(&held);
	sigaddset(&held, SIGINT);
	sigaddset(&held, SIGTERM);
	sigprocmask(SIG_BLOCK, &held, before);
}

/* Those that are blocked by others do not count. */
static bool
was_asked_to_stop(const sigset_t *before)
{
	sigset_t pending;

	sigpending(&pending);
	return (sigismember(&pending, SIGINT) == 1 && sigismember(before, SIGINT) == 0) ||
	       (sigismember(&pending, SIGTERM) == 1 && sigismember(before, SIGTERM) == 0);
}

/* Until it has ended; one that takes too long is ended, with its group. before: NULL for one that must end by itself. */
static int
await(pid_t pid, const sigset_t *before, int *status, enum end *end, struct err *e)
{
	struct instant start = os_now();
	pid_t ended;

	*end = END_OWN;
	for (;;) {
		if (os_wait(pid, *end != END_OWN, &ended, status, NULL, e) != 0) {
			if (e->kind != ERR_INTERRUPTED)
				return -1;
		} else if (ended == pid)
			return 0;
		if (*end == END_OWN && before != NULL && was_asked_to_stop(before))
			*end = END_INTERRUPTED;
		else if (*end == END_OWN && os_span_ns(start, os_now()) > LIMIT_NS)
			*end = END_LATE;
		if (*end != END_OWN)
			kill(-pid, SIGKILL);
		else
			os_sleep_ns(PAUSE_NS);
	}
}

static int
start_and_await(const struct os_start *start, bool may_stop, int *status, enum end *end, struct err *e)
{
	sigset_t before;
	pid_t pid;
	int result;

	if (may_stop)
		hold_signals(&before);
	result = os_start(start, &pid, e);
	if (result == 0)
		result = await(pid, may_stop ? &before : NULL, status, end, e);
	if (may_stop)
		sigprocmask(SIG_SETMASK, &before, NULL);
	return result;
}

static int
judge(char *const *argv, int status, enum end end, int log, struct err *e)
{
	char *line, *said, words[128];

	if (status == 0 && end == END_OWN)
		return 0;
	if (end == END_INTERRUPTED)
		return err_set(e, ERR_INTERRUPTED, "interrupted");
	line = quote_join(argv);
	said = log_end(log);
	os_status_words(status, words, sizeof(words));
	err_set(e, ERR_UNFIT, "'%.300s' failed: %s%s%s", line, end == END_LATE ? "not done within a minute" : words,
	    said[0] != '\0' ? "; it said: " : "", said);
	free(line);
	free(said);
	return -1;
}

int
chore_run(const char *directory, char *const *words, const char *last, bool may_stop, struct err *e)
{
	int mark = open_mark(e), log = mark >= 0 ? open_log(e) : -1, null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	char **argv = with_last(words, last);
	int pass[] = { mark, -1 };
	struct os_start start = {
		.path = words[0],
		.argv = argv,
		.envp = environ,
		.directory = file_is_directory(directory) ? directory : "/",
		.in = null,
		.out = log,
		.error = log,
		.pass = pass,
		.new_session = true,
	};
	int status, result = -1;
	enum end end;

	if (mark >= 0 && log >= 0 && null < 0)
		err_sys(e, errno, "cannot open '/dev/null'");
	else if (mark >= 0 && log >= 0 && start_and_await(&start, may_stop, &status, &end, e) == 0)
		result = judge(argv, status, end, log, e);
	free(argv);
	if (null >= 0)
		close(null);
	if (log >= 0)
		close(log);
	if (mark >= 0)
		close(mark);
	return result;
}
