/* A judgement as JSON, for programs: every number behind the text, under stable names. */
#ifndef HARNESS_VIEW_MACHINE_H
#define HARNESS_VIEW_MACHINE_H

#include <jansson.h>

#include "judge/judgement.h"

/* A new object; json_decref it. */
json_t *machine_judgement(const struct judgement *j);

#endif
