/* Linux: settings that are known to move results. One that this kernel does not have is unknown (NULL). */
#define _GNU_SOURCE

#include "os/os.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "os/linux.h"

/* The text of a file; of a choice ("always [madvise] never") the word in brackets. */
static char *
setting(const char *path)
{
	char text[1024], *open, *end;

	if (!linux_text(path, text, sizeof(text)) || text[0] == '\0')
		return NULL;
	if ((open = strchr(text, '[')) != NULL && (end = strchr(open, ']')) != NULL) {
		*end = '\0';
		return mem_string(open + 1);
	}
	for (char *p = text; *p != '\0'; p++)
		if (*p == '\n' || *p == '\t')
			*p = ' ';
	return mem_string(text);
}

/* The different texts of all files of a pattern: "performance", or "performance,powersave". */
static char *
settings(const char *pattern)
{
	struct buf all = BUF_EMPTY;
	glob_t found;

	if (glob(pattern, 0, NULL, &found) != 0)
		return NULL;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		char *value = setting(found.gl_pathv[i]);
		char *seen = mem_printf(",%s,", buf_text(&all)),
		     *wanted = mem_printf(",%s,", value != NULL ? value : "");

		if (value != NULL && strstr(seen, wanted) == NULL)
			buf_printf(&all, "%s%s", all.length > 0 ? "," : "", value);
		free(wanted);
		free(seen);
		free(value);
	}
	globfree(&found);
	return all.length > 0 ? buf_take(&all) : NULL;
}

/* "0" or the bytes of swap in use. */
static char *
swap_used(const char *path)
{
	struct buf text = BUF_EMPTY;
	struct err e;
	unsigned long long total = 0;
	char *rest, *line, *word;

	if (file_read(path, &text, &e) != 0) {
		buf_release(&text);
		return NULL;
	}
	rest = text.text;
	strsep(&rest, "\n");	/* the heading */
	while ((line = strsep(&rest, "\n")) != NULL) {	/* filename type size used priority, in KiB */
		char *save, *used = NULL;

		word = strtok_r(line, " \t", &save);
		for (int i = 0; word != NULL && i < 3; i++)
			used = word = strtok_r(NULL, " \t", &save);
		if (used != NULL)
			total += strtoull(used, NULL, 10) * 1024;
	}
	buf_release(&text);
	return mem_printf("%llu", total);
}

#define VM(name)	{ "vm." name, "/proc/sys/vm/" name, setting }
#define KERNEL(name)	{ "kernel." name, "/proc/sys/kernel/" name, setting }
#define THP(name)	{ "thp." name, "/sys/kernel/mm/transparent_hugepage/" name, setting }
#define SCHED(name)	{ "sched." name, "/sys/kernel/debug/sched/" name, setting }
#define CPU		"/sys/devices/system/cpu/"

static const struct {
	const char *name, *path;
	char *(*read)(const char *path);
} tunables[] = {
	THP("enabled"),
	THP("defrag"),
	THP("shmem_enabled"),
	{ "thp.khugepaged.defrag", "/sys/kernel/mm/transparent_hugepage/khugepaged/defrag", setting },
	{ "lru_gen.enabled", "/sys/kernel/mm/lru_gen/enabled", setting },
	{ "ksm.run", "/sys/kernel/mm/ksm/run", setting },
	{ "zswap.enabled", "/sys/module/zswap/parameters/enabled", setting },
	{ "swap.used_bytes", "/proc/swaps", swap_used },

	VM("swappiness"),
	VM("overcommit_memory"),
	VM("overcommit_ratio"),
	VM("vfs_cache_pressure"),
	VM("max_map_count"),
	VM("dirty_ratio"),
	VM("dirty_background_ratio"),
	VM("dirty_bytes"),
	VM("dirty_background_bytes"),
	VM("dirty_expire_centisecs"),
	VM("dirty_writeback_centisecs"),
	VM("dirtytime_expire_seconds"),
	VM("laptop_mode"),
	VM("min_free_kbytes"),
	VM("watermark_scale_factor"),
	VM("watermark_boost_factor"),
	VM("compaction_proactiveness"),
	VM("zone_reclaim_mode"),
	VM("nr_hugepages"),
	VM("page-cluster"),
	VM("stat_interval"),

	KERNEL("randomize_va_space"),
	KERNEL("numa_balancing"),
	KERNEL("pid_max"),
	KERNEL("threads-max"),
	KERNEL("perf_event_paranoid"),
	KERNEL("nmi_watchdog"),
	KERNEL("timer_migration"),
	KERNEL("yama.ptrace_scope"),
	{ "fs.protected_hardlinks", "/proc/sys/fs/protected_hardlinks", setting },

	KERNEL("sched_autogroup_enabled"),
	KERNEL("sched_child_runs_first"),
	KERNEL("sched_schedstats"),
	KERNEL("sched_rt_runtime_us"),
	KERNEL("sched_cfs_bandwidth_slice_us"),
	KERNEL("sched_util_clamp_min"),
	KERNEL("sched_latency_ns"),
	KERNEL("sched_min_granularity_ns"),
	KERNEL("sched_wakeup_granularity_ns"),
	KERNEL("sched_migration_cost_ns"),
	KERNEL("sched_nr_migrate"),
	SCHED("base_slice_ns"),
	SCHED("latency_ns"),
	SCHED("min_granularity_ns"),
	SCHED("wakeup_granularity_ns"),
	SCHED("migration_cost_ns"),
	SCHED("nr_migrate"),
	SCHED("preempt"),
	SCHED("tunable_scaling"),
	SCHED("features"),
	{ "sched_ext.state", "/sys/kernel/sched_ext/state", setting },

	{ "cpu.governor", CPU "cpu[0-9]*/cpufreq/scaling_governor", settings },
	{ "cpu.driver", CPU "cpu[0-9]*/cpufreq/scaling_driver", settings },
	{ "cpu.min_khz", CPU "cpu[0-9]*/cpufreq/scaling_min_freq", settings },
	{ "cpu.max_khz", CPU "cpu[0-9]*/cpufreq/scaling_max_freq", settings },
	{ "cpu.energy_preference", CPU "cpu[0-9]*/cpufreq/energy_performance_preference", settings },
	{ "cpu.boost", CPU "cpufreq/boost", setting },
	{ "cpu.no_turbo", CPU "intel_pstate/no_turbo", setting },
	{ "cpu.pstate", CPU "*_pstate/status", settings },
	{ "cpu.smt", CPU "smt/control", setting },
	{ "cpu.isolated", CPU "isolated", setting },
	{ "cpu.nohz_full", CPU "nohz_full", setting },
	{ "cpu.idle_governor", CPU "cpuidle/current_governor_ro", setting },
	{ "platform.profile", "/sys/firmware/acpi/platform_profile", setting },
};

bool
os_tunable(size_t i, const char **name, char **value)
{
	if (i >= sizeof(tunables) / sizeof(tunables[0]))
		return false;
	*name = tunables[i].name;
	*value = tunables[i].read(tunables[i].path);
	return true;
}
