/*
 * build: a parallel build of a source tree, the generated one or the user's. One call of the build tool is inside the clock;
 * copying, configuring and checking are not.
 *
 *	generated	data/tree is shared by all trials; jam writes to the trial's own directory
 *	the user's	data/tree is a copy of it, and each trial builds in a copy of that
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/file.h"
#include "measure/standard.h"
#include "os/os.h"
#include "workload/command.h"
#include "workload/trial.h"
#include "workload/workload.h"
#include "workloads/build/builder.h"
#include "workloads/build/cache.h"
#include "workloads/build/environment.h"
#include "workloads/build/options.h"
#include "workloads/build/portrait.h"
#include "workloads/build/proof.h"
#include "workloads/build/site.h"
#include "workloads/build/source.h"
#include "workloads/build/spawn.h"

static const struct metric metrics[] = {
	METRIC_REAL,
	METRIC_USER,
	METRIC_SYS,
	METRIC_END,
};

struct state {
	struct site site;
	struct command command;
	int status;
	struct source_state before;	/* of the user's tree */
};

/* ------------------------------------------------------------------ populate */

static int
populate(struct trial *t, void *state)
{
	struct state *s = state;
	char *tree = site_data(t);
	struct source_facts facts;
	int result;

	if (options_generated(t->args))
		result = source_generate(args_real(t->args, "scale"), tree, &facts, &t->err);
	else
		result = source_import(args_text(t->args, "tree"), tree, &facts, &t->err);
	free(tree);
	if (result == 0)
		result = site_prepare(&s->site, t);
	if (result == 0) {
		portrait_tree(t, &facts);
		portrait_tools(t, &s->site);
		portrait_line(t, &s->site, &facts);
		portrait_nature(t, &s->site);
	}
	site_release(&s->site);
	return result;
}

/* ------------------------------------------------------------------ a trial */

/* A tool that will not have the asked effect is refused before it has built for an hour. */
static int
check_shim(struct trial *t, const struct site *s)
{
	char *directory = path_join(t->out, "probe");
	struct spawn_seen seen;
	int result = spawn_probe(s->builder, s->program, directory, &seen, &t->err);

	if (result == 0 && args_count(t->args, "spawn") == SPAWN_FORK && seen.vforks == 0)
		result = err_set(&t->err, ERR_UNSUPPORTED, "'--spawn fork' turns vfork into fork, but %s starts commands by %s", s->builder->name,
		    spawn_words(&seen));
	free(directory);
	return result;
}

static int
reset(struct trial *t, void *state)
{
	struct state *s = state;
	struct site *site = &s->site;
	enum site_shim shim = args_count(t->args, "spawn") == SPAWN_FORK ? SITE_COUNT : SITE_HEAP;

	if (site_prepare(site, t) != 0)
		return -1;
	trial_property_number(t, "jobs", options_jobs(t->args));
	if (site->output == NULL && (proof_absent(t, site->tree) != 0 || source_look(site->tree, &s->before, &t->err) != 0))
		return -1;
	if (options_shim(t->args) && check_shim(t, site) != 0)
		return -1;
	if (site_call(site, t, false, options_shim(t->args) ? shim : SITE_PLAIN, args_count(t->args, "parent-heap"), "shim") != 0)
		return -1;
	s->command = (struct command){ .argv = site->words, .environment = site->environment, .directory = site->tree };
	if (command_prepare(&s->command, &t->err) != 0)
		return -1;
	environment_clean(s->command.envp, site->output != NULL);
	return 0;
}

static const double reached = 0.95;	/* of the tree in the wanted state: the rest is called partial */

