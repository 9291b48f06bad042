/* Error norms, step size control and the first step.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/method/controller.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static void assert_near(double x, double y) {
    if (!(fabs(x - y) <= 1e-12 * fabs(y)))
        fail_msg("%.17g is not %.17g", x, y);
}

static void norm_is_the_weighed_mean_square(void **state) {
    (void)state;
    const double weight[] = {9, 1, 0, 2};
    assert_near(controller_norm(4, (double[]){7, 3, 100, 2}, weight), sqrt(25 / 2.0));
    assert_true(controller_norm(4, (double[]){7, 0, 0, 0}, weight) == 0);
    assert_true(controller_norm(4, (double[]){7, 3, 5, 1}, (double[4]){1}) == 0);
    assert_true(controller_norm(1, (double[]){7}, weight) == 0);
}

/* Wherever the NaN stands, also where it has no weight. */
static void norm_never_drops_a_nan(void **state) {
    (void)state;
    const double weight[] = {1, 1, 0, 1}, bad[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++)
        for (int i = 1; i < 4; i++) {
            double error[] = {0, 1, 1, 1};
            error[i] = bad[k];
            assert_true(controller_norm(4, error, weight) == INFINITY);
        }
}

static void other_norms_see_every_coordinate(void **state) {
    (void)state;
    const double weight[] = {1, 10, 0, 2}, error[] = {3, -0.4, 12, 0};
    assert_near(controller_largest(4, error, weight), 4);
    assert_true(controller_largest(4, (double[]){0, 0, NAN, 0}, weight) == INFINITY);
}

/* Without memory of the last error Gustafsson's step is the elementary one. */
static void the_memory_may_be_taken_away(void **state) {
    (void)state;
    controller a, b;
    controller_init(&a, CONTROLLER_PI, 4, 0.9, 5);
    controller_init(&b, CONTROLLER_ELEMENTARY, 4, 0.9, 5);
    controller_remember(&a, 0);
    for (double error = 0.5; error > 1e-3; error /= 3)
        assert_true(controller_accept(&a, 0.1, error) ==
                    controller_accept(&b, 0.1, error));
}

static void two_estimates_combine(void **state) {
    (void)state;
    assert_near(controller_combine(0.3, 4), 0.3 * 0.3 / 0.5);
    assert_near(controller_combine(2, 0), 2);
    assert_true(controller_combine(0, 0) == 0 && controller_combine(0, 1) == 0);
    assert_near(controller_combine(1e-200, 0), 1e-200);
    assert_near(controller_combine(3e200, 40e200), 9e200 / 5);
    const double bad[] = {NAN, INFINITY};
    for (int k = 0; k < 2; k++) {
        assert_true(controller_combine(bad[k], 1) == INFINITY);
        assert_true(controller_combine(1, bad[k]) == INFINITY);
    }
}

/* Half steps of a method of order p leave 1/2^p of the error. */
static void doubling_estimates_the_fine_error(void **state) {
    (void)state;
    double exact = 3, error, coarse = exact + 16e-3, fine = exact + 1e-3;
    controller_double(1, 4, &coarse, &fine, &error);
    assert_true(fabs(error + 1e-3) < 1e-14);
    controller_double(1, 4, &coarse, &fine, &fine); /* in place */
    assert_true(fine == error);
}

static void defaults_follow_the_order(void **state) {
    (void)state;
    controller c;
    controller_init(&c, CONTROLLER_PI, 4, 0.9, NAN);
    assert_true(c.beta == 0.04 && c.max_growth == 5 && c.min_factor == 0.2);
    assert_near(c.power, 0.2 - 0.75 * 0.04);
    controller_init(&c, CONTROLLER_ELEMENTARY, 7, 0.9, NAN);
    assert_true(c.beta == 0 && c.max_growth == 10 && c.min_factor == 0.333);
    assert_near(c.power, 1.0 / 8);
    controller_init(&c, CONTROLLER_PI, 7, 0.9, 3);
    assert_true(c.beta == 0.04 && c.max_growth == 3);
    assert_near(c.power, 1.0 / 8 - 0.2 * 0.04);
    controller_init(&c, CONTROLLER_ELEMENTARY, 4, 0.9, NAN);
    assert_true(c.beta == 0);
    assert_near(c.power, 0.2);
}

static void elementary_step_is_the_formula(void **state) {
    (void)state;
    controller c;
    controller_init(&c, CONTROLLER_ELEMENTARY, 4, 0.9, NAN);
    assert_near(controller_accept(&c, 0.1, 0.5), 0.1 * 0.9 * pow(0.5, -0.2));
    assert_near(controller_accept(&c, -0.1, 0.5), -0.1 * 0.9 * pow(0.5, -0.2));
    assert_near(controller_reject(&c, 0.1, 10), 0.1 * 0.9 * pow(10, -0.2));
}

