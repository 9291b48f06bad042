/* SPDX-License-Identifier: BSD-3-Clause */
/* Exact derivatives, node by node from the leaves up.
 *
 * What keeps the k-th total derivative linear in k: every rule writes a derivative as a
 * sum of products of two factors, each of which is differentiated on its own again, and
 * the total derivative of a node is kept for ever. By Leibniz' rule the k-th derivative
 * of a * b is then sum binomial(k, j) a^(j) b^(k-j), like terms collected. A factor that
 * is itself a product, as the f'(g) g' of a function f(g), is closed: enclosing products
 * do not take it apart, which would give a sum over all partitions of k instead.
 * Functions differentiate into themselves where they can: (1/b)' = -(1/b)^2 b' and not a
 * ladder of powers. Partial derivatives are not repeated that often, and stay flat.
 *
 * Terms are sorted by the numbers of their nodes, which are given in the order in which
 * they are made: no call has two arguments that make nodes, since C leaves their order to
 * the compiler. */
#include "graph.h"
#include <math.h>

typedef struct diff {
    graph *graph;
    expr leaf; /* by which; TOTAL: along the solution */
    product_kind kind;
} diff;

enum { TOTAL = -1 };

static expr known(const diff *d, expr e) {
    if (d->leaf != TOTAL)
        return walk_visit(d->graph, e)->result;
    return d->graph->marks.at[e].total - 2;
}

/* Longer products are closed in partial derivatives too: f(f(f(...))) would take
 * quadratic time. */
enum { LONGEST_FLAT = 16 };

static void diff_push_factor(const diff *d, product *p, expr e) {
    int is_long = e != EXPR_ZERO && expr_get(d->graph, e)->count > LONGEST_FLAT;
    product_push(p, e, 1, is_long ? PRODUCT_CLOSE : d->kind);
}

/* c * a * b */
static expr diff_times(const diff *d, double c, expr a, expr b) {
    product p = product_begin(d->graph);
    product_push(&p, expr_number(d->graph, c), 1, PRODUCT_FLAT);
    diff_push_factor(d, &p, a);
    diff_push_factor(d, &p, b);
    return product_end(&p);
}

static expr plus(const diff *d, expr a, expr b) {
    sum s = sum_begin(d->graph, SUM_BY_STRUCTURE);
    sum_push(&s, 1, a);
    sum_push(&s, 1, b);
    return sum_end(&s);
}

/* a * b where a does not depend: numbers go into the terms of b. */
static expr constant_times(const diff *d, expr a, expr b) {
    graph *g = d->graph;
    if (!node_is(g, a, OP_NUMBER))
        return expr_mul(g, a, b);
    sum s = sum_begin(g, SUM_BY_STRUCTURE);
    sum_push(&s, expr_get(g, a)->value, b);
    return sum_end(&s);
}

static expr diff_number(const diff *d, double v) {
    return expr_number(d->graph, v);
}

static expr diff_call(const diff *d, expr_op op, expr x) {
    return expr_call(d->graph, op, &x);
}

static expr minus(const diff *d, expr x) {
    return expr_neg(d->graph, x);
}

static expr diff_power(const diff *d, expr x, double k) {
    return expr_pow(d->graph, x, diff_number(d, k));
}

static expr leaf_derivative(const diff *d, expr e, const expr_node *n) {
    if (d->leaf != TOTAL)
        return e == d->leaf ? diff_number(d, 1) : EXPR_ZERO;
    if (n->op == OP_TIME)
        return diff_number(d, 1);
    if (n->op == OP_JET)
        return expr_jet(d->graph, n->variable, n->order + 1);
    return EXPR_ZERO;
}

static expr sum_derivative(const diff *d, const expr_node *n) {
    sum s = sum_begin(d->graph, SUM_BY_STRUCTURE);
    for (int i = 0; i < n->count; i++)
        if (n->coefficient[i] != 0)
            sum_push(&s, n->coefficient[i], known(d, n->arg[i]));
    return sum_end(&s);
}

/* Of base^k: (b^k)' = k b^(k-1) b', (1/b)' = -(1/b)^2 b', (b^-k)' = ((1/b)^k)'. */
static expr power_derivative(const diff *d, expr base, double k) {
    expr slope = known(d, base);
    if (slope == EXPR_ZERO || k == 1)
        return slope;
    if (k > 1)
        return diff_times(d, k, diff_power(d, base, k - 1), slope);
    expr inverse = diff_times(d, -1, diff_power(d, base, -2), slope);
    return k == -1 ? inverse : diff_times(d, -k, diff_power(d, base, k + 1), inverse);
}

static expr diff_factors(const diff *d, const part *factor, int count) {
    product p = product_begin(d->graph);
    for (int i = 0; i < count; i++)
        product_push(&p, factor[i].node, factor[i].c, PRODUCT_FLAT);
    return product_end(&p);
}

