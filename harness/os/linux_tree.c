/*
 * Linux: the tree of a trial. Orphans come back to the head because it is a subreaper, and where a cgroup v2 can
 * be made it tells the CPU time of the living and buries what the head leaves. linux_end.c ends a tree.
 */
#define _GNU_SOURCE

#include "os/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "os/linux.h"

static const uint64_t BURY_NS = 2000000000;

/* ------------------------------------------------------------------ the group */

/* Writes a short text to a file that is there already; false when it is refused. */
static bool
put_text(const char *directory, const char *name, const char *text)
{
	char *path = path_join(directory, name);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool done = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	if (fd >= 0)
		close(fd);
	free(path);
	return done;
}

/* Our own group in the one hierarchy of cgroup v2: the line "0::/user.slice" of /proc/self/cgroup. */
static char *
own_group(void)
{
	struct buf text = BUF_EMPTY;
	struct err e;
	char *found = NULL;

	if (file_read("/proc/self/cgroup", &text, &e) == 0)
		for (const char *line = buf_text(&text); line != NULL && *line != '\0';) {
			size_t length = strcspn(line, "\n");

			if (strncmp(line, "0::/", 4) == 0)
				found = mem_printf("%.*s", (int)length - 3, line + 3);
			line = line[length] == '\n' ? line + length + 1 : NULL;
		}
	buf_release(&text);
	return found;
}

/* The directory in which our groups are made, or NULL: where cgroup2 is mounted, and our own group below it. */
static char *
group_directory(void)
{
	char *own = own_group(), *found = NULL;
	struct buf text = BUF_EMPTY;
	struct linux_mount m;
	struct err e;
	size_t length;

	if (own != NULL && file_read("/proc/self/mountinfo", &text, &e) == 0)
		for (char *at = text.text; found == NULL && linux_next_mount(&at, &m);) {
			/* a part of the hierarchy may be mounted */
			length = strcmp(m.root, "/") == 0 ? 0 : strlen(m.root);
			if (strcmp(m.type, "cgroup2") == 0 && strncmp(own, m.root, length) == 0
			    && (own[length] == '/' || own[length] == '\0'))
				found = mem_printf("%s%s", m.point, own + length);
		}
	buf_release(&text);
	free(own);
	return found;
}

static int
open_counters(const char *group)
{
	char *path = path_join(group, "cpu.stat");
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	free(path);
	return fd;
}

/*
 * Removes what warden and harness, killed together, left: empty groups whose names end in the number of a process that is no more. One
 * with processes in it the kernel keeps.
 */
static void
sweep(const char *above, const char *name)
{
	const char *dash = strrchr(name, '-');
	size_t prefix = dash != NULL ? (size_t)(dash + 1 - name) : 0;
	DIR *d = prefix > 0 ? opendir(above) : NULL;
	struct dirent *entry;

	while (d != NULL && (entry = readdir(d)) != NULL) {
		long pid = strncmp(entry->d_name, name, prefix) == 0 ? strtol(entry->d_name + prefix, NULL, 10) : 0;
		char *group;

		if (pid <= 1 || kill((pid_t)pid, 0) == 0 || errno != ESRCH)
			continue;
		group = path_join(above, entry->d_name);
		rmdir(group);
		free(group);
	}
	if (d != NULL)
		closedir(d);
}

void
os_tree_lead(struct os_tree *t, const char *name, bool group)
{
	bool reaper = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
	char *above = group ? group_directory() : NULL;

	*t = (struct os_tree){ .means = reaper ? "subreaper" : "nothing", .group = NULL, .cpu_fd = -1 };
	if (above == NULL)
		return;
	sweep(above, name);
	t->group = path_join(above, name);
	free(above);
	rmdir(t->group);	/* an empty one may be left from a dead namesake */
	if (mkdir(t->group, 0755) == 0 && put_text(t->group, "cgroup.procs", "0")) {
		t->cpu_fd = open_counters(t->group);
		t->means = reaper ? "cgroup and subreaper" : "cgroup";
		return;
	}
	rmdir(t->group);
	free(t->group);
	t->group = NULL;
}

void
os_tree_release(struct os_tree *t)
{
	char *slash;

	if (t->cpu_fd >= 0)
		close(t->cpu_fd);
	if (t->group != NULL && (slash = strrchr(t->group, '/')) != NULL) {
		*slash = '\0';	/* step back into the group above; only an empty one can be removed */
		put_text(t->group, "cgroup.procs", "0");
		*slash = '/';
		rmdir(t->group);
	}
	free(t->group);
	prctl(PR_SET_CHILD_SUBREAPER, 0);
	*t = (struct os_tree){ .means = "nothing", .group = NULL, .cpu_fd = -1 };
}

void
os_tree_cpu(const struct os_tree *t, uint64_t *user_ns, uint64_t *system_ns)
{
	char text[1024];
	const char *user, *system;
	struct os_usage own, reaped;
	ssize_t n = t->cpu_fd >= 0 ? pread(t->cpu_fd, text, sizeof(text) - 1, 0) : -1;

	if (n > 0) {
		text[n] = '\0';
		user = strstr(text, "user_usec ");
		system = strstr(text, "system_usec ");
		if (user != NULL && system != NULL) {
			*user_ns = strtoull(user + 10, NULL, 10) * 1000;
			*system_ns = strtoull(system + 12, NULL, 10) * 1000;
			return;
		}
	}
	os_usage_self(&own);
	os_usage_children(&reaped);
	*user_ns = own.user_ns + reaped.user_ns;
	*system_ns = own.system_ns + reaped.system_ns;
}

/* ------------------------------------------------------------------ burying */

/* Kills the members one by one: before Linux 5.14 there is no cgroup.kill. */
static void
kill_members(const char *group)
{
	char *path = path_join(group, "cgroup.procs");
	struct buf text = BUF_EMPTY;
	struct err e;
	char *rest, *line;

	if (file_read(path, &text, &e) == 0)
		for (rest = text.text; (line = strsep(&rest, "\n")) != NULL;)
			if (atol(line) > 0)
				kill((pid_t)atol(line), SIGKILL);
	buf_release(&text);
	free(path);
}

/* Ends the members of a group and of the groups that they may have made below it; true when all could be removed. */
static bool
remove_group(const char *group)
{
	DIR *d = opendir(group);
	struct dirent *entry;

	if (d == NULL)
		return errno == ENOENT;
	if (!put_text(group, "cgroup.kill", "1"))
		kill_members(group);
	while ((entry = readdir(d)) != NULL) {
		if (entry->d_type == DT_DIR && entry->d_name[0] != '.') {
			char *below = path_join(group, entry->d_name);

			remove_group(below);
			free(below);
		}
	}
	closedir(d);
	return rmdir(group) == 0;
}

void
os_tree_bury(const char *name)
{
	char *above = name[0] != '\0' && name[0] != '.' && strchr(name, '/') == NULL ? group_directory() : NULL;
	char *group = above != NULL ? path_join(above, name) : NULL;
	struct instant begin = os_now();

	while (group != NULL && !remove_group(group) && os_span_ns(begin, os_now()) < BURY_NS)
		os_sleep_ns(1000000);
	free(group);
	free(above);
}
