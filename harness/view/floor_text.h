/* The noise floor of a machine in sentences. */
#ifndef HARNESS_VIEW_FLOOR_TEXT_H
#define HARNESS_VIEW_FLOOR_TEXT_H

#include "base/buf.h"
#include "judge/noise.h"

/* "with 8 trials each this machine sees changes of about 1.8 %"; no newline. */
void floor_text_sentence(struct buf *out, const struct noise_test *t);

/* That, and what it follows from, in lines. */
void floor_text_lines(struct buf *out, const struct noise_test *t);

#endif
