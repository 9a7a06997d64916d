/* Linux, first file: itself, its processes and its counters. The others are by subject: linux_tree.c and so on. */
#define _GNU_SOURCE

#include "os/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "os/linux.h"
#include "os/text.h"
#include "os/traits.h"

enum { KERNEL_THREAD = 0x00200000 };	/* PF_KTHREAD of the kernel's include/linux/sched.h */

const struct os_traits os_traits = { .peak_rss_unit = 1024, .counts = true, .vfork_shares_memory = true };

bool
linux_text(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return false;
	n = read(fd, text, size - 1);
	close(fd);
	if (n < 0)
		return false;
	while (n > 0 && strchr(" \t\n", text[n - 1]) != NULL)
		n--;
	text[n] = '\0';
	return true;
}

char *
os_self_path(const char *argv0)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (n < 0) {	/* no /proc */
		char *found = file_find_program(argv0), *whole = found != NULL ? path_absolute(found) : NULL;

		free(found);
		return whole;
	}
	path[n] = '\0';
	return mem_string(access(path, X_OK) == 0 ? path : "/proc/self/exe");	/* works for a removed file too */
}

void
os_rename_self(const char *name)
{
	prctl(PR_SET_NAME, name);
}

bool
os_die_with_parent(int number)
{
	return prctl(PR_SET_PDEATHSIG, number) == 0;
}

/* ------------------------------------------------------------------ processes */

static uint64_t
tick_ns(void)
{
	return 1000000000 / (uint64_t)sysconf(_SC_CLK_TCK);
}

bool
linux_process(pid_t pid, struct os_process *p, char *state)
{
	char path[48], text[1024];
	unsigned long long user, system, started;
	unsigned flags;
	int parent;
	char *name, *end;

	snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
	if (!linux_text(path, text, sizeof(text)))
		return false;
	name = strchr(text, '(');
	end = strrchr(text, ')');	/* the last: the name may hold blanks and parentheses, the rest cannot */
	if (name == NULL || end == NULL || sscanf(end + 1, " %c %d %*d %*d %*d %*d %u %*u %*u %*u %*u %llu %llu"
	    " %*d %*d %*d %*d %*d %*d %llu", state, &parent, &flags, &user, &system, &started) != 6)
		return false;
	*end = '\0';
	memset(p, 0, sizeof(*p));
	p->pid = pid;
	p->parent = parent;
	p->kernel = (flags & KERNEL_THREAD) != 0;
	p->started = started;
	p->cpu_ns = (user + system) * tick_ns();
	text_cut(p->name, sizeof(p->name), name + 1);
	return true;
}

int
os_processes(struct os_process **list, size_t *count, struct err *e)
{
	DIR *d = opendir("/proc");
	struct dirent *entry;
	size_t capacity = 0;
	char state;

	*list = NULL;
	*count = 0;
	if (d == NULL)
		return err_sys(e, errno, "cannot list processes: '/proc'");
	while ((entry = readdir(d)) != NULL) {
		if (entry->d_name[0] < '1' || entry->d_name[0] > '9')
			continue;
		if (*count == capacity) {
			capacity = capacity != 0 ? capacity * 2 : 256;
			*list = mem_resize(*list, capacity, sizeof(**list));
		}
		if (linux_process((pid_t)atol(entry->d_name), &(*list)[*count], &state))
			(*count)++;
	}
	closedir(d);
	return 0;
}

/* ------------------------------------------------------------------ counters */

int
os_machine(struct os_machine *m, struct err *e)
{
	struct buf text = BUF_EMPTY;
	uint64_t tick = tick_ns(), t[8] = { 0 };
	const char *line;
	int told;

	*m = (struct os_machine){ OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN, OS_UNKNOWN };
	if (file_read("/proc/stat", &text, e) != 0)
		return -1;
	/* user nice system idle iowait irq softirq steal; user holds guest already */
	told = sscanf(buf_text(&text), "cpu %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
	    " %" SCNu64 " %" SCNu64, &t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6], &t[7]);
	if (told >= 7) {
		m->user_ns = (t[0] + t[1]) * tick;
		m->system_ns = t[2] * tick;
		m->idle_ns = (t[3] + t[4]) * tick;
		m->interrupt_ns = (t[5] + t[6]) * tick;
	}
	if (told == 8)
		m->steal_ns = t[7] * tick;
	if ((line = strstr(buf_text(&text), "\nctxt ")) != NULL)
		m->context_switches = strtoull(line + 6, NULL, 10);
	if ((line = strstr(buf_text(&text), "\nprocesses ")) != NULL)
		m->processes_started = strtoull(line + 11, NULL, 10);
	buf_release(&text);
	if (told < 7)
		return err_set(e, ERR_INTERNAL, "cannot read '/proc/stat': its first line is not as expected");
	return 0;
}

/* ------------------------------------------------------------------ packages */

const char *
os_package_manager(void)
{
	static const char *const known[][2] = {
		{ "apt-get", "apt" },
		{ "dnf", "dnf" },
		{ "yum", "dnf" },
		{ "zypper", "zypper" },
		{ "pacman", "pacman" },
		{ "apk", "apk" },
		{ "xbps-install", "xbps" },
		{ "emerge", "emerge" },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		char *path = file_find_program(known[i][0]);

		free(path);
		if (path != NULL)
			return known[i][1];
	}
	return NULL;
}
