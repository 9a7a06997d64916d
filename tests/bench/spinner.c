/* spinner: as many dependent multiplications as the variable SPIN says, or the first argument; linked statically, it is as good as nothing besides. */
#include <stdint.h>
#include <stdlib.h>

int
main(int argc, char **argv)
{
	const char *text = argc > 1 ? argv[1] : getenv("SPIN");
	unsigned long long count = text != NULL ? strtoull(text, NULL, 10) : 0;
	volatile uint64_t sink;
	uint64_t x = 1;

	if (count == 0)
		return 2;
	for (unsigned long long i = 0; i < count; i++)
		x = x * 6364136223846793005u + 1442695040888963407u;
	sink = x;
	(void)sink;
	return 0;
}
