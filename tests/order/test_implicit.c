/* Observed order of every implicit method over all columns of the output (coordinates,
 * multipliers, highest derivatives), from the finest halvings of a constant step above
 * round-off, with retraction after the step and of every stage; and that of rows between
 * the steps.
 * SPDX-License-Identifier: BSD-3-Clause */
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

/* Holonomic, index 3. */
static const char pendulum[] =
    "model Pendulum\n"
    "  Real x(start = 0.6, fixed = true), y(start = 0.3, fixed = true), z(start = "
    "-0.7);\n"
    "  Real u(start = 0.4, fixed = true), v(start = -0.7, fixed = true), w, f;\n"
    "equation\n"
    "  der(x) = u; der(y) = v; der(z) = w;\n"
    "  der(u) = -f*x; der(v) = -f*y; der(w) = -f*z - 2;\n"
    "  x^2 + y^2 + z^2 = 1;\n"
    "end Pendulum;\n";

/* An explicit system with two invariants: a heavy top. */
static const char top[] =
    "model Top\n"
    "  Real w1(start = 0.5, fixed = true), w2(start = -0.7, fixed = true), w3(start = "
    "0.9, fixed = true);\n"
    "  Real c1(start = 0.48, fixed = true), c2(start = 0.6, fixed = true), c3(start = "
    "0.64, fixed = true);\n"
    "  Real energy = (w1^2 + 1.6*w2^2 + 2.3*w3^2)/2 + 0.3*c1 - 0.2*c2 + 0.8*c3\n"
    "    annotation(__involute(invariant = true));\n"
    "  Real length = c1^2 + c2^2 + c3^2 annotation(__involute(invariant = true));\n"
    "equation\n"
    "  der(w1) = (1.6 - 2.3)*w2*w3 + c2*0.8 + c3*0.2;\n"
    "  1.6*der(w2) = (2.3 - 1)*w3*w1 + c3*0.3 - c1*0.8;\n"
    "  2.3*der(w3) = (1 - 1.6)*w1*w2 - c1*0.2 - c2*0.3;\n"
    "  der(c1) = c2*w3 - c3*w2; der(c2) = c3*w1 - c1*w3; der(c3) = c1*w2 - c2*w1;\n"
    "end Top;\n";

/* A knife edge on an incline: a constraint on velocities, index 2. */
static const char skate[] =
    "model Skate\n"
    "  Real x(start = 0, fixed = true), y(start = 0, fixed = true), a(start = 0.2, fixed "
    "= true);\n"
    "  Real u(start = 0.5, fixed = true), v, f;\n"
    "equation\n"
    "  der(x) = u; der(y) = v; der(a) = 1.3 + 0.4*sin(time);\n"
    "  der(u) = f*sin(a); der(v) = -f*cos(a) - 1;\n"
    "  u*sin(a) = v*cos(a);\n"
    "end Skate;\n";

/* A nonlinear algebraic equation: index 1. */
static const char valve[] = "model Valve\n"
                            "  Real p(start = 1, fixed = true), r(start = 0.4, fixed = "
                            "true), q(start = 0.3);\n"
                            "equation\n"
                            "  der(p) = cos(2*time) - q; der(r) = q - 0.5*r;\n"
                            "  q + q^3 + 0.2*r*q = p - r;\n"
                            "end Valve;\n";

static const char *const texts[] = {pendulum, top, skate, valve};
enum { SYSTEMS = 4, RUNS = 4, MOST_COLUMNS = 32 };

typedef struct scheme {
    const char *name;
    int order, steps; /* of the coarsest run over [0, 2] */
} scheme;

static const scheme schemes[] = {
    {"implicit-euler", 1, 200}, {"implicit-euler-left", 1, 200},
    {"midpoint", 2, 64},        {"midpoint-stage", 2, 64},
    {"radau1", 3, 32},          {"radau2a3", 3, 32},
    {"trapezoid", 2, 64},       {"lobatto3a4", 4, 24},
    {"gauss4", 4, 24},          {"radau2a5", 5, 16},
    {"radau", 5, 16},           {"gauss6", 6, 12},
};

/* Final values; returns the number of columns. */
static int run(const char *text, const char *name, const char *project, int steps,
               double *final) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    invo_ledger_row row;
    assert_int_equal(invo_model_parse(c, "order.mo", text, strlen(text), &m), 0);
    assert_int_equal(invo_model_options(m, invo_options_init(&o)), 0);
    o.method = name, o.project = project, o.stop = 2, o.step = 2.0 / steps, o.points = 1;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s: %s", name, invo_context_message(c));
    int columns = invo_result_columns(r);
    assert_in_range(columns, 1, MOST_COLUMNS);
    memcpy(final, invo_result_final(r) + 1, sizeof *final * (size_t)columns);
    for (int i = 0; invo_result_ledger(r, i, &row); i++)
        assert_true(row.left_out || row.scaled_max <= 4);
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

