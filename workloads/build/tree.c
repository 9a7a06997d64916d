/* Writing a tree: see tree.h. Plan first, then the text of one file after the other. */
#include "workloads/build/tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "workloads/build/tree_files.h"
#include "workloads/build/tree_names.h"
#include "workloads/build/tree_plan.h"
#include "workloads/build/tree_text.h"

struct output {
	const char *root;
	struct tree_facts *facts;
	struct buf text;
	struct err *e;
};

/* Writes o->text as root/directory/name and empties it. */
static int
put(struct output *o, const char *directory, const char *name)
{
	char *path = mem_printf("%s/%s%s%s", o->root, directory, directory[0] != '\0' ? "/" : "", name);
	int result = file_write(path, o->text.text, o->text.length, 0644, o->e);

	o->facts->files++;
	o->facts->bytes += o->text.length;
	buf_clear(&o->text);
	free(path);
	return result;
}

static int
put_directories(struct output *o, const struct tree_plan *p)
{
	int result = file_make_directories(o->root, o->e);

	for (unsigned i = 1; i < p->directory_count && result == 0; i++) {
		char *path = path_join(o->root, p->directories[i].path);

		if (mkdir(path, 0777) != 0)
			result = err_sys(o->e, errno, "cannot make directory '%s'", path);
		free(path);
	}
	return result;
}

static int
put_embedded(struct output *o)
{
	char *tools = path_join(o->root, "tools"), *path;
	int result = file_make_directories(tools, o->e);

	for (size_t i = 0; result == 0 && tree_files_get(i, &path, &o->text); i++) {
		o->facts->tools += strstr(path, ".c") != NULL;
		result = put(o, "", path);
		free(path);
	}
	free(tools);
	return result;
}

static int
put_jamfiles(struct output *o, const struct tree_plan *p)
{
	int result = 0;

	for (unsigned i = 0; i < p->directory_count && result == 0; i++) {
		if (!p->directories[i].jamfile)
			continue;
		tree_text_jamfile(p, i, &o->text);
		result = put(o, p->directories[i].path, "Jamfile");
	}
	for (unsigned i = 0; i < p->target_count && result == 0; i++) {
		char name[2 * TREE_NAME_SIZE];

		if (p->targets[i].kind == TREE_ARCHIVE)
			continue;
		tree_text_resources(p, i, &o->text);
		tree_name_resources(p, i, name);
		result = put(o, p->directories[p->targets[i].directory].path, name);
	}
	return result;
}

static int
put_code(struct output *o, struct tree_plan *p)
{
	char name[TREE_NAME_SIZE];
	int result = 0;

	for (unsigned i = 0; i < p->header_count && result == 0; i++) {
		tree_text_header(p, i, &o->text);
		tree_name_header(p, i, name);
		result = put(o, p->directories[p->headers[i].directory].path, name);
	}
	for (unsigned i = 0; i < p->source_count && result == 0; i++) {
		tree_text_source(p, i, &o->text);
		tree_name_source(p, i, name);
		result = put(o, p->directories[p->sources[i].directory].path, name);
	}
	tree_text_totals(p);
	return result;
}

static void
count(const struct tree_plan *p, struct tree_facts *f)
{
	for (unsigned i = 0; i < p->source_count; i++)
		*(p->sources[i].cxx ? &f->cxx_sources : &f->c_sources) += 1;
	for (unsigned i = 0; i < p->target_count; i++) {
		enum tree_kind kind = p->targets[i].kind;

		*(kind == TREE_ARCHIVE ? &f->archives : kind == TREE_SHARED ? &f->shared : &f->programs) += 1;
	}
	f->headers = p->header_count;
	f->directories = p->directory_count;	/* tools/ instead of the root */
	f->jamfiles = p->jamfile_count + 1;	/* and that of tools/ */
	f->resources = f->shared + f->programs;
	f->products = p->source_count + p->target_count;
	f->headers_per_c = p->headers_per_c;
	f->headers_per_cxx = p->headers_per_cxx;
	f->bytes_per_c = p->bytes_per_c;
	f->bytes_per_cxx = p->bytes_per_cxx;
}

int
tree_generate(const struct tree_spec *spec, const char *directory, struct tree_facts *facts, struct err *e)
{
	struct tree_plan p = { .seed = spec->seed };
	struct output o = { .root = directory, .facts = facts, .text = BUF_EMPTY, .e = e };
	int result = -1;

	if (!(spec->scale >= TREE_SCALE_LEAST && spec->scale <= TREE_SCALE_MOST))
		return err_set(e, ERR_USAGE, "a scale of %g is not between %g and %g", spec->scale, TREE_SCALE_LEAST,
		    TREE_SCALE_MOST);
	p.scale = (unsigned)(spec->scale * 10000 + 0.5);
	*facts = (struct tree_facts){ 0 };
	tree_directories_plan(&p);
	tree_targets_plan(&p);
	tree_headers_plan(&p);
	count(&p, facts);
	if (put_directories(&o, &p) != 0 || put_embedded(&o) != 0 || put_jamfiles(&o, &p) != 0 || put_code(&o, &p) != 0)
		goto out;
	tree_text_manifest(&p, &o.text);
	result = put(&o, "", "MANIFEST");
out:
	buf_release(&o.text);
	tree_plan_release(&p);
	return result;
}
