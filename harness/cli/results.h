/* Showing the results of one record, as `run` does at its end and `compare` with one record. */
#ifndef HARNESS_CLI_RESULTS_H
#define HARNESS_CLI_RESULTS_H

#include <stdbool.h>

#include "cli/cli.h"

/* Prints the record's results on c->out; gives the exit status. */
int results_show(struct cli *c, const char *path, bool json);

#endif
