/* Commands that a workload starts: see command.h. */
#include "workload/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "workload/channel.h"
#include "workload/trial.h"

extern char **environ;

enum { REHEARSALS = 6 };

static bool
names_same_variable(const char *a, const char *b)
{
	size_t length = strcspn(a, "=");

	return strncmp(a, b, length) == 0 && b[length] == '=';
}

/* Our own environment, with `more` put over it; the array is the caller's, the strings are borrowed. */
static char **
merge_environment(const char *const *more)
{
	size_t count = 0, extra = 0, used = 0;
	char **merged;

	while (environ[count] != NULL)
		count++;
	while (more != NULL && more[extra] != NULL)
		extra++;
	merged = mem_zero(count + extra + 1, sizeof(*merged));
	for (size_t i = 0; i < count; i++) {
		bool replaced = false;

		for (size_t k = 0; k < extra && !replaced; k++)
			replaced = names_same_variable(more[k], environ[i]);
		if (!replaced)
			merged[used++] = environ[i];
	}
	for (size_t k = 0; k < extra; k++)
		merged[used++] = (char *)(uintptr_t)more[k];
	return merged;
}

/* One that is opened here, or one that every worker is born with. */
static int
open_sink(const char *path, enum command_sink sink, struct err *e)
{
	int fd;

	if (path != NULL) {
		fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
		return fd >= 0 ? fd : err_sys(e, errno, "cannot open '%s'", path);
	}
	if (sink == COMMAND_DISCARD) {
		fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
		return fd >= 0 ? fd : err_sys(e, errno, "cannot open '/dev/null'");
	}
	return sink == COMMAND_SHOW ? CHANNEL_USER : STDERR_FILENO;
}

int
command_prepare(struct command *c, struct err *e)
{
	c->start = (struct os_start){ .argv = c->argv, .in = -1, .out = -1, .error = -1 };
	c->path = tool_find(c->argv[0], e);
	if (c->path == NULL) {
		e->kind = ERR_WORKLOAD;
		return -1;
	}
	c->envp = merge_environment(c->environment);
	c->start.path = c->path;
	c->start.envp = c->envp;
	c->start.directory = c->directory;
	c->start.in = c->input != NULL ? open(c->input, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	if (c->start.in < 0) {
		err_sys(e, errno, "cannot open '%s'", c->input);
		e->kind = ERR_WORKLOAD;
		return -1;
	}
	c->start.out = open_sink(c->output, c->output_sink, e);
	if (c->start.out < 0)
		return -1;
	c->start.error = open_sink(c->error, c->error_sink, e);
	return c->start.error < 0 ? -1 : 0;
}

int
command_run(struct trial *t, struct command *c, int *status)
{
	struct os_usage usage;
	pid_t pid, ended;

	if (os_start(&c->start, &pid, &t->err) != 0)
		return -1;
	if (os_wait(pid, true, &ended, status, &usage, &t->err) != 0)
		return -1;
	if (usage.peak_rss_bytes != OS_UNKNOWN && usage.peak_rss_bytes > t->child_rss_bytes)
		t->child_rss_bytes = usage.peak_rss_bytes;
	return 0;
}

unsigned
command_rehearse(struct trial *t, const char *nothing)
{
	char *argv[] = { (char[]){ "nothing" }, NULL };
	struct command c = {
		.start = { .path = nothing, .argv = argv, .envp = environ, .in = STDIN_FILENO, .out = STDOUT_FILENO, .error = STDERR_FILENO },
	};
	struct err before = t->err;
	unsigned started = 0;
	int status;

	for (int i = 0; i < REHEARSALS; i++)
		started += command_run(t, &c, &status) == 0;
	t->err = before;
	return started;
}

static void
shut(int *fd)
{
	if (*fd >= CHANNEL_END)
		close(*fd);
	*fd = -1;
}

void
command_release(struct command *c)
{
	if (c->start.argv == NULL)
		return;	/* never prepared */
	c->start.argv = NULL;
	free(c->path);
	free(c->envp);
	c->path = NULL;
	c->envp = NULL;
	shut(&c->start.in);
	shut(&c->start.out);
	shut(&c->start.error);
}

int
command_check(const char *name, int status, struct err *e)
{
	char words[128];

	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	os_status_words(status, words, sizeof(words));
	return err_set(e, ERR_WORKLOAD, "'%s' failed: %s", name, words);
}

static int
read_all(int fd, struct buf *out, struct err *e)
{
	char chunk[4096];
	ssize_t n;

	while ((n = read(fd, chunk, sizeof(chunk))) != 0) {
		if (n > 0)
			buf_add(out, chunk, (size_t)n);
		else if (errno != EINTR)
			return err_sys(e, errno, "cannot read a command's output");
	}
	return 0;
}

int
command_simple(char *const *argv, const char *directory, struct buf *out, struct err *e)
{
	struct command c = { .argv = argv, .directory = directory };
	struct os_usage usage;
	int pipes[2] = { -1, -1 }, status = 0, result = -1;
	pid_t pid;

	if (command_prepare(&c, e) != 0)
		goto out;
	if (out != NULL) {
		if (pipe(pipes) != 0) {
			err_sys(e, errno, "cannot make a pipe");
			goto out;
		}
		fcntl(pipes[0], F_SETFD, FD_CLOEXEC);
		fcntl(pipes[1], F_SETFD, FD_CLOEXEC);
		c.start.out = pipes[1];
	}
	if (os_start(&c.start, &pid, e) != 0)
		goto out;
	result = 0;
	if (out != NULL) {
		close(pipes[1]);
		c.start.out = pipes[1] = -1;
		result = read_all(pipes[0], out, e);
	}
	if (os_wait(pid, true, &pid, &status, &usage, e) != 0)
		result = -1;
	else if (result == 0)
		result = command_check(argv[0], status, e);
out:
	if (pipes[0] >= 0)
		close(pipes[0]);
	command_release(&c);
	return result;
}
