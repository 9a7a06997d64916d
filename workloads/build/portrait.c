/* What is told of a build: see portrait.h. */
#include "workloads/build/portrait.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/file.h"
#include "os/os.h"
#include "workload/command.h"
#include "workloads/build/errand.h"
#include "workloads/build/options.h"

/* Tells a program's version, by the words in which it tells it. */
static void
tell_version(struct trial *t, const char *name, const char *program, const char *option)
{
	char *path = mem_string(program), *word = mem_string(option), *argv[] = { path, word, NULL };
	struct buf output = BUF_EMPTY;
	struct err ignored;
	char version[64];

	if (command_simple(argv, NULL, &output, &ignored) == 0) {
		builder_version(buf_text(&output), version, sizeof(version));
		trial_tool(t, name, version[0] != '\0' ? version : "unknown");
	}
	buf_release(&output);
	free(path);
	free(word);
}

void
portrait_tools(struct trial *t, const struct site *s)
{
	bool jam = s->builder == builder_named(BUILDER_JAM);

	tell_version(t, s->builder->name, s->program, jam ? "-v" : "--version");
	if (s->cc != NULL)
		tell_version(t, s->cc, s->cc, "--version");
	if (s->cxx != NULL)
		tell_version(t, s->cxx, s->cxx, "--version");
	tell_version(t, "ld", "ld", "--version");
}

void
portrait_nature(struct trial *t, struct site *s)
{
	char *directory = path_join(t->out, "probe");
	struct errand dry = { .directory = s->tree, .environment = s->environment, .compilers = s->output != NULL, .quiet = true };
	struct spawn_seen seen;
	struct err e;

	if (spawn_probe(s->builder, s->program, directory, &seen, &e) == 0)
		trial_property(t, "tool_spawns_by", "%s", spawn_words(&seen));
	else
		trial_property(t, "tool_spawns_by", "unknown: %s", e.text);
	free(directory);
	if (site_call(s, t, true, SITE_HEAP, 0, "dry") != 0)
		return;
	dry.argv = s->words;
	if (errand_run(&dry, &e) == 0 && spawn_read(&s->spawn, &seen, &e) == 0 && seen.peak_bytes > 0)
		trial_property_number(t, "tool_peak_bytes", (double)seen.peak_bytes);
}

void
portrait_tree(struct trial *t, const struct source_facts *f)
{
	trial_property(t, "tree", "%s", f->hash);
	trial_property_number(t, "files", (double)f->files);
	trial_property_number(t, "sources", (double)f->sources);
	trial_property_number(t, "headers", (double)f->headers);
	trial_property_number(t, "bytes", (double)f->bytes);
	if (f->products > 0)
		trial_property_number(t, "expected_products", (double)f->products);
}

void
portrait_line(struct trial *t, const struct site *s, const struct source_facts *f)
{
	const struct arg *heap = args_get(t->args, "parent-heap");
	struct buf text = BUF_EMPTY;
	struct os_volume volume;
	struct err ignored;

	buf_printf(&text, "%s -j%u, %" PRIu64 " sources, %" PRIu64 " headers, ", s->builder->name, options_jobs(t->args), f->sources,
	    f->headers);
	if (s->cc != NULL) {
		const char *version = json_string_value(json_object_get(t->tools, s->cc));

		buf_printf(&text, "%s %s, ", path_base(s->cc), version != NULL ? version : "");
	}
	buf_printf(&text, "tree %.6s", f->hash);
	if (os_volume(t->data, &volume, &ignored) == 0 && volume.type[0] != '\0')
		buf_printf(&text, " on %s", volume.type);
	buf_printf(&text, ", cache %s", args_text(t->args, "cache"));
	if (args_count(t->args, "spawn") == SPAWN_FORK)
		buf_puts(&text, ", started by fork");
	if (heap->count > 0)
		buf_printf(&text, ", parent heap %s", heap->text);
	trial_describe(t, "%s", buf_text(&text));
	buf_release(&text);
}
