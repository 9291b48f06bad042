/* Parameter values in dependency order, and what is said where there are none.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "../../../src/system/system.h"
#include <cmocka.h> /* last: it has a macro `fail` */

/* A system that holds parameters p0, p1, ... and nothing else. */
typedef struct bench {
    invo_context *context;
    dae s;
} bench;

static int begin(void **state) {
    static bench b;
    b.context = invo_context_new();
    b.s = (dae){.context = b.context, .arena = arena_new(b.context), .name = "M"};
    b.s.graph = graph_new(b.s.arena);
    *state = &b;
    return 0;
}

static int end(void **state) {
    bench *b = *state;
    arena_free(b->s.arena);
    invo_context_free(b->context);
    return 0;
}

static void add(bench *b, expr binding) {
    parameter p = {.name = arena_print(b->s.arena, "p%d", b->s.parameters.count),
                   .where = nowhere,
                   .binding = binding,
                   .value = NAN};
    LIST_PUSH(b->s.arena, b->s.parameters, p);
}

static void evaluate(invo_context *c, void *s) {
    (void)c;
    system_parameters(s);
}

static invo_status values(bench *b) {
    return protect(b->context, evaluate, &b->s);
}

static void assert_message(const bench *b, const char *part) {
    if (!strstr(invo_context_message(b->context), part))
        fail_msg("'%s' is not in: %s", part, invo_context_message(b->context));
}

/* p0 = p1 + 1, p1 = 2 p2, p2 = 5: declared before what they need. */
static void bindings_may_stand_in_any_order(void **state) {
    bench *b = *state;
    graph *g = b->s.graph;
    add(b, expr_add(g, expr_parameter(g, 1), expr_number(g, 1)));
    add(b, expr_mul(g, expr_number(g, 2), expr_parameter(g, 2)));
    add(b, expr_number(g, 5));
    assert_int_equal(values(b), INVO_OK);
    assert_true(b->s.parameters.at[2].value == 5);
    assert_true(b->s.parameters.at[1].value == 10);
    assert_true(b->s.parameters.at[0].value == 11);
}

/* What was set counts instead of its binding, and what depends on it follows. */
static void set_values_go_before_bindings(void **state) {
    bench *b = *state;
    graph *g = b->s.graph;
    add(b, expr_number(g, 3));
    add(b, expr_mul(g, expr_parameter(g, 0), expr_parameter(g, 0)));
    b->s.parameters.at[0].is_set = 1, b->s.parameters.at[0].value = 7;
    assert_int_equal(values(b), INVO_OK);
    assert_true(b->s.parameters.at[0].value == 7);
    assert_true(b->s.parameters.at[1].value == 49);
    b->s.parameters.at[0].value = 8;
    assert_int_equal(values(b), INVO_OK); /* again, from the start */
    assert_true(b->s.parameters.at[1].value == 64);
}

/* A parameter that is set may bind to itself: the binding does not count. */
static void setting_a_parameter_cuts_a_cycle(void **state) {
    bench *b = *state;
    graph *g = b->s.graph;
    add(b, expr_parameter(g, 1)), add(b, expr_parameter(g, 0));
    b->s.parameters.at[1].is_set = 1, b->s.parameters.at[1].value = 2;
    assert_int_equal(values(b), INVO_OK);
    assert_true(b->s.parameters.at[0].value == 2);
}

static void cycles_are_named(void **state) {
    bench *b = *state;
    graph *g = b->s.graph;
    add(b, expr_parameter(g, 1)); /* leads into the cycle p1, p2, p3 */
    for (int k = 1; k <= 3; k++)
        add(b, expr_parameter(g, k % 3 + 1));
    assert_int_equal(values(b), INVO_E_MODEL);
    assert_message(b, "p1 -> p2 -> p3 -> p1");
}

static void self_reference_is_a_cycle(void **state) {
    bench *b = *state;
    graph *g = b->s.graph;
    add(b, expr_add(g, expr_parameter(g, 0), expr_number(g, 1)));
    assert_int_equal(values(b), INVO_E_MODEL);
    assert_message(b, "p0 -> p0");
}

static void values_must_be_finite(void **state) {
    bench *b = *state;
    graph *g = b->s.graph;
    add(b, expr_number(g, 0));
    add(b, expr_div(g, expr_number(g, 1), expr_parameter(g, 0)));
    assert_int_equal(values(b), INVO_E_MODEL);
    assert_message(b, "p1 has the value inf");
}

static void every_missing_value_is_reported(void **state) {
    bench *b = *state;
    add(b, NO_EXPR), add(b, expr_number(b->s.graph, 1)), add(b, NO_EXPR);
    assert_int_equal(values(b), INVO_E_MODEL);
    assert_message(b, "p0 has no value");
    assert_message(b, "p2 has no value");
}

/* Deep in either direction, without recursion; a diamond is evaluated once per level. */
static void long_chains_are_followed(void **state) {
    bench *b = *state;
    graph *g = b->s.graph;
    enum { LONG = 20000 };
    for (int k = 0; k < LONG - 1; k++)
        add(b, expr_div(
                   g, expr_add(g, expr_parameter(g, k + 1), expr_parameter(g, LONG - 1)),
                   expr_number(g, 2)));
    add(b, expr_number(g, 3));
    assert_int_equal(values(b), INVO_OK);
    assert_true(b->s.parameters.at[0].value == 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bindings_may_stand_in_any_order, begin, end),
        cmocka_unit_test_setup_teardown(set_values_go_before_bindings, begin, end),
        cmocka_unit_test_setup_teardown(setting_a_parameter_cuts_a_cycle, begin, end),
        cmocka_unit_test_setup_teardown(cycles_are_named, begin, end),
        cmocka_unit_test_setup_teardown(self_reference_is_a_cycle, begin, end),
        cmocka_unit_test_setup_teardown(values_must_be_finite, begin, end),
        cmocka_unit_test_setup_teardown(every_missing_value_is_reported, begin, end),
        cmocka_unit_test_setup_teardown(long_chains_are_followed, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
