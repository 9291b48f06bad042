/* Functions and conditional expressions.
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

static expr call(expr_op op, expr a, expr b) {
    return expr_call(g, op, (expr[]){a, b});
}

static void test_constants_fold(void **state) {
    (void)state;
    assert_int_equal(call(OP_SIN, num(0.5), 0), num(circle_at(0.5).sin));
    assert_int_equal(call(OP_ATAN2, num(1), num(-1)), num(atan2(1, -1)));
    assert_int_equal(call(OP_SQRT, num(-1), 0), num(NAN));
    assert_int_equal(call(OP_LOG, num(0), 0), num(-INFINITY));
    assert_int_equal(call(OP_LT, num(1), num(2)), num(1));
    assert_int_equal(call(OP_MOD, num(-1), num(3)), num(2));
    assert_int_equal(call(OP_REM, num(-1), num(3)), num(-1));
    assert_int_equal(call(OP_POW, num(2), num(0.5)), num(pow(2, 0.5)));
}

static void test_calls_are_made_once(void **state) {
    (void)state;
    assert_int_equal(call(OP_SIN, x, 0), call(OP_SIN, x, 0));
    assert_int_not_equal(call(OP_SIN, x, 0), call(OP_COS, x, 0));
    assert_int_not_equal(call(OP_MIN, x, y), call(OP_MIN, y, x)); /* differ for -0, 0 */
    assert_int_equal(call(OP_POW, x, num(2)), expr_mul(g, x, x));
    assert_int_equal(call(OP_SIN, EXPR_ZERO, 0), num(0));
}

static void test_if(void **state) {
    (void)state;
    expr c = call(OP_LT, x, y);
    assert_int_equal(expr_if(g, num(1), x, y), x);
    assert_int_equal(expr_if(g, num(0), x, y), y);
    assert_int_equal(expr_if(g, c, x, x), x);
    assert_int_equal(expr_if(g, c, EXPR_ZERO, EXPR_ZERO), EXPR_ZERO);
    assert_int_equal(expr_if(g, c, EXPR_ZERO, x), expr_if(g, c, num(0), x));
    assert_int_equal(expr_get(g, expr_if(g, c, x, y))->op, OP_IF);
}

static void test_names(void **state) {
    (void)state;
    assert_string_equal(expr_op_name(OP_SIN), "sin");
    assert_string_equal(expr_op_name(OP_LE), "<=");
    assert_string_equal(expr_op_name(OP_SUM), "+");
    assert_string_equal(expr_op_name(OP_PRODUCT), "*");
    assert_string_equal(expr_op_name(OP_IF), "if");
    for (int op = 0; op < OP_COUNT; op++)
        assert_string_not_equal(expr_op_name((expr_op)op), "?");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_constants_fold),
        TEST(test_calls_are_made_once),
        TEST(test_if),
        TEST(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
