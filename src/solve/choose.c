/* SPDX-License-Identifier: BSD-3-Clause */
/* --method auto. The run begins with an explicit pair. Where its steps will soon be at
 * the edge of stability, radau is put in charge on trial: its steps count, and it stays
 * if it comes about as far for the same work. Where they stay there later, radau is tried
 * for a few steps, and from time to time the explicit pair is tried again; at tight
 * tolerances the Taylor method is tried in the same way at the start. These trials are
 * rehearsals: their steps are measured and forgotten, and whichever method is in charge
 * afterwards goes on from the point where they began, since steps may also become short
 * because the solution ends. So every row of the result is a step that the method in
 * charge has accepted. Work is counted, not timed: the same run takes the same way on
 * every machine.
 */
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../base/number.h"
#include "../method/taylor.h"
#include "solve.h"
#include "run.h"

/* [HW96] IV.2: so many steps with h |lambda| at the edge, none of them followed by so
 * many calm ones, are no accident. */
enum { MANY_HITS = 15 };
static const double EDGE_OF_5 = 3.25, EDGE_OF_8 = 6.1;
/* At tight tolerances steps may stay before the edge, thrown back by each that is beyond:
 * so many within a half of it are worth a trial, too. */
enum { MANY_NEAR = 1000 };
static const double NEAR_EDGE = 0.5;

/* A trial: steps to settle in, which do not count, then steps that do; attempts at most.
 */
enum {
    SETTLE = 4,
    COUNTED = 8,
    FIRST_WAIT = 50,
    RETURN_WAIT = 25,
    SECOND_WAIT = 17,
    LONGEST_WAIT = 100000
};
enum { MOST_TRIES = 60 };
enum {
    WARM_UP = 20
}; /* steps at the start, before the explicit method is in its stride */
/* By which the other method must be better. At equal tolerances radau has the smaller
 * errors (10 to 1000 times on Akzo Nobel, heat, the transistor amplifier), for which an
 * explicit pair would have to take 2 to 3 times the steps: radau is taken where it is
 * nearly as good, and left where the explicit pair is better in the mean of its trials.
 */
static const double BETTER = 1.5, AS_GOOD = 0.6;
/* Where a solution is stiff from time to time, single trials show anything: none counts
 * for more than this factor, and each for as much as all before. */
static const double MOST_SHOWN = 4;
/* So has the Taylor method, which pays as soon as its work is known to be less. */
static const double SERIES_BETTER = 1.1;
/* Steps of a series, when radau is tried, and how often that is asked: the loop for calm
 * water (coast.c) is left for it. */
static const double SLOWER = 0.1;
enum { SERIES_WAIT = 300 };

/* Evaluations that other work is worth (a stage of an implicit method with its solve),
 * measured on systems of 3 to 100 unknowns. */
static const double STAGE = 1, JACOBIAN = 4, FACTOR = 2, SERIES = 0.09;
/* By which these are more where explicit steps coast (Akzo Nobel 3.2, transistor
 * amplifier 2.5). */
static const double BESIDE_COAST = 2.5;
/* Series are interpreted: so many times as much beside straight-line code. */
static const double INTERPRETED = 4;
/* In such code they take little beside the rest of a step. */
static const double QUICK_STEP = 8, QUICK_SERIES = 0.025;

/* The work of so many steps of a series, in evaluations. */
static double series_cost(const run *v, int order, int is_quick, double steps) {
    const double terms = order + 1;
    const double worth = v->s->shortcut.make ? INTERPRETED : 1;
    if (is_quick)
        return (QUICK_STEP + QUICK_SERIES * terms * terms) * steps;
    return worth * SERIES * terms * terms * steps;
}

/* So far, but for series. */
static double cost_of(const run *v) {
    const engine *e = v->engine;
    const double worth = coast_suits_system(v->s) ? BESIDE_COAST : 1;
    const double implicit = STAGE * (double)e->tops.evaluations +
                            JACOBIAN * (double)e->tops.jacobians +
                            FACTOR * (double)e->stepper.factorizations;
    return v->chooser.spent + (double)e->direction.evaluations + worth * implicit;
}

