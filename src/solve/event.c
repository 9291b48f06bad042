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

static invo_status prepare_dense(solver *v, const step *d) {
    if (!v->dense_ready) TRY(v->stepper.kind->dense(&v->stepper, &v->field, d));
    v->dense_ready = 1;
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
static invo_status narrow(solver *v, const step *d, double high) {
    double low = 0, least = 2 * DBL_EPSILON * fabs(d->p[0]) / fabs(d->h);
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

/* The event functions on a cubic through both ends of the step, the top unknowns on a
 * line: cheap, and near enough to see where a function may dip. */
static void functions_nearby(solver *v, const step *d, double s, double *g) {
    const double z = 1 - s;
    for (int i = 0; i < v->n; i++) {
        double rise = d->q[i] - d->p[i], bend = d->h * (z * d->v[i] - s * d->w[i]);
        v->point[i] = z * d->p[i] + s * d->q[i] + s * z * (bend - (z - s) * rise);
    }
    for (int j = 0; j < v->s->tops; j++)
        v->event_top[j] = z * v->top_before[j] + s * v->top[j];
    functions(v, v->point, v->event_top, g);
}

/* Where the cubic with these values and slopes at 0 and 1, falling first and rising last,
 * is smallest. */
static double lowest(double g0, double d0, double g1, double d1, double *least) {
    double a = 2 * (g0 - g1) + d0 + d1, b = 3 * (g1 - g0) - 2 * d0 - d1;
    double root = sqrt(fmax(b * b - 3 * a * d0, 0)), s = -d0 / (b + root);
    if (!(s > 0 && s < 1)) s = 0.5;
    *least = g0 + s * (d0 + s * (b + s * a));
    return s;
}

/* A dip is looked at where it comes down to this share of the lower end. */
static const double SHALLOW = 0.1;
/* The distance from the ends at which slopes are taken. */
static const double NEAR = 1e-3;

/* A function that may dip below zero and come back within the step, and where; -1: none.
 */
static int find_dip(solver *v, const step *d, double *theta) {
    double *after = v->g, *before = v->g_low; /* near the ends */
    functions(v, d->p, v->top_before, v->g_start);
    functions_nearby(v, d, NEAR, after);
    functions_nearby(v, d, 1 - NEAR, before);
    for (int k = 0; k < v->s->events; k++) {
        double g0 = v->g_start[k], g1 = v->g_high[k], least;
        double d0 = (after[k] - g0) / NEAR, d1 = (g1 - before[k]) / NEAR;
        if (!(g0 > 0 && g1 > 0 && d0 < 0 && d1 > 0)) continue;
        *theta = lowest(g0, d0, g1, d1, &least);
        if (least < SHALLOW * fmin(g0, g1)) return k;
    }
    return -1;
}

/* The vertex of the parabola through three points. */
static double vertex(const double *x, const double *y) {
    double p = (x[1] - x[0]) * (y[1] - y[2]), q = (x[1] - x[2]) * (y[1] - y[0]);
    return x[1] - ((x[1] - x[0]) * p - (x[1] - x[2]) * q) / (2 * (p - q));
}

enum { MOST_LOOKS = 12 };

/* Goes down function k on the interpolant itself. If it becomes negative, that point is
 * the upper end of the search for the event. */
static invo_status go_down(solver *v, const step *d, int k, double *theta, int *crossed) {
    double x[3] = {0, *theta, 1}, y[3] = {v->g_start[k], 0, v->g_high[k]};
    for (int looks = 0; looks < MOST_LOOKS; looks++) {
        TRY(look(v, d, *theta));
        if ((*crossed = is_crossed(v, v->g))) break;
        double here = v->g[k];
        if (looks && here >= y[1]) { /* the other side of the best point moves in */
            int side = *theta > x[1] ? 2 : 0;
            x[side] = *theta, y[side] = here;
        } else {
            int side = *theta > x[1] ? 0 : 2;
            if (looks) x[side] = x[1], y[side] = y[1];
            x[1] = *theta, y[1] = here;
        }
        *theta = vertex(x, y);
        if (!(*theta > x[0] && *theta < x[2]) || fabs(*theta - x[1]) < 1e-9) break;
    }
    if (!*crossed) return INVO_OK;
    memcpy(v->g_high, v->g, sizeof *v->g * (size_t)v->s->events);
    keep_event(v, v->point, v->slope, v->direction.z);
    return INVO_OK;
}

/* Neither end of the step shows an event: is there one between? */
static invo_status look_between(solver *v, const step *d, double *high, int *crossed) {
    int k = find_dip(v, d, high);
    if (k < 0) return INVO_OK;
    TRY(prepare_dense(v, d));
    return go_down(v, d, k, high, crossed);
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
    int crossed = is_crossed(v, v->g_high);
    double high = 1;
    if (crossed)
        keep_event(v, d->q, d->w, v->direction.z);
    else
        TRY(look_between(v, d, &high, &crossed));
    if (!crossed) {
        *found = is_instant(v, d->p[0], d->q[0]);
        if (*found) keep_event(v, d->q, d->w, v->top);
        return INVO_OK;
    }
    functions(v, d->p, v->top_before, v->g_low);
    TRY(prepare_dense(v, d));
    TRY(narrow(v, d, high));
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
