/* SPDX-License-Identifier: BSD-3-Clause */
/* The point of a hybrid system: carried over from one mode to another, and others near it
 * that tell how far a function may be off, and whither it goes. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "hybrid_state.h"

void hybrid_use_point(hybrid *h, mode *m) {
    h->now = m;
    h->u = m->lowered->start;
    h->z = m->lowered->top;
}

/* The present point is the one that states are carried over from. */
void hybrid_keep_left(hybrid *h) {
    const completion *c = h->now->lowered->completion;
    h->left = h->now;
    memcpy(h->left->left_u, h->u, sizeof *h->u * (size_t)c->coordinates);
    if (c->unknowns)
        memcpy(h->left->left_z, h->z, sizeof *h->z * (size_t)c->unknowns);
}

static left_kind left_value(void *data, int v, int order, double *value) {
    hybrid *h = data;
    hybrid present = *h;
    h->now = h->left;
    h->u = h->left->left_u;
    h->z = h->left->left_z;
    left_kind kind = hybrid_jet(h, v, order, value);
    h->now = present.now;
    h->u = present.u;
    h->z = present.z;
    return kind;
}

static left_kind hybrid_point_present_value(void *data, int v, int order, double *value) {
    return hybrid_jet(data, v, order, value);
}

/* Parameters have changed: all programs of the mode take them over. */
void hybrid_load_values(mode *m) {
    lowered_load_parameters(m->lowered);
    program_load(m->lowered, &m->lowered->functions);
    program_load(m->lowered, &m->rates);
}

/* How far a point that is singular alone is stepped over, as a share of the run: an Euler
 * step of this length errs by its square. */
static const double STEP_OVER[] = {1e-9, 1e-7};

static double span_of(const hybrid *h) {
    double span = h->system->span > 0 ? h->system->span : 1;
    return h->system->is_backward ? -span : span;
}

static int step_over(hybrid *h, mode *m, const left_side *left) {
    for (int k = 0; k < 2; k++)
        if (initial_ahead(m->lowered, left, STEP_OVER[k] * span_of(h))) {
            h->t = m->lowered->start[0];
            return 1;
        }
    return 0;
}

/* Makes the point consistent with the mode of the present values. Where it is undefined
 * or singular (u*v/(u + v) when both are set to 0) but regular just ahead, the run goes
 * on from there. */
void hybrid_move_to(hybrid *h, mode *m, int fresh) {
    left_side left = {h->t, left_value, h, h->is_set, h->set};
    int is_changed = fresh;
    for (int v = 0; v < h->system->variables.count; v++)
        is_changed |= h->is_set[v];
    hybrid_load_values(m);
    restart_kind found = initial_try_restart(m->lowered, &left);
    int is_singular = found == RESTART_NOWHERE || (found == RESTART_FOUND && is_changed &&
                                                   !verify_clearly_regular(m->lowered));
    int is_over = is_singular && step_over(h, m, &left);
    if (!is_over && (is_singular || found == RESTART_JUMPS))
        initial_restart(m->lowered, &left);
    hybrid_use_point(h, m);
    h->is_measured = 0;
    memset(h->is_set, 0, (size_t)h->system->variables.count);
    for (int p = 0; p < h->system->parameters.count; p++)
        h->loaded[p] = *hybrid_value(h, p);
}

/* Has anything changed that the equations of the present mode hold? */
static int is_stale(hybrid *h) {
    for (int p = 0; p < h->system->parameters.count; p++)
        if (h->feeds[p] && h->loaded[p] != *hybrid_value(h, p))
            return 1;
    return 0;
}

/* Without a reinit that has fired, the mode may have no point: then it waits for that. */
static int must_wait(hybrid *h, mode *m) {
    left_side left = {h->t, left_value, h, h->is_set, h->set};
    if (h->is_starting || !hybrid_is_setting(h))
        return 0;
    hybrid_load_values(m);
    return initial_try_restart(m->lowered, &left) != RESTART_FOUND;
}

int hybrid_follow_mode(hybrid *h) {
    int fresh;
    mode *m = hybrid_find_mode(h, &fresh);
    if (m == h->now && !is_stale(h)) {
        hybrid_load_values(m);
        return 0;
    }
    if (h->is_waiting)
        return 0;
    h->is_waiting = must_wait(h, m);
    if (h->is_waiting)
        return 0;
    if (m != h->now)
        hybrid_doubt_switches(h);
    hybrid_move_to(h, m, fresh);
    if (fresh)
        verify_start(m->lowered);
    return 1;
}

