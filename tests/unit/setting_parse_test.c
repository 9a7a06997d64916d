/* setting: what is written in --vary and in records, read and refused; and what of it goes to processes. */
#include "setting_help.h"

#include "setting/setting.h"

static void
lists_are_split_before_kinds(void **state)
{
	static const struct {
		const char *list, *texts[4];
	} cases[] = {
		{ "", { NULL } },
		{ "env:A=1", { "env:A=1" } },
		{ "env:A=1,2,3", { "env:A=1,2,3" } },
		{ "env:A=1,cpus:0,2-3,sysctl:a=b", { "env:A=1", "cpus:0,2-3", "sysctl:a=b" } },
		{ "env:A=-Wl\\,rpath:x,env:B=2", { "env:A=-Wl,rpath:x", "env:B=2" } },
		{ "env:A=/a:/b,/c:/d", { "env:A=/a:/b,/c:/d" } },
		{ "env:A=1,B:2", { "env:A=1,B:2" } },
		{ "env:A=1,x:2", { "env:A=1", "x:2" } },
		{ "env:A=\\n\\", { "env:A=\\n\\" } },
		{ "env:A=1,", { "env:A=1," } },
		{ ",env:A=1", { "", "env:A=1" } },
		{ "env:A=,env:B=", { "env:A=", "env:B=" } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		size_t count, expected = 0;
		char **texts = setting_split(cases[i].list, &count);

		while (cases[i].texts[expected] != NULL)
			expected++;
		assert_int_equal(count, expected);
		for (size_t t = 0; t < count; t++) {
			assert_string_equal(texts[t], cases[i].texts[t]);
			free(texts[t]);
		}
		free(texts);
	}
}

static void
settings_are_read(void **state)
{
	static const struct {
		const char *text, *kind, *name, *value;
		enum scope scope;
	} cases[] = {
		{ "env:A=1", "env", "A", "1", SCOPE_LAUNCH },
		{ "env:_a9=x=y", "env", "_a9", "x=y", SCOPE_LAUNCH },
		{ "env:A=", "env", "A", "", SCOPE_LAUNCH },
		{ "opt:jobs=4", "opt", "jobs", "4", SCOPE_LAUNCH },
		{ "opt:no-show", "opt", "no-show", NULL, SCOPE_LAUNCH },
		{ "cpus:3,0-1", "cpus", "cpus", "0-1,3", SCOPE_LAUNCH },
		{ "sysctl:vm.swappiness=10", "sysctl", "vm.swappiness", "10", SCOPE_HOST },
		{ "sysctl:a=1 2\t3", "sysctl", "a", "1 2\t3", SCOPE_HOST },
		{ "file:/a/b=c=d", "file", "/a/b", "c=d", SCOPE_HOST },
		{ "cmd:/bin/sh -c 'exit 0'", "cmd", "/bin/sh -c 'exit 0'", NULL, SCOPE_HOST },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct setting s, again;
		struct err e;

		if (setting_parse(&s, cases[i].text, &e) != 0)
			fail_msg("%s", e.text);
		assert_string_equal(s.kind->name, cases[i].kind);
		assert_int_equal(s.kind->scope, cases[i].scope);
		assert_string_equal(s.name, cases[i].name);
		if (cases[i].value != NULL)
			assert_string_equal(s.value, cases[i].value);
		else
			assert_null(s.value);
		if (setting_parse(&again, s.text, &e) != 0)
			fail_msg("%s", e.text);
		assert_string_equal(again.text, s.text);
		setting_release(&s);
		setting_release(&again);
	}
}

static void
relative_paths_become_absolute(void **state)
{
	char *file = path_join(*state, "some"), *command = path_join(*state, "do"), *expected;
	struct setting s;
	struct err e;

	assert_int_equal(setting_parse(&s, "file:some=1", &e), 0);
	assert_string_equal(s.name, file);
	expected = mem_printf("file:%s=1", file);
	assert_string_equal(s.text, expected);
	free(expected);
	setting_release(&s);
	put_command("do", "");
	assert_int_equal(setting_parse(&s, "cmd:./do it", &e), 0);
	assert_string_equal(path_base(s.words[0]), "do");
	assert_int_equal(s.words[0][0], '/');
	assert_string_equal(s.words[1], "it");
	setting_release(&s);
	free(file);
	free(command);
}

static void
others_are_refused(void **state)
{
	static const struct {
		const char *text, *mentions;
		enum err_kind kind;
	} cases[] = {
		{ "", "KIND:", ERR_USAGE },
		{ "swappiness", "KIND:", ERR_USAGE },
		{ "A=1", "KIND:", ERR_USAGE },
		{ "sysclt:a=1", "did you mean 'sysctl:'", ERR_USAGE },
		{ "kernel:6.1", "env:, opt:, cpus:, sysctl:, file:, cmd:", ERR_USAGE },
		{ "env:A", "env:NAME=VALUE", ERR_USAGE },
		{ "env:=1", "lacks a name", ERR_USAGE },
		{ "env:1A=1", "'1A'", ERR_USAGE },
		{ "env:A B=1", "'A B'", ERR_USAGE },
		{ "env:HARNESS_PADDING=1", "belongs to harness", ERR_USAGE },
		{ "opt:", "opt:NAME=VALUE", ERR_USAGE },
		{ "opt:=1", "lacks a name", ERR_USAGE },
		{ "cpus:", "'0,2-3'", ERR_USAGE },
		{ "cpus:1-", "'0,2-3'", ERR_USAGE },
		{ "sysctl:vm.swappiness", "lacks a value", ERR_USAGE },
		{ "file:/proc/x", "lacks a value", ERR_USAGE },
		{ "cmd:", "cmd:COMMAND", ERR_USAGE },
		{ "cmd:'open", "not closed", ERR_USAGE },
		{ "cmd:no-such-program-anywhere x", "no-such-program-anywhere", ERR_UNSUPPORTED },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct setting s;
		struct err e;

		if (setting_parse(&s, cases[i].text, &e) == 0)
			fail_msg("'%s' was taken", cases[i].text);
		assert_int_equal(e.kind, cases[i].kind);
		ASSERT_MENTIONS(e, cases[i].mentions);
	}
}

static void
values_are_the_same_in_other_words(void **state)
{
	static const struct {
		const char *read, *asked;
		bool same;
	} cases[] = {
		{ "10", "10", true },
		{ "10", "11", false },
		{ "16", "0x10", true },
		{ "10", " 10\n", true },
		{ "4096\t131072\t6291456", "4096 131072 6291456", true },
		{ "1 2", "1 2 3", false },
		{ "1 2 3", "1 2", false },
		{ "Y", "1", true },
		{ "N", "0", true },
		{ "Y", "n", false },
		{ "on", "yes", true },
		{ "1", "2", false },
		{ "0000000f", "f", true },
		{ "0000000F", "f", true },
		{ "never", "madvise", false },
		{ "", "", true },
		{ "", "0", false },
		{ "-1", "-1", true },
		{ "-1", "1", false },
		{ "performance", "performance", true },
		{ "18446744073709551615", "18446744073709551615", true },
		{ "18446744073709551615", "18446744073709551614", false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		if (setting_value_is(cases[i].read, cases[i].asked) != cases[i].same)
			fail_msg("'%s' and '%s'", cases[i].read, cases[i].asked);
}

static void
variants_are_read(void **state)
{
	char *texts[] = { (char[]){ "old=" }, (char[]){ "new=env:A=1,env:B=2,cpus:0,opt:x=1" },
		(char[]){ "v6.1+x@y:z_=sysctl:a=1" }, NULL };
	struct variant *list;
	size_t count;
	struct err e;

	(void)state;
	assert_int_equal(variants_parse(NULL, &list, &count, &e), 0);
	assert_int_equal(count, 1);
	assert_string_equal(list[0].name, "default");
	assert_int_equal(list[0].nsettings, 0);
	assert_null(variant_cpus(&list[0]));
	variants_free(list, count);

	if (variants_parse(texts, &list, &count, &e) != 0)
		fail_msg("%s", e.text);
	assert_int_equal(count, 3);
	assert_string_equal(list[0].name, "old");
	assert_int_equal(list[0].nsettings, 0);
	assert_null(list[0].environment[0]);
	assert_string_equal(list[1].environment[0], "A=1");
	assert_string_equal(list[1].environment[1], "B=2");
	assert_null(list[1].environment[2]);
	assert_string_equal(variant_cpus(&list[1]), "0");
	assert_true(variant_has(&list[1], SCOPE_LAUNCH) && !variant_has(&list[1], SCOPE_HOST));
	assert_true(variant_has(&list[2], SCOPE_HOST) && !variant_has(&list[2], SCOPE_LAUNCH));
	for (size_t i = 0; i < count; i++) {
		json_t *json = variant_to_json(&list[i]);
		struct variant again;

		if (variant_from_json(&again, json, &e) != 0)
			fail_msg("%s", e.text);
		assert_true(variant_equal(&list[i], &again));
		assert_false(variant_equal(&list[(i + 1) % count], &again));
		json_decref(json);
		variant_release(&again);
	}
	variants_free(list, count);
}

static void
wrong_variants_are_refused(void **state)
{
	static const struct {
		const char *texts[3], *mentions;
	} cases[] = {
		{ { "a" }, "'a=' is the untouched system" },
		{ { "=env:A=1" }, "has no name" },
		{ { "a b=" }, "'a b'" },
		{ { "a=", "a=env:A=1" }, "two variants are called 'a'" },
		{ { "a=env:A=1,env:A=2" }, "sets 'A' twice" },
		{ { "a=cpus:0,cpus:1" }, "twice" },
		{ { "a=,env:A=1" }, "KIND:" },
		{ { "ok=", "b=nonsense" }, "variant 'b'" },
	};
	static const char *const headers[] = { "{}", "{\"name\":1}", "{\"name\":\"a\",\"settings\":[1]}",
		"{\"name\":\"a\",\"settings\":[\"x\"]}" };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct variant *list;
		size_t count;
		struct err e;

		assert_int_equal(variants_parse((char *const *)(uintptr_t)cases[i].texts, &list, &count, &e), -1);
		assert_int_equal(e.kind, ERR_USAGE);
		ASSERT_MENTIONS(e, cases[i].mentions);
		assert_null(list);
		assert_int_equal(count, 0);
	}
	for (size_t i = 0; i < COUNT_OF(headers); i++) {
		struct err e;
		json_t *json = json_parse("a header", headers[i], strlen(headers[i]), &e);
		struct variant v;

		assert_non_null(json);
		assert_int_equal(variant_from_json(&v, json, &e), -1);
		assert_int_equal(e.kind, ERR_USAGE);
		json_decref(json);
	}
}

static const struct param options[] = {
	{ "jobs", 'j', PARAM_COUNT, PARAM_GRID, "1", NULL, 1, 100, "N", "a grid" },
	{ "show", 0, PARAM_FLAG, 0, NULL, NULL, 0, 0, NULL, "a flag" },
	{ "define", 0, PARAM_TEXT, PARAM_MANY, NULL, NULL, 0, 0, "X", "many" },
	{ "command", 0, PARAM_REST, PARAM_REQUIRED, NULL, NULL, 0, 0, "CMD", "the rest" },
	PARAM_END,
};

static void
options_are_set(void **state)
{
	struct variant v = variant_of("a=opt:jobs=4,opt:show,opt:define=x\\,y:z,opt:command=sh -c 'a b'");
	struct variant no = variant_of("b=opt:no-show");
	struct args args;
	struct err e;

	(void)state;
	args_init(&args, options);
	assert_int_equal(args_set(&args, "define", "before", &e), 0);
	if (variant_options(&v, &args, &e) != 0)
		fail_msg("%s", e.text);
	assert_int_equal(args_count(&args, "jobs"), 4);
	assert_true(args_flag(&args, "show"));
	assert_string_equal(args_words(&args, "define")[0], "x,y:z");
	assert_null(args_words(&args, "define")[1]);
	assert_string_equal(args_words(&args, "command")[2], "a b");
	assert_int_equal(variant_options(&no, &args, &e), 0);
	assert_false(args_flag(&args, "show"));
	args_release(&args);
	variant_release(&v);
	variant_release(&no);
}

static void
wrong_options_are_refused(void **state)
{
	static const char *const cases[][2] = {
		{ "a=opt:jbos=4", "did you mean '--jobs'" },
		{ "a=opt:jobs", "opt:jobs=VALUE" },
		{ "a=opt:jobs=0", "--jobs" },
		{ "a=opt:jobs=1,2", "one value" },
		{ "a=opt:show=maybe", "--show" },
		{ "a=opt:no-jobs", "no-jobs" },
		{ "a=opt:nonsense", "nonsense" },
		{ "a=opt:command=", "--command" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct variant v = variant_of(cases[i][0]);
		struct args args;
		struct err e;

		args_init(&args, options);
		assert_int_equal(variant_options(&v, &args, &e), -1);
		assert_int_equal(e.kind, ERR_USAGE);
		ASSERT_MENTIONS(e, "variant 'a'");
		ASSERT_MENTIONS(e, cases[i][1]);
		args_release(&args);
		variant_release(&v);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_are_split_before_kinds),
		cmocka_unit_test(settings_are_read),
		cmocka_unit_test_setup_teardown(relative_paths_become_absolute, setting_set_up, setting_tear_down),
		cmocka_unit_test(others_are_refused),
		cmocka_unit_test(values_are_the_same_in_other_words),
		cmocka_unit_test(variants_are_read),
		cmocka_unit_test(wrong_variants_are_refused),
		cmocka_unit_test(options_are_set),
		cmocka_unit_test(wrong_options_are_refused),
	};

	return cmocka_run_group_tests_name("setting_parse", tests, NULL, NULL);
}
