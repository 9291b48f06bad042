/* Questions about the leaves of an expression, and lists in messages.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/system/join.h"
#include "../../../src/system/leaves.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static int set_up(void **state) {
    invo_context *context = invo_context_new();
    *state = arena_new(context);
    return *state == NULL;
}

static int tear_down(void **state) {
    invo_context *context = arena_context(*state);
    arena_free(*state);
    invo_context_free(context);
    return 0;
}

static int is_parameter(void *data, const expr_node *leaf) {
    const int *number = data;
    return leaf->op == OP_PARAMETER && leaf->variable == *number;
}

/* x - x + p*time: x has no effect, and parameters are no leaves that values depend on. */
static void what_cancels_is_no_dependence(void **state) {
    graph *g = graph_new(*state);
    expr x = expr_jet(g, 0, 0);
    expr p = expr_parameter(g, 3);
    expr none = expr_sub(g, expr_mul(g, expr_number(g, 2), x), x);
    expr rest = expr_sub(g, none, x);
    expr product = expr_mul(g, p, expr_time(g));
    expr e = rest == EXPR_ZERO ? product : expr_add(g, rest, product);
    int three = 3;
    int four = 4;
    assert_false(leaves_depend(g, e, leaf_is_jet, NULL));
    assert_true(leaves_depend(g, x, leaf_is_jet, NULL));
    assert_true(leaves_any(g, e, is_parameter, &three));
    assert_false(leaves_any(g, e, is_parameter, &four));
    assert_false(leaves_depend(g, e, is_parameter, &three));
    assert_false(leaves_any(g, NO_EXPR, leaf_is_jet, NULL));
    assert_false(leaves_depend(g, EXPR_ZERO, leaf_is_jet, NULL));
}

static void lists_end_with_and(void **state) {
    static const char *const item[] = {"a", "b", "c"};
    const char *plain = "";
    const char *last = "";
    for (int i = 0; i < 3; i++) {
        plain = text_join(*state, plain, ", ", item[i]);
        last = text_join_and(*state, last, i, 3, item[i]);
    }
    assert_string_equal(plain, "a, b, c");
    assert_string_equal(last, "a, b and c");
    assert_string_equal(text_join_and(*state, "", 0, 1, "a"), "a");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_cancels_is_no_dependence),
        TEST(lists_end_with_and),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
