/* SPDX-License-Identifier: BSD-3-Clause */
/* Krawczyk's test on circles, planes and chains whose nearest points are known. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/linalg/krawczyk.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static invo_context *context;
static arena *memory;

static int setup(void **state) {
    (void)state;
    context = invo_context_new();
    memory = arena_new(context);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(memory);
    invo_context_free(context);
    return 0;
}

/* x^2 + y^2 = 1 at (x, y), column 0 being time, `copies` times. */
static krawczyk *circle(double x, double y, double reach, int copies) {
    static const int start[] = {0, 2, 4};
    static const int column[] = {1, 2, 1, 2};
    invo_pattern *p = arena_alloc(memory, sizeof *p);
    *p = (invo_pattern){copies, 3, start, column};
    krawczyk *k = krawczyk_new(memory, p);
    for (int j = 0; j < 3; j++) {
        k->size[j] = 1;
        k->reach[j] = reach;
    }
    for (int i = 0; i < copies; i++) {
        k->slope[2 * i] = 2 * x;
        k->slope[2 * i + 1] = 2 * y;
        k->width[2 * i] = k->width[2 * i + 1] = 2 * reach + 1e-15;
        k->value[i] = x * x + y * y - 1;
        k->error[i] = 4 * DBL_EPSILON;
    }
    return k;
}

static void radius_is_the_distance(void **state) {
    (void)state;
    const double off = 1e-6;
    krawczyk *k = circle(0.6 * (1 + off), 0.8 * (1 + off), 1e-5, 1);
    assert_int_equal(krawczyk_choose(k), 1);
    assert_int_equal(krawczyk_test(k), KRAWCZYK_PROVED);
    /* the nearest point is off by 1e-6 along the radius */
    assert_true(k->radius[1] >= 0.6 * off * 0.999999 && k->radius[1] < 0.6 * off * 1.001);
    assert_true(k->radius[2] >= 0.8 * off * 0.999999 && k->radius[2] < 0.8 * off * 1.001);
    assert_true(k->radius[0] == 0);
}

static void boxes_must_hold_the_step(void **state) {
    (void)state;
    krawczyk *k = circle(0.6 + 1e-6, 0.8, 1e-8, 1);
    krawczyk_choose(k);
    assert_int_equal(krawczyk_test(k), KRAWCZYK_FAR);
    assert_true(k->spread[1] > 6e-7);
}

/* Near the centre slopes change by as much as they are. */
static void singular_points_are_refused(void **state) {
    (void)state;
    krawczyk *k = circle(1e-3, 0, 10, 1);
    krawczyk_choose(k);
    assert_int_not_equal(krawczyk_test(k), KRAWCZYK_PROVED);
    k = circle(0.6, 0.8, 1, 1);
    krawczyk_choose(k);
    k->error[0] = 0.1;
    assert_int_not_equal(krawczyk_test(k), KRAWCZYK_PROVED);
    k = circle(0, 0, 1, 1);
    assert_int_equal(krawczyk_choose(k), 0);
}

static void dependent_rows_are_left_out(void **state) {
    (void)state;
    krawczyk *k = circle(0.6, 0.8, 1e-9, 2);
    assert_int_equal(krawczyk_choose(k), 1);
    assert_int_equal(krawczyk_test(k), KRAWCZYK_PROVED);
    k->left_out[0] = k->left_out[1] = 1;
    assert_int_equal(krawczyk_choose(k), 0);
}

static void what_is_not_finite_proves_nothing(void **state) {
    (void)state;
    krawczyk *k = circle(0.6, 0.8, 1e-9, 1);
    k->value[0] = NAN;
    krawczyk_choose(k);
    assert_int_equal(krawczyk_test(k), KRAWCZYK_UNKNOWN);
    k->value[0] = INFINITY;
    assert_int_equal(krawczyk_test(k), KRAWCZYK_UNKNOWN);
    k->value[0] = 0;
    k->error[0] = NAN;
    assert_int_equal(krawczyk_test(k), KRAWCZYK_UNKNOWN);
}

/* Many rows q_i = 1000 (x_i - x_(i+1)), each with a coordinate q_i of its own. */
static void rows_with_their_own_coordinate_are_met_by_it(void **state) {
    (void)state;
    enum { ROWS = 200 };
    int *start = ARENA_ARRAY(memory, int, ROWS + 1);
    int *column = ARENA_ARRAY(memory, int, 3 * ROWS);
    invo_pattern *p = arena_alloc(memory, sizeof *p);
    for (int i = 0; i < ROWS; i++) {
        column[3 * i] = 1 + i;
        column[3 * i + 1] = 2 + i;
        column[3 * i + 2] = 2 + ROWS + i;
        start[i + 1] = 3 * i + 3;
    }
    *p = (invo_pattern){ROWS, 2 + 2 * ROWS, start, column};
    krawczyk *k = krawczyk_new(memory, p);
    for (int j = 0; j < p->columns; j++) {
        k->size[j] = j < 2 + ROWS ? 1 : 1001;
        k->reach[j] = 1e-6;
    }
    for (int i = 0; i < ROWS; i++) {
        k->slope[3 * i] = -1000;
        k->slope[3 * i + 1] = 1000;
        k->slope[3 * i + 2] = 1;
        k->value[i] = 1e-9;
        k->error[i] = 1e-12;
    }
    assert_int_equal(krawczyk_choose(k), ROWS);
    assert_int_equal(k->singles, ROWS);
    assert_int_equal(krawczyk_test(k), KRAWCZYK_PROVED);
    for (int i = 0; i < ROWS; i++)
        assert_true(k->radius[2 + ROWS + i] > 1e-9 && k->radius[2 + ROWS + i] < 1.1e-9);
    k->value[7] = 1e-5;
    assert_int_equal(krawczyk_test(k), KRAWCZYK_FAR);
}

