/* The real executor: see executor.h. */
#include "run/executor.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"
#include "run/warden.h"
#include "workload/channel.h"

extern char **environ;

enum { LOG_TAIL_BYTES = 16384, LOG_TAIL_LINES = 12 };

static const uint64_t WARDEN_GRACE_NS = 5000000000;

/* What is open while one step runs; -1 when closed. */
struct line {
	int job[2], result[2], leash[2], log;
};

/* A file without a name; where the system has its temporary files if possible, for the scratch directory may be what fills up. */
static int
open_log(const char *scratch, struct err *e)
{
	const char *const places[] = { "/tmp", scratch };
	int fd = -1;

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]) && fd < 0; i++) {
		char *path = path_join(places[i], "harness-log-XXXXXX");

		fd = mkstemp(path);
		if (fd >= 0)
			unlink(path);
		else
			err_sys(e, errno, "cannot make a log file in '%s'", places[i]);
		free(path);
	}
	if (fd >= 0) {
		fcntl(fd, F_SETFD, FD_CLOEXEC);
		fcntl(fd, F_SETFL, O_APPEND);
	}
	return fd;
}

/* A pipe whose ends lie above the channels' numbers. */
static int
open_pipe(int ends[2], struct err *e)
{
	int low[2];

	if (pipe(low) != 0)
		return err_sys(e, errno, "cannot make a pipe");
	for (int i = 0; i < 2; i++) {
		ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, CHANNEL_END);
		close(low[i]);
	}
	return ends[0] < 0 || ends[1] < 0 ? err_sys(e, errno, "cannot make a pipe") : 0;
}

static void
shut(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static int
line_open(struct line *l, const char *scratch, struct err *e)
{
	if (open_pipe(l->job, e) != 0 || open_pipe(l->result, e) != 0 || open_pipe(l->leash, e) != 0)
		return -1;
	l->log = open_log(scratch, e);
	return l->log < 0 ? -1 : 0;
}

static void
line_close(struct line *l)
{
	for (int i = 0; i < 2; i++) {
		shut(&l->job[i]);
		shut(&l->result[i]);
		shut(&l->leash[i]);
	}
	shut(&l->log);
}

static bool
is_among(const char *variable, char *const *variables)
{
	size_t length = strcspn(variable, "=") + 1;

	for (; variables != NULL && *variables != NULL; variables++)
		if (strncmp(variable, *variables, length) == 0)
			return true;
	return false;
}

/*
 * Our environment, the step's own variables in place of ours of the same names (of two, some programs see the first and some
 * the last), and the padding, which moves what lies behind it on every new stack.
 */
static char **
step_environment(const struct step *s, char **padding)
{
	size_t ours = 0, more = 0, count = 0;
	char **envp;

	while (environ[ours] != NULL)
		ours++;
	while (s->environment != NULL && s->environment[more] != NULL)
		more++;
	envp = mem_zero(ours + more + 2, sizeof(*envp));
	for (size_t i = 0; i < ours; i++)
		if (!is_among(environ[i], s->environment))
			envp[count++] = environ[i];
	for (size_t i = 0; i < more; i++)
		envp[count++] = s->environment[i];
	*padding = mem_printf("HARNESS_PADDING=%*s", (int)s->padding, "");
	envp[count] = *padding;
	return envp;
}

static int
start_warden(struct process_executor *x, const struct step *s, const struct line *l, pid_t *warden, struct err *e)
{
	char deadline[32], *padding, **envp = step_environment(s, &padding);
	char *argv[] = { (char[]){ "harness" }, (char[]){ "@warden" }, x->self, deadline, NULL };
	int pass[] = { l->job[0], l->result[1], l->leash[0], x->user_fd, -1 };
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC), result;
	struct os_start start = {
		.path = x->self,
		.argv = argv,
		.envp = envp,
		.in = null,
		.out = l->log,
		.error = l->log,
		.pass = pass,
		.new_session = true,
	};

	snprintf(deadline, sizeof(deadline), "%" PRIu64, s->deadline_ns);
	result = null >= 0 ? os_start(&start, warden, e) : err_sys(e, errno, "cannot open '/dev/null'");
	if (null >= 0)
		close(null);
	free(padding);
	free(envp);
	return result;
}

