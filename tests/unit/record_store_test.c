/*
 * Writing records: after every call, and after every way in which a call can fail, the file is a
 * record that says what was measured. Run from the top directory.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"
#include "record/record.h"

#define DATA "tests/data/records/"

static char directory[] = "/tmp/record-store-test-XXXXXX";
static char path[128];		/* a file in it that is not there when a test begins */
static bool sync_fails;
static bool mounted;

/* In the place of the system's: the disk fails when it is told to. */
int
fsync(int fd)
{
	if (sync_fails) {
		errno = EIO;
		return -1;
	}
	return fdatasync(fd);
}

static json_t *
a_header(void)
{
	struct record r;
	struct err e;
	json_t *header;

	if (record_load(DATA "good.jsonl", 0, &r, &e) != 0)
		fail_msg("%s", e.text);
	header = json_incref(r.header);
	record_release(&r);
	return header;
}

static json_t *
a_trial(unsigned number, unsigned session, double real)
{
	return json_pack("{s:s,s:i,s:i,s:i,s:i,s:i,s:b,s:s,s:f,s:{s:f,s:n}}",
	    "type", "trial", "trial", (int)number, "session", (int)session,
	    "block", (int)number / 4, "case", 0, "variant", 0, "warmup", 0, "status", "ok",
	    "offset_s", 1.5 * number, "values", "real", real, "cpu");
}

static void
create(struct record_writer *w, unsigned flags)
{
	json_t *header = a_header();
	struct err e;

	if (record_create(w, path, flags, header, &e) != 0)
		fail_msg("%s", e.text);
	json_decref(header);
}

static int
append(struct record_writer *w, json_t *taken, struct err *e)
{
	int result = record_append(w, taken, e);

	json_decref(taken);
	return result;
}

static void
must_append(struct record_writer *w, json_t *taken)
{
	struct err e;

	if (append(w, taken, &e) != 0)
		fail_msg("%s", e.text);
}

/* What the writer holds is what the file says. */
static void
check_file(const struct record_writer *w, size_t ntrials)
{
	const struct record *have = &w->record;
	struct record r;
	struct err e;

	if (record_load(path, w->flags, &r, &e) != 0)
		fail_msg("%s", e.text);
	assert_false(r.truncated);
	assert_false(have->truncated);
	assert_int_equal(r.ntrials, ntrials);
	assert_int_equal(have->ntrials, ntrials);
	assert_int_equal(have->sessions, r.sessions);
	assert_int_equal(json_equal(have->header, r.header), 1);
	assert_true(have->end == r.end || json_equal(have->end, r.end));
	for (size_t i = 0; i < r.ntrials; i++) {
		assert_int_equal(have->trials[i].number, r.trials[i].number);
		assert_int_equal(have->trials[i].void_, r.trials[i].void_);
		assert_memory_equal(have->trials[i].values, r.trials[i].values,
		    r.nmetrics * sizeof(double));
		assert_true(r.trials[i].line == have->trials[i].line ||
		    json_equal(r.trials[i].line, have->trials[i].line));
	}
	record_release(&r);
}

static void
copy(const char *name)
{
	struct buf text = BUF_EMPTY;
	char from[256];
	struct err e;

	snprintf(from, sizeof(from), DATA "%s", name);
	assert_int_equal(file_read(from, &text, &e), 0);
	assert_int_equal(file_write(path, text.text, text.length, 0666, &e), 0);
	buf_release(&text);
}

static bool
same_as(const char *name)
{
	struct buf have = BUF_EMPTY, text = BUF_EMPTY;
	char from[256];
	struct err e;
	bool same;

	snprintf(from, sizeof(from), DATA "%s", name);
	assert_int_equal(file_read(from, &text, &e), 0);
	assert_int_equal(file_read(path, &have, &e), 0);
	same = have.length == text.length && memcmp(have.text, text.text, text.length) == 0;
	buf_release(&have);
	buf_release(&text);
	return same;
}

static off_t
length_of(const char *name)
{
	struct stat st;

	assert_int_equal(stat(name, &st), 0);
	return st.st_size;
}

