/* SPDX-License-Identifier: BSD-3-Clause */
/* Group preserving methods and what they are compared with: the observed order of each on
 * systems with constraints or invariants, over all columns of the output, with every
 * ledger row at round-off also between steps; adaptive steps; and that the private
 * lengths of MRK4 change nothing. */
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

/* H with a positive definite Hessian that is not constant. */
static const char quartic[] =
    "model Quartic\n"
    "  Real x(start = 0.8, fixed = true), y(start = -0.4, fixed = true);\n"
    "  Real u(start = 0.3, fixed = true), v(start = 0.9, fixed = true);\n"
    "  Real H = (u^2 + v^2)/2 + x^2/2 + y^2 + (x + y)^4/4\n"
    "    annotation(__involute(invariant = true));\n"
    "equation\n"
    "  der(x) = u; der(y) = v;\n"
    "  der(u) = -x - (x + y)^3; der(v) = -2*y - (x + y)^3;\n"
    "end Quartic;\n";

/* Quadratic with two invariants: a heavy top, as in test_order.c. */
static const char heavy_top[] =
    "model HeavyTop\n"
    "  parameter Real I[3] = {1, 1.6, 2.3}, a[3] = {0.3, -0.2, 0.8};\n"
    "  Real w[3](start = {0.5, -0.7, 0.9}, each fixed = true);\n"
    "  Real c[3](start = {0.48, 0.6, 0.64}, each fixed = true);\n"
    "  Real energy = sum(I[i]*w[i]^2 for i in 1:3)/2 + a*c\n"
    "    annotation(__involute(invariant = true));\n"
    "  Real length = c*c annotation(__involute(invariant = true));\n"
    "equation\n"
    "  {I[i]*der(w[i]) for i in 1:3} = cross({I[i]*w[i] for i in 1:3}, w) + cross(c, "
    "a);\n"
    "  der(c) = cross(c, w);\n"
    "end HeavyTop;\n";

/* Three different moments of inertia: two equal ones make the motion uniform, and
 * methods of order 1 gain one. */
static const char top[] =
    "model Top\n"
    "  parameter Real I[3] = {1, 1.6, 2.3};\n"
    "  Real P[3](start = {0.5, -0.7, 0.9}, each fixed = true);\n"
    "  Real H = sum(P[i]^2/I[i] for i in 1:3)/2 annotation(__involute(invariant = "
    "true));\n"
    "  Real C = P*P/2 annotation(__involute(invariant = true));\n"
    "equation\n"
    "  der(P) = cross(P, {P[i]/I[i] for i in 1:3});\n"
    "  annotation(__involute(blocks = {{P[1], P[2]}, {P[3]}}));\n"
    "end Top;\n";

/* Quadratic in time, too; the block of v is one linear system. */
static const char stirred[] =
    "model Stirred\n"
    "  Real x(start = 0.5, fixed = true), u(start = 0.2, fixed = true), v(start = 1, "
    "fixed = true);\n"
    "equation\n"
    "  der(x) = u*v - time*x;\n"
    "  2*der(u) + der(v) = -x*v + time^2;\n"
    "  der(u) + 3*der(v) = x - u*time;\n"
    "end Stirred;\n";

/* Separable, with the energy as invariant. */
static const char henon_heiles[] =
    "model HenonHeiles\n"
    "  Real x(start = 0.12, fixed = true), y(start = 0.12, fixed = true);\n"
    "  Real u(start = 0.12, fixed = true), v(start = 0.12, fixed = true);\n"
    "  Real H = (u^2 + v^2 + x^2 + y^2)/2 + x^2*y - y^3/3\n"
    "    annotation(__involute(invariant = true));\n"
    "equation\n"
    "  der(x) = u; der(y) = v;\n"
    "  der(u) = -x - 2*x*y; der(v) = -y - x^2 + y^2;\n"
    "end HenonHeiles;\n";

