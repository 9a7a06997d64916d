/* The parts of the build workload that need no build: calls, environments, reports, copies, the cache of a few files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/quote.h"
#include "workloads/build/builder.h"
#include "workloads/build/cache.h"
#include "workloads/build/environment.h"
#include "workloads/build/errand.h"
#include "workloads/build/source.h"
#include "workloads/build/spawn.h"

/* ------------------------------------------------------------------ a directory of its own for each test */

static int
make_directory(void **state)
{
	const char *base = getenv("TMPDIR");
	char *path = mem_printf("%s/build-parts-XXXXXX", base != NULL ? base : "/tmp");

	*state = mkdtemp(path);
	return *state != NULL ? 0 : -1;
}

static int
remove_directory(void **state)
{
	struct err e;
	int result = file_remove_tree(*state, &e);

	free(*state);
	return result;
}

static char *
put(const char *directory, const char *name, const char *text)
{
	char *path = path_join(directory, name), *parent = mem_string(path);
	struct err e = { .text = "" };

	*strrchr(parent, '/') = '\0';
	if (file_make_directories(parent, &e) != 0 || file_write(path, text, strlen(text), 0666, &e) != 0)
		fail_msg("%s", e.text);
	free(parent);
	return path;
}

/* ------------------------------------------------------------------ calls */

static void
calls_have_the_words_of_their_tool(void **state)
{
	static const char *const variables[] = { "OUTPUT=/x/y", "CFLAGS=-O2", NULL };
	static char one[] = "one", two[] = "two", *targets[] = { one, two, NULL };
	static const struct {
		enum builder_choice choice;
		struct builder_call call;
		const char *words;
	} cases[] = {
		{ BUILDER_JAM, { "/bin/jam", 2, false, NULL, NULL, NULL, NULL }, "/bin/jam -q -j2" },
		{ BUILDER_JAM, { "jam", 4, true, "gcc", "g++", variables, NULL },
		    "jam -q -n -j4 -sCC=gcc -sC++=g++ -sOUTPUT=/x/y -sCFLAGS=-O2" },
		{ BUILDER_JAM, { "jam", 1, false, NULL, NULL, NULL, targets }, "jam -q -j1 one two" },
		{ BUILDER_MAKE, { "gmake", 3, false, "clang", "clang++", NULL, targets }, "gmake -j3 CC=clang CXX=clang++ one two" },
		{ BUILDER_MAKE, { "make", 1, true, NULL, NULL, NULL, NULL }, "make -n -j1" },
		{ BUILDER_NINJA, { "ninja", 8, false, "clang", "clang++", NULL, targets }, "ninja -j8 one two" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char **words = builder_words(builder_named(cases[i].choice), &cases[i].call), *line = quote_join(words);

		assert_string_equal(line, cases[i].words);
		free(line);
		quote_free(words);
	}
}

static void
the_tool_is_told_by_the_build_file(void **state)
{
	static const struct {
		const char *file, *automatic;
	} steps[] = {	/* each file is added to those before */
		{ "README", NULL }, { "Makefile", "make" }, { "build.ninja", "ninja" }, { "Jamfile", "jam" },
	};
	struct err e;

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		const struct builder *b;

		free(put(*state, steps[i].file, ""));
		b = builder_of(BUILDER_AUTO, *state, &e);
		if (steps[i].automatic == NULL) {
			assert_null(b);
			assert_int_equal(e.kind, ERR_USAGE);
		} else
			assert_string_equal(b->name, steps[i].automatic);
		b = builder_of(BUILDER_MAKE, *state, &e);
		assert_int_equal(b != NULL, i >= 1);
		b = builder_of(BUILDER_JAM, *state, &e);
		assert_int_equal(b != NULL, i >= 3);
	}
}

static void
versions_are_found_in_what_tools_say(void **state)
{
	static const struct {
		const char *said, *version;
	} cases[] = {
		{ "gcc (Debian 12.2.0-14+deb12u1) 12.2.0\nCopyright (C) 2022 Free\n", "12.2.0" },
		{ "Debian clang version 14.0.6\nTarget: x86_64-pc-linux-gnu\n", "14.0.6" },
		{ "FreeBSD clang version 14.0.5 (https://example.invalid/llvm-project.git llvmorg-14.0.5-0-gc12386ae247c)\n", "14.0.5" },
		{ "Apple clang version 15.0.0 (clang-1500.3.9.4)\n", "15.0.0" },
		{ "Jam 2.6.1. OS=LINUX. OSPLAT=X86_64. Copyright 1993-2010 Christopher Seiwald.\n", "2.6.1" },
		{ "GNU Make 4.3\nBuilt for x86_64-pc-linux-gnu\n", "4.3" },
		{ "1.11.1\n", "1.11.1" },
		{ "GNU ld (GNU Binutils for Debian) 2.40\n", "2.40" },
		{ "cc 7\n", "" },
		{ "no version here\n1.2.3\n", "" },
		{ "", "" },
	};
	char text[64];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		builder_version(cases[i].said, text, sizeof(text));
		assert_string_equal(text, cases[i].version);
	}
	builder_version("tool 1.2.3", text, 5);	/* longer than there is room for */
	assert_string_equal(text, "");
}

