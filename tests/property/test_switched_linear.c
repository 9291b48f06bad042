/* SPDX-License-Identifier: BSD-3-Clause */
/* Random switched linear systems against a reference that steps from event to event:
 * time, clocks and discrete variables choose among affine laws, names and numbers;
 * algebraic names, equations written twice, couplings of index 2.
 *
 * property_test_switched_linear FIRST LAST runs the systems FIRST to LAST; one
 * alone is printed. With a third argument, `smallest`, those that fail are made smaller.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "hybrid_draw.h"
#include <cmocka.h>

#ifdef __SANITIZE_ADDRESS__
enum { SYSTEMS = 200 };
#else
enum { SYSTEMS = 2000 };
#endif

static const hybrid_family family = {hybrid_draw_switched, 0};

static void test_systems(void **state) {
    (void)state;
    assert_int_equal(hybrid_check(0, SYSTEMS - 1, &family, 0), 0);
}

/* Constants of repeated equations that cancel to round-off only. */
static void test_round_off(void **state) {
    (void)state;
    assert_int_equal(hybrid_check(1000326, 1000327, &family, 0), 0);
    assert_int_equal(hybrid_check(2002148, 2002149, &family, 0), 0);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_systems),
                                       cmocka_unit_test(test_round_off)};
    if (count > 2)
        return hybrid_check_arguments(count, arguments, &family);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
