/* SPDX-License-Identifier: BSD-3-Clause */
/* Retractions that drag the solution. They mend errors of steps, and estimates of these
 * are as large as what they mend, in good runs up to a factor of ten. Where equations
 * contradict each other at a singular point, say (x - y)^2 = 0 with x' and y' not the
 * same, steps without an error are moved all the same, always to one side: every row
 * holds at round-off, and the solution is neither that of the one nor of the other. */
#include <assert.h>
#include <math.h>
#include "run.h"

/* So many tolerances, in this share of all steps, are no accident. Honest steps that are
 * explained too little are few (a stiff solution by an explicit method), or their moves
 * cancel (near round-off). */
static const double MOST_DRAGGED = 100, SHARE = 0.5;

/* Is there a derivative of a constraint that holds at the start whatever the direction
 * is, because its gradient vanishes there? Others are constraints themselves, or the
 * direction fulfils them. */
static int has_unkept_derivative(const invo_system *s) {
    for (int i = s->constraints; i < manifold_rows(s); i++)
        if (s->row && s->row[i].kind == INVO_ROW_HIDDEN)
            return 1;
    return 0;
}

/* A move of so many tolerances is explained by a step whose error is `error` of them. */
static double drag_explained(double error) {
    static const double TIMES = 100, LEAST = 1e-5;
    return TIMES * error + LEAST;
}

void drag_begin(run *v) {
    drag *g = &v->drag;
    const int is_first = v->result->statistics.steps == 0;
    g->is_watched = isnan(v->o.step) && has_unkept_derivative(v->s);
    g->before = is_first ? 0 : g->before + g->tolerances;
    g->steps = is_first ? 0 : g->steps;
    g->tolerances = 0;
    for (int i = 0; i < v->n; i++)
        g->sum[i] = 0;
}

static double error_of_step(const run *v) {
    return isnan(v->now.estimate) ? v->attempts.error : v->now.estimate;
}

/* The coordinate that was moved farthest in its tolerances, which are `scale`. */
static int most_dragged(const run *v, double *tolerances) {
    int most = 0;
    *tolerances = 0;
    for (int i = 1; i < v->n; i++) {
        const double x = fabs(v->drag.sum[i]) * v->scale[i];
        if (x > *tolerances) {
            *tolerances = x;
            most = i;
        }
    }
    return most;
}

static invo_status drag_report(run *v, int i, double tolerances) {
    assert(i > 0 && i < v->n);
    v->result->stopped_by = "constraint";
    return report(
        v->context, INVO_E_CONSTRAINT, v->u[0],
        "t = %.10g: the equations contradict each other: since t = %.10g, steps with "
        "errors of less than a hundredth of a tolerance leave the constraints, and the "
        "retraction has moved %s by %.3g tolerances in all, away from what its "
        "derivative says. 'involute analyze' lists the constraints and their rank at the "
        "start; replace those that are singular there, as f^2 = 0 by f = 0",
        v->u[0], v->drag.from,
        v->s->coordinate ? v->s->coordinate[i].name : "a coordinate", tolerances);
}

invo_status drag_step(run *v, const step *d) {
    drag *g = &v->drag;
    if (!g->is_watched || !(v->now.farthest > drag_explained(error_of_step(v))))
        return INVO_OK;
    if (g->steps++ == 0)
        g->from = v->u[0];
    const double *from = v->engine->retraction.from;
    for (int i = 0; i < v->n; i++)
        g->sum[i] += d->q[i] - from[i];
    const int i = most_dragged(v, &g->tolerances);
    const double tolerances = g->before + g->tolerances;
    const double steps = (double)v->result->statistics.steps;
    if (!(tolerances > MOST_DRAGGED) || (double)g->steps < SHARE * steps)
        return INVO_OK;
    return drag_report(v, i, tolerances);
}

void drag_lay_out(drag *g, size_t n, pool *p) {
    g->sum = pool_doubles(p, n);
}
