/* harness list: what there is to run. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "cli/cli.h"
#include "workload/workload.h"

extern const struct verb verb_list;

static const struct param params[] = {
	{ "json", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "as JSON, with metrics and options" },
	PARAM_END,
};

static json_t *
workload_to_json(const struct workload *w)
{
	json_t *item = json_object(), *metrics = json_array(), *options = json_array();

	json_put_text(item, "name", w->name);
	json_put_text(item, "summary", w->summary);
	json_put_count(item, "version", w->version);
	for (const struct metric *m = w->metrics; m->name != NULL; m++) {
		json_t *metric = json_object();

		json_put_text(metric, "name", m->name);
		json_put_text(metric, "unit", m->unit);
		json_put_text(metric, "better", metric_better_name(m->better));
		json_put_text(metric, "help", m->help);
		json_array_append_new(metrics, metric);
	}
	for (const struct param *p = w->params; p->name != NULL; p++) {
		json_t *option = json_object();

		json_put_text(option, "name", p->name);
		json_put_text(option, "default", p->fallback);
		json_put_text(option, "help", p->help);
		json_array_append_new(options, option);
	}
	json_put(item, "metrics", metrics);
	json_put(item, "options", options);
	return item;
}

static int
run(struct cli *c, int argc, char *const *argv)
{
	struct buf text = BUF_EMPTY;
	struct args args;
	char **operands;
	struct err e;
	int status = 0;

	if (cli_parse(c, &verb_list, &args, argc, argv, &operands, &status) != 0)
		return status;
	if (cli_no_operands(operands, "'harness run WORKLOAD --help' tells more of one", &e) != 0)
		status = cli_fail(c, &e);
	else if (args_flag(&args, "json")) {
		json_t *list = json_array();

		for (size_t i = 0; workload_list[i] != NULL; i++)
			json_array_append_new(list, workload_to_json(workload_list[i]));
		json_pretty(list, &text);
		json_decref(list);
	} else
		for (size_t i = 0; workload_list[i] != NULL; i++)
			buf_printf(&text, "%-12s %s\n", workload_list[i]->name, workload_list[i]->summary);
	fputs(buf_text(&text), c->out);
	buf_release(&text);
	free(operands);
	args_release(&args);
	return status;
}

const struct verb verb_list = {
	.name = "list",
	.synopsis = "[--json]",
	.summary = "the workloads",
	.params = params,
	.run = run,
};
