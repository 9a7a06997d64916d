/*
 * A variant: a named set of settings under which cases are timed. Without any, there is one called "default": the system as it is.
 */
#ifndef HARNESS_SETTING_VARIANT_H
#define HARNESS_SETTING_VARIANT_H

#include <stddef.h>

struct variant {
	char *name;
	char **settings;	/* "kind:rest", NULL-ended, in the order given */
};

/* The untouched system. */
void variant_init(struct variant *v, const char *name);
void variant_release(struct variant *v);

#endif
