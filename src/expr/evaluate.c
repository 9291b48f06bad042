/* SPDX-License-Identifier: BSD-3-Clause */
/* Value of one expression, in the order of operations that tapes have. */
#include "graph.h"
#include <math.h>

/* Where values come from: a walk has visited all nodes, or, in a small expression, each
 * one is evaluated where it is met. */
typedef struct valuation {
    graph *g;
    expr_leaf_value leaf; /* NULL: a walk */
    void *data;
    int left; /* so many nodes may still be met; negative: it is no small expression */
} valuation;

static double node_value(valuation *of, const expr_node *n);

static double evaluate_value_of(valuation *of, expr e) {
    if (!of->leaf)
        return walk_visit(of->g, e)->value;
    if (e == EXPR_ZERO)
        return 0;
    if (--of->left < 0)
        return NAN;
    const expr_node *n = expr_get(of->g, e);
    return op_is_leaf(n->op) ? of->leaf(of->data, n) : node_value(of, n);
}

static double sum_value(valuation *of, const expr_node *n) {
    int first = sum_first(n);
    double v = n->value;
    if (is_no_constant(v))
        v = n->coefficient[first] * evaluate_value_of(of, n->arg[first]);
    else
        first = -1;
    for (int i = 0; i < n->count; i++)
        if (i != first)
            v += n->coefficient[i] * evaluate_value_of(of, n->arg[i]);
    return v;
}

/* One by one: see product_is_odd. */
static double evaluate_apply_constants(const graph *g, const expr_node *n, double v) {
    for (int i = 0; i < n->count; i++) {
        const expr_node *c = expr_get(g, n->arg[i]);
        if (c->op != OP_NUMBER)
            continue;
        for (double k = fabs(n->coefficient[i]); k > 0; k--)
            v = n->coefficient[i] > 0 ? v * c->value : v / c->value;
    }
    return v;
}

static double product_value(valuation *of, const expr_node *n) {
    graph *g = of->g;
    int odd = product_is_odd(g, n);
    double over = n->value;
    double under = 1;
    for (int i = 0; i < n->count; i++) {
        if (odd && node_is(g, n->arg[i], OP_NUMBER))
            continue;
        double k = n->coefficient[i];
        *(k > 0 ? &over : &under) *=
            power_value(evaluate_value_of(of, n->arg[i]), fabs(k));
    }
    return odd ? evaluate_apply_constants(g, n, over / under) : over / under;
}

static double evaluate_routine(valuation *of, const expr_node *n) {
    arena *a = arena_child(of->g->arena);
    double *from = ARENA_ARRAY(a, double, n->routine->of->work + 1);
    for (int k = 0; k < n->count; k++)
        from[k] = evaluate_value_of(of, n->arg[k]);
    double v = routine_value(n->routine, from, NULL);
    arena_free(a);
    return v;
}

static double node_value(valuation *of, const expr_node *n) {
    switch (n->op) {
    case OP_NUMBER:
        return n->value;
    case OP_SUM:
        return sum_value(of, n);
    case OP_PRODUCT:
        return product_value(of, n);
    case OP_IF:
        return evaluate_value_of(of, n->arg[0]) != 0 ? evaluate_value_of(of, n->arg[1])
                                                     : evaluate_value_of(of, n->arg[2]);
    case OP_LOOKUP: {
        double x = evaluate_value_of(of, n->arg[0]);
        return lookup_value(n->lookup, x, evaluate_value_of(of, n->arg[1]));
    }
    case OP_ROUTINE:
        return evaluate_routine(of, n);
#include "op_cases.def"
        return op_value(n->op, evaluate_value_of(of, n->arg[0]),
                        n->count > 1 ? evaluate_value_of(of, n->arg[1]) : 0);
    case OP_TIME:
    case OP_JET:
    case OP_PARAMETER:
    case OP_COUNT:
        break; /* the caller has the values of leaves */
    }
    return NAN;
}

/* Most expressions that are evaluated one by one are small: a walk costs more than they
 * do. Nodes that are met twice are evaluated twice. */
enum { SMALL = 48 };

static double evaluate_by_walk(graph *g, expr e, expr_leaf_value leaf, void *data) {
    valuation of = {.g = g};
    walk w = walk_begin(g, 1, &e, WALK_ALL);
    /* Leaves first: their values may be evaluations of their own, on this graph. */
    for (int i = w.base; i < w.end; i++) {
        const expr_node n = *expr_get(g, g->visits.at[i].node);
        if (!op_is_leaf(n.op))
            continue;
        double v = leaf(data, &n);
        g->visits.at[i].value = v;
    }
    walk_index(g, w);
    for (int i = w.base; i < w.end; i++) {
        const expr_node *n = expr_get(g, g->visits.at[i].node);
        if (!op_is_leaf(n->op))
            g->visits.at[i].value = node_value(&of, n);
    }
    double v = evaluate_value_of(&of, e);
    walk_end(g, w);
    return v;
}

double expr_evaluate(graph *g, expr e, expr_leaf_value leaf, void *data) {
    valuation small = {g, leaf, data, SMALL};
    double v = evaluate_value_of(&small, e);
    return small.left < 0 ? evaluate_by_walk(g, e, leaf, data) : v;
}
