/* SPDX-License-Identifier: BSD-3-Clause */
/* The memory of an integration: one block, laid out once for the system and the options
 * at hand. What only some of them ask for takes no room with the others. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "solver.h"

static const retraction_class *find_retraction(const plan *o) {
    static const retraction_class *const all[] = {
        [RETRACTION_AUTO] = &retraction_none, /* of no settled plan */
        [RETRACTION_STAGED] = &retraction_staged,
        [RETRACTION_NORMAL] = &retraction_normal,
        [RETRACTION_ORTHOGONAL] = &retraction_orthogonal,
        [RETRACTION_CHART] = &retraction_chart,
        [RETRACTION_RADIAL] = &retraction_radial,
        [RETRACTION_NONE] = &retraction_none};
    const int weighs = o->metric == METRIC_MASS;
    if (o->retraction != RETRACTION_ORTHOGONAL)
        return all[o->retraction];
    switch (o->newton) {
    case NEWTON_EXACT:
        return weighs ? &retraction_exact : &retraction_exact_sparse;
    case NEWTON_INEXACT:
        return &retraction_inexact;
    case NEWTON_SIMPLIFIED:
        break;
    }
    return weighs ? &retraction_coupled : &retraction_orthogonal;
}

static retraction_settings settings_of(const plan *o) {
    retraction_settings s = {
        .bound =
            isfinite(o->constraint_bound) ? o->constraint_bound : PLAN_CONSTRAINT_BOUND,
        .tolerance = o->newton_tolerance,
        .relative = o->newton_relative,
        .forcing = o->newton_epsilon,
        .squared = o->newton_forcing == FORCING_SQUARED,
        .first_share = o->newton_first_epsilon,
        .relative_first = o->newton_first_test == FIRST_TEST_RELATIVE,
        .pivot_tolerance = o->pivot_tolerance,
        .fold_limit = o->fold_limit,
        .limit = o->newton_limit,
        .start = o->newton_start,
        .jacobian = o->jacobian,
        .rule = o->newton_test};
    if (o->jacobian == JACOBIAN_AUTO && o->newton == NEWTON_EXACT)
        s.jacobian = JACOBIAN_EVERY;
    return s;
}

static const double MASS_ASYMMETRY = 1e-8;

/* The mass matrix, if it is the metric: found, symmetric and with a positive diagonal at
 * the start. */
static invo_status find_mass(solver *v) {
    const invo_system *s = v->s;
    v->metric.mass = NULL;
    if (v->o.metric != METRIC_MASS)
        return INVO_OK;
    int bad = mass_find(&v->mass, s);
    if (bad)
        return report_at(
            v->context, INVO_E_ARGUMENT, NAN, s->row ? s->row[bad - 1].where : "",
            "--metric mass: %s does not belong to one coordinate; write one equation of "
            "motion for each, in the order of the coordinates, or use another metric",
            s->row ? s->row[bad - 1].equation : "the direction");
    v->metric.mass = &v->mass;
    double off = mass_freeze(&v->mass, &v->metric, s, s->start);
    if (off <= MASS_ASYMMETRY)
        return INVO_OK;
    return report(
        v->context, INVO_E_ARGUMENT, NAN,
        "--metric mass: the mass matrix is not symmetric with a positive diagonal "
        "(off by %.3g of it); write Lagrange's equations of motion, in the order "
        "of the coordinates, or use another metric",
        off);
}

static char *take_flags(pool *p, int count) {
    return pool_take(p, count, 1);
}

/* What the loop works on in every run. */
static void lay_out_points(solver *v, pool *p) {
    const invo_system *s = v->s;
    size_t n = (size_t)v->n;
    size_t tops = (size_t)s->tops;
    size_t rows = (size_t)manifold_rows(s);
    double **points[] = {&v->u,        &v->v,        &v->q,        &v->w,
                         &v->error[0], &v->error[1], &v->scale,    &v->point,
                         &v->slope,    &v->weight,   &v->metric.w, &v->metric.inverse,
                         &v->hidden,   &v->recent};
    for (size_t k = 0; k < sizeof points / sizeof *points; k++)
        *points[k] = pool_doubles(p, n);
    v->metric.tolerances = v->metric.kind != METRIC_SCALED ? pool_doubles(p, n) : NULL;
    v->work = v->point; /* [2 n], with slope: before the first step both are free */
    v->top = pool_doubles(p, tops);
    v->top_before = pool_doubles(p, tops);
    v->first_pivots = pool_doubles(p, (size_t)s->blocks);
    v->rate = pool_doubles(p, (size_t)s->checked);
    v->rate_size = pool_doubles(p, (size_t)s->checked);
    v->residual = pool_doubles(p, rows);
    v->unit = pool_doubles(p, rows);
    v->tangency.size = pool_doubles(p, (size_t)s->constraints);
    v->tangency.by_time = pool_doubles(p, (size_t)s->constraints);
    v->tangency.along = pool_doubles(p, (size_t)s->constraints);
    v->tangency.row = -1;
    v->ledger_of = pool_integers(p, rows);
    v->metric.ignored = take_flags(p, s->coordinates);
    v->metric.error = NULL;
}

static void lay_out_watch(watch *w, const invo_system *s, pool *p) {
    size_t n = (size_t)s->coordinates;
    size_t constraints = (size_t)s->constraints;
    w->point = pool_doubles(p, n);
    w->part = pool_doubles(p, constraints);
    w->left = pool_doubles(p, constraints);
    w->next_left = pool_doubles(p, constraints);
    if (constraints) {
        w->right = pool_doubles(p, n);
        w->next_right = pool_doubles(p, n);
    }
}

