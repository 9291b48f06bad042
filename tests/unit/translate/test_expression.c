/* Expressions over the names of a model: operators, functions, types.
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../model_fixture.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>

static fixture shared;

static int begin(void **state) {
    fixture_begin(&shared);
    assert_int_equal(read_model(&shared, "model M\n"
                                         "  type E = enumeration(a, b);\n"
                                         "  parameter Real p = 2;\n"
                                         "  parameter Boolean b = true;\n"
                                         "  parameter Integer n = 3;\n"
                                         "  parameter E e = E.b;\n"
                                         "  parameter String s = \"t\";\n"
                                         "  input Real u;\n"
                                         "  Real x, y;\n"
                                         "end M;"),
                     INVO_OK);
    *state = &shared;
    return 0;
}
static int end(void **state) {
    return fixture_end(*state), 0;
}

/* Both texts are the same expression; how it is printed depends on what was read before.
 */
static void gives(fixture *f, const char *text, const char *same) {
    if (read_expression(f, text) != INVO_OK)
        fail_msg("%s", invo_context_message(f->context));
    expr e = f->result;
    assert_int_equal(read_expression(f, same), INVO_OK);
    if (f->result != e)
        fail_msg("%s is %s", text, print_expression(f, e));
}

static double leaf_value(void *data, const expr_node *leaf) {
    (void)data, (void)leaf;
    fail_msg("not a constant");
    return NAN;
}

static void is_worth(fixture *f, const char *text, double value) {
    if (read_expression(f, text) != INVO_OK)
        fail_msg("%s", invo_context_message(f->context));
    double got = expr_evaluate(f->model->system.graph, f->result, leaf_value, NULL);
    if (!(got == value))
        fail_msg("%s is %.17g, not %.17g", text, got, value);
}

static void refuse(fixture *f, const char *text, const char *message) {
    assert_int_equal(read_expression(f, text), INVO_E_MODEL);
    if (!strstr(invo_context_message(f->context), message))
        fail_msg("'%s' does not say '%s'", invo_context_message(f->context), message);
}

static void test_values(void **state) {
    fixture *f = *state;
    is_worth(f, "-2^2", -4);
    is_worth(f, "2*3/4*2", 3);
    is_worth(f, "7/2", 3.5);
    is_worth(f, "8/2/2", 2);
    is_worth(f, "2 - 3 - 4", -5);
    is_worth(f, "3 * -2", -6);
    is_worth(f, "mod(-7, 3) + rem(-7, 3)", 1);
    is_worth(f, "div(7, 2) + integer(-0.5)", 2);
    is_worth(f, "min(1, 2) + max(1, 2)", 3);
    is_worth(f, "atan2(1, 0)", atan2(1, 0));
    is_worth(f, "if 1 < 2 and not 3 < 2 or false then 5 else 6", 5);
    is_worth(f, "if false then 1 elseif true then 2 else 3", 2);
    is_worth(f, "Modelica.Constants.pi", 3.14159265358979323846);
    is_worth(f, "Modelica.Math.exp(0)", 1);
    is_worth(f, "1/0", INFINITY);
    is_worth(f, "1e-300/1e-200/1e-200", 1e100);
}

static void test_derivatives(void **state) {
    fixture *f = *state;
    gives(f, "der(x)", "der(x)");
    gives(f, "der(der(x))", "der(der(x))");
    gives(f, "der(x*p)", "der(x)*p");
    gives(f, "der(p)", "0");
    gives(f, "der(u)", "0");
    gives(f, "der(3)", "0");
    gives(f, "der(time)", "1");
    gives(f, "der(x^2 + y)", "2*x*der(x) + der(y)");
}

static void test_operators_like_functions(void **state) {
    fixture *f = *state;
    gives(f, "noEvent(if x > 0 then x else y)", "noEvent(if x > 0 then x else y)");
    gives(f, "smooth(1, x)", "x");
    gives(f, "homotopy(x, y)", "x");
    gives(f, "homotopy(simplified = y, actual = x)", "x");
    refuse(f, "homotopy(actual = x, actual = y)", "takes (actual, simplified)");
    refuse(f, "homotopy(actual = x, simple = y)", "found 'simple'");
    refuse(f, "smooth(x)", "takes 2 arguments, found 1");
    refuse(f, "noEvent(x, y)", "takes 1 argument, found 2");
}

static void test_names(void **state) {
    fixture *f = *state;
    gives(f, "time + u + p", "time + u + p");
    refuse(f, "z", "unknown name 'z'");
    refuse(f, "'x'", "unknown name");
    refuse(f, "x.y", "'x' is a variable and has no parts");
    refuse(f, "x(1)", "not a function");
    refuse(f, "E", "is a type");
    refuse(f, "E.c", "the enumeration E has no value 'c'");
    refuse(f, "Modelica.Constants.tau", "Modelica.Constants has no 'tau'");
    refuse(f, "Modelica.Math.sinus(x)", "unknown function");
    refuse(f, "s", "found a String");
}

static void test_types(void **state) {
    fixture *f = *state;
    gives(f, "E.a == e or false", "E.a == e or false");
    gives(f, "b == (x > 1)", "b == (x > 1)");
    refuse(f, "x + b",
           "an operand of '+' must be a number (Real or Integer), found Boolean");
    refuse(f, "x/e", "found enumeration E");
    refuse(f, "e < 2", "'<' cannot compare enumeration E with Integer");
    refuse(f, "b < b", "'<' cannot compare Boolean with Boolean");
    refuse(f, "if n then 1 else 2",
           "the condition of 'if' must be Boolean, found Integer");
    refuse(f, "if b then x else b", "the branches of 'if' cannot be Real and Boolean");
    refuse(f, "not x", "the operand of 'not' must be Boolean");
    refuse(f, "x^b", "the exponent of '^' must be a number");
    refuse(f, "der(b)", "the argument of 'der' must be a number");
    refuse(f, "{x, y}", "found an array");
    refuse(f, "sin(x = 1)", "takes positional arguments only");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_values), TEST(test_derivatives),
                                       TEST(test_operators_like_functions),
                                       TEST(test_names), TEST(test_types)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
