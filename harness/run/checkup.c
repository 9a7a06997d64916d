/* The checkup: what the system says of itself; the second in which it is watched is in checkup_watch.c. */
#include "run/checkup.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/units.h"
#include "os/os.h"
#include "run/checkup_part.h"
#include "setting/journal.h"

static const uint64_t MIB = 1024 * 1024;

void
checkup_add(struct checkup *c, enum check_level level, const char *name, char *take_what, const char *why, const char *advice)
{
	c->list = mem_resize(c->list, c->count + 1, sizeof(*c->list));
	c->list[c->count++] = (struct check){ level, name, take_what, level != CHECK_OK ? why : NULL, level != CHECK_OK ? advice : NULL };
}

/* ------------------------------------------------------------------ settings of the system */

static void
check_journal(struct checkup *c)
{
	struct err e;

	if (journal_check(&e) == 0)
		checkup_add(c, CHECK_OK, "settings", mem_string("none changed by harness"), NULL, NULL);
	else if (e.kind == ERR_UNFIT)
		checkup_add(c, CHECK_UNFIT, "settings", mem_string(e.text), "the machine is not as it usually is",
		    "see 'harness undo --dry-run'");
	else
		checkup_add(c, CHECK_UNKNOWN, "settings", mem_string(e.text), "a killed harness may have left them changed", NULL);
}

static void
check_frequency(struct checkup *c, const struct checkup_settings *s)
{
	bool boosts = (s->boost != NULL && strcmp(s->boost, "1") == 0) || (s->no_turbo != NULL && strcmp(s->no_turbo, "0") == 0);

	if (s->governor == NULL)
		checkup_add(c, CHECK_UNKNOWN, "frequency", mem_string("the system does not tell how CPU speed is governed"),
		    "in a guest the host decides it; the noise floor has it in it", NULL);
	else if (strcmp(s->governor, "performance") != 0)
		checkup_add(c, CHECK_WARNING, "frequency", mem_printf("governed by '%s'", s->governor),
		    "the speed of the CPUs follows the load, and first trials are slower",
		    "set the governor to 'performance' (cpupower frequency-set -g performance)");
	else if (boosts)
		checkup_add(c, CHECK_NOTE, "frequency", mem_string("governed by 'performance', with boost"),
		    "how far CPUs boost follows their temperature and how many are busy", "switch boost off for the smallest differences");
	else
		checkup_add(c, CHECK_OK, "frequency", mem_string("governed by 'performance'"), NULL, NULL);
}

static void
check_huge_pages(struct checkup *c, const char *enabled)
{
	static const char why[] = "whether memory comes in huge pages then depends on how fragmented it is";

	if (enabled == NULL)
		checkup_add(c, CHECK_UNKNOWN, "huge pages", mem_string("the system does not tell about transparent huge pages"), why, NULL);
	else if (strcmp(enabled, "always") == 0)
		checkup_add(c, CHECK_NOTE, "huge pages", mem_string("transparent ones 'always'"), why,
		    "keep it as it is in all that you compare; 'madvise' is steadier");
	else
		checkup_add(c, CHECK_OK, "huge pages", mem_printf("transparent ones '%s'", enabled), NULL, NULL);
}

static char *
size_words(uint64_t bytes)
{
	char text[64];

	units_format(text, sizeof(text), (double)bytes, units_scale_for("bytes", (double)bytes));
	return mem_string(text);
}

static void
check_swap(struct checkup *c, const char *used)
{
	static const char why[] = "memory that is swapped out comes back during trials";
	char *words = size_words(used != NULL ? strtoull(used, NULL, 10) : 0);

	if (used == NULL)
		checkup_add(c, CHECK_UNKNOWN, "swap", mem_string("the system does not tell how much is in use"), why, NULL);
	else if (strcmp(used, "0") != 0)
		checkup_add(c, CHECK_WARNING, "swap", mem_printf("%s in use", words), why, "free memory, then swapoff -a; swapon -a");
	else
		checkup_add(c, CHECK_OK, "swap", mem_string("none in use"), NULL, NULL);
	free(words);
}

void
checkup_judge_settings(struct checkup *c, const struct checkup_settings *s)
{
	check_frequency(c, s);
	check_huge_pages(c, s->huge_pages);
	check_swap(c, s->swap_used_bytes);
}

static void
check_settings(struct checkup *c)
{
	static const char *const names[] = { "cpu.governor", "cpu.boost", "cpu.no_turbo", "thp.enabled", "swap.used_bytes" };
	enum { COUNT = sizeof(names) / sizeof(names[0]) };
	char *values[COUNT] = { NULL }, *value;
	const char *name;

	for (size_t i = 0; os_tunable(i, &name, &value); i++)
		for (size_t k = 0; k <= COUNT; k++) {
			if (k == COUNT)
				free(value);
			else if (values[k] == NULL && strcmp(name, names[k]) == 0) {
				values[k] = value;
				break;
			}
		}
	checkup_judge_settings(c, &(struct checkup_settings){ values[0], values[1], values[2], values[3], values[4] });
	for (size_t k = 0; k < COUNT; k++)
		free(values[k]);
}

/* Whether a text has a word in it, whatever the case of its letters. */
static bool
mentions(const char *text, const char *word)
{
	size_t length = strlen(word), k;

	for (; *text != '\0'; text++) {
		for (k = 0; k < length && tolower((unsigned char)text[k]) == word[k]; k++)
			;
		if (k == length)
			return true;
	}
	return false;
}

