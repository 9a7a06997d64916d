/* What is told of a build before its first trial: the tree, the tools, how the build tool works when it is left alone. */
#ifndef WORKLOADS_BUILD_PORTRAIT_H
#define WORKLOADS_BUILD_PORTRAIT_H

#include "workload/trial.h"
#include "workloads/build/site.h"
#include "workloads/build/source.h"

void portrait_tree(struct trial *t, const struct source_facts *f);
void portrait_tools(struct trial *t, const struct site *s);

/* The line that introduces the run; after portrait_tools. */
void portrait_line(struct trial *t, const struct site *s, const struct source_facts *f);

/* How the tool starts commands, and how big it is with all build files read. Changes the site's call. */
void portrait_nature(struct trial *t, struct site *s);

#endif
