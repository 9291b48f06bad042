/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows in bounded memory: extremes, the first and the last row survive thinning. */
#include "draw/thinned.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* Adds rows (i, 0) but for one peak and one value that is not a number. */
static void add_rows(thinned *s, long rows, long peak, long gap) {
    for (long i = 0; i < rows; i++) {
        double row[] = {(double)i, 0};
        if (i == peak)
            row[1] = 7;
        if (i == gap)
            row[1] = NAN;
        thinned_add(s, row);
    }
    thinned_end(s);
}

static void test_few_rows_stay_as_they_are(void **state) {
    (void)state;
    thinned s;
    assert_true(thinned_begin(&s, 2));
    add_rows(&s, 1000, 500, -1);
    assert_int_equal(s.stride, 1);
    assert_int_equal(s.count, 1000);
    for (long i = 0; i < s.count; i++)
        assert_true(s.first[2 * i] == (double)i);
    thinned_free(&s);
}

static void test_a_single_peak_survives(void **state) {
    (void)state;
    enum { ROWS = 1000003 };
    for (long peak = 0; peak < ROWS; peak += 99991) {
        thinned s;
        double most = -1;
        long covered = 0;
        assert_true(thinned_begin(&s, 2));
        add_rows(&s, ROWS, peak, peak + 1);
        assert_in_range(s.count, s.most / 2, s.most + 1);
        for (long k = 0; k < s.count; k++) {
            most = fmax(most, s.high[2 * k + 1]);
            covered += (long)(s.high[2 * k] - s.low[2 * k]) + 1;
            assert_false(isnan(s.high[2 * k + 1]));
        }
        assert_true(most == 7);
        assert_in_range(covered, ROWS, ROWS + 1); /* the last one may stand twice */
        assert_true(s.first[0] == 0);
        assert_true(s.first[2 * (s.count - 1)] == ROWS - 1);
        thinned_free(&s);
    }
}

static void test_many_columns_have_fewer_buckets(void **state) {
    (void)state;
    thinned s;
    assert_true(thinned_begin(&s, 1000));
    assert_int_equal(s.most, 300);
    thinned_free(&s);
    assert_true(thinned_begin(&s, 3000));
    assert_int_equal(s.most, 250);
    thinned_free(&s);
}

/* An odd number of buckets keeps its last one. */
static void test_reduced_rows_keep_extremes(void **state) {
    (void)state;
    thinned s;
    assert_true(thinned_begin(&s, 2));
    add_rows(&s, 3001, 3000, -1);
    thinned_reduce(&s, 100);
    assert_in_range(s.count, 50, 100);
    assert_true(s.high[2 * s.count - 1] == 7);
    assert_true(s.first[2] == (double)s.stride);
    thinned_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few_rows_stay_as_they_are),
        cmocka_unit_test(test_a_single_peak_survives),
        cmocka_unit_test(test_reduced_rows_keep_extremes),
        cmocka_unit_test(test_many_columns_have_fewer_buckets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
