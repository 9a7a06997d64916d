/*
 * A record: what an experiment measured, as JSON Lines (docs/harness-record.5 and
 * results/schema.json say every key).
 *
 *   {"type":"header", ...}    the plan and the environment, once
 *   {"type":"session", ...}   a resumed experiment: which session begins and which blocks are void
 *   {"type":"trial", ...}     one trial, the moment it ended
 *   {"type":"end", ...}       why the experiment ended; the last one counts
 *
 * This layer knows the keys and nothing of how the numbers came about or what follows from them. In
 * records times are seconds, sizes bytes, and what is not known is null.
 */
#ifndef HARNESS_RECORD_RECORD_H
#define HARNESS_RECORD_RECORD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/err.h"
#include "base/metric.h"

enum { RECORD_SCHEMA = 1 };

#define RECORD_NONE ((unsigned)-1)

/* One trial line. */
struct record_trial {
	unsigned number;		/* position in time within the record, from 0 */
	unsigned session, block;	/* block RECORD_NONE: a warm-up */
	unsigned arm_case, variant;	/* indices into the header's lists */
	bool warmup;
	bool ok;			/* status "ok": only then are there values */
	bool interrupted;		/* status "interrupted": cut short, neither done nor failed */
	bool void_;			/* of a block that was done again: counts for nothing */
	double offset_s;		/* start, since the experiment's start; NAN when unknown */
	double took_s;			/* all of it, harness's own part included; NAN when unknown */
	double heartbeat_s;		/* NAN when unknown */
	double *values;			/* one per metric of the record, NAN when unknown */
	json_t *line;			/* the whole line; NULL without RECORD_LINES */
};

struct record {
	char *path;
	json_t *header;
	struct metric *metrics;		/* ends in METRIC_END; strings live in header */
	size_t nmetrics;
	size_t nheadline;		/* so many are the workload's own choice; [0] is primary */
	size_t ncases, nvariants;	/* at least 1 each */
	struct record_trial *trials;	/* in time order, warm-ups and void ones included */
	size_t ntrials, capacity;
	unsigned sessions;		/* how many there are, at least 1 */
	json_t *end;			/* the line that closes it; NULL: killed or going on */
	bool truncated;			/* the last line was incomplete and is not in trials */
};

enum {
	RECORD_LINES = 1,	/* keep every trial's line (histograms, curves, outside CPU) */
};

/*
 * Reads a record, from a pipe too. ERR_USAGE: no such file, no record at all, or a record of a
 * newer schema; each says which. A line cut off at the very end is dropped and marked; a damaged
 * line elsewhere is an error (ERR_INTERNAL) that names its number. On failure *r is released
 * already.
 */
int record_load(const char *path, unsigned flags, struct record *r, struct err *e);
void record_release(struct record *r);

/*
 * Text out of the header: the workload's name, a case's label ("" when there is one case), a
 * variant's name. Borrowed.
 */
const char *record_workload(const struct record *r);
const char *record_case_label(const struct record *r, size_t i);
const char *record_variant_name(const struct record *r, size_t i);

/*
 * "randomised" came from our own schedule; anything imported is "sequential": its order was not
 * controlled.
 */
bool record_randomised(const struct record *r);

/* Index of a metric, or -1. */
int record_metric(const struct record *r, const char *name);

/*
 * The values of one arm and metric in time order, without warm-ups, void and failed trials and
 * unknown values: *values is the caller's; *count may be 0. `trials` (may be NULL) gets the index
 * of each value's trial.
 */
void record_series(const struct record *r, int metric, unsigned arm_case, unsigned variant,
    double **values, size_t **trials, size_t *count);

/*
 * A record being written: every line is whole and on the disk before the call returns. `record` is
 * at any time what record_load would give, so nobody has to read the file back. (Who opens and
 * closes it again in the same process drops the lock, which is POSIX's; the next line takes it
 * again, or is refused when another process has gone on with the file.)
 */
struct record_writer {
	int fd;
	off_t size;			/* of the whole lines in the file */
	unsigned flags;
	struct record record;
};

/*
 * Creates it and writes the header, which is shared from then on: leave it unchanged. ERR_USAGE
 * when the file exists (--resume is the way out) or its directory does not. On failure there is no
 * file, and *w needs no record_close.
 */
int record_create(struct record_writer *w, const char *path, unsigned flags, json_t *header,
    struct err *e);

/*
 * Opens an unfinished one to go on; w->record has what is there. Locks it (ERR_UNFIT when another
 * harness is writing it) and cuts off an incomplete last line. ERR_USAGE when it is complete
 * already, or as for record_load. The caller's next line is a session.
 */
int record_reopen(struct record_writer *w, const char *path, unsigned flags, struct err *e);

/*
 * Adds a line, shared when flags has RECORD_LINES. A line that record_load would not read is
 * refused (ERR_INTERNAL). When the disk refuses, the file and w->record are as before, the message
 * says what is kept, and a shorter line may still fit.
 */
int record_append(struct record_writer *w, json_t *line, struct err *e);

void record_close(struct record_writer *w);

#endif
