/* A series of boots, its plan and its progress: see boots.h. The directory is boots_file.c's. */
#include "run/boots.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/quote.h"
#include "stats/rng.h"
#include "stats/schedule.h"

#define ALPHA 0.05

enum { NAME_MOST = 64 };	/* it is a part of names of files */

/* ------------------------------------------------------------------ which systems */

static int
check_name(const struct boots *b, const char *name, struct err *e)
{
	static const char allowed[] = "-._+abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

	if (name[0] == '\0')
		return err_set(e, ERR_USAGE, "a system in '--systems' has no name");
	if (name[strspn(name, allowed)] != '\0' || strspn(name, "-._+") > 0 || strlen(name) > NAME_MOST)
		return err_set(e, ERR_USAGE,
		    "'%s' cannot name a system: up to %d letters, digits, '-', '.', '_' and '+' can, a letter or digit first", name, NAME_MOST);
	for (size_t i = 0; i < b->nsystems; i++)
		if (strcmp(b->systems[i].name, name) == 0)
			return err_set(e, ERR_USAGE, "system '%s' is named twice", name);
	return 0;
}

static int
check_rule(const struct boots *b, const char *rule, struct err *e)
{
	if (identity_check_rule(rule, e) != 0)
		return -1;
	for (size_t i = 0; i < b->nsystems; i++)
		if (b->systems[i].rule != NULL && strcmp(b->systems[i].rule, rule) == 0)
			return err_set(e, ERR_USAGE, "'%s' cannot tell two systems apart", rule);
	return 0;
}

/* "NAME" or "NAME=RULE" */
static int
add_system(struct boots *b, const char *text, struct err *e)
{
	const char *equals = strchr(text, '=');
	char *name = mem_printf("%.*s", (int)strcspn(text, "="), text);

	if (check_name(b, name, e) != 0 || (equals != NULL && check_rule(b, equals + 1, e) != 0)) {
		free(name);
		return -1;
	}
	b->systems = mem_resize(b->systems, b->nsystems + 1, sizeof(*b->systems));
	b->systems[b->nsystems++] = (struct boots_system){ name, equals != NULL ? mem_string(equals + 1) : NULL };
	return 0;
}

int
boots_parse_systems(struct boots *b, const char *text, struct err *e)
{
	char **items;
	size_t count;
	int result = 0;

	quote_list(text, &items, &count);
	for (size_t i = 0; i < count && result == 0; i++)
		result = add_system(b, items[i], e);
	quote_free(items);
	if (result == 0 && b->nsystems < 2)
		result = err_set(e, ERR_USAGE, "a series compares two systems at least; name them all: '--systems %s,...'", text);
	return result;
}

/* ------------------------------------------------------------------ in which order */

/* C(2m, m) */
static double
arrangements(size_t m)
{
	double product = 1;

	for (size_t i = 1; i <= m; i++)
		product = product * (double)(m + i) / (double)i;
	return product;
}

/*
 * The smallest number with which the clearest result there can be passes Holm's first step, when each system is compared with the
 * baseline: 2 / product of C(2m, m) over the blocks <= alpha / comparisons. Never below what stats/ takes at all.
 */
unsigned
boots_needed(size_t nsystems)
{
	size_t usual = schedule_units_per_block(nsystems);

	for (unsigned each = SCHEDULE_UNITS_MIN;; each++) {
		double p = 2;

		for (size_t i = 0; i < schedule_block_count(each, usual); i++)
			p /= arrangements(schedule_block_units(each, usual, i));
		if (p <= ALPHA / (double)(nsystems - 1))
			return each;
	}
}

static void
draw_block(struct boots *b, struct rng *order, struct rng *seeds, unsigned block, size_t units)
{
	size_t count = units * b->nsystems;
	unsigned *systems = mem_zero(count, sizeof(*systems));

	schedule_order(order, b->nsystems, units, systems);
	b->list = mem_resize(b->list, b->count + count, sizeof(*b->list));
	for (size_t i = 0; i < count; i++)
		b->list[b->count++] = (struct boot){ .system = systems[i], .block = block, .seed = rng_next(seeds) };
	free(systems);
}

void
boots_draw(struct boots *b, unsigned each, uint64_t seed)
{
	size_t usual = schedule_units_per_block(b->nsystems);
	struct rng order, seeds;

	b->seed = seed;
	schedule_seed(seed, &order, &seeds);
	for (unsigned i = 0; i < schedule_block_count(each, usual); i++)
		draw_block(b, &order, &seeds, i, schedule_block_units(each, usual, i));
}

/* ------------------------------------------------------------------ what is next */

size_t
boots_next(const struct boots *b)
{
	size_t i = 0;

	while (i < b->count && b->list[i].state == BOOT_DONE)
		i++;
	return i;
}

/* The system's first boot that is done, or NULL. */
static const struct identity *
first_identity(const struct boots *b, size_t system)
{
	for (size_t i = 0; i < b->count; i++)
		if (b->list[i].system == system && b->list[i].state == BOOT_DONE)
			return &b->list[i].identity;
	return NULL;
}

