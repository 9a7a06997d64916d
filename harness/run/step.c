/* Steps as JSON: see step.h. */
#include "run/step.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

static const char *const kind_names[] = { "populate", "calibrate", "trial" };
static const char *const status_names[] = { "ok", "failed", "timeout", "interrupted" };

void
outcome_release(struct outcome *o)
{
	free(o->log);
	json_decref(o->result);
	o->log = NULL;
	o->result = NULL;
}

const char *
outcome_status_name(enum outcome_status status)
{
	return status_names[status];
}

json_t *
step_to_json(const struct step *s)
{
	json_t *json = json_object();
	char seed[32];

	snprintf(seed, sizeof(seed), "%" PRIu64, s->seed);
	json_put_text(json, "step", kind_names[s->kind]);
	json_put_text(json, "workload", s->workload->name);
	json_put(json, "args", args_to_json(s->args));
	json_put_text(json, "data", s->data);
	json_put_text(json, "out", s->out);
	json_put_text(json, "keep", s->keep);
	json_put_text(json, "caller", s->caller);
	json_put_text(json, "place", s->place);
	json_put_text(json, "seed", seed);
	json_put_real(json, "datum", s->datum);
	json_put_text(json, "cpus", s->cpus);
	return json;
}

int
step_from_json(struct step *s, struct args *args, const json_t *json, struct err *e)
{
	const char *kind = json_get_text(json, "step"), *workload = json_get_text(json, "workload");
	const char *seed = json_get_text(json, "seed");

	memset(s, 0, sizeof(*s));
	if (kind == NULL || workload == NULL || seed == NULL)
		return err_set(e, ERR_INTERNAL, "a job without step, workload or seed");
	while (strcmp(kind_names[s->kind], kind) != 0)
		if (s->kind++ == STEP_TRIAL)
			return err_set(e, ERR_INTERNAL, "a job of unknown kind '%s'", kind);
	s->workload = workload_find(workload, e);
	if (s->workload == NULL)
		return -1;
	s->data = json_get_text(json, "data");
	s->out = json_get_text(json, "out");
	s->keep = json_get_text(json, "keep");
	s->caller = json_get_text(json, "caller");
	s->place = json_get_text(json, "place");
	s->seed = strtoull(seed, NULL, 10);
	s->datum = json_get_real(json, "datum");
	s->cpus = json_get_text(json, "cpus");
	s->args = args;
	args_init(args, s->workload->params);
	if (args_from_json(args, json_object_get(json, "args"), e) != 0) {
		args_release(args);
		return -1;
	}
	return 0;
}
