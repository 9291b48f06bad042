/* SPDX-License-Identifier: BSD-3-Clause */
/* Explicit Runge-Kutta on a manifold: stages in the ambient space (or retracted one by
 * one, where the field asks for it), the new point retracted, and the last stage of a
 * first-same-as-last pair taken at the retracted point, so that it is also the first
 * stage of the next step. Retracting moves the point by no more than the error of the
 * step, which leaves all orders as they are: [TA01] 4.1, [HNW93] II.4-6. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../linalg/wide.h"
#include "one_step.h"
#include "tableau.h"

/* work: directions k [n, directions()], a point x [n]; dense output r [n, terms] takes
 * the place of k[1], ... */
static int directions(const tableau *t) {
    return t->stages + !t->fsal + t->extra;
}

static size_t rk_explicit_work_size(const void *data, int n) {
    const tableau *t = data;
    return (size_t)(directions(t) + 1) * n;
}

static int goes_low(const stepper *s) {
    const tableau *t = s->method;
    return s->low && t->e[0];
}

static int rk_explicit_order(const stepper *s) {
    const tableau *t = s->method;
    return goes_low(s) ? t->low[0] : t->order;
}

/* The second estimate only damps the first where the high-order point goes on. */
static int rk_explicit_estimates(const stepper *s) {
    const tableau *t = s->method;
    if (t->e[1] && !goes_low(s))
        return 2;
    return t->e[0] != NULL;
}

/* Two estimates n5 = O(h^6), n3 = O(h^4) combine to n5^2/n3 = O(h^8). */
static int rk_explicit_estimate_order(const stepper *s) {
    const tableau *t = s->method;
    const int single = t->low[0];
    const int pair = 2 * (t->low[0] + 1) - (t->low[1] + 1) - 1;
    return rk_explicit_estimates(s) == 2 ? pair : single;
}

/* Stages of a first-same-as-last pair but the last one, which is at the new point. */
static int inner_stages(const stepper *s) {
    const tableau *t = s->method;
    return t->stages - (t->fsal && !goes_low(s));
}

/* Hermite of (p, v, q, w) knows only the point that went on, whichever it is; the terms
 * of higher order belong to the high-order point. */
static int rk_explicit_terms(const stepper *s) {
    const tableau *t = s->method;
    return goes_low(s) || s->hermite ? 0 : t->terms;
}

/* Estimates that take the last stage come after it. */
static invo_scheme rk_explicit_scheme(const stepper *s) {
    const tableau *t = s->method;
    const int is_whole = inner_stages(s) == t->stages;
    invo_scheme scheme = {.stages = inner_stages(s), .a = t->a, .b = t->b, .c = t->c};
    if (s->secant)
        scheme.stages = 0;
    for (int i = 0; is_whole && i < rk_explicit_estimates(s); i++)
        scheme.e[i] = t->e[i];
    if (scheme.stages && rk_explicit_terms(s)) {
        const int first = directions(t) - t->extra;
        scheme.extra = t->extra;
        scheme.terms = t->terms;
        scheme.extra_a = t->dense_a;
        scheme.extra_c = t->c + first;
        scheme.term = t->dense;
    }
    return scheme;
}

/* Terms of a sum: at least the stages of every table. */
enum { MOST_SUMMED = 32 };

/* As wide_move, for few coordinates or none of the terms. */
static void combine_few(int n, const wide_sum *q, const double *x, double h,
                        double *restrict y) {
    for (int i = 0; i < n; i++) {
        double sum = q->terms ? q->factor[0] * q->of[0][i] : 0;
        for (int j = 1; j < q->terms; j++)
            sum += q->factor[j] * q->of[j][i];
        y[i] = x ? x[i] + h * sum : h * sum;
    }
}

/* y = x + h (c[0] k[0] + ... + c[s-1] k[s-1]), x = 0 where NULL, for `count` of the n
 * coordinates;  k: [n, s]. What has a zero coefficient is not read. */
