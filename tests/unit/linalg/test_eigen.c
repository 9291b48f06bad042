/* Eigenvalues against matrices that have them by construction.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/linalg/eigen.h"
#include <cmocka.h>

enum { SIZE = 24 };

static uint32_t random_state = 7;

static double uniform(void) { /* in [-1, 1) */
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) / 8388608.0 - 1;
}

/* P A P^-1 with P = 1 + v w^T, whose inverse is 1 - v w^T / (1 + w v). */
static void transform(int n, double *a) {
    double v[SIZE], w[SIZE], product = 1;
    for (int i = 0; i < n; i++) {
        v[i] = uniform();
        w[i] = uniform();
        product += v[i] * w[i];
    }
    if (fabs(product) < 0.1)
        return;
    for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += w[i] * a[i + j * n];
        for (int i = 0; i < n; i++)
            a[i + j * n] += v[i] * sum;
    }
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            sum += a[i + j * n] * v[j];
        for (int j = 0; j < n; j++)
            a[i + j * n] -= sum * w[j] / product;
    }
}

/* Every wanted one is among those found. */
static void assert_found(int n, const double *re, const double *im, double x, double y,
                         double tolerance) {
    double nearest = INFINITY;
    for (int k = 0; k < n; k++)
        nearest = fmin(nearest, hypot(re[k] - x, im[k] - y));
    assert_true(nearest <= tolerance);
}

static void random_matrices(void **state) {
    (void)state;
    for (int n = 1; n <= SIZE; n++)
        for (int trial = 0; trial < 20; trial++) {
            double a[SIZE * SIZE] = {0}, x[SIZE], y[SIZE], re[SIZE], im[SIZE];
            for (int i = 0; i < n; i++) {
                x[i] = i + uniform();
                y[i] = 0;
                a[i + i * n] = x[i];
            }
            for (int i = 0; i + 1 < n && trial % 2; i += 3) { /* pairs x +- i y */
                x[i + 1] = x[i];
                y[i] = 0.5 + fabs(uniform());
                y[i + 1] = -y[i];
                a[i + 1 + (i + 1) * n] = x[i];
                a[i + (i + 1) * n] = y[i];
                a[i + 1 + i * n] = -y[i];
            }
            for (int k = 0; k < 3; k++)
                transform(n, a);
            assert_int_equal(eigenvalues(n, a, re, im), 0);
            for (int k = 0; k < n; k++)
                assert_found(n, re, im, x[k], y[k], 1e-8 * (n + 1));
            for (int k = 1; k < n; k++)
                assert_true(re[k - 1] >= re[k]);
            for (int k = 0; k < n; k++)
                if (im[k] > 0) {
                    assert_true(im[k + 1] == -im[k]);
                    assert_true(re[k + 1] == re[k]);
                }
        }
}

static void known_ones(void **state) {
    (void)state;
    double rotation[4] = {0, -3, 3, 0}, re[8], im[8];
    assert_int_equal(eigenvalues(2, rotation, re, im), 0);
    assert_true(re[0] == 0 && im[0] == 3 && im[1] == -3);
    double bad[4] = {0, 1e-12, 1e12, 0}; /* badly scaled: +-1 */
    assert_int_equal(eigenvalues(2, bad, re, im), 0);
    assert_true(fabs(re[0] - 1) < 1e-14 && fabs(re[1] + 1) < 1e-14);
    double shift[64] = {0}; /* x^8 = 1: shifts of the last block do not move it */
    for (int i = 0; i < 8; i++)
        shift[(i + 1) % 8 + i * 8] = 1;
    assert_int_equal(eigenvalues(8, shift, re, im), 0);
    for (int k = 0; k < 8; k++)
        assert_found(8, re, im, cos(k * M_PI / 4), sin(k * M_PI / 4), 1e-14);
    double none[1];
    assert_int_equal(eigenvalues(0, none, re, im), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_matrices),
        cmocka_unit_test(known_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
