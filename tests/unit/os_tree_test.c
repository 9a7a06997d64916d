/*
 * os/os.h: the tree. Every process of a scenario holds the writing end of one pipe, the "life" pipe: when its reading
 * end comes to the end of file, none of them is left, whatever it had done to hide.
 */
#include "os_help.h"

#include "base/buf.h"
#include "base/file.h"

enum { NOBODY = 65534, HOPS = 2000, HOPPERS = 4, DEPTH = 6 };

struct kind {
	bool group, ordinary;	/* asks for an accounting group; gives root up first */
};

static int life[2];	/* of the scenario in this process */

/* Becomes the head, of daemons too if said so; NULL, or why not. */
static const char *
lead(struct os_tree *t, const struct kind *kind, bool daemons)
{
	static char name[64];

	if (kind->ordinary && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0))
		return "skip: only root can become an ordinary user";
	snprintf(name, sizeof(name), "harness-test-%ld", (long)getpid());
	os_tree_lead(t, name, kind->group);
	if (strcmp(t->means, "nothing") == 0)
		return "skip: this system cannot hold a tree together";
	if (daemons && strcmp(t->means, "process list") == 0)
		return "skip: daemons escape on this system";
	if (kind->group && !kind->ordinary && t->group == NULL)
		return "skip: no accounting group can be made here";
	return NULL;
}

static void
wait_ready(int fd, unsigned count)
{
	char byte;

	while (count > 0 && read(fd, &byte, 1) == 1)
		count--;
}

static void
say_ready(int fd)
{
	if (write(fd, "+", 1) != 1)
		_exit(1);
}

/* ------------------------------------------------------------------ those that hide */

_Noreturn static void
linger(int ready)
{
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	alarm(60);	/* should the test fail */
	say_ready(ready);
	for (;;)
		pause();
}

/*
 * Starts five: a plain child, a daemon by two forks, one in a session of its own, one under a dead parent, a
 * stopped one.
 */
static void
start_hiders(int ready)
{
	int status;
	pid_t pid;

	if (fork() == 0)
		linger(ready);
	if (fork() == 0) {
		setsid();
		if (fork() == 0)
			linger(ready);
		_exit(0);
	}
	if (fork() == 0) {
		setsid();
		linger(ready);
	}
	if (fork() == 0) {
		if (fork() == 0)
			linger(ready);
		os_sleep_ns(1000000);
		_exit(1);
	}
	if ((pid = fork()) == 0) {
		raise(SIGSTOP);
		_exit(0);
	}
	waitpid(pid, &status, WUNTRACED);
}

static const char *
check_hiders(void *context)
{
	static char wrong[128];
	struct os_tree t;
	const char *reason = lead(&t, context, true);
	int ready[2];
	unsigned alive;

	if (reason != NULL)
		return reason;
	os_pipe(life);
	os_pipe(ready);
	start_hiders(ready[1]);
	wait_ready(ready[0], 4);
	close(life[1]);
	alive = os_tree_end(&t);
	if (!os_all_gone(life[0]))
		return "some survived";
	if (alive < 5 || alive > 7)	/* two parents may still be dying */
		return snprintf(wrong, sizeof(wrong), "%u were alive, not 5", alive), wrong;
	if (waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD)
		return "some were not reaped";
	if (os_tree_end(&t) != 0)
		return "the second end found more";
	os_tree_release(&t);
	return NULL;
}

/* Those that every system must find: children and orphans that stay in the session of the head. */
static const char *
check_stayers(void *context)
{
	struct os_tree t;
	const char *reason;
	int ready[2], status;
	pid_t pid;

	setsid();
	if ((reason = lead(&t, context, false)) != NULL)
		return reason;
	os_pipe(life);
	os_pipe(ready);
	if (fork() == 0)
		linger(ready[1]);
	if (fork() == 0) {
		if (fork() == 0)
			linger(ready[1]);
		_exit(0);
	}
	if ((pid = fork()) == 0) {
		raise(SIGSTOP);
		_exit(0);
	}
	waitpid(pid, &status, WUNTRACED);
	wait_ready(ready[0], 2);
	close(life[1]);
	if (os_tree_end(&t) < 3)
		return "not all were found";
	if (!os_all_gone(life[0]))
		return "some survived";
	os_tree_release(&t);
	return NULL;
}

