/*
 * The undo journal: see journal.h. It is a file of JSON lines, written whole each time under another name and
 * then renamed: it is never seen half written.
 */
#include "setting/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/quote.h"
#include "os/os.h"
#include "setting/journal_text.h"
#include "setting/state.h"

enum { TIME_SLACK = 3600, LOCK_TURNS = 30, LOCK_PAUSE_NS = 10000000 };

static const char others[] = "another harness is changing settings of this machine; wait until it has ended";

/* ------------------------------------------------------------------ entries */

static void
release_entry(struct journal_entry *entry)
{
	free(entry->boot);
	quote_free(entry->was);
}

void
journal_take(struct journal *j, const struct undo *undo, char *take_boot, char **take_was)
{
	j->entries = mem_resize(j->entries, j->count + 1, sizeof(*j->entries));
	j->entries[j->count++] = (struct journal_entry){ undo, take_boot, take_was };
}

static void
strike(struct journal *j, size_t i)
{
	release_entry(&j->entries[i]);
	memmove(&j->entries[i], &j->entries[i + 1], (j->count - i - 1) * sizeof(*j->entries));
	j->count--;
}

void
journal_add(struct journal *j, const struct undo *undo, char *const *was)
{
	char *boot = os_fact(OS_BOOT_ID);

	journal_take(j, undo, boot != NULL ? boot : mem_string(""), quote_copy(was));
}

void
journal_forget(struct journal *j)
{
	while (j->count > 0)
		strike(j, j->count - 1);
}

/*
 * Where the boot is told by its time, that moves when the clock is set: times that are near are one boot. To
 * bring back a value that a reboot has brought back already does no harm, to forget one does.
 */
static bool
is_of_boot(const struct journal_entry *entry, const char *boot)
{
	char *end, *other_end;
	uint64_t a = strtoull(entry->boot, &end, 10), b = strtoull(boot != NULL ? boot : "", &other_end, 10);

	if (boot == NULL || boot[0] == '\0' || entry->boot[0] == '\0' || strcmp(entry->boot, boot) == 0)
		return true;
	return *end == '\0' && *other_end == '\0' && (a > b ? a - b : b - a) < TIME_SLACK;
}

void
journal_lapse(struct journal *j, journal_seen *seen, void *context)
{
	char *boot = os_fact(OS_BOOT_ID);

	for (size_t i = j->count; i-- > 0;) {
		const struct journal_entry *entry = &j->entries[i];

		if (is_of_boot(entry, boot) || entry->undo->lasts(entry->was))
			continue;
		if (seen != NULL)
			seen(context, entry, JOURNAL_LAPSED, NULL);
		strike(j, i);
	}
	free(boot);
}

/* ------------------------------------------------------------------ the file */

/* What is on the disk; nothing when there is no journal. */
static int
load(struct journal *j, struct err *e)
{
	char *path = state_path("journal");
	struct buf text = BUF_EMPTY;
	int result = 0;

	if (file_exists(path)) {
		result = file_read(path, &text, e);
		if (result == 0 && journal_read(j, buf_text(&text), e) != 0) {
			e->kind = ERR_UNFIT;
			result = err_prefix(e,
			    "the undo journal '%s' cannot be read (bring back by hand what it names, then call 'harness undo --forget')",
			    path);
		}
	}
	buf_release(&text);
	free(path);
	return result;
}

static void
sync_directory(void)
{
	char *path = state_path(".");
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd >= 0) {
		fsync(fd);
		close(fd);
	}
	free(path);
}

static int
write_whole(const char *path, const struct buf *text, struct err *e)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600), result;

	if (fd < 0)
		return err_sys(e, errno, "cannot create '%s'", path);
	result = file_write_fd(fd, path, text->text, text->length, e);
	while (result == 0 && fsync(fd) != 0)
		if (errno != EINTR)
			result = err_sys(e, errno, "cannot bring '%s' to the disk", path);
	if (close(fd) != 0 && result == 0)
		result = err_sys(e, errno, "cannot write '%s'", path);
	return result;
}

int
journal_save(struct journal *j, struct err *e)
{
	char *path = state_path("journal"), *new = state_path("journal.new");
	struct buf text = BUF_EMPTY;
	int result;

	journal_write(j, &text);
	result = write_whole(new, &text, e);
	if (result == 0 && rename(new, path) != 0)
		result = err_sys(e, errno, "cannot rename '%s'", new);
	if (result != 0 && j->count == 0)
		result = unlink(path) == 0 || errno == ENOENT ? 0 : -1;	/* says the same, and needs no space */
	if (result == 0)
		sync_directory();
	buf_release(&text);
	free(path);
	free(new);
	return result == 0 ? 0 : err_prefix(e, "the undo journal");
}

/*
 * The lock's descriptor, held; -1 on failure. Those who only look hold it for a moment, and are waited for. A
 * process must not open the file again while it holds the lock: POSIX would drop it at the first close.
 */
