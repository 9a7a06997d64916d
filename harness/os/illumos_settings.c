/*
 * illumos: it has no sysctl. A process can be bound to one CPU, which its children inherit. Written from the manuals, not
 * yet compiled.
 */
#include "os/visible.h"

#include <sys/types.h>
#include <sys/processor.h>
#include <sys/procset.h>

#include "os/os.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"

int
os_sysctl_get(const char *name, char **value, struct err *e)
{
	*value = NULL;
	return err_set(e, ERR_UNSUPPORTED, "there is no sysctl '%s': illumos has none; use 'cmd:'", name);
}

int
os_sysctl_set(const char *name, const char *value, struct err *e)
{
	(void)value;
	return err_set(e, ERR_UNSUPPORTED, "there is no sysctl '%s': illumos has none; use 'cmd:'", name);
}

const char *
os_sysctl_partner(const char *name)
{
	(void)name;
	return NULL;
}

int
os_get_cpus(unsigned **cpus, size_t *count, struct err *e)
{
	processorid_t bound, most = (processorid_t)sysconf(_SC_CPUID_MAX);

	*cpus = NULL;
	*count = 0;
	if (processor_bind(P_PID, P_MYID, PBIND_QUERY, &bound) != 0)
		return err_sys(e, errno, "cannot tell on which CPUs we may run");
	*cpus = mem_zero((size_t)most + 1, sizeof(**cpus));
	for (processorid_t i = 0; i <= most; i++)
		if (bound == PBIND_NONE ? p_online(i, P_STATUS) == P_ONLINE : bound == i)
			(*cpus)[(*count)++] = (unsigned)i;
	return 0;
}

int
os_set_cpus(const unsigned *cpus, size_t count, struct err *e)
{
	if (count != 1)
		return err_set(e, ERR_UNSUPPORTED, "illumos can bind a process to one CPU only; for more use psrset(8)");
	if (processor_bind(P_PID, P_MYID, (processorid_t)cpus[0], NULL) != 0)
		return err_sys(e, errno, "cannot choose the CPUs to run on");
	return 0;
}
