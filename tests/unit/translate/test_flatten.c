/* From model text to the system: variables, parameters, constants, equations.
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../model_fixture.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>

static fixture shared;

static int begin(void **state) {
    fixture_begin(&shared);
    *state = &shared;
    return 0;
}
static int end(void **state) {
    return fixture_end(*state), 0;
}

static void accept(fixture *f, const char *text) {
    if (read_model(f, text) != INVO_OK)
        fail_msg("%s", invo_context_message(f->context));
}

static void refuse(fixture *f, const char *text, const char *message) {
    assert_int_equal(read_model(f, text), INVO_E_MODEL);
    if (!strstr(invo_context_message(f->context), message))
        fail_msg("'%s' does not say '%s'", invo_context_message(f->context), message);
}

static const equation *equation_at(fixture *f, int i) {
    assert_true(i < f->model->system.equations.count);
    return &f->model->system.equations.at[i];
}

static void is_equation(fixture *f, int i, equation_kind kind, const char *text,
                        const char *residual) {
    const equation *e = equation_at(f, i);
    assert_int_equal(e->kind, kind);
    assert_string_equal(equation_text(f->arena, e), text);
    assert_string_equal(print_expression(f, e->residual), residual);
}

static const parameter *parameter_at(fixture *f, int i) {
    assert_true(i < f->model->system.parameters.count);
    return &f->model->system.parameters.at[i];
}

static void test_variables(void **state) {
    fixture *f = *state;
    accept(f, "model M\n"
              "  type Length = Real(nominal = 2, min = 0, unit = \"m\");\n"
              "  type Short = Length(max = 9, nominal = 3);\n"
              "  parameter Real p = 5;\n"
              "  Short a(start = 2*p, fixed = true, min = -1);\n"
              "  output Modelica.Units.SI.Time 'b c';\n"
              "end M;");
    assert_int_equal(f->model->system.variables.count, 2);
    const variable *v = f->model->system.variables.at;
    assert_string_equal(v[0].name, "a");
    assert_string_equal(print_expression(f, v[0].start), "2*p");
    assert_string_equal(print_expression(f, v[0].nominal), "3");
    assert_string_equal(print_expression(f, v[0].min), "-1");
    assert_string_equal(print_expression(f, v[0].max), "9");
    assert_int_equal(v[0].fixed, 1);
    assert_int_equal(v[0].where->line, 5);
    assert_int_equal(v[0].where->column, 9);
    assert_string_equal(v[1].name, "'b c'");
    assert_int_equal(v[1].start, NO_EXPR);
    assert_int_equal(v[1].fixed, 0);
}

static void test_parameters(void **state) {
    fixture *f = *state;
    accept(f, "model M\n"
              "  parameter Real p = 2*q;\n"
              "  parameter Real q = 1;\n"
              "  parameter Integer n = 3;\n"
              "  parameter Boolean b = true;\n"
              "  parameter Real none;\n"
              "  parameter Real guess(start = 4, fixed = false);\n"
              "  parameter Real started(start = 4);\n"
              "  input Real u(start = 2);\n"
              "  input Real w;\n"
              "  final parameter Real r = q;\n"
              "  constant Real c = 7;\n"
              "  parameter String s = \"text\";\n"
              "  Real x;\n"
              "end M;");
    static const char *const bindings[] = {"2*q", "1", "3", "1", "-", "-",
                                           "4",   "2", "0", "q", "7"};
    assert_int_equal(f->model->system.parameters.count, 11);
    for (int i = 0; i < 11; i++)
        assert_string_equal(print_expression(f, parameter_at(f, i)->binding),
                            bindings[i]);
    assert_int_equal(parameter_at(f, 0)->kind, PARAMETER_FREE);
    assert_int_equal(parameter_at(f, 7)->kind, PARAMETER_INPUT);
    assert_int_equal(parameter_at(f, 9)->kind, PARAMETER_CONSTANT);
    assert_int_equal(parameter_at(f, 10)->kind, PARAMETER_CONSTANT);
    assert_non_null(strstr(invo_context_message(f->context),
                           "model.mo:8:18: note: the parameter 'started' has no value"));
}

static void test_constants_are_folded_in_any_order(void **state) {
    fixture *f = *state;
    accept(f, "constant Real k = 2;\n"
              "model M\n"
              "  constant Real a = b + 1, b = c*k, c = 3;\n"
              "  constant Real k = 10;\n"
              "  parameter Real p = 4;\n"
              "  Real x;\n"
              "equation\n"
              "  der(x) = a*x + p;\n"
              "end M;");
    is_equation(f, 0, EQUATION_PLAIN, "der(x) = a*x + p", "der(x) - (p + 31*x)");
    assert_string_equal(print_expression(f, parameter_at(f, 0)->binding), "2");
}

static void test_a_cycle_of_constants_is_left_to_the_system(void **state) {
    fixture *f = *state;
    accept(f, "model M constant Real a = b; constant Real b = a; Real x; end M;");
    assert_string_equal(print_expression(f, parameter_at(f, 0)->binding), "b");
}

static void test_equations(void **state) {
    fixture *f = *state;
    accept(f,
           "model M\n"
           "  parameter Real L = 1;\n"
           "  Real x, y, E = x^2 annotation(__involute(invariant = true));\n"
           "  Real g = x*y   annotation(__involute(constraint = true, name = \"gap\"));\n"
           "initial equation\n"
           "  x = 1;\n"
           "equation\n"
           "  0 = x + y;\n"
           "  x - y = 0.0;\n"
           "  x^2 + /* why */ y^2\n"
           "    = L^2 \"comment\" annotation(__involute(name = \"rod\"));\n"
           "  der(x*y) = der(L) + der(time);\n"
           "end M;");
    is_equation(f, 0, EQUATION_PLAIN, "E = x^2", "E - x^2");
    is_equation(f, 1, EQUATION_INVARIANT, "E = x^2", "x^2");
    is_equation(f, 2, EQUATION_PLAIN, "g = x*y", "g - x*y");
    is_equation(f, 3, EQUATION_CONSTRAINT, "g = x*y", "x*y");
    assert_string_equal(equation_at(f, 3)->of->name, "gap");
    is_equation(f, 4, EQUATION_INITIAL, "x = 1", "x - 1");
    is_equation(f, 5, EQUATION_PLAIN, "0 = x + y", "x + y");
    is_equation(f, 6, EQUATION_PLAIN, "x - y = 0.0", "x - y");
    is_equation(f, 7, EQUATION_PLAIN, "x^2 + y^2 = L^2", "x^2 + y^2 - L^2");
    assert_string_equal(equation_at(f, 7)->of->name, "rod");
    assert_null(equation_at(f, 6)->of->name);
    assert_int_equal(equation_at(f, 0)->of->where.column, 14);
    assert_int_equal(equation_at(f, 0)->of->where.length, 7);
}

