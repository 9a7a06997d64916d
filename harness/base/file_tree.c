/* Trees of files, removed, walked, copied and hashed: see file.h. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 65536 };

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
names_free(char **names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(names[i]);
	free(names);
}

/* The names in a directory, sorted by byte; free with names_free. The directory is closed again. */
static int
directory_names(const char *path, char ***names, size_t *count, struct err *e)
{
	DIR *d = opendir(path);
	struct dirent *entry;
	size_t capacity = 0;
	int number;

	*names = NULL;
	*count = 0;
	if (d == NULL)
		return err_sys(e, errno, "cannot read directory '%s'", path);
	while ((errno = 0, entry = readdir(d)) != NULL) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		if (*count == capacity) {
			capacity = capacity != 0 ? capacity * 2 : 32;
			*names = mem_resize(*names, capacity, sizeof(**names));
		}
		(*names)[(*count)++] = mem_string(entry->d_name);
	}
	number = errno;
	closedir(d);
	if (number != 0) {
		names_free(*names, *count);
		*names = NULL;
		*count = 0;
		return err_sys(e, number, "cannot read directory '%s'", path);
	}
	if (*count > 0)
		qsort(*names, *count, sizeof(**names), compare_names);
	return 0;
}

static int
remove_below(const char *path, dev_t device, struct err *e)
{
	struct stat st;
	char **names;
	size_t count;
	int result = 0;

	if (lstat(path, &st) != 0)
		return errno == ENOENT ? 0 : err_sys(e, errno, "cannot remove '%s'", path);
	if (!S_ISDIR(st.st_mode)) {
		if (unlink(path) != 0 && errno != ENOENT)
			return err_sys(e, errno, "cannot remove '%s'", path);
		return 0;
	}
	if (st.st_dev != device)
		return err_set(e, ERR_INTERNAL,
		    "cannot remove '%s': something is mounted there; unmount it first", path);
	if ((st.st_mode & S_IRWXU) != S_IRWXU)
		chmod(path, (st.st_mode & 07777) | S_IRWXU);
	if (directory_names(path, &names, &count, e) != 0)
		return -1;
	for (size_t i = 0; i < count && result == 0; i++) {
		char *below = path_join(path, names[i]);

		result = remove_below(below, device, e);
		free(below);
	}
	names_free(names, count);
	if (result == 0 && rmdir(path) != 0 && errno != ENOENT)
		result = err_sys(e, errno, "cannot remove directory '%s'", path);
	return result;
}

int
file_remove_tree(const char *path, struct err *e)
{
	char *bare = mem_string(path);
	struct stat st, top;
	const char *last;
	int result;

	/* with its slash "link/" would be the directory behind the link */
	for (size_t length = strlen(bare); length > 1 && bare[length - 1] == '/'; length--)
		bare[length - 1] = '\0';
	last = path_base(bare);
	if (bare[0] == '\0' || last[0] == '\0' || strcmp(last, ".") == 0 || strcmp(last, "..") == 0)
		result = err_set(e, ERR_INTERNAL, "refusing to remove '%s'; name the directory itself", path);
	else if (lstat(bare, &st) != 0)
		result = errno == ENOENT ? 0 : err_sys(e, errno, "cannot remove '%s'", path);
	else if (stat("/", &top) == 0 && st.st_dev == top.st_dev && st.st_ino == top.st_ino)
		result = err_set(e, ERR_INTERNAL, "refusing to remove '%s': it is the root directory", path);
	else
		result = remove_below(bare, st.st_dev, e);
	free(bare);
	return result;
}

