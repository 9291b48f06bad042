/* Observed order of every method, as the slope of the error over all columns of the
 * output (coordinates, multipliers, highest derivatives), fitted over four halvings of a
 * constant step above round-off: with both retraction times and every retraction that the
 * system allows. SPDX-License-Identifier: BSD-3-Clause */
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

/* A spherical pendulum: holonomic, index 3. */
static const char spherical_pendulum[] =
    "model SphericalPendulum\n"
    "  Real x(start = 0.6, fixed = true), y(start = 0.3, fixed = true), z(start = "
    "-0.7);\n"
    "  Real u(start = 0.4, fixed = true), v(start = -0.7, fixed = true), w, f;\n"
    "equation\n"
    "  der(x) = u; der(y) = v; der(z) = w;\n"
    "  der(u) = -f*x; der(v) = -f*y; der(w) = -f*z - 2;\n"
    "  x^2 + y^2 + z^2 = 1;\n"
    "  annotation(experiment(StopTime = 1));\n"
    "end SphericalPendulum;\n";

/* A rod whose length changes with time: index 3, rheonomic. */
static const char winch[] = "model Winch\n"
                            "  Real x(start = 0.6, fixed = true), y(start = -0.8), "
                            "u(start = 1, fixed = true), v, f;\n"
                            "  Real l = 1 + 0.3*sin(2*time);\n"
                            "equation\n"
                            "  der(x) = u; der(y) = v;\n"
                            "  der(u) = -f*x; der(v) = -f*y - 9.81;\n"
                            "  x^2 + y^2 = l^2;\n"
                            "  annotation(experiment(StopTime = 1));\n"
                            "end Winch;\n";

/* A heavy top: angular velocity w and the vertical c in the frame of the body, with its
 * energy and the length of c as invariants. */
static const char heavy_top[] =
    "model HeavyTop\n"
    "  parameter Real I1 = 1, I2 = 1.6, I3 = 2.3, a1 = 0.3, a2 = -0.2, a3 = 0.8;\n"
    "  Real w1(start = 0.5, fixed = true), w2(start = -0.7, fixed = true), w3(start = "
    "0.9, fixed = true);\n"
    "  Real c1(start = 0.48, fixed = true), c2(start = 0.6, fixed = true), c3(start = "
    "0.64, fixed = true);\n"
    "  Real energy = (I1*w1^2 + I2*w2^2 + I3*w3^2)/2 + a1*c1 + a2*c2 + a3*c3\n"
    "    annotation(__involute(invariant = true));\n"
    "  Real length = c1^2 + c2^2 + c3^2 annotation(__involute(invariant = true));\n"
    "equation\n"
    "  I1*der(w1) = (I2 - I3)*w2*w3 + c2*a3 - c3*a2;\n"
    "  I2*der(w2) = (I3 - I1)*w3*w1 + c3*a1 - c1*a3;\n"
    "  I3*der(w3) = (I1 - I2)*w1*w2 + c1*a2 - c2*a1;\n"
    "  der(c1) = c2*w3 - c3*w2;\n"
    "  der(c2) = c3*w1 - c1*w3;\n"
    "  der(c3) = c1*w2 - c2*w1;\n"
    "  annotation(experiment(StopTime = 2));\n"
    "end HeavyTop;\n";

/* Kepler's ellipse with both invariants: the radial retraction has folds on its way. */
static const char ellipse[] =
    "model Ellipse\n"
    "  Real x(start = 0.4, fixed = true), y(start = 0, fixed = true);\n"
    "  Real u(start = 0, fixed = true), v(start = 2, fixed = true);\n"
    "  Real H = (u^2 + v^2)/2 - 1/sqrt(x^2 + y^2) annotation(__involute(invariant = "
    "true));\n"
    "  Real M = x*v - y*u annotation(__involute(invariant = true));\n"
    "equation\n"
    "  der(x) = u; der(y) = v;\n"
    "  der(u) = -x/(x^2 + y^2)^(3/2); der(v) = -y/(x^2 + y^2)^(3/2);\n"
    "  annotation(__involute(blocks = {{x, y}, {u, v}}));\n"
    "end Ellipse;\n";

