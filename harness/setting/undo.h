/*
 * What takes back a change of the machine: the undo journal holds the name of one of these and the words that
 * it needs. Later ones (a mount, a loop device, a pool, a daemon) need not be settings.
 */
#ifndef HARNESS_SETTING_UNDO_H
#define HARNESS_SETTING_UNDO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

struct undo {
	const char *name;	/* in the journal */

	/* How many words it needs: `least`, and no, one, two, ... times `step` more, up to `most`. */
	struct { size_t least, most, step; } words;

	/*
	 * Brings back what was. It may be called twice, or when the change was noted but not made: 0 when
	 * things are as they were.
	 */
	int (*take_back)(char *const *was, struct err *e);

	/*
	 * Whether that which was changed is there no more, so that nothing is left to bring back: a variable of a
	 * module that was unloaded. NULL for what never goes.
	 */
	bool (*gone)(char *const *was);

	/* Whether the change is still there after a reboot. */
	bool (*lasts)(char *const *was);

	/* "sysctl:vm.swappiness=60": what take_back brings back. */
	void (*describe)(char *const *was, struct buf *out);
};

extern const struct undo undo_sysctl, undo_file, undo_cmd;

#endif
