/* SPDX-License-Identifier: BSD-3-Clause */
/* Before the first step: what the parts of the solver are set to, and the result. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../base/number.h"
#include "solver.h"

/* The field that steppers see. */

static invo_status field_direction(void *self, const double *p, double *v) {
    solver *sv = self;
    TRY(solver_direction(sv, p, v, 0));
    if (sv->arc.kernel && sv->kernel.knows_sign)
        sv->arc.astray |= sv->kernel.sign == -sv->arc.sign;
    return INVO_OK;
}

/* Retracts a point of the step at hand. */
static invo_status retract_in_step(solver *sv, double *p) {
    sv->retraction.previous = sv->from;
    sv->retraction.velocity = sv->from_slope;
    return retract(&sv->retraction, p);
}

static invo_status field_stage(void *self, double *p) {
    return retract_in_step(self, p);
}

/* How far the last retraction moved a new point p, in tolerances, round-off aside. */
static double prepare_length_of_move(solver *sv, const double *p) {
    const double *from = sv->retraction.from;
    metric_error_scale(&sv->metric, sv->s, sv->u, p, sv->scale);
    for (int i = 0; i < sv->n; i++) {
        double x = fabs(p[i] - from[i]) - 100 * DBL_EPSILON * fabs(p[i]);
        sv->point[i] = x > 0 || isnan(x) ? x : 0;
    }
    return controller_norm(sv->n, sv->point, sv->scale);
}

static invo_status field_retract(void *self, double *p) {
    solver *sv = self;
    if (!isnan(sv->target))
        p[0] = sv->target;
    TRY(retract_in_step(sv, p));
    sv->farthest = larger(sv->farthest, prepare_length_of_move(sv, p));
    if (!isnan(sv->o.step))
        steady_retracted(sv, p);
    return INVO_OK;
}

static long output_rows(const plan *o) {
    double intervals = (double)o->points;
    if (o->steps)
        return 1000;
    if (!isnan(o->every))
        intervals = fabs(o->stop - o->start) / o->every;
    return intervals < 1e8 ? (long)intervals + 2 : 100000000;
}

/* Implicit methods damp what a step excites and may grow faster, [HW96] IV.8. */
static const double IMPLICIT_GROWTH = 8;

/* What has no derivative in the equations follows from the rest, and so does its error: a
 * coordinate of the unknowns as written, or one that an implicit method solves for. */
static int follows(const solver *v, int i) {
    const invo_system *s = v->s;
    const int implicit = (v->method->kind->needs & NEEDS_JACOBIAN) != 0;
    if (implicit && s->algebraic && s->algebraic[i])
        return 1;
    if (!s->required || !s->required[i])
        return 0;
    return v->o.norm_over == NORM_OVER_DIFFERENTIAL ||
           (s->coordinate && s->coordinate[i].order > 0);
}

static void mark_ignored(solver *v) {
    v->metric.absolute = v->o.norm == NORM_LENGTH;
    v->metric.end_only = v->o.norm_size == NORM_SIZE_END;
    for (int i = 0; i < v->n; i++)
        v->metric.ignored[i] = (char)(v->o.norm_over != NORM_OVER_ALL && follows(v, i));
}

/* Step doubling judges every step by itself, and errors add up: at tight tolerances,
 * where implicit methods of order p take tol^(-1/(p + 1)) steps, the sum outgrows the
 * tolerance. Steps are judged by a smaller one, so that the sum is in proportion to it;
 * the papers' rules stay as they are. */
static double caution(const solver *v) {
    static const double FROM = 1e-4;
    enum { LEAST_ORDER = 4 };
    const int order = v->method->kind->order(&v->stepper);
    if (!v->doubling || !method_is_implicit(v->method) || order < LEAST_ORDER)
        return 1;
    if (v->o.like != LIKE_NONE)
        return 1;
    return fmax(1, pow(FROM / v->o.rtol, 1.0 / order));
}