/* A circular orbit: its two invariants are dependent all along. */
static const char circle[] =
    "model Circle\n"
    "  Real x(start = 1, fixed = true), y(start = 0, fixed = true);\n"
    "  Real u(start = 0, fixed = true), v(start = 1, fixed = true);\n"
    "  Real H = (u^2 + v^2)/2 - 1/sqrt(x^2 + y^2) annotation(__involute(invariant = "
    "true));\n"
    "  Real M = x*v - y*u annotation(__involute(invariant = true));\n"
    "equation\n"
    "  der(x) = u; der(y) = v;\n"
    "  der(u) = -x/(x^2 + y^2)^(3/2); der(v) = -y/(x^2 + y^2)^(3/2);\n"
    "end Circle;\n";

/* A cart with a pendulum on a curve: its mass matrix is not diagonal. */
static const char cart[] =
    "model Cart\n"
    "  parameter Real m = 2, n = 3;\n"
    "  Real s(start = 0.1, fixed = true), a(start = 0.5), b(start = 0.2, fixed = true), "
    "f;\n"
    "  Real vs(start = 0.3, fixed = true), va, vb(start = -0.2, fixed = true);\n"
    "equation\n"
    "  der(s) = vs; der(a) = va; der(b) = vb;\n"
    "  (m + n)*der(vs) + n*cos(a)*der(va) - n*sin(a)*va^2 = f*2*s - s;\n"
    "  n*cos(a)*der(vs) + n*der(va) + n*9.81*sin(a) = f*2*a;\n"
    "  4*der(vb) + b = f*2*b;\n"
    "  s^2 + a^2 + b^2 = 0.3;\n"
    "end Cart;\n";

enum { HALVINGS = 4, MOST_COLUMNS = 32 };

/* The interval and the steps of the coarsest of the runs on it, for each system. */
typedef struct window {
    double stop;
    int steps;
} window;

typedef struct scheme {
    const char *method, *advance;
    double order, allowance;
    window window[6]; /* spherical pendulum, winch, heavy top, ellipse, cart, circle */
} scheme;

enum { SCHEMES = 14, FEWER = 5 };
static const scheme schemes[SCHEMES] = {
    {"euler", "high", 1, 0.15, {{4, 224}, {0.8, 224}, {4, 224}}},
    {"rk2", "high", 2, 0.15, {{4, 192}, {0.8, 96}, {4, 192}}},
    {"heun", "high", 2, 0.15, {{4, 224}, {0.8, 112}, {4, 224}}},
    {"kutta3", "high", 3, 0.15, {{4, 192}, {0.8, 80}, {4, 224}}},
    {"rk4", "high", 4, 0.15, {{4, 128}, {0.8, 64}, {4, 160}}},
    {"hem4", "high", 4, 0.15, {{4, 128}, {0.8, 40}, {4, 160}}},
    {"bs32", "high", 3, 0.15, {{4, 192}, {0.8, 80}, {4, 192}}},
    {"rkf45", "high", 5, 0.15, {{4, 48}, {4, 56}, {4, 24}}},
    {"dopri54", "high", 5, 0.15, {{4, 40}, {4, 64}, {4, 20}}},
    {"dop853", "high", 8, 0.5, {{8, 6}, {3, 8}, {8, 5}}},
    {"bs32", "low", 2, 0.15, {{4, 224}, {0.8, 112}, {4, 224}}},
    {"rkf45", "low", 4, 0.15, {{4, 128}, {0.8, 48}, {4, 96}}},
    {"dopri54", "low", 4, 0.15, {{4, 80}, {0.8, 40}, {12, 320}}},
    {"dop853", "low", 5, 0.5, {{4, 7}, {0.8, 12}, {4, 4}}},
};