static void lay_out_geometry(solver *v, pool *p) {
    const retraction_settings settings = settings_of(&v->o);
    manifold_lay_out(&v->manifold, v->s, equip_asks_gradients(v), p);
    direction_lay_out(&v->direction, p);
    retraction_lay_out(&v->retraction, &settings, &v->manifold, &v->metric, p);
    v->retraction.unit = v->unit;
}

static void lay_out_events(solver *v, pool *p) {
    size_t n = (size_t)v->n;
    size_t events = (size_t)v->s->events;
    if (!v->s->happen && !events)
        return;
    v->event_point = pool_doubles(p, n);
    v->event_slope = pool_doubles(p, n);
    v->event_before = pool_doubles(p, n);
    v->errors = pool_doubles(p, n + (size_t)v->s->tops);
    v->event_top = pool_doubles(p, (size_t)v->s->tops);
    v->g = pool_doubles(p, events);
    v->g_low = pool_doubles(p, events);
    v->g_high = pool_doubles(p, events);
    v->g_start = pool_doubles(p, events);
    v->g_probe = pool_doubles(p, EVENT_PROBES * events);
    v->band = pool_doubles(p, events);
    v->slack = pool_doubles(p, events);
    v->side = pool_doubles(p, events);
    v->crossed = take_flags(p, v->s->events);
    v->armed = take_flags(p, v->s->events);
    v->bare = take_flags(p, v->s->events);
    v->g_bare = pool_doubles(p, events);
}

static void lay_out_arclength(solver *v, pool *p) {
    const invo_system *s = v->s;
    size_t n = (size_t)v->n;
    kernel_lay_out(&v->kernel, p);
    regularity_lay_out(&v->regularity, &v->kernel, &v->manifold, p);
    if (s->kernel || v->arc.on) {
        v->arc.point = pool_doubles(p, n);
        v->arc.slope = pool_doubles(p, n);
    }
}

/* What only some options ask for. */
static void lay_out_optional(solver *v, pool *p) {
    size_t n = (size_t)v->n;
    offer_lay_out(v, p);
    double *work = pool_doubles(p, section_work(v));
    if (p->block)
        section_lay_out(v, work);
    work = pool_doubles(p, front_work(v));
    if (p->block)
        front_lay_out(v, work);
    if (plan_doubles(&v->o)) {
        v->middle = pool_doubles(p, n);
        v->middle_slope = pool_doubles(p, n);
        v->coarse = pool_doubles(p, n);
    }
    if (!isnan(v->o.step)) {
        v->steady.before = pool_doubles(p, n);
        v->steady.size = pool_doubles(p, n);
        v->steady.steps = pool_doubles(p, n);
        v->steady.backs = pool_doubles(p, n);
        v->steady.missed = pool_doubles(p, n);
    }
    v->creep.from = pool_doubles(p, n);
    v->creep.asked = pool_doubles(p, n);
    v->creep.way = pool_doubles(p, n);
    v->creep.slack = pool_doubles(p, n);
    if (v->method->kind->needs & NEEDS_TANGENT)
        tangent_lay_out(&v->tangent, &v->retraction, p);
    if (v->o.direction == DIRECTION_BLOCK) {
        schur_lay_out(&v->schur, v->s, p);
        v->direction.schur = &v->schur;
    }
    if (v->o.metric == METRIC_MASS)
        mass_lay_out(&v->mass, v->s, p);
}

static void layout_lay_out(solver *v, pool *p) {
    lay_out_points(v, p);
    lay_out_watch(&v->watch, v->s, p);
    lay_out_geometry(v, p);
    lay_out_events(v, p);
    lay_out_arclength(v, p);
    lay_out_optional(v, p);
    v->from = v->from_slope = NULL;
    v->stepper.work = pool_doubles(p, v->method->kind->work_size(v->method->data, v->n));
}

/* What a method has for itself, beyond the work that it shares. */
static invo_status prepare_method(solver *v) {
    const stepper_class *k = v->method->kind;
    v->field.n = v->n;
    if (k->needs & NEEDS_JACOBIAN) {
        TRY(v->arc.on ? top_form_new_along(&v->tops, v->s, &v->field, v->context)
                      : top_form_new(&v->tops, v->s, &v->direction, v->context));
        v->field.tops = &v->tops;
    }
    return k->prepare ? k->prepare(&v->stepper, &v->field, v->context) : INVO_OK;
}

invo_status solver_allocate(solver *v) {
    const invo_system *s = v->s;
    const retraction_class *kind = find_retraction(&v->o);
    v->retraction.kind = kind;
    TRY(equip_gradients(v));
    TRY(direction_plan(&v->direction, s, v->context));
    TRY(retraction_plan(&v->retraction, kind, s, v->context));
    TRY(kernel_plan(&v->kernel, s, v->context));
    TRY(regularity_plan(&v->regularity, s, v->context));
    if (v->method->kind->needs & (NEEDS_TAYLOR | NEEDS_TANGENT) & ~solver_offers(s))
        return message_needs(v->context, s, v->method);
    if (v->method->kind->needs & NEEDS_TAYLOR)
        TRY(expansion_new(&v->expansion, s, v->context));
    pool all = {0};
    layout_lay_out(v, &all);
    v->block = memory_alloc(v->context, all.used);
    if (!pool_open(&all, v->block))
        return INVO_E_MEMORY;
    layout_lay_out(v, &all);
    TRY(prepare_method(v));
    equip_tell(v);
    return find_mass(v);
}
