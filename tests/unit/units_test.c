/* base/units: values by hand or by python3's decimal and float, not from our own output. */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/units.h"

typedef int parse_whole(const char *what, const char *text, uint64_t *value, struct err *e);
typedef int parse_real(const char *what, const char *text, double *value, struct err *e);

struct whole {
	const char *text;
	uint64_t value;
};

static void
check_whole(parse_whole *parse, const struct whole *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t value = 12345;
		struct err e = { .text = "" };

		if (parse("--x", cases[i].text, &value, &e) != 0)
			fail_msg("'%s': %s", cases[i].text, e.text);
		if (value != cases[i].value)
			fail_msg("'%s' is %" PRIu64, cases[i].text, value);
	}
}

/* Every text is refused as ERR_USAGE, named in the message, and the value is left alone. */
static void
check_refused(parse_whole *parse, const char *takes, const char *const *texts)
{
	for (; *texts != NULL; texts++) {
		uint64_t value = 12345;
		struct err e = { .kind = ERR_NONE };

		if (parse("--x", *texts, &value, &e) != -1)
			fail_msg("'%s' was taken as %" PRIu64, *texts, value);
		assert_int_equal(e.kind, ERR_USAGE);
		assert_int_equal(value, 12345);
		assert_int_equal(strncmp(e.text, "'--x' takes ", 12), 0);
		assert_non_null(strstr(e.text, takes));
		assert_non_null(strstr(e.text, *texts));
	}
}

static void
times_are_read(void **state)
{
	static const struct whole cases[] = {
		{ "250us", 250000 }, { "20ms", 20000000 }, { "1.5s", 1500000000 },
		{ "90", 90000000000 },
		{ "2m", 120000000000 }, { "1h30m", 5400000000000 }, { "0", 0 }, { "0s", 0 },
		{ "1ns", 1 },
		{ "1h2m3s4ms5us6ns", 3723004005006 }, { "0.1s", 100000000 }, { "0.1", 100000000 },
		{ ".5s", 500000000 }, { "1.000000001s", 1000000001 }, { "1.5ms", 1500000 },
		{ "1.0ns", 1 },
		{ "2min", 120000000000 }, { "1d", 86400000000000 }, { "0.0000006ms", 1 },
		{ "18446744073709551615ns", UINT64_MAX }, { "1.0000000000s", 1000000000 },
		{ "0.123456789us", 123 }, { "0.9999us", 1000 }, { "1m0.5s", 60500000000 },
	};
	(void)state;
	check_whole(units_parse_time, cases, sizeof(cases) / sizeof(cases[0]));
}

static void
bad_times_are_refused(void **state)
{
	static const char *const form[] = {
		"", " ", "s", "ms", "-1s", "+1s", " 1s", "1s ", "1 s", "1x", "1S", "1MS", "1h30",
		"30m1h", "1s1s",
		"1m1min", "1.s", "1..5s", "1.5.5", ".", ".s", "1e3s", "0x10", "1,5s", "inf", "nan",
		"1s;", "1K", "5%",
		"1.5ns", "0.0000000001s", "0.0000004ms", "99999999999999999999x", "1.5h30m10", NULL,
	};
	static const char *const large[] = {
		"99999999999999999999s", "18446744073709551616ns", "213504d",
		"99999999999999999999",
		"18446744074", "213503d24h", "213503d99999999999999999999h", NULL,
	};
	(void)state;
	check_refused(units_parse_time, "a time such as", form);
	check_refused(units_parse_time, "less than 213504d", large);
}

static void
sizes_are_read(void **state)
{
	static const struct whole cases[] = {
		{ "4096", 4096 }, { "0", 0 }, { "8K", 8192 }, { "8k", 8192 }, { "8KiB", 8192 },
		{ "8kib", 8192 },
		{ "64M", 67108864 }, { "64MiB", 67108864 }, { "1.5G", 1610612736 },
		{ "1T", 1099511627776 },
		{ "1P", 1125899906842624 }, { "15E", UINT64_C(17293822569102704640) },
		{ "512B", 512 },
		{ "0.1G", 107374182 }, { "0.5K", 512 }, { "18446744073709551615", UINT64_MAX },
		{ "15.999999999E", UINT64_C(18446744072556630111) },
	};
	(void)state;
	check_whole(units_parse_size, cases, sizeof(cases) / sizeof(cases[0]));
}

static void
bad_sizes_are_refused(void **state)
{
	static const char *const form[] = {
		"", "K", "-1", "-4K", "+4K", "4 K", "4K ", "4KB", "4Ki", "4KK", "4ms", "1.5",
		"1.5B", "1e6", "0x1000",
		"4K,8K", "1.", "0.0001K", "K4", "%", "1.1234567891G", NULL,
	};
	static const char *const large[] = {
		"99999999999999999999G", "16E", "18446744073709551616", "17179869184G",
		"99999999999999999999",
		"184467440737095516150K", NULL,
	};
	(void)state;
	check_refused(units_parse_size, "a size such as", form);
	check_refused(units_parse_size, "less than 16E", large);
}

