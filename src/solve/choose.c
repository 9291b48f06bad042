/* SPDX-License-Identifier: BSD-3-Clause */
/* --method auto. The run begins with an explicit pair. Where its steps stay at the edge
 * of stability, radau is tried for a few steps and kept if it comes further for the same
 * work, and from time to time the explicit pair is tried again; at tight tolerances
 * the Taylor method is tried in the same way at the start. Work is counted, not timed:
 * the same run takes the same way on every machine. */
#include <math.h>
#include <string.h>
#include "solve.h"
#include "solver.h"

/* [HW96] IV.2: so many steps with h |lambda| at the edge, none of them followed by so
 * many calm ones, are no accident. */
enum { MANY_HITS = 15, CALM = 6 };
static const double EDGE_OF_5 = 3.25, EDGE_OF_8 = 6.1;

/* A trial: steps to settle in, which do not count, then steps that do. */
enum { SETTLE = 4, COUNTED = 8, FIRST_WAIT = 50, LONGEST_WAIT = 100000 };
enum {
    WARM_UP = 20
}; /* steps at the start, before the explicit method is in its stride */
static const double BETTER = 1.5; /* by which the other method must be */

/* Evaluations that other work is worth (a stage of an implicit method with its solve),
 * measured on systems of 3 to 100 unknowns. */
static const double STAGE = 1.5, JACOBIAN = 5, FACTOR = 3, SERIES = 0.09;

/* So far, but for series. */
static double cost_of(const solver *v) {
    return (double)v->direction.evaluations + STAGE * (double)v->tops.evaluations +
           JACOBIAN * (double)v->tops.jacobians +
           FACTOR * (double)v->stepper.factorizations;
}

static long steps_since(const solver *v) {
    return v->result->statistics.steps - v->chooser.steps;
}

/* Counts anew from here. */
static void mark(solver *v) {
    chooser *c = &v->chooser;
    c->steps = v->result->statistics.steps;
    c->t = v->u[0], c->cost = cost_of(v);
}

/* How far for one evaluation, since the count began. */
static double rate_of(const solver *v) {
    const double terms = v->stepper.terms ? v->stepper.terms + 1 : 0,
                 series = SERIES * terms * terms * (double)steps_since(v);
    return fabs(v->u[0] - v->chooser.t) / (cost_of(v) - v->chooser.cost + series);
}

void chooser_begin(solver *v) {
    const invo_options *o = &v->asked;
    v->chooser = (chooser){.usual = v->o.method, .wait = FIRST_WAIT, .rescued = NAN};
    v->chooser.on = strcmp(o->method, "auto") == 0 && isnan(o->step) && !v->arc.on &&
                    !v->doubling && strcmp(v->o.project, "step") == 0;
}

static void tell(const solver *v, const char *words, double ratio) {
    enum { MOST_NOTES = 8 };
    if (v->chooser.changes > MOST_NOTES) return;
    diagnose(v->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "t = %.6g: method auto goes on with %s, which comes %.2g times as far for "
             "the same work%s%s",
             v->u[0], v->o.method, ratio, words,
             v->chooser.changes == MOST_NOTES ? "; further changes are not told" : "");
}

/* Explicit steps after implicit ones begin small again. */
static invo_status change(solver *v, const char *name, double *h) {
    const int was_implicit = method_is_implicit(v->o.method);
    TRY(solver_change_method(v, name));
    if (was_implicit) *h = solver_first_step(v, v->o.stop - v->u[0]);
    return INVO_OK;
}

static invo_status try_method(solver *v, const char *name, double *h) {
    chooser *c = &v->chooser;
    c->before = v->o.method, c->rate = rate_of(v);
    TRY(change(v, name, h));
    c->trial = SETTLE + COUNTED, c->hits = c->calm = 0;
    mark(v);
    return INVO_OK;
}

