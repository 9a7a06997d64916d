/* What the files of the checkup have in common. */
#ifndef HARNESS_RUN_CHECKUP_PART_H
#define HARNESS_RUN_CHECKUP_PART_H

#include <stdbool.h>
#include <stddef.h>

#include "os/os.h"
#include "run/checkup.h"

/* Adds a check; `why` and `advice` are dropped when it is CHECK_OK. */
void checkup_add(struct checkup *c, enum check_level level, const char *name, char *take_what, const char *why, const char *advice);

/* Settings by the values that os_tunable has for them; NULL: not told. */
struct checkup_settings {
	const char *governor, *boost, *no_turbo;
	const char *huge_pages;
	const char *swap_used_bytes;
};

/* What follows from them. */
void checkup_judge_settings(struct checkup *c, const struct checkup_settings *s);

/* The machine at one moment. */
struct moment {
	struct instant at;
	bool knows_machine, knows_processes;
	struct os_machine machine;
	struct os_process *list;
	size_t count;
};

/* What follows from two moments on a machine with so many CPUs. */
void checkup_compare(struct checkup *c, const struct moment *before, const struct moment *after, unsigned cpus);

/* Watches the machine for a second: load, steal, busy processes, another harness, jobs of the system. */
void checkup_watch(struct checkup *c);

#endif
