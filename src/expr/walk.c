/* SPDX-License-Identifier: BSD-3-Clause */
/* Which nodes does an expression reach? Breadth first over a list, then sorted by number:
 * no recursion, and time in proportion to what is reached, not to the graph. */
#include "graph.h"
#include <assert.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b) {
    expr x = ((const visit *)a)->node, y = ((const visit *)b)->node;
    return (x > y) - (x < y);
}

static void reach(graph *g, expr e, walk_range range) {
    if (e == EXPR_ZERO || g->marks.at[e].seen == g->walks) return;
    if (range == WALK_UNDERIVED && g->marks.at[e].total) return;
    g->marks.at[e].seen = g->walks;
    LIST_PUSH(g->arena, g->visits, (visit){.node = e});
}

void walk_index(graph *g, walk w) {
    for (int i = w.base; i < w.end; i++) g->marks.at[g->visits.at[i].node].index = i;
}

walk walk_begin(graph *g, int count, const expr *root, walk_range range) {
    walk w = {g->visits.count, 0};
    g->walks++;
    for (int i = 0; i < count; i++) reach(g, root[i], range);
    for (int i = w.base; i < g->visits.count; i++) {
        const expr_node *n = expr_get(g, g->visits.at[i].node);
        if (range == WALK_EVENTS && n->op == OP_NOEVENT) continue;
        for (int k = 0; k < n->count; k++) reach(g, n->arg[k], range);
    }
    w.end = g->visits.count;
    if (w.end > w.base)
        qsort(g->visits.at + w.base, (size_t)(w.end - w.base), sizeof(visit), ascending);
    walk_index(g, w);
    return w;
}

visit *walk_visit(graph *g, expr node) {
    visit *v = &g->visits.at[g->marks.at[node].index];
    assert(v->node == node);
    return v;
}

void walk_end(graph *g, walk w) {
    assert(g->visits.count == w.end);
    g->visits.count = w.base;
}

void expr_visit_leaves(graph *g, int count, const expr *root, expr_visit leaf,
                       void *data) {
    walk w = walk_begin(g, count, root, WALK_ALL);
    for (int i = w.base; i < w.end; i++) {
        const expr_node *n = expr_get(g, g->visits.at[i].node);
        if (op_is_leaf(n->op)) leaf(data, n);
    }
    walk_end(g, w);
}
