/* Values set from outside, settings from annotations, the choice of the model.
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../model_fixture.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const char text[] =
    "model M\n"
    "  type E = enumeration(a, b);\n"
    "  constant Real c = 2;\n"
    "  parameter Real length = 1;\n"
    "  parameter Integer n = 3;\n"
    "  parameter Boolean on = false;\n"
    "  parameter E e = E.a;\n"
    "  parameter String s = \"t\";\n"
    "  final parameter Real last = 1;\n"
    "  input Real u;\n"
    "  Real x(start = 1, fixed = true), 'y = z';\n"
    "  annotation(Icon(x = 1), experiment(StartTime = -1, StopTime = 2*c, Tolerance = "
    "1e-8,\n"
    "    Interval = 0.25, NumberOfIntervals = 100, __Other_x = y),\n"
    "    __involute(solver(method = \"rk4\", stepSize = 0.5, maxSteps = 20,\n"
    "      constraint_bound = 8, steps = true),\n"
    "      sections = {section(name = \"p\", expr = x, columns = {x})}, blocks = {{x}},\n"
    "      plots = {plot(x = \"x\", y = {\"der(x)\", \"'y = z'\"}, title = \"t\"),\n"
    "               plot(y = \"x\", logY = true, dots = true)},\n"
    "      invariants = {invariant(name = \"E\", expr = x^2), invariant(expr = 2*x)}));\n"
    "end M;";

static fixture shared;

static int begin(void **state) {
    fixture_begin(&shared);
    if (read_model(&shared, text) != INVO_OK)
        fail_msg("%s", invo_context_message(shared.context));
    *state = &shared;
    return 0;
}
static int end(void **state) {
    return fixture_end(*state), 0;
}

static void sets(fixture *f, const char *assignment, int index, double value) {
    if (set_value(f, assignment) != INVO_OK)
        fail_msg("%s", invo_context_message(f->context));
    const parameter *p = &f->model->system.parameters.at[index];
    assert_true(p->is_set && p->value == value);
}

static void refuse(fixture *f, const char *assignment, const char *message) {
    assert_int_equal(set_value(f, assignment), INVO_E_ARGUMENT);
    if (!strstr(invo_context_message(f->context), message))
        fail_msg("'%s' does not say '%s'", invo_context_message(f->context), message);
}

static void test_set(void **state) {
    fixture *f = *state;
    sets(f, "length=2.5", 1, 2.5);
    sets(f, " length = -3e-2 ", 1, -0.03);
    sets(f, "length=2*c + 1", 1, 5);
    sets(f, "n=-4", 2, -4);
    sets(f, "on=true", 3, 1);
    sets(f, "e=E.b", 4, 2);
    sets(f, "u=7", 6, 7);
    assert_int_equal(set_value(f, "x=0.5"), INVO_OK);
    assert_string_equal(print_expression(f, f->model->system.variables.at[0].start),
                        "0.5");
    assert_int_equal(f->model->system.variables.at[0].fixed, 1);
    assert_int_equal(set_value(f, "'y = z'=4"), INVO_OK);
    assert_string_equal(print_expression(f, f->model->system.variables.at[1].start), "4");
}

static void test_set_refuses(void **state) {
    fixture *f = *state;
    refuse(f, "lenght=1",
           "there is no parameter or variable 'lenght'; did you mean 'length'?");
    refuse(f, "c=1", "'c' is a constant and cannot be set");
    refuse(f, "last=1", "'last' is final and cannot be set");
    refuse(f, "s=1", "'s' is a String");
    refuse(f, "time=1", "'time' is the independent variable");
    refuse(f, "E=1", "'E' is a type");
    refuse(f, "length", "expected name=value");
    refuse(f, "=1", "expected name=value");
    refuse(f, "'y = z", "expected name=value");
    refuse(f, "length=", "expected an expression");
    refuse(f, "length=1 2", "expected the end of the expression, found '2'");
    refuse(f, "length=\"", "this string has no end");
    refuse(f, "length=zz", "unknown name 'zz'");
    refuse(f, "length=x", "the value must be constant");
    refuse(f, "length=n", "the value must be constant");
    refuse(f, "length=NaN", "is not a finite number");
    refuse(f, "length=-Inf", "is not a finite number");
    refuse(f, "length=1/0", "the value must be finite, found inf");
    refuse(f, "n=1.5", "'n' is Integer, found Real");
    refuse(f, "on=1", "'on' is Boolean, found Integer");
    assert_int_equal(f->model->system.parameters.at[1].is_set, 0);
}

static void test_settings(void **state) {
    static const char *const expected[][2] = {
        {"start", "-1"},   {"stop", "4"},       {"rtol", "1e-08"},
        {"every", "0.25"}, {"points", "100"},   {"method", "rk4"},
        {"step", "0.5"},   {"max-steps", "20"}, {"constraint-bound", "8"},
        {"steps", "true"}};
    fixture *f = *state;
    assert_int_equal(f->model->settings.count, 10);
    for (int i = 0; i < 10; i++) {
        assert_string_equal(f->model->settings.at[i].option, expected[i][0]);
        assert_string_equal(f->model->settings.at[i].value, expected[i][1]);
    }
    assert_int_equal(f->model->settings.at[1].where.line, 12);
    assert_int_equal(f->model->settings.at[1].where.column, 65);
    assert_int_equal(f->model->settings.at[1].where.length, 3);
}

static void test_invariants(void **state) {
    fixture *f = *state;
    assert_int_equal(f->model->system.equations.count, 2);
    const equation *e = f->model->system.equations.at;
    assert_int_equal(e[0].kind, EQUATION_INVARIANT);
    assert_string_equal(e[0].of->name, "E");
    assert_string_equal(equation_text(f->arena, e), "x^2");
    assert_null(e[1].of->name);
}

static void test_choice(void **state) {
    fixture *f = *state;
    assert_int_equal(read_model(f, "model A Real a; end A; model B Real b; end B;\n"
                                   "partial model C end C;"),
                     INVO_OK);
    assert_string_equal(f->model->system.name, "B");
    assert_non_null(
        strstr(invo_context_message(f->context),
               "note: this file contains 3 models; the last one, 'B', is used"));
    assert_int_equal(read_model(f, "partial model C Real x; end C;"), INVO_E_MODEL);
    assert_int_equal(read_model(f, "class A Real a; end A;"), INVO_OK);
    assert_string_equal(invo_context_message(f->context), "");
}

static void test_expression_errors(void **state) {
    fixture *f = *state;
    assert_int_equal(read_expression(f, "x +"), INVO_E_SYNTAX);
    assert_int_equal(read_expression(f, "xx"), INVO_E_MODEL);
    assert_int_equal(read_expression(f, "x"), INVO_OK);
}

/* Strings of the model and of its records; those of functions and arrays are not. */
static void test_texts(void **state) {
    static const char strings[] =
        "model M\n"
        "  record R parameter String s = \"inner\"; Real x; end R;\n"
        "  function f input Real x; output Real y; protected String s = \"local\";\n"
        "  algorithm y := x; end f;\n"
        "  parameter String 'a.b' = \"box\";\n"
        "  parameter String c = 'a.b';\n"
        "  parameter R r;\n"
        "  Real x = f(time);\n"
        "end M;\n";
    (void)state;
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_text_parameter p;
    assert_int_equal(invo_model_parse(c, "m.mo", strings, strlen(strings), &m), INVO_OK);
    assert_true(invo_model_text_parameter(m, 0, &p));
    assert_string_equal(p.name, "'a.b'");
    assert_string_equal(p.text, "box");
    assert_true(invo_model_text_parameter(m, 1, &p));
    assert_string_equal(p.name, "c");
    assert_string_equal(p.text, "box");
    assert_true(invo_model_text_parameter(m, 2, &p));
    assert_string_equal(p.name, "r.s");
    assert_string_equal(p.text, "inner");
    assert_false(invo_model_text_parameter(m, 3, &p));
    assert_false(invo_model_text_parameter(m, -1, &p));
    invo_model_free(m);
    invo_context_free(c);
}

