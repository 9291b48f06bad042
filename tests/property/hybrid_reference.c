/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs a hybrid model from event to event: RK4 with relations held, clocks and relations
 * of time met exactly, relations of states located by bisection. It stops with `trouble`
 * where the outcome would depend on round-off: events that nearly coincide, relations
 * that are nearly equalities, crossings that are not transversal, pile-ups. */
#include <math.h>
#include <string.h>
#include "hybrid_walk.h"

enum { MOST_RETURNS = 20 };
static const double LEAST_RATE = 0.02;    /* of a relation that crosses */
static const double LEAST_SPACING = 1e-3; /* of two events */
static const double LEAST_OF_ANY = 1e-5;  /* the same where boundaries are allowed */
static const double REST = 0.05;          /* bounces this short come to rest */
static const double AT_ONCE = 1e-9;       /* a time that is none */
static const double BRIEF = 1e-6;         /* the first step after an event */
static const double LARGEST = 100;        /* of the states */

/* A ball that comes to rest is slow and low, too, but its bounces are close. */
static void refuse_flat(walk *w, const char *why) {
    const int is_close = w->t - w->last_event < REST && w->last_event > 0;
    const int is_ball = w->m->guarded >= 0;
    walk_give_up(w, is_close && is_ball ? CLOSE : ON_EDGE, why);
}

static double next_tick(const walk *w, int clock) {
    return w->m->clock_start[clock] +
           (double)w->ticks[clock] * w->m->clock_interval[clock];
}

static double next_timed(const walk *w) {
    double next = INFINITY;
    for (int c = 0; c < w->m->clocks; c++)
        next = fmin(next, next_tick(w, c));
    for (int k = 0; k < w->m->relations; k++)
        if (walk_is_of_time(w->m, k) && walk_threshold(w->m, k) > w->t)
            next = fmin(next, walk_threshold(w->m, k));
    return next;
}

/* The events of clocks and time that are due. */
static void strike(walk *w) {
    int fired[MOST_RELATIONS] = {0}, any = 0;
    for (int c = 0; c < w->m->clocks; c++)
        if (next_tick(w, c) == w->t) {
            w->ticking[c] = 1;
            w->ticks[c]++;
            any = 1;
        }
    for (int k = 0; k < w->m->relations && w->t > 0; k++)
        if (walk_is_of_time(w->m, k) && walk_threshold(w->m, k) == w->t) {
            fired[k] = 1;
            any = 1;
        }
    if (!any)
        return;
    w->returns = 0;
    walk_happen(w, fired);
}

/* An event may turn the solution back: then what has fired holds at that instant only,
 * and its return is another event right after it. Discrete variables may end this after
 * a few times; else it is a pile-up. */
static void note_return(walk *w, const int *fired) {
    const int is_at_once = w->t - w->last_event < AT_ONCE;
    const int is_same = memcmp(w->fired, fired, sizeof w->fired) == 0;
    w->returns = is_at_once && is_same ? w->returns + 1 : 0;
    if (w->returns > (w->boundaries ? MOST_RETURNS : 1))
        walk_give_up(w, PILE_UP, "events pile up");
}

/* Events of one relation may follow each other closely; which of two others is first
 * is round-off. */
static void check_spacing(walk *w, const int *fired) {
    const double least = w->boundaries ? LEAST_OF_ANY : LEAST_SPACING;
    const int is_same = memcmp(w->fired, fired, sizeof w->fired) == 0;
    if (!w->returns && w->t - w->last_event < least)
        walk_give_up(w, is_same ? CLOSE : ON_EDGE, "two events are close");
}

static void check_fired(walk *w, const int *fired) {
    int count = 0;
    for (int k = 0; k < w->m->relations; k++) {
        if (!fired[k])
            continue;
        count++;
        if (fabs(walk_rate(w, k)) < LEAST_RATE)
            refuse_flat(w, "a crossing is not transversal");
    }
    check_spacing(w, fired);
    if (count > 1)
        walk_give_up(w, ON_EDGE, "two relations cross at once");
    if (next_timed(w) - w->t < LEAST_SPACING)
        walk_give_up(w, ON_EDGE, "a timed event is close");
    if (fabs(w->m->stop - w->t) < LEAST_SPACING)
        walk_give_up(w, ON_EDGE, "the end is close");
}

/* An event that stops its own relation on the boundary has no clear way on, unless it
 * does so exactly. */
static void check_stopped(walk *w, const int *fired) {
    for (int k = 0; k < w->m->relations; k++) {
        if (!fired[k])
            continue;
        const double rate = walk_rate(w, k);
        if (fabs(rate) < LEAST_RATE && !(w->boundaries && rate == 0))
            walk_give_up(w, ON_EDGE, "an event stops a relation at zero");
    }
}

