/*
 * Files built into the program: see tree_files.h. embedded/tree_files.h is made from hosttools/ by
 * embed.sh.
 */
#include "workloads/build/tree_files.h"

#include <string.h>

#include "embedded/tree_files.h"

bool
tree_files_get(size_t i, char **path, struct buf *text)
{
	if (i >= sizeof(embedded) / sizeof(embedded[0]))
		return false;
	for (const char *const *line = embedded[i].lines; *line != NULL; line++)
		buf_puts(text, *line);
	/* the rules lie at the top, where jam looks for them */
	if (strcmp(embedded[i].name, "Jamrules") == 0)
		*path = mem_string("Jamrules");
	else
		*path = mem_printf("tools/%s", embedded[i].name);
	return true;
}
