/* What is kept of patterns between runs: found again for the same pattern alone, as new,
 * and freed with its arena. SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include "../../../src/base/arena.h"
#include "../../../src/linalg/factor.h"
#include "../../../src/linalg/saddle.h"
#include "../random_matrix.h"
#include <cmocka.h>

static int ended;

static void end_one(void *thing) {
    ended++;
    (void)thing;
}

static void end_other(void *thing) {
    (void)thing;
}

static void things_are_found_by_pattern_and_kind(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    arena *a = arena_new(c);
    invo_shelf *s = shelf_new(a);
    matrix m = random_matrix(30, 30, 3);
    invo_pattern fewer = m.pattern;
    int x, y, z;
    ended = 0;
    fewer.rows--;
    assert_null(shelf_take(s, &m.pattern, end_one));
    shelf_put(s, &m.pattern, end_one, &x);
    shelf_put(s, &fewer, end_one, &y);
    assert_null(shelf_take(s, &m.pattern, end_other));
    assert_ptr_equal(shelf_take(s, &fewer, end_one), &y);
    assert_null(shelf_take(s, &fewer, end_one));
    assert_ptr_equal(shelf_see(s, &m.pattern, end_one), &x); /* which leaves it there */
    assert_ptr_equal(shelf_take(s, &m.pattern, end_one), &x);
    assert_null(shelf_see(s, &m.pattern, end_one));
    assert_null(shelf_see(NULL, &m.pattern, end_one));
    shelf_put(s, &m.pattern, end_one, &x);
    assert_int_equal(ended, 0);
    shelf_put(s, &m.pattern, end_one, &z); /* one is enough */
    assert_int_equal(ended, 1);
    shelf_put(NULL, &m.pattern, end_one, &z);
    assert_int_equal(ended, 2);
    assert_null(shelf_take(NULL, &m.pattern, end_one));
    arena_free(a);
    assert_int_equal(ended, 3);
    matrix_free(&m);
    invo_context_free(c);
}

/* Solutions and pivots of some matrix, by factors that may have factored another one. */
static void solve_with(matrix_factor *f, const matrix *m, double *x) {
    const int n = m->pattern.rows;
    for (int i = 0; i < n; i++)
        x[i] = i + 1;
    assert_int_equal(factor_update(f, m->value), 0);
    assert_int_equal(factor_solve(f, x, 0), 0);
    x[n] = factor_smallest(f);
}

static void factors_that_were_left_are_as_new(void **state) {
    (void)state;
    enum { ROWS = 300 };
    double fresh[ROWS + 1], again[ROWS + 1];
    invo_context *c = invo_context_new();
    arena *a = arena_new(c);
    invo_shelf *s = shelf_new(a);
    matrix m = random_matrix(ROWS, ROWS, 3);
    for (int i = 0; i < ROWS; i++) /* sound in any order of its pivots */
        for (int k = m.start[i]; k < m.start[i + 1]; k++)
            m.value[k] += m.column[k] == i ? 4 : 0;
    matrix_factor *f = factor_take(s, &m.pattern);
    solve_with(f, &m, fresh);
    for (int k = 0; k < m.start[ROWS]; k++) /* others are better here */
        m.value[k] = uniform() * pow(10, 6 * uniform());
    factor_update(f, m.value);
    factor_leave(s, f);
    for (int k = 0; k < m.start[ROWS]; k++)
        m.value[k] = uniform();
    matrix_factor *taken = factor_take(s, &m.pattern);
    assert_ptr_equal(taken, f);
    solve_with(taken, &m, again);
    matrix_factor *made = factor_new(&m.pattern, FACTOR_POINT, FACTOR_BY_ITSELF);
    solve_with(made, &m, fresh);
    assert_memory_equal(again, fresh, sizeof fresh);
    factor_free(made);
    factor_leave(s, taken);
    arena_free(a);
    matrix_free(&m);
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(things_are_found_by_pattern_and_kind),
        cmocka_unit_test(factors_that_were_left_are_as_new)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
