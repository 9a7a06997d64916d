/* Numbers with units for people: see units.h. */
#include "base/units.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* What rounds to the next power is that power: 0.9999999 s is "1.000 s", not "1000.00 ms". */
#define MARGIN 5e-6

/* From the largest step down; the first whose `least` is reached. The one with factor 1 is the base. */
struct step {
	double least, factor;
	const char *suffix;
};

static const struct ladder {
	const char *unit;
	bool whole;		/* single units are not divided: few decimals at the base */
	struct step steps[8];
} ladders[] = {
	{ "s", false, { { 1, 1, "s" }, { 1e-3, 1e3, "ms" }, { 1e-6, 1e6, "us" }, { 0, 1e9, "ns" } } },
	{ "bytes", true, {
		{ 0x1p60, 0x1p-60, "EiB" }, { 0x1p50, 0x1p-50, "PiB" }, { 0x1p40, 0x1p-40, "TiB" },
		{ 0x1p30, 0x1p-30, "GiB" }, { 0x1p20, 0x1p-20, "MiB" }, { 0x1p10, 0x1p-10, "KiB" },
		{ 0, 1, "B" } } },
	{ "bytes/s", true, {
		{ 0x1p60, 0x1p-60, "EiB/s" }, { 0x1p50, 0x1p-50, "PiB/s" }, { 0x1p40, 0x1p-40, "TiB/s" },
		{ 0x1p30, 0x1p-30, "GiB/s" }, { 0x1p20, 0x1p-20, "MiB/s" }, { 0x1p10, 0x1p-10, "KiB/s" },
		{ 0, 1, "B/s" } } },
	{ "1/s", false, {
		{ 1e9, 1e-9, "G/s" }, { 1e6, 1e-6, "M/s" }, { 1e3, 1e-3, "k/s" }, { 0, 1, "/s" } } },
	{ "count", true, { { 1e9, 1e-9, "G" }, { 1e6, 1e-6, "M" }, { 1e5, 1e-3, "k" }, { 0, 1, "" } } },
	{ "ratio", false, { { 0, 1, "" } } },
};

static int
decimals_for(double shown, bool whole)
{
	shown *= 1 + MARGIN;
	if (whole)
		return shown < 1000 ? 1 : 0;
	if (shown >= 10000)
		return 0;
	if (shown >= 1000)
		return 1;
	if (shown >= 100)
		return 2;
	if (shown >= 1 || shown == 0)
		return 3;
	if (shown >= 0.1)
		return 4;
	return shown >= 0.01 ? 5 : 6;
}

struct units_scale
units_scale_for(const char *unit, double magnitude)
{
	struct units_scale scale = { 1, 0, unit };
	double shown = isfinite(magnitude) ? fabs(magnitude) : 0;
	bool whole = false;

	for (size_t i = 0; i < sizeof(ladders) / sizeof(ladders[0]); i++) {
		const struct step *step = ladders[i].steps;

		if (strcmp(ladders[i].unit, unit) != 0)
			continue;
		while (shown > 0 ? shown * (1 + MARGIN) < step->least : step->factor != 1)
			step++;
		scale.factor = step->factor;
		scale.suffix = step->suffix;
		whole = ladders[i].whole && step->factor == 1;
	}
	scale.decimals = decimals_for(shown * scale.factor, whole);
	return scale;
}

void
units_format(char *text, size_t size, double value, struct units_scale scale)
{
	if (!isfinite(value))
		snprintf(text, size, "-");
	else
		snprintf(text, size, "%.*f%s%s", scale.decimals, value * scale.factor,
		    scale.suffix[0] != '\0' ? " " : "", scale.suffix);
}

void
units_format_span(char *text, size_t size, double seconds)
{
	uint64_t whole;

	if (!isfinite(seconds) || seconds < 0 || seconds > 1e15) {
		snprintf(text, size, "-");
		return;
	}
	if (seconds < 59.95) {
		snprintf(text, size, "%.1f s", seconds);
		return;
	}
	whole = (uint64_t)(seconds + 0.5);
	if (whole < 3600)
		snprintf(text, size, "%" PRIu64 ":%02" PRIu64, whole / 60, whole % 60);
	else
		snprintf(text, size, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, whole / 3600, whole / 60 % 60,
		    whole % 60);
}
