/* SPDX-License-Identifier: BSD-3-Clause */
/* Random smooth expressions along a curve, differentiated twice by the graph and expanded
 * by the series of its tape, against values of the tree as written at complex times
 * around the point, in long double: by Cauchy's integral formula these are the same
 * coefficients, with no derivative, no recurrence and no code of src/ in them.
 *
 * property_test_expansions COUNT draws so many instead of the few of the test. */
#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../src/evaluate/series.h"
#include "../../src/expr/expr.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { VARIABLES = 3, LARGEST = 40, ORDER = 4, DERIVATIVES = 2, CIRCLE = 16, FEW = 5000 };

typedef long double complex number;

/* op: an op of the graph, with OP_SUM for a + b and OP_PRODUCT for a * b, or one of */
enum { DIFFERENCE = OP_COUNT, QUOTIENT, INTEGER_POWER };
typedef struct tree {
    int op, arg[2]; /* arguments: earlier entries */
    double value;   /* OP_NUMBER; exponent of INTEGER_POWER */
    int variable;   /* OP_JET */
} tree;
typedef struct wood {
    tree at[LARGEST];
    int count;
} wood;

static uint64_t state = 2463534242u;
static int below(int n) { /* xorshift64 */
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)(state % (uint64_t)n);
}
static double draw(double size) {
    return size * (below(2000001) - 1000000) / 1e6;
}

static const int arithmetic[] = {OP_SUM,     DIFFERENCE, OP_PRODUCT,
                                 OP_PRODUCT, QUOTIENT,   INTEGER_POWER};
static const int smooth[] = {OP_SIN,  OP_COS,   OP_TAN,   OP_ASIN,  OP_ACOS, OP_ATAN,
                             OP_SINH, OP_COSH,  OP_TANH,  OP_ASINH, OP_EXP,  OP_EXPM1,
                             OP_LOG,  OP_LOG10, OP_LOG1P, OP_ACOSH, OP_SQRT, OP_POW};
#define PICK(array) array[below((int)(sizeof array / sizeof *array))]

static int arity(int op) {
    const int is_binary = op == OP_SUM || op == DIFFERENCE || op == OP_PRODUCT ||
                          op == QUOTIENT || op == OP_POW;
    return is_binary ? 2 : 1;
}

static int leaf(wood *w) {
    w->at[w->count] =
        (tree){.op = below(4) ? OP_JET : OP_NUMBER, .variable = below(VARIABLES)};
    w->at[w->count].value = (below(19) - 9) / 4.0;
    return w->count++;
}

static int grow(wood *w, int depth) {
    if (depth == 0 || below(8) == 0 || w->count > LARGEST - 8)
        return leaf(w);
    tree t = {.op = below(3) ? PICK(arithmetic) : PICK(smooth), .value = below(7) - 3};
    for (int i = 0; i < arity(t.op); i++) /* sometimes shared, so that terms meet */
        t.arg[i] = w->count && below(4) == 0 ? below(w->count) : grow(w, depth - 1);
    if (w->count == LARGEST)
        return w->count - 1;
    w->at[w->count] = t;
    return w->count++;
}

static expr build_node(graph *g, const tree *t, const expr *done) {
    const expr a[2] = {done[t->arg[0]], done[t->arg[1]]};
    switch (t->op) {
    case OP_NUMBER:
        return expr_number(g, t->value);
    case OP_JET:
        return expr_jet(g, t->variable, 0);
    case OP_SUM:
        return expr_add(g, a[0], a[1]);
    case DIFFERENCE:
        return expr_sub(g, a[0], a[1]);
    case OP_PRODUCT:
        return expr_mul(g, a[0], a[1]);
    case QUOTIENT:
        return expr_div(g, a[0], a[1]);
    case INTEGER_POWER:
        return expr_pow(g, a[0], expr_number(g, t->value));
    case OP_POW:
        return expr_pow(g, a[0], a[1]);
    default:
        return expr_call(g, (expr_op)t->op, a);
    }
}

static expr build(graph *g, const wood *w) {
    expr done[LARGEST] = {0};
    for (int i = 0; i < w->count; i++)
        done[i] = build_node(g, &w->at[i], done);
    return done[w->count - 1];
}

/* --- the other way --- */

