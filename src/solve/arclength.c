/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps by arclength: t is a coordinate like any other. A step is made, looked at for
 * points where the solution is no longer one curve and where dt/ds vanishes, cut to the
 * time that is asked for, and finished like any other. A run by time comes here near an
 * impasse point and goes back when it has passed it. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "run.h"

/* Time is given up where a block of top equations has lost much of its pivots and the
 * solution is this much steeper than it was, and taken up again where it is less steep by
 * far. */
static const double STEEP = 30, RECOVERED = 5;

static int has_lost_pivots(const run *v) {
    for (int b = 0; b < v->s->blocks.count; b++)
        if (v->s->blocks.at[b].size > 0 &&
            v->engine->direction.smallest[b] < IMPASSE_LOST * v->first_pivots[b])
            return 1;
    return 0;
}

/* Where factors can be chosen again, that is tried before time is given up. */
int impasse_may_come(const run *v) {
    return !v->engine->by_length && !v->arc.refused && !v->s->direction &&
           v->s->process.extend && !v->s->process.renew;
}

int impasse_is_near(run *v) {
    if (!impasse_may_come(v))
        return 0;
    const int has_lost = has_lost_pivots(v);
    if (!has_lost && v->result->statistics.steps % IMPASSE_SELDOM)
        return 0;
    const double length = kernel_length(&v->engine->kernel, v->v);
    v->arc.gentlest = fmin(v->arc.gentlest, length);
    return has_lost && length > STEEP * v->arc.gentlest;
}

int impasse_may_be_reason(const run *v) {
    return v->trouble == INVO_E_DIRECTION || (!v->s->direction && has_lost_pivots(v));
}

static int time_stands_still(const run *v) {
    static const double STANDS_STILL = 1e-7; /* dt/ds */
    return fabs(v->v[0]) < STANDS_STILL;
}

/* Goes on by arclength for a while, or by time again. */
static invo_status set_parameter(run *v, int passing) {
    TRY(run_change_parameter(v, passing));
    v->arc.changed = 1;
    v->arc.sign = 0;
    v->arc.flipped = 0;
    v->now.target = NAN;
    return INVO_OK;
}

/* The same system with its kernel form. */
static invo_status arclength_extend(run *v) {
    TRY(chronicle_extend(v->o.chronicle, v->s, INVO_EXTENSION_KERNEL));
    return run_remake(v);
}

/* The smallest singular value of the gradients of all constraints at the current point,
 * time being one of the coordinates or not; NaN: not known. */
static double smallest(run *v, int moves_time) {
    const retraction_class *kind = v->engine->retraction.kind;
    int count;
    int rows = v->s->constraints - v->s->invariants;
    double *left = v->watch.next_left;
    v->engine->retraction.kind = &retraction_normal;
    v->engine->retraction.must_factor = 1;
    metric_move_time(&v->engine->metric, moves_time);
    metric_freeze(&v->engine->metric, v->s, v->u);
    copy(v->point, v->u, v->n);
    invo_status status = retract(&v->engine->retraction, v->point);
    v->engine->retraction.kind = kind;
    v->engine->retraction.must_factor = 0;
    metric_move_time(&v->engine->metric, 0);
    metric_freeze(&v->engine->metric, v->s, v->u);
    memset(left, 0, sizeof *left * (size_t)rows);
    return status
               ? NAN
               : normal_space_smallest(&v->engine->retraction.space, rows, left, &count);
}

/* Another parameter helps where time makes the constraints dependent, not where they are
 * dependent by themselves: there the manifold branches or ends. */
static const double HARDLY_INDEPENDENT = 0.1, HELPS = 3;

/* The block of top equations that failed, or has lost most of its pivots. */
static int failing_block(const run *v) {
    const direction *d = &v->engine->direction;
    int worst = -1;
    if (v->trouble == INVO_E_DIRECTION)
        return d->block;
    for (int b = 0; b < v->s->blocks.count; b++)
        if (v->s->blocks.at[b].size > 0 &&
            (worst < 0 || d->smallest[b] * v->first_pivots[worst] <
                              d->smallest[worst] * v->first_pivots[b]))
            worst = b;
    return worst;
}

