/* Which components are solved for: the examples of the thesis, ranks, orders of
 * preference. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../../src/linalg/selection.h"
#include <cmocka.h>

enum { MOST = 8 };

typedef struct choice {
    int row[MOST], column[MOST];
    double pivot[MOST];
    pivot_selection s;
} choice;

/* by_rows: [rows, columns] */
static void select_from(choice *c, int rows, int columns, int first_rows,
                        const double *by_rows, const char *required) {
    double a[MOST * MOST];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            a[i + j * rows] = by_rows[i * columns + j];
    c->s =
        (pivot_selection){first_rows, required, 1e-10, c->row, c->column, c->pivot, 0, 0};
    select_pivots(rows, columns, a, &c->s);
}

static int has(const choice *c, int column) {
    for (int k = 0; k < c->s.rank; k++)
        if (c->column[k] == column)
            return 1;
    return 0;
}

enum { X, Y, V, W, LAMBDA }; /* of the pendulum */
static const char multiplier[] = {0, 0, 0, 0, 1};

/* Example 2.13: without requirement lambda is not chosen. */
static void the_pendulum_of_the_thesis(void **state) {
    (void)state;
    const double r = sqrt(3), start[] = {1,  -r, 0,   0,    0,  -1,     -1 / r, 1,
                                         -r, 0,  -20, 12.3, -2, -2 / r, -4};
    choice c;
    select_from(&c, 3, 5, 3, start, NULL);
    assert_int_equal(c.s.rank, 3);
    assert_true(has(&c, X) && has(&c, Y) && has(&c, W));
    select_from(&c, 3, 5, 3, start, multiplier);
    assert_true(has(&c, LAMBDA) && has(&c, W) && has(&c, Y));
    assert_int_equal(c.column[0], LAMBDA);
    assert_int_equal(c.s.missing, -1);
    const double v = -sqrt(3.5),
                 low[] = {0, -2, 0, 0, 0, 2 * v, 0, 0, -2, 0, -29, 30, 4 * v, 0, -4};
    select_from(&c, 3, 5, 3, low, multiplier);
    assert_true(has(&c, LAMBDA) && has(&c, X) && has(&c, Y));
}

/* Example 3.13. */
static void a_free_component_is_required(void **state) {
    (void)state;
    const double a[] = {2, 1, 0, 1, 0.5, 1};
    const char required[] = {0, 0, 1};
    choice c;
    select_from(&c, 2, 3, 2, a, required);
    assert_true(c.s.rank == 2 && c.column[0] == 2 && c.column[1] == 0);
    assert_true(c.row[0] == 1 && c.row[1] == 0 && c.pivot[1] == 2);
}

/* As many required components as constraints: none of them is thrown out. */
static void all_components_may_be_required(void **state) {
    (void)state;
    const double a[] = {1, 0, 100, 0, 1, 100};
    const char required[] = {1, 1, 0};
    choice c;
    select_from(&c, 2, 3, 2, a, required);
    assert_true(c.s.rank == 2 && !has(&c, 2) && c.s.missing == -1);
}

static void what_cannot_be_solved_for_is_named(void **state) {
    (void)state;
    const double a[] = {1, 2, 1e-14, 3, 1, 0};
    const char required[] = {0, 0, 1};
    choice c;
    select_from(&c, 2, 3, 2, a, required);
    assert_int_equal(c.s.missing, 2);
    const double twice[] = {1, 0, 1, 2, 0, 2}; /* one row, two requirements */
    const char both[] = {1, 0, 1};
    select_from(&c, 2, 3, 2, twice, both);
    assert_true(c.s.rank == 1 && c.s.missing == 2 && c.column[0] == 0);
}

/* The last rows only get what the first ones leave. */
static void rows_have_an_order(void **state) {
    (void)state;
    const double a[] = {1, 0, 0, 0, 0, 2, 0, 0, 50, 50, 1, 0};
    choice c;
    select_from(&c, 3, 4, 2, a, NULL);
    assert_true(c.s.rank == 3 && c.row[2] == 2 && c.column[2] == 2);
    const double dependent[] = {1, 0, 0, 0, 0, 2, 0, 0, 50, 50, 0, 0};
    select_from(&c, 3, 4, 2, dependent, NULL);
    assert_int_equal(c.s.rank, 2);
}

/* Procedure 3.11, step 2: the required column changes places with the first one, which
 * then is the last that is looked at. (4.4) at pi/4. */
static void of_equal_entries_the_first_after_exchanges(void **state) {
    (void)state;
    const double r = sqrt(2);
    const double a[] = {r, r, 0, r, 0, -1};
    const char required[] = {0, 0, 1};
    choice c;
    select_from(&c, 2, 3, 2, a, required);
    assert_true(c.s.rank == 2 && c.column[0] == 2 && c.column[1] == 1);
    select_from(&c, 1, 3, 1, a, NULL);
    assert_int_equal(c.column[0], 0);
}

static void there_may_be_nothing_to_select(void **state) {
    (void)state;
    const double zero[] = {0, 0, 0};
    choice c;
    select_from(&c, 1, 3, 1, zero, NULL);
    assert_int_equal(c.s.rank, 0);
    select_from(&c, 0, 3, 0, zero, NULL);
    assert_int_equal(c.s.rank, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pendulum_of_the_thesis),
        cmocka_unit_test(a_free_component_is_required),
        cmocka_unit_test(all_components_may_be_required),
        cmocka_unit_test(what_cannot_be_solved_for_is_named),
        cmocka_unit_test(rows_have_an_order),
        cmocka_unit_test(of_equal_entries_the_first_after_exchanges),
        cmocka_unit_test(there_may_be_nothing_to_select),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
