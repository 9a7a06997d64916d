/*
 * A variant: a named set of settings under which cases are timed. Without any, there is one called "default":
 * the system as it is.
 */
#ifndef HARNESS_SETTING_VARIANT_H
#define HARNESS_SETTING_VARIANT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/param.h"
#include "setting/setting.h"

struct variant {
	char *name;
	struct setting *settings;	/* in the order given */
	size_t nsettings;
	char **environment;	/* of its env: settings, "NAME=VALUE", NULL-ended */
};

/* The untouched system. */
void variant_init(struct variant *v, const char *name);
void variant_release(struct variant *v);

/* Adds a setting, "KIND:REST"; ERR_USAGE also for one that sets what the variant sets already. */
int variant_add(struct variant *v, const char *text, struct err *e);

/*
 * The variants of "NAME=SETTING[,SETTING...]" texts (NULL-ended), or "default" alone when there are none (texts
 * NULL). The caller releases each and frees the array. ERR_USAGE, also when two have one name.
 */
int variants_parse(char *const *texts, struct variant **variants, size_t *count, struct err *e);
void variants_free(struct variant *variants, size_t count);

/*
 * Reads how things are that the variants change, into an object of names and values for the record. Fails for a
 * setting that is not there, cannot be read, or cannot be had on this system.
 */
int variants_read(const struct variant *variants, size_t count, json_t *values, struct err *e);

/* The variants in a record's header, and back. */
json_t *variant_to_json(const struct variant *v);
int variant_from_json(struct variant *v, const json_t *object, struct err *e);

bool variant_equal(const struct variant *a, const struct variant *b);

/* Sets the workload's options that the variant sets. */
int variant_options(const struct variant *v, struct args *args, struct err *e);

/* The CPUs to run on, or NULL. */
const char *variant_cpus(const struct variant *v);

/* Whether a setting of this scope is among its settings. */
bool variant_has(const struct variant *v, enum scope scope);

#endif