/* Does it give a derivative? Others of its unknowns have a pole there. */
static int gives_derivative(const run *v, int block) {
    for (int k = 0; k < v->s->blocks.at[block].size; k++)
        for (int i = 1; i < v->n; i++)
            if (v->s->coordinate[i].derivative ==
                v->n + v->s->blocks.at[block].unknown[k])
                return 1;
    return 0;
}

static int time_is_to_blame(run *v) {
    int block = failing_block(v);
    if (block >= 0 && !gives_derivative(v, block))
        return 0;
    if (v->s->constraints - v->s->invariants < 2)
        return 1;
    double by_time = smallest(v, 0);
    return !(by_time < HARDLY_INDEPENDENT) || smallest(v, 1) > HELPS * by_time;
}

/* Changes from time to arclength where time is the reason why steps fail. `refused` is
 * set until the change is sure, so that a system that does not allow it is asked once. */
int arclength_enter(run *v) {
    assert(!v->engine->by_length);
    if (v->engine->by_length || v->arc.refused || v->s->direction ||
        !v->s->process.extend || v->s->delays.count ||   /* of time, too */
        (v->engine->stepper.kind->needs & NEEDS_TAYLOR)) /* a series in time */
        return 0;
    if (v->engine->stepper.kind->needs & NEEDS_JACOBIAN && v->n > PLAN_LARGEST_BY_LENGTH)
        return 0;
    if (event_is_near_kink(v))
        return 0;
    v->arc.refused = 1;
    if (v->engine->stepper.kind->needs & NEEDS_TIME)
        return 0;
    if (!v->s->kernel || !v->s->jacobian)
        if (arclength_extend(v) || !v->s->kernel)
            return 0;
    if (!time_is_to_blame(v))
        return 0;
    v->arc.refused = 0;
    double tau = 1 / kernel_length(&v->engine->kernel, v->v);
    for (int i = 0; i < v->n; i++)
        v->v[i] *= v->arc.sense * tau;
    if (set_parameter(v, 1))
        return 0; /* with a message */
    v->arc.entered = tau;
    v->arc.side = v->arc.sense;
    v->arc.s = v->arc.moving_s = 0;
    v->arc.moving_tau = tau;
    v->arc.idle = 0;
    v->arc.before = v->result->impasses;
    if (!run_direction(v, v->u, v->v, 1)) {
        /* the first step may pass the place already */
        v->arc.sign = kernel_sign(&v->engine->kernel);
        v->arc.sigma = regularity_estimate(&v->engine->regularity, v->u);
        return 1;
    }
    (void)set_parameter(v, 0);
    v->arc.refused = 1;
    v->arc.changed = 0;
    return 0;
}

/* The output times that have been passed are done. */
static void renumber_output(run *v) {
    const double sense = v->o.stop < v->o.start ? -1 : 1;
    while ((record_time(v, v->rows.next) - v->u[0]) * sense <= 0)
        v->rows.next++;
}

void arclength_leave(run *v) {
    assert(v->arc.automatic);
    double tau = v->v[0];
    (void)set_parameter(v, 0); /* a failure has a message, and ends the run */
    for (int i = 0; i < v->n; i++)
        v->v[i] /= tau;
    if (!v->o.steps)
        renumber_output(v);
    if (run_direction(v, v->u, v->v, 1))
        v->v[0] = 1; /* the next step will tell */
    v->sign = v->engine->direction.sign;
}

static double towards_stop(const run *v) {
    return v->v[0] * (v->o.stop < v->o.start ? -1 : 1);
}

/* Past the impasse point and on the way to the stop time: by time again. */
static int is_passed(const run *v) {
    double enough = v->arc.entered; /* behind it, as steep as before will do */
    if (v->result->impasses == v->arc.before)
        enough *= RECOVERED;
    enough = fmax(enough, 1 / (STEEP * v->arc.gentlest));
    return v->arc.automatic && towards_stop(v) > enough;
}

