/*
 * Commands that a workload starts. Preparing (search, environment, descriptors) is apart from running, so that inside the clock there is
 * nothing but the start and the wait.
 */
#ifndef HARNESS_WORKLOAD_COMMAND_H
#define HARNESS_WORKLOAD_COMMAND_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"
#include "os/os.h"

struct trial;

struct command {
	/* set by the caller before command_prepare, all else zero; borrowed */
	char *const *argv;		/* NULL-ended; argv[0] is searched in PATH */
	const char *const *environment;	/* further "NAME=VALUE", NULL-ended, or NULL */
	const char *directory;		/* working directory; NULL: the caller's */
	const char *input;		/* file for standard input; NULL: /dev/null */
	const char *output, *error;	/* files for standard output and error (made, or appended to); NULL: see below */
	enum command_sink {
		COMMAND_LOG,		/* into the trial's log, whose end is shown when the trial fails */
		COMMAND_DISCARD,	/* /dev/null */
		COMMAND_SHOW,		/* to the user */
	} output_sink, error_sink;	/* what NULL means */

	/* filled by command_prepare */
	struct os_start start;
	char *path;
	char **envp;
};

/* ERR_WORKLOAD: no such program or file. */
int command_prepare(struct command *c, struct err *e);

/*
 * Starts it and waits: *status as of waitpid. For a phase's `run`: nothing but a vfork, an exec and a wait. Once prepared it may be
 * run many times.
 */
int command_run(struct trial *t, struct command *c, int *status);

/*
 * Starts and waits for a program that does nothing a few times: a command that is started after a pause takes up to three times as long to
 * come up as in a loop, on CPUs that fell asleep and caches that cooled. For the moment before the clock.
 */
unsigned command_rehearse(struct trial *t, const char *nothing);

void command_release(struct command *c);

/*
 * For hooks outside the clock: runs argv in `directory` (NULL: the caller's) and fails unless it exits with 0. Standard output goes to
 * *out when that is not NULL, else to the log.
 */
int command_simple(char *const *argv, const char *directory, struct buf *out, struct err *e);

/* ERR_WORKLOAD unless the status is an exit with 0: "'jam' failed: exit status 1". */
int command_check(const char *name, int status, struct err *e);

/*
 * The full path of a program that the workload needs, or ERR_UNSUPPORTED "cannot find 'jam'; install it: apt-get install jam". The
 * caller frees.
 */
char *tool_find(const char *program, struct err *e);

#endif
