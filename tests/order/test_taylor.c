/* Observed order of the Taylor methods: the slope of the error over all columns of the
 * output, fitted over four halvings of a constant step, with every retraction that they
 * allow. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

/* A heavy top with its energy and the length of the vertical as invariants. */
static const char heavy_top[] =
    "model HeavyTop\n"
    "  parameter Real I1 = 1, I2 = 1.6, I3 = 2.3, a1 = 0.3, a2 = -0.2, a3 = 0.8;\n"
    "  Real w1(start = 0.5, fixed = true), w2(start = -0.7, fixed = true), w3(start = "
    "0.9, fixed = true);\n"
    "  Real c1(start = 0.48, fixed = true), c2(start = 0.6, fixed = true), c3(start = "
    "0.64, fixed = true);\n"
    "  Real energy = (I1*w1^2 + I2*w2^2 + I3*w3^2)/2 + a1*c1 + a2*c2 + a3*c3 "
    "annotation(__involute(invariant = true));\n"
    "  Real length = c1^2 + c2^2 + c3^2 annotation(__involute(invariant = true));\n"
    "equation\n"
    "  I1*der(w1) = (I2 - I3)*w2*w3 + c2*a3 - c3*a2;\n"
    "  I2*der(w2) = (I3 - I1)*w3*w1 + c3*a1 - c1*a3;\n"
    "  I3*der(w3) = (I1 - I2)*w1*w2 + c1*a2 - c2*a1;\n"
    "  der(c1) = c2*w3 - c3*w2;\n"
    "  der(c2) = c3*w1 - c1*w3;\n"
    "  der(c3) = c1*w2 - c2*w1;\n"
    "end HeavyTop;\n";

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
                            "end Winch;\n";

/* A driven point on an ellipsoid, held by a multiplier: index 2. */
static const char ellipsoid[] = "model Index2\n"
                                "  Real x(start = 0.6, fixed = true), y(start = 0.5), "
                                "z(start = 0.2, fixed = true), m;\n"
                                "equation\n"
                                "  der(x) = y*z + 2*x*m;\n"
                                "  der(y) = -x*z + cos(time) + 4*y*m;\n"
                                "  der(z) = x - z + 2*z*m;\n"
                                "  x^2 + 2*y^2 + z^2 = 1;\n"
                                "end Index2;\n";

/* An algebraic loop that is not linear and so is prolonged: index 1. */
static const char loop[] =
    "model Index1\n"
    "  Real x(start = 0.5, fixed = true), y(start = 0.2, fixed = true), z(start = 0.7);\n"
    "equation\n"
    "  der(x) = z;\n"
    "  der(y) = -x*z + sin(time);\n"
    "  z^3 + z = 2 - x + y^2;\n"
    "end Index1;\n";

/* [TA01] 6.1, which must read y' = 3 y + 3 x^2 to have the solution that is printed. */
static const char simple[] = "model Simple\n"
                             "  Real y(start = 2, fixed = true);\n"
                             "equation\n"
                             "  der(y) = 3*y + 3*time^2;\n"
                             "end Simple;\n";

enum { HALVINGS = 4, MOST_COLUMNS = 32 };

typedef struct setting {
    const char *text, *method, *retraction, *ambient;
    double rtol, stop;
    int steps; /* of the coarsest run; 0: adaptive */
} setting;

/* Final values; returns the number of columns. */
static int run(const setting *s, int steps, double *final) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    assert_int_equal(invo_model_parse(c, "order.mo", s->text, strlen(s->text), &m), 0);
    assert_int_equal(invo_model_options(m, invo_options_init(&o)), 0);
    o.method = s->method, o.retraction = s->retraction, o.rtol = s->rtol;
    if (s->ambient)
        o.ambient = s->ambient;
    o.stop = s->stop, o.points = 1;
    if (steps)
        o.step = s->stop / steps;
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

static void check(const setting *s, const double *exact, double order) {
    double error[HALVINGS + 1], final[MOST_COLUMNS];
    for (int h = 0; h <= HALVINGS; h++) {
        int n = run(s, s->steps << h, final);
        error[h] = distance(n, final, exact);
    }
    double seen = slope(error);
    if (!(fabs(seen - order) <= 0.15 && error[HALVINGS] > 1e-13))
        fail_msg("%s, %s: order %.2f seen, %g expected; errors %.2e %.2e %.2e %.2e %.2e",
                 s->method, s->retraction, seen, order, error[0], error[1], error[2],
                 error[3], error[4]);
}

