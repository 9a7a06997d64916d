/* The noise floor of a machine in sentences: see floor_text.h. */
#include "view/floor_text.h"

#include <math.h>

#include "base/units.h"
#include "view/words.h"

enum { NAME_WIDTH = 11 };

static void
begin(struct buf *out, const char *name)
{
	buf_printf(out, "  %-*s ", NAME_WIDTH, name);
}

static void
put_seconds(struct buf *out, double seconds)
{
	char text[64];

	units_format(text, sizeof(text), seconds, units_scale_for("s", seconds));
	buf_puts(out, text);
}

void
floor_text_sentence(struct buf *out, const struct noise_test *t)
{
	buf_puts(out, "with ");
	words_count(out, t->trials, "trial");
	buf_puts(out, " each this machine sees changes of about ");
	words_floor(out, t->ratio);
}

static void
say_difference(struct buf *out, const struct noise_test *t)
{
	begin(out, "A/A");
	buf_puts(out, "the same command against itself, in turns: ");
	words_percent(out, t->est);
	buf_puts(out, " (");
	words_confidence(out, t->conf);
	buf_puts(out, " % interval ");
	words_percent_range(out, t->lo, t->hi);
	buf_puts(out, ")\n");
	if (t->differs) {
		begin(out, "");
		buf_puts(out, "different although it is the same: by chance that is 1 in 20; if it happens again, do not trust this machine\n");
	}
}

static void
say_trials(struct buf *out, const struct noise_test *t)
{
	begin(out, "trials");
	put_seconds(out, t->median);
	buf_puts(out, ", standard deviation ");
	words_floor(out, t->sd_ratio);
	buf_putc(out, '\n');
}

static void
say_drift(struct buf *out, const struct noise_test *t)
{
	begin(out, "drift");
	if (t->drifts) {
		words_percent(out, t->drift_ratio);
		buf_puts(out, " during the measurement; comparisons in blocks do not mind, single series do\n");
	} else
		buf_puts(out, "none\n");
}

static void
say_memory(struct buf *out, const struct noise_test *t)
{
	begin(out, "memory");
	buf_printf(out, "autocorrelation at lag 1 is %.2f: ", t->lag1);
	if (t->resemble) {
		buf_puts(out, "trials resemble those before them, ");
		words_count(out, 2 * t->trials, "trial");
		buf_printf(out, " are worth about %.0f\n", t->trials_worth);
	} else
		buf_puts(out, "no sign that trials depend on each other\n");
}

static void
say_heartbeats(struct buf *out, const struct noise_test *t)
{
	begin(out, "heartbeat");
	if (!isfinite(t->heartbeat)) {
		buf_puts(out, "not known\n");
		return;
	}
	put_seconds(out, t->heartbeat);
	buf_puts(out, " for a fixed computation before every trial, ");
	words_percent_range(out, t->heartbeat_least, t->heartbeat_most);
	buf_putc(out, '\n');
}

void
floor_text_lines(struct buf *out, const struct noise_test *t)
{
	struct buf sentence = BUF_EMPTY;

	floor_text_sentence(&sentence, t);
	buf_printf(out, "noise floor: %s\n", buf_text(&sentence));
	buf_release(&sentence);
	say_difference(out, t);
	say_trials(out, t);
	say_drift(out, t);
	say_memory(out, t);
	say_heartbeats(out, t);
}