static void set_up_control(solver *v) {
    const plan *o = &v->o;
    const stepper_class *k = v->method->kind;
    v->metric.kind = o->metric;
    v->doubling = plan_doubles(o);
    v->metric.rtol = o->rtol / caution(v);
    v->metric.atol = o->atol / caution(v);
    v->stepper.low = o->advance == ADVANCE_LOW && !v->doubling;
    v->stepper.hermite = v->doubling;
    v->stepper.terms = method_series_order(v->method, o->rtol);
    if (v->stepper.terms > v->s->series_order)
        v->stepper.terms = v->s->series_order;
    v->metric.eases = k == &taylor;
    int q = v->doubling ? k->order(&v->stepper) : k->estimate_order(&v->stepper);
    if (q <= 0)
        q = k->order(&v->stepper);
    controller_init(&v->controller, o->controller, q, o->safety, o->max_growth);
    if (!isnan(o->pi_power))
        controller_remember(&v->controller, o->pi_power);
    v->o.pi_power = v->controller.beta;
    if (!isnan(o->step_power)) {
        v->controller.power = o->step_power;
        v->controller.retry_power = o->step_power;
    }
    v->o.step_power = v->controller.power;
    if (k->propose && isnan(o->max_growth))
        v->controller.max_growth = IMPLICIT_GROWTH;
    v->o.max_growth = v->controller.max_growth;
    v->controller.after_rejection = o->after_rejection;
    if (!isnan(o->min_factor))
        v->controller.min_factor = o->min_factor;
    v->o.min_factor = v->controller.min_factor;
    v->manifold.increment = isnan(o->difference_step) ? 0 : o->difference_step;
    v->stepper.secant = o->stage_derivative == SLOPE_SECANT;
    mark_ignored(v);
    v->stepper.arclength = v->metric.moves_time = v->arc.on;
    v->stepper.rtol = o->rtol;
    v->field =
        (field){.n = v->n,
                .offers = solver_offers(v->s),
                .self = v,
                .direction = field_direction,
                .retract = field_retract,
                .retract_stage = o->project == PROJECT_STAGES ? field_stage : NULL,
                .retract_inner = field_stage,
                .retract_other = o->estimate == ESTIMATE_RETRACTED ? field_stage : NULL,
                .expand = solver_expand,
                .tangent = solver_tangent,
                .tops = &v->tops};
}

static int has_range(const invo_system *s) {
    for (int k = 0; s->column && k < s->columns; k++)
        if (s->column[k].min > -INFINITY || s->column[k].max < INFINITY)
            return 1;
    return 0;
}

/* What is kept by column of the result through all systems. */
static invo_status allocate_lasting(solver *v) {
    size_t columns = (size_t)v->result->columns;
    size_t row = v->s->sections ? columns + 1 : 0;
    size_t ranged = has_range(v->s) ? columns : 0;
    v->lasting =
        memory_alloc(v->context, (3 * (1 + columns) + row + 2 * ranged) * sizeof(double) +
                                     (columns + 1) * sizeof(int) + ranged);
    if (!v->lasting)
        return INVO_E_MEMORY;
    v->safe = v->lasting;
    v->arc.kept = v->safe + 2 * (1 + columns);
    v->section_row = v->arc.kept + 1 + columns;
    v->outside_time = v->section_row + row;
    v->outside_value = v->outside_time + ranged;
    v->column_of = (int *)(v->outside_value + ranged);
    if (ranged)
        v->outside = (char *)(v->column_of + columns);
    return INVO_OK;
}

/* Which column and which row of the ledger of the system is which of the result. */
static invo_status map_result(solver *v, int first) {
    const invo_system *s = v->s;
    char buffer[32];
    int next = 0; /* what follows the last one found: most come in the same order */
    for (int k = 0; k < v->result->columns; k++) {
        v->column_of[k] = (s->column && !first) || k == v->arc.column ? -1 : k;
        if (k == v->arc.column)
            continue;
        for (int n = 0; n < s->columns && v->column_of[k] < 0; n++) {
            int i = (next + n) % s->columns;
            if (strcmp(s->column[i].name, result_column(v->result, k)) == 0) {
                v->column_of[k] = i;
                next = i + 1;
            }
        }
    }
    next = 0;
    for (int i = 0; i < manifold_rows(s); i++) {
        invo_row row = result_row_of(s, i, buffer, sizeof buffer);
        v->ledger_of[i] =
            first ? i : result_ledger_row(v->context, v->result, &row, next);
        if (v->ledger_of[i] < 0)
            return INVO_E_MEMORY;
        next = v->ledger_of[i] + 1;
    }
    return INVO_OK;
}

