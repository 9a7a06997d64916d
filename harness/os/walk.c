/*
 * The tree where the system gives orphans to init and has no groups to account in: NetBSD, OpenBSD, macOS, Haiku.
 * What still hangs below the head by the list of processes belongs to it, and what is in the session or the
 * process group that the head leads. A daemon that made a session of its own and lost its parent escapes, and its
 * CPU time is not told.
 */
#include "os/visible.h"

#include "os/os.h"

#include <stdlib.h>
#include <unistd.h>

#include "os/killed.h"

static const uint64_t PATIENCE_NS = 10000000000;	/* for what cannot be killed */
static const uint64_t PAUSE_NS = 10000000;

void
os_tree_lead(struct os_tree *t, const char *name, bool group)
{
	(void)name;
	(void)group;
	*t = (struct os_tree){ .means = "process list", .group = NULL, .cpu_fd = -1 };
}

void
os_tree_release(struct os_tree *t)
{
	t->means = "nothing";
}

void
os_tree_cpu(const struct os_tree *t, uint64_t *user_ns, uint64_t *system_ns)
{
	struct os_usage own, reaped;

	(void)t;
	os_usage_self(&own);
	os_usage_children(&reaped);
	*user_ns = own.user_ns + reaped.user_ns;
	*system_ns = own.system_ns + reaped.system_ns;
}

/* In our session or process group, if we lead it: so is an orphan that did not leave it. */
static bool
is_member(pid_t pid, pid_t head)
{
	return (getsid(0) == head && getsid(pid) == head) || (getpgrp() == head && getpgid(pid) == head);
}

/* Kills whoever is ours; false when nobody was. What has ended and waits for its parent counts, until that is gone. */
static bool
kill_members(struct killed *k)
{
	struct os_process *list;
	size_t count;
	struct err e;
	pid_t head = getpid();
	bool some = false;

	if (os_processes(&list, &count, &e) != 0)
		return false;
	if (count > 0)
		qsort(list, count, sizeof(*list), killed_compare);
	for (size_t i = 0; i < count; i++) {
		const struct os_process *p = &list[i];

		if (p->pid == head || p->pid <= 1 || p->kernel)
			continue;
		if (killed_descends(p, head, list, count) || is_member(p->pid, head)) {
			killed_add(k, p->pid, p->started);
			some = true;
		}
	}
	free(list);
	return some;
}

unsigned
os_tree_end(const struct os_tree *t)
{
	struct killed k = { NULL, 0, 0 };
	struct instant begin = os_now();
	uint64_t pause = PAUSE_NS / 64;

	(void)t;
	for (;;) {
		bool children = killed_reap();
		bool members = kill_members(&k);

		if ((!children && !members) || os_span_ns(begin, os_now()) > PATIENCE_NS)
			break;
		os_sleep_ns(pause);
		if (pause < PAUSE_NS)
			pause *= 2;
	}
	free(k.list);
	return (unsigned)k.count;
}

void
os_tree_bury(const char *name)
{
	(void)name;	/* without groups the dead head's tree cannot be named */
}
