/* SPDX-License-Identifier: BSD-3-Clause */
/* Which nodes does an expression reach? Breadth first over a list, then sorted by number:
 * no recursion, and time in proportion to what is reached, not to the graph. */
#include "graph.h"
#include <limits.h>
#include <string.h>

static int smaller_gap(int gap) { /* Ciura's */
    static const int gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    if (gap > gaps[0])
        return gap * 4 / 9;
    for (int k = 0; k < 8; k++)
        if (gaps[k] < gap)
            return gaps[k];
    return 0;
}

enum { FEW_OUT_OF_ORDER = 32 }; /* up to this count, neighbours alone are exchanged */

/* What is reached last has the smallest numbers, mostly: turned around, the list is
 * nearly sorted, and Shell's sort has little to do. */
static void sort_few(expr *node, int count) {
    int gap = 1;
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        expr e = node[i];
        node[i] = node[j];
        node[j] = e;
    }
    while (gap < count / FEW_OUT_OF_ORDER)
        gap = gap * 9 / 4 + 1;
    for (; gap > 0; gap = smaller_gap(gap))
        for (int i = gap; i < count; i++) {
            expr e = node[i];
            int j = i;
            for (; j >= gap && node[j - gap] > e; j -= gap)
                node[j] = node[j - gap];
            node[j] = e;
        }
}

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, FEW = DIGITS };

/* By one digit of (number - least), from `from` to `to`; equal ones stay in order. */
static void sort_by_digit(const expr *from, expr *to, int count, expr least, int shift) {
    int first[DIGITS] = {0};
    for (int i = 0; i < count; i++)
        first[(from[i] - least) >> shift & (DIGITS - 1)]++;
    for (int digit = 0, next = 0; digit < DIGITS; digit++) {
        int those = first[digit];
        first[digit] = next;
        next += those;
    }
    for (int i = 0; i < count; i++)
        to[first[(from[i] - least) >> shift & (DIGITS - 1)]++] = from[i];
}

/* Digit by digit, in time proportional to the list: the terms of a long sum come in no
 * order at all. */
static void sort_many(graph *g, expr *node, int count) {
    expr least = node[0];
    expr most = node[0];
    for (int i = 1; i < count; i++) {
        least = node[i] < least ? node[i] : least;
        most = node[i] > most ? node[i] : most;
    }
    arena *a = arena_child(g->arena);
    expr *other = ARENA_ARRAY(a, expr, count);
    expr *from = node;
    for (int shift = 0; shift < 31 && (most - least) >> shift; shift += DIGIT_BITS) {
        sort_by_digit(from, other, count, least, shift);
        expr *sorted = other;
        other = from;
        from = sorted;
    }
    if (from != node)
        memcpy(node, from, sizeof *node * (size_t)count);
    arena_free(a);
}

/* By number. */
static void sort(graph *g, expr *node, int count) {
    if (count < FEW)
        sort_few(node, count);
    else
        sort_many(g, node, count);
}

/* Its mark may be that of another walk: the node found there decides. */
static int is_reached(const graph *g, expr e) {
    int i = g->marks.at[e].index;
    return i < g->reached.count && g->reached.at[i] == e;
}

static void walk_reach(graph *g, expr e, walk_range range) {
    if (e == EXPR_ZERO || is_reached(g, e))
        return;
    if (range == WALK_UNDERIVED && g->marks.at[e].total)
        return;
    g->marks.at[e].index = g->reached.count;
    LIST_PUSH(g->arena, g->reached, e);
}

void walk_index(graph *g, walk w) {
    assert(w.base <= w.end && w.end <= g->visits.count);
    for (int i = w.base; i < w.end; i++)
        g->marks.at[g->visits.at[i].node].index = i;
}

