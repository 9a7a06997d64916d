/* Sentences: every verdict and reason, every flag, singular and plural. */
#include "judge_help.h"

#include "judge/judgement.h"
#include "view/layout.h"
#include "view/oddity.h"
#include "view/sentence.h"
#include "view/words.h"

static void
within(struct judgement *j, const struct record *r, const struct judge_options *options)
{
	struct err e;

	if (judgement_within(j, r, options, &e) != 0)
		fail_msg("%s", e.text);
}

/* The sentence for the only comparison. */
static void
check_sentence(const struct judgement *j, const char *sentence, const char *with_interval)
{
	const struct finding *f = &j->findings[0];
	struct sentence_case w = layout_case(j, f, &f->comparisons[0]);
	struct buf text = BUF_EMPTY;

	sentence_verdict(&text, &f->comparisons[0], &w, false);
	assert_string_equal(buf_text(&text), sentence);
	buf_clear(&text);
	sentence_verdict(&text, &f->comparisons[0], &w, true);
	assert_string_equal(buf_text(&text), with_interval != NULL ? with_interval : sentence);
	buf_release(&text);
}

static void
verdicts(void **state)
{
	static const struct {
		const char *pair, *sentence, *with_interval;
	} rows[] = {
		{ "win", "new is faster: time -4.7 %. Real, and at least the 1 % you asked for.",
		    "new is faster: time -4.7 % (95 % interval -5.0 .. -4.5 %). Real, and at least the 1 % you asked for." },
		{ "likely", "new is faster: time -1.6 %. Real; probably, but not certainly, at least 1 %.",
		    "new is faster: time -1.6 % (95 % interval -2.4 .. -0.8 %). Real; probably, but not certainly, at least 1 %." },
		{ "loss", "new is slower: time +3.0 %. Real, and at least the 1 % you asked for.",
		    "new is slower: time +3.0 % (95 % interval +2.6 .. +3.3 %). Real, and at least the 1 % you asked for." },
		{ "same", "no change: any difference is below 1 % (-0.29 .. +0.19 %).", NULL },
		{ "small", "no change that matters: new is faster, but by less than 1 % (-0.53 .. -0.29 %).", NULL },
		{ "noise", "undecided: new may be 4.6 % faster or 1.0 % slower. This experiment (8 trials each) sees changes of about "
		    "4.6 % or more; about 167 trials each would settle 1 %.", NULL },
		{ "faster near", "new is faster, by 0.49 .. 1.2 %; undecided whether that is 1 %.", NULL },
		{ "slower near", "new is slower, by 0.49 .. 1.2 %; undecided whether that is 1 %.", NULL },
		{ "linear", "new is slower: time +16.000 ms. Real, and at least the 0.040 ms (1 % of old) you asked for.",
		    "new is slower: time +16.000 ms (95 % interval +12.000 .. +20.000 ms). Real, and at least the 0.040 ms (1 % of "
		    "old) you asked for." },
		{ "zero", "undecided: nothing but equal values; too small for this clock or CPU accounting.", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct help_pair *p = help_pair(rows[i].pair);
		const struct judge_options options = JUDGE_OPTIONS;
		struct judgement j;
		struct record r;

		pair_record(&r, "randomised", REAL, "real", p->a, p->b, 8, "");
		within(&j, &r, &options);
		check_sentence(&j, rows[i].sentence, rows[i].with_interval);
		judgement_release(&j);
		record_release(&r);
	}
}

/* Numbers of trials that nobody will do. */
static void
out_of_reach(void **state)
{
	static const struct {
		const char *pair;
		uint64_t needed;
		const char *sentence;
	} rows[] = {
		{ "noise", 1000, "undecided: new may be 4.6 % faster or 1.0 % slower. This experiment (8 trials each) sees changes of about "
		    "4.6 % or more; about 1,000 trials each would settle 1 %." },
		{ "noise", 76540, "undecided: new may be 4.6 % faster or 1.0 % slower. This experiment (8 trials each) sees changes of about "
		    "4.6 % or more; settling 1 % is out of reach here: lower the noise (harness doctor), or ask for a larger --threshold." },
		{ "faster near", 900, "new is faster, by 0.49 .. 1.2 %; undecided whether that is 1 %. About 900 trials each would settle it." },
		{ "faster near", 1001, "new is faster, by 0.49 .. 1.2 %; undecided whether that is 1 %. "
		    "Settling it is out of reach here: lower the noise (harness doctor), or ask for another --threshold." },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct help_pair *p = help_pair(rows[i].pair);
		const struct judge_options options = JUDGE_OPTIONS;
		struct judgement j;
		struct record r;

		pair_record(&r, "randomised", REAL, "real", p->a, p->b, 8, "");
		within(&j, &r, &options);
		j.findings[0].comparisons[0].needed = rows[i].needed;
		check_sentence(&j, rows[i].sentence, NULL);
		judgement_release(&j);
		record_release(&r);
	}
}

static void
thresholds(void **state)
{
	static const struct {
		const char *pair;
		double delta;
		const char *sentence;
	} rows[] = {
		{ "win", 0, "new is faster: time -4.7 %. Real." },
		{ "win", 0.005, "new is faster: time -4.7 %. Real, and at least the 0.5 % you asked for." },
		{ "win", 0.1, "no change that matters: new is faster, but by less than 10 % (-5.0 .. -4.5 %)." },
		{ "noise", 0, "undecided: new may be 4.6 % faster or 1.0 % slower. This experiment (8 trials each) sees changes of about "
		    "4.6 % or more." },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct help_pair *p = help_pair(rows[i].pair);
		struct judge_options options = JUDGE_OPTIONS;
		struct judgement j;
		struct record r;

		options.delta = rows[i].delta;
		pair_record(&r, "randomised", REAL, "real", p->a, p->b, 8, "");
		within(&j, &r, &options);
		check_sentence(&j, rows[i].sentence, i == 0 ?
		    "new is faster: time -4.7 % (95 % interval -5.0 .. -4.5 %). Real." : i == 1 ?
		    "new is faster: time -4.7 % (95 % interval -5.0 .. -4.5 %). Real, and at least the 0.5 % you asked for." : NULL);
		judgement_release(&j);
		record_release(&r);
	}
}

static void
few_trials(void **state)
{
	static const double a[] = { 6.174, 6.197, 6.197 }, b[] = { 6.011, 6.042, 5.998 };
	static const char *const sentences[] = {
		"undecided: 1 trial each allows no interval. Needs at least 4 each.",
		"undecided: 2 trials each allow only a 66.7 % interval (-3.0 .. -2.1 %). Needs at least 4 each.",
		"undecided: 3 trials each allow only a 90 % interval (-3.2 .. -2.1 %). Needs at least 4 each.",
	};

	(void)state;
	for (size_t n = 1; n <= 3; n++) {
		const struct judge_options options = JUDGE_OPTIONS;
		struct judgement j;
		struct record r;

		pair_record(&r, "randomised", REAL, "real", a, b, n, "");
		within(&j, &r, &options);
		check_sentence(&j, sentences[n - 1], NULL);
		judgement_release(&j);
		record_release(&r);
	}
}

/* Four trials would be enough in one block, not in two of two: 1 - 2 / C(4,2)^2. */
static void
small_blocks(void **state)
{
	const struct judge_options options = JUDGE_OPTIONS;
	struct maker m = MAKER_EMPTY;
	struct judgement j;
	struct record r;

	(void)state;
	maker_header(&m, "randomised", "", "old|new", REAL, "");
	for (int i = 0; i < 4; i++) {
		maker_value(&m, i / 2, 0, 0, "real", 10);
		maker_value(&m, i / 2, 0, 1, "real", 11);
	}
	maker_load(&m, "x.jsonl", &r);
	within(&j, &r, &options);
	check_sentence(&j, "undecided: 4 trials each allow only a 94.4 % interval (+10.0 .. +10.0 %). Needs more in each block.", NULL);
	judgement_release(&j);
	record_release(&r);
}

/* Two cases with the smallest p that four trials can have: together they prove nothing. */
static void
what_may_be_chance(void **state)
{
	const struct judge_options options = JUDGE_OPTIONS;
	struct maker m = MAKER_EMPTY;
	struct judgement j;
	struct record r;

	(void)state;
	maker_header(&m, "randomised", "a|b", "old|new", REAL, "");
	for (int i = 0; i < 4; i++)
		for (unsigned c = 0; c < 2; c++) {
			maker_value(&m, 0, c, 0, "real", 10 + 0.01 * i);
			maker_value(&m, 0, c, 1, "real", 9 + 0.01 * i);
		}
	maker_load(&m, "x.jsonl", &r);
	within(&j, &r, &options);
	check_sentence(&j, "new is faster: time -10.0 % ?", "new is faster: time -10.0 % (95 % interval -10.3 .. -9.7 %) ?");
	judgement_release(&j);
	record_release(&r);
}

static void
what_stands_in_the_way(void **state)
{
	const struct help_pair *p = help_pair("win");
	const struct judge_options options = JUDGE_OPTIONS;
	struct judgement j;
	struct record r;

	(void)state;
	pair_record(&r, "sequential", REAL, "real", p->a, p->b, 8, "");
	within(&j, &r, &options);
	check_sentence(&j, "undecided: the trials of old and new were not interleaved; drift could explain the difference. "
	    "Without drift: -4.7 %.", NULL);
	judgement_release(&j);
	record_release(&r);

	for (int failing = 0; failing < 2; failing++) {
		struct maker m = MAKER_EMPTY;

		maker_header(&m, "randomised", "", "old|new", REAL, "");
		for (int i = 0; i < 4; i++) {
			maker_value(&m, 0, 0, 0, "real", 6 + 0.01 * i);
			if (i > 0)
				maker_value(&m, 0, 0, 1, "real", 5 + 0.01 * i);
			else if (failing)
				maker_line(&m, 0, 0, 1, "\"status\":\"failed\",\"error\":\"x\"");
			else
				maker_value(&m, 0, 0, 1, "real", NAN);
		}
		maker_load(&m, "x.jsonl", &r);
		within(&j, &r, &options);
		check_sentence(&j, failing ? "undecided: 1 of 4 trials of new failed." :
		    "undecided: 1 of 4 trials of new has no value.", NULL);
		judgement_release(&j);
		record_release(&r);
	}
}

static void
nothing_to_compare(void **state)
{
	const struct judge_options options = JUDGE_OPTIONS;
	struct maker m = MAKER_EMPTY;
	struct judgement j;
	struct record r;

	(void)state;
	maker_header(&m, "randomised", "", "old|new", REAL, "");
	maker_value(&m, 0, 0, 0, "real", 6);
	maker_load(&m, "x.jsonl", &r);
	within(&j, &r, &options);
	check_sentence(&j, "undecided: no values of new.", NULL);
	judgement_release(&j);
	record_release(&r);
	maker_header(&m, "randomised", "", "old|new", REAL, "");
	maker_value(&m, 0, 0, 0, "real", 6);
	maker_value(&m, 1, 0, 1, "real", 6);
	maker_load(&m, "x.jsonl", &r);
	within(&j, &r, &options);
	check_sentence(&j, "undecided: old and new have no block in common.", NULL);
	judgement_release(&j);
	record_release(&r);
}

static void
one_boot_each(void **state)
{
	static const double a[] = { 6.214, 6.21, 6.22, 6.2 }, b[] = { 5.46, 5.46, 5.47, 5.45 };
	const struct judge_options options = JUDGE_OPTIONS;
	struct record r[2];
	const struct record *first = &r[0], *second = &r[1];
	const struct side_group groups[] = { { &first, 1 }, { &second, 1 } };
	struct judgement j;
	struct err e;

	(void)state;
	single_record(&r[0], "linux.jsonl", REAL, "real", a, 4, "");
	single_record(&r[1], "freebsd.jsonl", REAL, "real", b, 4, "");
	assert_int_equal(judgement_between(&j, groups, 2, &options, &e), 0);
	check_sentence(&j, "undecided: one boot each, boots were not compared. If boots did not differ: -12.1 %.", NULL);
	judgement_release(&j);
	record_release(&r[0]);
	record_release(&r[1]);
}

/* Boots are counted as such: three and four of them. */
static void
few_boots(void **state)
{
	const struct judge_options options = JUDGE_OPTIONS;
	struct record r[7];
	const struct record *borrowed[7];
	const struct side_group groups[] = { { borrowed, 3 }, { borrowed + 3, 4 } };
	struct judgement j;
	struct err e;

	(void)state;
	for (size_t i = 0; i < 7; i++) {
		double x = i < 3 ? 10 : 9;

		single_record(&r[i], i < 3 ? "old-1.jsonl" : "new-1.jsonl", REAL, "real", &x, 1, "");
		borrowed[i] = &r[i];
	}
	assert_int_equal(judgement_between(&j, groups, 2, &options, &e), 0);
	check_sentence(&j, "undecided: 3 and 4 boots allow only a 94.3 % interval (-10.0 .. -10.0 %). Needs at least 4 each.", NULL);
	judgement_release(&j);
	for (size_t i = 0; i < 7; i++)
		record_release(&r[i]);
}

/* Rates, sizes, and counts that are neither good nor bad. */
static void
other_metrics(void **state)
{
	static const struct {
		const char *metric, *name, *few;
		bool up;
	} rows[] = {
		{ TPS, "tps", "new is higher", true },
		{ TPS, "tps", "new is lower", false },
		{ RSS, "peak_rss", "new is higher", true },
		{ RSS, "peak_rss", "new is lower", false },
		{ FAULTS, "faults", "new is higher", true },
		{ FAULTS, "faults", "new is lower", false },
	};
	const struct help_pair *p = help_pair("loss");

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct judge_options options = JUDGE_OPTIONS;
		const struct comparison *c;
		struct buf text = BUF_EMPTY;
		struct judgement j;
		struct record r;
		char *sentence;

		char *metrics = mem_printf("%s", rows[i].metric);
		char *headline = strstr(metrics, "false");

		if (headline != NULL)
			memcpy(headline, "true ", 5);
		pair_record(&r, "randomised", metrics, rows[i].name, rows[i].up ? p->a : p->b, rows[i].up ? p->b : p->a, 8, "");
		within(&j, &r, &options);
		c = &j.findings[0].comparisons[0];
		sentence_short(&text, &c->verdict, false, j.findings[0].metric, "new");
		assert_string_equal(buf_text(&text), rows[i].few);
		buf_release(&text);
		sentence_verdict(&text, c, &(struct sentence_case){ j.findings[0].metric, "old", "new", 0.01 }, false);
		sentence = mem_printf("%s: %s %s. Real, and at least the 1 %% you asked for.", rows[i].few, rows[i].name,
		    rows[i].up ? "+3.0 %" : "-2.9 %");
		assert_string_equal(buf_text(&text), sentence);
		buf_release(&text);
		free(sentence);
		free(metrics);
		judgement_release(&j);
		record_release(&r);
	}
}

