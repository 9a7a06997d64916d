/* Dates in UTC: see date.h. */
#include "base/date.h"

#include <time.h>

static void
format(char *text, size_t size, uint64_t seconds, const char *shape)
{
	time_t t = (time_t)seconds;
	struct tm parts;

	if (gmtime_r(&t, &parts) == NULL || strftime(text, size, shape, &parts) == 0)
		text[0] = '\0';
}

void
date_iso(char *text, size_t size, uint64_t seconds)
{
	format(text, size, seconds, "%Y-%m-%dT%H:%M:%SZ");
}

void
date_compact(char *text, size_t size, uint64_t seconds)
{
	format(text, size, seconds, "%Y%m%dT%H%M%SZ");
}
