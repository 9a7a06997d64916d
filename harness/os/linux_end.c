/*
 * Linux: the end of a tree. The head is a subreaper, so every descendant hangs below a child of it, and "no child left"
 * means "nothing left"; the rest is to be faster than what forks while it is being killed.
 */
#define _GNU_SOURCE

#include "os/os.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "os/linux.h"

static const uint64_t PATIENCE_NS = 10000000000;	/* for what cannot be killed: a stuck device, another user's */
static const uint64_t PAUSE_NS = 10000000;

struct seen {
	pid_t pid;
	uint64_t started;
};

/* What was signalled so far, to count each once. */
struct killed {
	struct seen *list;
	size_t count, capacity;
};

static void
kill_one(struct killed *k, pid_t pid, uint64_t started)
{
	kill(pid, SIGKILL);
	for (size_t i = k->count; i-- > 0;)
		if (k->list[i].pid == pid && k->list[i].started == started)
			return;
	if (k->count == k->capacity) {
		k->capacity = k->capacity != 0 ? k->capacity * 2 : 32;
		k->list = mem_resize(k->list, k->capacity, sizeof(*k->list));
	}
	k->list[k->count++] = (struct seen){ pid, started };
}

/* Everything alive in the group but us; one small file, so this is the fast way. False when there was nothing. */
static bool
kill_group(struct killed *k, const char *group)
{
	char *path = path_join(group, "cgroup.procs"), *rest, *line, state;
	struct buf text = BUF_EMPTY;
	struct os_process p;
	struct err e;
	bool some = false;

	if (file_read(path, &text, &e) == 0)
		for (rest = text.text; (line = strsep(&rest, "\n")) != NULL;) {
			pid_t pid = (pid_t)atol(line);

			if (pid <= 0 || pid == getpid() || !linux_process(pid, &p, &state))
				continue;
			kill_one(k, pid, p.started);
			some = true;
		}
	buf_release(&text);
	free(path);
	return some;
}

static int
compare_pids(const void *a, const void *b)
{
	const struct os_process *one = a, *two = b;

	return (one->pid > two->pid) - (one->pid < two->pid);
}

/* Whether `p` hangs below `head`; the list is sorted by pid. */
static bool
descends(const struct os_process *p, pid_t head, const struct os_process *list, size_t count)
{
	for (size_t steps = 0; p != NULL && steps < count; steps++) {
		struct os_process parent = { .pid = p->parent };

		if (p->parent == head)
			return true;
		p = bsearch(&parent, list, count, sizeof(*list), compare_pids);
	}
	return false;
}

/* Everything alive below us, by the list of all processes. */
static void
kill_descendants(struct killed *k)
{
	DIR *d = opendir("/proc");
	struct os_process *list = NULL;
	struct dirent *entry;
	size_t count = 0, capacity = 0;
	pid_t head = getpid();
	char state;

	if (d == NULL)
		return;
	while ((entry = readdir(d)) != NULL) {
		if (entry->d_name[0] < '1' || entry->d_name[0] > '9')
			continue;
		if (count == capacity) {
			capacity = capacity != 0 ? capacity * 2 : 256;
			list = mem_resize(list, capacity, sizeof(*list));
		}
		if (!linux_process((pid_t)atol(entry->d_name), &list[count], &state) || state == 'Z' || state == 'X')
			continue;
		if (list[count].parent == head)	/* at once: one that forks and exits would be gone after the walk */
			kill_one(k, list[count].pid, list[count].started);
		count++;
	}
	closedir(d);
	if (count > 0)
		qsort(list, count, sizeof(*list), compare_pids);
	for (size_t i = 0; i < count; i++)
		if (list[i].parent != head && descends(&list[i], head, list, count))
			kill_one(k, list[i].pid, list[i].started);
	free(list);
}

/* Reaps all that has ended; false when there is no child any more. */
static bool
reap(void)
{
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) > 0 || (pid < 0 && errno == EINTR))
		;
	return pid == 0;
}

unsigned
os_tree_end(const struct os_tree *t)
{
	struct killed k = { NULL, 0, 0 };
	struct instant begin = os_now();
	uint64_t pause = PAUSE_NS / 64;

	for (unsigned turn = 1;; turn++) {
		bool children = reap();
		bool members = t->group != NULL && kill_group(&k, t->group);

		if ((!children && !members) || os_span_ns(begin, os_now()) > PATIENCE_NS)
			break;
		if (!members || turn % 8 == 0)	/* those that left the group */
			kill_descendants(&k);
		os_sleep_ns(pause);
		if (pause < PAUSE_NS)
			pause *= 2;
	}
	free(k.list);
	return (unsigned)k.count;
}
