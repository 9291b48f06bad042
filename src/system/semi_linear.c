/* SPDX-License-Identifier: BSD-3-Clause */
/* Equations of one flow are links from the value upstream to the value downstream; links
 * that follow each other are a chain. */
#include "semi_linear.h"
#include <assert.h>
#include <math.h>
#include <string.h>

/* A variable is sign times that of its root. */
typedef struct flow_name {
    int root, sign;
    int is_zero; /* of a root */
} flow_name;

/* An equation y = semiLinear(x, a, b), with Y = sign*semiLinear(X, from, to) of roots. */
typedef struct semi_link {
    int equation;
    int y, x; /* variables */
    expr a, b;
    int sign, is_turned; /* turned: x = -X, and a is downstream */
    expr from, to;       /* by roots, where they are variables */
    int next;        /* link of the same flow that begins where this one ends, or -1 */
    int is_followed; /* some link ends where this one begins */
    int is_forked;   /* not a link of a chain: several begin or end at one place */
} semi_link;

typedef struct semi_links {
    dae *s;
    flow_name *name; /* [variables] */
    LIST(semi_link) all;
} semi_links;

/* --- names of one flow --- */

static flow_name semi_linear_root(const semi_links *l, int v) {
    flow_name n = {v, 1, 0};
    while (l->name[n.root].root != n.root) {
        n.sign *= l->name[n.root].sign;
        n.root = l->name[n.root].root;
    }
    n.is_zero = l->name[n.root].is_zero;
    return n;
}

/* The variable of a jet without derivative, or -1. */
static int semi_linear_variable(const dae *s, expr e) {
    const expr_node *n = expr_get(s->graph, e);
    return n->op == OP_JET && n->order == 0 ? n->variable : -1;
}

/* v = factor*u, factor 1 or -1; returns whether that is new. */
static int semi_linear_join(semi_links *l, int v, int u, int factor) {
    flow_name a = semi_linear_root(l, v);
    flow_name b = semi_linear_root(l, u);
    if (a.root == b.root)
        return 0;
    l->name[a.root] = (flow_name){b.root, a.sign * factor * b.sign, 0};
    return 1;
}

static int semi_linear_vanish(semi_links *l, int v) {
    flow_name a = semi_linear_root(l, v);
    if (a.is_zero)
        return 0;
    l->name[a.root].is_zero = 1;
    return 1;
}

/* Reads v = u, v + u = 0, v = 0, with terms that are zero left out; returns whether it
 * shows anything new. */
static int semi_linear_read_name(semi_links *l, expr residual) {
    const expr_node n = *expr_get(l->s->graph, residual);
    int count = 0;
    int v[2] = {0};
    double factor[2] = {0};
    if (n.op == OP_JET)
        return n.order == 0 ? semi_linear_vanish(l, n.variable) : 0;
    if (n.op != OP_SUM || n.value != 0)
        return 0;
    for (int k = 0; k < n.count; k++) {
        int u = semi_linear_variable(l->s, n.arg[k]);
        if (u < 0)
            return 0;
        if (semi_linear_root(l, u).is_zero)
            continue;
        if (count == 2)
            return 0;
        v[count] = u;
        factor[count++] = n.coefficient[k];
    }
    if (count == 1)
        return semi_linear_vanish(l, v[0]);
    if (count != 2 || fabs(factor[0]) != fabs(factor[1]))
        return 0;
    return semi_linear_join(l, v[0], v[1], factor[0] == factor[1] ? -1 : 1);
}

static int semi_linear_is_plain(const equation *e) {
    return e->kind == EQUATION_PLAIN && e->guard == NO_EXPR;
}

static void semi_linear_name_flows(semi_links *l) {
    const dae *s = l->s;
    l->name = ARENA_ARRAY(s->arena, flow_name, s->variables.count + 1);
    for (int v = 0; v < s->variables.count; v++)
        l->name[v] = (flow_name){v, 1, 0};
    for (int changed = 1; changed;) {
        changed = 0;
        for (int k = 0; k < s->equations.count; k++)
            if (semi_linear_is_plain(&s->equations.at[k]))
                changed |= semi_linear_read_name(l, s->equations.at[k].residual);
    }
}

/* --- links --- */

/* Is e = a*x? Then *a. */
static int semi_linear_factor(graph *g, expr e, expr x, expr *a) {
    *a = expr_partial(g, e, x);
    return *a != EXPR_ZERO && expr_partial(g, *a, x) == EXPR_ZERO &&
           expr_mul(g, *a, x) == e;
}

/* Reads if x >= 0 then a*x else b*x. */
static int semi_linear_read_if(const dae *s, expr e, semi_link *link) {
    graph *g = s->graph;
    const expr_node n = *expr_get(g, e);
    if (n.op != OP_IF)
        return 0;
    const expr_node condition = *expr_get(g, n.arg[0]);
    if (condition.op != OP_GE)
        return 0;
    expr x = condition.arg[0];
    expr least = condition.arg[1];
    link->x = semi_linear_variable(s, x);
    const expr_node zero = *expr_get(g, least);
    if (link->x < 0 || zero.op != OP_NUMBER || zero.value != 0)
        return 0;
    return semi_linear_factor(g, n.arg[1], x, &link->a) &&
           semi_linear_factor(g, n.arg[2], x, &link->b);
}

