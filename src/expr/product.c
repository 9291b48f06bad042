/* SPDX-License-Identifier: BSD-3-Clause */
/* Products c * prod b_i^k_i, and quotients, which are products with negative exponents.
 *
 * With 1/0 = inf and 1/inf = 0, the classes 0, finite, inf, NaN multiply associatively
 * and signs multiply exactly: so nested products are taken apart and powers of equal
 * bases collected as long as exponents have the same sign (x / x is NaN at 0 and stays).
 * Constants are folded where the result is a normal number: otherwise 1e-200 * (1e-200 *
 * x) would lose x = inf. Constant divisors stay apart, so that x / 3 is one correctly
 * rounded division. */
#include "graph.h"
#include "../base/sort.h"
#include <math.h>
#include <stdlib.h>

/* Larger powers are calls of pow: repeated multiplication would round that often. */
enum { LARGEST_EXPONENT = 64 };

product product_begin(graph *g) {
    return (product){.graph = g, .base = g->factors.count, .over = 1, .under = 1};
}

static void product_push_factor(product *p, expr base, double k) {
    LIST_PUSH(p->graph->arena, p->graph->factors, ((part){base, k, 0}));
}

static void push_number(product *p, double v, double k) {
    double power = fabs(k) == 1 ? v : pow(v, fabs(k));
    double folded = (k > 0 ? p->over : p->under) * power;
    if (k > 0 && (v == 0 || (isnormal(power) && (p->over == 0 || isnormal(folded)))))
        p->over = folded;
    else if (k < 0 && isnormal(power) && isnormal(folded))
        p->under = folded;
    else
        product_push_factor(p, expr_number(p->graph, v), k);
}

static int is_number(const graph *g, expr e) {
    return node_is(g, e, OP_NUMBER);
}

/* Whether the coefficient can be taken off without disturbing the rest: not next to a
 * constant that it could not be multiplied with. */
static int splits(const graph *g, const expr_node *n) {
    for (int i = 0; i < n->count; i++)
        if (n->coefficient[i] > 0 && is_number(g, n->arg[i]))
            return 0;
    return 1;
}

static expr with_value(graph *g, expr_node n, double value, int closed) {
    n.value = value;
    n.closed = closed;
    return graph_intern(g, &n);
}

expr product_open(graph *g, expr e) {
    const expr_node *n = expr_get(g, e);
    return n->closed ? with_value(g, *n, n->value, 0) : e;
}

static int is_compound(const expr_node *n) {
    return n->count > 1 || fabs(n->coefficient[0]) != 1;
}

static int exceeds(const expr_node *n, double k) {
    for (int i = 0; i < n->count; i++)
        if (fabs(k * n->coefficient[i]) > LARGEST_EXPONENT)
            return 1;
    return 0;
}

/* Takes a product that is not closed apart, factor by factor, and collects powers of
 * equal bases where no value changes. */
void product_push(product *p, expr e, double k, product_kind kind) {
    assert(k == floor(k));
    if (e == EXPR_ZERO) {
        p->zero = 1;
        return;
    }
    graph *g = p->graph;
    const expr_node n = *expr_get(g, e);
    if (n.op == OP_NUMBER) {
        push_number(p, n.value, k);
    } else if (n.op != OP_PRODUCT || n.closed || exceeds(&n, k)) {
        product_push_factor(p, e, k);
    } else if (kind == PRODUCT_CLOSE && is_compound(&n) && splits(g, &n)) {
        push_number(p, n.value, k);
        product_push_factor(p, with_value(g, n, 1, 1), k);
    } else {
        push_number(p, n.value, k);
        for (int i = 0; i < n.count; i++)
            if (is_number(g, n.arg[i]))
                push_number(p, expr_get(g, n.arg[i])->value, n.coefficient[i] * k);
            else
                product_push_factor(p, n.arg[i], n.coefficient[i] * k);
    }
}

/* Whether over / under needs no rounding; 0 divides always. */
static int divides(double over, double under) {
    double q = over / under;
    return over == 0 || (isnormal(q) && fma(q, under, -over) == 0);
}

static void settle_divisor(product *p) {
    if (p->under < 0) {
        p->over = -p->over;
        p->under = -p->under;
    }
    if (divides(p->over, p->under))
        p->over /= p->under;
    else
        product_push_factor(p, expr_number(p->graph, p->under), -1);
}

static int by_base(const void *a, const void *b) {
    const part *x = a;
    const part *y = b;
    if (x->node != y->node)
        return (x->node > y->node) - (x->node < y->node);
    return (x->c > y->c) - (x->c < y->c);
}

/* Writes base^k, where k may be larger than a factor's exponent: as several. */
static int product_split(part *factor, expr base, double k) {
    int count = 0;
    double rest = fmod(k, LARGEST_EXPONENT);
    double full = (k - rest) / LARGEST_EXPONENT;
    if (rest != 0)
        factor[count++] = (part){base, rest, 0};
    for (; full != 0; full -= copysign(1, k))
        factor[count++] = (part){base, copysign(LARGEST_EXPONENT, k), 0};
    return count;
}

/* Sorts the factors and adds up exponents of one sign; returns how many are left. */
static int product_collect(part *factor, int count) {
    int kept = 0;
    sort_items(factor, count, sizeof *factor, by_base);
    for (int i = 0, end; i < count; i = end) {
        part first = factor[i];
        double k = 0;
        for (end = i;
             end < count && factor[end].node == first.node && factor[end].c * first.c > 0;
             end++)
            k += factor[end].c;
        kept += product_split(factor + kept, first.node, k);
    }
    return kept;
}

static int all_numbers(const graph *g, const part *factor, int count) {
    for (int i = 0; i < count; i++)
        if (!is_number(g, factor[i].node))
            return 0;
    return 1;
}