void chooser_leave(run *v) {
    v->chooser.spent = cost_of(v);
}

invo_status chooser_make_dense(run *v, const step *d) {
    stepper *s = &v->engine->stepper;
    const double before = cost_of(v);
    const invo_status status = s->kind->dense(s, &v->engine->field, d);
    v->chooser.spent -= cost_of(v) - before;
    return status;
}

static long steps_since(const run *v) {
    return v->result->statistics.steps - v->chooser.steps;
}

/* Counts again from here. */
static void mark(run *v) {
    chooser *c = &v->chooser;
    c->steps = v->result->statistics.steps;
    c->t = v->u[0];
    c->cost = cost_of(v);
}

/* How far in time for one evaluation, since the count began, in so many steps. */
static double rate_of(const run *v, long steps) {
    assert(steps > 0);
    const int order = v->engine->stepper.terms;
    const int is_quick = v->engine->expansion.is_quick;
    const double series = order ? series_cost(v, order, is_quick, (double)steps) : 0;
    return fabs(v->u[0] - v->chooser.t) / (cost_of(v) - v->chooser.cost + series);
}

/* The same with the next step in place of the mean one, where that is longer: steps grow,
 * or the solution is stiff from time to time only. */
static double rate_ahead(const run *v, double h) {
    const long steps = steps_since(v);
    const double mean = fabs(v->u[0] - v->chooser.t) / (double)steps;
    return rate_of(v, steps) * larger(1, fabs(h) / mean);
}

double chooser_edge(const run *v) {
    const stepper *p = &v->engine->stepper;
    return p->kind->order(p) >= 8 ? EDGE_OF_8 : EDGE_OF_5;
}

void chooser_begin(run *v) {
    v->chooser = (chooser){.usual = v->o.method, .wait = FIRST_WAIT, .rescued = NAN};
    v->chooser.on = v->o.is_automatic && !v->engine->by_length && !v->engine->doubling &&
                    v->o.project == PROJECT_STEP;
}

int chooser_may_take(const run *v, choice_method m) {
    return v->chooser.on &&
           (m == v->chooser.usual || m == METHOD_RADAU || m == METHOD_TAYLOR);
}

static void tell(const run *v, const char *words, double ratio) {
    enum { MOST_NOTES = 8 };
    if (v->chooser.changes > MOST_NOTES)
        return;
    diagnose(v->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "t = %.6g: method auto switches to %s, which advances %.2g times as far for "
             "the same work%s%s",
             v->u[0], v->engine->method->name, ratio, words,
             v->chooser.changes == MOST_NOTES ? "; further changes are not reported"
                                              : "");
}

/* Explicit steps after implicit ones begin small again. */
static invo_status choose_change(run *v, choice_method name, double *h) {
    assert(name != METHOD_AUTO);
    const int was_implicit = method_is_implicit(v->engine->method);
    TRY(run_change_method(v, name));
    if (was_implicit)
        *h = run_first_step(v, v->o.stop - v->u[0]);
    return INVO_OK;
}

/* How far in time the explicit method comes for one evaluation, where stability alone
 * limits its steps; mode: the rate of the fastest mode. */
static double rate_at_edge(const run *v, double mode) {
    const method *m = method_chosen(v->chooser.usual);
    const double edge = m->stages > 8 ? EDGE_OF_8 : EDGE_OF_5;
    return edge / mode / m->stages;
}

static void forget_stiffness(chooser *c) {
    c->hits = c->calm = 0;
    c->near_edge = c->far_from_edge = 0;
}

/* Radau takes over, to show what it can do. */
static invo_status begin_trial(run *v, double *h) {
    chooser *c = &v->chooser;
    c->rate = rate_ahead(v, *h);
    c->before = v->o.method;
    forget_stiffness(c);
    TRY(choose_change(v, METHOD_RADAU, h));
    c->on_trial = 1;
    mark(v);
    return INVO_OK;
}

