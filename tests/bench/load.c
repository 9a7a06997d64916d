/*
 * load PROCESSES SHARE SECONDS: others at work. Each process takes at first nothing of a CPU, then more, and SHARE percent of it when
 * SECONDS are over; and so on until it is killed, or whoever started it is gone.
 */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static const double PERIOD_S = 0.005;	/* short against what is timed meanwhile: it is slowed down, not hit or missed */

static double
now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
pause_s(double seconds)
{
	struct timespec t = { .tv_sec = 0, .tv_nsec = (long)(seconds * 1e9) };

	if (seconds > 0)
		nanosleep(&t, NULL);
}

static void
work(double share, double seconds, pid_t parent)
{
	double begin = now_s();

	while (getppid() == parent) {
		double start = now_s(), part = (start - begin) / seconds, busy = PERIOD_S * share * (part < 1 ? part : 1);

		while (now_s() - start < busy)
			;
		pause_s(PERIOD_S - busy);
	}
}

int
main(int argc, char **argv)
{
	pid_t parent = getpid(), starter = getppid();
	long processes = argc == 4 ? atol(argv[1]) : 0;
	double share = argc == 4 ? atof(argv[2]) / 100 : 0, seconds = argc == 4 ? atof(argv[3]) : 0;

	if (processes <= 0 || share <= 0 || share > 1 || seconds <= 0) {
		fprintf(stderr, "usage: load PROCESSES SHARE SECONDS\n");
		return 2;
	}
	for (long i = 1; i < processes; i++)
		if (fork() == 0) {
			work(share, seconds, parent);
			return 0;
		}
	work(share, seconds, starter);
	return 0;
}
