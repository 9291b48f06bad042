/* SPDX-License-Identifier: BSD-3-Clause */
/* Observed orders of the half-explicit methods ([Baese] Algorithm 3.3): explicit tables
 * with the chart retraction at every stage, all unknowns as coordinates, on systems of
 * index 1, 2 and 3. The error is taken over all columns, multipliers and highest
 * derivatives included, and the slope fitted over three halvings of a constant step. */
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

/* z follows from a cubic equation that no derivative enters. */
static const char index1[] = "model Index1\n"
                             "  Real x(start = 0.8, fixed = true), z;\n"
                             "equation\n"
                             "  der(x) = z - x*cos(2*time);\n"
                             "  z^3 + z = x + 0.5*sin(time);\n"
                             "end Index1;\n";

/* z keeps a point on an ellipse. */
static const char index2[] = "model Index2\n"
                             "  Real x(start = 0.6, fixed = true), y(start = 0.8), z;\n"
                             "equation\n"
                             "  der(x) = y + x*z + 0.2*sin(time);\n"
                             "  der(y) = -x*cos(time) + y*z;\n"
                             "  x^2 + y^2 + x*y/2 = 1.24;\n"
                             "end Index2;\n";

/* A spherical pendulum. */
static const char index3[] =
    "model Index3\n"
    "  Real x(start = 0.6, fixed = true), y(start = 0.3, fixed = true), z(start = "
    "-0.7);\n"
    "  Real u(start = 0.4, fixed = true), v(start = -0.7, fixed = true), w, f;\n"
    "equation\n"
    "  der(x) = u; der(y) = v; der(z) = w;\n"
    "  der(u) = -f*x; der(v) = -f*y; der(w) = -f*z - 2;\n"
    "  x^2 + y^2 + z^2 = 1;\n"
    "end Index3;\n";

static const char *const texts[] = {index1, index2, index3};
enum { SYSTEMS = 3, HALVINGS = 3, MOST_COLUMNS = 32, FINEST = 400 };

typedef struct variant {
    const char *newton, *derivative;
} variant;

/* Final values with a constant step; returns the number of columns. */
static int run(int number, const char *method, variant how, double stop, int steps,
               double *final) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    const char *text = texts[number];
    assert_int_equal(invo_model_parse(c, "order.mo", text, strlen(text), &m), 0);
    assert_int_equal(invo_model_options(m, invo_options_init(&o)), 0);
    o.method = method, o.newton = how.newton, o.stage_derivative = how.derivative;
    o.retraction = "chart", o.project = "stages", o.ambient = "first-order";
    o.stop = stop, o.step = stop / steps, o.points = 1;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s", invo_context_message(c));
    int columns = invo_result_columns(r);
    assert_in_range(columns, 1, MOST_COLUMNS);
    memcpy(final, invo_result_final(r) + 1, sizeof *final * (size_t)columns);
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
    return columns;
}

static double distance(int n, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

static double slope(const double *error) {
    double sum = 0, weight = 0;
    for (int k = 0; k <= HALVINGS; k++) {
        double x = k - HALVINGS / 2.0;
        sum -= x * log2(error[k]), weight += x * x;
    }
    return sum / weight;
}

static void check(int number, const char *method, variant how, double order, double stop,
                  int steps) {
    const variant plain = {"simplified", "direction"};
    double error[HALVINGS + 1], final[MOST_COLUMNS], exact[MOST_COLUMNS];
    run(number, "dop853", plain, stop, FINEST, exact);
    for (int h = 0; h <= HALVINGS; h++) {
        int n = run(number, method, how, stop, steps << h, final);
        error[h] = distance(n, final, exact);
    }
    double seen = slope(error);
    if (!(fabs(seen - order) <= 0.15 && error[HALVINGS] > 1e-13))
        fail_msg("index %d, %s, %s, %s: order %.2f seen, %g expected; errors %.2e %.2e "
                 "%.2e %.2e",
                 number + 1, method, how.newton, how.derivative, seen, order, error[0],
                 error[1], error[2], error[3]);
}

typedef struct scheme {
    const char *method;
    double order;
    int steps[SYSTEMS]; /* of the coarsest run */
} scheme;

static const double stops[SYSTEMS] = {3, 2, 2};
static const scheme schemes[] = {{"euler", 1, {300, 300, 300}},
                                 {"heun", 2, {100, 100, 100}},
                                 {"kutta3", 3, {60, 60, 60}},
                                 {"rk4", 4, {40, 40, 40}},
                                 {"hem4", 4, {40, 40, 40}}};

static void all_with(const char *newton) {
    const variant how = {newton, "direction"};
    for (int t = 0; t < SYSTEMS; t++)
        for (size_t k = 0; k < sizeof schemes / sizeof *schemes; k++)
            check(t, schemes[k].method, how, schemes[k].order, stops[t],
                  schemes[k].steps[t]);
}

/* [Baese] Remark 3.19: no table loses its order, whatever the index. */
static void simplified_newton_keeps_the_order(void **state) {
    (void)state;
    all_with("simplified");
}

static void divided_newton_keeps_the_order(void **state) {
    (void)state;
    all_with("exact");
}

/* Section 5 there: components that are not solved for then go on with the slope of the
 * first stage alone, so every table is Euler's method. */
static void secants_have_order_one(void **state) {
    (void)state;
    const variant secant = {"simplified", "secant"}, plain = {"simplified", "direction"};
    for (int t = 0; t < SYSTEMS; t++) {
        double euler[MOST_COLUMNS], hem4[MOST_COLUMNS];
        check(t, "rk4", secant, 1, stops[t], schemes[0].steps[t]);
        check(t, "hem4", secant, 1, stops[t], schemes[0].steps[t]);
        int n = run(t, "euler", plain, stops[t], 50, euler);
        run(t, "hem4", secant, stops[t], 50, hem4);
        assert_true(distance(n, euler, hem4) < 1e-11);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simplified_newton_keeps_the_order),
        cmocka_unit_test(divided_newton_keeps_the_order),
        cmocka_unit_test(secants_have_order_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
