/* A plan as the header of a record, and back: see plan.h. */
#include "run/plan.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/date.h"
#include "base/json.h"
#include "base/version.h"
#include "judge/stopping.h"
#include "measure/standard.h"
#include "os/os.h"
#include "record/record.h"
#include "run/plan_parts.h"

static int
variants_from_header(struct plan *p, const json_t *list, struct err *e)
{
	size_t i;
	json_t *item;

	if (json_array_size(list) == 0)
		return err_set(e, ERR_USAGE, "the record names no variants");
	p->variants = mem_zero(json_array_size(list), sizeof(*p->variants));
	json_array_foreach(list, i, item) {
		if (variant_from_json(&p->variants[i], item, e) != 0)
			return -1;
		p->nvariants++;
	}
	return 0;
}

static int
cases_from_header(struct plan *p, const json_t *list, struct err *e)
{
	size_t i;
	json_t *item;

	if (json_array_size(list) == 0)
		return err_set(e, ERR_USAGE, "the record names no cases");
	p->cases = mem_zero(json_array_size(list), sizeof(*p->cases));
	json_array_foreach(list, i, item) {
		args_init(&p->cases[p->ncases++], p->workload->params);
		if (args_from_json(&p->cases[i], json_object_get(item, "args"), e) != 0)
			return -1;
	}
	return 0;
}

static void
expect(struct plan *p, unsigned data, const json_t *item)
{
	json_t *properties = json_object_get(item, "properties");

	if (properties != NULL && p->expected[data] == NULL)
		p->expected[data] = json_incref(properties);
}

int
plan_check_properties(const struct plan *p, unsigned data, struct err *e)
{
	const char *name;
	json_t *was;

	json_object_foreach(p->expected[data], name, was) {
		const json_t *is = json_object_get(p->properties[data], name);
		char *before, *after;

		if (json_equal(was, is))
			continue;
		before = json_dumps(was, JSON_ENCODE_ANY);
		after = is != NULL ? json_dumps(is, JSON_ENCODE_ANY) : NULL;
		err_set(e, ERR_USAGE, "cannot go on with this experiment: '%s' was %s when it began and is %s now", name, before,
		    after != NULL ? after : "unknown");
		free(before);
		free(after);
		return -1;
	}
	return 0;
}

/* Of a time in a record; 0 when there is none. */
static uint64_t
nanoseconds(double seconds)
{
	return seconds > 0 && seconds < 1e9 ? (uint64_t)llround(seconds * 1e9) : 0;
}

int
plan_from_header(struct plan *p, const json_t *header, struct err *e)
{
	const json_t *options = json_object_get(header, "options");
	const char *name = json_get_text(header, "workload"), *seed = json_get_text(header, "seed");
	uint64_t version = json_get_count(header, "workload_version");

	memset(p, 0, sizeof(*p));
	if (name == NULL || seed == NULL || json_object_get(header, "imported") != NULL)
		return err_set(e, ERR_USAGE, "the record is not of an experiment that could go on");
	p->workload = workload_find(name, e);
	if (p->workload == NULL)
		return -1;
	if (version != p->workload->version)
		return err_set(e, ERR_USAGE, "the record is of version %" PRIu64 " of '%s', this harness has version %u", version,
		    name, p->workload->version);
	if (plan_parse_seed(seed, &p->seed, e) != 0)
		return -1;
	p->seed_given = json_get_bool(header, "seed_given", false);
	p->trials = (unsigned)json_get_count(header, "trials");
	p->warmup = (unsigned)json_get_count(header, "warmup");
	p->deadline_ns = nanoseconds(json_get_real(options, "deadline_s"));
	p->budget_ns = nanoseconds(json_get_real(options, "budget_s"));
	p->decide = json_get_bool(options, "decide", false);
	p->precision = json_get_real(options, "precision");
	p->max_trials = (unsigned)json_get_count(options, "max_trials");
	p->threshold = json_get_real(options, "threshold");
	p->ladder = json_get_bool(options, "ladder", false);
	p->heartbeat_iterations = json_get_count(header, "heartbeat_iterations");
	if (plan_stops_itself(p) && (p->max_trials < 4 || p->max_trials > STOPPING_MAX_MOST))
		return err_set(e, ERR_USAGE, "the record's header is damaged");
	if (p->trials - 1 >= 1000000 || p->warmup > 1000 || p->heartbeat_iterations == UINT64_MAX)
		return err_set(e, ERR_USAGE, "the record's header is damaged");
	if (variants_from_header(p, json_object_get(header, "variants"), e) != 0 ||
	    cases_from_header(p, json_object_get(header, "cases"), e) != 0 || plan_fill_arms(p, e) != 0)
		return -1;
	p->datum = json_get_real(header, "datum");
	for (size_t c = 0; c < p->ncases; c++)
		expect(p, p->arms[c * p->nvariants].data, json_array_get(json_object_get(header, "cases"), c));
	for (size_t v = 0; v < p->nvariants; v++)
		expect(p, p->arms[v].data, json_array_get(json_object_get(header, "variants"), v));
	return 0;
}

