/* SPDX-License-Identifier: BSD-3-Clause */
/* Methods keep their order over the knots of tables: errors stay in proportion to the
 * tolerance, and steps grow with its root. Steps across the kinks of lines, and across
 * the jumps of second derivatives of Akima's cubics, would not. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

#define TABLE(name, rows, smoothness)                                                    \
    "  parameter Modelica.Blocks.Types.ExternalCombiTable1D " name " =\n"                \
    "    Modelica.Blocks.Types.ExternalCombiTable1D(\"NoName\", \"NoName\", " rows       \
    ", {2},\n"                                                                           \
    "      Modelica.Blocks.Types.Smoothness." smoothness ",\n"                           \
    "      Modelica.Blocks.Types.Extrapolation.HoldLastPoint);\n"
#define VALUE "Modelica.Blocks.Tables.Internal.getTable1DValue"

/* tests/reference/tables has both, with where their values are from. */
static const char decay[] =
    "model LinearDecay\n" TABLE("rate", "[0, 0; 1, 1; 2, 4; 4, 5]",
                                "LinearSegments") "  Real x(start = 3.5, fixed = true);\n"
                                                  "equation\n"
                                                  "  der(x) = -" VALUE "(rate, 1, x);\n"
                                                  "end LinearDecay;\n";

static const char spring[] = "model AkimaSpring\n" TABLE(
    "force", "[-2, -5; -1, -1.5; -0.4, -1; 0, 0; 0.5, 0.4; 1.2, 2; 2, 6]",
    "ContinuousDerivative") "  Real x(start = 1.5, fixed = true);\n"
                            "  Real v(start = 0, fixed = true);\n"
                            "equation\n"
                            "  der(x) = v;\n"
                            "  der(v) = -" VALUE "(force, 1, x);\n"
                            "end AkimaSpring;\n";

typedef struct outcome {
    double error; /* of x */
    double steps;
} outcome;

static outcome run(const char *text, const char *method, double rtol, double stop,
                   double exact) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    assert_int_equal(invo_model_parse(c, "text.mo", text, strlen(text), &m), 0);
    assert_int_equal(invo_model_options(m, invo_options_init(&o)), 0);
    o.method = method;
    o.rtol = rtol;
    o.stop = stop;
    o.points = 1;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s: %s", method, invo_context_message(c));
    assert_string_equal(invo_result_column(r, 0), "x");
    outcome end = {fabs(invo_result_final(r)[1] - exact),
                   (double)invo_result_statistics(r)->steps};
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
    return end;
}

static void check(const char *what, const char *text, double stop, double exact,
                  double most) {
    static const struct {
        const char *method;
        double order;
    } list[] = {
        {"bs32", 3}, {"dopri54", 5}, {"dop853", 8}, {"gauss6", 6}, {"taylor", 20}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        const char *method = list[i].method;
        outcome rough = run(text, method, 1e-6, stop, exact);
        outcome fine = run(text, method, 1e-9, stop, exact);
        double growth = fine.steps / rough.steps;
        print_message("%s, %s: %.3g and %.3g tolerances; %g and %g steps\n", what, method,
                      rough.error / 1e-6, fine.error / 1e-9, rough.steps, fine.steps);
        assert_true(rough.error <= most * 1e-6);
        assert_true(fine.error <= most * 1e-9);
        assert_true(growth <= 1.5 * pow(1000, 1 / list[i].order));
    }
}

static void lines(void **state) {
    (void)state;
    check("lines", decay, 3, 0.1114475317862, 2);
}

static void cubics(void **state) {
    (void)state;
    check("cubics", spring, 10, 1.19952608519, 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines), cmocka_unit_test(cubics)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