invo_status arclength_try(run *v, const step *d, double theta) {
    assert(theta > 0 && theta <= 1);
    assert(v->engine->by_length);
    step trial = *d;
    trial.h = theta * d->h;
    trial.q = v->arc.point;
    trial.w = v->arc.slope;
    trial.has_w = 0;
    TRY(run_advance(v, &trial));
    if (trial.has_w)
        return INVO_OK;
    copy(trial.w, d->v, v->n);
    return run_direction(v, trial.q, trial.w, 0);
}

/* The step again, after trials have used its memory. */
static invo_status repeat(run *v, step *d) {
    d->has_w = 0;
    TRY(run_advance(v, d));
    return run_arrive(v, d);
}

/* A step that ends sooner than a good one is good as a rule; but in the longer one errors
 * may have cancelled, or all of its stages lain beyond what matters. */
static invo_status judge_again(run *v, const step *d) {
    if (!isnan(v->o.step) || !(run_error(v, d) > 1))
        return INVO_OK;
    v->now.theta = 0.5;
    return INVO_E_STEP;
}

static double left(const run *v) {
    return v->o.length - v->arc.s;
}

static int is_at_end(const run *v) {
    return v->u[0] == v->o.stop || !(left(v) > 0);
}

/* No further than a little past the stop time, as it looks from here. With --stop-step
 * whole the step is tried as it is, and shortened when it has passed; so are sizes that
 * are halved and doubled, which must stay what they are. */
static double arclength_cut(run *v, double h) {
    v->arc.lost = v->arc.astray = 0;
    static const double PAST = 1.05;
    const int is_whole = v->o.stop_step == STOP_STEP_WHOLE ||
                         v->engine->controller.kind == CONTROLLER_HALVING;
    double end = PAST * (v->o.stop - v->u[0]) / v->v[0];
    h = fmin(h, v->o.max_step);
    if (isnan(v->o.step) && end > 0 && !is_whole)
        h = fmin(h, end);
    return h * (1 + 1e-9) < left(v) ? h : left(v);
}

/* Shorter steps are lost in the round-off of the point. */
double arclength_least_step(const run *v) {
    static const double FEWEST_ULPS = 16;
    double least = FEWEST_ULPS * DBL_EPSILON * kernel_length(&v->engine->kernel, v->u);
    return fmax(least, v->o.min_step);
}

static int arclength_is_too_small(const run *v, double h) {
    return !(h > arclength_least_step(v)) && (v->trouble || v->attempts.rejected) &&
           h < left(v);
}

/* Impasse points that are passed become part of the result. */
static void note_turns(run *v, double h) {
    for (int k = 0; k < v->arc.turns; k++) {
        const turn *t = &v->arc.turn[k];
        if (t->theta > v->event.theta)
            break;
        result_impasse(v->result, t->folds ? "fold" : "vertical-tangent", t->t,
                       v->arc.column < 0 ? NAN : v->arc.s - (1 - t->theta) * h, NAN);
    }
}

/* Does a constraint contain the coordinate? */
static int is_constrained(const invo_system *s, int coordinate) {
    const invo_pattern *p = s->jacobian_pattern;
    for (int e = 0; p && e < p->start[s->constraints]; e++)
        if (p->column[e] == coordinate)
            return 1;
    return 0;
}

/* What moves where time stands still: a position that constraints determine is at a dead
 * centre. */
static int is_dead_centre(const run *v) {
    int most = 1;
    for (int i = 2; i < v->n; i++)
        if (fabs(v->v[i]) / coordinate_nominal(v->s, i) >
            fabs(v->v[most]) / coordinate_nominal(v->s, most))
            most = i;
    return v->s->coordinate && v->s->coordinate[most].order == 0 &&
           is_constrained(v->s, most);
}

/* Before the step over the first fold of a run by time, which may be the end of it. */
static void keep_result(run *v) {
    assert(v->result->rows >= 0 && v->arc.kept);
    const invo_result *r = v->result;
    if (!v->arc.automatic || v->arc.turns == 0 || r->impasses > 0)
        return;
    v->arc.kept_rows = r->rows;
    memcpy(v->arc.kept, r->final, sizeof *r->final * ((size_t)r->columns + 1));
}

