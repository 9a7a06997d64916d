/*
 * A series of boots without booting: plans, drawn orders, and whether a system that is only described may be used next. The records are
 * a header and an end.
 */
#include "judge_help.h"


#include "base/quote.h"
#include "fake_os.h"
#include "run/boots.h"

static char top[] = "/tmp/harness-boots-XXXXXX", *directory;

static int
enter(void **state)
{
	(void)state;
	fake_os_reset();
	strcpy(top, "/tmp/harness-boots-XXXXXX");
	assert_non_null(mkdtemp(top));
	directory = path_join(top, "d");
	return 0;
}

static int
leave(void **state)
{
	struct err e;

	(void)state;
	free(directory);
	return file_remove_tree(top, &e);
}

/* ------------------------------------------------------------------ which system is it? */

static void
rules(void **state)
{
	static const struct identity i = { { "Linux", "6.1.0-13", "#1 SMP", "x86_64", "root=/dev/vda mitigations=off", "new", "b1" } };
	static const struct {
		const char *rule;
		bool good, fits;
	} rows[] = {
		{ "release:6.1.*", true, true },
		{ "release:6.1.0-13", true, true },
		{ "release:6.1", true, false },		/* all of it, not a part */
		{ "release:6.[2-9]*", true, false },
		{ "version:#1*", true, true },
		{ "cmdline:*mitigations=off*", true, true },
		{ "cmdline:mitigations=off", true, false },
		{ "tag:new", true, true },
		{ "tag:old", true, false },
		{ "release:", false, false },
		{ "release", false, false },
		{ "releases:6", false, false },
		{ "boot:b1", false, false },		/* that is no system */
		{ "machine:x86_64", false, false },
		{ "", false, false },
	};
	static const struct identity unknown = { { NULL } };
	struct err e;

	(void)state;
	for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
		if ((identity_check_rule(rows[k].rule, &e) == 0) != rows[k].good)
			fail_msg("rule '%s'", rows[k].rule);
		if (!rows[k].good)
			assert_int_equal(e.kind, ERR_USAGE);
		if (rows[k].good && identity_fits(&i, rows[k].rule) != rows[k].fits)
			fail_msg("does '%s' fit?", rows[k].rule);
		if (rows[k].good)
			assert_false(identity_fits(&unknown, rows[k].rule));
	}
}

static void
one_system_or_two(void **state)
{
	static const struct identity a = { { "Linux", "6.1.0", "#1", "x86_64", "quiet", NULL, "b1" } };
	static const struct {
		struct identity b;
		const char *differences;
	} rows[] = {
		{ { { "Linux", "6.1.0", "#1", "x86_64", "debug", NULL, "b2" } }, "" },
		{ { { "Linux", "6.1.1", "#1", "x86_64", "quiet", NULL, "b1" } }, "release (6.1.0 and 6.1.1)" },
		{ { { "Linux", "6.1.0", "#2", "i686", "quiet", "x", "b1" } }, "version (#1 and #2), machine (x86_64 and i686), tag (none and x)" },
	};
	char *words;

	(void)state;
	for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
		struct buf out = BUF_EMPTY;

		identity_differences(&a, &rows[k].b, &out);
		assert_string_equal(buf_text(&out), rows[k].differences);
		buf_release(&out);
	}
	words = identity_words(&rows[2].b);
	assert_string_equal(words, "Linux 6.1.0 #2, tag 'x'");
	free(words);
}

static void
running_and_recorded(void **state)
{
	struct maker m = MAKER_EMPTY;
	struct buf out = BUF_EMPTY;
	struct identity now, was;
	struct record r;

	(void)state;
	fake_os_fact_is(OS_BOOT_ID, "b7");
	fake_os_fact_is(OS_KERNEL_COMMAND_LINE, "quiet");
	identity_now(&now, "new");
	assert_string_equal(now.facts[IDENTITY_RELEASE], "1.0");
	assert_string_equal(now.facts[IDENTITY_COMMAND_LINE], "quiet");
	assert_string_equal(now.facts[IDENTITY_BOOT], "b7");
	maker_header(&m, "randomised", "", "default", REAL, ",\"series\":{\"system\":\"s\",\"boot\":1,\"boots\":8,\"tag\":\"new\"},"
	    "\"environment\":{\"system\":\"Fake\",\"release\":\"1.0\",\"version\":\"#1\",\"machine\":\"fake64\",\"boot_id\":\"b7\"}");
	maker_load(&m, "x.jsonl", &r);
	identity_of_record(&was, &r);
	identity_differences(&was, &now, &out);
	assert_int_equal(out.length, 0);
	assert_string_equal(was.facts[IDENTITY_BOOT], "b7");
	record_release(&r);
	identity_release(&now);
	identity_release(&was);
	/* no tag and an empty one are the same */
	identity_now(&now, "");
	assert_null(now.facts[IDENTITY_TAG]);
	identity_release(&now);
	buf_release(&out);
}

