/* SPDX-License-Identifier: BSD-3-Clause */
/* Random linear systems with events of states against a reference that steps from event
 * to event: relations of states that switch laws, count, reinitialise, with hysteresis,
 * edge, change, elsewhen, beside clocks and time.
 *
 * property_test_state_events FIRST LAST runs the systems FIRST to LAST; one
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
enum { SYSTEMS = 100 };
#else
enum { SYSTEMS = 1000 };
#endif

static const hybrid_family family = {hybrid_draw_crossing, 1};

static void test_systems(void **state) {
    (void)state;
    assert_int_equal(hybrid_check(0, SYSTEMS - 1, &family, 0), 0);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_systems)};
    if (count > 2)
        return hybrid_check_arguments(count, arguments, &family);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
