/* SPDX-License-Identifier: BSD-3-Clause */
/* Systems that are brought as C callbacks, with methods that need more than a direction:
 * what is not given is computed, or asked for. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

/* Predators and prey: ln x - x + ln y - y is kept. */
static int hunt(void *self, const double *u, double *v) {
    (void)self;
    v[0] = 1, v[1] = -u[1] + u[1] * u[2], v[2] = u[2] - u[1] * u[2];
    return 0;
}

static void level(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = log(u[1]) - u[1] + log(u[2]) - u[2] - 2 * (log(0.5) - 0.5);
}

/* A mass on a spring, written as der(p), der(q). */
static int swing(void *self, const double *u, double *v) {
    (void)self;
    v[0] = 1, v[1] = -sin(u[2]), v[2] = u[1];
    return 0;
}

static const double start[3] = {0, 0.5, 0.5};

static invo_system make(int (*direction)(void *, const double *, double *)) {
    invo_system s;
    invo_system_init(&s);
    s.coordinates = 3, s.start = start, s.direction = direction;
    return s;
}

static void refuse(const invo_system *s, const char *method, const char *text) {
    invo_context *c = invo_context_new();
    invo_options o;
    invo_result *r;
    invo_options_init(&o);
    o.method = method, o.step = 0.01;
    assert_int_equal(invo_system_run(c, s, &o, &r), INVO_E_ARGUMENT);
    if (!strstr(invo_context_message(c), text))
        fail_msg("%s", invo_context_message(c));
    invo_result_free(r);
    invo_context_free(c);
}

static void run(const invo_system *s, const char *method, const char *retraction,
                double step, double *final) {
    invo_context *c = invo_context_new();
    invo_options o;
    invo_result *r;
    invo_options_init(&o);
    o.method = method, o.retraction = retraction, o.step = step, o.stop = 1;
    if (invo_system_run(c, s, &o, &r))
        fail_msg("%s", invo_context_message(c));
    memcpy(final, invo_result_final(r), 3 * sizeof *final);
    invo_result_free(r);
    invo_context_free(c);
}

static void what_is_missing_is_named(void **state) {
    (void)state;
    invo_system s = make(hunt);
    const int degree[3] = {0, 2, 3}, start_of[4] = {0, 0, 1, 2}, column[2] = {2, 2};
    const invo_pattern pattern = {3, 3, start_of, column};
    refuse(&s, "hmgps", "none is declared");
    refuse(&s, "kahan", "does not state the degrees");
    refuse(&s, "forest-ruth", "direction_pattern in involute_system.h");
    s.degree = degree, s.direction_pattern = &pattern;
    refuse(&s, "kahan", "the derivative of u2 is a polynomial of degree 3");
    refuse(&s, "forest-ruth", "the derivative of u2 depends on u2");
}

static void blocks_are_checked(void **state) {
    (void)state;
    const int beyond[3] = {-1, 0, 1};
    invo_system s = make(hunt);
    s.groups = 1;
    refuse(&s, "gps", "group is not given");
    s.group = beyond;
    refuse(&s, "gps", "is not below groups");
}

/* [Liu] (28), (29). */
static void kahan_is_the_printed_formula(void **state) {
    (void)state;
    const int degree[3] = {0, 2, 2};
    invo_system s = make(hunt);
    double x = 0.5, y = 0.5, final[3];
    const double t = 0.05;
    s.degree = degree;
    for (int k = 0; k < 10; k++) {
        const double d = 1 - t * t + (1 + t) * t * x - (1 - t) * t * y;
        const double next =
            ((1 - t) * (1 - t) * x + (1 - t) * t * x * x + (1 + t) * t * x * y) / d;
        y = ((1 + t) * (1 + t) * y - (1 + t) * t * y * y - (1 - t) * t * x * y) / d;
        x = next;
    }
    run(&s, "kahan", "none", 2 * t, final);
    assert_true(fabs(final[1] - x) < 1e-14 && fabs(final[2] - y) < 1e-14);
}

/* Gradient and Hessian by differences: the same points as with exact ones, but for their
 * error, and the invariant at round-off. */
static void differences_serve_for_hmgps(void **state) {
    (void)state;
    invo_system s = make(hunt);
    double final[3], exact[3], phi;
    s.constraints = s.invariants = 1, s.constraint = level;
    run(&s, "hmgps", "normal", 0.001, final);
    level(NULL, final, &phi);
    assert_true(fabs(phi) < 2e-15);
    run(&s, "dop853", "normal", 0.001, exact);
    assert_true(hypot(final[1] - exact[1], final[2] - exact[2]) < 1e-3);
}

/* Which part moves first is not the order of the coordinates' numbers here, as there are
 * no names; the order of the method shows that the parts are right. */
static void parts_follow_from_a_pattern(void **state) {
    (void)state;
    const int start_of[4] = {0, 0, 1, 2}, column[2] = {2, 1};
    const invo_pattern pattern = {3, 3, start_of, column};
    invo_system s = make(swing);
    double a[3], b[3], exact[3];
    s.direction_pattern = &pattern;
    run(&s, "dop853", "none", 0.001, exact);
    run(&s, "forest-ruth", "none", 0.1, a);
    run(&s, "forest-ruth", "none", 0.05, b);
    const double seen = log2(hypot(a[1] - exact[1], a[2] - exact[2]) /
                             hypot(b[1] - exact[1], b[2] - exact[2]));
    if (!(fabs(seen - 4) < 0.15))
        fail_msg("order %g", seen);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(blocks_are_checked),
        cmocka_unit_test(kahan_is_the_printed_formula),
        cmocka_unit_test(differences_serve_for_hmgps),
        cmocka_unit_test(parts_follow_from_a_pattern),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
