/* Finding workloads: see workload.h. */
#include "workload/workload.h"

#include <string.h>

#include "base/quote.h"

const struct workload *
workload_find(const char *name, struct err *e)
{
	const char *names[256], *near;
	size_t count = 0;

	for (size_t i = 0; workload_list[i] != NULL; i++) {
		if (strcmp(workload_list[i]->name, name) == 0)
			return workload_list[i];
		if (count < sizeof(names) / sizeof(names[0]))
			names[count++] = workload_list[i]->name;
	}
	near = quote_nearest(name, names, count);
	if (near != NULL)
		err_set(e, ERR_USAGE, "unknown workload '%s'; did you mean '%s'?", name, near);
	else
		err_set(e, ERR_USAGE, "unknown workload '%s'; 'harness list' shows all", name);
	return NULL;
}
