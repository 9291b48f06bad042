/* Which top equations are linear with constant coefficients, so that implicit methods
 * make one correction: sources of time may be anything, coefficients and jumps may not.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "../../../src/lowering/lower.h"
#include <cmocka.h> /* last: it has a macro `fail` */

/* Completes x' = right, y' = x - y, and asks for the top equations. */
static int is_affine(const char *right) {
    char text[512];
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_options o;
    invo_options_init(&o);
    const int size = snprintf(text, sizeof text,
                              "model M parameter Real k = 3;\n"
                              "Real x(start = 1, fixed = true);\n"
                              "Real y(start = 2, fixed = true);\n"
                              "equation der(x) = %s; der(y) = x - y; end M;",
                              right);
    assert_int_equal(invo_model_parse(c, "m.mo", text, (size_t)size, &m), 0);
    assert_int_equal(invo_model_complete(m, &o), 0);
    lowered *w = invo_model_system(m)->self;
    lowered_add_tops(w);
    const int found = w->system.top.is_affine;
    invo_model_free(m);
    invo_context_free(c);
    return found;
}

static void constant_coefficients_are_found(void **state) {
    (void)state;
    assert_true(is_affine("-k*x + 2*(y - x)/k"));
    assert_true(is_affine("sin(time)*k - x"));
    assert_true(is_affine("y - x + exp(-time) + k^2"));
}

static void others_are_not(void **state) {
    (void)state;
    assert_false(is_affine("-x^2"));
    assert_false(is_affine("x*y"));
    assert_false(is_affine("-time*x"));
    assert_false(is_affine("sin(x)"));
    assert_false(is_affine("-sign(x) - y"));
    assert_false(is_affine("-abs(x)"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_coefficients_are_found),
        cmocka_unit_test(others_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
