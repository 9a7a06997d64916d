/*
 * Chores: commands that change the machine or take a change back, called as "COMMAND apply" and "COMMAND
 * revert". A chore outlives a harness that was killed; whoever takes back what that one did must wait for it
 * first.
 */
#ifndef HARNESS_SETTING_CHORE_H
#define HARNESS_SETTING_CHORE_H

#include <stdbool.h>

#include "base/err.h"

/*
 * Runs words (the program by its path) with one more word behind them, in a directory (or "/", when that is
 * gone), out of the reach of the terminal's signals. ERR_UNFIT, with the end of its output, when it does not
 * exit with 0 within a minute. SIGINT and SIGTERM end one that may stop, with its group: ERR_INTERRUPTED.
 */
int chore_run(const char *directory, char *const *words, const char *last, bool may_stop, struct err *e);

/*
 * Whether a chore of a harness that is gone still runs, or a process that one left behind. For who holds the
 * journal's lock.
 */
bool chore_is_running(void);

/*
 * Waits until no chore runs any more, but not longer than one may: one that left a process behind it is not
 * waited for for ever. For who holds the journal's lock.
 */
void chore_await(void);

#endif
