/* SPDX-License-Identifier: BSD-3-Clause */
/* Tangency of the direction in systems that were brought as C functions. A completed
 * model has a direction that keeps its constraints by construction; of two functions that
 * somebody wrote nobody knows. Where phi(u) = 0 holds, u' = v must satisfy
 *
 *     d phi / dt + J v = 0,
 *
 * time being a coordinate like the others. If not, the retraction takes the solution back
 * at every step, and what comes out is neither the one nor the other.
 *
 * The sum is formed with the Jacobian that the ledger has just computed. Before anything
 * is reported, constraint itself is differentiated along v: a Jacobian by differences has
 * errors of its own. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../base/number.h"
#include "run.h"

/* Rates are compared with the sum of the sizes of their terms. At the start nothing but
 * the digits of the start values makes a difference ... */
static const double AT_START = 1e-6;
/* ... later, a constraint whose derivative is not listed drifts by the error of the
 * method, which may add up over this many steps. */
static const double MANY_STEPS = 1e3, MOST_DRIFT = 0.1;

/* Two estimates that agree as well as this show a rate, and no error of a formula. */
static const double AGREE = 0.2;

/* A difference of two residuals is off by this many units. */
static const double ROUNDED = 4;

static int is_first(const run *v) {
    return v->result->statistics.steps == 0;
}

static double allowed_share(const run *v) {
    const int adaptive = isnan(v->o.step);
    const double rtol = adaptive ? v->o.rtol : 0;
    if (is_first(v))
        return fmax(AT_START, rtol);
    if (!adaptive)
        return MOST_DRIFT;
    return fmin(MOST_DRIFT, fmax(AT_START, MANY_STEPS * rtol));
}

/* Off the constraints a rate means nothing. */
static int is_on_constraints(const run *v) {
    static const double NEAR = 1e7; /* units of round-off: half of all digits */
    if (v->engine->retraction.kind != &retraction_none)
        return 1;
    for (int i = 0; i < v->s->constraints; i++)
        if (!(fabs(v->ledger.residual[i]) <= NEAR * v->ledger.unit[i]))
            return 0;
    return 1;
}

/* The distance over which coordinate j is differentiated. */
static double reach_of(const run *v, const double *u, int j) {
    assert(j >= 0 && j < v->n);
    return CUBE_ROOT_OF_EPSILON * fmax(fabs(u[j]), coordinate_nominal(v->s, j));
}

/* phi at u + length * slope, or with time alone moved where slope is NULL. */
static void constraint_beside(run *v, const double *u, const double *slope, double length,
                              double *phi) {
    double *beside = v->engine->manifold.shifted;
    copy(beside, u, v->n);
    if (!slope)
        beside[0] += length;
    for (int j = 0; slope && j < v->n; j++)
        beside[j] += length * slope[j];
    v->s->constraint(v->s->self, beside, phi);
}

/* The slopes of all constraints in that direction, by differences; one-sided at the edge
 * of their domain. */
static void slopes_along(run *v, const double *u, const double *slope, double length,
                         double *result) {
    assert(length > 0);
    const int m = v->s->constraints;
    double *above = v->engine->manifold.phi + m;
    double *below = above + m;
    constraint_beside(v, u, slope, length, above);
    constraint_beside(v, u, slope, -length, below);
    for (int i = 0; i < m; i++) {
        double here = v->ledger.residual[i];
        result[i] = (above[i] - below[i]) / (2 * length);
        if (!isfinite(above[i]))
            result[i] = (here - below[i]) / length;
        if (!isfinite(below[i]))
            result[i] = (above[i] - here) / length;
    }
}

/* What row i is made of along the direction. */
typedef struct row_rate {
    double rate, size; /* the sum of the terms, and of their sizes */
    double noise;      /* of the differences that they come from */
    double time;       /* the derivative by time in the Jacobian */
    double longest;    /* a step along the direction to differentiate the row over */
} row_rate;