static void
what_is_written_is_read(void **state)
{
	struct record_writer w;

	(void)state;
	create(&w, RECORD_LINES);
	check_file(&w, 0);
	for (unsigned i = 0; i < 70; i++)
		must_append(&w, a_trial(i, 0, 6.0 + i / 64.0));
	check_file(&w, 70);
	must_append(&w, json_pack("{s:s,s:i,s:s}", "type", "end", "session", 0, "status",
	    "interrupted"));
	check_file(&w, 70);
	must_append(&w, json_pack("{s:s,s:i,s:[i]}", "type", "session", "session", 1, "void", 17));
	assert_null(w.record.end);
	assert_true(w.record.trials[69].void_);
	assert_false(w.record.trials[67].void_);
	must_append(&w, json_pack("{s:s,s:s}", "type", "later", "key", "value"));
	check_file(&w, 70);
	assert_int_equal(w.size, length_of(path));
	record_close(&w);
}

static void
an_existing_file_is_not_touched(void **state)
{
	json_t *header = a_header();
	struct record_writer w;
	struct err e;

	(void)state;
	copy("foreign.json");
	assert_int_equal(record_create(&w, path, 0, header, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	assert_non_null(strstr(e.text, "--resume"));
	assert_true(same_as("foreign.json"));
	json_decref(header);
}

static void
nothing_is_created_in_vain(void **state)
{
	json_t *header = a_header();
	struct record_writer w;
	char inside[256];
	struct err e;

	(void)state;
	snprintf(inside, sizeof(inside), "%s/nowhere/x.jsonl", directory);
	assert_int_equal(record_create(&w, inside, 0, header, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);

	sync_fails = true;
	assert_int_equal(record_create(&w, path, 0, header, &e), -1);
	sync_fails = false;
	assert_int_equal(e.kind, ERR_INTERNAL);
	assert_false(file_exists(path));

	json_object_del(header, "metrics");
	assert_int_equal(record_create(&w, path, 0, header, &e), -1);
	assert_int_equal(e.kind, ERR_INTERNAL);
	assert_non_null(strstr(e.text, "\"metrics\""));
	assert_false(file_exists(path));
	json_decref(header);
}

static void
a_line_that_could_not_be_read_is_refused(void **state)
{
	struct record_writer w;
	struct err e;

	(void)state;
	create(&w, 0);
	must_append(&w, a_trial(0, 0, 6.0));
	assert_int_equal(append(&w, a_trial(1, 1, 6.0), &e), -1);
	assert_int_equal(e.kind, ERR_INTERNAL);
	assert_int_equal(append(&w, json_pack("{s:s}", "type", "end"), &e), -1);
	assert_int_equal(append(&w, a_header(), &e), -1);
	check_file(&w, 1);
	record_close(&w);
}

static void
a_torn_record_goes_on(void **state)
{
	struct record_writer w;
	struct err e;

	(void)state;
	copy("truncated.jsonl");
	if (record_reopen(&w, path, 0, &e) != 0)
		fail_msg("%s", e.text);
	check_file(&w, 4);
	must_append(&w, json_pack("{s:s,s:i,s:[]}", "type", "session", "session", 1, "void"));
	must_append(&w, a_trial(4, 1, 6.0));
	check_file(&w, 5);
	record_close(&w);

	/* the same without a newline: that line is whole */
	copy("open-line.jsonl");
	if (record_reopen(&w, path, RECORD_LINES, &e) != 0)
		fail_msg("%s", e.text);
	check_file(&w, 4);
	assert_int_equal(w.size, length_of(DATA "open-line.jsonl") + 1);
	must_append(&w, a_trial(4, 0, 6.0));
	check_file(&w, 5);
	record_close(&w);

	copy("failed.jsonl");
	assert_int_equal(record_reopen(&w, path, 0, &e), 0);
	assert_true(same_as("failed.jsonl"));
	record_close(&w);
}

static void
what_cannot_go_on_is_not_touched(void **state)
{
	static const struct {
		const char *name, *words;
		enum err_kind kind;
	} cases[] = {
		{ "good.jsonl", "is complete", ERR_USAGE },
		{ "foreign.json", "not a record", ERR_USAGE },
		{ "newer.jsonl", "schema 2", ERR_USAGE },
		{ "damaged.jsonl", "line 5", ERR_INTERNAL },
	};
	struct record_writer w;
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		copy(cases[i].name);
		assert_int_equal(record_reopen(&w, path, 0, &e), -1);
		assert_int_equal(e.kind, cases[i].kind);
		assert_non_null(strstr(e.text, cases[i].words));
		assert_true(same_as(cases[i].name));
	}
	unlink(path);
	assert_int_equal(record_reopen(&w, path, 0, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	assert_false(file_exists(path));
}

/*
 * Another process tries to go on with the record: its exit status is the kind of error that it got.
 */
static int
reopen_elsewhere(const char *words, bool write_a_line)
{
	struct record_writer w;
	struct err e = { .kind = ERR_NONE };
	pid_t child = fork();
	int status;

	if (child == 0) {
		if (record_reopen(&w, path, 0, &e) != 0)
			_exit(strstr(e.text, words) != NULL ? (int)e.kind : 1);
		if (write_a_line && append(&w, a_trial(1, 0, 6.0), &e) != 0)
			_exit(1);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void
two_writers_are_one_too_many(void **state)
{
	struct record_writer w;
	char process[64];
	struct err e;

	(void)state;
	snprintf(process, sizeof(process), "process %ld", (long)getpid());
	create(&w, 0);
	must_append(&w, a_trial(0, 0, 6.0));
	assert_int_equal(reopen_elsewhere(process, true), ERR_UNFIT);

	/* the lock is lost when the file is read here, and back with the next line */
	check_file(&w, 1);
	must_append(&w, a_trial(1, 0, 6.0));
	assert_int_equal(reopen_elsewhere(process, true), ERR_UNFIT);

	/* another writer got in between: this one stops, and spoils nothing */
	check_file(&w, 2);
	assert_int_equal(reopen_elsewhere("", true), 0);
	assert_int_equal(append(&w, a_trial(2, 0, 6.0), &e), -1);
	assert_int_equal(e.kind, ERR_INTERNAL);
	assert_non_null(strstr(e.text, "changed by something else"));
	record_close(&w);
	assert_int_equal(reopen_elsewhere("", false), 0);
}

/*
 * Everything about a refused line: it is not there, the message says what is, and a shorter one may
 * fit.
 */
static void
check_refused(struct record_writer *w, const struct err *e, const char *words, size_t ntrials)
{
	char kept[64];

	snprintf(kept, sizeof(kept), "the %zu trials before it are kept", ntrials);
	assert_int_equal(e->kind, ERR_INTERNAL);
	if (strstr(e->text, words) == NULL || strstr(e->text, kept) == NULL ||
	    strstr(e->text, "--resume") == NULL)
		fail_msg("%s", e->text);
	assert_int_equal(w->size, length_of(path));
	check_file(w, ntrials);
}

static void
a_disk_that_fails_loses_one_line(void **state)
{
	struct record_writer w;
	struct err e;

	(void)state;
	create(&w, 0);
	must_append(&w, a_trial(0, 0, 6.0));
	must_append(&w, a_trial(1, 0, 6.0));
	sync_fails = true;
	assert_int_equal(append(&w, a_trial(2, 0, 6.0), &e), -1);
	sync_fails = false;
	check_refused(&w, &e, strerror(EIO), 2);
	must_append(&w, a_trial(2, 0, 6.0));
	check_file(&w, 3);
	record_close(&w);
}

/* A limit of the file's size makes the system take half a line, as a full disk does. */
static void
half_a_line_is_cut_off(void **state)
{
	struct rlimit before, limit;
	struct record_writer w;
	json_t *header = a_header();
	struct err e;
	int result;

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	limit = before;

	limit.rlim_cur = 100;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	result = record_create(&w, path, 0, header, &e);
	setrlimit(RLIMIT_FSIZE, &before);
	assert_int_equal(result, -1);
	assert_false(file_exists(path));
	json_decref(header);

	create(&w, 0);
	must_append(&w, a_trial(0, 0, 6.0));
	must_append(&w, a_trial(1, 0, 6.0));
	limit.rlim_cur = (rlim_t)w.size + 100;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	result = append(&w, a_trial(2, 0, 6.0), &e);
	check_refused(&w, &e, strerror(EFBIG), 2);
	must_append(&w, json_pack("{s:s,s:s,s:s}", "type", "end", "status", "failed", "reason",
	    "full"));
	setrlimit(RLIMIT_FSIZE, &before);
	assert_int_equal(result, -1);
	check_file(&w, 2);
	assert_non_null(w.record.end);
	record_close(&w);
}

static void
a_full_file_system_keeps_what_was_measured(void **state)
{
	char command[256];
	struct record_writer w;
	struct err e;
	unsigned n = 0;

	(void)state;
	if (geteuid() != 0) {
		print_message("# skipped: not root, no small file system to fill\n");
		skip();
	}
	snprintf(command, sizeof(command), "exec mount -t tmpfs -o size=64k tmpfs %s 2>&1",
	    directory);
	if (system(command) != 0) {
		print_message("# skipped: no tmpfs can be mounted here\n");
		skip();
	}
	mounted = true;
	create(&w, 0);
	while (n < 10000 && append(&w, a_trial(n, 0, 6.0), &e) == 0)
		n++;
	assert_in_range(n, 100, 1000);
	check_refused(&w, &e, strerror(ENOSPC), n);
	record_close(&w);

	/* once there is room it goes on */
	snprintf(command, sizeof(command), "exec mount -o remount,size=128k %s", directory);
	assert_int_equal(system(command), 0);
	assert_int_equal(record_reopen(&w, path, 0, &e), 0);
	must_append(&w, a_trial(n, 0, 6.0));
	check_file(&w, n + 1);
	record_close(&w);
}

/* Killed at any moment: at most the line that was being written is missing. */
static void
a_killed_writer_leaves_a_record(void **state)
{
	(void)state;
	for (int round = 0; round < 20; round++) {
		const struct timespec moment = { 0, 1000000 * (3 + round) };
		struct record_writer w;
		struct err e;
		pid_t child;

		unlink(path);
		create(&w, 0);
		record_close(&w);
		child = fork();
		if (child == 0) {
			if (record_reopen(&w, path, 0, &e) != 0)
				_exit(1);
			for (unsigned n = 0; append(&w, a_trial(n, 0, 6.0), &e) == 0;)
				n++;
			_exit(1);
		}
		nanosleep(&moment, NULL);
		kill(child, SIGKILL);
		assert_int_equal(waitpid(child, NULL, 0), child);
		if (record_reopen(&w, path, 0, &e) != 0)
			fail_msg("%s", e.text);
		check_file(&w, w.record.ntrials);
		for (size_t i = 0; i < w.record.ntrials; i++)
			assert_int_equal(w.record.trials[i].number, i);
		must_append(&w, a_trial((unsigned)w.record.ntrials, 0, 6.0));
		record_close(&w);
	}
}

static int
make_directory(void **state)
{
	(void)state;
	if (mkdtemp(directory) == NULL)
		return -1;
	snprintf(path, sizeof(path), "%s/record.jsonl", directory);
	return 0;
}

static int
remove_directory(void **state)
{
	struct err e;

	(void)state;
	return file_remove_tree(directory, &e);
}

static int
remove_file(void **state)
{
	char command[256];

	(void)state;
	unlink(path);
	sync_fails = false;
	snprintf(command, sizeof(command), "exec umount %s", directory);
	if (mounted && system(command) != 0)
		return -1;
	mounted = false;
	return 0;
}

#define TEST(f) cmocka_unit_test_teardown(f, remove_file)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_is_written_is_read),
		TEST(an_existing_file_is_not_touched),
		TEST(nothing_is_created_in_vain),
		TEST(a_line_that_could_not_be_read_is_refused),
		TEST(a_torn_record_goes_on),
		TEST(what_cannot_go_on_is_not_touched),
		TEST(two_writers_are_one_too_many),
		TEST(a_disk_that_fails_loses_one_line),
		TEST(half_a_line_is_cut_off),
		TEST(a_full_file_system_keeps_what_was_measured),
		TEST(a_killed_writer_leaves_a_record),
	};

	return cmocka_run_group_tests_name("record store", tests, make_directory, remove_directory);
}
