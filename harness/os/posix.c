/*
 * Part 1 of os.h: POSIX, with vfork and wait4. Between vfork and exec the child runs in our memory: it calls nothing
 * but the system and writes nothing but `struct failure`.
 */
#include "os/visible.h"

#include "os/os.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "os/text.h"
#include "os/traits.h"

enum { LAST_SIGNAL = 128 };	/* above every system's; sigaction refuses what does not exist */

static const uint64_t NS_PER_S = 1000000000;

/* ------------------------------------------------------------------ clock */

struct instant
os_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (struct instant){ (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_nsec };
}

uint64_t
os_span_ns(struct instant from, struct instant to)
{
	return to.ns > from.ns ? to.ns - from.ns : 0;
}

uint64_t
os_wall_seconds(void)
{
	return (uint64_t)time(NULL);
}

void
os_sleep_ns(uint64_t ns)
{
	struct timespec t = { .tv_sec = (time_t)(ns / NS_PER_S), .tv_nsec = (long)(ns % NS_PER_S) };

	nanosleep(&t, NULL);
}

/* ------------------------------------------------------------------ the machine */

unsigned
os_cpu_count(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n > 0 ? (unsigned)n : 1;
}

uint64_t
os_memory_bytes(void)
{
#ifdef _SC_PHYS_PAGES
	long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);

	if (pages > 0 && size > 0)
		return (uint64_t)pages * (uint64_t)size;
#endif
	return OS_UNKNOWN;
}

uint64_t
os_random_seed(void)
{
	struct timespec t;
	uint64_t seed = 0;
	ssize_t n = -1;
	int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);

	if (fd >= 0) {
		n = read(fd, &seed, sizeof(seed));
		close(fd);
	}
	if (n == (ssize_t)sizeof(seed))
		return seed;
	clock_gettime(CLOCK_REALTIME, &t);
	seed = ((uint64_t)t.tv_sec << 30 ^ (uint64_t)t.tv_nsec ^ (uint64_t)getpid() << 44) * 0x9e3779b97f4a7c15;
	return seed ^ seed >> 29;
}

void
os_name(struct os_name *n)
{
	struct utsname u;

	memset(n, 0, sizeof(*n));
	if (uname(&u) < 0)
		return;
	text_cut(n->system, sizeof(n->system), u.sysname);
	text_cut(n->release, sizeof(n->release), u.release);
	text_cut(n->version, sizeof(n->version), u.version);
	text_cut(n->machine, sizeof(n->machine), u.machine);
	text_cut(n->host, sizeof(n->host), u.nodename);
}

int
os_space(const char *path, uint64_t *free_bytes, uint64_t *total_bytes, struct err *e)
{
	struct statvfs v;

	if (statvfs(path, &v) != 0)
		return err_sys(e, errno, "cannot tell the free space at '%s'", path);
	*free_bytes = (uint64_t)v.f_bavail * v.f_frsize;
	*total_bytes = (uint64_t)v.f_blocks * v.f_frsize;
	return 0;
}

int
os_lock(int fd, const char *path, struct err *e)
{
	struct flock l = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	int number;

	if (fcntl(fd, F_SETLK, &l) == 0)
		return 0;
	number = errno;
	if (number != EACCES && number != EAGAIN)
		return err_sys(e, number, "cannot lock '%s'", path);
	l.l_pid = 0;
	if (fcntl(fd, F_GETLK, &l) == 0 && l.l_type != F_UNLCK && l.l_pid > 0)
		return err_set(e, ERR_UNFIT, "'%s' is locked by process %ld", path, (long)l.l_pid);
	return err_set(e, ERR_UNFIT, "'%s' is locked by another process", path);
}

/* ------------------------------------------------------------------ usage */

static uint64_t
timeval_ns(struct timeval t)
{
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_usec * 1000;
}

static uint64_t
count_of(long n)
{
	return os_traits.counts ? (uint64_t)n : OS_UNKNOWN;
}

