/* Linux: variables of the kernel, which lie below /proc/sys, and the CPUs of a process. */
#define _GNU_SOURCE

#include "os/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/quote.h"

enum { CPUS_MOST = 65536 };

/* ------------------------------------------------------------------ sysctl */

static const char root[] = "/proc/sys/";

/*
 * sysctl(8)'s rule: where the first separator is a dot, dots and slashes change places
 * ("net.ipv4.conf.eth0/1.mtu"); else the name is a path. NULL for one that would leave the directory.
 */
static char *
path_of(const char *name)
{
	const char *first = name + strcspn(name, "./");
	char *path = mem_printf("%s%s", root, name), *at = path + strlen(root);

	for (char *p = at; *first == '.' && *p != '\0'; p++)
		*p = *p == '.' ? '/' : *p == '/' ? '.' : *p;
	for (bool end = false; !end; at++) {
		size_t length = strcspn(at, "/");

		if (length == 0 || (length == 1 && at[0] == '.') || (length == 2 && at[0] == '.' && at[1] == '.')) {
			free(path);
			return NULL;
		}
		at += length;
		end = *at == '\0';
	}
	return path;
}

/*
 * The name beside a missing one that is nearest to it, as a name of sysctl; NULL when none is near. The caller
 * frees.
 */
static char *
nearest(const char *path, const char *name)
{
	const char *base = path_base(path), *near, *names[1024];
	char *directory = mem_printf("%.*s", (int)(base - path), path), *found = NULL;
	DIR *d = opendir(directory);
	struct dirent *entry;
	size_t count = 0;

	while (d != NULL && count < sizeof(names) / sizeof(names[0]) && (entry = readdir(d)) != NULL)
		names[count++] = mem_string(entry->d_name);
	near = quote_nearest(base, names, count);
	if (near != NULL)
		found = mem_printf("%.*s%s", (int)(strlen(name) - strlen(base)), name, near);
	for (size_t i = 0; i < count; i++)
		free((void *)names[i]);
	if (d != NULL)
		closedir(d);
	free(directory);
	return found;
}

static int
open_failed(const char *name, const char *path, bool writing, struct err *e)
{
	int number = errno;
	char *near;

	if (number == ENOENT || number == ENOTDIR) {
		near = nearest(path, name);
		if (near != NULL)
			err_set(e, ERR_USAGE, "there is no sysctl '%s' here; did you mean '%s'?", name, near);
		else
			err_set(e, ERR_USAGE, "there is no sysctl '%s' here; 'sysctl -a' shows all", name);
		free(near);
		return -1;
	}
	if (number == EISDIR)
		return err_set(e, ERR_USAGE, "sysctl '%s' is a group of others; 'sysctl %s' shows them", name, name);
	if (number == EROFS)
		return err_set(e, ERR_UNSUPPORTED,
		    "sysctl '%s' cannot be changed: '%s' is read-only here, as in a container", name, root);
	if (number != EACCES && number != EPERM)
		return err_sys(e, number, "cannot %s sysctl '%s'", writing ? "change" : "read", name);
	if (!writing)
		return err_set(
		    e, ERR_UNSUPPORTED, "sysctl '%s' cannot be read, so that it could not be brought back", name);
	return err_set(e, ERR_UNSUPPORTED, "sysctl '%s' cannot be changed: %s", name,
	    geteuid() != 0 ? "only root may" : "it is read-only");
}

/* Opens a variable, or -1. */
static int
open_variable(const char *name, int flags, struct err *e)
{
	char *path = path_of(name);
	int fd;

	if (path == NULL)
		return err_set(e, ERR_USAGE, "'%s' is no name of a sysctl; they look like 'vm.swappiness'", name);
	fd = open(path, flags | O_CLOEXEC);
	if (fd < 0)
		open_failed(name, path, flags == O_WRONLY, e);
	free(path);
	return fd;
}

int
os_sysctl_get(const char *name, char **value, struct err *e)
{
	struct buf text = BUF_EMPTY;
	char chunk[4096];
	ssize_t n;
	int fd = open_variable(name, O_RDONLY, e), number = 0;

	*value = NULL;
	if (fd < 0)
		return -1;
	while ((n = read(fd, chunk, sizeof(chunk))) > 0)
		buf_add(&text, chunk, (size_t)n);
	if (n < 0)
		number = errno;
	close(fd);
	if (number != 0) {
		buf_release(&text);
		errno = number;
		return open_failed(name, root, false, e);
	}
	*value = buf_take(&text);
	for (size_t length = strlen(*value); length > 0 && strchr(" \t\n", (*value)[length - 1]) != NULL; length--)
		(*value)[length - 1] = '\0';
	return 0;
}

int
os_sysctl_set(const char *name, const char *value, struct err *e)
{
	char *line;
	int fd = open_variable(name, O_WRONLY, e), number = 0;

	if (fd < 0)
		return -1;
	line = mem_printf("%s\n", value);
	if (write(fd, line, strlen(line)) < 0)	/* one write: the rest of a second one would be a value of its own */
		number = errno;
	free(line);
	close(fd);
	if (number == EINVAL || number == ERANGE)
		return err_set(e, ERR_USAGE, "the kernel refuses '%s' for sysctl '%s'", value, name);
	errno = number;
	return number != 0 ? open_failed(name, root, true, e) : 0;
}

const char *
os_sysctl_partner(const char *name)
{
	static const char *const pairs[][2] = {
		{ "vm.dirty_bytes", "vm.dirty_ratio" },
		{ "vm.dirty_background_bytes", "vm.dirty_background_ratio" },
		{ "vm.overcommit_kbytes", "vm.overcommit_ratio" },
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		for (size_t side = 0; side < 2; side++)
			if (strcmp(pairs[i][side], name) == 0)
				return pairs[i][1 - side];
	return NULL;
}

/* ------------------------------------------------------------------ CPUs of a process */

int
os_get_cpus(unsigned **cpus, size_t *count, struct err *e)
{
	size_t size = CPU_ALLOC_SIZE(CPUS_MOST);
	cpu_set_t *set = CPU_ALLOC(CPUS_MOST);

	*cpus = NULL;
	*count = 0;
	if (set == NULL)
		mem_exhausted();
	CPU_ZERO_S(size, set);
	if (sched_getaffinity(0, size, set) != 0) {
		CPU_FREE(set);
		return err_sys(e, errno, "cannot tell on which CPUs we may run");
	}
	*cpus = mem_zero((size_t)CPU_COUNT_S(size, set), sizeof(**cpus));
	for (unsigned i = 0; i < CPUS_MOST; i++)
		if (CPU_ISSET_S(i, size, set))
			(*cpus)[(*count)++] = i;
	CPU_FREE(set);
	return 0;
}

int
os_set_cpus(const unsigned *cpus, size_t count, struct err *e)
{
	size_t size = CPU_ALLOC_SIZE(CPUS_MOST);
	cpu_set_t *set = CPU_ALLOC(CPUS_MOST);
	int result;

	if (set == NULL)
		mem_exhausted();
	CPU_ZERO_S(size, set);
	for (size_t i = 0; i < count; i++)
		CPU_SET_S(cpus[i], size, set);
	result = sched_setaffinity(0, size, set) == 0 ? 0 : err_sys(e, errno, "cannot choose the CPUs to run on");
	CPU_FREE(set);
	return result;
}
