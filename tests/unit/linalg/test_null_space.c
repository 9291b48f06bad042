/* SPDX-License-Identifier: BSD-3-Clause */
/* Relations among columns that are built in, and none where there is none. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/base/number.h"
#include "../../../src/linalg/null_space.h"
#include "../../../src/linalg/quad_least.h"
#include "../../../src/linalg/vector.h"
#include <cmocka.h>

enum { ROWS = 30, COLUMNS = 12 };

static double drawn(uint32_t *state) {
    random_next(state);
    return (random_next(state) >> 8) / 8388608.0 - 1;
}

/* Column 7 = 2 * column 1 - column 4, column 10 = column 0 + 0.5 * column 7. */
static void fill(double *a) {
    uint32_t state = 7;
    for (int k = 0; k < ROWS * COLUMNS; k++)
        a[k] = drawn(&state);
    for (int i = 0; i < ROWS; i++) {
        a[i + 7 * ROWS] = 2 * a[i + ROWS] - a[i + 4 * ROWS];
        a[i + 10 * ROWS] = a[i] + 0.5 * a[i + 7 * ROWS];
    }
}

static void relations_are_found(void **state) {
    double a[ROWS * COLUMNS];
    double before[ROWS * COLUMNS];
    double work[3 * COLUMNS];
    int order[COLUMNS];
    double least;
    (void)state;
    fill(a);
    vector_copy(ROWS * COLUMNS, a, before);
    int count = null_space(ROWS, COLUMNS, a, 1e-13, &least, work, order);
    assert_int_equal(count, 2);
    assert_true(least > 1e-3 && least < 1);
    relations_reduce(COLUMNS, count, a, order, work);
    assert_int_equal(order[0], 10);
    assert_int_equal(order[1], 7);
    for (int r = 0; r < count; r++)
        for (int i = 0; i < ROWS; i++) {
            double sum = 0;
            for (int k = 0; k < COLUMNS; k++)
                sum += before[i + k * ROWS] * a[k + r * COLUMNS];
            assert_true(fabs(sum) < 1e-13);
        }
    assert_true(fabs(a[1 + COLUMNS] + 2) < 1e-12 && fabs(a[4 + COLUMNS] - 1) < 1e-12);
}

static void nothing_is_found_in_independent_columns(void **state) {
    double a[ROWS * COLUMNS];
    double work[3 * COLUMNS];
    int order[COLUMNS];
    double least;
    uint32_t random = 3;
    (void)state;
    for (int k = 0; k < ROWS * COLUMNS; k++)
        a[k] = drawn(&random);
    assert_int_equal(null_space(ROWS, COLUMNS, a, 1e-13, &least, work, order), 0);
    assert_true(least > 1e-3);
}

static void earlier_columns_are_kept(void **state) {
    double a[ROWS * COLUMNS];
    char is_kept[COLUMNS];
    (void)state;
    fill(a);
    assert_int_equal(columns_keep(ROWS, COLUMNS, a, 1e-9, is_kept), COLUMNS - 2);
    for (int k = 0; k < COLUMNS; k++)
        assert_int_equal(is_kept[k], k != 7 && k != 10);
}

/* (1, 1, 0, 0) and (0, 1, 1, 1) mixed so that both have four components. */
static void relations_become_sparse(void **state) {
    double v[8] = {1, 3, 2, 2, 1, -1, -2, -2};
    (void)state;
    relations_sparsify(4, 2, v, 1e-9, 1e9);
    int count = 0;
    for (int k = 0; k < 8; k++)
        count += v[k] != 0;
    assert_int_equal(count, 5);
}

/* 1/3 and 1/7 come out with more digits than doubles have. */
static void least_squares_have_quadruple_precision(void **state) {
    quad a[8] = {1, 2, 3, 4, 1, -1, 2, 5};
    quad b[4];
    quad x[2];
    (void)state;
    for (int i = 0; i < 4; i++)
        b[i] = a[i] / 3 + a[i + 4] / 7;
    quad rest = quad_least_squares(4, 2, a, b, 1e-20, x);
    quad error = x[0] - (quad)1 / 3;
    quad other = x[1] - (quad)1 / 7;
    assert_true(rest >= 0 && rest < 1e-30);
    assert_true(error < 1e-30 && error > -1e-30 && other < 1e-30 && other > -1e-30);
    quad same[6] = {1, 2, 3, 2, 4, 6};
    assert_true(quad_least_squares(3, 2, same, b, 1e-20, x) < 0);
}

/* A matrix with columns of length 1 whose column 8 is another one but for `apart`, and b
 * that columns give but for `left`. */
static void fill_unit(quad *a, quad *b, double apart, double left) {
    uint32_t state = 11;
    for (int k = 0; k < ROWS * COLUMNS; k++)
        a[k] = drawn(&state);
    for (int i = 0; i < ROWS && apart != 0; i++)
        a[i + 8 * ROWS] = a[i + 2 * ROWS] + apart * a[i + 8 * ROWS];
    for (int j = 0; j < COLUMNS; j++) {
        quad sum = 0;
        for (int i = 0; i < ROWS; i++)
            sum += a[i + j * ROWS] * a[i + j * ROWS];
        for (int i = 0; i < ROWS; i++)
            a[i + j * ROWS] /= QUAD_FUNCTION(sqrt)(sum);
    }
    for (int i = 0; i < ROWS; i++) {
        b[i] = left * drawn(&state);
        for (int j = 0; j < COLUMNS; j++)
            b[i] += a[i + j * ROWS] * (j + 1) / 7;
    }
}

/* Refinement and the factor in quadruple precision, by what is left and by coefficients.
 */
static void refinement_gives_the_same(void **state) {
    static const double apart[] = {0, 1e-3, 1e-6};
    static const double left[] = {0, 1e-22, 1e-13, 1e-3, 1};
    (void)state;
    for (int m = 0; m < 3; m++)
        for (int l = 0; l < 5; l++) {
            quad a[ROWS * COLUMNS], b[ROWS], x[COLUMNS], y[COLUMNS], rest[ROWS];
            double work[ROWS * COLUMNS + ROWS + 2 * COLUMNS];
            assert_int_equal(quad_refined_work(ROWS, COLUMNS),
                             sizeof work / sizeof *work);
            fill_unit(a, b, apart[m], left[l]);
            double own =
                (double)quad_refined_squares(ROWS, COLUMNS, a, b, 1e-24, x, rest, work);
            double other = (double)quad_least_squares(ROWS, COLUMNS, a, b, 1e-20, y);
            assert_true(own >= 0 && fabs(own - other) <= 1e-5 * other + 1e-30);
            for (int j = 0; j < COLUMNS && left[l] == 0; j++)
                assert_true(fabs((double)(x[j] - y[j])) <= 1e-25);
        }
}

static void refinement_refuses_columns_that_are_nearly_dependent(void **state) {
    quad a[ROWS * COLUMNS], b[ROWS], x[COLUMNS], rest[ROWS];
    double work[ROWS * COLUMNS + ROWS + 2 * COLUMNS];
    (void)state;
    fill_unit(a, b, 1e-9, 0);
    assert_true(quad_refined_squares(ROWS, COLUMNS, a, b, 1e-24, x, rest, work) < 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relations_are_found),
        cmocka_unit_test(nothing_is_found_in_independent_columns),
        cmocka_unit_test(earlier_columns_are_kept),
        cmocka_unit_test(relations_become_sparse),
        cmocka_unit_test(least_squares_have_quadruple_precision),
        cmocka_unit_test(refinement_gives_the_same),
        cmocka_unit_test(refinement_refuses_columns_that_are_nearly_dependent)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