static void
few_words(void **state)
{
	static const struct {
		struct verdict verdict;
		bool chance;
		const char *text;
	} rows[] = {
		{ { VERDICT_WIN, REASON_PROVEN }, false, "new is faster" },
		{ { VERDICT_WIN, REASON_PROVEN }, true, "new is faster ?" },
		{ { VERDICT_LOSS, REASON_LIKELY_SIZE }, false, "new is slower" },
		{ { VERDICT_NOCHANGE, REASON_EQUIVALENT }, false, "no change" },
		{ { VERDICT_NOCHANGE, REASON_EQUIVALENT }, true, "no change ?" },
		{ { VERDICT_NOCHANGE, REASON_REAL_BUT_SMALL }, false, "no change that matters" },
		{ { VERDICT_UNDECIDED, REASON_NOISE }, false, "undecided" },
	};
	static const struct metric real = { "real", "s", BETTER_LOWER, NULL };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct buf text = BUF_EMPTY;

		sentence_short(&text, &rows[i].verdict, rows[i].chance, &real, "new");
		assert_string_equal(buf_text(&text), rows[i].text);
		buf_release(&text);
	}
}

static void
numbers(void **state)
{
	static const struct {
		double x;
		const char *text;
	} percents[] = {
		{ -0.05, "-5.0 %" }, { 0.123, "+12.3 %" }, { 0.0035, "+0.35 %" }, { -0.0099, "-0.99 %" }, { 0.00996, "+1.0 %" },
		{ 0, "0.00 %" }, { -0.00001, "0.00 %" }, { 5.681, "+568.1 %" },
	};
	static const struct {
		uint64_t n;
		const char *text;
	} counts[] = {
		{ 0, "0 trials" }, { 1, "1 trial" }, { 2, "2 trials" }, { 999, "999 trials" }, { 1234, "1,234 trials" },
		{ 1234567, "1,234,567 trials" },
	};
	struct buf text = BUF_EMPTY;

	(void)state;
	for (size_t i = 0; i < sizeof(percents) / sizeof(percents[0]); i++) {
		buf_clear(&text);
		words_percent(&text, percents[i].x);
		assert_string_equal(buf_text(&text), percents[i].text);
	}
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		buf_clear(&text);
		words_count(&text, counts[i].n, "trial");
		assert_string_equal(buf_text(&text), counts[i].text);
	}
	buf_release(&text);
}