/* For retractions with larger errors: a chart is crossed at an angle, and changes. */
static const scheme fewer[FEWER] = {
    {"euler", "high", 1, 0.2, {{2, 448}, {0.8, 448}, {2, 448}}},
    {"rk2", "high", 2, 0.2, {{2, 192}, {0.8, 192}, {2, 192}}},
    {"kutta3", "high", 3, 0.2, {{2, 128}, {0.8, 128}, {2, 128}}},
    {"rk4", "high", 4, 0.25, {{2, 96}, {0.8, 64}, {2, 96}}},
    {"dopri54", "high", 5, 0.7, {{3, 34}, {0.8, 20}, {2, 12}}},
};

typedef struct setting {
    int system; /* as in scheme.window */
    const char *retraction, *project;
    const char *metric, *newton; /* NULL: the default */
} setting;

static const char *const texts[] = {
    spherical_pendulum, winch, heavy_top, ellipse, cart, circle};

/* Final values with a constant step; returns the number of columns. */
static int run(const setting *s, const scheme *k, double stop, int steps, double *final) {
    const char *text = texts[s->system];
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    assert_int_equal(invo_model_parse(c, "order.mo", text, strlen(text), &m), 0);
    assert_int_equal(invo_model_options(m, invo_options_init(&o)), 0);
    o.method = k->method, o.advance = k->advance;
    o.retraction = s->retraction, o.project = s->project;
    if (s->metric)
        o.metric = s->metric;
    if (s->newton)
        o.newton = s->newton;
    o.stop = stop, o.step = stop / steps, o.points = 1;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s", invo_context_message(c));
    int columns = invo_result_columns(r);
    assert_in_range(columns, 1, MOST_COLUMNS);
    memcpy(final, invo_result_final(r) + 1, sizeof *final * (size_t)columns);
    invo_ledger_row row;
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

/* Least squares slope of log2(error) over the halvings. */
static double slope(const double *error) {
    double sum = 0, weight = 0;
    for (int k = 0; k <= HALVINGS; k++) {
        double x = k - HALVINGS / 2.0;
        sum -= x * log2(error[k]), weight += x * x;
    }
    return sum / weight;
}

static void check(const setting *s, const scheme *k) {
    const scheme tight = {.method = "dop853", .advance = "high"};
    const window *w = &k->window[s->system];
    double error[HALVINGS + 1], final[MOST_COLUMNS], exact[MOST_COLUMNS];
    run(s, &tight, w->stop, 800, exact);
    for (int h = 0; h <= HALVINGS; h++) {
        int n = run(s, k, w->stop, w->steps << h, final);
        error[h] = distance(n, final, exact);
    }
    double seen = slope(error);
    if (!(fabs(seen - k->order) <= k->allowance && error[HALVINGS] > 1e-13))
        fail_msg("%s (%s), %s, %s: order %.2f seen, %g expected; errors %.2e %.2e %.2e "
                 "%.2e %.2e",
                 k->method, k->advance, s->retraction, s->project, seen, k->order,
                 error[0], error[1], error[2], error[3], error[4]);
}

static void check_with(int system_number, const char *const *retractions, int count,
                       const scheme *list) {
    static const char *const when[] = {"step", "stages"};
    for (int r = 0; retractions[r]; r++)
        for (int p = 0; p < 2; p++) {
            const setting s = {system_number, retractions[r], when[p], NULL, NULL};
            for (int k = 0; k < count; k++)
                check(&s, &list[k]);
        }
}

static void check_all(int system_number, const char *const *retractions) {
    check_with(system_number, retractions, SCHEMES, schemes);
}

static const char *const all[] = {"staged", "normal", "orthogonal", NULL};
static const char *const joint[] = {"normal", "orthogonal", NULL};

static void order_on_a_holonomic_system(void **state) {
    (void)state;
    check_all(0, all);
}
static void order_with_a_constraint_that_depends_on_time(void **state) {
    (void)state;
    check_all(1, all);
}
static void order_with_two_invariants(void **state) {
    (void)state;
    check_all(2, joint);
}

static void order_in_charts(void **state) {
    (void)state;
    static const char *const chart[] = {"chart", NULL};
    for (int t = 0; t < 3; t++)
        check_with(t, chart, FEWER, fewer);
}

static void order_with_blocks_and_folds(void **state) {
    (void)state;
    static const scheme rk4 = {
        "rk4", "high", 4, 0.15, {{0, 0}, {0, 0}, {0, 0}, {6.5, 160}}};
    static const char *const when[] = {"step", "stages"};
    for (int p = 0; p < 2; p++) {
        const setting s = {3, "radial", when[p], NULL, NULL};
        check(&s, &rk4);
    }
}

/* Constant weights, and those that follow the solution step by step; the latter only
 * after the step (docs/design.md, 3). */
static void order_with_every_metric(void **state) {
    (void)state;
    static const scheme rk4 = {
        "rk4", "high", 4, 0.2, {{4, 128}, {0.8, 64}, {4, 160}, {6.5, 320}, {0.8, 64}}};
    static const struct {
        const char *metric, *retraction;
        int stages_too, first, last; /* systems */
    } all_metrics[] = {{"euclidean", "orthogonal", 1, 0, 4},
                       {"nominal", "normal", 1, 0, 4},
                       {"scaled", "orthogonal", 0, 0, 4},
                       {"mass", "orthogonal", 1, 0, 1},
                       {"mass", "orthogonal", 1, 4, 4}};
    for (size_t k = 0; k < sizeof all_metrics / sizeof *all_metrics; k++)
        for (int t = all_metrics[k].first; t <= all_metrics[k].last; t++)
            for (int p = 0; p <= all_metrics[k].stages_too; p++) {
                const setting s = {t, all_metrics[k].retraction, p ? "stages" : "step",
                                   all_metrics[k].metric, NULL};
                check(&s, &rk4);
            }
}

/* A double root of the constraints must not move the point by the root of its error. */
static void order_with_dependent_invariants(void **state) {
    (void)state;
    static const scheme rk4 = {
        "rk4", "high", 4, 0.15, {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {20, 160}}};
    static const char *const how[][2] = {{"normal", NULL},
                                         {"orthogonal", NULL},
                                         {"orthogonal", "exact"},
                                         {"orthogonal", "inexact"},
                                         {"radial", NULL}};
    for (int k = 0; k < 5; k++)
        for (int p = 0; p < 2; p++) {
            const setting s = {5, how[k][0], p ? "stages" : "step", NULL, how[k][1]};
            check(&s, &rk4);
        }
}

/* With every Newton iteration the same point, so the same order; one method will do. */
static void order_with_every_newton(void **state) {
    (void)state;
    static const char *const newtons[] = {"exact", "inexact"};
    for (int k = 0; k < 2; k++)
        for (int t = 0; t < 3; t++) {
            const setting s = {t, "orthogonal", k ? "step" : "stages", NULL, newtons[k]};
            check(&s, &schemes[4]);
        }
}

/* The reference of the order tests is our own; that it does not depend on method or
 * retraction is shown here, that it is right in tests/paper. */
static void retractions_have_the_same_limit(void **state) {
    (void)state;
    const scheme tight = {.method = "dop853", .advance = "high"},
                 other = {.method = "rkf45", .advance = "high"};
    for (int t = 0; t < 3; t++) {
        double a[MOST_COLUMNS], b[MOST_COLUMNS];
        const setting first = {t, t < 2 ? "staged" : "normal", "step", NULL, NULL},
                      second = {t, "orthogonal", "stages", NULL, NULL};
        int n = run(&first, &tight, 2, 400, a);
        run(&second, &other, 2, 4000, b);
        assert_true(distance(n, a, b) < 1e-10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_on_a_holonomic_system),
        cmocka_unit_test(order_with_a_constraint_that_depends_on_time),
        cmocka_unit_test(order_with_two_invariants),
        cmocka_unit_test(order_in_charts),
        cmocka_unit_test(order_with_blocks_and_folds),
        cmocka_unit_test(order_with_every_metric),
        cmocka_unit_test(order_with_dependent_invariants),
        cmocka_unit_test(order_with_every_newton),
        cmocka_unit_test(retractions_have_the_same_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