/* What was in charge before goes on from here; the next trial comes later. */
static invo_status end_trial(run *v, double *h) {
    chooser *c = &v->chooser;
    c->on_trial = 0;
    TRY(choose_change(v, c->before, h));
    c->rest = v->result->statistics.steps + c->wait;
    c->wait = c->wait < LONGEST_WAIT ? 4 * c->wait : LONGEST_WAIT;
    mark(v);
    return INVO_OK;
}

/* Explicit steps before the trial may have been short because the solution began, and not
 * for stability: where that alone would leave them better than radau, that counts as a
 * first trial, which just shows it. */
static void win_trial(run *v, double ratio) {
    chooser *c = &v->chooser;
    const double at_edge = rate_at_edge(v, c->mode) / (ratio * c->rate);
    const int is_doubtful = at_edge > BETTER;
    c->on_trial = 0;
    c->changes++;
    c->wait = is_doubtful ? SECOND_WAIT : RETURN_WAIT;
    c->mean = is_doubtful ? BETTER : 0;
    tell(v, ": the solution is stiff", ratio);
    mark(v);
}

/* After a step on trial: the first ones do not count, unless the run is over. */
static invo_status judge_trial(run *v, double *h) {
    chooser *c = &v->chooser;
    const int is_over = v->u[0] == v->o.stop;
    if (c->on_trial == 1 && steps_since(v) >= SETTLE && !is_over) {
        c->on_trial = 2;
        mark(v);
    }
    if (!is_over && (c->on_trial == 1 || steps_since(v) < COUNTED))
        return INVO_OK;
    const double ratio = rate_ahead(v, is_over ? 0 : *h) / c->rate;
    if (ratio > AS_GOOD)
        win_trial(v, ratio);
    else if (!is_over)
        return end_trial(v, h);
    return INVO_OK;
}

/* Steps of the current method from the current point, of which nothing is recorded;
 * *counted returns how many the count has when it ends. It ends early where the method
 * comes to nothing, and at the stop time and at events: then it returns 1. */
static int rehearse(run *v, double h, long *counted) {
    *counted = -SETTLE;
    for (int tries = 0; tries < MOST_TRIES && *counted < COUNTED; tries++) {
        const double now = run_cut(v, h);
        if (!(fabs(now) > run_least_step(v)))
            return 0;
        step d = run_step(v, now);
        if (!run_attempt(v, &d, &h)) {
            if (run_is_final(v) || v->context->errors)
                return 0;
            continue;
        }
        int is_over = event_is_beyond(v, &d);
        run_take_end(v);
        if (++*counted == 0)
            mark(v);
        if (v->u[0] == v->o.stop || is_over)
            return 1;
        h = run_fit(v, h);
    }
    return 0;
}

/* Rehearses the method `name` from the current point. *ratio: how many times as far it
 * comes for the same work; 0: it does not come far enough to tell. *is_short: an event,
 * or the stop time, was near. Then the point is as it was, and the method is `name`. */
static invo_status rehearse_from_here(run *v, choice_method name, double *h,
                                      double *ratio, int *is_short) {
    const double rate =
        name == v->chooser.usual ? rate_ahead(v, *h) : rate_of(v, steps_since(v));
    const long rejected = v->result->statistics.rejected;
    double *kept = run_keep_point(v);
    long counted;
    *ratio = 0;
    *is_short = 0;
    if (!kept)
        return INVO_E_MEMORY;
    invo_status status = choose_change(v, name, h);
    if (!status) {
        const double began = v->u[0];
        const double cost = cost_of(v);
        const int is_over = rehearse(v, *h, &counted);
        *is_short = counted < COUNTED / 2 && is_over;
        if (*is_short) { /* all of it counts */
            counted += SETTLE;
            v->chooser.t = began;
            v->chooser.cost = cost;
        }
        if (counted >= COUNTED / 2 || is_over)
            *ratio = rate_of(v, counted) / rate;
        run_put_point(v, kept);
    }
    free(kept);
    v->result->statistics.rejected = rejected;
    v->trouble = INVO_OK;
    v->attempts.rejected = 0;
    v->attempts.futile = 0;
    v->attempts.refused = 0;
    if (!status && v->context->errors)
        status = v->context->status;
    return status;
}

