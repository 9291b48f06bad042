/* SPDX-License-Identifier: BSD-3-Clause */
/* The equations of delays, and which part of its history each of them reads. */
#include "delay.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include "leaves.h"

/* --- what belongs to them in the system --- */

static int delay_new_parameter(dae *s, const delay *d, const char *what,
                               parameter_kind kind) {
    parameter p = {.name = arena_print(s->arena, "%s of %s", what, d->text),
                   .where = d->where,
                   .kind = kind,
                   .binding = NO_EXPR,
                   .guess = NO_EXPR,
                   .is_hidden = 1,
                   .is_set = kind == PARAMETER_SWITCH};
    if (kind == PARAMETER_DISCRETE)
        p.binding = expr_number(s->graph, 0);
    LIST_PUSH(s->arena, s->parameters, p);
    return s->parameters.count - 1;
}

/* Does the leaf follow other things than events? */
static int delay_leaf_is_smooth(void *data, const expr_node *leaf) {
    const dae *s = data;
    if (leaf->op != OP_PARAMETER)
        return 1;
    return s->parameters.at[leaf->variable].kind == PARAMETER_INPUT;
}

static int delay_is_discrete(dae *s, expr e) {
    return !leaves_any(s->graph, e, delay_leaf_is_smooth, s);
}

static expr without_leaf(void *data, graph *g, expr leaf) {
    return leaf == *(const expr *)data ? expr_number(g, 0) : leaf;
}

/* A discrete value that e is, or that an equation sets this variable to, x = pre(v); else
 * NO_EXPR. */
static expr delay_discrete_value(dae *s, expr jet) {
    graph *g = s->graph;
    if (delay_is_discrete(s, jet))
        return jet;
    const expr_node *n = expr_get(g, jet);
    if (n->op != OP_JET || n->order > 0)
        return NO_EXPR;
    for (int k = 0; k < s->equations.count; k++) {
        const equation *e = &s->equations.at[k];
        if (e->kind != EQUATION_PLAIN || e->guard != NO_EXPR ||
            !expr_holds(g, e->residual, jet))
            continue;
        expr slope = expr_partial(g, e->residual, jet);
        if (slope == EXPR_ZERO || expr_get(g, slope)->op != OP_NUMBER)
            continue;
        expr rest = expr_substitute(g, e->residual, without_leaf, &jet);
        expr value = expr_neg(g, expr_div(g, rest, slope));
        if (value != EXPR_ZERO && delay_is_discrete(s, value))
            return value;
    }
    return NO_EXPR;
}

static int delay_initial_clock(dae *s) {
    for (int k = 0; k < s->clocks.count; k++)
        if (s->clocks.at[k].kind == CLOCK_INITIAL)
            return s->clocks.at[k].parameter;
    parameter p = {.name = "initial()",
                   .kind = PARAMETER_CLOCK,
                   .binding = expr_number(s->graph, 0)};
    LIST_PUSH(s->arena, s->parameters, p);
    sample_clock c = {.kind = CLOCK_INITIAL,
                      .parameter = s->parameters.count - 1,
                      .start = NO_EXPR,
                      .interval = NO_EXPR};
    LIST_PUSH(s->arena, s->clocks, c);
    return c.parameter;
}

static void add_discrete(dae *s, const delay *d, int target, expr value) {
    discrete_equation e = {.parameter = target,
                           .value = value,
                           .guard = NO_EXPR,
                           .text = d->text,
                           .where = d->where};
    LIST_PUSH(s->arena, s->discrete, e);
}

/* The delayed value of a discrete expression: a stretch of its history has one value,
 * whatever the time in it. */
static void insert_discrete(dae *s, const delay *d) {
    graph *g = s->graph;
    expr starts = expr_parameter(g, delay_initial_clock(s));
    expr stretch = expr_parameter(g, d->stretch);
    expr past = expr_lookup(g, d->look, expr_number(g, 0), stretch);
    add_discrete(s, d, d->discrete, expr_if(g, starts, d->value, past));
}

