/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop: attempt a step, judge it, record it. Nothing is allocated here but rows of
 * output beyond those that were announced. */
#include "solve.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "run.h"

/* A start that is on the manifold stays where it is: fixed values are kept to the last
 * bit. */
static int is_at_round_off(const run *v) {
    int row;
    const double units = manifold_most_units(v->s->constraints, NULL, NULL,
                                             v->ledger.residual, v->ledger.unit, &row);
    return v->s->ledger.rows && units <= v->engine->retraction.settings.bound / 2;
}

/* The direction where none is known nearby; by arclength in the sense of the run. */
static invo_status first_direction(run *v) {
    memset(v->v, 0, sizeof *v->v * (size_t)v->n);
    TRY(run_direction(v, v->u, v->v, 1));
    if (!v->engine->by_length || v->v[0] * v->arc.sense >= 0)
        return INVO_OK;
    for (int i = 0; i < v->n; i++)
        v->v[i] = -v->v[i];
    return run_direction(v, v->u, v->v, 1);
}

invo_status run_begin(run *v, point_use use) {
    copy(v->u, v->s->start, v->n);
    if (v->o.start_point && v->result->statistics.steps == 0)
        TRY(plan_place_start(v->context, v->s, v->o.start_point, v->u));
    return run_begin_here(v, use);
}

/* Puts the point onto the manifold, unless it is there to round-off, with its
 * direction, its ledger and a new start for all observers. */
invo_status run_begin_here(run *v, point_use use) {
    const invo_system *s = v->s;
    const long iterations = v->engine->retraction.iterations;
    v->engine->direction.unknown = v->engine->direction.block = -1;
    metric_freeze(&v->engine->metric, s, v->u);
    metric_forget(&v->engine->metric, v->n, v->u);
    memset(v->engine->direction.z, 0, sizeof *v->engine->direction.z * (size_t)s->tops);
    manifold_ledger(&v->engine->manifold, v->u, NULL, v->ledger.residual, v->ledger.unit);
    if (!is_at_round_off(v))
        TRY(retract(&v->engine->retraction, v->u));
    memset(&v->tally, 0, sizeof v->tally);
    v->tally.down = v->tally.up = v->engine->retraction.iterations - iterations;
    TRY(first_direction(v));
    TRY(ledger_examine(v, v->u, v->v, use));
    v->sign = v->engine->direction.sign;
    v->arc.sign = 0;
    copy(v->top_before, v->engine->direction.z, s->tops);
    copy(v->first_pivots, v->engine->direction.smallest, s->blocks.count);
    observe_begin(v);
    v->engine->stepper.kind->reset(&v->engine->stepper);
    return INVO_OK;
}

/* A start that is off by more than this many units of round-off is reported where it was
 * brought by hand: the digits of its values were not meant to be on the constraints. */
static const double OFF_CONSTRAINTS = 1000;

/* The first point and the first row. */
static invo_status solve_begin(run *v) {
    const invo_system *s = v->s;
    int row = -1;
    double units = 0;
    double residual = 0;
    if (!s->ledger.rows && s->constraints) {
        units = manifold_units(&v->engine->manifold, s->start, s->constraints, NULL, NULL,
                               &row);
        residual = v->engine->manifold.row[row];
    }
    if (s->shortcut.begin)
        s->shortcut.begin(s->self);
    TRY(run_begin(v, POINT_OF_START));
    ledger_begin_step(v);
    if (units > OFF_CONSTRAINTS)
        message_start(v, row, residual);
    v->rows.next = 1;
    TRY(ledger_take_fixed(v));
    record_final(v, v->u);
    v->rows.kept = 1;
    v->rows.hides_events = v->o.event_rows == EVENT_ROWS_NO;
    TRY(record_row(v, v->u));
    return dense_start(v);
}

/* One step of the method. Its stages are retracted as seen from its own beginning, also
 * where that is the middle of a step. */
static invo_status method_step(run *v, step *d) {
    v->now.from = d->p;
    v->now.from_slope = d->v;
    v->engine->retraction.begins = 1;
    return v->engine->stepper.kind->step(&v->engine->stepper, &v->engine->field, d);
}

/* Is it the whole step that goes on, and not the two halves? Never by the elementary
 * control, where --advance is for pairs. */
static int solve_is_whole(const run *v) {
    return v->o.advance == ADVANCE_LOW && v->o.controller != CONTROLLER_ELEMENTARY;
}

/* One step of the method, or a full and two half steps. */
static invo_status make_step(run *v, step *d) {
    const stepper_class *k = v->engine->stepper.kind;
    v->engine->direction.unknown = v->engine->direction.block = v->engine->tops.row =
        -1; /* no trouble there yet */
    active_set_begin(&v->engine->retraction.active);
    if (!v->engine->doubling)
        return method_step(v, d);
    const int high = !solve_is_whole(v);
    step whole = *d;
    step first = *d;
    step second = *d;
    *(high ? &whole.q : &second.q) = v->halves.coarse;
    first.q = v->halves.point;
    first.w = v->halves.slope;
    whole.error[0] = whole.error[1] = first.error[0] = first.error[1] = NULL;
    second.error[0] = second.error[1] = NULL;
    whole.refuse = first.refuse = second.refuse = NULL;
    double target = v->now.target;
    TRY(method_step(v, &whole));
    /* What only serves the estimate may err by more. */
    double farthest = high ? 0 : v->now.farthest;
    v->now.farthest = 0;
    v->now.target = NAN;
    first.h = d->h / 2;
    if (!v->engine->by_length)
        first.h = run_exact_size(v, first.h);
    second.h = d->h - first.h;
    invo_status status = method_step(v, &first);
    v->now.target = target;
    TRY(status);
    if (!first.has_w) {
        copy(first.w, d->v, v->n);
        TRY(run_direction(v, first.q, first.w, 0));
    }
    second.p = first.q;
    second.v = first.w;
    TRY(method_step(v, &second));
    d->has_w = high ? second.has_w : 0;
    if (!high)
        v->now.farthest = farthest;
    const int plain = v->engine->controller.kind == CONTROLLER_HALVING;
    controller_double(v->n, plain ? 1 : k->order(&v->engine->stepper), whole.q, second.q,
                      d->error[0]);
    return INVO_OK;
}

