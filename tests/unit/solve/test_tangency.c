/* Systems of C callbacks whose direction is not tangent to their constraints, at the
 * start or later, and starts that are off the constraints. SPDX-License-Identifier:
 * BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

static invo_context *context;
static invo_options options;

static int begin(void **state) {
    (void)state;
    invo_options_init(&options);
    return !(context = invo_context_new());
}

static int end(void **state) {
    (void)state;
    invo_context_free(context);
    return 0;
}

typedef int (*direction_function)(void *, const double *, double *);
typedef void (*constraint_function)(void *, const double *, double *);

static invo_system make(int n, const double *start, direction_function direction,
                        int constraints, constraint_function constraint) {
    invo_system s;
    invo_system_init(&s);
    s.coordinates = n, s.start = start, s.direction = direction;
    s.constraints = constraints, s.constraint = constraint;
    return s;
}

static void says(const char *text) {
    if (!strstr(invo_context_message(context), text))
        fail_msg("'%s' is not in: %s", text, invo_context_message(context));
}

/* Runs; returns the number of steps. */
static long run(const invo_system *s, invo_status expected) {
    invo_result *r = NULL;
    invo_status status = invo_system_run(context, s, &options, &r);
    if (status != expected)
        fail_msg("%s: %s", invo_status_text(status), invo_context_message(context));
    long steps = r ? invo_result_statistics(r)->steps : 0;
    invo_result_free(r);
    return steps;
}

/* --- at the start --- */

/* A rotation with a wrong sign: x' = y, y' = x. */
static int wrong_turn(void *self, const double *u, double *v) {
    (void)self;
    v[0] = 1, v[1] = u[2], v[2] = u[1];
    return 0;
}

static int right_turn(void *self, const double *u, double *v) {
    (void)self;
    v[0] = 1, v[1] = u[2], v[2] = -u[1];
    return 0;
}

static void circle(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = u[1] * u[1] + u[2] * u[2] - 1;
}

static void circle_slope(void *self, const double *u, double *value) {
    (void)self;
    value[0] = 0, value[1] = 2 * u[1], value[2] = 2 * u[2];
}

static const double on_circle[3] = {0, 0.6, 0.8};

static void a_wrong_sign_is_told_at_the_start(void **state) {
    (void)state;
    static const char *const methods[] = {"auto", "dop853", "radau", "gauss6", "rk4"};
    static const invo_row row[] = {{"x^2 + y^2 = 1", "", 0, INVO_ROW_EXPLICIT, NULL}};
    for (int k = 0; k < 20; k++) {
        invo_system s = make(3, on_circle, wrong_turn, 1, circle);
        options.method = methods[k % 5];
        options.step = k % 2 ? NAN : 0.01;
        s.jacobian = k < 10 ? circle_slope : NULL;
        if (k % 3 == 0)
            s.invariants = 1;
        if (k >= 5)
            s.rows = 1, s.row = row;
        assert_int_equal(run(&s, INVO_E_INCONSISTENT), 0);
        says("at the start, the direction is not tangent to");
        says(s.row ? "x^2 + y^2 = 1" : "constraint 1");
        says("1.92"); /* 4 x y, and the sum of its terms is the same */
    }
}

/* The second of two. */
static void two(void *self, const double *u, double *phi) {
    circle(self, u, phi);
    phi[1] = u[3] - u[1];
}

static int forgets_the_second(void *self, const double *u, double *v) {
    right_turn(self, u, v);
    v[3] = u[2] + 0.125;
    return 0;
}

static void the_constraint_is_named(void **state) {
    (void)state;
    const double start[4] = {0, 0.6, 0.8, 0.6};
    invo_system s = make(4, start, forgets_the_second, 2, two);
    run(&s, INVO_E_INCONSISTENT);
    says("constraint 2: ");
    says("(d/dt + J v) of 0.125, and the sizes");
}

/* x = t, and a direction that stays; with and without a Jacobian that forgets time. */
static int stays(void *self, const double *u, double *v) {
    (void)self, (void)u;
    v[0] = 1, v[1] = 0, v[2] = 1;
    return 0;
}

static void goes_with_time(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = u[1] - u[0];
}

static void forgets_time(void *self, const double *u, double *value) {
    (void)self, (void)u;
    value[0] = 0, value[1] = 1, value[2] = 0;
}

static void only_the_coordinate(void *self, const double *u, double *value) {
    (void)self, (void)u;
    value[0] = 1;
}

static void a_constraint_that_moves_is_told(void **state) {
    (void)state;
    const double start[3] = {2, 2, 0};
    static const int first[] = {0, 1}, column[] = {1};
    static const invo_pattern pattern = {1, 3, first, column};
    for (int k = 0; k < 3; k++) {
        invo_system s = make(3, start, stays, 1, goes_with_time);
        options.stop = 3;
        if (k == 1)
            s.jacobian = forgets_time;
        if (k == 2)
            s.jacobian = only_the_coordinate, s.jacobian_pattern = &pattern;
        assert_int_equal(run(&s, INVO_E_INCONSISTENT), 0);
        says("not tangent to constraint 1");
        says("(d/dt + J v) of -1, and the sizes");
    }
}

