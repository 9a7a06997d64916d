/* Histograms and curves as JSON: see distribution.h. */
#include "record/distribution.h"

#include <math.h>
#include <stdlib.h>

#include "base/json.h"

/* The exact sum is 128 bits wide: as two 64-bit halves in hexadecimal. */
static void
put_sum(json_t *json, const struct histogram *h)
{
	char *text = mem_printf("%016llx%016llx", (unsigned long long)h->sum_high, (unsigned long long)h->sum_low);

	json_put_text(json, "sum", text);
	free(text);
}

json_t *
histogram_to_json(const struct histogram *h)
{
	json_t *json = json_object(), *buckets = json_array();
	struct histogram_bucket bucket;
	size_t cursor = 0, last = 0;

	while (histogram_next(h, &cursor, &bucket)) {
		json_array_append_new(buckets, json_integer((json_int_t)(bucket.index - last)));
		json_array_append_new(buckets, json_integer((json_int_t)bucket.count));
		last = bucket.index;
	}
	json_put_count(json, "count", h->count);
	json_put_count(json, "negative", h->negative_count);
	json_put_count(json, "min", h->count > 0 ? h->min : UINT64_MAX);
	json_put_count(json, "max", h->count > 0 ? h->max : UINT64_MAX);
	put_sum(json, h);
	json_put(json, "buckets", buckets);
	return json;
}

static int
sum_of(const char *text, uint64_t *high, uint64_t *low)
{
	char half[17] = "", *end;

	for (size_t i = 0; i < 16; i++) {
		if (text[i] == '\0')
			return -1;
		half[i] = text[i];
	}
	*high = strtoull(half, &end, 16);
	if (*end != '\0')
		return -1;
	*low = strtoull(text + 16, &end, 16);
	return *end == '\0' && end == text + 32 ? 0 : -1;
}

int
histogram_from_json(struct histogram *h, const json_t *json, struct err *e)
{
	const json_t *buckets = json_object_get(json, "buckets");
	const char *sum = json_get_text(json, "sum");
	uint64_t high, low, negative = json_get_count(json, "negative"), index = 0;

	histogram_init(h);
	if (sum == NULL || sum_of(sum, &high, &low) != 0 || json_array_size(buckets) % 2 != 0)
		return err_set(e, ERR_INTERNAL, "a histogram is damaged");
	for (size_t i = 0; i < json_array_size(buckets); i += 2) {
		json_int_t step = json_integer_value(json_array_get(buckets, i));
		json_int_t count = json_integer_value(json_array_get(buckets, i + 1));

		if (step < 0 || count <= 0)
			return err_set(e, ERR_INTERNAL, "a histogram is damaged");
		index += (uint64_t)step;
		if (histogram_add_bucket(h, index, (uint64_t)count) != 0)
			return err_set(e, ERR_INTERNAL, "a histogram is damaged");
	}
	if (h->count != json_get_count(json, "count"))
		return err_set(e, ERR_INTERNAL, "a histogram is damaged: its count is not that of its buckets");
	if (h->count == 0) {
		h->negative_count = negative;
		return 0;
	}
	if (histogram_set_totals(h, json_get_count(json, "min"), json_get_count(json, "max"), high, low, negative) != 0)
		return err_set(e, ERR_INTERNAL, "a histogram is damaged");
	return 0;
}

json_t *
curve_to_json(const double *x, const uint64_t *ns, size_t n)
{
	json_t *json = json_object(), *xs = json_array(), *costs = json_array();

	for (size_t i = 0; i < n; i++) {
		json_array_append_new(xs, x[i] == floor(x[i]) && fabs(x[i]) < 1e15 ? json_integer((json_int_t)x[i]) : json_real(x[i]));
		json_array_append_new(costs, json_integer((json_int_t)ns[i]));
	}
	json_put(json, "x", xs);
	json_put(json, "ns", costs);
	return json;
}
