/* Files that come with the program: see companion.h. */
#include "workload/companion.h"

#include <stdlib.h>

#include "base/file.h"
#include "os/os.h"

char *
companion_find(const char *name)
{
	static const char *const places[] = { "", "../lib/harness/" };
	char *self = os_self_path("harness"), *path = NULL;

	if (self == NULL)
		return NULL;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]) && path == NULL; i++) {
		path = mem_printf("%.*s%s%s", (int)(path_base(self) - self), self, places[i], name);
		if (!file_exists(path)) {
			free(path);
			path = NULL;
		}
	}
	free(self);
	return path;
}