/* --- later --- */

/* x = t^3: at the start nothing moves. */
static void sets_off(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = u[1] - u[0] * u[0] * u[0];
}

/* Waits until t = 1: J v = 0 until then. */
static void waits(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = u[0] < 1 ? u[1] : u[1] - (u[0] - 1) * (u[0] - 1);
}

static void one_that_sets_off_later_is_not_done(void **state) {
    (void)state;
    const double start[3] = {0, 0, 0};
    static const char *const methods[] = {"dopri54", "dop853", "radau", "rk4"};
    for (int k = 0; k < 16; k++) {
        invo_system s = make(3, start, stays, 1, k % 2 ? sets_off : waits);
        options.stop = 2, options.method = methods[k / 4];
        options.step = k / 2 % 2 ? NAN : 0.01;
        options.rtol = k % 4 < 2 ? 1e-3 : 1e-9;
        invo_result *r = NULL;
        invo_status status = invo_system_run(context, &s, &options, &r);
        if (status != INVO_E_CONSTRAINT)
            fail_msg("%d: %s", k, invo_context_message(context));
        assert_true(invo_result_statistics(r)->steps < 2000);
        says("not tangent to constraint 1");
        invo_result_free(r);
    }
}

/* --- what is right passes --- */

/* x = sin(w t), fast; y only goes along. */
static int follows(void *self, const double *u, double *v) {
    const double w = *(const double *)self;
    v[0] = 1, v[1] = w * cos(w * u[0]), v[2] = 1e6;
    return 0;
}

static void wave(void *self, const double *u, double *phi) {
    const double w = *(const double *)self;
    phi[0] = u[1] - sin(w * u[0]);
}

static void wave_slope(void *self, const double *u, double *value) {
    const double w = *(const double *)self;
    value[0] = -w * cos(w * u[0]), value[1] = 1, value[2] = 0;
}

static void what_follows_time_passes(void **state) {
    (void)state;
    static const double speeds[] = {1e-7, 1e-5, 1e-2, 1, 1e2, 1e4, 1e6};
    const double start[3] = {0, 0, 0};
    for (int k = 0; k < 14; k++) {
        double speed = speeds[k / 2];
        invo_system s = make(3, start, follows, 1, wave);
        s.self = &speed, options.stop = 30 / fmax(speed, 1), options.rtol = 1e-9;
        if (k % 2)
            s.jacobian = wave_slope;
        run(&s, INVO_OK);
    }
}

/* A pendulum with the length of its rod alone: its velocity drifts with the error of the
 * method, and rests for an instant at both ends. */
static int swing(void *self, const double *u, double *v) {
    (void)self;
    double l = (u[3] * u[3] + u[4] * u[4] - 10 * u[2]) / (u[1] * u[1] + u[2] * u[2]);
    v[0] = 1, v[1] = u[3], v[2] = u[4], v[3] = -u[1] * l, v[4] = -u[2] * l - 10;
    return 0;
}

static void rod(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = u[1] * u[1] + u[2] * u[2] - 1;
}

static void drift_within_the_tolerance_passes(void **state) {
    (void)state;
    static const char *const methods[] = {"dopri54", "dop853", "radau", "gauss6"};
    const double start[5] = {0, 1, 0, 0, 0};
    for (int k = 0; k < 16; k++) {
        invo_system s = make(5, start, swing, 1, rod);
        options.stop = 20, options.rtol = pow(10, -3 - 2 * (k % 4));
        options.method = methods[k / 4];
        run(&s, INVO_OK);
    }
}

/* --- starts off the constraints --- */

static void a_start_is_moved_with_a_note(void **state) {
    (void)state;
    const double off[3] = {0, 0.6, 0.9}, near[3] = {0, 0.6 + 1e-16, 0.8};
    static const invo_coordinate name[3] = {
        {"time", 1, 0, 0}, {"x", 1, 0, 0}, {"y", 1, 0, 0}};
    invo_system s = make(3, off, right_turn, 1, circle);
    options.stop = 1;
    run(&s, INVO_OK);
    says("note: the start point violates the constraints: the residual of constraint 1 "
         "is 0.17");
    says("u2 from 0.9 to 0.83");
    s.coordinate = name;
    run(&s, INVO_OK);
    says("y from 0.9 to 0.83");
    s.start = near;
    run(&s, INVO_OK);
    assert_string_equal(invo_context_message(context), "");
}

static void a_start_that_stays_off_is_told(void **state) {
    (void)state;
    const double off[3] = {0, 0.6, 0.9};
    invo_system s = make(3, off, right_turn, 1, circle);
    options.retraction = "none", options.stop = 1;
    run(&s, INVO_OK);
    says("constraint 1 is 0.17, and --retraction none does not move the point");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_wrong_sign_is_told_at_the_start),
        TEST(the_constraint_is_named),
        TEST(a_constraint_that_moves_is_told),
        TEST(one_that_sets_off_later_is_not_done),
        TEST(what_follows_time_passes),
        TEST(drift_within_the_tolerance_passes),
        TEST(a_start_is_moved_with_a_note),
        TEST(a_start_that_stays_off_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
