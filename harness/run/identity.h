/*
 * Which system is running, for experiments that need a boot for each: what is known of it, the same out of a record, and rules by
 * which a user tells systems apart.
 */
#ifndef HARNESS_RUN_IDENTITY_H
#define HARNESS_RUN_IDENTITY_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "record/record.h"

enum identity_fact {
	IDENTITY_SYSTEM, IDENTITY_RELEASE, IDENTITY_VERSION, IDENTITY_MACHINE,	/* as uname(1) has them */
	IDENTITY_COMMAND_LINE,		/* of the kernel */
	IDENTITY_TAG,			/* what the user calls it; NULL is a tag like any other */
	IDENTITY_BOOT,			/* differs after every boot */
	IDENTITY_FACTS
};

struct identity {
	char *facts[IDENTITY_FACTS];	/* NULL: unknown, or none */
};

/* Of the running system; `tag` may be NULL. */
void identity_now(struct identity *i, const char *tag);

/* Of the system that a record was measured on; the tag out of its "series". */
void identity_of_record(struct identity *i, const struct record *r);

void identity_release(struct identity *i);

/*
 * A rule is KIND:PATTERN, with the kinds release, version, cmdline and tag, and a pattern as of sh(1) for all of the fact:
 * "release:6.1.*". ERR_USAGE for anything else.
 */
int identity_check_rule(const char *rule, struct err *e);

/* Whether it is as the (correct) rule says. */
bool identity_fits(const struct identity *i, const char *rule);

/*
 * Appends in what two differ that should be one system in two boots, "release (6.1.1 and 6.1.2)"; nothing when they may be one.
 * Boots and command lines do not count.
 */
void identity_differences(const struct identity *a, const struct identity *b, struct buf *out);

/* In short, for people: "Linux 6.18.5 #1 SMP, tag 'new'"; the caller frees. */
char *identity_words(const struct identity *i);

#endif