static double product_constant_value(const product *p, const part *factor, int count) {
    double over = p->over;
    double under = 1;
    for (int i = 0; i < count; i++) {
        double v = expr_get(p->graph, factor[i].node)->value;
        *(factor[i].c > 0 ? &over : &under) *= power_value(v, fabs(factor[i].c));
    }
    return over / under;
}

static expr product_make(graph *g, double value, const part *factor, int count) {
    expr few_arg[8];
    expr *arg = few_arg;
    double few_k[8];
    double *k = few_k;
    if (count > 8) {
        arg = ARENA_ARRAY(g->arena, expr, count);
        k = ARENA_ARRAY(g->arena, double, count);
    }
    for (int i = 0; i < count; i++) {
        arg[i] = factor[i].node;
        k[i] = factor[i].c;
    }
    expr_node n = {
        .op = OP_PRODUCT, .count = count, .value = value, .arg = arg, .coefficient = k};
    return graph_intern(g, &n);
}

static expr product_finish(const product *p, const part *factor, int count) {
    graph *g = p->graph;
    if (all_numbers(g, factor, count))
        return expr_number(g, product_constant_value(p, factor, count));
    if (count > 1 || factor[0].c != 1)
        return product_make(g, p->over, factor, count);
    const expr_node n = *expr_get(g, factor[0].node);
    const double value = p->over * n.value;
    if (n.closed && (p->over == 1 || n.value == 1 || isnormal(value)))
        return with_value(g, n, value, 0);
    return p->over == 1 ? factor[0].node : product_make(g, p->over, factor, 1);
}

expr product_end(product *p) {
    graph *g = p->graph;
    assert(g->factors.count >= p->base);
    expr e = EXPR_ZERO;
    if (!p->zero) {
        settle_divisor(p);
        part *factor = g->factors.at + p->base;
        e = product_finish(p, factor,
                           product_collect(factor, g->factors.count - p->base));
    }
    g->factors.count = p->base;
    return e;
}

int product_is_odd(const graph *g, const expr_node *n) {
    int constants = 0; /* one divisor is what x / 3 has */
    for (int i = 0; i < n->count; i++)
        if (is_number(g, n->arg[i]))
            constants += n->coefficient[i] == -1 ? 1 : 2;
    return constants > 1;
}

static expr product_scale(graph *g, double c, expr e) {
    product p = product_begin(g);
    push_number(&p, c, 1);
    product_push(&p, e, 1, PRODUCT_FLAT);
    return product_end(&p);
}

/* The constant divisor of a product, 1 if it has none. */
static double divisor(const graph *g, const expr_node *n) {
    for (int i = 0; i < n->count; i++) {
        const expr_node *b = expr_get(g, n->arg[i]);
        if (b->op == OP_NUMBER && n->coefficient[i] == -1 && isnormal(b->value))
            return b->value;
    }
    return 1;
}

int product_is_settled(graph *g, expr e, double c) {
    double d = divisor(g, expr_get(g, e));
    return d == 1 || !divides(c, d);
}

expr product_pull(graph *g, expr e, double *c) {
    if (!node_is(g, e, OP_PRODUCT))
        return e;
    const expr_node n = *expr_get(g, e);
    double all = *c * n.value;
    if (!splits(g, &n) || !(isnormal(all) || *c == 0 || n.value == 0)) {
        if (*c != 1)
            e = product_scale(g, *c, e);
        *c = 1;
        return product_open(g, e);
    }
    if (!product_is_settled(g, e, all)) {
        e = product_scale(g, *c, product_open(g, e)); /* without its divisor */
        *c = 1;
        return product_pull(g, e, c);
    }
    *c = all;
    if (n.count == 1 && n.coefficient[0] == 1)
        return n.arg[0];
    return with_value(g, n, 1, 0);
}

double power_value(double base, double exponent) {
    int k = (int)exponent;
    assert(k >= 1 && k == exponent);
    int bit = 1;
    double v = base;
    while (bit <= k / 2)
        bit *= 2;
    for (bit /= 2; bit; bit /= 2) {
        v *= v;
        if (k & bit)
            v *= base;
    }
    return v;
}

expr expr_product(graph *g, int count, const expr *factor) {
    product p = product_begin(g);
    for (int i = 0; i < count; i++)
        product_push(&p, factor[i], 1, PRODUCT_FLAT);
    return product_end(&p);
}

expr expr_whole(graph *g, expr e) {
    const expr_node *n = expr_get(g, e);
    if (n->op != OP_PRODUCT || n->closed || !is_compound(n))
        return e;
    return with_value(g, *n, n->value, 1);
}

expr expr_mul(graph *g, expr a, expr b) {
    return expr_product(g, 2, (const expr[]){a, b});
}

expr expr_div(graph *g, expr a, expr b) {
    product p = product_begin(g);
    product_push(&p, a, 1, PRODUCT_FLAT);
    product_push(&p, b, -1, PRODUCT_FLAT);
    return product_end(&p);
}

static int is_small_integer(double k) {
    return k == floor(k) && fabs(k) <= LARGEST_EXPONENT;
}

expr expr_pow(graph *g, expr a, expr b) {
    double k = node_is(g, b, OP_NUMBER) ? expr_get(g, b)->value : (double)NAN;
    if (node_is(g, a, OP_NUMBER) || !is_small_integer(k))
        return call_make(g, OP_POW, (const expr[]){a, b});
    if (k == 0)
        return expr_number(g, 1); /* as pow gives it, of NaN too */
    product p = product_begin(g);
    product_push(&p, a, k, PRODUCT_FLAT);
    return product_end(&p);
}
