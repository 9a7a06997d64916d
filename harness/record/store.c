/*
 * Writing records: see record.h. One write(2) and one fsync(2) per line; what the disk did not take
 * whole is cut off again, so that the file is a record after every call, and after every crash but
 * for a torn last line.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"
#include "record/line.h"
#include "record/record.h"
#include "record/scan.h"

/*
 * Takes the lock, or takes it again. On a file system without locks the record is written all the
 * same: the length check in put_bytes still notices a second writer.
 */
static int
lock(int fd, const char *path, struct err *e)
{
	struct flock want = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	struct flock who = want;

	if (fcntl(fd, F_SETLK, &want) == 0 || (errno != EACCES && errno != EAGAIN))
		return 0;
	if (fcntl(fd, F_GETLK, &who) != 0 || who.l_type == F_UNLCK)
		return err_set(e, ERR_UNFIT, "another harness is writing '%s'", path);
	return err_set(e, ERR_UNFIT, "another harness (process %ld) is writing '%s'",
	    (long)who.l_pid, path);
}

static int
sync_file(int fd)
{
	while (fsync(fd) != 0)
		if (errno != EINTR)
			return -1;
	return 0;
}

/*
 * The entry of a new file is as safe as its contents, where the system can do that for directories.
 */
static void
sync_directory(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *directory = slash != NULL ? mem_printf("%.*s", (int)(slash - path + 1), path) :
	    mem_string(".");
	int fd = open(directory, O_RDONLY | O_CLOEXEC);

	free(directory);
	if (fd < 0)
		return;
	fsync(fd);
	close(fd);
}

/* Adds bytes to the file, all or none. */
static int
put_bytes(struct record_writer *w, const struct buf *bytes, struct err *e)
{
	const char *path = w->record.path;
	struct stat st, there;

	if (lock(w->fd, path, e) != 0)
		return -1;
	if (fstat(w->fd, &st) != 0)
		return err_sys(e, errno, "cannot write '%s'", path);
	if (stat(path, &there) != 0 || there.st_dev != st.st_dev || there.st_ino != st.st_ino)
		return err_set(e, ERR_INTERNAL, "'%s' was removed or replaced while it was being written", path);
	if (st.st_size != w->size)
		return err_set(e, ERR_INTERNAL,
		    "'%s' was changed by something else while it was being written", path);
	if (file_write_fd(w->fd, path, bytes->text, bytes->length, e) == 0) {
		if (sync_file(w->fd) == 0) {
			w->size += (off_t)bytes->length;
			return 0;
		}
		err_sys(e, errno, "cannot bring '%s' to the disk", path);
	}
	if (ftruncate(w->fd, w->size) == 0)
		sync_file(w->fd);
	return -1;
}

static int
put_line(struct record_writer *w, const json_t *line, struct err *e)
{
	struct buf text = BUF_EMPTY;
	int result;

	json_line(line, &text);
	result = put_bytes(w, &text, e);
	buf_release(&text);
	return result;
}

static void
say_what_is_kept(const struct record *r, struct err *e)
{
	struct err cause = *e;

	err_set(e, cause.kind, "%s; the %zu trial%s before it %s kept: --resume '%s' goes on there",
	    cause.text, r->ntrials, r->ntrials == 1 ? "" : "s", r->ntrials == 1 ? "is" : "are",
	    r->path);
}

static int
open_failed(const char *path, struct err *e)
{
	int number = errno;

	if (number == EEXIST)
		return err_set(e, ERR_USAGE,
		    "'%s' exists: give -o another name, or go on with it by --resume '%s'", path,
		    path);
	err_sys(e, number, "cannot create '%s'", path);
	if (number == ENOENT || number == ENOTDIR)
		e->kind = ERR_USAGE;
	return -1;
}

int
record_create(struct record_writer *w, const char *path, unsigned flags, json_t *header,
    struct err *e)
{
	struct line l;

	*w = (struct record_writer){ .fd = -1, .flags = flags };
	line_begin(&w->record, path);
	if (line_check(&w->record, header, &l, e) != 0) {
		e->kind = ERR_INTERNAL;
		goto fail;
	}
	w->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
	if (w->fd < 0) {
		open_failed(path, e);
		goto fail;
	}
	if (put_line(w, header, e) != 0) {
		unlink(path);
		goto fail;
	}
	sync_directory(path);
	line_keep(&w->record, flags, &l);
	return 0;
fail:
	record_close(w);
	return -1;
}

/* The file as the scan found it, made ready for the next line. */
static int
mend_end(struct record_writer *w, bool open_line, struct err *e)
{
	static char newline[] = "\n";
	const struct buf one = { newline, 1, sizeof(newline) };

	if (w->record.truncated && ftruncate(w->fd, w->size) != 0)
		return err_sys(e, errno, "cannot cut the torn last line off '%s'", w->record.path);
	w->record.truncated = false;
	return open_line ? put_bytes(w, &one, e) : 0;
}

int
record_reopen(struct record_writer *w, const char *path, unsigned flags, struct err *e)
{
	const char *status;
	struct scan s;

	*w = (struct record_writer){ .flags = flags };
	w->fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
	if (w->fd < 0) {
		err_sys(e, errno, "cannot open '%s' to go on with it", path);
		e->kind = ERR_USAGE;
		return -1;
	}
	if (lock(w->fd, path, e) != 0 || scan_record(w->fd, path, flags, &w->record, &s, e) != 0)
		goto fail;
	w->size = s.whole;
	status = w->record.end != NULL ? json_get_text(w->record.end, "status") : "";
	if (strcmp(status, "complete") == 0) {
		err_set(e, ERR_USAGE, "'%s' is complete: there is nothing to go on with", path);
		goto fail;
	}
	if (mend_end(w, s.open_line, e) == 0)
		return 0;
fail:
	record_close(w);
	return -1;
}

int
record_append(struct record_writer *w, json_t *line, struct err *e)
{
	struct line l;

	if (line_check(&w->record, line, &l, e) != 0)
		return err_prefix(e, "a line for '%s' is wrong", w->record.path);
	if (put_line(w, line, e) != 0) {
		say_what_is_kept(&w->record, e);
		return -1;
	}
	line_keep(&w->record, w->flags, &l);
	return 0;
}

void
record_close(struct record_writer *w)
{
	if (w->fd >= 0)
		close(w->fd);
	record_release(&w->record);
	w->fd = -1;
}
