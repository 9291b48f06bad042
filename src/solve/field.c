/* SPDX-License-Identifier: BSD-3-Clause */
/* The field that steppers see: the engine's geometry, with what the run notes of its
 * use. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include "../base/number.h"
#include "run.h"

static invo_status field_direction(void *self, const double *p, double *slope) {
    run *v = self;
    const kernel *k = &v->engine->kernel;
    if (run_is_interrupted(v))
        return INVO_E_INTERRUPT;
    TRY(run_direction(v, p, slope, 0));
    if (v->engine->by_kernel && k->knows_sign)
        v->arc.astray |= k->sign == -v->arc.sign;
    return INVO_OK;
}

static invo_status field_stage_direction(void *self, const double *p, double *slope) {
    run *v = self;
    if (run_is_interrupted(v))
        return INVO_E_INTERRUPT;
    return direction_stage(&v->engine->direction, p, slope);
}

static const double *field_step(void *self, const double *p, const double *slope,
                                double h) {
    run *v = self;
    engine *e = v->engine;
    if (run_is_interrupted(v))
        return NULL;
    return direction_step(&e->direction, p, slope, h, e->stepper.scheme.stages);
}

static const double *field_dense(void *self, const double *p, const double *k, double h) {
    run *v = self;
    return direction_dense(&v->engine->direction, p, k, h,
                           v->engine->stepper.scheme.extra);
}

static invo_status field_stage(void *self, double *p) {
    run *v = self;
    retraction *r = &v->engine->retraction;
    if (run_is_interrupted(v))
        return INVO_E_INTERRUPT;
    r->previous = v->now.from;
    r->velocity = v->now.from_slope;
    return retract(r, p);
}

/* How far the last retraction moved a new point p, in tolerances, round-off aside. */
static double field_move(run *v, const double *p) {
    const double *from = v->engine->retraction.from;
    if (v->s->constraints == 0) /* nothing to retract onto */
        return vector_first_infinite(v->n, p) < 0 ? 0 : NAN;
    if (isnan(v->now.estimate)) /* else it is that of the estimate */
        metric_error_scale(&v->engine->metric, v->s, v->u, p, v->scale);
    for (int i = 0; i < v->n; i++) {
        double x = fabs(p[i] - from[i]) - 100 * DBL_EPSILON * fabs(p[i]);
        v->point[i] = x > 0 || isnan(x) ? x : 0;
    }
    return controller_norm(v->n, v->point, v->scale);
}

static invo_status field_retract(void *self, double *p) {
    run *v = self;
    const int lands = !isnan(v->now.target);
    if (lands && !v->now.lands_late)
        p[0] = v->now.target;
    TRY(field_stage(v, p));
    if (lands && v->now.lands_late)
        p[0] = v->now.target;
    v->now.farthest = larger(v->now.farthest, field_move(v, p));
    if (!isnan(v->o.step))
        steady_retracted(v, p);
    return INVO_OK;
}

/* The highest derivatives are known where the step begins. */
static invo_status field_expand(void *self, const double *p, double h, int order,
                                double *coefficient) {
    assert(order > 0);
    run *v = self;
    engine *e = v->engine;
    const double *z = v->top_before;
    if (p != v->u) {
        TRY(direction_at(&e->direction, p, v->slope, 0));
        z = e->direction.z;
    }
    invo_status status = expansion_at(&e->expansion, p, z, h, order, coefficient);
    if (status) {
        e->direction.unknown = e->expansion.unknown;
        e->direction.block = -1;
    }
    return status;
}

static invo_status field_tangent(void *self, const double *p, int count, double *const *x,
                                 const double *slope, double *y) {
    assert(count > 0 && x);
    const run *v = self;
    tangent *t = &v->engine->tangent;
    double *mu = v->engine->retraction.mu;
    TRY(tangent_take(t, p));
    for (int k = 0; k < count; k++)
        tangent_project(t, x[k], k ? NULL : mu);
    if (!y)
        return INVO_OK;
    tangent_curve(t, p, mu, slope, y);
    tangent_project(t, y, NULL);
    return INVO_OK;
}

static invo_status field_hamiltonian(void *self, const double *p, double *value,
                                     double *gradient, double *hessian) {
    const run *v = self;
    return hamiltonian_at(&v->engine->offer.hamiltonian, p, value, gradient, hessian);
}

static invo_status field_jacobian(void *self, const double *p, double *matrix) {
    const run *v = self;
    return offer_jacobian(v->engine, p, matrix);
}

void run_connect(run *v) {
    field *f = &v->engine->field;
    f->self = v;
    v->engine->planned = v->rows.planned;
    f->direction = field_direction;
    if (!v->engine->by_kernel && !v->engine->by_length)
        f->stage_direction = field_stage_direction;
    if (f->stage_direction && v->engine->stepper.scheme.stages &&
        v->o.project == PROJECT_STEP) {
        f->step = field_step;
        f->dense = field_dense;
    }
    f->retract = field_retract;
    f->retract_stage = v->o.project == PROJECT_STAGES ? field_stage : NULL;
    f->retract_inner = field_stage;
    f->retract_other = v->o.estimate == ESTIMATE_RETRACTED ? field_stage : NULL;
    f->expand = field_expand;
    f->tangent = field_tangent;
    f->hamiltonian = field_hamiltonian;
    f->jacobian = field_jacobian;
    v->engine->retraction.unit = v->ledger.unit;
    if (v->result)
        ledger_follow_drops(v);
    coast_forget(v);
    equip_tell(v->engine, &v->o, &v->told.tops, &v->told.gradients);
}