/* The trial was in vain: the next one comes later. */
static invo_status go_back(solver *v, double *h) {
    chooser *c = &v->chooser;
    TRY(change(v, c->before, h));
    c->wait = c->wait < LONGEST_WAIT ? 4 * c->wait : LONGEST_WAIT;
    c->rest = v->result->statistics.steps + c->wait;
    mark(v);
    return INVO_OK;
}

static invo_status judge(solver *v, double *h) {
    chooser *c = &v->chooser;
    const double ratio = rate_of(v) / c->rate;
    const int usual = strcmp(v->o.method, c->usual) == 0;
    if (!(ratio > (usual ? 1 : BETTER))) return go_back(v, h);
    c->changes++, c->wait = FIRST_WAIT;
    tell(v,
         usual              ? ": the solution is not stiff any more"
         : v->stepper.terms ? ""
                            : ": the solution is stiff",
         ratio);
    mark(v);
    return INVO_OK;
}

const char *chooser_method(const solver *v) {
    return v->chooser.trial ? v->chooser.before : v->o.method;
}

void chooser_note(solver *v, const step *d) {
    chooser *c = &v->chooser;
    const stepper_class *k = v->stepper.kind;
    if (!c->on || c->trial || v->arc.on || !k->stiffness || !d->has_w) return;
    metric_error_scale(&v->metric, v->s, d->p, d->q, v->scale);
    double z = k->stiffness(&v->stepper, d, v->n, v->scale);
    if (z > (k->order(&v->stepper) >= 8 ? EDGE_OF_8 : EDGE_OF_5)) {
        if (c->hits == 0) mark(v);
        c->hits++, c->calm = 0;
    } else if (++c->calm >= CALM)
        c->hits = 0;
}

/* Which method to try now; NULL: none. */
static const char *candidate(solver *v) {
    chooser *c = &v->chooser;
    const int usual = strcmp(v->o.method, c->usual) == 0;
    if (v->stepper.terms) return NULL;
    if (!usual) return steps_since(v) >= c->wait ? c->usual : NULL;
    if (c->hits >= MANY_HITS) {
        c->hits = 0;
        return v->result->statistics.steps >= c->rest ? "radau" : NULL;
    }
    if (v->o.rtol > SOLVE_TAYLOR_BELOW || v->s->series_order == 0 || c->has_expanded)
        return NULL;
    if (v->result->statistics.steps == WARM_UP) mark(v);
    if (v->result->statistics.steps < 3 * WARM_UP) return NULL;
    c->has_expanded = 1;
    return "taylor";
}

invo_status chooser_look(solver *v, double *h) {
    chooser *c = &v->chooser;
    if (!c->on || v->arc.on) return INVO_OK;
    if (c->trial) {
        c->trial--;
        if (c->trial == COUNTED) mark(v);
        return c->trial ? INVO_OK : judge(v, h);
    }
    const char *name = candidate(v);
    return name ? try_method(v, name, h) : INVO_OK;
}

/* Constraints, or pivots, are dependent below this share of what they were. */
static const double CLEAR = 0.01;

/* Where explicit steps fall to zero, implicit ones may go on. */
static int rescue(solver *v, double *h) {
    chooser *c = &v->chooser;
    const watch *w = &v->watch;
    if (strcmp(v->o.method, "radau") == 0 || c->rescued == v->u[0]) return 0;
    if (collapse_is_pole(v)) return 0; /* the solution itself ends */
    if (v->trouble || w->sigma < CLEAR * w->largest)
        return 0; /* nobody can go on there */
    c->rescued = v->u[0];
    *h = solver_first_step(v, v->o.stop - v->u[0]);
    if (change(v, "radau", h)) return 0;
    c->changes++, c->wait = FIRST_WAIT;
    diagnose(v->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "t = %.6g: method auto goes on with radau, since steps of %s fall to zero",
             v->u[0], c->usual);
    mark(v);
    return 1;
}

int chooser_give_up(solver *v, double *h) {
    chooser *c = &v->chooser;
    if (!c->on || v->arc.on) return 0;
    if (!c->trial) return rescue(v, h);
    c->trial = 0;
    return go_back(v, h) == INVO_OK;
}
