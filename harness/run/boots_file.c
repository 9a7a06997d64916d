/* The directory of a series: series.json, the records and the lock. See boots.h. */
#include "run/boots.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/date.h"
#include "base/file.h"
#include "base/json.h"
#include "base/quote.h"
#include "base/version.h"
#include "os/os.h"
#include "record/record.h"
#include "run/plan.h"

enum { SCHEMA = 1, BOOTS_MOST = 100000 };

static char *
plan_path(const char *directory)
{
	return path_join(directory, "series.json");
}

bool
boots_here(const char *directory)
{
	char *path = plan_path(directory);
	bool here = file_exists(path);

	free(path);
	return here;
}

/* ------------------------------------------------------------------ writing the plan */

static void
put_seed(json_t *object, uint64_t seed)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu64, seed);
	json_put_text(object, "seed", text);
}

static json_t *
systems_to_json(const struct boots *b)
{
	json_t *list = json_array();

	for (size_t i = 0; i < b->nsystems; i++) {
		json_t *item = json_object();

		json_put_text(item, "name", b->systems[i].name);
		json_put_text(item, "rule", b->systems[i].rule);
		json_add(list, item);
	}
	return list;
}

static json_t *
list_to_json(const struct boots *b)
{
	json_t *list = json_array();

	for (size_t i = 0; i < b->count; i++) {
		json_t *item = json_object();

		json_put_text(item, "system", b->systems[b->list[i].system].name);
		json_put_count(item, "block", b->list[i].block);
		put_seed(item, b->list[i].seed);
		json_add(list, item);
	}
	return list;
}

static json_t *
plan_to_json(const struct boots *b, const char *command)
{
	json_t *json = json_object(), *words = json_array();
	char created[32];
	struct os_name name;

	os_name(&name);
	date_iso(created, sizeof(created), os_wall_seconds());
	for (char **w = b->words; *w != NULL; w++)
		json_add(words, json_of_text(*w));
	json_put_text(json, "type", "series");
	json_put_count(json, "schema", SCHEMA);
	json_put_text(json, "harness", HARNESS_VERSION);
	json_put_text(json, "created", created);
	json_put_text(json, "host", name.host);
	json_put_text(json, "command", command);
	json_put_text(json, "directory", b->place);
	json_put(json, "workload", words);
	put_seed(json, b->seed);
	json_put(json, "systems", systems_to_json(b));
	json_put(json, "boots", list_to_json(b));
	return json;
}

/* A new file, on the disk when this returns: boots follow, of kernels that may be under test. */
static int
write_new(const char *path, const struct buf *text, struct err *e)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666), result;

	if (fd < 0 && errno == EEXIST)
		return err_set(e, ERR_USAGE, "'%s' exists already: take another directory, or go on with 'harness series next'", path);
	if (fd < 0)
		return err_sys(e, errno, "cannot create '%s'", path);
	result = file_write_fd(fd, path, text->text, text->length, e);
	if (result == 0 && fsync(fd) != 0)
		result = err_sys(e, errno, "cannot bring '%s' to the disk", path);
	if (close(fd) != 0 && result == 0)
		result = err_sys(e, errno, "cannot write '%s'", path);
	if (result != 0)
		unlink(path);
	return result;
}

int
boots_create(const struct boots *b, const char *command, struct err *e)
{
	json_t *json = plan_to_json(b, command);
	char *path = plan_path(b->directory);
	struct buf text = BUF_EMPTY;
	int result;

	json_pretty(json, &text);
	result = file_make_directories(b->directory, e);
	if (result == 0)
		result = write_new(path, &text, e);
	buf_release(&text);
	json_decref(json);
	free(path);
	return result;
}

/* ------------------------------------------------------------------ reading it */

static int
damaged(const struct boots *b, const char *what, struct err *e)
{
	return err_set(e, ERR_USAGE, "'%s/series.json' is damaged: %s", b->directory, what);
}

static int
read_words(struct boots *b, const json_t *list, struct err *e)
{
	size_t count = json_array_size(list);

	b->words = mem_zero(count + 1, sizeof(*b->words));
	for (size_t i = 0; i < count; i++) {
		const char *word = json_string_value(json_array_get(list, i));

		if (word == NULL)
			return damaged(b, "a word of the workload is no text", e);
		b->words[i] = mem_string(word);
	}
	return count > 0 ? 0 : damaged(b, "there is no workload", e);
}

static int
read_systems(struct boots *b, const json_t *list, struct err *e)
{
	json_t *item;
	size_t i;

	b->systems = mem_zero(json_array_size(list), sizeof(*b->systems));
	json_array_foreach(list, i, item) {
		const char *name = json_get_text(item, "name"), *rule = json_get_text(item, "rule");

		if (name == NULL || strchr(name, '/') != NULL)
			return damaged(b, "a system has no name", e);
		if (rule != NULL && identity_check_rule(rule, e) != 0)
			return err_prefix(e, "'%s/series.json'", b->directory);
		b->systems[b->nsystems++] = (struct boots_system){ mem_string(name), rule != NULL ? mem_string(rule) : NULL };
	}
	return b->nsystems > 1 ? 0 : damaged(b, "it names fewer than two systems", e);
}

