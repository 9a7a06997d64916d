/*
 * JSON over jansson: what the rest of the program needs more than once. Unknown numbers are null,
 * never 0; a double that is not finite is written as null.
 */
#ifndef HARNESS_BASE_JSON_H
#define HARNESS_BASE_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

/*
 * Setters: `object` must be an object, the value is stored under `key`. Memory failure ends the program.
 * A count of UINT64_MAX is null, one above 2^63-1 a text, which json_get_count reads, too.
 */
void json_put(json_t *object, const char *key, json_t *taken);
void json_add(json_t *array, json_t *taken);	/* behind the last item of an array */
void json_put_text(json_t *object, const char *key, const char *text);	/* as json_of_text */
void json_put_real(json_t *object, const char *key, double value);
void json_put_count(json_t *object, const char *key, uint64_t value);
void json_put_bool(json_t *object, const char *key, bool value);

/* A new text; NULL: null; a byte that is not UTF-8 becomes the four characters \xNN. */
json_t *json_of_text(const char *text);

/* Getters: NULL, NAN, UINT64_MAX or the fallback when the key is missing or of another kind. */
const char *json_get_text(const json_t *object, const char *key);
double json_get_real(const json_t *object, const char *key);
uint64_t json_get_count(const json_t *object, const char *key);
bool json_get_bool(const json_t *object, const char *key, bool fallback);

/*
 * One line, keys in order of insertion, reals as short as they read back equal and still as reals
 * ("0.1", "3.0"), then "\n".
 */
void json_line(const json_t *value, struct buf *out);

/* Indented, for people and --json output, then "\n". */
void json_pretty(const json_t *value, struct buf *out);

/*
 * Parses one text (any value, no key twice in an object); `what` names it in the message
 * (ERR_INTERNAL). NULL on failure; the caller frees with json_decref.
 */
json_t *json_parse(const char *what, const char *text, size_t length, struct err *e);

#endif
