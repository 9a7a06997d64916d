/* The state directory: see state.h. */
#include "setting/state.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"

static const char machine[] = "/var/lib/harness";

/* A variable that is set, and not to nothing. */
static const char *
variable(const char *value)
{
	return value != NULL && value[0] != '\0' ? value : NULL;
}

static char *
directory(void)
{
	const char *given = variable(getenv("HARNESS_STATE")), *base = variable(getenv("XDG_STATE_HOME"));
	const char *home = variable(getenv("HOME"));

	if (given != NULL)
		return path_absolute(given);
	if (geteuid() == 0)
		return mem_string(machine);
	if (base != NULL && base[0] == '/')	/* the specification has relative ones ignored */
		return path_join(base, "harness");
	return mem_printf("%s/.local/state/harness", home != NULL ? home : "");
}

char *
state_path(const char *name)
{
	char *in = directory(), *path = path_join(in, name);

	free(in);
	return path;
}

char *
state_machine_path(const char *name)
{
	return path_join(machine, name);
}

int
state_make(struct err *e)
{
	char *path = directory();
	int result = file_make_directories(path, e);

	free(path);
	return result == 0 ? 0 : err_prefix(e, "no place for the undo journal (HARNESS_STATE names another)");
}
