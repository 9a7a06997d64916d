/* cpus: the CPUs that the worker, and so all that it starts, runs on. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quote.h"
#include "base/ranges.h"
#include "os/os.h"
#include "setting/setting.h"

static int
parse(struct setting *s, const char *rest, struct err *e)
{
	unsigned *cpus;
	size_t count;

	if (ranges_parse("cpus:", rest, &cpus, &count, e) != 0)
		return -1;
	s->name = mem_string("cpus");
	s->value = ranges_write(cpus, count);
	free(cpus);
	free(s->text);
	s->text = mem_printf("cpus:%s", s->value);
	return 0;
}

static bool
is_in(unsigned cpu, const unsigned *cpus, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (cpus[i] == cpu)
			return true;
	return false;
}

/*
 * The CPUs of the list are checked against those that we have: fewer than were asked for would be no error of
 * the system.
 */
static int
read_cpus(const struct setting *s, char ***was, struct err *e)
{
	unsigned *wanted, *ours;
	size_t nwanted, nours;
	char *text;
	int result = 0;

	*was = NULL;
	if (ranges_parse("cpus:", s->value, &wanted, &nwanted, e) != 0)
		return -1;
	if (os_get_cpus(&ours, &nours, e) != 0) {
		free(wanted);
		return -1;
	}
	text = ranges_write(ours, nours);
	for (size_t i = 0; i < nwanted && result == 0; i++)
		if (!is_in(wanted[i], ours, nours))
			result = err_set(e, ERR_UNSUPPORTED, "CPU %u of '%s' is not among those that we may run on: %s",
			    wanted[i], s->text, text);
	if (result == 0) {
		char *words[] = { s->name, text, NULL };

		*was = quote_copy(words);
	}
	free(text);
	free(wanted);
	free(ours);
	return result;
}

int
setting_cpus_take(const char *list, struct err *e)
{
	unsigned *wanted, *taken = NULL;
	size_t nwanted, ntaken;
	char *text;
	int result;

	if (ranges_parse("cpus:", list, &wanted, &nwanted, e) != 0)
		return -1;
	result = os_set_cpus(wanted, nwanted, e);
	if (result == 0)
		result = os_get_cpus(&taken, &ntaken, e);
	if (result == 0 && (ntaken != nwanted || memcmp(wanted, taken, nwanted * sizeof(*wanted)) != 0)) {
		text = ranges_write(taken, ntaken);
		result = setting_did_not_take("cpus", list, text, e);
		free(text);
	}
	free(wanted);
	free(taken);
	return result;
}

const struct setting_kind setting_cpus = {
	.name = "cpus",
	.form = "cpus:LIST",
	.scope = SCOPE_LAUNCH,
	.parse = parse,
	.read = read_cpus,
};
