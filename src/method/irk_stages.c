/* SPDX-License-Identifier: BSD-3-Clause */
/* Stages of implicit methods by simplified Newton iterations. Stages in the ambient space
 * solve T(U_i, Z_i) = 0 with U = p + h A (U shifted, Z): [HW96] IV.8 and VI.1. Where
 * retractions are part of the scheme, points Y solve Y = R(p + h A V(Y)); the same
 * matrices serve, since retracting moves a point by little. */
#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include "../geometry/newton.h"
#include "irk.h"
#include "irk_kernel.h"

/* Constant steps are solved to this many units of round-off; where corrections no longer
 * shrink, they must at least be this small. */
static const double ROUND_OFF = 4 * DBL_EPSILON, STAGNANT = 1e-10;
enum { MOST_EXACT = 60 };
/* [HW96] IV.8: rates from here on do not converge; the step shrinks by SHRINK then. */
static const double WORST_RATE = 0.99, SHRINK = 0.5;
/* The rate of convergence on linear equations: half of the digits of the factors. */
static const double AFFINE_RATE = 1e-8;
/* First corrections may grow where the prediction was good: look at the third one. */
enum { FIRST_JUDGED = 3 };

double irk_norm(const irk *k, int count, const double *changes) {
    double sum = 0;
    for (int r = 0; r < count; r++)
        sum += irk_kernel_squares(k->n - 1, changes + r * k->n + 1, k->weight + 1);
    return k->weighted ? sqrt(sum / (k->weighted * count)) : 0;
}

/* To round-off, or until nothing changes any more. */
static newton_verdict judge_exact(const irk *k) {
    double size = k->newton.size;
    int many = k->newton.iterations;
    if (size <= ROUND_OFF)
        return NEWTON_SOLVED;
    if (many >= FIRST_JUDGED && k->newton.quotient > 0.5 && size < STAGNANT)
        return NEWTON_SOLVED;
    if (many >= FIRST_JUDGED && k->newton.rate >= 1)
        return NEWTON_LOST;
    return many < k->newton.most ? NEWTON_GOES_ON : NEWTON_LOST;
}

/* Beside a point where slopes are infinite, like the rest of x' = -sign(x) sqrt(abs(x)),
 * corrections go to and fro for ever. As long as all of them are below the tolerance and
 * do not grow, any iterate is as good as the solution. That does not depend on the
 * size of the step: where a shorter one is needed for it, it is no rest. */
static int irk_stages_is_noise(const irk *k) {
    return !k->control.failed && k->newton.largest <= k->newton.noise &&
           k->newton.size <= 2 * k->newton.first;
}

/* [HW96] IV.8: reach times size estimates what is left after this correction. */
static newton_verdict irk_stages_judge(irk *k, double size) {
    const int many = ++k->newton.iterations;
    double last = k->newton.size;
    k->newton.size = size;
    if (!isfinite(size))
        return NEWTON_LOST;
    if (many == 1)
        k->newton.first = k->newton.largest = size;
    k->newton.largest = fmax(k->newton.largest, size);
    if (many > 1) {
        double quotient = last > 0 ? size / last : 0;
        k->newton.rate = many == 2 ? quotient : sqrt(quotient * k->newton.quotient);
        k->newton.quotient = quotient;
        k->newton.reach =
            k->newton.rate < WORST_RATE ? k->newton.rate / (1 - k->newton.rate) : 100;
    }
    if (k->newton.exact)
        return judge_exact(k);
    if (many == 1 && k->is_affine)
        k->newton.rate = k->newton.reach = AFFINE_RATE;
    /* the rate of the last step tells nothing of the first correction of this one */
    const double reach = many > 1 || k->is_affine ? k->newton.reach : 1;
    if (size == 0 || reach * size <= k->newton.limit)
        return NEWTON_SOLVED;
    if (many < FIRST_JUDGED)
        return NEWTON_GOES_ON;
    if (irk_stages_is_noise(k))
        return many < k->newton.most ? NEWTON_GOES_ON : NEWTON_SOLVED;
    if (k->newton.rate >= WORST_RATE || many >= k->newton.most)
        return NEWTON_LOST;
    const int more = k->newton.most - 1 - many;
    double left = k->newton.reach * size * pow(k->newton.rate, more) / k->newton.limit;
    if (left < 1)
        return NEWTON_GOES_ON;
    k->newton.shrink = 0.8 * pow(fmin(left, 20), -1.0 / (4 + more));
    return NEWTON_LOST;
}

