/* SPDX-License-Identifier: BSD-3-Clause */
/* The point of a hybrid system: carried over from one mode to another, and others near it
 * that show how far a function may be off, and in which direction it changes. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include "../base/number.h"
#include "../start/follow.h"
#include "hybrid_state.h"

void hybrid_use_point(hybrid *h, mode *m) {
    assert(m && m->lowered->start);
    h->now = m;
    h->u = m->lowered->start;
    h->z = m->lowered->top;
}

void hybrid_keep_left(hybrid *h) {
    assert(h->now && h->now->left);
    const completion *c = h->now->lowered->completion;
    h->left = h->now;
    point_copy(c, h->u, h->z, h->now->left);
}

void hybrid_note_loaded(hybrid *h) {
    for (int p = 0; p < h->system->parameters.count; p++)
        h->parameter[p].loaded = *hybrid_value(h, p);
}

static left_kind left_value(void *data, int v, int order, double *value) {
    hybrid *h = data;
    hybrid present = *h;
    h->now = h->left;
    h->u = h->left->left;
    h->z = h->u + h->left->lowered->completion->coordinates;
    left_kind kind = hybrid_jet(h, v, order, value);
    h->now = present.now;
    h->u = present.u;
    h->z = present.z;
    return kind;
}

/* What `value` gives, with nothing that may jump. */
static left_side left_of(hybrid *h, double t,
                         left_kind (*value)(void *, int, int, double *)) {
    return (left_side){.t = t,
                       .value = value,
                       .data = h,
                       .set = h->set,
                       .variables = h->system->variables.count,
                       .state_order = h->state_order};
}

/* Did constraints give variable v by themselves? */
static int left_is_given(void *data, int v) {
    const hybrid *h = data;
    lowered *w = h->left->lowered;
    arena *own = completion_borrow(w->completion);
    int gives = follow_gives(w, follow_given(w, h->left->left), v);
    completion_release(w->completion, own);
    return gives;
}

/* The left side of the event. */
static left_side left_of_event(hybrid *h, state_jump *jump) {
    left_side left = left_of(h, h->t, left_value);
    left.is_given = left_is_given;
    left.jump = jump;
    return left;
}

/* Reports the first state of a run that follows what is prescribed. */
static void note_jump(hybrid *h, const state_jump *jump) {
    if (h->progress.has_told_jump)
        return;
    h->progress.has_told_jump = 1;
    diagnose(h->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "t = %.10g: %s jumps from %.6g to %.6g: constraints alone give it, before "
             "the event and after it; the impulse that this takes is not in the results",
             h->t, h->system->variables.at[jump->variable].name, jump->before,
             jump->after);
}

static left_kind hybrid_point_present_value(void *data, int v, int order, double *value) {
    return hybrid_jet(data, v, order, value);
}

/* Parameters have changed: all programs of the mode take them over. */
void hybrid_load_values(mode *m) {
    lowered_load_parameters(m->lowered);
    program_load(m->lowered, &m->lowered->functions);
    program_load(m->lowered, &m->rates);
    program_load(m->lowered, &m->delays);
}

/* How far a point that is singular alone is stepped over, as a share of the run: an Euler
 * step of this length errs by its square. */
static const double STEP_OVER[] = {1e-9, 1e-7};

double hybrid_span(const hybrid *h) {
    return h->system->span > 0 ? h->system->span : 1;
}

double hybrid_scale_of_time(const hybrid *h) {
    return fmax(fabs(h->t), h->system->span);
}

/* Time that passes in the direction of the run. */
static double forward(const hybrid *h, double time) {
    return h->system->is_backward ? -time : time;
}

static int step_over(hybrid *h, mode *m, const left_side *left) {
    for (int k = 0; k < 2; k++) {
        double ahead = forward(h, STEP_OVER[k] * hybrid_span(h));
        if (!initial_ahead(m->lowered, left, ahead))
            continue;
        h->t = m->lowered->start[0];
        return 1;
    }
    return 0;
}

/* Makes the point consistent with the mode of the present values. Where it is undefined
 * or singular (u*v/(u + v) when both are set to 0) but regular just ahead, the run
 * continues from there. */
void hybrid_move_to(hybrid *h, mode *m, int fresh) {
    assert(m && h->set);
    state_jump jump;
    left_side left = left_of_event(h, &jump);
    int variables = h->system->variables.count;
    int is_changed = fresh;
    for (int v = 0; v < variables; v++)
        is_changed |= h->set[v].is_set;
    hybrid_load_values(m);
    restart_kind found = initial_try_restart(m->lowered, &left);
    int is_found = found == RESTART_FOUND || found == RESTART_FOLLOWS;
    int is_singular = found == RESTART_NOWHERE ||
                      (is_found && is_changed && !verify_clearly_regular(m->lowered));
    int is_over = is_singular && step_over(h, m, &left);
    if (!is_over && (is_singular || found == RESTART_JUMPS))
        initial_restart(m->lowered, &left);
    if (found == RESTART_FOLLOWS && !is_over)
        note_jump(h, &jump);
    hybrid_use_point(h, m);
    h->switches.is_measured = 0;
    for (int v = 0; v < variables; v++)
        h->set[v].is_set = 0;
    hybrid_note_loaded(h);
}

