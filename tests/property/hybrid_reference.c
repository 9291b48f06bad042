/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs a hybrid model from event to event: RK4 with relations held, clocks and relations
 * of time met exactly, relations of states located by bisection. It stops with `trouble`
 * where the outcome would depend on round-off: events that nearly coincide, relations
 * that are nearly equalities, crossings that are not transversal, pile-ups. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "hybrid.h"

enum { MOST_SWEEPS = 60 };
static const double LEAST_RATE = 0.02;     /* of a relation that crosses */
static const double LEAST_DISTANCE = 1e-3; /* of a relation from zero at an event */
static const double LEAST_SPACING = 1e-3;  /* of two events */
static const double LEAST_OF_ANY = 1e-5;   /* the same where boundaries are allowed */
static const double REST = 0.05;           /* bounces this short come to rest */
static const double AT_ONCE = 1e-9;        /* a time that is none */
static const double FIRST = 1e-6;   /* until when what begins on a boundary has left it */
static const double LARGEST = 100;  /* of the states */
static const double NOTHING = 1e-9; /* a change that counts as none */
static const double MOVED = 1e-11;  /* operands that an event has moved */

typedef struct walk {
    const hybrid_model *m;
    hybrid_outcome *o;
    double t, x[MOST_STATES], old_x[MOST_STATES];
    double slope[MOST_STATES], z[MOST_ALGEBRAICS];
    double d[MOST_DISCRETES], pre[MOST_DISCRETES];
    int held[MOST_RELATIONS], fired[MOST_RELATIONS];
    int returns;                 /* the event undoes the last one, at the same instant */
    double left[MOST_RELATIONS]; /* relations before the event; NAN: decide literally */
    double near[MOST_RELATIONS], before_near[MOST_RELATIONS]; /* at the last two steps */
    int is_event, ticking[MOST_CLOCKS];
    long ticks[MOST_CLOCKS]; /* so far */
    int was[MOST_ITEMS][MOST_BRANCHES][MOST_CONDITIONS];
    int is[MOST_ITEMS][MOST_BRANCHES][MOST_CONDITIONS];
    double jump[MOST_STATES];
    int jumps[MOST_STATES];
    double last_event;
    int boundaries, at_start;
} walk;

static void give_up(walk *w, hybrid_trouble kind, const char *why) {
    if (w->o->trouble) return;
    w->o->trouble = kind;
    w->o->why = why;
}

/* A ball that comes to rest is slow and low, too, but its bounces are close. */
static void refuse_flat(walk *w, const char *why) {
    const int is_close = w->t - w->last_event < REST && w->last_event > 0;
    give_up(w, is_close ? CLOSE : ON_EDGE, why);
}

/* --- values --- */

static double value_of(walk *w, int node);