invo_status run_advance(run *v, step *d) {
    v->engine->direction.unknown = v->engine->direction.block =
        -1; /* no trouble there yet */
    v->engine->stepper.why = NULL;
    v->steady.share = 0;
    invo_status status = make_step(v, d);
    v->result->statistics.folds += status == INVO_E_FOLD;
    return status;
}

/* Is the estimated error of an unfinished step too large? One that is no number is looked
 * at once the step has ended, and so is one in a step whose events count. */
static int solve_refuses(void *self, const step *d) {
    run *v = self;
    v->now.estimate = run_error(v, d);
    return v->now.estimate > 1 && v->s->events.count == 0;
}

/* May a step be judged before its end is on the manifold? Not where its retraction counts
 * ([TAN05]). */
static int may_refuse(const run *v) {
    return isnan(v->o.step) && !v->engine->doubling && v->o.like == LIKE_NONE;
}

invo_status run_try(run *v, step *d) {
    const long calls = v->engine->retraction.calls;
    const long iterations = v->engine->retraction.iterations;
    const double left = fabs(v->o.stop - v->u[0]);
    const double steps = v->engine->by_length ? INFINITY : left / fabs(d->h);
    invo_status status = engine_prepare(v->engine, v->u, v->top_before, steps);
    d->refuse = may_refuse(v) ? solve_refuses : NULL;
    if (!status)
        status = run_advance(v, d);
    d->refuse = NULL; /* parts of it that are made again are good */
    v->tally.tries++;
    v->tally.retractions += v->engine->retraction.calls - calls;
    v->tally.iterations += v->engine->retraction.iterations - iterations;
    return status;
}

/* By arclength t has an error too: the mean goes over all coordinates. */
double run_norm(const run *v, const double *error) {
    assert(error);
    if (v->o.norm == NORM_MEAN)
        return controller_mean(v->n, error, v->scale);
    if (v->o.norm == NORM_MAX)
        return controller_largest(v->n, error, v->scale);
    double norm = controller_norm(v->n, error, v->scale);
    double t = error[0] * v->scale[0];
    if (v->engine->metric.absolute)
        norm = controller_length(v->n, error, v->scale);
    if (!v->engine->by_length)
        return norm;
    if (!isfinite(t))
        return INFINITY;
    if (v->engine->metric.absolute)
        return hypot(norm, t);
    return sqrt((norm * norm * (v->n - 1) + t * t) / v->n);
}

double run_error(run *v, const step *d) {
    metric_error_scale(&v->engine->metric, v->s, d->p, d->q, v->scale);
    double norm = run_norm(v, d->error[0]);
    if (!v->engine->doubling &&
        v->engine->stepper.kind->estimates(&v->engine->stepper) == 2)
        norm = controller_combine(norm, run_norm(v, d->error[1]));
    return norm;
}

/* The direction at the new point and its place in the ledger. Where the pivots have
 * changed their sign, a block of top equations was singular within the step. */
invo_status run_arrive(run *v, step *d) {
    if (!d->has_w) {
        copy(d->w, d->v, v->n);
        TRY(run_direction(v, d->q, d->w, 0));
        d->has_w = 1;
    }
    if (!v->engine->by_kernel && v->engine->direction.sign != v->sign &&
        !event_has_kink(v, d))
        return INVO_E_DIRECTION;
    watch_look(v, d->q);
    return ledger_examine(v, d->q, d->w, POINT_OF_RUN);
}

void run_take_end(run *v) {
    assert(v->u != v->q && v->v != v->w);
    copy(v->top_before, v->engine->direction.z, v->s->tops);
    run_exchange(v);
}

/* Makes the event point the end of the step. */
static void stop_at_event(run *v) {
    copy(v->q, v->event.point, v->n);
    copy(v->w, v->event.slope, v->n);
    copy(v->top, v->event.top, v->s->tops);
}

enum { MOST_CUTS = 6 }; /* of one step for the same event */

/* Steps end near an event, where the interpolant is as good as the step itself, and are
 * short enough to see what the event functions do. */
static const double NEAR_THE_END = 0.9, MARGIN = 1.02;

/* How far beyond a kink a step is to end, as a share of it: less from cut to cut. */
static double event_margin(const run *v) {
    return pow(1e-4, v->event.cuts + 1);
}

static int is_to_be_shortened(run *v, const step *d, int found, int kink) {
    double *theta = &v->now.theta;
    if (!event_may_shorten(v, d))
        return 0;
    *theta = found ? MARGIN * v->event.theta : 0.5;
    if (kink && v->event.cuts < MOST_CUTS && event_bends(v, d)) {
        *theta = fmin(v->event.theta * (1 + event_margin(v)), (1 + v->event.theta) / 2);
        return v->event.theta > 1e-6;
    }
    return found ? v->event.theta < NEAR_THE_END && v->event.theta > 1e-6
                 : v->event.too_long;
}

