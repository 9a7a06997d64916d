/* See fake_os.h. The state of a test is one struct; this is the one place where a mutable global is the point. */
#include "fake_os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"

enum { MOST = 256, FIRST_PID = 1000, FACTS = OS_SYSTEM_TITLE + 1 };

struct attribute {
	char *path, *name;
	void *value;
	size_t length;
};

static struct {
	unsigned calls, fail_at;
	bool failed;
	enum err_kind fail_as;
	struct { const char *function; enum err_kind kind; } refused[16];
	size_t refused_count;

	uint64_t now_ns, step_ns, slept_ns;
	const uint64_t *steps;
	size_t steps_left;

	const struct fake_child *script;
	size_t script_count;
	struct { struct fake_child child; uint64_t ends_ns; bool gone; char *command; } started[MOST];
	unsigned started_count;
	struct os_usage self, reaped;
	unsigned trees, stragglers;
	char buried[64];

	struct os_machine machine;
	const struct os_process *processes;
	size_t process_count;
	struct os_volume volume;
	struct os_device_io device;
	uint64_t free_bytes, total_bytes, resident_bytes, file_bytes;
	const char *facts[FACTS];
	unsigned cpus, evictions, syncs, drops;
	struct attribute attributes[MOST];
	size_t attribute_count;
	struct { const char *name, *partner; char *value, *refuses; } sysctls[16];
	size_t sysctl_count;
	unsigned own_cpus[64];
	size_t own_cpu_count;
} fake;

/* ------------------------------------------------------------------ control */

void
fake_os_reset(void)
{
	for (unsigned i = 0; i < fake.started_count; i++)
		free(fake.started[i].command);
	for (size_t i = 0; i < fake.attribute_count; i++) {
		free(fake.attributes[i].path);
		free(fake.attributes[i].name);
		free(fake.attributes[i].value);
	}
	for (size_t i = 0; i < fake.sysctl_count; i++) {
		free(fake.sysctls[i].value);
		free(fake.sysctls[i].refuses);
	}
	memset(&fake, 0, sizeof(fake));
	fake.own_cpus[1] = 1;
	fake.own_cpu_count = 2;
	fake.fail_as = ERR_INTERNAL;
	fake.now_ns = 1000000000;
	fake.step_ns = 1000;
	fake.free_bytes = 1 << 30;
	fake.total_bytes = 2u << 30;
	fake.cpus = 2;
	fake.volume = (struct os_volume){
		.type = "fakefs", .source = "/dev/fake", .options = "rw", .mounted_on = "/", .device = "fake"
	};
	fake.facts[OS_CPU_MODEL] = "Fake CPU";
	fake.facts[OS_CPU_ACCOUNTING] = "tick";
	fake.facts[OS_CPU_TICK_NS] = "4000000";
	fake.facts[OS_SYSTEM_TITLE] = "Fake System 1";
}

/* Counts a call that can fail; -1 with *e filled when it shall. */
static int
may_fail(const char *function, struct err *e)
{
	fake.calls++;
	for (size_t i = 0; i < fake.refused_count; i++)
		if (strcmp(fake.refused[i].function, function) == 0)
			return err_set(e, fake.refused[i].kind, "%s: refused", function);
	if (fake.calls != fake.fail_at)
		return 0;
	fake.failed = true;
	return err_set(e, fake.fail_as, "%s: fake failure", function);
}

void
fake_os_fail_at(unsigned n)
{
	fake.calls = 0;
	fake.fail_at = n;
	fake.failed = false;
}

void
fake_os_fail_as(enum err_kind kind)
{
	fake.fail_as = kind;
}

void
fake_os_refuse(const char *function, enum err_kind kind)
{
	if (fake.refused_count == sizeof(fake.refused) / sizeof(fake.refused[0]))
		abort();
	fake.refused[fake.refused_count].function = function;
	fake.refused[fake.refused_count++].kind = kind;
}