walk walk_begin(graph *g, int count, const expr *root, walk_range range) {
    walk w = {g->visits.count, 0};
    g->walks++;
    if (!g->tables)
        graph_wake(g);
    g->reached.count = 0;
    for (int i = 0; i < count; i++)
        walk_reach(g, root[i], range);
    for (int i = 0; i < g->reached.count; i++) {
        int arguments;
        const expr *arg = node_arguments(g, g->reached.at[i], &arguments);
        if (range == WALK_EVENTS && node_is(g, g->reached.at[i], OP_NOEVENT))
            continue;
        for (int k = 0; k < arguments; k++)
            walk_reach(g, arg[k], range);
    }
    sort(g, g->reached.at, g->reached.count);
    for (int i = 0; i < g->reached.count; i++) {
        g->marks.at[g->reached.at[i]].index = g->visits.count;
        LIST_PUSH(g->arena, g->visits, (visit){.node = g->reached.at[i]});
    }
    w.end = g->visits.count;
    return w;
}

void walk_end(graph *g, walk w) {
    assert(g->visits.count == w.end);
    g->visits.count = w.base;
}

static int is_placed(const graph *g, const node_list *o, expr e) {
    int i = g->marks.at[e].index;
    return i < o->count && o->at[i] == e;
}

/* A node on the way down, and which of its arguments comes next. */
typedef struct descent {
    expr node;
    int next;
} descent;

/* Walks without recursion, since graphs are deep. */
node_list graph_order_some(graph *g, arena *a, int most, int *count, const expr *root) {
    assert(most > 0 && *count >= 0);
    LIST(descent) path = {0};
    node_list o = {0};
    int i = 0;
    g->walks++;
    if (!g->tables)
        graph_wake(g);
    for (; i < *count && o.count < most; i++) {
        if (root[i] == EXPR_ZERO || is_placed(g, &o, root[i]))
            continue;
        LIST_PUSH(a, path, ((descent){root[i], 0}));
        while (path.count) {
            descent *last = &path.at[path.count - 1];
            int arguments;
            const expr *arg = node_arguments(g, last->node, &arguments);
            while (last->next < arguments && is_placed(g, &o, arg[last->next]))
                last->next++;
            if (last->next < arguments) {
                const expr down = arg[last->next]; /* pushing may move `last` */
                LIST_PUSH(a, path, ((descent){down, 0}));
                continue;
            }
            g->marks.at[last->node].index = o.count;
            LIST_PUSH(a, o, last->node);
            path.count--;
        }
    }
    *count = i;
    return o;
}

node_list graph_order(graph *g, arena *a, int count, const expr *root) {
    return graph_order_some(g, a, INT_MAX, &count, root);
}

int expr_visit_leaves(graph *g, int count, const expr *root, expr_visit leaf,
                      void *data) {
    arena *a = arena_child(g->arena);
    node_list o = graph_order(g, a, count, root);
    for (int i = 0; i < o.count; i++) {
        if (node_is_leaf(g, o.at[i]))
            leaf(data, expr_get(g, o.at[i]));
    }
    arena_free(a);
    return o.count;
}

int expr_needs(graph *g, expr e, expr leaf) {
    arena *a = arena_child(g->arena);
    node_list o = graph_order(g, a, 1, &e);
    char *needed = ARENA_ARRAY(a, char, o.count + 1);
    int found = 0;
    for (int i = o.count - 1; i >= 0; i--) {
        const expr_node *n = expr_get(g, o.at[i]);
        int count = n->op == OP_IF ? 1 : n->count;
        needed[i] |= i == o.count - 1;
        if (!needed[i] || n->op == OP_ROUTINE)
            continue;
        found |= o.at[i] == leaf;
        for (int k = 0; k < count; k++)
            needed[g->marks.at[n->arg[k]].index] = 1;
    }
    arena_free(a);
    return found;
}

void expr_visit_inner(graph *g, int count, const expr *root, expr_visit inner,
                      void *data) {
    arena *a = arena_child(g->arena);
    node_list o = graph_order(g, a, count, root);
    for (int i = 0; i < o.count; i++) {
        const expr_node *n = expr_get(g, o.at[i]);
        if (n->count)
            inner(data, n);
    }
    arena_free(a);
}