/* ------------------------------------------------------------------ environments */

static void
outer_tools_do_not_reach_a_build(void **state)
{
	static const char before[] = "MAKEFLAGS=-j8|PATH=/bin|MAKELEVEL=2|MAKEFLAGSX=1|CC=tcc|HOME=/h|JAMSHELL=sh|ATTRS=off|LD_PRELOAD=x";
	static const struct {
		bool compilers;
		const char *after;
	} cases[] = {
		{ false, "PATH=/bin|MAKEFLAGSX=1|CC=tcc|HOME=/h|ATTRS=off|LD_PRELOAD=x|" },
		{ true, "PATH=/bin|MAKEFLAGSX=1|HOME=/h|LD_PRELOAD=x|" },
	};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		char text[sizeof(before)], *envp[16] = { NULL };
		struct buf after = BUF_EMPTY;
		size_t n = 0;

		memcpy(text, before, sizeof(before));
		for (char *word = strtok(text, "|"); word != NULL; word = strtok(NULL, "|"))
			envp[n++] = word;
		environment_clean(envp, cases[i].compilers);
		for (n = 0; envp[n] != NULL; n++)
			buf_printf(&after, "%s|", envp[n]);
		assert_string_equal(buf_text(&after), cases[i].after);
		buf_release(&after);
	}
}

static void
an_errand_runs_in_its_directory(void **state)
{
	char *script = put(*state, "sub/do.sh", "#!/bin/sh\necho \"$WHO ${MAKEFLAGS-none}\" > made\nexit $1\n");
	static const char *const environment[] = { "WHO=me", NULL };
	char *argv[] = { (char[]){ "./do.sh" }, (char[]){ "0" }, NULL }, *failing[] = { argv[0], (char[]){ "5" }, NULL };
	char *directory = path_join(*state, "sub"), *made = path_join(directory, "made");
	struct errand errand = { .argv = argv, .directory = directory, .environment = environment, .quiet = true };
	struct buf text = BUF_EMPTY;
	struct err e = { .text = "" };

	chmod(script, 0755);
	setenv("MAKEFLAGS", "-j9", 1);
	if (errand_run(&errand, &e) != 0)
		fail_msg("%s", e.text);
	unsetenv("MAKEFLAGS");
	assert_int_equal(file_read(made, &text, &e), 0);
	assert_string_equal(buf_text(&text), "me none\n");
	errand.argv = failing;
	assert_int_equal(errand_run(&errand, &e), -1);
	assert_int_equal(e.kind, ERR_WORKLOAD);
	assert_string_equal(e.text, "'do.sh' failed: exit status 5");
	buf_release(&text);
	free(script);
	free(directory);
	free(made);
}

/* ------------------------------------------------------------------ reports of the shim */

static void
reports_are_read(void **state)
{
	struct spawn_seen seen;
	struct err e;

	(void)state;
	assert_int_equal(spawn_parse("", &seen, &e), 0);
	assert_false(seen.loaded || seen.ended || seen.counted);
	assert_string_equal(spawn_words(&seen), "another call");
	assert_int_equal(spawn_parse("loaded heap 536870912 cpu_ns 120000000\n", &seen, &e), 0);
	assert_true(seen.loaded && !seen.ended && !seen.counted);
	assert_int_equal(seen.heap_bytes, 536870912);
	assert_int_equal(seen.heap_cpu_ns, 120000000);
	assert_int_equal(spawn_parse("loaded heap 0 cpu_ns 5\ncalls vfork 51 fork 1 posix_spawn 2\nended peak_kib 3328\n", &seen, &e), 0);
	assert_true(seen.loaded && seen.ended && seen.counted);
	assert_int_equal(seen.vforks, 51);
	assert_int_equal(seen.forks, 1);
	assert_int_equal(seen.spawns, 2);
	assert_int_equal(seen.peak_bytes, 3328 * 1024);
	assert_string_equal(spawn_words(&seen), "vfork");
	assert_int_equal(spawn_parse("calls vfork 0 fork 3 posix_spawn 0\n", &seen, &e), 0);
	assert_string_equal(spawn_words(&seen), "fork");
	assert_int_equal(spawn_parse("calls vfork 0 fork 0 posix_spawn 7\n", &seen, &e), 0);
	assert_string_equal(spawn_words(&seen), "posix_spawn");
	assert_int_equal(spawn_parse("loaded heap 0 cpu_ns 5\nrubbish\n", &seen, &e), -1);
	assert_int_equal(e.kind, ERR_INTERNAL);
	assert_int_equal(spawn_parse("calls vfork -\n", &seen, &e), -1);
}

