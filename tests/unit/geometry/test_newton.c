/* SPDX-License-Identifier: BSD-3-Clause */
/* Newton's loop on x^2 = 2: each policy is asked when it should be, failures come back
 * as they are, and an iteration that is not solved in time is lost. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/geometry/newton.h"
#include <cmocka.h>

typedef struct root {
    double residual, slope, tolerance;
    int every;           /* moves for which one matrix serves */
    int factors, moves;  /* so far */
    int fails_at;        /* this residual has no value */
    int begins_factored; /* at 1.5 */
} root;

static invo_status begin(void *self, double *u, int *factored) {
    root *r = self;
    if (!r->begins_factored)
        return INVO_OK;
    *u = 1.5;
    r->slope = 3;
    *factored = 1;
    return INVO_OK;
}

static invo_status residual(void *self, double *u) {
    root *r = self;
    r->residual = *u * *u - 2;
    return r->moves == r->fails_at ? INVO_E_DOMAIN : INVO_OK;
}

static int is_due(void *self, int k) {
    return k % ((root *)self)->every == 0;
}

static invo_status factor(void *self, double *u) {
    root *r = self;
    r->factors++;
    r->slope = 2 * *u;
    return INVO_OK;
}

static invo_status move(void *self, double *u, double *size) {
    root *r = self;
    r->moves++;
    *size = fabs(r->residual / r->slope);
    *u -= r->residual / r->slope;
    return INVO_OK;
}

static newton_verdict before(void *self, int k, double *u) {
    root *r = self;
    (void)k;
    (void)u;
    return fabs(r->residual) < r->tolerance ? NEWTON_SOLVED : NEWTON_GOES_ON;
}

static newton_verdict after(void *self, int k, double size, double *u) {
    (void)k;
    (void)u;
    if (!isfinite(size))
        return NEWTON_LOST;
    return size < ((root *)self)->tolerance ? NEWTON_SOLVED : NEWTON_GOES_ON;
}

static const newton_method method = {begin, residual, is_due, factor,
                                     move,  before,   after};

static void a_root_is_found(void **state) {
    (void)state;
    for (int every = 1; every < 4; every++) {
        root r = {.every = every, .tolerance = 1e-12, .fails_at = -1};
        double u = 3;
        assert_int_equal(newton_solve(&method, &r, 60, &u), INVO_OK);
        assert_true(fabs(u - sqrt(2)) < 1e-11);
        assert_int_equal(r.factors, (r.moves + every - 1) / every);
    }
}

static void a_matrix_of_the_start_serves_once(void **state) {
    (void)state;
    root r = {.every = 1, .tolerance = 1e-12, .fails_at = -1, .begins_factored = 1};
    double u = 1e9;
    assert_int_equal(newton_solve(&method, &r, 10, &u), INVO_OK);
    assert_true(fabs(u - sqrt(2)) < 1e-11);
    assert_int_equal(r.factors, r.moves - 1);
}

static void what_is_solved_does_not_move(void **state) {
    (void)state;
    root r = {.every = 1, .tolerance = 1e-3, .fails_at = -1};
    double u = 1.4142;
    assert_int_equal(newton_solve(&method, &r, 10, &u), INVO_OK);
    assert_true(u == 1.4142 && r.moves == 0 && r.factors == 0);
}

static void failures_come_back(void **state) {
    (void)state;
    root r = {.every = 1, .tolerance = 1e-12, .fails_at = 2};
    double u = 3;
    assert_int_equal(newton_solve(&method, &r, 10, &u), INVO_E_DOMAIN);
    assert_int_equal(r.moves, 2);
    r = (root){.every = 1, .tolerance = 1e-12, .fails_at = -1};
    u = 3;
    assert_int_equal(newton_solve(&method, &r, 2, &u), INVO_E_NEWTON);
    assert_int_equal(r.moves, 2);
    u = 0; /* no slope: lost at once */
    assert_int_equal(newton_solve(&method, &r, 10, &u), INVO_E_NEWTON);
    assert_int_equal(r.moves, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_root_is_found),
        cmocka_unit_test(a_matrix_of_the_start_serves_once),
        cmocka_unit_test(what_is_solved_does_not_move),
        cmocka_unit_test(failures_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