/* Takes back what came after the first fold. */
static void restore_result(run *v) {
    assert(v->arc.kept_rows <= v->result->rows);
    const double end = v->result->impasse[0].t;
    const double sense = v->o.stop < v->o.start ? -1 : 1;
    const size_t width = (size_t)v->result->columns + 1;
    long rows = v->arc.kept_rows;
    double last = rows ? *result_at(v->result, rows - 1) : -sense * INFINITY;
    for (; rows < v->result->rows; rows++) {
        double t = *result_at(v->result, rows);
        if ((t - end) * sense > 0 || (t - last) * sense <= 0)
            break;
        last = t;
    }
    v->result->rows = rows;
    memcpy(v->result->final, v->arc.kept, sizeof *v->arc.kept * width);
}

static int has_finite_tops(const run *v) {
    for (int j = 0; j < v->s->tops; j++)
        if (!isfinite(v->engine->direction.z[j]))
            return 0;
    return 1;
}

/* The step was good: the turns in it, the time to land on, output and events.
 * v->now.theta < 1: it must be done again, shorter. */
static invo_status arclength_settle(run *v, step *d) {
    int trials = 0;
    int stop = 0;
    double landed = NAN;
    if (v->arc.lost && v->arc.flipped)
        TRY(repeat(v, d));
    TRY(impasse_find(v, d, &trials));
    TRY(land(v, d, &landed));
    if (v->arc.turns && v->o.at_impasse == IMPASSE_STOP) {
        double scale = v->arc.turn[0].theta;
        d->h *= scale;
        v->arc.turn[0].theta = 1;
        v->arc.turns = 1;
        stop = 1;
        landed = NAN;
    }
    if (trials || stop || !isnan(landed)) {
        TRY(repeat(v, d));
        TRY(judge_again(v, d));
    }
    if (!isnan(landed)) {
        v->arc.lost = 0;
        d->q[0] = landed;
        d->has_w = 0;
        TRY(run_arrive(v, d));
        if (!v->arc.turns && !has_finite_tops(v))
            return INVO_E_DIRECTION;
    }
    double before = v->arc.s;
    const int is_first = v->result->impasses == 0;
    keep_result(v);
    invo_status status = run_finish(v, d);
    if (status)
        return status;
    note_turns(v, v->arc.s - before);
    if (is_first && v->result->impasses)
        v->arc.is_dead = is_dead_centre(v);
    v->arc.sense = v->v[0] < 0 ? -1 : 1;
    return stop ? message_impasse(v, 0) : INVO_OK;
}

/* Back at the start time, after the solution has turned round. */
static int is_back(const run *v) {
    return !isfinite(v->o.length) && v->u[0] == v->o.start && v->arc.s > 0;
}

/* What follows a step that could not be made. */
static invo_status arclength_give_up(run *v, double now, double *h) {
    (void)h;
    if (v->context->errors)
        return v->context->status; /* said already */
    if (v->arc.flipped)
        return message_lost(v, v->u, v->v, v->arc.sigma);
    return message_trouble(v, v->u[0], now, isnan(v->o.step));
}

/* Constraints that are dependent by themselves end a run by time, however they are met;
 * but a solution that has turned back in time must not be followed the other way. */
static int meets_branch(const run *v) {
    return v->arc.automatic && towards_stop(v) > 0 && watch_sees_branch(v);
}

static void leave_for_good(run *v) {
    v->result->statistics.rejected++;
    arclength_leave(v);
    v->arc.refused = 1;
}

/* After an attempt: looks for points where the solution is no longer one curve, and
 * finishes the step. */
