/* Gradients of long sums against the derivatives by one leaf after the other.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/expr/expr.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { LEAVES = 100 };

static double leaf_value(void *data, const expr_node *leaf) {
    (void)data;
    if (leaf->op == OP_PARAMETER)
        return 1.5 + leaf->variable;
    return leaf->op == OP_TIME ? 0.3 : sin(1 + 3 * leaf->variable + leaf->order);
}

/* t*x0 + sum of x_k'^2/2 + p/3*(sum of (x_k - x_{k+1})^2 + q*(x_0 + ... ) - x_0) */
static expr energy(graph *g) {
    expr half = expr_number(g, 0.5), kinetic[LEAVES], potential[LEAVES], plain[LEAVES];
    double one[LEAVES];
    for (int k = 0; k < LEAVES; k++) {
        expr x = expr_jet(g, k, 0), y = expr_jet(g, (k + 1) % LEAVES, 0),
             v = expr_jet(g, k, 1), d = expr_sub(g, x, y);
        kinetic[k] = expr_mul(g, half, expr_mul(g, v, v));
        potential[k] = expr_mul(g, d, d), plain[k] = x, one[k] = 1;
    }
    expr inner = expr_mul(g, expr_parameter(g, 1), expr_sum(g, LEAVES, one, plain));
    inner = expr_add(g, inner, expr_sum(g, LEAVES, one, potential));
    inner = expr_sub(g, inner, expr_jet(g, 0, 0));
    expr third = expr_div(g, expr_parameter(g, 0), expr_number(g, 3));
    expr e = expr_add(g, expr_sum(g, LEAVES, one, kinetic), expr_mul(g, third, inner));
    return expr_add(g, e, expr_mul(g, expr_time(g), expr_jet(g, 0, 0)));
}

static void body(invo_context *c, void *argument) {
    arena *a = arena_new(c);
    graph *g = graph_new(a);
    expr e = energy(g), slope[2 * LEAVES + 1];
    expr_leaves by = expr_depends(g, e);
    (void)argument;
    assert_int_equal(by.count, 2 * LEAVES + 1);
    expr_gradient(g, e, by, slope);
    for (int k = 0; k < by.count; k++) {
        double here = expr_evaluate(g, slope[k], leaf_value, NULL),
               there = expr_evaluate(g, expr_partial(g, e, by.at[k]), leaf_value, NULL);
        assert_true(fabs(here - there) <= 1e-14 * fmax(1, fabs(there)));
        assert_true(fabs(there) > 1e-6);
    }
    arena_free(a);
}

static void gradient_is_that_of_single_leaves(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    assert_int_equal(protect(c, body, NULL), INVO_OK);
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradient_is_that_of_single_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
