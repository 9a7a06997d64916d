/* How commands are started: see spawn.h. */
#include "workloads/build/spawn.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/quote.h"
#include "workload/companion.h"
#include "workloads/build/errand.h"

int
spawn_find(bool fork, char **path, struct err *e)
{
	const char *name = fork ? "spawn_shim.so" : "heap_shim.so", *option = fork ? "--spawn fork" : "--parent-heap";

	*path = companion_find(name);
	if (*path == NULL)
		return err_set(e, ERR_UNSUPPORTED, "cannot find '%s', which '%s' needs, beside harness or in ../lib/harness; 'make' builds it", name,
		    option);
	if (strpbrk(*path, " :\t") != NULL) {
		err_set(e, ERR_UNSUPPORTED, "the loader takes no path with a blank or colon, as in '%s' (%s)", *path, option);
		free(*path);
		*path = NULL;
		return -1;
	}
	return 0;
}

int
spawn_init(struct spawn *s, bool fork, uint64_t heap_bytes, const char *report, struct err *e)
{
	const char *before = getenv("LD_PRELOAD");
	bool more = before != NULL && before[0] != '\0';
	char *shim;
	size_t n = 0;

	memset(s, 0, sizeof(*s));
	if (spawn_find(fork, &shim, e) != 0)
		return -1;
	s->report = mem_string(report);
	s->words[n++] = mem_printf("LD_PRELOAD=%s%s%s", shim, more ? ":" : "", more ? before : "");
	/* the same for Mach-O; where it is not known it does nothing */
	s->words[n++] = mem_printf("DYLD_INSERT_LIBRARIES=%s", shim);
	s->words[n++] = mem_string("DYLD_FORCE_FLAT_NAMESPACE=1");
	s->words[n++] = mem_printf("HARNESS_SHIM_BEFORE=%s", more ? before : "");
	s->words[n++] = mem_printf("HARNESS_SHIM_REPORT=%s", report);
	s->words[n++] = mem_printf("HARNESS_SHIM_HEAP=%" PRIu64, heap_bytes);
	for (size_t i = 0; i < n; i++)
		s->environment[i] = s->words[i];
	free(shim);
	return 0;
}

void
spawn_release(struct spawn *s)
{
	for (size_t i = 0; i < sizeof(s->words) / sizeof(s->words[0]); i++)
		free(s->words[i]);
	free(s->report);
	memset(s, 0, sizeof(*s));
}

int
spawn_parse(const char *text, struct spawn_seen *seen, struct err *e)
{
	memset(seen, 0, sizeof(*seen));
	for (const char *line = text; *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n') {
		uint64_t kib;

		if (sscanf(line, "loaded heap %" SCNu64 " cpu_ns %" SCNu64, &seen->heap_bytes, &seen->heap_cpu_ns) == 2)
			seen->loaded = true;
		else if (sscanf(line, "calls vfork %" SCNu64 " fork %" SCNu64 " posix_spawn %" SCNu64, &seen->vforks, &seen->forks,
		    &seen->spawns) == 3)
			seen->counted = true;
		else if (sscanf(line, "ended peak_kib %" SCNu64, &kib) == 1) {
			seen->ended = true;
			seen->peak_bytes = kib * 1024;
		} else
			return err_set(e, ERR_INTERNAL, "cannot read the shim's report: '%.*s'", (int)strcspn(line, "\n"), line);
	}
	return 0;
}

int
spawn_read(const struct spawn *s, struct spawn_seen *seen, struct err *e)
{
	struct buf text = BUF_EMPTY;
	int result = 0;

	memset(seen, 0, sizeof(*seen));
	if (file_exists(s->report))
		result = file_read(s->report, &text, e);
	if (result == 0)
		result = spawn_parse(buf_text(&text), seen, e);
	buf_release(&text);
	return result;
}

/* ------------------------------------------------------------------ the probe */

static int
run_probe(const struct builder *b, const char *program, const char *directory, const struct spawn *s, struct err *e)
{
	struct builder_call call = { .program = program, .jobs = 1 };
	char **words = builder_words(b, &call);
	struct errand probe = { .argv = words, .directory = directory, .environment = s->environment, .compilers = true, .quiet = true };
	int result = errand_run(&probe, e);

	quote_free(words);
	return result;
}

int
spawn_probe(const struct builder *b, const char *program, const char *directory, struct spawn_seen *seen, struct err *e)
{
	char *file = path_join(directory, b->files[0]), *report = path_join(directory, "report");
	struct spawn s = { .report = NULL };
	int result = -1;

	if (file_make_directories(directory, e) == 0 && file_write(file, b->probe, strlen(b->probe), 0666, e) == 0 &&
	    spawn_init(&s, true, 0, report, e) == 0 && run_probe(b, program, directory, &s, e) == 0)
		result = spawn_read(&s, seen, e);
	if (result == 0 && !(seen->loaded && seen->ended))
		result = err_set(e, ERR_UNSUPPORTED, "'%s' does not load a library by LD_PRELOAD (statically linked?), so how it starts commands can be"
		    " neither changed nor seen, nor its heap be grown", program);
	spawn_release(&s);
	free(file);
	free(report);
	return result;
}

const char *
spawn_words(const struct spawn_seen *seen)
{
	if (seen->vforks > 0)
		return "vfork";
	if (seen->forks > 0)
		return "fork";
	return seen->spawns > 0 ? "posix_spawn" : "another call";
}
