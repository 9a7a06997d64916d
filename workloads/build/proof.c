/* Proof of work: see proof.h. */
#include "workloads/build/proof.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/file.h"
#include "os/os.h"
#include "workload/command.h"
#include "workloads/build/errand.h"
#include "workloads/build/tree.h"

/* ------------------------------------------------------------------ the generated tree */

static int
run_program(void *context, const char *program, struct buf *output, struct err *e)
{
	char *path = mem_string(program), *argv[] = { path, NULL };
	int result = command_simple(argv, context, output, e);

	free(path);
	return result;
}

static void
tell_attributes(struct trial *t, const struct tree_verified *v)
{
	struct os_volume volume;
	struct err ignored;
	const char *type = os_volume(t->out, &volume, &ignored) == 0 && volume.type[0] != '\0' ? volume.type : "here";

	trial_property_number(t, "attributes", v->attributes);
	trial_property_number(t, "attributes_unfit", v->unfit);
	trial_property_number(t, "attributes_unsupported", v->unsupported);
	if (v->unfit > 0)
		trial_note(t, "%s: %u attributes do not fit and were left out (%s)", type, v->unfit, v->words);
	else if (v->unsupported > 0)
		trial_note(t, "%s: attributes are not supported: %u were left out (%s)", type, v->unsupported, v->words);
}

/* Whether harness itself can read attributes here: what the tools of the tree can is their own affair. */
static bool
attributes_readable(const char *directory, struct err *e)
{
	char value[1];

	return os_attr_get(directory, "harness", value, sizeof(value), e) >= 0 || e->kind != ERR_UNSUPPORTED;
}

int
proof_generated(struct trial *t, const char *tree, const char *output)
{
	enum tree_attrs attrs = (enum tree_attrs)args_count(t->args, "attrs");
	char *directory = mem_string(output);
	struct tree_check check = { .context = directory, .run = run_program, .attribute = os_attr_get };
	struct tree_verified verified;
	struct err e;
	int result = tree_verify(tree, output, attrs, &check, &verified, &t->err);

	if (result != 0 && attrs != TREE_ATTRS_OFF && !attributes_readable(output, &e)) {
		trial_note(t, "attributes were not checked: %s", e.text);
		attrs = TREE_ATTRS_OFF;
		result = tree_verify(tree, output, attrs, &check, &verified, &t->err);
	}
	free(directory);
	if (result != 0)
		return -1;
	trial_property_number(t, "products", verified.products);
	trial_property_number(t, "programs_run", verified.programs);
	if (attrs != TREE_ATTRS_OFF)
		tell_attributes(t, &verified);
	return 0;
}

/* ------------------------------------------------------------------ other trees */

int
proof_absent(struct trial *t, const char *tree)
{
	int result = 0;

	for (char *const *product = args_words(t->args, "product"); product != NULL && *product != NULL && result == 0; product++) {
		char *path = path_join(tree, *product);

		if (file_exists(path))
			result = trial_fail(t, "'%s' is there before the build (--product); give a tree without what a build makes", *product);
		free(path);
	}
	return result;
}

static int
find_products(struct trial *t, const char *tree)
{
	int result = 0;

	for (char *const *product = args_words(t->args, "product"); product != NULL && *product != NULL && result == 0; product++) {
		char *path = path_join(tree, *product);

		if (!file_exists(path))
			result = trial_fail(t, "the build did not make '%s' (--product)", *product);
		free(path);
	}
	return result;
}

int
proof_other(struct trial *t, const char *tree, const struct source_state *before)
{
	struct errand verify = { .argv = args_words(t->args, "verify"), .directory = tree };
	struct source_state after;

	if (source_look(tree, &after, &t->err) != 0)
		return -1;
	if (after.sum == before->sum)
		return trial_fail(t, "the build changed no file: there was nothing to do (is the tree built already, or does the target make nothing?)");
	trial_property_number(t, "made_files", (double)after.files - (double)before->files);
	trial_property_number(t, "made_bytes", (double)after.bytes - (double)before->bytes);
	if (find_products(t, tree) != 0)
		return -1;
	if (verify.argv != NULL && errand_run(&verify, &t->err) != 0)
		return err_prefix(&t->err, "--verify");
	return 0;
}
