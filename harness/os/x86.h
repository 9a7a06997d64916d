/* What an x86 CPU says of itself by cpuid, on any system. Elsewhere NULL: not known. */
#ifndef HARNESS_OS_X86_H
#define HARNESS_OS_X86_H

#include <stddef.h>
#include <string.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "base/buf.h"

/* "KVM", "none" ...; the caller frees. */
static inline char *
x86_hypervisor(void)
{
#if defined(__x86_64__) || defined(__i386__)
	static const char *const known[][2] = {
		{ "KVMKVMKVM", "KVM" },
		{ "Linux KVM Hv", "KVM" },
		{ "Microsoft Hv", "Hyper-V" },
		{ "VMwareVMware", "VMware" },
		{ "XenVMMXenVMM", "Xen" },
		{ "TCGTCGTCGTCG", "QEMU" },
		{ "VBoxVBoxVBox", "VirtualBox" },
		{ "bhyve bhyve ", "bhyve" },
		{ "___ NVMM ___", "NVMM" },
		{ "OpenBSDVMM58", "OpenBSD vmm" },
		{ "ACRNACRNACRN", "ACRN" },
		{ " lrpepyh  vr", "Parallels" },
		{ "QNXQVMBSQG", "QNX" },
	};
	unsigned a, b, c, d;
	char signature[13];

	if (!__get_cpuid(1, &a, &b, &c, &d))
		return NULL;
	if ((c & 1u << 31) == 0)	/* set for every guest */
		return mem_string("none");
	__cpuid(0x40000000, a, b, c, d);
	memcpy(signature, &b, 4);
	memcpy(signature + 4, &c, 4);
	memcpy(signature + 8, &d, 4);
	signature[12] = '\0';
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strcmp(signature, known[i][0]) == 0)
			return mem_string(known[i][1]);
	return mem_printf("unknown hypervisor (\"%s\")", signature);
#else
	return NULL;
#endif
}

/* "AMD EPYC 9000 ..."; the caller frees. */
static inline char *
x86_brand(void)
{
#if defined(__x86_64__) || defined(__i386__)
	unsigned r[12];
	char brand[sizeof(r) + 1], *start = brand, *end;

	for (unsigned i = 0; i < 3; i++)
		if (!__get_cpuid(0x80000002 + i, &r[4 * i], &r[4 * i + 1], &r[4 * i + 2], &r[4 * i + 3]))
			return NULL;
	memcpy(brand, r, sizeof(r));
	brand[sizeof(r)] = '\0';
	start += strspn(start, " ");
	for (end = start + strlen(start); end > start && end[-1] == ' '; end--)
		end[-1] = '\0';
	return *start != '\0' ? mem_string(start) : NULL;
#else
	return NULL;
#endif
}

#endif
