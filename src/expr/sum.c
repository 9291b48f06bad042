/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums c0 + sum c_i t_i.
 *
 * By value, coefficients of like terms are added if they have the same sign: 3x - x is
 * NaN at infinity, 2x is not. Nested sums are taken apart with coefficient 1 only: a - (b
 * + c) can be -0 where a - b - c is +0. By structure, in derivatives, the usual algebra
 * holds: like terms are added whatever their sign, and vanish where they cancel. */
#include "graph.h"
#include "../base/sort.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

/* By structure, longer sums with a coefficient stay nested, lest chains of differences
 * a - (b - (c - ...)) take quadratic time. */
enum { LONGEST_SCALED = 32 };

/* 0.1x + 0.2x - 0.3x is meant to be zero, and is 5e-17 x in double precision. */
int coefficient_vanishes(double net, double size) {
    assert(!(size < 0));
    return fabs(net) <= 4 * DBL_EPSILON * size;
}

int is_no_constant(double c0) {
    return c0 == 0 && signbit(c0);
}

sum sum_begin(graph *g, sum_kind kind) {
    return (sum){.graph = g, .kind = kind, .base = g->terms.count, .constant = -0.0};
}

static void push_part(sum *s, double c, expr term) {
    LIST_PUSH(s->graph->arena, s->graph->terms, ((part){term, c, 0}));
}

static void push_constant(sum *s, double v) {
    s->constant += v; /* -0.0 + v is v, whatever v */
    s->size += fabs(v);
}

/* Whether c * (the sum n) is to be taken apart. */
static int flattens(const sum *s, double c, const expr_node *n) {
    if (n->op != OP_SUM)
        return 0;
    if (c == 1)
        return 1;
    if (s->kind == SUM_BY_VALUE || n->count > LONGEST_SCALED)
        return 0;
    for (int i = 0; i < n->count; i++)
        if (!isfinite(c * n->coefficient[i]))
            return 0;
    return 1;
}

void sum_push(sum *s, double c, expr e) {
    graph *g = s->graph;
    if (e == EXPR_ZERO)
        return;
    s->given = 1;
    if (!isfinite(c)) {
        e = expr_mul(g, expr_number(g, c), e);
        c = 1;
    }
    e = product_pull(g, e, &c);
    const expr_node n = *expr_get(g, e);
    if (n.op == OP_NUMBER) {
        push_constant(s, c * n.value);
    } else if (flattens(s, c, &n)) {
        if (!is_no_constant(n.value))
            push_constant(s, c * n.value);
        for (int i = 0; i < n.count; i++)
            push_part(s, c * n.coefficient[i], n.arg[i]);
    } else {
        push_part(s, c, e);
    }
}

/* By term, then -2, -1, -0, 0, 1, 2: what may be added up comes together. */
static int by_term(const void *a, const void *b) {
    const part *x = a;
    const part *y = b;
    if (x->node != y->node)
        return (x->node > y->node) - (x->node < y->node);
    if (x->c != y->c)
        return (x->c > y->c) - (x->c < y->c);
    return !!signbit(y->c) - !!signbit(x->c);
}

static int adds_up(double a, double b) {
    return !signbit(a) == !signbit(b) && (a == 0) == (b == 0) && isfinite(a + b);
}

static int collect_by_value(part *term, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        part *last = kept ? &term[kept - 1] : NULL;
        if (last && last->node == term[i].node && adds_up(last->c, term[i].c)) {
            last->c += term[i].c;
            last->merged = 1;
        } else
            term[kept++] = term[i];
    }
    return kept;
}

static int collect_by_structure(part *term, int count) {
    int kept = 0;
    for (int i = 0, end; i < count; i = end) {
        double net = 0;
        double size = 0;
        for (end = i; end < count && term[end].node == term[i].node; end++) {
            net += term[end].c;
            size += fabs(term[end].c);
        }
        if (!isfinite(size))
            while (i < end)
                term[kept++] = term[i++];
        else if (!coefficient_vanishes(net, size))
            term[kept++] = (part){term[i].node, net, end > i + 1};
    }
    return kept;
}