/* Adds a trial of the explicit method to those before, since the last change: *ratio
 * receives their mean. Returns whether it is to take over; if not, *again receives in how
 * many steps the next trial comes, 0: later than the last one did. */
static int weigh_usual(chooser *c, double *ratio, long *again) {
    const double shown = fmin(MOST_SHOWN, fmax(1 / MOST_SHOWN, *ratio));
    const int is_first = c->mean == 0;
    if (*ratio > AS_GOOD)
        *again = *ratio > BETTER ? SECOND_WAIT : FIRST_WAIT;
    *ratio = c->mean = is_first ? shown : sqrt(c->mean * shown);
    return !is_first && c->mean > BETTER;
}

static double stiffest_mode(run *v, double edge);

/* Would steps of the explicit method be so short, for stability, that it cannot be as
 * good? Then it need not be tried. */
static int usual_is_held_back(run *v) {
    const method *m = method_chosen(v->chooser.usual);
    const double rate = rate_of(v, steps_since(v));
    const double mode = stiffest_mode(v, m->stages > 8 ? EDGE_OF_8 : EDGE_OF_5);
    return mode > 0 && rate_at_edge(v, mode) < AS_GOOD * rate;
}

/* Goes on with the method `name` where that pays; where not, the next trial comes later.
 */
static invo_status try_method(run *v, choice_method name, double *h) {
    assert(name != METHOD_AUTO);
    chooser *c = &v->chooser;
    const choice_method before = v->o.method;
    const int usual = name == c->usual;
    double first = *h;
    double ratio;
    int is_short;
    long again = 0;
    if (usual && usual_is_held_back(v)) {
        mark(v);
        return INVO_OK;
    }
    TRY(rehearse_from_here(v, name, &first, &ratio, &is_short));
    forget_stiffness(c);
    const int is_quick = v->engine->stepper.terms && v->engine->expansion.is_quick;
    const double least = is_quick ? SERIES_BETTER : BETTER;
    const int wins = usual ? weigh_usual(c, &ratio, &again) : ratio > least;
    if (wins) {
        *h = first;
        c->changes++;
        c->wait = usual ? FIRST_WAIT : RETURN_WAIT;
        c->mean = 0;
        const char *why = v->engine->stepper.terms ? "" : ": the solution is stiff";
        if (usual)
            why = ": the solution is no longer stiff";
        tell(v, why, ratio);
    } else {
        TRY(run_change_method(v, before));
        if (again) {
            c->wait = again;
        } else if (!is_short) { /* else it may pay behind the event */
            c->rest = v->result->statistics.steps + c->wait;
            c->wait = c->wait < LONGEST_WAIT ? 4 * c->wait : LONGEST_WAIT;
        }
    }
    mark(v);
    return INVO_OK;
}

/* A step that is not at the edge, or not near it; so many in a row let those before be
 * forgotten. */
enum { CALM_STEPS = 6 };

static int seems_stiff(const chooser *c) {
    return c->hits >= MANY_HITS || c->near_edge >= MANY_NEAR;
}

/* Near the edge the rate is that of the last steps before the trial. */
static int is_counted_near(const chooser *c) {
    return c->near_edge >= MANY_NEAR - MANY_HITS;
}

static void note_near_edge(run *v, double z) {
    chooser *c = &v->chooser;
    if (z > NEAR_EDGE * chooser_edge(v)) {
        c->near_edge++;
        c->far_from_edge = 0;
        if (c->near_edge == MANY_NEAR - MANY_HITS)
            mark(v);
    } else if (++c->far_from_edge >= CALM_STEPS)
        c->near_edge = 0;
}

int chooser_note_stiffness(run *v, double z) {
    chooser *c = &v->chooser;
    note_near_edge(v, z);
    if (!(z > chooser_edge(v))) {
        if (++c->calm >= CALM_STEPS)
            c->hits = 0;
    } else {
        if (c->hits == 0 && !is_counted_near(c))
            mark(v);
        c->hits++;
        c->calm = 0;
    }
    return seems_stiff(c);
}