char *
boots_system_words(const struct boots *b, size_t system)
{
	const struct identity *first = first_identity(b, system);
	char *was, *text;

	if (b->systems[system].rule != NULL)
		return mem_string(b->systems[system].rule);
	if (first == NULL)
		return mem_string("to be recognised by its first boot");
	was = identity_words(first);
	text = mem_printf("%s, as in its first boot", was);
	free(was);
	return text;
}

static bool
same_system(const struct identity *a, const struct identity *b)
{
	struct buf differences = BUF_EMPTY;
	bool same;

	identity_differences(a, b, &differences);
	same = differences.length == 0;
	buf_release(&differences);
	return same;
}

/* Whether that is known to be this system; one of which nothing is known yet is nobody. */
static bool
is_system(const struct boots *b, size_t system, const struct identity *now)
{
	const struct identity *first = first_identity(b, system);

	if (b->systems[system].rule != NULL)
		return identity_fits(now, b->systems[system].rule);
	return first != NULL && same_system(first, now);
}

/* ERR_UNFIT: why it cannot be now, and what to do instead. */
static int
turn_away(const struct boots *b, size_t next, const char *why, struct err *e)
{
	size_t system = b->list[next].system;
	char *words = boots_system_words(b, system);

	err_set(e, ERR_UNFIT, "%s; boot '%s' (%s) for boot %zu of %zu, and call again", why, b->systems[system].name, words, next + 1, b->count);
	free(words);
	return -1;
}

static int
check_system(const struct boots *b, size_t next, const struct identity *now, struct err *e)
{
	size_t wanted = b->list[next].system, other = 0;
	const struct identity *first = first_identity(b, wanted);
	bool fits = is_system(b, wanted, now), known = first != NULL || b->systems[wanted].rule != NULL;
	char *running = identity_words(now), *why = NULL;
	struct buf differences = BUF_EMPTY;
	int result = 0;

	while (other < b->nsystems && (other == wanted || !is_system(b, other, now)))
		other++;
	if (fits && other < b->nsystems)
		result = err_set(e, ERR_UNFIT, "this is %s, which fits '%s' as well as '%s': begin a series with rules that tell them apart",
		    running, b->systems[wanted].name, b->systems[other].name);
	else if (other < b->nsystems)
		why = mem_printf("this is %s, which is '%s'", running, b->systems[other].name);
	else if (!fits && known)
		why = mem_printf("this is %s, which is not '%s'", running, b->systems[wanted].name);
	else if (first != NULL)
		identity_differences(first, now, &differences);
	if (why != NULL)
		result = turn_away(b, next, why, e);
	else if (differences.length > 0)
		result = err_set(e, ERR_UNFIT, "'%s' has changed since its first boot: %s; boot it as it was, or begin another series",
		    b->systems[wanted].name, buf_text(&differences));
	buf_release(&differences);
	free(running);
	free(why);
	return result;
}

static bool
same_boot(const struct identity *a, const struct identity *b)
{
	const char *x = a->facts[IDENTITY_BOOT], *y = b->facts[IDENTITY_BOOT];

	return x != NULL && y != NULL && strcmp(x, y) == 0;
}

int
boots_admit(const struct boots *b, const struct identity *now, enum boots_admission *how, struct err *e)
{
	size_t next = boots_next(b);

	if (next == b->count)
		return err_set(e, ERR_USAGE, "all %zu boots are done; 'harness compare %s' says what came out", b->count, b->directory);
	if (now->facts[IDENTITY_BOOT] == NULL)
		return err_set(e, ERR_UNSUPPORTED, "this system does not tell one boot from another, so no series can be made on it");
	for (size_t i = 0; i < b->count; i++)
		if (b->list[i].state == BOOT_DONE && same_boot(&b->list[i].identity, now)) {
			char *why = mem_printf("this boot was used already, for boot %zu", i + 1);
			int result = turn_away(b, next, why, e);

			free(why);
			return result;
		}
	if (b->list[next].state == BOOT_CUT && same_boot(&b->list[next].identity, now)) {
		*how = BOOTS_GO_ON;
		return 0;
	}
	*how = b->list[next].state == BOOT_CUT ? BOOTS_BEGIN_ANEW : BOOTS_BEGIN;
	return check_system(b, next, now, e);
}

json_t *
boots_to_header(const struct boots *b, size_t boot, const struct identity *now)
{
	json_t *json = json_object();

	json_put_text(json, "system", b->systems[b->list[boot].system].name);
	json_put_count(json, "boot", boot + 1);
	json_put_count(json, "boots", b->count);
	json_put_text(json, "tag", now->facts[IDENTITY_TAG]);
	return json;
}

const char *
boot_state_name(enum boot_state state)
{
	static const char *const names[] = { [BOOT_OPEN] = "open", [BOOT_CUT] = "cut", [BOOT_DONE] = "done" };

	return names[state];
}

void
boots_release(struct boots *b)
{
	for (size_t i = 0; i < b->nsystems; i++) {
		free(b->systems[i].name);
		free(b->systems[i].rule);
	}
	for (size_t i = 0; i < b->count; i++) {
		free(b->list[i].path);
		identity_release(&b->list[i].identity);
	}
	free(b->systems);
	free(b->list);
	free(b->directory);
	free(b->place);
	quote_free(b->words);
	*b = (struct boots){ .count = 0 };
}
