/* SPDX-License-Identifier: BSD-3-Clause */
/* Options resolved against the system: nothing is left that is 'auto' or not given. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "solver.h"

static int resolve_is(const char *word, const char *other) {
    return strcmp(word, other) == 0;
}

/* The default tolerance. */
static const double RTOL = SOLVE_RTOL, ATOL_SHARE = 1e-3;
/* Of Newton iterations that end by a test of the papers. */
static const double NEWTON_TOLERANCE = 1e-6;
/* Below this tolerance order 8 takes less work than order 5. */
static const double ORDER_8_BELOW = 1e-5;
/* Equations of a block: twice as many take eight times as long. */
enum { LARGEST_SCHUR = 6000 };

/* The staged retraction solves for algebraic coordinates, which may magnify what is left
 * in the others without bound (a stiff spring); implicit methods take steps so long that
 * it shows. */
static int amplifies(const invo_system *s, const invo_options *o) {
    return s->algebraic && method_is_implicit(o->method);
}

/* [TA01] 3 leaves the normal part of its terms to the nearest point. */
static invo_status resolve_geometric(invo_context *c, invo_options *o) {
    if (resolve_is(o->retraction, "auto"))
        o->retraction = "orthogonal";
    if (resolve_is(o->metric, "mass"))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "method %s needs a metric with constant weights, not mass; use "
                      "nominal",
                      o->method);
    if (resolve_is(o->retraction, "orthogonal") || resolve_is(o->retraction, "normal"))
        return INVO_OK;
    return report(
        c, INVO_E_ARGUMENT, NAN,
        "method %s has the order it says with --retraction orthogonal or normal "
        "only, not with %s",
        o->method, o->retraction);
}

invo_status solver_choose_retraction(invo_context *c, const invo_system *s,
                                     invo_options *o) {
    const method *m = method_find(o->method);
    if (m->retraction && resolve_is(o->retraction, "auto"))
        o->retraction = m->retraction;
    if (m->retraction && !resolve_is(o->retraction, m->retraction))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "method %s is what it is by the %s retraction; for the same steps "
                      "with --retraction %s use rk4 or gps",
                      o->method, m->retraction, o->retraction);
    if (o->newton_limit && resolve_is(o->newton, "inexact"))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--newton-limit does not count the steps of --newton inexact; use "
                      "simplified or exact");
    if (resolve_is(o->retraction, "auto") && resolve_is(o->metric, "mass"))
        o->retraction = "orthogonal";
    if (resolve_is(o->metric, "mass") && !resolve_is(o->retraction, "orthogonal"))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--metric mass belongs to the orthogonal retraction, not to %s",
                      o->retraction);
    int joint =
        resolve_is(o->by, "arclength"); /* t moves too, staged matrices are singular */
    if (resolve_is(o->retraction, "auto") ||
        (joint && resolve_is(o->retraction, "staged")))
        o->retraction =
            !joint && (s->stages > 0 || s->constraints == 0) && !amplifies(s, o)
                ? "staged"
                : "normal";
    if (resolve_is(o->retraction, "staged") && s->stages == 0 && s->constraints > 0)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--retraction staged cannot keep declared invariants or extra "
                      "constraints, of which "
                      "there are %d; use normal or orthogonal",
                      s->invariants ? s->invariants : s->constraints);
    if (resolve_is(o->retraction, "radial") && radial_groups(s) != s->constraints)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--retraction radial needs as many blocks of variables as "
                      "constraints, but there are %d and %d; say blocks = {{x, y}, ...} "
                      "in the model's __involute annotation, or use orthogonal",
                      radial_groups(s), s->constraints);
    if (resolve_is(o->newton, "inexact") && resolve_is(o->retraction, "chart"))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--newton inexact belongs to the orthogonal retraction; the chart "
                      "retraction takes simplified or exact");
    return INVO_OK;
}

static invo_status resolve_direction(invo_context *c, const invo_system *s,
                                     invo_options *o) {
    int explicit_form = 1;
    int named = kernel_find(o->direction) >= 0;
    if (named && !s->kernel)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--direction %s needs the highest derivatives to occur linearly in "
                      "all equations together, and here they do not; use square",
                      o->direction);
    if (resolve_is(o->by, "arclength") && s->kernel && resolve_is(o->direction, "auto"))
        o->direction = "border";
    if (kernel_find(o->direction) >= 0)
        return INVO_OK;
    for (int b = 0; b < s->blocks; b++) {
        explicit_form &= s->block[b].size <= 1;
        if (resolve_is(o->direction, "block") && s->block[b].size > LARGEST_SCHUR)
            return report(c, INVO_E_ARGUMENT, NAN,
                          "--direction block works with a dense Schur complement, of "
                          "blocks of up to %d equations, and here one has %d; use square",
                          LARGEST_SCHUR, s->block[b].size);
    }
    if (resolve_is(o->direction, "auto"))
        o->direction = explicit_form ? "explicit" : "square";
    if (resolve_is(o->direction, "explicit") && !explicit_form)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--direction explicit: %d of the %d highest derivatives stand in "
                      "blocks of equations "
                      "that must be solved together; use square",
                      s->tops, s->tops);
    return INVO_OK;
}

/* Does the control compare a step with two half steps? */
static int doubles(const invo_options *o) {
    return resolve_is(o->controller, "richardson") ||
           resolve_is(o->controller, "halving");
}

