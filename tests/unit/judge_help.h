/*
 * Records for the tests of judge/ and view/, written as text into a directory of their own and read
 * back, so that everything goes the way of real ones.
 */
#ifndef TESTS_JUDGE_HELP_H
#define TESTS_JUDGE_HELP_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "record/record.h"

#define HELP_UNUSED __attribute__((unused))

struct maker {
	struct buf text;
	unsigned trial, session;
};

#define MAKER_EMPTY { BUF_EMPTY, 0, 0 }

#define REAL "{\"name\":\"real\",\"unit\":\"s\",\"better\":\"lower\",\"headline\":true}"
#define USER "{\"name\":\"user\",\"unit\":\"s\",\"better\":\"lower\",\"headline\":true}"
#define SYS "{\"name\":\"sys\",\"unit\":\"s\",\"better\":\"lower\",\"headline\":true}"
#define TPS "{\"name\":\"tps\",\"unit\":\"1/s\",\"better\":\"higher\",\"headline\":true}"
#define FLUSH "{\"name\":\"flush\",\"unit\":\"s\",\"better\":\"lower\",\"headline\":false}"
#define FAULTS "{\"name\":\"faults\",\"unit\":\"count\",\"better\":\"neither\",\"headline\":false}"
#define RSS "{\"name\":\"peak_rss\",\"unit\":\"bytes\",\"better\":\"lower\",\"headline\":false}"

/*
 * The header; variants and cases by name, separated by "|"; metrics as JSON; `more` is further members, each
 * with a comma before it.
 */
static HELP_UNUSED void
maker_header(struct maker *m, const char *design, const char *cases, const char *variants, const char *metrics,
    const char *more)
{
	buf_printf(&m->text, "{\"type\":\"header\",\"schema\":1,\"workload\":\"build\",\"workload_version\":1,"
	    "\"design\":\"%s\",\"cases\":[", design);
	for (int list = 0; list < 2; list++) {
		const char *at = list == 0 ? cases : variants;

		for (bool first = true;; first = false) {
			size_t length = strcspn(at, "|");

			if (list == 0)
				buf_printf(&m->text, "%s{\"label\":\"%.*s\",\"args\":{},\"properties\":{}}",
				    first ? "" : ",", (int)length, at);
			else
				buf_printf(&m->text, "%s{\"name\":\"%.*s\"}", first ? "" : ",", (int)length, at);
			if (at[length] == '\0')
				break;
			at += length + 1;
		}
		buf_puts(&m->text, list == 0 ? "],\"variants\":[" : "],\"metrics\":[");
	}
	buf_printf(&m->text, "%s]%s}\n", metrics, more);
}

/* A trial; block -1: a warm-up. `rest` is its further members from the status on. */
static HELP_UNUSED void
maker_line(struct maker *m, int block, unsigned arm_case, unsigned variant, const char *rest)
{
	buf_printf(&m->text, "{\"type\":\"trial\",\"trial\":%u,\"session\":%u,\"block\":", m->trial++, m->session);
	if (block < 0)
		buf_puts(&m->text, "null");
	else
		buf_printf(&m->text, "%d", block);
	buf_printf(&m->text, ",\"case\":%u,\"variant\":%u,\"warmup\":%s,%s}\n", arm_case, variant,
	    block < 0 ? "true" : "false", rest);
}

/* A trial that went well, with one value; NAN: unknown. */
static HELP_UNUSED void
maker_value(struct maker *m, int block, unsigned arm_case, unsigned variant, const char *metric, double value)
{
	char *rest;

	if (isfinite(value))
		rest = mem_printf("\"status\":\"ok\",\"values\":{\"%s\":%.17g}", metric, value);
	else
		rest = mem_printf("\"status\":\"ok\",\"values\":{\"%s\":null}", metric);
	maker_line(m, block, arm_case, variant, rest);
	free(rest);
}

static HELP_UNUSED void
maker_end(struct maker *m)
{
	buf_printf(&m->text, "{\"type\":\"end\",\"session\":%u,\"status\":\"complete\",\"reason\":\"done\"}\n", m->session);
}

/* Writes it as NAME into a directory and loads it; the maker is empty afterwards. */
static HELP_UNUSED void
maker_load(struct maker *m, const char *name, struct record *r)
{
	char directory[] = "/tmp/harness-judge-XXXXXX", *path;
	struct err e;

	assert_non_null(mkdtemp(directory));
	path = path_join(directory, name);
	if (file_write(path, m->text.text, m->text.length, 0600, &e) != 0 || record_load(path, RECORD_LINES, r, &e) != 0)
		fail_msg("%s", e.text);
	unlink(path);
	rmdir(directory);
	free(path);
	/* a name that is the same in every run */
	free(r->path);
	r->path = mem_string(name);
	buf_release(&m->text);
	*m = (struct maker)MAKER_EMPTY;
}