/* DOPRI5: h / max(1/growth, min(1/shrink, err^0.17 / last^0.04 / 0.9)) */
static void pi_step_is_the_formula(void **state) {
    (void)state;
    controller c;
    controller_init(&c, CONTROLLER_PI, 4, 0.9, NAN);
    assert_near(controller_accept(&c, 1, 0.5), 0.9 * pow(1e-4, 0.04) / pow(0.5, 0.17));
    assert_near(controller_accept(&c, 1, 0.2), 0.9 * pow(0.5, 0.04) / pow(0.2, 0.17));
    assert_near(controller_reject(&c, 1, 3), 0.9 / pow(3, 0.17)); /* without memory */
    assert_near(controller_accept(&c, 1, 1e-9), 1);
    assert_near(c.last_error, 1e-4); /* not the lucky one */
}

static void factors_are_limited(void **state) {
    (void)state;
    const choice_controller kinds[] = {CONTROLLER_PI, CONTROLLER_ELEMENTARY};
    for (int k = 0; k < 2; k++) {
        controller c;
        controller_init(&c, kinds[k], 4, 0.9, NAN);
        assert_near(controller_accept(&c, 2, 0), 10);
        assert_near(controller_reject(&c, 2, INFINITY), 0.4);
        assert_near(controller_reject(&c, 2, NAN), 0.4);
        assert_near(controller_reject(&c, 2, 1e300), 0.4);
        assert_near(controller_accept(&c, 2, 1e-12), 2); /* no growth after rejection */
        assert_near(controller_accept(&c, 2, 1e-12), 10);
        assert_near(controller_reject(&c, -2, 0), -1.8); /* shrinks whatever err is */
    }
}

/* [Baese] 4.1.5 with memory 0: accepted by 1/(p + 1), rejected by 1/p, and what follows a
 * rejection may grow where that is allowed. */
static void richardson_step_is_the_formula(void **state) {
    (void)state;
    controller c;
    controller_init(&c, CONTROLLER_RICHARDSON, 4, 0.7, 1000);
    controller_remember(&c, 0);
    assert_near(controller_accept(&c, 0.1, 1e-5), 0.1 * 0.7 * 10);
    assert_near(controller_reject(&c, 0.1, 16), 0.1 * 0.7 / 2);
    assert_near(controller_accept(&c, 0.1, 1e-5), 0.1);
    c.after_rejection = 1000;
    controller_reject(&c, 0.1, 16);
    assert_near(controller_accept(&c, 0.1, 1e-5), 0.7);
}

/* The mean of sizes has t among them, leaves out what has no weight and hides no NaN. */
static void mean_is_over_weighted_coordinates(void **state) {
    (void)state;
    const double error[] = {1, -2, 7, 4}, weight[] = {1, 0.5, 0, 1};
    const double wrong[] = {1, NAN, 7, 4};
    assert_near(controller_mean(4, error, weight), 2);
    assert_true(isinf(controller_mean(4, wrong, weight)));
}

/* [KC03], order of the estimate 4: the last three errors with 0.49, -0.34, 0.1 quarters.
 */
static void pid_step_is_the_formula(void **state) {
    (void)state;
    controller c;
    controller_init(&c, CONTROLLER_PID, 4, 0.9, NAN);
    assert_near(controller_accept(&c, 1, 0.5), 0.9 * pow(0.5, -0.1225));
    assert_near(controller_accept(&c, 1, 0.2), 0.9 * pow(0.2, -0.1225) * pow(0.5, 0.085));
    assert_near(controller_accept(&c, 1, 0.3),
                0.9 * pow(0.3, -0.1225) * pow(0.2, 0.085) * pow(0.5, -0.025));
    assert_near(controller_reject(&c, 1, 3), 0.9 * pow(3, -0.2));
    assert_near(controller_accept(&c, 1, 1e-3), 1);
}

static void length_is_the_root_of_the_sum(void **state) {
    (void)state;
    const double weight[] = {9, 1, 0, 2};
    assert_near(controller_length(4, (double[]){7, 3, 100, 2}, weight), 5);
    assert_true(controller_length(4, (double[]){7, 3, NAN, 2}, weight) == INFINITY);
    assert_true(controller_length(1, (double[]){7}, weight) == 0);
}

