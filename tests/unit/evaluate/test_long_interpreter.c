/* Tapes in long double: functions of that type, and residuals that doubles lose.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/evaluate/long_interpreter.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static int input(void *data, const expr_node *n) {
    (void)data;
    return n->variable;
}

static void functions_are_of_their_type(void **state) {
    (void)state;
    invo_context *context = invo_context_new();
    arena *memory = arena_new(context);
    graph *g = graph_new(memory);
    expr x = expr_jet(g, 0, 0), y = expr_jet(g, 1, 0);
    const expr pair[2] = {y, x};
    expr root[5] = {expr_call(g, OP_SIN, &x), expr_call(g, OP_EXP, &x),
                    expr_call(g, OP_ATAN2, pair),
                    expr_sub(g, expr_mul(g, x, x), expr_mul(g, y, y)), expr_div(g, x, y)};
    const tape *t = tape_lower(g, memory, 2, input, NULL, 5, root);
    long double slot[32], out[5] = {NAN, NAN, NAN, NAN, NAN};
    assert_true(t->slots <= 32);
    const long double a = 0.7L + 1e-18L, b = 0.7L;
    slot[0] = a, slot[1] = b;
    tape_run_long(t, slot, out);
    assert_true(out[0] == sinl(a));
    assert_true(out[1] == expl(a));
    assert_true(out[2] == atan2l(b, a));
    assert_true(fabsl(out[3] - (a - b) * (a + b)) <= 2 * LDBL_EPSILON);
    assert_true(out[4] == a / b);
    arena_free(memory);
    invo_context_free(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(functions_are_of_their_type)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