static invo_status arclength_take(run *v, step *d, double *h) {
    const int constant = !isnan(v->o.step);
    const double now = d->h;
    int good = 1;
    if (run_is_final(v))
        return v->arc.automatic && time_stands_still(v)
                   ? message_pole(v)
                   : message_trouble(v, d->q[0], now, 0);
    if (v->attempts.rejected && constant)
        return arclength_give_up(v, now, h);
    if (v->attempts.rejected) {
        *h = run_shorten(v, now, *h);
        return INVO_OK;
    }
    if (meets_branch(v)) {
        leave_for_good(v);
        return INVO_OK;
    }
    TRY(regularity_watch(v, d, h, &good));
    if (good) {
        v->trouble = arclength_settle(v, d);
        if (v->context->errors)
            return v->context->status; /* which has a message */
        if (!v->trouble)
            return v->arc.lost ? message_lost(v, v->u, v->v, v->arc.sigma) : INVO_OK;
        *h = fmin(v->now.theta, 0.9) * d->h;
    }
    if (constant)
        return arclength_give_up(v, now, h);
    v->result->statistics.rejected++;
    v->attempts.rejected = 1;
    *h = run_shorten(v, now, *h);
    return INVO_OK;
}

/* Where dt/ds comes to zero at an impasse point, its root falls as the distance: from
 * what it was where time did not stand still yet follows how far away the point is. */
static double farthest_still(const run *v, double tau) {
    static const double SURE = 6; /* the root may fall less evenly */
    const double fallen = sqrt(v->arc.moving_tau) - sqrt(tau);
    const double gone = v->arc.s - v->arc.moving_s;
    return fallen > 0 ? SURE * gone * sqrt(tau) / fallen : INFINITY;
}

/* The solution goes on and on without getting anywhere in time, as beside a pole, where
 * dt/ds falls by the same share again and again; an impasse point is passed in a few
 * steps, and as soon as it must be. */
static int is_at_pole(run *v) {
    enum { MANY = 50 };
    const double tau = fabs(v->v[0]);
    if (!time_stands_still(v)) {
        v->arc.idle = 0;
        v->arc.moving_tau = tau;
        v->arc.moving_s = v->arc.s;
        return 0;
    }
    if (v->arc.idle++ == 0) {
        v->arc.still_s = v->arc.s;
        v->arc.still_most = farthest_still(v, tau);
    }
    return v->arc.idle > MANY || v->arc.s - v->arc.still_s > v->arc.still_most;
}

/* Where time stands still just before the stop time, that is reached: the solution ends
 * there with an infinite derivative. */
static invo_status land_by_round_off(run *v) {
    static const double ULPS = 2;
    enum { IDLE = 5 };
    const double stop = v->o.stop;
    const double t = v->u[0];
    if (!v->arc.automatic || t == stop || v->arc.idle < IDLE)
        return INVO_OK;
    if (fabs(t - stop) > ULPS * DBL_EPSILON * fabs(stop))
        return INVO_OK;
    if (!collapse_is_near_stop(v))
        return INVO_OK;
    v->u[0] = stop;
    return v->o.steps ? INVO_OK : record_row(v, v->u);
}

static double arclength_first(run *v) {
    v->attempts.rejected = 0;
    if (!isnan(v->o.step))
        return v->o.step;
    const double h = run_first_step(v, fmin(left(v), DBL_MAX));
    return v->arc.automatic ? fmin(h, 0.1) : h;
}

/* After an accepted step: is it the last one, or is time a good parameter again? */
static invo_status arclength_next(run *v, double now, double *h) {
    (void)now;
    if (v->event.restarted && isnan(v->o.step))
        *h = run_step_after_event(v, v->attempts.asked, fmin(left(v), DBL_MAX));
    v->event.restarted = v->event.at_kink = 0;
    TRY(land_by_round_off(v));
    if (is_back(v) && v->arc.automatic && v->arc.is_dead) {
        restore_result(v);
        return message_dead_centre(v);
    }
    if (is_back(v))
        return message_impasse(v, 1);
    if (is_at_end(v))
        return INVO_OK;
    TRY(run_go_on(v));
    if (is_passed(v))
        arclength_leave(v);
    else if (v->arc.automatic && is_at_pole(v))
        return message_pole(v);
    return INVO_OK;
}

static invo_status arclength_end(run *v) {
    if (!(left(v) > 0))
        v->arc.s = v->o.length;
    return INVO_OK;
}

const pace pace_arclength = {.first = arclength_first,
                             .is_over = is_at_end,
                             .cut = arclength_cut,
                             .is_too_small = arclength_is_too_small,
                             .give_up = arclength_give_up,
                             .settle = arclength_take,
                             .next = arclength_next,
                             .end = arclength_end};