/* Scales are equal where another column than time is named. */
static void test_plots(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_plot_info p;
    assert_int_equal(invo_model_parse(c, "m.mo", text, strlen(text), &m), INVO_OK);
    assert_true(invo_model_plot(m, 0, &p));
    assert_string_equal(p.x, "x");
    assert_int_equal(p.count, 2);
    assert_string_equal(p.y[0], "der(x)");
    assert_string_equal(p.y[1], "'y = z'");
    assert_string_equal(p.title, "t");
    assert_string_equal(p.where, "m.mo:17");
    assert_true(p.equal && !p.log_x && !p.log_y && !p.dots);
    assert_true(invo_model_plot(m, 1, &p));
    assert_string_equal(p.x, "time");
    assert_true(!p.equal && !p.log_x && p.log_y && p.dots);
    assert_false(invo_model_plot(m, 2, &p));
    invo_model_free(m);
    invo_context_free(c);
}

static void test_parameters(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_parameter p;
    assert_int_equal(invo_model_parse(c, "m.mo", text, strlen(text), &m), INVO_OK);
    assert_true(invo_model_parameter(m, 0, &p));
    assert_string_equal(p.name, "length");
    assert_false(invo_model_parameter(m, -1, &p));
    assert_false(invo_model_parameter(m, 100, &p));
    invo_model_free(m);
    invo_context_free(c);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_set),        TEST(test_set_refuses), TEST(test_settings),
        TEST(test_invariants), TEST(test_choice),      TEST(test_expression_errors),
        TEST(test_texts),      TEST(test_plots),       TEST(test_parameters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
