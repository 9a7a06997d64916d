/*
 * The noise floor of this machine (judge/noise.h), kept in the state directory: `harness doctor` measures it, every
 * record cites it.
 */
#ifndef HARNESS_RUN_FLOOR_H
#define HARNESS_RUN_FLOOR_H

#include <jansson.h>

#include "base/err.h"
#include "judge/noise.h"

/* The command whose comparison with itself gives the floor: NULL-ended words; the caller frees with quote_free. */
char **floor_command(void);

/* The path of a new record for that comparison, in the state directory, which is made; NULL on failure. The caller frees. */
char *floor_record_path(struct err *e);

/* As it is stored; the object is the caller's. `record` is the path of what it follows from. */
json_t *floor_to_json(const struct noise_test *t, const char *record);

/* Keeps it for later records, instead of the one before. */
int floor_store(const json_t *floor, struct err *e);

/*
 * The "noise_floor" of a record's environment, from what is stored for this host by this user or else by root; a null
 * when there is none that can be read.
 */
json_t *floor_cited(void);

#endif
