/* SPDX-License-Identifier: BSD-3-Clause */
/* The Taylor method of variable order: the series of the solution through p, summed,
 * retracted. The order follows from the tolerance, the step size from the last two terms;
 * the polynomial is the dense output. The terms of a point are made once, in a unit of
 * time that is a power of two: every operation on the way is homogeneous in it, so that
 * they have the same bits whichever unit that is, and steps of any size are powers of
 * one ratio. [HNW93] I.8, [JZ05], docs/design.md, 4. */
#include "taylor.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "../linalg/wide.h"
#include "one_step.h"

/* What stands before the arrays in `work`. */
enum {
    UNIT,  /* of the terms; 0: there are none */
    RATIO, /* of the step to it */
    BEFORE_ARRAYS
};

/* work: that, p [n], q - sum of the terms [n], terms [order + 1, n], slopes at the end
 * [n] and their sizes [n]; lanes are read beyond the last coordinate. */
static size_t taylor_work_size(const void *data, int n) {
    (void)data;
    return BEFORE_ARRAYS + (size_t)(TAYLOR_MOST + 5) * n + WIDE_LANES;
}

static double *origin(const stepper *s) {
    return s->work + BEFORE_ARRAYS;
}
static double *gap(const stepper *s, int n) {
    return origin(s) + n;
}
static double *taylor_terms(const stepper *s, int n) {
    return origin(s) + 2 * (size_t)n;
}
static double *end_slopes(const stepper *s, int n) {
    return taylor_terms(s, n) + (size_t)(TAYLOR_MOST + 1) * n;
}
static double *end_sizes(const stepper *s, int n) {
    return end_slopes(s, n) + n;
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

/* The largest power of two that is no longer than h, with its sign: h without its
 * fraction. */
static double power_of_two(double h) {
    static const uint64_t FRACTION = ((uint64_t)1 << 52) - 1;
    uint64_t bits;
    if (!(fabs(h) >= DBL_MIN))
        return copysign(DBL_MIN, h);
    memcpy(&bits, &h, sizeof bits);
    bits &= ~FRACTION;
    memcpy(&h, &bits, sizeof bits);
    return h;
}

/* The terms at p, in a unit that is about h. */
static invo_status taylor_expand(stepper *s, const field *f, const double *p, double h) {
    const size_t bytes = sizeof *p * (size_t)f->n;
    double *unit = &s->work[UNIT];
    if (*unit != 0 && memcmp(origin(s), p, bytes) == 0)
        return INVO_OK;
    *unit = 0;
    TRY(f->expand(f->self, p, power_of_two(h), s->terms, taylor_terms(s, f->n)));
    memcpy(origin(s), p, bytes);
    *unit = power_of_two(h);
    return INVO_OK;
}

/* power[k] = x^k, k = 0 .. order */
static void list_powers(int order, double x, double *power) {
    power[0] = 1;
    for (int k = 1; k <= order; k++)
        power[k] = power[k - 1] * x;
}

/* q = p + the sums of the terms at the end, their slopes there, times h, and the sizes of
 * what adds up to these. Numbers behind the last coordinate are read, and lost. */
WIDE void add_terms(const stepper *s, int n, const double *power, const double *p,
                    double *q) {
    const double *last = taylor_terms(s, n) + (size_t)s->terms * n;
    double *slopes = end_slopes(s, n);
    double *sizes = end_sizes(s, n);
    for (int i = 1; i < n; i += WIDE_LANES) {
        const int count = n - i < WIDE_LANES ? n - i : WIDE_LANES;
        const double *c = last + i;
        const wide_bits no_sign = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
        wide_lanes sum = {0};
        wide_lanes slope = {0};
        wide_lanes size = {0};
        for (int k = s->terms; k >= 1; k--, c -= n) {
            const wide_lanes x = *wide_from(c) * power[k];
            const wide_lanes part = x * (double)k;
            sum += x;
            slope += part;
            size += (wide_lanes)((wide_bits)part & no_sign);
        }
        for (int j = 0; j < count; j++) {
            q[i + j] = p[i + j] + sum[j];
            slopes[i + j] = slope[j];
            sizes[i + j] = size[j];
        }
    }
}

/* The larger of the last two terms, since one of them may happen to vanish. At the order
 * of the tolerance, terms fall to e^(-4/3) = 0.26 from one to the next: the first that is
 * left out is a tenth of this. It must be, where the tolerance is near round-off: errors
 * of truncation have a sign and add up, those of round-off do not. */
static void taylor_estimate(const stepper *s, int n, const double *power, double *error) {
    const double *last = taylor_terms(s, n) + (size_t)s->terms * n;
    const double *before = last - n;
    error[0] = 0;
    for (int i = 1; i < n; i++) {
        const double x = fabs(last[i]) * power[s->terms];
        const double y = fabs(before[i]) * power[s->terms - 1];
        error[i] = x > y ? x : y;
        if (isnan(x + y))
            error[i] = NAN;
    }
}

/* Rounding in the direction at the end: units of the size of a coordinate, and of that of
 * the largest one, which its equation may hold. */
static const double DEFECT_ULPS = 100, SHARED_ULPS = 20;

/* The defect: h times the direction at the end less the slope of the polynomial there.
 * The terms know the point of expansion alone; where a function is saturated there, all
 * of them vanish whatever comes. What round-off explains is no defect. The first term
 * that is left out enters it times its order. */
void taylor_add_defect(stepper *s, const step *d, int n) {
    double *error = d->error[0];
    const double h = s->work[UNIT] * s->work[RATIO]; /* as far as t tells */
    const double *slope = end_slopes(s, n);
    const double *size = end_sizes(s, n);
    double largest = 0;
    s->is_late = 0;
    for (int i = 1; i < n; i++)
        largest = fmax(largest, fmax(fabs(d->q[i]), size[i]));
    for (int i = 1; i < n; i++) {
        const double ulps = DEFECT_ULPS * (fabs(d->q[i]) + fabs(h * d->w[i]) + size[i]) +
                            SHARED_ULPS * largest;
        const double off = fabs(h * d->w[i] - slope[i]) - ulps * DBL_EPSILON;
        if (off > (s->terms + 1) * error[i]) {
            error[i] = off / (s->terms + 1);
            s->is_late = 1;
        }
        if (isnan(off))
            error[i] = NAN;
    }
}

invo_status taylor_predict(stepper *s, const field *f, const step *d) {
    double power[TAYLOR_MOST + 1];
    TRY(taylor_expand(s, f, d->p, d->h));
    /* h as far as t tells: what t + h is rounded by would add up to a shift in time */
    s->work[RATIO] = ((d->p[0] + d->h) - d->p[0]) / s->work[UNIT];
    list_powers(s->terms, s->work[RATIO], power);
    add_terms(s, f->n, power, d->p, d->q);
    d->q[0] = d->p[0] + d->h;
    if (d->error[0])
        taylor_estimate(s, f->n, power, d->error[0]);
    return INVO_OK;
}

void taylor_note_gap(stepper *s, int n, const double *predicted, const double *q) {
    vector_move(n, q, -1, predicted, gap(s, n));
}

static invo_status taylor_advance(stepper *s, const field *f, step *d) {
    const int n = f->n;
    double *predicted = gap(s, n);
    d->has_w = 0;
    TRY(taylor_predict(s, f, d));
    vector_copy(n, d->q, predicted);
    TRY(f->retract(f->self, d->q));
    taylor_note_gap(s, n, predicted, d->q);
    if (!d->error[0])
        return INVO_OK;
    TRY(one_step_direction(f, d, d->q, d->w));
    d->has_w = 1;
    taylor_add_defect(s, d, n);
    return INVO_OK;
}

/* The step, in units, in which terms of order k and this norm are as large as allowed;
 * the norm of two terms together is sqrt(2) times theirs at most. */
static double fitting(double norm, int k) {
    return pow(sqrt(2) * norm, -1.0 / k);
}

/* The smaller one of those for terms of order k with norm x and of order k - 1 with norm
 * y, of which x r^k is the larger as long as y < x r. The one that is it in a step of
 * `about` is computed first, and mostly alone. */
static double fitting_both(double x, double y, int k, double about) {
    const int is_first = y < x * about;
    const double r = is_first ? fitting(x, k) : fitting(y, k - 1);
    if (is_first ? y > x * r : x * r > y)
        return is_first ? fitting(y, k - 1) : fitting(x, k);
    return r;
}

double taylor_fitting(int n, int order, const double *terms, double about,
                      const double *weight) {
    const double *last = terms + (size_t)order * n;
    const double x = controller_norm(n, last, weight);
    const double y = controller_norm(n, last - n, weight);
    return fitting_both(x, y, order, about);
}

/* The step that the last two terms allow [JZ05]. */
static double taylor_fit(stepper *s, const field *f, const double *p, double h,
                         const double *weight) {
    if (taylor_expand(s, f, p, h))
        return fabs(h); /* the attempt will fail and tell why */
    const double unit = fabs(s->work[UNIT]);
    return unit *
           taylor_fitting(f->n, s->terms, taylor_terms(s, f->n), fabs(h) / unit, weight);
}

/* sum of terms x^k, k >= 1 */
static double taylor_sum(const stepper *s, int n, int i, double x) {
    const double *c = taylor_terms(s, n) + i;
    double value = 0;
    for (int k = s->terms; k >= 1; k--)
        value = value * x + c[(size_t)k * n];
    return value * x;
}

/* The polynomial, with what the retraction has added at the end in one term more. */
static void taylor_interpolate(const stepper *s, const step *d, int n, double theta,
                               double *u) {
    if (s->hermite) {
        one_step_interpolate(s, d, n, theta, u);
        return;
    }
    const double *off = gap(s, n);
    const double x = theta * s->work[RATIO];
    const double last = pow(theta, s->terms + 1);
    u[0] = theta < 1 ? d->p[0] + theta * d->h : d->q[0];
    for (int i = 1; i < n; i++)
        u[i] = d->p[i] + (taylor_sum(s, n, i, x) + last * off[i]);
}

/* The ratio, the gap, and the terms from the first on: they follow it but for one. */
static size_t taylor_keep_size(const stepper *s, int n) {
    return s->hermite ? 0 : 1 + ((size_t)s->terms + 1) * (size_t)n;
}

static void taylor_keep(const stepper *s, int n, double *to) {
    const size_t one = sizeof *to * (size_t)n;
    *to++ = s->work[RATIO];
    memcpy(to, gap(s, n), one);
    memcpy(to + n, taylor_terms(s, n) + n, one * (size_t)s->terms);
}

static void taylor_restore(stepper *s, int n, const double *from) {
    const size_t one = sizeof *from * (size_t)n;
    if (s->hermite)
        return;
    s->work[UNIT] = 0; /* no step goes on from these terms */
    s->work[RATIO] = *from++;
    memcpy(gap(s, n), from, one);
    memcpy(taylor_terms(s, n) + n, from + n, one * (size_t)s->terms);
}

static void taylor_reset(stepper *s) {
    s->work[UNIT] = 0;
    s->is_late = 0;
}

const stepper_class taylor = {.kind = "Taylor",
                              .needs = NEEDS_TAYLOR,
                              .work_size = taylor_work_size,
                              .order = method_taylor_order,
                              .estimates = taylor_estimates,
                              .estimate_order = taylor_estimate_order,
                              .step = taylor_advance,
                              .fit = taylor_fit,
                              .dense = one_step_no_dense,
                              .interpolate = taylor_interpolate,
                              .keep_size = taylor_keep_size,
                              .keep = taylor_keep,
                              .restore = taylor_restore,
                              .is_dense_free = 1,
                              .reset = taylor_reset};
