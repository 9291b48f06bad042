/* SPDX-License-Identifier: BSD-3-Clause */
/* Step size control after Hairer, Norsett, Wanner 1993, II.4 (elementary, first step),
 * and Hairer, Wanner 1996, IV.2 (Gustafsson's PI controller), with the constants of
 * DOPRI5 and DOP853. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "controller.h"

static const double pi_beta = 0.04;
/* Errors below this are luck: they must not inflate the step after the next. */
static const double smallest_last_error = 1e-4;
/* A rejected step shrinks at least by this, also where it was rejected with a small error
 * (the retraction moved too far) or the safety factor is 1. */
static const double largest_retry = 0.9;

void controller_init(controller *c, controller_kind kind, int q, double safety,
                     double max_growth) {
    const int high = q >= 7; /* DOP853 shrinks less */
    assert(q >= 1 && safety > 0 && safety <= 1);
    c->safety = safety;
    c->max_growth = !isnan(max_growth) ? max_growth : q <= 5 ? 5 : 10;
    c->min_factor = high ? 0.333 : 0.2;
    c->beta = kind == CONTROLLER_PI ? pi_beta : 0;
    controller_remember(c, q, c->beta);
    c->last_error = smallest_last_error;
    c->rejected = 0;
}

void controller_remember(controller *c, int q, double beta) {
    c->beta = beta;
    c->power = 1.0 / (q + 1) - (q >= 7 ? 0.2 : 0.75) * beta;
}

/* A weight of zero adds exactly nothing, but 0 * NaN and 0 * infinity are NaN. */
double controller_norm(int n, const double *error, const double *weight) {
    double sum = 0;
    int count = 0;
    for (int i = 1; i < n; i++) {
        const double x = error[i] * weight[i];
        sum += x * x;
        count += weight[i] != 0;
    }
    if (!isfinite(sum)) return INFINITY;
    return count ? sqrt(sum / count) : 0;
}

double controller_largest(int n, const double *error, const double *weight) {
    double largest = 0;
    for (int i = 0; i < n; i++) {
        const double x = fabs(error[i] * weight[i]);
        if (!isfinite(x)) return INFINITY;
        if (x > largest) largest = x;
    }
    return largest;
}

double controller_length(int n, const double *error) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += error[i] * error[i];
    return isfinite(sum) ? sqrt(sum) : INFINITY;
}

/* n5^2 / sqrt(n5^2 + 0.01 n3^2) */
double controller_combine(double n5, double n3) {
    if (!isfinite(n5) || !isfinite(n3)) return INFINITY;
    return n5 == 0 ? 0 : n5 * (n5 / hypot(n5, 0.1 * n3));
}

void controller_double(int n, int order, const double *coarse, const double *fine,
                       double *error) {
    const double scale = 1 / (ldexp(1, order) - 1);
    for (int i = 0; i < n; i++) error[i] = (fine[i] - coarse[i]) * scale;
}

/* fmin and fmax would drop a NaN. */
static double clamp(double x, double low, double high) {
    return !(x > low) ? low : x > high ? high : x;
}

double controller_accept(controller *c, double h, double err) {
    const double pi = c->beta > 0 ? pow(c->last_error, c->beta) : 1;
    const double limit = c->rejected ? 1 : c->max_growth;
    const double factor = c->safety * pi * pow(err, -c->power);
    c->last_error = clamp(err, smallest_last_error, DBL_MAX);
    c->rejected = 0;
    return h * clamp(factor, c->min_factor, limit);
}

double controller_reject(controller *c, double h, double err) {
    c->rejected = 1;
    return h * clamp(c->safety * pow(err, -c->power), c->min_factor, largest_retry);
}

/* |f1 - f0| / |h0|, the size of the second derivative; INFINITY where f1 fails. */
static double bending(const field *f, const double *p, const double *v,
                      const double *weight, double h, double *work) {
    double *x = work, *v1 = work + f->n;
    for (int i = 0; i < f->n; i++) x[i] = p[i] + h * v[i];
    memcpy(v1, v, (size_t)f->n * sizeof *v1);
    if (f->retract_stage && f->retract_stage(f->self, x)) return INFINITY;
    if (f->direction(f->self, x, v1)) return INFINITY;
    for (int i = 0; i < f->n; i++) v1[i] -= v[i];
    return controller_norm(f->n, v1, weight) / fabs(h);
}

/* Small where nothing is known of the scale, but still visible in p[0] + h. */
static double blind_step(const double *p) {
    return fmax(1e-6, 16 * DBL_EPSILON * fabs(p[0]));
}

double controller_first_step(const field *f, const double *p, const double *v,
                             const double *weight, int order, double span,
                             double max_step, double *work) {
    const double cap = fmin(fabs(span), max_step);
    const double d0 = controller_norm(f->n, p, weight);
    const double d1 = controller_norm(f->n, v, weight);
    const int scaled = d0 >= 1e-5 && d1 >= 1e-5 && isfinite(d0) && isfinite(d1);
    const double h0 = fmin(scaled ? 0.01 * d0 / d1 : blind_step(p), cap);
    const double d2 = bending(f, p, v, weight, copysign(h0, span), work);
    const double largest = fmax(d1, d2);
    double h1 = fmax(blind_step(p), 1e-3 * h0);
    if (largest == INFINITY)
        h1 = 0.01 * h0;
    else if (largest > 1e-15)
        h1 = pow(0.01 / largest, 1.0 / (order + 1));
    return copysign(fmin(fmin(100 * h0, h1), cap), span);
}
