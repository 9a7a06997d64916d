/* Linux: facts for the record. */
#define _GNU_SOURCE

#include "os/os.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "os/linux.h"
#include "os/x86.h"

static char *
text_of(const char *path)
{
	char text[4096];

	return linux_text(path, text, sizeof(text)) && text[0] != '\0' ? mem_string(text) : NULL;
}

/* The value of the first line "key<blanks>: value" of /proc/cpuinfo. */
static char *
cpuinfo(const char *info, const char *key)
{
	size_t length = strlen(key);

	for (const char *line = info; *line != '\0'; line += *line == '\n') {
		const char *value = line + length;

		if (strncmp(line, key, length) == 0) {
			value += strspn(value, " \t");
			if (*value == ':') {
				value++;
				value += strspn(value, " \t");
				if (*value != '\n' && *value != '\0')
					return mem_printf("%.*s", (int)strcspn(value, "\n"), value);
			}
		}
		line += strcspn(line, "\n");
	}
	return NULL;
}

static char *
cpu_model(void)
{
	/* x86; mips; powerpc, sparc; riscv; older arm; loongarch */
	static const char *const keys[] = { "model name", "cpu model", "cpu", "uarch", "Processor", "Model Name" };
	struct buf info = BUF_EMPTY;
	struct err e;
	char *model = NULL, *implementer, *part;

	if (file_read("/proc/cpuinfo", &info, &e) == 0) {
		for (size_t i = 0; model == NULL && i < sizeof(keys) / sizeof(keys[0]); i++)
			model = cpuinfo(buf_text(&info), keys[i]);
		implementer = cpuinfo(buf_text(&info), "CPU implementer");
		part = cpuinfo(buf_text(&info), "CPU part");
		if (model == NULL && implementer != NULL && part != NULL)
			model = mem_printf("ARM implementer %s part %s", implementer, part);
		free(implementer);
		free(part);
	}
	buf_release(&info);
	return model;
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* "meltdown: Mitigation: PTI; ...", only what the CPU has. */
static char *
mitigations(void)
{
	static const char directory[] = "/sys/devices/system/cpu/vulnerabilities";
	char *names[64], text[512];
	struct buf all = BUF_EMPTY;
	struct dirent *entry;
	size_t count = 0;
	DIR *d = opendir(directory);

	if (d == NULL)
		return NULL;
	while ((entry = readdir(d)) != NULL)
		if (entry->d_name[0] != '.' && count < sizeof(names) / sizeof(names[0]))
			names[count++] = mem_string(entry->d_name);
	closedir(d);
	qsort(names, count, sizeof(names[0]), compare_names);
	for (size_t i = 0; i < count; i++) {
		char *path = path_join(directory, names[i]);

		if (linux_text(path, text, sizeof(text)) && strcmp(text, "Not affected") != 0)
			buf_printf(&all, "%s%s: %s", all.length > 0 ? " | " : "", names[i], text);
		free(path);
		free(names[i]);
	}
	return all.length > 0 ? buf_take(&all) : mem_string("not affected");
}

static char *
virtualisation(void)
{
	char *found;

	/* a paravirtual guest says it there; device trees where there is no cpuid */
	if ((found = text_of("/sys/hypervisor/type")) != NULL ||
	    (found = text_of("/proc/device-tree/hypervisor/compatible")) != NULL)
		return found;
	return x86_hypervisor();
}

/*
 * How user and system time are told apart. The ticks decide it unless the kernel measures each entry (NATIVE, a
 * choice at build time that exists on powerpc and s390 only) or does so on CPUs named by nohz_full= (GEN, built
 * into most kernels but asleep without it). So no configuration file is needed, except on those two architectures,
 * where it is not known.
 */
static char *
cpu_accounting(void)
{
	char text[256];

	if (linux_text("/sys/devices/system/cpu/nohz_full", text, sizeof(text)) && isdigit((unsigned char)text[0]))
		return mem_printf("exact on CPUs %s (nohz_full), tick on the others", text);
#if defined(__powerpc__) || defined(__s390__)
	return NULL;
#else
	return mem_string("tick");
#endif
}

/* The coarse clock moves once per timer interrupt, so its resolution is the tick. */
static char *
cpu_tick(void)
{
	struct timespec t;

	if (clock_getres(CLOCK_MONOTONIC_COARSE, &t) != 0)
		return NULL;
	return mem_printf("%lld", (long long)t.tv_sec * 1000000000 + t.tv_nsec);
}

static char *
system_title(void)
{
	static const char key[] = "\nPRETTY_NAME=";
	struct buf text = BUF_EMPTY;
	struct err e;
	const char *value;
	char *title = NULL;

	buf_putc(&text, '\n');
	if (file_read("/etc/os-release", &text, &e) == 0 || file_read("/usr/lib/os-release", &text, &e) == 0)
		if ((value = strstr(buf_text(&text), key)) != NULL) {
			value += sizeof(key) - 1;
			value += *value == '"' || *value == '\'';
			title = mem_printf("%.*s", (int)strcspn(value, "\"'\n"), value);
		}
	buf_release(&text);
	return title;
}

char *
os_fact(enum os_fact which)
{
	switch (which) {
	case OS_CPU_MODEL:
		return cpu_model();
	case OS_MITIGATIONS:
		return mitigations();
	case OS_VIRTUALISATION:
		return virtualisation();
	case OS_CLOCK_SOURCE:
		return text_of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
	case OS_KERNEL_COMMAND_LINE:
		return text_of("/proc/cmdline");
	case OS_CPU_ACCOUNTING:
		return cpu_accounting();
	case OS_CPU_TICK_NS:
		return cpu_tick();
	case OS_BOOT_ID:
		return text_of("/proc/sys/kernel/random/boot_id");
	case OS_SYSTEM_TITLE:
		return system_title();
	}
	return NULL;
}
