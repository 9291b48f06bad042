/* SPDX-License-Identifier: BSD-3-Clause */
#include "../method/taylor.h"
#include "engine.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const retraction_class *find_retraction(const plan *o) {
    assert(o->retraction != RETRACTION_AUTO);
    const int weighs = o->metric == METRIC_MASS;
    if (o->retraction != RETRACTION_ORTHOGONAL)
        return retraction_find(o->retraction);
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
static invo_status find_mass(engine *e, const plan *o) {
    const invo_system *s = e->s;
    e->metric.mass = NULL;
    if (o->metric != METRIC_MASS)
        return INVO_OK;
    int bad = mass_find(&e->mass, s);
    if (bad)
        return report_at(e->context, INVO_E_ARGUMENT, NAN,
                         s->row ? s->row[bad - 1].where : "",
                         "--metric mass: %s does not belong to exactly one coordinate. "
                         "Write one equation of motion for each coordinate, in the order "
                         "of the coordinates, or use another metric",
                         s->row ? s->row[bad - 1].equation : "the direction");
    e->metric.mass = &e->mass;
    double off = mass_freeze(&e->mass, &e->metric, s, s->start);
    if (off <= MASS_ASYMMETRY)
        return INVO_OK;
    return report(e->context, INVO_E_ARGUMENT, NAN,
                  "--metric mass: the mass matrix is not symmetric with a positive "
                  "diagonal (relative deviation %.3g). Write Lagrange's equations of "
                  "motion, in the order of the coordinates, or use another metric",
                  off);
}

/* Has the model kinks? Before one, what is seen of a coordinate there counts, however
 * large it was. Those of triggers, one each, change nothing. */
static int has_kinks(const invo_system *s) {
    int kinks = 0;
    for (int k = 0; k < s->events.count; k++)
        kinks += s->events.at[k].is_kink != 0;
    return kinks > s->triggers;
}

/* An explicit pair of order 8: its steps are short beside the changes of the solution. */
static int is_high_pair(const engine *e) {
    return e->method->kind == &rk_explicit && !e->doubling &&
           e->method->kind->order(&e->stepper) >= 8;
}

/* Do sizes of the last steps count in the weights of errors? Not by arclength, where the
 * solution may be steep. */
static int remembers_sizes(const engine *e, const plan *o) {
    const int is_high = is_high_pair(e) || e->method->kind == &taylor;
    return is_high && !e->by_length && !has_kinks(e->s) && isnan(o->step) &&
           o->like == LIKE_NONE && o->norm_size != NORM_SIZE_END;
}

/* The metric, the manifold and what lives on it. */
static void lay_out_geometry(engine *e, const plan *o, pool *p) {
    const invo_system *s = e->s;
    metric_lay_out(&e->metric, s, p);
    const retraction_settings settings = settings_of(o);
    manifold_lay_out(&e->manifold, s, equip_asks_gradients(e), p);
    direction_lay_out(&e->direction, p);
    retraction_lay_out(&e->retraction, &settings, &e->manifold, &e->metric, p);
    kernel_lay_out(&e->kernel, p);
    regularity_lay_out(&e->regularity, &e->kernel, &e->manifold, p);
}

/* What only some plans ask for takes no room with the others. */
static void lay_out_optional(engine *e, const plan *o, pool *p) {
    offer_lay_out(e, p);
    if (e->method->kind->needs & NEEDS_TANGENT)
        tangent_lay_out(&e->tangent, &e->retraction, p);
    if (o->direction == DIRECTION_BLOCK) {
        schur_lay_out(&e->schur, e->s, p);
        e->direction.schur = &e->schur;
    }
    if (o->metric == METRIC_MASS)
        mass_lay_out(&e->mass, e->s, p);
}

static void engine_lay_out(engine *e, const plan *o) {
    pool *p = &e->pool;
    lay_out_geometry(e, o, p);
    lay_out_optional(e, o, p);
    e->stepper.work =
        pool_doubles(p, e->method->kind->work_size(e->method->data, e->s->coordinates));
}

