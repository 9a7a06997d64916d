/* Complexity classes and knees: see fit.h. */
#include "stats/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/curve.h"
#include "stats/failure.h"
#include "stats/order.h"
#include "stats/series.h"
#include "stats/trend.h"

#define MEAN_SQUARE_FLOOR 1e-6
#define CHI_SQUARED_95 3.841458820694124
#define PREFER_CONSTANT 4
#define ALSO_POSSIBLE 2
#define PREFER_SMOOTH 6
#define FLAT_RATIO 1.05
#define POOR_RESIDUAL 0.10
#define KNEE_FIRST 2	/* 0-based: point 3 */
#define KNEE_PARTS 8

static const struct {
	const char *name;
	double parameters;
} classes[FIT_CLASS_COUNT] = {
	[FIT_CONSTANT] = { "O(1)", 2 },
	[FIT_LOG] = { "O(log n)", 3 },
	[FIT_LINEAR] = { "O(n)", 3 },
	[FIT_LINEARITHMIC] = { "O(n log n)", 3 },
	[FIT_QUADRATIC] = { "O(n^2)", 3 },
	[FIT_HINGE] = { "hinge", 4 },
	[FIT_STEP] = { "step", 4 },
};

/* The points, and room for g of the model that is being fitted. */
struct points {
	const double *x;
	double *log_y;
	double *g;	/* divided by its largest value */
	size_t n;
};

const char *
fit_class_name(enum fit_class class)
{
	return classes[class].name;
}

static double
shape(enum fit_class class, double x, double knee)
{
	switch (class) {
	case FIT_LOG:
		return log(x);
	case FIT_LINEAR:
		return x;
	case FIT_LINEARITHMIC:
		return x * log(x);
	case FIT_QUADRATIC:
		return x * x;
	case FIT_HINGE:
		return fmax(0, x - knee);
	case FIT_CONSTANT:
	case FIT_STEP:
	case FIT_CLASS_COUNT:
		break;
	}
	return 0;
}

/* Sets g for a model and returns its largest value. */
static double
set_shape(const struct points *p, enum fit_class class, double knee)
{
	double largest = shape(class, p->x[p->n - 1], knee);

	for (size_t i = 0; i < p->n; i++)
		p->g[i] = shape(class, p->x[i], knee) / largest;
	return largest;
}

static void
set_model(struct fit *f, enum fit_class class, double rss, double a, double b)
{
	double n = (double)f->n, k = classes[class].parameters;

	f->models[class] = (struct fit_model){ .fitted = true, .rss = rss, .a = a, .b = b };
	f->models[class].aicc = n * log(fmax(rss / n, MEAN_SQUARE_FLOOR)) + 2 * k +
	    2 * k * (k + 1) / (n - k - 1);
}

static void
fit_smooth(const struct points *p, struct fit *f)
{
	struct curve flat = curve_fit_constant(p->log_y, p->n);

	set_model(f, FIT_CONSTANT, flat.rss, flat.a, 0);
	for (enum fit_class c = FIT_LOG; c <= FIT_QUADRATIC; c++) {
		double largest = set_shape(p, c, 0);
		struct curve best = curve_fit(p->log_y, p->g, p->n);

		set_model(f, c, best.rss, best.a, best.b / largest);
	}
}

/* Candidate number `index` for K. */
static double
knee_candidate(const double *x, size_t index)
{
	size_t i = KNEE_FIRST + index / KNEE_PARTS;
	double part = (double)(index % KNEE_PARTS) / KNEE_PARTS;

	return part > 0 ? x[i] * pow(x[i + 1] / x[i], part) : x[i];
}