static number power(number a, int k) {
    number v = 1;
    for (int i = 0; i < abs(k); i++)
        v *= a;
    return k < 0 ? 1 / v : v;
}

static number function(int op, number a, number b) {
    switch (op) {
    case OP_SIN:
        return csinl(a);
    case OP_COS:
        return ccosl(a);
    case OP_TAN:
        return csinl(a) / ccosl(a);
    case OP_ASIN:
        return casinl(a);
    case OP_ACOS:
        return cacosl(a);
    case OP_ATAN:
        return catanl(a);
    case OP_SINH:
        return (cexpl(a) - cexpl(-a)) / 2;
    case OP_COSH:
        return (cexpl(a) + cexpl(-a)) / 2;
    case OP_TANH:
        return ctanhl(a);
    case OP_ASINH:
        return casinhl(a);
    case OP_ACOSH:
        return cacoshl(a);
    case OP_EXP:
        return cexpl(a);
    case OP_EXPM1:
        return cexpl(a) - 1;
    case OP_LOG:
        return clogl(a);
    case OP_LOG10:
        return clogl(a) / logl(10);
    case OP_LOG1P:
        return clogl(1 + a);
    case OP_SQRT:
        return csqrtl(a);
    default:
        return cexpl(b * clogl(a));
    }
}

static number node_value(const tree *t, const number *done, const number *x) {
    const number a = done[t->arg[0]];
    const number b = done[t->arg[1]];
    switch (t->op) {
    case OP_NUMBER:
        return t->value;
    case OP_JET:
        return x[t->variable];
    case OP_SUM:
        return a + b;
    case DIFFERENCE:
        return a - b;
    case OP_PRODUCT:
        return a * b;
    case QUOTIENT:
        return a / b;
    case INTEGER_POWER:
        return power(a, (int)t->value);
    default:
        return function(t->op, a, b);
    }
}

/* What an error of its arguments makes of the value of a node, to first order. */
static long double moved_by(const tree *t, const number *done, const number *x, int k,
                            number value, long double error) {
    static const long double SMALL = 1e-9L;
    number others[LARGEST];
    if (error <= 0)
        return 0;
    memcpy(others, done, sizeof others);
    others[t->arg[k]] += SMALL * error;
    return cabsl(node_value(t, others, x) - value) / SMALL;
}

/* A node of which roundings leave less than this share has lost its digits: then what
 * double makes of it says nothing. */
static const long double MOST_LOST = 1e3L;

/* Sums of sums are one sum, in any order (src/expr/sum.c): it is rounded by the sizes of
 * all its terms, those of a - a, too. */
static long double terms_of(const tree *t, const long double *terms, number value) {
    return t->op == OP_SUM || t->op == DIFFERENCE ? terms[t->arg[0]] + terms[t->arg[1]]
                                                  : cabsl(value);
}

/* The values of all nodes in done. *error: how far roundings of all nodes, each of its
 * own size, move the last; infinite where a node has lost its digits. */
static number value_at(const wood *w, const number *x, number *done, long double *error) {
    long double off[LARGEST] = {0};
    long double terms[LARGEST] = {0};
    for (int i = 0; i < w->count; i++) {
        const tree *t = &w->at[i];
        const int is_leaf = t->op == OP_NUMBER || t->op == OP_JET;
        done[i] = node_value(t, done, x);
        terms[i] = terms_of(t, terms, done[i]);
        off[i] = terms[i];
        for (int k = 0; k < 2 && !is_leaf && k < arity(t->op); k++)
            off[i] += moved_by(t, done, x, k, done[i], off[t->arg[k]]);
        if (!(off[i] <= MOST_LOST * cabsl(done[i])))
            *error = INFINITY;
    }
    *error = fmaxl(*error, off[w->count - 1]);
    return done[w->count - 1];
}

/* The curve: coefficients of each variable. */
typedef struct curve {
    double of[VARIABLES][ORDER + 1];
} curve;

static void draw_curve(curve *c) {
    for (int i = 0; i < VARIABLES; i++) {
        memset(c->of[i], 0, sizeof c->of[i]);
        c->of[i][0] = draw(2.5);
        c->of[i][1] = draw(1);
        c->of[i][2] = draw(1);
    }
}

static number curve_value(const curve *c, int i, number t) {
    return c->of[i][0] + t * (c->of[i][1] + t * c->of[i][2]);
}

