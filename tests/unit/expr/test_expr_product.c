/* Normal form of products and quotients. That values survive it is tested in
 * tests/property/test_expr_values.c.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
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

static expr power(expr e, double k) {
    return expr_pow(g, e, num(k));
}
#define get(e) expr_get(g, e)
static double value(void *data, const expr_node *n) {
    (void)n;
    return *(double *)data;
}
static double at(expr e, double v) {
    return expr_evaluate(g, e, value, &v);
}

static void test_powers_are_collected(void **state) {
    (void)state;
    expr square = expr_mul(g, x, x);
    assert_int_equal(square, power(x, 2));
    assert_int_equal(expr_mul(g, square, power(x, 3)), power(x, 5));
    assert_int_equal(power(square, -3), power(x, -6));
    assert_int_equal(power(expr_mul(g, x, y), 2), expr_mul(g, power(y, 2), square));
    assert_int_equal(expr_div(g, expr_div(g, x, y), z),
                     expr_div(g, x, expr_mul(g, y, z)));
    assert_int_equal(power(power(x, -1), -1), x);
    assert_int_equal(power(x, 1), x);
}

static void test_opposite_exponents_stay(void **state) {
    (void)state;
    expr one = expr_div(g, x, x);
    assert_int_equal(get(one)->op, OP_PRODUCT);
    assert_true(isnan(at(one, 0)));
    assert_true(isnan(at(expr_div(g, power(x, 2), x), 0)));
}

static void test_exponents(void **state) {
    (void)state;
    assert_int_equal(power(x, 0), num(1)); /* as pow(NaN, 0) */
    assert_int_equal(get(power(x, 64))->op, OP_PRODUCT);
    assert_int_equal(get(power(x, 65))->op, OP_POW);
    assert_int_equal(get(power(x, 0.5))->op, OP_POW);
    assert_int_equal(get(expr_pow(g, x, y))->op, OP_POW);
    assert_int_equal(power(num(2), 10), num(1024));
    expr large = expr_mul(g, power(x, 60), power(x, 60)); /* not merged beyond 64 */
    assert_int_equal(large, expr_mul(g, power(x, 56), power(x, 64)));
    assert_true(at(large, 1.25) == pow(1.25, 56) * pow(1.25, 64) ||
                fabs(at(large, 1.25) / pow(1.25, 120) - 1) < 1e-13);
    assert_true(fabs(at(power(power(x, 8), 16), 1.25) / pow(1.25, 128) - 1) < 1e-13);
}

static void test_roots_are_functions(void **state) {
    (void)state;
    expr root = expr_call(g, OP_SQRT, &x);
    assert_int_not_equal(power(x, 0.5), root); /* differ at -inf */
    assert_int_not_equal(power(root, 2), x);   /* differ at -1 */
}

static void test_coefficients(void **state) {
    (void)state;
    expr xy = expr_mul(g, x, y);
    assert_int_equal(expr_mul(g, num(1), x), x);
    assert_int_equal(expr_mul(g, num(2), expr_mul(g, num(3), x)), expr_mul(g, x, num(6)));
    assert_int_equal(expr_product(g, 3, (expr[]){num(0.5), xy, num(2)}), xy);
    expr zero = expr_mul(g, num(0), x);
    assert_int_equal(get(zero)->op, OP_PRODUCT);
    assert_true(isnan(at(zero, INFINITY)));
    assert_true(signbit(at(expr_mul(g, num(-3), zero), 2)));
    assert_int_equal(expr_mul(g, num(2), num(3)), num(6));
    assert_true(isnan(get(expr_mul(g, num(0), num(INFINITY)))->value));
    assert_int_equal(expr_product(g, 0, NULL), num(1));
}

static void test_extreme_constants_stay_apart(void **state) {
    (void)state;
    expr tiny = expr_mul(g, num(1e-200), expr_mul(g, num(1e-200), x));
    assert_true(at(tiny, INFINITY) == INFINITY);
    expr huge = expr_mul(g, num(1e200), expr_mul(g, num(1e200), x));
    assert_true(at(huge, 0) == 0);
    assert_true(at(power(expr_mul(g, num(1e-200), x), 2), INFINITY) == INFINITY);
    assert_true(at(power(expr_mul(g, num(1e200), x), -2), 0) == INFINITY);
    expr quotient = expr_div(g, expr_div(g, x, num(1e-200)), num(1e-200));
    assert_true(at(quotient, 0) == 0);
    assert_true(isnan(at(expr_mul(g, num(INFINITY), x), 0)));
}

