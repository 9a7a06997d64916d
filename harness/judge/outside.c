/* CPU time outside: see outside.h. */
#include "judge/outside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "judge/tally.h"
#include "stats/order.h"

static double
median_of(const struct sides *s, size_t point, size_t side, const char *metric)
{
	struct tally t;
	double *values, median = NAN;
	size_t n = 0;

	tally_make(&t, s, point, metric, UNIT_TRIAL);
	values = mem_resize(NULL, t.sides[side].count, sizeof(*values));
	for (size_t i = 0; i < t.sides[side].count; i++)
		if (isfinite(t.sides[side].units[i].value))
			values[n++] = t.sides[side].units[i].value;
	if (n > 0)
		median = order_median_of(values, n);
	free(values);
	tally_release(&t);
	return median;
}

/* CPU seconds by process name. */
struct process {
	const char *name;
	double cpu_s;
};

struct processes {
	struct process *list;
	size_t count;
	double sum_s;
};

static void
add_processes(struct processes *p, const json_t *list)
{
	const json_t *entry;
	size_t i;

	json_array_foreach(list, i, entry) {
		const char *name = json_get_text(entry, "name"), *kind = json_get_text(entry, "kind");
		double cpu_s = json_get_real(entry, "cpu_s");
		size_t k = 0;

		if (name == NULL || kind == NULL || strcmp(kind, "process") != 0 || !isfinite(cpu_s))
			continue;
		while (k < p->count && strcmp(p->list[k].name, name) != 0)
			k++;
		if (k == p->count) {
			p->list = mem_resize(p->list, p->count + 1, sizeof(*p->list));
			p->list[p->count++] = (struct process){ name, 0 };
		}
		p->list[k].cpu_s += cpu_s;
		p->sum_s += cpu_s;
	}
}

static char *
find_busiest(const struct sides *s, size_t point, size_t side)
{
	struct processes p = { NULL, 0, 0 };
	char *name = NULL;

	for (size_t k = 0; k < s->list[side].nparts; k++) {
		const struct side_part *part = &s->list[side].parts[k];

		for (size_t i = 0; i < part->record->ntrials; i++) {
			const struct record_trial *t = &part->record->trials[i];

			if (t->ok && !t->warmup && !t->void_ && t->arm_case == part->arms[point].arm_case &&
			    t->variant == part->arms[point].variant)
				add_processes(&p, json_object_get(t->line, "outside"));
		}
	}
	for (size_t i = 0; i < p.count; i++)
		if (p.list[i].cpu_s > p.sum_s / 2)
			name = mem_string(p.list[i].name);
	free(p.list);
	return name;
}

void
outside_make(struct outside *o, const struct sides *s, size_t point, size_t side)
{
	o->total = median_of(s, point, side, "outside");
	o->kernel = median_of(s, point, side, "outside.kernel");
	o->interrupts = median_of(s, point, side, "outside.interrupts");
	o->others = median_of(s, point, side, "outside.others");
	o->steal = median_of(s, point, side, "steal");
	o->busiest = find_busiest(s, point, side);
}

void
outside_release(struct outside *o)
{
	free(o->busiest);
	o->busiest = NULL;
}