/* (a b)' = a' b + a b', with half of the factors each. */
static expr leibniz(const diff *d, const part *factor, int count) {
    if (count == 1)
        return power_derivative(d, factor->node, factor->c);
    int half = count / 2;
    int rest = count - half;
    expr a = diff_factors(d, factor, half);
    expr b = diff_factors(d, factor + half, rest);
    expr da = leibniz(d, factor, half);
    expr db = leibniz(d, factor + half, rest);
    expr right = diff_times(d, 1, a, db);
    expr left = diff_times(d, 1, da, b);
    return plus(d, left, right);
}

/* What does not depend stays in front. */
static expr product_derivative(const diff *d, const expr_node *n) {
    graph *g = d->graph;
    if (n->value == 0)
        return EXPR_ZERO;
    part few[8];
    part *factor = n->count > 8 ? ARENA_ARRAY(g->arena, part, n->count) : few;
    int count = 0;
    product p = product_begin(g);
    product_push(&p, diff_number(d, n->value), 1, PRODUCT_FLAT);
    for (int i = 0; i < n->count; i++)
        if (known(d, n->arg[i]) == EXPR_ZERO)
            product_push(&p, n->arg[i], n->coefficient[i], PRODUCT_FLAT);
        else
            factor[count++] = (part){n->arg[i], n->coefficient[i], 0};
    expr rest = product_end(&p);
    return constant_times(d, rest, leibniz(d, factor, count));
}

static expr reciprocal(const diff *d, expr x) {
    return diff_power(d, x, -1);
}

static expr scaled(const diff *d, double c, expr x) { /* c x */
    return diff_times(d, c, x, diff_number(d, 1));
}

static expr one_plus(const diff *d, expr x) {
    return plus(d, diff_number(d, 1), x);
}

static expr one_plus_square(const diff *d, double c, expr x) { /* 1 + c x^2 */
    expr one = diff_number(d, 1);
    expr square = diff_power(d, x, 2);
    return expr_sum(d->graph, 2, (const double[]){1, c}, (const expr[]){one, square});
}

static expr cathetus(const diff *d, expr x) { /* sqrt(1 - x^2) */
    return diff_call(d, OP_SQRT, one_plus_square(d, -1, x));
}

/* The chain rule for a function of one argument. */
static expr along(const diff *d, expr slope, const expr_node *n) {
    return diff_times(d, 1, slope, known(d, n->arg[0]));
}

/* x^y by x: the power rule for y > 0, which is right at x = 0. A constant y < 0 gives
 * y x^y (x'/x) instead, which differentiates into itself. */
static expr base_derivative(const diff *d, expr f, const expr_node *n) {
    graph *g = d->graph;
    expr x = n->arg[0];
    expr y = n->arg[1];
    expr dx = known(d, x);
    double k = node_is(g, y, OP_NUMBER) ? expr_get(g, y)->value : (double)NAN;
    if (dx == EXPR_ZERO)
        return EXPR_ZERO;
    if (k < 0)
        return diff_times(d, k, f, diff_times(d, 1, reciprocal(d, x), dx));
    expr lower = expr_pow(g, x, expr_sub(g, y, diff_number(d, 1)));
    return expr_mul(g, y, diff_times(d, 1, lower, dx));
}

static expr pow_derivative(const diff *d, expr f, const expr_node *n) {
    expr x = n->arg[0];
    expr y = n->arg[1];
    expr dy = known(d, y);
    expr by_x = base_derivative(d, f, n);
    if (dy == EXPR_ZERO)
        return by_x;
    return plus(d, by_x,
                diff_times(d, 1, f, diff_times(d, 1, diff_call(d, OP_LOG, x), dy)));
}

/* atan2(x, y) has the derivative (y x' - x y') / (x^2 + y^2). */
static expr atan2_derivative(const diff *d, const expr_node *n) {
    graph *g = d->graph;
    expr x = n->arg[0];
    expr y = n->arg[1];
    expr yy = diff_power(d, y, 2);
    expr xx = diff_power(d, x, 2);
    expr square = expr_add(g, xx, yy);
    expr right = diff_times(d, -1, x, known(d, y));
    expr left = diff_times(d, 1, y, known(d, x));
    expr over = plus(d, left, right);
    return diff_times(d, 1, over, reciprocal(d, square));
}

/* x - q(x, y) y, q an integer: constant between jumps. */
static expr remainder_derivative(const diff *d, const expr_node *n) {
    graph *g = d->graph;
    expr q = n->op == OP_MOD ? diff_call(d, OP_FLOOR, expr_div(g, n->arg[0], n->arg[1]))
                             : expr_call(g, OP_DIV, n->arg);
    return plus(d, known(d, n->arg[0]), diff_times(d, -1, q, known(d, n->arg[1])));
}

/* Of the argument that `first` prefers. */
static expr choice_derivative(const diff *d, expr_op first, const expr_node *n) {
    expr condition = expr_call(d->graph, first, n->arg);
    return expr_if(d->graph, condition, known(d, n->arg[0]), known(d, n->arg[1]));
}

