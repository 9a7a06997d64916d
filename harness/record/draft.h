/*
 * A record that is gathered as a whole from somewhere else, and then written at once: what is imported. Its design is
 * "sequential", because nobody drew the order of its trials, and what the source does not say is null.
 */
#ifndef HARNESS_RECORD_DRAFT_H
#define HARNESS_RECORD_DRAFT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/metric.h"

/* Names and the number of each. */
struct draft_list {
	json_t *entries, *numbers;
};

struct draft_trial {
	json_t *line;
	size_t order;			/* in which it came */
	unsigned session;
	unsigned block;			/* DRAFT_NO_BLOCK: the source says nothing of blocks */
	unsigned arm_case, variant;
};

#define DRAFT_NO_BLOCK ((unsigned)-1)

struct draft {
	const char *from;		/* "hyperfine"; borrowed */
	char *workload;			/* the same unless the source knows better */
	char *describe;			/* a sentence, or NULL */
	char *created;			/* when it was measured, or NULL */
	struct buf sources, note;	/* names of files; sentences */
	struct draft_list cases, variants, metrics;
	json_t *tools;			/* versions of the programs that measured */
	json_t *sessions;		/* when each began, or null */
	struct draft_trial *trials;	/* in time order within a session */
	size_t ntrials, room;
};

void draft_init(struct draft *d, const char *from);
void draft_release(struct draft *d);

/* Trials that follow belong to a further session, which began at `started` (NULL: not known). */
void draft_session(struct draft *d, const char *started);

/*
 * The number of the case, variant or metric of that name, which is added when it is new; then it takes the arguments
 * (properties), which are released otherwise. NULL: none.
 */
unsigned draft_case(struct draft *d, const char *label, json_t *take_args);
unsigned draft_variant(struct draft *d, const char *name, json_t *take_properties);
unsigned draft_metric(struct draft *d, const struct metric *metric, bool headline);

/* A trial in the latest session: the line, borrowed. It is ok and has no values. */
json_t *draft_trial(struct draft *d, unsigned arm_case, unsigned variant);

void draft_value(json_t *trial, const char *metric, double value);	/* not finite: null */
void draft_property(json_t *trial, const char *name, json_t *take_value);
void draft_histogram(json_t *trial, const char *metric, json_t *take_histogram);
void draft_fail(json_t *trial, const char *why);

/* A sentence for whoever reads the record, once. */
void draft_note(struct draft *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* How many trials are ok and have a value. */
size_t draft_known(const struct draft *d);

/*
 * Writes it as a complete record, all or nothing. `command` is the call. ERR_USAGE when the file exists, or when there
 * is no value in it.
 */
int draft_write(struct draft *d, const char *path, const char *command, struct err *e);

#endif