static void
check_clock(struct checkup *c)
{
	static const char *const fast[] = { "tsc", "kvm-clock", "hyperv", "xen", "arch_sys_counter", "timebase", "mach" };
	static const char *const slow[] = { "hpet", "acpi", "jiffies", "i8254", "pit" };
	enum check_level level = CHECK_NOTE;
	char *source = os_fact(OS_CLOCK_SOURCE);

	for (size_t i = 0; source != NULL && i < sizeof(slow) / sizeof(slow[0]); i++)
		if (mentions(source, slow[i]))
			level = CHECK_WARNING;
	for (size_t i = 0; source != NULL && i < sizeof(fast) / sizeof(fast[0]); i++)
		if (mentions(source, fast[i]))
			level = CHECK_OK;
	if (source == NULL)
		checkup_add(c, CHECK_UNKNOWN, "clock", mem_string("the system does not tell its source"),
		    "a slow one disturbs what is shorter than some 100 us", NULL);
	else
		checkup_add(c, level, "clock", mem_printf("%s", source),
		    level == CHECK_WARNING ? "each reading is slow or coarse, and programs that read it often become slower" :
		    "its cost is not known to harness; it matters for what is shorter than some 100 us",
		    level == CHECK_WARNING ? "find out why the kernel does not use the CPU's counter" : NULL);
	free(source);
}

static void
check_accounting(struct checkup *c)
{
	char *kind = os_fact(OS_CPU_ACCOUNTING), *tick = os_fact(OS_CPU_TICK_NS);

	if (kind == NULL)
		checkup_add(c, CHECK_UNKNOWN, "CPU time", mem_string("the system does not tell how it is accounted"),
		    "user and system time may be samples", NULL);
	else if (strcmp(kind, "exact") == 0)
		checkup_add(c, CHECK_OK, "CPU time", mem_string("user and system time are measured"), NULL, NULL);
	else
		checkup_add(c, CHECK_NOTE, "CPU time",
		    strcmp(kind, "tick") != 0 ? mem_string(kind) : mem_printf("user and system are told apart by sampling%s%.0f%s",
		    tick != NULL ? ", every " : "", tick != NULL ? strtod(tick, NULL) / 1e6 : 0.0, tick != NULL ? " ms" : ""),
		    "of short trials, user and sys say little one by one; cpu, their sum, is better", NULL);
	free(kind);
	free(tick);
}

static void
check_virtualisation(struct checkup *c)
{
	char *kind = os_fact(OS_VIRTUALISATION);

	if (kind == NULL)
		checkup_add(c, CHECK_UNKNOWN, "machine", mem_string("the system does not tell whether it is a guest"),
		    "a guest shares caches and CPUs with others", NULL);
	else if (strcmp(kind, "none") == 0)
		checkup_add(c, CHECK_OK, "machine", mem_string("no guest of a hypervisor"), NULL, NULL);
	else
		checkup_add(c, CHECK_NOTE, "machine", mem_printf("a guest (%s)", kind),
		    "other guests disturb it in ways that it cannot see; the noise floor has them in it", NULL);
	free(kind);
}

/* ------------------------------------------------------------------ space */

static void
check_space(struct checkup *c, const char *name, const char *path)
{
	static const char why[] = "workloads write files, and file systems become slow before they are full";
	uint64_t free_bytes, total_bytes;
	struct err e;
	char *left;
	enum check_level level = CHECK_OK;

	if (os_space(path, &free_bytes, &total_bytes, &e) != 0) {
		checkup_add(c, CHECK_UNKNOWN, name, mem_string(e.text), why, NULL);
		return;
	}
	left = size_words(free_bytes);
	if (free_bytes < 16 * MIB)
		level = CHECK_UNFIT;
	else if (free_bytes < 1024 * MIB || free_bytes < total_bytes / 20)
		level = CHECK_WARNING;
	checkup_add(c, level, name, mem_printf("%s free in %s", left, path), why, "make room, or name another place with --dir and -o");
	free(left);
}

/* ------------------------------------------------------------------ all */

void
checkup_make(struct checkup *c, const char *scratch, const char *results)
{
	*c = (struct checkup){ NULL, 0 };
	checkup_watch(c);
	check_journal(c);
	check_settings(c);
	check_clock(c);
	check_accounting(c);
	check_virtualisation(c);
	check_space(c, "scratch", scratch);
	check_space(c, "results", results);
}

void
checkup_release(struct checkup *c)
{
	for (size_t i = 0; i < c->count; i++)
		free(c->list[i].what);
	free(c->list);
	*c = (struct checkup){ NULL, 0 };
}

enum check_level
checkup_worst(const struct checkup *c)
{
	enum check_level worst = CHECK_OK;

	for (size_t i = 0; i < c->count; i++)
		if (c->list[i].level > worst)
			worst = c->list[i].level;
	return worst;
}

const char *
check_level_name(enum check_level level)
{
	static const char *const names[] = {
		[CHECK_OK] = "ok",
		[CHECK_UNKNOWN] = "unknown",
		[CHECK_NOTE] = "note",
		[CHECK_WARNING] = "warning",
		[CHECK_UNFIT] = "unfit",
	};

	return names[level];
}
