/* Latency histogram: see histogram.h. */
#include "stats/histogram.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "stats/failure.h"
#include "stats/order.h"

#define SUB_BUCKETS (UINT64_C(1) << HISTOGRAM_BITS)

void
histogram_init(struct histogram *h)
{
	memset(h, 0, sizeof(*h));
	h->min = UINT64_MAX;
}

static unsigned
floor_log2(uint64_t v)
{
	unsigned e = 0;

	for (unsigned shift = 32; shift > 0; shift /= 2)
		if (v >> shift != 0) {
			v >>= shift;
			e += shift;
		}
	return e;
}

size_t
histogram_index(uint64_t value)
{
	unsigned s;

	if (value < SUB_BUCKETS)
		return (size_t)value;
	s = floor_log2(value) - HISTOGRAM_BITS;
	return ((size_t)(s + 1) << HISTOGRAM_BITS) + (size_t)((value >> s) - SUB_BUCKETS);
}

uint64_t
histogram_bucket_low(size_t index)
{
	assert(index < HISTOGRAM_BUCKETS);
	if (index < 2 * SUB_BUCKETS)
		return index;
	return ((index & (SUB_BUCKETS - 1)) + SUB_BUCKETS) << ((index >> HISTOGRAM_BITS) - 1);
}

uint64_t
histogram_bucket_high(size_t index)
{
	uint64_t low = histogram_bucket_low(index);

	if (index < 2 * SUB_BUCKETS)
		return low;
	return low + ((UINT64_C(1) << ((index >> HISTOGRAM_BITS) - 1)) - 1);
}

static double
midpoint(size_t index)
{
	double low = (double)histogram_bucket_low(index);

	return low + ((double)histogram_bucket_high(index) - low) / 2;
}

static void
add_sum(struct histogram *h, uint64_t high, uint64_t low)
{
	h->sum_low += low;
	h->sum_high += high + (h->sum_low < low ? 1 : 0);
}

void
histogram_record(struct histogram *h, uint64_t value)
{
	h->buckets[histogram_index(value)]++;
	h->count++;
	if (value < h->min)
		h->min = value;
	if (value > h->max)
		h->max = value;
	add_sum(h, 0, value);
}

void
histogram_record_difference(struct histogram *h, int64_t value)
{
	if (value < 0)
		h->negative_count++;
	else
		histogram_record(h, (uint64_t)value);
}

double
histogram_mean(const struct histogram *h)
{
	if (h->count == 0)
		return NAN;
	return ((double)h->sum_high * 0x1p64 + (double)h->sum_low) / (double)h->count;
}

/* The bucket that holds rank r, 1 <= r <= count. */
static size_t
bucket_of_rank(const struct histogram *h, uint64_t r)
{
	uint64_t seen = 0;
	size_t i = 0;

	while (seen + h->buckets[i] < r)
		seen += h->buckets[i++];
	return i;
}

static double
clip(const struct histogram *h, double value)
{
	return fmin(fmax(value, (double)h->min), (double)h->max);
}

double
histogram_percentile(const struct histogram *h, double p)
{
	if (h->count == 0)
		return NAN;
	if (p >= 1)
		return (double)h->max;
	return clip(h, midpoint(bucket_of_rank(h, order_percentile_rank(h->count, p))));
}

int
histogram_percentile_interval(const struct histogram *h, double p, double alpha,
    struct histogram_interval *out)
{
	struct order_ranks ranks;

	if (!(p > 0 && p < 1))
		return STATS_BAD_VALUE;
	if (h->count == 0)
		return STATS_TOO_FEW;
	ranks = order_quantile_ranks(h->count, p, alpha);
	*out = (struct histogram_interval){ (double)h->min, (double)h->max, ranks.lo > 0,
		ranks.hi <= h->count };
	if (out->lo_bounded)
		out->lo = clip(h, (double)histogram_bucket_low(bucket_of_rank(h, ranks.lo)));
	if (out->hi_bounded)
		out->hi = clip(h, (double)histogram_bucket_high(bucket_of_rank(h, ranks.hi)));
	return STATS_OK;
}

uint64_t
histogram_count_needed(double p, double alpha)
{
	assert(p > 0 && p < 1);
	return (uint64_t)ceil(log(alpha / 2) / log(p));
}

void
histogram_merge(struct histogram *h, const struct histogram *from)
{
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++)
		h->buckets[i] += from->buckets[i];
	h->count += from->count;
	h->negative_count += from->negative_count;
	if (from->min < h->min)
		h->min = from->min;
	if (from->max > h->max)
		h->max = from->max;
	add_sum(h, from->sum_high, from->sum_low);
}

/* How many of T, 2T ... steps below v (v - jT >= T, j >= 1) fall into [low, high]. */
static uint64_t
steps_inside(uint64_t v, uint64_t interval, uint64_t low, uint64_t high)
{
	uint64_t first, last;	/* j of the largest and of the smallest of them */

	if (low < interval)
		low = interval;
	if (low > high || v < low || v - low < interval)
		return 0;
	last = (v - low) / interval;
	first = high >= v ? 1 : (v - high - 1) / interval + 1;
	return last >= first ? last - first + 1 : 0;
}

void
histogram_fill_omitted(const struct histogram *h, uint64_t interval, struct histogram *out)
{
	assert(interval > 0 && out != h);
	*out = *h;
	for (size_t i = histogram_index(interval); i < HISTOGRAM_BUCKETS; i++) {
		uint64_t v = histogram_bucket_low(i);

		v += (histogram_bucket_high(i) - v) / 2;
		if (h->buckets[i] == 0 || v / 2 < interval)
			continue;
		if (interval + v % interval < out->min)
			out->min = interval + v % interval;
		for (size_t j = histogram_index(interval); j <= i; j++) {
			uint64_t low = histogram_bucket_low(j), high = histogram_bucket_high(j);
			uint64_t added = h->buckets[i] * steps_inside(v, interval, low, high);

			out->buckets[j] += added;
			out->count += added;
		}
	}
}

bool
histogram_next(const struct histogram *h, size_t *cursor, struct histogram_bucket *bucket)
{
	size_t i = *cursor;

	while (i < HISTOGRAM_BUCKETS && h->buckets[i] == 0)
		i++;
	*cursor = i + 1;
	if (i >= HISTOGRAM_BUCKETS)
		return false;
	*bucket = (struct histogram_bucket){ i, histogram_bucket_low(i), histogram_bucket_high(i),
		h->buckets[i] };
	return true;
}

int
histogram_add_bucket(struct histogram *h, size_t index, uint64_t count)
{
	if (index >= HISTOGRAM_BUCKETS || count > UINT64_MAX - h->count)
		return STATS_BAD_VALUE;
	h->buckets[index] += count;
	h->count += count;
	return STATS_OK;
}

int
histogram_set_totals(struct histogram *h, uint64_t min, uint64_t max, uint64_t sum_high,
    uint64_t sum_low, uint64_t negative_count)
{
	if (h->count > 0 &&
	    (min > max || histogram_index(min) != bucket_of_rank(h, 1) ||
	    histogram_index(max) != bucket_of_rank(h, h->count)))
		return STATS_BAD_VALUE;
	h->min = h->count > 0 ? min : UINT64_MAX;
	h->max = h->count > 0 ? max : 0;
	h->sum_high = sum_high;
	h->sum_low = sum_low;
	h->negative_count = negative_count;
	return STATS_OK;
}
