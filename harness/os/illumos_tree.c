/*
 * illumos: the tree of a trial is what is in the process contracts that the head holds. Each program that it
 * starts begins a contract, in which all its descendants stay, daemons too; the kernel kills them when the head
 * dies (CT_PR_NOORPHAN). Written from the manuals, not yet compiled. Needs -lcontract.
 */
#include "os/visible.h"

#include <sys/types.h>
#include <sys/contract/process.h>
#include <sys/ctfs.h>
#include <sys/procset.h>

#include "os/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libcontract.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/killed.h"

static const char CONTRACTS[] = CTFS_ROOT "/process";
static const uint64_t PATIENCE_NS = 10000000000;

/*
 * The active template belongs to this thread; an exec clears it in the children, so that theirs stay in the
 * contract.
 */
static bool
activate_template(void)
{
	int fd = open(CTFS_ROOT "/process/template", O_RDWR | O_CLOEXEC);
	bool done;

	if (fd < 0)
		return false;
	done = ct_pr_tmpl_set_param(fd, CT_PR_NOORPHAN) == 0 && ct_pr_tmpl_set_fatal(fd, CT_PR_EV_HWERR) == 0
	    && ct_tmpl_set_critical(fd, 0) == 0 && ct_tmpl_set_informative(fd, 0) == 0 && ct_tmpl_activate(fd) == 0;
	close(fd);
	return done;
}

void
os_tree_lead(struct os_tree *t, const char *name, bool group)
{
	(void)name;
	(void)group;
	*t = (struct os_tree){ .means = activate_template() ? "contract" : "nothing", .group = NULL, .cpu_fd = -1 };
}

void
os_tree_release(struct os_tree *t)
{
	int fd = open(CTFS_ROOT "/process/template", O_RDWR | O_CLOEXEC);

	if (fd >= 0) {
		ct_tmpl_clear(fd);
		close(fd);
	}
	t->means = "nothing";
}

/* Orphans are reaped by init, so what a daemon used is not in it. */
void
os_tree_cpu(const struct os_tree *t, uint64_t *user_ns, uint64_t *system_ns)
{
	struct os_usage own, reaped;

	(void)t;
	os_usage_self(&own);
	os_usage_children(&reaped);
	*user_ns = own.user_ns + reaped.user_ns;
	*system_ns = own.system_ns + reaped.system_ns;
}

/* Opens "status" or "ctl" of a contract. */
static int
open_contract(const char *id, const char *file, int flags)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/%.20s/%s", CONTRACTS, id, file);
	return open(path, flags | O_CLOEXEC);
}

/* How many are in a contract that we hold; 0 for an empty one, -1 when it is not ours. */
static int
members_of(const char *id)
{
	int fd = open_contract(id, "status", O_RDONLY), members = -1;
	ct_stathdl_t status;
	uint_t count = 0;
	pid_t *pids;

	if (fd < 0)
		return -1;
	if (ct_status_read(fd, CTD_ALL, &status) == 0) {
		if (ct_status_get_state(status) == CTS_OWNED && ct_status_get_holder(status) == getpid())
			members = ct_pr_status_get_members(status, &pids, &count) == 0 ? (int)count : 0;
		ct_status_free(status);
	}
	close(fd);
	return members;
}

static void
abandon(const char *id)
{
	int fd = open_contract(id, "ctl", O_WRONLY);

	if (fd >= 0) {
		ct_ctl_abandon(fd);
		close(fd);
	}
}

/* Kills the members of all contracts of ours and gives up the empty ones; how many members there were. */
static unsigned
kill_contracts(void)
{
	DIR *d = opendir(CONTRACTS);
	struct dirent *entry;
	unsigned alive = 0;

	if (d == NULL)
		return 0;
	while ((entry = readdir(d)) != NULL) {
		int members = entry->d_name[0] >= '0' && entry->d_name[0] <= '9' ? members_of(entry->d_name) : -1;

		if (members > 0) {
			sigsend(P_CTID, (id_t)atol(entry->d_name), SIGKILL);
			alive += (unsigned)members;
		} else if (members == 0)
			abandon(entry->d_name);
	}
	closedir(d);
	return alive;
}

unsigned
os_tree_end(const struct os_tree *t)
{
	struct instant begin = os_now();
	unsigned found = 0;

	(void)t;
	for (unsigned turn = 0;; turn++) {
		bool children = killed_reap();
		unsigned alive = kill_contracts();

		if (turn == 0)
			found = alive;
		if ((!children && alive == 0) || os_span_ns(begin, os_now()) > PATIENCE_NS)
			return found;
		os_sleep_ns(turn < 10 ? 200000 : 5000000);
	}
}

void
os_tree_bury(const char *name)
{
	(void)name;	/* the kernel did it when the head died */
}
