/* Files by path: see file.h. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 65536 };

char *
path_join(const char *directory, const char *name)
{
	size_t length = strlen(directory);

	if (name[0] == '/' || length == 0)
		return mem_string(name);
	return mem_printf("%s%s%s", directory, directory[length - 1] == '/' ? "" : "/", name);
}

char *
path_absolute(const char *path)
{
	char *here, *whole;

	if (path[0] == '/')
		return mem_string(path);
	here = getcwd(NULL, 0);
	if (here == NULL)
		return mem_string(path);
	whole = strcmp(path, ".") == 0 ? mem_string(here) : path_join(here, path);
	free(here);
	return whole;
}

const char *
path_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

bool
file_exists(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0;
}

bool
file_is_directory(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

int
file_read(const char *path, struct buf *out, struct err *e)
{
	char chunk[CHUNK];
	ssize_t n;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return err_sys(e, errno, "cannot open '%s'", path);
	while ((n = read(fd, chunk, sizeof(chunk))) != 0) {
		if (n > 0)
			buf_add(out, chunk, (size_t)n);
		else if (errno != EINTR) {
			err_sys(e, errno, "cannot read '%s'", path);
			close(fd);
			return -1;
		}
	}
	close(fd);
	return 0;
}

int
file_write_fd(int fd, const char *path, const void *bytes, size_t length, struct err *e)
{
	const char *at = bytes;

	while (length > 0) {
		ssize_t n = write(fd, at, length);

		if (n < 0) {
			if (errno == EINTR)
				continue;
			return err_sys(e, errno, "cannot write '%s'", path);
		}
		at += n;
		length -= (size_t)n;
	}
	return 0;
}

int
file_write(const char *path, const void *bytes, size_t length, mode_t mode, struct err *e)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
	int result;

	if (fd < 0)
		return err_sys(e, errno, "cannot create '%s'", path);
	result = file_write_fd(fd, path, bytes, length, e);
	if (close(fd) != 0 && result == 0)
		result = err_sys(e, errno, "cannot write '%s'", path);
	return result;
}

int
file_make_directories(const char *path, struct err *e)
{
	char *copy = mem_string(path);
	int result = 0;

	for (char *p = copy + 1; result == 0; p++) {
		char c = *p;

		if (c != '/' && c != '\0')
			continue;
		*p = '\0';
		if (mkdir(copy, 0777) != 0 && !(errno == EEXIST && file_is_directory(copy)))
			result = err_sys(e, errno, "cannot make directory '%s'", copy);
		*p = c;
		if (c == '\0')
			break;
	}
	free(copy);
	return result;
}


static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in a directory, sorted by byte; free with names_free. */
static int
directory_names(const char *path, char ***names, size_t *count, struct err *e)
{
	DIR *d = opendir(path);
	struct dirent *entry;
	size_t capacity = 0;

	*names = NULL;
	*count = 0;
	if (d == NULL)
		return err_sys(e, errno, "cannot read directory '%s'", path);
	while ((entry = readdir(d)) != NULL) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		if (*count == capacity) {
			capacity = capacity != 0 ? capacity * 2 : 32;
			*names = mem_resize(*names, capacity, sizeof(**names));
		}
		(*names)[(*count)++] = mem_string(entry->d_name);
	}
	closedir(d);
	if (*count > 0)
		qsort(*names, *count, sizeof(**names), compare_names);
	return 0;
}

