/* Printed text, as users read it. That it reads back as the same expression is tested in
 * tests/property/test_expr_print.c.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
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

static const char *variable(void *data, int v, int order) {
    static const char *const name[2][3] = {{"x", "y", "z"},
                                           {"der(x)", "der(y)", "der(z)"}};
    (void)data;
    return name[order][v];
}
static const char *parameter(void *data, int number) {
    (void)data, (void)number;
    return "p";
}

static void check(expr e, const char *want) {
    expr_names n = {variable, parameter, NULL};
    assert_string_equal(expr_print(g, e, &n), want);
}
static expr call(expr_op op, expr a, expr b) {
    return expr_call(g, op, (expr[]){a, b});
}
static expr power(expr e, double k) {
    return expr_pow(g, e, num(k));
}
static expr add(expr a, expr b) {
    return expr_add(g, a, b);
}
static expr sub(expr a, expr b) {
    return expr_sub(g, a, b);
}
static expr mul(expr a, expr b) {
    return expr_mul(g, a, b);
}
static expr divide(expr a, expr b) {
    return expr_div(g, a, b);
}

static void test_numbers(void **state) {
    (void)state;
    check(num(0.1), "0.1");
    check(num(1.0 / 3), "0.3333333333333333");
    check(num(0.1 + 0.2), "0.30000000000000004");
    check(num(1e300), "1e+300");
    check(num(-2), "-2");
    check(num(-0.0), "-0");
    check(num(INFINITY), "(1/0)");
    check(num(NAN), "(0/0)");
    check(EXPR_ZERO, "0");
}

static void test_leaves(void **state) {
    (void)state;
    check(expr_jet(g, 1, 1), "der(y)");
    check(expr_parameter(g, 0), "p");
    check(expr_time(g), "time");
}

static void test_sums(void **state) {
    (void)state;
    expr square = power(x, 2);
    check(sub(add(square, power(y, 2)), num(1)), "x^2 + y^2 - 1");
    check(sub(y, x), "y - x");
    check(sub(num(1), x), "1 - x");
    check(sub(expr_neg(g, x), y), "-x - y");
    check(add(x, num(0)), "x + 0");
    check(sub(x, add(y, z)), "x - (y + z)");
    check(add(mul(num(-2), mul(x, y)), z), "z - 2*x*y");
}

static void test_products(void **state) {
    (void)state;
    check(mul(num(-1), x), "-x");
    check(mul(num(2), add(x, y)), "2*(x + y)");
    check(mul(mul(num(-2.5), x), power(y, 2)), "-2.5*x*y^2");
    check(power(add(x, y), 2), "(x + y)^2");
    check(divide(x, y), "x/y");
    check(divide(num(1), x), "1/x");
    check(divide(num(-1), x), "-1/x");
    check(divide(x, mul(y, power(z, 2))), "x/(y*z^2)");
    check(divide(mul(num(2), x), num(3)), "2*x/3");
    check(divide(x, mul(num(3), y)), "x/(y*3)");
    check(mul(num(1e200), mul(num(1e200), x)), "1e+200*x*1e+200");
}

static void test_powers(void **state) {
    (void)state;
    check(power(x, 0.5), "x^0.5");
    check(power(x, -0.5), "x^(-0.5)");
    check(expr_pow(g, x, add(y, z)), "x^(y + z)");
    check(expr_pow(g, expr_pow(g, x, y), z), "(x^y)^z");
    check(expr_pow(g, num(2), x), "2^x");
    check(expr_pow(g, num(-2), x), "(-2)^x");
    check(expr_pow(g, x, power(y, 2)), "x^(y^2)");
    check(expr_neg(g, power(x, 2)), "-x^2");
}

static void test_functions(void **state) {
    (void)state;
    check(call(OP_SIN, sub(x, y), 0), "sin(x - y)");
    check(call(OP_ATAN2, x, y), "atan2(x, y)");
    check(mul(num(2), call(OP_EXP, x, 0)), "2*exp(x)");
}

static void test_logic(void **state) {
    (void)state;
    expr a = call(OP_LT, x, num(0)), b = call(OP_GE, add(x, y), z);
    check(call(OP_AND, a, b), "x < 0 and x + y >= z");
    check(call(OP_AND, call(OP_OR, a, b), a), "(x < 0 or x + y >= z) and x < 0");
    check(call(OP_OR, a, call(OP_OR, b, a)), "x < 0 or (x + y >= z or x < 0)");
    check(call(OP_NOT, a, 0), "not x < 0");
    check(call(OP_NOT, call(OP_NOT, a, 0), 0), "not (not x < 0)");
    check(call(OP_LT, a, y), "(x < 0) < y");
    expr e = expr_if(g, a, x, expr_if(g, b, y, num(-1)));
    check(e, "if x < 0 then x else if x + y >= z then y else -1");
    check(add(e, z), "z + (if x < 0 then x else if x + y >= z then y else -1)");
}

static void test_closed_factors(void **state) {
    (void)state;
    check(expr_total(g, power(x, 3)), "3*der(x)*(x^2)");
    check(expr_total(g, power(x, 2)), "2*x*der(x)");
    check(expr_total(g, call(OP_SIN, power(x, 2), 0)), "2*cos(x^2)*(x*der(x))");
}

/* Depth is no problem; text that grows exponentially is cut. */
static void test_deep_and_shared(void **state) {
    (void)state;
    expr_names n = {variable, parameter, NULL};
    expr e = x;
    for (int i = 0; i < 1000000; i++)
        e = call(OP_SIN, e, 0);
    assert_int_equal(strlen(expr_print(g, e, &n)), 5 * 1000000 + 1);
    for (int i = 0; i < 60; i++)
        e = call(OP_ATAN2, e, e);
    const char *text = expr_print(g, e, &n);
    assert_string_equal(text + strlen(text) - 4, " ...");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_numbers),  TEST(test_leaves),         TEST(test_sums),
        TEST(test_products), TEST(test_powers),         TEST(test_functions),
        TEST(test_logic),    TEST(test_closed_factors), TEST(test_deep_and_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