/* The reference is dop853 with steps of its own; [TA01] Corollary 3.4, Propositions 3.5
 * and 3.9. */
static void check_geometric(const char *text, double stop, int steps) {
    static const char *const methods[] = {"taylor2", "taylor3", "taylor3-normal"};
    static const char *const retractions[] = {"orthogonal", "normal"};
    const setting tight = {text, "dop853", "auto", NULL, 1e-13, stop, 0};
    double exact[MOST_COLUMNS];
    run(&tight, 0, exact);
    for (int m = 0; m < 3; m++)
        for (int k = 0; k < 2; k++) {
            const setting s = {text, methods[m], retractions[k], NULL, 1e-6, stop, steps};
            check(&s, exact, m ? 3 : 2);
        }
}

static void geometric_orders_with_two_invariants(void **state) {
    (void)state;
    check_geometric(heavy_top, 2, 48);
}
static void geometric_orders_on_a_holonomic_system(void **state) {
    (void)state;
    check_geometric(spherical_pendulum, 2, 48);
}
static void geometric_orders_with_a_constraint_that_depends_on_time(void **state) {
    (void)state;
    check_geometric(winch, 0.8, 48);
}
static void geometric_orders_at_index_2(void **state) {
    (void)state;
    check_geometric(ellipsoid, 1.5, 48);
}
static void geometric_orders_at_index_1(void **state) {
    (void)state;
    check_geometric(loop, 1.5, 48);
}

/* In J_1, where the equation itself is the manifold and der(y) a coordinate. */
static void orders_in_the_example_6_1(void **state) {
    (void)state;
    static const char *const methods[] = {"taylor2", "taylor3", "taylor3-normal"};
    const double x = 0.5, y = -x * x - 2 * x / 3 - 2. / 9 + 20. / 9 * exp(3 * x);
    const double exact[] = {y, 3 * y + 3 * x * x, 3 * (3 * y + 3 * x * x) + 6 * x};
    for (int m = 0; m < 3; m++) {
        const setting s = {simple, methods[m], "auto", "full", 1e-6, x, 16};
        check(&s, exact, m ? 3 : 2);
    }
}

/* With constant steps, `taylor` has the order that its tolerance asks for:
 * 0.75 (-ln rtol) + 2, rounded up. */
static void variable_order_follows_the_tolerance(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double rtol;
        int order, steps;
    } cases[] = {
        {spherical_pendulum, 0.1, 4, 24},  {ellipsoid, 0.1, 4, 24},  {loop, 0.1, 4, 24},
        {spherical_pendulum, 2e-2, 5, 22}, {ellipsoid, 2e-2, 5, 28}, {loop, 2e-2, 5, 14}};
    for (int k = 0; k < 6; k++) {
        const setting tight = {cases[k].text, "dop853", "auto", NULL, 1e-14, 2, 0};
        const setting s = {cases[k].text, "taylor", "auto",        NULL,
                           cases[k].rtol, 2,        cases[k].steps};
        double exact[MOST_COLUMNS];
        run(&tight, 0, exact);
        check(&s, exact, cases[k].order);
    }
}

/* Step doubling brings the geometric methods to a tolerance. */
static void geometric_methods_meet_a_tolerance(void **state) {
    (void)state;
    static const char *const methods[] = {"taylor2", "taylor3", "taylor3-normal"};
    static const char *const texts[] = {spherical_pendulum, heavy_top, loop};
    for (int t = 0; t < 3; t++) {
        const setting tight = {texts[t], "dop853", "auto", NULL, 1e-13, 2, 0};
        double exact[MOST_COLUMNS], final[MOST_COLUMNS];
        run(&tight, 0, exact);
        for (int m = 0; m < 3; m++) {
            const setting s = {texts[t], methods[m], "auto", NULL, 1e-7, 2, 0};
            int n = run(&s, 0, final);
            double error = distance(n, final, exact);
            if (!(error < 3e-5 && error > 1e-12))
                fail_msg("%s: error %.2e at rtol 1e-7", methods[m], error);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(geometric_orders_with_two_invariants),
        cmocka_unit_test(geometric_orders_on_a_holonomic_system),
        cmocka_unit_test(geometric_orders_with_a_constraint_that_depends_on_time),
        cmocka_unit_test(geometric_orders_at_index_2),
        cmocka_unit_test(geometric_orders_at_index_1),
        cmocka_unit_test(orders_in_the_example_6_1),
        cmocka_unit_test(variable_order_follows_the_tolerance),
        cmocka_unit_test(geometric_methods_meet_a_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
