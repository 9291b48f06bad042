/* Slopes and leaves that are kept: they are those that would be found again, also after
 * nodes were given back and their numbers stand for others.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/expr/expr.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { MANY = 3000 };

/* x_k^2 * x_{k+1} */
static expr cubic(graph *g, int k) {
    expr x = expr_jet(g, k, 0);
    return expr_mul(g, expr_mul(g, x, x), expr_jet(g, k + 1, 0));
}

/* The slopes of many expressions, asked for twice: nothing is made the second time. */
static void repeats(invo_context *c, void *argument) {
    arena *a = arena_new(c);
    graph *g = graph_new(a);
    static expr slope[MANY];
    (void)argument;
    for (int k = 0; k < MANY; k++)
        slope[k] = expr_partial(g, cubic(g, k), expr_jet(g, k, 0));
    int nodes = graph_count(g);
    for (int k = 0; k < MANY; k++) {
        expr f = cubic(g, k);
        assert_int_equal(expr_partial(g, f, expr_jet(g, k, 0)), slope[k]);
        assert_int_equal(expr_partial(g, f, expr_jet(g, k + 2, 0)), EXPR_ZERO);
        expr_leaves leaves = expr_depends(g, f);
        assert_int_equal(leaves.count, 2);
        assert_int_equal(expr_depends(g, f).at[1], leaves.at[1]);
        expr_forget(g, leaves);
        assert_int_equal(expr_depends(g, f).at[0], expr_jet(g, k, 0));
    }
    assert_int_equal(graph_count(g), nodes + 1); /* the last x_{k+2} */
    arena_free(a);
}

/* A node that takes the number of another one has leaves and slopes of its own. */
static void numbers_again(invo_context *c, void *argument) {
    arena *a = arena_new(c);
    graph *g = graph_new(a);
    (void)argument;
    expr x = expr_jet(g, 0, 0);
    expr y = expr_jet(g, 1, 0);
    int nodes = graph_count(g);
    expr first = expr_mul(g, x, y);
    assert_int_equal(expr_depends(g, first).count, 2);
    assert_int_equal(expr_partial(g, first, x), y);
    graph_rest_at(g, nodes);
    expr second = expr_mul(g, x, x);
    assert_int_equal(second, first);
    assert_int_equal(expr_depends(g, second).count, 1);
    assert_int_equal(expr_partial(g, second, y), EXPR_ZERO);
    assert_int_not_equal(expr_partial(g, second, x), y);
    graph_rest(g);
    assert_int_equal(expr_depends(g, second).count, 1);
    arena_free(a);
}

static void run(void (*body)(invo_context *, void *)) {
    invo_context *c = invo_context_new();
    assert_int_equal(protect(c, body, NULL), INVO_OK);
    invo_context_free(c);
}

static void slopes_are_kept(void **state) {
    (void)state;
    run(repeats);
}

static void what_is_kept_goes_with_its_nodes(void **state) {
    (void)state;
    run(numbers_again);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_are_kept),
        cmocka_unit_test(what_is_kept_goes_with_its_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
