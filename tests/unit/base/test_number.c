/* SPDX-License-Identifier: BSD-3-Clause */
/* Powers of two at every exponent that a number can have. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/base/number.h"
#include <cmocka.h>

static void scaled_numbers_lie_between_one_and_two(void **state) {
    (void)state;
    for (int k = -1074; k <= 1023; k++)
        for (int digit = 0; digit < 3; digit++) {
            double x = ldexp(digit == 0   ? 1
                             : digit == 1 ? 1.5
                                          : 2 - DBL_EPSILON,
                             k),
                   power = power_of_two(x);
            if (!(x > 0 && isfinite(x)))
                continue; /* rounded */
            if (power != ldexp(1, -ilogb(x)))
                fail_msg("%a: %a", x, power);
            if (isfinite(power))
                assert_true(power * x >= 1 && power * x < 2);
        }
}

static void what_is_no_number_is_larger_than_all(void **state) {
    (void)state;
    assert_true(larger(1, 2) == 2 && larger(2, 1) == 2);
    assert_true(larger(NAN, 1) == INFINITY && larger(1, NAN) == INFINITY);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scaled_numbers_lie_between_one_and_two),
        cmocka_unit_test(what_is_no_number_is_larger_than_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
