/* The generator and the order of trials, beyond the vectors of stats_oracle_test.c. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "stats/rng.h"
#include "stats/schedule.h"

/* First outputs of the reference implementation (Vigna, splitmix64.c) for state 0. */
static void
reference_vector(void **state)
{
	struct rng r;

	(void)state;
	rng_seed(&r, 0);
	assert_true(rng_next(&r) == UINT64_C(0xE220A8397B1DCDAF));
	assert_true(rng_next(&r) == UINT64_C(0x6E789E6AA1B965F4));
	assert_true(rng_next(&r) == UINT64_C(0x06C45D188009454F));
}

static void
unit_stays_below_one(void **state)
{
	struct rng r;
	double sum = 0;

	(void)state;
	rng_seed(&r, 3);
	for (int i = 0; i < 10000; i++) {
		double u = rng_unit(&r);

		assert_true(u >= 0 && u < 1);
		sum += u / 10000;
	}
	assert_true(sum > 0.49 && sum < 0.51);	/* 0.5 +- 3.5 standard errors of 0.0029 */
}

static void
bounded_edges(void **state)
{
	struct rng r;

	(void)state;
	rng_seed(&r, 9);
	for (int i = 0; i < 100; i++)
		assert_int_equal(rng_bounded(&r, 1), 0);
	for (int i = 0; i < 100; i++)	/* rejects almost half of the draws */
		assert_true(rng_bounded(&r, (UINT64_C(1) << 63) + 1) <= UINT64_C(1) << 63);
}

static void
usual_units_per_block(void **state)
{
	static const size_t want[] = { 4, 4, 4, 3, 3, 2, 2, 2 };

	(void)state;
	for (size_t variants = 1; variants < 8; variants++)
		assert_int_equal(schedule_units_per_block(variants), want[variants]);
}

static void
sizes_add_up(void **state)
{
	(void)state;
	assert_int_equal(schedule_block_count(0, 4), 0);
	for (size_t m = 1; m <= 4; m++) {
		for (size_t units = 1; units <= 50; units++) {
			size_t blocks = schedule_block_count(units, m), sum = 0, before = SIZE_MAX;

			for (size_t b = 0; b < blocks; b++) {
				size_t size = schedule_block_units(units, m, b);

				assert_true(size <= before);
				assert_true(units < m || size >= m);
				sum += before = size;
			}
			assert_int_equal(sum, units);
		}
	}
}

/* All 6 orders of A A B B come equally often: chi-squared with 5 degrees, 99.9 % point 20.5. */
static void
orders_are_uniform(void **state)
{
	unsigned seen[16] = { 0 }, draws = 6000;
	double chi = 0;
	struct rng r;

	(void)state;
	rng_seed(&r, 2024);
	for (unsigned i = 0; i < draws; i++) {
		unsigned order[4], code = 0;

		schedule_order(&r, 2, 2, order);
		for (int j = 0; j < 4; j++)
			code = 2 * code + order[j];
		seen[code]++;
	}
	for (int code = 0; code < 16; code++)
		if (seen[code] > 0)
			chi += (seen[code] - 1000.0) * (seen[code] - 1000.0) / 1000;
	assert_int_equal(seen[3] + seen[5] + seen[6] + seen[9] + seen[10] + seen[12], draws);
	assert_true(chi < 20.5);
}

static void
every_variant_in_every_block(void **state)
{
	unsigned order[5 * 3], count[5] = { 0 };
	struct rng r;

	(void)state;
	rng_seed(&r, 1);
	schedule_order(&r, 5, 3, order);
	for (size_t i = 0; i < 15; i++)
		count[order[i]]++;
	for (size_t v = 0; v < 5; v++)
		assert_int_equal(count[v], 3);
}

/* Drawing paddings must not move the order: a run without padding has the same order. */
static void
paddings_have_their_own_generator(void **state)
{
	struct rng order, padding, plain;
	unsigned with[8], without[8], largest = 0;

	(void)state;
	schedule_seed(7, &order, &padding);
	for (int i = 0; i < 1000; i++) {
		unsigned bytes = schedule_padding_bytes(&padding);

		assert_true(bytes < 4096);
		largest = bytes > largest ? bytes : largest;
	}
	assert_true(largest > 4000);
	schedule_order(&order, 2, 4, with);
	rng_seed(&plain, 7);
	schedule_order(&plain, 2, 4, without);
	assert_memory_equal(with, without, sizeof(with));
	schedule_seed(7, &order, &padding);
	rng_seed(&plain, 6);	/* 7 XOR 1 */
	assert_true(schedule_padding_bytes(&padding) == rng_next(&plain) % 4096);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reference_vector),
		cmocka_unit_test(unit_stays_below_one),
		cmocka_unit_test(bounded_edges),
		cmocka_unit_test(usual_units_per_block),
		cmocka_unit_test(sizes_add_up),
		cmocka_unit_test(orders_are_uniform),
		cmocka_unit_test(every_variant_in_every_block),
		cmocka_unit_test(paddings_have_their_own_generator),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
