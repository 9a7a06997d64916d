/* A window: see window.h. */
#include "measure/window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"

static void
snapshot_tree(struct snapshot *s, const struct window_scope *scope)
{
	os_usage_self(&s->self);
	os_usage_children(&s->children);
	os_tree_cpu(scope->tree, &s->tree_user_ns, &s->tree_system_ns);
}

static void
snapshot_machine(struct snapshot *s, const struct window_scope *scope)
{
	struct err ignored;

	s->device_known = scope->device[0] != '\0' && os_device_io(scope->device, &s->device, &ignored) == 0;
	s->machine_at = os_now();
	s->machine_known = os_machine(&s->machine, &ignored) == 0;
}

static void
snapshot_processes(struct snapshot *s)
{
	struct err ignored;

	if (os_processes(&s->processes, &s->nprocesses, &ignored) != 0) {
		s->processes = NULL;
		s->nprocesses = 0;
	}
}

/* Unknown is the largest number: adding to it would make it known. */
static void
add_known(uint64_t *count, unsigned more)
{
	if (*count != OS_UNKNOWN)
		*count += more;
}

void
window_open(struct window *w, const struct window_scope *scope)
{
	memset(w, 0, sizeof(*w));
	w->scope = scope;
	snapshot_processes(&w->before);
	snapshot_machine(&w->before, scope);
	if (scope->poise != NULL)
		add_known(&w->before.machine.processes_started, scope->poise(scope->context));
	snapshot_tree(&w->before, scope);
	w->start = os_now();
}

void
window_stop(struct window *w)
{
	w->end = os_now();
}

static double
span(uint64_t before, uint64_t after)
{
	return before == OS_UNKNOWN || after == OS_UNKNOWN ? NAN : (double)after - (double)before;
}

static double
span_s(uint64_t before, uint64_t after)
{
	return span(before, after) / 1e9;
}

/* User and system time are of what was waited for; the group's sum also holds what nobody waited for. */
static void
close_tree(const struct window *w, struct figures *f)
{
	const struct snapshot *a = &w->before, *b = &w->after;
	double self_user = span_s(a->self.user_ns, b->self.user_ns), self_sys = span_s(a->self.system_ns, b->self.system_ns);
	double group = span_s(a->tree_user_ns, b->tree_user_ns) + span_s(a->tree_system_ns, b->tree_system_ns);

	f->user = span_s(a->children.user_ns, b->children.user_ns);
	f->sys = span_s(a->children.system_ns, b->children.system_ns);
	f->minor_faults = span(a->children.minor_faults, b->children.minor_faults);
	f->major_faults = span(a->children.major_faults, b->children.major_faults);
	f->voluntary_switches = span(a->children.voluntary_switches, b->children.voluntary_switches);
	f->involuntary_switches = span(a->children.involuntary_switches, b->children.involuntary_switches);
	f->blocks_in = span(a->children.blocks_in, b->children.blocks_in);
	f->blocks_out = span(a->children.blocks_out, b->children.blocks_out);
	f->peak_rss = NAN;
	if (w->scope->self) {
		f->user += self_user;
		f->sys += self_sys;
		f->minor_faults += span(a->self.minor_faults, b->self.minor_faults);
		f->major_faults += span(a->self.major_faults, b->self.major_faults);
		f->voluntary_switches += span(a->self.voluntary_switches, b->self.voluntary_switches);
		f->involuntary_switches += span(a->self.involuntary_switches, b->self.involuntary_switches);
		f->blocks_in += span(a->self.blocks_in, b->self.blocks_in);
		f->blocks_out += span(a->self.blocks_out, b->self.blocks_out);
		if (b->self.peak_rss_bytes != OS_UNKNOWN && b->self.peak_rss_bytes > a->self.peak_rss_bytes)
			f->peak_rss = (double)b->self.peak_rss_bytes;
	} else
		group -= self_user + self_sys;
	f->cpu = isfinite(group) ? group : f->user + f->sys;
	f->unreaped = isfinite(group) ? group - (f->user + f->sys) : NAN;
}

