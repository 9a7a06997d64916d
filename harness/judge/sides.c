/* Who is compared: see sides.h. */
#include "judge/sides.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"
#include "judge/match.h"

static const char *const unit_names[] = {
	[UNIT_TRIAL] = "trial",
	[UNIT_VOLUME] = "volume",
	[UNIT_SESSION] = "session",
};

const char *
unit_name(enum unit unit)
{
	return unit_names[unit];
}

static enum unit
unit_of(const struct record *r)
{
	const char *text = json_get_text(r->header, "unit");

	for (size_t i = 0; text != NULL && i < sizeof(unit_names) / sizeof(unit_names[0]); i++)
		if (strcmp(text, unit_names[i]) == 0)
			return (enum unit)i;
	return UNIT_TRIAL;
}

const char *
sides_boot(const struct record *r)
{
	return json_get_text(json_object_get(r->header, "environment"), "boot_id");
}

void
sides_release(struct sides *s)
{
	for (size_t i = 0; i < s->count; i++) {
		for (size_t k = 0; k < s->list[i].nparts; k++)
			free(s->list[i].parts[k].arms);
		free(s->list[i].parts);
		free(s->list[i].name);
	}
	for (size_t i = 0; i < s->npoints; i++)
		free(s->points[i]);
	free(s->list);
	free(s->points);
	free(s->differences);
	free(s->remarks);
	*s = (struct sides){ .list = NULL };
}

/* Distinct texts in the order in which they came; borrowed. */
struct texts {
	const char **list;
	size_t count;
};

static size_t
texts_add(struct texts *t, const char *text)
{
	for (size_t i = 0; i < t->count; i++)
		if (strcmp(t->list[i], text) == 0)
			return i;
	t->list = mem_resize(t->list, t->count + 1, sizeof(*t->list));
	t->list[t->count] = text;
	return t->count++;
}

/* What a variant is only compared within ("" for all together), and its name in there. */
static const char *
variant_text(const struct record *r, size_t variant, const char *key, const char *fallback)
{
	const json_t *entry = json_array_get(json_object_get(r->header, "variants"), variant);
	const char *text = json_get_text(entry, key);

	return text != NULL ? text : fallback;
}

static char *
point_label(const char *arm_case, const char *within)
{
	return mem_printf("%s%s%s", arm_case, arm_case[0] != '\0' && within[0] != '\0' ? " " : "", within);
}

/* Room for `count` sides of `nparts` parts each, arms nowhere. */
static void
add_side(struct sides *s, char *take_name, size_t nparts)
{
	struct side *side;

	s->list = mem_resize(s->list, s->count + 1, sizeof(*s->list));
	side = &s->list[s->count++];
	*side = (struct side){ take_name, mem_zero(nparts, sizeof(*side->parts)), nparts };
	for (size_t k = 0; k < nparts; k++) {
		side->parts[k].arms = mem_zero(s->npoints, sizeof(*side->parts[k].arms));
		for (size_t i = 0; i < s->npoints; i++)
			side->parts[k].arms[i].arm_case = RECORD_NONE;
	}
}

void
sides_within(struct sides *s, const struct record *record)
{
	struct texts groups = { NULL, 0 }, names = { NULL, 0 };

	*s = (struct sides){
		.first = record,
		.unit = unit_of(record),
		.sequential = !record_randomised(record),
	};
	for (size_t v = 0; v < record->nvariants; v++) {
		texts_add(&groups, variant_text(record, v, "within", ""));
		texts_add(&names, variant_text(record, v, "label", record_variant_name(record, v)));
	}
	s->npoints = record->ncases * groups.count;
	s->points = mem_zero(s->npoints, sizeof(*s->points));
	for (size_t c = 0; c < record->ncases; c++)
		for (size_t g = 0; g < groups.count; g++)
			s->points[c * groups.count + g] =
			    point_label(record_case_label(record, c), groups.list[g]);
	for (size_t i = 0; i < names.count; i++) {
		add_side(s, mem_string(names.list[i]), 1);
		s->list[i].parts[0].record = record;
	}
	for (size_t v = 0; v < record->nvariants; v++) {
		size_t g = texts_add(&groups, variant_text(record, v, "within", ""));
		size_t i = texts_add(&names, variant_text(record, v, "label", record_variant_name(record, v)));

		for (size_t c = 0; c < record->ncases; c++)
			s->list[i].parts[0].arms[c * groups.count + g] =
			    (struct side_arm){ (unsigned)c, (unsigned)v };
	}
	free(groups.list);
	free(names.list);
}