/* ------------------------------------------------------------------ those that fork while they are killed */

/* Lives in a new process every moment: forks and exits. Bounded in hops, and so in time. */
_Noreturn static void
hop(void)
{
	setsid();
	for (int i = 0; i < HOPS; i++) {
		pid_t pid = fork();

		if (pid != 0)
			_exit(pid < 0);
	}
	alarm(60);
	for (;;)
		pause();
}

/* Doubles itself until there are 2 to the DEPTH; all stay. */
_Noreturn static void
spread(void)
{
	for (int i = 0; i < DEPTH; i++)
		if (fork() < 0)
			break;
	alarm(60);
	for (;;)
		pause();
}

static const char *
check_forkers(void *context)
{
	struct os_tree t;
	const char *reason = lead(&t, context, true);

	if (reason != NULL)
		return reason;
	os_pipe(life);
	for (int i = 0; i < HOPPERS; i++)
		if (fork() == 0)
			hop();
	if (fork() == 0)
		spread();
	os_sleep_ns(5000000);
	close(life[1]);
	if (os_tree_end(&t) < HOPPERS)
		return "nearly nobody was alive";
	if (!os_all_gone(life[0]))
		return "some survived";
	if (waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD)
		return "some were not reaped";
	os_tree_release(&t);
	return NULL;
}

/* ------------------------------------------------------------------ what it cost */

/* A daemon uses CPU; by its own clock so much. It must be charged to the tree, and not much else. */
static const char *
check_charge(void *context)
{
	static char wrong[256];
	struct os_tree t;
	const char *reason = lead(&t, context, true);
	struct instant begin = os_now();
	uint64_t user[3], system[3], spun, charged, most;
	bool living;
	int report[2];

	if (reason != NULL)
		return reason;
	living = t.cpu_fd >= 0;
	os_pipe(report);
	os_tree_cpu(&t, &user[0], &system[0]);
	if (fork() == 0) {
		setsid();
		if (fork() == 0) {
			spun = os_spin(150000000);
			if (write(report[1], &spun, sizeof(spun)) < 0)
				_exit(1);
			alarm(60);
			for (;;)
				pause();
		}
		_exit(0);
	}
	if (read(report[0], &spun, sizeof(spun)) != (ssize_t)sizeof(spun))
		return "no report";
	os_tree_cpu(&t, &user[1], &system[1]);
	os_tree_end(&t);
	os_tree_cpu(&t, &user[2], &system[2]);
	most = os_span_ns(begin, os_now()) * os_cpu_count();
	os_tree_release(&t);
	charged = user[2] + system[2] - user[0] - system[0];
	if (charged + 10000000 < spun || charged > most + most / 10 + 20000000)
		return snprintf(wrong, sizeof(wrong), "it spun %llu ns and %llu were charged, at most %llu were there",
		    (unsigned long long)spun, (unsigned long long)charged, (unsigned long long)most), wrong;
	if (living && user[1] + system[1] - user[0] - system[0] + 20000000 < spun)
		return "the living are not charged";
	return NULL;
}

/* ------------------------------------------------------------------ when the head is dead */