/* What is known of the tree along the curve. */
typedef struct expansion {
    long double c[ORDER + 1];
    long double most; /* what roundings may add up to on the circle, in units */
    int is_regular;   /* real at the point, and no node has a pole within the circle */
} expansion;

/* Powers of 1 / t of one node on the circle, and how large it is there. */
typedef struct laurent {
    number pole[ORDER];
    long double size;
} laurent;

/* t is a point of the circle of radius 1. */
static void laurent_add(laurent *l, number v, number t) {
    number power_of_t = t;
    for (int m = 0; m < ORDER; m++) {
        l->pole[m] += v * power_of_t / CIRCLE;
        power_of_t *= t;
    }
    l->size = fmaxl(l->size, cabsl(v));
}

static int laurent_is_regular(const laurent *l) {
    for (int m = 0; m < ORDER; m++)
        if (!(cabsl(l->pole[m]) <= 1e-9L * l->size))
            return 0;
    return 1;
}

/* What a node divides by; 1 where it does not divide. */
static number divisor(const tree *t, const number *done) {
    if (t->op == QUOTIENT)
        return done[t->arg[1]];
    return t->op == INTEGER_POWER && t->value < 0 ? done[t->arg[0]] : 1;
}

/* Singularities of nodes that cancel count, too: x/x, or 1/x - 1/x, is 1 or 0 on the
 * circle, but near x = 0 its derivatives are differences of numbers like 1/x^2, of which
 * double has no digit left. */
typedef struct nodes_around {
    laurent node[LARGEST], reciprocal[LARGEST];
} nodes_around;

static void nodes_add(nodes_around *n, const wood *w, const number *done, number t) {
    for (int i = 0; i < w->count; i++) {
        laurent_add(&n->node[i], done[i], t);
        laurent_add(&n->reciprocal[i], 1 / divisor(&w->at[i], done), t);
    }
}

static int nodes_are_regular(const nodes_around *n, int count) {
    for (int i = 0; i < count; i++)
        if (!laurent_is_regular(&n->node[i]) || !laurent_is_regular(&n->reciprocal[i]))
            return 0;
    return 1;
}

static expansion expand(const wood *w, const curve *c, long double radius) {
    expansion e = {.is_regular = 1};
    number sum[ORDER + 1] = {0};
    nodes_around around = {0};
    for (int k = 0; k < CIRCLE; k++) {
        const number t =
            radius * cexpl(2 * 3.14159265358979323846264338327950288L * I * k / CIRCLE);
        number x[VARIABLES];
        for (int i = 0; i < VARIABLES; i++)
            x[i] = curve_value(c, i, t);
        number done[LARGEST] = {0};
        const number v = value_at(w, x, done, &e.most);
        for (int m = 0; m <= ORDER; m++)
            sum[m] += v / cpowl(t, m) / CIRCLE;
        nodes_add(&around, w, done, t / radius);
    }
    for (int m = 0; m <= ORDER; m++) {
        e.c[m] = creall(sum[m]);
        e.is_regular &= fabsl(cimagl(sum[m])) <= 1e-9L * e.most / powl(radius, m);
    }
    e.is_regular &= nodes_are_regular(&around, w->count);
    return e;
}

/* --- and the program's --- */

static int input(void *data, const expr_node *n) {
    (void)data;
    return n->variable + VARIABLES * n->order;
}

static double jet_value(void *data, const expr_node *n) {
    const curve *c = data;
    return c->of[n->variable][n->order] * (n->order == 2 ? 2 : 1);
}

static void by_series(graph *g, expr e, const curve *c, double *to) {
    const int lead[VARIABLES] = {SERIES_GIVEN, SERIES_GIVEN, SERIES_GIVEN};
    const int ahead = 0;
    arena *a = graph_arena(g);
    const tape *t = tape_lower(g, a, VARIABLES, input, NULL, 1, &e);
    series *s = series_new(a, t, lead, &ahead, ORDER);
    for (int i = 0; i < VARIABLES; i++)
        memcpy(series_of(s, i), c->of[i], sizeof c->of[i]);
    for (int k = 0; k <= ORDER; k++) {
        series_tails(s, k);
        series_finish(s, k, &to[k]);
    }
}

