/*
 * A growing string. Memory failure ends the program (buf_* never fail for the caller): a message of a few
 * bytes is all that could be said then.
 */
#ifndef HARNESS_BASE_BUF_H
#define HARNESS_BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>

struct buf {
	char *text;	/* always ends in NUL once something was added; NULL before */
	size_t length;
	size_t capacity;
};

#define BUF_EMPTY { NULL, 0, 0 }

void buf_add(struct buf *b, const void *bytes, size_t length);
void buf_puts(struct buf *b, const char *text);
void buf_putc(struct buf *b, char c);

/* Text of strangers for a terminal: control characters but newline and tab become '?'. */
void buf_puts_plain(struct buf *b, const char *text);
void buf_printf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));

/* The text, "" when nothing was added; borrowed until the next call. */
const char *buf_text(const struct buf *b);

/* Hands the text over to the caller (free it) and leaves the buffer empty; never NULL. */
char *buf_take(struct buf *b);

void buf_clear(struct buf *b);
void buf_release(struct buf *b);

/* malloc family that ends the program with a message instead of returning NULL. */
void *mem_alloc(size_t size);
void *mem_zero(size_t count, size_t size);
void *mem_resize(void *old, size_t count, size_t size);
char *mem_string(const char *text);
_Noreturn void mem_exhausted(void);	/* the end they come to, for libraries that return NULL */
char *mem_printf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
