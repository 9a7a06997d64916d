/* The array of all workloads, built from list.h. */
#include "workload/workload.h"

#define WORKLOAD(name) extern const struct workload workload_##name;
#include "workloads/list.h"
#undef WORKLOAD

const struct workload *const workload_list[] = {
#define WORKLOAD(name) &workload_##name,
#include "workloads/list.h"
#undef WORKLOAD
	NULL,
};
