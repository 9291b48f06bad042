/* Total derivatives of high order: their values against Taylor series arithmetic along a
 * known curve, and their size, which must grow linearly with the order. Rules for single
 * functions are tested against dual numbers in tests/property/test_expr_values.c.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/expr/expr.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { ORDERS = 13 };

static invo_context *context;
static arena *memory;
static graph *g;
static expr x, y, z, t, p;

static int setup(void **state) {
    (void)state;
    context = invo_context_new();
    memory = arena_new(context);
    g = graph_new(memory);
    x = expr_jet(g, 0, 0), y = expr_jet(g, 1, 0), z = expr_jet(g, 2, 0);
    t = expr_time(g), p = expr_parameter(g, 0);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(memory);
    invo_context_free(context);
    return 0;
}

static expr num(double v) {
    return expr_number(g, v);
}
static expr call(expr_op op, expr a) {
    return expr_call(g, op, &a);
}
static expr power(expr a, double k) {
    return expr_pow(g, a, num(k));
}
static expr jet(int variable, int order) {
    return expr_jet(g, variable, order);
}

/* Series c[k] = f^(k)/k! of functions of time. */
typedef struct series {
    long double c[ORDERS];
} series;

static series s_add(series a, series b, long double scale) {
    for (int k = 0; k < ORDERS; k++)
        a.c[k] += scale * b.c[k];
    return a;
}

static series s_mul(series a, series b) {
    series r = {{0}};
    for (int k = 0; k < ORDERS; k++)
        for (int j = 0; j <= k; j++)
            r.c[k] += a.c[j] * b.c[k - j];
    return r;
}

static series s_div(series a, series b) {
    series r = {{0}};
    for (int k = 0; k < ORDERS; k++) {
        r.c[k] = a.c[k];
        for (int j = 0; j < k; j++)
            r.c[k] -= r.c[j] * b.c[k - j];
        r.c[k] /= b.c[0];
    }
    return r;
}

/* u' = f a' for f = f(u) given by a rule that is linear in u: exp; and x^a by
 * x u' = a u x'. */
static series s_exp(series a) {
    series r = {{expl(a.c[0])}};
    for (int k = 1; k < ORDERS; k++) {
        for (int j = 1; j <= k; j++)
            r.c[k] += j * a.c[j] * r.c[k - j];
        r.c[k] /= k;
    }
    return r;
}

static series s_pow(series a, long double e) {
    series r = {{powl(a.c[0], e)}};
    for (int k = 1; k < ORDERS; k++) {
        for (int j = 1; j <= k; j++)
            r.c[k] += (e * j - (k - j)) * a.c[j] * r.c[k - j];
        r.c[k] /= k * a.c[0];
    }
    return r;
}

static series s_sin(series a) {
    series s = {{sinl(a.c[0])}}, c = {{cosl(a.c[0])}};
    for (int k = 1; k < ORDERS; k++) {
        for (int j = 1; j <= k; j++) {
            s.c[k] += j * a.c[j] * c.c[k - j];
            c.c[k] -= j * a.c[j] * s.c[k - j];
        }
        s.c[k] /= k, c.c[k] /= k;
    }
    return s;
}

static series constant(long double v) {
    return (series){{v}};
}

/* The curve: x = exp(0.7 t), y = 1.3 + sin(t), z = 1/(2 - t), at t = 0.3. */
static series curve(int variable) {
    series time = {{0.3L, 1}};
    if (variable == 0)
        return s_exp(s_add(constant(0), time, 0.7L));
    if (variable == 1)
        return s_add(constant(1.3L), s_sin(time), 1);
    return s_div(constant(1), s_add(constant(2), time, -1));
}

static double leaf_value(void *data, const expr_node *n) {
    (void)data;
    if (n->op == OP_TIME)
        return 0.3;
    if (n->op == OP_PARAMETER)
        return 1.5;
    return (double)(curve(n->variable).c[n->order] * tgammal(n->order + 1.0L));
}

/* Derivatives up to order 12 have the values of the series, and the k-th makes at most
 * a + b k nodes, its jets and numbers included. */
