/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps that lead nowhere. Where equations contradict each other by a square, say
 * (f - g)^2 = 0 with f' and g' not the same, steps of a few units of round-off pass every
 * bound, and each of them is taken back by the retraction: time advances, the point does
 * not. A single one is lost in round-off. Over many, what the direction asked for and
 * what became of it tell. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "run.h"

/* What retractions take back, as a share of the way that directions ask for: at least so
 * much, beside what they bend within the steps and a unit of round-off for each. */
static const double LEAST_BACK = 0.05;

void creep_begin(run *v) {
    size_t bytes = sizeof(double) * (size_t)v->n;
    memset(v->creep.asked, 0, bytes);
    memset(v->creep.way, 0, bytes);
    memset(v->creep.slack, 0, bytes);
    memcpy(v->creep.from, v->u, bytes);
    v->creep.is_broken = v->creep.is_idle = 0;
}

/* Progress is judged from where the last step began. */
static void creep_begin_again(run *v) {
    creep_begin(v);
    memcpy(v->creep.from, v->q, sizeof(double) * (size_t)v->n);
}

void creep_note(run *v, double h) {
    if (!creep_is_short(v, v->u[0], h)) {
        v->creep.is_idle = 1;
        return;
    }
    if (v->creep.is_idle)
        creep_begin_again(v);
    v->creep.is_broken = v->creep.is_broken || v->event.restarted;
    const double *restrict nominal = v->engine->metric.nominal;
    const double *restrict u = v->u;
    const double *restrict end = v->v;
    const double *restrict begin = v->w; /* where the step began */
    double *restrict asked = v->creep.asked;
    double *restrict way = v->creep.way;
    double *restrict slack = v->creep.slack;
    for (int i = 0; i < v->n; i++) {
        const double move = h * (end[i] + begin[i]) / 2;
        const double size = fabs(u[i]) > nominal[i] ? fabs(u[i]) : nominal[i];
        asked[i] += move;
        way[i] += fabs(move);
        slack[i] += fabs(h * (end[i] - begin[i])) / 2 + DBL_EPSILON * size;
    }
}

static int is_held(const run *v, int i) {
    assert(i > 0 && i < v->n);
    const creep *c = &v->creep;
    if (v->engine->metric.ignored[i] || (v->s->top.algebraic && v->s->top.algebraic[i]))
        return 0;
    double back = fabs(v->u[i] - c->from[i] - c->asked[i]);
    return c->way[i] > 0 && back > LEAST_BACK * c->way[i] + c->slack[i];
}

int creep_is_reason(run *v) {
    const creep *c = &v->creep;
    int i = 1;
    while (i < v->n && !is_held(v, i))
        i++;
    if (c->is_idle || c->is_broken || v->engine->by_length || i == v->n ||
        v->s->constraints == 0)
        return 0;
    v->result->stopped_by = "constraint";
    report(
        v->context, INVO_E_STEP, v->u[0],
        "t = %.10g: steps of about %.2g leave the constraints, and the retraction undoes "
        "them: since t = %.10g, %s has moved by %.3g, but its rate of change predicts "
        "%.3g. The equations contradict each other from here on, or are singular here. "
        "Try other start values; 'involute analyze' lists the hidden constraints",
        v->u[0], v->attempts.last_step, c->from[0],
        v->s->coordinate ? v->s->coordinate[i].name : "a coordinate",
        v->u[i] - c->from[i], c->asked[i]);
    return 1;
}

void creep_lay_out(creep *c, size_t n, pool *p) {
    c->from = pool_doubles(p, n);
    c->asked = pool_doubles(p, n);
    c->way = pool_doubles(p, n);
    c->slack = pool_doubles(p, n);
}
