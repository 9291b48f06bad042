/* The ledger: what is recorded of residuals, and when a point is refused. The system's
 * own ledger function reads its numbers from here. SPDX-License-Identifier: BSD-3-Clause
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/solve/run.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { N = 3, M = 3, ROWS = 4 };

static double residual[ROWS], unit[ROWS];
static const double start[N] = {0, 1, 2};
static const invo_row row[ROWS] = {{"first", "", 0, INVO_ROW_EXPLICIT, NULL},
                                   {"second", "", 1, INVO_ROW_HIDDEN, NULL},
                                   {"third", "", 0, INVO_ROW_INVARIANT, NULL},
                                   {"top", "", 0, INVO_ROW_TOP, NULL}};

static void constraint(void *self, const double *u, double *phi) {
    (void)self, (void)u;
    for (int i = 0; i < M; i++)
        phi[i] = 0;
}

static int along(void *self, const double *u, double *v) {
    long *calls = self;
    (void)u;
    if (calls)
        ++*calls;
    v[0] = 1, v[1] = v[2] = 0;
    return 0;
}

static void ledger(void *self, const double *u, const double *z, double *r, double *e) {
    size_t size = sizeof *r * (z ? ROWS : M);
    (void)self, (void)u;
    memcpy(r, residual, size), memcpy(e, unit, size);
}

typedef struct bench {
    invo_context *context;
    invo_system s;
    run v;
    double slope[N];
    long directions;
} bench;

static int begin(void **state) {
    static bench b;
    invo_options o;
    b = (bench){.context = invo_context_new()};
    b.s = (invo_system){.name = "",
                        .coordinates = N,
                        .start = start,
                        .constraints = M,
                        .invariants = 1,
                        .rows = ROWS,
                        .row = row,
                        .self = &b.directions,
                        .constraint = constraint,
                        .direction = along,
                        .ledger.rows = ledger};
    invo_options_init(&o);
    const plan p = plan_new(&o);
    if (run_new(b.context, &b.s, &p, &b.v))
        return 1;
    for (int i = 0; i < ROWS; i++)
        residual[i] = 0, unit[i] = 1e-16;
    *state = &b;
    return 0;
}

static int end(void **state) {
    bench *b = *state;
    invo_result_free(b->v.result);
    run_free(&b->v);
    invo_context_free(b->context);
    return 0;
}

static invo_status examine(bench *b) {
    return ledger_examine(&b->v, b->v.u, b->slope, POINT_OF_RUN);
}

static invo_ledger_row recorded(const bench *b, int i) {
    invo_ledger_row r = {.max = -1};
    assert_true(invo_result_ledger(b->v.result, i, &r));
    return r;
}

static void largest_residuals_are_recorded(void **state) {
    bench *b = *state;
    const double points[3][2] = {{1e-16, -3e-16}, {-2e-16, 1e-16}, {0, 0}};
    for (int k = 0; k < 3; k++) {
        residual[0] = points[k][0], residual[1] = points[k][1];
        unit[1] = k == 1 ? 1e-17 : 1e-16; /* largest in units is another point's */
        assert_int_equal(examine(b), k == 1 ? INVO_E_CONSTRAINT : INVO_OK);
        ledger_record(&b->v);
    }
    assert_true(recorded(b, 0).max == 2e-16 && recorded(b, 0).scaled_max == 2);
    assert_true(recorded(b, 1).max == 3e-16);
    assert_true(fabs(recorded(b, 1).scaled_max - 10) < 1e-12);
    assert_true(recorded(b, 2).max == 0 && recorded(b, 2).scaled_max == 0);
    assert_string_equal(recorded(b, 1).row.equation, "second");
    assert_int_equal(recorded(b, 2).row.kind, INVO_ROW_INVARIANT);
    invo_ledger_row past;
    assert_false(invo_result_ledger(b->v.result, ROWS, &past));
    assert_false(invo_result_ledger(b->v.result, -1, &past));
}

/* The bound is 4 units. */
static void the_bound_is_kept(void **state) {
    bench *b = *state;
    for (int i = 0; i < ROWS; i++) {
        residual[i] = 3.9e-16;
        assert_int_equal(examine(b), INVO_OK);
        residual[i] = -4.1e-16;
        assert_int_equal(examine(b), INVO_E_CONSTRAINT);
        assert_int_equal(b->v.ledger.bad_row, i);
        assert_true(fabs(b->v.ledger.bad_units - 4.1) < 1e-9);
        residual[i] = 0;
    }
}

/* A top equation beyond half of the bound asks for a refined direction. */
static void top_equations_are_refined_first(void **state) {
    bench *b = *state;
    residual[M] = 1.9e-16, examine(b);
    assert_int_equal(b->directions, 0);
    residual[M] = 2.1e-16, examine(b);
    assert_int_equal(b->directions, 1);
}

/* Rows that the retraction left out are marked for good, and not bounded while out. */
static void rows_left_out_are_marked(void **state) {
    bench *b = *state;
    residual[2] = 1;
    b->v.engine->retraction.active.left_out[2] = 1;
    assert_int_equal(examine(b), INVO_OK);
    ledger_record(&b->v);
    assert_int_equal(recorded(b, 2).left_out, 1);
    assert_true(recorded(b, 2).max == 1); /* measured like all others */
    assert_int_equal(recorded(b, 0).left_out, 0);
    residual[2] = 2e-16;
    b->v.engine->retraction.active.left_out[2] = 0;
    assert_int_equal(examine(b), INVO_OK);
    ledger_record(&b->v);
    assert_int_equal(recorded(b, 2).left_out, 1);
    assert_true(recorded(b, 2).max == 1);
}

/* Wherever it stands, and whatever comes after it. */
static void undefined_residuals_are_refused(void **state) {
    bench *b = *state;
    for (int i = 0; i < ROWS; i++)
        for (int other = 0; other < 2; other++) {
            for (int k = 0; k < ROWS; k++)
                residual[k] = other * 1e-16;
            residual[i] = NAN;
            if (examine(b) != INVO_E_CONSTRAINT)
                fail_msg("NaN in row %d is accepted", i);
            assert_int_equal(b->v.ledger.bad_row, i);
        }
}

static void undefined_residuals_stay_in_the_ledger(void **state) {
    bench *b = *state;
    const double points[] = {1e-16, NAN, 2e-16};
    for (int k = 0; k < 3; k++) {
        residual[0] = points[k];
        examine(b);
        ledger_record(&b->v);
    }
    if (recorded(b, 0).max <= 1)
        fail_msg("NaN reads %g later", recorded(b, 0).max);
    assert_false(recorded(b, 0).scaled_max <= 1e300);
}

/* Without retraction a bound holds as well; where it is lifted, everything is told. */
static void without_retraction_a_bound_may_be_lifted(void **state) {
    bench *b = *state;
    b->v.engine->retraction.kind = &retraction_none;
    residual[1] = 5;
    assert_int_equal(examine(b), INVO_E_CONSTRAINT);
    b->v.o.constraint_bound = INFINITY;
    assert_int_equal(examine(b), INVO_OK);
    ledger_record(&b->v);
    assert_true(recorded(b, 1).max == 5);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(largest_residuals_are_recorded),
        TEST(the_bound_is_kept),
        TEST(top_equations_are_refined_first),
        TEST(rows_left_out_are_marked),
        TEST(undefined_residuals_are_refused),
        TEST(undefined_residuals_stay_in_the_ledger),
        TEST(without_retraction_a_bound_may_be_lifted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
