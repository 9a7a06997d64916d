/*
 * Kinds of noise for simulations: what is added to ln(time) in each slot of an experiment, a slot being
 * the turn of one trial, whichever variant it is of.
 */
#ifndef TESTS_UNIT_NOISE_HELP_H
#define TESTS_UNIT_NOISE_HELP_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "stats/normal.h"
#include "stats/rng.h"

static double
noise_gauss(struct rng *r, double sd)
{
	return sd * normal_quantile(rng_unit(r) + 0x1p-54);
}

static double
noise_uniform(struct rng *r, double low, double high)
{
	return low + (high - low) * rng_unit(r);
}

/* A trial that takes 5 to 30 % longer. */
static double
noise_spike(struct rng *r)
{
	return log1p(noise_uniform(r, 0.05, 0.30));
}

static void
noise_quiet(struct rng *r, double *noise, size_t slots)
{
	for (size_t i = 0; i < slots; i++)
		noise[i] = noise_gauss(r, 0.005);
}

/* Slow drift (Ornstein-Uhlenbeck, 15 slots) and a spike in every tenth slot. */
static void
noise_vm(struct rng *r, double *noise, size_t slots)
{
	double keep = exp(-1.0 / 15), drift = noise_gauss(r, 0.015);

	for (size_t i = 0; i < slots; i++) {
		noise[i] = noise_gauss(r, 0.01) + drift;
		if (rng_unit(r) < 0.10)
			noise[i] += noise_spike(r);
		drift = keep * drift + noise_gauss(r, 0.015 * sqrt(1 - keep * keep));
	}
}

static void
noise_ramp(struct rng *r, double *noise, size_t slots)
{
	double slope = noise_uniform(r, -0.05, 0.05);

	for (size_t i = 0; i < slots; i++) {
		noise[i] = noise_gauss(r, 0.007) + slope * (double)i / (double)(slots - 1);
		if (rng_unit(r) < 0.05)
			noise[i] += noise_spike(r);
	}
}

/* A ramp, one change of level, and spikes in a fifth of the slots, three in a row on average. */
static void
noise_harsh(struct rng *r, double *noise, size_t slots)
{
	double slope = noise_uniform(r, -0.04, 0.04), level = noise_gauss(r, 0.04);
	size_t change = (size_t)rng_bounded(r, slots);
	bool burst = rng_unit(r) < 0.20;

	for (size_t i = 0; i < slots; i++) {
		noise[i] = noise_gauss(r, 0.015) + slope * (double)i / (double)(slots - 1);
		if (i >= change)
			noise[i] += level;
		if (burst)
			noise[i] += noise_spike(r);
		burst = burst ? rng_unit(r) >= 1 / 3.0 : rng_unit(r) < 1 / 12.0;
	}
}

/* Something else runs every second to sixth slot. */
static void
noise_periodic(struct rng *r, double *noise, size_t slots)
{
	size_t period = 2 + (size_t)rng_bounded(r, 5), phase = (size_t)rng_bounded(r, period);

	for (size_t i = 0; i < slots; i++)
		noise[i] = noise_gauss(r, 0.01) + (i % period == phase ? log1p(0.10) : 0);
}

static const struct noise_model {
	const char *name;
	void (*fill)(struct rng *, double *noise, size_t slots);
} noise_models[] = {
	{ "quiet", noise_quiet }, { "vm", noise_vm }, { "ramp", noise_ramp }, { "harsh", noise_harsh }, { "periodic", noise_periodic },
};

enum { NOISE_MODELS = sizeof(noise_models) / sizeof(noise_models[0]) };

#endif
