/*
 * All of os.h without an operating system, for tests of the modules above it: a clock that moves by script, answers set
 * beforehand, and "the n-th call that can fail fails". No process is started, no file is touched. Linked in place of
 * harness/os; every test begins with fake_os_reset().
 *
 * The loop for the failures, which must each be clean and leave nothing behind:
 *
 *	for (unsigned n = 1;; n++) {
 *		fake_os_reset(); fake_os_fail_at(n);
 *		if (operation(&e) == 0) break;
 *		assert_true(fake_os_failed()); assert_int_equal(fake_os_children(), 0); ...
 *	}
 */
#ifndef TESTS_UNIT_FAKE_OS_H
#define TESTS_UNIT_FAKE_OS_H

#include <stddef.h>

#include "os/os.h"

/*
 * Everything as at the beginning: clock at 1 s moving by 1000 ns, no failure, no children, all answers at their
 * defaults.
 */
void fake_os_reset(void);

/* ------------------------------------------------------------------ failures */

/*
 * The n-th call from here on, of any function with a struct err, fails (kind ERR_INTERNAL, text "fake failure");
 * 0: none.
 */
void fake_os_fail_at(unsigned n);
void fake_os_fail_as(enum err_kind kind);

/* Every call of this function fails with the kind ("os_evict", ERR_UNSUPPORTED); several may be set. */
void fake_os_refuse(const char *function, enum err_kind kind);

unsigned fake_os_calls(void);	/* calls that could fail, since the reset or the last fail_at */
bool fake_os_failed(void);	/* whether the failure of fail_at has happened */

/* ------------------------------------------------------------------ clock */

/* os_now answers `start`, then moves on by `step` with each call. */
void fake_os_clock(uint64_t start_ns, uint64_t step_ns);

/* The next calls of os_now move on by these steps (borrowed), then by the constant step again. */
void fake_os_steps(const uint64_t *steps_ns, size_t count);

void fake_os_advance(uint64_t ns);
uint64_t fake_os_slept_ns(void);	/* the sum of os_sleep_ns, which moves the clock */

/* ------------------------------------------------------------------ processes */

/* How a started process will go: its end comes `lasts_ns` after the start by the fake clock. */
struct fake_child {
	int status;	/* as of waitpid: 0, or 2 << 8 for exit status 2, or 9 for a signal */
	uint64_t lasts_ns;
	struct os_usage usage;
	/* written at the start to its out, its error and the first of `pass`; NULL: nothing */
	const char *out, *error, *result;
};

/* Children in order of start (borrowed); behind the last they exit with 0 at once and used nothing. */
void fake_os_script(const struct fake_child *children, size_t count);

unsigned fake_os_started(void);		/* how many were */
unsigned fake_os_children(void);	/* started and neither waited for nor ended with the tree */
const char *fake_os_command(unsigned i);	/* "path arg1 arg2" of the i-th start; borrowed */
void fake_os_usage_of_self(const struct os_usage *u);	/* added to by nothing: set it between calls */
unsigned fake_os_trees(void);		/* led and not released */
void fake_os_stragglers(unsigned count);	/* what the next os_tree_end finds alive */
const char *fake_os_buried(void);	/* the name of the last os_tree_bury, or "" */

/* ------------------------------------------------------------------ answers */

void fake_os_machine_is(const struct os_machine *m);
void fake_os_processes_are(const struct os_process *list, size_t count);	/* borrowed */
void fake_os_volume_is(const struct os_volume *v);
void fake_os_device_is(const struct os_device_io *io);
void fake_os_space_is(uint64_t free_bytes, uint64_t total_bytes);
void fake_os_residency_is(uint64_t resident_bytes, uint64_t total_bytes);	/* os_evict makes resident 0 */
void fake_os_fact_is(enum os_fact which, const char *text);			/* borrowed; NULL: unknown */
void fake_os_cpus_are(unsigned count);

unsigned fake_os_evictions(void);
unsigned fake_os_syncs(void);
unsigned fake_os_drops(void);

/* ------------------------------------------------------------------ settings */

void fake_os_sysctl_is(const char *name, const char *value);		/* the name is borrowed; others do not exist */
void fake_os_sysctl_ignores(const char *name, const char *value);	/* setting it to this succeeds and changes nothing */
void fake_os_sysctl_partners(const char *a, const char *b);		/* each zeroes the other and refuses 0 itself */
const char *fake_os_sysctl(const char *name);				/* as it is now; borrowed */

#endif
