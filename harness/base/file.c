/* Files by path: see file.h. Trees are in file_tree.c. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
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
	whole = path[0] == '\0' || strcmp(path, ".") == 0 ? mem_string(here) : path_join(here, path);
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
	char *copy;
	int result = 0;

	if (path[0] == '\0')
		return err_set(e, ERR_INTERNAL, "cannot make directory '': the name is empty");
	copy = mem_string(path);
	for (char *p = copy + 1; result == 0; p++) {
		char c = *p;

		if (c != '/' && c != '\0')
			continue;
		*p = '\0';
		if (mkdir(copy, 0777) != 0) {
			int number = errno;

			/* some systems say EROFS or EACCES rather than EEXIST for one that is there */
			if (!file_is_directory(copy))
				result = err_sys(e, number, "cannot make directory '%s'", copy);
		}
		*p = c;
		if (c == '\0')
			break;
	}
	free(copy);
	return result;
}

static bool
is_program(const char *path)
{
	return access(path, X_OK) == 0 && !file_is_directory(path);
}

char *
file_find_program(const char *name)
{
	const char *path = getenv("PATH");

	if (name[0] == '\0')
		return NULL;
	if (strchr(name, '/') != NULL)
		return is_program(name) ? mem_string(name) : NULL;
	if (path == NULL)
		path = "/bin:/usr/bin";
	for (;;) {
		/* an empty entry, the last one included, is the current directory */
		size_t length = strcspn(path, ":");
		char *whole = length > 0 ? mem_printf("%.*s/%s", (int)length, path, name) :
		    mem_printf("./%s", name);

		if (is_program(whole))
			return whole;
		free(whole);
		if (path[length] == '\0')
			return NULL;
		path += length + 1;
	}
}
