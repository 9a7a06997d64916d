/* Small things with text that the files of this directory share. */
#ifndef HARNESS_OS_TEXT_H
#define HARNESS_OS_TEXT_H

#include <stddef.h>
#include <string.h>

/* Copies a string, cut at the end when it does not fit. */
static inline void
text_cut(char *to, size_t size, const char *from)
{
	size_t length = strlen(from);

	if (length >= size)
		length = size - 1;
	memcpy(to, from, length);
	to[length] = '\0';
}

#endif
