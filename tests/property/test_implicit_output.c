/* What implicit methods write between their steps: every output point lies on the
 * manifold, to round-off, and is as good as the method's interpolant; for each method,
 * with retraction after the step and at every stage.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

/* A pendulum whose rod changes its length: constraints on position and velocity. */
static const char winch[] = "model Winch\n"
                            "  Real x(start = 0.6, fixed = true), y(start = -0.8), "
                            "u(start = 1, fixed = true), v, "
                            "f;\n"
                            "equation\n"
                            "  der(x) = u; der(y) = v;\n"
                            "  der(u) = -f*x; der(v) = -f*y - 9.81;\n"
                            "  x^2 + y^2 = (1 + 0.3*sin(2*time))^2;\n"
                            "end Winch;\n";

enum { POINTS = 10000 };

static const struct {
    const char *name;
    double rtol, allowance; /* of the positions between steps */
} methods[] = {
    {"implicit-euler", 1e-2, 0.2}, {"implicit-euler-left", 1e-2, 0.2},
    {"midpoint", 1e-3, 0.02},      {"midpoint-stage", 1e-4, 0.01},
    {"radau1", 1e-5, 1e-3},        {"radau2a3", 1e-5, 2e-3},
    {"radau2a5", 1e-6, 1e-4},      {"radau", 1e-8, 1e-5},
    {"lobatto3a4", 1e-6, 1e-4},    {"gauss4", 1e-6, 1e-4},
    {"gauss6", 1e-7, 1e-5},
};

typedef struct solution {
    invo_context *context;
    invo_model *model;
    invo_result *result;
} solution;

/* The stop time is no multiple of anything, so that output times fall anywhere. */
static solution run(const char *method, const char *project, double rtol) {
    solution s = {invo_context_new(), NULL, NULL};
    invo_options o;
    assert_int_equal(
        invo_model_parse(s.context, "winch.mo", winch, strlen(winch), &s.model), 0);
    assert_int_equal(invo_model_options(s.model, invo_options_init(&o)), 0);
    o.method = method, o.project = project, o.rtol = rtol, o.stop = 1.7320508075688772;
    o.points = POINTS;
    if (invo_model_run(s.model, &o, &s.result))
        fail_msg("%s: %s", method, invo_context_message(s.context));
    return s;
}

static void free_solution(solution *s) {
    invo_result_free(s->result);
    invo_model_free(s->model);
    invo_context_free(s->context);
}

/* Residuals of length and velocity in units of round-off: row is t, x, y, u, v. */
static double units(const double *row) {
    const double x = row[1], y = row[2], u = row[3], v = row[4];
    const double l = 1 + 0.3 * sin(2 * row[0]), rate = 0.6 * cos(2 * row[0]);
    const double length = fabs(x * x + y * y - l * l) / (4 * (x * x + y * y + l * l));
    const double speed = fabs(x * u + y * v - l * rate) /
                         (4 * (fabs(x * u) + fabs(y * v) + fabs(l * rate)));
    return fmax(length, speed) / DBL_EPSILON;
}

static void output_lies_on_the_manifold(void **state) {
    (void)state;
    solution exact = run("dop853", "step", 1e-11);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
        for (int stages = 0; stages < 2; stages++) {
            solution s =
                run(methods[k].name, stages ? "stages" : "step", methods[k].rtol);
            double worst = 0, error = 0;
            invo_ledger_row row;
            assert_int_equal(invo_result_rows(s.result), POINTS + 1);
            for (long i = 0; i <= POINTS; i++) {
                const double *p = invo_result_row(s.result, i),
                             *q = invo_result_row(exact.result, i);
                worst = fmax(worst, units(p));
                error = fmax(error, hypot(p[1] - q[1], p[2] - q[2]));
            }
            for (int i = 0; invo_result_ledger(s.result, i, &row); i++)
                assert_true(row.scaled_max <= 4);
            if (!(worst <= 4 && error <= methods[k].allowance))
                fail_msg("%s: %.2g units, error %.2g", methods[k].name, worst, error);
            free_solution(&s);
        }
    free_solution(&exact);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(output_lies_on_the_manifold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