void chooser_note(run *v, const step *d) {
    const chooser *c = &v->chooser;
    const stepper_class *k = v->engine->stepper.kind;
    if (!c->on || v->engine->by_length || !k->stiffness || !d->has_w)
        return;
    if (isnan(v->now.estimate)) /* else it is that of the estimate */
        metric_error_scale(&v->engine->metric, v->s, d->p, d->q, v->scale);
    chooser_note_stiffness(v, k->stiffness(&v->engine->stepper, d, v->n, v->scale));
}

/* Does the Taylor method take many times shorter steps than it did? Then the solution may
 * have become stiff. */
static int series_has_slowed(run *v) {
    chooser *c = &v->chooser;
    if (steps_since(v) < SERIES_WAIT)
        return 0;
    const double mean = fabs(v->u[0] - c->t) / (double)steps_since(v);
    c->pace = mean > c->pace ? mean : c->pace;
    const int is_slow = mean < SLOWER * c->pace && v->result->statistics.steps >= c->rest;
    if (!is_slow)
        mark(v);
    return is_slow;
}

/* Is what is left of the run, at the present pace, worth a trial that takes so many
 * evaluations? One that is in vain must not be a large part of it. */
static int may_pay(const run *v, double trial) {
    static const double SMALL_PART = 0.05;
    const double left = fabs(v->o.stop - v->u[0]) / rate_of(v, steps_since(v));
    return trial < SMALL_PART * left;
}

/* Series are interpreted in a trial: where that is much, it often is in vain. */
static int series_may_pay(const run *v) {
    const int order = method_series_order(method_chosen(METHOD_TAYLOR), v->o.rtol);
    return may_pay(v, series_cost(v, order, 0, SETTLE + COUNTED));
}

static int usual_may_pay(const run *v) {
    return may_pay(v, (SETTLE + COUNTED) * method_chosen(v->chooser.usual)->stages);
}

/* How the fastest mode is looked for: by powers of the Jacobian on the direction, by
 * differences, each time a move of this size in tolerances. Where it is real, a vector
 * hardly turns any more in the end. */
enum { POWERS = 10 };
static const double POWER_MOVE = 0.1, ALIGNED = 0.98;
/* Explicit steps at the edge of stability, at least, that the rest of the run would take:
 * fewer are not worth an implicit method. */
static const double MANY_STEPS = 20;

/* w = J w of length 1 in tolerances; *growth receives its length before, negative where
 * it points backward, and *cosine that of its angle with what it was. Returns 0 where
 * there is no direction. */
static int choose_power(run *v, double *w, double *growth, double *cosine) {
    const field *f = &v->engine->field;
    double *near = v->point;
    double *slope = v->slope;
    double square = 0;
    double product = 0;
    copy(slope, v->v, v->n);
    for (int i = 0; i < v->n; i++)
        near[i] = v->u[i] + POWER_MOVE * w[i];
    if (field_slope(f, near, slope))
        return 0;
    for (int i = 1; i < v->n; i++) {
        const double scale = v->scale[i] * v->scale[i];
        const double next = (slope[i] - v->v[i]) / POWER_MOVE;
        product += next * w[i] * scale;
        square += next * next * scale;
        slope[i] = next;
    }
    const double length = sqrt(square);
    if (!(length > 0 && isfinite(length)))
        return 0;
    *growth = product;
    *cosine = product / length;
    for (int i = 1; i < v->n; i++)
        w[i] = slope[i] / length;
    return 1;
}

/* The rate of a mode that falls so fast, without going to and fro, that explicit steps
 * will be held back by it; 0: there is none. */
static double stiffest_mode(run *v, double edge) {
    double *w = v->error[0]; /* of the last step, which is over */
    double growth = 0;
    double cosine = 0;
    if (v->engine->by_kernel)
        return 0;
    metric_error_scale(&v->engine->metric, v->s, v->u, v->u, v->scale);
    const double length = controller_length(v->n, v->v, v->scale);
    if (!(length > 0 && isfinite(length)))
        return 0;
    w[0] = 0;
    for (int i = 1; i < v->n; i++)
        w[i] = v->v[i] / length;
    int k = 0;
    while (k < POWERS && choose_power(v, w, &growth, &cosine))
        k++;
    if (run_direction(v, v->u, v->v, 0)) /* z is again that of u */
        return 0;
    const double steps = -growth * fabs(v->o.stop - v->u[0]) / edge;
    return k == POWERS && -cosine > ALIGNED && steps > MANY_STEPS ? -growth : 0;
}

