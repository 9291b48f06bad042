/* SPDX-License-Identifier: BSD-3-Clause */
/* What accuracy a tolerance gives: errors at the end, in tolerances, of implicit methods
 * on mechanisms of index 3 whose motion is known in closed form, and of radau on stiff
 * problems of chemistry with published end states ([HW96] IV.10; F. Mazzia, F. Iavernaro:
 * Test Set for Initial Value Problem Solvers, University of Bari, 2003). */
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

/* A bead on a circle, driven along it: theta = t + sin(t)/2. */
static const char circle[] =
    "model Circle\n"
    "  Real x(start = 1, fixed = true), y(start = 0), u(start = 0), n;\n"
    "  Real v(start = 1.5, fixed = true), a = -0.5*sin(time);\n"
    "equation\n"
    "  der(x) = u;\n"
    "  der(y) = v;\n"
    "  der(u) = -n*x - y*a;\n"
    "  der(v) = -n*y + x*a;\n"
    "  x^2 + y^2 = 1;\n"
    "end Circle;\n";

/* A bead on an ellipse, x = 2 cos(theta), y = sin(theta), theta = t + cos(t)/3, with the
 * force that makes n = 2 + sin(t). */
static const char ellipse[] =
    "model Ellipse\n"
    "  Real x(start = 2*cos(1/3), fixed = true), y(start = 0.3), u(start = -0.6), n;\n"
    "  Real v(start = cos(1/3), fixed = true);\n"
    "  Real q = time + cos(time)/3, w = 1 - sin(time)/3, b = -cos(time)/3;\n"
    "equation\n"
    "  der(x) = u;\n"
    "  der(y) = v;\n"
    "  der(u) = -2*cos(q)*w^2 - 2*sin(q)*b + (2 + sin(time))*cos(q) - n*x/2;\n"
    "  der(v) = -sin(q)*w^2 + cos(q)*b + 2*(2 + sin(time))*sin(q) - 2*n*y;\n"
    "  x^2/4 + y^2 = 1;\n"
    "end Ellipse;\n";

static const char orego[] =
    "model Orego\n"
    "  Real y[3](start = {1, 2, 3}, each fixed = true);\n"
    "equation\n"
    "  der(y[1]) = 77.27*(y[2] + y[1]*(1 - 8.375e-6*y[1] - y[2]));\n"
    "  der(y[2]) = (y[3] - (1 + y[1])*y[2])/77.27;\n"
    "  der(y[3]) = 0.161*(y[1] - y[3]);\n"
    "end Orego;\n";

static const char hires[] =
    "model Hires\n"
    "  Real y[8](start = {1, 0, 0, 0, 0, 0, 0, 0.0057}, each fixed = true,\n"
    "            each nominal = 0.1);\n"
    "equation\n"
    "  der(y[1]) = -1.71*y[1] + 0.43*y[2] + 8.32*y[3] + 0.0007;\n"
    "  der(y[2]) = 1.71*y[1] - 8.75*y[2];\n"
    "  der(y[3]) = -10.03*y[3] + 0.43*y[4] + 0.035*y[5];\n"
    "  der(y[4]) = 8.32*y[2] + 1.71*y[3] - 1.12*y[4];\n"
    "  der(y[5]) = -1.745*y[5] + 0.43*y[6] + 0.43*y[7];\n"
    "  der(y[6]) = -280*y[6]*y[8] + 0.69*y[4] + 1.71*y[5] - 0.43*y[6] + 0.69*y[7];\n"
    "  der(y[7]) = 280*y[6]*y[8] - 1.81*y[7];\n"
    "  der(y[8]) = -280*y[6]*y[8] + 1.81*y[7];\n"
    "end Hires;\n";

static double value_of(const invo_result *r, const char *name) {
    for (int k = 0; k < invo_result_columns(r); k++)
        if (strcmp(invo_result_column(r, k), name) == 0)
            return invo_result_final(r)[k + 1];
    fail_msg("no column %s", name);
    return NAN;
}

typedef struct known {
    const char *name;
    double value;
} known;

/* The largest relative error among the known values. */
static double error_of(const char *text, const char *method, double rtol, double stop,
                       const known *end, int count) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    double worst = 0;
    assert_int_equal(invo_model_parse(c, "text.mo", text, strlen(text), &m), 0);
    assert_int_equal(invo_model_options(m, invo_options_init(&o)), 0);
    o.method = method, o.rtol = rtol, o.stop = stop, o.points = 1;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s: %s", method, invo_context_message(c));
    for (int k = 0; k < count; k++)
        worst = fmax(worst, fabs(value_of(r, end[k].name) / end[k].value - 1));
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
    return worst;
}

static void check(const char *what, const char *method, double rtol, double error,
                  double most) {
    print_message("%-8s %-10s %g: %.3g tolerances\n", what, method, rtol, error / rtol);
    if (!(error <= most * rtol))
        fail_msg("%s, %s at %g: %g tolerances", what, method, rtol, error / rtol);
}

/* A motion along a constraint is not damped: over 20 units of time errors are amplified
 * about as much. Methods of order 4 take 1000 steps at 1e-10, and their errors add up. */
static void errors_of_mechanisms_are_in_proportion(void **state) {
    (void)state;
    static const struct {
        const char *method;
        double most;
    } list[] = {{"lobatto3a4", 800}, {"gauss4", 800}, {"gauss6", 300}, {"radau", 100}};
    const double tolerances[] = {1e-4, 1e-7, 1e-10}, stop = 20;
    const double theta = stop + sin(stop) / 2, phi = stop + cos(stop) / 3;
    const known on_circle[] = {{"x", cos(theta)}, {"y", sin(theta)}},
                on_ellipse[] = {{"x", 2 * cos(phi)}, {"y", sin(phi)}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        for (size_t k = 0; k < sizeof tolerances / sizeof *tolerances; k++) {
            double rtol = tolerances[k];
            check("circle", list[i].method, rtol,
                  error_of(circle, list[i].method, rtol, stop, on_circle, 2),
                  list[i].most);
            check("ellipse", list[i].method, rtol,
                  error_of(ellipse, list[i].method, rtol, stop, on_ellipse, 2),
                  list[i].most);
        }
}

static void radau_reaches_its_tolerance(void **state) {
    (void)state;
    const known end_of_orego[] = {{"y[1]", 0.1000814870318523e1},
                                  {"y[2]", 0.1228178521549917e4},
                                  {"y[3]", 0.1320554942846706e3}},
                end_of_hires[] = {
                    {"y[1]", 0.7371312573325668e-3}, {"y[2]", 0.1442485726316185e-3},
                    {"y[3]", 0.5888729740967575e-4}, {"y[4]", 0.1175651343283149e-2},
                    {"y[5]", 0.2386356198831331e-2}, {"y[6]", 0.6238968252742796e-2}};
    const double tolerances[] = {1e-4, 1e-6, 1e-8, 1e-10};
    static const double MOST = 10, STEEP = 100; /* HIRES ends where it is steep */
    for (size_t k = 0; k < sizeof tolerances / sizeof *tolerances; k++) {
        double rtol = tolerances[k];
        check("orego", "radau", rtol,
              error_of(orego, "radau", rtol, 360, end_of_orego, 3), MOST);
        check("hires", "radau", rtol,
              error_of(hires, "radau", rtol, 321.8122, end_of_hires, 6),
              rtol < 1e-9 ? STEEP : MOST);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_of_mechanisms_are_in_proportion),
        cmocka_unit_test(radau_reaches_its_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