static int
walk(const char *directory, const char *relative, file_visit *visit, void *context, struct err *e)
{
	char **names;
	size_t count;
	int result = 0;

	if (directory_names(directory, &names, &count, e) != 0)
		return -1;
	for (size_t i = 0; i < count && result == 0; i++) {
		char *path = path_join(directory, names[i]);
		char *below = relative[0] != '\0' ? path_join(relative, names[i]) : mem_string(names[i]);
		struct stat st;

		if (lstat(path, &st) != 0)
			result = err_sys(e, errno, "cannot stat '%s'", path);
		else
			result = visit(context, path, below, &st, e);
		if (result == 0 && S_ISDIR(st.st_mode))
			result = walk(path, below, visit, context, e);
		free(path);
		free(below);
	}
	names_free(names, count);
	return result;
}

int
file_walk(const char *root, file_visit *visit, void *context, struct err *e)
{
	return walk(root, "", visit, context, e);
}

static int
read_link(const char *path, char **target, struct err *e)
{
	for (size_t size = 256;; size *= 2) {
		char *text = mem_alloc(size);
		ssize_t n = readlink(path, text, size);
		int number = errno;

		if (n >= 0 && (size_t)n < size) {
			text[n] = '\0';
			*target = text;
			return 0;
		}
		free(text);
		if (n < 0)
			return err_sys(e, number, "cannot read link '%s'", path);
	}
}

/* What file_copy_tree knows, and the directories whose mode and time are set when they are filled. */
struct copy {
	const char *to;
	dev_t to_device;
	ino_t to_number;
	struct made {
		char *path;
		mode_t mode;
		struct timespec modified;
	} *made;
	size_t count, capacity;
};

static void
copy_note(struct copy *c, const char *path, const struct stat *st)
{
	if (c->count == c->capacity) {
		c->capacity = c->capacity != 0 ? c->capacity * 2 : 32;
		c->made = mem_resize(c->made, c->capacity, sizeof(*c->made));
	}
	c->made[c->count++] = (struct made){ mem_string(path), st->st_mode & 0777, st->st_mtim };
}

static int
copy_content(const char *from, const char *to, const struct stat *st, struct err *e)
{
	char chunk[CHUNK];
	struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, st->st_mtim };
	int in, out, result = 0;
	ssize_t n;

	in = open(from, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (in < 0)
		return err_sys(e, errno, "cannot open '%s'", from);
	out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
	if (out < 0) {
		result = err_sys(e, errno, "cannot create '%s'", to);
		close(in);
		return result;
	}
	while (result == 0 && (n = read(in, chunk, sizeof(chunk))) != 0) {
		if (n > 0)
			result = file_write_fd(out, to, chunk, (size_t)n, e);
		else if (errno != EINTR)
			result = err_sys(e, errno, "cannot read '%s'", from);
	}
	if (result == 0 && (fchmod(out, st->st_mode & 0777) != 0 || futimens(out, times) != 0))
		result = err_sys(e, errno, "cannot set mode or time of '%s'", to);
	close(in);
	if (close(out) != 0 && result == 0)
		result = err_sys(e, errno, "cannot write '%s'", to);
	return result;
}

static int
copy_link(const char *from, const char *to, struct err *e)
{
	char *target;
	int result = 0;

	if (read_link(from, &target, e) != 0)
		return -1;
	if (symlink(target, to) != 0)
		result = err_sys(e, errno, "cannot make link '%s'", to);
	free(target);
	return result;
}

static int
copy_entry(void *context, const char *path, const char *relative, const struct stat *st, struct err *e)
{
	struct copy *c = context;
	char *to = path_join(c->to, relative);
	int result = 0;

	if (S_ISDIR(st->st_mode)) {
		if (st->st_dev == c->to_device && st->st_ino == c->to_number)
			result = err_set(e, ERR_USAGE, "cannot copy a tree into itself, to '%s'", c->to);
		else if (mkdir(to, S_IRWXU) != 0)
			result = err_sys(e, errno, "cannot make directory '%s'", to);
		else
			copy_note(c, to, st);
	} else if (S_ISREG(st->st_mode))
		result = copy_content(path, to, st, e);
	else if (S_ISLNK(st->st_mode))
		result = copy_link(path, to, e);
	else
		result = err_set(e, ERR_WORKLOAD, "cannot copy '%s': not a file, directory or link", path);
	free(to);
	return result;
}

