/* Consistent initial values: what is fixed stays, the rest moves as little as possible.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

static invo_context *context;
static invo_model *model;
static invo_options options;

static int begin(void **state) {
    (void)state;
    invo_options_init(&options);
    return !(context = invo_context_new());
}

static int end(void **state) {
    (void)state;
    invo_model_free(model);
    model = NULL;
    invo_context_free(context);
    return 0;
}

static invo_status started(const char *body) {
    char text[2000];
    invo_model_free(model);
    model = NULL;
    int size = snprintf(text, sizeof text, "model M %s end M;", body);
    assert_in_range(size, 1, sizeof text - 1);
    invo_status status = invo_model_parse(context, "m.mo", text, (size_t)size, &model);
    if (status)
        fail_msg("%s", invo_context_message(context));
    return invo_model_complete(model, &options);
}

static void need(invo_status status) {
    if (status)
        fail_msg("%s", invo_context_message(context));
}

/* The start value of a coordinate. */
static double at(const char *name) {
    const invo_system *s = invo_model_system(model);
    for (int i = 0; i < s->coordinates; i++)
        if (!strcmp(s->coordinate[i].name, name))
            return s->start[i];
    fail_msg("no coordinate %s", name);
    return NAN;
}

static void assert_near(double x, double y) {
    if (!(fabs(x - y) <= 8 * DBL_EPSILON * fmax(1, fabs(y))))
        fail_msg("%.17g is not %.17g", x, y);
}

static void assert_said(const char *part) {
    if (!strstr(invo_context_message(context), part))
        fail_msg("'%s' is not in: %s", part, invo_context_message(context));
}

#define BODY                                                                             \
    "equation der(x) = vx; der(y) = vy; der(vx) = -x*l; der(vy) = -y*l - 10; "           \
    "x^2 + y^2 = 1;"

/* 0.1 and 0.3 are no round numbers in binary: every bit counts. */
static void fixed_values_keep_every_bit(void **state) {
    (void)state;
    need(started("Real x(start = 0.1, fixed = true), y(start = -1), "
                 "vx(start = 0.3, fixed = true), vy(start = 5), l; " BODY));
    assert_true(at("x") == 0.1 && at("vx") == 0.3);
    assert_near(at("y"), -sqrt(1 - 0.1 * 0.1));
    assert_near(at("vy"), -0.1 * 0.3 / at("y"));
}

/* ... also in the first row of the result, and whatever the retraction. */
static void fixed_values_reach_the_result(void **state) {
    (void)state;
    static const char *const retraction[] = {"auto", "normal", "orthogonal"};
    for (int k = 0; k < 3; k++) {
        for (int x = 1; x < 10; x++) {
            char body[300];
            snprintf(body, sizeof body,
                     "Real x(start = 0.%d, fixed = true), y(start = -1), "
                     "vx(start = 0.3, fixed = true), vy, l; " BODY,
                     x);
            options.retraction = retraction[k], options.stop = 0.01;
            need(started(body));
            invo_result *r = NULL;
            need(invo_model_run(model, &options, &r));
            const double *row = invo_result_row(r, 0);
            int kept = row[1] == x / 10.0 && row[3] == 0.3;
            double off[2] = {row[1] - x / 10.0, row[3] - 0.3};
            invo_result_free(r);
            if (!kept)
                fail_msg("%s: x = 0.%d moved by %g, vx by %g", retraction[k], x, off[0],
                         off[1]);
        }
    }
}

/* At a fixed, consistent point that is critical for the fixed values: x = 1, y = 0. */
static void dependent_fixed_values_are_accepted(void **state) {
    (void)state;
    need(started("Real x(start = 1, fixed = true), y(start = 0, fixed = true), "
                 "vx(start = 0, fixed = true), vy(start = 2, fixed = true), l; " BODY));
    assert_true(at("x") == 1 && at("y") == 0 && at("vx") == 0 && at("vy") == 2);
}

/* Guesses move to the nearest point: along the gradient (2x, 2y) there. */
static void guesses_move_as_little_as_possible(void **state) {
    (void)state;
    need(started(
        "Real x(start = 1.5), y(start = -0.7), vx(start = 1), vy(start = 2), l; " BODY));
    double r = hypot(1.5, 0.7);
    assert_near(at("x"), 1.5 / r);
    assert_near(at("y"), -0.7 / r);
    double along = (1 * at("x") + 2 * at("y"));
    assert_near(at("vx"), 1 - along * at("x"));
    assert_near(at("vy"), 2 - along * at("y"));
    assert_said("2 of 2 degrees of freedom are not fixed");
}