/* The wanted state of the cache, and what came of it. */
static int
ready(struct trial *t, void *state)
{
	const struct state *s = state;
	bool cold = args_count(t->args, "cache") == CACHE_COLD;
	struct cache c;
	double share;

	if ((cold ? cache_cold : cache_warm)(s->site.tree, &c, &t->err) != 0)
		return err_prefix(&t->err, "--cache %s", args_text(t->args, "cache"));
	share = cold ? 1 - cache_ratio(&c) : cache_ratio(&c);
	if (cold && share < 0.5)
		return err_set(&t->err, ERR_UNSUPPORTED, "'--cache cold' cannot be reached here: %.0f %% of the tree stay in memory (%s)",
		    100 * cache_ratio(&c), c.means);
	trial_property(t, "cache", "%s%s", share < reached ? "partly " : "", args_text(t->args, "cache"));
	trial_property(t, "cache_means", "%s", c.means);
	trial_property_number(t, "cache_resident", cache_ratio(&c));
	if (cold && !c.whole)
		trial_note(t, "cold is the contents of the tree's files only: directories and the compilers stay in memory, unless root runs it");
	if (!c.known)
		trial_note(t, "whether the cache is %s could not be checked: %s", args_text(t->args, "cache"), c.reason.text);
	else if (share < reached)
		trial_note(t, "the cache is only partly %s: %.0f %% of the tree are in memory", args_text(t->args, "cache"), 100 * cache_ratio(&c));
	return 0;
}

static int
run(struct trial *t, void *state)
{
	struct state *s = state;

	return command_run(t, &s->command, &s->status);
}

static int
verify_shim(struct trial *t, const struct site *s)
{
	uint64_t heap = args_count(t->args, "parent-heap");
	struct spawn_seen seen;

	if (spawn_read(&s->spawn, &seen, &t->err) != 0)
		return -1;
	if (!seen.loaded || !seen.ended)
		return trial_fail(t, "the shim was not in %s from its beginning to its end", s->builder->name);
	if (seen.heap_bytes < heap)
		return trial_fail(t, "%s could not have its heap of %s: memory ended at %" PRIu64 " bytes", s->builder->name,
		    args_text(t->args, "parent-heap"), seen.heap_bytes);
	trial_property_number(t, "parent_heap_bytes", (double)seen.heap_bytes);
	trial_property_number(t, "parent_heap_cpu_s", (double)seen.heap_cpu_ns / 1e9);
	if (seen.peak_bytes > 0)
		trial_property_number(t, "tool_peak_bytes", (double)seen.peak_bytes);
	if (args_count(t->args, "spawn") != SPAWN_FORK)
		return 0;
	if (!seen.counted || seen.vforks == 0)
		return trial_fail(t, "%s started no command by vfork, so none was turned into fork", s->builder->name);
	trial_property_number(t, "vforks_turned", (double)seen.vforks);
	trial_property_number(t, "forks", (double)seen.forks);
	trial_property_number(t, "posix_spawns", (double)seen.spawns);
	return 0;
}

static int
verify(struct trial *t, void *state)
{
	const struct state *s = state;

	if (command_check(s->site.builder->name, s->status, &t->err) != 0)
		return -1;
	if (s->site.output != NULL ? proof_generated(t, s->site.tree, s->site.output) != 0 : proof_other(t, s->site.tree, &s->before) != 0)
		return -1;
	return options_shim(t->args) ? verify_shim(t, &s->site) : 0;
}

static void
teardown(struct trial *t, void *state)
{
	struct state *s = state;

	(void)t;
	command_release(&s->command);
	site_release(&s->site);
}

static const struct phase phases[] = {
	{ "build", ready, run },
	PHASE_END,
};

const struct workload workload_build = {
	.name = "build",
	.summary = "a parallel build of a source tree, generated or yours",
	.version = 1,
	.needs = NEED_VOLUME,
	.charge = CHARGE_CHILDREN,
	.params = options_params,
	.metrics = metrics,
	.phases = phases,
	.state_size = sizeof(struct state),
	.check = options_check,
	.populate = populate,
	.reset = reset,
	.verify = verify,
	.teardown = teardown,
};
