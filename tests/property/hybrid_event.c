/* SPDX-License-Identifier: BSD-3-Clause */
/* The reference for hybrid models: what happens at an event. */
#include <math.h>
#include <string.h>
#include "hybrid_walk.h"

enum { MOST_SWEEPS = 60 };
static const double NOTHING = 1e-9; /* a change that counts as none */

void walk_copy_pre(walk *w) {
    memcpy(w->pre, w->d, sizeof w->pre);
    memcpy(w->old_x, w->x, sizeof w->old_x);
    memcpy(w->was, w->is, sizeof w->was);
}

static void do_statement(walk *w, const hybrid_statement *s) {
    const double value = walk_value(w, s->value);
    if (s->role == REINIT) {
        w->jumps[s->target] = 1;
        w->jump[s->target] = value;
    } else {
        w->d[s->target] = value;
    }
}

/* What a clause defines keeps its value unless a branch gives it another. */
static void keep(walk *w, const hybrid_item *i) {
    for (int b = 0; b < i->branches; b++)
        for (int k = 0; k < i->branch[b].statements; k++) {
            const hybrid_statement *s = &i->branch[b].statement[k];
            if (s->role == DISCRETE_IS)
                w->d[s->target] = w->pre[s->target];
        }
}

static int has_tick(const walk *w, int node) {
    const hybrid_node *n = &w->m->node[node];
    if (n->op == TICK)
        return w->ticking[n->a];
    if (n->op == NOT)
        return has_tick(w, n->a);
    if (n->op != AND && n->op != OR)
        return 0;
    return has_tick(w, n->a) || has_tick(w, n->b);
}

/* Whether a condition of branch b becomes true. Whether a clock still ticks after the
 * first sweep is read in two ways (3.7.5): no outcome depends on it. */
static int rises(walk *w, int item, int b) {
    const hybrid_branch *branch = &w->m->item[item].branch[b];
    int any = 0;
    for (int k = 0; k < branch->conditions; k++) {
        w->is[item][b][k] = walk_value(w, branch->condition[k]) != 0;
        const int does_rise = w->is[item][b][k] && !w->was[item][b][k];
        if (does_rise && w->sweeps > 0 && has_tick(w, branch->condition[k]))
            walk_give_up(w, ON_EDGE, "a tick counts after the first sweep");
        any |= does_rise;
    }
    return any;
}

static void do_when(walk *w, int item, int is_active) {
    const hybrid_item *i = &w->m->item[item];
    int done = !is_active;
    keep(w, i);
    for (int b = 0; b < i->branches; b++) {
        if (!rises(w, item, b) || done)
            continue;
        done = 1;
        for (int k = 0; k < i->branch[b].statements; k++)
            do_statement(w, &i->branch[b].statement[k]);
    }
}

/* All equations once; whens are active but at the initialisation. */
void walk_sweep(walk *w, int is_active) {
    memset(w->jumps, 0, sizeof w->jumps);
    for (int k = 0; k < w->m->items; k++) {
        const hybrid_item *i = &w->m->item[k];
        if (i->role == SLOPE_IS)
            w->slope[i->target] = walk_value(w, i->value);
        if (i->role == ALGEBRAIC_IS)
            w->z[i->target] = walk_value(w, i->value);
        if (i->role == DISCRETE_IS)
            w->d[i->target] = walk_value(w, i->value);
        if (i->role == WHEN)
            do_when(w, k, is_active);
    }
    for (int i = 0; i < w->m->states; i++)
        if (w->jumps[i])
            w->x[i] = w->jump[i];
}

static int is_settled(const walk *w) {
    for (int i = 0; i < w->m->discretes; i++)
        if (w->d[i] != w->pre[i])
            return 0;
    for (int i = 0; i < w->m->states; i++)
        if (w->x[i] != w->old_x[i])
            return 0;
    return memcmp(w->is, w->was, sizeof w->is) == 0;
}

/* Sweeps until nothing changes, 8.6. */
void walk_settle(walk *w) {
    for (w->sweeps = 0; w->sweeps < MOST_SWEEPS; w->sweeps++) {
        walk_sweep(w, 1);
        if (is_settled(w))
            return;
        walk_copy_pre(w);
    }
    walk_give_up(w, PILE_UP, "an event iteration has no end");
}

/* Also where nothing asks for a relation at the moment. */
void walk_refresh(walk *w) {
    for (int k = 0; k < w->m->relations; k++)
        walk_relation(w, k);
}

/* A relation that an event has brought near to zero, or has moved about it. */
static void check_distances(walk *w) {
    for (int k = 0; k < w->m->relations; k++) {
        const double now = walk_difference(w, k);
        if (!walk_flows(w->m, k) || walk_is_of_time(w->m, k))
            continue;
        if (now != w->left[k] && fabs(now) < LEAST_DISTANCE)
            walk_give_up(w, ON_EDGE, "an event moves a relation to zero");
    }
}

/* After the event: clocks are silent, conditions are what they are without them. */
void walk_leave(walk *w) {
    walk_refresh(w);
    check_distances(w);
    w->is_event = 0;
    memset(w->ticking, 0, sizeof w->ticking);
    walk_look(w);
    for (int k = 0; k < w->m->items; k++)
        for (int b = 0; b < w->m->item[k].branches; b++)
            rises(w, k, b);
    walk_copy_pre(w);
    w->last_event = w->t;
    for (int k = 0; k < w->m->relations; k++)
        w->near[k] = w->before_near[k] = NAN;
}

static int differ(const double *a, const double *b, int n) {
    for (int i = 0; i < n; i++)
        if (fabs(a[i] - b[i]) > NOTHING)
            return 1;
    return 0;
}

static void record(walk *w, const walk *left) {
    hybrid_outcome *o = w->o;
    if (o->instants == MOST_INSTANTS) {
        walk_give_up(w, CLOSE, "too many events");
        return;
    }
    const int is_firm = differ(w->x, left->x, w->m->states) ||
                        differ(w->slope, left->slope, w->m->states) ||
                        differ(w->z, left->z, w->m->algebraics) ||
                        differ(w->d, left->d, w->m->discretes);
    o->instant[o->instants++] = (hybrid_instant){w->t, is_firm};
}

/* Whether a relation that has not fired is clearly true or false, or cannot change. */
int walk_is_apart(const walk *w, int k) {
    const int is_still = w->left[k] == 0 && w->near[k] == 0;
    const int is_first = w->boundaries && w->t < FIRST;
    if (!walk_flows(w->m, k) || walk_is_of_time(w->m, k))
        return 1;
    return is_still || is_first || fabs(w->left[k]) >= LEAST_DISTANCE;
}

/* fired: [relations]; clocks have been set. */
void walk_happen(walk *w, const int *fired) {
    walk left = *w;
    memcpy(w->old_x, w->x, sizeof w->old_x);
    for (int k = 0; k < w->m->relations; k++) {
        w->left[k] = walk_difference(w, k);
        if (fired[k])
            w->held[k] = !w->held[k];
        else if (!w->returns && !walk_is_apart(w, k))
            walk_give_up(w, ON_EDGE, "a relation is near zero at an event");
    }
    memcpy(w->fired, fired, sizeof w->fired);
    w->is_event = 1;
    walk_settle(w);
    walk_leave(w);
    record(w, &left);
}
