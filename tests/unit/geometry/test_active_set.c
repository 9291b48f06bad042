/* SPDX-License-Identifier: BSD-3-Clause */
/* Which rows are left out, by the last retraction and since a step began; and when an
 * invariant is too weak. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/geometry/active_set.h"
#include <cmocka.h>

static double block[16];

static active_set made(int constraints, int invariants) {
    const invo_system s = {.constraints = constraints, .invariants = invariants};
    active_set a;
    pool p = {0};
    active_set_lay_out(&a, &s, &p);
    assert_true(p.used <= sizeof block);
    memset(block, 0, sizeof block);
    pool_open(&p, block);
    active_set_lay_out(&a, &s, &p);
    return a;
}

static void invariants_alone_are_left_out(void **state) {
    (void)state;
    active_set a = made(4, 2);
    active_set_fill(&a, 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(a.left_out[i], i >= 2);
    active_set_fill(&a, 1);
    for (int i = 0; i < 4; i++)
        assert_int_equal(a.left_out[i], 0);
}

/* What one point of a step was found without counts for the step. */
static void omissions_are_kept_for_the_step(void **state) {
    (void)state;
    active_set a = made(3, 2);
    a.left_out[2] = 1;
    active_set_note(&a);
    active_set_fill(&a, 1);
    active_set_note(&a);
    assert_int_equal(a.omissions, 1);
    assert_true(!a.omitted[0] && !a.omitted[1] && a.omitted[2]);
    active_set_begin(&a);
    assert_false(a.omitted[2]);
}

/* Round-off of 1e-16 moves the point by 1e-16 / (length * sine): a tenth of the tolerance
 * is the bound. */
static void weak_rows_are_found(void **state) {
    (void)state;
    assert_false(active_set_is_weak(1e-16, 1, 1e-3, 1e-11));
    assert_true(active_set_is_weak(1e-16, 1, 1e-3, 0.5e-12));
    assert_true(active_set_is_weak(1e-16, 1e-6, 1e-3, 1e-11));
    assert_true(active_set_is_weak(1e-16, 1, 0, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invariants_alone_are_left_out),
        cmocka_unit_test(omissions_are_kept_for_the_step),
        cmocka_unit_test(weak_rows_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