static expr start_of(void *data, graph *g, expr leaf) {
    const dae *s = data;
    const expr_node *n = expr_get(g, leaf);
    if (n->op == OP_TIME || (n->op == OP_JET && n->order > 0))
        return expr_number(g, 0);
    if (n->op != OP_JET)
        return leaf;
    expr start = s->variables.at[n->variable].start;
    return start == NO_EXPR ? expr_number(g, 0) : start;
}

/* The value before the start is that at the start. */
static void insert_first(dae *s, const delay *d) {
    graph *g = s->graph;
    parameter *p = &s->parameters.at[d->first];
    expr guess = expr_substitute(g, d->value, start_of, s);
    if (guess != EXPR_ZERO)
        p->guess = guess;
    p->is_tuned = 1;
    const char *text = arena_print(s->arena, "the start of %s", d->text);
    equation e = {.kind = EQUATION_INITIAL,
                  .residual = expr_sub(g, expr_parameter(g, d->first), d->value),
                  .of = statement_new(s->arena, text, NULL, d->where),
                  .guard = NO_EXPR};
    LIST_PUSH(s->arena, s->equations, e);
}

/* Events where a variable time leads out of the stretch that is read. */
static void insert_relations(dae *s, delay *d) {
    graph *g = s->graph;
    if (d->begin < 0)
        return;
    d->late = delay_new_parameter(s, d, "end", PARAMETER_DISCRETE);
    d->early = delay_new_parameter(s, d, "return", PARAMETER_DISCRETE);
    expr time = expr_time(g);
    expr x = expr_sub(g, time, d->time);
    expr end = expr_parameter(g, d->end);
    expr begin = expr_parameter(g, d->begin);
    add_discrete(s, d, d->late, expr_call(g, OP_GE, (const expr[]){x, end}));
    add_discrete(s, d, d->early, expr_call(g, OP_LT, (const expr[]){x, begin}));
}

/* An expr_rule: histories of what turned out to be discrete. */
static expr as_discrete(void *data, graph *g, expr node) {
    const dae *s = data;
    const expr_node *n = expr_get(g, node);
    for (int k = 0; n->op == OP_LOOKUP && k < s->delays.count; k++) {
        const delay *d = &s->delays.at[k];
        if (d->look == n->lookup && d->discrete >= 0)
            return expr_parameter(g, d->discrete);
    }
    return node;
}

static void put_discrete(dae *s, expr *e) {
    if (*e != NO_EXPR)
        *e = expr_rewrite(s->graph, *e, as_discrete, s);
}

static void put_discrete_actions(dae *s, int count, action *at) {
    for (int k = 0; k < count; k++) {
        put_discrete(s, &at[k].value);
        put_discrete(s, &at[k].guard);
    }
}

/* In noEvent(...), which rules do not see, the history itself has the same values. */
static void put_discrete_everywhere(dae *s) {
    for (int k = 0; k < s->equations.count; k++) {
        put_discrete(s, &s->equations.at[k].residual);
        put_discrete(s, &s->equations.at[k].guard);
    }
    for (int k = 0; k < s->discrete.count; k++) {
        put_discrete(s, &s->discrete.at[k].value);
        put_discrete(s, &s->discrete.at[k].guard);
    }
    for (int w = 0; w < s->whens.count; w++)
        for (int b = 0; b < s->whens.at[w].branches.count; b++) {
            when_branch *branch = &s->whens.at[w].branches.at[b];
            for (int k = 0; k < branch->conditions.count; k++)
                put_discrete(s, &branch->conditions.at[k]);
            put_discrete_actions(s, branch->actions.count, branch->actions.at);
        }
    put_discrete_actions(s, s->asserts.count, s->asserts.at);
    for (int k = 0; k < s->delays.count; k++)
        put_discrete(s, &s->delays.at[k].value);
}