static const struct os_process *
process_find(const struct snapshot *s, const struct os_process *wanted)
{
	for (size_t i = 0; i < s->nprocesses; i++)
		if (s->processes[i].pid == wanted->pid && s->processes[i].started == wanted->started)
			return &s->processes[i];
	return NULL;
}

static void
outside_add(struct figures *f, const char *name, bool kernel, double cpu_s)
{
	for (size_t i = 0; i < f->noutside; i++)
		if (f->outside[i].kernel == kernel && strcmp(f->outside[i].name, name) == 0) {
			f->outside[i].cpu_s += cpu_s;
			return;
		}
	f->outside = mem_resize(f->outside, f->noutside + 1, sizeof(*f->outside));
	f->outside[f->noutside] = (struct outside_entry){ .kernel = kernel, .cpu_s = cpu_s };
	memcpy(f->outside[f->noutside].name, name, strnlen(name, sizeof(f->outside->name) - 1));
	f->noutside++;
}

static int
compare_outside(const void *a, const void *b)
{
	const struct outside_entry *x = a, *y = b;

	return (x->cpu_s < y->cpu_s) - (x->cpu_s > y->cpu_s);
}

/*
 * Processes that came and went between the two lists: what all CPUs did for processes, less all that is known by name. Below zero
 * it is an error of sampling, which the residue shows.
 */
static void
close_ended(const struct window *w, struct figures *f)
{
	const struct os_machine *a = &w->before.machine, *b = &w->after.machine;
	double busy = span_s(a->user_ns, b->user_ns) + span_s(a->system_ns, b->system_ns);
	double ended = w->before.machine_known && w->after.machine_known ? busy - (f->cpu + f->kernel + f->others) : NAN;

	if (ended > 0) {
		f->others += ended;
		outside_add(f, OUTSIDE_ENDED, false, ended);
	}
}

/* The tree has been ended, so whoever is there now (but the caller) is outside. */
static void
close_outside(const struct window *w, struct figures *f)
{
	pid_t self = getpid();

	f->kernel = f->others = w->after.processes != NULL && w->before.processes != NULL ? 0 : NAN;
	for (size_t i = 0; i < w->after.nprocesses; i++) {
		const struct os_process *now = &w->after.processes[i], *then = process_find(&w->before, now);
		double cpu_s;

		if (now->pid == self || now->cpu_ns == OS_UNKNOWN)
			continue;
		cpu_s = span_s(then != NULL ? then->cpu_ns : 0, now->cpu_ns);
		if (cpu_s <= 0)
			continue;
		*(now->kernel ? &f->kernel : &f->others) += cpu_s;
		outside_add(f, now->name, now->kernel, cpu_s);
	}
	close_ended(w, f);
	if (f->noutside > 0)
		qsort(f->outside, f->noutside, sizeof(*f->outside), compare_outside);
}

static void
close_machine(const struct window *w, struct figures *f)
{
	const struct os_machine *a = &w->before.machine, *b = &w->after.machine;
	const struct os_device_io *c = &w->before.device, *d = &w->after.device;
	bool known = w->before.machine_known && w->after.machine_known;
	bool device = w->before.device_known && w->after.device_known;

	f->interrupts = known ? span_s(a->interrupt_ns, b->interrupt_ns) : NAN;
	f->steal = known ? span_s(a->steal_ns, b->steal_ns) : NAN;
	f->idle = known ? span_s(a->idle_ns, b->idle_ns) : NAN;
	f->processes_started = known ? span(a->processes_started, b->processes_started) : NAN;
	f->span = (double)os_span_ns(w->before.machine_at, w->after.machine_at) / 1e9 * os_cpu_count();
	f->device_reads = device ? span(c->reads, d->reads) : NAN;
	f->device_writes = device ? span(c->writes, d->writes) : NAN;
	f->device_read_bytes = device ? span(c->read_bytes, d->read_bytes) : NAN;
	f->device_written_bytes = device ? span(c->written_bytes, d->written_bytes) : NAN;
}