/* x / 3 is one correctly rounded division, x / 4 a multiplication. */
static void test_constant_divisors(void **state) {
    (void)state;
    expr third = expr_div(g, x, num(3));
    for (int i = 1; i < 1000; i++)
        assert_true(at(third, i) == i / 3.0);
    assert_int_equal(expr_div(g, x, num(4)), expr_mul(g, num(0.25), x));
    assert_int_equal(expr_div(g, x, num(-3)), expr_neg(g, third));
    assert_int_equal(expr_mul(g, third, num(3)), x);
    assert_int_equal(expr_mul(g, third, num(0)), expr_mul(g, num(0), x));
    assert_int_equal(expr_div(g, third, num(5)), expr_div(g, x, num(15)));
    assert_int_equal(expr_div(g, num(1), num(3)), num(1.0 / 3));
    assert_true(at(expr_div(g, x, num(0)), -1) == -INFINITY);
    assert_true(at(expr_div(g, x, num(-0.0)), 1) == -INFINITY);
}

/* Inside out: the derivative of sin(xy) is one factor of what encloses it. */
static void test_closed_factors(void **state) {
    (void)state;
    expr xy = expr_mul(g, x, y), sine = expr_call(g, OP_SIN, &xy);
    expr e = expr_total(g, expr_mul(g, z, power(x, 3)));
    int closed = 0;
    for (expr i = 0; i < graph_count(g); i++) {
        const expr_node *n = get(i);
        closed += n->closed;
        assert_false(n->closed && n->value != 1);
        for (int k = 0; k < n->count; k++)
            assert_true(n->op == OP_PRODUCT || !get(n->arg[k])->closed);
    }
    assert_true(closed > 0);
    assert_false(get(e)->closed || get(expr_total(g, sine))->closed);
}

static double value_of_jet(void *data, const expr_node *n) {
    return ((const double *)data)[n->variable];
}

static void test_a_whole_factor_is_evaluated_first(void **state) {
    (void)state;
    double at_jet[] = {0.1, 0.2, 0.3};
    expr inner = expr_mul(g, y, z);
    expr whole = expr_whole(g, inner);
    double flat = expr_evaluate(g, expr_mul(g, x, inner), value_of_jet, at_jet);
    double apart = expr_evaluate(g, expr_mul(g, whole, x), value_of_jet, at_jet);
    assert_true(0.1 * 0.2 * 0.3 != 0.1 * (0.2 * 0.3));
    assert_true(flat == 0.1 * 0.2 * 0.3);
    assert_true(apart == 0.1 * (0.2 * 0.3));
    assert_int_equal(expr_whole(g, x), x);
    assert_int_equal(expr_add(g, whole, x), expr_add(g, inner, x));
}

static void test_structural_zero(void **state) {
    (void)state;
    assert_int_equal(expr_mul(g, EXPR_ZERO, x), EXPR_ZERO);
    assert_int_equal(expr_mul(g, x, EXPR_ZERO), EXPR_ZERO);
    assert_int_equal(expr_div(g, EXPR_ZERO, x), EXPR_ZERO);
    assert_int_equal(expr_mul(g, x, y), expr_mul(g, y, x)); /* scratch is clean */
}

static void test_many_factors(void **state) {
    (void)state;
    enum { MANY = 1000 };
    expr factor[MANY];
    for (int i = 0; i < MANY; i++)
        factor[i] = expr_jet(g, i % 500, 0);
    expr e = expr_product(g, MANY, factor);
    assert_int_equal(get(e)->count, 500);
    assert_true(expr_total(g, e) != EXPR_ZERO);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_powers_are_collected),
        TEST(test_opposite_exponents_stay),
        TEST(test_exponents),
        TEST(test_roots_are_functions),
        TEST(test_coefficients),
        TEST(test_extreme_constants_stay_apart),
        TEST(test_constant_divisors),
        TEST(test_closed_factors),
        TEST(test_a_whole_factor_is_evaluated_first),
        TEST(test_structural_zero),
        TEST(test_many_factors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