/* Returns whether an unknown is delayed that has a discrete value. */
static int find_discrete(dae *s) {
    int any = 0;
    for (int k = 0; k < s->delays.count; k++) {
        delay *d = &s->delays.at[k];
        if (d->discrete >= 0)
            continue;
        expr value = delay_discrete_value(s, d->value);
        if (value == NO_EXPR)
            continue;
        d->value = value;
        d->discrete = delay_new_parameter(s, d, "value", PARAMETER_DISCRETE);
        any = 1;
    }
    return any;
}

void delays_insert(dae *s) {
    while (find_discrete(s))
        put_discrete_everywhere(s);
    for (int k = 0; k < s->delays.count; k++) {
        delay *d = &s->delays.at[k];
        if (d->discrete >= 0)
            insert_discrete(s, d);
        else
            insert_first(s, d);
        insert_relations(s, d);
    }
}

/* --- a run --- */

/* Times within so many ulps of each other are one instant. */
static const double SAME_INSTANT = 64 * DBL_EPSILON;
/* As a share of the longest time: an event that is located so near to a breaking point is
 * there. */
static const double CROSSED = 1e-9;
/* The same: what comes back to the begin of a stretch reads it for so long. */
static const double BACK = 1e-7;
/* The end of a stretch that has none yet, as a multiple of the time scale: what is read
 * never comes there, and round-off of it is far from the ends of others. */
static const double NO_END = 16;

void delays_forget(dae *s) {
    for (int k = 0; k < s->delays.count; k++) {
        const delay *d = &s->delays.at[k];
        history_reset(delay_history(d), s->arena, 0, INFINITY);
        s->parameters.at[d->stretch].value = 0;
        if (d->discrete >= 0)
            s->parameters.at[d->first] =
                (parameter){.name = s->parameters.at[d->first].name,
                            .kind = PARAMETER_SWITCH,
                            .binding = NO_EXPR,
                            .guess = NO_EXPR,
                            .is_set = 1};
    }
}

/* A time in parameters, which must be positive. */
static double positive_time(dae *s, const delay *d, expr e, const char *what) {
    double value = parameter_value(s, e, NAN);
    if (!(value > 0) || !isfinite(value))
        fail(
            s->context, INVO_E_MODEL, d->where,
            "the %s of %s is %g; it must be positive. For no delay, write the expression "
            "itself",
            what, d->text, value);
    return value;
}

/* That of an unknown, where it is one. */
static double delay_nominal(dae *s, const delay *d) {
    const expr_node *n = expr_get(s->graph, d->value);
    if (n->op != OP_JET || n->order > 0)
        return 1;
    return fabs(parameter_value(s, s->variables.at[n->variable].nominal, 1));
}

void delays_begin(dae *s, double t) {
    delays_forget(s);
    for (int k = 0; k < s->delays.count; k++) {
        delay *d = &s->delays.at[k];
        history *past = delay_history(d);
        int is_variable = d->begin >= 0;
        d->constant = is_variable ? NAN : positive_time(s, d, d->time, "delay time");
        d->longest = d->constant;
        if (d->most != NO_EXPR)
            d->longest = positive_time(s, d, d->most, "longest delay time");
        if (d->constant > d->longest)
            fail(s->context, INVO_E_MODEL, d->where,
                 "the delay time %g of %s exceeds its longest delay time %g", d->constant,
                 d->text, d->longest);
        d->nominal = delay_nominal(s, d);
        past->span = d->longest;
        if (!is_variable)
            continue;
        s->parameters.at[d->begin].value = t - NO_END * d->longest;
        s->parameters.at[d->end].value = t;
    }
}

/* What the delay reads at t. */
static double read_time(const delay *d, double t, delay_evaluate at, void *data) {
    return d->begin < 0 ? t - d->constant : t - at(data, d->time);
}

