/* The version of harness: here and nowhere else. */
#ifndef HARNESS_BASE_VERSION_H
#define HARNESS_BASE_VERSION_H

#define HARNESS_VERSION "0.1.0"

#endif