static void begin_iteration(irk *k) {
    k->newton.iterations = 0;
    k->newton.size = 0;
    k->newton.quotient = 0;
    k->newton.shrink = SHRINK;
    if (k->newton.exact)
        k->newton.most = MOST_EXACT;
}

double irk_slope(const irk *k, int i, int r) {
    return invo_slot_value(k->n, k->u + r * k->n, k->z + r * k->tops,
                           k->form->derivative[i]);
}

/* The slopes of a run of coordinates at the first stage, and how far those of the next
 * one are. */
static const double *irk_run_slope(const irk *k, const irk_run *x, int *stride) {
    const int is_top = x->slot >= k->n;
    *stride = is_top ? k->tops : k->n;
    return is_top ? k->z + (x->slot - k->n) : k->u + x->slot;
}

void irk_mean_slope(const irk *k, const double *weight, double *out) {
    for (int m = 0; m < k->matrix.runs; m++) {
        const irk_run *x = &k->matrix.run[m];
        int stride;
        const double *slope = irk_run_slope(k, x, &stride);
        irk_kernel_combine(x->count, 1, k->table->stages, weight, slope, stride,
                           out + x->first);
    }
    out[0] = 1;
}

void irk_all_slopes(const irk *k, double *out) {
    for (int m = 0; m < k->matrix.runs; m++) {
        const irk_run *x = &k->matrix.run[m];
        int stride;
        const double *slope = irk_run_slope(k, x, &stride);
        for (int r = 0; r < k->table->stages; r++)
            vector_copy(x->count, slope + r * stride, out + r * k->n + x->first);
    }
}

/* U = p + h (a0 v + A (U shifted, Z)), coordinates next to z first. Returns the sum of
 * the squares of the weighted changes where they are wanted. */
static double integrate(irk *k, const step *d, double *change) {
    const collocation *t = k->table;
    const int n = k->n;
    double sum = 0;
    for (int m = 0; m < k->matrix.runs; m++) {
        const irk_run *r = &k->matrix.run[m];
        irk_piece piece = {.count = r->count,
                           .p = d->p + r->first,
                           .v = d->v + r->first,
                           .u = k->u + r->first,
                           .stride = n,
                           .change = change ? change + r->first : NULL,
                           .weight = k->aim + r->first};
        piece.slope = irk_run_slope(k, r, &piece.slope_stride);
        sum += irk_kernel_integrate(t, d->h, &piece);
    }
    for (int r = 0; r < t->stages; r++)
        k->u[r * n] = d->p[0] + t->c[r] * d->h;
    return sum;
}

/* Begins with those at p; where the stages are to stand still, with no slope. */
static void predict_nothing(irk *k, int still) {
    for (int r = 0; r < k->table->stages; r++) {
        double *z = k->z + r * k->tops;
        vector_copy(k->tops, k->z0, z);
        for (int i = 1; i < k->n && still; i++)
            if (k->form->derivative[i] >= k->n)
                z[k->form->derivative[i] - k->n] = 0;
    }
}

/* Z of the stages from the step before, or those at p. */
static void predict(irk *k, const step *d, int still) {
    const irk_past *o = &k->old;
    const int s = k->table->stages;
    double weight[MOST_STAGES * MOST_STAGES];
    if (o->count == 0 || still) {
        predict_nothing(k, still);
    } else {
        for (int r = 0; r < s; r++) {
            const double x = (d->p[0] + k->table->c[r] * d->h - o->t) / o->h;
            collocation_weights(o->count, o->node, x, weight + r * o->count);
        }
        irk_kernel_combine(k->tops, s, o->count, weight, o->z, k->tops, k->z);
    }
    integrate(k, d, NULL);
}