/* Events of a variable time lie where its relation has been found to cross. */
static double same_instant(const delay *d, double t) {
    double rounded = SAME_INSTANT * fmax(fabs(t), d->longest);
    return d->begin < 0 ? rounded : rounded + CROSSED * d->longest;
}

/* The stretch that holds x, from `now` on: seen from the side of later times, but one
 * that is being read reaches back by more than round-off. */
static long stretch_of(const delay *d, double x, double near, long now) {
    const history *past = delay_history(d);
    const double back = d->begin < 0 ? near : BACK / 2 * d->longest;
    while (history_end(past, now) <= x + near)
        now++;
    while (now > 0 && history_begin(past, now) > x + back)
        now--;
    return now;
}

int delays_follow(dae *s, double t, delay_evaluate at, void *data, int *generation) {
    int changed = 0;
    for (int k = 0; k < s->delays.count; k++) {
        const delay *d = &s->delays.at[k];
        double *now = &s->parameters.at[d->stretch].value;
        double x = read_time(d, t, at, data);
        long stretch = stretch_of(d, x, same_instant(d, t), (long)*now);
        if (*now == (double)stretch)
            continue;
        int passed = history_generation(delay_history(d), stretch);
        *generation = changed && *generation < passed ? *generation : passed;
        *now = (double)stretch;
        changed = 1;
    }
    return delays_bound(s) || changed;
}

int delays_bound(dae *s) {
    int changed = 0;
    for (int k = 0; k < s->delays.count; k++) {
        const delay *d = &s->delays.at[k];
        const history *past = delay_history(d);
        if (d->begin < 0)
            continue;
        long stretch = (long)s->parameters.at[d->stretch].value;
        double begin = history_begin(past, stretch) - BACK * d->longest;
        double end = history_end(past, stretch);
        if (!isfinite(begin) && isfinite(end))
            begin = end - NO_END * d->longest;
        if (!isfinite(end))
            end = fmax(begin, history_known(past)) +
                  NO_END * fmax(d->longest, fmax(s->span, fabs(begin)));
        double *to[] = {&s->parameters.at[d->begin].value,
                        &s->parameters.at[d->end].value};
        changed |= *to[0] != begin || *to[1] != end;
        *to[0] = begin;
        *to[1] = end;
    }
    return changed;
}

int delays_jump(const dae *s, double t, const double *kept) {
    static const double ROUND_OFF = 1e-12;
    for (int k = 0; k < s->delays.count; k++) {
        const delay *d = &s->delays.at[k];
        const history *past = delay_history(d);
        double now = s->parameters.at[d->stretch].value;
        if (kept[d->stretch] == now)
            continue;
        double x = d->begin < 0 ? t - d->constant
                                : fmax(history_begin(past, (long)now),
                                       history_begin(past, (long)kept[d->stretch]));
        double before = history_value(past, 0, x, kept[d->stretch]);
        double after = history_value(past, 0, x, now);
        double size = history_size(past, 0, x, kept[d->stretch]) +
                      history_size(past, 0, x, now) +
                      fabs(s->parameters.at[d->first].value);
        if (fabs(after - before) > ROUND_OFF * size)
            return 1;
    }
    return 0;
}

double delays_next(const dae *s, double t) {
    double next = INFINITY;
    for (int k = 0; k < s->delays.count; k++) {
        const delay *d = &s->delays.at[k];
        if (d->begin >= 0)
            continue;
        long stretch = (long)s->parameters.at[d->stretch].value;
        double instant = history_end(delay_history(d), stretch) + d->constant;
        if (instant > t)
            next = fmin(next, instant);
    }
    return next;
}

int delays_own(const dae *s, int p) {
    for (int k = 0; k < s->delays.count; k++) {
        const delay *d = &s->delays.at[k];
        if (p == d->stretch)
            return 1;
        if (d->begin >= 0 &&
            (p == d->begin || p == d->end || p == d->late || p == d->early))
            return 1;
    }
    return 0;
}