/* ------------------------------------------------------------------ plans */

static void
systems(void **state)
{
	static const struct {
		const char *text, *error;	/* NULL: fine */
	} rows[] = {
		{ "old,new", NULL },
		{ "6.1,6.18-rc1_x+y", NULL },
		{ "old=release:6.1.*,new=tag:a\\,b,other", NULL },
		{ "old", "two systems at least" },
		{ "", "has no name" },
		{ "old,,new", "has no name" },
		{ "old,new,old", "system 'old' is named twice" },
		{ "old,../new", "'../new' cannot name a system" },
		{ "old,a/b", "'a/b' cannot name a system" },
		{ "old,-new", "'-new' cannot name a system" },
		{ "old,a b", "'a b' cannot name a system" },
		{ "old,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "cannot name a system" },
		{ "old=6.1,new", "'6.1' does not say how a system is recognised" },
		{ "old=tag:,new", "'tag:' lacks a pattern" },
		{ "old=tag:x,new=tag:x", "'tag:x' cannot tell two systems apart" },
	};

	(void)state;
	for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
		struct boots b = { .count = 0 };
		struct err e = { ERR_NONE, "" };
		int result = boots_parse_systems(&b, rows[k].text, &e);

		if ((result == 0) != (rows[k].error == NULL) || (result != 0 && strstr(e.text, rows[k].error) == NULL))
			fail_msg("'%s': %s", rows[k].text, e.text);
		if (result != 0)
			assert_int_equal(e.kind, ERR_USAGE);
		boots_release(&b);
	}
}

/* 2 / product of C(2m, m) <= 0.05 / comparisons: from Python's fractions. */
static void
how_many_are_needed(void **state)
{
	static const unsigned needed[] = { 0, 0, 4, 5, 5, 6, 6, 7, 7 };

	(void)state;
	for (size_t k = 2; k < sizeof(needed) / sizeof(needed[0]); k++)
		assert_int_equal(boots_needed(k), needed[k]);
}

/* From SplitMix64 and Fisher-Yates as docs/method.md has them, in Python. */
static void
orders(void **state)
{
	static const struct {
		const char *systems;
		unsigned each;
		uint64_t seed;
		const char *order, *blocks;
		uint64_t seeds[3];
	} rows[] = {
		{ "a,b", 9, 3, "011011001010011010", "000000000011111111",
		    { 10905525725756348110u, 13819372491320860226u, 10987583248141275951u } },
		{ "a,b,c", 4, UINT64_MAX, "001212120012", "000000000000",
		    { 17519071339639777313u, 13427082724269423081u, 15047954047655532813u } },
	};
	struct err e;

	(void)state;
	for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
		struct boots b = { .count = 0 };

		assert_int_equal(boots_parse_systems(&b, rows[k].systems, &e), 0);
		boots_draw(&b, rows[k].each, rows[k].seed);
		assert_int_equal(b.count, strlen(rows[k].order));
		for (size_t i = 0; i < b.count; i++) {
			assert_int_equal(b.list[i].system, rows[k].order[i] - '0');
			assert_int_equal(b.list[i].block, rows[k].blocks[i] - '0');
			if (i < 3)
				assert_true(b.list[i].seed == rows[k].seeds[i]);
		}
		boots_release(&b);
	}
}

/* A series on the disk. The order of seed 3 begins with 0 1 1 0 1 1 0 0 1 0 for five boots of each of two. */
static void
make_series(const char *names, unsigned each)
{
	char *words[] = { (char[]){ "exec" }, (char[]){ "--" }, (char[]){ "true" }, NULL };
	struct boots b = { .directory = mem_string(directory), .place = mem_string("/home/me"), .words = quote_copy(words) };
	struct err e;

	if (boots_parse_systems(&b, names, &e) != 0)
		fail_msg("%s", e.text);
	boots_draw(&b, each, 3);
	if (boots_create(&b, "harness series new d", &e) != 0)
		fail_msg("%s", e.text);
	boots_release(&b);
}