/* An error of (h/0.1)^(q+1) leads to h = 0.1 safety^..., from both sides. */
static void control_loop_settles(void **state) {
    (void)state;
    const double starts[] = {1e-6, 10};
    for (int kind = CONTROLLER_PI; kind <= CONTROLLER_PID; kind++)
        for (int q = 1; q <= 7; q++)
            for (int k = 0; k < 2; k++) {
                controller c;
                double h = starts[k], err = 0;
                int rejected = 0;
                controller_init(&c, (choice_controller)kind, q, 0.9, NAN);
                for (int i = 0; i < 60; i++) {
                    err = pow(h / 0.1, q + 1);
                    rejected += err > 1;
                    h = err > 1 ? controller_reject(&c, h, err)
                                : controller_accept(&c, h, err);
                }
                assert_true(err < 1 && h < 0.1);
                assert_true(h > (kind == CONTROLLER_PID ? 0.065 : 0.08));
                assert_true(rejected <= (k ? 6 : 1));
            }
}

/* y' = rate y^power from p = (0, y) */
typedef struct growth {
    double rate, power;
    int fails, poisons; /* all calls but the first fail, or give NaN */
    int calls;
} growth;

static invo_status direction(void *self, const double *p, double *v) {
    growth *g = self;
    v[0] = 1, v[1] = g->poisons && g->calls ? NAN : g->rate * pow(p[1], g->power);
    return g->calls++ && g->fails ? INVO_E_DOMAIN : INVO_OK;
}

static double first_step(growth g, double y, int order, double span, double max_step) {
    field f = {.n = 2, .self = &g, .direction = direction};
    double p[2] = {0, y}, v[2], work[4], weight[2] = {0, 1e6};
    direction(&g, p, v);
    const double h =
        controller_first_step(&f, p, v, weight, order, span, max_step, 1, work);
    assert_int_equal(g.calls, 2);
    assert_true(fabs(h) <= controller_usual_first(2, p, v, weight));
    return h;
}

/* d1 = 1e6, h0 = 0.01, d2 = 1e6 */
static void first_step_is_the_formula(void **state) {
    (void)state;
    const growth decay = {-1, 1, 0, 0, 0};
    assert_near(first_step(decay, 1, 4, 10, INFINITY), pow(1e-8, 0.2));
    assert_near(first_step(decay, 1, 4, -10, INFINITY), -pow(1e-8, 0.2));
    assert_near(first_step(decay, 1, 4, INFINITY, INFINITY), pow(1e-8, 0.2));
    assert_near(first_step(decay, 1, 1, 10, INFINITY), 1e-4);
    const growth fast = {-1000, 1, 0, 0, 0};
    assert_near(first_step(fast, 1, 1, 10, INFINITY), 1e-7); /* d2 = 1e12 */
}

static void first_step_is_limited(void **state) {
    (void)state;
    const growth decay = {-1, 1, 0, 0, 0};
    assert_near(first_step(decay, 1, 4, 1e-3, INFINITY), 1e-3);
    assert_near(first_step(decay, 1, 4, -10, 1e-4), -1e-4);
    assert_near(first_step(decay, 1, 4, -1e-5, 1e-4), -1e-5);
    assert_near(first_step(decay, 1, 8, 1e3, INFINITY), pow(1e-8, 1 / 9.0));
}

static void first_step_without_scale(void **state) {
    (void)state;
    const growth rest = {0, 1, 0, 0, 0}, constant = {1, 0, 0, 0, 0};
    assert_near(first_step(rest, 1, 4, 10, INFINITY), 1e-6);
    assert_near(first_step(rest, 0, 4, 10, INFINITY), 1e-6);
    assert_near(first_step(rest, 0, 4, -1e-8, INFINITY), -1e-8);
    assert_near(first_step(constant, 0, 4, 10, INFINITY), 1e-4); /* 100 h0 */
}

/* At a late time the step must not vanish in p[0] + h. */
static void first_step_is_visible(void **state) {
    (void)state;
    growth g = {0, 1, 0, 0, 0};
    const field f = {.n = 2, .self = &g, .direction = direction};
    const double p[2] = {1e12, 0}, v[2] = {1, 0}, weight[2] = {0, 1};
    double work[4];
    const double h = controller_first_step(&f, p, v, weight, 4, 1e6, INFINITY, 1, work);
    assert_true(p[0] + h > p[0]);
}

