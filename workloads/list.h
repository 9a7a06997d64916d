/* The one list of workloads: WORKLOAD(name) for each `const struct workload workload_NAME`. */
WORKLOAD(build)
WORKLOAD(exec)