/* What a method has for itself, beyond the work that it shares. */
static invo_status prepare_method(engine *e) {
    const stepper_class *k = e->method->kind;
    if (k->needs & NEEDS_JACOBIAN)
        TRY(e->by_length ? top_form_new_along(&e->tops, e->s, &e->field, e->context)
                         : top_form_new(&e->tops, e->s, &e->direction, e->context));
    return k->prepare ? k->prepare(&e->stepper, &e->field, e->context) : INVO_OK;
}

/* Implicit methods damp what a step excites and may grow faster, [HW96] IV.8. */
static const double IMPLICIT_GROWTH = 8;

/* What has no derivative in the equations follows from the rest, and so does its error: a
 * coordinate of the unknowns as written, or one that an implicit method solves for. */
static int follows(const engine *e, const plan *o, int i) {
    const invo_system *s = e->s;
    if (method_is_implicit(e->method) && s->top.algebraic && s->top.algebraic[i])
        return 1;
    if (!s->required || !s->required[i])
        return 0;
    return o->norm_over == NORM_OVER_DIFFERENTIAL ||
           (s->coordinate && s->coordinate[i].order > 0);
}

/* Step doubling judges every step by itself, and errors add up: at tight tolerances,
 * where implicit methods of order p take tol^(-1/(p + 1)) steps, the sum outgrows the
 * tolerance. Steps are judged by a smaller one, so that the sum is in proportion to it;
 * the papers' rules stay as they are. */
static double caution(const engine *e, const plan *o) {
    static const double FROM = 1e-4;
    enum { LEAST_ORDER = 4 };
    const int order = e->method->kind->order(&e->stepper);
    if (!e->doubling || !method_is_implicit(e->method) || order < LEAST_ORDER)
        return 1;
    if (o->like != LIKE_NONE)
        return 1;
    return fmax(1, pow(FROM / o->rtol, 1.0 / order));
}

static void set_up_metric(engine *e, const plan *o) {
    metric *m = &e->metric;
    m->kind = o->metric;
    m->rtol = o->rtol / caution(e, o);
    m->atol = o->atol / caution(e, o);
    m->eases = e->method->kind == &taylor;
    m->absolute = o->norm == NORM_LENGTH;
    m->end_only = o->norm_size == NORM_SIZE_END;
    m->moves_time = e->by_length;
    m->remembers = remembers_sizes(e, o);
    for (int i = 0; i < e->s->coordinates; i++)
        m->ignored[i] = (char)(o->norm_over != NORM_OVER_ALL && follows(e, o, i));
    metric_prepare(m, e->s);
}

static void set_up_stepper(engine *e, const plan *o) {
    stepper *p = &e->stepper;
    p->low = o->advance == ADVANCE_LOW && !e->doubling;
    p->hermite = e->doubling;
    p->terms = method_series_order(e->method, o->rtol);
    if (p->terms > e->s->series.order)
        p->terms = e->s->series.order;
    p->secant = o->stage_derivative == SLOPE_SECANT;
    p->arclength = e->by_length;
    p->rtol = o->rtol;
    if (p->kind->scheme)
        p->scheme = p->kind->scheme(p);
    p->scheme.series = p->terms;
}

/* With 0.9 every fifth step of an explicit pair of order 8 is rejected. */
static double usual_safety(const engine *e) {
    if (e->method->kind == &taylor)
        return TAYLOR_SAFETY;
    return is_high_pair(e) && !has_kinks(e->s) ? 0.8 : 0.9;
}

/* Sets up the step size control; numbers of the plan that are left to it are filled in.
 */