static void combine_some(int count, int n, int s, const double *x, double h,
                         const double *c, const double *restrict k, double *restrict y) {
    double factor[MOST_SUMMED];
    const double *of[MOST_SUMMED];
    wide_sum q = {0, factor, of};
    assert(s <= MOST_SUMMED);
    for (int j = 0; j < s; j++)
        if (c[j] != 0) {
            factor[q.terms] = c[j];
            of[q.terms++] = k + (size_t)j * (size_t)n;
        }
    if (q.terms && count >= WIDE_SUMMED)
        wide_move(count, &q, x, h, y);
    else
        combine_few(count, &q, x, h, y);
}

static void rk_explicit_combine(int n, int s, const double *x, double h, const double *c,
                                const double *k, double *y) {
    combine_some(n, n, s, x, h, c, k, y);
}

/* The slope of the secant from p to the stage x. */
static void rk_explicit_secant(const field *f, const step *d, const double *x, double c,
                               double *v) {
    for (int i = 0; i < f->n; i++)
        v[i] = (x[i] - d->p[i]) / (c * d->h);
    if (d->v[0] == 1)
        v[0] = 1;
}

/* k[i] from k[0..i-1]; row: [i] */
static invo_status stage(const stepper *s, const field *f, const step *d, int i, double c,
                         const double *row, double *k, double *x) {
    rk_explicit_combine(f->n, i, d->p, d->h, row, k, x);
    one_step_time(s, d, c, x);
    if (f->retract_stage)
        TRY(f->retract_stage(f->self, x));
    if (f->stage_direction && !s->secant)
        return f->stage_direction(f->self, x, k + i * f->n);
    if (!s->secant || c == 0)
        return one_step_slope(f, d, x, k + i * f->n);
    rk_explicit_secant(f, d, x, c, k + i * f->n);
    return INVO_OK;
}

/* Directions of the stages that the field has made into k, where all of them are needed.
 */
static void rk_explicit_fetch(stepper *s, int n) {
    if (s->made)
        vector_copy((s->scheme.stages - 1) * n, s->made, s->work + n);
    s->made = NULL;
}

/* The stages, the new point before its retraction and the estimates that need no more, by
 * the field; returns whether it has made them. Of the stages only the last one is copied:
 * as a rule nobody asks for the others. */
static int rk_explicit_take(stepper *s, const field *f, step *d, double *k, double *x) {
    const int n = f->n;
    const int stages = s->scheme.stages;
    if (!f->step || d->v[0] != 1 || s->arclength)
        return 0;
    const double *from = f->step(f->self, d->p, d->v, d->h);
    if (!from)
        return 0;
    s->made = from;
    from += (stages - 1) * n;
    vector_copy(n, from - n, k + (stages - 1) * n);
    vector_copy(n, from, x);
    vector_copy(n, from + n, d->q);
    for (int i = 0; i < 2 && s->scheme.e[i] && d->error[i]; i++)
        vector_copy(n, from + (2 + i) * n, d->error[i]);
    return 1;
}

/* Makes all stages but the last one of a first-same-as-last pair, and q before its
 * retraction; x is the point of the last of them. */
static invo_status rk_explicit_stages(const stepper *s, const field *f, step *d,
                                      double *k, double *x) {
    const tableau *t = s->method;
    const double *row = t->a;
    for (int i = 1; i < inner_stages(s); row += i, i++)
        TRY(stage(s, f, d, i, t->c[i], row, k, x));
    rk_explicit_combine(f->n, inner_stages(s), d->p, d->h, t->b, k, d->q);
    one_step_time(s, d, 1, d->q);
    return INVO_OK;
}

/* error[i] = h e[i] k, or q less the other point of the pair, once that is retracted
 * ([TAN05]); x is scratch then. */