static void
there_and_back(void **state)
{
	static const char *const words[] = { "exec", "--", "true" };
	struct boots b;
	struct err e;

	(void)state;
	assert_false(boots_here(directory));
	make_series("old=release:1.*,new", 5);
	assert_true(boots_here(directory));
	assert_int_equal(boots_load(&b, directory, &e), 0);
	assert_string_equal(b.place, "/home/me");
	assert_int_equal(b.nsystems, 2);
	assert_string_equal(b.systems[0].rule, "release:1.*");
	assert_null(b.systems[1].rule);
	assert_true(b.seed == 3);
	assert_int_equal(b.count, 10);
	for (size_t i = 0; i < 3; i++)
		assert_string_equal(b.words[i], words[i]);
	for (size_t i = 0; i < 10; i++) {
		assert_int_equal(b.list[i].system, "0110110010"[i] - '0');
		assert_int_equal(b.list[i].state, BOOT_OPEN);
	}
	assert_true(b.list[0].seed == 10905525725756348110u);
	assert_string_equal(path_base(b.list[9].path), "010-old.jsonl");
	assert_int_equal(boots_next(&b), 0);
	/* never over another */
	assert_int_equal(boots_create(&b, "again", &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	boots_release(&b);
}

static void
damaged_plans(void **state)
{
#define PLAN(systems, boots, words) "{\"type\":\"series\",\"schema\":1,\"directory\":\"/\",\"seed\":\"1\",\"systems\":[" systems "]," \
	"\"boots\":[" boots "],\"workload\":[" words "]}"
	static const struct {
		const char *text, *error;	/* NULL: fine */
	} rows[] = {
		{ PLAN("{\"name\":\"a\"},{\"name\":\"b\"}", "{\"system\":\"a\",\"block\":0,\"seed\":\"1\"}", "\"exec\""), NULL },
		{ PLAN("{\"name\":\"a\"},{\"name\":\"b\"}", "{\"system\":\"c\",\"block\":0,\"seed\":\"1\"}", "\"exec\""), "of no system" },
		{ PLAN("{\"name\":\"a\"},{\"name\":\"b\"}", "{\"system\":\"a\",\"seed\":\"1\"}", "\"exec\""), "in no block" },
		{ PLAN("{\"name\":\"a\"},{\"name\":\"b\"}", "{\"system\":\"a\",\"block\":0,\"seed\":\"-1\"}", "\"exec\""), "no seed" },
		{ PLAN("{\"name\":\"a\"},{\"name\":\"b\"}", "", "\"exec\""), "no boots" },
		{ PLAN("{\"name\":\"a\"},{\"name\":\"b\"}", "{\"system\":\"a\",\"block\":0,\"seed\":\"1\"}", ""), "no workload" },
		{ PLAN("{\"name\":\"a\"},{\"name\":\"b\"}", "{\"system\":\"a\",\"block\":0,\"seed\":\"1\"}", "7"), "is no text" },
		{ PLAN("{\"name\":\"a\"}", "{\"system\":\"a\",\"block\":0,\"seed\":\"1\"}", "\"exec\""), "fewer than two" },
		{ PLAN("{\"name\":\"a\"},{\"name\":\"../b\"}", "{\"system\":\"a\",\"block\":0,\"seed\":\"1\"}", "\"exec\""), "has no name" },
		{ PLAN("{\"name\":\"a\",\"rule\":\"x\"},{\"name\":\"b\"}", "{\"system\":\"a\",\"block\":0,\"seed\":\"1\"}", "\"exec\""), "recognised" },
		{ "{\"type\":\"series\",\"schema\":2}", "newer harness" },
		{ "{\"type\":\"header\",\"schema\":1}", "no series" },
		{ "[]", "no series" },
		{ "{", "series.json" },
		{ "", "series.json" },
	};
	char *path = path_join(directory, "series.json");
	struct err e;

	(void)state;
	assert_int_equal(file_make_directories(directory, &e), 0);
	for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
		struct boots b;
		int result;

		assert_int_equal(file_write(path, rows[k].text, strlen(rows[k].text), 0600, &e), 0);
		e.text[0] = '\0';
		result = boots_load(&b, directory, &e);
		if ((result == 0) != (rows[k].error == NULL) || (result != 0 && strstr(e.text, rows[k].error) == NULL))
			fail_msg("%s: %s", rows[k].text, e.text);
		if (result == 0)
			boots_release(&b);
	}
	unlink(path);
	assert_int_equal(boots_load(&(struct boots){ .count = 0 }, directory, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	assert_non_null(strstr(e.text, "there is no series"));
	free(path);
}

/* ------------------------------------------------------------------ progress */

/* The record of a boot, as far as this layer looks at it. `end`: a status, or NULL for none. */
static void
write_record(size_t number, const char *system, const char *release, const char *tag, const char *boot, const char *end)
{
	char *path = mem_printf("%s/%03zu-%s.jsonl", directory, number, system);
	char *more = mem_printf(",\"series\":{\"system\":\"%s\",\"boot\":%zu,\"boots\":10,\"tag\":%s%s%s},\"environment\":{\"system\":\"Linux\","
	    "\"release\":\"%s\",\"version\":\"#1\",\"machine\":\"x86_64\",\"boot_id\":\"%s\"}", system, number, tag != NULL ? "\"" : "",
	    tag != NULL ? tag : "null", tag != NULL ? "\"" : "", release, boot);
	struct maker m = MAKER_EMPTY;
	struct err e;

	maker_header(&m, "randomised", "", "default", REAL, more);
	maker_value(&m, 0, 0, 0, "real", 1);
	if (end != NULL)
		buf_printf(&m.text, "{\"type\":\"end\",\"session\":0,\"status\":\"%s\",\"reason\":\"\"}\n", end);
	if (file_write(path, m.text.text, m.text.length, 0600, &e) != 0)
		fail_msg("%s", e.text);
	buf_release(&m.text);
	free(more);
	free(path);
}

static void
states(void **state)
{
	static const struct {
		const char *end;
		enum boot_state state;
	} rows[] = {
		{ "complete", BOOT_DONE }, { "budget", BOOT_DONE }, { "interrupted", BOOT_CUT }, { "failed", BOOT_CUT }, { NULL, BOOT_CUT },
	};
	struct boots b;
	struct err e;

	(void)state;
	make_series("old,new", 5);
	for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
		write_record(1, "old", "6.1", NULL, "b1", rows[k].end);
		assert_int_equal(boots_load(&b, directory, &e), 0);
		assert_int_equal(b.list[0].state, rows[k].state);
		assert_int_equal(boots_next(&b), rows[k].state == BOOT_DONE ? 1 : 0);
		assert_string_equal(b.list[0].identity.facts[IDENTITY_BOOT], "b1");
		boots_release(&b);
	}
}

static void
records_of_elsewhere(void **state)
{
	char *from, *to;
	struct boots b;
	struct err e;

	(void)state;
	make_series("old,new", 5);
	write_record(2, "new", "6.1", NULL, "b1", "complete");
	/* the third boot is one of new, too */
	from = path_join(directory, "002-new.jsonl");
	to = path_join(directory, "003-new.jsonl");
	assert_int_equal(rename(from, to), 0);
	assert_int_equal(boots_load(&b, directory, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	assert_non_null(strstr(e.text, "003-new.jsonl' is not the record of boot 3"));
	free(from);
	free(to);
}

/* What is done already, "NUMBER SYSTEM RELEASE TAG BOOT STATUS", and what is running; the order is old new new old new ... */
static void
who_is_next(void **state)
{
	static const struct {
		const char *systems;
		const char *done[4][5];			/* system, release, tag, boot, status; numbers from 1 */
		struct identity now;
		int result;
		enum err_kind kind;
		enum boots_admission how;
		const char *error;
	} rows[] = {
#define LINUX(release, tag, boot) { { "Linux", release, "#1", "x86_64", NULL, tag, boot } }
		/* nothing known: the first boot teaches */
		{ "old,new", { { NULL } }, LINUX("6.1", NULL, "b1"), 0, ERR_NONE, BOOTS_BEGIN, NULL },
		{ "old,new", { { NULL } }, LINUX("6.1", NULL, NULL), -1, ERR_UNSUPPORTED, 0, "does not tell one boot from another" },
		/* by a rule */
		{ "old=release:6.1*,new", { { NULL } }, LINUX("6.1.9", NULL, "b1"), 0, ERR_NONE, BOOTS_BEGIN, NULL },
		{ "old=release:6.1*,new", { { NULL } }, LINUX("6.2", NULL, "b1"), -1, ERR_UNFIT, 0,
		    "this is Linux 6.2 #1, which is not 'old'; boot 'old' (release:6.1*) for boot 1 of 10, and call again" },
		{ "old=release:6.1*,new=release:6.2", { { NULL } }, LINUX("6.2", NULL, "b1"), -1, ERR_UNFIT, 0, "which is 'new'; boot 'old'" },
		{ "old,new=release:6.2", { { NULL } }, LINUX("6.2", NULL, "b1"), -1, ERR_UNFIT, 0, "which is 'new'; boot 'old'" },
		{ "old=release:6.*,new=release:6.2", { { NULL } }, LINUX("6.2", NULL, "b1"), -1, ERR_UNFIT, 0, "fits 'old' as well as 'new'" },
		{ "old=tag:old,new=tag:new", { { NULL } }, LINUX("6.2", "old", "b1"), 0, ERR_NONE, BOOTS_BEGIN, NULL },
		/* the first boot of old is done: new is wanted, and learned */
		{ "old,new", { { "old", "6.1", NULL, "b1", "complete" } }, LINUX("6.2", NULL, "b2"), 0, ERR_NONE, BOOTS_BEGIN, NULL },
		{ "old,new", { { "old", "6.1", NULL, "b1", "complete" } }, LINUX("6.1", NULL, "b2"), -1, ERR_UNFIT, 0,
		    "this is Linux 6.1 #1, which is 'old'; boot 'new' (to be recognised by its first boot) for boot 2 of 10" },
		/* the same kernel, told apart by a tag without a rule */
		{ "old,new", { { "old", "6.1", NULL, "b1", "complete" } }, LINUX("6.1", "b", "b2"), 0, ERR_NONE, BOOTS_BEGIN, NULL },
		/* this boot was used */
		{ "old,new", { { "old", "6.1", NULL, "b1", "complete" } }, LINUX("6.2", NULL, "b1"), -1, ERR_UNFIT, 0,
		    "this boot was used already, for boot 1; boot 'new'" },
		/* both are known; new is wanted again */
		{ "old,new", { { "old", "6.1", NULL, "b1", "complete" }, { "new", "6.2", NULL, "b2", "complete" } }, LINUX("6.2", NULL, "b3"), 0,
		    ERR_NONE, BOOTS_BEGIN, NULL },
		{ "old,new", { { "old", "6.1", NULL, "b1", "complete" }, { "new", "6.2", NULL, "b2", "budget" } }, LINUX("6.3", NULL, "b3"), -1,
		    ERR_UNFIT, 0, "which is not 'new'; boot 'new' (Linux 6.2 #1, as in its first boot)" },
		/* a rule lets it pass, but it is another kernel now */
		{ "old,new=release:6.*", { { "old", "5.1", NULL, "b1", "complete" }, { "new", "6.2", NULL, "b2", "complete" } },
		    LINUX("6.3", NULL, "b3"), -1, ERR_UNFIT, 0, "'new' has changed since its first boot: release (6.2 and 6.3)" },
		/* cut short: in the same boot it goes on, whatever else; in another it begins anew, if it is the right system */
		{ "old,new", { { "old", "6.1", NULL, "b1", "interrupted" } }, LINUX("6.1", NULL, "b1"), 0, ERR_NONE, BOOTS_GO_ON, NULL },
		{ "old,new", { { "old", "6.1", NULL, "b1", NULL } }, LINUX("6.1", NULL, "b2"), 0, ERR_NONE, BOOTS_BEGIN_ANEW, NULL },
		/* what was cut short teaches nothing: it may have been broken off because it was the wrong system */
		{ "old,new", { { "old", "6.1", NULL, "b1", NULL } }, LINUX("6.2", NULL, "b2"), 0, ERR_NONE, BOOTS_BEGIN_ANEW, NULL },
		{ "old=release:6.1,new", { { "old", "6.1", NULL, "b1", NULL } }, LINUX("6.2", NULL, "b2"), -1, ERR_UNFIT, 0, "which is not 'old'" },
	};

	(void)state;
	for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
		enum boots_admission how = BOOTS_BEGIN;
		struct err e = { ERR_NONE, "" };
		struct boots b;
		int result;

		make_series(rows[k].systems, 5);
		for (size_t i = 0; i < 4 && rows[k].done[i][0] != NULL; i++)
			write_record(i + 1, rows[k].done[i][0], rows[k].done[i][1], rows[k].done[i][2], rows[k].done[i][3], rows[k].done[i][4]);
		assert_int_equal(boots_load(&b, directory, &e), 0);
		result = boots_admit(&b, &rows[k].now, &how, &e);
		if (result != rows[k].result || (result == 0 ? how != rows[k].how : e.kind != rows[k].kind || strstr(e.text, rows[k].error) == NULL))
			fail_msg("row %zu: %d %d %s", k, result, (int)how, e.text);
		boots_release(&b);
		assert_int_equal(file_remove_tree(directory, &e), 0);
	}
}

static void
all_are_done(void **state)
{
	static const struct identity now = { { "Linux", "6.1", "#1", "x86_64", NULL, NULL, "b99" } };
	enum boots_admission how;
	struct boots b;
	struct err e;

	(void)state;
	make_series("old,new", 5);
	for (size_t i = 0; i < 10; i++) {
		char boot[8];

		snprintf(boot, sizeof(boot), "b%zu", i);
		write_record(i + 1, "0110110010"[i] == '0' ? "old" : "new", "6.1", NULL, boot, "complete");
	}
	assert_int_equal(boots_load(&b, directory, &e), 0);
	assert_int_equal(boots_next(&b), 10);
	assert_int_equal(boots_admit(&b, &now, &how, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	assert_non_null(strstr(e.text, "all 10 boots are done"));
	boots_release(&b);
}

static void
set_aside(void **state)
{
	struct boots b;
	struct err e;

	(void)state;
	make_series("old,new", 5);
	for (unsigned i = 1; i <= 2; i++) {
		char *to, *name = mem_printf("001-old.jsonl.cut-%u", i);

		write_record(1, "old", "6.1", NULL, "b1", NULL);
		assert_int_equal(boots_load(&b, directory, &e), 0);
		assert_int_equal(boots_set_aside(&b, 0, &to, &e), 0);
		assert_string_equal(path_base(to), name);
		assert_true(file_exists(to));
		assert_false(file_exists(b.list[0].path));
		boots_release(&b);
		/* as if it had not been */
		assert_int_equal(boots_load(&b, directory, &e), 0);
		assert_int_equal(b.list[0].state, BOOT_OPEN);
		boots_release(&b);
		free(to);
		free(name);
	}
	assert_int_equal(boots_load(&b, directory, &e), 0);
	assert_int_equal(boots_set_aside(&b, 0, &(char *){ NULL }, &e), -1);
	assert_int_equal(e.kind, ERR_INTERNAL);
	boots_release(&b);
}

static void
one_at_a_time(void **state)
{
	struct err e;
	int fd;

	(void)state;
	make_series("old,new", 5);
	fd = boots_lock(directory, &e);
	assert_true(fd >= 0);
	close(fd);
	fake_os_refuse("os_lock", ERR_UNFIT);
	assert_int_equal(boots_lock(directory, &e), -1);
	assert_int_equal(e.kind, ERR_UNFIT);
	assert_non_null(strstr(e.text, "is being run already"));
}

static void
in_the_record(void **state)
{
	struct identity now = { { "Linux", "6.1", "#1", "x86_64", NULL, (char[]){ "t" }, "b1" } };
	struct boots b;
	json_t *json;
	struct err e;

	(void)state;
	make_series("old,new", 5);
	assert_int_equal(boots_load(&b, directory, &e), 0);
	json = boots_to_header(&b, 2, &now);
	assert_string_equal(json_string_value(json_object_get(json, "system")), "new");
	assert_int_equal(json_integer_value(json_object_get(json, "boot")), 3);
	assert_int_equal(json_integer_value(json_object_get(json, "boots")), 10);
	assert_string_equal(json_string_value(json_object_get(json, "tag")), "t");
	json_decref(json);
	boots_release(&b);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(rules),
		TEST(one_system_or_two),
		TEST(running_and_recorded),
		TEST(systems),
		TEST(how_many_are_needed),
		TEST(orders),
		TEST(there_and_back),
		TEST(damaged_plans),
		TEST(states),
		TEST(records_of_elsewhere),
		TEST(who_is_next),
		TEST(all_are_done),
		TEST(set_aside),
		TEST(one_at_a_time),
		TEST(in_the_record),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