static void
usage_fill(struct os_usage *u, const struct rusage *r)
{
	u->user_ns = timeval_ns(r->ru_utime);
	u->system_ns = timeval_ns(r->ru_stime);
	u->peak_rss_bytes =
	    os_traits.peak_rss_unit != 0 ? (uint64_t)r->ru_maxrss * os_traits.peak_rss_unit : OS_UNKNOWN;
	u->minor_faults = count_of(r->ru_minflt);
	u->major_faults = count_of(r->ru_majflt);
	u->voluntary_switches = count_of(r->ru_nvcsw);
	u->involuntary_switches = count_of(r->ru_nivcsw);
	u->blocks_in = count_of(r->ru_inblock);
	u->blocks_out = count_of(r->ru_oublock);
}

static void
usage_of(int who, struct os_usage *u)
{
	struct rusage r;

	memset(&r, 0, sizeof(r));
	getrusage(who, &r);
	usage_fill(u, &r);
}

void
os_usage_self(struct os_usage *u)
{
	usage_of(RUSAGE_SELF, u);
}

void
os_usage_children(struct os_usage *u)
{
	usage_of(RUSAGE_CHILDREN, u);
}

/* ------------------------------------------------------------------ signals */

static void
do_nothing(int number)
{
	(void)number;
}

void
os_signal_disregard(int number)
{
	struct sigaction a;

	memset(&a, 0, sizeof(a));
	a.sa_handler = do_nothing;
	a.sa_flags = SA_RESTART;
	sigemptyset(&a.sa_mask);
	sigaction(number, &a, NULL);
}