/* Steps before that is asked: the first ones are small, whatever the method. A mode that
 * is much slower some steps later belonged to a place, as that of y' = 1/(2 y) beside 0.
 */
enum { EARLIER = 5, EARLY = 8 };
static const double LASTS = 0.3;

/* h: the next step. Where few of that size are left, those at the edge are as few: the
 * modes are slower than the edge over h, or the last steps would not have been good. */
static int is_stiff_ahead(run *v, double h) {
    chooser *c = &v->chooser;
    const long steps = v->result->statistics.steps;
    if (c->has_looked || steps < EARLIER)
        return 0;
    if (c->mode == 0) {
        c->has_looked = fabs(v->o.stop - v->u[0]) <= MANY_STEPS * fabs(h);
        if (c->has_looked)
            return 0;
        mark(v);
        c->mode = stiffest_mode(v, chooser_edge(v));
        c->has_looked = c->mode == 0;
    }
    if (steps < EARLY || c->has_looked || steps_since(v) == 0)
        return 0;
    c->has_looked = 1;
    return stiffest_mode(v, chooser_edge(v)) > LASTS * c->mode;
}

/* --- series in straight-line code --- */

/* Where the steps of both methods are code, neither is rehearsed: the terms at one point
 * tell how long the steps of the Taylor method are beside those of the explicit pair, the
 * lengths of the code what they cost. The ratio of the steps is about the same
 * wherever it is asked for. */

/* Steps before the explicit method is in its stride, and when the question comes. */
enum { SOUND_FROM = 8, SOUND_AT = 16 };

/* What is around the code of a step, in its operations, for each coordinate, counted on
 * seven models of 3 to 13 coordinates; all of it where nothing coasts; what an
 * operation of a series takes, whose numbers do not stay in registers; and its
 * translation. */
static const double PAIR_AROUND = 100, PAIR_PER_COORDINATE = 70;
static const double SERIES_PER_COORDINATE = 190, SERIES_OPERATION = 1.25;
static const double WITHOUT_COAST = 3000, MAKING = 680;
/* Operations of a series, for each of a step with dop853 and its order squared. */
static const double SERIES_LENGTH = 1.0 / 165;

/* Attempts that a step of the explicit pair takes. */
static double attempts_of_steps(const run *v) {
    const invo_statistics *t = &v->result->statistics;
    return 1 + (double)t->rejected / (double)t->steps;
}

typedef struct code_lengths {
    long of_step, of_series, of_arrival;
} code_lengths;

static code_lengths lengths_of(const run *v) {
    code_lengths c;
    v->s->shortcut.lengths(v->s->self, &c.of_step, &c.of_series, &c.of_arrival);
    return c;
}

/* The work of a step with the explicit pair, in operations; 0: its code is not in one
 * piece. */
static double pair_work(const run *v) {
    const code_lengths code = lengths_of(v);
    if (code.of_step == 0 || (code.of_arrival == 0 && v->s->constraints > 0))
        return 0;
    const double around =
        PAIR_AROUND + PAIR_PER_COORDINATE * v->n + (coast_suits(v) ? 0 : WITHOUT_COAST);
    return attempts_of_steps(v) * ((double)(code.of_step + code.of_arrival) + around);
}

/* The same with a series, whose code is made; 0: it is not. */
static double series_work(const run *v) {
    const code_lengths code = lengths_of(v);
    if (code.of_series == 0)
        return 0;
    return SERIES_OPERATION * (double)code.of_series + (double)code.of_arrival +
           SERIES_PER_COORDINATE * v->n + (coast_suits(v) ? 0 : WITHOUT_COAST);
}

/* Is what is left of the run worth the code of a series? That is kept, and the next run
 * of the model has it. */
