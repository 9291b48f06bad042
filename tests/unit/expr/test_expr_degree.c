/* SPDX-License-Identifier: BSD-3-Clause */
/* Degrees of polynomials, read off expressions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "../../../src/expr/expr.h"
#include <cmocka.h>

/* x is variable 0 of degree 1, y variable 1 of degree 2, z no polynomial. */
static int leaf_degree(void *data, const expr_node *leaf) {
    (void)data;
    if (leaf->op == OP_PARAMETER)
        return 0;
    if (leaf->op == OP_TIME)
        return 1;
    return leaf->variable == 2 ? -1 : leaf->variable + 1;
}

static void degrees(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    arena *memory = arena_new(c);
    graph *g = graph_new(memory);
    expr x = expr_jet(g, 0, 0), y = expr_jet(g, 1, 0), z = expr_jet(g, 2, 0);
    expr p = expr_parameter(g, 0), two = expr_number(g, 2), sine[1] = {p}, bend[1] = {x};
    const struct {
        expr e;
        int degree;
    } list[] = {
        {two, 0},
        {EXPR_ZERO, 0},
        {expr_call(g, OP_SIN, sine), 0},
        {expr_call(g, OP_SIN, bend), -1},
        {expr_call(g, OP_NOEVENT, bend), 1},
        {expr_time(g), 1},
        {expr_mul(g, x, expr_add(g, x, p)), 2},
        {expr_pow(g, x, expr_number(g, 3)), 3},
        {expr_mul(g, expr_mul(g, x, y), y), 5},
        {expr_add(g, expr_div(g, x, p), expr_mul(g, two, y)), 2},
        {expr_div(g, p, x), -1},
        {expr_pow(g, x, p), -1},
        {expr_add(g, x, z), -1},
        {expr_pow(g, x, expr_number(g, 2000)), -1},
    };
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        int seen = expr_degree(g, list[k].e, leaf_degree, NULL);
        if (seen != list[k].degree)
            fail_msg("number %zu: degree %d, not %d", k, seen, list[k].degree);
    }
    arena_free(memory);
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(degrees)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