void
os_signals_default(void)
{
	struct sigaction a;
	sigset_t none;

	for (int n = 1; n < LAST_SIGNAL; n++) {
		if (sigaction(n, NULL, &a) != 0 || (a.sa_flags & SA_SIGINFO) != 0 || a.sa_handler != SIG_IGN)
			continue;
		if (n == SIGCHLD || n == SIGTSTP || n == SIGTTIN || n == SIGTTOU)
			signal(n, SIG_DFL);	/* a handler for these would not do the same as no handler */
		else
			os_signal_disregard(n);
	}
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* ------------------------------------------------------------------ start and wait */

enum step { STEP_NONE, STEP_SESSION, STEP_DIRECTORY, STEP_DESCRIPTORS, STEP_EXEC };

struct failure {
	int step;
	int number;
};

/* Makes from[0..2] the descriptors 0, 1 and 2 and the passed ones 3 and up. */
static int
place_descriptors(const struct os_start *s)
{
	int from[3] = { s->in, s->out, s->error };

	for (int to = 0; to < 3; to++)	/* one that stands where another goes: step aside */
		if (from[to] < 3 && from[to] != to && (from[to] = fcntl(from[to], F_DUPFD_CLOEXEC, 3)) < 0)
			return -1;
	for (int to = 0; to < 3; to++)
		if (from[to] != to && dup2(from[to], to) < 0)	/* 0, 1 and 2 of ours are never close-on-exec */
			return -1;
	for (int i = 0; s->pass != NULL && s->pass[i] >= 0; i++)
		if (s->pass[i] == 3 + i ? fcntl(3 + i, F_SETFD, 0) < 0 : dup2(s->pass[i], 3 + i) < 0)
			return -1;
	return 0;
}

/* The child's part; never returns. */
_Noreturn static void
become(const struct os_start *s, const sigset_t *none, volatile struct failure *f, int report)
{
	enum step step;

	if (step = STEP_SESSION, s->new_session && setsid() < 0)
		goto failed;
	if (step = STEP_DIRECTORY, s->directory != NULL && chdir(s->directory) < 0)
		goto failed;
	if (step = STEP_DESCRIPTORS, place_descriptors(s) < 0)
		goto failed;
	step = STEP_EXEC;
	sigprocmask(SIG_SETMASK, none, NULL);
	execve(s->path, s->argv, s->envp);
failed:
	f->step = step;
	f->number = errno;
	if (report >= 0) {
		struct failure copy = { f->step, f->number };
		ssize_t ignored = write(report, &copy, sizeof(copy));

		(void)ignored;
	}
	_exit(127);
}

static int
start_failed(const struct os_start *s, int step, int number, struct err *e)
{
	struct stat st;

	switch (step) {
	case STEP_SESSION:
		return err_sys(e, number, "cannot make a session for '%s'", s->path);
	case STEP_DIRECTORY:
		err_sys(e, number, "cannot start '%s': cannot enter directory '%s'", s->path, s->directory);
		break;
	case STEP_DESCRIPTORS:
		return err_sys(e, number, "cannot start '%s': cannot place its descriptors", s->path);
	default:
		if (number == ENOENT && (s->path[0] == '/' || s->directory == NULL) && stat(s->path, &st) == 0)
			err_set(e, ERR_WORKLOAD, "cannot start '%s': its interpreter or loader is missing", s->path);
		else
			err_sys(e, number, "cannot start '%s'", s->path);
		if (number == EAGAIN || number == ENOMEM || number == EMFILE || number == ENFILE)
			return -1;
	}
	e->kind = ERR_WORKLOAD;
	return -1;
}

/* A pipe whose ends no child keeps. */
static int
make_pipe(int end[2])
{
	if (pipe(end) != 0)
		return -1;
	fcntl(end[0], F_SETFD, FD_CLOEXEC);
	fcntl(end[1], F_SETFD, FD_CLOEXEC);
	return 0;
}

/* The failure that a child without our memory wrote, if any: the exec closes its end. */
static void
read_failure(int end[2], volatile struct failure *f)
{
	struct failure copy;
	ssize_t n;

	close(end[1]);
	while ((n = read(end[0], &copy, sizeof(copy))) < 0 && errno == EINTR)
		;
	close(end[0]);
	if (n == (ssize_t)sizeof(copy)) {
		f->step = copy.step;
		f->number = copy.number;
	}
}

int
os_start(const struct os_start *s, pid_t *pid, struct err *e)
{
	volatile struct failure failure = { STEP_NONE, 0 };
	int report[2] = { -1, -1 };
	sigset_t none;
	pid_t child;
	int number;

	if (!os_traits.vfork_shares_memory && make_pipe(report) != 0)
		return err_sys(e, errno, "cannot make a pipe");
	sigemptyset(&none);
	child = vfork();
	if (child == 0)
		become(s, &none, &failure, report[1]);
	number = errno;
	if (report[0] >= 0)
		read_failure(report, &failure);
	if (child < 0)
		return err_sys(e, number, "cannot make a process for '%s'", s->path);
	if (failure.step != STEP_NONE) {
		while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
			;
		return start_failed(s, failure.step, failure.number, e);
	}
	*pid = child;
	return 0;
}

int
os_wait(pid_t wanted, bool block, pid_t *pid, int *status, struct os_usage *u, struct err *e)
{
	struct rusage r;
	pid_t ended = wait4(wanted, status, block ? 0 : WNOHANG, &r);

	if (ended < 0 && errno == EINTR)
		return err_set(e, ERR_INTERRUPTED, "interrupted by a signal");
	if (ended < 0 && wanted > 0)
		return err_sys(e, errno, "cannot wait for process %ld", (long)wanted);
	if (ended < 0)
		return err_sys(e, errno, "cannot wait for a process");
	*pid = ended;
	if (ended > 0 && u != NULL)
		usage_fill(u, &r);
	return 0;
}

void
os_status_words(int status, char *text, size_t size)
{
	if (WIFEXITED(status))
		snprintf(text, size, "exit status %d", WEXITSTATUS(status));
	else if (WIFSIGNALED(status))
		snprintf(text, size, "killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
	else if (WIFSTOPPED(status))
		snprintf(text, size, "stopped by signal %d (%s)", WSTOPSIG(status), strsignal(WSTOPSIG(status)));
	else
		snprintf(text, size, "wait status %#x", (unsigned)status);
}