static void check(expr e, series expected, int a, int b) {
    int before = graph_count(g);
    for (int k = 0; k < ORDERS; k++) {
        int made = graph_count(g) - before;
        before = graph_count(g);
        if (k > 0 && made > a + b * k)
            fail_msg("order %d makes %d nodes", k, made);
        long double want = expected.c[k] * tgammal(k + 1.0L);
        double got = expr_evaluate(g, e, leaf_value, NULL);
        before = graph_count(g);
        if (!(fabsl(got - want) <= 1e-10L * (1 + fabsl(want))))
            fail_msg("order %d: %.17g, should be %.17Lg", k, got, want);
        e = expr_total(g, e);
    }
}

static void test_power(void **state) {
    (void)state;
    series sx = curve(0), sy = curve(1);
    check(expr_add(g, power(x, 2), power(y, 2)), s_add(s_mul(sx, sx), s_mul(sy, sy), 1),
          10, 3);
    check(power(y, 5), s_pow(sy, 5), 20, 9);
    check(power(y, -1), s_pow(sy, -1), 10, 4);
    check(power(y, -3), s_pow(sy, -3), 20, 7);
    check(power(x, 0.5), s_pow(sx, 0.5L), 20, 8);
    check(power(y, -2.5), s_pow(sy, -2.5L), 20, 8);
}

static void test_product(void **state) {
    (void)state;
    series sx = curve(0), sy = curve(1), sz = curve(2);
    check(expr_mul(g, expr_mul(g, x, y), z), s_mul(s_mul(sx, sy), sz), 10, 5);
    expr all = expr_mul(g, expr_mul(g, power(x, 2), y), power(z, -2));
    check(all, s_mul(s_mul(s_mul(sx, sx), sy), s_pow(sz, -2)), 30, 14);
}

static void test_functions(void **state) {
    (void)state;
    series sx = curve(0), sy = curve(1), one = constant(1), r2;
    check(call(OP_SIN, expr_mul(g, x, y)), s_sin(s_mul(sx, sy)), 20, 8);
    check(expr_div(g, call(OP_EXP, x), expr_add(g, num(1), power(y, 2))),
          s_div(s_exp(sx), s_add(one, s_mul(sy, sy), 1)), 25, 12);
    r2 = s_add(s_mul(sx, sx), s_mul(sy, sy), 1);
    check(call(OP_SQRT, expr_add(g, power(x, 2), power(y, 2))), s_pow(r2, 0.5L), 20, 8);
}

static void test_time_and_parameters(void **state) {
    (void)state;
    series time = {{0.3L, 1}}, sx = curve(0), factor = constant(1.5L);
    check(expr_mul(g, p, expr_mul(g, x, t)), s_mul(factor, s_mul(sx, time)), 15, 4);
    assert_int_equal(expr_total(g, p), EXPR_ZERO);
    assert_int_equal(expr_total(g, num(3)), EXPR_ZERO);
    assert_int_equal(expr_total(g, EXPR_ZERO), EXPR_ZERO);
    assert_int_equal(expr_total(g, t), num(1));
}

static void test_terms_are_collected(void **state) {
    (void)state;
    expr e = power(x, 2);
    for (int k = 0; k < 3; k++)
        e = expr_total(g, e);
    expr want = expr_add(g, expr_mul(g, num(6), expr_mul(g, jet(0, 1), jet(0, 2))),
                         expr_mul(g, num(2), expr_mul(g, x, jet(0, 3))));
    assert_int_equal(e, want);
}

static void test_what_cancels_is_absent(void **state) {
    (void)state;
    expr sine = call(OP_SIN, x);
    assert_int_equal(expr_total(g, expr_sub(g, x, x)), EXPR_ZERO);
    assert_int_equal(expr_partial(g, expr_mul(g, num(0), x), x), EXPR_ZERO);
    /* x stands on both sides, within nested sums */
    expr left = expr_add(g, sine, expr_add(g, expr_mul(g, x, z), y));
    expr right = expr_add(g, sine, expr_add(g, expr_mul(g, x, z), p));
    assert_int_equal(expr_partial(g, expr_sub(g, left, right), x), EXPR_ZERO);
    /* in decimals as well */
    expr tenths =
        expr_sub(g, expr_add(g, expr_mul(g, num(0.1), x), expr_mul(g, num(0.2), x)),
                 expr_mul(g, num(0.3), x));
    assert_int_equal(expr_partial(g, tenths, x), EXPR_ZERO);
    assert_int_equal(expr_total(g, tenths), EXPR_ZERO);
}