/* Reads y = semiLinear(x, a, b). */
static int semi_linear_read(const dae *s, expr residual, semi_link *link) {
    const expr_node n = *expr_get(s->graph, residual);
    if (n.op != OP_SUM || n.count != 2 || n.value != 0)
        return 0;
    if (n.coefficient[0] != -n.coefficient[1])
        return 0;
    for (int k = 0; k < 2; k++) {
        link->y = semi_linear_variable(s, n.arg[k]);
        if (link->y >= 0)
            return semi_linear_read_if(s, n.arg[1 - k], link);
    }
    return 0;
}

/* A value by its root, where it has the same sign. */
static expr semi_linear_value(const semi_links *l, expr e) {
    int v = semi_linear_variable(l->s, e);
    if (v < 0)
        return e;
    flow_name n = semi_linear_root(l, v);
    return n.sign > 0 ? expr_jet(l->s->graph, n.root, 0) : e;
}

static void semi_linear_find(semi_links *l) {
    dae *s = l->s;
    for (int k = 0; k < s->equations.count; k++) {
        semi_link link = {.equation = k, .next = -1};
        if (!semi_linear_is_plain(&s->equations.at[k]) ||
            !semi_linear_read(s, s->equations.at[k].residual, &link))
            continue;
        LIST_PUSH(s->arena, l->all, link);
    }
}

/* --- chains --- */

static void semi_linear_turn(semi_links *l, semi_link *link) {
    flow_name y = semi_linear_root(l, link->y);
    flow_name x = semi_linear_root(l, link->x);
    link->is_turned = x.sign < 0;
    link->sign = y.sign * x.sign;
    expr a = semi_linear_value(l, link->a);
    expr b = semi_linear_value(l, link->b);
    link->from = link->is_turned ? b : a;
    link->to = link->is_turned ? a : b;
}

static int semi_linear_is_same_flow(const semi_links *l, const semi_link *a,
                                    const semi_link *b) {
    return a->sign == b->sign &&
           semi_linear_root(l, a->x).root == semi_linear_root(l, b->x).root &&
           semi_linear_root(l, a->y).root == semi_linear_root(l, b->y).root;
}

/* Which links follow which; only variables lie between them. */
static void semi_linear_chain(semi_links *l) {
    for (int i = 0; i < l->all.count; i++)
        semi_linear_turn(l, &l->all.at[i]);
    for (int i = 0; i < l->all.count; i++)
        for (int k = 0; k < l->all.count; k++) {
            semi_link *a = &l->all.at[i];
            semi_link *b = &l->all.at[k];
            if (i == k || !semi_linear_is_same_flow(l, a, b))
                continue;
            if (a->from == b->from || a->to == b->to || a->from == a->to)
                a->is_forked = 1;
            if (a->to == b->from && semi_linear_variable(l->s, a->to) >= 0) {
                a->next = k;
                b->is_followed = 1;
            }
        }
}

static void semi_linear_replace(dae *s, const semi_link *link, expr residual) {
    equation was = s->equations.at[link->equation];
    was.kind = EQUATION_IMPLIED;
    s->equations.at[link->equation].residual = residual;
    s->equations.at[link->equation].is_derived = 1;
    LIST_PUSH(s->arena, s->equations, was);
}

/* The last link of the chain that begins with i; -1: it is none, or a ring. */
static int semi_linear_end(const semi_links *l, int i) {
    for (int count = 0; count <= l->all.count; count++) {
        if (l->all.at[i].is_forked)
            return -1;
        if (l->all.at[i].next < 0)
            return i;
        i = l->all.at[i].next;
    }
    return -1;
}

/* Of the names of the flow, the first in the alphabet decides which side counts where
 * nothing flows, wherever it is declared. */
static const semi_link *semi_linear_judge(const semi_links *l, int first) {
    const dae *s = l->s;
    const semi_link *judge = &l->all.at[first];
    for (int i = judge->next; i >= 0; i = l->all.at[i].next) {
        const semi_link *other = &l->all.at[i];
        if (strcmp(s->variables.at[other->x].name, s->variables.at[judge->x].name) < 0)
            judge = other;
    }
    return judge;
}

/* Writes the equations of a chain anew. */
static void semi_linear_write(semi_links *l, int first, int last) {
    dae *s = l->s;
    graph *g = s->graph;
    const semi_link *head = semi_linear_judge(l, first);
    expr begin = l->all.at[first].from;
    expr end = l->all.at[last].to;
    expr x = expr_jet(g, head->x, 0);
    expr is = expr_call(g, OP_GE, (const expr[]){x, expr_number(g, 0)});
    expr above = head->is_turned ? end : begin;
    expr below = head->is_turned ? begin : end;
    expr flow = expr_if(g, is, expr_mul(g, above, x), expr_mul(g, below, x));
    expr before = expr_if(g, is, above, below);
    flow = expr_sub(g, expr_jet(g, head->y, 0), flow);
    for (int i = first; i != last; i = l->all.at[i].next) {
        const semi_link *link = &l->all.at[i];
        expr between = expr_sub(g, link->to, before);
        before = link->to;
        semi_linear_replace(s, link, between);
    }
    semi_linear_replace(s, &l->all.at[last], flow);
}

void semi_linear_resolve(dae *s) {
    assert(s && s->graph);
    semi_links l = {.s = s};
    semi_linear_find(&l);
    if (l.all.count < 2)
        return;
    semi_linear_name_flows(&l);
    semi_linear_chain(&l);
    for (int i = 0; i < l.all.count; i++) {
        int last = l.all.at[i].is_followed ? -1 : semi_linear_end(&l, i);
        if (last >= 0 && last != i)
            semi_linear_write(&l, i, last);
    }
}
