/*
 * Progress while an experiment runs: on a terminal one line that is redrawn, with the time left judged from finished trials; elsewhere a
 * plain line for every trial. Texts only: whoever owns the terminal writes them.
 */
#ifndef HARNESS_VIEW_PROGRESS_H
#define HARNESS_VIEW_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct progress_view {
	bool terminal;
	size_t done, total;
	double timed_s;		/* sum over finished trials, harness's own time included */
};

/* What to write when a trial ended: `what` names the arm ("jobs=2 old"), `state` is "" or "warm-up", "failed: ...". */
void progress_trial(struct progress_view *p, size_t done, size_t total, double took_s, const char *what, const char *state, double primary_s,
    struct buf *out);

/* What to write before anything else may follow: ends a redrawn line. */
void progress_end(const struct progress_view *p, struct buf *out);

#endif
