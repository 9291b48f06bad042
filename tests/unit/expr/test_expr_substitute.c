/* Substitution of leaves.
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

typedef struct rule {
    expr from, to;
} rule;

static expr apply(void *data, graph *h, expr leaf) {
    const rule *r = data;
    (void)h;
    return leaf == r->from ? r->to : leaf;
}

static expr substitute(expr e, expr from, expr to) {
    return expr_substitute(g, e, apply, &(rule){from, to});
}

static void test_rebuilds_normal_form(void **state) {
    (void)state;
    expr e = expr_add(g, expr_mul(g, x, y), expr_pow(g, x, num(2)));
    assert_int_equal(substitute(e, y, x), expr_mul(g, num(2), expr_pow(g, x, num(2))));
    assert_int_equal(substitute(e, x, num(3)),
                     expr_add(g, expr_mul(g, num(3), y), num(9)));
    assert_int_equal(substitute(e, z, x), e);
    assert_int_equal(substitute(EXPR_ZERO, x, y), EXPR_ZERO);
}

static void test_every_kind_of_node(void **state) {
    (void)state;
    expr c = expr_call(g, OP_LT, (expr[]){x, y});
    expr e = expr_if(g, c, expr_call(g, OP_SIN, &x), expr_div(g, y, x));
    assert_int_equal(substitute(e, x, num(2)),
                     expr_if(g, expr_call(g, OP_LT, (expr[]){num(2), y}),
                             num(circle_at(2).sin), expr_div(g, y, num(2))));
    assert_int_equal(substitute(expr_add(g, x, num(5)), x, y), expr_add(g, y, num(5)));
    assert_int_equal(substitute(expr_add(g, x, num(0)), x, y), expr_add(g, y, num(0)));
}

static void test_structural_zero(void **state) {
    (void)state;
    expr e = expr_add(g, expr_mul(g, x, y), z);
    assert_int_equal(substitute(e, x, EXPR_ZERO), z);
    assert_int_equal(substitute(expr_mul(g, x, y), x, EXPR_ZERO), EXPR_ZERO);
    assert_int_equal(substitute(expr_call(g, OP_COS, &x), x, EXPR_ZERO), num(1));
    assert_int_equal(substitute(expr_div(g, y, x), x, EXPR_ZERO), expr_div(g, y, num(0)));
}

static void test_closed_products_stay_closed(void **state) {
    (void)state;
    expr e = expr_total(g, expr_product(g, 3, (expr[]){x, y, z}));
    expr a = expr_jet(g, 5, 0), b = expr_jet(g, 5, 1);
    expr renamed = substitute(substitute(e, z, a), expr_jet(g, 2, 1), b);
    assert_int_equal(renamed, expr_total(g, expr_product(g, 3, (expr[]){x, y, a})));
}

/* x is y + 1, and y is 2 z there, 3 z here: the map substitutes on the same graph. */
static expr nested(void *data, graph *h, expr leaf) {
    double factor = *(double *)data, there = 2;
    if (leaf == y)
        return expr_mul(h, expr_number(h, factor), z);
    if (leaf != x)
        return leaf;
    expr inner = expr_add(h, y, expr_number(h, 1));
    return expr_substitute(h, inner, nested, &there);
}

static void test_nested(void **state) {
    (void)state;
    double here = 3;
    expr u = expr_parameter(g, 0); /* visited after x */
    expr there_y = expr_mul(g, num(2), z), here_y = expr_mul(g, num(3), z);
    expr e = expr_product(g, 3, (expr[]){u, y, x});
    expr want = expr_product(g, 3, (expr[]){u, here_y, expr_add(g, there_y, num(1))});
    assert_int_equal(expr_substitute(g, e, nested, &here), want);
}

static void test_deep_chain(void **state) {
    (void)state;
    expr e = x, want = y;
    for (int i = 0; i < 1000000; i++)
        e = expr_call(g, OP_SIN, &e), want = expr_call(g, OP_SIN, &want);
    assert_int_equal(substitute(e, x, y), want);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_rebuilds_normal_form),
        TEST(test_every_kind_of_node),
        TEST(test_structural_zero),
        TEST(test_closed_products_stay_closed),
        TEST(test_nested),
        TEST(test_deep_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