static int
send_job(int fd, const struct step *s)
{
	struct buf text = BUF_EMPTY;
	json_t *job = step_to_json(s);
	struct err ignored;	/* a worker that died early is seen by its answer */
	int result;

	json_line(job, &text);
	result = file_write_fd(fd, "the job channel", text.text, text.length, &ignored);
	buf_release(&text);
	json_decref(job);
	return result;
}

/* How long to wait for a warden that should have ended by now: after this it is ended itself. */
static struct timespec *
patience(const struct instant *cut, struct instant start, uint64_t deadline_ns, struct timespec *t)
{
	struct instant now = os_now();
	uint64_t limit_ns = WARDEN_GRACE_NS, spent_ns = os_span_ns(cut != NULL ? *cut : start, now), left_ns;

	if (cut == NULL && deadline_ns == 0)
		return NULL;
	if (cut == NULL)
		limit_ns += deadline_ns;
	left_ns = spent_ns < limit_ns ? limit_ns - spent_ns : 0;
	*t = (struct timespec){ .tv_sec = (time_t)(left_ns / 1000000000), .tv_nsec = (long)(left_ns % 1000000000) };
	return t;
}

/*
 * Reads answers until all that could write them are gone. A signal cuts the leash once, the answers still come; signals are let in only
 * while we wait, so that none is missed. A warden that neither keeps the deadline nor feels the leash (someone stopped it) is killed.
 */
