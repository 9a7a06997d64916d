/* The scratch directory: see scratch.h. */
#include "run/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "os/os.h"

static const char prefix[] = "harness-scratch-";

/* True when the directory is ours by its lock file and nobody holds the lock. */
static bool
is_dead(const char *path)
{
	char *name = path_join(path, "lock");
	struct err ignored;
	bool dead;
	int fd = open(name, O_RDWR | O_CLOEXEC | O_NOFOLLOW);

	free(name);
	if (fd < 0)
		return false;
	dead = os_lock(fd, path, &ignored) == 0;
	close(fd);
	return dead;
}

static void
remove_dead(const char *directory)
{
	DIR *d = opendir(directory);
	struct dirent *entry;
	struct err ignored;

	if (d == NULL)
		return;
	while ((entry = readdir(d)) != NULL) {
		char *path;

		if (strncmp(entry->d_name, prefix, sizeof(prefix) - 1) != 0)
			continue;
		path = path_join(directory, entry->d_name);
		if (is_dead(path))
			file_remove_tree(path, &ignored);
		free(path);
	}
	closedir(d);
}

static int
take_lock(struct scratch *s, struct err *e)
{
	char *name = path_join(s->path, "lock");

	s->lock = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (s->lock < 0) {
		err_sys(e, errno, "cannot make '%s'", name);
		free(name);
		return -1;
	}
	free(name);
	return os_lock(s->lock, s->path, e);
}

int
scratch_make(struct scratch *s, const char *directory, struct err *e)
{
	char *absolute = path_absolute(directory);
	struct err ignored;
	int result = -1;

	*s = (struct scratch){ NULL, -1 };
	remove_dead(absolute);
	s->path = mem_printf("%s/%sXXXXXX", strcmp(absolute, "/") == 0 ? "" : absolute, prefix);
	free(absolute);
	if (mkdtemp(s->path) == NULL) {
		err_sys(e, errno, "cannot make a scratch directory in '%s' (choose another with --dir)", directory);
		free(s->path);
		s->path = NULL;
		return -1;
	}
	if (chmod(s->path, 0755) != 0)
		err_sys(e, errno, "cannot set the mode of '%s'", s->path);
	else
		result = take_lock(s, e);
	if (result != 0)
		scratch_remove(s, &ignored);
	return result;
}

char *
scratch_directory(const struct scratch *s, const char *name, struct err *e)
{
	char *path = path_join(s->path, name);

	if (mkdir(path, 0777) == 0)
		return path;
	err_sys(e, errno, "cannot make directory '%s'", path);
	free(path);
	return NULL;
}

int
scratch_remove(struct scratch *s, struct err *e)
{
	int result;

	if (s->path == NULL)
		return 0;
	result = file_remove_tree(s->path, e);
	if (s->lock >= 0)
		close(s->lock);
	free(s->path);
	*s = (struct scratch){ NULL, -1 };
	return result;
}
