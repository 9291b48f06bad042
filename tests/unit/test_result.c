/* Results own all that they hold, and grow. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "../../src/solve/result.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static int begin(void **state) { return !(*state = invo_context_new()); }
static int end(void **state) { return invo_context_free(*state), 0; }

static void names_outlive_the_system(void **state) {
    char name[] = "x", text[] = "x = 1", where[] = "m.mo:3";
    invo_column column[] = {{name, 1, 0, 0, NULL}, {"z", -1, 0, 0, NULL}};
    invo_row row[] = {{text, where, 2, INVO_ROW_HIDDEN, NULL}};
    invo_system s = {.coordinates = 4,
                     .tops = 1,
                     .columns = 2,
                     .column = column,
                     .constraints = 1,
                     .rows = 1,
                     .row = row};
    invo_result *r = result_new(*state, &s, 3);
    assert_non_null(r);
    memset(name, '!', 1), memset(text, '!', 5), memset(where, '!', 6);
    memset(column, 0, sizeof column), memset(row, 0, sizeof row);
    assert_int_equal(invo_result_columns(r), 2);
    assert_string_equal(invo_result_column(r, 0), "x");
    assert_string_equal(invo_result_column(r, 1), "z");
    assert_null(invo_result_column(r, 2));
    assert_null(invo_result_column(r, -1));
    invo_ledger_row l;
    assert_true(invo_result_ledger(r, 0, &l));
    assert_string_equal(l.row.equation, "x = 1");
    assert_string_equal(l.row.where, "m.mo:3");
    assert_int_equal(l.row.level, 2);
    assert_int_equal(l.left_out, 0);
    assert_false(invo_result_ledger(r, 1, &l));
    invo_result_free(r);
}

static void systems_without_names_get_some(void **state) {
    invo_coordinate coordinate[] = {{"time", 1, 0, 0}, {"x", 1, 0, 0}, {NULL, 1, 0, 0}};
    invo_system s = {.coordinates = 3, .constraints = 2, .invariants = 1};
    invo_result *r = result_new(*state, &s, 1);
    invo_ledger_row l;
    assert_int_equal(invo_result_columns(r), 2);
    assert_string_equal(invo_result_column(r, 1), "u2");
    assert_true(invo_result_ledger(r, 0, &l));
    assert_string_equal(l.row.equation, "constraint 1");
    assert_int_equal(l.row.kind, INVO_ROW_EXPLICIT);
    assert_true(invo_result_ledger(r, 1, &l));
    assert_string_equal(l.row.equation, "constraint 2");
    assert_int_equal(l.row.kind, INVO_ROW_INVARIANT);
    invo_result_free(r);
    s.coordinate = coordinate;
    r = result_new(*state, &s, 1);
    assert_string_equal(invo_result_column(r, 0), "x");
    assert_string_equal(invo_result_column(r, 1), "u2");
    invo_result_free(r);
}

static void rows_grow_and_keep_their_numbers(void **state) {
    invo_context *c = *state;
    invo_system s = {.coordinates = 3};
    invo_result *r = result_new(c, &s, 4);
    long before = c->allocations;
    for (int k = 0; k < 1000; k++) {
        double *row = result_next(c, r);
        assert_non_null(row);
        row[0] = k, row[1] = -k, row[2] = 0.5 * k;
        if (k == 3) assert_int_equal(c->allocations, before); /* as announced */
    }
    assert_int_equal(c->allocations, before + 8); /* by doubling */
    assert_int_equal(invo_result_rows(r), 1000);
    for (long k = 0; k < 1000; k++) {
        const double *row = invo_result_row(r, k);
        assert_true(row[0] == k && row[1] == -k && row[2] == 0.5 * k);
    }
    assert_null(invo_result_row(r, 1000));
    assert_null(invo_result_row(r, -1));
    invo_result_free(r);
}

/* A row that could not be had leaves those before it. */
static void rows_before_a_failure_stay(void **state) {
    invo_context *c = *state;
    invo_system s = {.coordinates = 2};
    invo_result *r = result_new(c, &s, 1);
    result_next(c, r)[1] = 42;
    c->allocations_left = 0;
    assert_null(result_next(c, r));
    c->allocations_left = -1;
    assert_int_equal(c->status, INVO_E_MEMORY);
    assert_int_equal(invo_result_rows(r), 1);
    assert_true(invo_result_row(r, 0)[1] == 42);
    invo_result_free(r);
}

/* Before anything is known, the final values are not numbers. */
static void a_new_result_tells_nothing(void **state) {
    invo_system s = {.coordinates = 3};
    invo_result *r = result_new(*state, &s, 2);
    assert_int_equal(invo_result_rows(r), 0);
    assert_string_equal(invo_result_status(r), "failed");
    for (int k = 0; k <= 2; k++) assert_true(isnan(invo_result_final(r)[k]));
    assert_int_equal(invo_result_statistics(r)->steps, 0);
    invo_result_free(r);
    invo_result_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(names_outlive_the_system, begin, end),
        cmocka_unit_test_setup_teardown(systems_without_names_get_some, begin, end),
        cmocka_unit_test_setup_teardown(rows_grow_and_keep_their_numbers, begin, end),
        cmocka_unit_test_setup_teardown(rows_before_a_failure_stay, begin, end),
        cmocka_unit_test_setup_teardown(a_new_result_tells_nothing, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