/* A step in iteration. */
typedef struct stages {
    irk *k;
    const field *f;
    const step *d;
    irk_scheme scheme;
} stages;

/* Stages in the ambient space. */
static invo_status tops_residual(void *self, double *u) {
    irk *k = ((stages *)self)->k;
    return top_form_residuals(k->form, k->table->stages, u, k->z, k->residual);
}

static invo_status tops_move(void *self, double *u, double *size) {
    const stages *a = self;
    irk *k = a->k;
    const int s = k->table->stages;
    (void)u;
    irk_matrix_correct(&k->matrix, k->residual, k->hat, k->z);
    const double sum = integrate(k, a->d, k->change);
    *size = k->weighted ? sqrt(sum / (k->weighted * s)) : 0;
    return INVO_OK;
}

static newton_verdict after_correction(void *self, int many, double size, double *u) {
    (void)many;
    (void)u;
    return irk_stages_judge(((stages *)self)->k, size);
}

static const newton_method FOR_TOPS = {
    .residual = tops_residual, .move = tops_move, .after = after_correction};

/* The direction v and z at x. */
static invo_status irk_stages_look(irk *k, const double *x, double *z, double *v) {
    TRY(top_form_solve(k->form, x, z));
    v[0] = 1;
    for (int i = 1; i < k->n; i++)
        v[i] = invo_slot_value(k->n, x, z, k->form->derivative[i]);
    return INVO_OK;
}

/* change = R(p + h A V(Y)) - Y for the stages Y = k->u. */
static invo_status defect_of_stages(irk *k, const field *f, const step *d) {
    const collocation *t = k->table;
    const int n = k->n;
    const int s = t->stages;
    for (int r = 0; r < s; r++)
        TRY(irk_stages_look(k, k->u + r * n, k->z + r * k->tops, k->slope + r * n));
    for (int r = 0; r < s; r++) {
        vector_move(n, d->p, t->a0 ? d->h * t->a0[r] : 0, d->v, k->x);
        for (int j = 0; j < s; j++)
            vector_move(n, k->x, d->h * t->a[r * s + j], k->slope + j * n, k->x);
        k->x[0] = d->p[0] + t->c[r] * d->h;
        TRY(f->retract_stage(f->self, k->x));
        vector_move(n, k->x, -1, k->u + r * n, k->change + r * n);
    }
    return INVO_OK;
}

/* The same for schemes with one point y. */
static invo_status irk_stages_defect(irk *k, const field *f, const step *d,
                                     irk_scheme scheme, const double *y) {
    const int n = k->n;
    const double *from = d->p;
    double h = d->h;
    double *x = k->x;
    if (scheme == IRK_MIDPOINT) {
        for (int i = 0; i < n; i++)
            k->inner[i] = (d->p[i] + y[i]) / 2;
        k->inner[0] = d->p[0] + h / 2;
        TRY(f->retract_inner(f->self, k->inner));
        TRY(irk_stages_look(k, k->inner, k->z, k->slope));
    } else {
        TRY(irk_stages_look(k, y, k->z, k->slope));
    }
    if (scheme == IRK_HALF_STEP) {
        from = k->inner;
        h /= 2;
    }
    if (scheme == IRK_LEFT) {
        from = y;
        h = -h;
    }
    vector_move(n, from, h, k->slope, x);
    x[0] = scheme == IRK_LEFT ? d->p[0] : d->p[0] + d->h;
    TRY(f->retract_inner(f->self, x));
    for (int i = 0; i < n; i++)
        k->change[i] = scheme == IRK_LEFT ? d->p[i] - x[i] : x[i] - y[i];
    return INVO_OK;
}

