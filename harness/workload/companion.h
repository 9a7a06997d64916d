/* Files that come with the program: beside it where it was built, in ../lib/harness where it was installed. */
#ifndef HARNESS_WORKLOAD_COMPANION_H
#define HARNESS_WORKLOAD_COMPANION_H

/* The absolute path of the companion `name`, or NULL when it is in neither place; the caller frees. */
char *companion_find(const char *name);

#endif
