/* SPDX-License-Identifier: BSD-3-Clause */
/* The degree of a polynomial, read off the structure: an upper bound, since terms that
 * cancel are counted. */
#include "graph.h"

enum { NOT_A_POLYNOMIAL = -1 };
/* Higher ones are as good as none, and their sums must not overflow. */
static const double HIGHEST = 1000;

static double degree_of(graph *g, expr e) {
    return walk_visit(g, e)->value;
}

static double sum_degree(graph *g, const expr_node *n) {
    double most = 0;
    for (int i = 0; i < n->count; i++) {
        double k = degree_of(g, n->arg[i]);
        if (k == NOT_A_POLYNOMIAL)
            return k;
        if (k > most)
            most = k;
    }
    return most;
}

static double product_degree(graph *g, const expr_node *n) {
    double total = 0;
    for (int i = 0; i < n->count; i++) {
        double k = degree_of(g, n->arg[i]);
        if (k == 0)
            continue;
        if (k == NOT_A_POLYNOMIAL || n->coefficient[i] < 0)
            return NOT_A_POLYNOMIAL;
        total += k * n->coefficient[i];
    }
    return total <= HIGHEST ? total : NOT_A_POLYNOMIAL;
}

static double node_degree(graph *g, const expr_node *n) {
    if (n->op == OP_SUM)
        return sum_degree(g, n);
    if (n->op == OP_PRODUCT)
        return product_degree(g, n);
    if (n->op == OP_NOEVENT)
        return degree_of(g, n->arg[0]);
    for (int i = 0; i < n->count; i++)
        if (degree_of(g, n->arg[i]) != 0)
            return NOT_A_POLYNOMIAL;
    return 0;
}

int expr_degree(graph *g, expr e, expr_leaf_degree leaf, void *data) {
    if (e == EXPR_ZERO)
        return 0;
    walk w = walk_begin(g, 1, &e, WALK_ALL);
    for (int i = w.base; i < w.end; i++) {
        const expr_node *n = expr_get(g, g->visits.at[i].node);
        g->visits.at[i].value = op_is_leaf(n->op) ? leaf(data, n) : node_degree(g, n);
    }
    int degree = (int)degree_of(g, e);
    walk_end(g, w);
    return degree;
}
