/* SPDX-License-Identifier: BSD-3-Clause */
/* Derivatives of one expression by many leaves. A long sum is taken term by term: each
 * term is differentiated by what it contains, not by all leaves of the sum. */
#include <stdlib.h>
#include "graph.h"
#include "../base/sort.h"

/* c * factor * node; no factor: EXPR_ZERO */
typedef struct term {
    expr node, factor;
    double c;
} term;

/* The derivative of a term by a leaf, with its factors. */
typedef struct share {
    int leaf; /* place among the leaves asked for */
    int number;
    double c;
    expr slope;
} share;

typedef LIST(term) term_list;
typedef LIST(share) share_list;

static int compare_leaves(const graph *g, expr a, expr b) {
    const expr_node *x = expr_get(g, a);
    const expr_node *y = expr_get(g, b);
    int v = x->op == OP_TIME ? -1 : x->variable;
    int w = y->op == OP_TIME ? -1 : y->variable;
    return v != w ? (v > w) - (v < w) : (x->order > y->order) - (x->order < y->order);
}

static int gradient_find(const graph *g, expr_leaves by, expr leaf) {
    int low = 0;
    int high = by.count - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        int order = compare_leaves(g, by.at[middle], leaf);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

/* The sum that is multiplied by numbers and parameters alone, as its place among the
 * factors of n; -1: there is none. */
static int only_sum(const graph *g, const expr_node *n) {
    int found = -1;
    for (int k = 0; k < n->count; k++) {
        expr_op op = expr_get(g, n->arg[k])->op;
        if (op == OP_NUMBER || op == OP_PARAMETER)
            continue;
        if (op != OP_SUM || n->coefficient[k] != 1 || found >= 0)
            return -1;
        found = k;
    }
    return found;
}

/* p = c * factor * (a product with one sum): the sum, with all others in the factor. */
static term take_out(graph *g, term p, const expr_node *n, int at) {
    product rest = product_begin(g);
    if (p.factor != EXPR_ZERO)
        product_push(&rest, p.factor, 1, PRODUCT_FLAT);
    for (int k = 0; k < n->count; k++)
        if (k != at)
            product_push(&rest, n->arg[k], n->coefficient[k], PRODUCT_FLAT);
    int alone = n->count == 1 && p.factor == EXPR_ZERO;
    expr factor = product_end(&rest);
    return (term){n->arg[at], alone ? EXPR_ZERO : factor, p.c * n->value};
}

/* Follows sums and multiples of sums; what else there is becomes a term. */
static term_list list_terms(graph *g, expr e) {
    term_list open = {0};
    term_list terms = {0};
    LIST_PUSH(g->arena, open, ((term){e, EXPR_ZERO, 1}));
    while (open.count) {
        term p = open.at[--open.count];
        const expr_node n = *expr_get(g, p.node);
        int at = n.op == OP_PRODUCT ? only_sum(g, &n) : -1;
        if (n.op == OP_SUM)
            for (int k = 0; k < n.count; k++)
                LIST_PUSH(g->arena, open,
                          ((term){n.arg[k], p.factor, p.c * n.coefficient[k]}));
        else if (at >= 0)
            LIST_PUSH(g->arena, open, take_out(g, p, &n, at));
        else
            LIST_PUSH(g->arena, terms, p);
    }
    return terms;
}

static int by_leaf(const void *a, const void *b) {
    const share *x = a;
    const share *y = b;
    int order = (x->leaf > y->leaf) - (x->leaf < y->leaf);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static share_list list_shares(graph *g, expr e, expr_leaves by) {
    term_list terms = list_terms(g, e);
    share_list list = {0};
    for (int i = 0; i < terms.count; i++) {
        expr_leaves leaves = expr_depends(g, terms.at[i].node);
        walk w = partials_begin(g, terms.at[i].node);
        for (int k = 0; k < leaves.count; k++) {
            int leaf = gradient_find(g, by, leaves.at[k]);
            expr slope = leaf < 0 ? EXPR_ZERO : partials_by(g, w, leaves.at[k]);
            if (slope == EXPR_ZERO)
                continue;
            if (terms.at[i].factor != EXPR_ZERO)
                slope = expr_mul(g, terms.at[i].factor, slope);
            share s = {leaf, list.count, terms.at[i].c, slope};
            LIST_PUSH(g->arena, list, s);
        }
        walk_end(g, w);
    }
    sort_items(list.at, list.count, sizeof *list.at, by_leaf);
    return list;
}

/* Fewer leaves are differentiated by one after the other. */
enum { FEW_LEAVES = 32 };

/* Slopes that were put together term by term are kept apart from those of expr_partials:
 * they have the same values, not always the same nodes. */
static expr gradient_key(expr leaf) {
    return ~leaf;
}

void expr_gradient(graph *g, expr e, expr_leaves by, expr *slope) {
    assert(by.count >= 0 && (by.at || by.count == 0));
    if (by.count <= FEW_LEAVES) {
        expr_partials(g, e, by.count, by.at, slope);
        return;
    }
    int known = 0;
    while (known < by.count &&
           memo_find_slope(g, e, gradient_key(by.at[known]), &slope[known]))
        known++;
    if (known == by.count)
        return;
    share_list list = list_shares(g, e, by);
    for (int k = 0, i = 0; k < by.count; k++) {
        sum s = sum_begin(g, SUM_BY_STRUCTURE);
        for (; i < list.count && list.at[i].leaf == k; i++)
            sum_push(&s, list.at[i].c, list.at[i].slope);
        slope[k] = sum_end(&s);
        memo_keep_slope(g, e, gradient_key(by.at[k]), slope[k]);
    }
}
