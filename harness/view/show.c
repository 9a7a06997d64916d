/* A judgement as text: see show.h. */
#include "view/show.h"

void
show_judgement(const struct judgement *j, const struct show_options *o, struct buf *out)
{
	if (j->options.force && j->sides.differences != NULL)
		buf_puts(out, "  compared by force, although different things were measured: see below\n");
	if (j->nfindings == 0)
		buf_puts(out, "  no values\n");
	else if (j->sides.count == 1)
		show_single(j, out);
	else if (j->options.ladder)
		show_steps(j, o, out);
	else if (j->sides.count == 2)
		show_pair(j, o, out);
	else
		show_many(j, o, out);
	show_claims(j, out);
	show_footing(j, o, out);
}
