/* Numbers and small words: see words.h. */
#include "view/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void
words_count(struct buf *out, uint64_t count, const char *noun)
{
	char digits[32];
	size_t length;

	snprintf(digits, sizeof(digits), "%" PRIu64, count);
	length = strlen(digits);
	for (size_t i = 0; i < length; i++) {
		if (i > 0 && (length - i) % 3 == 0)
			buf_putc(out, ',');
		buf_putc(out, digits[i]);
	}
	buf_printf(out, " %s%s", noun, count == 1 ? "" : "s");
}

void
words_span(struct buf *out, uint64_t least, uint64_t most, const char *noun)
{
	if (least < most)
		buf_printf(out, "%" PRIu64 " to ", least);
	words_count(out, most, noun);
}

const char *
words_unit(enum unit unit)
{
	switch (unit) {
	case UNIT_TRIAL:
		return "trial";
	case UNIT_VOLUME:
		return "volume";
	case UNIT_SESSION:
		break;
	}
	return "boot";
}

static double
percent(double ratio_minus_1)
{
	return 100 * ratio_minus_1;
}

static int
percent_decimals(double lo, double hi)
{
	/* what one decimal would show as 1.0 % has earned no second one */
	return fmax(fabs(lo), fabs(hi)) < 0.995 ? 2 : 1;
}

void
words_signed(struct buf *out, int decimals, double value)
{
	if (fabs(value) < 0.5 * pow(10, -decimals))
		buf_printf(out, "%.*f", decimals, 0.0);
	else
		buf_printf(out, "%+.*f", decimals, value);
}

void
words_percent(struct buf *out, double ratio_minus_1)
{
	double x = percent(ratio_minus_1);

	words_signed(out, percent_decimals(x, x), x);
	buf_puts(out, " %");
}

void
words_percent_range(struct buf *out, double lo, double hi)
{
	int decimals = percent_decimals(percent(lo), percent(hi));

	words_signed(out, decimals, percent(lo));
	buf_puts(out, " .. ");
	words_signed(out, decimals, percent(hi));
	buf_puts(out, " %");
}

void
words_threshold(struct buf *out, double delta)
{
	buf_printf(out, "%.4g %%", 100 * delta);
}

void
words_floor(struct buf *out, double ratio)
{
	buf_printf(out, "%.*f %%", percent_decimals(percent(ratio), percent(ratio)), fabs(percent(ratio)));
}

void
words_age(struct buf *out, double seconds)
{
	static const struct {
		double span_s;
		const char *noun;
	} spans[] = { { 86400, "day" }, { 3600, "hour" }, { 60, "minute" } };

	for (size_t i = 0; i < sizeof(spans) / sizeof(spans[0]); i++)
		if (seconds >= spans[i].span_s) {
			words_count(out, (uint64_t)(seconds / spans[i].span_s), spans[i].noun);
			buf_puts(out, " ago");
			return;
		}
	buf_puts(out, "just now");
}

void
words_confidence(struct buf *out, double conf)
{
	buf_printf(out, "%.3g", 100 * conf);
}

bool
words_is_time(const struct metric *m)
{
	return strcmp(m->unit, "s") == 0 && m->better == BETTER_LOWER;
}

const char *
words_direction(const struct metric *m, double est)
{
	if (words_is_time(m))
		return est < 0 ? "faster" : "slower";
	return est < 0 ? "lower" : "higher";
}

const char *
words_slow_or_fast(const struct metric *m, bool high)
{
	if (strcmp(m->unit, "s") == 0)
		return high ? "slow" : "fast";
	if (m->better == BETTER_HIGHER)
		return high ? "fast" : "slow";
	return high ? "high" : "low";
}

const char *
words_colour(const struct verdict *v, bool chance, const struct metric *m, bool colour)
{
	if (!colour || m->better == BETTER_NEITHER)
		return "";
	if (chance || v->kind == VERDICT_UNDECIDED)
		return "\033[33m";
	if (v->kind == VERDICT_NOCHANGE)
		return "";
	return v->kind == VERDICT_WIN ? "\033[32m" : "\033[31m";
}

const char *
words_colour_end(bool colour)
{
	return colour ? "\033[0m" : "";
}
