/*
 * Errors: a function that can fail takes a struct err *, returns 0 or -1, and fills *e once, where the name
 * of the thing is known. Nothing below cli/ prints or exits; the kind becomes the exit status there.
 */
#ifndef HARNESS_BASE_ERR_H
#define HARNESS_BASE_ERR_H

#include <stdbool.h>

enum err_kind {
	ERR_NONE = 0,
	ERR_USAGE = 2,		/* the words of the call are wrong */
	ERR_WORKLOAD = 3,	/* the workload failed or gave a wrong answer */
	ERR_UNSUPPORTED = 4,	/* not possible on this system, with the reason */
	ERR_UNFIT = 6,		/* the machine is not in a state to measure on */
	ERR_INTERNAL = 7,	/* input/output failed, or a fault of our own */
	ERR_INTERRUPTED = 130,	/* a signal asked us to stop */
};

struct err {
	enum err_kind kind;
	char text[1024];	/* lower case, subject in quotes, no full stop; cut at the end when longer */
};

/* Fills *e (printf style) and returns -1. The old e->text may be among the arguments, here and below. */
int err_set(struct err *e, enum err_kind kind, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* As err_set, with ": " and the words for `number` (a value of errno) behind; returns -1. */
int err_sys(struct err *e, int number, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* Puts "prefix: " before the text that *e has; returns -1. */
int err_prefix(struct err *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The kind's name in records ("usage", "workload", ...), and back (ERR_INTERNAL for an unknown name). */
const char *err_kind_name(enum err_kind kind);
enum err_kind err_kind_of(const char *name);

#endif