static void
names_free(char **names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(names[i]);
	free(names);
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
		return err_set(e, ERR_INTERNAL, "cannot remove '%s': something is mounted there", path);
	if ((st.st_mode & S_IRWXU) != S_IRWXU)
		chmod(path, st.st_mode | S_IRWXU);
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
	struct stat st;

	if (lstat(path, &st) != 0)
		return errno == ENOENT ? 0 : err_sys(e, errno, "cannot remove '%s'", path);
	return remove_below(path, st.st_dev, e);
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
copy_content(const char *from, const char *to, const struct stat *st, struct err *e)
{
	char chunk[CHUNK];
	struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, st->st_mtim };
	int in, out, result = 0;
	ssize_t n;

	in = open(from, O_RDONLY | O_CLOEXEC);
	if (in < 0)
		return err_sys(e, errno, "cannot open '%s'", from);
	out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, (st->st_mode & 07777) | S_IWUSR);
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
	if (result == 0 && (fchmod(out, st->st_mode & 07777) != 0 || futimens(out, times) != 0))
		result = err_sys(e, errno, "cannot set mode or time of '%s'", to);
	close(in);
	if (close(out) != 0 && result == 0)
		result = err_sys(e, errno, "cannot write '%s'", to);
	return result;
}

static int
read_link(const char *path, char **target, struct err *e)
{
	char chunk[4096];
	ssize_t n = readlink(path, chunk, sizeof(chunk) - 1);

	if (n < 0)
		return err_sys(e, errno, "cannot read link '%s'", path);
	chunk[n] = '\0';
	*target = mem_string(chunk);
	return 0;
}

static int
copy_entry(void *context, const char *path, const char *relative, const struct stat *st, struct err *e)
{
	char *to = path_join(context, relative);
	char *target = NULL;
	int result = 0;

	if (S_ISDIR(st->st_mode)) {
		if (mkdir(to, (st->st_mode & 07777) | S_IRWXU) != 0)
			result = err_sys(e, errno, "cannot make directory '%s'", to);
	} else if (S_ISREG(st->st_mode)) {
		result = copy_content(path, to, st, e);
	} else if (S_ISLNK(st->st_mode)) {
		result = read_link(path, &target, e);
		if (result == 0 && symlink(target, to) != 0)
			result = err_sys(e, errno, "cannot make link '%s'", to);
	} else
		result = err_set(e, ERR_WORKLOAD, "cannot copy '%s': not a file, directory or link", path);
	free(target);
	free(to);
	return result;
}

int
file_copy_tree(const char *from, const char *to, struct err *e)
{
	char *target = mem_string(to);
	int result;

	if (mkdir(to, 0777) != 0)
		result = err_sys(e, errno, "cannot make directory '%s'", to);
	else
		result = file_walk(from, copy_entry, target, e);
	free(target);
	return result;
}

static int
hash_entry(void *context, const char *path, const char *relative, const struct stat *st, struct err *e)
{
	struct sha256_ctx *sha = context;
	struct buf content = BUF_EMPTY;
	char *target = NULL;
	char kind = S_ISDIR(st->st_mode) ? 'd' : S_ISLNK(st->st_mode) ? 'l' : S_ISREG(st->st_mode) ? 'f' : '?';
	char head[64];
	int result = 0;

	if (kind == 'f' && (st->st_mode & S_IXUSR) != 0)
		kind = 'x';
	sha256_update(sha, strlen(relative) + 1, (const uint8_t *)relative);
	if (kind == 'f' || kind == 'x')
		result = file_read(path, &content, e);
	else if (kind == 'l') {
		result = read_link(path, &target, e);
		if (result == 0)
			buf_puts(&content, target);
	}
	snprintf(head, sizeof(head), "%c%zu", kind, content.length);
	sha256_update(sha, strlen(head) + 1, (const uint8_t *)head);
	sha256_update(sha, content.length, (const uint8_t *)buf_text(&content));
	buf_release(&content);
	free(target);
	return result;
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

char *
file_find_program(const char *name)
{
	const char *path = getenv("PATH");

	if (strchr(name, '/') != NULL)
		return access(name, X_OK) == 0 && !file_is_directory(name) ? mem_string(name) : NULL;
	if (path == NULL)
		path = "/bin:/usr/bin";
	while (*path != '\0') {
		size_t length = strcspn(path, ":");
		char *whole = mem_printf("%.*s/%s", length > 0 ? (int)length : 1, length > 0 ? path : ".", name);

		if (access(whole, X_OK) == 0 && !file_is_directory(whole))
			return whole;
		free(whole);
		path += length;
		path += *path == ':';
	}
	return NULL;
}