/* Beyond a kink the method begins again, but from where it is. */
static invo_status pass_kink(run *v) {
    TRY(run_direction(v, v->u, v->v, 0));
    copy(v->top_before, v->engine->direction.z, v->s->tops);
    v->sign = v->engine->direction.sign;
    v->engine->stepper.kind->reset(&v->engine->stepper);
    v->event.at_kink = 1;
    return recall_kink(v);
}

/* Writes the output inside the step and makes q the current point, or the first event in
 * the step. Where a point between cannot be brought onto the manifold, nothing is
 * accepted and v->now.theta is how far the step may go. */
invo_status run_finish(run *v, const step *d) {
    assert(d->has_w);
    size_t tops = sizeof *v->top * (size_t)v->s->tops;
    int found = 0;
    ledger_record(v);
    memcpy(v->top, v->engine->direction.z, tops);
    TRY(event_find(v, d, &found));
    int kink = found && event_is_kink(v, d);
    int bends = found && event_holds_kink(v, d);
    if (is_to_be_shortened(v, d, found, bends))
        return INVO_E_STEP;
    TRY(observe_step(v, d));
    if (found)
        stop_at_event(v);
    memcpy(v->engine->direction.z, v->top, tops);
    memcpy(v->top_before, v->top, tops);
    for (int b = 0; b < v->s->blocks.count; b++) /* the largest so far are the measure */
        v->first_pivots[b] = fmax(v->first_pivots[b], v->engine->direction.smallest[b]);
    run_count_step(v);
    run_exchange(v);
    metric_note(&v->engine->metric, v->n, v->u);
    record_ranges(v);
    if (found && !kink)
        TRY(record_before_event(v));
    else if (!v->engine->by_length || v->o.steps)
        TRY(record_end(v));
    if (v->s->process.check)
        TRY(chronicle_check(v->o.chronicle, v->context, v->s, v->u,
                            v->engine->direction.z));
    if (!found)
        return INVO_OK;
    return kink ? pass_kink(v) : event_happen(v);
}

step run_step(run *v, double h) {
    assert(h != 0);
    metric_freeze(&v->engine->metric, v->s, v->u);
    v->now.dense_ready = 0;
    v->now.theta = 1;
    step d = {.p = v->u,
              .v = v->v,
              .h = h,
              .q = v->q,
              .w = v->w,
              .error = {v->error[0], v->error[1]},
              .self = v};
    int implicit = v->engine->stepper.kind->needs & NEEDS_JACOBIAN;
    int weighs = isnan(v->o.step) && (implicit || v->s->invariants);
    if (weighs)
        metric_error_scale(&v->engine->metric, v->s, v->u, v->u, v->now.weight);
    v->engine->metric.error = weighs ? v->now.weight : NULL;
    if (weighs && implicit)
        d.weight = v->now.weight;
    return d;
}

static const char *advise_on_limit(const run *v) {
    if (v->stiff.is_told)
        return "The solution is stiff: use an implicit method such as radau";
    if (v->chooser.on || method_is_implicit(v->engine->method) ||
        v->engine->stepper.kind->stiffness)
        return "Raise --max-steps, or lower the accuracy";
    return "Raise --max-steps, or lower the accuracy; use an implicit method such as "
           "radau if the solution is stiff";
}

/* From time to time: would --max-steps of the present size not reach the stop time? */
static int is_hopeless(run *v, long steps) {
    if (steps % CREEP_OFTEN != 0)
        return 0;
    double made = fabs(v->u[0] - v->creep.marked);
    double left = fabs(v->o.stop - v->u[0]);
    v->creep.marked = v->u[0];
    return made * (double)v->o.max_steps < left * CREEP_OFTEN;
}

/* Such a run ends where a reason is known. */
static int solve_is_lost(run *v, long steps) {
    if (is_hopeless(v, steps) && (slide_is_reason(v) || creep_is_reason(v)))
        return 1;
    if (v->u[0] == v->creep.marked)
        creep_begin(v);
    return 0;
}

int run_is_interrupted(const run *v) {
    const invo_options *o = &v->o.given;
    return o->interrupt ? o->interrupt(o->interrupt_data) : 0;
}

const char *run_interrupt_word(const run *v) {
    return run_is_interrupted(v) == INVO_TIME_IS_OVER ? "max-seconds" : "interrupt";
}

invo_status run_end_interrupted(run *v) {
    v->result->stopped_by = run_interrupt_word(v);
    if (run_is_interrupted(v) == INVO_TIME_IS_OVER)
        return report(v->context, INVO_E_LIMIT, v->u[0],
                      "t = %.10g: the time of --max-seconds is over after %ld steps",
                      v->u[0], v->result->statistics.steps);
    return report(v->context, INVO_E_INTERRUPT, v->u[0],
                  "t = %.10g: interrupted after %ld steps", v->u[0],
                  v->result->statistics.steps);
}

invo_status run_tell(run *v) {
    const invo_options *o = &v->o.given;
    if (o->progress &&
        o->progress(o->progress_data, v->u[0], v->result->statistics.steps))
        return run_end_interrupted(v);
    return INVO_OK;
}

/* After an accepted step: the user's callback, the limit on steps. */
invo_status run_go_on(run *v) {
    long steps = v->result->statistics.steps;
    ledger_weigh_after(v, steps);
    TRY(run_tell(v));
    TRY(recall_examine(v));
    ledger_tell_step(v);
    TRY(record_release(v, 0));
    if (solve_is_lost(v, steps))
        return v->context->status;
    if (steps >= v->o.max_steps && v->u[0] != v->o.stop) {
        char hidden[300] = "";
        v->result->stopped_by = "max-steps";
        const char *advice = collapse_blames(v, v->u[0] - v->q[0], hidden, sizeof hidden);
        return report(v->context, INVO_E_LIMIT, v->u[0],
                      "t = %.10g: %ld steps did not reach the stop time %g; the last "
                      "step was %.3g%s%s. %s",
                      v->u[0], steps, v->o.stop, v->u[0] - v->q[0], *hidden ? "; " : "",
                      hidden, advice ? advice : advise_on_limit(v));
    }
    return INVO_OK;
}