/* A record of variants old and new in blocks of 4 and 4 (the last may be smaller), one metric. */
static HELP_UNUSED void
pair_record(struct record *r, const char *design, const char *metrics, const char *metric, const double *a,
    const double *b, size_t n, const char *more)
{
	struct maker m = MAKER_EMPTY;

	maker_header(&m, design, "", "old|new", metrics, more);
	for (size_t i = 0; i < n; i++) {
		maker_value(&m, (int)(i / 4), 0, i % 2, metric, i % 2 == 0 ? a[i] : b[i]);
		maker_value(&m, (int)(i / 4), 0, 1 - i % 2, metric, i % 2 == 0 ? b[i] : a[i]);
	}
	maker_end(&m);
	maker_load(&m, "pair.jsonl", r);
}

/* One variant, one trial after the other in one block. */
static HELP_UNUSED void
single_record(struct record *r, const char *name, const char *metrics, const char *metric, const double *x, size_t n,
    const char *more)
{
	struct maker m = MAKER_EMPTY;

	maker_header(&m, "randomised", "", "default", metrics, more);
	for (size_t i = 0; i < n; i++)
		maker_value(&m, 0, 0, 0, metric, x[i]);
	maker_end(&m);
	maker_load(&m, name, r);
}

/*
 * Two times eight trials for each verdict. What follows from them was found by enumeration of all rank
 * orders in Python's fractions, independently of stats/.
 */
struct help_pair {
	const char *name;
	double a[8], b[8];
	double est, lo, hi, conf, p;
};

static const struct help_pair help_pairs[] HELP_UNUSED = {
	{ "win", { 6.195, 6.21, 6.196, 6.194, 6.183, 6.196, 6.221, 6.208 },
	    { 5.916, 5.902, 5.905, 5.901, 5.868, 5.913, 5.907, 5.906 },
	    -0.048556499, -0.051792577, -0.046243378, 0.971428571, 0.000408163 },
	{ "likely", { 6.137, 6.135, 6.167, 6.183, 6.211, 6.198, 6.219, 6.176 },
	    { 6.082, 6.085, 6.047, 6.134, 6.091, 6.115, 6.048, 6.045 },
	    -0.015777004, -0.02449902, -0.008509297, 0.971428571, 0.000408163 },
	{ "loss", { 6.194, 6.198, 6.212, 6.205, 6.192, 6.182, 6.19, 6.223 },
	    { 6.373, 6.394, 6.397, 6.36, 6.39, 6.414, 6.35, 6.383 },
	    0.029675429, 0.025519726, 0.031996363, 0.971428571, 0.000408163 },
	{ "same", { 6.199, 6.19, 6.206, 6.199, 6.182, 6.21, 6.208, 6.212 },
	    { 6.218, 6.204, 6.201, 6.184, 6.208, 6.192, 6.194, 6.184 },
	    -0.000322217, -0.00290276, 0.001939238, 0.971428571, 0.801632653 },
	{ "small", { 6.195, 6.197, 6.206, 6.19, 6.193, 6.201, 6.207, 6.203 },
	    { 6.166, 6.163, 6.177, 6.172, 6.17, 6.18, 6.181, 6.176 },
	    -0.004119993, -0.005334208, -0.002912152, 0.971428571, 0.000408163 },
	{ "noise", { 6.231, 6.254, 6.401, 6.277, 6.265, 6.268, 6.009, 6.361 },
	    { 6.32, 6.266, 5.96, 6.122, 6.305, 5.979, 6.177, 6.328 },
	    -0.010788824, -0.046725258, 0.010005642, 0.971428571, 0.485714286 },
	{ "faster near", { 6.176, 6.23, 6.21, 6.197, 6.206, 6.212, 6.202, 6.221 },
	    { 6.141, 6.146, 6.173, 6.154, 6.137, 6.171, 6.181, 6.145 },
	    -0.00866123, -0.012146882, -0.004869349, 0.971428571, 0.000408163 },
	{ "slower near", { 6.141, 6.146, 6.173, 6.154, 6.137, 6.171, 6.181, 6.145 },
	    { 6.176, 6.23, 6.21, 6.197, 6.206, 6.212, 6.202, 6.221 },
	    0.00866123, 0.004869349, 0.012146882, 0.971428571, 0.000408163 },
	{ "linear", { 0.004, 0.0, 0.004, 0.008, 0.004, 0.0, 0.008, 0.004 },
	    { 0.020, 0.016, 0.024, 0.020, 0.016, 0.020, 0.028, 0.020 },
	    0.016, 0.012, 0.020, 0.971428571, 0.000408163 },
	{ "zero", { 0 }, { 0 }, 0, 0, 0, 0.971428571, 1 },
};

static HELP_UNUSED const struct help_pair *
help_pair(const char *name)
{
	for (size_t i = 0; i < sizeof(help_pairs) / sizeof(help_pairs[0]); i++)
		if (strcmp(help_pairs[i].name, name) == 0)
			return &help_pairs[i];
	fail_msg("no pair '%s'", name);
	return NULL;
}

static HELP_UNUSED void
assert_near(double got, double want, double tolerance)
{
	if (!(fabs(got - want) <= tolerance))
		fail_msg("%.12g is not %.12g", got, want);
}

#endif
