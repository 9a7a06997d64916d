/*
 * Lines out of a descriptor, with little memory and no second descriptor (closing one would drop a
 * writer's lock).
 */
#ifndef HARNESS_RECORD_SCAN_H
#define HARNESS_RECORD_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/err.h"
#include "record/record.h"

/* What scan_record found out about the file besides the record. */
struct scan {
	off_t whole;		/* length of all whole lines: where the next one belongs */
	bool open_line;		/* the last line is whole, but for its newline */
};

/*
 * Reads a record from `fd`, from its position to the end. On failure (as record_load) *r is
 * released.
 */
int scan_record(int fd, const char *path, unsigned flags, struct record *r, struct scan *s,
    struct err *e);

#endif