/* Whether residuals are bounded, in all systems of the run so far. */
static void note_bound(solver *v) {
    static const double ANY = 1 / DBL_EPSILON; /* units: as large as its own terms */
    if (!(v->o.constraint_bound < ANY))
        v->result->enforced = 0;
}

static void set_up_arclength(solver *v) {
    const int is_kernel = kernel_is_meant(v->o.direction);
    v->arc = (arc){.on = v->o.by == BY_ARCLENGTH,
                   .kernel = is_kernel,
                   .column = -1,
                   .lost_row = -1,
                   .kept_rows = -1,
                   .gentlest = INFINITY};
    v->arc.sense = v->arc.side = v->o.stop < v->o.start ? -1 : 1;
    v->kernel.kind = is_kernel ? v->o.direction : DIRECTION_BORDER;
    v->kernel.euclidean = v->o.metric == METRIC_EUCLIDEAN;
}

/* s, if the model has no column of that name. */
static const char *length_name(const invo_result *r) {
    for (int k = 0; k < r->columns; k++)
        if (strcmp(result_column(r, k), "s") == 0)
            return "arclength";
    return "s";
}

invo_status solver_new(invo_context *c, const invo_system *s, const plan *p, solver *v) {
    *v = (solver){.context = c,
                  .s = s,
                  .o = *p,
                  .n = s->coordinates,
                  .target = NAN,
                  .last_event = NAN,
                  .renewed = NAN};
    TRY(equip_method(c, s, p));
    TRY(plan_settle(c, &v->o, s));
    v->method = method_chosen(v->o.method);
    v->stepper = (stepper){.kind = v->method->kind, .method = v->method->data};
    set_up_arclength(v);
    TRY(solver_allocate(v));
    if (v->direction.schur)
        TRY(message_no_saddle(v));
    set_up_control(v);
    TRY(offer_all(v));
    v->result = result_new(c, s, output_rows(&v->o));
    if (!v->result)
        return INVO_E_MEMORY;
    if (v->arc.on) {
        v->arc.column = v->result->columns;
        TRY(result_add_column(c, v->result, length_name(v->result)));
    }
    TRY(allocate_lasting(v));
    TRY(map_result(v, 1));
    v->result->settings = plan_words(&v->o);
    note_bound(v);
    chooser_begin(v);
    return INVO_OK;
}

/* Adds the counts of the system that is left behind. */
static void keep_counts(solver *v, const direction *d, const manifold *m,
                        const retraction *r, const kernel *k) {
    v->direction.evaluations += d->evaluations;
    v->direction.factorizations += d->factorizations;
    v->manifold.jacobians += m->jacobians;
    v->retraction.factorizations += r->factorizations;
    v->kernel.factorizations += k->factorizations;
    v->kernel.iterations += k->iterations;
    v->retraction.iterations += r->iterations;
    v->retraction.calls += r->calls;
    v->retraction.linear_iterations += r->linear_iterations;
    v->retraction.selector_changes += r->selector_changes;
    v->retraction.fallbacks += r->fallbacks;
    v->retraction.folds += r->folds;
    v->retraction.active.omissions += r->active.omissions;
    if (r->most_iterations > v->retraction.most_iterations)
        v->retraction.most_iterations = r->most_iterations;
}

static void release_method(solver *v) {
    if (v->stepper.kind && v->stepper.kind->release)
        v->stepper.kind->release(&v->stepper);
    top_form_free(&v->tops);
}

/* What belongs to one system and one method. */
static void release_system(solver *v) {
    release_method(v);
    direction_free(&v->direction);
    retraction_free(&v->retraction);
    kernel_free(&v->kernel);
    regularity_free(&v->regularity);
    expansion_free(&v->expansion);
    free(v->block);
}

/* Leaves all that to somebody else. */
static void hand_over_system(solver *v) {
    v->stepper = (stepper){.kind = v->method->kind,
                           .method = v->method->data,
                           .factorizations = v->stepper.factorizations};
    v->tops = (top_form){.memory = NULL};
    v->block = NULL;
    v->direction.factor = NULL;
    v->retraction.sparse = NULL;
    v->retraction.block[0] = v->retraction.block[1] = NULL;
    v->expansion = (expansion){0};
    v->regularity = (regularity){0};
    v->kernel.border = NULL;
    v->kernel.owned = NULL;
}

