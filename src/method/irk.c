/* SPDX-License-Identifier: BSD-3-Clause */
/* Implicit Runge-Kutta on a manifold as a family of steppers: stages by irk_stages.c, the
 * new point retracted, so that every constraint holds at round-off also where the step is
 * stiff. Error estimate, step size and order of the Radau methods after [HW96] IV.8 and
 * [HW99]. */
#include "irk.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "irk_kernel.h"
#include "one_step.h"

/* The Jacobian is kept while corrections shrink at least by this; where everything is
 * solved to round-off, a fresh one pays later. */
static const double KEEP_RATE = 1e-3, KEEP_RATE_EXACT = 0.02;
/* Factors serve for steps that differ by no more than rounding. */
static const double SAME_STEP = 1e-10;
/* What the iteration may leave, in tolerances, where an error is estimated otherwise. */
static const double NEWTON_SHARE = 0.01;
/* Corrections that go to and fro within so many tolerances are noise. */
static const double NOISE_SHARE = 0.3;
/* Order selection after [HW99] 4: the rates at which it goes up and down, the changes of
 * the step size between which it may go up, the steps that it stays. RADAU goes up at
 * 0.002 only. 0.05 was chosen on the five problems of tests/paper/test_stiff.c: never
 * more steps, about as many digits, evaluations between 0.74 and 1.16 times as many.
 * docs/methods.md has the numbers. */
static const double RATE_UP = 0.05, RATE_DOWN = 0.8, CALM_LOW = 0.8, CALM_HIGH = 1.2;
enum { STAYS = 10 };
/* Steps that would grow by less are left as they are, to save the factors. */
static const double WORTH_GROWING = 1.2;

static const irk_method *method_of(const stepper *s) {
    return s->method;
}

/* The table in use; of a stepper that is only asked for, the last one. */
static const collocation *table_of(const stepper *s) {
    const irk *k = s->own;
    const irk_method *m = method_of(s);
    return k ? k->table : m->table[m->tables - 1];
}

static int irk_order(const stepper *s) {
    return table_of(s)->order;
}

static int irk_estimates(const stepper *s) {
    return method_of(s)->estimates;
}

static int irk_estimate_order(const stepper *s) {
    const irk_method *m = method_of(s);
    if (!m->estimates)
        return 0;
    return m->low ? m->low : table_of(s)->stages;
}

static size_t irk_work_size(const void *data, int n) { /* all its memory is its own */
    (void)data;
    (void)n;
    return 0;
}

static void irk_reset(stepper *s) {
    irk *k = s->own;
    if (!k)
        return;
    k->old.count = k->fresh.count = 0;
    k->matrix_t = NAN;
    k->newton.rate = 1;
    k->newton.shrink = 0.5; /* of a step that fails before it is iterated */
    k->table = k->next = k->method->table[0];
    k->control.first = 1;
    k->control.since_change = 0;
    k->control.failed = k->control.rejected = 0;
    k->control.rate = 1;
}

static int most_stages(const irk_method *m) {
    return m->table[m->tables - 1]->stages;
}