static invo_status resolve_controller(invo_context *c, invo_options *o, const method *m) {
    stepper probe = {.kind = m->kind, .method = m->data};
    int pair = m->kind->estimates(&probe) > 0;
    int constant = !isnan(o->step);
    if (resolve_is(o->controller, "auto"))
        o->controller = pair || constant ? "pi" : "richardson";
    int doubling = doubles(o) || resolve_is(o->controller, "elementary");
    if (!pair && !constant && !doubling)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--controller %s needs an embedded pair, and %s has none; use "
                      "richardson or elementary, or a "
                      "constant --step",
                      o->controller, o->method);
    if (method_is_implicit(o->method) && resolve_is(o->advance, "low"))
        return report(
            c, INVO_E_ARGUMENT, NAN,
            "--advance low belongs to explicit pairs; the lower-order point of %s "
            "serves its error estimate only",
            o->method);
    if (!pair && resolve_is(o->advance, "low") && !doubling)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--advance low needs an embedded pair, and %s has none; use "
                      "--controller richardson, whose whole step it then takes",
                      o->method);
    if (constant)
        o->controller = "none";
    return INVO_OK;
}

/* Options of the half-explicit methods that go with others only. */
static invo_status check_half_explicit(invo_context *c, const invo_options *o) {
    if (resolve_is(o->stage_derivative, "secant") && !resolve_is(o->project, "stages"))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--stage-derivative secant: stages that are not retracted have the "
                      "slope of the first one; use --project stages as well");
    return INVO_OK;
}

static void resolve_newton(invo_options *o) {
    if (resolve_is(o->newton_test, "auto"))
        o->newton_test = isnan(o->newton_tolerance) ? "round-off" : "move";
    if (isnan(o->newton_tolerance))
        o->newton_tolerance = NEWTON_TOLERANCE;
}

/* Where nothing brings points onto the constraints, or a Newton test stops short of
 * round-off, the bound on residuals is lifted; never one that was given. */
void solver_choose_bound(const invo_system *s, const invo_options *given,
                         invo_options *o) {
    const int keeps =
        !resolve_is(o->retraction, "none") && resolve_is(o->newton_test, "round-off");
    o->constraint_bound = given->constraint_bound;
    if (isnan(o->constraint_bound))
        o->constraint_bound =
            keeps || s->constraints == 0 ? SOLVE_CONSTRAINT_BOUND : INFINITY;
}

/* Puts one coordinate of u where "NAME=VALUE" says; returns whether there is one. */
static int place_coordinate(const invo_system *s, const char *text, size_t length,
                            double *u) {
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
invo_status solver_place_start(invo_context *c, const invo_system *s, const char *text,
                               double *u) {
    while (*text) {
        size_t n = 0;
        for (int depth = 0; text[n] && (depth || text[n] != ','); n++)
            depth += (text[n] == '[') - (text[n] == ']');
        if (!place_coordinate(s, text, n, u))
            return report(c, INVO_E_ARGUMENT, NAN,
                          "--start-point: '%.*s' is not NAME=VALUE for one of the %d "
                          "coordinates: --ambient full has more of them",
                          (int)n, text, s->coordinates - 1);
        text += text[n] ? n + 1 : n;
    }
    return INVO_OK;
}

int solver_doubles(const invo_options *o) {
    if (!isnan(o->step))
        return 0;
    if (!resolve_is(o->controller, "elementary"))
        return doubles(o);
    const method *m = method_find(o->method);
    stepper probe = {.kind = m->kind, .method = m->data};
    return m->kind->estimates(&probe) == 0;
}

invo_status solver_options(invo_context *c, const invo_system *s,
                           const invo_options *given, invo_options *o) {
    *o = *given;
    if (o->start_point)
        TRY(solver_place_start(c, s, o->start_point, NULL));
    if (isnan(o->rtol))
        o->rtol = RTOL;
    /* tol (1 + |z|) in the paper's error norm */
    if (isnan(o->atol))
        o->atol = o->rtol * (resolve_is(o->like, "000") || resolve_is(o->norm, "length")
                                 ? 1
                                 : ATOL_SHARE);
    if (isnan(o->start))
        o->start = s->start[0];
    if (isnan(o->stop))
        o->stop = 1;
    if (resolve_is(o->method, "auto"))
        o->method = !isnan(o->step)           ? "rk4"
                    : o->rtol < ORDER_8_BELOW ? "dop853"
                                              : "dopri54";
    const method *m = method_find(o->method);
    if (!m)
        return report(c, INVO_E_ARGUMENT, NAN, "there is no method '%s'", o->method);
    if (resolve_is(o->metric, "auto"))
        o->metric =
            isnan(o->step) && resolve_is(o->project, "step") ? "scaled" : "nominal";
    if (!isfinite(o->start) || !isfinite(o->stop))
        return report(c, INVO_E_ARGUMENT, NAN,
                      "start and stop time must be finite, not %g and %g", o->start,
                      o->stop);
    if (o->start != s->start[0])
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--start %g differs from the time %g of the initial point",
                      o->start, s->start[0]);
    if (isfinite(o->length))
        o->by = "arclength";
    resolve_newton(o);
    if (resolve_is(o->by, "arclength") && method_is_implicit(o->method) &&
        s->coordinates > SOLVE_LARGEST_BY_LENGTH)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "method %s by arclength works with a dense matrix of up to %d "
                      "coordinates, and here there are %d; use dop853, or go by time",
                      o->method, SOLVE_LARGEST_BY_LENGTH, s->coordinates);
    if (m->kind->needs & NEEDS_TAYLOR && resolve_is(o->by, "arclength"))
        return report(
            c, INVO_E_ARGUMENT, NAN,
            "method %s expands the solution in time and cannot go by arclength; "
            "use dop853",
            o->method);
    if (m->kind == &taylor_geometric)
        TRY(resolve_geometric(c, o));
    TRY(check_half_explicit(c, o));
    TRY(solver_choose_retraction(c, s, o));
    solver_choose_bound(s, given, o);
    TRY(resolve_direction(c, s, o));
    return resolve_controller(c, o, m);
}