/* Rows x_(i+1) = x_i that are off to one side and the other: what one row moves, the next
 * moves back. */
static void moves_of_a_chain_have_signs(void **state) {
    (void)state;
    enum { ROWS = 200 };
    const double off = 1e-12;
    int *start = ARENA_ARRAY(memory, int, ROWS + 1);
    int *column = ARENA_ARRAY(memory, int, 2 * ROWS);
    invo_pattern *p = arena_alloc(memory, sizeof *p);
    for (int i = 0; i < ROWS; i++) {
        column[2 * i] = 1 + i;
        column[2 * i + 1] = 2 + i;
        start[i + 1] = 2 * i + 2;
    }
    *p = (invo_pattern){ROWS, 2 + ROWS, start, column};
    krawczyk *k = krawczyk_new(memory, p);
    for (int j = 0; j < p->columns; j++) {
        k->size[j] = 1;
        k->reach[j] = 1e-6;
    }
    for (int i = 0; i < ROWS; i++) {
        k->slope[2 * i] = -1;
        k->slope[2 * i + 1] = 1;
        k->width[2 * i] = k->width[2 * i + 1] = 1e-6;
        k->value[i] = i % 2 ? off : -off;
        k->error[i] = 1e-3 * off;
    }
    assert_int_equal(krawczyk_choose(k), ROWS);
    assert_int_equal(krawczyk_test(k), KRAWCZYK_PROVED);
    for (int i = 0; i < ROWS; i++) {
        const double rest = k->value[i] + k->offset[2 + i] - k->offset[1 + i];
        assert_true(fabs(rest) <= k->slack[1 + i]);
        assert_true(k->radius[1 + i] < 1.3 * off);
    }
    /* from both ends; errors have no sign */
    assert_true(k->slack[1] > 0.49 * ROWS * 1e-3 * off);
    assert_true(k->condition >= ROWS);
}

static double drawn(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) / 4503599627370496.0 - 1;
}

/* Full rows, of which each second one is another one but for `apart`: directions have to
 * be made orthogonal more than once. */
static krawczyk *close_rows(int rows, int columns, double apart) {
    int *start = ARENA_ARRAY(memory, int, rows + 1);
    int *column = ARENA_ARRAY(memory, int, rows *columns);
    invo_pattern *p = arena_alloc(memory, sizeof *p);
    uint64_t state = 5;
    for (int i = 0; i < rows; i++) {
        start[i + 1] = (i + 1) * (columns - 1);
        for (int j = 1; j < columns; j++)
            column[i * (columns - 1) + j - 1] = j;
    }
    *p = (invo_pattern){rows, columns, start, column};
    krawczyk *k = krawczyk_new(memory, p);
    for (int j = 0; j < columns; j++) {
        k->size[j] = 1;
        k->reach[j] = 1e-3;
    }
    for (int e = 0; e < start[rows]; e++) {
        const int is_second = e / (columns - 1) % 2;
        const double own = drawn(&state);
        k->slope[e] = is_second ? k->slope[e - (columns - 1)] + apart * own : own;
    }
    for (int i = 0; i < rows; i++) {
        k->value[i] = 1e-12 * drawn(&state);
        k->error[i] = 1e-16;
    }
    return k;
}

static void rows_that_are_nearly_parallel_are_told_apart(void **state) {
    (void)state;
    enum { ROWS = 48, COLUMNS = 61 };
    for (double apart = 0.1; apart > 1e-6; apart /= 10) {
        krawczyk *k = close_rows(ROWS, COLUMNS, apart);
        assert_int_equal(krawczyk_choose(k), ROWS);
        assert_int_equal(krawczyk_test(k), KRAWCZYK_PROVED);
        for (int i = 0; i < ROWS; i++) {
            const double *slope = k->slope + (size_t)i * (COLUMNS - 1);
            double rest = k->value[i];
            for (int j = 1; j < COLUMNS; j++)
                rest += slope[j - 1] * k->offset[j];
            assert_true(fabs(rest) <= 1e-15);
        }
    }
    assert_int_equal(krawczyk_choose(close_rows(ROWS, COLUMNS, 1e-9)), ROWS / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(radius_is_the_distance),
        cmocka_unit_test(boxes_must_hold_the_step),
        cmocka_unit_test(singular_points_are_refused),
        cmocka_unit_test(dependent_rows_are_left_out),
        cmocka_unit_test(what_is_not_finite_proves_nothing),
        cmocka_unit_test(rows_with_their_own_coordinate_are_met_by_it),
        cmocka_unit_test(moves_of_a_chain_have_signs),
        cmocka_unit_test(rows_that_are_nearly_parallel_are_told_apart),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
