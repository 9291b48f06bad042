/* Value of one expression. Against tapes and naive evaluation:
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

static double leaf(void *data, const expr_node *n) {
    const double *u = data;
    return n->op == OP_TIME ? 10 : n->op == OP_PARAMETER ? 7 : u[n->variable];
}
static double at(expr e, double a, double b) {
    return expr_evaluate(g, e, leaf, (double[]){a, b, 1});
}

static void test_arithmetic(void **state) {
    (void)state;
    expr e = expr_sub(g, expr_mul(g, num(2), expr_pow(g, x, num(3))), expr_div(g, y, x));
    assert_true(at(e, 3, 6) == 52);
    assert_true(at(expr_add(g, expr_time(g), expr_parameter(g, 3)), 0, 0) == 17);
    assert_true(at(num(4), 0, 0) == 4);
    assert_true(at(EXPR_ZERO, 1, 1) == 0);
}

static void test_specials(void **state) {
    (void)state;
    assert_true(isnan(at(expr_sub(g, x, x), INFINITY, 0)));
    assert_true(signbit(at(expr_mul(g, x, y), -0.0, 1)));
    assert_true(signbit(at(expr_neg(g, expr_add(g, x, y)), 1, -1)));
    assert_true(at(expr_pow(g, x, num(-3)), -0.0, 0) == -INFINITY);
}

/* Both branches are evaluated, one is taken. */
static void test_if(void **state) {
    (void)state;
    expr c = expr_call(g, OP_LT, (expr[]){x, num(0)});
    expr e = expr_if(g, c, num(0), expr_call(g, OP_SQRT, &x));
    assert_true(at(e, -4, 0) == 0);
    assert_true(at(e, 4, 0) == 2);
}

/* The value of a parameter is another expression of the same graph, with another x. */
static double bound(void *data, const expr_node *n) {
    double here = *(double *)data, inside = here + 1;
    if (n->op != OP_PARAMETER)
        return here;
    if (n->variable == 2)
        return 1;
    expr next = expr_mul(g, expr_parameter(g, n->variable + 1), expr_add(g, x, num(1)));
    return expr_evaluate(g, next, bound, &inside);
}

static void test_nested(void **state) {
    (void)state;
    expr p = expr_parameter(g, 0);
    expr e = expr_add(g, expr_mul(g, p, x), expr_mul(g, p, p));
    double here = 3, inside = (4 + 1) * (5 + 1);
    assert_true(expr_evaluate(g, e, bound, &here) == inside * 3 + inside * inside);
}

static void test_deep_chain(void **state) {
    (void)state;
    expr e = x;
    for (int i = 0; i < 1000000; i++)
        e = expr_call(g, OP_COS, &e);
    assert_true(fabs(at(e, 1, 0) - 0.73908513321516064) < 1e-15);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_arithmetic), TEST(test_specials),   TEST(test_if),
        TEST(test_nested),     TEST(test_deep_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
