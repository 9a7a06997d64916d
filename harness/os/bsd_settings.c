/*
 * FreeBSD, NetBSD, OpenBSD and macOS: variables of the kernel, and the CPUs of a process. Written from the manuals, not
 * yet compiled.
 */
#include "os/visible.h"

#include <sys/param.h>
#include <sys/types.h>
#include <sys/sysctl.h>
#if defined(__FreeBSD__)
#include <sys/cpuset.h>
#endif

#include "os/bsd.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"

/* ------------------------------------------------------------------ sysctl */

const char *
os_sysctl_partner(const char *name)
{
	(void)name;
	return NULL;
}

#if defined(__OpenBSD__)

int
os_sysctl_get(const char *name, char **value, struct err *e)
{
	*value = NULL;
	return err_set(e, ERR_UNSUPPORTED,
	    "cannot read sysctl '%s': OpenBSD's have names only in sysctl(8); use it by 'cmd:'", name);
}

int
os_sysctl_set(const char *name, const char *value, struct err *e)
{
	(void)value;
	return err_set(e, ERR_UNSUPPORTED,
	    "cannot change sysctl '%s': OpenBSD's have names only in sysctl(8); use it by 'cmd:'", name);
}

#else

static int
failed(const char *name, const char *value, struct err *e)
{
	int number = errno;

	if (number == ENOENT || number == ENOTDIR)
		return err_set(e, ERR_USAGE, "there is no sysctl '%s' here; 'sysctl -a' shows all", name);
	if (number == EISDIR)
		return err_set(e, ERR_USAGE, "sysctl '%s' is a group of others; 'sysctl %s' shows them", name, name);
	if (value != NULL && (number == EINVAL || number == ERANGE))
		return err_set(e, ERR_USAGE, "the kernel refuses '%s' for sysctl '%s'", value, name);
	if (number == EPERM || number == EACCES)
		return err_set(e, ERR_UNSUPPORTED, "sysctl '%s' cannot be %s: %s", name,
		    value != NULL ? "changed" : "read", geteuid() != 0 ? "only root may" : "it is read-only");
	return err_sys(e, number, "cannot %s sysctl '%s'", value != NULL ? "change" : "read", name);
}

int
os_sysctl_get(const char *name, char **value, struct err *e)
{
	size_t size = 0;

	*value = NULL;
	if (sysctlbyname(name, NULL, &size, NULL, 0) != 0)
		return failed(name, NULL, e);
	*value = bsd_setting(name);
	if (*value == NULL)
		*value = mem_string("");
	return 0;
}

/* A number is written in as many bytes as it has; bsd_setting tells a number from a text by the same rule. */
int
os_sysctl_set(const char *name, const char *value, struct err *e)
{
	char *old, *end, *text = mem_string(value);	/* not all of these systems take a const text */
	long long number;
	size_t size = 0;
	int32_t small;
	int result = sysctlbyname(name, NULL, &size, NULL, 0), why;
	int64_t large;
	bool is_number;

	old = result == 0 ? bsd_setting(name) : NULL;
	is_number = old != NULL && (size == sizeof(small) || size == sizeof(large));
	if (is_number) {
		strtoll(old, &end, 10);
		is_number = *end == '\0';
	}
	if (result == 0 && !is_number)
		result = sysctlbyname(name, NULL, NULL, text, strlen(text) + 1);
	else if (result == 0) {
		errno = 0;
		number = strtoll(text, &end, 0);
		small = (int32_t)number;
		large = number;
		if (errno == 0 && (*end != '\0' || end == text))
			errno = EINVAL;
		result = errno != 0 ? -1 :
		    sysctlbyname(name, NULL, NULL, size == sizeof(small) ? (void *)&small : (void *)&large, size);
	}
	why = errno;
	free(old);
	free(text);
	errno = why;
	return result == 0 ? 0 : failed(name, value, e);
}

#endif

/* ------------------------------------------------------------------ CPUs of a process */

#if defined(__FreeBSD__)

int
os_get_cpus(unsigned **cpus, size_t *count, struct err *e)
{
	cpuset_t set;

	*cpus = NULL;
	*count = 0;
	if (cpuset_getaffinity(CPU_LEVEL_WHICH, CPU_WHICH_PID, -1, sizeof(set), &set) != 0)
		return err_sys(e, errno, "cannot tell on which CPUs we may run");
	*cpus = mem_zero(CPU_SETSIZE, sizeof(**cpus));
	for (unsigned i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &set))
			(*cpus)[(*count)++] = i;
	return 0;
}

int
os_set_cpus(const unsigned *cpus, size_t count, struct err *e)
{
	cpuset_t set;

	CPU_ZERO(&set);
	for (size_t i = 0; i < count; i++) {
		if (cpus[i] >= CPU_SETSIZE)
			return err_set(e, ERR_UNSUPPORTED, "there is no CPU %u here", cpus[i]);
		CPU_SET(cpus[i], &set);
	}
	if (cpuset_setaffinity(CPU_LEVEL_WHICH, CPU_WHICH_PID, -1, sizeof(set), &set) != 0)
		return err_sys(e, errno, "cannot choose the CPUs to run on");
	return 0;
}

#else	/* NetBSD has it for threads and root only; OpenBSD and macOS have nothing */

int
os_get_cpus(unsigned **cpus, size_t *count, struct err *e)
{
	*cpus = NULL;
	*count = 0;
	return err_set(e, ERR_UNSUPPORTED, "this system cannot hold a process and its children to some CPUs");
}

int
os_set_cpus(const unsigned *cpus, size_t count, struct err *e)
{
	(void)cpus;
	(void)count;
	return err_set(e, ERR_UNSUPPORTED, "this system cannot hold a process and its children to some CPUs");
}

#endif
