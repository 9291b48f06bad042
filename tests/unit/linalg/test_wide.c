/* Loops over many numbers: what is not finite, or too large, is noticed at every place of
 * lists of every length, and nothing else is. Sums have the bits of a loop over single
 * coordinates, and nothing behind them is written.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/base/number.h"
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

enum { TERMS = 5 };

static double number(uint32_t *seed) {
    return random_next(seed) / 4294967296.0 - 0.5;
}

static double sum_of(const wide_sum *s, const double *p, double h, int i) {
    double sum = s->factor[0] * s->of[0][i];
    for (int j = 1; j < s->terms; j++)
        sum = sum + s->factor[j] * s->of[j][i];
    return p ? p[i] + h * sum : h * sum;
}

static void test_sums(void **state) {
    double x[TERMS][MOST];
    double factor[TERMS];
    double p[MOST];
    double to[MOST + 1];
    double again[MOST];
    double fresh[MOST];
    const double *of[TERMS];
    uint32_t seed = 1;
    (void)state;
    for (int j = 0; j < TERMS; j++) {
        factor[j] = number(&seed);
        of[j] = x[j];
        for (int i = 0; i < MOST; i++)
            x[j][i] = number(&seed);
    }
    for (int i = 0; i < MOST; i++)
        p[i] = number(&seed);
    for (int n = WIDE_SUMMED; n <= MOST; n++)
        for (int terms = 1; terms <= TERMS; terms++)
            for (int k = 0; k < 2; k++) {
                const wide_sum s = {terms, factor, of};
                const double *from = k ? p : NULL;
                to[n] = 7;
                wide_move(n, &s, from, 0.3, to);
                for (int i = 0; i < n; i++)
                    assert_true(to[i] == sum_of(&s, from, 0.3, i));
                assert_true(to[n] == 7);
                memcpy(fresh, x[terms - 1], sizeof fresh);
                memset(x[terms - 1], 0, sizeof *x[0] * (size_t)n);
                wide_move_new(n, &s, from, 0.3, fresh, x[terms - 1], again);
                assert_memory_equal(again, to, sizeof *to * (size_t)n);
                assert_memory_equal(x[terms - 1], fresh, sizeof fresh);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_finite),
                                       cmocka_unit_test(test_below),
                                       cmocka_unit_test(test_sums)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
