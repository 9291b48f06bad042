/* SPDX-License-Identifier: BSD-3-Clause */
/* The second stage of a plan: what depends on the system. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../geometry/kernel.h"
#include "../geometry/retraction.h"
#include "../method/stepper.h"
#include "plan.h"

/* Equations of a block: twice as many take eight times as long. */
enum { LARGEST_SCHUR = 6000 };

/* The staged retraction solves for algebraic coordinates, which may magnify what is left
 * in the others without bound (a stiff spring); implicit methods take steps so long that
 * it shows. */
static int amplifies(const invo_system *s, const plan *p) {
    return s->top.algebraic && plan_is_implicit(p);
}

/* Settles the retraction, which is left open where no method and no metric brings its
 * own, and reports what goes with another one only. */
invo_status plan_settle_retraction(invo_context *c, plan *p, const invo_system *s) {
    assert(p->method != METHOD_AUTO);
    const method *m = method_chosen(p->method);
    const int joint =
        p->by == BY_ARCLENGTH; /* t moves too: staged matrices are singular */
    plan own = *p;
    own.retraction = m->retraction;
    plan_decide_retraction(p);
    if (m->retraction && p->retraction != m->retraction)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "method %s requires --retraction %s; for the same steps with "
                      "--retraction %s use rk4 or gps",
                      m->name, plan_words(&own).retraction, plan_words(p).retraction);
    if (p->newton_limit && p->newton == NEWTON_INEXACT)
        return report(
            c, INVO_E_ARGUMENT, NAN,
            "--newton-limit does not apply to --newton inexact; use simplified or exact");
    if (p->metric == METRIC_MASS && p->retraction != RETRACTION_ORTHOGONAL)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--metric mass requires --retraction orthogonal, not %s",
                      plan_words(p).retraction);
    const int can_stage = !joint && (s->stages.count > 0 || s->constraints == 0);
    if (p->retraction == RETRACTION_AUTO || (joint && p->retraction == RETRACTION_STAGED))
        p->retraction =
            can_stage && !amplifies(s, p) ? RETRACTION_STAGED : RETRACTION_NORMAL;
    const retraction_class *kind = retraction_find(p->retraction);
    if (kind->fits)
        TRY(kind->fits(c, s));
    if (p->newton == NEWTON_INEXACT && p->retraction == RETRACTION_CHART)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--newton inexact requires --retraction orthogonal; for the chart "
                      "retraction use simplified or exact");
    return INVO_OK;
}

static int largest_block(const invo_system *s) {
    int most = 0;
    for (int b = 0; b < s->blocks.count; b++)
        most = s->blocks.at[b].size > most ? s->blocks.at[b].size : most;
    return most;
}

/* Settles how the direction is computed: in closed form where every block has one
 * equation, else by blocks, and by arclength with the bordered kernel where the system
 * has one. */
static invo_status settle_direction(invo_context *c, plan *p, const invo_system *s) {
    const int most = largest_block(s);
    if (kernel_is_meant(p->direction) && !s->kernel)
        return report(
            c, INVO_E_ARGUMENT, NAN,
            "--direction %s needs the highest derivatives to occur linearly in all "
            "equations together, and in this system they do not; use square",
            plan_words(p).direction);
    if (p->direction == DIRECTION_BLOCK && most > LARGEST_SCHUR)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--direction block uses a dense Schur complement for blocks of up "
                      "to %d equations, and this system has a block of %d; use square",
                      LARGEST_SCHUR, most);
    if (p->direction == DIRECTION_EXPLICIT && most > 1)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--direction explicit: %d of the %d highest derivatives occur in "
                      "blocks of equations that must be solved together; use square",
                      s->tops, s->tops);
    if (p->direction != DIRECTION_AUTO)
        return INVO_OK;
    p->direction = most > 1 ? DIRECTION_SQUARE : DIRECTION_EXPLICIT;
    if (p->by == BY_ARCLENGTH && s->kernel)
        p->direction = DIRECTION_BORDER;
    return INVO_OK;
}

static int has_pair(const method *m) {
    const stepper probe = {.kind = m->kind, .method = m->data};
    return m->kind->estimates(&probe) > 0;
}

/* Settles how steps are judged: by the method's pair of points, or by a step and its two
 * halves. Constant steps are not. */
static invo_status settle_controller(invo_context *c, plan *p) {
    const method *m = method_chosen(p->method);
    const int pair = has_pair(m);
    const int constant = !isnan(p->step);
    if (p->controller == CONTROLLER_AUTO)
        p->controller = pair || constant ? CONTROLLER_PI : CONTROLLER_RICHARDSON;
    const int doubling = p->controller == CONTROLLER_RICHARDSON ||
                         p->controller == CONTROLLER_HALVING ||
                         p->controller == CONTROLLER_ELEMENTARY;
    if (!pair && !constant && !doubling)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--controller %s needs an embedded pair, and %s has none; use "
                      "richardson or elementary, or a "
                      "constant --step",
                      plan_words(p).controller, m->name);
    if (plan_is_implicit(p) && p->advance == ADVANCE_LOW)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--advance low requires an explicit embedded pair; the lower-order "
                      "point of %s only serves its error estimate",
                      m->name);
    if (!pair && p->advance == ADVANCE_LOW && !doubling)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--advance low needs an embedded pair, and %s has none; use "
                      "--controller richardson, which then continues from the whole step",
                      m->name);
    if (constant)
        p->controller = CONTROLLER_PI;
    return INVO_OK;
}

