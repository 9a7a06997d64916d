/* What the ends of a tree have in common: who was killed already, and who hangs below whom in a list of processes. */
#ifndef HARNESS_OS_KILLED_H
#define HARNESS_OS_KILLED_H

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "base/buf.h"
#include "os/os.h"

/* What was signalled so far, to count each process once. Begins as all zero; free `list`. */
struct killed {
	struct killed_one {
		pid_t pid;
		uint64_t started;
	} *list;
	size_t count, capacity;
};

static inline void
killed_add(struct killed *k, pid_t pid, uint64_t started)
{
	kill(pid, SIGKILL);
	for (size_t i = k->count; i-- > 0;)
		if (k->list[i].pid == pid && k->list[i].started == started)
			return;
	if (k->count == k->capacity) {
		k->capacity = k->capacity != 0 ? k->capacity * 2 : 32;
		k->list = mem_resize(k->list, k->capacity, sizeof(*k->list));
	}
	k->list[k->count++] = (struct killed_one){ pid, started };
}

/* For qsort and bsearch over struct os_process. */
static inline int
killed_compare(const void *a, const void *b)
{
	const struct os_process *one = a, *two = b;

	return (one->pid > two->pid) - (one->pid < two->pid);
}

/* Whether `p` hangs below `head`; the list is sorted by killed_compare. */
static inline bool
killed_descends(const struct os_process *p, pid_t head, const struct os_process *list, size_t count)
{
	for (size_t steps = 0; p != NULL && steps < count; steps++) {
		struct os_process parent = { .pid = p->parent };

		if (p->parent == head)
			return true;
		p = bsearch(&parent, list, count, sizeof(*list), killed_compare);
	}
	return false;
}

/* Reaps all that has ended; false when there is no child any more. */
static inline bool
killed_reap(void)
{
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) > 0 || (pid < 0 && errno == EINTR))
		;
	return pid == 0;
}

#endif
