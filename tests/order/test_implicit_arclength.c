/* SPDX-License-Identifier: BSD-3-Clause */
/* Implicit methods by arclength: observed orders on a curve with a fold and on a
 * mechanism, over all columns; a run with error control through a fold, with output
 * between steps. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

/* y^2 = 1 - 2 t + ..., and back: the fold is where y = 0. */
static const char fold[] =
    "model Fold\n"
    "  Real y(start = 1, fixed = true), z(start = 0, fixed = true);\n"
    "equation\n"
    "  y*der(y) = -1 + 0.3*z;\n"
    "  der(z) = y*der(y)*cos(y);\n"
    "end Fold;\n";

static const char pendulum[] =
    "model Pendulum\n"
    "  Real x(start = 0.6, fixed = true), y(start = -0.8), u(start = 1, fixed = true), "
    "v, f;\n"
    "equation\n"
    "  der(x) = u; der(y) = v; der(u) = -f*x; der(v) = -f*y - 2;\n"
    "  x^2 + y^2 = 1;\n"
    "end Pendulum;\n";

enum { MOST_COLUMNS = 16, HALVINGS = 3 };

typedef struct asked {
    const char *text, *method, *project;
    double step, rtol, length;
} asked;

/* The end, time first; returns how many numbers. */
static int run(asked a, double *final, long *steps) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    assert_int_equal(invo_model_parse(c, "m.mo", a.text, strlen(a.text), &m), 0);
    invo_model_options(m, invo_options_init(&o));
    o.method = a.method, o.project = a.project, o.length = a.length, o.stop = 100;
    o.by = "arclength", o.step = a.step, o.rtol = a.rtol, o.atol = a.rtol, o.points = 20;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s, %s: %s", a.method, a.project, invo_context_message(c));
    invo_ledger_row row;
    for (int i = 0; invo_result_ledger(r, i, &row); i++)
        if (!(row.scaled_max <= 4))
            fail_msg("%s: %s is off by %g units", a.method, row.row.equation,
                     row.scaled_max);
    assert_int_equal(invo_result_rows(r), 21);
    int columns = invo_result_columns(r) + 1;
    assert_in_range(columns, 2, MOST_COLUMNS);
    memcpy(final, invo_result_final(r), sizeof *final * (size_t)columns);
    *steps = invo_result_statistics(r)->steps;
    invo_result_free(r), invo_model_free(m), invo_context_free(c);
    return columns;
}

static const struct scheme {
    const char *name;
    int order, steps; /* with the longest step */
} schemes[] = {{"implicit-euler", 1, 200}, {"implicit-euler-left", 1, 200},
               {"midpoint", 2, 50},        {"midpoint-stage", 2, 50},
               {"radau1", 3, 25},          {"radau2a3", 3, 25},
               {"trapezoid", 2, 50},       {"lobatto3a4", 4, 20},
               {"gauss4", 4, 20},          {"radau2a5", 5, 20},
               {"gauss6", 6, 10}};
enum { SCHEMES = sizeof schemes / sizeof *schemes };

static double distance(int count, const double *a, const double *b) {
    double most = 0;
    for (int k = 0; k < count; k++) {
        double x = fabs(a[k] - b[k]);
        if (!(x <= most))
            most = x;
    }
    return most;
}

static void orders_are_kept(const char *text, const char *project) {
    double best[MOST_COLUMNS], now[MOST_COLUMNS], error[HALVINGS];
    long steps;
    const double length = 1.6;
    asked a = {text, "dop853", "step", NAN, 1e-13, length};
    int columns = run(a, best, &steps);
    for (int s = 0; s < SCHEMES; s++) {
        a.method = schemes[s].name, a.project = project;
        for (int k = 0; k < HALVINGS; k++) {
            a.step = length / (schemes[s].steps << k);
            run(a, now, &steps);
            error[k] = distance(columns, now, best);
        }
        double slope = log(error[0] / error[HALVINGS - 1]) / log(2) / (HALVINGS - 1);
        if (!(fabs(slope - schemes[s].order) <= 0.15))
            fail_msg("%s, %s: order %.2f, errors %g %g %g", schemes[s].name, project,
                     slope, error[0], error[1], error[2]);
    }
}

static void orders_through_a_fold(void **state) {
    (void)state;
    orders_are_kept(fold, "step");
    orders_are_kept(fold, "stages");
}

static void orders_on_a_mechanism(void **state) {
    (void)state;
    orders_are_kept(pendulum, "step");
    orders_are_kept(pendulum, "stages");
}

static void error_control_passes_folds(void **state) {
    static const char *const method[] = {"radau", "gauss6", "radau2a5"};
    double best[MOST_COLUMNS], now[MOST_COLUMNS];
    long steps;
    (void)state;
    asked a = {fold, "dop853", "step", NAN, 1e-13, 2};
    int columns = run(a, best, &steps);
    for (int k = 0; k < 3; k++) {
        a.method = method[k], a.rtol = 1e-8;
        run(a, now, &steps);
        double error = distance(columns, now, best);
        if (!(error <= 1e-5 && steps < 500))
            fail_msg("%s: error %g after %ld steps", method[k], error, steps);
    }
}

/* y^3 = t - 1 has a vertical tangent at t = 1. */
static const char vertical[] = "model Vertical\n"
                               "  Real y(start = -1, fixed = true);\n"
                               "equation\n"
                               "  3*y^2*der(y) = 1;\n"
                               "end Vertical;\n";

/* A run by time passes it by arclength and goes back to time. */
static void runs_by_time_pass_vertical_tangents(void **state) {
    static const char *const method[] = {"radau",      "gauss6",   "radau2a5",
                                         "lobatto3a4", "midpoint", "midpoint-stage"};
    (void)state;
    for (int k = 0; k < 6; k++) {
        invo_context *c = invo_context_new();
        invo_model *m = NULL;
        invo_result *r = NULL;
        invo_result_impasse_row at;
        invo_options o;
        assert_int_equal(invo_model_parse(c, "m.mo", vertical, strlen(vertical), &m), 0);
        invo_model_options(m, invo_options_init(&o));
        o.method = method[k], o.stop = 2, o.rtol = o.atol = 1e-6;
        if (invo_model_run(m, &o, &r))
            fail_msg("%s: %s", method[k], invo_context_message(c));
        const double *end = invo_result_final(r);
        assert_true(invo_result_impasse(r, 0, &at) && !invo_result_impasse(r, 1, &at));
        if (!(fabs(end[1] - 1) < 1e-3 && end[0] == 2 && fabs(at.t - 1) < 1e-3))
            fail_msg("%s: y = %g at t = %g, impasse at t = %g", method[k], end[1], end[0],
                     at.t);
        invo_result_free(r), invo_model_free(m), invo_context_free(c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_through_a_fold),
        cmocka_unit_test(orders_on_a_mechanism),
        cmocka_unit_test(error_control_passes_folds),
        cmocka_unit_test(runs_by_time_pass_vertical_tangents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
