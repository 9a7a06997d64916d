/* The heartbeat: see heartbeat.h. */
#include "measure/heartbeat.h"

#include "os/os.h"

enum { TARGET_NS = 20 * 1000 * 1000, PROBES = 5 };

/* A chain of dependent multiplications: no memory, no branches to learn, nothing a compiler may skip. */
static uint64_t
spin(uint64_t iterations)
{
	volatile uint64_t sink;
	uint64_t x = 1;

	for (uint64_t i = 0; i < iterations; i++)
		x = x * 6364136223846793005u + 1442695040888963407u;
	sink = x;
	return sink;
}

uint64_t
heartbeat_ns(uint64_t iterations)
{
	struct instant start = os_now();

	spin(iterations);
	return os_span_ns(start, os_now());
}

uint64_t
heartbeat_calibrate(void)
{
	uint64_t iterations = 1 << 16, best = OS_UNKNOWN;

	for (int i = 0; i < PROBES; i++) {
		uint64_t ns = heartbeat_ns(iterations);

		if (ns < best)
			best = ns;
	}
	return best > 0 ? (uint64_t)((double)iterations * TARGET_NS / (double)best) : iterations;
}