static void set_up_controller(engine *e, plan *o) {
    const stepper_class *k = e->method->kind;
    controller *c = &e->controller;
    int q = e->doubling ? k->order(&e->stepper) : k->estimate_order(&e->stepper);
    if (q <= 0)
        q = k->order(&e->stepper);
    if (isnan(o->safety))
        o->safety = usual_safety(e);
    controller_init(c, o->controller, q, o->safety, o->max_growth);
    if (!isnan(o->pi_power))
        controller_remember(c, o->pi_power);
    if (!isnan(o->step_power))
        c->power = c->retry_power = o->step_power;
    if (k->propose && isnan(o->max_growth))
        c->max_growth = IMPLICIT_GROWTH;
    c->after_rejection = o->after_rejection;
    if (!isnan(o->min_factor))
        c->min_factor = o->min_factor;
    o->pi_power = c->beta;
    o->step_power = c->power;
    o->max_growth = c->max_growth;
    o->min_factor = c->min_factor;
}

/* Builds the parts of an engine in the order of their needs: what the system has to
 * provide, patterns, sizes (counted, then taken from one block), then the values that
 * need this memory. */
static invo_status engine_make(engine *e, plan *o, const retraction_class *kind) {
    assert(!e->pool.block);
    const invo_system *s = e->s;
    const unsigned needs = e->method->kind->needs;
    e->retraction.kind = kind;
    TRY(equip_gradients(e, o));
    TRY(direction_plan(&e->direction, s, e->context));
    TRY(retraction_plan(&e->retraction, kind, s, e->context));
    TRY(kernel_plan(&e->kernel, s, e->context));
    TRY(regularity_plan(&e->regularity, s, e->context));
    if (needs & (NEEDS_TAYLOR | NEEDS_TANGENT) & ~offer_bits(s))
        return message_needs(e->context, s, e->method);
    if (needs & NEEDS_TAYLOR)
        TRY(expansion_new(&e->expansion, s, e->context));
    engine_lay_out(e, o);
    if (!pool_open(&e->pool, memory_alloc(e->context, e->pool.used)))
        return INVO_E_MEMORY;
    engine_lay_out(e, o);
    assert(e->stepper.work && e->metric.w);
    TRY(prepare_method(e));
    TRY(find_mass(e, o));
    e->manifold.increment = isnan(o->difference_step) ? 0 : o->difference_step;
    set_up_stepper(e, o);
    set_up_metric(e, o);
    set_up_controller(e, o);
    return offer_all(e);
}

/* Will there be output rows, events or sections inside of steps, or questions later? */
static int has_rows_inside(const invo_system *s, const plan *o) {
    return o->points > 1 || !isnan(o->every) || o->given.dense || s->events.count > 0 ||
           s->sections.count > 0;
}

/* Makes an engine of a settled plan; one that fails on its way is freed as a whole. */
invo_status engine_new(invo_context *c, const invo_system *s, plan *o, int passing,
                       engine **made) {
    assert(s->coordinates > 0 && s->start);
    assert(o->method != METHOD_AUTO && o->controller != CONTROLLER_AUTO);
    const int is_kernel = kernel_is_meant(o->direction);
    engine *e = memory_alloc(c, sizeof *e);
    if (!e)
        return INVO_E_MEMORY;
    e->context = c;
    e->s = s;
    e->method = method_chosen(o->method);
    e->by_length = passing || o->by == BY_ARCLENGTH;
    e->by_kernel = passing || is_kernel;
    e->doubling = plan_doubles(o);
    e->stepper = (stepper){.kind = e->method->kind, .method = e->method->data};
    e->field = (field){.n = s->coordinates,
                       .offers = offer_bits(s),
                       .tops = &e->tops,
                       .has_rows_inside = has_rows_inside(s, o)};
    e->kernel.kind = is_kernel ? o->direction : DIRECTION_BORDER;
    e->kernel.euclidean = o->metric == METRIC_EUCLIDEAN;
    invo_status status =
        engine_make(e, o, passing ? &retraction_normal : find_retraction(o));
    if (status)
        engine_free(e);
    else
        *made = e;
    return status;
}

