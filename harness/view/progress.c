/* Progress: see progress.h. */
#include "view/progress.h"

#include <math.h>
#include <string.h>

#include "base/units.h"

enum { BAR_WIDTH = 30 };

static void
bar(struct buf *out, size_t done, size_t total)
{
	size_t full = total > 0 ? done * BAR_WIDTH / total : 0;

	buf_putc(out, '[');
	for (size_t i = 0; i < BAR_WIDTH; i++)
		buf_putc(out, i < full ? '#' : '.');
	buf_putc(out, ']');
}

void
progress_trial(struct progress_view *p, size_t done, size_t total, double took_s, const char *what, const char *state, double primary_s,
    struct buf *out)
{
	char left[32], value[32] = "";

	p->done = done;
	p->total = total;
	p->timed_s += took_s;
	if (isfinite(primary_s))
		units_format(value, sizeof(value), primary_s, units_scale_for("s", primary_s));
	if (p->terminal) {
		units_format_span(left, sizeof(left), p->timed_s / (double)done * (double)(total - done));
		buf_printf(out, "\r\033[K  trial %zu/%zu  ", done, total);
		bar(out, done, total);
		buf_printf(out, " %s left", left);
	} else
		buf_printf(out, "trial %zu/%zu%s%s%s%s%s%s\n", done, total, what[0] != '\0' ? " " : "", what, state[0] != '\0' ? " " : "", state,
		    value[0] != '\0' ? ": " : "", value);
}

void
progress_end(const struct progress_view *p, struct buf *out)
{
	if (p->terminal && p->done > 0)
		buf_puts(out, "\r\033[K");
}
