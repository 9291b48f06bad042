/* What expressions depend on, after what cancels is gone.
 * SPDX-License-Identifier: BSD-3-Clause */
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

static expr jet(int variable, int order) {
    return expr_jet(g, variable, order);
}

static void check(expr e, int count, const expr *want) {
    expr_leaves l = expr_depends(g, e);
    assert_int_equal(l.count, count);
    for (int i = 0; i < count; i++)
        assert_int_equal(l.at[i], want[i]);
}
#define DEPENDS(e, ...)                                                                  \
    do {                                                                                 \
        const expr want_[] = {__VA_ARGS__};                                              \
        check((e), (int)(sizeof want_ / sizeof *want_), want_);                          \
    } while (0)

static void test_sorted(void **state) {
    (void)state;
    expr t = expr_time(g), p = expr_parameter(g, 0);
    expr late = expr_call(g, OP_SIN, (expr[]){expr_mul(g, jet(0, 2), p)});
    expr e = expr_add(g, expr_mul(g, z, jet(1, 1)), expr_mul(g, late, expr_mul(g, x, t)));
    DEPENDS(e, t, x, jet(0, 2), jet(1, 1), z);
    DEPENDS(x, x);
    check(p, 0, NULL);
    check(num(3), 0, NULL);
    check(EXPR_ZERO, 0, NULL);
}

static void test_cancels(void **state) {
    (void)state;
    DEPENDS(expr_sub(g, expr_add(g, x, y), x), y);
    check(expr_sub(g, x, x), 0, NULL);
    check(expr_mul(g, num(0), expr_mul(g, x, y)), 0, NULL);
    expr inner = expr_sub(g, expr_add(g, x, y), x);
    DEPENDS(expr_call(g, OP_SIN, &inner), y);
    expr tenths = expr_sum(g, 3, (double[]){0.1, 0.2, -0.3}, (expr[]){x, x, x});
    DEPENDS(expr_add(g, tenths, y), y);
}

/* The two sides of an equation are nested sums. */
static void test_cancels_across_nested_sums(void **state) {
    (void)state;
    expr left = expr_add(g, jet(0, 1), y), right = expr_add(g, jet(0, 1), z);
    DEPENDS(expr_sub(g, left, right), y, z);
    expr twice = expr_sub(g, expr_mul(g, num(2), left), expr_mul(g, num(2), right));
    DEPENDS(twice, y, z);
    DEPENDS(expr_sub(g, expr_mul(g, num(2), left), right), jet(0, 1), y, z);
    /* what cancels here is still used there */
    expr product = expr_mul(g, jet(0, 1), y);
    DEPENDS(expr_sub(g, expr_add(g, left, product), right), jet(0, 1), y, z);
}

static void test_conditions_count(void **state) {
    (void)state;
    expr c = expr_call(g, OP_LT, (expr[]){x, num(0)});
    DEPENDS(expr_if(g, c, y, z), x, y, z);
    DEPENDS(expr_call(g, OP_FLOOR, &x), x);
}

/* Every node is visited once, however many ways lead there. */
static void test_shared_parts(void **state) {
    (void)state;
    expr e = x;
    for (int i = 0; i < 1000; i++)
        e = expr_mul(g, expr_call(g, OP_SIN, &e), expr_call(g, OP_COS, &e));
    DEPENDS(e, x);
}

static void test_many_in_large_graph(void **state) {
    (void)state;
    expr e = x;
    for (int i = 0; i < 500000; i++)
        e = expr_call(g, OP_SIN, (expr[]){expr_add(g, e, y)});
    DEPENDS(e, x, y);
    expr small = expr_mul(g, x, z);
    for (int i = 0; i < 100000; i++)
        DEPENDS(small, x, z);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_sorted),
        TEST(test_cancels),
        TEST(test_cancels_across_nested_sums),
        TEST(test_conditions_count),
        TEST(test_shared_parts),
        TEST(test_many_in_large_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
