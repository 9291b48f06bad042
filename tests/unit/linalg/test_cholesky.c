/* SPDX-License-Identifier: BSD-3-Clause */
/* Cholesky's factors: solutions, and who is not positive definite. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/linalg/cholesky.h"
#include <cmocka.h>

enum { N = 4 };

static void solutions_are_right(void **state) {
    (void)state;
    double a[N * N], b[N], x[N] = {1, -2, 0.5, 3};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i + j * N] = 1.0 / (i + j + 1) + (i == j);
    for (int i = 0; i < N; i++) {
        b[i] = 0;
        for (int j = 0; j < N; j++)
            b[i] += a[i + j * N] * x[j];
    }
    for (int j = 0; j < N; j++) /* the upper triangle is not looked at */
        for (int i = 0; i < j; i++)
            a[i + j * N] = NAN;
    assert_int_equal(cholesky_factor(N, a), 0);
    cholesky_solve(N, a, b);
    for (int i = 0; i < N; i++)
        assert_true(fabs(b[i] - x[i]) < 1e-14);
    assert_true(cholesky_condition(N, a) >= 1 && cholesky_condition(N, a) < 10);
}

static void others_are_refused(void **state) {
    (void)state;
    double indefinite[4] = {1, 2, 2, 1}, singular[4] = {1, 1, 1, 1}, none[1] = {NAN};
    assert_int_equal(cholesky_factor(2, indefinite), 2);
    assert_int_equal(cholesky_factor(2, singular), 2);
    assert_int_equal(cholesky_factor(1, none), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solutions_are_right),
        cmocka_unit_test(others_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
