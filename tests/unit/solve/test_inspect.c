/* SPDX-License-Identifier: BSD-3-Clause */
/* The options verify and certify see what is wrong: a ledger that lies, and points that
 * are not where they should be. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/base/quad.h"
#include "involute.h"
#include <cmocka.h>

static const char text[] =
    "model Pendulum Real x(start = 0.6, fixed = true), y(start = -0.8), vx, vy(start = "
    "0), f;\n"
    "equation der(x) = vx; der(y) = vy; der(vx) = -2*x*f; der(vy) = -2*y*f - 9.81; x^2 + "
    "y^2 = 1; end Pendulum;";

enum { ROWS = 10, MOST = 16 };
static const double MOVE = 1e-10;

/* The system of a model, of which some functions are others. */
typedef struct altered {
    invo_context *context;
    invo_model *model;
    const invo_system *own;
    invo_system system;
} altered;

static altered shared;

static int begin(void **state) {
    altered *a = &shared;
    invo_options o;
    *a = (altered){.context = invo_context_new()};
    invo_options_init(&o);
    if (invo_model_parse(a->context, "m.mo", text, strlen(text), &a->model) ||
        invo_model_complete(a->model, &o))
        return 1;
    a->own = invo_model_system(a->model);
    a->system = *a->own;
    *state = a;
    return 0;
}

static int end(void **state) {
    altered *a = *state;
    invo_model_free(a->model);
    invo_context_free(a->context);
    return 0;
}

static invo_result *run_altered(altered *a) {
    invo_options o;
    invo_result *r = NULL;
    invo_options_init(&o);
    o.points = ROWS;
    o.verify = o.certify = 1;
    assert_int_equal(invo_system_run(a->context, &a->system, &o, &r), INVO_OK);
    return r;
}

static void what_is_right_agrees(void **state) {
    altered *a = *state;
    invo_result *r = run_altered(a);
    invo_verification v;
    invo_certification c;
    invo_verified_row row;
    assert_true(invo_result_verification(r, &v));
    assert_true(v.agrees && v.rows == ROWS + 1 && v.gap <= 1 && v.units <= 4);
    assert_true(invo_result_certification(r, &c));
    assert_true(c.rows == ROWS + 1 && c.proved == c.rows && c.median_ulps < 100);
    assert_true(invo_result_verified(r, 0, &row) && row.agrees);
    assert_false(invo_result_verified(r, 1000, &row));
    invo_result_free(r);
}

/* A ledger that is always zero. */
static void lie_about_rows(void *self, const double *u, const double *z, double *residual,
                           double *unit) {
    shared.own->ledger.rows(self, u, z, residual, unit);
    const int rows = z ? shared.own->rows : shared.own->constraints;
    for (int i = 0; i < rows; i++)
        residual[i] = 0;
}

/* Points drift without a retraction, and nobody would see it. */
static void a_ledger_that_lies_is_caught(void **state) {
    altered *a = *state;
    a->system.ledger.rows = a->system.ledger.measure = lie_about_rows;
    a->system.shortcut = (invo_shortcut){0};
    invo_options o;
    invo_result *r = NULL;
    invo_options_init(&o);
    o.points = ROWS;
    o.verify = 1;
    o.retraction = "none";
    o.method = "rk4";
    o.step = 0.01;
    assert_int_equal(invo_system_run(a->context, &a->system, &o, &r), INVO_OK);
    invo_verification v;
    invo_certification c;
    invo_ledger_row row;
    assert_true(invo_result_ledger(r, 0, &row) && row.max == 0);
    assert_true(invo_result_verification(r, &v));
    assert_false(v.agrees);
    assert_true(v.gap > 1000);
    assert_false(invo_result_certification(r, &c));
    assert_true(strstr(invo_context_message(a->context), "in quadruple precision"));
    invo_result_free(r);
}

static void move_point(const double *u, double *moved) {
    assert_true(shared.own->coordinates <= MOST);
    memcpy(moved, u, sizeof *u * (size_t)shared.own->coordinates);
    for (int j = 1; j < shared.own->coordinates; j++)
        moved[j] += MOVE;
}

static int moved_residuals(void *self, const double *u, const double *z,
                           double *residual) {
    double moved[MOST];
    move_point(u, moved);
    return shared.own->inspection.residuals(self, moved, z, residual);
}

static int moved_proof(void *self, const double *u, const char *left_out, invo_proof *p) {
    double moved[MOST];
    move_point(u, moved);
    return shared.own->inspection.prove(self, moved, left_out, p);
}

static void points_that_are_moved_are_caught(void **state) {
    altered *a = *state;
    a->system.inspection.residuals = moved_residuals;
    a->system.inspection.prove = moved_proof;
    invo_result *r = run_altered(a);
    invo_verification v;
    invo_certification c;
    invo_proof p;
    double t;
    assert_true(invo_result_verification(r, &v));
    assert_false(v.agrees);
    assert_true(invo_result_certification(r, &c));
    assert_int_equal(c.proved, 0);
    assert_true(invo_result_proof(r, 0, &t, &p) && p.verdict == INVO_PROOF_FAR);
    assert_true(p.radius > MOVE / 10 && p.radius < 10 * MOVE);
    assert_true(strstr(invo_context_message(a->context), "are not certified"));
    invo_result_free(r);
}

static void functions_in_c_are_refused(void **state) {
    altered *a = *state;
    invo_options o;
    invo_result *r = NULL;
    invo_options_init(&o);
    o.certify = 1;
    a->system.inspection = (invo_inspection){0};
    assert_int_equal(invo_system_run(a->context, &a->system, &o, &r), INVO_E_ARGUMENT);
    assert_true(
        strstr(invo_context_message(a->context), "--certify needs the equations"));
    invo_result_free(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_right_agrees, begin, end),
        cmocka_unit_test_setup_teardown(a_ledger_that_lies_is_caught, begin, end),
        cmocka_unit_test_setup_teardown(points_that_are_moved_are_caught, begin, end),
        cmocka_unit_test_setup_teardown(functions_in_c_are_refused, begin, end),
    };
    if (!QUAD_IS_THERE)
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
