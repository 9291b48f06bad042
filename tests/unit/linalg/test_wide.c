/* Loops over many numbers: what is not finite, or too large, is noticed at every place of
 * lists of every length, and nothing else is.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include "../../../src/linalg/vector.h"
#include <cmocka.h>

enum { MOST = 3 * WIDE_LEAST };

static void fill(int n, double *x) {
    for (int i = 0; i < n; i++)
        x[i] = i % 3 ? DBL_MAX * (i % 2 ? 1 : -1) : -0.0;
}

static void test_finite(void **state) {
    const double bad[] = {NAN, -NAN, INFINITY, -INFINITY};
    double x[MOST + 1];
    (void)state;
    for (int n = 0; n <= MOST; n++) {
        fill(n, x);
        x[n] = NAN; /* behind the end: is not looked at */
        assert_true(vector_all_finite(n, x));
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 4; k++) {
                const double kept = x[i];
                x[i] = bad[k];
                assert_false(vector_all_finite(n, x));
                assert_int_equal(vector_first_infinite(n, x), i);
                x[i] = kept;
            }
    }
}

static void test_below(void **state) {
    const double bad[] = {NAN, INFINITY, 7.000001};
    double x[MOST + 1];
    (void)state;
    for (int n = 0; n <= MOST; n++) {
        for (int i = 0; i < n; i++)
            x[i] = i % 2 ? 7 : -INFINITY;
        x[n] = 8;
        assert_true(vector_all_below(n, x, 7));
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 3; k++) {
                const double kept = x[i];
                x[i] = bad[k];
                assert_false(vector_all_below(n, x, 7));
                x[i] = kept;
            }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_finite),
                                       cmocka_unit_test(test_below)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