static void
check_flags(const double *x, size_t n, const char *metrics, const char *metric, const char *text)
{
	const struct judge_options options = JUDGE_OPTIONS;
	struct buf out = BUF_EMPTY;
	struct judgement j;
	struct record r;

	single_record(&r, "x.jsonl", metrics, metric, x, n, "");
	within(&j, &r, &options);
	oddity_lines(&out, &j.findings[0].digests[0], j.findings[0].metric, UNIT_TRIAL, metric);
	assert_string_equal(buf_text(&out), text);
	buf_release(&out);
	judgement_release(&j);
	record_release(&r);
}

static void
check_coarse(const double *x, size_t n, const char *metrics, const char *metric, const char *text)
{
	const struct judge_options options = JUDGE_OPTIONS;
	struct buf out = BUF_EMPTY;
	struct judgement j;
	struct record r;

	single_record(&r, "x.jsonl", metrics, metric, x, n, "");
	within(&j, &r, &options);
	oddity_coarse_line(&out, &j);
	assert_string_equal(buf_text(&out), text);
	buf_release(&out);
	judgement_release(&j);
	record_release(&r);
}

static void
flags(void **state)
{
	static const double quiet[] = { 10, 10.02, 9.99, 10.01, 10.03, 9.98, 10.0, 10.01 };
	static const double spike[] = { 10, 10.02, 9.99, 11.8, 10.03, 9.98, 10.0, 12.5 };
	static const double cold[] = { 15, 10.02, 9.99, 10.01, 10.03, 9.98, 10.0, 10.02 };
	static const double fast[] = { 10, 10.02, 9.99, 8, 10.03, 9.98, 10.0, 10.02 };
	static const double drift[] = { 10, 10.1, 10.2, 10.3, 10.4, 10.5, 10.6, 10.7 };
	static const double ticks[] = { 0.004, 0.004, 0.008, 0, 0.004, 0.004, 0.012, 0.004 };
	static const double coarse[] = { 0.01, 0.02, 0.01, 0.02, 0.02, 0.01, 0.02, 0.01 };
	double levels[24];

	(void)state;
	check_flags(quiet, 8, REAL, "real", "");
	check_flags(quiet, 1, REAL, "real", "");
	check_flags(spike, 8, REAL, "real", "real: 2 of 8 trials were slow outliers (+17.9 %, +24.9 %)\n");
	check_flags(cold, 8, REAL, "real", "real: 1 of 8 trials was a slow outlier (+49.8 %)\n"
	    "real: the first trial was cold; use --warmup\n");
	check_flags(fast, 8, REAL, "real", "real: 1 of 8 trials was a fast outlier (-20.0 %)\n");
	check_flags(fast, 8, TPS, "tps", "tps: 1 of 8 trials was a slow outlier (-20.0 %)\n");
	check_flags(drift, 8, REAL, "real", "real: drifted by +7.0 % during the measurement\n");
	check_flags(ticks, 8, SYS, "sys", "");	/* a time of 0 is no fast trial */
	check_flags(coarse, 8, SYS, "sys", "");
	check_coarse(coarse, 8, SYS, "sys", "sys: only 2 different values in 8 trials: CPU time is sampled in ticks, too coarse for so short a trial\n");
	check_coarse(coarse, 8, REAL, "real", "real: only 2 different values in 8 trials: the clock goes by steps, too coarse for so short a trial\n");
	check_coarse(coarse, 8, TPS, "tps", "");
	check_coarse(quiet, 8, REAL, "real", "");
	for (size_t i = 0; i < 24; i++)
		levels[i] = (i < 8 ? 10.6 : 10.1) + 0.001 * (double)(i * 7 % 24);
	{
		const struct judge_options options = JUDGE_OPTIONS;
		struct buf out = BUF_EMPTY;
		struct judgement j;
		struct record r;

		single_record(&r, "x.jsonl", REAL, "real", levels, 24, "");
		within(&j, &r, &options);
		oddity_lines(&out, &j.findings[0].digests[0], j.findings[0].metric, UNIT_TRIAL, "real");
		assert_non_null(strstr(buf_text(&out), "real: 2 speed levels (10.609 s, then 10.11"));
		assert_non_null(strstr(buf_text(&out), " s from trial 9 on); use --warmup\n"));
		assert_null(strstr(buf_text(&out), "cold"));	/* it was not only the first */
		assert_non_null(strstr(buf_text(&out), "real: trials depend on each other: 24 trials are worth about "));
		buf_release(&out);
		judgement_release(&j);
		record_release(&r);
	}
}