static int
fit_hinge(const struct points *p, struct fit *f)
{
	size_t count = (p->n - 5) * KNEE_PARTS + 1, best = 0, first = count, last = 0;
	double *rss = malloc(count * sizeof(rss[0]));
	double n = (double)p->n, largest, lowest;
	struct curve curve;

	if (rss == NULL)
		return STATS_NO_MEMORY;
	for (size_t i = 0; i < count; i++) {
		set_shape(p, FIT_HINGE, knee_candidate(p->x, i));
		rss[i] = curve_fit(p->log_y, p->g, p->n).rss;
		if (rss[i] < rss[best])
			best = i;
	}
	lowest = fmax(rss[best] / n, MEAN_SQUARE_FLOOR);
	for (size_t i = 0; i < count; i++) {
		double distance = n * log(fmax(rss[i] / n, MEAN_SQUARE_FLOOR) / lowest);

		if (distance > CHI_SQUARED_95)
			continue;
		if (first == count)
			first = i;
		last = i;
	}
	free(rss);
	f->knee = knee_candidate(p->x, best);
	f->knee_core_lo = knee_candidate(p->x, first);
	f->knee_core_hi = knee_candidate(p->x, last);
	f->knee_lo = knee_candidate(p->x, first > 0 ? first - 1 : first);
	f->knee_hi = knee_candidate(p->x, last + 1 < count ? last + 1 : last);
	largest = set_shape(p, FIT_HINGE, f->knee);
	curve = curve_fit(p->log_y, p->g, p->n);
	set_model(f, FIT_HINGE, curve.rss, curve.a, curve.b / largest);
	return STATS_OK;
}

/* Mean of log_y[from ... to-1] in *mean; returns the sum of squares around it. */
static double
level_rss(const double *log_y, size_t from, size_t to, double *mean)
{
	double rss = 0;

	*mean = 0;
	for (size_t i = from; i < to; i++)
		*mean += log_y[i] / (double)(to - from);
	for (size_t i = from; i < to; i++)
		rss += (log_y[i] - *mean) * (log_y[i] - *mean);
	return rss;
}

static void
fit_step(const struct points *p, struct fit *f)
{
	double best = INFINITY, before, after;

	for (size_t i = KNEE_FIRST; i + 3 < p->n; i++) {
		double rss = level_rss(p->log_y, 0, i + 1, &before) +
		    level_rss(p->log_y, i + 1, p->n, &after);

		if (!(rss < best))
			continue;
		best = rss;
		f->step_lo_x = p->x[i];
		f->step_hi_x = p->x[i + 1];
		f->step_ratio = exp(after - before);
		set_model(f, FIT_STEP, rss, exp(before), exp(after) - exp(before));
	}
}

/* Smooth classes only; sets best and also_possible. */
static enum fit_class
choose_smooth(struct fit *f)
{
	enum fit_class simplest = FIT_LOG;
	double limit;

	f->best = FIT_CONSTANT;
	for (enum fit_class c = FIT_LOG; c <= FIT_QUADRATIC; c++)
		if (f->models[c].aicc < f->models[f->best].aicc)
			f->best = c;
	limit = f->models[f->best].aicc + ALSO_POSSIBLE;
	while (simplest < FIT_QUADRATIC && f->models[simplest].aicc > limit)
		simplest++;
	if (f->models[FIT_CONSTANT].aicc <= f->models[f->best].aicc + PREFER_CONSTANT)
		simplest = FIT_CONSTANT;
	for (enum fit_class c = FIT_CONSTANT; c <= FIT_QUADRATIC; c++)
		if (c != simplest && f->models[c].aicc <= limit)
			f->also_possible |= 1u << c;
	return simplest;
}

static void
choose(struct fit *f, const double *x)
{
	enum fit_class knee = FIT_HINGE;

	f->chosen = f->unflattened = choose_smooth(f);
	if (f->chosen != FIT_CONSTANT &&
	    fit_value(f, f->chosen, x[f->n - 1]) < FLAT_RATIO * fit_value(f, f->chosen, x[0])) {
		f->flat = true;
		f->also_possible = 0;
		f->chosen = FIT_CONSTANT;
	}
	if (!f->models[FIT_HINGE].fitted)
		return;
	if (f->models[FIT_STEP].aicc < f->models[FIT_HINGE].aicc)
		knee = FIT_STEP;
	if (f->models[knee].aicc < f->models[f->best].aicc - PREFER_SMOOTH) {
		f->chosen = f->unflattened = knee;
		f->flat = false;
		f->also_possible = 0;
	}
}