static row_rate sum_row(const run *v, const double *u, const double *slope, int i) {
    assert(i >= 0 && i < v->s->constraints);
    const manifold *m = &v->engine->manifold;
    row_rate sum = {.longest = INFINITY};
    for (int k = m->pattern.start[i]; k < m->pattern.start[i + 1]; k++) {
        int j = m->pattern.column[k];
        double term = m->value[k] * slope[j];
        double reach = reach_of(v, u, j);
        if (j == 0)
            sum.time = m->value[k];
        if (term == 0)
            continue;
        sum.rate += term;
        sum.size += fabs(term);
        sum.longest = fmin(sum.longest, reach / fabs(slope[j]));
        if (!v->s->jacobian)
            sum.noise += ROUNDED * v->ledger.unit[i] / reach * fabs(slope[j]);
    }
    return sum;
}

/* A given Jacobian may have no column for time, and the constraint depend on it. */
static void add_time(const run *v, const double *u, const double *slope, int i,
                     row_rate *sum) {
    double term = v->tangency.by_time[i] * slope[0];
    double reach = reach_of(v, u, 0);
    if (sum->time != 0 || !isfinite(term) || term == 0)
        return;
    sum->rate += term;
    sum->size += fabs(term);
    sum->longest = fmin(sum->longest, reach / fabs(slope[0]));
    sum->noise += ROUNDED * v->ledger.unit[i] / reach * fabs(slope[0]);
}

/* Does the constraint itself change along the direction, by more than `bound`? Estimates
 * over shorter and shorter steps agree then. */
static int is_confirmed(run *v, const double *u, const double *slope, int i,
                        double longest, double bound, double *rate) {
    enum { TRIES = 5 };
    const double SHORTER = 0.125;
    double last = NAN;
    double length = longest;
    for (int k = 0; k < TRIES; k++, length *= SHORTER) {
        slopes_along(v, u, slope, length, v->tangency.along);
        double now = v->tangency.along[i];
        double noise = ROUNDED * v->ledger.unit[i] / length;
        if (!(fabs(now) > bound + noise))
            return 0;
        *rate = now;
        if (fabs(now - last) <= AGREE * fabs(now))
            return 1;
        last = now;
    }
    return 0;
}

static int is_watched(const run *v, int i) {
    return !v->engine->retraction.active.left_out[i];
}

/* Compares the rate d phi/dt + J v of each constraint with the sizes of its terms; one
 * that is too large is confirmed by differences of the constraint itself before it is
 * reported. */
invo_status tangency_check(run *v, const double *u, const double *slope) {
    const invo_system *s = v->s;
    tangency *t = &v->tangency;
    t->row = -1;
    if (s->ledger.rows || s->rates.values || s->constraints == 0 || !is_on_constraints(v))
        return INVO_OK;
    if (s->jacobian)
        slopes_along(v, u, NULL, reach_of(v, u, 0), t->by_time);
    for (int i = 0; i < s->constraints; i++) {
        row_rate sum = sum_row(v, u, slope, i);
        if (s->jacobian)
            add_time(v, u, slope, i, &sum);
        t->size[i] = fmax(t->size[i], sum.size);
        double bound = allowed_share(v) * t->size[i];
        if (!is_watched(v, i) || !(fabs(sum.rate) > bound + sum.noise))
            continue;
        if (!is_confirmed(v, u, slope, i, sum.longest, bound, &t->rate))
            continue;
        t->row = i;
        t->terms = sum.size;
        v->ledger.bad_row = i;
        v->ledger.bad_units = t->rate;
        return INVO_E_INCONSISTENT;
    }
    return INVO_OK;
}

void tangency_lay_out(tangency *t, const invo_system *s, pool *p) {
    const size_t constraints = (size_t)s->constraints;
    t->size = pool_doubles(p, constraints);
    t->by_time = pool_doubles(p, constraints);
    t->along = pool_doubles(p, constraints);
    t->row = -1;
}
