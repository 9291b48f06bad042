/* Newton's iteration for a few values of which only a defect is known.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/events/loop.h"
#include <cmocka.h> /* last: it has a macro `fail` */

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

static int calls;

/* x + y = 5 and y = 7 - 2 x: (2, 3), where taking them in turn does not converge. */
static void line(void *data, const double *y, double *r, double *size) {
    (void)data;
    calls++;
    r[0] = 5 - y[1] - y[0];
    r[1] = 7 - 2 * y[0] - y[1];
    size[0] = size[1] = 1;
}

static void linear_values_take_one_step(void **state) {
    const value_problem p = {2, NULL, line, NULL};
    double y[] = {100, -100};
    calls = 0;
    assert_true(values_solve(*state, &p, y));
    assert_true(fabs(y[0] - 2) < 1e-12 && fabs(y[1] - 3) < 1e-12);
    assert_true(calls <= 7); /* two iterations with their slopes, and a look */
}

/* y^2 = -1 */
static void contradiction(void *data, const double *y, double *r, double *size) {
    (void)data;
    r[0] = y[0] * y[0] + 1;
    size[0] = 1;
}

static void what_has_no_solution_is_reported(void **state) {
    const value_problem p = {1, NULL, contradiction, NULL};
    const value_problem none = {0, NULL, contradiction, NULL};
    double y[] = {1};
    assert_false(values_solve(*state, &p, y));
    assert_false(values_solve(*state, &none, y));
}

/* 3 n = 12 over whole numbers: moved by one, never by a fraction. */
static void whole(void *data, const double *y, double *r, double *size) {
    int *is_whole = data;
    *is_whole &= y[0] == round(y[0]);
    r[0] = 12 - 3 * y[0];
    size[0] = 12;
}

static void whole_numbers_stay_whole(void **state) {
    static const parameter_type type[] = {TYPED_INTEGER};
    int is_whole = 1;
    const value_problem p = {1, type, whole, &is_whole};
    double y[] = {1};
    assert_true(values_solve(*state, &p, y));
    assert_true(y[0] == 4);
    assert_true(is_whole);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(linear_values_take_one_step),
        TEST(what_has_no_solution_is_reported),
        TEST(whole_numbers_stay_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
