/*
 * A program that does nothing, as small as the system allows: started before the clock it wakes up the path that the real command will take,
 * without filling caches with anything of its own. Built without a C library where we know how to leave (NOTHING_BARE), else as usual.
 */
#if defined(NOTHING_BARE) && defined(__linux__) && defined(__x86_64__)
_Noreturn void _start(void);

_Noreturn void
_start(void)
{
	__asm__ volatile("syscall" : : "a"(231L), "D"(0L) : "rcx", "r11", "memory");	/* exit_group(0) */
	for (;;)
		;
}
#elif defined(NOTHING_BARE) && defined(__linux__) && defined(__aarch64__)
_Noreturn void _start(void);

_Noreturn void
_start(void)
{
	register long number __asm__("x8") = 94, status __asm__("x0") = 0;	/* exit_group(0) */

	__asm__ volatile("svc 0" : : "r"(number), "r"(status) : "memory");
	for (;;)
		;
}
#elif defined(NOTHING_BARE)
#error "no bare form for this system"
#else
int
main(void)
{
	return 0;
}
#endif
