/* Ranks that are judged by error bounds: units do not change them, noise does not count.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/linalg/judged.h"
#include <cmocka.h>

enum { MOST = 12, ENTRIES = MOST * MOST, WORK = 16 * (MOST + 1) };

static uint32_t random_state = 1;

static double uniform(void) { /* in [-1, 1) */
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) / 8388608.0 - 1;
}

/* Two nodes and a source: v1 - v2 + R i = 0, i - g1 v1 = 0, i + g2 v2 = 0. */
static void set_bridge(double g, double *a) {
    const double bridge[9] = {1, -g, 0, -1, 0, 2 * g, 1, 1, 1};
    memcpy(a, bridge, sizeof bridge);
}

static void conductances_are_no_loss_of_rank(void **state) {
    (void)state;
    for (double g = 1; g > 1e-250; g *= 1e-9) {
        double a[9], error[9], b[3] = {1, 0, 0}, x[3], work[WORK];
        set_bridge(g, a);
        for (int k = 0; k < 9; k++)
            error[k] = 1e-15 * fabs(a[k]);
        assert_int_equal(judged_rank(3, 3, a, error, work), 3);
        set_bridge(g, a);
        for (int k = 0; k < 9; k++)
            error[k] = 1e-15 * fabs(a[k]);
        assert_true(judged_solve(3, a, error, b, x, work));
        /* i = g v1 = -2 g v2, v1 - v2 + i = 1 */
        double v1 = 1 / (1.5 + g);
        assert_true(fabs(x[0] / v1 - 1) < 1e-14);
        assert_true(fabs(x[1] / (-0.5 * v1) - 1) < 1e-14);
        assert_true(fabs(x[2] / (g * v1) - 1) < 1e-14);
    }
}

static void what_is_less_than_its_error_is_nothing(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        double a[4] = {1, 1, 1, 1 + 1e-9}, error[4], work[WORK];
        for (int i = 0; i < 4; i++)
            error[i] = k ? 1e-8 : 1e-12;
        assert_int_equal(judged_rank(2, 2, a, error, work), 2 - k);
    }
    double cosine = 6e-17, error = 1e-16, work[WORK];
    assert_int_equal(judged_rank(1, 1, &cosine, &error, work), 0);
}

/* Product of random factors of the given rank, rows and columns in units that spread over
 * 40 decades. */
static void units_do_not_change_the_rank(void **state) {
    (void)state;
    for (int round = 0; round < 200; round++) {
        int rows = 1 + round % MOST, columns = 1 + round / 3 % MOST;
        int least = rows < columns ? rows : columns, rank = round % (least + 1);
        double left[ENTRIES], right[ENTRIES], a[ENTRIES], error[ENTRIES], work[WORK];
        for (int k = 0; k < ENTRIES; k++) {
            left[k] = uniform();
            right[k] = uniform();
        }
        double row_unit[MOST], column_unit[MOST];
        for (int i = 0; i < MOST; i++) {
            row_unit[i] = pow(10, 20 * uniform());
            column_unit[i] = pow(10, 20 * uniform());
        }
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows; i++) {
                double sum = 0, size = 0, unit = row_unit[i] * column_unit[j];
                for (int k = 0; k < rank; k++) {
                    sum += left[i + k * MOST] * right[k + j * MOST];
                    size += fabs(left[i + k * MOST] * right[k + j * MOST]);
                }
                a[i + j * rows] = unit * sum;
                error[i + j * rows] = 1e-15 * unit * size;
            }
        assert_int_equal(judged_rank(rows, columns, a, error, work), rank);
    }
}

static void matched_entries_have_size_one(void **state) {
    (void)state;
    for (int round = 0; round < 50; round++) {
        double a[ENTRIES], row[MOST], column[MOST], work[WORK];
        for (int k = 0; k < ENTRIES; k++)
            a[k] = uniform() > 0.3 ? 0 : pow(10, 30 * uniform());
        for (int i = 0; i < MOST; i++)
            a[i + i * MOST] = pow(10, 30 * uniform());
        matching_scales(MOST, MOST, a, row, column, work);
        for (int i = 0; i < MOST; i++) {
            double most = 0;
            for (int j = 0; j < MOST; j++)
                most = fmax(most, fabs(a[i + j * MOST]) * row[i] * column[j]);
            assert_true(most >= 0.5 && most <= 2);
        }
    }
}

static void nothing_has_rank_zero(void **state) {
    (void)state;
    double a[4] = {0}, error[4] = {0}, b[2] = {1, 1}, x[2], work[WORK];
    assert_int_equal(judged_rank(2, 2, a, error, work), 0);
    assert_int_equal(judged_rank(0, 2, a, error, work), 0);
    assert_int_equal(judged_rank(2, 0, a, error, work), 0);
    assert_false(judged_solve(2, a, error, b, x, work));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conductances_are_no_loss_of_rank),
        cmocka_unit_test(what_is_less_than_its_error_is_nothing),
        cmocka_unit_test(units_do_not_change_the_rank),
        cmocka_unit_test(matched_entries_have_size_one),
        cmocka_unit_test(nothing_has_rank_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
