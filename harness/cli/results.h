/* Showing results, as `run` does at its end and `compare` always. */
#ifndef HARNESS_CLI_RESULTS_H
#define HARNESS_CLI_RESULTS_H

#include <stdbool.h>

#include "cli/cli.h"

struct judgement;

/* Prints the record's results on c->out; gives the exit status. */
int results_show(struct cli *c, const char *path, bool json);

/* Prints a judgement on c->out, with "Saved ..." unless `saved` is NULL; gives the exit status. */
int results_print(struct cli *c, const struct judgement *j, const char *saved, bool json);

#endif
