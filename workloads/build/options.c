/* The options: see options.h. */
#include "workloads/build/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/units.h"
#include "os/os.h"
#include "workload/command.h"
#include "workloads/build/builder.h"
#include "workloads/build/spawn.h"
#include "workloads/build/tree.h"

#define LITERAL_OF(number) #number
#define LITERAL(number) LITERAL_OF(number)

const struct param options_params[] = {
	{ "jobs", 'j', PARAM_COUNT, PARAM_GRID, NULL, NULL, 1, 4096, "N", "commands at a time (default: one for each CPU)" },
	{ "scale", 0, PARAM_REAL, PARAM_GRID | PARAM_DATA, LITERAL(TREE_SCALE_DEFAULT), NULL, TREE_SCALE_LEAST, TREE_SCALE_MOST, "X",
	    "size of the generated tree; 1: as many files as the operating system that it is modelled on" },
	{ "attrs", 0, PARAM_CHOICE, PARAM_GRID, "on", "off|on|full", 0, 0, "WHAT",
	    "attributes on what is built from the generated tree: none, small ones, or also an icon of 45 KiB" },
	{ "cc", 0, PARAM_TEXT, PARAM_GRID | PARAM_DATA, NULL, NULL, 0, 0, "CC",
	    "C compiler (default: gcc for the generated tree, the build file's own for another)" },
	{ "cxx", 0, PARAM_TEXT, PARAM_GRID | PARAM_DATA, NULL, NULL, 0, 0, "CXX",
	    "C++ compiler (default: g++ for the generated tree, the build file's own for another)" },
	{ "tree", 0, PARAM_PATH, PARAM_DATA, NULL, NULL, 0, 0, "DIR", "build a copy of this source tree instead of the generated one" },
	{ "tool", 0, PARAM_CHOICE, PARAM_DATA, "auto", BUILDER_CHOICES, 0, 0, "TOOL",
	    "what builds it; auto: jam for a Jamfile, ninja for a build.ninja, make for a Makefile" },
	{ "target", 0, PARAM_TEXT, PARAM_MANY | PARAM_DATA, NULL, NULL, 0, 0, "T", "what to build of it" },
	{ "configure", 0, PARAM_COMMAND, PARAM_DATA, NULL, NULL, 0, 0, "CMD", "run in each copy before the build, outside the clock" },
	{ "product", 0, PARAM_TEXT, PARAM_MANY, NULL, NULL, 0, 0, "FILE", "a file that the build has to make" },
	{ "verify", 0, PARAM_COMMAND, 0, NULL, NULL, 0, 0, "CMD", "run in each copy after the build; if it fails, so has the trial" },
	{ "cache", 0, PARAM_CHOICE, PARAM_GRID, "warm", "warm|cold", 0, 0, "STATE", "what of the tree is in memory when a build begins" },
	{ "spawn", 0, PARAM_CHOICE, PARAM_GRID, "native", "native|fork", 0, 0, "HOW",
	    "how the tool starts commands: as it does, or with each vfork turned into a fork" },
	{ "parent-heap", 0, PARAM_SIZE, PARAM_GRID, "0", NULL, 0, 0, "SIZE", "memory that the tool has filled before it begins" },
	PARAM_END,
};

bool
options_generated(const struct args *args)
{
	return args_text(args, "tree") == NULL;
}

unsigned
options_jobs(const struct args *args)
{
	return args_get(args, "jobs")->set ? (unsigned)args_count(args, "jobs") : os_cpu_count();
}

char *
options_compiler(const struct args *args, const char *option)
{
	const char *given = args_text(args, option);

	if (given == NULL)
		return options_generated(args) ? mem_string(strcmp(option, "cc") == 0 ? "gcc" : "g++") : NULL;
	return strchr(given, '/') != NULL ? path_absolute(given) : mem_string(given);
}

bool
options_shim(const struct args *args)
{
	return args_count(args, "spawn") == SPAWN_FORK || args_count(args, "parent-heap") > 0;
}

/* ------------------------------------------------------------------ refusals */

/* Options that do nothing with the tree that is built. */
static int
refuse_idle(const struct args *args, bool generated, struct err *e)
{
	static const char *const of_others[] = { "tool", "target", "configure", "product", "verify", NULL };
	static const char *const of_generated[] = { "scale", "attrs", NULL };

	for (const char *const *name = generated ? of_others : of_generated; *name != NULL; name++)
		if (args_get(args, *name)->given)
			return generated ? err_set(e, ERR_USAGE, "'--%s' does nothing without '--tree'", *name) :
			    err_set(e, ERR_USAGE, "'--%s' is of the generated tree and does nothing with '--tree'", *name);
	return 0;
}

