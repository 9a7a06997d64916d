/*
 * os/os.h: file systems, caches and attributes, on the file system of the working directory, on a memory file
 * system and, for root, on one made in an image and mounted in a mount namespace that ends with the test
 * ("--mounted", run by unshare).
 */
#include "os_help.h"

#include <sys/stat.h>

#include "base/buf.h"
#include "base/file.h"

static char *self, *place;	/* set once by main: this program, and a directory of its own */

/* A file of `size` bytes, written and closed; the caller frees the path. */
static char *
make_file(const char *directory, const char *name, size_t size)
{
	char *path = path_join(directory, name), *bytes = mem_zero(size, 1);
	struct err e;

	memset(bytes, 'x', size);
	if (file_write(path, bytes, size, 0644, &e) != 0)
		fail_msg("%s", e.text);
	free(bytes);
	return path;
}

/* ------------------------------------------------------------------ caches */

static void
test_eviction(void **state)
{
	char *path = make_file(place, "cached", 3 << 20), *empty = make_file(place, "empty", 0);
	struct buf content = BUF_EMPTY;
	uint64_t resident, total;
	struct os_volume v;
	struct err e;

	(void)state;
	if (os_residency(path, &resident, &total, &e) != 0) {
		assert_int_equal(e.kind, ERR_UNSUPPORTED);
		OS_SKIP("%s", e.text);
	}
	assert_int_equal(total, 3 << 20);
	assert_true(resident <= total);
	assert_int_equal(file_read(path, &content, &e), 0);
	assert_int_equal(os_residency(path, &resident, &total, &e), 0);
	assert_true(resident > 0);

	assert_int_equal(os_evict(path, &e), 0);
	assert_int_equal(os_residency(path, &resident, &total, &e), 0);
	if (os_volume(place, &v, &e) == 0 && strcmp(v.device, "") != 0)
		assert_true(resident < total / 2);	/* what is in memory only has nowhere to go */
	buf_clear(&content);
	assert_int_equal(file_read(path, &content, &e), 0);	/* and it is all still there */
	assert_int_equal(content.length, 3 << 20);
	assert_int_equal(content.text[(3 << 20) - 1], 'x');
	buf_release(&content);

	assert_int_equal(os_residency(empty, &resident, &total, &e), 0);
	assert_int_equal(resident, 0);
	assert_int_equal(total, 0);
	assert_int_equal(os_evict(empty, &e), 0);
	assert_int_equal(os_residency(place, &resident, &total, &e), -1);
	assert_int_equal(os_evict("/no/such", &e), -1);
	assert_int_equal(os_residency("/no/such", &resident, &total, &e), -1);
	free(path);
	free(empty);
}

static void
test_sync(void **state)
{
	char *path = make_file(place, "dirty", 1 << 20);
	struct err e;

	(void)state;
	if (os_sync_volume(place, &e) != 0) {
		assert_int_equal(e.kind, ERR_UNSUPPORTED);
		free(path);
		OS_SKIP("%s", e.text);
	}
	assert_int_equal(os_sync_volume(path, &e), 0);
	assert_int_equal(os_sync_volume("/no/such", &e), -1);
	free(path);
}

static const char *
check_drop_refused(void *context)
{
	struct err e;

	(void)context;
	if (geteuid() == 0 && setuid(65534) != 0)
		return "skip: only root can become an ordinary user";
	if (os_drop_caches(&e) == 0)
		return "an ordinary user dropped the caches";
	return e.kind == ERR_UNSUPPORTED ? NULL : "not as unsupported";
}

static void
test_drop_refused(void **state)
{
	(void)state;
	os_apart(check_drop_refused, NULL);
}

/* ------------------------------------------------------------------ attributes */

static bool
lists(const char *names, ssize_t length, const char *name)
{
	for (const char *at = names; at < names + length; at += strlen(at) + 1)
		if (strcmp(at, name) == 0)
			return true;
	return false;
}

