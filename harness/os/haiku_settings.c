/*
 * Haiku: neither variables of the kernel nor, in the library that every program has, a choice of CPUs. Not yet
 * compiled.
 */
#include "os/visible.h"

#include "os/os.h"

#include <stddef.h>

int
os_sysctl_get(const char *name, char **value, struct err *e)
{
	*value = NULL;
	return err_set(e, ERR_UNSUPPORTED, "there is no sysctl '%s': Haiku has none; use 'cmd:'", name);
}

int
os_sysctl_set(const char *name, const char *value, struct err *e)
{
	(void)value;
	return err_set(e, ERR_UNSUPPORTED, "there is no sysctl '%s': Haiku has none; use 'cmd:'", name);
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
	*cpus = NULL;
	*count = 0;
	return err_set(e, ERR_UNSUPPORTED, "Haiku's own library has no choice of the CPUs that a process runs on");
}

int
os_set_cpus(const unsigned *cpus, size_t count, struct err *e)
{
	(void)cpus;
	(void)count;
	return err_set(e, ERR_UNSUPPORTED, "Haiku's own library has no choice of the CPUs that a process runs on");
}
