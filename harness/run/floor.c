/* The noise floor of this machine: see floor.h. */
#include "run/floor.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/date.h"
#include "base/file.h"
#include "base/json.h"
#include "base/quote.h"
#include "base/version.h"
#include "os/os.h"
#include "setting/state.h"
#include "workload/companion.h"

enum { FORMAT = 1 };

static const char file[] = "floor.json";

/*
 * What benchmarks of kernels are sensitive to, in small: processes started and waited for, and computation in between,
 * all in the caches and without files, so that the machine's noise shows and not that of a disk. sh is the one program
 * that every system has; the work is the same everywhere, and its time is what it is.
 */
static const char script[] =
	"i=0; while [ $i -lt 600 ]; do \"$0\"; j=0; while [ $j -lt 400 ]; do j=$((j+1)); done; i=$((i+1)); done";

char **
floor_command(void)
{
	char *start = companion_find("nothing");
	char **words = mem_zero(5, sizeof(*words));

	if (start == NULL)
		start = file_find_program("true");
	words[0] = mem_string("/bin/sh");
	words[1] = mem_string("-c");
	words[2] = mem_string(script);
	words[3] = start != NULL ? start : mem_string("true");
	return words;
}

static int
make_place(struct err *e)
{
	char *path = state_path("");
	int result = file_make_directories(path, e);

	free(path);
	return result == 0 ? 0 : err_prefix(e, "no place for the noise floor (HARNESS_STATE names another)");
}

char *
floor_record_path(struct err *e)
{
	char date[32], *name, *path;

	if (make_place(e) != 0)
		return NULL;
	date_compact(date, sizeof(date), os_wall_seconds());
	name = mem_printf("doctor-%s.jsonl", date);
	path = state_path(name);
	free(name);
	return path;
}

json_t *
floor_to_json(const struct noise_test *t, const char *record)
{
	json_t *o = json_object();
	struct os_name name;
	char created[32], *boot = os_fact(OS_BOOT_ID);

	os_name(&name);
	date_iso(created, sizeof(created), os_wall_seconds());
	json_put_count(o, "floor", FORMAT);
	json_put_text(o, "harness", HARNESS_VERSION);
	json_put_text(o, "created", created);
	json_put_text(o, "host", name.host);
	json_put_text(o, "boot_id", boot);
	json_put_text(o, "release", name.release);
	json_put_real(o, "ratio", t->ratio);
	json_put_count(o, "trials", t->trials);
	json_put_real(o, "difference", t->est);
	json_put_real(o, "lo", t->lo);
	json_put_real(o, "hi", t->hi);
	json_put_bool(o, "differs", t->differs);
	json_put_real(o, "median_s", t->median);
	json_put_real(o, "sd", t->sd_ratio);
	json_put_real(o, "lag1", t->lag1);
	json_put_real(o, "trials_worth", t->trials_worth);
	json_put_real(o, "drift", t->drift_ratio);
	json_put_real(o, "drift_p", t->drift_p);
	json_put_real(o, "heartbeat_s", t->heartbeat);
	json_put_real(o, "heartbeat_least", t->heartbeat_least);
	json_put_real(o, "heartbeat_most", t->heartbeat_most);
	json_put_text(o, "record", record);
	free(boot);
	return o;
}

int
floor_store(const json_t *floor, struct err *e)
{
	char *path = state_path(file), *new = mem_printf("%s.new", path);
	struct buf text = BUF_EMPTY;
	int result = make_place(e);

	json_pretty(floor, &text);
	if (result == 0)
		result = file_write(new, text.text, text.length, 0644, e);
	if (result == 0 && rename(new, path) != 0)
		result = err_sys(e, errno, "cannot rename '%s'", new);
	buf_release(&text);
	free(new);
	free(path);
	return result;
}

/* A state directory may be shared between machines (a home), so the host must be this one. Takes the path. */
static json_t *
cited_from(char *path)
{
	struct buf text = BUF_EMPTY;
	json_t *floor = NULL, *cited = NULL;
	struct os_name name;
	struct err e;
	const char *host, *created;
	double ratio;

	os_name(&name);
	if (file_exists(path) && file_read(path, &text, &e) == 0)
		floor = json_parse(path, buf_text(&text), text.length, &e);
	host = json_get_text(floor, "host");
	created = json_get_text(floor, "created");
	ratio = json_get_real(floor, "ratio");
	if (json_get_count(floor, "floor") == FORMAT && host != NULL && strcmp(host, name.host) == 0 && created != NULL && ratio >= 0) {
		cited = json_object();
		json_put_real(cited, "ratio", ratio);
		json_put_count(cited, "trials", json_get_count(floor, "trials"));
		json_put_text(cited, "created", created);
	}
	json_decref(floor);
	buf_release(&text);
	free(path);
	return cited;
}

json_t *
floor_cited(void)
{
	json_t *cited = cited_from(state_path(file));

	/* who names a state directory wants no other */
	if (cited == NULL && getenv("HARNESS_STATE") == NULL)
		cited = cited_from(state_machine_path(file));
	return cited != NULL ? cited : json_null();
}
