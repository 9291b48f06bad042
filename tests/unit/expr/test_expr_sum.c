/* Normal form of sums. That values survive it is tested in
 * tests/property/test_expr_values.c. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include "../../../src/expr/expr.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static invo_context *context;
static arena *memory;
static graph *g;
static expr x, y, z;

static int setup(void **state) {
    (void)state;
    context = invo_context_new();
    memory = arena_new(context);
    g = graph_new(memory);
    x = expr_jet(g, 0, 0), y = expr_jet(g, 1, 0), z = expr_jet(g, 2, 0);
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

static expr times(double c, expr e) {
    return expr_mul(g, num(c), e);
}
#define get(e) expr_get(g, e)

static void test_like_terms(void **state) {
    (void)state;
    assert_int_equal(expr_add(g, times(2, x), times(3, x)), times(5, x));
    assert_int_equal(expr_add(g, x, x), times(2, x));
    assert_int_equal(expr_sub(g, times(-2, x), x), times(-3, x));
    expr both = expr_sub(g, times(3, x), x); /* NaN at infinity */
    assert_int_equal(get(both)->op, OP_SUM);
    assert_int_equal(get(both)->count, 2);
    assert_int_equal(get(expr_add(g, times(0, x), x))->count, 2);
}

static void test_sums_are_flat_and_sorted(void **state) {
    (void)state;
    expr a = expr_add(g, expr_add(g, x, y), expr_add(g, z, num(1)));
    expr b = expr_add(g, expr_add(g, num(1), z), expr_add(g, y, x));
    assert_int_equal(a, b);
    assert_int_equal(get(a)->count, 3);
    assert_true(get(a)->value == 1);
}

static void test_constants(void **state) {
    (void)state;
    expr one_more = expr_add(g, x, num(1));
    assert_int_equal(expr_add(g, one_more, num(2)), expr_add(g, num(3), x));
    assert_int_equal(expr_sub(g, x, num(0)), x);
    assert_int_equal(expr_add(g, x, num(-0.0)), x);
    assert_int_equal(get(expr_add(g, x, num(0)))->op, OP_SUM); /* +0 at x = -0 */
    assert_int_equal(expr_add(g, num(2), num(3)), num(5));
    assert_int_equal(expr_add(g, num(-0.0), num(-0.0)), num(-0.0));
    assert_int_equal(expr_sub(g, num(2), num(2)), num(0));
    assert_int_equal(expr_neg(g, num(0)), num(-0.0));
}

/* -(1 + -1) is -0, and -1 + 1 is +0. */
static void test_signs_stay_outside(void **state) {
    (void)state;
    expr s = expr_add(g, x, y);
    assert_int_equal(get(expr_neg(g, s))->op, OP_PRODUCT);
    assert_int_equal(expr_neg(g, expr_neg(g, s)), s);
    assert_int_equal(get(expr_sub(g, z, s))->count, 2);
    assert_int_equal(get(times(3, s))->op, OP_PRODUCT);
    assert_int_equal(expr_add(g, z, times(3, s)),
                     expr_sum(g, 2, (double[]){3, 1}, (expr[]){s, z}));
}

static void test_products_give_their_coefficient(void **state) {
    (void)state;
    expr xy = expr_mul(g, x, y);
    expr e = expr_add(g, times(2, xy), expr_add(g, z, times(3, xy)));
    assert_int_equal(e, expr_add(g, times(5, xy), z));
    for (int i = 0; i < get(e)->count; i++)
        if (get(e)->arg[i] != z)
            assert_int_equal(get(e)->arg[i], xy);
}

static void test_coefficients_that_become_simple(void **state) {
    (void)state;
    expr s = expr_add(g, x, y), third = expr_div(g, x, num(3));
    expr halves = expr_add(g, expr_add(g, z, times(0.5, s)), times(0.5, s));
    assert_int_equal(halves, expr_add(g, z, s));
    expr thirds = expr_add(g, expr_add(g, third, third), expr_add(g, third, z));
    assert_int_equal(thirds, expr_add(g, x, z));
    assert_int_equal(expr_sum(g, 1, (double[]){3}, &third), x);
}

static void test_overflow_is_not_folded(void **state) {
    (void)state;
    expr e = expr_add(g, times(1e308, x), times(1e308, x)); /* 0 at x = 0 */
    assert_int_equal(get(e)->count, 2);
    assert_true(get(e)->coefficient[0] == 1e308 && get(e)->coefficient[1] == 1e308);
    expr small = expr_sum(g, 2, (double[]){1e-200, 1}, (expr[]){times(1e-200, x), y});
    for (int i = 0; i < get(small)->count; i++)
        assert_true(get(small)->coefficient[i] != 0);
    expr infinite = expr_sum(g, 2, (double[]){INFINITY, 1}, (expr[]){x, y});
    assert_int_equal(infinite, expr_add(g, times(INFINITY, x), y));
}

static void test_structural_zero(void **state) {
    (void)state;
    assert_int_equal(expr_add(g, EXPR_ZERO, EXPR_ZERO), EXPR_ZERO);
    assert_int_equal(expr_add(g, x, EXPR_ZERO), x);
    assert_int_equal(expr_sub(g, EXPR_ZERO, x), expr_neg(g, x));
    assert_int_equal(expr_neg(g, EXPR_ZERO), EXPR_ZERO);
    assert_int_equal(expr_sum(g, 0, NULL, NULL), EXPR_ZERO);
}

static void test_long_sum_is_fast(void **state) {
    (void)state;
    enum { MANY = 1000000 };
    double *c = malloc(MANY * sizeof *c);
    expr *term = malloc(MANY * sizeof *term);
    for (int i = 0; i < MANY; i++)
        c[i] = i % 7 - 3, term[i] = expr_jet(g, i / 2, 0);
    expr e = expr_sum(g, MANY, c, term);
    assert_true(get(e)->count > MANY / 2);
    free(c);
    free(term);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_like_terms),
        TEST(test_sums_are_flat_and_sorted),
        TEST(test_constants),
        TEST(test_signs_stay_outside),
        TEST(test_products_give_their_coefficient),
        TEST(test_coefficients_that_become_simple),
        TEST(test_overflow_is_not_folded),
        TEST(test_structural_zero),
        TEST(test_long_sum_is_fast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
