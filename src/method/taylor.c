/* SPDX-License-Identifier: BSD-3-Clause */
/* The Taylor method of variable order: the series of the solution through p in units of
 * the step, summed, retracted. The order follows from the tolerance, the step size from
 * the last two terms; the polynomial is the dense output. A step that is done again from
 * the same point scales the terms it has. [HNW93] I.8, docs/design.md, 4. */
#include "taylor.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "one_step.h"

/* work: step size of the terms (0: there are none), p [n], q - sum of the terms [n],
 * terms [order + 1, n], slopes at the end [n] and their sizes [n] */
static size_t taylor_work_size(const void *data, int n) {
    (void)data;
    return 1 + (size_t)(TAYLOR_MOST + 5) * n;
}

static double *gap(const stepper *s, int n) {
    return s->work + 1 + n;
}
static double *taylor_terms(const stepper *s, int n) {
    return s->work + 1 + 2 * n;
}

static int method_taylor_order(const stepper *s) {
    return s->terms;
}
static int taylor_estimates(const stepper *s) {
    (void)s;
    return 1;
}
static int taylor_estimate_order(const stepper *s) {
    return s->terms ? s->terms - 1 : 1;
}

/* The terms at p for a step of h as far as t tells: what t + h is rounded by would add up
 * to a shift in time. */
static invo_status taylor_expand(stepper *s, const field *f, const step *d) {
    const size_t n = f->n;
    const double h = (d->p[0] + d->h) - d->p[0];
    double *unit = s->work;
    double *p = unit + 1;
    double *c = taylor_terms(s, f->n);
    if (*unit == 0 || memcmp(p, d->p, n * sizeof *p) != 0) {
        *unit = 0;
        TRY(f->expand(f->self, d->p, h, s->terms, c));
        memcpy(p, d->p, n * sizeof *p);
    } else if (*unit != h) {
        double ratio = h / *unit;
        double factor = ratio;
        for (int k = 1; k <= s->terms; k++, factor *= ratio)
            vector_scale(f->n, factor, c + (size_t)k * n);
    }
    *unit = h;
    return INVO_OK;
}

/* sum of terms theta^k, k >= first */
static double taylor_sum(const stepper *s, int n, int i, int first, double theta) {
    const double *c = taylor_terms(s, n) + i;
    double value = 0;
    for (int k = s->terms; k >= first; k--)
        value = value * theta + c[(size_t)k * n];
    return value;
}

/* So many coordinates at once, whose sums stay in registers. */
enum { TAYLOR_TOGETHER = 4 };

/* The same at the end for `count` coordinates from number i on. */
static inline void taylor_end_some(const stepper *s, int n, int i, int count,
                                   double *to) {
    const double *c = taylor_terms(s, n) + (size_t)s->terms * n + i;
    double sum[TAYLOR_TOGETHER] = {0};
    for (int k = s->terms; k >= 1; k--, c -= n)
        for (int j = 0; j < count; j++)
            sum[j] += c[j];
    vector_copy(count, sum, to + i);
}

/* For all of them. */
static void taylor_end(const stepper *s, int n, double *sum) {
    int i = 0;
    for (; i + TAYLOR_TOGETHER <= n; i += TAYLOR_TOGETHER)
        taylor_end_some(s, n, i, TAYLOR_TOGETHER, sum);
    for (; i < n; i++)
        taylor_end_some(s, n, i, 1, sum);
}

/* The larger of the last two terms, since one of them may happen to vanish. At the order
 * of the tolerance, terms fall to e^(-4/3) = 0.26 from one to the next: the first that is
 * left out is a tenth of this. It must be, where the tolerance is near round-off: errors
 * of truncation have a sign and add up, those of round-off do not. */
static void taylor_estimate(const stepper *s, int n, double *error) {
    const double *last = taylor_terms(s, n) + (size_t)s->terms * n;
    const double *before = last - n;
    for (int i = 0; i < n; i++)
        error[i] = fmax(fabs(last[i]), fabs(before[i]));
    error[0] = 0;
    for (int i = 1; i < n; i++) /* fmax drops what is not a number */
        if (isnan(last[i]) || isnan(before[i]))
            error[i] = NAN;
}

/* Rounding in the direction at the end: units of the size of a coordinate, and of that of
 * the largest one, which its equation may hold. */
static const double DEFECT_ULPS = 100, SHARED_ULPS = 20;

/* The slopes of the polynomials at the end, times h, and the sizes of what adds up to
 * them, for `count` coordinates from number i on. */
static inline void end_slopes_of_some(const stepper *s, int n, int i, int count,
                                      double *slope, double *size) {
    const double *c = taylor_terms(s, n) + (size_t)s->terms * n + i;
    double sum[TAYLOR_TOGETHER] = {0};
    double sum_of_sizes[TAYLOR_TOGETHER] = {0};
    double order = s->terms;
    for (int k = s->terms; k >= 1; k--, c -= n, order--)
        for (int j = 0; j < count; j++) {
            const double x = order * c[j];
            sum[j] += x;
            sum_of_sizes[j] += fabs(x);
        }
    vector_copy(count, sum, slope + i);
    vector_copy(count, sum_of_sizes, size + i);
}

