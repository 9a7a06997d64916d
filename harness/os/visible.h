/*
 * Include first, before any other header: shows what is older or newer than POSIX.1-2008 (vfork, wait4,
 * _SC_NPROCESSORS_ONLN). On the BSDs _POSIX_C_SOURCE from the command line would hide it and must go; elsewhere
 * the word for "all you have" is added.
 */
#ifndef HARNESS_OS_VISIBLE_H
#define HARNESS_OS_VISIBLE_H

#undef _POSIX_C_SOURCE
#undef _XOPEN_SOURCE

#define _DEFAULT_SOURCE 1	/* glibc, musl, Haiku */
#define _BSD_SOURCE 1		/* OpenBSD, older Haiku */
#define _NETBSD_SOURCE 1
#define _DARWIN_C_SOURCE 1
#define __EXTENSIONS__ 1	/* illumos */

#if defined(__APPLE__)
#include <unistd.h>
#define vfork fork		/* a warning there, and no longer different */
#endif

#endif