/* Has anything changed that the equations of the present mode hold? */
static int is_stale(hybrid *h) {
    for (int p = 0; p < h->system->parameters.count; p++)
        if (h->parameter[p].feeds && h->parameter[p].loaded != *hybrid_value(h, p))
            return 1;
    return 0;
}

/* Without a reinit that has fired, the mode may have no point: then it waits for that. */
static int must_wait(hybrid *h, mode *m) {
    state_jump jump;
    left_side left = left_of_event(h, &jump);
    if (h->is_starting || !hybrid_is_setting(h))
        return 0;
    hybrid_load_values(m);
    restart_kind found = initial_try_restart(m->lowered, &left);
    return found != RESTART_FOUND && found != RESTART_FOLLOWS;
}

int hybrid_follow_mode(hybrid *h) {
    int fresh;
    mode *m = hybrid_find_mode(h, &fresh);
    if (m == h->now && !is_stale(h)) {
        hybrid_load_values(m);
        return 0;
    }
    if (h->progress.is_waiting)
        return 0;
    h->progress.is_waiting = must_wait(h, m);
    if (h->progress.is_waiting)
        return 0;
    if (m != h->now)
        hybrid_doubt_switches(h);
    hybrid_move_to(h, m, fresh);
    if (fresh)
        verify_start(m->lowered);
    return 1;
}

/* --- nearby points --- */

/* A few units in the last place, up or down at random. */
static double shaken(hybrid *h, double value) {
    const double few = 4 * DBL_EPSILON;
    return value * (random_next(&h->switches.shake) >> 31 ? 1 + few : 1 - few);
}

static left_kind shaken_value(void *data, int v, int order, double *value) {
    left_kind kind = hybrid_jet(data, v, order, value);
    *value = shaken(data, *value);
    return kind;
}

/* Reads the functions of the switches at the start of the present mode. */
static void read_functions(hybrid *h, double *f) {
    lowered *w = h->now->lowered;
    program_run(w, &w->functions, w->start, w->top, f);
}

enum { SHAKES = 2 };

void hybrid_measure_noise(hybrid *h) {
    assert(h->now);
    lowered *w = h->now->lowered;
    arena *own = arena_child(h->system->arena);
    double *x = ARENA_ARRAY(own, double, completion_slots(w->completion));
    double *f = ARENA_ARRAY(own, double, h->switches.count + 1);
    point_read(w, x);
    for (int i = 0; i < SHAKES; i++) {
        left_side left = left_of(h, shaken(h, h->t), shaken_value);
        if (initial_try_restart(w, &left) == RESTART_FOUND) {
            read_functions(h, f);
            EACH_SWITCH(h, s) {
                double *noise = &switch_function(h, s)->noise;
                double move = fabs(f[s->number] - s->at.f);
                *noise = i ? fmax(*noise, move) : move;
            }
        }
        point_write(w, x);
    }
    lowered_keep_invariants(w, w->start);
    arena_free(own);
}

/* The functions at the end of so many steps of the implicit Euler method. */
static int hybrid_point_take_steps(hybrid *h, double ahead, int steps, double *f) {
    lowered *w = h->now->lowered;
    for (int i = 0; i < steps; i++) {
        left_side here = left_of(h, w->start[0], hybrid_point_present_value);
        if (!initial_further(w, &here, ahead / steps))
            return 0;
    }
    read_functions(h, f);
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

/* Extrapolates steps of the implicit Euler method, which needs no more than the
 * restart at an event. */
int hybrid_look_ahead(hybrid *h, double ahead, int i) {
    assert(h->now && i >= 0);
    lowered *w = h->now->lowered;
    int count = h->switches.count;
    int found = 1;
    arena *own = arena_child(h->system->arena);
    double *x = ARENA_ARRAY(own, double, completion_slots(w->completion));
    double *all = ARENA_ARRAY(own, double, COLUMNS *count + 1);
    point_read(w, x);
    for (int n = 0; n < COLUMNS && found; n++) {
        found = hybrid_point_take_steps(h, forward(h, ahead), n + 1, all + n * count);
        point_write(w, x);
    }
    for (int k = 0; k < count && found; k++) {
        switch_reading *at = &h->switches.at[k].at;
        double t[COLUMNS], last;
        for (int n = 0; n < COLUMNS; n++)
            t[n] = all[n * count + k];
        at->ahead[i] = extrapolate(t, &last);
        at->ahead_error[i] = fabs(at->ahead[i] - last);
    }
    lowered_keep_invariants(w, w->start);
    arena_free(own);
    return found;
}