/* The equations of a loop share their statement, and each has its text. */
static void test_loops_share_words(void **state) {
    fixture *f = *state;
    accept(f, "model M\n"
              "  record R Real i; Real q[2]; end R;\n"
              "  Real x[2, 2], y[2](each start = 1), z[2, 3], 'i'; R r[2];\n"
              "equation\n"
              "  'i' = 1;\n"
              "  for i in 1:2, j in 1:2 loop\n"
              "    x[i, j] = i*10 + j annotation(__involute(name = \"cell\"));\n"
              "  end for;\n"
              "  for i in {0.5, 2} loop\n"
              "    y[integer(i + 0.5)] = i*r[1].i;\n"
              "  end for;\n"
              "  for i in 1:2 loop\n"
              "    z[i] = {k*i for k in 1:3};\n"
              "    r[i] = R(i, {i, time});\n"
              "  end for;\n"
              "end M;");
    is_equation(f, 1, EQUATION_PLAIN, "x[1, 1] = 1*10 + 1", "x[1,1] - 11");
    is_equation(f, 2, EQUATION_PLAIN, "x[1, 2] = 1*10 + 2", "x[1,2] - 12");
    is_equation(f, 4, EQUATION_PLAIN, "x[2, 2] = 2*10 + 2", "x[2,2] - 22");
    is_equation(f, 5, EQUATION_PLAIN, "y[integer(0.5 + 0.5)] = 0.5*r[1].i",
                "y[1] - 0.5*r[1].i");
    is_equation(f, 8, EQUATION_PLAIN, "(z[1] = {k*1 for k in 1:3})[2]", "z[1,2] - 2");
    is_equation(f, 12, EQUATION_PLAIN, "((r[1] = R(1, {1, time})).q)[2]",
                "r[1].q[2] - time");
    is_equation(f, 15, EQUATION_PLAIN, "(z[2] = {k*2 for k in 1:3})[3]", "z[2,3] - 6");
    for (int i = 2; i <= 4; i++)
        assert_ptr_equal(equation_at(f, i)->of, equation_at(f, 1)->of);
    assert_ptr_equal(equation_at(f, 15)->of, equation_at(f, 7)->of);
    assert_string_equal(equation_at(f, 4)->of->title,
                        "cell: x[\1\1, \1\2] = \1\1*10 + \1\2");
}