static int
take_lock(int flags, struct err *e)
{
	char *path = state_path("lock");
	int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600), result;

	if (fd < 0)
		err_sys(e, errno, "cannot open '%s'", path);
	else {
		for (int turn = 0; (result = os_lock(fd, path, e)) != 0 && e->kind == ERR_UNFIT && turn < LOCK_TURNS;
		     turn++)
			os_sleep_ns(LOCK_PAUSE_NS);
		if (result != 0) {
			if (e->kind == ERR_UNFIT)
				err_prefix(e, "%s", others);
			close(fd);
			fd = -1;
		}
	}
	free(path);
	return fd;
}

/* Where nothing can be written no lock can be had, but whether another process has it can be asked. */
static int
ask_lock(const char *path, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	bool taken = true;

	if (fd < 0)
		return err_sys(e, errno, "cannot open '%s'", path);
	for (int turn = 0; taken && turn <= LOCK_TURNS; turn++) {
		struct flock l = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

		if (turn > 0)
			os_sleep_ns(LOCK_PAUSE_NS);
		taken = fcntl(fd, F_GETLK, &l) == 0 && l.l_type != F_UNLCK;
	}
	close(fd);
	return taken ? err_set(e, ERR_UNFIT, "%s: '%s' is locked", others, path) : 0;
}

static void
release(struct journal *j)
{
	journal_forget(j);
	free(j->entries);
	if (j->lock >= 0)
		close(j->lock);
	*j = (struct journal){ .lock = -1 };
}

int
journal_open(struct journal *j, struct err *e)
{
	*j = (struct journal){ .lock = -1 };
	if (state_make(e) != 0)
		return -1;
	j->lock = take_lock(O_CREAT, e);
	if (j->lock < 0)
		return -1;
	if (load(j, e) == 0)
		return 0;
	release(j);
	return -1;
}

void
journal_close(struct journal *j)
{
	char *path = state_path("journal");

	if (j->lock >= 0 && j->count == 0)
		unlink(path);
	free(path);
	release(j);
}

/* ------------------------------------------------------------------ taking back */

static enum journal_fate
take_back(const struct journal_entry *entry, struct err *failure)
{
	const struct undo *undo = entry->undo;

	if (undo->gone != NULL && undo->gone(entry->was))
		return JOURNAL_GONE;
	return undo->take_back(entry->was, failure) == 0 ? JOURNAL_BACK : JOURNAL_STAYS;
}

int
journal_take_back(struct journal *j, journal_seen *seen, void *context, struct err *e)
{
	struct err failure;
	int result = 0;

	for (size_t i = j->count; i-- > 0;) {
		struct journal_entry *entry = &j->entries[i];
		enum journal_fate fate = take_back(entry, &failure);

		if (seen != NULL)
			seen(context, entry, fate, fate == JOURNAL_STAYS ? &failure : NULL);
		if (fate != JOURNAL_STAYS)
			strike(j, i);
		else if (result == 0) {
			*e = failure;
			result = -1;
		}
	}
	if (journal_save(j, result == 0 ? e : &failure) != 0)
		result = -1;
	return result;
}

int
journal_refuse_rest(const struct journal *j, struct err *e)
{
	struct buf text = BUF_EMPTY;

	if (j->count == 0)
		return 0;
	j->entries[0].undo->describe(j->entries[0].was, &text);
	if (j->count > 1)
		buf_printf(&text, " and %zu more", j->count - 1);
	err_set(e, ERR_UNFIT,
	    "a harness that was killed, or could not undo its change, has left this machine changed; "
	    "call 'harness undo' to bring back %s, or 'harness undo --forget' to leave it as it is now",
	    buf_text(&text));
	buf_release(&text);
	return -1;
}

/* What another user's journal holds cannot be read, but that it holds something can be seen. */
static int
check_machine(struct err *e)
{
	char *path = state_machine_path("journal");
	struct stat st;
	int result = 0;

	if (getenv("HARNESS_STATE") == NULL && access(path, R_OK) != 0 && stat(path, &st) == 0 &&
	    st.st_size > (off_t)strlen(journal_heading))
		result = err_set(e, ERR_UNFIT,
		    "a harness of root's changes this machine, or was killed while it did: "
		    "wait for it, or have root call 'harness undo'");
	free(path);
	return result;
}

int
journal_check(struct err *e)
{
	struct journal j = { .lock = -1 };
	char *lock = state_path("lock");
	int result = 0;

	if (file_exists(lock) && access(lock, W_OK) != 0)
		result = ask_lock(lock, e);
	else if (file_exists(lock)) {
		j.lock = take_lock(0, e);
		result = j.lock >= 0 ? 0 : -1;
	}
	free(lock);
	if (result == 0)
		result = load(&j, e);
	if (result == 0) {
		journal_lapse(&j, NULL, NULL);
		result = journal_refuse_rest(&j, e);
	}
	release(&j);
	return result == 0 ? check_machine(e) : -1;
}

int
journal_remove(struct err *e)
{
	char *path = state_path("journal");
	int lock = take_lock(O_CREAT, e), result = -1;

	if (lock >= 0) {
		result = unlink(path) == 0 || errno == ENOENT ? 0 : err_sys(e, errno, "cannot remove '%s'", path);
		close(lock);
	}
	free(path);
	return result;
}
