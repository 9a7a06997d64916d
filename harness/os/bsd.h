/* What FreeBSD, NetBSD, OpenBSD and macOS have in common: sysctl, and mounts that name their device. */
#ifndef HARNESS_OS_BSD_H
#define HARNESS_OS_BSD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os/os.h"

/* One value of exactly `size` bytes; false when it is not there or has another size. */
bool bsd_value(const int *mib, unsigned levels, void *value, size_t size);

/* A value of any size; *size is set, the caller frees. NULL when it is not there. */
void *bsd_block(const int *mib, unsigned levels, size_t *size);

/* Text without the white space at its end; the caller frees. NULL when it is not there or empty. */
char *bsd_text(const int *mib, unsigned levels);

#if !defined(__OpenBSD__)	/* which has numbers only */
bool bsd_named_value(const char *name, void *value, size_t size);
void *bsd_named_block(const char *name, size_t *size);
char *bsd_named_text(const char *name);

/* A setting in decimal or as the text that it is. */
char *bsd_setting(const char *name);
#endif

/* CPU time in ticks by state, summed over CPUs; 0 for what the system does not know. */
struct bsd_ticks {
	uint64_t user, nice, system, interrupt, spin, idle;
};

void bsd_machine_fill(struct os_machine *m, const struct bsd_ticks *t, uint64_t tick_ns);

/* The name in /etc/os-release, or the system and its release; the caller frees. */
char *bsd_title(void);

#endif