unsigned fake_os_calls(void) { return fake.calls; }
bool fake_os_failed(void) { return fake.failed; }
uint64_t fake_os_slept_ns(void) { return fake.slept_ns; }
unsigned fake_os_started(void) { return fake.started_count; }
unsigned fake_os_trees(void) { return fake.trees; }
const char *fake_os_buried(void) { return fake.buried; }
unsigned fake_os_evictions(void) { return fake.evictions; }
unsigned fake_os_syncs(void) { return fake.syncs; }
unsigned fake_os_drops(void) { return fake.drops; }
void fake_os_advance(uint64_t ns) { fake.now_ns += ns; }
void fake_os_stragglers(unsigned count) { fake.stragglers = count; }
void fake_os_usage_of_self(const struct os_usage *u) { fake.self = *u; }
void fake_os_machine_is(const struct os_machine *m) { fake.machine = *m; }
void fake_os_volume_is(const struct os_volume *v) { fake.volume = *v; }
void fake_os_device_is(const struct os_device_io *io) { fake.device = *io; }
void fake_os_fact_is(enum os_fact which, const char *text) { fake.facts[which] = text; }
void fake_os_cpus_are(unsigned count) { fake.cpus = count; }

void
fake_os_clock(uint64_t start_ns, uint64_t step_ns)
{
	fake.now_ns = start_ns;
	fake.step_ns = step_ns;
}

void
fake_os_steps(const uint64_t *steps_ns, size_t count)
{
	fake.steps = steps_ns;
	fake.steps_left = count;
}

void
fake_os_script(const struct fake_child *children, size_t count)
{
	fake.script = children;
	fake.script_count = count;
}

unsigned
fake_os_children(void)
{
	unsigned count = 0;

	for (unsigned i = 0; i < fake.started_count; i++)
		count += !fake.started[i].gone;
	return count;
}

const char *
fake_os_command(unsigned i)
{
	return i < fake.started_count ? fake.started[i].command : "";
}

void
fake_os_processes_are(const struct os_process *list, size_t count)
{
	fake.processes = list;
	fake.process_count = count;
}

void
fake_os_space_is(uint64_t free_bytes, uint64_t total_bytes)
{
	fake.free_bytes = free_bytes;
	fake.total_bytes = total_bytes;
}

void
fake_os_residency_is(uint64_t resident_bytes, uint64_t total_bytes)
{
	fake.resident_bytes = resident_bytes;
	fake.file_bytes = total_bytes;
}

static size_t
find_sysctl(const char *name)
{
	size_t i = 0;

	while (i < fake.sysctl_count && strcmp(fake.sysctls[i].name, name) != 0)
		i++;
	return i;
}

void
fake_os_sysctl_is(const char *name, const char *value)
{
	size_t i = find_sysctl(name);

	if (i == sizeof(fake.sysctls) / sizeof(fake.sysctls[0]))
		abort();
	if (i == fake.sysctl_count) {
		fake.sysctls[i].name = name;
		fake.sysctl_count++;
	}
	free(fake.sysctls[i].value);
	fake.sysctls[i].value = mem_string(value);
}

void
fake_os_sysctl_ignores(const char *name, const char *value)
{
	size_t i = find_sysctl(name);

	free(fake.sysctls[i].refuses);
	fake.sysctls[i].refuses = mem_string(value);
}

void
fake_os_sysctl_partners(const char *a, const char *b)
{
	fake.sysctls[find_sysctl(a)].partner = b;
	fake.sysctls[find_sysctl(b)].partner = a;
}

const char *
fake_os_sysctl(const char *name)
{
	size_t i = find_sysctl(name);

	return i < fake.sysctl_count ? fake.sysctls[i].value : "";
}

/* ------------------------------------------------------------------ os.h, part 1 */

struct instant
os_now(void)
{
	struct instant now = { fake.now_ns };

	if (fake.steps_left > 0) {
		fake.now_ns += *fake.steps++;
		fake.steps_left--;
	} else
		fake.now_ns += fake.step_ns;
	return now;
}

uint64_t
os_span_ns(struct instant from, struct instant to)
{
	return to.ns > from.ns ? to.ns - from.ns : 0;
}

uint64_t
os_wall_seconds(void)
{
	return 1790000000 + fake.now_ns / 1000000000;
}

void
os_sleep_ns(uint64_t ns)
{
	fake.slept_ns += ns;
	fake.now_ns += ns;
}

