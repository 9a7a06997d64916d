/* The checkup: a second in which the machine is watched. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "os/os.h"
#include "run/checkup_part.h"

static const uint64_t WATCH_NS = 1000000000;

/* Shares of one CPU: what is less is quiet, and what is more is named. */
#define QUIET_SHARE 0.02
#define NAMED_SHARE 0.01
#define GONE_SHARE 0.05

enum { NAMED_MAX = 5 };

/* What one name used meanwhile, of one CPU. */
struct user {
	char name[32];
	bool kernel;
	double share;
};

struct watch {
	const struct moment *before, *after;
	double span_ns;
	unsigned cpus;
	struct user *users;	/* the busiest first */
	size_t nusers;
	double ours;		/* of harness itself, of one CPU */
};

static void
look(struct moment *m)
{
	struct err e;

	*m = (struct moment){ .at = os_now() };
	m->knows_machine = os_machine(&m->machine, &e) == 0;
	m->knows_processes = os_processes(&m->list, &m->count, &e) == 0;
}

/* ------------------------------------------------------------------ who */

static double
grown(uint64_t before, uint64_t after)
{
	return before == OS_UNKNOWN || after == OS_UNKNOWN ? NAN : after > before ? (double)(after - before) : 0;
}

static const struct os_process *
earlier(const struct watch *w, const struct os_process *p)
{
	for (size_t i = 0; i < w->before->count; i++)
		if (w->before->list[i].pid == p->pid && w->before->list[i].started == p->started)
			return &w->before->list[i];
	return NULL;
}

static void
add_user(struct watch *w, const struct os_process *p, double share)
{
	size_t i = 0;

	while (i < w->nusers && (strcmp(w->users[i].name, p->name) != 0 || w->users[i].kernel != p->kernel))
		i++;
	if (i == w->nusers) {
		w->users = mem_resize(w->users, ++w->nusers, sizeof(*w->users));
		w->users[i] = (struct user){ .kernel = p->kernel };
		memcpy(w->users[i].name, p->name, sizeof(p->name));
	}
	w->users[i].share += share;
}

static int
by_share(const void *a, const void *b)
{
	const struct user *x = a, *y = b;

	return (x->share < y->share) - (x->share > y->share);
}

/* A process that is new has used all that it has in this time. */
static void
find_users(struct watch *w)
{
	for (size_t i = 0; i < w->after->count; i++) {
		const struct os_process *p = &w->after->list[i], *before = earlier(w, p);
		uint64_t since = before != NULL ? before->cpu_ns : 0;
		double share;

		if (p->cpu_ns == OS_UNKNOWN || since == OS_UNKNOWN || p->cpu_ns <= since || (before == NULL && !w->before->knows_processes))
			continue;
		share = (double)(p->cpu_ns - since) / w->span_ns;
		if (p->pid == getpid())
			w->ours = share;
		else
			add_user(w, p, share);
	}
	if (w->nusers > 1)
		qsort(w->users, w->nusers, sizeof(*w->users), by_share);
}

/* Of one CPU, what no process in the list has used: that of those that came and went. NAN: not known. */
static double
gone(const struct watch *w)
{
	const struct os_machine *a = &w->before->machine, *b = &w->after->machine;
	double rest = (grown(a->user_ns, b->user_ns) + grown(a->system_ns, b->system_ns)) / w->span_ns - w->ours;

	for (size_t i = 0; i < w->nusers; i++)
		rest -= w->users[i].share;
	return w->before->knows_machine && w->after->knows_machine ? rest : NAN;
}

static void
check_processes(struct checkup *c, const struct watch *w)
{
	static const char why[] = "what others use is taken from the workload, and not evenly";
	struct buf text = BUF_EMPTY;
	double rest = gone(w), most = w->nusers > 0 ? w->users[0].share : 0;
	size_t named = 0;

	if (!w->after->knows_processes) {
		checkup_add(c, CHECK_UNKNOWN, "processes", mem_string("the system does not tell which are busy"), why, NULL);
		return;
	}
	for (size_t i = 0; i < w->nusers && named < NAMED_MAX; i++)
		if (w->users[i].share >= NAMED_SHARE) {
			buf_printf(&text, "%s%s%s %.0f %%", named > 0 ? ", " : "", w->users[i].kernel ? "kernel thread " : "",
			    w->users[i].name, 100 * w->users[i].share);
			named++;
		}
	if (rest >= GONE_SHARE) {
		buf_printf(&text, "%ssome that came and went %.0f %%", named > 0 ? ", " : "", 100 * rest);
		most = fmax(most, rest);
		named++;
	}
	if (named == 0)
		checkup_add(c, CHECK_OK, "processes", mem_string("no other was busy"), NULL, NULL);
	else {
		buf_puts(&text, " of one CPU");
		checkup_add(c, most >= 0.1 ? CHECK_WARNING : CHECK_NOTE, "processes", mem_string(buf_text(&text)), why,
		    "end them, or wait for them");
	}
	buf_release(&text);
}

static void
check_another_harness(struct checkup *c, const struct watch *w)
{
	static const char why[] = "both would measure each other";
	size_t count = 0;

	if (!w->after->knows_processes) {
		checkup_add(c, CHECK_UNKNOWN, "harness", mem_string("the system does not tell whether another one is measuring"), why, NULL);
		return;
	}
	for (size_t i = 0; i < w->after->count; i++)
		count += strcmp(w->after->list[i].name, "hwarden") == 0;
	if (count > 0)
		checkup_add(c, CHECK_UNFIT, "harness", mem_string("another one is measuring at this moment"), why, "wait for it");
	else
		checkup_add(c, CHECK_OK, "harness", mem_string("no other is measuring"), NULL, NULL);
}