static int may_sound(const run *v, double work, int order) {
    const code_lengths code = lengths_of(v);
    const double mean = fabs(v->u[0] - v->chooser.t) / (double)steps_since(v);
    const double left = work * fabs(v->o.stop - v->u[0]) / mean;
    return left > MAKING * SERIES_LENGTH * (double)code.of_step * order * order;
}

/* The step that the Taylor method would take from here, by the terms at this point, h
 * being that of the explicit pair; 0: it cannot be told. */
static invo_status sound(run *v, double h, int order, double *size) {
    const invo_shortcut *k = &v->s->shortcut;
    const invo_scheme scheme = {.series = order};
    const size_t count = (size_t)(order + 1) * (size_t)v->n;
    metric m = v->engine->metric;
    int number;
    *size = 0;
    m.eases = 1;
    TRY((invo_status)k->make(v->s->self, &scheme, v->rows.planned, v->u, v->top_before, 0,
                             &number));
    if (number == 0 || number != v->engine->direction.order)
        return INVO_OK;
    double *terms = memory_alloc(v->context, count * sizeof *terms);
    if (!terms)
        return INVO_E_MEMORY;
    if (!k->series(v->s->self, v->u, h, order, terms)) {
        metric_error_scale(&m, v->s, v->q, v->u, v->scale);
        *size = TAYLOR_SAFETY * fabs(h) * taylor_fitting(v->n, order, terms, 1, v->scale);
    }
    free(terms);
    return INVO_OK;
}

/* Continues with the Taylor method where its steps are so much longer that they pay. Its
 * first one is as long as the terms say. Where the solution will be stiff, the steps of
 * both will soon be those that stability allows, and radau is for that. */
static invo_status try_series(run *v, double *h) {
    chooser *c = &v->chooser;
    const int wanted = method_series_order(method_chosen(METHOD_TAYLOR), v->o.rtol);
    const int order = wanted < v->s->series.order ? wanted : v->s->series.order;
    const double work = pair_work(v);
    double size;
    if (work == 0)
        return INVO_OK;
    c->has_expanded = 1;
    if (!may_sound(v, work, order))
        return INVO_OK;
    TRY(sound(v, *h, order, &size));
    const double other = series_work(v);
    if (!(size > 0 && isfinite(size)) || other == 0)
        return INVO_OK;
    const double ratio = size / other / (fabs(*h) / work);
    if (!(ratio > SERIES_BETTER) || stiffest_mode(v, chooser_edge(v)) > 0)
        return INVO_OK;
    TRY(choose_change(v, METHOD_TAYLOR, h));
    *h = copysign(size, *h);
    c->changes++;
    tell(v, "", ratio);
    mark(v);
    return INVO_OK;
}

/* Is the Taylor method still to be tried? */
static int may_expand(const run *v) {
    return v->o.rtol <= PLAN_TAYLOR_BELOW && v->s->series.order > 0 &&
           !v->chooser.has_expanded;
}

/* Is this the time to ask for series in straight-line code? Then the count begins, or
 * ends. */
static int is_sounding(run *v) {
    const long steps = v->result->statistics.steps;
    const int is_usual = v->o.method == v->chooser.usual && !v->engine->stepper.terms;
    if (!is_usual || v->chooser.hits || !may_expand(v) || !v->s->shortcut.lengths)
        return 0;
    if (steps == SOUND_FROM)
        mark(v);
    return steps == SOUND_FROM ||
           (steps == SOUND_AT && steps_since(v) == SOUND_AT - SOUND_FROM);
}

/* Which method to try now; auto: none. */
static choice_method choose_candidate(run *v) {
    chooser *c = &v->chooser;
    const int usual = v->o.method == c->usual;
    if (v->engine->stepper.terms)
        return series_has_slowed(v) ? METHOD_RADAU : METHOD_AUTO;
    if (!usual)
        return steps_since(v) >= c->wait && usual_may_pay(v) ? c->usual : METHOD_AUTO;
    if (seems_stiff(c)) {
        c->hits = c->near_edge = 0;
        return v->result->statistics.steps >= c->rest ? METHOD_RADAU : METHOD_AUTO;
    }
    if (!may_expand(v))
        return METHOD_AUTO;
    if (v->result->statistics.steps == WARM_UP) /* then it was not sounded */
        mark(v);
    if (v->result->statistics.steps < 3 * WARM_UP || steps_since(v) == 0)
        return METHOD_AUTO;
    c->has_expanded = 1;
    return series_may_pay(v) ? METHOD_TAYLOR : METHOD_AUTO;
}