unsigned os_cpu_count(void) { return fake.cpus; }
uint64_t os_random_seed(void) { return 42; }
uint64_t os_memory_bytes(void) { return (uint64_t)8 << 30; }
void os_usage_self(struct os_usage *u) { *u = fake.self; }
void os_usage_children(struct os_usage *u) { *u = fake.reaped; }
void os_signals_default(void) { }
void os_signal_disregard(int number) { (void)number; }

static void
add_usage(struct os_usage *to, const struct os_usage *u)
{
	to->user_ns += u->user_ns;
	to->system_ns += u->system_ns;
	to->minor_faults += u->minor_faults;
	to->major_faults += u->major_faults;
	to->voluntary_switches += u->voluntary_switches;
	to->involuntary_switches += u->involuntary_switches;
	to->blocks_in += u->blocks_in;
	to->blocks_out += u->blocks_out;
	if (u->peak_rss_bytes > to->peak_rss_bytes)
		to->peak_rss_bytes = u->peak_rss_bytes;
}

/* What a child would write; it must fit into the pipe, as nobody reads yet. */
static void
put(int fd, const char *text)
{
	if (text != NULL && fd >= 0 && write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		abort();
}

int
os_start(const struct os_start *s, pid_t *pid, struct err *e)
{
	struct buf command = BUF_EMPTY;
	unsigned i = fake.started_count;

	if (may_fail("os_start", e) != 0)
		return -1;
	if (i == MOST)
		abort();
	buf_puts(&command, s->path);
	for (char *const *arg = s->argv + (s->argv[0] != NULL); *arg != NULL; arg++)
		buf_printf(&command, " %s", *arg);
	fake.started[i].command = buf_take(&command);
	if (i < fake.script_count)
		fake.started[i].child = fake.script[i];
	put(s->out, fake.started[i].child.out);
	put(s->error, fake.started[i].child.error);
	if (s->pass != NULL)
		put(s->pass[0], fake.started[i].child.result);
	fake.started[i].ends_ns = fake.now_ns + fake.started[i].child.lasts_ns;
	fake.started_count++;
	*pid = (pid_t)(FIRST_PID + i);
	return 0;
}

int
os_wait(pid_t wanted, bool block, pid_t *pid, int *status, struct os_usage *u, struct err *e)
{
	unsigned first = MOST;

	if (may_fail("os_wait", e) != 0)
		return -1;
	*pid = 0;
	for (unsigned i = 0; i < fake.started_count; i++)
		if (!fake.started[i].gone && (wanted == -1 || wanted == (pid_t)(FIRST_PID + i))
		    && (first == MOST || fake.started[i].ends_ns < fake.started[first].ends_ns))
			first = i;
	if (first == MOST)
		return err_set(e, ERR_INTERNAL, "cannot wait for a process: there is none");
	if (fake.started[first].ends_ns > fake.now_ns) {
		if (!block)
			return 0;
		fake.now_ns = fake.started[first].ends_ns;
	}
	fake.started[first].gone = true;
	add_usage(&fake.reaped, &fake.started[first].child.usage);
	*pid = (pid_t)(FIRST_PID + first);
	*status = fake.started[first].child.status;
	if (u != NULL)
		*u = fake.started[first].child.usage;
	return 0;
}

void
os_status_words(int status, char *text, size_t size)
{
	if ((status & 0x7f) == 0)
		snprintf(text, size, "exit status %d", status >> 8 & 0xff);
	else
		snprintf(text, size, "killed by signal %d", status & 0x7f);
}

void
os_name(struct os_name *n)
{
	*n = (struct os_name){ .system = "Fake", .release = "1.0", .version = "#1", .machine = "fake64", .host = "fakehost" };
}

int
os_space(const char *path, uint64_t *free_bytes, uint64_t *total_bytes, struct err *e)
{
	(void)path;
	*free_bytes = fake.free_bytes;
	*total_bytes = fake.total_bytes;
	return may_fail("os_space", e);
}

int
os_lock(int fd, const char *path, struct err *e)
{
	(void)fd;
	(void)path;
	return may_fail("os_lock", e);
}

/* ------------------------------------------------------------------ os.h, part 2 */

char *
os_self_path(const char *argv0)
{
	return mem_string(argv0);
}

void os_rename_self(const char *name) { (void)name; }
bool os_die_with_parent(int number) { (void)number; return true; }
const char *os_package_manager(void) { return "fake"; }

void
os_tree_lead(struct os_tree *t, const char *name, bool group)
{
	fake.trees++;
	*t = (struct os_tree){ .means = group ? "fake group" : "fake", .group = group ? mem_string(name) : NULL, .cpu_fd = -1 };
}

void
os_tree_cpu(const struct os_tree *t, uint64_t *user_ns, uint64_t *system_ns)
{
	(void)t;
	*user_ns = fake.self.user_ns + fake.reaped.user_ns;
	*system_ns = fake.self.system_ns + fake.reaped.system_ns;
}

unsigned
os_tree_end(const struct os_tree *t)
{
	unsigned alive = fake.stragglers + fake_os_children();

	(void)t;
	for (unsigned i = 0; i < fake.started_count; i++)
		fake.started[i].gone = true;
	fake.stragglers = 0;
	return alive;
}

void
os_tree_bury(const char *name)
{
	snprintf(fake.buried, sizeof(fake.buried), "%s", name);
}

void
os_tree_release(struct os_tree *t)
{
	fake.trees--;
	free(t->group);
	t->group = NULL;
}

int
os_machine(struct os_machine *m, struct err *e)
{
	*m = fake.machine;
	return may_fail("os_machine", e);
}

int
os_processes(struct os_process **list, size_t *count, struct err *e)
{
	*list = NULL;
	*count = 0;
	if (may_fail("os_processes", e) != 0)
		return -1;
	*list = mem_resize(NULL, fake.process_count, sizeof(**list));
	if (fake.process_count > 0)
		memcpy(*list, fake.processes, fake.process_count * sizeof(**list));
	*count = fake.process_count;
	return 0;
}

int
os_volume(const char *path, struct os_volume *v, struct err *e)
{
	(void)path;
	*v = fake.volume;
	return may_fail("os_volume", e);
}

int
os_device_io(const char *device, struct os_device_io *io, struct err *e)
{
	(void)device;
	*io = fake.device;
	return may_fail("os_device_io", e);
}

int
os_sync_volume(const char *path, struct err *e)
{
	(void)path;
	fake.syncs++;
	return may_fail("os_sync_volume", e);
}

int
os_evict(const char *path, struct err *e)
{
	(void)path;
	if (may_fail("os_evict", e) != 0)
		return -1;
	fake.evictions++;
	fake.resident_bytes = 0;
	return 0;
}

int
os_residency(const char *path, uint64_t *resident_bytes, uint64_t *total_bytes, struct err *e)
{
	(void)path;
	*resident_bytes = fake.resident_bytes;
	*total_bytes = fake.file_bytes;
	return may_fail("os_residency", e);
}

int
os_drop_caches(struct err *e)
{
	fake.drops++;
	return may_fail("os_drop_caches", e);
}

/* ------------------------------------------------------------------ attributes, kept in memory */

static struct attribute *
find_attribute(const char *path, const char *name)
{
	for (size_t i = 0; i < fake.attribute_count; i++)
		if (strcmp(fake.attributes[i].path, path) == 0 && strcmp(fake.attributes[i].name, name) == 0)
			return &fake.attributes[i];
	return NULL;
}

int
os_attr_set(const char *path, const char *name, const void *value, size_t length, struct err *e)
{
	struct attribute *a = find_attribute(path, name);

	if (may_fail("os_attr_set", e) != 0)
		return -1;
	if (a == NULL) {
		if (fake.attribute_count == MOST)
			abort();
		a = &fake.attributes[fake.attribute_count++];
		a->path = mem_string(path);
		a->name = mem_string(name);
	}
	free(a->value);
	a->value = mem_alloc(length);
	if (length > 0)
		memcpy(a->value, value, length);
	a->length = length;
	return 0;
}

ssize_t
os_attr_get(const char *path, const char *name, void *value, size_t size, struct err *e)
{
	struct attribute *a = find_attribute(path, name);

	if (may_fail("os_attr_get", e) != 0)
		return -1;
	if (a == NULL)
		return err_set(e, ERR_WORKLOAD, "'%s' has no attribute '%s'", path, name);
	if (size > 0 && a->length > 0)
		memcpy(value, a->value, a->length < size ? a->length : size);
	return (ssize_t)a->length;
}

ssize_t
os_attr_list(const char *path, char *names, size_t size, struct err *e)
{
	struct buf all = BUF_EMPTY;
	size_t length;

	if (may_fail("os_attr_list", e) != 0)
		return -1;
	for (size_t i = 0; i < fake.attribute_count; i++)
		if (strcmp(fake.attributes[i].path, path) == 0)
			buf_add(&all, fake.attributes[i].name, strlen(fake.attributes[i].name) + 1);
	length = all.length;
	if (size > 0 && length > 0)
		memcpy(names, all.text, length < size ? length : size);
	buf_release(&all);
	return (ssize_t)length;
}

int
os_attr_remove(const char *path, const char *name, struct err *e)
{
	struct attribute *a = find_attribute(path, name);

	if (may_fail("os_attr_remove", e) != 0)
		return -1;
	if (a == NULL)
		return err_set(e, ERR_WORKLOAD, "'%s' has no attribute '%s'", path, name);
	free(a->path);
	free(a->name);
	free(a->value);
	*a = fake.attributes[--fake.attribute_count];
	return 0;
}

/* ------------------------------------------------------------------ facts */

char *
os_fact(enum os_fact which)
{
	return fake.facts[which] != NULL ? mem_string(fake.facts[which]) : NULL;
}

bool
os_tunable(size_t i, const char **name, char **value)
{
	static const char *const tunables[][2] = { { "fake.known", "1" }, { "fake.unknown", NULL } };

	if (i >= sizeof(tunables) / sizeof(tunables[0]))
		return false;
	*name = tunables[i][0];
	*value = tunables[i][1] != NULL ? mem_string(tunables[i][1]) : NULL;
	return true;
}

/* ------------------------------------------------------------------ settings, kept in memory */

int
os_sysctl_get(const char *name, char **value, struct err *e)
{
	size_t i = find_sysctl(name);

	*value = NULL;
	if (may_fail("os_sysctl_get", e) != 0)
		return -1;
	if (i == fake.sysctl_count)
		return err_set(e, ERR_USAGE, "there is no sysctl '%s' here", name);
	*value = mem_string(fake.sysctls[i].value);
	return 0;
}

/* As the kernel does with its pairs: 0 is no value for one, it is what one has while the other is set. */
int
os_sysctl_set(const char *name, const char *value, struct err *e)
{
	size_t i = find_sysctl(name);
	bool zero = strcmp(value, "0") == 0;

	if (may_fail("os_sysctl_set", e) != 0)
		return -1;
	if (i == fake.sysctl_count)
		return err_set(e, ERR_USAGE, "there is no sysctl '%s' here", name);
	if (fake.sysctls[i].partner != NULL && zero)
		return err_set(e, ERR_USAGE, "the kernel refuses '%s' for sysctl '%s'", value, name);
	if (fake.sysctls[i].refuses != NULL && strcmp(fake.sysctls[i].refuses, value) == 0)
		return 0;
	if (fake.sysctls[i].partner != NULL)
		fake_os_sysctl_is(fake.sysctls[i].partner, "0");
	fake_os_sysctl_is(name, value);
	return 0;
}

const char *
os_sysctl_partner(const char *name)
{
	size_t i = find_sysctl(name);

	return i < fake.sysctl_count ? fake.sysctls[i].partner : NULL;
}

int
os_get_cpus(unsigned **cpus, size_t *count, struct err *e)
{
	*cpus = NULL;
	*count = 0;
	if (may_fail("os_get_cpus", e) != 0)
		return -1;
	*cpus = mem_resize(NULL, fake.own_cpu_count, sizeof(**cpus));
	memcpy(*cpus, fake.own_cpus, fake.own_cpu_count * sizeof(**cpus));
	*count = fake.own_cpu_count;
	return 0;
}

int
os_set_cpus(const unsigned *cpus, size_t count, struct err *e)
{
	if (may_fail("os_set_cpus", e) != 0)
		return -1;
	if (count > sizeof(fake.own_cpus) / sizeof(fake.own_cpus[0]))
		abort();
	memcpy(fake.own_cpus, cpus, count * sizeof(*cpus));
	fake.own_cpu_count = count;
	return 0;
}