/* Least squares slope of ln y over ln x for the upper half of the points. */
static double
upper_slope(const struct points *p)
{
	size_t first = p->n / 2;
	double count = (double)(p->n - first), mean_x = 0, mean_y = 0, xy = 0, xx = 0;

	for (size_t i = first; i < p->n; i++) {
		mean_x += log(p->x[i]) / count;
		mean_y += p->log_y[i] / count;
	}
	for (size_t i = first; i < p->n; i++) {
		double d = log(p->x[i]) - mean_x;

		xy += d * (p->log_y[i] - mean_y);
		xx += d * d;
	}
	return xy / xx;
}

/* What qualifies the choice; scratch has room for n. */
static int
judge(const struct points *p, const double *y, const double *half_width, double *scratch,
    struct fit *f)
{
	double limit = POOR_RESIDUAL, freedom = (double)p->n - classes[f->chosen].parameters;
	struct trend trend;
	int failure;

	if (half_width != NULL) {
		memcpy(scratch, half_width, p->n * sizeof(scratch[0]));
		limit = fmax(limit, 3 * order_median_of(scratch, p->n));
	}
	f->residual_ratio = sqrt(f->models[f->chosen].rss / freedom);
	f->poor = f->residual_ratio > limit;
	f->upper_slope = upper_slope(p);
	if (p->n < TREND_RUNS_MIN)
		return STATS_OK;
	failure = trend_mann_kendall(y, p->n, &trend);
	if (failure < 0)
		return failure;
	f->decreasing = trend.p < 0.01 && trend.s < 0;
	return STATS_OK;
}

static int
check(const double *x, const double *y, const double *half_width, size_t n)
{
	if (n < FIT_POINTS_MIN)
		return STATS_TOO_FEW;
	if (series_check(x, n) < 0 || series_check(y, n) < 0 ||
	    (half_width != NULL && series_check(half_width, n) < 0))
		return STATS_BAD_VALUE;
	for (size_t i = 0; i < n; i++)
		if (x[i] < 1 || !(y[i] > 0) || (i > 0 && x[i] <= x[i - 1]))
			return STATS_BAD_VALUE;
	return STATS_OK;
}

int
fit_compute(const double *x, const double *y, const double *half_width, size_t n, struct fit *fit)
{
	struct fit f = { .n = n, .knee = NAN, .knee_lo = NAN, .knee_hi = NAN, .knee_core_lo = NAN,
		.knee_core_hi = NAN, .step_lo_x = NAN, .step_hi_x = NAN, .step_ratio = NAN };
	struct points p = { .x = x, .n = n };
	double *memory;
	int failure = check(x, y, half_width, n);

	if (failure < 0)
		return failure;
	memory = malloc(3 * n * sizeof(memory[0]));
	if (memory == NULL)
		return STATS_NO_MEMORY;
	p.log_y = memory;
	p.g = memory + n;
	series_transform(SERIES_LOG, y, n, p.log_y);
	fit_smooth(&p, &f);
	if (n >= FIT_KNEE_POINTS_MIN) {
		failure = fit_hinge(&p, &f);
		fit_step(&p, &f);
	}
	if (failure == STATS_OK) {
		choose(&f, x);
		failure = judge(&p, y, half_width, memory + 2 * n, &f);
	}
	free(memory);
	if (failure == STATS_OK)
		*fit = f;
	return failure;
}

double
fit_value(const struct fit *fit, enum fit_class class, double x)
{
	const struct fit_model *m = &fit->models[class];

	if (!m->fitted)
		return NAN;
	if (class == FIT_STEP)
		return x <= fit->step_lo_x ? m->a : m->a + m->b;
	return m->a + m->b * shape(class, x, fit->knee);
}

double
fit_pass_gap(const struct fit *up, const struct fit *down, const double *x, size_t n)
{
	double gap = 0;

	for (size_t i = 0; i < n; i++) {
		double ratio = fit_value(up, up->chosen, x[i]) /
		    fit_value(down, down->chosen, x[i]);

		gap = fmax(gap, fmax(ratio, 1 / ratio) - 1);
	}
	return gap;
}