static void by_derivatives(graph *g, expr e, const curve *c, double *to) {
    for (int k = 0; k <= DERIVATIVES; k++) {
        to[k] = e == EXPR_ZERO ? 0 : expr_evaluate(g, e, jet_value, (void *)(uintptr_t)c);
        e = e == EXPR_ZERO ? e : expr_total(g, e);
    }
    to[2] /= 2;
}

/* --- both --- */

typedef struct tally {
    long drawn, compared, far, outside, close_by;
    double worst;
} tally;
static tally total;

/* Two circles agree where nothing singular is near; what they are apart by is then the
 * error of the finer one at most. */
static const long double RADIUS = 0.02L, SHRINK = 0.7L, AGREE = 1e-11L;
/* Some thousand roundings of double, as far as they move the value; those of higher
 * coefficients are made of more operations. */
static const double ALLOWED = 1e-12, LARGEST_VALUE = 1e6;

static const char *variable_name(void *data, int variable, int order) {
    static const char *const name[3][3] = {
        {"x", "y", "z"}, {"dx", "dy", "dz"}, {"ddx", "ddy", "ddz"}};
    (void)data;
    return name[order][variable];
}

static void compare(graph *g, expr e, const curve *c, const expansion *exact,
                    const double *got, int orders, const char *who) {
    const expr_names words = {variable_name, NULL, NULL};
    for (int m = 0; m <= orders; m++) {
        const double scale = (double)(exact->most / powl(RADIUS, m));
        const double apart = fabs(got[m] - (double)exact->c[m]);
        const double off = apart > 0 ? apart / scale : 0;
        total.worst = fmax(total.worst, off);
        if (off <= ALLOWED)
            continue;
        total.far++;
        print_error("%s: coefficient %d of %s is %.17g instead of %.17Lg at x = %.17g, y "
                    "= %.17g, z = %.17g\n",
                    who, m, expr_print(g, e, &words), got[m], exact->c[m], c->of[0][0],
                    c->of[1][0], c->of[2][0]);
    }
}

static int is_finite(const double *c, int orders) {
    for (int m = 0; m <= orders; m++)
        if (!isfinite(c[m]))
            return 0;
    return 1;
}

static int circles_agree(const expansion *a, const expansion *b) {
    for (int m = 0; m <= ORDER; m++)
        if (!(fabsl(a->c[m] - b->c[m]) <= AGREE * a->most / powl(RADIUS, m)))
            return 0;
    return a->is_regular && b->is_regular;
}

static void one_expression(graph *g) {
    wood w = {.count = 0};
    curve c;
    double series_c[ORDER + 1], derivative_c[ORDER + 1];
    grow(&w, 2 + below(4));
    draw_curve(&c);
    const expr e = build(g, &w);
    total.drawn++;
    by_series(g, e, &c, series_c);
    by_derivatives(g, e, &c, derivative_c);
    if (!is_finite(series_c, ORDER) || !is_finite(derivative_c, DERIVATIVES)) {
        total.outside++;
        return;
    }
    const expansion coarse = expand(&w, &c, RADIUS);
    expansion exact = expand(&w, &c, RADIUS * SHRINK);
    if (!(coarse.most <= LARGEST_VALUE) || !circles_agree(&coarse, &exact)) {
        total.close_by++;
        return;
    }
    exact.most = coarse.most;
    total.compared++;
    compare(g, e, &c, &exact, series_c, ORDER, "series");
    compare(g, e, &c, &exact, derivative_c, DERIVATIVES, "derivatives");
}

static void draw_many(long count) {
    invo_context *c = invo_context_new();
    for (long k = 0; k < count && total.far < 20; k++) {
        arena *a = arena_new(c);
        one_expression(graph_new(a));
        arena_free(a);
    }
    invo_context_free(c);
    print_message(
        "%ld expressions: %ld compared, the farthest %.3g of their values apart, %ld too "
        "far; %ld not "
        "defined there, %ld with a singularity near or large values on the way\n",
        total.drawn, total.compared, total.worst, total.far, total.outside,
        total.close_by);
}

static void expansions_are_those_of_the_tree(void **unused) {
    (void)unused;
    draw_many(FEW);
    assert_int_equal(total.far, 0);
    assert_true(total.compared > FEW / 2); /* or it would compare nothing */
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expansions_are_those_of_the_tree)};
    if (count > 1) {
        draw_many(atol(arguments[1]));
        return total.far > 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