static void test_if_equations(void **state) {
    fixture *f = *state;
    accept(f, "model M\n"
              "  constant Boolean on = true;\n"
              "  parameter Boolean p = true;\n"
              "  Real x, y;\n"
              "equation\n"
              "  if not on then x = 1; elseif on then x = 2; y = 3; else x = 4; end if;\n"
              "  if p then x = 1; y = 2;\n"
              "  elseif x > 0 then x = 3; if on then y = 4; end if;\n"
              "  else x = 5; y = 6; end if;\n"
              "  if false then x = 1; end if;\n"
              "end M;");
    assert_int_equal(f->model->system.equations.count, 4);
    is_equation(f, 0, EQUATION_PLAIN, "x = 2", "x - 2");
    is_equation(f, 1, EQUATION_PLAIN, "y = 3", "y - 3");
    is_equation(f, 2, EQUATION_PLAIN,
                "if p then x = 1 elseif x > 0 then x = 3 else x = 5",
                "if p then x - 1 else if x > 0 then x - 3 else x - 5");
    is_equation(f, 3, EQUATION_PLAIN,
                "if p then y = 2 elseif x > 0 then y = 4 else y = 6",
                "if p then y - 2 else if x > 0 then y - 4 else y - 6");
    accept(f, "model M Real x; equation if x > 0 then x = 1; end if; x = 2; end M;");
    assert_int_equal(f->model->system.equations.count, 2);
    assert_string_equal(print_expression(f, f->model->system.equations.at[0].guard),
                        "x > 0");
}

static void test_scopes(void **state) {
    fixture *f = *state;
    accept(f, "package P\n"
              "  constant Real k = 2;\n"
              "  type T = Real(nominal = k);\n"
              "  type Mode = enumeration(off, on);\n"
              "  model M\n"
              "    constant Real k = 5;\n"
              "    parameter P.Mode m = Mode.on;\n"
              "    T x;\n"
              "  equation\n"
              "    x = if m == P.Mode.on then k else P.k;\n"
              "  end M;\n"
              "end P;");
    assert_string_equal(print_expression(f, f->model->system.variables.at[0].nominal),
                        "2");
    is_equation(f, 0, EQUATION_PLAIN, "x = if m == P.Mode.on then k else P.k",
                "x - (if m == 2 then 5 else 2)");
}

static void test_several_errors(void **state) {
    fixture *f = *state;
    refuse(f,
           "model M\n"
           "  Real x(strat = 1);\n"
           "  Reel y;\n"
           "  parameter Integer n = 1.5;\n"
           "equation\n"
           "  x = lamda + y;\n"
           "  x + true = 1;\n"
           "end M;",
           "model.mo:2:10:");
    assert_int_equal(f->context->errors, 5);
}

static void test_long_sums_and_products(void **state) {
    enum { TERMS = 20000 };
    fixture *f = *state;
    char *text = malloc(16 * TERMS + 100), *to = text;
    to += sprintf(to, "model M Real x, y; equation x = 0");
    for (int i = 0; i < TERMS; i++)
        to += sprintf(to, " + %d*y^%d", i, i % 60);
    to += sprintf(to, "; y = 1");
    for (int i = 0; i < TERMS; i++)
        to += sprintf(to, i % 2 ? "*x" : "/x");
    sprintf(to, "; end M;");
    accept(f, text);
    assert_int_equal(f->model->system.equations.count, 2);
    free(text);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_variables),
        TEST(test_parameters),
        TEST(test_constants_are_folded_in_any_order),
        TEST(test_a_cycle_of_constants_is_left_to_the_system),
        TEST(test_equations),
        TEST(test_loops_share_words),
        TEST(test_if_equations),
        TEST(test_scopes),
        TEST(test_several_errors),
        TEST(test_long_sums_and_products)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
