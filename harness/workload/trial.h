/*
 * One trial (or populate, or calibrate) as a workload sees it: what it is given, and where its results go.
 */
#ifndef HARNESS_WORKLOAD_TRIAL_H
#define HARNESS_WORKLOAD_TRIAL_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/param.h"
#include "stats/histogram.h"

struct workload;

struct trial {
	/* given; borrowed for the trial's life */
	const struct args *args;	/* of the case, with the variant's `opt:` settings applied */
	const char *data;		/* what populate filled: kept between trials, not to be changed by them */
	const char *out;		/* fresh and empty for this trial, on the same volume; removed after the last */
	const char *keep;		/* where files for the user go (made on first use with trial_keep_path) */
	const char *caller;		/* the directory that harness was started in */
	uint64_t seed;			/* this trial's own randomness; recorded */
	double datum;			/* what calibrate left, NAN without */

	/* left behind; through the functions below only */
	const struct workload *workload;
	json_t *values, *properties, *tools, *notes;	/* objects; notes: an array */
	struct trial_histogram {
		const char *metric;
		struct histogram histogram;
	} **histograms;
	size_t nhistograms;
	struct trial_curve {
		const char *metric;
		double *x;
		uint64_t *ns;
		size_t n;
	} *curves;
	size_t ncurves;
	char *description;
	double new_datum;
	uint64_t child_rss_bytes;	/* largest of the commands that trial_command ran, 0 without */
	struct err err;
};

/* Fills t->err (ERR_WORKLOAD) and returns -1; for other kinds use err_set on &t->err. */
int trial_fail(struct trial *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A value of one of the workload's own metrics (asserts that it is listed). */
void trial_value(struct trial *t, const char *metric, double value);

/* A latency histogram, or a curve of n points (x rising, cost in ns); copied; the metric's name is borrowed. */
void trial_histogram(struct trial *t, const char *metric, const struct histogram *h);
void trial_curve(struct trial *t, const char *metric, const double *x, const uint64_t *ns, size_t n);

/* What was obtained, as opposed to asked for ("cache" "warm", "tree" "7f3a21"). */
void trial_property(struct trial *t, const char *name, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void trial_property_number(struct trial *t, const char *name, double value);

/* A sentence for the user under the results; the same sentence from many trials is shown once. */
void trial_note(struct trial *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The one line that introduces the run ("jam -j2, 240 sources, ..."); from populate or, without it, the first trial. */
void trial_describe(struct trial *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

void trial_datum(struct trial *t, double value);

/* A path for a file that the user keeps; the directory is made. The caller frees. NULL with t->err filled. */
char *trial_keep_path(struct trial *t, const char *name);

/* The version of a program that takes part ("gcc", "12.2.0"); in the record's environment. */
void trial_tool(struct trial *t, const char *program, const char *version);

/* engine only */
void trial_init(struct trial *t, const struct workload *w, const struct args *args);
void trial_release(struct trial *t);

#endif
