/* A number that is not finite is found wherever it stands, and nothing else is.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/linalg/finite.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { MOST = 40 };

static void infinite_ones_are_found(void **state) {
    (void)state;
    const double other[] = {NAN, INFINITY, -INFINITY};
    const double usual[] = {DBL_MAX, -DBL_MAX, -0.0, DBL_TRUE_MIN};
    double x[MOST] = {0};
    for (int n = 0; n < MOST; n++) {
        for (int i = 0; i < n; i++)
            x[i] = usual[i % 4];
        assert_true(finite_are_all(n, x));
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 3; k++) {
                const double kept = x[i];
                x[i] = other[k];
                assert_false(finite_are_all(n, x));
                x[i] = kept;
            }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(infinite_ones_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
