/* Linear systems of conditions: small ones are dense, large ones sparse, and both answer
 * the same. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/points/steps.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { LARGE = 80 };

static int set_up(void **state) {
    invo_context *context = invo_context_new();
    *state = arena_new(context);
    return *state == NULL;
}

static int tear_down(void **state) {
    invo_context *context = arena_context(*state);
    arena_free(*state);
    invo_context_free(context);
    return 0;
}

/* 2 x_i - x_(i+1) = b_i, whose solution is 1 everywhere but for the border. */
static linear_steps chain(arena *a, int n) {
    int *row = ARENA_ARRAY(a, int, 2 * n);
    int *column = ARENA_ARRAY(a, int, 2 * n);
    double *value = ARENA_ARRAY(a, double, 2 * n);
    int count = 0;
    for (int i = 0; i < n; i++) {
        row[count] = column[count] = i;
        value[count++] = 2;
        if (i + 1 == n)
            break;
        row[count] = i;
        column[count] = i + 1;
        value[count++] = -1;
    }
    linear_steps l = steps_new(a, n, n, count, row, column);
    steps_load(&l, value);
    for (int i = 0; i < n; i++)
        l.b[i] = i + 1 == n ? 2 : 1;
    return l;
}

static void square_sets_are_solved(void **state) {
    int sizes[] = {2, 5, LARGE};
    for (int k = 0; k < 3; k++) {
        linear_steps l = chain(*state, sizes[k]);
        assert_true((l.sparse != NULL) == (sizes[k] == LARGE));
        assert_true(steps_solve_square(&l));
        for (int i = 0; i < sizes[k]; i++)
            assert_true(fabs(l.x[i] - 1) < 1e-14);
        steps_multiply(&l);
        assert_true(fabs(l.b[0] - 1) < 1e-14);
    }
}

/* x + y = 2 has (1, 1) nearest to the origin; a row that says it twice adds no rank. */
static void the_shortest_solution_is_taken(void **state) {
    static const int row[] = {0, 0, 1, 1}, column[] = {0, 1, 0, 1};
    static const double value[] = {1, 1, 2, 2};
    linear_steps one = steps_new(*state, 1, 2, 2, row, column);
    steps_load(&one, value);
    one.b[0] = 2;
    assert_false(steps_solve_square(&one));
    assert_int_equal(steps_solve_least(&one), 1);
    assert_true(fabs(one.x[0] - 1) < 1e-14 && fabs(one.x[1] - 1) < 1e-14);

    linear_steps two = steps_new(*state, 2, 2, 4, row, column);
    steps_load(&two, value);
    two.b[0] = 2;
    two.b[1] = 4;
    assert_false(steps_solve_square(&two));
    assert_int_equal(steps_solve_least(&two), 1);
    assert_true(fabs(two.x[0] - 1) < 1e-14 && fabs(two.x[1] - 1) < 1e-14);
}

/* Columns in units of 1 and 1e-13 look dependent as they are, and are not in their own.
 */
static void columns_may_have_any_unit(void **state) {
    static const int row[] = {0, 0, 1, 1}, column[] = {0, 1, 0, 1};
    static const double value[] = {1, 1e-13, 1, -1e-13};
    linear_steps l = steps_new(*state, 2, 2, 4, row, column);
    steps_load(&l, value);
    l.b[0] = 2;
    l.b[1] = 0;
    int rank = steps_solve_least(&l);
    assert_int_equal(rank, 1);
    steps_load(&l, value);
    l.b[0] = 2;
    l.b[1] = 0;
    assert_int_equal(steps_solve_equilibrated(&l, rank), 2);
    assert_true(fabs(l.x[0] - 1) < 1e-12);
    assert_true(fabs(l.x[1] * 1e-13 - 1) < 1e-12);
}

/* An entry that is no larger than its error is none. */
static void errors_judge_the_rank(void **state) {
    static const int row[] = {0, 1}, column[] = {0, 1};
    static const double value[] = {1, 1e-9};
    static const double sure[] = {0, 1e-12}, unsure[] = {0, 1e-8};
    linear_steps l = steps_new(*state, 2, 2, 2, row, column);
    assert_int_equal(steps_rank_judged(&l, value, sure), 2);
    assert_int_equal(steps_rank_judged(&l, value, unsure), 1);
    l.b[0] = 3;
    l.b[1] = 2e-9;
    assert_true(steps_solve_judged(&l, value, sure, 1));
    assert_true(fabs(l.x[0] - 3) < 1e-12 && fabs(l.x[1] - 2) < 1e-12);
    assert_false(steps_solve_judged(&l, value, unsure, 1));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(square_sets_are_solved),
        TEST(the_shortest_solution_is_taken),
        TEST(columns_may_have_any_unit),
        TEST(errors_judge_the_rank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