/* For all of them: [n] each. */
static void end_slopes(const stepper *s, int n, double *slope, double *size) {
    int i = 0;
    for (; i + TAYLOR_TOGETHER <= n; i += TAYLOR_TOGETHER)
        end_slopes_of_some(s, n, i, TAYLOR_TOGETHER, slope, size);
    for (; i < n; i++)
        end_slopes_of_some(s, n, i, 1, slope, size);
}

/* The defect: h times the direction at the end less the slope of the polynomial there.
 * The terms know the point of expansion alone; where a function is saturated there, all
 * of them vanish whatever comes. What round-off explains is no defect. The first term
 * that is left out enters it times its order. */
static void taylor_defect(const stepper *s, const step *d, int n, double *error) {
    const double h = s->work[0]; /* of the terms, as far as t tells */
    double *slope = taylor_terms(s, n) + (size_t)(TAYLOR_MOST + 1) * n;
    double *size = slope + n;
    double largest = 0;
    end_slopes(s, n, slope, size);
    for (int i = 1; i < n; i++)
        largest = fmax(largest, fmax(fabs(d->q[i]), size[i]));
    for (int i = 1; i < n; i++) {
        const double ulps = DEFECT_ULPS * (fabs(d->q[i]) + fabs(h * d->w[i]) + size[i]) +
                            SHARED_ULPS * largest;
        const double off = fabs(h * d->w[i] - slope[i]) - ulps * DBL_EPSILON;
        if (off > 0)
            error[i] = fmax(error[i], off / (s->terms + 1));
        if (isnan(off))
            error[i] = NAN;
    }
}

static invo_status taylor_advance(stepper *s, const field *f, step *d) {
    const int n = f->n;
    double *off = gap(s, n);
    d->has_w = 0;
    TRY(taylor_expand(s, f, d));
    taylor_end(s, n, d->q);
    for (int i = 1; i < n; i++)
        d->q[i] = d->p[i] + d->q[i];
    d->q[0] = d->p[0] + d->h;
    vector_copy(n, d->q, off);
    TRY(f->retract(f->self, d->q));
    vector_move(n, d->q, -1, off, off);
    if (!d->error[0])
        return INVO_OK;
    taylor_estimate(s, n, d->error[0]);
    TRY(one_step_direction(f, d, d->q, d->w));
    d->has_w = 1;
    taylor_defect(s, d, n, d->error[0]);
    return INVO_OK;
}

/* The polynomial, with what the retraction has added at the end in one term more. */
static void taylor_interpolate(const stepper *s, const step *d, int n, double theta,
                               double *u) {
    if (s->hermite) {
        one_step_interpolate(s, d, n, theta, u);
        return;
    }
    const double *off = gap(s, n);
    const double last = pow(theta, s->terms + 1);
    u[0] = theta < 1 ? d->p[0] + theta * d->h : d->q[0];
    for (int i = 1; i < n; i++)
        u[i] = d->p[i] + (theta * taylor_sum(s, n, i, 1, theta) + last * off[i]);
}

/* The gap, and the terms from the first on: they follow it but for one. */
static size_t taylor_keep_size(const stepper *s, int n) {
    return s->hermite ? 0 : ((size_t)s->terms + 1) * (size_t)n;
}

static void taylor_keep(const stepper *s, int n, double *to) {
    const size_t one = sizeof *to * (size_t)n;
    memcpy(to, gap(s, n), one);
    memcpy(to + n, taylor_terms(s, n) + n, one * (size_t)s->terms);
}

static void taylor_restore(stepper *s, int n, const double *from) {
    const size_t one = sizeof *from * (size_t)n;
    if (s->hermite)
        return;
    s->work[0] = 0; /* no step goes on from these terms */
    memcpy(gap(s, n), from, one);
    memcpy(taylor_terms(s, n) + n, from + n, one * (size_t)s->terms);
}

static void taylor_reset(stepper *s) {
    s->work[0] = 0;
}

const stepper_class taylor = {.kind = "Taylor",
                              .needs = NEEDS_TAYLOR,
                              .work_size = taylor_work_size,
                              .order = method_taylor_order,
                              .estimates = taylor_estimates,
                              .estimate_order = taylor_estimate_order,
                              .step = taylor_advance,
                              .dense = one_step_no_dense,
                              .interpolate = taylor_interpolate,
                              .keep_size = taylor_keep_size,
                              .keep = taylor_keep,
                              .restore = taylor_restore,
                              .is_dense_free = 1,
                              .reset = taylor_reset};
