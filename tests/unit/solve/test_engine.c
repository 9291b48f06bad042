/* Engines: made, counted and freed; what they cannot be made of leaves nothing behind.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/solve/engine.h"
#include <cmocka.h> /* last: it has a macro `fail` */

/* A point on the unit circle that turns with the rate 2. */
enum { N = 3 };
static const double start[N] = {0, 1, 0};

static void constraint(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = u[1] * u[1] + u[2] * u[2] - 1;
}

static int along(void *self, const double *u, double *v) {
    (void)self;
    v[0] = 1;
    v[1] = -2 * u[2];
    v[2] = 2 * u[1];
    return 0;
}

static const invo_system turning = {.name = "turning",
                                    .coordinates = N,
                                    .start = start,
                                    .constraints = 1,
                                    .constraint = constraint,
                                    .direction = along};

static engine *make(invo_context *c, const char *name, const char *by) {
    invo_options o;
    engine *e = NULL;
    invo_options_init(&o);
    o.method = name;
    o.by = by;
    plan p = plan_new(&o);
    if (!plan_settle(c, &p, &turning) && engine_new(c, &turning, &p, 0, &e))
        assert_null(e);
    return e;
}

static void directions_belong_to_the_parameter(void **state) {
    invo_context *c = invo_context_new();
    const double u[N] = {0, 0.6, 0.8};
    double slope[N] = {0};
    (void)state;
    engine *e = make(c, "dop853", "time");
    assert_non_null(e);
    assert_int_equal(engine_direction(e, u, slope, 0), INVO_OK);
    assert_true(slope[0] == 1 && slope[1] == -1.6 && slope[2] == 1.2);
    engine_free(e);
    e = make(c, "dop853", "arclength");
    assert_non_null(e);
    assert_int_equal(engine_direction(e, u, slope, 0), INVO_OK);
    assert_true(fabs(hypot(hypot(slope[0], slope[1]), slope[2]) - 1) < 1e-15);
    assert_true(fabs(slope[1] / slope[0] + 1.6) < 1e-15);
    engine_free(e);
    invo_context_free(c);
}

/* Counts of engines that follow each other add up; the largest stays the largest. */
static void work_adds_up(void **state) {
    invo_context *c = invo_context_new();
    invo_statistics t = {0};
    (void)state;
    for (int k = 1; k <= 2; k++) {
        double u[N] = {0, 1 + 0.1 * k, 0};
        double slope[N] = {0};
        engine *e = make(c, "dopri54", "time");
        assert_non_null(e);
        metric_freeze(&e->metric, &turning, u);
        assert_int_equal(retract(&e->retraction, u), INVO_OK);
        assert_true(fabs(u[1] - 1) < 1e-15);
        assert_int_equal(engine_direction(e, u, slope, 0), INVO_OK);
        engine_count(e, &t);
        assert_int_equal(t.retractions, k);
        assert_int_equal(t.evaluations, k);
        assert_true(t.newton_max >= 2 && t.newton_max <= t.newton_iterations);
        engine_free(e);
    }
    assert_true(t.newton_max < t.newton_iterations);
    invo_context_free(c);
}

/* The system has no Taylor coefficients: a message, and no engine. */
static void what_is_missing_is_reported(void **state) {
    invo_context *c = invo_context_new();
    (void)state;
    assert_null(make(c, "taylor", "time"));
    assert_non_null(strstr(invo_context_message(c), "Taylor coefficients"));
    engine_free(NULL);
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directions_belong_to_the_parameter),
        cmocka_unit_test(work_adds_up), cmocka_unit_test(what_is_missing_is_reported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
