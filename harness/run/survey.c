/* The survey: see survey.h. */
#include "run/survey.h"

#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/version.h"
#include "os/os.h"
#include "run/floor.h"

static void
put_fact(json_t *object, const char *key, enum os_fact fact)
{
	char *text = os_fact(fact);

	json_put_text(object, key, text);
	free(text);
}

static void
put_unless_unknown(json_t *object, const char *key, const char *text)
{
	json_put_text(object, key, text[0] != '\0' ? text : NULL);
}

static json_t *
cpu_accounting(void)
{
	json_t *object = json_object();
	char *tick = os_fact(OS_CPU_TICK_NS);

	put_fact(object, "kind", OS_CPU_ACCOUNTING);
	json_put_real(object, "tick_s", tick != NULL ? strtod(tick, NULL) / 1e9 : NAN);
	free(tick);
	return object;
}

static json_t *
scratch(const char *place)
{
	json_t *object = json_object();
	struct os_volume v;
	uint64_t free_bytes = OS_UNKNOWN, total_bytes = OS_UNKNOWN;
	struct err ignored;

	json_put_text(object, "path", place);
	if (os_volume(place, &v, &ignored) != 0)
		v = (struct os_volume){ .type = "" };
	put_unless_unknown(object, "type", v.type);
	put_unless_unknown(object, "source", v.source);
	put_unless_unknown(object, "options", v.options);
	put_unless_unknown(object, "mounted_on", v.mounted_on);
	put_unless_unknown(object, "device", v.device);
	if (os_space(place, &free_bytes, &total_bytes, &ignored) != 0)
		free_bytes = total_bytes = OS_UNKNOWN;
	json_put_count(object, "free_bytes", free_bytes);
	json_put_count(object, "total_bytes", total_bytes);
	return object;
}

static json_t *
settings(void)
{
	json_t *object = json_object();
	const char *name;
	char *value;

	for (size_t i = 0; os_tunable(i, &name, &value); i++) {
		json_put_text(object, name, value);
		free(value);
	}
	return object;
}

json_t *
survey(const char *place, const char *containment, json_t *tools)
{
	json_t *object = json_object();
	struct os_name name;

	os_name(&name);
	json_put_text(object, "harness", HARNESS_VERSION);
	json_put_text(object, "system", name.system);
	json_put_text(object, "release", name.release);
	json_put_text(object, "version", name.version);
	json_put_text(object, "machine", name.machine);
	put_fact(object, "title", OS_SYSTEM_TITLE);
	put_fact(object, "boot_id", OS_BOOT_ID);
	put_fact(object, "kernel_command_line", OS_KERNEL_COMMAND_LINE);
	put_fact(object, "cpu_model", OS_CPU_MODEL);
	json_put_count(object, "cpus", os_cpu_count());
	put_fact(object, "mitigations", OS_MITIGATIONS);
	put_fact(object, "virtualisation", OS_VIRTUALISATION);
	json_put_count(object, "memory_bytes", os_memory_bytes());
	put_fact(object, "clock_source", OS_CLOCK_SOURCE);
	json_put(object, "cpu_accounting", cpu_accounting());
	json_put_text(object, "containment", containment);
	json_put(object, "scratch", scratch(place));
	json_put(object, "tools", json_incref(tools));
	json_put(object, "settings", settings());
	json_put(object, "noise_floor", floor_cited());
	return object;
}
