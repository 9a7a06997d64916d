/* The survey: what is known about the machine and the place where an experiment runs, once per record. */
#ifndef HARNESS_RUN_SURVEY_H
#define HARNESS_RUN_SURVEY_H

#include <jansson.h>

/*
 * The record's "environment" object. `place` is the directory whose file system counts, `containment` os_tree's means, tools a
 * name -> version object (borrowed). What cannot be found out is null.
 */
json_t *survey(const char *place, const char *containment, json_t *tools);

#endif