static int is_at_stop_time(const run *v) {
    return v->u[0] == v->o.stop;
}

static double constant_first(run *v) {
    assert(v->o.step > 0);
    return v->o.step;
}

/* The k-th step ends at start + k h, the last one at the stop time, and one that passes
 * the instant of a clock ends there. With --step-size given a whole step is as long as
 * was asked for, and its stages lie at t + c h ([Baese] Algorithm 3.3). */
static double constant_cut(run *v, double h) {
    const double sign = v->o.stop < v->o.start ? -1 : 1;
    const double instant = event_next_instant(v, v->u[0]);
    double t = v->u[0];
    while ((t - v->u[0]) * sign <= 0) { /* an event may have come further */
        t = v->o.start + sign * h * (double)++v->attempts.count;
        if ((v->o.stop - t) * sign < 1e-9 * h)
            t = v->o.stop;
    }
    if (instant < t && v->u[0] < t) {
        v->attempts.count--;
        t = instant;
    }
    const double size = t - v->u[0];
    v->now.target = t;
    v->now.lands_late =
        v->o.step_size == STEP_SIZE_GIVEN && fabs(size - sign * h) < 1e-9 * h;
    return v->now.lands_late ? sign * h : size;
}

static invo_status constant_settle(run *v, step *d, double *h) {
    (void)h;
    if (!v->trouble)
        v->trouble = run_finish(v, d);
    if (v->context->errors)
        return v->context->status; /* which has a message */
    return v->trouble ? message_trouble(v, v->u[0], d->h, 0) : INVO_OK;
}

static invo_status constant_next(run *v, double now, double *h) {
    (void)now;
    (void)h;
    return run_go_on(v);
}

const pace pace_constant = {.first = constant_first,
                            .is_over = is_at_stop_time,
                            .cut = constant_cut,
                            .settle = constant_settle,
                            .next = constant_next};

/* A residual that falls to this share of what a longer step had is falling; after so many
 * that do not, none will. */
static const double FALLING = 0.5;
enum { FUTILE_STEPS = 2 };

/* A run may reject so many steps for each one that it accepts, and as many before the
 * first. */
enum { REJECTED_PER_STEP = 10 };
/* What is left of these when steps go straight to the shortest one. As many are kept for
 * another method, where there may be one; another parameter, or a third method, that
 * begins with fewer is granted them beside. */
enum { LAST_ATTEMPTS = 3 };

/* Beyond those that were rejected, at any time. */
enum { MOST_GRANTED = 100 };

static long most_rejected(const run *v) {
    const long steps = v->result->statistics.steps;
    return REJECTED_PER_STEP * (steps > 0 ? steps : 1) + v->attempts.granted;
}

int run_attempts_fit(const run *v) {
    const invo_statistics *t = &v->result->statistics;
    return t->rejected <= most_rejected(v) + 1 &&
           v->attempts.granted <= t->rejected + MOST_GRANTED;
}

static long attempts_left(const run *v) {
    const long kept = v->chooser.on && !v->attempts.has_changed ? LAST_ATTEMPTS : 0;
    return most_rejected(v) - kept - v->result->statistics.rejected;
}

/* Shorter steps do not help: the equations contradict each other, shorter ones had no
 * smaller residuals, or no attempts are left to find one that has; or nothing brings a
 * point that has drifted off back onto the constraints. */
int run_is_final(const run *v) {
    if (v->trouble == INVO_E_CONSTRAINT &&
        (v->engine->retraction.kind == &retraction_none || attempts_left(v) <= 0))
        return 1;
    return v->trouble == INVO_E_INCONSISTENT || v->attempts.futile >= FUTILE_STEPS;
}

/* The stop time is met exactly (target), and every other end of a step is a sum without
 * rounding. */
double run_cut(run *v, double h) {
    assert(h != 0);
    double end = v->o.stop;
    double instant = event_next_instant(v, v->u[0]);
    if (instant < end && v->u[0] < end)
        end = instant;
    double left = end - v->u[0];
    const double longest = fmin(v->o.max_step, recall_longest(v));
    if (fabs(h) > longest)
        h = copysign(longest, h);
    v->now.target = NAN;
    if (fabs(h) * (1 + 1e-9) < fabs(left))
        return run_exact_size(v, h);
    v->now.target = end;
    return left;
}

/* Does the method choose the size of a step when it is at its beginning? */
static int solve_is_fitted(const engine *e) {
    return e->stepper.kind->fit && !e->doubling && e->controller.kind == CONTROLLER_PI;
}

double run_accept(run *v, double h, double error) {
    engine *e = v->engine;
    v->attempts.is_held = e->controller.rejected || e->stepper.is_late;
    if (!solve_is_fitted(e) || e->stepper.is_late)
        return controller_accept(&e->controller, h, error);
    controller_pass(&e->controller, error);
    return h;
}

double run_fit(run *v, double h) {
    engine *e = v->engine;
    const controller *c = &e->controller;
    const double last = fabs(v->u[0] - v->q[0]);
    if (!solve_is_fitted(e) || v->u[0] == v->o.stop)
        return h;
    metric_error_scale(&e->metric, v->s, v->q, v->u, v->scale);
    const double size =
        c->safety * e->stepper.kind->fit(&e->stepper, &e->field, v->u, h, v->scale);
    const double most = v->attempts.is_held ? fabs(h) : c->max_growth * last;
    const double next = size < most ? size : most;
    if (next > last)
        v->attempts.failure = INVO_OK;
    /* terms that overflow leave nothing: too small a step, which is handled as such */
    return copysign(fmax(next, DBL_MIN), h);
}

