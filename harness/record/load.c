/*
 * Reading records: see record.h and scan.h. Line by line, so that a long record costs the memory of
 * its numbers only.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "record/line.h"
#include "record/record.h"
#include "record/scan.h"

enum { CHUNK = 65536 };

#define NO_JSON_LINES "'%s' is not a record of harness: it is no JSON Lines file"

/* A file cut into lines; line, length, whole and number say what next() found. */
struct lines {
	int fd;
	const char *path;
	char *text;
	size_t start, end;	/* what is read and not handed out yet */
	size_t capacity;
	bool eof;
	char *line;		/* without its newline; NULL at the end of the file */
	size_t length;
	size_t number;		/* from 1 */
	bool whole;		/* it has a newline */
};

/* Makes room behind the unread part and reads once. */
static int
fill(struct lines *in, struct err *e)
{
	ssize_t n;

	if (in->start > 0) {
		memmove(in->text, in->text + in->start, in->end - in->start);
		in->end -= in->start;
		in->start = 0;
	}
	if (in->capacity - in->end < CHUNK) {
		in->capacity = 2 * in->capacity + CHUNK;
		in->text = mem_resize(in->text, in->capacity, 1);
	}
	do
		n = read(in->fd, in->text + in->end, in->capacity - in->end);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return err_sys(e, errno, "cannot read '%s'", in->path);
	in->eof = n == 0;
	in->end += (size_t)n;
	return 0;
}

/* Finds the next line; it is valid until the next call. */
static int
next(struct lines *in, struct err *e)
{
	size_t seen = 0;
	char *newline = NULL;

	for (;;) {
		if (in->end > in->start + seen)
			newline = memchr(in->text + in->start + seen, '\n',
			    in->end - in->start - seen);
		if (newline != NULL || in->eof)
			break;
		seen = in->end - in->start;
		if (fill(in, e) != 0)
			return -1;
	}
	in->line = in->start < in->end ? in->text + in->start : NULL;
	in->whole = newline != NULL;
	in->length = in->whole ? (size_t)(newline - in->line) : in->end - in->start;
	in->start += in->length + in->whole;
	in->number++;
	return 0;
}

/* Before anything is parsed, so that a picture or a core file gives one clear message. */
static int
check_start(const struct lines *in, struct err *e)
{
	if (in->line == NULL)
		return err_set(e, ERR_USAGE, "'%s' is empty: there is no record in it", in->path);
	if (in->length == 0 || in->line[0] != '{')
		return err_set(e, ERR_USAGE, NO_JSON_LINES, in->path);
	return 0;
}

static bool
is_blank(const char *line, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (strchr(" \t\r", line[i]) == NULL || line[i] == '\0')
			return false;
	return true;
}

/* Parses, checks and keeps the line; sets r->truncated instead when it is the torn last one. */
static int
take(struct record *r, unsigned flags, const struct lines *in, struct err *e)
{
	json_error_t why;
	struct line l;
	json_t *json = json_loadb(in->line, in->length, JSON_REJECT_DUPLICATES, &why);
	int result;

	if (json == NULL && !in->whole && r->header == NULL)
		return err_set(e, ERR_USAGE,
		    "'%s' is not a record of harness: it ends within its first line", r->path);
	if (json == NULL && !in->whole) {
		r->truncated = true;
		return 0;
	}
	if (json == NULL && r->header == NULL)
		return err_set(e, ERR_USAGE, NO_JSON_LINES, r->path);
	if (json == NULL)
		return err_set(e, ERR_INTERNAL, "'%s' is damaged in line %zu, column %d: %s",
		    r->path, in->number, why.column, why.text);
	result = line_check(r, json, &l, e);
	if (result == 0)
		line_keep(r, flags, &l);
	else if (r->header != NULL)
		err_prefix(e, "'%s' is damaged in line %zu", r->path, in->number);
	json_decref(json);
	return result;
}

int
scan_record(int fd, const char *path, unsigned flags, struct record *r, struct scan *s,
    struct err *e)
{
	struct lines in = { .fd = fd, .path = path };
	int result = -1;

	*s = (struct scan){ 0 };
	line_begin(r, path);
	for (;;) {
		if (next(&in, e) != 0 || (in.number == 1 && check_start(&in, e) != 0))
			goto out;
		if (in.line == NULL)
			break;
		if (!is_blank(in.line, in.length) && take(r, flags, &in, e) != 0)
			goto out;
		if (!r->truncated)
			s->whole += (off_t)(in.length + in.whole);
		s->open_line = !in.whole && !r->truncated;
	}
	result = 0;
out:
	free(in.text);
	if (result != 0)
		record_release(r);
	return result;
}

int
record_load(const char *path, unsigned flags, struct record *r, struct err *e)
{
	struct scan s;
	struct stat st;
	int fd, result;

	*r = (struct record){ 0 };
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		err_sys(e, errno, "cannot open '%s'", path);
		e->kind = ERR_USAGE;
		return -1;
	}
	if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode))
		result = err_set(e, ERR_USAGE, "'%s' is a directory, not a record", path);
	else
		result = scan_record(fd, path, flags, r, &s, e);
	close(fd);
	return result;
}
