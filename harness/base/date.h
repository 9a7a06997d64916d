/* Dates in UTC, for records and their names. */
#ifndef HARNESS_BASE_DATE_H
#define HARNESS_BASE_DATE_H

#include <stddef.h>
#include <stdint.h>

/* "2026-11-30T12:00:00Z" (ISO 8601) of seconds since 1970; 21 bytes with the NUL. */
void date_iso(char *text, size_t size, uint64_t seconds);

/* "20261130T120000Z", fit for a file name. */
void date_compact(char *text, size_t size, uint64_t seconds);

#endif