/* All that attributes shall do, on the file system of `directory`; false (and skipped) where there are none. */
static bool
check_attributes(const char *directory)
{
	char *path = make_file(directory, "attributes", 10), *big = mem_zero(70000, 1), long_name[301];
	char value[64], names[256];
	struct err e;

	if (os_attr_set(path, "haiku.BEOS:TYPE", "CSTR\0x", 6, &e) != 0) {
		assert_int_equal(e.kind, ERR_UNSUPPORTED);
		assert_int_equal(os_attr_get(path, "a", value, sizeof(value), &e), -1);
		assert_int_equal(e.kind, ERR_UNSUPPORTED);
		print_message("no attributes on %s: %s\n", directory, e.text);
		free(path);
		free(big);
		return false;
	}
	assert_int_equal(os_attr_set(path, "empty", "", 0, &e), 0);
	assert_int_equal(os_attr_get(path, "haiku.BEOS:TYPE", value, sizeof(value), &e), 6);
	assert_memory_equal(value, "CSTR\0x", 6);
	assert_int_equal(os_attr_get(path, "empty", value, sizeof(value), &e), 0);
	memset(value, '-', sizeof(value));
	/* cut, and its whole length told */
	assert_int_equal(os_attr_get(path, "haiku.BEOS:TYPE", value, 2, &e), 6);
	assert_memory_equal(value, "CS--", 4);
	assert_int_equal(os_attr_get(path, "haiku.BEOS:TYPE", NULL, 0, &e), 6);

	assert_int_equal(os_attr_list(path, names, sizeof(names), &e), sizeof("haiku.BEOS:TYPE") + sizeof("empty"));
	assert_true(lists(names, sizeof("haiku.BEOS:TYPE") + sizeof("empty"), "haiku.BEOS:TYPE"));
	assert_true(lists(names, sizeof("haiku.BEOS:TYPE") + sizeof("empty"), "empty"));
	assert_int_equal(os_attr_list(path, NULL, 0, &e), sizeof("haiku.BEOS:TYPE") + sizeof("empty"));
	memset(names, '-', sizeof(names));
	assert_int_equal(os_attr_list(path, names, 3, &e), sizeof("haiku.BEOS:TYPE") + sizeof("empty"));
	assert_int_equal(names[3], '-');

	assert_int_equal(os_attr_set(path, "haiku.BEOS:TYPE", "other", 5, &e), 0);	/* replaced */
	assert_int_equal(os_attr_get(path, "haiku.BEOS:TYPE", value, sizeof(value), &e), 5);
	assert_int_equal(os_attr_remove(path, "haiku.BEOS:TYPE", &e), 0);
	assert_int_equal(os_attr_remove(path, "haiku.BEOS:TYPE", &e), -1);
	assert_int_equal(e.kind, ERR_WORKLOAD);
	assert_int_equal(os_attr_get(path, "haiku.BEOS:TYPE", value, sizeof(value), &e), -1);
	assert_int_equal(e.kind, ERR_WORKLOAD);
	assert_non_null(strstr(e.text, "'haiku.BEOS:TYPE'"));

	memset(long_name, 'n', 300);
	long_name[300] = '\0';
	assert_int_equal(os_attr_set(path, long_name, "x", 1, &e), -1);
	if (os_attr_set(path, "big", big, 70000, &e) != 0) {	/* some file systems have no limit */
		assert_int_equal(e.kind, ERR_WORKLOAD);
		assert_non_null(strstr(e.text, "of 70000 bytes"));
	}
	assert_int_equal(os_attr_set("/no/such", "a", "x", 1, &e), -1);
	assert_int_equal(e.kind, ERR_INTERNAL);
	unlink(path);
	free(path);
	free(big);
	return true;
}

static void
test_attributes(void **state)
{
	(void)state;
	if (!check_attributes(place))
		skip();
}

static void
test_attributes_in_memory(void **state)
{
	char directory[] = "/dev/shm/os_test.XXXXXX";
	struct err e;
	bool some;

	(void)state;
	if (mkdtemp(directory) == NULL)
		OS_SKIP("no memory file system at /dev/shm");
	some = check_attributes(directory);
	file_remove_tree(directory, &e);
	if (!some)
		skip();
}

/* ------------------------------------------------------------------ volumes */

static void
test_volume(void **state)
{
	char *path = make_file(place, "file", 1);
	struct os_volume v, of_file;
	struct os_device_io io, later;
	struct err e;

	(void)state;
	if (os_volume(place, &v, &e) != 0) {
		assert_int_equal(e.kind, ERR_UNSUPPORTED);
		free(path);
		OS_SKIP("%s", e.text);
	}
	assert_true(v.type[0] != '\0' && v.mounted_on[0] == '/');
	assert_memory_equal(place, v.mounted_on, strlen(v.mounted_on));	/* getcwd has no links in it */
	assert_int_equal(os_volume(path, &of_file, &e), 0);
	assert_memory_equal(&v, &of_file, sizeof(v));
	assert_int_equal(os_volume("/no/such", &of_file, &e), -1);
	assert_int_equal(os_device_io("no-such-device", &io, &e), -1);
	assert_int_equal(e.kind, ERR_UNSUPPORTED);
	assert_int_equal(os_device_io("", &io, &e), -1);
	assert_int_equal(os_device_io("../../../etc", &io, &e), -1);
	free(path);
	if (v.device[0] == '\0')
		OS_SKIP("no block device behind %s on %s", v.type, v.mounted_on);
	assert_int_equal(os_device_io(v.device, &io, &e), 0);
	path = make_file(place, "more", 1 << 20);
	assert_int_equal(os_sync_volume(place, &e), 0);
	assert_int_equal(os_device_io(v.device, &later, &e), 0);
	assert_true(later.written_bytes >= io.written_bytes + (1 << 20));
	assert_true(later.writes > io.writes && later.reads >= io.reads && later.read_bytes >= io.read_bytes);
	free(path);
}

/* "sh -c" in this process's place in the tree; true when it went well. */
static bool
shell(const char *command)
{
	char *argv[] = { (char[]){ "/bin/sh" }, (char[]){ "-c" }, mem_string(command), NULL };
	int status = -1;
	struct err e;
	pid_t pid;
	bool good = os_run(&pid, &e, argv) == 0 && os_wait(pid, true, &pid, &status, NULL, &e) == 0 && status == 0;

	free(argv[2]);
	return good;
}