static void first_step_survives_a_failure(void **state) {
    (void)state;
    const growth fails = {-1, 1, 1, 0, 0}, poisons = {-1, 1, 0, 1, 0};
    assert_near(first_step(fails, 1, 4, 10, INFINITY), 1e-4); /* h0 / 100 */
    assert_near(first_step(poisons, 1, 4, 10, INFINITY), 1e-4);
    const growth steep = {1e300, 1, 0, 0, 0}; /* its norm overflows */
    assert_near(first_step(steep, 1, 4, -10, INFINITY), -1e-8);
}

/* q' = v, v' = -1 - drag v^2 from rest: tolerances of v are a thousandth of those of q */
static invo_status fall(void *self, const double *p, double *v) {
    const double *drag = self;
    v[0] = 1, v[1] = p[2], v[2] = -1 - *drag * p[2] * p[2];
    return INVO_OK;
}

static double first_step_of_fall(double drag, double span) {
    const field f = {.n = 3, .self = &drag, .direction = fall};
    const double p[3] = {0, 1, 0}, weight[3] = {0, 1e6, 1e9};
    double v[3], work[6];
    fall(&drag, p, v);
    return controller_first_step(&f, p, v, weight, 8, span, INFINITY, 1, work);
}

/* 100 h0 = 1e-3; h1 = (0.01 / (1e9 / sqrt 2))^(1/9) where nothing bends. */
static void first_step_from_rest(void **state) {
    (void)state;
    const double h1 = pow(0.01 / (1e9 / sqrt(2)), 1 / 9.0);
    assert_near(first_step_of_fall(0, 10), h1 / 2);
    assert_near(first_step_of_fall(0, -10), -h1 / 2);
    assert_near(first_step_of_fall(0, 1e-2), 1e-2);
    /* at h1 / 2 the drag is 0.2 of 1: shorter in proportion to what is too much */
    const double drag = 0.8 / (h1 * h1);
    const double h = first_step_of_fall(drag, 10);
    assert_true(h > 0.245 * h1 && h < 0.255 * h1);
    assert_near(first_step_of_fall(1e6, 10), 1e-3); /* 1 at 1e-3 */
}

/* [TA00] 6.2.1: half the size after a rejection, whatever the error; twice the size where
 * an error of order q stays below 2^-q of the tolerance. */
static void halving_knows_two_factors(void **state) {
    (void)state;
    controller c;
    controller_init(&c, CONTROLLER_HALVING, 4, 0.9, NAN);
    assert_true(controller_reject(&c, 0.8, 1.1) == 0.4);
    assert_true(controller_reject(&c, 0.8, 1e9) == 0.4);
    assert_true(controller_reject(&c, 0.8, INFINITY) == 0.4);
    assert_true(controller_accept(&c, 0.4, 0.9) == 0.4);
    assert_true(controller_accept(&c, 0.4, 0.063) == 0.4);
    assert_true(controller_accept(&c, 0.4, 0.062) == 0.8);
}

/* A step may shrink without limit, but not to nothing after an attempt that failed. */
static void least_factor_can_be_zero(void **state) {
    (void)state;
    controller c;
    controller_init(&c, CONTROLLER_RICHARDSON, 4, 0.9, NAN);
    c.min_factor = 0;
    assert_true(fabs(controller_reject(&c, 1, 1e8) - 0.9e-2) < 1e-12);
    assert_true(controller_reject(&c, 1, INFINITY) == 0.2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halving_knows_two_factors),
        cmocka_unit_test(least_factor_can_be_zero),
        cmocka_unit_test(norm_is_the_weighed_mean_square),
        cmocka_unit_test(norm_never_drops_a_nan),
        cmocka_unit_test(other_norms_see_every_coordinate),
        cmocka_unit_test(the_memory_may_be_taken_away),
        cmocka_unit_test(two_estimates_combine),
        cmocka_unit_test(doubling_estimates_the_fine_error),
        cmocka_unit_test(defaults_follow_the_order),
        cmocka_unit_test(elementary_step_is_the_formula),
        cmocka_unit_test(pi_step_is_the_formula),
        cmocka_unit_test(richardson_step_is_the_formula),
        cmocka_unit_test(mean_is_over_weighted_coordinates),
        cmocka_unit_test(pid_step_is_the_formula),
        cmocka_unit_test(length_is_the_root_of_the_sum),
        cmocka_unit_test(factors_are_limited),
        cmocka_unit_test(control_loop_settles),
        cmocka_unit_test(first_step_is_the_formula),
        cmocka_unit_test(first_step_is_limited),
        cmocka_unit_test(first_step_without_scale),
        cmocka_unit_test(first_step_is_visible),
        cmocka_unit_test(first_step_survives_a_failure),
        cmocka_unit_test(first_step_from_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