/* A row at theta of the step. */
static invo_status record_at(run *v, const step *d, double t, double theta) {
    v->arc.at = v->arc.s + theta * d->h;
    if (theta >= 1) {
        copy(v->point, d->q, v->n);
    } else {
        TRY(run_interpolate(v, d, theta));
        TRY(retract(&v->engine->retraction, v->point));
        if (fabs(v->point[0] - t) <= fmax(1e-12 * (1 + fabs(t)), land_nearness(v, t)))
            v->point[0] = t;
    }
    return record_point(v, d->w);
}

/* Rows at equal intervals of s, where the run ends by length. */
static invo_status record_lengths(run *v, const step *d, double end) {
    double *theta = &v->now.theta;
    double every = v->o.length / (double)v->o.points;
    for (long k = (long)floor(v->arc.s / every * (1 + 1e-12)) + 1; k <= v->o.points;
         k++) {
        *theta = (every * (double)k - v->arc.s) / d->h;
        if (*theta > end * (1 + 1e-12))
            return INVO_OK;
        if (k == v->o.points || *theta > 1)
            *theta = 1;
        TRY(record_at(v, d, NAN, *theta));
    }
    return INVO_OK;
}

/* The number of the first output time beyond t0, one way or the other. */
static long first_beyond(const run *v, double t0, int way, long last) {
    const plan *o = &v->o;
    const double sense = o->stop < o->start ? -1 : 1;
    const double every =
        isnan(o->every) ? (o->stop - o->start) / (double)o->points : sense * o->every;
    const double passed = (t0 - o->start) / every;
    long k = way > 0 ? (long)floor(passed) - 1 : (long)ceil(passed) + 1; /* rounded */
    if (k < 1 && way > 0)
        k = 1;
    if (k > last && way < 0)
        k = last;
    while (k >= 0 && k <= last && (record_time(v, k) - t0) * sense * way <= 0)
        k += way;
    return k;
}

/* Rows at the output times between two turns. */
static invo_status record_times(run *v, const step *d, double low, double high, double t0,
                                double t1) {
    assert(low <= high);
    double *theta = &v->now.theta;
    const long last = isnan(v->o.every) ? v->o.points : 1000000000;
    const double rise = t1 < t0 ? -1 : 1;
    const int way = v->o.stop < v->o.start ? -(int)rise : (int)rise;
    for (long k = first_beyond(v, t0, way, last); k >= 0 && k <= last; k += way) {
        double t = record_time(v, k);
        if ((t - t1) * rise > 0)
            break;
        if (low == 0 && record_has_event_at(v, t))
            continue;
        if (t == d->q[0])
            *theta = 1;
        else
            TRY(land_between(v, d, t, low, high, theta));
        TRY(record_at(v, d, t, *theta));
    }
    return INVO_OK;
}

/* Writes the rows of a step by arclength. Time is monotonic only between turns, so
 * each part between two turns is searched for output times by itself. */
invo_status arclength_record(run *v, const step *d) {
    assert(v->engine->by_length && v->arc.turns <= MOST_TURNS);
    const double end = v->event.theta;
    double low = 0;
    double t0 = d->p[0];
    if (v->o.steps)
        return INVO_OK;
    if (isfinite(v->o.length) && isnan(v->o.every))
        return record_lengths(v, d, end);
    for (int k = 0; k <= v->arc.turns && low < end; k++) {
        int last = k == v->arc.turns;
        double high = last ? 1 : v->arc.turn[k].theta;
        double t1 = last ? d->q[0] : v->arc.turn[k].t;
        if (high > end) {
            high = end;
            t1 = v->event.point[0];
        }
        TRY(record_times(v, d, low, high, t0, t1));
        low = high;
        t0 = t1;
    }
    return INVO_OK;
}

invo_status arclength_note(run *v, const step *d) {
    assert(v->event.theta > 0 && v->event.theta <= 1);
    if (v->engine->by_length)
        v->arc.s += v->event.theta * d->h;
    v->arc.at = v->arc.s;
    return INVO_OK;
}
