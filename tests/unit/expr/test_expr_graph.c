/* Hash-consing: equal expressions are one node; memory that runs out is an error, no
 * more. SPDX-License-Identifier: BSD-3-Clause */
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

static void test_leaves_are_made_once(void **state) {
    (void)state;
    assert_int_equal(expr_jet(g, 0, 0), x);
    assert_int_not_equal(expr_jet(g, 0, 1), x);
    assert_int_not_equal(expr_parameter(g, 0), x);
    assert_int_equal(expr_parameter(g, 7), expr_parameter(g, 7));
    assert_int_equal(expr_time(g), expr_time(g));
    assert_int_equal(expr_get(g, expr_jet(g, 3, 2))->order, 2);
}

static void test_numbers_by_bits(void **state) {
    (void)state;
    double negative_nan = copysign(NAN, -1);
    assert_int_equal(num(0.1), num(0.1));
    assert_int_not_equal(num(0), num(-0.0));
    assert_int_equal(num(NAN), num(negative_nan));
}

static void test_arguments_come_first(void **state) {
    (void)state;
    expr e = expr_mul(g, expr_add(g, x, y), expr_div(g, z, x));
    for (expr i = 0; i < graph_count(g); i++)
        for (int k = 0; k < expr_get(g, i)->count; k++)
            assert_true(expr_get(g, i)->arg[k] < i);
    assert_true(e < graph_count(g));
    assert_ptr_equal(graph_arena(g), memory);
}

/* Many more nodes than the first table has room for. */
static void test_table_grows(void **state) {
    (void)state;
    enum { MANY = 20000 };
    int before = graph_count(g);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < MANY; i++) {
            expr jet = expr_jet(g, i + 3, 0);
            assert_int_equal(expr_add(g, jet, x), expr_add(g, x, jet));
        }
    assert_int_equal(graph_count(g), before + 2 * MANY);
}

static void differentiate(invo_context *c, void *argument) {
    arena **a = argument;
    *a = arena_new(c);
    graph *h = graph_new(*a);
    expr e = expr_jet(h, 0, 0);
    for (int i = 1; i < 300; i++)
        e = expr_add(h, expr_mul(h, e, e), expr_jet(h, i, 0));
    expr_total(h, e);
    expr_depends(h, e);
}

static void test_memory_runs_out(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    arena *a = NULL;
    assert_int_equal(protect(c, differentiate, &a), INVO_OK);
    long needed = c->allocations;
    arena_free(a);
    assert_true(needed > 5);
    for (long k = 0; k < needed; k++) {
        context_reset(c);
        c->allocations_left = k;
        a = NULL;
        assert_int_equal(protect(c, differentiate, &a), INVO_E_MEMORY);
        arena_free(a);
    }
    invo_context_free(c);
}

/* At rest a graph keeps its nodes, and the next expression finds them again. */
static void test_rest(void **state) {
    (void)state;
    enum { COUNT = 3000 };
    static expr made[COUNT];
    for (int k = 0; k < COUNT; k++)
        made[k] = expr_sum(g, 2, (const double[]){k, 0.5},
                           (const expr[]){expr_mul(g, x, y), expr_jet(g, k, 1)});
    expr slope = expr_total(g, made[COUNT - 1]);
    int count = graph_count(g);
    graph_rest(g);
    assert_int_equal(graph_count(g), count);
    assert_true(expr_get(g, made[7])->coefficient[1] == 0.5);
    graph_rest(g);
    for (int k = 0; k < COUNT; k++)
        assert_int_equal(expr_sum(g, 2, (const double[]){k, 0.5},
                                  (const expr[]){expr_mul(g, x, y), expr_jet(g, k, 1)}),
                         made[k]);
    graph_rest(g);
    assert_int_equal(expr_depends(g, made[COUNT - 1]).count, 3);
    assert_int_equal(expr_total(g, made[COUNT - 1]), slope);
    assert_int_equal(graph_count(g), count);
}

/* A sum longer than the pieces of memory that nodes are kept in. */
static void test_long_sum(void **state) {
    (void)state;
    enum { COUNT = 40000 };
    expr *term = calloc(COUNT, sizeof *term);
    double *c = calloc(COUNT, sizeof *c);
    for (int k = 0; k < COUNT; k++)
        term[k] = expr_jet(g, k, 0), c[k] = 1 + k % 3;
    expr e = expr_sum(g, COUNT, c, term), after = expr_mul(g, e, x);
    assert_int_equal(expr_get(g, e)->count, COUNT);
    for (int k = 0; k < COUNT; k++) {
        assert_int_equal(expr_get(g, e)->arg[k], term[k]);
        assert_true(expr_get(g, e)->coefficient[k] == c[k]);
    }
    assert_int_equal(expr_sum(g, COUNT, c, term), e);
    assert_int_equal(expr_get(g, after)->count, 2);
    free(term), free(c);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_rest),
        TEST(test_long_sum),
        TEST(test_leaves_are_made_once),
        TEST(test_numbers_by_bits),
        TEST(test_arguments_come_first),
        TEST(test_table_grows),
        TEST(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