/* In the metric of the nominal sizes: W (u - guess) is orthogonal to the tangent. */
static void nominal_sizes_weigh(void **state) {
    (void)state;
    need(started("Real a(start = 30, nominal = 10), b(start = 1, nominal = 0.5), l; "
                 "equation der(der(a)) = -b*l; der(der(b)) = -a*l; a*b = 24;"));
    double da = (at("a") - 30) / 100, db = (at("b") - 1) / 0.25;
    assert_near(at("a") * at("b"), 24);
    double cross = da * at("a") - db * at("b"); /* tangent: (a, -b) */
    assert_true(fabs(cross) < 1e-8 * (fabs(da * at("a")) + fabs(db * at("b"))));
}

/* The one that nobody gave a value moves, not the one that somebody did. */
static void given_guesses_weigh_more(void **state) {
    (void)state;
    need(started("Real x(start = 0.6), y, l; equation der(der(x)) = -x*l; "
                 "der(der(y)) = -y*l - 10; x^2 + (y - 1)^2 = 1;"));
    assert_true(fabs(at("x") - 0.6) < 1e-3);
    assert_true(fabs(fabs(at("y") - 1) - 0.8) < 1e-3);
}

static void initial_equations_of_any_level(void **state) {
    (void)state;
    need(started("Real x(start = 0.9), y(start = -1), vx, vy, l; "
                 "initial equation x = 2*time + 0.3; vx^2 + vy^2 = 4; " BODY));
    assert_near(at("x"), 0.3);
    assert_near(at("vx") * at("vx") + at("vy") * at("vy"), 4);
    assert_near(at("x") * at("vx") + at("y") * at("vy"), 0);
    /* a force: u.l = v^2 - 10 y, at rest 10 |y| */
    need(
        started("Real x(start = 0.3), y(start = -1), vx(start = 0, fixed = true), vy, l; "
                "initial equation l = 8; " BODY));
    assert_near(at("y"), -0.8);
    assert_true(at("vx") == 0);
    /* a second derivative */
    need(
        started("Real x(start = 0.3), y(start = -1), vx(start = 0, fixed = true), vy, l; "
                "initial equation der(vx) = -4.8; " BODY));
    assert_near(at("x") * at("y"), -0.48);
}

/* v is at right angles to the rod, so the rod must turn: x : y = 4 : 3. */
static void positions_follow_fixed_velocities(void **state) {
    (void)state;
    need(started("Real x(start = 1), y(start = 0.1), vx(start = 0.3, fixed = true), "
                 "vy(start = -0.4, fixed = true), l; " BODY));
    assert_true(at("vx") == 0.3 && at("vy") == -0.4);
    assert_near(at("x"), 0.8);
    assert_near(at("y"), 0.6);
}

static void critical_points_are_left_with_a_note(void **state) {
    (void)state;
    need(started("Real y(start = 0, fixed = true); equation der(y)^2 + y^2 = 1;"));
    assert_true(at("y") == 0);
    assert_near(fabs(at("der(y)")), 1);
    assert_said("critical point");
    assert_said(at("der(y)") > 0 ? "der(y) = 1" : "der(y) = -1");
    /* the centre of the circle */
    need(started("Real x(start = 0), y(start = 0), vx, vy, l; " BODY));
    assert_near(hypot(at("x"), at("y")), 1);
    assert_said("critical point");
}

static void guesses_outside_the_domain_are_left_too(void **state) {
    (void)state;
    need(started("Real x(start = 1, fixed = true), y(start = -0.02); "
                 "equation der(x) = -y; log(y) = x - 1;"));
    assert_near(at("y"), 1);
}

static void contradictions_name_the_equation(void **state) {
    (void)state;
    assert_int_equal(started("Real x(start = 1, fixed = true), "
                             "y(start = 0.1, fixed = true), vx, vy, l; " BODY),
                     INVO_E_INCONSISTENT);
    assert_non_null(strstr(invo_context_error(context), "x^2 + y^2 = 1 (m.mo:1)"));
    assert_non_null(strstr(invo_context_error(context), "y = 0.1 (fixed)"));
    assert_int_equal(started("Real x(start = 1, fixed = true), y, "
                             "vx(start = 1, fixed = true), vy, l; " BODY),
                     INVO_E_INCONSISTENT);
    assert_non_null(strstr(invo_context_error(context), "derivative of x^2 + y^2 = 1"));
    assert_int_equal(started("Real x(start = 1); initial equation x^2 = -1; "
                             "equation der(x) = -x;"),
                     INVO_E_INCONSISTENT);
    assert_non_null(strstr(invo_context_error(context), "x^2 = -1"));
    assert_int_equal(started("Real x(start = 1); initial equation 1 = time; "
                             "equation der(x) = -x;"),
                     INVO_E_MODEL);
}