/* Modes and times of the directories, the deepest first: a read-only one lets nothing be changed below. */
static int
copy_finish(struct copy *c, struct err *e)
{
	for (size_t i = c->count; i-- > 0;) {
		const struct made *made = &c->made[i];
		struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, made->modified };

		if (utimensat(AT_FDCWD, made->path, times, 0) != 0 || chmod(made->path, made->mode) != 0)
			return err_sys(e, errno, "cannot set mode or time of '%s'", made->path);
	}
	return 0;
}

int
file_copy_tree(const char *from, const char *to, struct err *e)
{
	struct copy c = { .to = to };
	struct stat st, made;
	int result;

	if (stat(from, &st) != 0)
		return err_sys(e, errno, "cannot copy '%s'", from);
	if (!S_ISDIR(st.st_mode))
		return err_set(e, ERR_USAGE, "cannot copy '%s': it is no directory", from);
	if (mkdir(to, S_IRWXU) != 0 || stat(to, &made) != 0)
		return err_sys(e, errno, "cannot make directory '%s'", to);
	c.to_device = made.st_dev;
	c.to_number = made.st_ino;
	copy_note(&c, to, &st);
	result = file_walk(from, copy_entry, &c, e);
	if (result == 0)
		result = copy_finish(&c, e);
	for (size_t i = 0; i < c.count; i++)
		free(c.made[i].path);
	free(c.made);
	return result;
}

static void
hash_head(struct sha256_ctx *sha, char kind, uintmax_t length)
{
	char head[64];

	snprintf(head, sizeof(head), "%c%" PRIuMAX, kind, length);
	sha256_update(sha, strlen(head) + 1, (const uint8_t *)head);
}

static int
hash_content(struct sha256_ctx *sha, const char *path, off_t size, struct err *e)
{
	uint8_t chunk[CHUNK];
	off_t total = 0;
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC), result = 0;
	ssize_t n;

	if (fd < 0)
		return err_sys(e, errno, "cannot open '%s'", path);
	while (result == 0 && (n = read(fd, chunk, sizeof(chunk))) != 0) {
		if (n > 0) {
			sha256_update(sha, (size_t)n, chunk);
			total += n;
		} else if (errno != EINTR)
			result = err_sys(e, errno, "cannot read '%s'", path);
	}
	close(fd);
	if (result == 0 && total != size)
		result = err_set(e, ERR_INTERNAL, "'%s' changed while it was read", path);
	return result;
}

static int
hash_entry(void *context, const char *path, const char *relative, const struct stat *st, struct err *e)
{
	struct sha256_ctx *sha = context;
	char *target;

	sha256_update(sha, strlen(relative) + 1, (const uint8_t *)relative);
	if (S_ISREG(st->st_mode)) {
		hash_head(sha, st->st_mode & S_IXUSR ? 'x' : 'f', (uintmax_t)st->st_size);
		return hash_content(sha, path, st->st_size, e);
	}
	if (S_ISLNK(st->st_mode)) {
		if (read_link(path, &target, e) != 0)
			return -1;
		hash_head(sha, 'l', strlen(target));
		sha256_update(sha, strlen(target), (const uint8_t *)target);
		free(target);
		return 0;
	}
	hash_head(sha, S_ISDIR(st->st_mode) ? 'd' : '?', 0);
	return 0;
}

int
file_hash_tree(const char *root, char hex[65], struct err *e)
{
	struct sha256_ctx sha;
	uint8_t digest[SHA256_DIGEST_SIZE];

	sha256_init(&sha);
	if (file_walk(root, hash_entry, &sha, e) != 0)
		return -1;
	sha256_digest(&sha, sizeof(digest), digest);
	for (size_t i = 0; i < sizeof(digest); i++)
		snprintf(hex + 2 * i, 3, "%02x", digest[i]);
	return 0;
}