int plan_doubles(const plan *p) {
    assert(p->controller != CONTROLLER_AUTO);
    switch (p->controller) {
    case CONTROLLER_AUTO: /* not of a settled plan */
    case CONTROLLER_PI:
    case CONTROLLER_PID:
        return 0;
    case CONTROLLER_RICHARDSON:
    case CONTROLLER_HALVING:
        return 1;
    case CONTROLLER_ELEMENTARY:
        return !has_pair(method_chosen(p->method));
    }
    return 0;
}

/* Options of the half-explicit methods that go with others only. */
static invo_status check_half_explicit(invo_context *c, const plan *p) {
    if (p->stage_derivative == SLOPE_SECANT && p->project != PROJECT_STAGES)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--stage-derivative secant requires --project stages: without it, "
                      "all stages have the slope of the first one");
    return INVO_OK;
}

/* Where nothing brings points onto the constraints, or a Newton test stops short of
 * round-off, the bound on residuals is lifted; never one that was given. */
void plan_settle_bound(plan *p, const invo_system *s) {
    assert(p->retraction != RETRACTION_AUTO);
    const int keeps =
        p->retraction != RETRACTION_NONE && p->newton_test == RULE_ROUND_OFF;
    p->constraint_bound = p->given.constraint_bound;
    if (isnan(p->constraint_bound))
        p->constraint_bound =
            keeps || s->constraints == 0 ? PLAN_CONSTRAINT_BOUND : INFINITY;
}

/* Puts one coordinate of u where "NAME=VALUE" says; returns whether there is one. */
static int place_coordinate(const invo_system *s, const char *text, size_t length,
                            double *u) {
    assert(text);
    const char *equals = memchr(text, '=', length);
    size_t n = equals ? (size_t)(equals - text) : length;
    for (int i = 1; equals && s->coordinate && i < s->coordinates; i++) {
        const char *name = s->coordinate[i].name;
        if (strlen(name) != n || strncmp(name, text, n) != 0)
            continue;
        char *end;
        double value = strtod(equals + 1, &end);
        if (u)
            u[i] = value;
        return end == text + length && isfinite(value);
    }
    return 0;
}

/* Names may have commas in brackets. */
invo_status plan_place_start(invo_context *c, const invo_system *s, const char *text,
                             double *u) {
    while (*text) {
        size_t n = 0;
        for (int depth = 0; text[n] && (depth || text[n] != ','); n++)
            depth += (text[n] == '[') - (text[n] == ']');
        if (!place_coordinate(s, text, n, u))
            return report(c, INVO_E_ARGUMENT, NAN,
                          "--start-point: '%.*s' is not NAME=VALUE for one of the %d "
                          "coordinates; --ambient full has more of them",
                          (int)n, text, s->coordinates - 1);
        text += text[n] ? n + 1 : n;
    }
    return INVO_OK;
}

/* Start and stop, which a model gives as options and a system of C functions itself. */
static invo_status settle_times(invo_context *c, plan *p, const invo_system *s) {
    if (isnan(p->start))
        p->start = s->start[0];
    if (isnan(p->stop))
        p->stop = 1;
    if (!isfinite(p->start) || !isfinite(p->stop))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "start and stop time must be finite, not %g and %g", p->start,
                      p->stop);
    if (p->start != s->start[0])
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--start %g differs from the time %g of the initial point",
                      p->start, s->start[0]);
    return INVO_OK;
}

/* Reports what the method cannot do. */
static invo_status settle_method(invo_context *c, const plan *p, const invo_system *s) {
    const method *m = method_chosen(p->method);
    const int by_arclength = p->by == BY_ARCLENGTH;
    if (by_arclength && plan_is_implicit(p) && s->coordinates > PLAN_LARGEST_BY_LENGTH)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "method %s by arclength uses a dense matrix for up to %d "
                      "coordinates, and this system has %d; use dop853, or --by time",
                      m->name, PLAN_LARGEST_BY_LENGTH, s->coordinates);
    if (m->kind->needs & NEEDS_TAYLOR && by_arclength)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "method %s expands the solution in time and cannot take steps by "
                      "arclength; use dop853",
                      m->name);
    const int tangential = m->kind == &taylor_geometric;
    if (tangential && p->metric == METRIC_MASS)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "method %s needs a metric with constant weights, not mass; use "
                      "nominal",
                      m->name);
    if (tangential && p->retraction != RETRACTION_ORTHOGONAL &&
        p->retraction != RETRACTION_NORMAL)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "method %s reaches its order only with --retraction orthogonal or "
                      "normal, not with %s",
                      m->name, plan_words(p).retraction);
    return INVO_OK;
}

invo_status plan_settle(invo_context *c, plan *p, const invo_system *s) {
    assert(p->method != METHOD_AUTO && p->metric != METRIC_AUTO);
    if (p->start_point)
        TRY(plan_place_start(c, s, p->start_point, NULL));
    TRY(settle_times(c, p, s));
    TRY(settle_method(c, p, s));
    TRY(check_half_explicit(c, p));
    TRY(plan_settle_retraction(c, p, s));
    plan_settle_bound(p, s);
    TRY(settle_direction(c, p, s));
    return settle_controller(c, p);
}
