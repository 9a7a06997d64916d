/*
 * Linux: the end of a tree. The head is a subreaper, so every descendant hangs below a child of it, and "no child left"
 * means "nothing left"; the rest is to be faster than what forks while it is being killed.
 */
#define _GNU_SOURCE

#include "os/os.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "os/killed.h"
#include "os/linux.h"

static const uint64_t PATIENCE_NS = 10000000000;	/* for what cannot be killed: a stuck device, another user's */
static const uint64_t PAUSE_NS = 10000000;

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
			killed_add(k, pid, p.started);
			some = true;
		}
	buf_release(&text);
	free(path);
	return some;
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
			killed_add(k, list[count].pid, list[count].started);
		count++;
	}
	closedir(d);
	if (count > 0)
		qsort(list, count, sizeof(*list), killed_compare);
	for (size_t i = 0; i < count; i++)
		if (list[i].parent != head && killed_descends(&list[i], head, list, count))
			killed_add(k, list[i].pid, list[i].started);
	free(list);
}

unsigned
os_tree_end(const struct os_tree *t)
{
	struct killed k = { NULL, 0, 0 };
	struct instant begin = os_now();
	uint64_t pause = PAUSE_NS / 64;

	for (unsigned turn = 1;; turn++) {
		bool children = killed_reap();
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
