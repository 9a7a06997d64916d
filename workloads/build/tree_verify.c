/*
 * Comparing an output directory with a tree's manifest: see tree.h, and tree_manifest.c for the
 * format.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "workloads/build/tree.h"
#include "workloads/build/tree_attributes.h"

enum { FIELDS = 8, LARGEST = 65536 };

struct verification {
	const char *output;
	enum tree_attrs attrs;
	const struct tree_check *check;
	struct tree_verified *verified;
	struct buf log;		/* of the host tools */
	char *product;		/* the one that attributes belong to */
	const char *relative;	/* its path from output */
	unsigned char *value;
	struct err *e;
};

/* Cuts a line at its tabs. */
static unsigned
split(char *line, char *fields[FIELDS])
{
	unsigned n = 0;

	for (char *at = line; n < FIELDS && at != NULL; n++) {
		fields[n] = at;
		at = strchr(at, '\t');
		if (at != NULL)
			*at++ = '\0';
	}
	return n;
}

/* The words by which the tools excused a missing attribute; unsupported or unfit is counted. NULL: they did not. */
static const char *
excuse(struct verification *v, const char *name)
{
	char *wanted = mem_printf("\t%s\t", name);
	char *path = mem_printf("/%s\t", v->relative);
	const char *line = buf_text(&v->log), *words = NULL;

	while (words == NULL && *line != '\0') {
		const char *end = line + strcspn(line, "\n"), *at = strstr(line, wanted);
		const char *file = at != NULL && at < end ? strstr(at, path) : NULL;

		if (file != NULL && file < end) {
			*(strncmp(line, "unfit", 5) == 0 ? &v->verified->unfit : &v->verified->unsupported) += 1;
			words = file + strlen(path);
		}
		line = end + (*end == '\n');
	}
	free(wanted);
	free(path);
	return words;
}

static int
verify_attribute(struct verification *v, char *const *fields)
{
	const char *name = fields[2], *type = fields[3], *words;
	size_t length = strtoul(fields[4], NULL, 10);
	unsigned long long hash = strtoull(fields[5], NULL, 16);
	char *stored;
	ssize_t n;
	struct err missing;
	const unsigned char *value = v->value;

	if (v->attrs == TREE_ATTRS_OFF || (v->attrs == TREE_ATTRS_ON && strcmp(fields[1], "full") == 0))
		return 0;
	stored = mem_printf("haiku.%s", name);
	n = v->check->attribute(v->product, stored, v->value, LARGEST, &missing);
	free(stored);
	if (n < 0) {
		words = excuse(v, name);
		if (words == NULL)
			return err_set(v->e, ERR_WORKLOAD, "attribute '%s' of '%s' is missing: %s", name, v->product,
			    missing.text);
		if (v->verified->words[0] == '\0')
			snprintf(v->verified->words, sizeof(v->verified->words), "%s of %u bytes: %.*s", name,
			    (unsigned)length, (int)strcspn(words, "\n"), words);
		return 0;
	}
	/* where attributes have no type of their own it stands in front */
	if ((size_t)n == length + 4 && memcmp(value, type, 4) == 0) {
		value += 4;
		n -= 4;
	}
	if ((size_t)n != length || tree_attributes_hash(value, length) != hash)
		return err_set(v->e, ERR_WORKLOAD, "attribute '%s' of '%s' is not what was written", name, v->product);
	v->verified->attributes++;
	return 0;
}

static int
verify_program(struct verification *v, const char *line)
{
	struct buf output = BUF_EMPTY;
	int result = v->check->run(v->check->context, v->product, &output, v->e);

	while (output.length > 0 && output.text[output.length - 1] == '\n')
		output.text[--output.length] = '\0';
	if (result == 0 && strcmp(buf_text(&output), line) != 0)
		result = err_set(v->e, ERR_WORKLOAD, "'%s' printed '%.80s' and not '%s'", v->product,
		    buf_text(&output), line);
	v->verified->programs += result == 0;
	buf_release(&output);
	return result;
}

static int
verify_line(struct verification *v, char *line)
{
	char *fields[FIELDS];
	unsigned n = split(line, fields);
	struct stat st;

	if (n == 6 && strcmp(fields[0], "attribute") == 0)
		return v->product != NULL ? verify_attribute(v, fields) : 0;
	if (n < 2 || strcmp(fields[0], "harness-tree") == 0)
		return 0;
	free(v->product);
	v->product = path_join(v->output, fields[1]);
	v->relative = fields[1];
	if (stat(v->product, &st) != 0 || !S_ISREG(st.st_mode))
		return err_set(v->e, ERR_WORKLOAD, "the build did not make '%s'", v->product);
	if (st.st_size == 0)
		return err_set(v->e, ERR_WORKLOAD, "the build left '%s' empty", v->product);
	v->verified->products++;
	return n == 3 ? verify_program(v, fields[2]) : 0;
}

int
tree_verify(const char *tree, const char *output, enum tree_attrs attrs, const struct tree_check *check,
    struct tree_verified *verified, struct err *e)
{
	struct verification v = { .output = output, .attrs = attrs, .check = check, .verified = verified,
	    .log = BUF_EMPTY, .e = e };
	struct buf manifest = BUF_EMPTY;
	char *path = path_join(tree, "MANIFEST"), *log = path_join(output, "ATTRIBUTES");
	int result = file_read(path, &manifest, e);

	*verified = (struct tree_verified){ 0 };
	if (result == 0 && strncmp(buf_text(&manifest), "harness-tree\t1\t", 15) != 0)
		result = err_set(e, ERR_WORKLOAD, "'%s' is not the manifest of a generated tree", path);
	if (result == 0 && file_exists(log))
		result = file_read(log, &v.log, e);
	v.value = mem_alloc(LARGEST);
	for (char *line = manifest.text; result == 0 && line != NULL && *line != '\0';) {
		char *end = strchr(line, '\n');

		if (end != NULL)
			*end = '\0';
		result = verify_line(&v, line);
		line = end != NULL ? end + 1 : NULL;
	}
	free(v.value);
	free(v.product);
	free(path);
	free(log);
	buf_release(&v.log);
	buf_release(&manifest);
	return result;
}
