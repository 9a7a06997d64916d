/* Latencies as fio counts them: see bins.h. */
#include "record/bins.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct bin {
	uint64_t midpoint, count;
};

static int
read_bin(struct bin *bin, const char *key, const json_t *count)
{
	char *end;

	errno = 0;
	bin->midpoint = strtoull(key, &end, 10);
	if (key[0] < '0' || key[0] > '9' || *end != '\0' || errno != 0)
		return -1;
	if (!json_is_integer(count) || json_integer_value(count) < 0)
		return -1;
	bin->count = (uint64_t)json_integer_value(count);
	return 0;
}

static uint64_t
clamp(uint64_t value, uint64_t min, uint64_t max)
{
	return value < min ? min : value > max ? max : value;
}

static int
add(struct histogram *h, uint64_t value, uint64_t count)
{
	return count > 0 ? histogram_add_bucket(h, histogram_index(value), count) : 0;
}

/* The lowest and the highest bin that is not empty; false when there is none. */
static int
ends(const json_t *bins, struct bin *lowest, struct bin *highest)
{
	const char *key;
	json_t *count;
	struct bin bin;

	*lowest = (struct bin){ UINT64_MAX, 0 };
	*highest = (struct bin){ 0, 0 };
	json_object_foreach((json_t *)bins, key, count) {
		if (read_bin(&bin, key, count) != 0)
			return -1;
		if (bin.count > 0 && bin.midpoint <= lowest->midpoint)
			*lowest = bin;
		if (bin.count > 0 && bin.midpoint >= highest->midpoint)
			*highest = bin;
	}
	return 0;
}

int
bins_to_histogram(struct histogram *h, const json_t *bins, uint64_t min, uint64_t max, double mean)
{
	struct bin lowest, highest, bin;
	bool at_min, at_max;
	const char *key;
	json_t *count;
	double sum;

	histogram_init(h);
	if (!json_is_object(bins) || ends(bins, &lowest, &highest) != 0 || min > max)
		return -1;
	if (lowest.count == 0)
		return 0;
	at_min = histogram_index(min) < histogram_index(clamp(lowest.midpoint, min, max));
	at_max = histogram_index(max) > histogram_index(clamp(highest.midpoint, min, max));
	if (lowest.midpoint == highest.midpoint && lowest.count < (uint64_t)at_min + at_max)
		return -1;
	if (add(h, min, at_min) != 0 || add(h, max, at_max) != 0)
		return -1;
	json_object_foreach((json_t *)bins, key, count) {
		read_bin(&bin, key, count);
		bin.count -= at_min && bin.midpoint == lowest.midpoint;
		bin.count -= at_max && bin.midpoint == highest.midpoint;
		if (add(h, clamp(bin.midpoint, min, max), bin.count) != 0)
			return -1;
	}
	sum = mean * (double)h->count;
	if (!(sum >= 0) || sum >= 0x1p127)
		return -1;
	sum = nearbyint(sum);
	return histogram_set_totals(h, min, max, (uint64_t)(sum / 0x1p64), (uint64_t)fmod(sum, 0x1p64), 0);
}
