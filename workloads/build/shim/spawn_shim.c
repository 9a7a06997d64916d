/*
 * Loaded into a build tool before its main (LD_PRELOAD and its like), in two forms. Both give the tool the memory that a parent
 * with much parsed into it would have, and say at its end how big it was; the one with TURN_VFORK also turns each vfork into
 * a fork and counts by which call the tool starts its commands. Those do not inherit it: it takes itself out of the environment.
 *
 * A function that calls vfork cannot return in the child, so vfork can be replaced but not watched: hence two forms.
 */
#define _GNU_SOURCE	/* RTLD_NEXT, where it is not there anyway */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

#ifndef TURN_VFORK
#define TURN_VFORK 0
#endif

enum { BLOCK = 65536, BLOCK_OVERHEAD = 64 };	/* blocks small enough to come from the heap proper, not from mmap */

static const char *const injectors[] = { "LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "DYLD_FORCE_FLAT_NAMESPACE" };

static char report_path[4096];
static pid_t owner;	/* the process that the shim was loaded into; copies of it report nothing */
#if TURN_VFORK
static unsigned long vforks, forks, spawns;
#endif

static void
report(const char *line)
{
	int fd = open(report_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);

	if (fd < 0)
		return;
	if (write(fd, line, strlen(line)) < 0)
		report_path[0] = '\0';
	close(fd);
}

/* ------------------------------------------------------------------ memory */

static unsigned long long
cpu_ns(void)
{
	struct rusage r;

	getrusage(RUSAGE_SELF, &r);
	return (unsigned long long)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) * 1000000000 +
	    (unsigned long long)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1000;
}

/* That much heap, each page of it written to; returns what could be had. */
static unsigned long long
grow(unsigned long long bytes)
{
	long page = sysconf(_SC_PAGESIZE);
	unsigned long long had;

	for (had = 0; had < bytes; had += BLOCK) {
		volatile char *block = malloc(BLOCK - BLOCK_OVERHEAD);

		if (block == NULL)
			break;
		for (long at = 0; at < BLOCK - BLOCK_OVERHEAD; at += page)
			block[at] = 1;
		block[BLOCK - BLOCK_OVERHEAD - 1] = 1;
	}
	return had;
}

/* The most memory that this program had, in KiB; rusage would count what the process had before its exec, too. 0: not told. */
static unsigned long
peak_kib(void)
{
	static const char key[] = "\nVmHWM:";
	char text[4096];
	const char *at;
	ssize_t n;
	int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return 0;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (n <= 0)
		return 0;
	text[n] = '\0';
	at = strstr(text, key);
	return at != NULL ? strtoul(at + sizeof(key) - 1, NULL, 10) : 0;
}

/* ------------------------------------------------------------------ beginning and end */

/* The commands get what was in the variable before the shim was put in front of it. */
static void
leave_environment(void)
{
	const char *before = getenv("HARNESS_SHIM_BEFORE");

	for (size_t i = 0; i < sizeof(injectors) / sizeof(injectors[0]); i++)
		unsetenv(injectors[i]);
	if (before != NULL && before[0] != '\0')
		setenv("LD_PRELOAD", before, 1);
	unsetenv("HARNESS_SHIM_BEFORE");
	unsetenv("HARNESS_SHIM_HEAP");
	unsetenv("HARNESS_SHIM_REPORT");
}

__attribute__((constructor)) static void
begin(void)
{
	const char *path = getenv("HARNESS_SHIM_REPORT"), *heap = getenv("HARNESS_SHIM_HEAP");
	unsigned long long wanted = heap != NULL ? strtoull(heap, NULL, 10) : 0, had, start_ns;
	char line[128];

	if (path != NULL && strlen(path) < sizeof(report_path))
		memcpy(report_path, path, strlen(path) + 1);
	owner = getpid();
	leave_environment();
	start_ns = cpu_ns();
	had = grow(wanted);
	if (report_path[0] == '\0')
		return;
	snprintf(line, sizeof(line), "loaded heap %llu cpu_ns %llu\n", had, cpu_ns() - start_ns);
	report(line);
}

__attribute__((destructor)) static void
end(void)
{
	char line[128];

	if (getpid() != owner || report_path[0] == '\0')
		return;
#if TURN_VFORK
	snprintf(line, sizeof(line), "calls vfork %lu fork %lu posix_spawn %lu\n", vforks, forks, spawns);
	report(line);
#endif
	snprintf(line, sizeof(line), "ended peak_kib %lu\n", peak_kib());
	report(line);
}

/* ------------------------------------------------------------------ starting commands */

#if TURN_VFORK
/* The system's function of that name. The union: C has no cast from an object's pointer to a function's. */
union found {
	void *object;
	pid_t (*fork)(void);
	int (*spawn)(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const *, char *const *);
};

static union found
find(const char *name)
{
	union found f = { .object = dlsym(RTLD_NEXT, name) };

	return f;
}

static pid_t
real_fork(void)
{
	union found f = find("fork");

	if (f.object != NULL)
		return f.fork();
	errno = ENOSYS;
	return -1;
}

pid_t
fork(void)
{
	forks++;
	return real_fork();
}

pid_t
vfork(void)
{
	vforks++;
	return real_fork();
}

int
posix_spawn(pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *restrict actions,
    const posix_spawnattr_t *restrict attributes, char *const argv[restrict], char *const envp[restrict])
{
	union found f = find("posix_spawn");

	spawns++;
	return f.object != NULL ? f.spawn(pid, path, actions, attributes, argv, envp) : ENOSYS;
}

int
posix_spawnp(pid_t *restrict pid, const char *restrict file, const posix_spawn_file_actions_t *restrict actions,
    const posix_spawnattr_t *restrict attributes, char *const argv[restrict], char *const envp[restrict])
{
	union found f = find("posix_spawnp");

	spawns++;
	return f.object != NULL ? f.spawn(pid, file, actions, attributes, argv, envp) : ENOSYS;
}
#endif
