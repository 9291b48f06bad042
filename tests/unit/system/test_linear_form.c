/* Which part of an expression is numbers times unknowns.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/system/linear_form.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static invo_context *context;
static arena *memory;
static graph *g;

static int begin(void **state) {
    (void)state;
    context = invo_context_new();
    memory = arena_new(context);
    g = graph_new(memory);
    return 0;
}

static int end(void **state) {
    (void)state;
    arena_free(memory);
    invo_context_free(context);
    return 0;
}

static expr x(int v) {
    return expr_jet(g, v, 0);
}
static expr number(double value) {
    return expr_number(g, value);
}

static double coefficient(const linear_form *f, int v) {
    for (int k = 0; k < f->unknowns; k++)
        if (f->variable[k] == v)
            return f->coefficient[k];
    return 0;
}

/* 2 (x0 - 3 x1) - (x0 + 5) = x0 - 6 x1 - 5 */
static void nested_sums_are_followed(void **state) {
    (void)state;
    linear_form f;
    expr inner = expr_sub(g, x(0), expr_mul(g, number(3), x(1)));
    expr e = expr_sub(g, expr_mul(g, number(2), inner), expr_add(g, x(0), number(5)));
    assert_true(linear_form_read(g, e, &f));
    assert_int_equal(f.unknowns, 2);
    assert_true(coefficient(&f, 0) == 1 && coefficient(&f, 1) == -6);
    assert_int_equal(linear_form_rest(g, &f, 1), number(-5));
}

/* Derivatives, parameters and products of unknowns belong to the rest. */
static void other_terms_are_the_rest(void **state) {
    (void)state;
    linear_form f;
    expr speed = expr_jet(g, 0, 1), area = expr_mul(g, x(1), x(2));
    expr scaled = expr_mul(g, expr_parameter(g, 0), x(3));
    expr e = expr_add(g, expr_add(g, expr_add(g, x(4), speed), area), scaled);
    assert_true(linear_form_read(g, e, &f));
    assert_int_equal(f.unknowns, 1);
    assert_true(coefficient(&f, 4) == 1);
    assert_int_equal(expr_depends(g, linear_form_rest(g, &f, 1)).count, 4);
}

static void one_unknown_is_left_out(void **state) {
    (void)state;
    linear_form f;
    expr e = expr_sub(g, expr_mul(g, number(4), x(0)), expr_mul(g, number(8), x(1)));
    assert_true(linear_form_read(g, e, &f));
    int k = f.variable[0] == 0 ? 0 : 1;
    assert_int_equal(linear_form_without(g, &f, k, -0.25), expr_mul(g, number(2), x(1)));
    assert_true(linear_form_read(g, x(0), &f));
    assert_int_equal(linear_form_without(g, &f, 0, -1), EXPR_ZERO);
    assert_int_equal(linear_form_rest(g, &f, 1), EXPR_ZERO);
}

static void long_sums_are_not_read(void **state) {
    (void)state;
    linear_form f;
    expr term[MOST_TERMS + 1];
    double c[MOST_TERMS + 1];
    for (int k = 0; k <= MOST_TERMS; k++)
        term[k] = x(k), c[k] = k + 1;
    assert_true(linear_form_read(g, expr_sum(g, MOST_TERMS, c, term), &f));
    assert_false(linear_form_read(g, expr_sum(g, MOST_TERMS + 1, c, term), &f));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(nested_sums_are_followed),
        TEST(other_terms_are_the_rest),
        TEST(one_unknown_is_left_out),
        TEST(long_sums_are_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
