/* Results of other programs: see importer.h. */
#include "record/importer.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"

extern const struct importer importer_hyperfine, importer_fio, importer_csv;

const struct importer *const importers[] = { &importer_fio, &importer_hyperfine, &importer_csv, NULL };

static int
by_name(const struct importer **found, const char *format, struct err *e)
{
	for (size_t i = 0; importers[i] != NULL; i++)
		if (strcmp(importers[i]->name, format) == 0) {
			*found = importers[i];
			return 0;
		}
	return err_set(e, ERR_USAGE, "there is no format '%s' to import", format);
}

static int
by_content(const struct importer **found, const struct import_file *f, struct err *e)
{
	for (size_t i = 0; importers[i] != NULL; i++)
		if (importers[i]->recognise(f)) {
			*found = importers[i];
			return 0;
		}
	if (strncmp(f->text, "{\"type\":\"header\"", 16) == 0)
		return err_set(e, ERR_USAGE, "'%s' is a record of harness already", f->path);
	return err_set(e, ERR_USAGE, "'%s' is none of the formats that can be imported: JSON of hyperfine or fio, or CSV "
	    "whose header names metrics with their units; --format says which one it should be", f->path);
}

static int
read_file(const char *path, struct buf *bytes, struct import_file *f, struct err *e)
{
	if (file_read(path, bytes, e) != 0) {
		if (!file_exists(path) || file_is_directory(path))
			e->kind = ERR_USAGE;
		return -1;
	}
	*f = (struct import_file){ path, buf_text(bytes), bytes->length };
	if (strncmp(f->text, "\xef\xbb\xbf", 3) == 0) {
		f->text += 3;
		f->length -= 3;
	}
	if (f->text[strspn(f->text, " \t\r\n")] == '\0' && strlen(f->text) == f->length)
		return err_set(e, ERR_USAGE, "'%s' is empty", path);
	if (strncmp(f->text, "\xff\xfe", 2) == 0 || strncmp(f->text, "\xfe\xff", 2) == 0)
		return err_set(e, ERR_USAGE, "'%s' is in UTF-16; save it as UTF-8", path);
	return 0;
}

/* What the files before it were read as, else what this one looks like. */
static int
choose(const struct importer **chosen, bool given, const struct import_file *f, struct err *e)
{
	const struct importer *own = NULL;

	if (given)
		return 0;
	if (by_content(&own, f, e) != 0)
		return -1;
	if (*chosen != NULL && *chosen != own)
		return err_set(e, ERR_USAGE, "'%s' is of the format %s, the files before it are %s: import them one by one", f->path,
		    own->name, (*chosen)->name);
	*chosen = own;
	return 0;
}

static int
import_one(struct draft *d, const struct importer **chosen, bool given, const char *path, struct err *e)
{
	struct buf bytes = BUF_EMPTY;
	struct import_file f;
	int result = read_file(path, &bytes, &f, e);

	if (result == 0)
		result = choose(chosen, given, &f, e);
	if (result == 0) {
		if (d->from == NULL)
			draft_init(d, (*chosen)->name);
		buf_printf(&d->sources, "%s%s", d->sources.length > 0 ? ", " : "", path_base(path));
		result = (*chosen)->read(d, &f, e);
	}
	buf_release(&bytes);
	return result;
}

int
import_files(struct draft *d, const char *format, char *const *paths, struct err *e)
{
	const struct importer *chosen = NULL;
	int result = format != NULL ? by_name(&chosen, format, e) : 0;

	*d = (struct draft){ .from = NULL };
	for (size_t i = 0; paths[i] != NULL && result == 0; i++) {
		for (size_t k = 0; k < i && result == 0; k++)
			if (strcmp(paths[k], paths[i]) == 0)
				result = err_set(e, ERR_USAGE, "'%s' is named twice", paths[i]);
		if (result == 0)
			result = import_one(d, &chosen, format != NULL, paths[i], e);
	}
	if (result == 0 && chosen->finish != NULL)
		chosen->finish(d);
	if (result != 0)
		draft_release(d);
	return result;
}
