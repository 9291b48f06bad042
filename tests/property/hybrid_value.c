/* SPDX-License-Identifier: BSD-3-Clause */
/* The reference for hybrid models: values of expressions, and the way between events. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "hybrid_walk.h"

void walk_give_up(walk *w, hybrid_trouble kind, const char *why) {
    if (w->o->trouble)
        return;
    w->o->trouble = kind;
    w->o->why = why;
}

double walk_difference(walk *w, int k) {
    const hybrid_node *n = &w->m->node[w->m->relation[k]];
    const double a = walk_value(w, n->a);
    return a - walk_value(w, n->b);
}

static int holds(hybrid_op op, double difference) {
    switch (op) {
    case LESS:
        return difference < 0;
    case LESS_EQUAL:
        return difference <= 0;
    case GREATER:
        return difference > 0;
    case GREATER_EQUAL:
        return difference >= 0;
    case EQUAL:
        return difference == 0;
    default:
        return 0;
    }
}

int walk_literal(const walk *w, int k, double difference) {
    return holds(w->m->node[w->m->relation[k]].op, difference);
}

/* At an event a relation is literal if its operands have moved; else it keeps its value,
 * which is the one crossed to where it has fired. */
int walk_relation(walk *w, int k) {
    if (!w->is_event)
        return w->held[k];
    const double now = walk_difference(w, k);
    if (!(fabs(now - w->left[k]) <= MOVED))
        w->held[k] = walk_literal(w, k, now);
    return w->held[k];
}

double walk_value(walk *w, int node) {
    const hybrid_node *n = &w->m->node[node];
    switch (n->op) {
    case CONSTANT:
        return n->value;
    case TIME:
        return w->t;
    case STATE:
        return w->x[n->a];
    case PRE_STATE:
        return w->old_x[n->a];
    case SLOPE:
        return w->slope[n->a];
    case ALGEBRAIC:
        return w->z[n->a];
    case DISCRETE:
        return w->d[n->a];
    case PRE:
        return w->pre[n->a];
    case SUM:
        return walk_value(w, n->a) + walk_value(w, n->b);
    case PRODUCT:
        return walk_value(w, n->a) * walk_value(w, n->b);
    case CHOICE:
        return walk_value(w, walk_value(w, n->a) != 0 ? n->b : n->c);
    case LESS:
    case LESS_EQUAL:
    case GREATER:
    case GREATER_EQUAL:
    case EQUAL:
        return walk_relation(w, n->c);
    case NOT:
        return walk_value(w, n->a) == 0;
    case AND:
        return (walk_value(w, n->a) != 0) & (walk_value(w, n->b) != 0);
    case OR:
        return (walk_value(w, n->a) != 0) | (walk_value(w, n->b) != 0);
    case TICK:
        return w->ticking[n->a];
    case EDGE:
        return w->d[n->a] != 0 && w->pre[n->a] == 0;
    case CHANGE:
        return w->d[n->a] != w->pre[n->a];
    }
    return NAN;
}

/* Whether an expression changes while nothing happens. */
static int flows(const hybrid_model *m, int node) {
    const hybrid_node *n = &m->node[node];
    switch (n->op) {
    case TIME:
    case STATE:
    case SLOPE:
    case ALGEBRAIC:
        return 1;
    case SUM:
    case PRODUCT:
        return flows(m, n->a) || flows(m, n->b);
    case CHOICE:
        return flows(m, n->b) || flows(m, n->c);
    default:
        return 0;
    }
}

int walk_flows(const hybrid_model *m, int k) {
    const hybrid_node *n = &m->node[m->relation[k]];
    return flows(m, n->a) || flows(m, n->b);
}

/* time < constant, and so on. */
int walk_is_of_time(const hybrid_model *m, int k) {
    const hybrid_node *n = &m->node[m->relation[k]];
    return m->node[n->a].op == TIME && m->node[n->b].op == CONSTANT;
}

double walk_threshold(const hybrid_model *m, int k) {
    return m->node[m->node[m->relation[k]].b].value;
}

/* --- between events --- */

/* The continuous equations at (t, x). */
void walk_look(walk *w) {
    for (int k = 0; k < w->m->items; k++) {
        const hybrid_item *i = &w->m->item[k];
        if (i->role == SLOPE_IS)
            w->slope[i->target] = walk_value(w, i->value);
        if (i->role == ALGEBRAIC_IS)
            w->z[i->target] = walk_value(w, i->value);
    }
}

static void look_at(walk *w, double t, const double *x, const double *along, double h) {
    w->t = t + h;
    for (int i = 0; i < w->m->states; i++)
        w->x[i] = x[i] + h * along[i];
    walk_look(w);
}

/* From (t, x) by h. */
void walk_advance(walk *w, double t, const double *x, double h) {
    static const double places[] = {0, 0.5, 0.5, 1}, weights[] = {1, 2, 2, 1};
    double along[MOST_STATES] = {0}, sum[MOST_STATES] = {0};
    for (int stage = 0; stage < 4; stage++) {
        look_at(w, t, x, along, places[stage] * h);
        for (int i = 0; i < w->m->states; i++) {
            along[i] = w->slope[i];
            sum[i] += weights[stage] / 6 * along[i];
        }
    }
    look_at(w, t, x, sum, h);
}

/* Whether a relation is on the other side than held. */
int walk_has_crossed(walk *w) {
    for (int k = 0; k < w->m->relations; k++) {
        if (walk_is_of_time(w->m, k) || !walk_flows(w->m, k))
            continue;
        if (walk_literal(w, k, walk_difference(w, k)) != w->held[k])
            return 1;
    }
    return 0;
}

/* The part of the step h after which the first relation has crossed; w is there. */
void walk_locate(walk *w, double t, const double *x, double h) {
    double low = 0, high = h;
    for (int i = 0; i < 80 && high - low > 4 * DBL_EPSILON * fmax(t, 1e-3); i++) {
        const double middle = 0.5 * (low + high);
        walk_advance(w, t, x, middle);
        if (walk_has_crossed(w))
            high = middle;
        else
            low = middle;
    }
    walk_advance(w, t, x, high);
}

/* The rate of a relation along the solution: it is affine. */
double walk_rate(walk *w, int k) {
    const double delta = 1e-3, t = w->t;
    double x[MOST_STATES], along[MOST_STATES];
    memcpy(x, w->x, sizeof x);
    walk_look(w);
    memcpy(along, w->slope, sizeof along);
    look_at(w, t, x, along, delta);
    const double after = walk_difference(w, k);
    look_at(w, t, x, along, -delta);
    const double before = walk_difference(w, k);
    look_at(w, t, x, along, 0);
    return (after - before) / (2 * delta);
}
