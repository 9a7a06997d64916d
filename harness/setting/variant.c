/* Variants: see variant.h. */
#include "setting/variant.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/quote.h"

void
variant_init(struct variant *v, const char *name)
{
	v->name = mem_string(name);
	v->settings = mem_zero(1, sizeof(*v->settings));
}

void
variant_release(struct variant *v)
{
	free(v->name);
	quote_free(v->settings);
}
