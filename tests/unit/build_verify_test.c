/*
 * workloads/build/tree_verify: an output directory as a perfect build would leave it is made from
 * the manifest; then one thing at a time is spoiled.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "stats/rng.h"
#include "workloads/build/tree.h"

/* What the fake system answers. */
struct fake {
	char *root, *tree, *output;
	struct buf manifest;
	const char *spoiled_program;	/* prints something else, when its path ends so */
	const char *spoiled_attribute, *missing_attribute;
	bool bare;			/* values without the type in front */
};

static struct fake fake;

/* The line of the manifest that begins with `start`, or the one after `*line`. */
static const char *
find_line(const char *from, const char *start)
{
	for (const char *line = from; line != NULL && *line != '\0'; line = strchr(line, '\n'), line += line != NULL)
		if (strncmp(line, start, strlen(start)) == 0)
			return line;
	return NULL;
}

static int
run(void *context, const char *program, struct buf *output, struct err *e)
{
	const char *relative = program + strlen(fake.output) + 1;
	char *start = mem_printf("program\t%s\t", relative);
	const char *line = find_line(buf_text(&fake.manifest), start);

	assert_ptr_equal(context, &fake);
	(void)e;
	assert_non_null(line);
	line += strlen(start);
	if (fake.spoiled_program != NULL)
		buf_puts(output, "nonsense\n");
	else {
		buf_add(output, line, strcspn(line, "\n"));
		buf_putc(output, '\n');
	}
	free(start);
	return 0;
}

static void
append_random(uint64_t seed, size_t length, struct buf *out)
{
	struct rng r;
	uint64_t draw = 0;

	rng_seed(&r, seed);
	for (size_t i = 0; i < length; i++) {
		draw = i % 8 == 0 ? rng_next(&r) : draw >> 8;
		buf_putc(out, (char)(draw & 255));
	}
}

/* The value that xres would store: read from the product's resource file, as the tool does. */
static void
resource_value(const char *path, const char *name, struct buf *out)
{
	struct buf resources = BUF_EMPTY;
	const char *dot = strrchr(path, '.'), *at, *end;
	char *file, *wanted = mem_printf(" %s ", name);
	struct err e;

	file = mem_printf("%s/%.*s.rdef", fake.tree,
	    (int)((dot != NULL && strcmp(dot, ".so") == 0 ? dot : path + strlen(path)) - path), path);
	if (file_read(file, &resources, &e) != 0)
		fail_msg("%s", e.text);
	at = strstr(buf_text(&resources), wanted);
	assert_non_null(at);
	at += strlen(wanted);
	end = at + strcspn(at, "\n");
	buf_add(out, at, 4);		/* the type */
	at += 5;
	if (strncmp(at, "application/", 12) == 0) {
		buf_add(out, at, (size_t)(end - at));
		buf_add(out, "", 1);
	} else {
		char *rest;
		unsigned long length = strtoul(at, &rest, 10);

		append_random(strtoull(rest, NULL, 16), length, out);
	}
	buf_release(&resources);
	free(wanted);
	free(file);
}

