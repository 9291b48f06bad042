/* SPDX-License-Identifier: BSD-3-Clause */
/* Replaces leaves or other nodes, rebuilding the nodes above them. */
#include "graph.h"

static expr result_of(graph *g, expr e) {
    return walk_visit(g, e)->result;
}

static expr rebuild_sum(graph *g, const expr_node *n, const expr *arg) {
    sum s = sum_begin(g, SUM_BY_VALUE);
    if (!is_no_constant(n->value))
        sum_push(&s, 1, expr_number(g, n->value));
    for (int i = 0; i < n->count; i++)
        sum_push(&s, n->coefficient[i], arg[i]);
    return sum_end(&s);
}

static expr rebuild_product(graph *g, const graph *from, const expr_node *n,
                            const expr *arg) {
    product p = product_begin(g);
    product_push(&p, expr_number(g, n->value), 1, PRODUCT_FLAT);
    for (int i = 0; i < n->count; i++) {
        expr base = arg[i];
        double k = n->coefficient[i];
        if (base == EXPR_ZERO && k < 0)
            base = expr_number(g, 0);
        product_push(&p, base, k,
                     expr_get(from, n->arg[i])->closed ? PRODUCT_CLOSE : PRODUCT_FLAT);
    }
    return product_end(&p);
}

expr node_rebuild(graph *g, const graph *from, const expr_node *n, const expr *arg) {
    if (n->op == OP_SUM)
        return rebuild_sum(g, n, arg);
    if (n->op == OP_PRODUCT)
        return rebuild_product(g, from, n, arg);
    if (n->op == OP_ROUTINE)
        return expr_routine(g, n->routine, arg);
    expr a[3];
    for (int i = 0; i < n->count; i++)
        a[i] = arg[i] == EXPR_ZERO ? expr_number(g, 0) : arg[i];
    if (n->op == OP_LOOKUP)
        return expr_lookup(g, n->lookup, a[0], a[1]);
    return n->op == OP_IF ? expr_if(g, a[0], a[1], a[2]) : expr_call(g, n->op, a);
}

static expr substitute_rebuild(graph *g, const expr_node *n) {
    expr few[8];
    arena *a = n->count > 8 ? arena_child(g->arena) : NULL;
    expr *arg = a ? ARENA_ARRAY(a, expr, n->count) : few;
    for (int i = 0; i < n->count; i++)
        arg[i] = result_of(g, n->arg[i]);
    expr e = node_rebuild(g, g, n, arg);
    arena_free(a);
    return e;
}

static int substitute_is_changed(graph *g, expr e) {
    int count;
    const expr *arg = node_arguments(g, e, &count);
    for (int i = 0; i < count; i++)
        if (result_of(g, arg[i]) != arg[i])
            return 1;
    return 0;
}

expr expr_substitute(graph *g, expr e, expr_map map, void *data) {
    if (e == EXPR_ZERO)
        return e;
    walk w = walk_begin(g, 1, &e, WALK_ALL);
    /* Leaves first: the map may be a substitution of its own, on this graph. */
    for (int i = w.base; i < w.end; i++) {
        expr node = g->visits.at[i].node;
        expr result = node_is_leaf(g, node) ? map(data, g, node) : node;
        g->visits.at[i].result = result;
    }
    walk_index(g, w);
    for (int i = w.base; i < w.end; i++) {
        if (!substitute_is_changed(g, g->visits.at[i].node))
            continue;
        const expr_node n = *expr_get(g, g->visits.at[i].node);
        expr result = substitute_rebuild(g, &n);
        g->visits.at[i].result = result;
    }
    expr result = result_of(g, e);
    walk_end(g, w);
    return result;
}

static expr rewrite_within(graph *g, expr e, expr_rule rule, void *data,
                           walk_range range) {
    if (e == EXPR_ZERO)
        return e;
    walk w = walk_begin(g, 1, &e, range);
    for (int i = w.base; i < w.end; i++) {
        expr node = g->visits.at[i].node;
        expr result = node;
        int count;
        node_arguments(g, node, &count);
        int is_seen = count && (range == WALK_ALL || !node_is(g, node, OP_NOEVENT));
        if (is_seen && substitute_is_changed(g, node)) {
            const expr_node n = *expr_get(g, node);
            result = substitute_rebuild(g, &n);
        }
        if (is_seen && result != EXPR_ZERO)
            node_arguments(g, result, &count);
        if (is_seen && result != EXPR_ZERO && count > 0) {
            const long walks = g->walks;
            result = rule(data, g, result);
            if (g->walks != walks) /* the rule has walked itself */
                walk_index(g, w);
        }
        g->visits.at[i].result = result;
    }
    expr result = result_of(g, e);
    walk_end(g, w);
    return result;
}

expr expr_rewrite(graph *g, expr e, expr_rule rule, void *data) {
    return rewrite_within(g, e, rule, data, WALK_EVENTS);
}

expr expr_rewrite_all(graph *g, expr e, expr_rule rule, void *data) {
    return rewrite_within(g, e, rule, data, WALK_ALL);
}