static void irk_lay_out(irk *k, size_t s, pool *p) {
    size_t n = k->n;
    size_t tops = k->tops;
    struct {
        double **to;
        size_t count;
    } list[] = {{&k->weight, n},          {&k->aim, n},         {&k->z0, tops},
                {&k->u, n * s},           {&k->z, tops * s},    {&k->slope, n * s},
                {&k->residual, tops * s}, {&k->change, n * s},  {&k->hat, (n + tops) * s},
                {&k->inner, n},           {&k->x, n},           {&k->old.z, tops * s},
                {&k->fresh.z, tops * s},  {&k->along.p, n},     {&k->along.v, n},
                {&k->along.q, n},         {&k->along.w, n},     {&k->along.error[0], n},
                {&k->along.error[1], n},  {&k->along.weight, n}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        *list[i].to = pool_doubles(p, list[i].count);
}

irk *irk_new(const irk_method *m, top_form *form, int stages, invo_context *c) {
    irk own = {.method = m, .context = c, .form = form, .n = form->n, .tops = form->tops};
    own.is_affine = form->s->top.is_affine && !top_form_by_differences(form);
    pool p = {.used = sizeof own};
    irk_lay_out(&own, stages, &p);
    irk *k = memory_alloc(c, p.used);
    if (!k)
        return NULL;
    p = (pool){(char *)k, sizeof own};
    irk_lay_out(&own, stages, &p);
    *k = own;
    return k;
}

static void irk_release(stepper *s) {
    irk *k = s->own;
    if (!k)
        return;
    irk_fine_free(k);
    irk_matrix_leave(&k->matrix);
    free(k);
    s->own = NULL;
}

static invo_status irk_prepare(stepper *s, const field *f, invo_context *c) {
    const irk_method *m = method_of(s);
    const int most = most_stages(m);
    irk *k = s->own = irk_new(m, f->tops, most, c);
    if (!k)
        return INVO_E_MEMORY;
    irk_reset(s);
    const int is_small = k->tops <= IRK_SMALL;
    invo_status status = irk_matrix_new(&k->matrix, f->tops, is_small ? most / 2 : 0, c);
    if (!status && is_small && f->has_rows_inside)
        status = irk_fine_open(k);
    if (status)
        irk_release(s);
    return status;
}

/* The tolerance that a step is judged by: its estimate is of order s only, the new point
 * of order 2s - 1 ([HW99] 3, and RADAU, whose factor is 0.1; with this one the digits at
 * the end are those of rtol, or more, on most problems of tests/paper/test_stiff.c). */
static const double INNER = 0.03;

/* What the iteration may leave, in tolerances of the estimate: less than the tolerance of
 * the run, which is inner^(2s / (s + 1)) but for a factor (RADAU's rule; with the square
 * root for all s its errors outweigh those of orders 9 and 13). */
static double inner_limit(double stages, double inner) {
    return fmax(10 * DBL_EPSILON / inner,
                fmin(0.03, pow(inner, (stages - 1) / (stages + 1))));
}

/* Where a polynomial through p and the stages is farthest from what it interpolates: in
 * the middle between two nodes, where the product of the distances to all of them is
 * largest. */
static double farthest_inside(const collocation *t) {
    double most = 0;
    double theta = 0;
    double before = 0;
    for (int r = 0; r < t->stages; r++) {
        const double middle = (before + t->c[r]) / 2;
        double product = middle;
        for (int j = 0; j < t->stages; j++)
            product *= fabs(middle - t->c[j]);
        if (product > most) {
            most = product;
            theta = middle;
        }
        before = t->c[r];
    }
    return theta;
}

void irk_fix(irk *k, double rtol) {
    const collocation *t = k->table;
    const double stages = t->stages;
    double node[MOST_STAGES + 1] = {0};
    if (k->fixed.table == t && k->fixed.rtol == rtol)
        return;
    k->fixed.table = t;
    k->fixed.rtol = rtol;
    k->fixed.inner = INNER * pow(rtol, (stages + 1) / (2 * stages));
    k->fixed.limit = inner_limit(stages, k->fixed.inner);
    k->fixed.theta = farthest_inside(t);
    vector_copy(t->stages, t->c, node + 1);
    collocation_weights(t->stages + 1, node, k->fixed.theta, k->fixed.value);
    collocation_weights(t->stages, t->c, k->fixed.theta, k->fixed.slope);
    collocation_weights(t->stages, t->c, 1, k->fixed.end);
}

/* How large a coordinate is in the step: at least this share of its nominal size. */
static double irk_size(const irk *k, const step *d, int i, double share) {
    const double size = fmax(fabs(d->p[i]), fabs(d->h * d->v[i]));
    return fmax(size, share * top_form_nominal(k->form, i));
}

/* Tolerances of the iteration. */
static void set_limits(const stepper *s, irk *k, const step *d) {
    const int own = s->kind == &rk_collocation && !s->hermite;
    irk_fix(k, s->rtol);
    const double wider = own ? s->rtol / k->fixed.inner : 1;
    k->fixed.wider = wider;
    k->newton.exact = !d->weight;
    k->newton.most = 7 + (k->table->stages > 3 ? 5 * (k->table->stages - 3) / 2 : 0);
    k->newton.limit = own ? k->fixed.limit : NEWTON_SHARE;
    k->newton.noise = fmax(k->newton.limit, NOISE_SHARE * wider);
    k->weighted = 0;
    for (int i = 0; i < k->n; i++) {
        k->weight[i] = d->weight ? d->weight[i] * wider : 1 / irk_size(k, d, i, 1e-3);
        k->weighted += i > 0 && k->weight[i] != 0;
        k->aim[i] = k->weight[i];
        if (k->aim[i] == 0) /* left to itself, it would drag others along later */
            k->aim[i] = wider / (s->rtol * irk_size(k, d, i, 1));
    }
}

/* Which step led to p. One that was rejected, or only tried, did not. */
static void find_past(irk *k, const step *d) {
    double x = (d->p[0] - k->fresh.t) / k->fresh.h;
    if (k->fresh.count && x > 0 && x <= 1 + SAME_STEP) {
        irk_past swap = k->old;
        k->old = k->fresh;
        k->fresh = swap;
    }
    k->fresh.count = 0;
    x = (d->p[0] - k->old.t) / k->old.h;
    if (k->old.count && !(x > 0 && x <= 1 + SAME_STEP))
        k->old.count = 0;
}

static void keep_past(irk *k, const step *d) {
    irk_past *f = &k->fresh;
    f->count = k->table->stages;
    f->t = d->p[0];
    f->h = d->h;
    vector_copy(f->count, k->table->c, f->node);
    vector_copy(k->tops * f->count, k->z, f->z);
}

/* How far the point moves, in tolerances of the iteration, where the Jacobian has no
 * value at p itself, as that of sign(x) sqrt(abs(x)) at rest. */
static const double NUDGE = 0.1;
/* Coordinates move by different shares, or x - y would stay: multiples of the golden
 * section are as far from each other as can be. */
static const double UNEVEN = 0.6180339887498949;

/* z at p: that of the last stage where the last step ended there, which the iteration has
 * left as near to it as a Jacobian asks for; returns 0 where there is none. */
static int irk_take_end(irk *k, const step *d) {
    const irk_past *o = &k->old;
    const int last = o->count - 1;
    if (o->count == 0 || o->node[last] != 1 || o->t + o->h != d->p[0])
        return 0;
    vector_copy(k->tops, o->z + last * k->tops, k->z0);
    return 1;
}

static invo_status new_jacobian(irk *k, const step *d) {
    if (!irk_take_end(k, d))
        TRY(top_form_solve(k->form, d->p, k->z0));
    TRY(irk_matrix_load(&k->matrix, d->p, k->z0));
    if (k->form->holes) {
        vector_copy(k->n, d->p, k->x);
        for (int i = 1; i < k->n; i++)
            if (k->weight[i] > 0)
                k->x[i] += NUDGE * (1 + fmod(i * UNEVEN, 1)) / k->weight[i];
        TRY(irk_matrix_load(&k->matrix, k->x, k->z0));
    }
    k->matrix_t = d->p[0];
    return INVO_OK;
}

/* A Jacobian and factors good enough to begin with. */
static invo_status ready(irk *k, const step *d, int anew) {
    const irk_matrix *m = &k->matrix;
    double keep = k->newton.exact ? KEEP_RATE_EXACT : KEEP_RATE;
    int here = k->matrix_t == d->p[0];
    if (!here &&
        (anew || isnan(k->matrix_t) || !(k->newton.rate <= keep) || k->old.count == 0))
        TRY(new_jacobian(k, d));
    if (m->table == k->table && fabs(m->h - d->h) <= SAME_STEP * fabs(d->h))
        return INVO_OK;
    return irk_matrix_factor(&k->matrix, k->table, d->h);
}

/* Corrections below the tolerance that hardly shrink: near a point of rest with infinite
 * slopes the last steps predict more than there is. */
static int is_lame(const irk *k) {
    static const double LAME = 0.9;
    return k->newton.size <= 1 && k->newton.rate > LAME;
}

static invo_status method_irk_solve(stepper *s, irk *k, const field *f, const step *d) {
    TRY(ready(k, d, 0));
    invo_status status = irk_solve(k, f, d, 0);
    if (status && status != INVO_E_MEMORY && k->matrix_t != d->p[0]) {
        TRY(ready(k, d, 1)); /* an old Jacobian is the first suspect */
        status = irk_solve(k, f, d, 0);
    }
    if (status == INVO_E_NEWTON && d->weight && is_lame(k))
        status = irk_solve(k, f, d, 1); /* what was expected is the next */
    s->factorizations += k->matrix.factorizations;
    k->matrix.factorizations = 0;
    if (!status)
        return INVO_OK;
    s->newton.iterations = k->newton.iterations;
    s->newton.size = k->newton.size;
    s->newton.rate = k->newton.rate;
    return status;
}

/* [HW96] (8.17)-(8.20): the difference to an embedded point of order s, through the real
 * matrix, so that stiff components do not inflate it; v: the direction at p, or near. */
static void embed(irk *k, const step *d, const double *v, double *error) {
    const collocation *t = k->table;
    const double gamma = d->h / t->eigenvalue[0];
    double *restrict rho = k->change;
    for (int i = 1; i < k->n; i++)
        rho[i] = gamma * v[i];
    for (int r = 0; r < t->stages; r++) {
        const double *u = k->u + r * k->n;
        for (int i = 1; i < k->n; i++)
            rho[i] += t->e[r] * (u[i] - d->p[i]);
    }
    rho[0] = 0;
    vector_zero(k->tops, k->residual);
    irk_matrix_solve(&k->matrix, -1, rho, k->residual, error);
}

/* A matrix that makes what is left so much smaller claims a stiff component; the claim
 * is checked by a move of this many tolerances, and false if it makes up for less than
 * this share. */
static const double STIFF_CLAIM = 1e3, TRIAL_MOVE = 0.01, LEAST_TRUE = 0.1;

/* Checks the claim of the matrix that rho, of size `all`, is as small as left, of size
 * `size`: x - gamma J x = rho, with J by a difference of directions at the end of the
 * step. A Jacobian taken where slopes are nearly infinite (sqrt(abs(x)) beside 0) makes
 * every correction, every estimate and all that is left vanish. */
static int is_claim_false(irk *k, const field *f, const step *d, const double *left,
                          double size, double all) {
    const double gamma = d->h / k->table->eigenvalue[0];
    double *near = k->hat;
    double *w = k->slope;
    if (!(all > 1) || !(size * STIFF_CLAIM < all))
        return 0;
    if (!(size > 0))
        return 1;
    const double longer = TRIAL_MOVE / size;
    vector_move(k->n, d->q, longer, left, near);
    vector_copy(k->n, d->w, w);
    if (field_slope(f, near, w))
        return 0;
    for (int i = 1; i < k->n; i++)
        k->change[i] = left[i] - gamma * (w[i] - d->w[i]) / longer;
    return irk_norm(k, 1, k->change) < LEAST_TRUE * all;
}

/* The same for methods without a real matrix, and so without what is left: at the last
 * stage, a move along rho itself, which a stiff component dominates, tells how stiff it
 * is. */
static invo_status look_at_stage(irk *k, const field *f, const step *d) {
    const int last = k->table->stages - 1;
    const double *u = k->u + last * k->n;
    double *rho = k->change;
    double *near = k->hat;
    double *w = k->slope;
    double *there = k->x;
    vector_copy(k->n, d->v, w);
    TRY(field_slope(f, u, w));
    for (int i = 1; i < k->n; i++)
        rho[i] = d->h * (w[i] - irk_slope(k, i, last));
    const double all = irk_norm(k, 1, rho);
    if (!(all > 1))
        return INVO_OK;
    rho[0] = 0;
    vector_move(k->n, u, TRIAL_MOVE / all, rho, near);
    vector_copy(k->n, w, there);
    if (field_slope(f, near, there))
        return INVO_OK;
    for (int i = 1; i < k->n; i++)
        rho[i] = d->h * (there[i] - w[i]) / TRIAL_MOVE;
    if (all <= 1 + irk_norm(k, 1, rho))
        return INVO_OK;
    k->matrix_t = NAN;
    return INVO_E_NEWTON;
}

/* Differences below this share of what the iteration may leave are not solved for. */
static const double NO_REST = 1e-3;

/* What is left where w is the direction: w less the slope that the stages give there with
 * these weights, through the real matrix. Returns the size of what went in. */
static double what_is_left(irk *k, const step *d, const double *weight, const double *w,
                           double *left) {
    const double gamma = d->h / k->table->eigenvalue[0];
    double *rho = k->change;
    irk_mean_slope(k, weight, rho);
    for (int i = 1; i < k->n; i++)
        rho[i] = gamma * (w[i] - rho[i]);
    rho[0] = 0;
    const double size = irk_norm(k, 1, rho);
    if (size <= NO_REST * k->newton.limit) {
        vector_copy(k->n, rho, left);
        return size;
    }
    vector_zero(k->tops, k->residual);
    irk_matrix_solve(&k->matrix, -1, rho, k->residual, left);
    return size;
}

/* What is left at the end of the step, and its size: the direction there, which is needed
 * anyway, less the slope that the stages give there, through the same matrix. An
 * iteration that took its rate of convergence from the step before may have stopped too
 * early, and where a function saturates, far too early; without a stage at the end
 * nothing else sees it. */
static invo_status irk_look_at_end(irk *k, const field *f, step *d, double *left,
                                   double *size) {
    vector_copy(k->n, d->v, d->w);
    TRY(f->direction(f->self, d->q, d->w));
    d->has_w = 1;
    const double all = what_is_left(k, d, k->fixed.end, d->w, left);
    *size = irk_norm(k, 1, left);
    if (!is_claim_false(k, f, d, left, *size, all))
        return INVO_OK;
    k->matrix_t = NAN;
    return INVO_E_NEWTON;
}

/* The polynomial through p, the stages and the end of the step, where it is farthest. */
static void irk_inside(const irk *k, const step *d, double *u) {
    const collocation *t = k->table;
    const double *weight = k->fixed.value + 1;
    vector_copy(k->n, d->p, u);
    for (int r = 0; r < t->stages; r++) {
        const double *value = t->c[r] < 1 ? k->u + r * k->n : d->q;
        for (int i = 0; i < k->n; i++)
            u[i] += weight[r] * (value[i] - d->p[i]);
    }
}

/* The stages of a stiff component are on its slow solution whatever the size of the step,
 * and the matrix makes its part of the estimate vanish: neither the estimate nor the end
 * shows that the polynomial between the stages does not follow it. Where nothing is
 * stiff, this is less than 0.4 of the estimate, which is the same at p. */
invo_status irk_look_inside(irk *k, const field *f, const step *d, double *error) {
    double *point = k->hat;
    double *w = k->slope;
    double *left = k->hat;
    irk_inside(k, d, point);
    vector_copy(k->n, d->v, w);
    TRY(field_slope(f, point, w));
    what_is_left(k, d, k->fixed.slope, w, left);
    for (int i = 0; i < k->n; i++)
        if (!(fabs(left[i]) <= fabs(error[i])))
            error[i] = left[i];
    return INVO_OK;
}

/* More than this many times the limit of the iteration is not left where it has
 * converged. */
static const double NOT_CONVERGED = 10;

/* What the iteration has left at the last stage, in its tolerances: at the end of the
 * step the size of what is left there, unless the retraction moved the point since. */
static invo_status left_by_iteration(irk *k, const step *d, double at_end, double *size) {
    const int last = k->table->stages - 1;
    double *change = k->change;
    *size = at_end;
    if (k->table->c[last] == 1) {
        vector_move(k->n, d->q, -1, k->u + last * k->n, change);
        if (irk_norm(k, 1, change) > k->newton.limit)
            *size = 0;
        return INVO_OK;
    }
    double *left = k->slope;
    TRY(top_form_residual(k->form, k->u + last * k->n, k->z + last * k->tops,
                          k->residual));
    vector_zero(k->n, change);
    irk_matrix_solve(&k->matrix, -1, change, k->residual, left);
    *size = irk_norm(k, 1, left);
    return INVO_OK;
}

/* The error that a step may have where its solution is not smooth, and the estimate that
 * it may have where it seems to be, in tolerances: a stiff component has the order of the
 * estimate only. */
static const double ROUGH_TOLERANCES = 20, SMOOTH_TOLERANCES = 100;

/* How far a slope changes between the stages. */
static double range_of(const irk *k, const double *slope) {
    double least = slope[0];
    double most = slope[0];
    for (int r = 1; r < k->table->stages; r++) {
        const double x = slope[r * k->n];
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    return most - least;
}

/* The new point has the order 2s - 1 or 2s and the estimate s only, so that the estimate
 * is held to a wider tolerance. That is right where solutions are smooth: with z = h
 * |lambda| the slopes vary by z, the estimate is z^(s+1), the error z^(2s), that is the
 * estimate times (estimate / variation)^((s-1)/s). Where that is not small beside the
 * tolerance itself, it is the error. */
static void judge_roughness(const stepper *s, irk *k, const step *d, double *error) {
    const double power = (k->table->stages - 1.0) / k->table->stages;
    const double wider = k->fixed.inner / s->rtol;
    const double most = wider / ROUGH_TOLERANCES;
    const double least = fmax(1, wider / SMOOTH_TOLERANCES);
    if (most <= 1)
        return;
    /* below this share the power is less than `least`, and need not be known */
    const double smooth = pow(least / most, 1 / power) * (1 - SAME_STEP);
    irk_all_slopes(k, k->slope);
    for (int i = 1; i < k->n; i++) {
        const double size = fabs(error[i]);
        const double varies = fabs(d->h) * range_of(k, k->slope + i);
        const double share = size < varies ? size / varies : 1;
        error[i] *= share < smooth ? least : fmax(least, most * pow(share, power));
    }
}

double irk_farthest(const irk *k, const double *error) {
    double most = 0;
    for (int i = 1; i < k->n; i++) {
        const double x = fabs(error[i]) * k->aim[i];
        if (isnan(x))
            return INFINITY;
        most = x > most ? x : most;
    }
    return most;
}

/* The size of an estimate as the run will judge it, or less, in tolerances of the
 * estimate: its tolerances grow with the end of the step. Where a solution rises from
 * nothing, those at p refuse what the run then accepts. */
static double irk_least_norm(const stepper *s, const irk *k, const step *d,
                             const double *error) {
    const double share = s->rtol / k->fixed.wider;
    double sum = 0;
    for (int i = 1; i < k->n; i++) {
        const double grown = 1 + share * k->weight[i] * fabs(d->q[i]);
        const double x = error[i] * k->weight[i] / grown;
        sum += x * x;
    }
    return k->weighted ? sqrt(sum / k->weighted) : 0;
}

/* May the run accept this estimate of this size? Then all else is looked at, too. */
static int irk_may_do(const stepper *s, const irk *k, const step *d, const double *error,
                      double size) {
    return size < 1 || irk_least_norm(s, k, d, error) < 1;
}

/* Estimates by the embedded point, and by what is left at the end where that is larger.
 */
static invo_status irk_estimate(stepper *s, irk *k, const field *f, step *d) {
    double *error = d->error[0];
    double *near = k->x;
    double *v = k->slope;
    const double scale = s->rtol / k->fixed.inner;
    embed(k, d, d->v, error);
    double size = irk_norm(k, 1, error);
    if (size >= 1 && (k->control.first || k->control.rejected)) {
        vector_move(k->n, d->p, 1, error, near);
        vector_copy(k->n, d->v, v);
        if (field_slope(f, near, v) == INVO_OK)
            embed(k, d, v, error);
        size = irk_norm(k, 1, error);
    }
    if (!f->retract_stage && irk_may_do(s, k, d, error, size)) {
        double *left = k->x;
        double at_end;
        TRY(irk_look_inside(k, f, d, error));
        k->fine.estimate = irk_farthest(k, error) / k->fixed.wider;
        /* the last direction is that of the end */
        TRY(irk_look_at_end(k, f, d, left, &at_end));
        for (int i = 0; i < k->n; i++)
            if (!(fabs(left[i]) <= fabs(error[i])))
                error[i] = left[i];
        judge_roughness(s, k, d, error);
        TRY(left_by_iteration(k, d, at_end, &size));
        if (size > fmin(1, NOT_CONVERGED * k->newton.limit))
            return INVO_E_NEWTON;
    }
    vector_scale(k->n, scale, error);
    return INVO_OK;
}

/* [TA00] 6.2.2: implicit Euler from the middle. */
static invo_status estimate_midpoint(irk *k, const field *f, const step *d) {
    double *x = d->error[0];
    vector_copy(k->n, d->q, x);
    TRY(irk_half_step(k, f, d, x));
    vector_move(k->n, d->q, -1, x, x);
    return INVO_OK;
}

static invo_status advance_by(stepper *s, const field *f, step *d) {
    irk *k = s->own;
    d->has_w = 0;
    k->fine.pieces = 0;
    k->fine.estimate = INFINITY;
    k->table = k->next;
    set_limits(s, k, d);
    find_past(k, d);
    TRY(method_irk_solve(s, k, f, d));
    keep_past(k, d);
    irk_end(k, f, d, d->q);
    TRY(f->retract(f->self, d->q));
    if (!d->weight)
        return INVO_OK;
    if (!d->error[0] || !k->method->estimates)
        return f->retract_stage || k->table->real ? INVO_OK : look_at_stage(k, f, d);
    return k->method->scheme == IRK_MIDPOINT ? estimate_midpoint(k, f, d)
                                             : irk_estimate(s, k, f, d);
}

static invo_status along_direction(void *self, const double *p, double *v) {
    const field *f = ((const irk *)self)->along.outer;
    v[0] = 1;
    return f->direction(f->self, p + 1, v + 1);
}

static invo_status along_retract(void *self, double *p) {
    const field *f = ((const irk *)self)->along.outer;
    return f->retract(f->self, p + 1);
}

static invo_status along_stage(void *self, double *p) {
    const field *f = ((const irk *)self)->along.outer;
    return f->retract_stage(f->self, p + 1);
}

static invo_status along_inner(void *self, double *p) {
    const field *f = ((const irk *)self)->along.outer;
    return f->retract_inner(f->self, p + 1);
}

/* s of the step that begins at p: it follows the last one, or is made anew. What has no
 * place beside that begins far off, where no past helps. */
static double begin_along(const irk *k, const double *p) {
    const irk_along *a = &k->along;
    size_t size = sizeof *p * k->tops;
    if (memcmp(p, a->q + 1, size) == 0)
        return a->q[0];
    if (memcmp(p, a->p + 1, size) == 0)
        return a->p[0];
    return a->p[0] + 10 * fabs(a->step.h) + 1;
}

static void irk_widen(const irk *k, double first, const double *from, double *to) {
    to[0] = first;
    vector_copy(k->tops, from, to + 1);
}

/* Makes the step with s in front of the coordinates. */
static invo_status advance_along(stepper *s, irk *k, const field *f, step *d) {
    irk_along *a = &k->along;
    a->outer = f;
    a->inner = (field){.n = k->n,
                       .self = k,
                       .direction = along_direction,
                       .retract = along_retract,
                       .retract_stage = f->retract_stage ? along_stage : NULL,
                       .retract_inner = along_inner};
    vector_copy(k->tops, d->v, k->form->near);
    irk_widen(k, begin_along(k, d->p), d->p, a->p);
    irk_widen(k, 1, d->v, a->v);
    if (d->weight)
        irk_widen(k, 0, d->weight, a->weight);
    a->step = (step){.p = a->p, .v = a->v, .h = d->h, .q = a->q, .w = a->w};
    if (d->weight)
        a->step.weight = a->weight;
    for (int i = 0; i < 2; i++)
        a->step.error[i] = d->error[i] ? a->error[i] : NULL;
    TRY(advance_by(s, &a->inner, &a->step));
    vector_copy(k->tops, a->q + 1, d->q);
    if (d->error[0])
        vector_copy(k->tops, a->error[0] + 1, d->error[0]);
    d->has_w = 0;
    return INVO_OK;
}

static invo_status irk_advance(stepper *s, const field *f, step *d) {
    irk *k = s->own;
    return k->form->along ? advance_along(s, k, f, d) : advance_by(s, f, d);
}

/* The polynomial through p, the stages inside, and the retracted end. */
static void irk_interpolate(const stepper *s, const step *d, int n, double theta,
                            double *u) {
    const irk *k = s->own;
    const collocation *t = k->table;
    const int first = k->form->along ? 1 : 0; /* behind s */
    const double *value[MOST_STAGES + 2] = {d->p, d->q};
    double node[MOST_STAGES + 2] = {0, 1};
    double weight[MOST_STAGES + 2];
    int count = 2;
    if (k->fine.pieces) {
        irk_fine_interpolate(k, d, n, theta, u);
    } else if (s->hermite || t->explicit_first) {
        one_step_interpolate(s, d, n, theta, u);
    } else {
        for (int r = 0; k->method->scheme != IRK_LEFT && r < t->stages; r++)
            if (t->c[r] < 1) {
                node[count] = t->c[r];
                value[count++] =
                    first +
                    (k->method->scheme == IRK_MIDPOINT ? k->inner : k->u + r * k->n);
            }
        if (theta == 1) {
            vector_copy(n, d->q, u);
        } else {
            collocation_weights(count, node, theta, weight);
            irk_kernel_blend(n, count, weight, value, u);
        }
    }
    if (theta < 1 && !first)
        u[0] = d->p[0] + theta * d->h;
}

/* The values of stages that irk_interpolate reads. */
static size_t irk_kept_values(const stepper *s, int n) {
    const irk *k = s->own;
    if (s->hermite || k->table->explicit_first || k->method->scheme == IRK_LEFT)
        return 0;
    return (size_t)n * (size_t)(k->method->scheme == IRK_MIDPOINT ? 1 : k->table->stages);
}

/* One more for the number of the table. */
static size_t irk_keep_size(const stepper *s, int n) {
    const irk *k = s->own;
    return 1 + irk_kept_values(s, n) + irk_fine_keep_size(k);
}

static double *irk_kept(const stepper *s) {
    const irk *k = s->own;
    return k->method->scheme == IRK_MIDPOINT ? k->inner : k->u;
}

static void irk_keep(const stepper *s, int n, double *to) {
    const irk *k = s->own;
    const size_t values = irk_kept_values(s, n);
    int at = 0;
    while (k->method->table[at] != k->table)
        at++;
    *to = at;
    memcpy(to + 1, irk_kept(s), sizeof *to * values);
    irk_fine_keep(k, to + 1 + values);
}

static void irk_restore(stepper *s, int n, const double *from) {
    irk *k = s->own;
    k->table = k->method->table[(int)*from];
    const size_t values = irk_kept_values(s, n);
    memcpy(irk_kept(s), from + 1, sizeof *from * values);
    irk_fine_restore(k, from + 1 + values);
}

/* The order up to which rows by Hermite have the order of the method, and its stages
 * too, in tolerances that such methods are used with. */
enum { HERMITE_ORDER = 3 };

/* Rows, events and what is asked for later take the polynomial of the step where it is
 * good enough, and a finer one else. */
static invo_status irk_dense(stepper *s, const field *f, const step *d) {
    irk *k = s->own;
    const int is_hermite = s->hermite || k->table->explicit_first;
    k->fine.pieces = 0;
    if (k->method->scheme != IRK_STAGES || k->form->along || f->retract_stage)
        return INVO_OK;
    if (is_hermite && (k->newton.exact || k->table->order <= HERMITE_ORDER))
        return INVO_OK;
    return irk_fine_make(k, f, d, &s->factorizations);
}

static int clamp_table(const irk_method *m, int i) {
    if (i < 0)
        return 0;
    return i < m->tables ? i : m->tables - 1;
}

/* [HW99] 4: up while the iteration converges very fast, down where it hardly does. */
static void choose_order(irk *k, double growth) {
    const irk_method *m = k->method;
    int at = 0;
    while (m->table[at] != k->table)
        at++;
    int next = at;
    k->control.rate = fmin(10, fmax(k->newton.rate, k->control.rate / 2));
    const int is_known = k->newton.iterations > 1 || k->is_affine;
    if (is_known && k->control.rate <= RATE_UP && growth < CALM_HIGH && growth > CALM_LOW)
        next = at + 1;
    if (k->control.rate >= RATE_DOWN || k->control.failed)
        next = at - 1;
    if (k->control.since_change++ < STAYS && next > at)
        next = at;
    next = clamp_table(m, next);
    if (next == at)
        return;
    k->next = m->table[next];
    k->control.since_change = 0;
    k->control.rate = 1;
}

/* The factor of the step size for an error, less where the iteration took long. */
static double factor_of(const irk *k, const controller *c, double error) {
    const int most = k->newton.most;
    const double slow = (1.0 + 2 * most) / (k->newton.iterations + 2 * most);
    double x =
        fmin(c->safety, c->safety * slow) * pow(error, -1.0 / (k->table->stages + 1));
    return fmin(c->max_growth, fmax(c->min_factor, x));
}

/* Gustafsson's predictive controller, [HW96] (8.25). */
static double predicted_factor(const irk *k, const controller *c, double h,
                               double error) {
    const double power = 1.0 / (k->table->stages + 1);
    double x =
        c->safety * (h / k->control.h) * pow(k->control.error / (error * error), power);
    return fmin(c->max_growth, fmax(c->min_factor, x));
}

/* The largest factor with which the iteration would still converge in time, if its rate
 * grows as the step does and its first correction is the same: a step that grows beyond
 * it is only made smaller again. */
static double converging_factor(const irk *k) {
    if (k->newton.exact || k->newton.iterations < 2 || !(k->newton.rate > 0))
        return INFINITY;
    const double share = k->newton.limit / k->newton.first;
    return fmax(1, pow(share, 1.0 / (k->newton.most - 1)) / k->newton.rate);
}

static double shrink(irk *k, controller *c, double error) {
    c->rejected = k->control.rejected = 1;
    if (error == INFINITY) {
        k->control.failed = 1;
        return k->newton.shrink;
    }
    return k->control.first ? 0.1 : fmin(0.9, factor_of(k, c, error));
}

static double propose(stepper *s, controller *c, const step *d, double error, int good) {
    irk *k = s->own;
    if (!good)
        return d->h * shrink(k, c, error);
    double factor = factor_of(k, c, error);
    if (!k->control.first && c->beta > 0)
        factor = fmin(factor, predicted_factor(k, c, d->h, error));
    factor = fmin(factor, converging_factor(k));
    if (c->rejected)
        factor = fmin(factor, 1);
    k->control.h = d->h;
    k->control.error = fmax(1e-2, error);
    choose_order(k, factor);
    k->control.first = k->control.failed = 0;
    c->rejected = k->control.rejected = 0;
    const int keep =
        k->newton.rate <= KEEP_RATE && factor >= 1 && factor <= WORTH_GROWING;
    return keep ? d->h : d->h * factor;
}

const stepper_class rk_implicit = {.kind = "implicit Runge-Kutta",
                                   .needs = NEEDS_JACOBIAN,
                                   .work_size = irk_work_size,
                                   .order = irk_order,
                                   .estimates = irk_estimates,
                                   .estimate_order = irk_estimate_order,
                                   .step = irk_advance,
                                   .dense = irk_dense,
                                   .interpolate = irk_interpolate,
                                   .keep_size = irk_keep_size,
                                   .keep = irk_keep,
                                   .restore = irk_restore,
                                   .reset = irk_reset,
                                   .prepare = irk_prepare,
                                   .release = irk_release};

const stepper_class rk_collocation = {.kind = "implicit Runge-Kutta",
                                      .needs = NEEDS_JACOBIAN,
                                      .work_size = irk_work_size,
                                      .order = irk_order,
                                      .estimates = irk_estimates,
                                      .estimate_order = irk_estimate_order,
                                      .step = irk_advance,
                                      .dense = irk_dense,
                                      .interpolate = irk_interpolate,
                                      .keep_size = irk_keep_size,
                                      .keep = irk_keep,
                                      .restore = irk_restore,
                                      .reset = irk_reset,
                                      .prepare = irk_prepare,
                                      .release = irk_release,
                                      .propose = propose,
                                      .is_dense_free = 1};
