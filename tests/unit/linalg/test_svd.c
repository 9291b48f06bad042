/* Singular values against matrices that have them by construction, elimination against
 * what it promises: a regular choice of columns, as late in the order as can be.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/linalg/svd.h"
#include <cmocka.h>

enum { ROWS = 12, COLUMNS = 9 };

static uint32_t random_state = 1;

static double uniform(void) { /* in [-1, 1) */
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) / 8388608.0 - 1;
}

/* Reflects the columns of a: [rows, columns] in a random plane: singular values stay. */
static void reflect_columns(int rows, int columns, double *a) {
    double v[ROWS], length = 0;
    for (int i = 0; i < rows; i++)
        v[i] = uniform(), length += v[i] * v[i];
    for (int j = 0; j < columns; j++) {
        double sum = 0;
        for (int i = 0; i < rows; i++)
            sum += v[i] * a[i + j * rows];
        for (int i = 0; i < rows; i++)
            a[i + j * rows] -= 2 * sum / length * v[i];
    }
}

static void reflect_rows(int rows, int columns, double *a) {
    double v[COLUMNS], length = 0;
    for (int j = 0; j < columns; j++)
        v[j] = uniform(), length += v[j] * v[j];
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int j = 0; j < columns; j++)
            sum += v[j] * a[i + j * rows];
        for (int j = 0; j < columns; j++)
            a[i + j * rows] -= 2 * sum / length * v[j];
    }
}

static void values_by_construction(void **state) {
    (void)state;
    for (int n = 1; n <= COLUMNS; n++) {
        double a[ROWS * COLUMNS] = {0}, sigma[COLUMNS];
        for (int j = 0; j < n; j++)
            a[j + j * ROWS] = pow(10, -j);
        for (int k = 0; k < 5; k++)
            reflect_columns(ROWS, n, a), reflect_rows(ROWS, n, a);
        singular_values(ROWS, n, a, sigma);
        for (int j = 0; j < n; j++)
            assert_true(fabs(sigma[j] - pow(10, -j)) < 1e-14);
    }
}

static void a_vanishing_value_is_found(void **state) {
    double a[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, sigma[3];
    (void)state;
    singular_values(3, 3, a, sigma);
    assert_true(fabs(sigma[0] - 16.848103352614209) < 1e-13);
    assert_true(fabs(sigma[1] - 1.0683695145547090) < 1e-13);
    assert_true(sigma[2] < 1e-14);
}

static void zero_and_extreme_sizes(void **state) {
    double zero[4] = {0}, sigma[2], size[2] = {1e-200, 1e200};
    (void)state;
    singular_values(2, 2, zero, sigma);
    assert_true(sigma[0] == 0 && sigma[1] == 0);
    for (int k = 0; k < 2; k++) {
        double a[4] = {3 * size[k], 0, 0, 4 * size[k]};
        singular_values(2, 2, a, sigma);
        assert_true(fabs(sigma[0] / size[k] - 4) < 1e-14);
        assert_true(fabs(sigma[1] / size[k] - 3) < 1e-14);
    }
}

/* Graded columns: the small value is as accurate as the large one. */
static void small_values_are_accurate(void **state) {
    double a[4] = {1, 1, 1e-18, -1e-18}, sigma[2];
    (void)state;
    singular_values(2, 2, a, sigma);
    assert_true(fabs(sigma[0] - sqrt(2)) < 1e-15);
    assert_true(fabs(sigma[1] / 1e-18 - sqrt(2)) < 1e-14);
}

/* x + y + z = 0 with every order: the pivot is the first. */
static void the_first_in_order_is_the_pivot(void **state) {
    (void)state;
    for (int first = 0; first < 3; first++) {
        double a[3] = {0.5, 0.6, 0.7}, work[2];
        int order[3] = {first, (first + 1) % 3, (first + 2) % 3}, pivot_of[3];
        assert_int_equal(eliminate_in_order(1, 3, a, order, 1e-11, pivot_of, work), 1);
        for (int j = 0; j < 3; j++)
            assert_int_equal(pivot_of[j], j == first ? 0 : -1);
        assert_true(a[first] == 1);
    }
}

/* A first column that is small beside the others of its row is not regular. */
static void a_small_pivot_is_the_last_resort(void **state) {
    double a[2] = {1e-5, 1}, work[4], b[1] = {1e-5};
    int order[2] = {0, 1}, pivot_of[2];
    (void)state;
    assert_int_equal(eliminate_in_order(1, 2, a, order, 1e-11, pivot_of, work), 1);
    assert_int_equal(pivot_of[0], -1);
    assert_int_equal(pivot_of[1], 0);
    assert_int_equal(eliminate_in_order(1, 1, b, order, 1e-11, pivot_of, work), 1);
    assert_int_equal(pivot_of[0], 0);
}

/* Three rows, the third the sum of the others: rank 2, and pivot columns are given by the
 * others as the reduced rows say. */
static void dependent_rows(void **state) {
    double a[12] = {1, 0, 1, 2, 1, 3, 0, 3, 3, 1, 1, 2}, before[12], work[6];
    int order[4] = {3, 2, 1, 0}, pivot_of[4];
    (void)state;
    memcpy(before, a, sizeof a);
    assert_int_equal(eliminate_in_order(3, 4, a, order, 1e-11, pivot_of, work), 2);
    assert_true(pivot_of[3] >= 0 && pivot_of[2] >= 0);
    assert_true(pivot_of[0] < 0 && pivot_of[1] < 0);
    double x[4] = {0.3, -0.7, 0, 0};
    for (int j = 2; j < 4; j++)
        x[j] = -a[pivot_of[j]] * x[0] - a[pivot_of[j] + 3] * x[1];
    for (int i = 0; i < 3; i++) {
        double sum = 0;
        for (int j = 0; j < 4; j++)
            sum += before[i + 3 * j] * x[j];
        assert_true(fabs(sum) < 1e-15);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_by_construction),
        cmocka_unit_test(a_vanishing_value_is_found),
        cmocka_unit_test(zero_and_extreme_sizes),
        cmocka_unit_test(small_values_are_accurate),
        cmocka_unit_test(the_first_in_order_is_the_pivot),
        cmocka_unit_test(a_small_pivot_is_the_last_resort),
        cmocka_unit_test(dependent_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
