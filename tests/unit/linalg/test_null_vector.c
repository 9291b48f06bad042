/* SPDX-License-Identifier: BSD-3-Clause */
/* Null vectors of random matrices with unit rows: all ways agree, dense and sparse, up to
 * what the smallest singular value allows, and so do signs of determinants; the conjugate
 * gradients leave critical points. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../../src/linalg/border.h"
#include "../../../src/linalg/null_sphere.h"
#include "../../../src/linalg/null_vector.h"
#include <cmocka.h>

enum { MOST = 9, WORK = 400 };

static double next_random(unsigned *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed / 2147483648.0 - 1;
}

static void draw(int m, int band, unsigned *seed, double *d) {
    for (int i = 0; i < m; i++) {
        double sum = 0;
        for (int j = 0; j <= m; j++) {
            double x = next_random(seed) + 2 * (i == j);
            d[i + j * m] = j == 0 || abs(i - j) <= band ? x : 0;
            sum += d[i + j * m] * d[i + j * m];
        }
        for (int j = 0; j <= m; j++)
            d[i + j * m] /= sqrt(sum);
    }
}

/* The same by rows; zeros are left out but in the first column. */
typedef struct wide {
    invo_pattern pattern;
    int start[MOST + 1], column[MOST * (MOST + 1)];
    double value[MOST * (MOST + 1)];
} wide;

static void thin_out(int m, const double *d, wide *w) {
    int count = 0;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j <= m; j++)
            if (j == 0 || d[i + j * m] != 0)
                w->column[count] = j, w->value[count++] = d[i + j * m];
        w->start[i + 1] = count;
    }
    w->start[0] = 0;
    w->pattern = (invo_pattern){m, m + 1, w->start, w->column};
}

static double residual(int m, const double *d, const double *x) {
    double most = 0;
    for (int i = 0; i < m; i++) {
        double sum = 0;
        for (int j = 0; j <= m; j++)
            sum += d[i + j * m] * x[j];
        most = fmax(most, fabs(sum));
    }
    return most;
}

static double distance(int m, const double *x, const double *y) {
    double most = 0;
    for (int j = 0; j <= m; j++)
        most = fmax(most, fabs(x[j] - y[j]));
    return most;
}

static void test_all_ways_agree(void **state) {
    double d[MOST * (MOST + 1)], guess[MOST + 1], x[5][MOST + 1], work[WORK];
    int sign, sparse_sign;
    unsigned seed = 1;
    (void)state;
    for (int round = 0; round < 200; round++) {
        int m = 1 + round % MOST;
        assert_true(null_vector_work(m) <= WORK);
        draw(m, round % 3 ? MOST : 1, &seed, d);
        wide w;
        thin_out(m, d, &w);
        for (int j = 0; j <= m; j++)
            guess[j] = 1 / sqrt(m + 1.0);
        null_qr(m, d, guess, x[0], work);
        border *dense = border_new(&w.pattern, FACTOR_DENSE);
        assert_non_null(dense);
        assert_int_equal(border_solve(dense, w.value, x[0], 1, x[1], &sign), 0);
        null_svd(m, d, guess, x[2], work);
        assert_true(null_sphere(&w.pattern, w.value, guess, x[3], work) > 0 || m == 0);
        null_polish(&w.pattern, w.value, x[3], work);
        border *b = border_new(&w.pattern, FACTOR_SPARSE);
        assert_non_null(b);
        assert_int_equal(border_solve(b, w.value, x[0], 1, x[4], &sparse_sign), 0);
        assert_int_equal(sparse_sign, sign);
        border_free(b);
        for (int k = 0; k < 5; k++) {
            assert_true(residual(m, d, x[k]) < 1e-14);
            if (k == 3 && distance(m, x[0], x[k]) > 1) /* the other end of the line */
                for (int j = 0; j <= m; j++)
                    x[k][j] = -x[k][j];
            assert_true(distance(m, x[0], x[k]) < 1e-11);
        }
        assert_int_equal(border_solve(dense, w.value, x[1], 0, x[4], &sparse_sign), 0);
        assert_int_equal(sparse_sign, sign);
        border_free(dense);
    }
}

static int sign_of(const double *d, const double *x) {
    double y[3];
    int sign;
    wide w;
    thin_out(2, d, &w);
    border *b = border_new(&w.pattern, FACTOR_DENSE);
    assert_non_null(b);
    assert_int_equal(border_solve(b, w.value, x, 0, y, &sign), 0);
    border_free(b);
    return sign;
}

/* The sign of det[D; x] turns with x, and with a row of D. */
static void test_sign(void **state) {
    double d[] = {0, 1, -1, 0, 1, 1}, x[3], guess[] = {0.5, 0.5, 0.70710678}, work[WORK];
    (void)state;
    null_qr(2, d, guess, x, work);
    int sign = sign_of(d, x);
    for (int j = 0; j < 3; j++)
        x[j] = -x[j];
    assert_int_equal(sign_of(d, x), -sign);
    for (int j = 0; j < 3; j++)
        d[2 * j] = -d[2 * j];
    assert_int_equal(sign_of(d, x), sign);
}

/* From a singular vector, where the gradient on the sphere vanishes. */
static void test_sphere_leaves_critical_points(void **state) {
    double d[] = {1, 0, 0, 1, 0, 0}, guess[] = {1, 0, 0}, x[3], work[WORK];
    (void)state;
    wide w;
    thin_out(2, d, &w);
    assert_true(null_sphere(&w.pattern, w.value, guess, x, work) > 0);
    assert_true(fabs(fabs(x[2]) - 1) < 1e-14);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_ways_agree),
        cmocka_unit_test(test_sign),
        cmocka_unit_test(test_sphere_leaves_critical_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