/* w stands just after the crossing. */
static void cross(walk *w) {
    int fired[MOST_RELATIONS] = {0};
    for (int k = 0; k < w->m->relations; k++)
        if (walk_flows(w->m, k) && !walk_is_of_time(w->m, k))
            fired[k] = walk_literal(w, k, walk_difference(w, k)) != w->held[k];
    note_return(w, fired);
    if (!w->boundaries || !w->at_start || w->t > FIRST)
        check_fired(w, fired);
    w->o->crossings++;
    w->at_start = 0;
    walk_happen(w, fired);
    check_stopped(w, fired);
}

/* Nearly a crossing: an extremum of a relation near zero. */
static void check_grazing(walk *w) {
    for (int k = 0; k < w->m->relations; k++) {
        if (!walk_flows(w->m, k) || walk_is_of_time(w->m, k))
            continue;
        const double now = walk_difference(w, k), last = w->near[k];
        const int turns = (now - last) * (last - w->before_near[k]) < 0;
        if (turns && fabs(last) < LEAST_DISTANCE)
            refuse_flat(w, "a relation grazes zero");
        w->before_near[k] = last;
        w->near[k] = now;
    }
}

static void check_size(walk *w) {
    for (int i = 0; i < w->m->states; i++)
        if (!(fabs(w->x[i]) < LARGEST))
            walk_give_up(w, ON_EDGE, "a state is too large");
}

/* To the time `end`, or to the event before it; returns whether it is there. A solution
 * that an event sends back may return within a step, and slide for less than one. */
static int step_to(walk *w, double end, double step) {
    double x[MOST_STATES];
    const double t = w->t, rest = end - t;
    const double most = t > 0 && t == w->last_event ? BRIEF : step;
    const double h = rest > 1.5 * most ? most : rest;
    memcpy(x, w->x, sizeof x);
    walk_advance(w, t, x, h);
    if (h == rest)
        w->t = end;
    if (walk_has_crossed(w)) {
        walk_locate(w, t, x, h);
        cross(w);
        return 0;
    }
    check_grazing(w);
    return h == rest;
}

/* 8.6: pre(v) is the start value; then pre(v) = v, or iterate. A tick at the start may be
 * read as part of that iteration, and end it. */
static void begin(walk *w, double nudge) {
    for (int i = 0; i < w->m->states; i++) {
        w->x[i] = w->m->start[i];
        if (!w->m->is_free[i])
            w->x[i] += nudge;
    }
    memcpy(w->d, w->m->first, sizeof w->d);
    memcpy(w->pre, w->d, sizeof w->pre);
    memcpy(w->old_x, w->x, sizeof w->old_x);
    for (int k = 0; k < MOST_RELATIONS; k++)
        w->left[k] = NAN;
    w->is_event = 1;
    walk_sweep(w, 0);
    walk_copy_pre(w);
    walk_settle(w);
    if (w->o->trouble == PILE_UP && next_timed(w) <= w->t)
        w->o->trouble = ON_EDGE;
    walk_refresh(w);
    for (int k = 0; k < w->m->relations; k++) {
        w->left[k] = walk_difference(w, k);
        if (!w->boundaries && walk_flows(w->m, k) && fabs(w->left[k]) < LEAST_DISTANCE)
            walk_give_up(w, ON_EDGE, "a relation is near zero at the start");
    }
    walk_leave(w);
    strike(w);
}

/* What happens at the stop time must be clear, too. */
static void check_end(walk *w) {
    for (int k = 0; k < w->m->relations; k++) {
        w->left[k] = walk_difference(w, k);
        if (!walk_is_apart(w, k))
            walk_give_up(w, ON_EDGE, "a relation is near zero at the end");
    }
}

void hybrid_refer(const hybrid_model *m, double step, double nudge, int boundaries,
                  hybrid_outcome *o) {
    static walk w;
    memset(o, 0, sizeof *o);
    memset(&w, 0, sizeof w);
    w.m = m;
    w.o = o;
    w.boundaries = boundaries;
    w.at_start = 1;
    begin(&w, nudge);
    while (w.t < m->stop && !o->trouble) {
        const double end = fmin(next_timed(&w), m->stop);
        if (step_to(&w, end, step))
            strike(&w);
        check_size(&w);
    }
    check_end(&w);
    memcpy(o->x, w.x, sizeof o->x);
    memcpy(o->z, w.z, sizeof o->z);
    memcpy(o->d, w.d, sizeof o->d);
}

static int are_near(const double *a, const double *b, int n) {
    for (int i = 0; i < n; i++)
        if (!(fabs(a[i] - b[i]) <= 1e-7))
            return 0;
    return 1;
}

int hybrid_is_sure(const hybrid_model *m, int boundaries, hybrid_outcome *o) {
    static hybrid_outcome other;
    hybrid_refer(m, 1.0 / 256, 0, boundaries, o);
    if (o->trouble)
        return 0;
    hybrid_refer(m, 1.0 / 128, boundaries ? 0 : 1e-9, boundaries, &other);
    const int is_same = !other.trouble && other.instants == o->instants &&
                        are_near(o->x, other.x, m->states) &&
                        are_near(o->z, other.z, m->algebraics) &&
                        are_near(o->d, other.d, m->discretes);
    if (!is_same)
        o->trouble = ON_EDGE;
    return is_same;
}
