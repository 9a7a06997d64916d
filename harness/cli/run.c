/* harness run: carry out an experiment. */
#include <string.h>

#include "base/buf.h"
#include "cli/cli.h"
#include "cli/experiment.h"
#include "run/plan.h"
#include "workload/workload.h"

static int
help(struct cli *c, const struct workload *w)
{
	struct buf text = BUF_EMPTY;

	buf_printf(&text, "usage: harness run %s [OPTION...]%s\n", w != NULL ? w->name : "WORKLOAD", w != NULL ? "" : " [-- CMD ARG...]");
	if (w != NULL) {
		buf_printf(&text, "\n%s\n\noptions of %s:\n", w->summary, w->name);
		params_help(w->params, &text);
	}
	buf_puts(&text, "\noptions of every run:\n");
	params_help(plan_params, &text);
	params_help(experiment_params, &text);
	if (w == NULL)
		buf_puts(&text, "\n'harness list' shows the workloads, 'harness run WORKLOAD --help' their own options.\n");
	fputs(text.text, c->out);
	buf_release(&text);
	return 0;
}

static int
run(struct cli *c, int argc, char *const *argv)
{
	const struct workload *w = NULL;
	struct err e;

	if (!cli_asks_for_help(argc, argv))
		return experiment_run(c, argc, argv, NULL);
	if (argv[0][0] != '-' && (w = workload_find(argv[0], &e)) == NULL)
		return cli_fail(c, &e);
	return help(c, w);
}

const struct verb verb_run = {
	.name = "run",
	.synopsis = "WORKLOAD [OPTION...] [-- CMD ARG...]",
	.summary = "time a workload",
	.params = experiment_params,
	.run = run,
};