/* Output rows of the tests below: none of their times but the last is that of a step. */
enum { POINTS = 37 };

/* Values at the output rows; returns how many. */
static int run_rows(const char *text, const char *name, int steps, double *value) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    assert_int_equal(invo_model_parse(c, "order.mo", text, strlen(text), &m), 0);
    assert_int_equal(invo_model_options(m, invo_options_init(&o)), 0);
    o.method = name, o.stop = 2, o.step = 2.0 / steps, o.points = POINTS;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s: %s", name, invo_context_message(c));
    const int columns = invo_result_columns(r);
    assert_in_range(columns, 1, MOST_COLUMNS);
    assert_int_equal(invo_result_rows(r), POINTS + 1);
    for (int i = 0; i <= POINTS; i++)
        memcpy(value + i * columns, invo_result_row(r, i) + 1,
               sizeof *value * (size_t)columns);
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
    return (POINTS + 1) * columns;
}

/* The slope over the two finest halvings whose errors are above round-off. */
static double observed(const double *error) {
    int last = RUNS - 1;
    while (last > 1 && error[last] < 1e-11)
        last--;
    return log2(error[last > 2 ? last - 2 : 0] / error[last]) / (last > 2 ? 2 : last);
}

static void check(const char *text, const scheme *k, const char *project,
                  const double *exact) {
    double error[RUNS], final[MOST_COLUMNS];
    for (int i = 0; i < RUNS; i++) {
        int n = run(text, k->name, project, k->steps << i, final);
        error[i] = distance(n, final, exact);
    }
    double seen = observed(error);
    if (!(fabs(seen - k->order) <= 0.15))
        fail_msg("%s, project %s, %.12s: order %.2f seen, %d expected; errors %.2e %.2e "
                 "%.2e %.2e",
                 k->name, project, text, seen, k->order, error[0], error[1], error[2],
                 error[3]);
}

static void orders_are_observed(void **state) {
    const char *text = texts[*(int *)*state];
    double exact[MOST_COLUMNS];
    run(text, "dop853", "step", 800, exact);
    for (size_t k = 0; k < sizeof schemes / sizeof *schemes; k++)
        for (int p = 0; p < 2; p++)
            check(text, &schemes[k], p ? "stages" : "step", exact);
}

/* Rows between the steps have the order of the steps: that of the stages alone is lower
 * by 1 (gauss4, radau2a5) and 2 (gauss6). */
static void rows_have_the_order_of_steps(void **state) {
    static const scheme between[] = {
        {"gauss4", 4, 24}, {"radau2a5", 5, 16}, {"radau", 5, 16}, {"gauss6", 6, 12}};
    static double exact[(POINTS + 1) * MOST_COLUMNS], value[(POINTS + 1) * MOST_COLUMNS];
    const char *text = texts[*(int *)*state];
    run_rows(text, "dop853", 800, exact);
    for (size_t k = 0; k < sizeof between / sizeof *between; k++) {
        const scheme *x = &between[k];
        double error[RUNS];
        for (int i = 0; i < RUNS; i++) {
            const int n = run_rows(text, x->name, x->steps << i, value);
            error[i] = distance(n, value, exact);
        }
        const double seen = observed(error);
        if (!(fabs(seen - x->order) <= 0.3))
            fail_msg("%s, %.12s, rows: order %.2f seen, %d expected; errors %.2e %.2e "
                     "%.2e %.2e",
                     x->name, text, seen, x->order, error[0], error[1], error[2],
                     error[3]);
    }
}

int main(void) {
    static int number[SYSTEMS] = {0, 1, 2, 3};
    const struct CMUnitTest tests[] = {
        {"index 3", orders_are_observed, NULL, NULL, &number[0]},
        {"two invariants", orders_are_observed, NULL, NULL, &number[1]},
        {"index 2", orders_are_observed, NULL, NULL, &number[2]},
        {"index 1, nonlinear", orders_are_observed, NULL, NULL, &number[3]},
        {"index 3, rows", rows_have_the_order_of_steps, NULL, NULL, &number[0]},
        {"two invariants, rows", rows_have_the_order_of_steps, NULL, NULL, &number[1]},
        {"index 2, rows", rows_have_the_order_of_steps, NULL, NULL, &number[2]},
        {"index 1, rows", rows_have_the_order_of_steps, NULL, NULL, &number[3]},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
