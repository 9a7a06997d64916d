/* Proof that a build did its work: what it left, looked at outside the clock. */
#ifndef WORKLOADS_BUILD_PROOF_H
#define WORKLOADS_BUILD_PROOF_H

#include "workload/trial.h"
#include "workloads/build/source.h"

/* The generated tree: every product is there, programs print what was predicted, attributes read back equal. */
int proof_generated(struct trial *t, const char *tree, const char *output);

/* Any other tree: files were made since `before`, and what the user names (--product, --verify) is as it should be. */
int proof_other(struct trial *t, const char *tree, const struct source_state *before);

/* ERR_WORKLOAD when a product that the user names is there before the build. */
int proof_absent(struct trial *t, const char *tree);

#endif