static void
causes(void **state)
{
	static const char *const texts[] = {
		[CAUSE_UNKNOWN] = "real: 1 of 5 trials was a slow outlier (+50.0 %)\n",
		[CAUSE_STEAL] = "real: 1 of 5 trials was a slow outlier (+50.0 %, while the host took 0.8 s of CPU away)\n",
		[CAUSE_OTHERS] = "real: 1 of 5 trials was a slow outlier (+50.0 %, while other processes used 0.8 s of CPU)\n",
		[CAUSE_INTERRUPTS] = "real: 1 of 5 trials was a slow outlier (+50.0 %, while interrupts took 0.8 s of CPU)\n",
		[CAUSE_HOST] = "real: 1 of 5 trials was a slow outlier (+50.0 %, while the whole machine (heartbeat) was 80 % slower)\n",
	};
	static const struct metric real = { "real", "s", BETTER_LOWER, NULL };

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		double values[] = { 10, 10, 15, 10, 10 };
		struct digest_outlier outlier = { 2, 0.5, (enum cause)i, 0.8 };
		struct digest d = { .values = values, .count = 5, .outliers = &outlier, .noutliers = 1 };
		struct buf out = BUF_EMPTY;

		d.summary.median = 10;
		oddity_lines(&out, &d, &real, UNIT_TRIAL, "real");
		assert_string_equal(buf_text(&out), texts[i]);
		buf_release(&out);
	}
}