static void
counts_are_read(void **state)
{
	static const struct whole cases[] = {
		{ "1000", 1000 }, { "10k", 10000 }, { "10K", 10000 }, { "2M", 2000000 },
		{ "1G", 1000000000 },
		{ "1.5k", 1500 }, { "0.001k", 1 }, { "007", 7 },
		{ "18446744073709551615", UINT64_MAX },
	};
	static const char *const form[] = {
		"", "-1", "+1", "k", "1.5", "1.2345k", "1m", "1T", "1 k", "1_000", "1,000", "0x10",
		"ten", NULL,
	};
	static const char *const large[] = { "18446744073709551616", "18446744073709551615k", NULL };

	(void)state;
	check_whole(units_parse_count, cases, sizeof(cases) / sizeof(cases[0]));
	check_refused(units_parse_count, "a whole number such as", form);
	check_refused(units_parse_count, "less than 18446744073709551616", large);
}

static void
check_reals(parse_real *parse, const char *const *texts, const double *values)
{
	for (; *texts != NULL; texts++, values++) {
		struct err e = { .text = "" };
		double value;

		if (parse("--x", *texts, &value, &e) != 0)
			fail_msg("'%s': %s", *texts, e.text);
		if (value != *values)
			fail_msg("'%s' is %.17g", *texts, value);
	}
}

static void
check_reals_refused(parse_real *parse, const char *const *texts)
{
	for (; *texts != NULL; texts++) {
		struct err e = { .kind = ERR_NONE };
		double value = 7;

		if (parse("--x", *texts, &value, &e) != -1)
			fail_msg("'%s' was taken as %g", *texts, value);
		assert_int_equal(e.kind, ERR_USAGE);
		assert_true(value == 7);
		assert_non_null(strstr(e.text, *texts));
	}
}

static void
ratios_and_reals_are_read(void **state)
{
	static const char *const ratios[] = { "1%", "0.01", "0.1%", "100%", "1", "0", "2.5%", ".5%", "150%", NULL };
	static const double ratio_values[] = { 0.01, 0.01, 0.001, 1, 1, 0, 0.025, 0.005, 1.5 };
	static const char *const reals[] = { "2", "0.5", "1e6", "2.5e-3", ".25", "1E+2", "0.1", NULL };
	static const double real_values[] = { 2, 0.5, 1000000, 0.0025, 0.25, 100, 0.1 };
	static const char *const bad_ratios[] = {
		"", "%", "-1%", "+1%", "1 %", "1%%", "1e-2", "1%x", "x", "nan", "inf", "0x1", "1.",
		",5", NULL,
	};
	static const char *const bad_reals[] = {
		"", "-1", "+1", " 1", "1 ", "1e", "1e+", "e5", "nan", "inf", "infinity", "0x10",
		"1e999", "1.", "1k", NULL,
	};
	(void)state;
	check_reals(units_parse_ratio, ratios, ratio_values);
	check_reals(units_parse_real, reals, real_values);
	check_reals_refused(units_parse_ratio, bad_ratios);
	check_reals_refused(units_parse_real, bad_reals);
}

static void
values_are_written_short(void **state)
{
	static const struct whole times[] = {
		{ "0s", 0 }, { "1ns", 1 }, { "1500us", 1500000 }, { "90s", 90000000000 },
		{ "1m", 60000000000 },
		{ "1h", 3600000000000 }, { "2d", 172800000000000 },
		{ "18446744073709551615ns", UINT64_MAX },
	};
	static const struct whole sizes[] = {
		{ "0", 0 }, { "1", 1 }, { "1000", 1000 }, { "4K", 4096 }, { "1536M", 1610612736 },
		{ "18446744073709551615", UINT64_MAX },
	};
	static const struct {
		double value;
		const char *text;
	} reals[] = {
		{ 0.1, "0.1" }, { 0.1 + 0.2, "0.30000000000000004" }, { 3, "3" },
		{ 1e300, "1e+300" },
		{ 2.0 / 3, "0.6666666666666666" }, { 0, "0" }, { -1.5, "-1.5" },
		{ 123456789.125, "123456789.125" },
	};
	char text[64];

	(void)state;
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		units_write_time(text, sizeof(text), times[i].value);
		assert_string_equal(text, times[i].text);
	}
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		units_write_size(text, sizeof(text), sizes[i].value);
		assert_string_equal(text, sizes[i].text);
	}
	for (size_t i = 0; i < sizeof(reals) / sizeof(reals[0]); i++) {
		units_write_real(text, sizeof(text), reals[i].value);
		assert_string_equal(text, reals[i].text);
	}
}

