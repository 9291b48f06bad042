/* SPDX-License-Identifier: BSD-3-Clause */
/* What does an expression depend on? Downwards from the root, by node number.
 *
 * The root is often left - right of an equation, and what is on both sides drops out,
 * although the sums are nested: so the root is followed as one linear form through
 * sums and multiples of sums, adding up coefficients. Below anything else, only the
 * terms of one sum are added up: a linear form for each would take quadratic time. */
#include "graph.h"
#include <math.h>
#include "../base/sort.h"

/* visit.result: */
enum { UNUSED, USED };
/* visit.value: coefficient in the linear form; visit.size: sum of their sizes. */

static void depends_weigh(graph *g, expr e, double c) {
    visit *v = walk_visit(g, e);
    v->value += c;
    v->size += fabs(c);
}

static void use(graph *g, expr e) {
    walk_visit(g, e)->result = USED;
}

/* Follows the linear form; false where the node is not linear in its arguments. */
static int depends_follow(graph *g, const expr_node *n, double c) {
    if (n->op == OP_PRODUCT && n->count == 1 && n->coefficient[0] == 1)
        depends_weigh(g, n->arg[0], c * n->value);
    else if (n->op == OP_SUM)
        for (int i = 0; i < n->count; i++)
            depends_weigh(g, n->arg[i], c * n->coefficient[i]);
    else
        return 0;
    return 1;
}

static void use_terms(graph *g, const expr_node *n) {
    for (int i = 0, end; i < n->count; i = end) {
        double net = 0;
        double size = 0;
        for (end = i; end < n->count && n->arg[end] == n->arg[i]; end++) {
            net += n->coefficient[end];
            size += fabs(n->coefficient[end]);
        }
        if (!coefficient_vanishes(net, size))
            use(g, n->arg[i]);
    }
}

static void use_arguments(graph *g, const expr_node *n) {
    if (n->op == OP_SUM)
        use_terms(g, n);
    else if (n->op != OP_PRODUCT || n->value != 0)
        for (int i = 0; i < n->count; i++)
            use(g, n->arg[i]);
}

/* Marks what the node passes its use on to; true if it is used itself. */
static int depends_descend(graph *g, const visit *v, const expr_node *n) {
    int linear = !coefficient_vanishes(v->value, v->size);
    if (v->result != USED && linear && depends_follow(g, n, v->value))
        return 1;
    if (v->result != USED && !linear)
        return 0;
    use_arguments(g, n);
    return 1;
}

static int depends_by_order(const void *a, const void *b) {
    const visit *x = a;
    const visit *y = b; /* value: variable, size: order */
    if (x->value != y->value)
        return (x->value > y->value) - (x->value < y->value);
    return (x->size > y->size) - (x->size < y->size);
}

/* Weighs every node with its net coefficient from the root down, and follows only those
 * that do not cancel. */
expr_leaves expr_depends(graph *g, expr e) {
    expr_leaves known;
    if (e == EXPR_ZERO)
        return (expr_leaves){NULL, 0};
    if (memo_find_leaves(g, e, &known))
        return known;
    walk w = walk_begin(g, 1, &e, WALK_ALL);
    int count = 0;
    depends_weigh(g, e, 1);
    for (int i = w.end - 1; i >= w.base; i--) {
        const visit v = g->visits.at[i];
        const expr_node *n = expr_get(g, v.node);
        if (!depends_descend(g, &v, n) || (n->op != OP_JET && n->op != OP_TIME))
            continue;
        g->visits.at[w.end - 1 - count++] =
            (visit){.node = v.node,
                    .value = n->op == OP_TIME ? -1 : n->variable,
                    .size = n->order};
    }
    visit *found = g->visits.at + w.end - count;
    sort_items(found, count, sizeof *found, depends_by_order);
    expr *leaf = memo_keep_leaves(g, e, count);
    for (int i = 0; i < count; i++)
        leaf[i] = found[i].node;
    walk_end(g, w);
    return (expr_leaves){leaf, count};
}

void expr_forget(graph *g, expr_leaves leaves) {
    assert(leaves.count >= 0 && (leaves.at || leaves.count == 0));
    size_t size = sizeof *leaves.at * (size_t)leaves.count;
    if (leaves.count)
        arena_shrink(g->leaves, leaves.at, size, 0);
}

int expr_is_constant(graph *g, expr e) {
    expr_leaves leaves = expr_depends(g, e);
    expr_forget(g, leaves);
    return leaves.count == 0;
}

int expr_holds(graph *g, expr e, expr leaf) {
    assert(op_is_leaf(expr_get(g, leaf)->op));
    expr_leaves leaves = expr_depends(g, e);
    int k = 0;
    while (k < leaves.count && leaves.at[k] != leaf)
        k++;
    expr_forget(g, leaves);
    return k < leaves.count;
}