#define EXPECT(what) do { if (!(what)) { printf("not so: %s: %s\n", #what, e.text); return 1; } } while (0)

/*
 * In the namespace: an image with a file system on a path with a blank, a piece of it bound elsewhere, and a
 * memory disk.
 */
static int
mounted(const char *directory)
{
	struct os_volume v;
	struct os_device_io io;
	struct err e = { .text = "" };
	char byte;

	EXPECT(chdir(directory) == 0);
	EXPECT(mkdir("on it", 0755) == 0 && mkdir("bound", 0755) == 0 && mkdir("memory", 0755) == 0);
	if (!shell("mount -o loop,noatime image 'on it' 2>/dev/null"))
		return 77;	/* no such file system in this kernel, or no loop device left */
	EXPECT(os_volume("on it", &v, &e) == 0);
	EXPECT(strcmp(v.type, "ext4") == 0);
	EXPECT(strncmp(v.device, "loop", 4) == 0 && strncmp(v.source, "/dev/loop", 9) == 0);
	EXPECT(strlen(v.mounted_on) > 6 && strcmp(v.mounted_on + strlen(v.mounted_on) - 6, "/on it") == 0);
	EXPECT(strstr(v.options, "noatime") != NULL && strncmp(v.options, "rw,", 3) == 0);
	EXPECT(os_device_io(v.device, &io, &e) == 0 && io.reads > 0);

	EXPECT(shell("mkdir 'on it/below' && mount --bind 'on it/below' bound"));
	EXPECT(os_volume("bound", &v, &e) == 0 && strcmp(v.type, "ext4") == 0);
	EXPECT(strcmp(v.mounted_on + strlen(v.mounted_on) - 6, "/bound") == 0);
	EXPECT(shell("mount -o remount,ro,bind bound"));
	EXPECT(os_volume("bound", &v, &e) == 0 && strncmp(v.options, "ro,", 3) == 0);

	EXPECT(shell("mount -t tmpfs -o size=1m none memory"));
	EXPECT(os_volume("memory", &v, &e) == 0 && strcmp(v.type, "tmpfs") == 0 && v.device[0] == '\0');

	/* which has no attributes */
	EXPECT(shell("umount memory && mount -t ramfs none memory && echo x > memory/file"));
	EXPECT(os_attr_set("memory/file", "a", "x", 1, &e) != 0 && e.kind == ERR_UNSUPPORTED);
	EXPECT(strstr(e.text, "does not support extended attributes") != NULL);
	EXPECT(os_attr_get("memory/file", "a", &byte, 1, &e) != 0 && e.kind == ERR_UNSUPPORTED);

	EXPECT(shell("umount bound memory 'on it'"));	/* the loop device goes with it */
	return 0;
}

static void
test_mounted(void **state)
{
	char *directory = path_join(place, "mounts"), *image = path_join(directory, "image"), *command;
	char *program = file_find_program("mkfs.ext4"), *unshare = file_find_program("unshare");
	char *argv[] = { unshare, (char[]){ "-m" }, self, (char[]){ "--mounted" }, directory, NULL };
	const char *why = NULL;
	struct os_volume v;
	struct err e;
	int status = -1;
	pid_t pid;

	(void)state;
	if (geteuid() != 0)
		why = "needs root";
	else if (program == NULL || unshare == NULL || os_volume("/", &v, &e) != 0)
		why = "needs mkfs.ext4, unshare, and a system that tells volumes";
	else {
		assert_int_equal(mkdir(directory, 0755), 0);
		free(make_file(directory, "image", 8 << 20));
		command = mem_printf("%s -q %s", program, image);
		assert_true(shell(command));
		free(command);
		assert_int_equal(os_run(&pid, &e, argv), 0);
		assert_int_equal(os_wait(pid, true, &pid, &status, NULL, &e), 0);
		if (status == 77 << 8)
			why = "ext4 in a file cannot be mounted here";
		else
			assert_int_equal(status, 0);
	}
	free(directory);
	free(image);
	free(program);
	free(unshare);
	if (why != NULL)
		OS_SKIP("%s", why);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_eviction),
		cmocka_unit_test(test_sync),
		cmocka_unit_test(test_drop_refused),
		cmocka_unit_test(test_attributes),
		cmocka_unit_test(test_attributes_in_memory),
		cmocka_unit_test(test_volume),
		cmocka_unit_test(test_mounted),
	};
	char directory[] = "os_files.XXXXXX";
	struct err e;
	int failed;

	if (argc == 3 && strcmp(argv[1], "--mounted") == 0)
		return mounted(argv[2]);
	os_close_on_exec();
	if (mkdtemp(directory) == NULL) {
		perror(directory);
		return 1;
	}
	self = os_self_path(argv[0]);
	place = path_absolute(directory);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	if (file_remove_tree(place, &e) != 0)
		fprintf(stderr, "%s\n", e.text);
	free(place);
	free(self);
	return failed;
}