/* change = (I - h A dV)^-1 change. */
static void correct_points(irk *k) {
    const collocation *t = k->table;
    const int n = k->n;
    const int tops = k->tops;
    const int s = t->stages;
    double *z = k->residual;
    double *rho = k->slope; /* looked at anew after this */
    irk_kernel_split(t, n, k->change, k->hat);
    vector_zero(tops * s, z);
    if (t->real) {
        vector_copy(n, k->hat, rho);
        irk_matrix_solve(&k->matrix, -1, rho, z, k->hat);
    }
    for (int pair = 0; pair < (s - t->real) / 2; pair++) {
        double *two = k->hat + (t->real + 2 * pair) * n;
        vector_copy(2 * n, two, rho);
        vector_zero(2 * tops, z);
        irk_matrix_solve(&k->matrix, pair, rho, z, two);
    }
    irk_kernel_join(t, n, k->hat, k->change);
}

/* Points y[n, s] of a scheme with retractions. */
static invo_status points_residual(void *self, double *y) {
    const stages *a = self;
    return a->scheme == IRK_STAGES ? defect_of_stages(a->k, a->f, a->d)
                                   : irk_stages_defect(a->k, a->f, a->d, a->scheme, y);
}

static invo_status points_move(void *self, double *y, double *size) {
    const stages *a = self;
    irk *k = a->k;
    const int s = k->table->stages;
    correct_points(k);
    vector_add(k->n * s, 1, k->change, y);
    *size = irk_norm(k, s, k->change);
    return a->scheme == IRK_LEFT ? a->f->retract_inner(a->f->self, y) : INVO_OK;
}

static const newton_method FOR_POINTS = {
    .residual = points_residual, .move = points_move, .after = after_correction};

/* The last look at the points is kept. */
static invo_status solve_points(irk *k, const field *f, const step *d, irk_scheme scheme,
                                double *y) {
    stages a = {k, f, d, scheme};
    TRY(newton_solve(&FOR_POINTS, &a, INT_MAX, y));
    return points_residual(&a, y);
}

invo_status irk_solve(irk *k, const field *f, const step *d, int still) {
    const irk_scheme scheme = k->method->scheme;
    begin_iteration(k);
    predict(k, d, still);
    if (scheme == IRK_STAGES && !f->retract_stage)
        return newton_solve(&FOR_TOPS, &(stages){k, f, d, scheme}, INT_MAX, k->u);
    if (scheme == IRK_MIDPOINT) /* from the middle to the end */
        for (int i = 0; i < k->n; i++)
            k->u[i] = 2 * k->u[i] - d->p[i];
    return solve_points(k, f, d, scheme, k->u);
}

invo_status irk_half_step(irk *k, const field *f, const step *d, double *x) {
    begin_iteration(k);
    return solve_points(k, f, d, IRK_HALF_STEP, x);
}

/* Takes the last stage where it is the end, else the quadrature. */
void irk_end(const irk *k, const field *f, const step *d, double *q) {
    const collocation *t = k->table;
    const int n = k->n;
    const int s = t->stages;
    const int inside = k->method->scheme != IRK_STAGES;
    if (k->method->scheme == IRK_LEFT) {
        vector_copy(n, k->u, q);
    } else if (!inside && t->c[s - 1] == 1) { /* slopes may be stiff: not by quadrature */
        vector_copy(n, k->u + (s - 1) * n, q);
    } else if (inside || f->retract_stage) {
        vector_move(n, d->p, d->h * t->b0, d->v, q);
        for (int r = 0; r < s; r++)
            vector_move(n, q, d->h * t->b[r], k->slope + r * n, q);
    } else {
        for (int i = 1; i < n; i++) {
            double sum = t->b0 * d->v[i];
            for (int r = 0; r < s; r++)
                sum += t->b[r] * irk_slope(k, i, r);
            q[i] = d->p[i] + d->h * sum;
        }
    }
    q[0] = d->p[0] + d->h;
}