long chooser_due(const run *v) {
    const chooser *c = &v->chooser;
    const long steps = v->result->statistics.steps;
    if (!c->on)
        return LONG_MAX;
    if (c->on_trial)
        return 0;
    if (v->engine->stepper.terms)
        return c->steps + SERIES_WAIT;
    if (v->o.method != c->usual)
        return 0;
    if (v->o.rtol > PLAN_TAYLOR_BELOW && !c->has_looked)
        return steps < EARLIER ? EARLIER : EARLY;
    if (!may_expand(v))
        return LONG_MAX;
    if (steps < SOUND_AT)
        return steps < SOUND_FROM ? SOUND_FROM : SOUND_AT;
    return steps < WARM_UP ? WARM_UP : 3L * WARM_UP;
}

invo_status chooser_look(run *v, double *h) {
    assert(*h != 0);
    if (!v->chooser.on || v->engine->by_length)
        return INVO_OK;
    if (v->chooser.on_trial && steps_since(v) > 0)
        return judge_trial(v, h);
    if (v->u[0] == v->o.stop)
        return INVO_OK;
    /* radau is not worth its tolerance where that is very small */
    if (v->o.method == v->chooser.usual && v->o.rtol > PLAN_TAYLOR_BELOW &&
        is_stiff_ahead(v, *h))
        return begin_trial(v, h);
    if (is_sounding(v))
        return v->result->statistics.steps == SOUND_AT ? try_series(v, h) : INVO_OK;
    choice_method name = choose_candidate(v);
    return name != METHOD_AUTO ? try_method(v, name, h) : INVO_OK;
}

/* Constraints, or pivots, are dependent below this share of what they were. */
static const double CLEAR = 0.01;

/* Where explicit steps fall to zero, implicit ones may continue. */
static int rescue(run *v, double *h) {
    chooser *c = &v->chooser;
    const watch *w = &v->watch;
    if (v->o.method == METHOD_RADAU || c->rescued == v->u[0])
        return 0;
    if (collapse_is_pole(v))
        return 0; /* the solution itself ends */
    if (v->trouble || w->sigma < CLEAR * w->largest)
        return 0; /* no method can continue there */
    c->rescued = v->u[0];
    *h = run_first_step(v, v->o.stop - v->u[0]);
    if (choose_change(v, METHOD_RADAU, h))
        return 0;
    c->changes++;
    c->wait = RETURN_WAIT;
    c->mean = 0;
    diagnose(
        v->context, SEVERITY_NOTE, INVO_OK, nowhere,
        "t = %.6g: method auto switches to radau because the steps of %s fall to zero",
        v->u[0], method_chosen(c->usual)->name);
    mark(v);
    return 1;
}

/* Where a series comes to its end, as that of an exponential that overflows, the explicit
 * method continues. */
static int leave_series(run *v, double *h) {
    chooser *c = &v->chooser;
    if (run_change_method(v, c->usual))
        return 0;
    *h = run_first_step(v, v->o.stop - v->u[0]);
    c->changes++;
    diagnose(
        v->context, SEVERITY_NOTE, INVO_OK, nowhere,
        "t = %.6g: method auto switches to %s because the steps of taylor fall to zero",
        v->u[0], method_chosen(c->usual)->name);
    mark(v);
    return 1;
}

int chooser_give_up(run *v, double *h) {
    if (!v->chooser.on || v->engine->by_length)
        return 0;
    if (v->chooser.on_trial)
        return end_trial(v, h) == INVO_OK;
    return v->engine->stepper.terms ? leave_series(v, h) : rescue(v, h);
}
