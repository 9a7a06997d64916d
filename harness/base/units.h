/*
 * Numbers with units, as people write and read them. The one place where units are converted.
 *
 *   time    "250us" "20ms" "1.5s" "90" (seconds) "2m" "1h30m"      -> nanoseconds, to the nearest
 *   size    "4096" "8K" "64M" "1.5G" (powers of 1024; also KiB, MiB)  -> bytes, to the nearest
 *   count   "1000" "10k" "2M" (powers of 1000)                     -> a whole number
 *   ratio   "1%" "0.01"                                            -> 0.01
 *
 * Parsers take the whole text, refuse signs, blanks, rubbish behind the number and overflow, and name
 * the accepted form in the message. `what` is the subject ("--deadline").
 */
#ifndef HARNESS_BASE_UNITS_H
#define HARNESS_BASE_UNITS_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

int units_parse_time(const char *what, const char *text, uint64_t *ns, struct err *e);
int units_parse_size(const char *what, const char *text, uint64_t *bytes, struct err *e);
int units_parse_count(const char *what, const char *text, uint64_t *count, struct err *e);
int units_parse_ratio(const char *what, const char *text, double *ratio, struct err *e);
int units_parse_real(const char *what, const char *text, double *value, struct err *e);

/* The short text that the parser of that kind reads back as the same value: "90s" "1500us", "4K", "0.1". */
void units_write_time(char *text, size_t size, uint64_t ns);
void units_write_size(char *text, size_t size, uint64_t bytes);
void units_write_real(char *text, size_t size, double value);

/* How a metric is written: the numbers of one row share scale and digits, so that they can be compared. */
struct units_scale {
	double factor;		/* shown number = value * factor */
	int decimals;
	const char *suffix;	/* "ms", "MiB", "k", ""; static, or the caller's unit */
};

/*
 * The scale for values of about `magnitude` in `unit` ("s", "bytes", "bytes/s", "1/s", "count", "ratio",
 * "" for plain numbers), such that four to five significant digits show; bytes and counts that are not
 * scaled show at most one decimal. An unknown unit is its own suffix.
 */
struct units_scale units_scale_for(const char *unit, double magnitude);

/* "6.214 s" of a value at a scale, into text[size]; "-" for a value that is not finite. */
void units_format(char *text, size_t size, double value, struct units_scale scale);

/* Spans for people: "0.8 s", "1:02", "1:02:03". */
void units_format_span(char *text, size_t size, double seconds);

#endif