/* The chain rule for a table: the terms of its two arguments. */
static expr lookup_derivative(const diff *d, const expr_node *n) {
    expr total = EXPR_ZERO;
    for (int k = 0; k < n->count; k++) {
        expr inner = known(d, n->arg[k]);
        if (inner == EXPR_ZERO || !n->lookup->by[k])
            continue;
        expr slope = expr_lookup(d->graph, n->lookup->by[k], n->arg[0], n->arg[1]);
        expr term = diff_times(d, 1, slope, inner);
        total = total == EXPR_ZERO ? term : plus(d, total, term);
    }
    return total;
}

/* The chain rule for a loop: the terms of all its arguments. */
static expr routine_derivative(const diff *d, const expr_node *n) {
    expr total = EXPR_ZERO;
    for (int k = 0; k < n->count && !n->routine->of->native; k++) {
        expr inner = known(d, n->arg[k]);
        if (inner == EXPR_ZERO)
            continue;
        const routine *by = routine_by(n->routine->of, k);
        expr slope = expr_routine(d->graph, &by->output[n->routine->output], n->arg);
        if (slope == EXPR_ZERO)
            continue;
        expr term = diff_times(d, 1, slope, inner);
        total = total == EXPR_ZERO ? term : plus(d, total, term);
    }
    return total;
}

/* Applies the rule of the node's operation; f is the node itself. */
static expr rule(const diff *d, expr f, const expr_node *n) {
    switch (n->op) {
    case OP_NUMBER:
    case OP_TIME:
    case OP_JET:
    case OP_PARAMETER:
        return leaf_derivative(d, f, n);
    case OP_SUM:
        return sum_derivative(d, n);
    case OP_PRODUCT:
        return product_derivative(d, n);
    case OP_IF:
        return expr_if(d->graph, n->arg[0], known(d, n->arg[1]), known(d, n->arg[2]));
    case OP_LOOKUP:
        return lookup_derivative(d, n);
    case OP_ROUTINE:
        return routine_derivative(d, n);
#define UNARY(code, name, result, shape, value, slope, derivative, ...)                  \
    case OP_##code: {                                                                    \
        expr x = n->arg[0];                                                              \
        (void)x;                                                                         \
        return derivative;                                                               \
    }
#define BINARY(code, name, result, shape, value, slope_x, slope_y, derivative, ...)      \
    case OP_##code:                                                                      \
        return derivative;
#include "op.def"
#undef UNARY
#undef BINARY
    case OP_COUNT:
        break;
    }
    assert(!"an operation without a rule");
    return EXPR_ZERO;
}

static expr diff_derivative(const diff *d, expr e) {
    int count;
    const expr *arg = node_arguments(d->graph, e, &count);
    int depends = count == 0;
    for (int i = 0; i < count && !depends; i++)
        depends = known(d, arg[i]) != EXPR_ZERO;
    if (!depends)
        return EXPR_ZERO;
    const expr_node n = *expr_get(d->graph, e);
    return rule(d, e, &n);
}

expr expr_total(graph *g, expr e) {
    if (e == EXPR_ZERO)
        return EXPR_ZERO;
    diff d = {g, TOTAL, PRODUCT_CLOSE};
    walk w = walk_begin(g, 1, &e, WALK_UNDERIVED);
    for (int i = w.base; i < w.end; i++) {
        expr node = g->visits.at[i].node;
        expr result = diff_derivative(&d, node);
        g->marks.at[node].total = result + 2;
    }
    walk_end(g, w);
    return known(&d, e);
}

walk partials_begin(graph *g, expr e) {
    return walk_begin(g, 1, &e, WALK_ALL);
}

expr partials_by(graph *g, walk w, expr leaf) {
    assert(op_is_leaf(expr_get(g, leaf)->op));
    assert(w.base < w.end && w.end <= g->visits.count);
    diff d = {g, leaf, PRODUCT_FLAT};
    for (int i = w.base; i < w.end; i++) {
        expr result = diff_derivative(&d, g->visits.at[i].node);
        g->visits.at[i].result = result;
    }
    return g->visits.at[w.end - 1].result;
}

void expr_partials(graph *g, expr e, int count, const expr *leaf, expr *slope) {
    if (e == EXPR_ZERO || count == 0) {
        for (int k = 0; k < count; k++)
            slope[k] = EXPR_ZERO;
        return;
    }
    int is_walking = 0;
    walk w = {0};
    for (int k = 0; k < count; k++) {
        if (memo_find_slope(g, e, leaf[k], &slope[k]))
            continue;
        if (!is_walking)
            w = partials_begin(g, e);
        is_walking = 1;
        slope[k] = partials_by(g, w, leaf[k]);
        memo_keep_slope(g, e, leaf[k], slope[k]);
    }
    if (is_walking)
        walk_end(g, w);
}

expr expr_partial(graph *g, expr e, expr leaf) {
    expr slope;
    expr_partials(g, e, 1, &leaf, &slope);
    return slope;
}