static void
scales_show_enough_digits(void **state)
{
	static const struct {
		const char *unit;
		double magnitude, value;
		const char *text;
	} cases[] = {
		{ "s", 6.2, 6.2137, "6.214 s" }, { "s", 10.88, 10.8812, "10.881 s" },
		{ "s", 0.31, 0.30987, "309.87 ms" },
		{ "s", 1.2e-6, 1.2346e-6, "1.235 us" }, { "s", 3e-9, 3.25e-9, "3.250 ns" },
		{ "s", 3e-10, 3e-10, "0.3000 ns" }, { "s", 0, 0, "0.000 s" },
		{ "s", 1234.5, 1234.56, "1234.6 s" },
		{ "s", 0.9999999, 0.9999999, "1.000 s" }, { "s", 10, 0.5, "0.500 s" },
		{ "s", 2, -0.25, "-0.250 s" },
		{ "bytes", 512, 512, "512.0 B" }, { "bytes", 1536, 1536, "1.500 KiB" },
		{ "bytes", 67108864, 67108864, "64.000 MiB" },
		{ "bytes/s", 1e9, 1073741824, "1024.00 MiB/s" },
		{ "bytes", 0, 0, "0.0 B" }, { "1/s", 12345.6, 12345.6, "12.346 k/s" },
		{ "1/s", 12.5, 12.5, "12.500 /s" },
		{ "count", 12, 12, "12.0" }, { "count", 54321, 54321, "54321" },
		{ "count", 123456, 123456, "123.46 k" },
		{ "ratio", 0.95, 0.95, "0.9500" }, { "ratio", 1.03, 1.0312, "1.031" },
		{ "", 3.14159, 3.14159, "3.142" },
		{ "furlong", 2, 2, "2.000 furlong" }, { "s", NAN, 1.5, "1.500 s" },
		{ "s", 1, NAN, "-" },
		{ "s", 1, INFINITY, "-" }, { "s", 1, -INFINITY, "-" },
		{ "s", INFINITY, 2, "2.000 s" },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[64];

		units_format(text, sizeof(text), cases[i].value, units_scale_for(cases[i].unit, cases[i].magnitude));
		assert_string_equal(text, cases[i].text);
	}
}

static void
spans_are_for_people(void **state)
{
	static const struct {
		double seconds;
		const char *text;
	} cases[] = {
		{ 0, "0.0 s" }, { 0.8, "0.8 s" }, { 59.9, "59.9 s" }, { 59.96, "1:00" },
		{ 62, "1:02" }, { 3599.6, "1:00:00" },
		{ 3723, "1:02:03" }, { 90000, "25:00:00" }, { -1, "-" }, { NAN, "-" },
		{ INFINITY, "-" }, { 1e300, "-" },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[64], small[4];

		units_format_span(text, sizeof(text), cases[i].seconds);
		assert_string_equal(text, cases[i].text);
		units_format_span(small, sizeof(small), cases[i].seconds);
		assert_true(strlen(small) < sizeof(small));
	}
}

/* Random texts never crash; what is taken is written and read back as the same. */
static void
random_texts(void **state)
{
	static const char alphabet[] = "0123456789..KMGTiBnumshd%eE+- k";
	unsigned seed = 1;

	(void)state;
	for (int round = 0; round < 300000; round++) {
		char text[24], again[64];
		size_t length;
		uint64_t value, back;
		double real;
		struct err e;

		seed = seed * 1103515245u + 12345u;
		length = seed >> 16 & 15;
		for (size_t i = 0; i < length; i++) {
			seed = seed * 1103515245u + 12345u;
			text[i] = alphabet[(seed >> 16) % (i < 3 ? 12 : sizeof(alphabet) - 1)];
		}
		text[length] = '\0';
		if (units_parse_time("x", text, &value, &e) == 0) {
			units_write_time(again, sizeof(again), value);
			assert_int_equal(units_parse_time("x", again, &back, &e), 0);
			assert_true(back == value);
		}
		if (units_parse_size("x", text, &value, &e) == 0) {
			units_write_size(again, sizeof(again), value);
			assert_int_equal(units_parse_size("x", again, &back, &e), 0);
			assert_true(back == value);
		}
		units_parse_count("x", text, &value, &e);
		if (units_parse_real("x", text, &real, &e) == 0) {
			units_write_real(again, sizeof(again), real);
			assert_true(strtod(again, NULL) == real);
		}
		units_parse_ratio("x", text, &real, &e);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_are_read),
		cmocka_unit_test(bad_times_are_refused),
		cmocka_unit_test(sizes_are_read),
		cmocka_unit_test(bad_sizes_are_refused),
		cmocka_unit_test(counts_are_read),
		cmocka_unit_test(ratios_and_reals_are_read),
		cmocka_unit_test(values_are_written_short),
		cmocka_unit_test(scales_show_enough_digits),
		cmocka_unit_test(spans_are_for_people),
		cmocka_unit_test(random_texts),
	};

	return cmocka_run_group_tests_name("units", tests, NULL, NULL);
}