static void contradicting_names_of_one_derivative(void **state) {
    (void)state;
    assert_int_equal(started("Real x, v(start = 1, fixed = true), "
                             "w(start = 2, fixed = true); "
                             "equation der(x) = v; w = der(x); der(v) = -x;"),
                     INVO_E_INCONSISTENT);
}

static const char *const declared[] = {"x(start = 1.5)", "y(start = -0.7, nominal = 3)",
                                       "vx(start = 1)", "vy", "l"};
static const char *const written[] = {"der(x) = vx;", "der(y) = vy;", "der(vx) = -x*l;",
                                      "der(vy) = -y*l - 10;", "x^2 + y^2 = 1;"};

/* All cyclic orders, forwards and backwards. */
static void the_order_of_the_text_does_not_matter(void **state) {
    (void)state;
    static const char *const names[] = {"x", "y", "vx", "vy"};
    double first[4];
    for (int turn = 0; turn < 10; turn++) {
        char body[1000] = "";
        for (int k = 0; k < 5; k++)
            sprintf(body + strlen(body), "Real %s; ",
                    declared[(turn < 5 ? turn + k : turn + 5 - k) % 5]);
        strcat(body, "equation ");
        for (int k = 0; k < 5; k++)
            strcat(body, written[(turn < 5 ? 2 * turn + k : 2 * turn + 5 - k) % 5]);
        need(started(body));
        for (int k = 0; k < 4; k++) {
            if (turn == 0)
                first[k] = at(names[k]);
            assert_near(at(names[k]), first[k]);
        }
    }
}

/* Nor does it where two names of one derivative come with different guesses or sizes. */
static void nor_that_of_two_names_of_one_derivative(void **state) {
    (void)state;
    static const char *const order[] = {
        "v(start = 1), w(start = 2)", "w(start = 2), v(start = 1)",
        "v(nominal = 5), w(nominal = 7)", "w(nominal = 7), v(nominal = 5)"};
    double value[4], nominal[4];
    for (int k = 0; k < 4; k++) {
        char body[300];
        snprintf(body, sizeof body,
                 "Real x(start = 1, fixed = true), %s; "
                 "equation der(x) = v; w = der(x); der(v) = -x;",
                 order[k]);
        need(started(body));
        value[k] = at("v"), nominal[k] = invo_model_system(model)->coordinate[2].nominal;
    }
    assert_true(value[0] == value[1]);
    assert_true(nominal[2] == nominal[3]);
}

/* Names declared before what they are derivatives of, and not in its order. */
static void initial_equations_mean_what_they_name(void **state) {
    (void)state;
    need(started("Real vy, vx, x(start = 0.6), y(start = -0.8), l; "
                 "initial equation vx = 0.7; " BODY));
    assert_near(at("vx"), 0.7);
    assert_near(at("vy"), 0.7 * 0.6 / 0.8);
}

static void start_time_counts(void **state) {
    (void)state;
    options.start = 2;
    need(started("Real x, v; equation x = sin(time); v = der(x);"));
    assert_true(at("time") == 2);
    assert_near(at("x"), sin(2));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(fixed_values_keep_every_bit),
        TEST(fixed_values_reach_the_result),
        TEST(dependent_fixed_values_are_accepted),
        TEST(guesses_move_as_little_as_possible),
        TEST(nominal_sizes_weigh),
        TEST(given_guesses_weigh_more),
        TEST(initial_equations_of_any_level),
        TEST(positions_follow_fixed_velocities),
        TEST(critical_points_are_left_with_a_note),
        TEST(guesses_outside_the_domain_are_left_too),
        TEST(contradictions_name_the_equation),
        TEST(contradicting_names_of_one_derivative),
        TEST(the_order_of_the_text_does_not_matter),
        TEST(nor_that_of_two_names_of_one_derivative),
        TEST(start_time_counts),
        TEST(initial_equations_mean_what_they_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
