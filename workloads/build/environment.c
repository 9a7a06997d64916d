/* The environment of a build: see environment.h. */
#include "workloads/build/environment.h"

#include <stddef.h>
#include <string.h>

/* From an outer make, jam or ninja: job servers, options, the depth of nesting. */
static const char *const of_tools[] = {
	"MAKEFLAGS", "MFLAGS", "GNUMAKEFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "MAKEFILES", "MAKE_TERMOUT", "MAKE_TERMERR",
	"JAMFLAGS", "JAMSHELL", "JAMBASE", "JAM_TOOLSET", "NINJAFLAGS", "NINJA_STATUS", "CMAKE_BUILD_PARALLEL_LEVEL",
};

/* Of the compilers, and names that jam, which makes a variable of all that is in its environment, knows from its rules. */
static const char *const of_compilers[] = {
	"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX", "DEPENDENCIES_OUTPUT",
	"SUNPRO_DEPENDENCIES", "CC", "CXX", "C++", "CPP", "CFLAGS", "CCFLAGS", "CXXFLAGS", "C++FLAGS", "CPPFLAGS", "LDFLAGS",
	"LINK", "LINKFLAGS", "LINKLIBS", "AR", "ARFLAGS", "RANLIB", "AS", "ASFLAGS", "OPTIM", "DEBUG", "PROFILE", "HDRS",
	"HDRRULE", "HDRSCAN", "DEFINES", "STDHDRS", "TOP", "DOT", "SUBDIR", "SUFEXE", "SUFLIB", "SUFOBJ", "RM", "MV", "LN",
	"CP", "CHMOD", "MKDIR", "INSTALL", "MODE", "EXEMODE", "FILEMODE", "SHELLMODE", "LOCATE_TARGET", "SEARCH_SOURCE",
	"LOCATE_SOURCE", "OUTPUT", "TOOLS", "HEAP", "ATTRS",
};

static bool
is_one_of(const char *entry, const char *const *names, size_t count)
{
	size_t length = strcspn(entry, "=");

	for (size_t i = 0; i < count; i++)
		if (strlen(names[i]) == length && memcmp(entry, names[i], length) == 0)
			return true;
	return false;
}

void
environment_clean(char **envp, bool compilers)
{
	char **kept = envp;

	for (; *envp != NULL; envp++)
		if (!is_one_of(*envp, of_tools, sizeof(of_tools) / sizeof(of_tools[0])) &&
		    !(compilers && is_one_of(*envp, of_compilers, sizeof(of_compilers) / sizeof(of_compilers[0]))))
			*kept++ = *envp;
	*kept = NULL;
}
