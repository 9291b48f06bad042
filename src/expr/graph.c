/* SPDX-License-Identifier: BSD-3-Clause */
/* The expression graph: nodes with equal contents are made once (hash-consing), so that
 * equality is equality of numbers, and derivatives share what they have in common. */
#include "graph.h"
#include <assert.h>
#include <math.h>
#include <string.h>

enum { FIRST_BUCKETS = 1024 };

graph *graph_new(arena *a) {
    graph *g = arena_alloc(a, sizeof *g);
    g->arena = a;
    g->buckets = FIRST_BUCKETS;
    g->bucket = ARENA_ARRAY(a, expr, g->buckets);
    /* never NULL: their ends are taken even where they are empty */
    g->terms.at = arena_grow(a, NULL, sizeof *g->terms.at, &g->terms.capacity);
    g->factors.at = arena_grow(a, NULL, sizeof *g->factors.at, &g->factors.capacity);
    g->visits.at = arena_grow(a, NULL, sizeof *g->visits.at, &g->visits.capacity);
    return g;
}

arena *graph_arena(graph *g) { return g->arena; }
int graph_count(const graph *g) { return g->nodes.count; }

const expr_node *expr_get(const graph *g, expr e) {
    assert(e >= 0 && e < g->nodes.count);
    return &g->nodes.at[e];
}

int node_is(const graph *g, expr e, expr_op op) { return expr_get(g, e)->op == op; }

int op_is_leaf(expr_op op) { return op == OP_TIME || op == OP_JET || op == OP_PARAMETER; }

/* word by word: everything in a node is made of ints and doubles */
static unsigned mix(unsigned h, const void *data, size_t size) {
    for (size_t i = 0; i + sizeof(unsigned) <= size; i += sizeof(unsigned)) {
        unsigned word;
        memcpy(&word, (const char *)data + i, sizeof word);
        h = (h ^ word) * 0x85ebca6bu;
        h ^= h >> 13;
    }
    return h;
}

static unsigned hash_node(const expr_node *n) {
    unsigned h = mix(1, &n->op, sizeof n->op);
    h = mix(h, &n->variable, sizeof n->variable);
    h = mix(h, &n->order, sizeof n->order);
    h = mix(h, &n->closed, sizeof n->closed);
    h = mix(h, &n->value, sizeof n->value);
    h = mix(h, n->arg, sizeof *n->arg * (size_t)n->count);
    if (n->coefficient) h = mix(h, n->coefficient, sizeof(double) * (size_t)n->count);
    return h;
}

static int same_bits(const void *a, const void *b, size_t size) {
    return size == 0 || memcmp(a, b, size) == 0;
}

static int same_node(const expr_node *a, const expr_node *b) {
    size_t count = (size_t)a->count;
    return a->op == b->op && a->count == b->count && a->variable == b->variable &&
           a->order == b->order && a->closed == b->closed &&
           same_bits(&a->value, &b->value, sizeof a->value) &&
           same_bits(a->arg, b->arg, count * sizeof *a->arg) &&
           (!a->coefficient ||
            same_bits(a->coefficient, b->coefficient, count * sizeof(double)));
}

/* Where the node is, or where it is to be put. */
static expr *find(graph *g, const expr_node *n, unsigned hash) {
    for (unsigned i = hash;; i++) {
        expr *home = &g->bucket[i & (g->buckets - 1)];
        if (*home == 0) return home;
        expr e = *home - 1;
        if (g->hashes.at[e] == hash && same_node(&g->nodes.at[e], n)) return home;
    }
}

static void widen(graph *g) {
    g->buckets *= 4;
    g->bucket = ARENA_ARRAY(g->arena, expr, g->buckets);
    for (expr e = 0; e < g->nodes.count; e++) {
        unsigned i = g->hashes.at[e];
        while (g->bucket[i & (g->buckets - 1)]) i++;
        g->bucket[i & (g->buckets - 1)] = e + 1;
    }
}

static expr_node keep(graph *g, const expr_node *n) {
    expr_node kept = *n;
    size_t count = (size_t)n->count;
    if (count == 0) return kept;
    if (n->coefficient) {
        double *c = arena_alloc(g->arena, count * (sizeof *c + sizeof(expr)));
        memcpy(c, n->coefficient, count * sizeof *c);
        kept.coefficient = c;
        kept.arg = memcpy(c + count, n->arg, count * sizeof(expr));
    } else {
        expr *arg = ARENA_ARRAY(g->arena, expr, count);
        kept.arg = memcpy(arg, n->arg, count * sizeof(expr));
    }
    return kept;
}

expr graph_intern(graph *g, const expr_node *node) {
    expr_node n = *node;
    if (isnan(n.value)) n.value = NAN; /* one NaN, whatever its bits */
    unsigned hash = hash_node(&n);
    expr *home = find(g, &n, hash);
    if (*home) return *home - 1;
    expr_node kept = keep(g, &n);
    LIST_PUSH(g->arena, g->nodes, kept);
    LIST_PUSH(g->arena, g->hashes, hash);
    LIST_PUSH(g->arena, g->marks, (mark){0});
    *home = g->nodes.count;
    if ((unsigned)g->nodes.count > g->buckets / 2) widen(g);
    return g->nodes.count - 1;
}

expr expr_number(graph *g, double value) {
    expr_node n = {.op = OP_NUMBER, .value = value};
    return graph_intern(g, &n);
}

expr expr_time(graph *g) {
    expr_node n = {.op = OP_TIME};
    return graph_intern(g, &n);
}

expr expr_jet(graph *g, int variable, int order) {
    expr_node n = {.op = OP_JET, .variable = variable, .order = order};
    return graph_intern(g, &n);
}

expr expr_parameter(graph *g, int parameter) {
    expr_node n = {.op = OP_PARAMETER, .variable = parameter};
    return graph_intern(g, &n);
}
