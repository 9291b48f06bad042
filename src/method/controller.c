/* SPDX-License-Identifier: BSD-3-Clause */
/* Step size control after Hairer, Norsett, Wanner 1993, II.4 (elementary, first step),
 * and Hairer, Wanner 1996, IV.2 (Gustafsson's PI controller), with the constants of
 * DOPRI5 and DOP853; step doubling after [Baese] 4.1.5; PID after [KC03]; halving after
 * [TA00] 6.2.1. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "controller.h"

static const double pi_beta = 0.04;
/* [KC03]: exponents of the last three errors, times the order of the estimate. */
static const double pid[3] = {0.49, -0.34, 0.10};
/* Errors below this are luck: they must not inflate the step after the next. */
static const double smallest_last_error = 1e-4;
/* A rejected step shrinks at least by this, also where it was rejected with a small error
 * (the retraction moved too far) or the safety factor is 1. */
static const double largest_retry = 0.9;

void controller_remember(controller *c, double beta) {
    const int q = c->q;
    if (c->kind != CONTROLLER_PI && c->kind != CONTROLLER_RICHARDSON)
        return;
    c->beta = beta;
    c->power = 1.0 / (q + 1) - (q >= 7 ? 0.2 : 0.75) * beta;
    c->retry_power = c->kind == CONTROLLER_RICHARDSON ? 1.0 / q : c->power;
}

void controller_init(controller *c, choice_controller kind, int q, double safety,
                     double max_growth) {
    const int high = q >= 7; /* DOP853 shrinks less */
    assert(q >= 1 && safety > 0 && safety <= 1);
    c->kind = kind;
    c->q = q;
    c->safety = safety;
    c->max_growth = max_growth;
    if (isnan(max_growth))
        c->max_growth = q <= 5 ? 5 : 10;
    c->after_rejection = 1;
    c->min_factor = c->failed_factor = high ? 0.333 : 0.2;
    c->beta = c->gamma = 0;
    c->power = c->retry_power = 1.0 / (q + 1);
    controller_remember(c, pi_beta);
    c->last_error = c->error_before = smallest_last_error;
    c->rejected = 0;
    if (kind != CONTROLLER_PID)
        return;
    c->power = pid[0] / q;
    c->beta = -pid[1] / q;
    c->gamma = -pid[2] / q;
    c->last_error = c->error_before = 1;
}

/* A weight of zero adds exactly nothing, but 0 * NaN and 0 * infinity are NaN. */
static double sum_squares(int n, const double *error, const double *weight, int *count) {
    double sum = 0;
    *count = 0;
    for (int i = 1; i < n; i++) {
        const double x = error[i] * weight[i];
        sum += x * x;
        *count += weight[i] != 0;
    }
    return isfinite(sum) ? sum : INFINITY;
}

double controller_norm(int n, const double *error, const double *weight) {
    int count;
    double sum = sum_squares(n, error, weight, &count);
    return controller_root(sum, count);
}

double controller_length(int n, const double *error, const double *weight) {
    int count;
    return sqrt(sum_squares(n, error, weight, &count));
}

double controller_mean(int n, const double *error, const double *weight) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < n; i++) {
        sum += fabs(error[i] * weight[i]);
        count += weight[i] != 0;
    }
    if (!isfinite(sum))
        return INFINITY;
    return count ? sum / count : 0;
}

double controller_largest(int n, const double *error, const double *weight) {
    double largest = 0;
    for (int i = 0; i < n; i++) {
        const double x = fabs(error[i] * weight[i]);
        if (!isfinite(x))
            return INFINITY;
        if (x > largest)
            largest = x;
    }
    return largest;
}

void controller_double(int n, int order, const double *coarse, const double *fine,
                       double *error) {
    const double scale = 1 / (ldexp(1, order) - 1);
    for (int i = 0; i < n; i++)
        error[i] = (fine[i] - coarse[i]) * scale;
}

/* fmin and fmax would drop a NaN. */
static double clamp(double x, double low, double high) {
    if (!(x > low))
        return low;
    return x > high ? high : x;
}

/* A step is doubled where the difference would stay below the tolerance for one of order
 * q that is not divided by 2^q - 1: the rule that gives the counts of [TA01]. */
static double accept_halving(controller *c, double h, double err) {
    c->rejected = 0;
    return err < ldexp(1, -c->q) ? 2 * h : h;
}

void controller_pass(controller *c, double err) {
    c->error_before = c->last_error;
    c->last_error = clamp(err, smallest_last_error, DBL_MAX);
    c->rejected = 0;
}

double controller_accept(controller *c, double h, double err) {
    if (c->kind == CONTROLLER_HALVING)
        return accept_halving(c, h, err);
    const double last = c->beta != 0 ? pow(c->last_error, c->beta) : 1;
    const double before = c->gamma != 0 ? pow(c->error_before, c->gamma) : 1;
    const double limit =
        c->rejected ? fmin(c->after_rejection, c->max_growth) : c->max_growth;
    const double factor = c->safety * last * before * pow(err, -c->power);
    controller_pass(c, err);
    return h * clamp(factor, c->min_factor, limit);
}

double controller_reject(controller *c, double h, double err) {
    c->rejected = 1;
    if (c->kind == CONTROLLER_HALVING)
        return h / 2;
    if (!isfinite(err))
        return h * c->failed_factor;
    return h * clamp(c->safety * pow(err, -c->retry_power), c->min_factor, largest_retry);
}

