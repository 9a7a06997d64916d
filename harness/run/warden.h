/*
 * The warden: one process per step between harness and the worker. It holds the tree together, keeps the deadline, and ends everything
 * when harness is gone, even by kill -9: then its leash, a pipe whose other end only harness has, reads end of file.
 */
#ifndef HARNESS_RUN_WARDEN_H
#define HARNESS_RUN_WARDEN_H

/* argv: the path of the program, and the deadline in nanoseconds (0: none). */
int warden_main(int argc, char *const *argv);

/* Name of the accounting group of the warden with that process id, into text[size]. */
void warden_group(char *text, unsigned long size, long warden);

#endif
