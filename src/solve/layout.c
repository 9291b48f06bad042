/* SPDX-License-Identifier: BSD-3-Clause */
/* The memory of an integration: two blocks, laid out once for the system and the options
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
    int bad = mass_init(&v->mass, s, v->mass.z, v->mass_integers);
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

/* Hands out pieces of both blocks; without blocks it only counts. */
typedef struct pieces {
    double *block;
    size_t doubles;
    int *integer_block;
    size_t integers;
} pieces;

static double *layout_take(pieces *p, size_t count) {
    size_t at = p->doubles;
    p->doubles += count;
    return p->block ? p->block + at : NULL;
}

static int *take_integers(pieces *p, size_t count) {
    size_t at = p->integers;
    p->integers += count;
    return p->block ? p->integer_block + at : NULL;
}

static char *take_flags(pieces *p, int count) {
    return (char *)take_integers(p, (size_t)count / sizeof(int) + 1);
}

/* What the loop works on in every run. */
static void lay_out_points(solver *v, pieces *p) {
    const invo_system *s = v->s;
    size_t n = (size_t)v->n;
    size_t tops = (size_t)s->tops;
    size_t rows = (size_t)manifold_rows(s);
    double **points[] = {&v->u,        &v->v,        &v->q,        &v->w,
                         &v->error[0], &v->error[1], &v->scale,    &v->point,
                         &v->slope,    &v->weight,   &v->metric.w, &v->metric.inverse,
                         &v->hidden,   &v->recent};
    for (size_t k = 0; k < sizeof points / sizeof *points; k++)
        *points[k] = layout_take(p, n);
    v->metric.tolerances = v->metric.kind != METRIC_SCALED ? layout_take(p, n) : NULL;
    v->work = v->point; /* [2 n], with slope: before the first step both are free */
    v->top = layout_take(p, tops);
    v->top_before = layout_take(p, tops);
    v->first_pivots = layout_take(p, (size_t)s->blocks);
    v->rate = layout_take(p, (size_t)s->checked);
    v->rate_size = layout_take(p, (size_t)s->checked);
    v->residual = layout_take(p, rows);
    v->unit = layout_take(p, rows);
    v->tangency.size = layout_take(p, (size_t)s->constraints);
    v->tangency.by_time = layout_take(p, (size_t)s->constraints);
    v->tangency.along = layout_take(p, (size_t)s->constraints);
    v->tangency.row = -1;
    v->ledger_of = take_integers(p, rows);
    v->metric.ignored = take_flags(p, s->coordinates);
    v->metric.error = NULL;
}

static void lay_out_watch(watch *w, const invo_system *s, pieces *p) {
    size_t n = (size_t)s->coordinates;
    size_t constraints = (size_t)s->constraints;
    w->point = layout_take(p, n);
    w->part = layout_take(p, constraints);
    w->left = layout_take(p, constraints);
    w->next_left = layout_take(p, constraints);
    if (constraints) {
        w->right = layout_take(p, n);
        w->next_right = layout_take(p, n);
    }
}

static void lay_out_geometry(solver *v, pieces *p) {
    const invo_system *s = v->s;
    int jacobian = equip_asks_gradients(v);
    double *work = layout_take(p, manifold_work(s, jacobian));
    int *integers = take_integers(p, manifold_integers(s, jacobian));
    if (p->block)
        manifold_init(&v->manifold, s, jacobian, work, integers);
    work = layout_take(p, direction_work(&v->direction));
    if (p->block)
        direction_init(&v->direction, work);
    const retraction_settings settings = settings_of(&v->o);
    char *left_out = take_flags(p, s->constraints);
    work = layout_take(p, retraction_work(&v->retraction, s));
    integers = take_integers(p, retraction_integers(v->retraction.kind, s));
    if (p->block)
        retraction_init(&v->retraction, &settings, &v->manifold, &v->metric, work,
                        integers, left_out);
    v->retraction.unit = v->unit;
}