/* Names as ps shows them, at most 15 bytes long. */
static bool
is_job(const char *name)
{
	static const char *const jobs[] = {
		"apt", "apt-get", "aptitude", "dpkg", "unattended-upgr", "apt.systemd.dai", "dnf", "dnf-automatic", "yum", "rpm", "zypper",
		"packagekitd", "pacman", "apk", "emerge", "freebsd-update", "pkg", "pkgin", "pkg_add", "syspatch",
		"pkgman", "package_daemon", "softwareupdated", "updatedb", "updatedb.mlocat", "updatedb.plocat", "mandb", "fstrim", "e4defrag",
		"xfs_scrub", "btrfs-scrub", "logrotate", "makewhatis",
	};

	for (size_t i = 0; i < sizeof(jobs) / sizeof(jobs[0]); i++)
		if (strcmp(name, jobs[i]) == 0)
			return true;
	return false;
}

static void
check_jobs(struct checkup *c, const struct watch *w)
{
	static const char why[] = "they use CPU and disk, and change what is installed";
	struct buf text = BUF_EMPTY;

	if (!w->after->knows_processes) {
		checkup_add(c, CHECK_UNKNOWN, "jobs", mem_string("the system does not tell whether updates run"), why, NULL);
		return;
	}
	for (size_t i = 0; i < w->after->count; i++) {
		const char *name = w->after->list[i].name;
		char *seen = mem_printf(" %s,", name), *so_far = mem_printf(" %s,", buf_text(&text));

		if (is_job(name) && strstr(so_far, seen) == NULL)
			buf_printf(&text, "%s%s", text.length > 0 ? ", " : "", name);
		free(seen);
		free(so_far);
	}
	if (text.length == 0)
		checkup_add(c, CHECK_OK, "jobs", mem_string("no update or upkeep is running"), NULL, NULL);
	else
		checkup_add(c, CHECK_WARNING, "jobs", mem_printf("%s running", buf_text(&text)), why, "wait for them, or stop their timers while you measure");
	buf_release(&text);
}

/* ------------------------------------------------------------------ how much */

/* CPUs that others kept busy: 0 ... cpus; NAN: not known. */
static double
others(const struct watch *w)
{
	const struct os_machine *a = &w->before->machine, *b = &w->after->machine;
	double interrupts = grown(a->interrupt_ns, b->interrupt_ns), busy;

	if (!w->before->knows_machine || !w->after->knows_machine)
		return NAN;
	busy = grown(a->user_ns, b->user_ns) + grown(a->system_ns, b->system_ns) + (isfinite(interrupts) ? interrupts : 0);
	busy = busy / w->span_ns - w->ours;
	return isfinite(busy) ? fmin(fmax(busy, 0), w->cpus) : NAN;
}

static void
check_load(struct checkup *c, const struct watch *w)
{
	static const char why[] = "what others use is taken from the workload, and not evenly";
	double busy = others(w), share = busy / w->cpus;
	char *what;

	if (!isfinite(busy)) {
		checkup_add(c, CHECK_UNKNOWN, "load", mem_string("the system does not tell how busy the CPUs are"), why, NULL);
		return;
	}
	what = mem_printf("others use %.2f of %u CPU%s", busy, w->cpus, w->cpus == 1 ? "" : "s");
	if (share >= 0.9)
		checkup_add(c, CHECK_UNFIT, "load", what, "there is nothing left to measure on", "wait until it has ended");
	else
		checkup_add(c, share >= 0.1 ? CHECK_WARNING : busy >= QUIET_SHARE * w->cpus ? CHECK_NOTE : CHECK_OK, "load", what, why,
		    "see which processes are busy");
}

static void
check_steal(struct checkup *c, const struct watch *w)
{
	static const char why[] = "the host gives CPU time to other guests, in the middle of trials";
	double stolen = grown(w->before->machine.steal_ns, w->after->machine.steal_ns) / w->span_ns / w->cpus;

	if (!w->before->knows_machine || !w->after->knows_machine || !isfinite(stolen))
		checkup_add(c, CHECK_UNKNOWN, "steal", mem_string("the system does not tell what a host takes away"), why, NULL);
	else if (stolen >= 0.001)
		checkup_add(c, stolen >= 0.01 ? CHECK_WARNING : CHECK_NOTE, "steal", mem_printf("the host took %.1f %% of the CPU time away", 100 * stolen),
		    why, "measure when the host is quiet, or on a host of your own");
	else
		checkup_add(c, CHECK_OK, "steal", mem_string("none seen"), NULL, NULL);
}

void
checkup_compare(struct checkup *c, const struct moment *before, const struct moment *after, unsigned cpus)
{
	struct watch w = { .before = before, .after = after, .cpus = cpus };

	w.span_ns = fmax(1, (double)os_span_ns(before->at, after->at));
	find_users(&w);
	check_another_harness(c, &w);
	check_load(c, &w);
	check_processes(c, &w);
	check_steal(c, &w);
	check_jobs(c, &w);
	free(w.users);
}

void
checkup_watch(struct checkup *c)
{
	struct moment before, after;

	look(&before);
	os_sleep_ns(WATCH_NS);
	look(&after);
	checkup_compare(c, &before, &after, os_cpu_count());
	free(before.list);
	free(after.list);
}