static int
read_boot(struct boots *b, const json_t *item, struct err *e)
{
	const char *name = json_get_text(item, "system"), *seed = json_get_text(item, "seed");
	uint64_t block = json_get_count(item, "block");
	struct boot *boot = &b->list[b->count];
	char *file;

	for (boot->system = 0; boot->system < b->nsystems; boot->system++)
		if (name != NULL && strcmp(b->systems[boot->system].name, name) == 0)
			break;
	if (boot->system == b->nsystems)
		return damaged(b, "a boot is of no system", e);
	if (block >= BOOTS_MOST)
		return damaged(b, "a boot is in no block", e);
	boot->block = (unsigned)block;
	if (seed == NULL || plan_parse_seed(seed, &boot->seed, e) != 0)
		return damaged(b, "a boot has no seed", e);
	file = mem_printf("%03zu-%s.jsonl", b->count + 1, name);
	boot->path = path_join(b->directory, file);
	free(file);
	b->count++;
	return 0;
}

static int
read_plan(struct boots *b, const json_t *json, struct err *e)
{
	const json_t *list = json_object_get(json, "boots"), *item;
	const char *type = json_get_text(json, "type"), *place = json_get_text(json, "directory"), *seed = json_get_text(json, "seed");
	size_t i;

	if (type == NULL || strcmp(type, "series") != 0)
		return damaged(b, "it is no series", e);
	if (json_get_count(json, "schema") != SCHEMA)
		return err_set(e, ERR_USAGE, "'%s/series.json' is of a newer harness than this one", b->directory);
	if (place == NULL || seed == NULL || plan_parse_seed(seed, &b->seed, e) != 0)
		return damaged(b, "its directory or its seed is missing", e);
	b->place = mem_string(place);
	if (read_words(b, json_object_get(json, "workload"), e) != 0 || read_systems(b, json_object_get(json, "systems"), e) != 0)
		return -1;
	if (json_array_size(list) == 0 || json_array_size(list) > BOOTS_MOST)
		return damaged(b, "there are no boots", e);
	b->list = mem_zero(json_array_size(list), sizeof(*b->list));
	json_array_foreach(list, i, item)
		if (read_boot(b, item, e) != 0)
			return -1;
	return 0;
}

/* ------------------------------------------------------------------ how far it got */

static enum boot_state
state_of(const struct record *r)
{
	const char *status = r->end != NULL ? json_get_text(r->end, "status") : NULL;

	if (status != NULL && (strcmp(status, "complete") == 0 || strcmp(status, "budget") == 0))
		return BOOT_DONE;
	return BOOT_CUT;
}

static int
read_progress(struct boots *b, size_t i, struct err *e)
{
	struct boot *boot = &b->list[i];
	const json_t *series;
	const char *system;
	struct record r;
	int result = 0;

	if (!file_exists(boot->path))
		return 0;
	if (record_load(boot->path, 0, &r, e) != 0)
		return -1;
	series = json_object_get(r.header, "series");
	system = json_get_text(series, "system");
	if (system == NULL || strcmp(system, b->systems[boot->system].name) != 0 || json_get_count(series, "boot") != i + 1)
		result = err_set(e, ERR_USAGE, "'%s' is not the record of boot %zu of this series", boot->path, i + 1);
	boot->state = state_of(&r);
	identity_of_record(&boot->identity, &r);
	record_release(&r);
	return result;
}

int
boots_load(struct boots *b, const char *directory, struct err *e)
{
	char *path = plan_path(directory);
	struct buf text = BUF_EMPTY;
	json_t *json = NULL;
	int result = -1;

	*b = (struct boots){ .directory = mem_string(directory) };
	if (!file_exists(path))
		err_set(e, ERR_USAGE, "there is no series in '%s'; 'harness series new' makes one", directory);
	else if (file_read(path, &text, e) == 0 && (json = json_parse(path, buf_text(&text), text.length, e)) != NULL)
		result = read_plan(b, json, e);
	for (size_t i = 0; result == 0 && i < b->count; i++)
		result = read_progress(b, i, e);
	if (result != 0)
		boots_release(b);
	buf_release(&text);
	json_decref(json);
	free(path);
	return result;
}

int
boots_set_aside(const struct boots *b, size_t boot, char **to, struct err *e)
{
	const char *path = b->list[boot].path;

	for (unsigned i = 1;; i++) {
		*to = mem_printf("%s.cut-%u", path, i);
		if (!file_exists(*to))
			break;
		free(*to);
	}
	if (rename(path, *to) == 0)
		return 0;
	err_sys(e, errno, "cannot rename '%s' to '%s'", path, *to);
	free(*to);
	*to = NULL;
	return -1;
}

/* Not on series.json itself: closing any descriptor of that would drop a POSIX lock. */
int
boots_lock(const char *directory, struct err *e)
{
	char *path = path_join(directory, ".lock");
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

	if (fd < 0)
		err_sys(e, errno, "cannot create '%s'", path);
	else if (os_lock(fd, path, e) != 0) {
		if (e->kind == ERR_UNFIT)
			err_prefix(e, "the next boot of this series is being run already");
		close(fd);
		fd = -1;
	}
	free(path);
	return fd;
}