static int is_settled(const sum *s, const part *p) {
    const expr_node *n = expr_get(s->graph, p->node);
    if (n->op == OP_PRODUCT)
        return product_is_settled(s->graph, p->node, p->c);
    return !flattens(s, p->c, n);
}

/* A coefficient that was added up may let a term be taken apart (0.5 s + 0.5 s, with a
 * sum s) or simplified (x/3 + x/3 + x/3): pushes those again and returns whether there
 * were any. */
static int sum_settle(sum *s) {
    graph *g = s->graph;
    int again = 0;
    for (int i = s->base; i < g->terms.count; i++) {
        part p = g->terms.at[i];
        g->terms.at[i].merged = 0;
        if (!p.merged || is_settled(s, &p))
            continue;
        g->terms.at[i--] = g->terms.at[--g->terms.count];
        sum_push(s, p.c, p.node);
        again = 1;
    }
    return again;
}

static void sum_collect(sum *s) {
    graph *g = s->graph;
    do {
        part *term = g->terms.at + s->base;
        int count = g->terms.count - s->base;
        sort_items(term, count, sizeof *term, by_term);
        if (count > 0)
            g->terms.count =
                s->base + (s->kind == SUM_BY_VALUE ? collect_by_value(term, count)
                                                   : collect_by_structure(term, count));
    } while (sum_settle(s));
}

static expr sum_make(graph *g, double constant, const part *term, int count) {
    expr few_arg[8];
    expr *arg = few_arg;
    double few_c[8];
    double *c = few_c;
    if (count > 8) {
        arg = ARENA_ARRAY(g->arena, expr, count);
        c = ARENA_ARRAY(g->arena, double, count);
    }
    for (int i = 0; i < count; i++) {
        arg[i] = term[i].node;
        c[i] = term[i].c;
    }
    expr_node n = {
        .op = OP_SUM, .count = count, .value = constant, .arg = arg, .coefficient = c};
    return graph_intern(g, &n);
}

static expr sum_finish(const sum *s, const part *term, int count) {
    graph *g = s->graph;
    double constant = s->constant;
    int vanishes = s->kind == SUM_BY_STRUCTURE && coefficient_vanishes(constant, s->size);
    if (vanishes)
        constant = -0.0;
    if (count == 0)
        return !s->given || vanishes ? EXPR_ZERO : expr_number(g, constant);
    if (count > 1 || !is_no_constant(constant))
        return sum_make(g, constant, term, count);
    return expr_mul(g, expr_number(g, term->c), term->node);
}

expr sum_end(sum *s) {
    graph *g = s->graph;
    assert(g->terms.count >= s->base);
    sum_collect(s);
    int count = g->terms.count - s->base;
    expr e = sum_finish(s, count ? g->terms.at + s->base : NULL, count);
    g->terms.count = s->base;
    return e;
}

int sum_first(const expr_node *n) {
    assert(n->op == OP_SUM);
    if (!is_no_constant(n->value))
        return 0;
    for (int i = 0; i < n->count; i++)
        if (n->coefficient[i] == 1)
            return i;
    return 0;
}

expr expr_sum(graph *g, int count, const double *c, const expr *term) {
    sum s = sum_begin(g, SUM_BY_VALUE);
    for (int i = 0; i < count; i++)
        sum_push(&s, c[i], term[i]);
    return sum_end(&s);
}

expr expr_add(graph *g, expr a, expr b) {
    return expr_sum(g, 2, (const double[]){1, 1}, (const expr[]){a, b});
}

expr expr_sub(graph *g, expr a, expr b) {
    return expr_sum(g, 2, (const double[]){1, -1}, (const expr[]){a, b});
}

expr expr_neg(graph *g, expr a) {
    return expr_sum(g, 1, (const double[]){-1}, (const expr[]){a});
}
