/* The tree that is built: see source.h. */
#define _XOPEN_SOURCE 700	/* realpath */

#include "workloads/build/source.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "workloads/build/tree.h"

static bool
ends_in(const char *name, const char *const *endings)
{
	const char *dot = strrchr(name, '.');

	for (; dot != NULL && *endings != NULL; endings++)
		if (strcmp(dot + 1, *endings) == 0)
			return true;
	return false;
}

static int
count(void *context, const char *path, const char *relative, const struct stat *st, struct err *e)
{
	static const char *const sources[] = { "c", "cc", "cpp", "cxx", "C", "m", "mm", "S", "s", NULL };
	static const char *const headers[] = { "h", "hh", "hpp", "hxx", "H", NULL };
	struct source_facts *facts = context;

	(void)path;
	(void)e;
	if (!S_ISREG(st->st_mode))
		return 0;
	facts->files++;
	facts->bytes += (uint64_t)st->st_size;
	facts->sources += ends_in(relative, sources);
	facts->headers += ends_in(relative, headers);
	return 0;
}

static int
find_facts(const char *directory, struct source_facts *facts, struct err *e)
{
	memset(facts, 0, sizeof(*facts));
	if (file_walk(directory, count, facts, e) != 0)
		return -1;
	return file_hash_tree(directory, facts->hash, e);
}

int
source_generate(double scale, const char *directory, struct source_facts *facts, struct err *e)
{
	struct tree_spec spec = { .seed = TREE_SEED_DEFAULT, .scale = scale };
	struct tree_facts made;

	if (tree_generate(&spec, directory, &made, e) != 0 || find_facts(directory, facts, e) != 0)
		return -1;
	facts->products = made.products;
	return 0;
}

/* ------------------------------------------------------------------ the user's tree */

static bool
is_below(const char *path, const char *directory)
{
	size_t length = strlen(directory);

	return strncmp(path, directory, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static int
refuse_way_back(void *context, const char *path, const char *relative, const struct stat *st, struct err *e)
{
	const char *tree = context;
	char target[PATH_MAX];
	ssize_t n;

	(void)relative;
	if (!S_ISLNK(st->st_mode))
		return 0;
	n = readlink(path, target, sizeof(target) - 1);
	if (n < 0)
		return err_sys(e, errno, "cannot read the link '%s'", path);
	target[n] = '\0';
	if (is_below(target, tree))
		return err_set(e, ERR_USAGE, "the link '%s' leads to '%s': in a copy it would still lead into the original; make it relative", path,
		    target);
	return 0;
}

int
source_import(const char *tree, const char *directory, struct source_facts *facts, struct err *e)
{
	char *real = realpath(tree, NULL), *given = mem_string(tree);
	int result = -1;

	if (real == NULL)
		err_sys(e, errno, "cannot enter '%s'", tree);
	else if (file_walk(real, refuse_way_back, given, e) == 0 && file_walk(real, refuse_way_back, real, e) == 0 &&
	    file_copy_tree(real, directory, e) == 0)
		result = find_facts(directory, facts, e);
	free(real);
	free(given);
	return result;
}

/* ------------------------------------------------------------------ what a build left */

static uint64_t
mixed(uint64_t sum, uint64_t number)
{
	sum = (sum ^ number) * 0x9e3779b97f4a7c15;
	return sum ^ sum >> 29;
}

static int
look(void *context, const char *path, const char *relative, const struct stat *st, struct err *e)
{
	struct source_state *state = context;

	(void)path;
	(void)e;
	if (!S_ISREG(st->st_mode))
		return 0;
	state->files++;
	state->bytes += (uint64_t)st->st_size;
	for (; *relative != '\0'; relative++)
		state->sum = mixed(state->sum, (unsigned char)*relative);
	state->sum = mixed(state->sum, (uint64_t)st->st_size);
	state->sum = mixed(state->sum, (uint64_t)st->st_ino);
	state->sum = mixed(state->sum, (uint64_t)st->st_mtim.tv_sec);
	state->sum = mixed(state->sum, (uint64_t)st->st_mtim.tv_nsec);
	return 0;
}

int
source_look(const char *directory, struct source_state *state, struct err *e)
{
	memset(state, 0, sizeof(*state));
	return file_walk(directory, look, state, e);
}