/* The next step size, by the method itself where it knows better. */
static double solve_next_size(run *v, const step *d, double error, int good) {
    const stepper_class *k = v->engine->stepper.kind;
    if (k->propose && !v->engine->doubling)
        return k->propose(&v->engine->stepper, &v->engine->controller, d, error, good);
    return good ? run_accept(v, d->h, error)
                : controller_reject(&v->engine->controller, d->h, error);
}

/* What follows from the rest is not in the error norm of implicit methods: what its
 * retraction does to the rest stands for it. */
static int moves_count(const run *v) {
    return v->s->top.algebraic && v->engine->stepper.kind->needs & NEEDS_JACOBIAN;
}

/* So many shorter steps are tried where moves are not honest: some are of round-off. What
 * papers did is done as they did it. */
enum { SHORTER = 2 };

static int is_move_honest(const run *v) {
    return v->o.like != LIKE_NONE || v->now.farthest <= RUN_HONEST_MOVE * v->o.max_move ||
           v->attempts.rejected >= SHORTER;
}

/* The error of a step that its method finds good, by what the method does not see; the
 * direction at its end is known then. */
static double error_beside(run *v, step *d, double error) {
    const double moved = v->now.farthest / v->o.max_move;
    if (!(v->now.farthest <= v->o.max_move))
        return moved;
    if (!is_move_honest(v))
        return moved / RUN_HONEST_MOVE;
    if (moves_count(v))
        error = fmax(error, moved);
    v->trouble = run_arrive(v, d);
    return v->trouble ? INFINITY : fmax(error, front_error_move(v, d));
}

/* Compares a residual beyond its bound with that of the attempt before, which was longer.
 */
static void note_residual(run *v) {
    double units = v->trouble == INVO_E_CONSTRAINT ? v->ledger.bad_units : 0;
    int again = units > 0 && v->attempts.refused > 0;
    if (again && !(units < FALLING * v->attempts.refused))
        v->attempts.futile++;
    else
        v->attempts.futile = 0;
    v->attempts.refused_before = v->attempts.refused;
    v->attempts.refused = units;
}

/* Attempts a step; returns whether it is good, with the next step size in *h. */
int run_attempt(run *v, step *d, double *h) {
    double theta;
    invo_statistics *statistics = &v->result->statistics;
    v->now.farthest = 0;
    v->now.estimate = NAN;
    v->ledger.has_dropped = 0;
    statistics->longest_try = fmax(statistics->longest_try, fabs(d->h));
    v->trouble = run_try(v, d);
    double error = INFINITY;
    if (!v->trouble)
        error = isnan(v->now.estimate) ? run_error(v, d) : v->now.estimate;
    if (!v->trouble && error <= 1)
        error = error_beside(v, d, error);
    if (!v->trouble)
        v->attempts.error = error;
    int good = !v->trouble && error <= 1 && !v->ledger.has_dropped;
    const int passed = good && front_is_passed(v, d, &theta);
    if (passed)
        good = 0;
    note_residual(v);
    *h = solve_next_size(v, d, v->trouble ? INFINITY : error, good);
    if (passed)
        *h = theta * d->h;
    if (!v->trouble && v->ledger.has_dropped) /* which has moved the end of the step */
        *h = d->h;
    statistics->rejected += !good;
    if (!good || fabs(*h) > fabs(d->h))
        v->attempts.failure = v->trouble;
    return good;
}

/* A guess that is too small to continue with is no reason to give up: where the run is
 * long, a larger one is tried. */
double run_first_step(run *v, double span) {
    if (!isnan(v->o.first_step))
        return copysign(fmin(v->o.first_step, fabs(span)), span);
    const double longest = fmin(v->o.max_step, recall_longest(v));
    metric_error_scale(&v->engine->metric, v->s, v->u, v->u, v->scale);
    v->now.from = v->u;
    v->now.from_slope = v->v;
    double h = controller_first_step(&v->engine->field, v->u, v->v, v->scale,
                                     v->engine->stepper.kind->order(&v->engine->stepper),
                                     span, longest, v->o.like == LIKE_NONE, v->point);
    double least = fmin(fmin(16 * run_least_step(v), fabs(span)), longest);
    return fabs(h) < least ? copysign(least, h) : h;
}

static double first_step(run *v) {
    return run_first_step(v, v->o.stop - v->u[0]);
}

/* Near zero the usual choice is far too small; the step before the event tells more. */
double run_step_after_event(run *v, double before, double span) {
    double h = run_first_step(v, span);
    double least = 0.01 * fabs(before);
    return fabs(h) < least ? copysign(least, h) : h;
}

void run_grant_attempts(run *v) {
    v->attempts.has_changed = 1;
    const long left = attempts_left(v);
    if (left < LAST_ATTEMPTS)
        v->attempts.granted += LAST_ATTEMPTS - left;
}

/* Beside a singular point errors fall by a lower power of the step size than the method
 * promises. This is the size h times a factor at which what was `before` and is `now`
 * will be `goal`, by the last two attempts; 0: they tell nothing. */
static double size_for(const run *v, double h, double before, double now, double goal) {
    static const double LEAST_POWER = 0.25;
    const double power = log(before / now) / log(v->attempts.rejected_step / h);
    return power > LEAST_POWER ? fabs(h) * pow(goal / now, 1 / power) : 0;
}

