/* The warden: see warden.h. */
#include "run/warden.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "os/os.h"
#include "workload/channel.h"

extern char **environ;

struct ward {
	char group[64];
	pid_t worker;
	int alive;		/* reads end of file when the worker is gone */
	const char *ended_by;	/* "itself", "deadline", "leash" */
	struct os_tree tree;
};

void
warden_group(char *text, unsigned long size, long warden)
{
	snprintf(text, size, "harness-%ld", warden);
}

static int
start_worker(struct ward *w, const char *self, struct err *e)
{
	int alive[2], null, result;
	char *argv[] = { (char[]){ "harness" }, (char[]){ "@worker" }, w->group, NULL };
	int pass[] = { CHANNEL_JOB, CHANNEL_RESULT, 0, CHANNEL_USER, -1 };
	struct os_start start = { .path = self, .argv = argv, .envp = environ, .out = 1, .error = 2 };

	if (pipe(alive) != 0)
		return err_sys(e, errno, "cannot make a pipe");
	null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (null < 0)
		return err_sys(e, errno, "cannot open '/dev/null'");
	fcntl(alive[0], F_SETFD, FD_CLOEXEC);
	fcntl(alive[1], F_SETFD, FD_CLOEXEC);
	start.in = null;
	pass[2] = alive[1];
	start.pass = pass;
	result = os_start(&start, &w->worker, e);
	close(alive[1]);
	close(null);
	w->alive = alive[0];
	return result;
}

/* Until the worker is gone, harness is gone, or the time is up. */
static void
watch(struct ward *w, uint64_t deadline_ns)
{
	struct instant start = os_now();

	for (;;) {
		struct pollfd ends[] = { { .fd = w->alive, .events = POLLIN }, { .fd = CHANNEL_LEASH, .events = POLLIN } };
		uint64_t spent_ns = os_span_ns(start, os_now());
		int wait_ms = -1;

		if (deadline_ns > 0) {
			uint64_t left_ms = spent_ns < deadline_ns ? (deadline_ns - spent_ns) / 1000000 + 1 : 0;

			wait_ms = left_ms < 3600000 ? (int)left_ms : 3600000;
		}
		if (wait_ms == 0) {
			w->ended_by = "deadline";
			return;
		}
		if (poll(ends, 2, wait_ms) < 0 && errno != EINTR)
			return;
		if (ends[1].revents != 0) {
			w->ended_by = "leash";
			return;
		}
		if (ends[0].revents != 0) {
			w->ended_by = "itself";
			return;
		}
	}
}

static void
report(const struct ward *w, int status, unsigned stragglers)
{
	struct buf line = BUF_EMPTY;
	json_t *json = json_object();
	char words[128];
	struct err ignored;

	os_status_words(status, words, sizeof(words));
	json_put_bool(json, "warden", true);
	json_put_text(json, "ended_by", w->ended_by);
	json_put_bool(json, "clean", status == 0);
	json_put_text(json, "status", words);
	json_put_count(json, "stragglers", stragglers);
	json_line(json, &line);
	file_write_fd(CHANNEL_RESULT, "the result channel", line.text, line.length, &ignored);
	buf_release(&line);
	json_decref(json);
}

int
warden_main(int argc, char *const *argv)
{
	struct ward w = { .alive = -1, .ended_by = "leash" };
	struct os_usage usage;
	struct err e;
	unsigned stragglers;
	int status = 0;
	pid_t ended = 0;

	if (argc != 2)
		return ERR_INTERNAL;
	for (int fd = CHANNEL_JOB; fd < CHANNEL_END; fd++)
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	os_signal_disregard(SIGPIPE);
	os_rename_self("hwarden");
	warden_group(w.group, sizeof(w.group), (long)getpid());
	os_tree_lead(&w.tree, w.group, false);
	if (start_worker(&w, argv[0], &e) != 0) {
		dprintf(STDERR_FILENO, "cannot start the worker: %s\n", e.text);
		return ERR_INTERNAL;
	}
	close(CHANNEL_JOB);
	watch(&w, strtoull(argv[1], NULL, 10));
	kill(w.worker, SIGKILL);
	if (os_wait(w.worker, true, &ended, &status, &usage, &e) != 0)
		status = -1;
	stragglers = os_tree_end(&w.tree);
	os_tree_bury(w.group);
	report(&w, status, stragglers);
	os_tree_release(&w.tree);
	return 0;
}
