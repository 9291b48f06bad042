/* SPDX-License-Identifier: BSD-3-Clause */
/* Events: located on the retracted interpolant, so that the event point lies on the
 * manifold and on the event surface to round-off. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "../base/number.h"
#include "solver.h"

enum { MOST_EVALUATIONS = 200, MOST_IN_A_BURST = 200 };

/* Events closer to each other than this share of the time scale count as one burst. */
static const double BURST = 1e-9;

static int is_crossed(const solver *v, const double *g) {
    for (int k = 0; k < v->s->events; k++)
        if (g[k] < 0) return 1;
    return 0;
}

static void functions(solver *v, const double *u, const double *z, double *g) {
    v->s->event_functions(v->s->self, u, z, g);
}

/* The retracted point at theta, its direction and the event functions there. */
static invo_status look(solver *v, const step *d, double theta) {
    v->stepper.kind->interpolate(&v->stepper, d, v->n, theta, v->point);
    TRY(retract(&v->retraction, v->point));
    memcpy(v->slope, d->w, sizeof *v->slope * (size_t)v->n);
    TRY(direction_at(&v->direction, v->point, v->slope));
    functions(v, v->point, v->direction.z, v->g);
    return INVO_OK;
}

static void keep_event(solver *v, const double *u, const double *slope, const double *z) {
    memcpy(v->event_point, u, sizeof *u * (size_t)v->n);
    memcpy(v->event_slope, slope, sizeof *slope * (size_t)v->n);
    memcpy(v->event_top, z, sizeof *z * (size_t)v->s->tops);
}

/* The earliest root that the secants of the crossed functions give, in (low, high). */
static double secant(const solver *v, double low, double high) {
    double first = high;
    for (int k = 0; k < v->s->events; k++) {
        double a = v->g_low[k], b = v->g_high[k];
        if (!(b < 0)) continue;
        double root = a > 0 ? low + (high - low) * (a / (a - b)) : low;
        if (root < first) first = root;
    }
    return first;
}

/* Narrows [low, high], with an event in it, down to neighbouring times. The secant
 * shrinks one end, a small step beyond it the other, and halving keeps both honest. */
static invo_status narrow(solver *v, const step *d) {
    double low = 0, high = 1, least = 2 * DBL_EPSILON * fabs(d->p[0]) / fabs(d->h);
    least = fmax(least, DBL_EPSILON);
    for (int k = 0; k < MOST_EVALUATIONS && high - low > least; k++) {
        double root = secant(v, low, high), width = high - low, theta;
        theta = k % 3 == 2   ? low + width / 2
                : k % 3 == 0 ? root - 0.01 * (root - low)
                             : root + 0.01 * (high - root);
        if (!(theta > low && theta < high)) theta = low + width / 2;
        if (!(theta > low && theta < high)) break;
        TRY(look(v, d, theta));
        int crossed = is_crossed(v, v->g);
        memcpy(crossed ? v->g_high : v->g_low, v->g, sizeof *v->g * (size_t)v->s->events);
        if (crossed)
            high = theta, keep_event(v, v->point, v->slope, v->direction.z);
        else
            low = theta;
    }
    return INVO_OK;
}

static int is_instant(const solver *v, double t0, double t) {
    return v->s->next_instant && v->s->next_instant(v->s->self, t0) <= t;
}

invo_status event_find(solver *v, const step *d, int *found) {
    const invo_system *s = v->s;
    *found = 0;
    if (!s->happen) return INVO_OK;
    functions(v, d->q, v->direction.z, v->g_high);
    memset(v->crossed, 0, (size_t)s->events);
    if (!is_crossed(v, v->g_high)) {
        *found = is_instant(v, d->p[0], d->q[0]);
        if (*found) keep_event(v, d->q, d->w, v->direction.z);
        return INVO_OK;
    }
    keep_event(v, d->q, d->w, v->direction.z);
    TRY(direction_at(&v->direction, d->p, v->slope));
    functions(v, d->p, v->direction.z, v->g_low);
    if (!v->dense_ready) TRY(v->stepper.kind->dense(&v->stepper, &v->field, d));
    v->dense_ready = 1;
    TRY(narrow(v, d));
    memcpy(v->direction.z, v->event_top, sizeof *v->event_top * (size_t)s->tops);
    TRY(ledger_examine(v, v->event_point, v->event_slope));
    ledger_record(v);
    for (int k = 0; k < s->events; k++) v->crossed[k] = v->g_high[k] < 0;
    *found = 1;
    return INVO_OK;
}

/* Events without progress are no motion any more: chattering, or a Zeno point. */
static invo_status watch_bursts(solver *v, const char *name) {
    double t = v->u[0], scale = fmax(fabs(t), fabs(v->o.stop - v->o.start));
    v->burst = fabs(t - v->last_event) <= BURST * scale ? v->burst + 1 : 0;
    v->last_event = t;
    if (v->burst < MOST_IN_A_BURST) return INVO_OK;
    v->result->stopped_by = "event";
    return report(
        v->context, INVO_E_LIMIT, t,
        "t = %.10g: %d events follow each other within %.3g of time, the last one "
        "being %s: the model chatters, or its events pile up. Give it a state to "
        "rest in, or a hysteresis",
        t, MOST_IN_A_BURST, BURST * scale, name);
}

/* Every function that crossed, or "time". */
static invo_status record_names(solver *v, const char **name) {
    int any = 0;
    for (int k = 0; k < v->s->events; k++) {
        if (!v->crossed[k]) continue;
        *name = v->s->event[k].name, any = 1;
        TRY(result_event(v->context, v->result, *name, v->u[0]));
    }
    if (any) return INVO_OK;
    *name = "time";
    return result_event(v->context, v->result, *name, v->u[0]);
}

invo_status event_happen(solver *v) {
    invo_transition to = {0};
    const char *name = "";
    TRY(record_names(v, &name));
    TRY(watch_bursts(v, name));
    invo_status status =
        (invo_status)v->s->happen(v->s->self, v->u, v->direction.z, v->crossed, &to);
    if (status) {
        v->context->t = v->u[0];
        v->result->stopped_by = "event";
        return status;
    }
    v->ended = to.terminate;
    if (to.system != v->s) TRY(solver_switch(v, to.system));
    TRY(solver_begin(v));
    v->restarted = 1;
    return v->o.steps ? record_row(v, v->u) : INVO_OK;
}