static double extrapolated(const run *v, double h) {
    static const double GOAL = 0.5;
    if (v->attempts.rejected < 2)
        return 0;
    if (v->trouble == INVO_E_CONSTRAINT && v->attempts.refused_before > 0)
        return size_for(v, h, v->attempts.refused_before, v->attempts.refused,
                        GOAL * v->o.constraint_bound);
    if (v->trouble || !isfinite(v->attempts.rejected_error))
        return 0;
    return size_for(v, h, v->attempts.rejected_error, v->attempts.error, GOAL);
}

/* The controller shortens a step by what its error tells, and two to five times where
 * that tells nothing: up to a hundred attempts lie before the shortest step. The last
 * ones that are left go where errors seem to end, or else to the shortest step in ever
 * larger parts of the way in powers: 1/6, 1/3 of the rest, all of it. A step that is
 * shorter than it need be costs little, since it grows again. The first rejection after a
 * good step says little, and is left to the controller if it can be. So is one for a
 * residual: whether that falls shows in a step of similar size, and nothing shows in the
 * shortest one, where all is round-off. */
static double hasten(const run *v, double h, double next) {
    assert(h != 0);
    static const double ABOVE = 1.0625; /* a step of the least size itself is too small */
    const double least =
        v->engine->by_length ? arclength_least_step(v) : run_least_step(v);
    const double shortest = ABOVE * least;
    const double left = (double)attempts_left(v);
    if (left > (v->attempts.rejected > 1 ? LAST_ATTEMPTS : 1))
        return next;
    if (!(fabs(h) > 2 * shortest))
        return next;
    const double part = left > 1 ? 2 / (left * (left + 1)) : 1;
    double longest = fabs(h) * pow(shortest / fabs(h), part);
    if (v->trouble == INVO_E_CONSTRAINT)
        longest = fabs(next);
    if ((left > 1 || v->attempts.refused > 0) && extrapolated(v, h) > shortest)
        longest = extrapolated(v, h);
    return copysign(fmax(fmin(fabs(next), longest), shortest), h);
}

double run_shorten(run *v, double h, double next) {
    assert(h != 0);
    const double shorter = hasten(v, h, next);
    v->attempts.rejected_step = h;
    v->attempts.rejected_error = v->trouble ? INFINITY : v->attempts.error;
    return shorter;
}

/* Too small to continue: below the minimum, or lost in the round-off of t. The last step
 * before the stop time may be as short as it is. */
static int solve_is_too_small(const run *v, double h) {
    return !(fabs(h) > run_least_step(v)) &&
           (v->trouble || isnan(v->now.target) || v->attempts.rejected);
}

/* Continues with factors chosen again where the old ones have come to an end; once in
 * each place. Returns whether it can. */
static int solve_renew(run *v) {
    invo_transition to = {0};
    if (!v->s->process.renew || v->u[0] == v->attempts.renewed)
        return 0;
    v->attempts.renewed = v->u[0];
    if (chronicle_renew(v->o.chronicle, v->s, v->u, v->engine->direction.z, &to))
        return 0;
    if (to.system != v->s && run_switch(v, to.system))
        return 0;
    v->trouble = run_begin(v, POINT_OF_RUN);
    return v->trouble == INVO_OK;
}

/* Makes the event point the current one: the step there was a straight line. */
static invo_status leap(run *v) {
    stop_at_event(v);
    copy(v->engine->direction.z, v->top, v->s->tops);
    copy(v->top_before, v->top, v->s->tops);
    TRY(dense_line(v));
    v->result->statistics.steps++;
    run_exchange(v);
    record_final(v, v->u);
    TRY(record_before_event(v));
    return event_happen(v);
}

/* Keeps the size that steps had before they were cut for an event. */
static void note_cut(run *v, double now) {
    if (v->event.usual_step == 0)
        v->event.usual_step = now;
    v->event.cuts++;
}

/* Steps end before a kink by this share of them: one stage beyond a jump of the direction
 * spoils all of a step. The next step, of what is left, goes beyond it by as little. */
static const double SHORT_OF_KINK = 1e-3;
/* The same before an event beyond which the equations have no values. */
static const double SHORT_OF_DOMAIN = 0.1;

/* Before a leap over an output time, a step goes there. */
static int ends_at_output(const run *v, double *h) {
    double left = record_time(v, v->rows.next) - v->u[0];
    double leap = v->event.point[0] - v->u[0];
    if (!(left / leap > 0 && left / leap < 1) || fabs(left) <= run_least_step(v))
        return 0;
    *h = left;
    return 1;
}

/* An event nearer than this share of the next step, that one will show: what a bad step
 * makes of a function that begins on its boundary is no reason to stay there. */
static const double AT_HAND = 1e-3;

/* After a step that was not good: where an event or a kink lies in it, the next step ends
 * there. Beyond an event, the equations of the old mode may have no values: then steps
 * come close to it, and the last bit is a straight line; *leaps is 1 then. */
static void approach_event(run *v, const step *d, double *h, int *leaps) {
    *leaps = 0;
    v->event.left = 0;
    if (v->event.cuts >= MOST_CUTS)
        return;
    double theta = event_ahead(v, d);
    if (theta >= 1)
        return;
    if (!v->trouble && fabs(theta * d->h) < AT_HAND * fabs(*h))
        return;
    *leaps = v->trouble && event_leap(v, d, theta);
    *h = theta * d->h * (1 - (v->trouble ? SHORT_OF_DOMAIN : SHORT_OF_KINK));
    if (!v->trouble)
        v->event.left = theta * d->h - *h;
    note_cut(v, d->h);
    if (*leaps)
        *leaps = !ends_at_output(v, h);
}

