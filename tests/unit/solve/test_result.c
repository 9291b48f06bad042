/* Results own all that they hold, and grow. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "../../../src/base/archive.h"
#include "../../../src/solve/result.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static int begin(void **state) {
    return !(*state = invo_context_new());
}
static int end(void **state) {
    return invo_context_free(*state), 0;
}

static void names_outlive_the_system(void **state) {
    char name[] = "x", text[] = "x = 1", where[] = "m.mo:3";
    invo_column column[] = {{name, 1, 0, 0, NULL}, {"z", 4, 0, 0, NULL}};
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

/* Rows of loops share their words; the text of a row is made when it is asked for, also
 * when the system is gone. */
static void patterns_outlive_the_system(void **state) {
    char pattern[] = "x[\1\1] = \1\2", first[] = "1\0a\0", second[] = "20\0b\0",
         where[] = "m.mo:3";
    invo_row row[] = {{pattern, where, 0, INVO_ROW_EXPLICIT, first},
                      {pattern, where, 1, INVO_ROW_HIDDEN, first},
                      {pattern, where, 0, INVO_ROW_TOP, second},
                      {"plain", where, 0, INVO_ROW_TOP, NULL}};
    invo_system s = {.coordinates = 2, .constraints = 2, .rows = 4, .row = row};
    invo_result *r = result_new(*state, &s, 1);
    assert_non_null(r);
    memset(pattern, '!', 5), memset(first, '!', 2), memset(second, '!', 2);
    memset(where, '!', 6), memset(row, 0, sizeof row);
    assert_int_equal(r->words_count, 2);
    static const char *const text[] = {"x[1] = a", "x[1] = a", "x[20] = b", "plain"};
    const char *made[4];
    for (int i = 3; i >= 0; i--) {
        invo_ledger_row l;
        assert_true(invo_result_residual(r, i, &l));
        assert_null(l.row.equation);
        assert_true(invo_result_ledger(r, i, &l));
        assert_string_equal(l.row.equation, text[i]);
        assert_string_equal(l.row.where, "m.mo:3");
        assert_int_equal(l.row.level, i == 1);
        assert_null(l.row.values);
        made[i] = l.row.equation;
    }
    for (int i = 0; i < 4; i++) { /* once asked for, a text stays where it is */
        invo_ledger_row l;
        assert_true(invo_result_ledger(r, i, &l));
        assert_ptr_equal(l.row.equation, made[i]);
    }
    invo_ledger_row past;
    assert_false(invo_result_residual(r, 4, &past) || invo_result_residual(r, -1, &past));
    invo_result_free(r);
}

/* After an event the same row comes again, whether its text was read in between or not.
 */
static void rows_are_recognized_by_their_texts(void **state) {
    invo_row row[] = {{"x[\1\1] = 0", "m.mo:3", 0, INVO_ROW_EXPLICIT, "1\0"},
                      {"x[\1\1] = 0", "m.mo:3", 0, INVO_ROW_EXPLICIT, "2\0"}};
    invo_system s = {.coordinates = 3, .constraints = 2, .rows = 2, .row = row};
    invo_result *r = result_new(*state, &s, 1);
    invo_row again = {"x[\1\1] = 0", "m.mo:3", 0, INVO_ROW_EXPLICIT, "2\0"},
             plain = {"x[2] = 0", "m.mo:3", 0, INVO_ROW_EXPLICIT, NULL},
             other = {"x[\1\1] = 0", "m.mo:3", 0, INVO_ROW_EXPLICIT, "3\0"};
    for (int asked = 0; asked < 2; asked++) {
        invo_ledger_row l;
        assert_int_equal(result_ledger_row(*state, r, &again, 0), 1);
        assert_int_equal(result_ledger_row(*state, r, &plain, 2), 1);
        assert_int_equal(result_ledger_row(*state, r, &other, 1), 2);
        assert_true(invo_result_ledger(r, 1, &l));
        assert_string_equal(l.row.equation, "x[2] = 0");
    }
    assert_int_equal(r->ledger_rows, 3);
    invo_result_free(r);
}

/* The state of r, which is changed as no run would leave it, is refused. */
static void refuses_state(invo_context *c, const invo_system *s, const invo_result *r) {
    archive a = {0};
    invo_result *other = result_new(c, s, 1);
    assert_non_null(other);
    result_save(&a, r);
    assert_false(a.is_broken);
    assert_int_equal(result_load(c, &a, other), INVO_OK);
    assert_true(a.is_broken);
    assert_true(other->impasses >= 0 && other->singulars >= 0 && other->events >= 0);
    archive_free(&a);
    invo_result_free(other);
}

static void states_out_of_range_are_refused(void **state) {
    invo_row row[] = {{"x = 0", "m.mo:3", 0, INVO_ROW_EXPLICIT, NULL}};
    invo_system s = {.coordinates = 2, .constraints = 1, .rows = 1, .row = row};
    invo_result *r = result_new(*state, &s, 1);
    assert_non_null(r);
    long *count[] = {&r->impasses, &r->singulars, &r->events};
    for (size_t k = 0; k < sizeof count / sizeof *count; k++) {
        *count[k] = -1;
        refuses_state(*state, &s, r);
        *count[k] = 0;
    }
    assert_true(r->ledger_rows > 0);
    r->ledger[0].kind = INVO_ROW_KINDS;
    refuses_state(*state, &s, r);
    r->ledger[0].kind = -1;
    refuses_state(*state, &s, r);
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
        if (k == 3)
            assert_int_equal(c->allocations, before); /* as announced */
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
    for (int k = 0; k <= 2; k++)
        assert_true(isnan(invo_result_final(r)[k]));
    assert_int_equal(invo_result_statistics(r)->steps, 0);
    invo_result_free(r);
    invo_result_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(names_outlive_the_system, begin, end),
        cmocka_unit_test_setup_teardown(patterns_outlive_the_system, begin, end),
        cmocka_unit_test_setup_teardown(rows_are_recognized_by_their_texts, begin, end),
        cmocka_unit_test_setup_teardown(states_out_of_range_are_refused, begin, end),
        cmocka_unit_test_setup_teardown(systems_without_names_get_some, begin, end),
        cmocka_unit_test_setup_teardown(rows_grow_and_keep_their_numbers, begin, end),
        cmocka_unit_test_setup_teardown(rows_before_a_failure_stay, begin, end),
        cmocka_unit_test_setup_teardown(a_new_result_tells_nothing, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
