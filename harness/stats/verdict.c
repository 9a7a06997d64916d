/* The decision: see verdict.h. */
#include "stats/verdict.h"

#include <math.h>

#define POWER_FACTOR 1.6
#define UNITS_MAX 1e15

struct verdict
verdict_decide(const struct verdict_question *q)
{
	double m = q->margin;

	if (q->order_not_controlled)
		return (struct verdict){ VERDICT_UNDECIDED, REASON_ORDER_NOT_CONTROLLED };
	if (q->too_many_missing)
		return (struct verdict){ VERDICT_UNDECIDED, REASON_FAILURES };
	if (!(q->conf >= q->conf_requested - 1e-9))
		return (struct verdict){ VERDICT_UNDECIDED, REASON_TOO_FEW };
	if (q->unfinished)
		return (struct verdict){ VERDICT_UNDECIDED, REASON_UNFINISHED };
	if (q->lo > -m && q->hi < m)
		return (struct verdict){ VERDICT_NOCHANGE,
			q->hi < 0 || q->lo > 0 ? REASON_REAL_BUT_SMALL : REASON_EQUIVALENT };
	if (q->hi < 0 && q->est <= -m)
		return (struct verdict){ VERDICT_WIN,
			q->hi <= -m ? REASON_PROVEN : REASON_LIKELY_SIZE };
	if (q->lo > 0 && q->est >= m)
		return (struct verdict){ VERDICT_LOSS,
			q->lo >= m ? REASON_PROVEN : REASON_LIKELY_SIZE };
	if (q->hi < 0)
		return (struct verdict){ VERDICT_UNDECIDED, REASON_FASTER_NEAR_THRESHOLD };
	if (q->lo > 0)
		return (struct verdict){ VERDICT_UNDECIDED, REASON_SLOWER_NEAR_THRESHOLD };
	return (struct verdict){ VERDICT_UNDECIDED, REASON_NOISE };
}

const char *
verdict_name(enum verdict_kind kind)
{
	switch (kind) {
	case VERDICT_UNDECIDED:
		return "undecided";
	case VERDICT_WIN:
		return "win";
	case VERDICT_LOSS:
		return "loss";
	case VERDICT_NOCHANGE:
		return "no-change";
	}
	return "unknown";
}

const char *
verdict_reason_name(enum verdict_reason reason)
{
	switch (reason) {
	case REASON_NOISE:
		return "noise";
	case REASON_ORDER_NOT_CONTROLLED:
		return "order-not-controlled";
	case REASON_FAILURES:
		return "failures";
	case REASON_TOO_FEW:
		return "too-few";
	case REASON_UNFINISHED:
		return "unfinished";
	case REASON_EQUIVALENT:
		return "equivalent";
	case REASON_REAL_BUT_SMALL:
		return "real-but-small";
	case REASON_PROVEN:
		return "proven";
	case REASON_LIKELY_SIZE:
		return "likely-size";
	case REASON_FASTER_NEAR_THRESHOLD:
		return "faster-near-threshold";
	case REASON_SLOWER_NEAR_THRESHOLD:
		return "slower-near-threshold";
	}
	return "unknown";
}

double
verdict_detectable(enum series_scale scale, double lo, double hi, double margin)
{
	double half_width = (hi - lo) / 2;
	double d = fmax(POWER_FACTOR * half_width, margin + half_width / 2);

	return scale == SERIES_LOG ? expm1(d) : d;
}

uint64_t
verdict_units_needed(uint64_t n, double lo, double hi, double margin)
{
	double factor = POWER_FACTOR * (hi - lo) / 2 / margin;
	double units = ceil((double)n * factor * factor - 1e-9);

	if (!(margin > 0) || !(units <= UNITS_MAX))
		return 0;
	return units > 1 ? (uint64_t)units : 1;
}