static void test_partial_is_flat(void **state) {
    (void)state;
    expr e = expr_mul(g, power(x, 3), expr_mul(g, y, z));
    expr want = expr_mul(g, num(3), expr_mul(g, power(x, 2), expr_mul(g, y, z)));
    assert_int_equal(expr_partial(g, e, x), want);
    assert_int_equal(expr_partial(g, e, jet(0, 1)), EXPR_ZERO);
    assert_int_equal(expr_partial(g, expr_mul(g, p, t), t), p);
    assert_int_equal(expr_partial(g, expr_mul(g, p, t), p), t);
}

/* No logarithm where the exponent does not depend: x may be negative or zero. */
static void test_pow_only_what_depends(void **state) {
    (void)state;
    expr want = expr_mul(g, p, expr_pow(g, x, expr_sub(g, p, num(1))));
    assert_int_equal(expr_partial(g, expr_pow(g, x, p), x), want);
    expr exponential = expr_pow(g, p, x);
    assert_int_equal(expr_partial(g, exponential, x),
                     expr_mul(g, exponential, call(OP_LOG, p)));
    expr e = expr_partial(g, power(x, 1.5), x); /* finite at x = 0 */
    assert_int_equal(e, expr_mul(g, num(1.5), power(x, 0.5)));
}

static void test_jumps_have_no_slope(void **state) {
    (void)state;
    static const expr_op unary[] = {OP_SIGN, OP_FLOOR, OP_CEIL, OP_INTEGER, OP_NOT};
    static const expr_op binary[] = {OP_DIV, OP_LT, OP_LE,  OP_GT, OP_GE,
                                     OP_EQ,  OP_NE, OP_AND, OP_OR};
    for (size_t i = 0; i < sizeof unary / sizeof *unary; i++)
        assert_int_equal(expr_total(g, call(unary[i], x)), EXPR_ZERO);
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
        assert_int_equal(expr_total(g, expr_call(g, binary[i], (expr[]){x, y})),
                         EXPR_ZERO);
}

static void test_branches(void **state) {
    (void)state;
    expr c = expr_call(g, OP_LT, (expr[]){x, y});
    expr e = expr_if(g, c, power(x, 2), num(3));
    assert_int_equal(expr_partial(g, e, x),
                     expr_if(g, c, expr_mul(g, num(2), x), num(0)));
    assert_int_equal(expr_partial(g, expr_if(g, c, num(1), num(2)), x), EXPR_ZERO);
    assert_int_equal(expr_total(g, expr_call(g, OP_MIN, (expr[]){x, y})),
                     expr_if(g, c, jet(0, 1), jet(1, 1)));
    expr quotient = call(OP_FLOOR, expr_div(g, x, y));
    assert_int_equal(expr_total(g, expr_call(g, OP_MOD, (expr[]){x, y})),
                     expr_sub(g, jet(0, 1), expr_mul(g, quotient, jet(1, 1))));
    quotient = expr_call(g, OP_DIV, (expr[]){x, y});
    assert_int_equal(expr_total(g, expr_call(g, OP_REM, (expr[]){x, y})),
                     expr_sub(g, jet(0, 1), expr_mul(g, quotient, jet(1, 1))));
}

/* A million nodes deep: no recursion anywhere. */
static void test_deep_chain(void **state) {
    (void)state;
    expr e = x;
    for (int i = 0; i < 1000000 / 2; i++)
        e = call(OP_SIN, expr_add(g, e, num(1)));
    assert_true(expr_partial(g, e, x) != EXPR_ZERO);
    assert_true(expr_total(g, e) != EXPR_ZERO);
    assert_true(isfinite(expr_evaluate(g, expr_partial(g, e, x), leaf_value, NULL)));
}

/* Many small derivatives within a large graph cost what they reach. */
static void test_small_in_large_graph(void **state) {
    (void)state;
    expr e = x;
    for (int i = 0; i < 500000; i++)
        e = call(OP_SIN, e);
    expr small = expr_mul(g, x, y);
    for (int i = 0; i < 100000; i++)
        assert_int_equal(expr_partial(g, small, x), y);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_power),
        TEST(test_product),
        TEST(test_functions),
        TEST(test_time_and_parameters),
        TEST(test_terms_are_collected),
        TEST(test_what_cancels_is_absent),
        TEST(test_partial_is_flat),
        TEST(test_pow_only_what_depends),
        TEST(test_jumps_have_no_slope),
        TEST(test_branches),
        TEST(test_deep_chain),
        TEST(test_small_in_large_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
