/* Singular configurations, with points retracted and steps made by hand: no run is made.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/solve/run.h"
#include <cmocka.h> /* last: it has a macro `fail` */

/* y = 0 and y + x z = 0 with x' = 1: the line y = z = 0, where their gradients (0, 1, 0)
 * and (0, 1, x) are dependent at x = 0. With rows of length 1 their cosine is
 * c = 1/sqrt(1 + x^2), and the smallest singular value sqrt(1 - c). */
enum { N = 4, CONSTRAINTS = 2 };
static const double start[N] = {0, -1, 0, 0};
static const int row_start[CONSTRAINTS + 1] = {0, 1, 4};
static const int column[4] = {2, 1, 2, 3};
static const invo_pattern pattern = {CONSTRAINTS, N, row_start, column};
static const invo_row rows[CONSTRAINTS] = {
    {"y = 0", "m.mo:3", 0, INVO_ROW_EXPLICIT, NULL},
    {"y + x*z = 0", "m.mo:4", 0, INVO_ROW_EXPLICIT, NULL}};

static int along(void *self, const double *u, double *v) {
    (void)self;
    (void)u;
    v[0] = v[1] = 1;
    v[2] = v[3] = 0;
    return 0;
}

static void constraint(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = u[2];
    phi[1] = u[2] + u[1] * u[3];
}

static void gradients(void *self, const double *u, double *value) {
    (void)self;
    value[0] = 1;
    value[1] = u[3];
    value[2] = 1;
    value[3] = u[1];
}

static double smallest(double x) {
    return sqrt(1 - 1 / hypot(1, x));
}

typedef struct bench {
    invo_context *context;
    invo_system s;
    run v;
} bench;

static int begin(void **state) {
    static bench b;
    invo_options o;
    b = (bench){.context = invo_context_new()};
    invo_system_init(&b.s);
    b.s.coordinates = N;
    b.s.start = start;
    b.s.direction = along;
    b.s.constraints = CONSTRAINTS;
    b.s.constraint = constraint;
    b.s.jacobian = gradients;
    b.s.jacobian_pattern = &pattern;
    b.s.row = rows;
    b.s.rows = CONSTRAINTS;
    invo_options_init(&o);
    o.method = "rk4";
    o.retraction = "normal";
    const plan p = plan_new(&o);
    if (run_new(b.context, &b.s, &p, &b.v))
        return 1;
    memcpy(b.v.u, start, sizeof start);
    along(NULL, b.v.u, b.v.v);
    metric_freeze(&b.v.engine->metric, &b.s, b.v.u);
    watch_begin(&b.v);
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

/* Looks at the end of a step from the current point to x. */
static step watch_try(run *v, double x) {
    const double h = x - v->u[1];
    step d = run_step(v, h);
    copy(v->q, v->u, N);
    v->q[0] += h;
    v->q[1] = x;
    along(NULL, v->q, v->w);
    d.has_w = 1;
    assert_int_equal(retract(&v->engine->retraction, v->q), INVO_OK);
    watch_look(v, v->u);
    return d;
}

static void watch_go(run *v, double x) {
    const step d = watch_try(v, x);
    assert_int_equal(watch_accept(v, &d), INVO_OK);
    copy(v->u, v->q, N);
}

/* Singular values come from a few inverse iterations. */
static void near(double a, double b) {
    if (!(fabs(a - b) <= 1e-4 * fabs(b)))
        fail_msg("%.17g is not %.17g", a, b);
}

static void the_smallest_singular_value_is_followed(void **state) {
    run *v = &((bench *)*state)->v;
    near(v->watch.first, smallest(-1));
    for (int k = 9; k > 0; k--) {
        watch_go(v, -0.1 * k);
        near(v->watch.sigma, smallest(0.1 * k));
    }
    near(v->watch.largest, smallest(1));
    assert_false(v->watch.inside);
    watch_close(v, INVO_OK);
    assert_int_equal(v->result->singulars, 0);
}

/* Both ends are far from it; only the vectors turn over. */
static void a_place_inside_a_step_is_reported(void **state) {
    bench *b = *state;
    run *v = &b->v;
    watch_go(v, -0.1);
    const step d = watch_try(v, 0.1);
    assert_true(watch_sees_branch(v));
    watch_accept(v, &d);
    copy(v->u, v->q, N);
    watch_go(v, 0.5);
    assert_int_equal(v->result->singulars, 1);
    const invo_singular *row = &v->result->singular[0];
    assert_true(row->sigma == 0 && fabs(row->t - 1) < 1e-6);
    near(row->start, smallest(1));
    assert_int_equal(row->equations, 2);
    assert_string_equal(row->equation[0], "y = 0");
    assert_string_equal(row->where[1], "m.mo:4");
    assert_non_null(strstr(invo_context_message(b->context),
                           "y = 0 (m.mo:3), y + x*z = 0 (m.mo:4) are nearly dependent"));
}

/* Of several steps within a passage the closest one counts, also if the run ends there.
 */
static void a_passage_is_reported_once(void **state) {
    run *v = &((bench *)*state)->v;
    const double way[] = {-0.1, -3e-4, -1e-4, -2e-4};
    for (int k = 0; k < 4; k++)
        watch_go(v, way[k]);
    assert_true(v->watch.inside && v->result->singulars == 0);
    watch_close(v, INVO_OK);
    watch_close(v, INVO_OK);
    assert_int_equal(v->result->singulars, 1);
    near(v->result->singular[0].sigma, smallest(1e-4));
    near(v->result->singular[0].t, 1 - 1e-4);
}

/* A point that was looked at and rejected leaves nothing behind. */
static void a_rejected_step_is_forgotten(void **state) {
    run *v = &((bench *)*state)->v;
    watch_go(v, -0.1);
    watch_try(v, 0.1);
    watch_try(v, -1e-4);
    watch_go(v, -0.05);
    assert_false(watch_sees_branch(v));
    watch_close(v, INVO_OK);
    assert_int_equal(v->result->singulars, 0);
    near(v->watch.sigma, smallest(0.05));
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
    const struct CMUnitTest tests[] = {TEST(the_smallest_singular_value_is_followed),
                                       TEST(a_place_inside_a_step_is_reported),
                                       TEST(a_passage_is_reported_once),
                                       TEST(a_rejected_step_is_forgotten)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
