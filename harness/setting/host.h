/*
 * The host in an experiment: what a variant changes of the machine is changed before each of its trials and
 * taken back after it. An experiment that changes nothing only looks that nobody else does.
 */
#ifndef HARNESS_SETTING_HOST_H
#define HARNESS_SETTING_HOST_H

#include <stdbool.h>

#include "setting/journal.h"
#include "setting/variant.h"

struct host {
	bool changes;	/* some variant changes the machine: the journal is open */
	struct journal journal;
};

/*
 * Before anything else: ERR_UNFIT when the machine is not as it was (see journal.h). Then each variant is
 * entered and left once, so that a value that is refused, or cannot be taken back, is known before the first
 * trial.
 */
int host_begin(struct host *h, const struct variant *variants, size_t count, struct err *e);

/* Changes the machine as the variant wants it. When it fails, nothing is changed, unless *e says so. */
int host_enter(struct host *h, const struct variant *v, struct err *e);

/* Takes back what host_enter changed. What cannot be taken back stays in the journal, and no trial may follow. */
int host_leave(struct host *h, struct err *e);

void host_end(struct host *h);

#endif