/* More than three are told together. */
static void
many_outliers(void **state)
{
	static const struct metric real = { "real", "s", BETTER_LOWER, NULL };
	struct digest_outlier outliers[] = {
		{ 1, 0.97, CAUSE_HOST, 0.8 }, { 3, 7.19, CAUSE_HOST, 0.8 }, { 4, 1.2, CAUSE_OTHERS, 0.8 }, { 6, 2, CAUSE_UNKNOWN, NAN },
		{ 8, -0.05, CAUSE_UNKNOWN, NAN },
	};
	double values[] = { 10, 19.7, 10, 81.9, 22, 10, 30, 10, 9.5, 10, 10, 10 };
	struct digest d = { .values = values, .count = 12, .outliers = outliers, .noutliers = 5 };
	struct buf out = BUF_EMPTY;

	(void)state;
	d.summary.median = 10;
	oddity_lines(&out, &d, &real, UNIT_TRIAL, "real");
	assert_string_equal(buf_text(&out), "real: 4 of 12 trials were slow outliers (+97 % to +719 %; "
	    "during 2 of them the whole machine (heartbeat) was slower, during 1 of them other processes used CPU)\n"
	    "real: 1 of 12 trials was a fast outlier (-5.0 %)\n");
	for (size_t i = 0; i < 5; i++)
		outliers[i].cause = CAUSE_UNKNOWN;
	outliers[0].ratio = 0.07;
	buf_clear(&out);
	oddity_lines(&out, &d, &real, UNIT_TRIAL, "real");
	assert_string_equal(buf_text(&out), "real: 4 of 12 trials were slow outliers (+7.0 % to +719 %)\n"
	    "real: 1 of 12 trials was a fast outlier (-5.0 %)\n");
	buf_release(&out);
}

