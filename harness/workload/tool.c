/* Programs that a workload needs, and where they come from: packages.txt, as a table. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "os/os.h"
#include "workload/command.h"

static const struct {
	const char *what, *apt, *pkg, *pkgin;
} packages[] = {
#include "packages.inc"
};

/* The package's name for a manager that the table knows, else NULL. */
static const char *
package_name(size_t i, const char *manager)
{
	if (strcmp(manager, "apt") == 0)
		return packages[i].apt;
	if (strcmp(manager, "pkg") == 0)
		return packages[i].pkg;
	return strcmp(manager, "pkgin") == 0 ? packages[i].pkgin : NULL;
}

/* The command that installs `program` here, or NULL; the caller frees. */
static char *
install_command(const char *program)
{
	const char *manager = os_package_manager(), *name;

	for (size_t i = 0; manager != NULL && i < sizeof(packages) / sizeof(packages[0]); i++) {
		if (strcmp(packages[i].what, program) != 0)
			continue;
		name = package_name(i, manager);
		if (name == NULL || strcmp(name, "-") == 0)
			return NULL;
		return mem_printf("%s install %s", strcmp(manager, "apt") == 0 ? "apt-get" : manager, name);
	}
	return NULL;
}

char *
tool_find(const char *program, struct err *e)
{
	char *path = file_find_program(program), *install;

	if (path != NULL)
		return path;
	install = install_command(path_base(program));
	if (install != NULL)
		err_set(e, ERR_UNSUPPORTED, "cannot find the program '%s'; install it with '%s'", program, install);
	else
		err_set(e, ERR_UNSUPPORTED, "cannot find the program '%s'; install it, or name it by its path", program);
	free(install);
	return NULL;
}