int
plan_matches(const struct plan *p, const struct workload *w, const struct args *args, struct err *e)
{
	struct args *cases;
	size_t ncases;
	bool same;

	if (w != p->workload)
		return err_set(e, ERR_USAGE, "the record is of workload '%s', not '%s'", p->workload->name, w->name);
	if (args_check(args, e) != 0 || args_expand(args, &cases, &ncases, e) != 0)
		return -1;
	same = ncases == p->ncases;
	for (size_t i = 0; i < ncases; i++) {
		if (same) {
			json_t *asked = args_to_json(&cases[i]), *planned = args_to_json(&p->cases[i]);

			same = json_equal(asked, planned);
			json_decref(asked);
			json_decref(planned);
		}
		args_release(&cases[i]);
	}
	free(cases);
	return same ? 0 : err_set(e, ERR_USAGE, "the record is of other options of '%s'; resume it by 'harness run --resume FILE' alone", w->name);
}

static json_t *
metrics_to_json(const struct workload *w, const struct metric *standard)
{
	json_t *list = json_array();

	for (int own = 1; own >= 0; own--)
		for (const struct metric *m = own ? w->metrics : standard; m->name != NULL; m++) {
			json_t *item;

			if (!own && metric_find(w->metrics, m->name) != NULL)
				continue;
			item = json_object();
			json_put_text(item, "name", m->name);
			json_put_text(item, "unit", m->unit);
			json_put_text(item, "better", metric_better_name(m->better));
			json_put_bool(item, "headline", own);
			json_put_text(item, "help", m->help);
			json_array_append_new(list, item);
		}
	return list;
}

/* What populate found for a case stands with the case; where a variant's own data differ, with the variant. */
static json_t *
cases_to_json(const struct plan *p)
{
	json_t *list = json_array();

	for (size_t c = 0; c < p->ncases; c++) {
		json_t *item = json_object();

		json_put_text(item, "label", p->labels[c]);
		json_put(item, "args", args_to_json(&p->cases[c]));
		json_put(item, "properties", json_incref(p->properties[p->arms[c * p->nvariants].data]));
		json_array_append_new(list, item);
	}
	return list;
}

static json_t *
variants_to_json(const struct plan *p)
{
	json_t *list = json_array();

	for (size_t v = 0; v < p->nvariants; v++) {
		json_t *item = variant_to_json(&p->variants[v]);

		if (p->arms[v].data != p->arms[0].data)
			json_put(item, "properties", json_incref(p->properties[p->arms[v].data]));
		json_array_append_new(list, item);
	}
	return list;
}

static json_t *
options_to_json(const struct plan *p)
{
	json_t *options = json_object();

	json_put_real(options, "deadline_s", p->deadline_ns > 0 ? (double)p->deadline_ns / 1e9 : NAN);
	json_put_bool(options, "decide", p->decide);
	json_put_real(options, "precision", p->precision);
	json_put_count(options, "max_trials", plan_stops_itself(p) ? p->max_trials : UINT64_MAX);
	json_put_real(options, "budget_s", p->budget_ns > 0 ? (double)p->budget_ns / 1e9 : NAN);
	json_put_real(options, "threshold", p->threshold);
	json_put_bool(options, "ladder", p->ladder);
	return options;
}

json_t *
plan_to_header(const struct plan *p, const char *command, json_t *take_environment)
{
	json_t *header = json_object();
	char seed[32], created[32];
	struct os_name name;

	os_name(&name);
	date_iso(created, sizeof(created), os_wall_seconds());
	snprintf(seed, sizeof(seed), "%" PRIu64, p->seed);
	json_put_text(header, "type", "header");
	json_put_count(header, "schema", RECORD_SCHEMA);
	json_put_text(header, "harness", HARNESS_VERSION);
	json_put_text(header, "created", created);
	json_put_text(header, "host", name.host);
	json_put_text(header, "command", command);
	json_put_text(header, "workload", p->workload->name);
	json_put_count(header, "workload_version", p->workload->version);
	json_put_text(header, "describe", p->description);
	json_put_text(header, "design", "randomised");
	json_put_text(header, "unit", "trial");
	json_put_text(header, "seed", seed);
	json_put_bool(header, "seed_given", p->seed_given);
	json_put_count(header, "trials", p->trials);
	json_put_count(header, "warmup", p->warmup);
	json_put(header, "cases", cases_to_json(p));
	json_put(header, "variants", variants_to_json(p));
	json_put(header, "metrics", metrics_to_json(p->workload, standard_metrics));
	json_put_count(header, "heartbeat_iterations", p->heartbeat_iterations);
	json_put_real(header, "datum", p->datum);
	json_put(header, "options", options_to_json(p));
	json_object_update(json_object_get(take_environment, "settings"), p->before);
	json_put(header, "environment", take_environment);
	return header;
}