/* Separable with a kinetic energy that is not quadratic; nothing is an alias. */
static const char relativistic[] =
    "model Relativistic\n"
    "  Real q(start = 1, fixed = true), p(start = 0.5, fixed = true);\n"
    "  Real H = sqrt(1 + p^2) + q^4/4 annotation(__involute(invariant = true));\n"
    "equation\n"
    "  der(q) = p/sqrt(1 + p^2);\n"
    "  der(p) = -q^3;\n"
    "end Relativistic;\n";

/* Separable and driven: time goes with the positions. */
static const char driven[] =
    "model Driven\n"
    "  Real q(start = 1, fixed = true), p(start = 0, fixed = true);\n"
    "equation\n"
    "  der(q) = p;\n"
    "  der(p) = -q^3 + sin(3*time);\n"
    "end Driven;\n";

/* Holonomic: index 3, blocks by the order of derivatives. */
static const char spherical_pendulum[] =
    "model SphericalPendulum\n"
    "  Real x[3](start = {0.6, 0.3, -0.7}, fixed = {true, true, false});\n"
    "  Real v[3](start = {0.4, -0.7, 0}, fixed = {true, true, false}), f;\n"
    "equation\n"
    "  der(x) = v;\n"
    "  der(v) = -f*x - {0, 0, 2};\n"
    "  x*x = 1;\n"
    "end SphericalPendulum;\n";

enum { HALVINGS = 3, MOST_COLUMNS = 32 };

typedef struct scheme {
    const char *model; /* text, or the name of a file in models/ */
    const char *method, *retraction;
    double order, stop;
    int steps; /* of the coarsest run */
} scheme;

static invo_model *read_model(invo_context *c, const char *model) {
    char path[1000];
    const char *source = getenv("INVOLUTE_SOURCE");
    invo_model *m = NULL;
    snprintf(path, sizeof path, "%s/models/%.100s.mo", source ? source : ".", model);
    if (strchr(model, ' ') ? invo_model_parse(c, "group.mo", model, strlen(model), &m)
                           : invo_model_read(c, path, &m))
        fail_msg("%s", invo_context_message(c));
    return m;
}

static void check_ledger(const invo_result *r, const scheme *k) {
    invo_ledger_row row;
    for (int i = 0; invo_result_ledger(r, i, &row); i++)
        if (!row.left_out && !(row.scaled_max <= 4))
            fail_msg("%s, %s: %s, %g units", k->method, k->retraction, row.row.equation,
                     row.scaled_max);
}

/* A run with constant steps, or adaptive ones for 0 steps. */
static invo_result *start_run(invo_context *c, const scheme *k, int steps, double rtol) {
    invo_model *m = read_model(c, k->model);
    invo_options o;
    invo_result *r = NULL;
    invo_options_init(&o);
    o.method = k->method, o.retraction = k->retraction;
    o.stop = k->stop, o.points = 7;
    if (steps)
        o.step = k->stop / steps;
    else
        o.rtol = rtol;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s, %s: %s", k->method, k->retraction, invo_context_message(c));
    invo_model_free(m);
    return r;
}

/* Values at the end and at an output point between steps; returns their number. */
static int run(const scheme *k, int steps, double rtol, double *values) {
    invo_context *c = invo_context_new();
    invo_result *r = start_run(c, k, steps, rtol);
    int columns = invo_result_columns(r);
    assert_in_range(columns, 1, MOST_COLUMNS);
    memcpy(values, invo_result_final(r) + 1, sizeof *values * (size_t)columns);
    memcpy(values + columns, invo_result_row(r, 3) + 1, sizeof *values * (size_t)columns);
    if (strcmp(k->retraction, "none") != 0)
        check_ledger(r, k);
    invo_result_free(r);
    invo_context_free(c);
    return columns;
}