static invo_status rk_explicit_estimate(const stepper *s, const field *f, const step *d,
                                        int i, const double *k, double *x) {
    const tableau *t = s->method;
    const int n = f->n;
    rk_explicit_combine(n, t->stages, NULL, d->h, t->e[i], k, d->error[i]);
    if (!f->retract_other)
        return INVO_OK;
    rk_explicit_combine(n, t->stages, d->p, d->h, t->b, k, x);
    for (int j = 0; j < n && !goes_low(s); j++)
        x[j] -= d->error[i][j];
    one_step_time(s, d, 1, x);
    TRY(f->retract_other(f->self, x));
    for (int j = 0; j < n; j++)
        d->error[i][j] = d->q[j] - x[j];
    return INVO_OK;
}

static invo_status rk_explicit_estimate_all(const stepper *s, const field *f,
                                            const step *d, const double *k, double *x) {
    for (int i = 0; i < rk_explicit_estimates(s); i++)
        if (d->error[i])
            TRY(rk_explicit_estimate(s, f, d, i, k, x));
    return INVO_OK;
}

/* The point of lower order in place of q. */
static void rk_explicit_lower(const stepper *s, const field *f, step *d,
                              const double *k) {
    const tableau *t = s->method;
    double *x = s->work + directions(t) * f->n;
    rk_explicit_combine(f->n, t->stages, NULL, d->h, t->e[0], k, x);
    vector_add(f->n, -1, x, d->q);
    one_step_time(s, d, 1, d->q);
}

/* Retracts q, and takes the last stage of a first-same-as-last pair there. */
static invo_status rk_explicit_land(const stepper *s, const field *f, step *d,
                                    double *k) {
    const tableau *t = s->method;
    const int n = f->n;
    TRY(f->retract(f->self, d->q));
    if (inner_stages(s) == t->stages)
        return INVO_OK;
    TRY(one_step_direction(f, d, d->q, d->w));
    vector_copy(n, d->w, k + (t->stages - 1) * n);
    d->has_w = 1;
    return INVO_OK;
}

/* The stages, the estimates, and the new point: where estimates do not take the direction
 * there, it is only made if they are small enough. */
static invo_status rk_explicit_advance(stepper *s, const field *f, step *d) {
    const tableau *t = s->method;
    double *k = s->work;
    double *x = k + directions(t) * f->n;
    const int is_early = inner_stages(s) == t->stages && !f->retract_other;

    d->has_w = d->is_refused = 0;
    s->made = NULL;
    vector_copy(f->n, d->v, k);
    const int is_made = rk_explicit_take(s, f, d, k, x);
    if (!is_made)
        TRY(rk_explicit_stages(s, f, d, k, x));
    if (!is_made && is_early)
        TRY(rk_explicit_estimate_all(s, f, d, k, x));
    if (!is_early || goes_low(s))
        rk_explicit_fetch(s, f->n);
    if (goes_low(s))
        rk_explicit_lower(s, f, d, k);
    if (is_early && d->refuse && d->refuse(d->self, d)) {
        d->is_refused = 1;
        return INVO_OK;
    }
    TRY(rk_explicit_land(s, f, d, k));
    return is_early ? INVO_OK : rk_explicit_estimate_all(s, f, d, k, x);
}

enum { MOST_TERMS = 4, SLICE = 128 };

/* The terms of dense output in place of the first directions, a few coordinates at a
 * time.
 */
static void rk_explicit_make_terms(const tableau *t, int n, double h, double *k) {
    const int all = directions(t);
    double r[MOST_TERMS][SLICE];
    for (int i = 0; i < n; i += SLICE) {
        int count = n - i < SLICE ? n - i : SLICE;
        for (int j = 0; j < t->terms; j++)
            combine_some(count, n, all, NULL, h, t->dense + j * all, k + i, r[j]);
        for (int j = 0; j < t->terms; j++)
            vector_copy(count, r[j], k + (j + 1) * n + i);
    }
}

