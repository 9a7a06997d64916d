/* The descriptors that a warden and its worker are born with, besides 0 (/dev/null), 1 and 2 (the step's log). */
#ifndef HARNESS_WORKLOAD_CHANNEL_H
#define HARNESS_WORKLOAD_CHANNEL_H

enum channel {
	CHANNEL_JOB = 3,	/* the job, one JSON text, read to its end */
	CHANNEL_RESULT = 4,	/* results, one JSON text a line: the worker's, then the warden's */
	CHANNEL_LEASH = 5,	/* warden: reads end of file when harness is gone; worker: open as long as it lives */
	CHANNEL_USER = 6,	/* the user's own terminal or file, for output that shall be shown */
	CHANNEL_END
};

#endif
