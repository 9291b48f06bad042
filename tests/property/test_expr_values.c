/* Random expressions, evaluated as written by a little tree evaluator and through graph
 * and tape. Where no operation rounds, on either way, the results agree to the last bit,
 * NaN, infinities and signs of zeros included: normal forms keep values. Where one does,
 * finite results agree within the running error bounds. First derivatives are compared
 * with dual numbers along the tree. SPDX-License-Identifier: BSD-3-Clause */
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "../../src/evaluate/interpreter.h"
#include "../../src/expr/expr.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { VARIABLES = 3, LARGEST = 64 };

/* op: an op of the graph, with OP_SUM for a + b and OP_PRODUCT for a * b, or one of */
enum { DIFFERENCE = OP_COUNT, QUOTIENT, NEGATIVE, INTEGER_POWER };
typedef struct tree {
    int op, arg[3]; /* arguments: earlier entries */
    double value;   /* OP_NUMBER; exponent of INTEGER_POWER */
    int variable;   /* OP_JET */
} tree;
typedef struct wood {
    tree at[LARGEST];
    int count;
} wood;

static uint64_t state = 88172645463325252u;
static int below(int n) { /* xorshift64 */
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (int)(state % (uint64_t)n);
}

static const double constants[] = {0,    -0.0, 1,  -1,  2,     -2,       0.5,      3,
                                   -2.5, 4,    10, 1e3, 0.125, INFINITY, -INFINITY};
static const double points[] = {NAN,  INFINITY, -INFINITY, 0, -0.0, 1,     -1,   0.5,
                                -2.5, 3,        1e-3,      2, 4,    -0.25, 0.75, -8};
#define PICK(array) array[below((int)(sizeof array / sizeof *array))]

static const int arithmetic[] = {OP_SUM,   OP_SUM,     DIFFERENCE, OP_PRODUCT,
                                 QUOTIENT, OP_PRODUCT, NEGATIVE,   INTEGER_POWER};
static const int rough[] = {OP_ABS, OP_SIGN, OP_FLOOR, OP_CEIL, OP_MIN, OP_MAX, OP_LT,
                            OP_LE,  OP_GT,   OP_GE,    OP_EQ,   OP_NE,  OP_AND, OP_OR,
                            OP_NOT, OP_IF,   OP_SQRT,  OP_MOD,  OP_REM, OP_DIV};
static const int smooth[] = {OP_SIN,  OP_COS,   OP_TAN,  OP_ASIN,  OP_ACOS,
                             OP_ATAN, OP_SINH,  OP_COSH, OP_EXP,   OP_TANH,
                             OP_LOG,  OP_LOG10, OP_SQRT, OP_ATAN2, OP_POW,
                             OP_ABS,  OP_MIN,   OP_MAX,  OP_IF};
typedef enum flavour { EXACT, SMOOTH } flavour;

static int arity(int op) {
    static const int binary[] = {OP_SUM,   OP_PRODUCT, DIFFERENCE, QUOTIENT,
                                 OP_ATAN2, OP_POW,     OP_MIN,     OP_MAX,
                                 OP_MOD,   OP_REM,     OP_DIV};
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
        if (op == binary[i])
            return 2;
    if (op == OP_IF)
        return 3;
    if (op == OP_NUMBER || op == OP_JET)
        return 0;
    return op >= OP_LT && op <= OP_OR ? 2 : 1;
}

static int leaf(wood *w, flavour f) {
    tree t = {.op = below(3) ? OP_JET : OP_NUMBER};
    t.variable = below(VARIABLES);
    t.value = f == EXACT ? PICK(constants) : (below(19) - 9) / 4.0;
    w->at[w->count] = t;
    return w->count++;
}

static int grow(wood *w, flavour f, int depth) {
    if (depth == 0 || below(8) == 0 || w->count > LARGEST - 8)
        return leaf(w, f);
    tree t = {.op = below(4)     ? PICK(arithmetic)
                    : f == EXACT ? PICK(rough)
                                 : PICK(smooth)};
    t.value = below(9) - 4;
    for (int i = 0; i < arity(t.op); i++) /* sometimes shared, so that terms meet */
        t.arg[i] = w->count && below(4) == 0 ? below(w->count) : grow(w, f, depth - 1);
    if (w->count == LARGEST)
        return w->count - 1;
    w->at[w->count] = t;
    return w->count++;
}