static ssize_t
attribute(const char *path, const char *name, void *value, size_t size, struct err *e)
{
	static const char *const by_resource[] = { "BEOS:APP_SIG", "BEOS:FILE_TYPES", "BEOS:ICON", "TREE:BIG_ICON" };
	const char *plain = name + strlen("haiku.");
	struct buf stored = BUF_EMPTY;
	size_t length, skip = fake.bare ? 4 : 0;

	assert_memory_equal(name, "haiku.", 6);
	if (fake.missing_attribute != NULL && strcmp(plain, fake.missing_attribute) == 0)
		return err_set(e, ERR_WORKLOAD, "no attribute '%s'", name);
	for (size_t i = 0; i < 4; i++)
		if (strcmp(plain, by_resource[i]) == 0)
			resource_value(path + strlen(fake.output) + 1, plain, &stored);
	if (strcmp(plain, "BEOS:TYPE") == 0)
		buf_add(&stored, "MIMSapplication/x-vnd.tree-executable", 4 + 34);
	if (strcmp(plain, "BEOS:APP_VERSION") == 0) {
		unsigned char part[340] = { 1, [12] = 'd' };

		strcpy((char *)part + 20, strrchr(path, '/') + 1);
		strcpy((char *)part + 84, "Part of a generated tree.");
		buf_puts(&stored, "APPV");
		buf_add(&stored, part, sizeof(part));
		buf_add(&stored, part, sizeof(part));
	}
	if (stored.length == 0) {
		static const struct {
			const char *name, *type;
			size_t length;
		} made[] = { { "BEOS:APP_FLAGS", "APPF", 4 }, { "BEOS:L:STD_ICON", "ICON", 1024 },
			{ "BEOS:M:STD_ICON", "MICN", 256 } };
		uint64_t seed = UINT64_C(0xcbf29ce484222325);

		for (const char *c = strrchr(path, '/') + 1; *c != '\0'; c++)
			seed = (seed ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
		for (size_t i = 0; i < 3; i++)
			if (strcmp(plain, made[i].name) == 0) {
				buf_puts(&stored, made[i].type);
				append_random(seed + i, made[i].length, &stored);
			}
	}
	assert_true(stored.length > 4);
	if (fake.spoiled_attribute != NULL && strcmp(plain, fake.spoiled_attribute) == 0)
		stored.text[stored.length - 1] ^= 1;
	length = stored.length - skip;
	memcpy(value, stored.text + skip, length < size ? length : size);
	buf_release(&stored);
	return (ssize_t)length;
}

static int
set_up(void **state)
{
	const char *tmp = getenv("TMPDIR");
	struct tree_spec spec = { 3, 0.001 };
	struct tree_facts facts;
	char *path;
	struct err e;

	(void)state;
	fake = (struct fake){ .root = mem_printf("%s/verify.XXXXXX", tmp != NULL ? tmp : "/tmp") };
	if (mkdtemp(fake.root) == NULL)
		return -1;
	fake.tree = path_join(fake.root, "tree");
	fake.output = path_join(fake.root, "output");
	path = path_join(fake.tree, "MANIFEST");
	if (tree_generate(&spec, fake.tree, &facts, &e) != 0 || file_read(path, &fake.manifest, &e) != 0)
		return -1;
	free(path);
	for (const char *line = buf_text(&fake.manifest); *line != '\0'; line = strchr(line, '\n') + 1) {
		char *product, *slash;

		if (strncmp(line, "attribute", 9) == 0 || strncmp(line, "harness-tree", 12) == 0)
			continue;
		line = strchr(line, '\t') + 1;
		product = mem_printf("%s/%.*s", fake.output, (int)strcspn(line, "\t\n"), line);
		slash = strrchr(product, '/');
		*slash = '\0';
		if (file_make_directories(product, &e) != 0)
			return -1;
		*slash = '/';
		if (file_write(product, "x", 1, 0755, &e) != 0)
			return -1;
		free(product);
	}
	return 0;
}

static int
tear_down(void **state)
{
	struct err e;

	(void)state;
	file_remove_tree(fake.root, &e);
	buf_release(&fake.manifest);
	free(fake.root);
	free(fake.tree);
	free(fake.output);
	return 0;
}

static int
verify(enum tree_attrs attrs, struct tree_verified *verified, struct err *e)
{
	struct tree_check check = { &fake, run, attribute };

	return tree_verify(fake.tree, fake.output, attrs, &check, verified, e);
}

static void
put(const char *name, const char *text)
{
	char *path = path_join(fake.output, name);
	struct err e;

	assert_int_equal(file_write(path, text, strlen(text), 0644, &e), 0);
	free(path);
}

/* The path of the first product of a kind; the caller frees. */
static char *
first(const char *kind)
{
	char *start = mem_printf("%s\t", kind);
	const char *line = find_line(buf_text(&fake.manifest), start);
	char *path;

	assert_non_null(line);
	line += strlen(start);
	path = mem_printf("%.*s", (int)strcspn(line, "\t\n"), line);
	free(start);
	return path;
}

static unsigned
count(const char *start)
{
	unsigned n = 0;

	for (const char *line = find_line(buf_text(&fake.manifest), start); line != NULL;
	     line = find_line(strchr(line, '\n') + 1, start))
		n++;
	return n;
}

static void
accepts_a_good_build(void **state)
{
	struct tree_verified v;
	struct err e;

	(void)state;
	for (fake.bare = false;; fake.bare = true) {
		if (verify(TREE_ATTRS_ON, &v, &e) != 0)
			fail_msg("%s", e.text);
		assert_int_equal(
		    v.products, count("object\t") + count("archive\t") + count("shared\t") + count("program\t"));
		assert_int_equal(v.programs, count("program\t"));
		assert_int_equal(v.attributes, count("attribute\ton\t"));
		assert_int_equal(v.unsupported + v.unfit, 0);
		assert_string_equal(v.words, "");
		assert_int_equal(verify(TREE_ATTRS_FULL, &v, &e), 0);
		assert_int_equal(v.attributes, count("attribute\t"));
		assert_int_equal(verify(TREE_ATTRS_OFF, &v, &e), 0);
		assert_int_equal(v.attributes, 0);
		if (fake.bare)
			break;
	}
}

static void
wants_every_product(void **state)
{
	static const char *const kinds[] = { "object", "archive", "shared", "program" };
	struct tree_verified v;
	struct err e;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		char *product = first(kinds[i]), *path = path_join(fake.output, product);

		assert_int_equal(unlink(path), 0);
		assert_int_equal(verify(TREE_ATTRS_OFF, &v, &e), -1);
		assert_int_equal(e.kind, ERR_WORKLOAD);
		assert_non_null(strstr(e.text, "did not make"));
		assert_non_null(strstr(e.text, product));
		put(product, "");
		assert_int_equal(verify(TREE_ATTRS_OFF, &v, &e), -1);
		assert_non_null(strstr(e.text, "empty"));
		put(product, "x");
		assert_int_equal(verify(TREE_ATTRS_OFF, &v, &e), 0);
		free(product);
		free(path);
	}
}