static double distance(int n, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

static int exact_values(const scheme *k, double *values) {
    const scheme tight = {
        k->model, "dop853", strcmp(k->retraction, "radial") == 0 ? "auto" : k->retraction,
        8,        k->stop,  0};
    return run(&tight, 2000, 0, values);
}

/* Least squares over all halvings of the steps, of error[h]. */
static double slope(const double *error) {
    double sum = 0, weight = 0;
    for (int h = 0; h <= HALVINGS; h++) {
        double x = h - HALVINGS / 2.0;
        sum -= x * log2(error[h]), weight += x * x;
    }
    return sum / weight;
}

static int wrong;

static void check(const scheme *k) {
    static const char *const where[] = {"at the end", "between steps"};
    double error[2][HALVINGS + 1], exact[2 * MOST_COLUMNS], values[2 * MOST_COLUMNS];
    int n = exact_values(k, exact);
    for (int h = 0; h <= HALVINGS; h++) {
        run(k, k->steps << h, 0, values);
        for (int p = 0; p < 2; p++)
            error[p][h] = distance(n, values + p * n, exact + p * n);
    }
    for (int p = 0; p < 2; p++) {
        double seen = slope(error[p]);
        if (fabs(seen - k->order) <= 0.15 && error[p][HALVINGS] > 1e-13)
            continue;
        print_error("%.20s, %s, %s, %s: order %.2f seen, %g expected; errors %.2e %.2e "
                    "%.2e %.2e\n",
                    k->model, k->method, k->retraction, where[p], seen, k->order,
                    error[p][0], error[p][1], error[p][2], error[p][3]);
        wrong++;
    }
}

#define CHECK_ALL(list)                                                                  \
    do {                                                                                 \
        wrong = 0;                                                                       \
        for (size_t i = 0; i < sizeof(list) / sizeof *(list); i++)                       \
            check(&(list)[i]);                                                           \
        assert_int_equal(wrong, 0);                                                      \
    } while (0)

static void gps_has_order_1(void **state) {
    (void)state;
    static const scheme list[] = {
        {"LotkaVolterra", "gps", "none", 1, 3, 400},
        {"LotkaVolterra", "gps", "normal", 1, 3, 400},
        {top, "gps", "orthogonal", 1, 3, 400},
        {"ModifiedKepler", "gps", "normal", 1, 3, 2000},
        {"FrictionOscillator", "gps", "normal", 1, 0.2, 1000},
        {spherical_pendulum, "gps", "staged", 1, 1, 400},
    };
    CHECK_ALL(list);
}

static void mgps_has_order_1(void **state) {
    (void)state;
    static const scheme list[] = {
        {"LotkaVolterra", "mgps", "radial", 1, 3, 1000},
        {"RippledBowl", "mgps", "radial", 1, 1, 800},
        {top, "mgps", "radial", 1, 3, 400},
        {"ModifiedKepler", "mgps", "radial", 1, 3, 2000},
        {"FrictionOscillator", "mgps", "radial", 1, 0.2, 1000},
    };
    CHECK_ALL(list);
}

static void mrk4_has_order_4(void **state) {
    (void)state;
    static const scheme list[] = {
        {"LotkaVolterra", "mrk4", "radial", 4, 3, 40},
        {"RippledBowl", "mrk4", "radial", 4, 2, 100},
        {"EulerTop", "mrk4", "radial", 4, 3, 20},
        {"ModifiedKepler", "mrk4", "radial", 4, 3, 160},
        {"FrictionOscillator", "mrk4", "radial", 4, 0.2, 90},
    };
    CHECK_ALL(list);
}

static void hmgps_has_order_1(void **state) {
    (void)state;
    static const scheme list[] = {
        {"LotkaVolterra", "hmgps", "normal", 1, 3, 400},
        {"LotkaVolterra", "hmgps", "none", 1, 3, 400},
        {top, "hmgps", "normal", 1, 3, 400},
        {quartic, "hmgps", "normal", 1, 3, 400},
        {quartic, "hmgps", "orthogonal", 1, 3, 400},
    };
    CHECK_ALL(list);
}

static void kahan_has_order_2(void **state) {
    (void)state;
    static const scheme list[] = {
        {"LotkaVolterra", "kahan", "none", 2, 3, 60},
        {"LotkaVolterra", "kahan", "normal", 2, 3, 60},
        {"EulerTop", "kahan", "orthogonal", 2, 3, 60},
        {heavy_top, "kahan", "normal", 2, 2, 60},
        {stirred, "kahan", "auto", 2, 2, 60},
    };
    CHECK_ALL(list);
}

static void forest_ruth_has_order_4(void **state) {
    (void)state;
    static const scheme list[] = {
        {"ModifiedKepler", "forest-ruth", "none", 4, 3, 400},
        {"ModifiedKepler", "forest-ruth", "normal", 4, 3, 400},
        {henon_heiles, "forest-ruth", "orthogonal", 4, 10, 80},
        {relativistic, "forest-ruth", "normal", 4, 4, 80},
        {driven, "forest-ruth", "auto", 4, 4, 80},
    };
    CHECK_ALL(list);
}

static void midpoint_has_order_2(void **state) {
    (void)state;
    static const scheme list[] = {
        {"ModifiedKepler", "midpoint", "none", 2, 3, 1000},
        {"ModifiedKepler", "midpoint", "normal", 2, 3, 1000},
        {heavy_top, "midpoint", "orthogonal", 2, 2, 60},
        {spherical_pendulum, "midpoint", "staged", 2, 2, 60},
    };
    CHECK_ALL(list);
}

/* A block of one variable moves by e^(h f/x), both ways in time: growth and decay are
 * exact. */
static void gps_is_exact_for_growth(void **state) {
    (void)state;
    static const char growth[] = "model Growth\n"
                                 "  Real x(start = 0.5, fixed = true);\n"
                                 "equation\n"
                                 "  der(x) = 1.5*x;\n"
                                 "end Growth;\n";
    for (int sign = -1; sign <= 1; sign += 2) {
        const scheme k = {growth, "gps", "auto", 1, sign, 0};
        double values[2 * MOST_COLUMNS];
        run(&k, sign * 20, 0, values);
        assert_true(fabs(values[0] - 0.5 * exp(1.5 * sign)) < 1e-14);
    }
}

/* Step doubling, there being no embedded pair. */
static void adaptive_steps_meet_their_tolerance(void **state) {
    (void)state;
    static const scheme list[] = {
        {"LotkaVolterra", "gps", "normal", 1, 2, 0},
        {"LotkaVolterra", "mgps", "auto", 1, 2, 0},
        {"LotkaVolterra", "hmgps", "normal", 1, 2, 0},
        {"LotkaVolterra", "kahan", "orthogonal", 2, 2, 0},
        {"ModifiedKepler", "mrk4", "radial", 4, 4, 0},
        {"ModifiedKepler", "forest-ruth", "normal", 4, 4, 0},
        {spherical_pendulum, "midpoint", "staged", 2, 2, 0},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        double exact[2 * MOST_COLUMNS], values[2 * MOST_COLUMNS];
        double rtol = list[i].order < 2 ? 1e-5 : 1e-7;
        int n = exact_values(&list[i], exact);
        run(&list[i], 0, rtol, values);
        double error = distance(2 * n, values, exact);
        if (!(error < 1000 * rtol))
            fail_msg("%s: error %g at rtol %g", list[i].method, error, rtol);
    }
}

/* With every retraction that a system allows, by constant and by adaptive steps, all
 * constraints are at round-off, between steps too: run() looks at the ledger. */
static void every_retraction_keeps_the_constraints(void **state) {
    (void)state;
    static const struct {
        const char *method, *model;
    } list[] = {
        {"gps", "LotkaVolterra"},
        {"gps", spherical_pendulum},
        {"gps", "ModifiedKepler"},
        {"hmgps", "LotkaVolterra"},
        {"hmgps", top},
        {"kahan", "LotkaVolterra"},
        {"kahan", heavy_top},
        {"forest-ruth", "ModifiedKepler"},
        {"forest-ruth", henon_heiles},
        {"midpoint", "ModifiedKepler"},
        {"midpoint", spherical_pendulum},
        {"rk4", "FrictionOscillator"},
    };
    static const char *const retractions[] = {"normal", "orthogonal", "chart", "radial",
                                              "staged"};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        for (int r = 0; r < 5; r++) {
            const int holonomic = list[i].model == spherical_pendulum;
            double values[2 * MOST_COLUMNS];
            scheme k = {list[i].model, list[i].method, retractions[r], 1, 1, 0};
            if (r == 4 && !holonomic)
                continue; /* invariants have no stages */
            if (r == 3 && list[i].model == heavy_top)
                continue; /* has no blocks */
            if (strcmp(k.model, "FrictionOscillator") == 0)
                k.stop = 0.1;
            run(&k, 200, 0, values);
            run(&k, 0, 1e-4, values);
        }
}

/* [Liu] (101) literally, for the top of models/EulerTop.mo: two lengths integrated with
 * the three variables, and (103), (104) solved for them. */
static void rates(const double *x, double *f) {
    const double I[3] = {5. / 8, 5. / 8, 1. / 4};
    const double a = x[0] / I[0], b = x[1] / I[1], c = x[2] / I[2];
    f[0] = x[1] * c - x[2] * b, f[1] = x[2] * a - x[0] * c, f[2] = x[0] * b - x[1] * a;
    f[3] = (x[0] * f[0] + x[1] * f[1]) / x[3], f[4] = x[2] * f[2] / x[4];
}

static void printed_step(double *x, double h) {
    double k[4][5], y[5];
    const double at[4] = {0, h / 2, h / 2, h};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < 5; i++)
            y[i] = x[i] + (s ? at[s] * k[s - 1][i] : 0);
        rates(y, k[s]);
    }
    for (int i = 0; i < 5; i++)
        x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