/* The direction v1 at the Euler point of a step; returns whether there is one. */
static int euler_direction(const field *f, const double *p, const double *v, double h,
                           double *work) {
    double *x = work;
    double *v1 = work + f->n;
    vector_move(f->n, p, h, v, x);
    vector_copy(f->n, v, v1);
    if (f->retract_stage && f->retract_stage(f->self, x))
        return 0;
    return field_slope(f, x, v1) == INVO_OK;
}

/* |v1 - v| / |h|, the size of the second derivative; INFINITY where v1 fails. *steepest
 * is |v1|. */
static double bending(const field *f, const double *p, const double *v,
                      const double *weight, double h, double *steepest, double *work) {
    double *v1 = work + f->n;
    *steepest = INFINITY;
    if (!euler_direction(f, p, v, h, work))
        return INFINITY;
    *steepest = controller_norm(f->n, v1, weight);
    vector_add(f->n, -1, v, v1);
    return controller_norm(f->n, v1, weight) / fabs(h);
}

/* Small where nothing is known of the scale, but still visible in p[0] + h. */
static double blind_step(const double *p) {
    return fmax(1e-6, 16 * DBL_EPSILON * fabs(p[0]));
}

/* At a kink or a singular point the direction may be anything, 0 for instance: where it
 * is so many times as large just beyond, that tells the scale. Where the solution is
 * stiff, it is so only at Euler points that are far off. */
static const double STEEP = 1e6;

/* The direction has the size `steepest` at the Euler point of h0. If it has that at
 * `nearer`, too, that is the size to begin with, *d2 the bending there; else h0 is. */
static double look_beyond(const field *f, const double *p, const double *v,
                          const double *weight, double h0, double nearer, double *d2,
                          double steepest, double *work) {
    double still;
    double bends = bending(f, p, v, weight, nearer, &still, work);
    if (!(still > steepest / 2 && isfinite(still)))
        return h0;
    *d2 = bends;
    return fabs(nearer);
}

/* By how much the first step may be longer than its guess from the sizes of p and v,
 * where the direction is not looked at. */
static const double BEYOND_GUESS = 100;

double controller_usual_first(int n, const double *p, const double *v,
                              const double *weight) {
    const double d0 = controller_norm(n, p, weight);
    const double d1 = controller_norm(n, v, weight);
    return BEYOND_GUESS * fmax(0.01 * d0 / d1, blind_step(p));
}

/* Sizes are compared in tolerances, and a coordinate that leaves zero has a small one: it
 * makes h0 small, however smooth the solution is. Where the direction changes by no more
 * than this share of itself up to the Euler point of a size, that is a fair one. */
static const double CALM = 0.1;
/* Sizes are so many times the one before, and so many are looked at. */
static const double FARTHER = 100;
/* Of the size at which the formula without h0 expects an error of one tolerance: a step
 * that is rejected costs more than one that is half as long. */
static const double CAUTIOUS = 0.5;
enum { MOST_LOOKS = 4 };

/* From a size on at which the direction, of size d1, is calm to the largest one, at most
 * `most`, at which it still is. */
static double look_farther(const field *f, const double *p, const double *v,
                           const double *weight, double size, double d1, double span,
                           double most, double *work) {
    double steepest;
    for (int k = 0; k < MOST_LOOKS && size < most; k++) {
        const double next = fmin(FARTHER * size, most);
        const double bends =
            bending(f, p, v, weight, copysign(next, span), &steepest, work);
        const double share = bends * next / d1;
        if (!(share <= CALM))
            return fmax(size, next * CALM / share); /* 0 where there is no direction */
        size = next;
    }
    return size;
}

double controller_first_step(const field *f, const double *p, const double *v,
                             const double *weight, int order, double span,
                             double max_step, int looks, double *work) {
    const double cap = fmin(fabs(span), max_step);
    const double d0 = controller_norm(f->n, p, weight);
    const double d1 = controller_norm(f->n, v, weight);
    const int scaled = d0 >= 1e-5 && d1 >= 1e-5 && isfinite(d0) && isfinite(d1);
    double steepest;
    double h0 = fmin(scaled ? 0.01 * d0 / d1 : blind_step(p), cap);
    double d2 = bending(f, p, v, weight, copysign(h0, span), &steepest, work);
    if (scaled && isfinite(steepest) && STEEP * 0.01 * d0 < steepest * h0)
        h0 = look_beyond(f, p, v, weight, h0, copysign(0.01 * d0 / steepest, span), &d2,
                         steepest, work);
    const double largest = fmax(d1, d2);
    double h1 = fmax(blind_step(p), 1e-3 * h0);
    if (largest == INFINITY)
        h1 = 0.01 * h0;
    else if (largest > 1e-15)
        h1 = pow(0.01 / largest, 1.0 / (order + 1));
    const double h = fmin(fmin(BEYOND_GUESS * h0, h1), cap);
    const double farther = fmin(CAUTIOUS * h1, cap);
    if (!looks || !scaled || !(h < farther) || !(d2 * h0 <= CALM * d1))
        return copysign(h, span);
    return copysign(fmax(h, look_farther(f, p, v, weight, h0, d1, span, farther, work)),
                    span);
}