/* ------------------------------------------------------------------ trees */

static void
an_import_is_a_copy(void **state)
{
	char *tree = path_join(*state, "tree"), *copy = path_join(*state, "copy"), *link = path_join(*state, "link"), hash[65];
	struct source_facts facts;
	struct err e = { .text = "" };

	free(put(tree, "main.c", "int main;"));
	free(put(tree, "lib/a.cpp", "x"));
	free(put(tree, "lib/a.hpp", "yy"));
	free(put(tree, "lib/b.h", ""));
	free(put(tree, "notes.txt", "zzz"));
	assert_int_equal(symlink(tree, link), 0);	/* named through a link it is the same tree */
	if (source_import(link, copy, &facts, &e) != 0)
		fail_msg("%s", e.text);
	assert_int_equal(facts.files, 5);
	assert_int_equal(facts.sources, 2);
	assert_int_equal(facts.headers, 2);
	assert_int_equal(facts.bytes, 9 + 1 + 2 + 3);
	assert_int_equal(facts.products, 0);
	assert_int_equal(file_hash_tree(tree, hash, &e), 0);
	assert_string_equal(facts.hash, hash);
	free(tree);
	free(copy);
	free(link);
}

static void
a_way_back_into_the_original_is_refused(void **state)
{
	char *tree = path_join(*state, "tree"), *copy = path_join(*state, "copy"), *file = put(tree, "deep/file", "x");
	char *link = path_join(tree, "link"), *near = mem_printf("%s-not/file", tree);
	struct source_facts facts;
	struct err e = { .text = "" };

	assert_int_equal(symlink(near, link), 0);	/* begins with the same letters, leads elsewhere */
	assert_int_equal(source_import(tree, copy, &facts, &e), 0);
	unlink(link);
	file_remove_tree(copy, &e);
	assert_int_equal(symlink(file, link), 0);
	assert_int_equal(source_import(tree, copy, &facts, &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	assert_non_null(strstr(e.text, "/link' leads to '"));
	assert_false(file_exists(copy));
	free(tree);
	free(copy);
	free(file);
	free(link);
	free(near);
}

static void
a_change_is_seen(void **state)
{
	char *file = put(*state, "a", "1"), *other;
	struct source_state first, again, more, less;
	struct err e;

	assert_int_equal(source_look(*state, &first, &e), 0);
	assert_int_equal(source_look(*state, &again, &e), 0);
	assert_true(first.sum == again.sum);
	other = put(*state, "b", "22");
	assert_int_equal(source_look(*state, &more, &e), 0);
	assert_int_equal(more.files, 2);
	assert_int_equal(more.bytes, 3);
	assert_true(more.sum != first.sum);
	unlink(other);
	free(put(*state, "new", "9"));	/* the same contents in another file */
	rename(file, other);
	assert_int_equal(source_look(*state, &less, &e), 0);
	assert_true(less.sum != more.sum);
	free(file);
	free(other);
}

/* ------------------------------------------------------------------ the cache */

static void
warm_is_in_memory(void **state)
{
	char text[30000];
	struct cache c;
	struct err e = { .text = "" };

	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	free(put(*state, "a/one", text));
	free(put(*state, "two", "short"));
	free(put(*state, "empty", ""));
	if (cache_warm(*state, &c, &e) != 0)
		fail_msg("%s", e.text);
	assert_string_equal(c.means, "read once");
	if (!c.known) {
		print_message("skipped: %s\n", c.reason.text);
		skip();
	}
	assert_int_equal(c.total_bytes, sizeof(text) - 1 + 5);
	assert_true(cache_ratio(&c) > 0.95 && cache_ratio(&c) <= 1);
}

static void
ratios_of_nothing_and_of_the_unknown(void **state)
{
	struct cache unknown = { .known = false, .total_bytes = 5 }, empty = { .known = true };

	(void)state;
	assert_true(isnan(cache_ratio(&unknown)));
	assert_true(cache_ratio(&empty) == 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_have_the_words_of_their_tool),
		cmocka_unit_test_setup_teardown(the_tool_is_told_by_the_build_file, make_directory, remove_directory),
		cmocka_unit_test(versions_are_found_in_what_tools_say),
		cmocka_unit_test(outer_tools_do_not_reach_a_build),
		cmocka_unit_test_setup_teardown(an_errand_runs_in_its_directory, make_directory, remove_directory),
		cmocka_unit_test(reports_are_read),
		cmocka_unit_test_setup_teardown(an_import_is_a_copy, make_directory, remove_directory),
		cmocka_unit_test_setup_teardown(a_way_back_into_the_original_is_refused, make_directory, remove_directory),
		cmocka_unit_test_setup_teardown(a_change_is_seen, make_directory, remove_directory),
		cmocka_unit_test_setup_teardown(warm_is_in_memory, make_directory, remove_directory),
		cmocka_unit_test(ratios_of_nothing_and_of_the_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