static expr build_node(graph *g, const tree *t, const expr *done) {
    expr a[3] = {done[t->arg[0]], done[t->arg[1]], done[t->arg[2]]};
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
    case NEGATIVE:
        return expr_neg(g, a[0]);
    case INTEGER_POWER:
        return expr_pow(g, a[0], expr_number(g, t->value));
    case OP_IF:
        return expr_if(g, a[0], a[1], a[2]);
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

/* Value, running error bound, derivative. */
typedef struct dual {
    double v, e, d;
} dual;

static dual function(int op, dual a, dual b) {
    double x = a.v, y = b.v, v = NAN, sx = 0, sy = 0;
    switch (op) {
#define UNARY(code, name, result, shape, value, slope, ...)                              \
    case OP_##code:                                                                      \
        v = value, sx = slope;                                                           \
        break;
#define BINARY(code, name, result, shape, value, slope_x, slope_y, ...)                  \
    case OP_##code:                                                                      \
        v = value, sx = slope_x, sy = slope_y;                                           \
        break;
#include "../../src/expr/op.def"
#undef UNARY
#undef BINARY
    }
    dual r = {v, fabs(sx) * a.e + (b.e ? fabs(sy) * b.e : 0) + fabs(v), 0};
    if (op == OP_ABS)
        sx = (x > 0) - (x < 0);
    if (op == OP_MIN)
        sx = x < y, sy = !sx;
    if (op == OP_MAX)
        sx = x > y, sy = !sx;
    r.d = (a.d ? sx * a.d : 0) + (b.d ? sy * b.d : 0);
    return r;
}

static double naive_power(double x, double k) {
    if (x == 0 || !isfinite(x))
        return pow(x, k);
    double v = 1;
    for (int i = 0; i < fabs(k); i++)
        v *= x;
    return k < 0 ? 1 / v : v;
}

static double naive_function(int op, double x, double y) {
    switch (op) {
#define UNARY(code, name, result, shape, value, ...)                                     \
    case OP_##code:                                                                      \
        return value;
#define BINARY(code, name, result, shape, value, ...)                                    \
    case OP_##code:                                                                      \
        return value;
#include "../../src/expr/op.def"
#undef UNARY
#undef BINARY
    }
    return NAN;
}

/* As written; nothing else is computed, for the sake of the exception flags. */
static double naive_value(const wood *w, const double *u) {
    double v[LARGEST] = {0};
    for (int i = 0; i < w->count; i++) {
        const tree *t = &w->at[i];
        double a = v[t->arg[0]], b = v[t->arg[1]];
        switch (t->op) {
        case OP_NUMBER:
            v[i] = t->value;
            break;
        case OP_JET:
            v[i] = u[t->variable];
            break;
        case OP_SUM:
            v[i] = a + b;
            break;
        case DIFFERENCE:
            v[i] = a - b;
            break;
        case OP_PRODUCT:
            v[i] = a * b;
            break;
        case QUOTIENT:
            v[i] = a / b;
            break;
        case NEGATIVE:
            v[i] = -a;
            break;
        case INTEGER_POWER:
            v[i] = naive_power(a, t->value);
            break;
        case OP_IF:
            v[i] = a != 0 ? b : v[t->arg[2]];
            break;
        default:
            v[i] = naive_function(t->op, a, b);
        }
    }
    return v[w->count - 1];
}

static dual integer_power(dual a, double k) {
    if (k == 0)
        return (dual){1, 1, 0};
    double v = naive_power(a.v, k), slope = k * naive_power(a.v, k - 1);
    return (dual){v, fabs(slope) * a.e + 8 * fabs(v), slope * a.d};
}

static dual naive_node(const tree *t, const dual *done, const double *u,
                       const double *du) {
    dual a = done[t->arg[0]], b = done[t->arg[1]];
    double v;
    switch (t->op) {
    case OP_NUMBER:
        return (dual){t->value, fabs(t->value), 0};
    case OP_JET:
        return (dual){u[t->variable], fabs(u[t->variable]), du[t->variable]};
    case OP_SUM:
        v = a.v + b.v;
        return (dual){v, a.e + b.e + fabs(v), a.d + b.d};
    case DIFFERENCE:
        v = a.v - b.v;
        return (dual){v, a.e + b.e + fabs(v), a.d - b.d};
    case OP_PRODUCT:
        v = a.v * b.v;
        return (dual){v, fabs(a.v) * b.e + fabs(b.v) * a.e + fabs(v),
                      a.v * b.d + b.v * a.d};
    case QUOTIENT:
        v = a.v / b.v;
        return (dual){v, (a.e + fabs(v) * b.e) / fabs(b.v) + fabs(v),
                      (a.d - v * b.d) / b.v};
    case NEGATIVE:
        return (dual){-a.v, a.e, -a.d};
    case INTEGER_POWER:
        return integer_power(a, t->value);
    case OP_IF:
        return a.v != 0 ? b : done[t->arg[2]];
    default:
        return function(t->op, a, b);
    }
}

static dual naive(const wood *w, const double *u, const double *du) {
    dual done[LARGEST];
    memset(done, 0, sizeof done);
    for (int i = 0; i < w->count; i++)
        done[i] = naive_node(&w->at[i], done, u, du);
    return done[w->count - 1];
}

static int input(void *data, const expr_node *n) {
    (void)data;
    return n->variable + VARIABLES * n->order;
}
static double leaf_value(void *data, const expr_node *n) {
    return ((const double *)data)[input(NULL, n)];
}

static int same(double a, double b) {
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

enum { ROUNDED = FE_INEXACT | FE_OVERFLOW | FE_UNDERFLOW };

/* Value of e by tape, with its error bound, and whether the run rounded; u: [2 VARIABLES]
 */
static dual by_tape(graph *g, expr e, const double *u, int *rounded) {
    const tape *t = tape_lower(g, graph_arena(g), 2 * VARIABLES, input, NULL, 1, &e);
    double *slot = ARENA_ARRAY(graph_arena(g), double, 2 * t->slots);
    double *error = slot + t->slots, v, w, bound;
    for (int i = 0; i < 2 * VARIABLES; i++)
        slot[i] = u[i], error[i] = fabs(u[i]);
    tape_prepare(t, slot);
    feclearexcept(FE_ALL_EXCEPT);
    tape_run(t, slot, &v);
    *rounded = fetestexcept(ROUNDED);
    tape_run_bound(t, slot, error, &w, &bound);
    assert_true(same(v, w));
    return (dual){v, bound, 0};
}

static const char *variable_name(void *data, int variable, int order) {
    static const char *const name[2][3] = {{"x", "y", "z"}, {"dx", "dy", "dz"}};
    (void)data;
    return name[order][variable];
}
static void complain(graph *g, expr e, const double *u, dual expected, dual got) {
    expr_names n = {variable_name, NULL, NULL};
    print_error("%s at x=%g y=%g z=%g dx=%g dy=%g dz=%g\nexpected %.17g (e %g), got "
                "%.17g (e %g)\n",
                expr_print(g, e, &n), u[0], u[1], u[2], u[3], u[4], u[5], expected.v,
                expected.e, got.v, got.e);
}

typedef struct tally {
    int exact, special, close, skipped;
} tally;

static int is_close(dual a, dual b) {
    /* Both ways round differently; the bounds are of first order and per operation. */
    return fabs(a.v - b.v) <= 2 * DBL_EPSILON * (a.e + b.e);
}

static int is_rough(const wood *w) {
    for (int i = 0; i < w->count; i++)
        for (size_t k = 0; k < sizeof rough / sizeof *rough; k++)
            if (w->at[i].op == rough[k])
                return 1;
    return 0;
}

/* What the values have to do with each other depends on whether anything was rounded:
 * then a function that jumps, or a division by what cancels, may go either way. */
static void compare(graph *g, const wood *w, expr e, const double *u, int folded,
                    tally *n) {
    int rounded, ok = 1;
    feclearexcept(FE_ALL_EXCEPT);
    double exact = naive_value(w, u);
    int naive_rounded = fetestexcept(ROUNDED);
    dual expected = naive(w, u, u + VARIABLES), got = by_tape(g, e, u, &rounded);
    assert_true(same(exact, expected.v));
    assert_true(same(got.v, expr_evaluate(g, e, leaf_value, (void *)(uintptr_t)u)));
    if (!rounded && !naive_rounded && !folded) {
        n->exact++, n->special += !isnormal(exact);
        ok = same(exact, got.v);
    } else if (!is_rough(w) && isfinite(expected.e + got.e)) {
        n->close++;
        ok = is_close(expected, got);
    } else {
        n->skipped++;
    }
    if (!ok)
        complain(g, e, u, expected, got);
    assert_true(ok);
}

static void with_graph(void (*body)(graph *g)) {
    invo_context *c = invo_context_new();
    arena *a = arena_new(c);
    body(graph_new(a));
    arena_free(a);
    invo_context_free(c);
}

static tally total;

static void one_exact_tree(graph *g) {
    wood w = {.count = 0};
    grow(&w, EXACT, 2 + below(4));
    feclearexcept(FE_ALL_EXCEPT);
    expr e = build(g, &w);
    int folded = fetestexcept(ROUNDED); /* constants */
    for (int trial = 0; trial < 8; trial++) {
        double u[2 * VARIABLES] = {PICK(points), PICK(points), PICK(points)};
        compare(g, &w, e, u, folded, &total);
    }
}

static void test_normal_form_keeps_values(void **unused) {
    (void)unused;
    total = (tally){0};
    for (int i = 0; i < 20000; i++)
        with_graph(one_exact_tree);
    print_message("%d exact, %d of them special; %d close; %d skipped\n", total.exact,
                  total.special, total.close, total.skipped);
    assert_true(total.special > 10000 && total.exact - total.special > 10000);
    assert_true(total.close > 1000);
}

static double random_real(void) {
    return (below(2000001) - 1000000) / 4e5;
}

static void one_smooth_tree(graph *g) {
    wood w = {.count = 0};
    grow(&w, SMOOTH, 2 + below(4));
    feclearexcept(FE_ALL_EXCEPT);
    expr e = build(g, &w);
    for (int trial = 0; trial < 4; trial++) {
        double u[2 * VARIABLES] = {random_real(), random_real(), random_real()};
        compare(g, &w, e, u, 1, &total);
    }
}

static void test_functions_keep_values(void **unused) {
    (void)unused;
    total = (tally){0};
    for (int i = 0; i < 10000; i++)
        with_graph(one_smooth_tree);
    print_message("%d close; %d skipped\n", total.close, total.skipped);
    assert_true(total.close > 10000);
}

/* Dual numbers have no error bound; most of theirs is that of the derivative's terms. */
static void compare_slope(graph *g, expr slope, const double *u, double expected) {
    int rounded;
    dual got = slope == EXPR_ZERO ? (dual){0, 0, 0} : by_tape(g, slope, u, &rounded);
    if (!isfinite(expected) || !isfinite(got.v) || !isfinite(got.e)) {
        total.skipped++;
        return;
    }
    int ok = fabs(got.v - expected) <=
             1e-11 * (1 + fabs(expected)) + 100 * DBL_EPSILON * got.e;
    if (!ok)
        complain(g, slope, u, (dual){expected, 0, 0}, got);
    assert_true(ok);
    total.close++;
}

static void one_derivative(graph *g) {
    wood w = {.count = 0};
    grow(&w, SMOOTH, 2 + below(4));
    expr e = build(g, &w), slope = expr_total(g, e);
    double u[2 * VARIABLES];
    for (int i = 0; i < 2 * VARIABLES; i++)
        u[i] = random_real();
    compare_slope(g, slope, u, naive(&w, u, u + VARIABLES).d);
    for (int j = 0; j < VARIABLES; j++) {
        double unit[VARIABLES] = {0};
        unit[j] = 1;
        expr by_j = expr_partial(g, e, expr_jet(g, j, 0));
        compare_slope(g, by_j, u, naive(&w, u, unit).d);
    }
}

static void test_derivatives(void **unused) {
    (void)unused;
    total = (tally){0};
    for (int i = 0; i < 20000; i++)
        with_graph(one_derivative);
    print_message("%d close; %d skipped\n", total.close, total.skipped);
    assert_true(total.close > 40000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_normal_form_keeps_values),
        cmocka_unit_test(test_functions_keep_values),
        cmocka_unit_test(test_derivatives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