static double difference_of(walk *w, int k) {
    const hybrid_node *n = &w->m->node[w->m->relation[k]];
    const double a = value_of(w, n->a);
    return a - value_of(w, n->b);
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

static int literal(const walk *w, int k, double difference) {
    return holds(w->m->node[w->m->relation[k]].op, difference);
}

/* At an event a relation is literal if its operands have moved; else it keeps its value,
 * which is the one crossed to where it has fired. */
static int relation_of(walk *w, int k) {
    if (!w->is_event) return w->held[k];
    const double now = difference_of(w, k);
    if (!(fabs(now - w->left[k]) <= MOVED)) w->held[k] = literal(w, k, now);
    return w->held[k];
}

static double value_of(walk *w, int node) {
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
        return value_of(w, n->a) + value_of(w, n->b);
    case PRODUCT:
        return value_of(w, n->a) * value_of(w, n->b);
    case CHOICE:
        return value_of(w, value_of(w, n->a) != 0 ? n->b : n->c);
    case LESS:
    case LESS_EQUAL:
    case GREATER:
    case GREATER_EQUAL:
    case EQUAL:
        return relation_of(w, n->c);
    case NOT:
        return value_of(w, n->a) == 0;
    case AND:
        return (value_of(w, n->a) != 0) & (value_of(w, n->b) != 0);
    case OR:
        return (value_of(w, n->a) != 0) | (value_of(w, n->b) != 0);
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

static int relation_flows(const hybrid_model *m, int k) {
    const hybrid_node *n = &m->node[m->relation[k]];
    return flows(m, n->a) || flows(m, n->b);
}

/* time < constant, and so on. */
static int is_of_time(const hybrid_model *m, int k) {
    const hybrid_node *n = &m->node[m->relation[k]];
    return m->node[n->a].op == TIME && m->node[n->b].op == CONSTANT;
}

static double threshold(const hybrid_model *m, int k) {
    return m->node[m->node[m->relation[k]].b].value;
}

/* --- between events --- */

/* The continuous equations at (t, x). */
static void look(walk *w) {
    for (int k = 0; k < w->m->items; k++) {
        const hybrid_item *i = &w->m->item[k];
        if (i->role == SLOPE_IS) w->slope[i->target] = value_of(w, i->value);
        if (i->role == ALGEBRAIC_IS) w->z[i->target] = value_of(w, i->value);
    }
}

static void look_at(walk *w, double t, const double *x, const double *along, double h) {
    w->t = t + h;
    for (int i = 0; i < w->m->states; i++) w->x[i] = x[i] + h * along[i];
    look(w);
}

/* From (t, x) by h. */
static void advance(walk *w, double t, const double *x, double h) {
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
static int has_crossed(walk *w) {
    for (int k = 0; k < w->m->relations; k++) {
        if (is_of_time(w->m, k) || !relation_flows(w->m, k)) continue;
        if (literal(w, k, difference_of(w, k)) != w->held[k]) return 1;
    }
    return 0;
}

/* The part of the step h after which the first relation has crossed; w is there. */
static double locate(walk *w, double t, const double *x, double h) {
    double low = 0, high = h;
    for (int i = 0; i < 80 && high - low > 4 * DBL_EPSILON * fmax(t, 1e-3); i++) {
        const double middle = 0.5 * (low + high);
        advance(w, t, x, middle);
        if (has_crossed(w))
            high = middle;
        else
            low = middle;
    }
    advance(w, t, x, high);
    return high;
}

/* The rate of a relation along the solution: it is affine. */
static double rate(walk *w, int k) {
    const double delta = 1e-3, t = w->t;
    double x[MOST_STATES], along[MOST_STATES];
    memcpy(x, w->x, sizeof x);
    look(w);
    memcpy(along, w->slope, sizeof along);
    look_at(w, t, x, along, delta);
    const double after = difference_of(w, k);
    look_at(w, t, x, along, -delta);
    const double before = difference_of(w, k);
    look_at(w, t, x, along, 0);
    return (after - before) / (2 * delta);
}

/* --- events --- */

static void copy_pre(walk *w) {
    memcpy(w->pre, w->d, sizeof w->pre);
    memcpy(w->old_x, w->x, sizeof w->old_x);
    memcpy(w->was, w->is, sizeof w->was);
}

static void do_statement(walk *w, const hybrid_statement *s) {
    const double value = value_of(w, s->value);
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
            if (s->role == DISCRETE_IS) w->d[s->target] = w->pre[s->target];
        }
}

/* Whether a condition of branch b becomes true. */
static int rises(walk *w, int item, int b) {
    const hybrid_branch *branch = &w->m->item[item].branch[b];
    int any = 0;
    for (int k = 0; k < branch->conditions; k++) {
        w->is[item][b][k] = value_of(w, branch->condition[k]) != 0;
        any |= w->is[item][b][k] && !w->was[item][b][k];
    }
    return any;
}

static void do_when(walk *w, int item, int is_active) {
    const hybrid_item *i = &w->m->item[item];
    int done = !is_active;
    keep(w, i);
    for (int b = 0; b < i->branches; b++) {
        if (!rises(w, item, b) || done) continue;
        done = 1;
        for (int k = 0; k < i->branch[b].statements; k++)
            do_statement(w, &i->branch[b].statement[k]);
    }
}

/* All equations once; whens are active but at the initialisation. */
static void sweep(walk *w, int is_active) {
    memset(w->jumps, 0, sizeof w->jumps);
    for (int k = 0; k < w->m->items; k++) {
        const hybrid_item *i = &w->m->item[k];
        if (i->role == SLOPE_IS) w->slope[i->target] = value_of(w, i->value);
        if (i->role == ALGEBRAIC_IS) w->z[i->target] = value_of(w, i->value);
        if (i->role == DISCRETE_IS) w->d[i->target] = value_of(w, i->value);
        if (i->role == WHEN) do_when(w, k, is_active);
    }
    for (int i = 0; i < w->m->states; i++)
        if (w->jumps[i]) w->x[i] = w->jump[i];
}

static int is_settled(const walk *w) {
    for (int i = 0; i < w->m->discretes; i++)
        if (w->d[i] != w->pre[i]) return 0;
    for (int i = 0; i < w->m->states; i++)
        if (w->x[i] != w->old_x[i]) return 0;
    return memcmp(w->is, w->was, sizeof w->is) == 0;
}

/* Sweeps until nothing changes, 8.6. */
static void settle(walk *w) {
    for (int k = 0; k < MOST_SWEEPS; k++) {
        sweep(w, 1);
        if (is_settled(w)) return;
        copy_pre(w);
    }
    give_up(w, PILE_UP, "an event iteration has no end");
}

/* Also where nothing asks for a relation at the moment. */
static void refresh(walk *w) {
    for (int k = 0; k < w->m->relations; k++) relation_of(w, k);
}

/* A relation that an event has brought near to zero. */
static void check_distances(walk *w) {
    for (int k = 0; k < w->m->relations; k++) {
        const double now = difference_of(w, k);
        if (!relation_flows(w->m, k) || is_of_time(w->m, k)) continue;
        if (fabs(now - w->left[k]) <= MOVED) continue;
        if (fabs(now) < LEAST_DISTANCE)
            give_up(w, ON_EDGE, "an event moves a relation to zero");
    }
}

/* After the event: clocks are silent, conditions are what they are without them. */
static void leave(walk *w) {
    refresh(w);
    check_distances(w);
    w->is_event = 0;
    memset(w->ticking, 0, sizeof w->ticking);
    look(w);
    for (int k = 0; k < w->m->items; k++)
        for (int b = 0; b < w->m->item[k].branches; b++) rises(w, k, b);
    copy_pre(w);
    w->last_event = w->t;
    for (int k = 0; k < w->m->relations; k++) w->near[k] = w->before_near[k] = NAN;
}

static int differ(const double *a, const double *b, int n) {
    for (int i = 0; i < n; i++)
        if (fabs(a[i] - b[i]) > NOTHING) return 1;
    return 0;
}

static void record(walk *w, const walk *left) {
    hybrid_outcome *o = w->o;
    if (o->instants == MOST_INSTANTS) {
        give_up(w, CLOSE, "too many events");
        return;
    }
    const int is_firm = differ(w->x, left->x, w->m->states) ||
                        differ(w->slope, left->slope, w->m->states) ||
                        differ(w->z, left->z, w->m->algebraics) ||
                        differ(w->d, left->d, w->m->discretes);
    o->instant[o->instants++] = (hybrid_instant){w->t, is_firm};
}

/* Whether a relation that has not fired is clearly true or false, or cannot change. */
static int is_apart(const walk *w, int k) {
    const int is_still = w->left[k] == 0 && w->near[k] == 0;
    const int is_first = w->boundaries && w->t < FIRST;
    if (!relation_flows(w->m, k) || is_of_time(w->m, k)) return 1;
    return is_still || is_first || fabs(w->left[k]) >= LEAST_DISTANCE;
}

/* fired: [relations]; clocks have been set. */
static void happen(walk *w, const int *fired) {
    walk left = *w;
    memcpy(w->old_x, w->x, sizeof w->old_x);
    for (int k = 0; k < w->m->relations; k++) {
        w->left[k] = difference_of(w, k);
        if (fired[k])
            w->held[k] = !w->held[k];
        else if (!w->returns && !is_apart(w, k))
            give_up(w, ON_EDGE, "a relation is near zero at an event");
    }
    memcpy(w->fired, fired, sizeof w->fired);
    w->is_event = 1;
    settle(w);
    leave(w);
    record(w, &left);
}

/* --- the course --- */

static double next_tick(const walk *w, int clock) {
    return w->m->clock_start[clock] +
           (double)w->ticks[clock] * w->m->clock_interval[clock];
}

static double next_timed(const walk *w) {
    double next = INFINITY;
    for (int c = 0; c < w->m->clocks; c++) next = fmin(next, next_tick(w, c));
    for (int k = 0; k < w->m->relations; k++)
        if (is_of_time(w->m, k) && threshold(w->m, k) > w->t)
            next = fmin(next, threshold(w->m, k));
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
        if (is_of_time(w->m, k) && threshold(w->m, k) == w->t) {
            fired[k] = 1;
            any = 1;
        }
    if (!any) return;
    w->returns = 0;
    happen(w, fired);
}

/* An event may turn the solution back: then what has fired holds at that instant only,
 * and its return is another event right after it. One that follows the return is a
 * pile-up. */
static void note_return(walk *w, const int *fired) {
    const int is_at_once = w->t - w->last_event < AT_ONCE;
    const int is_same = memcmp(w->fired, fired, sizeof w->fired) == 0;
    if (w->returns && is_at_once && is_same) give_up(w, PILE_UP, "events pile up");
    w->returns = is_at_once && is_same;
}

static void check_spacing(walk *w) {
    const double least = w->boundaries ? LEAST_OF_ANY : LEAST_SPACING;
    if (!w->returns && w->t - w->last_event < least)
        give_up(w, CLOSE, "two events are close");
}

static void check_fired(walk *w, const int *fired) {
    int count = 0;
    for (int k = 0; k < w->m->relations; k++) {
        if (!fired[k]) continue;
        count++;
        if (fabs(rate(w, k)) < LEAST_RATE)
            refuse_flat(w, "a crossing is not transversal");
    }
    check_spacing(w);
    if (count > 1) give_up(w, ON_EDGE, "two relations cross at once");
    if (next_timed(w) - w->t < LEAST_SPACING)
        give_up(w, ON_EDGE, "a timed event is close");
    if (fabs(w->m->stop - w->t) < LEAST_SPACING) give_up(w, ON_EDGE, "the end is close");
}

/* w stands just after the crossing. */
static void cross(walk *w) {
    int fired[MOST_RELATIONS] = {0};
    for (int k = 0; k < w->m->relations; k++)
        if (relation_flows(w->m, k) && !is_of_time(w->m, k))
            fired[k] = literal(w, k, difference_of(w, k)) != w->held[k];
    note_return(w, fired);
    if (!w->boundaries || !w->at_start || w->t > FIRST) check_fired(w, fired);
    w->o->crossings++;
    w->at_start = 0;
    happen(w, fired);
}

/* Nearly a crossing: an extremum of a relation near zero. */
static void check_grazing(walk *w) {
    for (int k = 0; k < w->m->relations; k++) {
        if (!relation_flows(w->m, k) || is_of_time(w->m, k)) continue;
        const double now = difference_of(w, k), last = w->near[k];
        const int turns = (now - last) * (last - w->before_near[k]) < 0;
        if (turns && fabs(last) < LEAST_DISTANCE)
            refuse_flat(w, "a relation grazes zero");
        w->before_near[k] = last;
        w->near[k] = now;
    }
}

static void check_size(walk *w) {
    for (int i = 0; i < w->m->states; i++)
        if (!(fabs(w->x[i]) < LARGEST)) give_up(w, ON_EDGE, "a state is too large");
}

/* To the time `end`, or to the event before it; returns whether it is there. */
static int step_to(walk *w, double end, double step) {
    double x[MOST_STATES];
    const double t = w->t, rest = end - t, h = rest > 1.5 * step ? step : rest;
    memcpy(x, w->x, sizeof x);
    advance(w, t, x, h);
    if (h == rest) w->t = end;
    if (has_crossed(w)) {
        locate(w, t, x, h);
        cross(w);
        return 0;
    }
    check_grazing(w);
    return h == rest;
}

/* 8.6: pre(v) is the start value; then pre(v) = v, or iterate. */
static void begin(walk *w, double nudge) {
    for (int i = 0; i < w->m->states; i++) {
        w->x[i] = w->m->start[i];
        if (!w->m->is_free[i]) w->x[i] += nudge;
    }
    memcpy(w->d, w->m->first, sizeof w->d);
    memcpy(w->pre, w->d, sizeof w->pre);
    memcpy(w->old_x, w->x, sizeof w->old_x);
    for (int k = 0; k < MOST_RELATIONS; k++) w->left[k] = NAN;
    w->is_event = 1;
    sweep(w, 0);
    copy_pre(w);
    settle(w);
    refresh(w);
    for (int k = 0; k < w->m->relations; k++) {
        w->left[k] = difference_of(w, k);
        if (!w->boundaries && relation_flows(w->m, k) &&
            fabs(w->left[k]) < LEAST_DISTANCE)
            give_up(w, ON_EDGE, "a relation is near zero at the start");
    }
    leave(w);
    strike(w);
}

/* What happens at the stop time must be clear, too. */
static void check_end(walk *w) {
    for (int k = 0; k < w->m->relations; k++) {
        w->left[k] = difference_of(w, k);
        if (!is_apart(w, k)) give_up(w, ON_EDGE, "a relation is near zero at the end");
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
        if (step_to(&w, end, step)) strike(&w);
        check_size(&w);
    }
    check_end(&w);
    memcpy(o->x, w.x, sizeof o->x);
    memcpy(o->z, w.z, sizeof o->z);
    memcpy(o->d, w.d, sizeof o->d);
}

static int are_near(const double *a, const double *b, int n) {
    for (int i = 0; i < n; i++)
        if (!(fabs(a[i] - b[i]) <= 1e-7)) return 0;
    return 1;
}

int hybrid_is_sure(const hybrid_model *m, int boundaries, hybrid_outcome *o) {
    static hybrid_outcome other;
    hybrid_refer(m, 1.0 / 256, 0, boundaries, o);
    if (o->trouble) return 0;
    hybrid_refer(m, 1.0 / 128, boundaries ? 0 : 1e-9, boundaries, &other);
    const int is_same = !other.trouble && other.instants == o->instants &&
                        are_near(o->x, other.x, m->states) &&
                        are_near(o->z, other.z, m->algebraics) &&
                        are_near(o->d, other.d, m->discretes);
    if (!is_same) o->trouble = ON_EDGE;
    return is_same;
}
