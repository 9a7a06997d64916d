/* The real executor of steps: each in a worker of its own, under a warden of its own. */
#ifndef HARNESS_RUN_EXECUTOR_H
#define HARNESS_RUN_EXECUTOR_H

#include <signal.h>
#include <sys/types.h>

#include "os/os.h"
#include "run/step.h"

struct process_executor {
	char *self;				/* the program, to be started again */
	struct os_tree tree;			/* orphans of a warden that died come to us */
	int user_fd;				/* for output that shall be shown */
	const volatile sig_atomic_t *interrupted;	/* set by a signal handler: end the step at once */
};

int process_executor_init(struct process_executor *x, const char *argv0, int user_fd, const volatile sig_atomic_t *interrupted,
    struct err *e);
void process_executor_release(struct process_executor *x);

/* As an executor; x must outlive it. */
struct executor process_executor(struct process_executor *x);

#endif
