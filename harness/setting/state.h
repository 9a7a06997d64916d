/*
 * The state directory, for what must outlive harness: HARNESS_STATE in the environment, /var/lib/harness for
 * root, else harness below $XDG_STATE_HOME or ~/.local/state.
 */
#ifndef HARNESS_SETTING_STATE_H
#define HARNESS_SETTING_STATE_H

#include "base/err.h"

/* The path of a file in it, which need not exist; the caller frees. */
char *state_path(const char *name);

/* The same in the directory of the machine, which is root's. */
char *state_machine_path(const char *name);

/* Makes the directory. */
int state_make(struct err *e);

#endif
