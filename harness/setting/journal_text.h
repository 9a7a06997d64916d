/* The undo journal as text: a heading, and a line of JSON for each entry. For journal.c. */
#ifndef HARNESS_SETTING_JOURNAL_TEXT_H
#define HARNESS_SETTING_JOURNAL_TEXT_H

#include "base/buf.h"
#include "base/err.h"
#include "setting/journal.h"

/* All that an empty journal has. */
extern const char journal_heading[];

void journal_write(const struct journal *j, struct buf *out);

/* Adds the entries of a text; ERR_UNFIT when it is damaged or of another version. */
int journal_read(struct journal *j, const char *text, struct err *e);

/* Adds an entry; boot and words are taken. */
void journal_take(struct journal *j, const struct undo *undo, char *take_boot, char **take_was);

#endif