static void printed_lengths(double *x, double H, double C) {
    const double I[3] = {5. / 8, 5. / 8, 1. / 4};
    const double n1 = x[0] / x[3], n2 = x[1] / x[3], n3 = x[2] / x[4];
    x[3] = sqrt(
        I[0] * I[1] * (2 * H * I[2] - 2 * C) /
        (n1 * n1 * (I[1] * I[2] - I[0] * I[1]) + n2 * n2 * (I[0] * I[2] - I[0] * I[1])));
    x[0] = x[3] * n1, x[1] = x[3] * n2;
    x[4] = sqrt((2 * C - x[0] * x[0] - x[1] * x[1]) / (n3 * n3));
    x[2] = x[4] * n3;
    x[3] = hypot(x[0], x[1]), x[4] = fabs(x[2]); /* begun anew */
}

static void private_lengths_change_nothing(void **state) {
    (void)state;
    double x[5] = {0.48, -0.6, 0.64, hypot(0.48, 0.6), 0.64};
    const double H = (x[0] * x[0] / 0.625 + x[1] * x[1] / 0.625 + x[2] * x[2] / 0.25) / 2;
    const double C = (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) / 2;
    const scheme k = {"EulerTop", "mrk4", "radial", 4, 5, 0};
    double values[2 * MOST_COLUMNS];
    for (int i = 0; i < 50; i++)
        printed_step(x, 0.1), printed_lengths(x, H, C);
    run(&k, 50, 0, values);
    for (int i = 0; i < 3; i++)
        if (!(fabs(values[i] - x[i]) < 1e-13))
            fail_msg("P[%d]: %.16g and %.16g", i + 1, values[i], x[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gps_has_order_1),
        cmocka_unit_test(mgps_has_order_1),
        cmocka_unit_test(mrk4_has_order_4),
        cmocka_unit_test(hmgps_has_order_1),
        cmocka_unit_test(kahan_has_order_2),
        cmocka_unit_test(forest_ruth_has_order_4),
        cmocka_unit_test(midpoint_has_order_2),
        cmocka_unit_test(gps_is_exact_for_growth),
        cmocka_unit_test(adaptive_steps_meet_their_tolerance),
        cmocka_unit_test(every_retraction_keeps_the_constraints),
        cmocka_unit_test(private_lengths_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