static int
check_program(const char *name, struct err *e)
{
	char *path = tool_find(name, e);

	free(path);
	return path != NULL ? 0 : -1;
}

static int
check_compilers(const struct args *args, struct err *e)
{
	static const char *const options[] = { "cc", "cxx" };
	int result = 0;

	for (size_t i = 0; i < 2 && result == 0; i++) {
		char *name = options_compiler(args, options[i]);

		if (name != NULL)
			result = check_program(name, e);
		free(name);
	}
	return result;
}

static int
check_configure(const struct args *args, const char *tree, struct err *e)
{
	char *const *words = args_words(args, "configure");
	char *path;
	bool there;

	if (words == NULL)
		return 0;
	if (strchr(words[0], '/') == NULL)
		return check_program(words[0], e);
	path = path_join(tree, words[0]);
	there = file_exists(path);
	free(path);
	return there ? 0 : err_set(e, ERR_USAGE, "there is no '%s' in '%s' (--configure)", words[0], tree);
}

/* With --configure the build file may not be there yet. */
static int
find_builder(const struct args *args, const char *tree, const struct builder **b, struct err *e)
{
	enum builder_choice choice = (enum builder_choice)args_count(args, "tool");
	struct err missing;

	*b = builder_of(choice, tree, &missing);
	if (*b != NULL)
		return 0;
	if (args_words(args, "configure") == NULL) {
		*e = missing;
		return -1;
	}
	*b = choice != BUILDER_AUTO ? builder_named(choice) : NULL;
	return 0;
}

static int
check_tree(const struct args *args, const char *tree, const struct builder **b, struct err *e)
{
	struct stat st;

	if (stat(tree, &st) != 0)
		return err_set(e, ERR_USAGE, "cannot read '%s' (--tree): %s", tree, strerror(errno));
	if (!S_ISDIR(st.st_mode))
		return err_set(e, ERR_USAGE, "'%s' is not a directory (--tree)", tree);
	if (check_configure(args, tree, e) != 0 || find_builder(args, tree, b, e) != 0)
		return -1;
	if (*b != NULL && (*b)->variable == NULL && args_words(args, "configure") == NULL)
		for (const char *const *name = (const char *const[]){ "cc", "cxx", NULL }; *name != NULL; name++)
			if (args_get(args, *name)->given)
				return err_set(e, ERR_USAGE, "'--%s' does nothing with %s unless a '--configure' takes it from the environment", *name,
				    (*b)->name);
	return 0;
}

static int
check_builder(const struct args *args, const struct builder *b, struct err *e)
{
	char *program = builder_program(b, e);

	free(program);
	if (program == NULL)
		return -1;
	if (b->most_jobs > 0 && options_jobs(args) > b->most_jobs)
		return err_set(e, ERR_USAGE, "'%s' runs %u commands at a time at most, whatever it is told (--jobs %u)", b->name, b->most_jobs,
		    options_jobs(args));
	return 0;
}

static int
check_spawn(const struct args *args, struct err *e)
{
	uint64_t heap = args_count(args, "parent-heap"), memory = os_memory_bytes();
	char *path, had[32];

	if (memory != OS_UNKNOWN && heap >= memory) {
		units_format(had, sizeof(had), (double)memory, units_scale_for("bytes", (double)memory));
		return err_set(e, ERR_UNSUPPORTED, "'--parent-heap %s' is more than the machine's memory, %s", args_text(args, "parent-heap"), had);
	}
	if (!options_shim(args))
		return 0;
	if (spawn_find(args_count(args, "spawn") == SPAWN_FORK, &path, e) != 0)
		return -1;
	free(path);
	return 0;
}

int
options_check(const struct args *args, struct err *e)
{
	bool generated = options_generated(args);
	const struct builder *b = generated ? builder_named(BUILDER_JAM) : NULL;

	if (refuse_idle(args, generated, e) != 0)
		return -1;
	if (!generated && check_tree(args, args_text(args, "tree"), &b, e) != 0)
		return -1;
	if (b != NULL && check_builder(args, b, e) != 0)
		return -1;
	if (check_compilers(args, e) != 0)
		return -1;
	return check_spawn(args, e);
}