void
window_close(struct window *w, struct figures *f)
{
	snapshot_tree(&w->after, w->scope);
	snapshot_machine(&w->after, w->scope);
	snapshot_processes(&w->after);
	memset(f, 0, sizeof(*f));
	f->real = (double)os_span_ns(w->start, w->end) / 1e9;
	close_tree(w, f);
	close_machine(w, f);
	close_outside(w, f);
	free(w->before.processes);
	free(w->after.processes);
	w->before.processes = w->after.processes = NULL;
}

/* Every number of struct figures that has a name, and whether it needs a window of a second to mean something. */
static const struct {
	const char *metric;
	size_t offset;
	bool machine;
} fields[] = {
#define FIELD(metric, member, machine) { metric, offsetof(struct figures, member), machine }
	FIELD("real", real, false),
	FIELD("user", user, false),
	FIELD("sys", sys, false),
	FIELD("cpu", cpu, false),
	FIELD("unreaped", unreaped, false),
	FIELD("outside.kernel", kernel, true),
	FIELD("outside.interrupts", interrupts, true),
	FIELD("outside.others", others, true),
	FIELD("steal", steal, true),
	FIELD("idle", idle, true),
	FIELD("minor_faults", minor_faults, false),
	FIELD("major_faults", major_faults, false),
	FIELD("voluntary_switches", voluntary_switches, false),
	FIELD("involuntary_switches", involuntary_switches, false),
	FIELD("blocks_in", blocks_in, false),
	FIELD("blocks_out", blocks_out, false),
	FIELD("processes_started", processes_started, false),
	FIELD("device_reads", device_reads, false),
	FIELD("device_writes", device_writes, false),
	FIELD("device_read_bytes", device_read_bytes, false),
	FIELD("device_written_bytes", device_written_bytes, false),
#undef FIELD
};

enum { NFIELDS = sizeof(fields) / sizeof(fields[0]) };

static double *
field(struct figures *f, size_t i)
{
	return (double *)(void *)((char *)f + fields[i].offset);
}

void
figures_zero(struct figures *sum)
{
	memset(sum, 0, sizeof(*sum));
	sum->peak_rss = NAN;
}

void
figures_add(struct figures *sum, const struct figures *more)
{
	struct figures copy = *more;

	for (size_t i = 0; i < NFIELDS; i++)
		*field(sum, i) += *field(&copy, i);
	sum->span += more->span;
	if (isfinite(more->peak_rss) && !(sum->peak_rss >= more->peak_rss))
		sum->peak_rss = more->peak_rss;
	for (size_t i = 0; i < more->noutside; i++)
		outside_add(sum, more->outside[i].name, more->outside[i].kernel, more->outside[i].cpu_s);
	if (sum->noutside > 0)
		qsort(sum->outside, sum->noutside, sizeof(*sum->outside), compare_outside);
}

void
figures_release(struct figures *f)
{
	free(f->outside);
	f->outside = NULL;
	f->noutside = 0;
}

double
figures_value(const struct figures *f, const char *metric)
{
	double outside = f->kernel + f->interrupts + f->others;
	struct figures copy = *f;

	if (strcmp(metric, "peak_rss") == 0)
		return f->peak_rss;
	if (strcmp(metric, "outside") == 0)
		return f->real >= 1 ? outside : NAN;
	if (strcmp(metric, "residue") == 0)
		return f->real >= 1 ? f->span - (f->cpu + outside + f->steal + f->idle) : NAN;
	for (size_t i = 0; i < NFIELDS; i++)
		if (strcmp(fields[i].metric, metric) == 0)
			return fields[i].machine && f->real < 1 ? NAN : *field(&copy, i);
	return NAN;
}