/* After a good step that was to end short of a kink: the next one passes it. */
static double next_over_kink(run *v, double h) {
    double left = v->event.left * (1 + SHORT_OF_KINK);
    v->event.left = 0;
    return fabs(left) > run_least_step(v) ? left : h;
}

/* A step that an instant has cut to less than this share of itself tells nothing about
 * the next one. */
static const double SCRAP = 1e-3;

/* The size of the next step after an event or a kink. */
static invo_status next_after_event(run *v, double now, double *h) {
    double usual = fabs(v->event.usual_step) > fabs(now) ? v->event.usual_step : now;
    if (fabs(usual) < SCRAP * fabs(v->attempts.asked))
        usual = v->attempts.asked;
    int kink = v->event.at_kink;
    int jumps = kink ? event_jumps(v, v->event.before, v->v, usual) : v->event.jumped;
    v->event.restarted = v->event.at_kink = v->event.cuts = 0;
    v->event.usual_step = v->event.left = 0;
    *h = jumps ? run_step_after_event(v, usual, v->o.stop - v->u[0]) : usual;
    return kink && jumps ? event_burst(v) : INVO_OK;
}

enum { FEW_EVENTS = 5 }; /* in quick succession before a step that is too small */

/* Makes the code of directions before the first step size is looked for, where its steps
 * will be so many that they have it anyhow: that takes a direction, too. What fails here
 * fails again at the first step. Systems with events wait with it. */
static void prepare_early(run *v) {
    const invo_system *s = v->s;
    const double left = fabs(v->o.stop - v->u[0]);
    if (left == 0 || v->engine->by_length || s->events.count || s->process.happen ||
        !isnan(v->o.first_step))
        return;
    metric_error_scale(&v->engine->metric, s, v->u, v->u, v->scale);
    const double first = controller_usual_first(v->n, v->u, v->v, v->scale);
    engine_prepare(v->engine, v->u, v->top_before, left / first);
}

static double adaptive_first(run *v) {
    creep_begin(v); /* steps by arclength are not noted */
    prepare_early(v);
    return first_step(v);
}

/* Finds out why steps have fallen to zero, and what can continue: another method, factors
 * chosen again, another parameter than time; else the run is over. */
static invo_status adaptive_give_up(run *v, double now, double *h) {
    const int is_rescued = chooser_give_up(v, h);
    if (is_rescued || solve_renew(v)) {
        if (!is_rescued)
            *h = first_step(v);
        v->attempts.rejected = 0;
        v->trouble = INVO_OK;
        run_grant_attempts(v);
        return INVO_OK;
    }
    if (v->context->errors)
        return v->context->status; /* which has a message */
    if (impasse_may_be_reason(v) && arclength_enter(v))
        return INVO_OK;
    v->attempts.is_over = collapse_ends(v);
    if (v->attempts.is_over)
        return INVO_OK;
    int leaps;
    TRY(event_leap_on(v, &leaps));
    if (leaps) {
        *h = first_step(v);
        v->attempts.rejected = 0;
        run_grant_attempts(v);
        return INVO_OK;
    }
    if (v->trouble != INVO_E_DOMAIN && slide_is_reason(v))
        return v->context->status;
    return v->event.burst > FEW_EVENTS ? event_pile_up(v, "unnamed")
                                       : message_trouble(v, v->u[0], now, 1);
}

/* After a rejected step: *h is shortened, to end at an event or a kink that lies in the
 * step. *leaps: the event point is to be the current point. */
static void adaptive_reject(run *v, step *d, double *h, int *leaps) {
    const long switches = v->switches;
    const int is_singular = v->trouble == INVO_E_DIRECTION && !v->s->process.renew;
    if (is_singular && arclength_enter(v))
        return; /* a singular block in the step */
    *h = run_shorten(v, d->h, *h);
    if (v->switches == switches) /* else what the step was made of is gone */
        approach_event(v, d, h, leaps);
}

/* Honest moves of retractions are shorter as a rule, in tolerances. */
static const double LONG_MOVE = 0.1;

/* Where algebraic unknowns have come to the end of their solution at a kink, the
 * retraction moves the states of steps beyond it back, time and again: time would pass
 * and nothing else. *leaps: the unknowns have jumped where the good step began, which is
 * not taken. */
static invo_status leap_off_edge(run *v, double *h, int *leaps) {
    *leaps = 0;
    if (!v->s->process.leap || !(v->now.farthest > LONG_MOVE))
        return INVO_OK;
    double *z = v->engine->direction.z;
    copy(v->top, z, v->s->tops);
    copy(z, v->top_before, v->s->tops);
    TRY(event_leap_on(v, leaps));
    if (*leaps)
        *h = first_step(v);
    else
        copy(z, v->top, v->s->tops); /* of the end of the step again */
    return INVO_OK;
}

/* Finishes a good step, or prepares the attempt after a rejected one. A step that
 * fails while it is finished counts as rejected, and the next one ends where it
 * failed. */
static invo_status adaptive_settle(run *v, step *d, double *h) {
    int leaps = 0;
    const double now = d->h;
    if (run_is_final(v))
        return message_trouble(v, d->q[0], now, 0);
    if (v->attempts.rejected) {
        adaptive_reject(v, d, h, &leaps);
        if (!leaps)
            return INVO_OK;
    } else {
        int is_off;
        TRY(leap_off_edge(v, h, &is_off));
        if (is_off)
            return INVO_OK;
        chooser_note(v, d);
        stiff_look(v, d);
    }
    v->trouble = leaps ? leap(v) : run_finish(v, d);
    if (v->context->errors)
        return v->context->status; /* which has a message */
    if (v->event.ended || !v->trouble)
        return INVO_OK;
    /* Go only as far as an event, or an output time that failed. */
    const double theta = v->now.theta;
    v->result->statistics.rejected++;
    v->attempts.rejected = 1;
    *h = (v->trouble == INVO_E_STEP ? theta : fmin(theta, 0.9)) * now;
    note_cut(v, now);
    return INVO_OK;
}

