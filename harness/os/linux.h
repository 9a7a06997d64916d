/* What the linux*.c files share. */
#ifndef HARNESS_OS_LINUX_H
#define HARNESS_OS_LINUX_H

#include <stdbool.h>
#include <stddef.h>

#include "os/os.h"

/*
 * The first `size` - 1 bytes of a small file of /proc or /sys without the white space at their end;
 * false when it cannot be read.
 */
bool linux_text(const char *path, char *text, size_t size);

/* A line of /proc/self/mountinfo. */
struct linux_mount {
	long id;
	unsigned major, minor;
	const char *root;	/* of the file system, what is mounted */
	const char *point, *options, *type, *source, *super_options;
};

/*
 * Cuts the next line off *at (the file's text, changed) and reads it; the strings stay in the text. False behind
 * the last.
 */
bool linux_next_mount(char **at, struct linux_mount *m);

/* Reads one process; *state is its letter ('Z': ended, not reaped). False when there is none of that number. */
bool linux_process(pid_t pid, struct os_process *p, char *state);

#endif