static invo_status rk_explicit_dense(stepper *s, const field *f, const step *d) {
    const tableau *t = s->method;
    const int n = f->n;
    const int all = directions(t);
    const int first = all - t->extra;
    double *k = s->work;
    double *x = k + all * n;
    const double *row = t->dense_a;

    if (rk_explicit_terms(s) == 0)
        return INVO_OK;
    rk_explicit_fetch(s, n);
    vector_copy(n, d->w, k + (first - 1) * n);
    if (f->dense && d->v[0] == 1 && !s->arclength) {
        const double *made = f->dense(f->self, d->p, k, d->h);
        if (made) {
            vector_copy(t->terms * n, made, k + n);
            return INVO_OK;
        }
    }
    for (int i = first; i < all; row += i, i++)
        TRY(stage(s, f, d, i, t->c[i], row, k, x));
    rk_explicit_make_terms(t, n, d->h, k);
    return INVO_OK;
}

static void rk_explicit_interpolate(const stepper *s, const step *d, int n, double theta,
                                    double *u) {
    one_step_between(s, d, n, theta, rk_explicit_terms(s), s->work + n, u);
}

static void rk_explicit_interpolate_lanes(const stepper *s, const step *d, int n,
                                          const double *theta, double *u) {
    interpolant_lanes(d, n, theta, rk_explicit_terms(s), s->work + n, u);
}

/* The last term of the polynomial tells how much of the solution is beyond it. Where
 * steps are short for the solution, that is more than what is missing, which is one order
 * higher; where h |l| is 1 and more, the extra stages err by h l times what they are made
 * of, and all of it is a share of that term. */
static int rk_explicit_inside(const stepper *s, int n, double *error) {
    const tableau *t = s->method;
    const int terms = rk_explicit_terms(s);
    const double *last = s->work + (size_t)terms * (size_t)n;
    if (!terms || t->inside == 0)
        return 0;
    for (int i = 0; i < n; i++)
        error[i] = t->inside * last[i];
    return 1;
}

static size_t rk_explicit_keep_size(const stepper *s, int n) {
    return (size_t)rk_explicit_terms(s) * (size_t)n;
}

static void rk_explicit_keep(const stepper *s, int n, double *to) {
    memcpy(to, s->work + n, sizeof *to * rk_explicit_keep_size(s, n));
}

static void rk_explicit_restore(stepper *s, int n, const double *from) {
    memcpy(s->work + n, from, sizeof *from * rk_explicit_keep_size(s, n));
}

double rk_explicit_stiffness(int n, double h, const double *w, const double *k,
                             const double *q, const double *x, const double *weight) {
    double up = 0;
    double down = 0;
    for (int i = 1; i < n; i++) {
        const double rise = (w[i] - k[i]) * weight[i];
        const double run = (q[i] - x[i]) * weight[i];
        up += rise * rise;
        down += run * run;
    }
    return down > 0 ? fabs(h) * sqrt(up / down) : NAN;
}

static double stiffness(const stepper *s, const step *d, int n, const double *weight) {
    const tableau *t = s->method;
    const int last = inner_stages(s) - 1;
    const double *k = s->work + last * n;
    const double *x = s->work + directions(t) * n;
    if (t->c[last] != 1 || goes_low(s))
        return NAN;
    return rk_explicit_stiffness(n, d->h, d->w, k, d->q, x, weight);
}

const stepper_class rk_explicit = {.kind = "explicit Runge-Kutta",
                                   .needs = NEEDS_NOTHING,
                                   .work_size = rk_explicit_work_size,
                                   .order = rk_explicit_order,
                                   .estimates = rk_explicit_estimates,
                                   .estimate_order = rk_explicit_estimate_order,
                                   .step = rk_explicit_advance,
                                   .dense = rk_explicit_dense,
                                   .interpolate = rk_explicit_interpolate,
                                   .interpolate_lanes = rk_explicit_interpolate_lanes,
                                   .inside = rk_explicit_inside,
                                   .keep_size = rk_explicit_keep_size,
                                   .keep = rk_explicit_keep,
                                   .restore = rk_explicit_restore,
                                   .reset = one_step_reset,
                                   .stiffness = stiffness,
                                   .scheme = rk_explicit_scheme};