/* The variant of `in` that has the name; a lone variant on both sides matches whatever its name. */
static unsigned
match_variant(const struct record *of, size_t variant, const struct record *in)
{
	if (of->nvariants == 1 && in->nvariants == 1)
		return 0;
	for (size_t i = 0; i < in->nvariants; i++)
		if (strcmp(record_variant_name(of, variant), record_variant_name(in, i)) == 0)
			return (unsigned)i;
	return RECORD_NONE;
}

/* "linux-1.jsonl", "linux-2.jsonl" -> "linux". */
static char *
common_name(const struct side_group *group)
{
	char *name = mem_string(path_base(group->records[0]->path));
	size_t length = strlen(name);

	if (length > 6 && strcmp(name + length - 6, ".jsonl") == 0)
		name[length -= 6] = '\0';
	for (size_t i = 1; i < group->count; i++) {
		const char *other = path_base(group->records[i]->path);
		size_t same = 0;

		while (same < length && name[same] == other[same])
			same++;
		length = same;
	}
	if (group->count > 1)
		while (length > 1 && strchr("-_.0123456789", name[length - 1]) != NULL)
			length--;
	name[length] = '\0';
	if (name[0] != '\0')
		return name;
	free(name);
	return mem_string("group");
}

/* A variant's own name when each record has just that one, else the file's. */
static char *
group_name(const struct side_group *group)
{
	const char *variant = record_variant_name(group->records[0], 0);

	for (size_t i = 0; i < group->count; i++)
		if (group->records[i]->nvariants != 1 ||
		    strcmp(record_variant_name(group->records[i], 0), variant) != 0)
			variant = "";
	if (variant[0] != '\0' && strcmp(variant, "default") != 0)
		return mem_string(variant);
	return common_name(group);
}

static bool
is_separator(char c)
{
	return c == '-' || c == '_' || c == '.' || c == ' ';
}

/* How many characters, up to and with a separator, all names begin with (or end with). */
static size_t
shared_length(const struct sides *s, bool at_end)
{
	const char *first = s->list[0].name;
	size_t length = strlen(first), shared = 0;

	for (size_t n = 0; n + 1 < length; n++) {
		char c = at_end ? first[length - 1 - n] : first[n];

		for (size_t i = 1; i < s->count; i++) {
			const char *other = s->list[i].name;
			size_t own = strlen(other);

			if (n + 1 >= own || (at_end ? other[own - 1 - n] : other[n]) != c)
				return shared;
		}
		if (is_separator(c))
			shared = n + 1;
	}
	return shared;
}

/* "build-linux-vm", "build-freebsd-vm" -> "linux", "freebsd"; equal names get a number. */
static void
shorten_names(struct sides *s)
{
	size_t front = shared_length(s, false), back;

	for (size_t i = 0; i < s->count; i++)
		memmove(s->list[i].name, s->list[i].name + front, strlen(s->list[i].name + front) + 1);
	back = shared_length(s, true);
	for (size_t i = 0; i < s->count; i++)
		s->list[i].name[strlen(s->list[i].name) - back] = '\0';
	for (size_t i = 0; i < s->count; i++)
		for (size_t k = 0; k < i; k++)
			if (strcmp(s->list[k].name, s->list[i].name) == 0) {
				char *numbered = mem_printf("%s#%zu", s->list[i].name, i + 1);

				free(s->list[i].name);
				s->list[i].name = numbered;
			}
}

