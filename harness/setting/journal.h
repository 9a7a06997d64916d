/*
 * The undo journal: what harness changed on this machine and has not taken back yet. There is one for each
 * machine, in the state directory. A change is in it, on the disk, before it is made; it leaves it after it was
 * taken back. So whatever ends harness, even kill -9 or a power failure, the journal says what to bring back.
 * Whoever changes the machine holds its lock.
 */
#ifndef HARNESS_SETTING_JOURNAL_H
#define HARNESS_SETTING_JOURNAL_H

#include <stddef.h>

#include "base/err.h"
#include "setting/undo.h"

struct journal_entry {
	const struct undo *undo;
	char *boot;	/* that it was noted in; "" when the system does not tell */
	char **was;	/* words for undo */
};

struct journal {
	int lock;
	struct journal_entry *entries;
	size_t count;
};

/* What became of an entry. */
enum journal_fate {
	JOURNAL_BACK,		/* as it was */
	JOURNAL_LAPSED,		/* a reboot brought it back */
	JOURNAL_GONE,		/* what was changed is there no more */
	JOURNAL_STAYS,		/* it could not be brought back */
};

/* Told of an entry; failure: what went wrong with one that stays, else NULL. */
typedef void journal_seen(
    void *context, const struct journal_entry *entry, enum journal_fate fate, const struct err *failure);

/*
 * Takes the lock and reads what is there; makes the state directory when it is missing. ERR_UNFIT when another
 * harness has the lock.
 */
int journal_open(struct journal *j, struct err *e);

/* Notes a change that is going to be made; not on the disk before journal_save. */
void journal_add(struct journal *j, const struct undo *undo, char *const *was);

/* The journal on the disk says what *j says when it returns 0. */
int journal_save(struct journal *j, struct err *e);

/*
 * Takes everything back, the latest change first, and strikes out what came back or is gone. The first failure is in *e
 * (-1); the rest is taken back all the same, and what failed stays. `seen` may be NULL.
 */
int journal_take_back(struct journal *j, journal_seen *seen, void *context, struct err *e);

/* Strikes out what a reboot has taken back. Not on the disk before journal_save. */
void journal_lapse(struct journal *j, journal_seen *seen, void *context);

/* Strikes out everything as it is. Not on the disk before journal_save. */
void journal_forget(struct journal *j);

/* ERR_UNFIT, with words of what is left and what to do, unless it is empty. */
int journal_refuse_rest(const struct journal *j, struct err *e);

/* Gives back the lock; an empty journal is removed. */
void journal_close(struct journal *j);

/*
 * For those who change nothing: ERR_UNFIT when this machine is not as it was, because another harness changes
 * it or a killed one did. Leaves nothing behind.
 */
int journal_check(struct err *e);

/* Removes the journal's file unread, when it is damaged. */
int journal_remove(struct err *e);

#endif