void engine_free(engine *e) {
    if (!e)
        return;
    if (e->stepper.kind->release)
        e->stepper.kind->release(&e->stepper);
    top_form_free(&e->tops);
    direction_free(&e->direction);
    retraction_free(&e->retraction);
    kernel_free(&e->kernel);
    regularity_free(&e->regularity);
    expansion_free(&e->expansion);
    free(e->pool.block);
    free(e);
}

void engine_count(const engine *e, invo_statistics *t) {
    const retraction *r = &e->retraction;
    const long directions = e->direction.factorizations + e->kernel.factorizations +
                            e->schur.factorizations + e->expansion.factorizations;
    t->evaluations += e->direction.evaluations + e->tops.evaluations;
    t->jacobians += e->manifold.jacobians + e->tops.jacobians;
    t->direction_factorizations += directions;
    t->factorizations += directions + r->factorizations + e->stepper.factorizations;
    t->linear_iterations +=
        e->kernel.iterations + e->schur.iterations + r->linear_iterations;
    t->newton_iterations += r->iterations;
    t->retractions += r->calls;
    if (r->most_iterations > t->newton_max)
        t->newton_max = r->most_iterations;
    t->selector_changes += r->selector_changes;
    t->retraction_fallbacks += r->fallbacks;
    t->omissions += r->active.omissions;
    t->folds += r->folds; /* beside those of the method */
}

void engine_hurry(engine *e, int order) {
    direction_hurry(&e->direction, order);
    e->retraction.hurries = order > 0;
}

/* Above so many coordinates making code takes longer than several steps without it, and
 * more memory than all the rest: what is left of a run may go without. */
enum { MADE_FOR_FEW_STEPS = 500, FEW_STEPS = 20 };

invo_status engine_prepare(engine *e, const double *u, const double *z, double steps) {
    const invo_shortcut *k = &e->s->shortcut;
    const int again = direction_is_distrusted(&e->direction);
    int order;
    if (!k->make || e->by_kernel || e->direction.schur || (e->direction.order && !again))
        return INVO_OK;
    if (steps < FEW_STEPS && e->s->coordinates > MADE_FOR_FEW_STEPS)
        return INVO_OK;
    const int has_scheme = e->stepper.scheme.stages || e->stepper.scheme.series;
    const invo_scheme *scheme = has_scheme ? &e->stepper.scheme : NULL;
    TRY((invo_status)k->make(e->s->self, scheme, e->planned, u, z, again, &order));
    engine_hurry(e, order);
    direction_compare(&e->direction, u);
    return INVO_OK;
}

/* Computes the direction from the blocks of top equations or from the kernel of (b,
 * J), and scales it: to length 1 by arclength, to dt = 1 by time. */
invo_status engine_direction(engine *e, const double *u, double *slope, int refine) {
    assert(u != slope);
    direction *d = &e->direction;
    const int n = e->s->coordinates;
    if (!e->by_kernel) {
        double length = slope[0] < 0 ? -1 : 1;
        TRY(direction_at(d, u, slope, refine));
        if (e->by_length)
            length *= kernel_length(&e->kernel, slope);
        for (int i = 0; e->by_length && i < n; i++)
            slope[i] /= length;
        return INVO_OK;
    }
    d->evaluations++;
    invo_status status = kernel_at(&e->kernel, u, slope, d->z, refine);
    if (status) {
        d->unknown = e->kernel.unknown;
        d->block = -1;
        return status;
    }
    direction_rest(d, u, e->kernel.given);
    double tau = slope[0];
    if (e->by_length)
        return INVO_OK;
    if (!(fabs(tau) > DBL_MIN)) {
        d->unknown = d->block = -1;
        return INVO_E_DIRECTION;
    }
    for (int i = 0; i < n; i++)
        slope[i] /= tau;
    return INVO_OK;
}
