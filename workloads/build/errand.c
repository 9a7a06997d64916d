/* Commands outside the clock: see errand.h. */
#include "workloads/build/errand.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/quote.h"
#include "workload/command.h"
#include "workloads/build/environment.h"

int
errand_run(const struct errand *r, struct err *e)
{
	char **words = quote_copy(r->argv);
	enum command_sink sink = r->quiet ? COMMAND_DISCARD : COMMAND_LOG;
	struct command c = { .argv = words, .environment = r->environment, .directory = r->directory, .output_sink = sink, .error_sink = sink };
	int status, result = -1;
	pid_t pid;

	if (strchr(words[0], '/') != NULL) {
		free(words[0]);
		words[0] = path_join(r->directory, r->argv[0]);
	}
	if (command_prepare(&c, e) == 0) {
		environment_clean(c.envp, r->compilers);
		if (os_start(&c.start, &pid, e) == 0 && os_wait(pid, true, &pid, &status, NULL, e) == 0)
			result = command_check(path_base(words[0]), status, e);
	}
	command_release(&c);
	quote_free(words);
	return result;
}
