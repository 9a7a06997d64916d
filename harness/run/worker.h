/* The worker: the process in which a workload's hooks run, one process for each step. */
#ifndef HARNESS_RUN_WORKER_H
#define HARNESS_RUN_WORKER_H

/* Body of the worker process: reads its job from CHANNEL_JOB, answers on CHANNEL_RESULT. argv: the accounting group's name. */
int worker_main(int argc, char *const *argv);

#endif