static void
beside(void **state)
{
	static const struct metric real = { "real", "s", BETTER_LOWER, NULL };
	struct tally tally = { .unit = UNIT_TRIAL };
	struct comparison c = {
		.valid = true, .tally = &tally, .spikes = { 0, 5, 20, 20, 0.0471 }, .drift_p = NAN, .a_mean = 10, .b_mean = 10.3,
	};
	const struct sentence_case w = { &real, "old", "new", 0.01 };
	struct buf out = BUF_EMPTY;

	(void)state;
	sentence_beside(&out, &c, &w);
	assert_string_equal(buf_text(&out), "real: new has more slow outliers (5 of 20 against 0 of 20)\n");
	c.spikes = (struct contrast_spikes){ 4, 0, 10, 12, 0.03 };
	buf_clear(&out);
	sentence_beside(&out, &c, &w);
	assert_string_equal(buf_text(&out), "real: old has more slow outliers (4 of 10 against 0 of 12)\n");
	c.spikes = (struct contrast_spikes){ 0, 4, 4, 4, 0.03 };
	buf_clear(&out);
	sentence_beside(&out, &c, &w);
	assert_string_equal(buf_text(&out), "");
	c.spikes.p = 0.2;
	c.means_disagree = true;
	c.drift_p = 0.005;
	buf_clear(&out);
	sentence_beside(&out, &c, &w);
	assert_string_equal(buf_text(&out), "real: the means say the opposite (+3.0 %): the typical trial and the rare slow ones differ\n"
	    "real: the difference itself changed during the experiment\n");
	buf_release(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(verdicts),
		cmocka_unit_test(out_of_reach),
		cmocka_unit_test(thresholds),
		cmocka_unit_test(few_trials),
		cmocka_unit_test(small_blocks),
		cmocka_unit_test(what_may_be_chance),
		cmocka_unit_test(what_stands_in_the_way),
		cmocka_unit_test(nothing_to_compare),
		cmocka_unit_test(one_boot_each),
		cmocka_unit_test(few_boots),
		cmocka_unit_test(other_metrics),
		cmocka_unit_test(few_words),
		cmocka_unit_test(numbers),
		cmocka_unit_test(flags),
		cmocka_unit_test(causes),
		cmocka_unit_test(many_outliers),
		cmocka_unit_test(beside),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
