/* SPDX-License-Identifier: BSD-3-Clause */
/* delay(e, T) and delay(e, T, Tmax) become histories of the graph (src/system/delay.h).
 */
#include "translate.h"
#include <assert.h>

/* The arguments of one call. */
typedef struct delay_call {
    value of, time, most;
    const ast *e;
} delay_call;

static int delay_parameter(translation *t, const delay *d, const char *what,
                           parameter_kind kind) {
    const char *name = arena_print(lasting(t), "%s of %s", what, d->text);
    int p = add_parameter(t, name, d->where, kind, NULL);
    parameter *q = parameter_at(t, p);
    q->guess = NO_EXPR;
    q->is_hidden = 1;
    q->is_set = kind == PARAMETER_SWITCH;
    if (kind == PARAMETER_DISCRETE)
        q->binding = number_of(t, 0);
    return p;
}

/* The delay of one element: one history for all calls that delay the same by the same. */
static const delay *delay_of(translation *t, const delay_call *c, expr e) {
    assert(e != NO_EXPR);
    const type_kind kind = c->of.type.kind;
    LIST_EACH(const delay, old, t->system->delays)
        if (old->value == e && old->time == c->time.e)
            return old;
    delay d = {.value = e,
               .time = c->time.e,
               .most = c->e->args.count > 2 ? c->most.e : NO_EXPR,
               .discrete = -1,
               .begin = -1,
               .end = -1,
               .late = -1,
               .early = -1,
               .where = c->e->where};
    d.text = source_line(lasting(t), c->e->where.file, c->e->begin, c->e->end);
    d.look = graph_add_lookup(t->graph, lookup_history(lasting(t), d.text));
    d.first = delay_parameter(t, &d, "start", PARAMETER_FREE);
    d.stretch = delay_parameter(t, &d, "stretch", PARAMETER_SWITCH);
    if (kind != TYPE_REAL)
        d.discrete = delay_parameter(t, &d, "value", PARAMETER_DISCRETE);
    if (c->time.level == LEVEL_CHANGING) {
        d.begin = delay_parameter(t, &d, "first time", PARAMETER_SWITCH);
        d.end = delay_parameter(t, &d, "last time", PARAMETER_SWITCH);
    }
    LIST_PUSH(lasting(t), t->system->delays, d);
    return &t->system->delays.at[t->system->delays.count - 1];
}

static expr delayed(translation *t, const delay_call *c, expr e) {
    graph *g = t->graph;
    const delay *d = delay_of(t, c, e);
    if (d->discrete >= 0)
        return expr_parameter(g, d->discrete);
    expr x = expr_sub(g, expr_time(g), d->time);
    expr past = expr_lookup(g, d->look, x, expr_parameter(g, d->stretch));
    return expr_add(g, expr_parameter(g, d->first), past);
}

/* Checks the times of a call. */
static int delay_takes(translation *t, const delay_call *c) {
    const int is_bounded = c->e->args.count > 2;
    double time;
    if (c->time.level == LEVEL_CHANGING && !is_bounded)
        return semantic_error(t, ast_arg(c->e, 1)->where,
                              "the delay time changes with '%.80s'; give the longest one "
                              "as a third argument: delay(e, T, Tmax)",
                              c->time.changing);
    if (is_bounded && c->most.level == LEVEL_CHANGING)
        return semantic_error(t, ast_arg(c->e, 2)->where,
                              "the longest delay time must be a parameter, but '%.80s' "
                              "changes with time",
                              c->most.changing);
    if (expr_is_known(t, c->time.e, EVALUATE_CONSTANTS, &time) && time < 0)
        return semantic_error(t, ast_arg(c->e, 1)->where,
                              "the delay time must not be negative, found %g", time);
    return 1;
}

value builtin_delay(translation *t, const ast *e) {
    delay_call c = {.e = e};
    double time;
    c.of = lower_expression(t, ast_arg(e, 0));
    c.time = lower_scalar(t, ast_arg(e, 1), "the delay time");
    c.most = c.time;
    if (e->args.count > 2)
        c.most = lower_scalar(t, ast_arg(e, 2), "the longest delay time");
    if (is_bad(&c.of) || is_bad(&c.time) || is_bad(&c.most))
        return bad_value(t);
    if (is_record(&c.of) || c.of.type.kind == TYPE_STRING)
        return value_error(t, e->where, "'delay' takes a number or a Boolean, found %s",
                           type_name(t, c.of.type));
    if (!delay_takes(t, &c))
        return bad_value(t);
    int is_none = expr_is_known(t, c.time.e, EVALUATE_CONSTANTS, &time) && time == 0;
    if (c.of.level != LEVEL_CHANGING || is_none)
        return c.of;
    expr *at = NEW_ARRAY(t, expr, c.of.count);
    for (int k = 0; k < c.of.count; k++)
        at[k] = present(t, delayed(t, &c, value_at(&c.of, k)));
    return value_elements(&c.of, at);
}
