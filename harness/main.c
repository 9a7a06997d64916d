/*
 * harness: build and workload macro benchmarks. The program plays three parts: the command line, and, started again by itself, the warden
 * and the worker of a trial.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/version.h"
#include "cli/cli.h"
#include "os/os.h"
#include "run/warden.h"
#include "run/worker.h"

static int
command_line(struct cli *c, int argc, char *const *argv)
{
	const struct verb *verb;
	const char *name = argc > 1 ? argv[1] : "help";
	struct err e;

	if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
		name = "help";
	if (strcmp(name, "--version") == 0) {
		fprintf(c->out, "harness %s\n", HARNESS_VERSION);
		return 0;
	}
	verb = cli_find_verb(name, &e);
	if (verb == NULL)
		return cli_fail(c, &e);
	return verb->run(c, argc > 1 ? argc - 2 : 0, argc > 1 ? argv + 2 : argv + 1);
}

/* Descriptors 0, 1 and 2 that we were started without, so that no file of ours takes their place. */
static void
open_standard_descriptors(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDWR);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

int
main(int argc, char **argv)
{
	struct cli c = { .out = stdout, .err = stderr, .argc = argc, .argv = argv };
	struct sigaction hangup;
	struct err e;
	int status;

	open_standard_descriptors();
	if (argc > 1 && strcmp(argv[1], "@warden") == 0)
		return warden_main(argc - 2, argv + 2);
	if (argc > 1 && strcmp(argv[1], "@worker") == 0)
		return worker_main(argc - 2, argv + 2);
	c.ignore_hangup = sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler == SIG_IGN;
	os_signals_default();
	c.colour = isatty(STDOUT_FILENO) && getenv("NO_COLOR") == NULL;
	c.terminal = isatty(STDERR_FILENO);
	status = command_line(&c, argc, argv);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		err_set(&e, ERR_INTERNAL, "cannot write the output");
		return status != 0 ? status : cli_fail(&c, &e);
	}
	return status;
}