static invo_status take_system(solver *v, const invo_system *s) {
    plan o = v->o;
    o.retraction = RETRACTION_AUTO;
    if (v->arc.on)
        o.by = BY_ARCLENGTH;
    v->s = s;
    v->n = s->coordinates;
    TRY(equip_method(v->context, s, &o));
    TRY(plan_settle_retraction(v->context, &o, s));
    if (v->o.retraction == RETRACTION_STAGED)
        v->o.retraction = o.retraction;
    plan_settle_bound(&v->o, s);
    note_bound(v);
    TRY(solver_allocate(v));
    set_up_control(v);
    TRY(offer_all(v));
    return map_result(v, 0);
}

/* Where it fails, all is as before. */
invo_status solver_switch(solver *v, const invo_system *s) {
    solver old = *v;
    v->method = method_chosen(v->o.method);
    hand_over_system(v);
    invo_status status = take_system(v, s);
    if (status) {
        release_system(v);
        *v = old;
        map_result(v, 0); /* whose rows are there */
        return status;
    }
    keep_counts(v, &old.direction, &old.manifold, &old.retraction, &old.kernel);
    v->tops.evaluations += old.tops.evaluations;
    v->tops.jacobians += old.tops.jacobians;
    v->expansion.factorizations += old.expansion.factorizations;
    v->schur.iterations += old.schur.iterations;
    v->schur.factorizations += old.schur.factorizations;
    release_system(&old);
    v->switches++;
    return INVO_OK;
}

/* What a current point consists of. */
static void prepare_keep_point(const solver *v, double *to) {
    size_t n = (size_t)v->n;
    size_t tops = (size_t)v->s->tops;
    size_t blocks = (size_t)v->s->blocks;
    memcpy(to, v->u, sizeof *to * n);
    memcpy(to + n, v->v, sizeof *to * n);
    memcpy(to + 2 * n, v->top_before, sizeof *to * tops);
    memcpy(to + 2 * n + tops, v->first_pivots, sizeof *to * blocks);
    memcpy(to + 2 * n + tops + blocks, v->hidden, sizeof *to * n);
    memcpy(to + 3 * n + tops + blocks, v->recent, sizeof *to * n);
}

static void prepare_put_point(solver *v, const double *from) {
    size_t n = (size_t)v->n;
    size_t tops = (size_t)v->s->tops;
    size_t blocks = (size_t)v->s->blocks;
    memcpy(v->u, from, sizeof *from * n);
    memcpy(v->v, from + n, sizeof *from * n);
    memcpy(v->top_before, from + 2 * n, sizeof *from * tops);
    memcpy(v->direction.z, from + 2 * n, sizeof *from * tops);
    memcpy(v->first_pivots, from + 2 * n + tops, sizeof *from * blocks);
    memcpy(v->direction.smallest, from + 2 * n + tops, sizeof *from * blocks);
    memcpy(v->hidden, from + 2 * n + tops + blocks, sizeof *from * n);
    memcpy(v->recent, from + 3 * n + tops + blocks, sizeof *from * n);
}

double *solver_keep_point(const solver *v) {
    double *kept = memory_alloc(
        v->context, sizeof *kept * (size_t)(4 * v->n + v->s->tops + v->s->blocks));
    if (kept)
        prepare_keep_point(v, kept);
    return kept;
}

void solver_put_point(solver *v, const double *kept) {
    prepare_put_point(v, kept);
    metric_freeze(&v->metric, v->s, v->u);
    section_begin(v);
    watch_change(v);
    v->stepper.kind->reset(&v->stepper);
}

invo_status solver_remake(solver *v) {
    double *kept = solver_keep_point(v);
    if (!kept)
        return INVO_E_MEMORY;
    invo_status status = solver_switch(v, v->s);
    if (!status)
        solver_put_point(v, kept);
    free(kept);
    return status;
}

invo_status solver_change_method(solver *v, choice_method m) {
    const double start = v->o.start;
    plan o = plan_with_method(&v->o, m);
    o.start = v->s->start[0]; /* which an event may have moved */
    TRY(equip_method(v->context, v->s, &o));
    TRY(plan_settle(v->context, &o, v->s));
    o.start = start;
    v->o = o;
    return solver_remake(v);
}

void solver_free(solver *v) {
    release_system(v);
    free(v->lasting);
}