static invo_status adaptive_next(run *v, double now, double *h) {
    const int happened = v->event.restarted;
    if (v->trouble)
        return INVO_OK;
    collapse_note(v, now);
    creep_note(v, now);
    v->event.cuts = 0;
    v->attempts.last_step = now;
    if (v->event.restarted || v->event.at_kink)
        TRY(next_after_event(v, now, h));
    else if (v->event.left != 0)
        *h = next_over_kink(v, *h);
    else
        *h = run_fit(v, *h);
    int leaps = 0;
    if (event_is_stuck(v, now))
        TRY(event_leap_on(v, &leaps));
    if (leaps)
        *h = first_step(v);
    TRY(run_go_on(v));
    if (happened || (impasse_is_near(v) && arclength_enter(v)))
        return INVO_OK;
    return chooser_look(v, h);
}

const pace pace_adaptive = {.first = adaptive_first,
                            .is_over = is_at_stop_time,
                            .coast = coast_run,
                            .cut = run_cut,
                            .is_too_small = solve_is_too_small,
                            .give_up = adaptive_give_up,
                            .settle = adaptive_settle,
                            .next = adaptive_next,
                            .end = collapse_at_stop};

/* When a run began: by the clock, and in processor time. */
typedef struct run_clock {
    double wall, cpu;
} run_clock;

static void collect_statistics(run *v, run_clock began) {
    invo_statistics *t = &v->result->statistics;
    /* one more where the last attempt was left to a residual and ended otherwise */
    assert(t->rejected <= most_rejected(v) + 1);
    engine_count(v->engine, t);
    t->events = v->result->events;
    t->solve_seconds = seconds() - began.wall + v->checkpoint.earlier;
    t->solve_cpu_seconds = cpu_seconds() - began.cpu;
}

/* The end of the run. The size of a step that will not be made was looked for in the
 * meantime: z is that of the point again. */
static invo_status solve_end(run *v) {
    copy(v->engine->direction.z, v->top_before, v->s->tops);
    record_final(v, v->u);
    return event_finish(v);
}

/* The exit status of a model that cannot be run. */
enum { EXIT_MODEL = 1 };

/* What is wrong with the model shows in the middle of a run: the run ends, but a result
 * is there. */
static invo_status status_of_run(invo_context *c, invo_status status) {
    if (invo_status_exit(status) != EXIT_MODEL)
        return status;
    c->status = INVO_E_CONTINUE;
    return INVO_E_CONTINUE;
}

/* What ended the run, where the one who stopped it has not told yet. */
static void name_end(run *v, invo_status status) {
    invo_context *c = v->context;
    if (status && *c->assertion)
        result_stopped_by(c, v->result, "assert", c->assertion);
    if (status)
        return;
    if (v->event.ended)
        result_stopped_by(c, v->result, "terminate", v->event.farewell);
    else
        v->result->stopped_by =
            v->engine->by_length && v->u[0] != v->o.stop ? "length" : "stop-time";
}

/* The first point, and what is looked at there. */
static invo_status solve_start(run *v) {
    v->trouble = solve_begin(v);
    if (v->trouble) {
        v->result->final[0] = v->s->start[0]; /* where it has stopped */
        return message_trouble(v, v->s->start[0], 0, 0);
    }
    TRY(run_tell(v));
    v->event.ended = v->s->process.farewell != NULL;
    v->event.farewell = v->s->process.farewell;
    return recall_examine(v);
}

/* From the first point to the last, or from a checkpoint on; v is made. */
static invo_status solve_run(run *v, run_clock began) {
    v->tuning.began = began.cpu;
    invo_status status = v->checkpoint.is_resumed ? INVO_OK : solve_start(v);
    if (!status && !v->event.ended)
        status = status_of_run(v->context, loop_run(v));
    if (!status)
        status = status_of_run(v->context, solve_end(v));
    invo_status released = record_release(v, 1);
    if (!status)
        status = released;
    v->result->status = status ? "stopped" : "done";
    name_end(v, status);
    if (v->arc.column >= 0)
        v->result->arclength = v->arc.s;
    v->result->settings.method = v->engine->method->name;
    tuning_tell(v);
    observe_end(v, status);
    collect_statistics(v, began);
    return status;
}

/* Runs a system from its start to its end. After run_new has succeeded the result is
 * kept, whatever happens on the way, and the run with it where it may be asked later. */
invo_status solve(invo_context *c, const invo_system *s, const plan *p, invo_result **r) {
    const run_clock began = {seconds(), cpu_seconds()};
    const invo_checkpoint *k = p->given.checkpoint;
    chronicle calls = {.at = s};
    plan o = *p;
    *r = NULL;
    TRY(checkpoint_check(c, s, p));
    o.chronicle = k && (k->file || k->resume) ? &calls : NULL;
    run *v = memory_alloc(c, sizeof *v);
    if (!v)
        return INVO_E_MEMORY;
    invo_status status = run_new(c, s, &o, v);
    if (!status)
        status = checkpoint_begin(v);
    if (!status)
        status = solve_run(v, began);
    else { /* nothing was computed */
        dense_free(v->dense);
        v->dense = NULL;
        invo_result_free(v->result);
        v->result = NULL;
    }
    *r = v->result;
    chronicle_free(&calls);
    if (v->dense) {
        dense_take(v);
        return status;
    }
    run_free(v);
    free(v);
    return status;
}