static void lay_out_events(solver *v, pieces *p) {
    size_t n = (size_t)v->n;
    size_t events = (size_t)v->s->events;
    if (!v->s->happen && !events)
        return;
    v->event_point = layout_take(p, n);
    v->event_slope = layout_take(p, n);
    v->event_before = layout_take(p, n);
    v->errors = layout_take(p, n + (size_t)v->s->tops);
    v->event_top = layout_take(p, (size_t)v->s->tops);
    v->g = layout_take(p, events);
    v->g_low = layout_take(p, events);
    v->g_high = layout_take(p, events);
    v->g_start = layout_take(p, events);
    v->g_probe = layout_take(p, EVENT_PROBES * events);
    v->band = layout_take(p, events);
    v->slack = layout_take(p, events);
    v->side = layout_take(p, events);
    v->crossed = take_flags(p, v->s->events);
    v->armed = take_flags(p, v->s->events);
    v->bare = take_flags(p, v->s->events);
    v->g_bare = layout_take(p, events);
}

static void lay_out_arclength(solver *v, pieces *p) {
    const invo_system *s = v->s;
    size_t n = (size_t)v->n;
    double *work = layout_take(p, kernel_work(&v->kernel));
    int *integers = take_integers(p, kernel_integers(&v->kernel));
    if (p->block)
        kernel_init(&v->kernel, work, integers);
    work = layout_take(p, regularity_work(&v->regularity));
    if (p->block)
        regularity_init(&v->regularity, &v->kernel, &v->manifold, work);
    if (s->kernel || v->arc.on) {
        v->arc.point = layout_take(p, n);
        v->arc.slope = layout_take(p, n);
    }
}

/* What only some options ask for. */
static void lay_out_optional(solver *v, pieces *p) {
    const invo_system *s = v->s;
    size_t n = (size_t)v->n;
    double *work = layout_take(p, offer_work(v));
    int *integers = take_integers(p, offer_integers(v));
    if (p->block)
        offer_lay_out(v, work, integers);
    work = layout_take(p, section_work(v));
    if (p->block)
        section_lay_out(v, work);
    work = layout_take(p, front_work(v));
    if (p->block)
        front_lay_out(v, work);
    if (plan_doubles(&v->o)) {
        v->middle = layout_take(p, n);
        v->middle_slope = layout_take(p, n);
        v->coarse = layout_take(p, n);
    }
    if (!isnan(v->o.step)) {
        v->steady.before = layout_take(p, n);
        v->steady.size = layout_take(p, n);
        v->steady.steps = layout_take(p, n);
        v->steady.backs = layout_take(p, n);
        v->steady.missed = layout_take(p, n);
    }
    v->creep.from = layout_take(p, n);
    v->creep.asked = layout_take(p, n);
    v->creep.way = layout_take(p, n);
    v->creep.slack = layout_take(p, n);
    if (v->method->kind->needs & NEEDS_TANGENT) {
        work = layout_take(p, tangent_work(s));
        if (p->block)
            tangent_init(&v->tangent, &v->retraction, work);
    }
    if (v->o.direction == DIRECTION_BLOCK) {
        work = layout_take(p, schur_work(s));
        integers = take_integers(p, schur_integers(s));
        if (p->block)
            schur_init(&v->schur, s, work, integers);
        v->direction.schur = &v->schur;
    }
    if (v->o.metric == METRIC_MASS) {
        v->mass.z = layout_take(p, mass_work(s));
        v->mass_integers = take_integers(p, mass_integers(s));
    }
}

static void layout_lay_out(solver *v, pieces *p) {
    lay_out_points(v, p);
    lay_out_watch(&v->watch, v->s, p);
    lay_out_geometry(v, p);
    lay_out_events(v, p);
    lay_out_arclength(v, p);
    lay_out_optional(v, p);
    v->from = v->from_slope = NULL;
    v->stepper.work = layout_take(p, v->method->kind->work_size(v->method->data, v->n));
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
    pieces all = {0};
    layout_lay_out(v, &all);
    v->block = memory_alloc(v->context, sizeof(double) * all.doubles);
    v->integers = memory_alloc(v->context, sizeof(int) * all.integers);
    if (!v->block || !v->integers)
        return INVO_E_MEMORY;
    layout_lay_out(v, &(pieces){.block = v->block, .integer_block = v->integers});
    TRY(prepare_method(v));
    equip_tell(v);
    return find_mass(v);
}
