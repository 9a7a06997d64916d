/* The noise floor: see noise.h. */
#include "judge/noise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "judge/judgement.h"
#include "stats/failure.h"
#include "stats/flags.h"
#include "stats/order.h"
#include "stats/summary.h"

/* ------------------------------------------------------------------ cited */

/* Seconds since 1970 of "2026-11-30T12:00:00Z"; NAN for anything else. */
static double
seconds_of(const char *date)
{
	int year, month, day, hour, minute, second;
	long days;

	if (date == NULL || sscanf(date, "%4d-%2d-%2dT%2d:%2d:%2dZ", &year, &month, &day, &hour, &minute, &second) != 6)
		return NAN;
	/* years begin in March, so that the leap day is the last */
	year -= month < 3;
	days = 365L * year + year / 4 - year / 100 + year / 400 + (153 * (month + (month < 3 ? 9 : -3)) + 2) / 5 + day - 1 - 719468;
	return 86400.0 * (double)days + 3600.0 * hour + 60.0 * minute + second;
}

void
noise_of(struct noise *n, const struct sides *s)
{
	size_t records = 0;

	*n = (struct noise){ .ratio = NAN, .age_s = NAN };
	for (size_t i = 0; i < s->count; i++)
		for (size_t k = 0; k < s->list[i].nparts; k++) {
			const json_t *header = s->list[i].parts[k].record->header;
			const json_t *floor = json_object_get(json_object_get(header, "environment"), "noise_floor");
			double ratio = json_get_real(floor, "ratio");

			if (!(ratio >= 0) || !isfinite(ratio))
				continue;
			n->several = n->several || (records++ > 0 && ratio != n->ratio);
			if (n->ratio >= ratio)
				continue;
			n->ratio = ratio;
			n->trials = json_get_count(floor, "trials");
			n->age_s = seconds_of(json_get_text(header, "created")) - seconds_of(json_get_text(floor, "created"));
		}
}

bool
noise_covers(const struct noise *n, const struct verdict *v, const struct blocked *b)
{
	bool claim = v->kind == VERDICT_WIN || v->kind == VERDICT_LOSS;

	return claim && b->scale == SERIES_LOG && isfinite(n->ratio) && fabs(expm1(b->est)) < n->ratio;
}

/* ------------------------------------------------------------------ measured */

/* Values of trials that count, of all variants in time order; the caller frees. */
static double *
series(const struct record *r, int metric, size_t *count)
{
	double *values = mem_resize(NULL, r->ntrials, sizeof(*values));

	*count = 0;
	for (size_t i = 0; i < r->ntrials; i++) {
		const struct record_trial *t = &r->trials[i];
		double x = metric < 0 ? t->heartbeat_s : t->ok ? t->values[metric] : NAN;

		if (!t->warmup && !t->void_ && isfinite(x))
			values[(*count)++] = x;
	}
	return values;
}

static void
look_at_heartbeats(struct noise_test *t, const struct record *r)
{
	size_t n;
	double *beats = series(r, -1, &n);

	t->heartbeat = t->heartbeat_least = t->heartbeat_most = NAN;
	if (n > 1) {
		t->heartbeat = order_median_of(beats, n);
		t->heartbeat_least = t->heartbeat_most = beats[0];
		for (size_t i = 0; i < n; i++) {
			t->heartbeat_least = fmin(t->heartbeat_least, beats[i]);
			t->heartbeat_most = fmax(t->heartbeat_most, beats[i]);
		}
		t->heartbeat_least = t->heartbeat_least / t->heartbeat - 1;
		t->heartbeat_most = t->heartbeat_most / t->heartbeat - 1;
	}
	free(beats);
}

static int
look_at_trials(struct noise_test *t, const struct record *r, const struct metric *m, double delta, struct err *e)
{
	size_t n;
	double *values = series(r, (int)(m - r->metrics), &n);
	struct summary summary;
	struct flags flags;
	int failure = summary_compute(values, n, COMPARISON_ALPHA, &summary);

	if (failure >= 0)
		failure = flags_find(values, n, &summary, delta, &flags, NULL);
	free(values);
	if (failure < 0)
		return err_set(e, ERR_INTERNAL, "cannot sum up the trials: %s", failure_text(failure));
	t->median = summary.median;
	t->sd_ratio = summary.sd / summary.mean;
	t->lag1 = summary.lag1;
	t->trials_worth = summary.n_eff;
	t->drift_ratio = flags.drift_ratio;
	t->drift_p = flags.drift_p;
	t->drifts = (flags.mask & FLAG_TREND) != 0;
	t->resemble = (flags.mask & FLAG_AUTOCORR) != 0;
	return 0;
}

int
noise_measure(struct noise_test *t, const struct judgement *j, struct err *e)
{
	size_t at = 0;
	const struct finding *f = judgement_next_primary(j, &at);
	const struct comparison *c = f != NULL && f->ncomparisons == 1 ? &f->comparisons[0] : NULL;
	const struct blocked *b;

	*t = (struct noise_test){ .ratio = NAN };
	if (c == NULL || !c->valid || !c->blocked.attained || c->blocked.scale != SERIES_LOG)
		return err_set(e, ERR_UNFIT, "too few trials succeeded to say anything about noise");
	b = &c->blocked;
	t->trials = b->a_count < b->b_count ? b->a_count : b->b_count;
	t->est = expm1(b->est);
	t->lo = expm1(b->lo);
	t->hi = expm1(b->hi);
	t->conf = c->conf_requested;
	t->differs = b->lo > 0 || b->hi < 0;
	t->ratio = fmax(verdict_detectable(SERIES_LOG, b->lo, b->hi, 0), expm1(fabs(b->est)));
	look_at_heartbeats(t, j->sides.first);
	return look_at_trials(t, j->sides.first, f->metric, j->options.delta, e);
}