static void
collect(struct process_executor *x, struct line *l, pid_t warden, uint64_t deadline_ns, struct buf *answers, bool *interrupted)
{
	struct instant start = os_now(), cut;
	sigset_t held, before;
	bool killed = false;
	char chunk[65536];

	sigemptyset(&held);
	sigaddset(&held, SIGINT);
	sigaddset(&held, SIGTERM);
	sigaddset(&held, SIGHUP);
	sigprocmask(SIG_BLOCK, &held, &before);
	for (;;) {
		struct timespec left, *timeout;
		fd_set ready;
		ssize_t n;
		int found;

		if (*x->interrupted && !*interrupted) {
			*interrupted = true;
			cut = os_now();
			shut(&l->leash[1]);
		}
		FD_ZERO(&ready);
		FD_SET(l->result[0], &ready);
		timeout = killed ? NULL : patience(*interrupted ? &cut : NULL, start, deadline_ns, &left);
		found = pselect(l->result[0] + 1, &ready, NULL, NULL, timeout, &before);
		if (found == 0) {
			kill(warden, SIGKILL);
			killed = true;
		}
		if (found <= 0)
			continue;
		n = read(l->result[0], chunk, sizeof(chunk));
		if (n == 0 || (n < 0 && errno != EINTR))
			break;
		if (n > 0)
			buf_add(answers, chunk, (size_t)n);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
}

static char *
log_tail(int log)
{
	char text[LOG_TAIL_BYTES];
	off_t size = lseek(log, 0, SEEK_END), from = size > (off_t)sizeof(text) ? size - (off_t)sizeof(text) : 0;
	ssize_t n = pread(log, text, sizeof(text), from), start = n;

	if (n <= 0)
		return mem_string("");
	while (start > 0 && (text[start - 1] == '\n' || text[start - 1] == '\0'))
		start--;
	n = start;
	for (int lines = 0; start > 0; start--)
		if (text[start - 1] == '\n' && ++lines == LOG_TAIL_LINES)
			break;
	return mem_printf("%.*s", (int)(n - start), text + start);
}

/* Splits the answers: the worker's line and the warden's; either may be missing. */
static void
read_answers(const struct buf *answers, json_t **worker, json_t **warden)
{
	const char *at = buf_text(answers);
	struct err ignored;

	while (*at != '\0') {
		size_t length = strcspn(at, "\n");
		json_t *json = json_parse("an answer", at, length, &ignored), **slot;

		slot = json_get_bool(json, "warden", false) ? warden : worker;
		if (json != NULL && *slot == NULL)
			*slot = json;
		else
			json_decref(json);
		at += length + (at[length] != '\0');
	}
}

static void
judge(struct outcome *o, const json_t *warden, bool interrupted, uint64_t deadline_ns)
{
	const char *ended_by = json_get_text(warden, "ended_by"), *status = json_get_text(o->result, "status");

	o->status = OUTCOME_FAILED;
	if (interrupted) {
		o->status = OUTCOME_INTERRUPTED;
		err_set(&o->err, ERR_INTERRUPTED, "interrupted");
	} else if (warden == NULL)
		err_set(&o->err, ERR_INTERNAL, "the warden of the trial died");
	else if (strcmp(ended_by != NULL ? ended_by : "", "deadline") == 0) {
		o->status = OUTCOME_TIMEOUT;
		err_set(&o->err, ERR_WORKLOAD, "not done within the deadline of %.6g s; ended with all its processes", (double)deadline_ns / 1e9);
	} else if (status == NULL)
		err_set(&o->err, ERR_WORKLOAD, "the worker died: %s", json_get_text(warden, "status"));
	else if (strcmp(status, "ok") == 0)
		o->status = OUTCOME_OK;
	else
		err_set(&o->err, err_kind_of(json_get_text(o->result, "kind")), "%s", json_get_text(o->result, "error"));
}

static int
carry_out(void *context, const struct step *s, struct outcome *o, struct err *e)
{
	struct process_executor *x = context;
	struct line l = { { -1, -1 }, { -1, -1 }, { -1, -1 }, -1 };
	struct buf answers = BUF_EMPTY;
	struct os_usage usage;
	bool interrupted = false;
	json_t *warden_answer = NULL;
	pid_t warden, ended;
	char group[64];
	int status, result = -1;

	memset(o, 0, sizeof(*o));
	if (line_open(&l, s->scratch, e) != 0 || start_warden(x, s, &l, &warden, e) != 0)
		goto out;
	shut(&l.job[0]);
	shut(&l.result[1]);
	shut(&l.leash[0]);
	send_job(l.job[1], s);
	shut(&l.job[1]);
	collect(x, &l, warden, s->deadline_ns, &answers, &interrupted);
	while (os_wait(warden, true, &ended, &status, &usage, e) != 0)
		if (*x->interrupted && !interrupted) {
			interrupted = true;
			shut(&l.leash[1]);
		} else
			goto out;
	read_answers(&answers, &o->result, &warden_answer);
	if (warden_answer == NULL) {
		warden_group(group, sizeof(group), (long)warden);
		os_tree_bury(group);
		os_tree_end(&x->tree);
	}
	judge(o, warden_answer, interrupted, s->deadline_ns);
	if (o->status != OUTCOME_OK)
		o->log = log_tail(l.log);
	result = 0;
out:
	json_decref(warden_answer);
	buf_release(&answers);
	line_close(&l);
	return result;
}

int
process_executor_init(struct process_executor *x, const char *argv0, int user_fd, const volatile sig_atomic_t *interrupted,
    struct err *e)
{
	memset(x, 0, sizeof(*x));
	x->self = os_self_path(argv0);
	if (x->self == NULL)
		return err_set(e, ERR_INTERNAL, "cannot find the path of this program; start it by its full path");
	x->user_fd = fcntl(user_fd, F_DUPFD_CLOEXEC, CHANNEL_END);
	if (x->user_fd < 0)
		return err_sys(e, errno, "cannot duplicate a descriptor");
	x->interrupted = interrupted;
	os_tree_lead(&x->tree, "", false);
	return 0;
}

void
process_executor_release(struct process_executor *x)
{
	if (x->user_fd > 0)
		close(x->user_fd);
	os_tree_release(&x->tree);
	free(x->self);
}

struct executor
process_executor(struct process_executor *x)
{
	return (struct executor){ .carry_out = carry_out, .context = x };
}