/* --- points near by --- */

/* The present point is kept, and put back. */
typedef struct kept_point {
    arena *own;
    double *u, *z;
} kept_point;

static kept_point hybrid_point_keep_point(const hybrid *h) {
    const lowered *w = h->now->lowered;
    const completion *c = w->completion;
    arena *own = arena_child(h->system->arena);
    kept_point p = {own, ARENA_ARRAY(own, double, c->coordinates + 1),
                    ARENA_ARRAY(own, double, c->unknowns + 1)};
    memcpy(p.u, w->start, sizeof *p.u * (size_t)c->coordinates);
    if (c->unknowns)
        memcpy(p.z, w->top, sizeof *p.z * (size_t)c->unknowns);
    return p;
}

static void put_back(const hybrid *h, const kept_point *p) {
    lowered *w = h->now->lowered;
    const completion *c = w->completion;
    memcpy(w->start, p->u, sizeof *p->u * (size_t)c->coordinates);
    if (c->unknowns)
        memcpy(w->top, p->z, sizeof *p->z * (size_t)c->unknowns);
}

/* A few units in the last place, up or down at random. */
static double shaken(hybrid *h, double value) {
    const double few = 4 * DBL_EPSILON;
    h->shake = h->shake * 1664525u + 1013904223u;
    return value * (h->shake >> 31 ? 1 + few : 1 - few);
}

static left_kind shaken_value(void *data, int v, int order, double *value) {
    left_kind kind = hybrid_jet(data, v, order, value);
    *value = shaken(data, *value);
    return kind;
}

enum { SHAKES = 2 };

void hybrid_measure_noise(hybrid *h) {
    lowered *w = h->now->lowered;
    int count = h->crossings->list.count;
    kept_point p = hybrid_point_keep_point(h);
    double *f = ARENA_ARRAY(p.own, double, count + 1);
    for (int i = 0; i < SHAKES; i++) {
        left_side left = {shaken(h, h->t), shaken_value, h, h->is_set, h->set};
        if (initial_try_restart(w, &left) == RESTART_FOUND) {
            program_run(w, &w->functions, w->start, w->top, f);
            for (int k = 0; k < count; k++) {
                double move = fabs(f[k] - h->functions[k]);
                h->now->noise[k] = i ? fmax(h->now->noise[k], move) : move;
            }
        }
        put_back(h, &p);
    }
    lowered_keep_invariants(w, w->start);
    arena_free(p.own);
}

/* The functions at the end of so many steps of the implicit Euler method. */
static int hybrid_point_take_steps(hybrid *h, double ahead, int steps, double *f) {
    lowered *w = h->now->lowered;
    for (int i = 0; i < steps; i++) {
        left_side here = {w->start[0], hybrid_point_present_value, h, h->is_set, h->set};
        if (!initial_ahead(w, &here, ahead / steps))
            return 0;
    }
    program_run(w, &w->functions, w->start, w->top, f);
    return 1;
}

enum { COLUMNS = 4 };

/* Extrapolates the results of 1, 2, ... steps to steps of no length, by Aitken and
 * Neville, in place; *last: the result of one order less. */
static double extrapolate(double *t, double *last) {
    for (int k = 1; k < COLUMNS; k++) {
        *last = t[COLUMNS - 1];
        for (int j = COLUMNS - 1; j >= k; j--)
            t[j] += (t[j] - t[j - 1]) / ((double)(j + 1) / (j + 1 - k) - 1);
    }
    return t[COLUMNS - 1];
}

int hybrid_look_ahead(hybrid *h, double ahead, double *f, double *error) {
    int count = h->crossings->list.count;
    int found = 1;
    double forward = h->system->is_backward ? -ahead : ahead;
    kept_point p = hybrid_point_keep_point(h);
    double *all = ARENA_ARRAY(p.own, double, COLUMNS *count + 1);
    for (int n = 0; n < COLUMNS && found; n++) {
        found = hybrid_point_take_steps(h, forward, n + 1, all + n * count);
        put_back(h, &p);
    }
    for (int k = 0; k < count && found; k++) {
        double t[COLUMNS], last;
        for (int n = 0; n < COLUMNS; n++)
            t[n] = all[n * count + k];
        f[k] = extrapolate(t, &last);
        error[k] = fabs(f[k] - last);
    }
    lowered_keep_invariants(h->now->lowered, h->now->lowered->start);
    arena_free(p.own);
    return found;
}
