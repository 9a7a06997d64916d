/* A growing string, and memory that does not fail: see buf.h. */
#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Noreturn void
mem_exhausted(void)
{
	static const char text[] = "harness: out of memory\n";
	ssize_t ignored = write(STDERR_FILENO, text, sizeof(text) - 1);

	(void)ignored;
	abort();
}

void *
mem_resize(void *old, size_t count, size_t size)
{
	void *p;

	if (size != 0 && count > SIZE_MAX / size)
		mem_exhausted();
	p = realloc(old, count * size > 0 ? count * size : 1);
	if (p == NULL)
		mem_exhausted();
	return p;
}

void *
mem_alloc(size_t size)
{
	return mem_resize(NULL, size, 1);
}

void *
mem_zero(size_t count, size_t size)
{
	void *p = mem_resize(NULL, count, size);

	memset(p, 0, count * size);
	return p;
}

char *
mem_string(const char *text)
{
	size_t length = strlen(text) + 1;

	return memcpy(mem_alloc(length), text, length);
}

char *
mem_printf(const char *fmt, ...)
{
	struct buf b = BUF_EMPTY;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	return buf_take(&b);
}

static void
reserve(struct buf *b, size_t more)
{
	size_t capacity = b->capacity != 0 ? b->capacity : 64;

	if (more < b->capacity - b->length)
		return;
	while (capacity - b->length <= more) {
		if (capacity > SIZE_MAX / 2)
			mem_exhausted();
		capacity *= 2;
	}
	b->text = mem_resize(b->text, capacity, 1);
	b->capacity = capacity;
}

void
buf_add(struct buf *b, const void *bytes, size_t length)
{
	reserve(b, length);
	if (length > 0)
		memcpy(b->text + b->length, bytes, length);
	b->length += length;
	b->text[b->length] = '\0';
}

void
buf_puts(struct buf *b, const char *text)
{
	buf_add(b, text, strlen(text));
}

void
buf_putc(struct buf *b, char c)
{
	buf_add(b, &c, 1);
}

void
buf_puts_plain(struct buf *b, const char *text)
{
	for (; *text != '\0'; text++) {
		bool control = ((unsigned char)*text < ' ' && *text != '\n' && *text != '\t') || *text == '\x7f';

		buf_putc(b, control ? '?' : *text);
	}
}

void
buf_vprintf(struct buf *b, const char *fmt, va_list ap)
{
	va_list again;
	int length;

	va_copy(again, ap);
	length = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (length < 0)
		abort();
	reserve(b, (size_t)length);
	vsnprintf(b->text + b->length, (size_t)length + 1, fmt, ap);
	b->length += (size_t)length;
}

void
buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(b, fmt, ap);
	va_end(ap);
}

const char *
buf_text(const struct buf *b)
{
	return b->text != NULL ? b->text : "";
}

char *
buf_take(struct buf *b)
{
	char *text = b->text != NULL ? b->text : mem_string("");

	*b = (struct buf)BUF_EMPTY;
	return text;
}

void
buf_clear(struct buf *b)
{
	b->length = 0;
	if (b->text != NULL)
		b->text[0] = '\0';
}

void
buf_release(struct buf *b)
{
	free(b->text);
	*b = (struct buf)BUF_EMPTY;
}