static void
test_burial(void **state)
{
	char path[512], name[64];
	int ready[2], said[2];
	struct os_tree t;
	pid_t head;
	ssize_t length;

	(void)state;
	os_pipe(life);
	os_pipe(ready);
	os_pipe(said);
	fflush(NULL);
	if ((head = fork()) == 0) {
		snprintf(name, sizeof(name), "harness-test-%ld", (long)getpid());
		os_tree_lead(&t, name, true);
		if (t.group == NULL || write(said[1], t.group, strlen(t.group)) < 0)
			_exit(1);
		close(said[1]);
		start_hiders(ready[1]);
		for (;;)
			pause();
	}
	close(said[1]);
	close(life[1]);
	length = os_read_all(said[0], path, sizeof(path));
	if (length > 0)
		wait_ready(ready[0], 4);
	kill(head, SIGKILL);
	waitpid(head, NULL, 0);
	snprintf(name, sizeof(name), "harness-test-%ld", (long)head);
	os_tree_bury(name);
	assert_true(os_all_gone(life[0]));
	if (length > 0)
		assert_false(file_exists(path));
	os_tree_bury(name);	/* once more: nothing there */
	os_tree_bury("");	/* and nothing that these could mean */
	os_tree_bury("..");
	close(ready[0]);
	close(ready[1]);
	close(said[0]);
	close(life[0]);
	if (length <= 0)
		OS_SKIP("no accounting group can be made here");
}

static void
test_parent_dies(void **state)
{
	char answer = 0;
	int ready[2];
	pid_t parent;

	(void)state;
	os_pipe(life);
	os_pipe(ready);
	fflush(NULL);
	if ((parent = fork()) == 0) {
		if (fork() == 0) {
			answer = os_die_with_parent(SIGKILL) ? '+' : '-';
			if (write(ready[1], &answer, 1) != 1 || answer == '-')
				_exit(1);
			alarm(60);
		}
		for (;;)
			pause();
	}
	close(life[1]);
	assert_int_equal(read(ready[0], &answer, 1), 1);
	kill(parent, SIGKILL);
	waitpid(parent, NULL, 0);
	assert_true(os_all_gone(life[0]));
	close(ready[0]);
	close(ready[1]);
	close(life[0]);
	if (answer == '-')
		OS_SKIP("this system has no such thing");
}

/* ------------------------------------------------------------------ the cases */

static struct kind with_group = { true, false }, without_group = { false, false }, ordinary = { true, true };

#define CASES(check) \
	static void check##_in_group(void **state) { (void)state; os_apart(check, &with_group); } \
	static void check##_alone(void **state) { (void)state; os_apart(check, &without_group); } \
	static void check##_of_an_ordinary_user(void **state) { (void)state; os_apart(check, &ordinary); }

CASES(check_stayers)
CASES(check_hiders)
CASES(check_forkers)
CASES(check_charge)

static const char *
check_release(void *context)
{
	struct os_tree t;
	const char *reason = lead(&t, context, true);
	char *group;
	bool there;

	if (reason != NULL)
		return reason;
	group = mem_string(t.group);
	there = file_exists(group);
	os_tree_release(&t);
	there = there && !file_exists(group);
	free(group);
	return there ? NULL : "the group was not made or not removed";
}

static void
test_release(void **state)
{
	(void)state;
	os_apart(check_release, &with_group);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(check_stayers_in_group),
		cmocka_unit_test(check_stayers_alone),
		cmocka_unit_test(check_stayers_of_an_ordinary_user),
		cmocka_unit_test(check_hiders_in_group),
		cmocka_unit_test(check_hiders_alone),
		cmocka_unit_test(check_hiders_of_an_ordinary_user),
		cmocka_unit_test(check_forkers_in_group),
		cmocka_unit_test(check_forkers_alone),
		cmocka_unit_test(check_forkers_of_an_ordinary_user),
		cmocka_unit_test(check_charge_in_group),
		cmocka_unit_test(check_charge_alone),
		cmocka_unit_test(check_charge_of_an_ordinary_user),
		cmocka_unit_test(test_burial),
		cmocka_unit_test(test_release),
		cmocka_unit_test(test_parent_dies),
	};

	os_close_on_exec();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
