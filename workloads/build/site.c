/* A place where a build can begin: see site.h. */
#include "workloads/build/site.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/quote.h"
#include "workloads/build/errand.h"
#include "workloads/build/options.h"

char *
site_data(const struct trial *t)
{
	return path_join(t->data, "tree");
}

/* ------------------------------------------------------------------ environment */

/* Messages are in one language, temporary files on the volume that is measured, and no cache of results stands in for a compiler. */
static void
fill_variables(struct site *s, const struct trial *t)
{
	size_t n = 0;

	s->variables[n++] = mem_string("LC_ALL=C");
	s->variables[n++] = mem_printf("TMPDIR=%s", s->temporary);
	s->variables[n++] = mem_string("CCACHE_DISABLE=1");
	if (!options_generated(t->args) && s->cc != NULL)
		s->variables[n++] = mem_printf("CC=%s", s->cc);
	if (!options_generated(t->args) && s->cxx != NULL)
		s->variables[n++] = mem_printf("CXX=%s", s->cxx);
}

static void
fill_environment(struct site *s)
{
	size_t n = 0;

	for (size_t i = 0; i < sizeof(s->variables) / sizeof(s->variables[0]) && s->variables[i] != NULL; i++)
		s->environment[n++] = s->variables[i];
	for (size_t i = 0; s->spawn.environment[i] != NULL; i++)
		s->environment[n++] = s->spawn.environment[i];
	s->environment[n] = NULL;
}

/* ------------------------------------------------------------------ tree */

static int
prepare_generated(struct site *s, struct trial *t)
{
	s->tree = site_data(t);
	s->output = path_join(t->out, "output");
	s->builder = builder_named(BUILDER_JAM);
	if (strpbrk(s->output, " \t") != NULL)
		return err_set(&t->err, ERR_USAGE, "jam takes no path with a blank, as in '%s'; choose another scratch directory with --dir",
		    s->output);
	return file_make_directories(s->output, &t->err);
}

static int
prepare_copy(struct site *s, struct trial *t)
{
	char *data = site_data(t);
	struct errand configure = { .argv = args_words(t->args, "configure"), .environment = s->environment };
	int result;

	s->tree = path_join(t->out, "tree");
	result = file_copy_tree(data, s->tree, &t->err);
	configure.directory = s->tree;
	if (result == 0 && configure.argv != NULL && errand_run(&configure, &t->err) != 0)
		result = err_prefix(&t->err, "--configure");
	if (result == 0) {
		s->builder = builder_of((enum builder_choice)args_count(t->args, "tool"), s->tree, &t->err);
		if (s->builder == NULL && configure.argv != NULL)
			err_prefix(&t->err, "after --configure");
	}
	free(data);
	return s->builder != NULL ? 0 : -1;
}

int
site_prepare(struct site *s, struct trial *t)
{
	memset(s, 0, sizeof(*s));
	s->cc = options_compiler(t->args, "cc");
	s->cxx = options_compiler(t->args, "cxx");
	s->temporary = path_join(t->out, "tmp");
	if (file_make_directories(s->temporary, &t->err) != 0)
		return -1;
	fill_variables(s, t);
	fill_environment(s);
	if ((options_generated(t->args) ? prepare_generated(s, t) : prepare_copy(s, t)) != 0)
		return -1;
	s->program = builder_program(s->builder, &t->err);
	return s->program != NULL ? 0 : -1;
}

/* ------------------------------------------------------------------ call */

static int
load_shim(struct site *s, struct trial *t, enum site_shim shim, uint64_t heap_bytes, const char *name)
{
	char *report = path_join(t->out, name);
	int result;

	spawn_release(&s->spawn);
	result = spawn_init(&s->spawn, shim == SITE_COUNT, heap_bytes, report, &t->err);
	free(report);
	return result;
}

int
site_call(struct site *s, struct trial *t, bool dry, enum site_shim shim, uint64_t heap_bytes, const char *name)
{
	static const char *const attrs[] = { "ATTRS=off", "ATTRS=on", "ATTRS=full" };
	char *output = mem_printf("OUTPUT=%s", s->output != NULL ? s->output : "");
	const char *const variables[] = { output, attrs[args_count(t->args, "attrs")], "CFLAGS=-O2", "C++FLAGS=-O2", NULL };
	struct builder_call call = {
		.program = s->program,
		.jobs = options_jobs(t->args),
		.dry = dry,
		.cc = s->cc,
		.cxx = s->cxx,
		.variables = s->output != NULL ? variables : NULL,
		.targets = args_words(t->args, "target"),
	};
	int result = shim != SITE_PLAIN ? load_shim(s, t, shim, heap_bytes, name) : 0;

	fill_environment(s);
	if (s->words != NULL)
		quote_free(s->words);
	s->words = builder_words(s->builder, &call);
	free(output);
	return result;
}

void
site_release(struct site *s)
{
	spawn_release(&s->spawn);
	for (size_t i = 0; i < sizeof(s->variables) / sizeof(s->variables[0]); i++)
		free(s->variables[i]);
	if (s->words != NULL)
		quote_free(s->words);
	free(s->program);
	free(s->tree);
	free(s->output);
	free(s->temporary);
	free(s->cc);
	free(s->cxx);
	memset(s, 0, sizeof(*s));
}