static void
wants_the_predicted_line(void **state)
{
	struct tree_verified v;
	struct err e;

	(void)state;
	fake.spoiled_program = "";
	assert_int_equal(verify(TREE_ATTRS_OFF, &v, &e), -1);
	assert_int_equal(e.kind, ERR_WORKLOAD);
	assert_non_null(strstr(e.text, "printed 'nonsense'"));
}

static void
wants_equal_attributes(void **state)
{
	struct tree_verified v;
	struct err e;

	(void)state;
	fake.spoiled_attribute = "BEOS:L:STD_ICON";
	assert_int_equal(verify(TREE_ATTRS_ON, &v, &e), -1);
	assert_int_equal(e.kind, ERR_WORKLOAD);
	assert_non_null(strstr(e.text, "BEOS:L:STD_ICON"));
	assert_int_equal(verify(TREE_ATTRS_OFF, &v, &e), 0);
}

static void
wants_an_excuse_for_missing_attributes(void **state)
{
	struct buf log = BUF_EMPTY;
	unsigned links = count("shared\t") + count("program\t");
	struct tree_verified v;
	struct err e;

	(void)state;
	fake.missing_attribute = "BEOS:ICON";
	assert_int_equal(verify(TREE_ATTRS_ON, &v, &e), -1);
	assert_non_null(strstr(e.text, "'BEOS:ICON'"));
	/* an excuse for another attribute of each file does not count */
	for (int round = 0; round < 3; round++) {
		const char *line = buf_text(&fake.manifest);

		buf_clear(&log);
		while (line != NULL && *line != '\0') {
			if (strncmp(line, "shared\t", 7) == 0 || strncmp(line, "program\t", 8) == 0) {
				const char *path = strchr(line, '\t') + 1;

				buf_printf(&log, "%s\t%s\t700\t/elsewhere/%.*s\tNo space left\n",
				    round == 2 ? "unsupported" : "unfit", round == 0 ? "BEOS:L:STD_ICON" : "BEOS:ICON",
				    (int)strcspn(path, "\t\n"), path);
			}
			line = strchr(line, '\n') + 1;
		}
		put("ATTRIBUTES", buf_text(&log));
		if (round == 0) {
			assert_int_equal(verify(TREE_ATTRS_ON, &v, &e), -1);
			continue;
		}
		if (verify(TREE_ATTRS_ON, &v, &e) != 0)
			fail_msg("%s", e.text);
		assert_int_equal(round == 1 ? v.unfit : v.unsupported, links);
		assert_int_equal(round == 1 ? v.unsupported : v.unfit, 0);
		assert_int_equal(v.attributes, count("attribute\ton\t") - links);
		assert_non_null(strstr(v.words, "No space left"));
		assert_non_null(strstr(v.words, "BEOS:ICON"));
	}
	buf_release(&log);
}

static void
wants_a_manifest(void **state)
{
	char *path = path_join(fake.tree, "MANIFEST");
	struct tree_verified v;
	struct err e;

	(void)state;
	assert_int_equal(file_write(path, "something else\n", 15, 0644, &e), 0);
	assert_int_equal(verify(TREE_ATTRS_OFF, &v, &e), -1);
	assert_int_equal(e.kind, ERR_WORKLOAD);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(verify(TREE_ATTRS_OFF, &v, &e), -1);
	free(path);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(accepts_a_good_build, set_up, tear_down),
		cmocka_unit_test_setup_teardown(wants_every_product, set_up, tear_down),
		cmocka_unit_test_setup_teardown(wants_the_predicted_line, set_up, tear_down),
		cmocka_unit_test_setup_teardown(wants_equal_attributes, set_up, tear_down),
		cmocka_unit_test_setup_teardown(wants_an_excuse_for_missing_attributes, set_up, tear_down),
		cmocka_unit_test_setup_teardown(wants_a_manifest, set_up, tear_down),
	};

	return cmocka_run_group_tests_name("build_verify", tests, NULL, NULL);
}
