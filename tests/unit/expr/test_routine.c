/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops as functions: Newton's iteration for a root against the root itself. */
#include "../../../src/evaluate/quad_interpreter.h"
#include "../../../src/expr/graph.h"
#include "../../../src/expr/tape.h"
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static double value_of_leaf(void *data, const expr_node *leaf) {
    return ((const double *)data)[leaf->variable];
}

/* x := 1, d := 1; while |d| > 1e-14 loop d := (x^2 - a b) / (2 x); x := x - d; end */
static expr root_of(graph *g, expr a, expr b) {
    expr x = expr_jet(g, ROUTINE_LEAF, 0);
    expr d = expr_jet(g, ROUTINE_LEAF + 1, 0);
    expr one = expr_number(g, 1);
    expr over = expr_sub(g, expr_mul(g, x, x), expr_mul(g, a, b));
    expr step = expr_div(g, over, expr_mul(g, expr_number(g, 2), x));
    expr size = expr_call(g, OP_ABS, &d);
    const expr sides[2] = {size, expr_number(g, 1e-14)};
    const char *name[2] = {"x", "d"};
    expr value[2];
    routine_form f = {.states = 2,
                      .leaf = (const expr[]){x, d},
                      .first = (const expr[]){one, one},
                      .step = (const expr[]){expr_sub(g, x, step), step},
                      .test = expr_call(g, OP_GT, sides),
                      .name = "a loop",
                      .variable = name};
    routine_call(g, &f, value);
    return value[0];
}

static void near_to(double found, double expected, double ulps) {
    assert_true(fabs(found - expected) <= ulps * DBL_EPSILON * fabs(expected));
}

static void derivatives_are_those_of_the_root(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    arena *m = arena_new(c);
    graph *g = graph_new(m);
    expr a = expr_jet(g, 0, 0);
    expr b = expr_jet(g, 1, 0);
    expr r = root_of(g, a, b);
    double x[2] = {3, 0.7};
    double root = sqrt(x[0] * x[1]);
    expr by_a = expr_partial(g, r, a);
    expr by_ab = expr_partial(g, by_a, b);
    expr by_aab = expr_partial(g, by_ab, a);
    near_to(expr_evaluate(g, r, value_of_leaf, x), root, 4);
    near_to(expr_evaluate(g, by_a, value_of_leaf, x), x[1] / (2 * root), 8);
    near_to(expr_evaluate(g, by_ab, value_of_leaf, x), 1 / (4 * root), 64);
    near_to(expr_evaluate(g, by_aab, value_of_leaf, x), -x[1] / (8 * pow(root, 3)), 512);
    arena_free(m);
    invo_context_free(c);
}

static void calls_with_numbers_are_numbers(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    arena *m = arena_new(c);
    graph *g = graph_new(m);
    expr r = root_of(g, expr_number(g, 2), expr_number(g, 2));
    assert_int_equal(expr_get(g, r)->op, OP_NUMBER);
    near_to(expr_get(g, r)->value, 2, 4);
    arena_free(m);
    invo_context_free(c);
}

static int input(void *data, const expr_node *n) {
    (void)data;
    return n->variable;
}

/* The last step was below 1e-14, so that the error is about its square. */
static void quadruple_precision_reaches_the_loop(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    arena *m = arena_new(c);
    graph *g = graph_new(m);
    expr r = root_of(g, expr_jet(g, 0, 0), expr_jet(g, 1, 0));
    const tape *t = tape_lower(g, m, 2, input, NULL, 1, &r);
    quad *slot = calloc((size_t)t->slots, sizeof *slot);
    quad out = 0;
    slot[0] = 3;
    slot[1] = 0.7;
    tape_run_quad(t, slot, &out);
    const quad error = out * out - slot[0] * slot[1];
    free(slot);
    assert_true(fabs((double)error) < (QUAD_IS_THERE ? 1e-27 : 8 * LDBL_EPSILON));
    arena_free(m);
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_are_those_of_the_root),
        cmocka_unit_test(calls_with_numbers_are_numbers),
        cmocka_unit_test(quadruple_precision_reaches_the_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