static void
fill_group(struct sides *s, const struct side_group *group)
{
	const struct record *first = s->first;
	struct side *side;

	add_side(s, group_name(group), group->count);
	side = &s->list[s->count - 1];
	for (size_t k = 0; k < group->count; k++) {
		const struct record *r = group->records[k];

		side->parts[k].record = r;
		for (size_t i = 0; i < s->npoints; i++) {
			unsigned arm_case = match_case(first, (unsigned)(i / first->nvariants), r);
			unsigned variant = match_variant(first, i % first->nvariants, r);

			if (arm_case != RECORD_NONE && variant != RECORD_NONE)
				side->parts[k].arms[i] = (struct side_arm){ arm_case, variant };
		}
	}
}

/* Variants that only some of the records have are named; those of all are compared. */
static void
match_variants(const struct record *a, const struct record *b, struct buf *differences)
{
	for (size_t v = 0; v < a->nvariants; v++)
		if (match_variant(a, v, b) == RECORD_NONE)
			buf_printf(differences, "%svariant \"%s\" is missing in '%s'",
			    differences->length > 0 ? "; " : "", record_variant_name(a, v), b->path);
}

static int
check_groups(struct sides *s, const struct side_group *groups, size_t ngroups, bool force, struct err *e)
{
	struct buf differences = BUF_EMPTY, remarks = BUF_EMPTY;
	int result = 0;

	for (size_t g = 0; g < ngroups && result == 0; g++)
		for (size_t k = 0; k < groups[g].count && result == 0; k++) {
			const struct record *r = groups[g].records[k];

			if (r == s->first)
				continue;
			match_records(s->first, r, &differences, &remarks);
			/* of another workload nothing else is worth comparing */
			if (strcmp(record_workload(s->first), record_workload(r)) == 0) {
				match_variants(s->first, r, &differences);
				match_variants(r, s->first, &differences);
			}
			if (differences.length > 0 && !force)
				result = err_set(e, ERR_USAGE,
				    "'%s' and '%s' cannot be compared: %s; use --force to compare them nevertheless",
				    s->first->path, r->path, buf_text(&differences));
		}
	if (result == 0 && differences.length > 0)
		s->differences = buf_take(&differences);
	if (result == 0 && remarks.length > 0)
		s->remarks = buf_take(&remarks);
	buf_release(&differences);
	buf_release(&remarks);
	return result;
}

/* All records from one boot: the boot is not what differs, and one side ran after the other. */
static bool
is_one_boot(const struct sides *s)
{
	const char *boot = sides_boot(s->first);

	for (size_t i = 0; i < s->count; i++)
		for (size_t k = 0; k < s->list[i].nparts; k++) {
			const char *other = sides_boot(s->list[i].parts[k].record);

			if (boot == NULL || other == NULL || strcmp(boot, other) != 0)
				return false;
		}
	return true;
}

int
sides_between(struct sides *s, const struct side_group *groups, size_t ngroups, bool force, struct err *e)
{
	const struct record *first = groups[0].records[0];

	*s = (struct sides){ .first = first, .unit = UNIT_SESSION, .between = true };
	if (check_groups(s, groups, ngroups, force, e) != 0)
		return -1;
	s->npoints = first->ncases * first->nvariants;
	s->points = mem_zero(s->npoints, sizeof(*s->points));
	for (size_t c = 0; c < first->ncases; c++)
		for (size_t v = 0; v < first->nvariants; v++)
			s->points[c * first->nvariants + v] = point_label(record_case_label(first, c),
			    first->nvariants > 1 ? record_variant_name(first, v) : "");
	for (size_t g = 0; g < ngroups; g++)
		fill_group(s, &groups[g]);
	shorten_names(s);
	s->one_boot = is_one_boot(s);
	if (s->one_boot)
		s->unit = UNIT_TRIAL;
	s->sequential = s->one_boot;
	return 0;
}

void
sides_arrange(struct sides *s, const struct side_order *order)
{
	s->drawn = true;
	s->unfinished = order->unfinished;
	for (size_t i = 0; i < s->count; i++) {
		free(s->list[i].name);
		s->list[i].name = mem_string(order->names[i]);
		for (size_t k = 0; k < s->list[i].nparts; k++)
			s->list[i].parts[k].block = order->blocks[i][k];
	}
}
