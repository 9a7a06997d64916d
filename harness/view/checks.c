/* What was found out about a machine: see checks.h. */
#include "view/checks.h"

#include <stddef.h>

enum { LEVEL_WIDTH = 8, NAME_WIDTH = 11 };

void
checks_line(struct buf *out, const char *level, const char *name, const char *what, const char *why, const char *advice)
{
	buf_printf(out, "  %-*s %-*s %s\n", LEVEL_WIDTH, level, NAME_WIDTH, name, what);
	if (why != NULL || advice != NULL)
		buf_printf(out, "  %*s %s%s%s\n", LEVEL_WIDTH + 1 + NAME_WIDTH, "", why != NULL ? why : "",
		    why != NULL && advice != NULL ? ": " : "", advice != NULL ? advice : "");
}
